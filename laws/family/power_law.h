/* SPDX-License-Identifier: MIT */
/* Hertz with a dashpot that grows as a power of the overlap:
 *
 *     F = K d^(3/2) + C d^b v,   C = c m^(1-q) K^q v_r^(1-2q),   q = 2 (1 + b)/5
 *
 * C is a constant of the contact; the damping ratio c is a pure number because the reference speed
 * v_r makes it one. Restitution depends on c and on the impact speed over v_r; only for b = 1/4
 * (family/quarter_power.h) does the speed drop out. At v_r
 *
 *     1 - e = c C_1 + ...,   C_1 = 2 (5/4)^q (2/5) B(q, 3/2)
 *
 * A law L of this family defines, besides its lists,
 *
 *   CAROM_EXPONENT_L(settings)          b
 *   CAROM_SHAPE_L(coefficients, d, root)       d^b, where root is that of d
 */
#ifndef CAROM_FAMILY_POWER_LAW_H
#define CAROM_FAMILY_POWER_LAW_H

#include "law_base.h"

#define CAROM_FIELDS_REFERENCE_SPEED(F)                                                            \
  F(reference_speed, "m/s", CAROM_UNSET, 1e-9, 1e5, NULL,                                          \
    "speed at which the restitution asked for is delivered; if not given, the impact speed")
#define CAROM_FIELDS_POWER_LAW(F, coefficient_unit)                                                \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_DAMPED(F, coefficient_unit)                                                         \
  CAROM_FIELDS_REFERENCE_SPEED(F)
#define CAROM_CONSTANTS_POWER_LAW(M)                                                               \
  M(modulus, "Pa") M(exponent, "1") M(damping_ratio, "1") M(reference_speed, "m/s")
#define CAROM_COEFFICIENTS_POWER_LAW(M, coefficient_unit)                                          \
  M(stiffness, "N/m^1.5") M(damping, coefficient_unit) M(exponent, "1")

/* C for c = 1. */
CAROM_FN carom_real carom_power_law_unit(carom_real exponent, carom_real stiffness, carom_real mass,
                                         carom_real speed)
{
  const carom_real q = 0.4 * (1 + exponent);
  return mass * carom_pow(stiffness / mass, q) * carom_pow(speed, 1 - 2 * q);
}

/* Everything but the published and the exact constant. */
#define CAROM_POWER_LAW(L)                                                                         \
  CAROM_DECLARE_STATELESS(L)                                                                       \
  CAROM_ONE_BRANCH(L)                                                                              \
                                                                                                   \
  CAROM_HOST double carom_##L##_reference_speed(const carom_##L##_settings *set,                   \
                                                const carom_pair *pair)                            \
  {                                                                                                \
    return set->reference_speed > 0 ? set->reference_speed : pair->speed;                          \
  }                                                                                                \
                                                                                                   \
  CAROM_HOST double carom_##L##_damping_unit(const carom_##L##_settings *set,                      \
                                             const carom_pair *pair, int which)                    \
  {                                                                                                \
    (void)which;                                                                                   \
    return carom_power_law_unit(CAROM_EXPONENT_##L(set),                                           \
                                carom_hertz_stiffness(pair->modulus, pair->radius), pair->mass,    \
                                carom_##L##_reference_speed(set, pair));                           \
  }                                                                                                \
                                                                                                   \
  CAROM_HOST void carom_##L##_prepare_materials(const carom_##L##_settings *set,                   \
                                                const carom_pair *pair, const double *damping,     \
                                                carom_##L##_constants *constant)                   \
  {                                                                                                \
    constant->modulus = pair->modulus;                                                             \
    constant->exponent = CAROM_EXPONENT_##L(set);                                                  \
    constant->damping_ratio = damping[0];                                                          \
    constant->reference_speed = carom_##L##_reference_speed(set, pair);                            \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_prepare_contact(const carom_##L##_constants *constant,                 \
                                            carom_real radius, carom_real mass,                    \
                                            carom_##L##_coefficients *coef)                        \
  {                                                                                                \
    coef->stiffness = carom_hertz_stiffness(constant->modulus, radius);                            \
    coef->damping = constant->damping_ratio * carom_power_law_unit(constant->exponent,             \
                                                                   coef->stiffness, mass,          \
                                                                   constant->reference_speed);     \
    coef->exponent = constant->exponent;                                                           \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_force carom_##L##_force(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d,             \
                                         carom_real v, carom_real branch)                          \
  {                                                                                                \
    (void)state, (void)branch;                                                                     \
    const carom_real h = carom_positive(d);                                                        \
    const carom_real root = CAROM_SQRT(h);                                                         \
    carom_force f;                                                                                 \
    f.elastic = coef->stiffness * (h * root);                                                      \
    f.dissipative = coef->damping * CAROM_SHAPE_##L(coef, h, root) * v;                            \
    return f;                                                                                      \
  }                                                                                                \
                                                                                                   \
  CAROM_HERTZ_ENERGY(L)

#endif
