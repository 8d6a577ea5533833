/* SPDX-License-Identifier: MIT */
/* The description of a law and of a model of a stage, for programs. */
#ifndef CAROM_RUN_LAW_JSON_H
#define CAROM_RUN_LAW_JSON_H

#include <carom/law.h>
#include <carom/stage.h>

#include "io/json_write.h"

/* Writes the members into an open object. */
void carom_law_members(carom_json *json, const carom_law *law);
void carom_stage_members(carom_json *json, const char *stage, const carom_stage *model);

/* The name of the k-th trait of the law, such as "viscous", and its bit; NULL if there are no
 * more. */
const char *carom_law_trait(const carom_law *law, int k, unsigned *trait);

#endif
