/* SPDX-License-Identifier: MIT */
/* The dimensional damping coefficient of laws whose dashpot is C d^b v beside a Hertzian spring. */
#ifndef CAROM_CLI_LAW_POWER_H
#define CAROM_CLI_LAW_POWER_H

#include <stdio.h>

#include <carom/contact.h>

#include "io/json_write.h"

/* Some lines below the table; members of an object that is open. */
void law_power_text(const carom_dashpot *power, FILE *file);
void law_power_members(carom_json *json, const carom_dashpot *power);

#endif
