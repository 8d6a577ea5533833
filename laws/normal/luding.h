/* SPDX-License-Identifier: MIT */
/* Luding: the linear elastoplastic law of powders, Walton and Braun's with adhesion that grows with
 * the dent,
 *
 *     F = k_1 d                  d > d_m             loading
 *     F = k_2 (d - d_0)          d_n < d < d_m       unloading and reloading, d_0 = d_m (1 -
 * k_1/k_2) F = -k_c d                 0 < d < d_n         tearing, d_n = d_m (k_2 - k_1)/(k_2 +
 * k_c)
 *
 * Tearing is irreversible: d_m shrinks so that d_n follows the present overlap, and the bodies
 * separate at d = 0 without a dent. If the motion reverses before that, the contact reloads along
 * k_2 from there. The Edinburgh law is the same with a power of the overlap and a constant pull;
 * this is its linear form without the latter. Without adhesion it is `walton-braun`, except that
 * the dent ends with the contact.
 *
 *     e^2 = k_1/k_2 - k_c (k_2 - k_1)^2 / (k_1 k_2 (k_2 + k_c))    at any speed; below 0 they stick
 *
 * Stored energy is measured from separation: that of the spring minus the work of tearing. It is
 * therefore negative for bodies that stick, and all dissipation is booked while d_m grows. The
 * damping constant is z = k_2/k_1 - 1. A loading stiffness that is not given is that of
 * walton-braun.
 *
 * Validity: rate independent; no elastic range.
 * Source: S. Luding, Granul. Matter 10 (2008) 235; Edinburgh: S. C. Thakur, J. P. Morrissey, J.
 * Sun, J. F. Chen, J. Y. Ooi, Granul. Matter 16 (2014) 383 (neither checked). */
#ifndef CAROM_LAW_LUDING_H
#define CAROM_LAW_LUDING_H

#include "law_base.h"
#include "family/equal_depth.h"

#define CAROM_INFO_luding                                                                          \
  .name = "luding", .aliases = "edinburgh-linear|elastoplastic-adhesive", .family = "adhesive",    \
  .summary = "Springs for loading and unloading, and adhesion that grows with the dent.",          \
  .equation = "F = k_1 d,   unloading and reloading:   F = k_2 (d - d_0) >= -k_c d\n"              \
              "d_0 = d_m (1 - k_1/k_2),   tearing:   d_m = d (k_2 + k_c)/(k_2 - k_1)",             \
  .validity = "Rate independent. No elastic range: every loading leaves a dent, whose adhesion "   \
              "grows with it; the same restitution at any speed.",                                 \
  .source = "S. Luding, Granul. Matter 10 (2008) 235; S. C. Thakur et al., Granul. Matter 16 "     \
            "(2014) 383 (not checked against either)",                                             \
  .status = "Restitution by its closed form; paths with tearing and reloading.",                   \
  .numbers = "damping_ratio", .traits = CAROM_LAW_REMEMBERS | CAROM_LAW_ADHERES, .dampings = 1

#define CAROM_FIELDS_luding(F)                                                                     \
  F(loading_stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                       \
    "k_1 of F = k_1 d; if not given, the peak overlap at the expected speed is that of Hertz")     \
  F(adhesion_ratio, "1", 0.2, 0, 1e6, NULL, "k_c/k_1")                                             \
  F(restitution, "1", 0.5, 1e-3, 1, NULL, "coefficient of restitution that is asked for")          \
  F(damping_ratio, "1", CAROM_UNSET, 0, 1e9, NULL, "z = k_2/k_1 - 1 instead of a restitution")
#define CAROM_CONSTANTS_luding(M)                                                                  \
  M(k_1, "N/m") M(modulus, "Pa") M(speed, "m/s") M(z, "1") M(adhesion, "1")
#define CAROM_COEFFICIENTS_luding(M)                                                               \
  M(k_1, "N/m")                                                                                    \
  M(k_2, "N/m")                                                                                    \
  M(k_c, "N/m")                                                                                    \
  M(zero, "1")                                                                                     \
  M(neck, "1")                                                                                     \
  M(loss, "N/m")                                                                                   \
  M(tear, "N/m")
#define CAROM_STATE_luding(M) M(d_m, "m") M(d_0, "m") M(lost, "J")
#define CAROM_BREAKPOINTS_luding 2

CAROM_DECLARE(luding)

CAROM_HOST double carom_luding_exact(int which, double e, double separation)
{
  (void)which, (void)e, (void)separation;
  return CAROM_NONE; /* it depends on k_c/k_1 */
}

CAROM_HOST double carom_luding_published(int which, double e)
{
  (void)which, (void)e;
  return CAROM_NONE;
}

CAROM_NO_DAMPING_UNIT(luding)

CAROM_HOST void carom_luding_prepare_materials(const carom_luding_settings *set,
                                               const carom_pair *pair, const double *damping,
                                               carom_luding_constants *constant)
{
  constant->k_1 = carom_positive(set->loading_stiffness);
  constant->modulus = pair->modulus;
  constant->speed = pair->speed;
  constant->z = damping[0];
  constant->adhesion = set->adhesion_ratio;
}

/* Of a dent d_m: d_0 = zero d_m, d_n = neck d_m; loading to it loses loss d_m^2, tearing it off
 * from the spring at rest takes tear d_m^2. */
CAROM_FN void carom_luding_prepare_contact(const carom_luding_constants *constant,
                                           carom_real radius, carom_real mass,
                                           carom_luding_coefficients *coef)
{
  const carom_real k_1 = carom_equal_depth_stiffness(constant->k_1, constant->modulus, radius, mass,
                                                     constant->speed);
  const carom_real b = 1 + constant->z, c = constant->adhesion, neck = constant->z / (b + c);
  coef->k_1 = k_1;
  coef->k_2 = k_1 * b;
  coef->k_c = k_1 * c;
  coef->zero = constant->z / b;
  coef->neck = neck;
  coef->tear = 0.5 * k_1 * c * (neck * neck) * (1 + c / b);
  coef->loss = 0.5 * k_1 * (constant->z / b) + coef->tear;
}

/* 2: loading; 1: along the spring; -1: tearing. */
CAROM_FN carom_real carom_luding_branch(const carom_luding_coefficients *coef,
                                        const carom_luding_state *state, carom_real d)
{
  return d > state->d_m ? 2.0 : d < coef->neck * state->d_m ? -1.0 : 1.0;
}

CAROM_FN void carom_luding_breakpoints(const carom_luding_coefficients *coef,
                                       const carom_luding_state *state, carom_real *breakpoint)
{
  const carom_real neck = coef->neck * state->d_m;
  breakpoint[0] = state->d_m;
  breakpoint[1] = neck > 0 ? neck : -1;
}

CAROM_FN carom_force carom_luding_force(const carom_luding_coefficients *coef,
                                        const carom_luding_state *state, carom_real d, carom_real v,
                                        carom_real branch)
{
  (void)v;
  const carom_real spring = coef->k_2 * (d - state->d_0);
  carom_force f;
  f.elastic = branch > 1 ? coef->k_1 * d : branch < 0 ? -coef->k_c * carom_positive(d) : spring;
  f.dissipative = 0;
  return f;
}

CAROM_FN void carom_luding_commit(const carom_luding_coefficients *coef, carom_luding_state *state,
                                  carom_real d)
{
  const carom_real before = state->d_m, neck = coef->neck > 0 ? coef->neck : 1.0;
  const carom_real torn = d < coef->neck * before ? carom_positive(d) / neck : before;
  const carom_real more = coef->loss * (d * d - before * before);
  state->d_m = d > before ? d : torn;
  state->d_0 = coef->zero * state->d_m;
  state->lost = state->lost + (d > before ? more : 0.0);
}

CAROM_FN carom_energy carom_luding_energy(const carom_luding_coefficients *coef,
                                          const carom_luding_state *state, carom_real d)
{
  carom_luding_state s = *state;
  carom_luding_commit(coef, &s, d);
  const carom_real away = d > 0 ? d - s.d_0 : 0.0;
  carom_energy e;
  e.stored = 0.5 * coef->k_2 * (away * away) - coef->tear * (s.d_m * s.d_m);
  e.plastic = s.lost;
  return e;
}

CAROM_FN void carom_luding_virgin(const carom_luding_coefficients *coef, carom_luding_state *state)
{
  (void)coef;
  state->d_m = 0;
  state->d_0 = 0;
  state->lost = 0;
}

CAROM_FN void carom_luding_touch(const carom_luding_coefficients *coef, carom_luding_state *state,
                                 carom_real v)
{
  (void)coef, (void)state, (void)v;
}

#endif

CAROM_LAW(luding)
