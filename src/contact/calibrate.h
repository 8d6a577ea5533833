/* SPDX-License-Identifier: MIT */
/* Converts the restitution asked for to damping constants. */
#ifndef CAROM_SRC_CALIBRATE_H
#define CAROM_SRC_CALIBRATE_H

#include <carom/contact.h>

#include "law/law.h"

/* Determines the damping constants from numbers, the published formula, the closed form or by
 * solving; records what was asked for, and builds constants and coefficients. given[k] tells
 * whether setting k was given by the user. The contact must already have its law, settings and
 * treatment of tension. */
carom_status carom_calibrate(carom_contact *contact, const carom_pair *pair, const bool *given,
                             carom_error *err);

/* Builds constants and coefficients for these damping constants. */
void carom_contact_build(carom_contact *contact, const carom_pair *pair, const double *damping);

/* sqrt(W_u/W_l) of a memory law for an impact of a virgin pair at this speed. */
double carom_restitution_by_energy(const carom_contact *contact, double speed);

#endif
