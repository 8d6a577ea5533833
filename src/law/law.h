/* SPDX-License-Identifier: MIT */
/* The descriptor of a law: tables and scalar entries, built from its header or from a user's
 * definition. Every entry takes the law as first argument; laws of the registry ignore it. */
#ifndef CAROM_SRC_LAW_H
#define CAROM_SRC_LAW_H

#include <carom/user_law.h>

#include "law_base.h"

enum {
  CAROM_MAX_SETTINGS = CAROM_USER_FIELDS,
  CAROM_MAX_CONSTANTS = CAROM_USER_CONSTANTS,
  CAROM_MAX_COEFFICIENTS =
      1 + CAROM_USER_COEFFICIENTS, /* coefficient 0 is the smallest force of the clamp */
  CAROM_MAX_STATES = CAROM_USER_STATES,
  CAROM_MAX_BREAKPOINTS = CAROM_USER_BREAKPOINTS,
  CAROM_MAX_DAMPINGS = 2
};

struct carom_law {
  carom_law_info info;
  const carom_field *field;
  const carom_label *constant, *coefficient;
  int fields, constants, coefficients, states, breakpoints;

  /* Preparation; arrays are the settings, constants and coefficients in the order of the tables. */
  void (*prepare_materials)(const carom_law *law, const double *set, const carom_pair *pair,
                            const double *damping, double *constant);
  void (*prepare_contact)(const carom_law *law, const double *constant, double radius, double mass,
                          double *coef);
  double (*published)(const carom_law *law, int which, double e);
  double (*exact)(const carom_law *law, int which, double e, double tension);
  double (*damping_unit)(const carom_law *law, const double *set, const carom_pair *pair,
                         int which);

  /* Evaluation. `force` is complete; `raw` evaluates a given branch without the opening and without
   * clamping tension. */
  carom_force (*force)(const carom_law *law, const double *coef, const double *state, double d,
                       double v);
  carom_force (*raw)(const carom_law *law, const double *coef, const double *state, double d,
                     double v, double branch);
  double (*branch)(const carom_law *law, const double *coef, const double *state, double d);
  void (*breakpoint)(const carom_law *law, const double *coef, const double *state,
                     double *breakpoint);
  double (*reach)(const carom_law *law, const double *coef); /* reach beyond touch, m */
  carom_energy (*energy)(const carom_law *law, const double *coef, const double *state, double d);

  /* Memory. */
  void (*virgin)(const carom_law *law, const double *coef, double *state);
  void (*touch)(const carom_law *law, const double *coef, double *state, double v);
  void (*commit)(const carom_law *law, const double *coef, double *state, double d);
  /* The motion has reversed at d and continues with approach speed v. NULL for laws that do not
   * depend on the direction of the last turning point; the others have no kernels and are not
   * committed between turning points. */
  void (*on_reversal)(const carom_law *law, const double *coef, double *state, double d, double v);

  const carom_user_law *user; /* its definition, or NULL for a law of the registry */
};

/* The index of a law in the registry; not for user laws. */
int carom_law_index(const carom_law *law);

/* Name and unit of coefficient `index`, 0 .. coefficients-1. */
carom_label carom_law_coefficient(const carom_law *law, int index);

/* True if this is the name or an alias of the law. */
bool carom_law_is(const carom_law *law, const char *name);

/* The index of the field of this name in the law's table, or -1. */
int carom_law_field(const carom_law *law, const char *name);

#endif
