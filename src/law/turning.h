/* SPDX-License-Identifier: MIT */
/* Laws with a rule that depends on the direction of the last turning point. */
#ifndef CAROM_SRC_TURNING_H
#define CAROM_SRC_TURNING_H

#include "law/law.h"

/* The law itself, or the one that replaces it under the given rule. */
const carom_law *carom_law_ruled(const carom_law *law, const double *set);

#endif
