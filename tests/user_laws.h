/* SPDX-License-Identifier: MIT */
/* Laws as a user writes them, with the public headers alone.
 *
 * my-tsuji   a copy of `tsuji`: the same operations in the same order, hence the same bits
 * my-dent    plastic memory with straight lines (Walton and Braun): up with K_1, down and up again
 *            with K_2 = ratio K_1. Restitution is 1/sqrt(ratio) at every speed; the energy is left
 * to the library's quadrature */
#ifndef CAROM_TESTS_USER_LAWS_H
#define CAROM_TESTS_USER_LAWS_H

#include <math.h>

#include <carom/carom.h>

static inline carom_force my_tsuji_force(void *user, const double *coef, const double *state,
                                         double d, double v, double branch)
{
  (void)user, (void)state, (void)branch;
  const double h = d > 0 ? d : 0.0, root = sqrt(h);
  return (carom_force){coef[0] * (h * root), coef[1] * sqrt(root) * v};
}

static inline carom_energy my_tsuji_energy(void *user, const double *coef, const double *state,
                                           double d)
{
  (void)user, (void)state;
  const double h = d > 0 ? d : 0.0;
  return (carom_energy){0.4 * coef[0] * (h * h * sqrt(h)), 0};
}

static inline void my_tsuji_prepare_materials(void *user, const double *setting,
                                              const carom_pair *pair, const double *damping,
                                              double *constant)
{
  (void)user, (void)setting;
  constant[0] = pair->modulus;
  constant[1] = damping[0];
}

static inline void my_tsuji_prepare_contact(void *user, const double *constant, double radius,
                                            double mass, double *coef)
{
  (void)user;
  coef[0] = 4.0 / 3.0 * constant[0] * sqrt(radius);
  coef[1] = constant[1] * sqrt(coef[0] * mass);
}

static inline double my_tsuji_published(void *user, int which, double e)
{
  (void)user;
  return carom_law_published(carom_law_find("tsuji"), which, e);
}

static inline double my_tsuji_exact(void *user, int which, double e, double tension)
{
  (void)user;
  return carom_law_exact(carom_law_find("tsuji"), which, e, tension);
}

static inline double my_tsuji_damping_unit(void *user, const double *setting,
                                           const carom_pair *pair, int which)
{
  (void)user, (void)setting, (void)which;
  return sqrt(4.0 / 3.0 * pair->modulus * sqrt(pair->radius) * pair->mass);
}

static inline carom_user_law my_tsuji(void)
{
  static const carom_field fields[] = {
      CAROM_FIELD_STIFFNESS,
      CAROM_FIELD_RESTITUTION,
      CAROM_FIELD_CALIBRATION,
      CAROM_FIELD_DAMPING_RATIO,
      {"damping_coefficient", "N s/m^1.25", CAROM_UNSET, 0, 1e30, NULL, "instead of a restitution"},
      CAROM_FIELD_TENSION,
  };
  static const carom_label labels[] = {{"stiffness", "N/m^1.5"}, {"damping", "N s/m^1.25"}};
  carom_user_law law = carom_user_law_default();
  law.info.name = "my-tsuji";
  law.info.aliases = "tsuji-copy|mine";
  law.info.summary = "A user's copy of tsuji.";
  law.info.traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC;
  law.info.dampings = 1;
  law.field = fields;
  law.fields = sizeof fields / sizeof *fields;
  law.constants = 2;
  law.coefficients = 2;
  law.coefficient_label = labels;
  law.force = my_tsuji_force;
  law.energy = my_tsuji_energy;
  law.prepare_materials = my_tsuji_prepare_materials;
  law.prepare_contact = my_tsuji_prepare_contact;
  law.published = my_tsuji_published;
  law.exact = my_tsuji_exact;
  law.damping_unit = my_tsuji_damping_unit;
  return law;
}

static inline carom_force my_dent_force(void *user, const double *coef, const double *state,
                                        double d, double v, double branch)
{
  (void)user, (void)v;
  const double below = d > state[1] ? coef[0] * coef[1] * (d - state[1]) : 0;
  return (carom_force){branch > 1.5 ? coef[0] * d : below, 0};
}

static inline double my_dent_branch(void *user, const double *coef, const double *state, double d)
{
  (void)user, (void)coef;
  return d > state[0] ? 2 : 1;
}

static inline void my_dent_breakpoint(void *user, const double *coef, const double *state,
                                      double *breakpoint)
{
  (void)user, (void)coef;
  breakpoint[0] = state[1];
  breakpoint[1] = state[0];
}

static inline void my_dent_commit(void *user, const double *coef, double *state, double d)
{
  (void)user;
  if (d > state[0]) state[0] = d;
  state[1] = state[0] * (1 - 1 / coef[1]);
}

static inline carom_user_law my_dent(void)
{
  static const carom_field fields[] = {
      {"load_stiffness", "N/m", 1e7, 1e-6, 1e30, NULL, "K_1, while the dent grows"},
      {"ratio", "1", 4, 1, 1e6, NULL, "K_2 / K_1"},
      CAROM_FIELD_MEMORY,
  };
  carom_user_law law = carom_user_law_default();
  law.info.name = "my-dent";
  law.info.traits = CAROM_LAW_REMEMBERS;
  law.field = fields;
  law.fields = sizeof fields / sizeof *fields;
  law.states = 2;
  law.breakpoints = 2;
  law.force = my_dent_force;
  law.branch = my_dent_branch;
  law.breakpoint = my_dent_breakpoint;
  law.commit = my_dent_commit;
  return law;
}

#endif
