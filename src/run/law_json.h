/* SPDX-License-Identifier: MIT */
/* What the tables say of a law and of a model of a stage, for programs. */
#ifndef CAROM_RUN_LAW_JSON_H
#define CAROM_RUN_LAW_JSON_H

#include <carom/law.h>
#include <carom/stage.h>

#include "io/json_write.h"

/* The members, into an object that is open. */
void carom_law_members(carom_json *json, const carom_law *law);
void carom_stage_members(carom_json *json, const char *stage, const carom_stage *model);

/* The name of trait number k of those that the law has, as in "viscous", and its bit; NULL: there
 * are no more. */
const char *carom_law_trait(const carom_law *law, int k, unsigned *trait);

#endif
