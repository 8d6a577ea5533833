/* SPDX-License-Identifier: MIT */
/* Hertz with a dashpot per reduced mass, the normal force of LAMMPS' gran/hertz:
 *
 *     F = K d^(3/2) + g m* sqrt(R* d) v,   K = (4/3) E* sqrt(R*)
 *
 * d overlap, v approach speed, m* reduced mass, g the damping rate (1/(m s)). For one pair of
 * bodies it is kuwabara-kono with C = g m* sqrt(R*); for bodies of other sizes g stays the same,
 * the restitution does not. LAMMPS' k_n is (4/3) E*, its gamma_n is g, and it keeps tension
 * (tension: keep). Published: none. Exact: that of kuwabara-kono (family/power_law_fit.h). Source:
 * the manual of LAMMPS, pair_style gran/hertz/history. */
#ifndef CAROM_LAW_GRAN_HERTZ_H
#define CAROM_LAW_GRAN_HERTZ_H

#include "law_base.h"
#include "family/power_law.h"
#include "family/power_law_fit.h"

#define CAROM_INFO_gran_hertz                                                                      \
  .name = "gran-hertz", .aliases = "", .family = "viscous",                                        \
  .summary = "Hertz with a dashpot m* sqrt(R* d), as LAMMPS' gran/hertz.",                         \
  .equation = "F = K d^(3/2) + g m* sqrt(R* d) v,   K = (4/3) E* sqrt(R*)",                        \
  .validity = "Small strains, below first yield. Restitution depends on speed and size.",          \
  .source = "The manual of LAMMPS, pair_style gran/hertz/history",                                 \
  .status = "Compared with kuwabara-kono, and in scenes with LAMMPS.",                             \
  .numbers = "damping_ratio|damping_coefficient|damping_rate",                                     \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

#define CAROM_FIELDS_gran_hertz(F)                                                                 \
  CAROM_FIELDS_POWER_LAW(F, "N s/m^1.5")                                                           \
  F(damping_rate, "1/(m s)", CAROM_UNSET, 0, 1e30, NULL,                                           \
    "g, LAMMPS' gamma_n, instead of a restitution")
#define CAROM_CONSTANTS_gran_hertz(M) M(modulus, "Pa") M(damping_rate, "1/(m s)")
#define CAROM_COEFFICIENTS_gran_hertz(M) M(elastic, "Pa") M(viscous, "kg/(m s)") M(radius, "m")
#define CAROM_STATE_gran_hertz(M)
#define CAROM_BREAKPOINTS_gran_hertz 0

CAROM_DECLARE_STATELESS(gran_hertz)
CAROM_ONE_BRANCH(gran_hertz)

CAROM_HOST double carom_gran_hertz_published(int which, double e)
{
  (void)which, (void)e;
  return CAROM_NONE;
}

CAROM_HOST double carom_gran_hertz_exact(int which, double e, double tension)
{
  (void)which;
  return carom_kuwabara_kono_fit(e, tension);
}

/* C of kuwabara-kono for c = 1, and g for it. */
CAROM_HOST double carom_gran_hertz_coefficient(const carom_gran_hertz_settings *set,
                                               const carom_pair *pair)
{
  return carom_power_law_unit(0.5, carom_hertz_stiffness(pair->modulus, pair->radius), pair->mass,
                              set->reference_speed > 0 ? set->reference_speed : pair->speed);
}

CAROM_HOST double carom_gran_hertz_damping_unit(const carom_gran_hertz_settings *set,
                                                const carom_pair *pair, int which)
{
  (void)which;
  const double unit = carom_gran_hertz_coefficient(set, pair);
  return set->damping_rate >= 0 ? unit / (pair->mass * CAROM_SQRT(pair->radius)) : unit;
}

CAROM_HOST void carom_gran_hertz_prepare_materials(const carom_gran_hertz_settings *set,
                                                   const carom_pair *pair, const double *damping,
                                                   carom_gran_hertz_constants *constant)
{
  constant->modulus = pair->modulus;
  constant->damping_rate = damping[0] * carom_gran_hertz_coefficient(set, pair) /
                           (pair->mass * CAROM_SQRT(pair->radius));
}

/* F = (elastic d + viscous v) sqrt(R* d): one root, also where every contact has its own radius. */
CAROM_FN void carom_gran_hertz_prepare_contact(const carom_gran_hertz_constants *constant,
                                               carom_real radius, carom_real mass,
                                               carom_gran_hertz_coefficients *coef)
{
  coef->elastic = 4.0 / 3.0 * constant->modulus;
  coef->viscous = constant->damping_rate * mass;
  coef->radius = radius;
}

CAROM_FN carom_force carom_gran_hertz_force(const carom_gran_hertz_coefficients *coef,
                                            const carom_gran_hertz_state *state, carom_real d,
                                            carom_real v, carom_real branch)
{
  (void)state, (void)branch;
  const carom_real h = carom_positive(d);
  const carom_real root = CAROM_SQRT(coef->radius * h);
  carom_force f;
  f.elastic = coef->elastic * h * root;
  f.dissipative = coef->viscous * v * root;
  return f;
}

CAROM_FN carom_energy carom_gran_hertz_energy(const carom_gran_hertz_coefficients *coef,
                                              const carom_gran_hertz_state *state, carom_real d)
{
  (void)state;
  const carom_real h = carom_positive(d);
  carom_energy e;
  e.stored = 0.4 * coef->elastic * (h * h) * CAROM_SQRT(coef->radius * h);
  e.plastic = 0;
  return e;
}

#endif

CAROM_LAW(gran_hertz)
