/* SPDX-License-Identifier: MIT */
/* Laws that users define at run time. */
#ifndef CAROM_SRC_USER_H
#define CAROM_SRC_USER_H

#include "law/law.h"

/* Checks that a definition is complete and within the limits, but not whether its names are
 * free. */
carom_status carom_user_law_check(const carom_user_law *def, carom_error *err);

/* Builds the law of a checked definition. `def` must live as long as the law. */
carom_law carom_user_law_make(const carom_user_law *def);

/* The numbers of constants and coefficients: as given, or as many as are copied by default. */
int carom_user_law_constants(const carom_user_law *def);
int carom_user_law_coefficients(const carom_user_law *def);

/* Name and unit of one of the user's coefficients, counted from 0. */
carom_label carom_user_law_coefficient(const carom_user_law *def, int index);

/* Stored and plastic energy by quadrature of the elastic part of the force. */
carom_energy carom_user_law_quadrature(const carom_law *law, const double *coef,
                                       const double *state, double d);

#endif
