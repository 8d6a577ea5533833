/* SPDX-License-Identifier: MIT */
/* Hooke: a linear spring and a linear dashpot side by side (Kelvin-Voigt).
 *
 *     F = k d + 2 z sqrt(k m*) v
 *
 * d overlap, v approach speed, m* reduced mass, z damping ratio: 1 is critical. Restitution does
 * not depend on the speed; the force jumps at touch, to 2 z sqrt(k m*) v.
 *
 * k is given (stiffness), or follows from the duration of contact t_c (contact_time),
 *
 *     k = m* (pi^2 + ln^2 e) / t_c^2          while tension is kept
 *     k = m* (ln e / (z t_c))^2               in general (family/oscillator.h)
 *
 * or, if neither is given, is such that without damping the largest overlap at the expected speed
 * v_e is that of Hertz:
 *
 *     k = (16/15) A (15 m* v_e^2 / (16 A))^(1/5),   A = E* sqrt(R*)
 *
 * Published: z = -ln e / sqrt(pi^2 + ln^2 e), which is exact as long as tension is kept. Exact: the
 * closed form for the chosen treatment of tension. A spring constant is not a material property:
 * overlaps and times are only as meaningful as k. Source: Navarro, de Souza Braun, "Linear and
 * nonlinear Hertzian contact models for materials in multibody dynamics", Eqs 17-33. */
#ifndef CAROM_LAW_HOOKE_H
#define CAROM_LAW_HOOKE_H

#include "law_base.h"
#include "family/oscillator.h"

#define CAROM_INFO_hooke                                                                           \
  .name = "hooke", .aliases = "kelvin-voigt|linear-spring-dashpot", .family = "viscous",           \
  .summary = "Linear spring and linear dashpot: restitution independent of the speed.",            \
  .equation = "F = k d + 2 z sqrt(k m*) v\n"                                                       \
              "contact_time:   k = m* (ln e / (z t_c))^2,   "                                      \
              "which is m* (pi^2 + ln^2 e) / t_c^2 while tension is kept\n"                        \
              "neither:        k = (16/15) A (15 m* v_e^2 / (16 A))^(1/5),   A = E* sqrt(R*)\n"    \
              "published:      z = -ln e / sqrt(pi^2 + ln^2 e)",                                   \
  .validity = "k is not a property of the material; by default the largest overlap without "       \
              "damping is that of Hertz at the expected speed. The force jumps at touch. The "     \
              "published constant is exact only while tension is kept (tension: keep).",           \
  .source = "H. A. Navarro, M. P. de Souza Braun, Linear and nonlinear Hertzian contact models "   \
            "for materials in multibody dynamics, Eqs 17-33",                                      \
  .status = "Compared with values of another code.", .exclusive = "stiffness|contact_time",        \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_JUMPS_AT_TOUCH, .dampings = 1

#define CAROM_FIELDS_hooke(F)                                                                      \
  F(stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                               \
    "spring constant k; if not given, it follows from contact_time or from Hertz")                 \
  F(contact_time, "s", CAROM_UNSET, 1e-15, 1e9, NULL,                                              \
    "time from touch until the bodies part, instead of a stiffness")                               \
  CAROM_FIELDS_DAMPED(F, "N s/m")
#define CAROM_CONSTANTS_hooke(M)                                                                   \
  M(stiffness, "N/m") M(rate, "1/s") M(like_hertz, "N/(m^1.4 kg^0.2)") M(damping_ratio, "1")
#define CAROM_COEFFICIENTS_hooke(M) M(stiffness, "N/m") M(damping, "N s/m")
#define CAROM_STATE_hooke(M)
#define CAROM_BREAKPOINTS_hooke 0

CAROM_DECLARE_STATELESS(hooke)
CAROM_ONE_BRANCH(hooke)

CAROM_HOST double carom_hooke_published(int which, double e)
{
  (void)which;
  return carom_oscillator_damping(-carom_log(e), CAROM_KEEP, 1);
}

CAROM_HOST double carom_hooke_exact(int which, double e, double tension)
{
  (void)which;
  return carom_oscillator_damping(-carom_log(e), tension, 1);
}

/* Exactly one of stiffness, rate = sqrt(k/m*) and like_hertz differs from 0. */
CAROM_HOST void carom_hooke_prepare_materials(const carom_hooke_settings *set,
                                              const carom_pair *pair, const double *damping,
                                              carom_hooke_constants *constant)
{
  const bool given = set->stiffness > 0, timed = set->contact_time > 0;
  constant->stiffness = given ? set->stiffness : 0;
  constant->rate = timed ? carom_oscillator_time(damping[0], set->tension) / set->contact_time : 0;
  constant->like_hertz = given || timed ? 0
                                        : carom_pow(16.0 / 15.0 * pair->modulus, 0.8) *
                                              carom_pow(pair->speed, 0.4);
  constant->damping_ratio = damping[0];
}

CAROM_FN void carom_hooke_prepare_contact(const carom_hooke_constants *constant, carom_real radius,
                                          carom_real mass, carom_hooke_coefficients *coef)
{
  coef->stiffness = constant->stiffness + constant->rate * constant->rate * mass +
                    constant->like_hertz * carom_pow(radius * radius * mass, 0.2);
  coef->damping = 2 * constant->damping_ratio * CAROM_SQRT(coef->stiffness * mass);
}

/* 2 sqrt(k m*). A contact time and a coefficient c fix the loss, -ln e = c t_c / (2 m*), and the
 * damping ratio with it. */
CAROM_HOST double carom_hooke_damping_unit(const carom_hooke_settings *set, const carom_pair *pair,
                                           int which)
{
  (void)which;
  const double c = set->damping_coefficient;
  const bool both = c > 0 && set->contact_time > 0;
  const double loss = both ? c * set->contact_time / (2 * pair->mass) : 0;
  const double ratio = carom_oscillator_damping(loss, set->tension, 1);
  carom_hooke_constants constant;
  carom_hooke_coefficients coef;
  carom_hooke_prepare_materials(set, pair, &ratio, &constant);
  carom_hooke_prepare_contact(&constant, pair->radius, pair->mass, &coef);
  return 2 * CAROM_SQRT(coef.stiffness * pair->mass);
}

CAROM_FN carom_force carom_hooke_force(const carom_hooke_coefficients *coef,
                                       const carom_hooke_state *state, carom_real d, carom_real v,
                                       carom_real branch)
{
  (void)state, (void)branch;
  carom_force f;
  f.elastic = coef->stiffness * d;
  f.dissipative = coef->damping * v;
  return f;
}

CAROM_FN carom_energy carom_hooke_energy(const carom_hooke_coefficients *coef,
                                         const carom_hooke_state *state, carom_real d)
{
  (void)state;
  const carom_real h = carom_positive(d);
  carom_energy e;
  e.stored = 0.5 * coef->stiffness * (h * h);
  e.plastic = 0;
  return e;
}

#endif

CAROM_LAW(hooke)
