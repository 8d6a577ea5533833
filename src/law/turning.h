/* SPDX-License-Identifier: MIT */
/* Laws under a rule that depends on the direction of the last turn. */
#ifndef CAROM_SRC_TURNING_H
#define CAROM_SRC_TURNING_H

#include "law/law.h"

/* The law itself, or the one that stands for it under the rule that is set. */
const carom_law *carom_law_ruled(const carom_law *law, const double *set);

#endif
