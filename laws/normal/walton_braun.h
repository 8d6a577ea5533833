/* SPDX-License-Identifier: MIT */
/* Walton-Braun: one spring for loading, a stiffer one for unloading, with memory.
 *
 *     F = k_1 d                 d > d_m      loading
 *     U = k_2 (d - d_r)         d < d_m      unloading and reloading,   d_r = d_m (1 - k_1/k_2)
 *
 *     unloading: constant       k_2 = k_1 (1 + z)          e = sqrt(k_1/k_2) at any speed
 *     unloading: variable       k_2 = k_1 + S F_m          e = sqrt(w_0/(w_0 + S v)),
 *                                                          w_0 = sqrt(k_1/m*)
 *
 * F_m = k_1 d_m is the largest force so far. The damping constant is z = k_2/k_1 - 1 = 1/e^2 - 1;
 * in the variable form it belongs to an impact at the expected speed, S = z w_0/v. A loading
 * stiffness that is not given is the one with which an impact at the expected speed reaches the
 * same overlap as with Hertz's law, k_1 = m* v^2/d^2 with d = (5 m* v^2 / 4 K)^(2/5).
 *
 * Validity: rate independent; there is no elastic range, every first loading leaves a dent.
 * Source: Walton and Braun, J. Rheol. 30 (1986) 949, not checked against the source. */
#ifndef CAROM_LAW_WALTON_BRAUN_H
#define CAROM_LAW_WALTON_BRAUN_H

#include "law_base.h"
#include "family/equal_depth.h"
#include "family/memory.h"

#define CAROM_INFO_walton_braun                                                                    \
  .name = "walton-braun", .aliases = "", .family = "elastoplastic",                                \
  .summary = "A spring for loading and a stiffer one for unloading; it remembers its dent.",       \
  .equation = "F = k_1 d,   unloading and reloading:   F = k_2 (d - d_r)\n"                        \
              "k_2 = k_1 (1 + z)   or   k_1 + S F_m;   z = 1/e^2 - 1",                             \
  .validity = "Rate independent. No elastic range: every first loading leaves a dent. Constant "   \
              "unloading gives the same restitution at any speed; variable unloading gives the "   \
              "one asked for at the expected speed.",                                              \
  .source = "O. R. Walton, R. L. Braun, J. Rheol. 30 (1986) 949 (not checked against the "         \
            "source)",                                                                             \
  .status = "Compared with values of another code.",                                               \
  .numbers = "damping_ratio|unloading_stiffness|stiffness_growth", .traits = CAROM_LAW_REMEMBERS,  \
  .dampings = 1

#define CAROM_FIELDS_walton_braun(F)                                                               \
  F(loading_stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                       \
    "k_1 of F = k_1 d; if not given, the peak overlap at the expected speed is that of Hertz")     \
  F(unloading, NULL, CAROM_WORD(0), 1, 0, "constant|variable",                                     \
    "constant: k_2 is fixed; variable: k_2 = k_1 + S F_m grows with the largest force")            \
  F(restitution, "1", 0.7, 1e-3, 1, NULL,                                                          \
    "coefficient of restitution that is asked for; with variable unloading, at the expected "      \
    "speed")                                                                                       \
  F(calibration, NULL, CAROM_WORD(0), 1, 0, "exact|published",                                     \
    "the formula of the source is exact: both are the same")                                       \
  F(damping_ratio, "1", CAROM_UNSET, 0, 1e9, NULL, "z = k_2/k_1 - 1 instead of a restitution")     \
  F(unloading_stiffness, "N/m", CAROM_UNSET, 1e-6, 1e30, NULL,                                     \
    "k_2 instead of a restitution; with variable unloading, at the expected speed")                \
  F(stiffness_growth, "1/m", CAROM_UNSET, 1e-12, 1e30, NULL,                                       \
    "S of k_2 = k_1 + S F_m instead of a restitution; unloading is then variable")                 \
  CAROM_FIELDS_MEMORY(F)
#define CAROM_CONSTANTS_walton_braun(M)                                                            \
  M(k_1, "N/m") M(modulus, "Pa") M(speed, "m/s") M(z, "1") M(growth, "1") M(S, "1/m")
#define CAROM_COEFFICIENTS_walton_braun(M) M(k_1, "N/m") M(z, "1") M(S, "1/m")
#define CAROM_STATE_walton_braun(M) M(d_m, "m") M(d_r, "m") M(k_2, "N/m")
#define CAROM_KINKS_walton_braun 0
#define CAROM_BREAKPOINTS_walton_braun CAROM_MEMORY_BREAKPOINTS(CAROM_KINKS_walton_braun)

CAROM_DECLARE(walton_braun)

CAROM_HOST double carom_walton_braun_exact(int which, double e, double tension)
{
  (void)which, (void)tension;
  return (1 - e) * (1 + e) / (e * e);
}

CAROM_HOST double carom_walton_braun_published(int which, double e)
{
  return carom_walton_braun_exact(which, e, CAROM_CUT);
}

CAROM_HOST double carom_walton_braun_k_1(const carom_walton_braun_settings *set,
                                         const carom_pair *pair)
{
  return carom_equal_depth_stiffness(set->loading_stiffness, pair->modulus, pair->radius,
                                     pair->mass, pair->speed);
}

/* The divisor that converts a stiffness k_2 or a growth S to z. */
CAROM_HOST double carom_walton_braun_damping_unit(const carom_walton_braun_settings *set,
                                                  const carom_pair *pair, int which)
{
  (void)which;
  const double k_1 = carom_walton_braun_k_1(set, pair), k_2 = set->unloading_stiffness;
  if (k_2 > 0) return k_1 / (1 - k_1 / k_2);
  return CAROM_SQRT(k_1 / pair->mass) / pair->speed;
}

CAROM_HOST void carom_walton_braun_prepare_materials(const carom_walton_braun_settings *set,
                                                     const carom_pair *pair, const double *damping,
                                                     carom_walton_braun_constants *constant)
{
  const bool given_growth = set->stiffness_growth > 0;
  const bool variable = set->unloading == CAROM_WORD(1) || given_growth;
  constant->k_1 = carom_positive(set->loading_stiffness);
  constant->modulus = pair->modulus;
  constant->speed = pair->speed;
  constant->z = variable ? 0 : damping[0];
  constant->growth = variable && !given_growth ? damping[0] : 0;
  constant->S = given_growth ? set->stiffness_growth : 0;
}

/* A given growth S applies to bodies of any size; one that follows from a restitution is adapted to
 * deliver it for all sizes. */
CAROM_FN void carom_walton_braun_prepare_contact(const carom_walton_braun_constants *constant,
                                                 carom_real radius, carom_real mass,
                                                 carom_walton_braun_coefficients *coef)
{
  coef->k_1 = carom_equal_depth_stiffness(constant->k_1, constant->modulus, radius, mass,
                                          constant->speed);
  coef->z = constant->z;
  coef->S = constant->S + constant->growth * CAROM_SQRT(coef->k_1 / mass) / constant->speed;
}

CAROM_FN carom_real carom_walton_braun_reversible_limit(const carom_walton_braun_coefficients *coef)
{
  (void)coef;
  return 0;
}

CAROM_FN void carom_walton_braun_kinks(const carom_walton_braun_coefficients *coef,
                                       carom_real *kink)
{
  (void)coef, (void)kink;
}

CAROM_FN carom_real carom_walton_braun_load_branch(const carom_walton_braun_coefficients *coef,
                                                   carom_real d)
{
  (void)coef, (void)d;
  return 1;
}

CAROM_FN carom_real carom_walton_braun_load(const carom_walton_braun_coefficients *coef,
                                            carom_real d, carom_real piece)
{
  (void)piece;
  return coef->k_1 * d;
}

CAROM_FN carom_real carom_walton_braun_load_work(const carom_walton_braun_coefficients *coef,
                                                 carom_real d)
{
  const carom_real h = carom_positive(d);
  return 0.5 * coef->k_1 * (h * h);
}

CAROM_FN carom_real carom_walton_braun_unload(const carom_walton_braun_coefficients *coef,
                                              const carom_walton_braun_state *state, carom_real d)
{
  (void)coef;
  return state->k_2 * carom_positive(d - state->d_r);
}

CAROM_FN carom_real carom_walton_braun_unload_work(const carom_walton_braun_coefficients *coef,
                                                   const carom_walton_braun_state *state,
                                                   carom_real d)
{
  (void)coef;
  const carom_real h = carom_positive(d - state->d_r);
  return 0.5 * state->k_2 * (h * h);
}

CAROM_FN void carom_walton_braun_remember(const carom_walton_braun_coefficients *coef,
                                          carom_real d_m, carom_walton_braun_state *state)
{
  const carom_real excess = coef->z + coef->S * d_m; /* k_2/k_1 - 1 */
  state->d_m = d_m;
  state->d_r = d_m * (excess / (1 + excess));
  state->k_2 = coef->k_1 * (1 + excess);
}

CAROM_MEMORY(walton_braun)

#endif

CAROM_LAW(walton_braun)
