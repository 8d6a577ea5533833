/* SPDX-License-Identifier: MIT */
/* Default values that were used and that affect the result. */
#ifndef CAROM_RUN_DEFAULTS_H
#define CAROM_RUN_DEFAULTS_H

#include "io/json_write.h"
#include "io/scenario.h"

/* Called for each: its path, and its value as text. */
typedef void carom_default_put(void *user, const char *path, const char *value);
void carom_defaults_visit(const carom_scenario *scenario, carom_default_put *put, void *user);

/* Writes them as an object "defaults". */
void carom_defaults_members(carom_json *json, const carom_scenario *scenario);

#endif
