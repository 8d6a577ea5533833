/* SPDX-License-Identifier: MIT */
/* From the restitution that is asked for to damping constants. */
#ifndef CAROM_SRC_CALIBRATE_H
#define CAROM_SRC_CALIBRATE_H

#include <carom/contact.h>

#include "law/law.h"

/* Finds the damping constants by number, published formula, closed form or solution, notes what
 * was asked, and builds constants and coefficients. given[k] tells whether setting k was set by the
 * user. The contact has its law, settings and rule of tension already. */
carom_status carom_calibrate(carom_contact *contact, const carom_pair *pair, const bool *given,
                             carom_error *err);

/* Constants and coefficients for these damping constants. */
void carom_contact_build(carom_contact *contact, const carom_pair *pair, const double *damping);

/* sqrt(W_u/W_l) of a memory law for an impact of a virgin pair at this speed. */
double carom_restitution_by_energy(const carom_contact *contact, double speed);

#endif
