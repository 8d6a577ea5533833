/* SPDX-License-Identifier: MIT */
/* Hertz with a dashpot that grows as d^(1/4):
 *
 *     F = K d^(3/2) + c sqrt(K m) d^(1/4) v
 *
 * With u = d^(5/4) the phase plane is that of a linear oscillator, so restitution has a closed
 * form, whether tension is cut or kept, and does not depend on the speed: that of
 * family/oscillator.h with z = c / sqrt(5). */
#ifndef CAROM_FAMILY_QUARTER_POWER_H
#define CAROM_FAMILY_QUARTER_POWER_H

#include "law_base.h"
#include "family/oscillator.h"

/* c of a Tsuji-type dashpot that delivers e. */
CAROM_HOST double carom_quarter_power_exact(double e, double tension)
{
  const double sqrt5 = 2.23606797749978969641;
  return carom_oscillator_damping(-carom_log(e), tension, sqrt5);
}

/* d^(3/2) and d^(1/4) share one square root of d. */
CAROM_FN carom_force carom_quarter_power_force(carom_real stiffness, carom_real damping,
                                               carom_real d, carom_real v)
{
  const carom_real h = carom_positive(d);
  const carom_real root = CAROM_SQRT(h);
  carom_force f;
  f.elastic = stiffness * (h * root);
  f.dissipative = damping * CAROM_SQRT(root) * v;
  return f;
}

#define CAROM_FIELDS_QUARTER_POWER(F)                                                              \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_DAMPED(F, "N s/m^1.25")
#define CAROM_CONSTANTS_QUARTER_POWER(M) M(modulus, "Pa") M(damping_ratio, "1")
#define CAROM_COEFFICIENTS_QUARTER_POWER(M) M(stiffness, "N/m^1.5") M(damping, "N s/m^1.25")

/* Everything but the published formula, for a law L that lists the fields, constants and
 * coefficients above. */
#define CAROM_QUARTER_POWER(L)                                                                     \
  CAROM_DECLARE_STATELESS(L)                                                                       \
  CAROM_ONE_BRANCH(L)                                                                              \
                                                                                                   \
  CAROM_HOST double carom_##L##_exact(int which, double e, double tension)                         \
  {                                                                                                \
    (void)which;                                                                                   \
    return carom_quarter_power_exact(e, tension);                                                  \
  }                                                                                                \
                                                                                                   \
  CAROM_HOST double carom_##L##_damping_unit(const carom_##L##_settings *set,                      \
                                             const carom_pair *pair, int which)                    \
  {                                                                                                \
    (void)set, (void)which;                                                                        \
    return CAROM_SQRT(carom_hertz_stiffness(pair->modulus, pair->radius) * pair->mass);            \
  }                                                                                                \
                                                                                                   \
  CAROM_HOST void carom_##L##_prepare_materials(const carom_##L##_settings *set,                   \
                                                const carom_pair *pair, const double *damping,     \
                                                carom_##L##_constants *constant)                   \
  {                                                                                                \
    (void)set;                                                                                     \
    constant->modulus = pair->modulus;                                                             \
    constant->damping_ratio = damping[0];                                                          \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_prepare_contact(const carom_##L##_constants *constant,                 \
                                            carom_real radius, carom_real mass,                    \
                                            carom_##L##_coefficients *coef)                        \
  {                                                                                                \
    coef->stiffness = carom_hertz_stiffness(constant->modulus, radius);                            \
    coef->damping = constant->damping_ratio * CAROM_SQRT(coef->stiffness * mass);                  \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_force carom_##L##_force(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d,             \
                                         carom_real v, carom_real branch)                          \
  {                                                                                                \
    (void)state, (void)branch;                                                                     \
    return carom_quarter_power_force(coef->stiffness, coef->damping, d, v);                        \
  }                                                                                                \
                                                                                                   \
  CAROM_HERTZ_ENERGY(L)

#endif
