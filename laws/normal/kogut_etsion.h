/* SPDX-License-Identifier: MIT */
/* Kogut-Etsion: power laws fitted to finite elements, with memory. With x = d/d_c
 *
 *     F/F_c = x^1.5           x < x_1     Hertz
 *           = 1.03 x^1.425    x < x_2     elastoplastic
 *           = 1.40 x^1.263                elastoplastic, to x = 110
 *     U = F_m [(d - d_r)/(d_m - d_r)]^n   d < d_m: unloading and reloading
 *
 *     d_c = (pi K_nu H / 2 E*)^2 R*,   F_c = (4/3) E* sqrt(R*) d_c^(3/2)
 *     K_nu = 0.454 + 0.41 nu,   H = hardness_ratio s_y,   both of the softer body
 *     n = 1.5 x_m^-0.0331,   d_r/d_m = (1 - x_m^-0.28) (1 - x_m^-0.69),   x_m = d_m/d_c >= 1
 *
 * form: printed takes x_1 = 1 and x_2 = 6. The force then jumps by +3 % and +1.68 %, and an impact
 * that ends just above d_c rebounds up to 1.5 % faster than it arrived (x_m < 1.248). form: sound
 * moves the joints to where the curves cross, x_1 = 1.483 and x_2 = 6.649. The unloading fit alone
 * would still return more energy than was put in up to x_m = 1.114; up to there the contact is
 * treated as reversible.
 *
 * rule: basic and rule: enhanced are in turning/kogut_etsion_rules.h, not here.
 *
 * Validity: x <= 110, rate independent; beyond, the last powers are continued. Below x_m = 1 the
 * fits of n and d_r mean nothing and are not used.
 * Source: Kogut and Etsion, J. Appl. Mech. 69 (2002) 657; unloading: Etsion, Kligerman and Kadin,
 * Int. J. Solids Struct. 42 (2005) 3716; both as given by Warzecha and Grzejda in their paper on
 * multiple impacts, and not checked against the source. */
#ifndef CAROM_LAW_KOGUT_ETSION_H
#define CAROM_LAW_KOGUT_ETSION_H

#include "law_base.h"
#include "family/critical.h"
#include "family/memory.h"
#include "family/root.h"

#define CAROM_INFO_kogut_etsion                                                                    \
  .name = "kogut-etsion", .aliases = "", .family = "elastoplastic",                                \
  .summary = "Power laws fitted to finite elements; the contact remembers its dent.",              \
  .equation = "x = d/d_c:   F/F_c = x^1.5   then   1.03 x^1.425   then   1.40 x^1.263\n"           \
              "unloading and reloading:   F = F_m [(d - d_r)/(d_m - d_r)]^n",                      \
  .validity = "Rate independent. Fitted up to d = 110 d_c; beyond, the last powers are "           \
              "continued. form: printed jumps at d_c and 6 d_c and creates energy just above "     \
              "d_c.",                                                                              \
  .source = "L. Kogut, I. Etsion, J. Appl. Mech. 69 (2002) 657; I. Etsion, Y. Kligerman, "         \
            "Y. Kadin, Int. J. Solids Struct. 42 (2005) 3716; both as given by Warzecha and "      \
            "Grzejda and not checked against the source",                                          \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_REMEMBERS | CAROM_LAW_YIELDS | CAROM_LAW_JUMPS, .dampings = 0, .range = 110, \
  .range_of = "d_c"

#define CAROM_FIELDS_kogut_etsion(F)                                                               \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  F(hardness_ratio, "1", 2.8, 0.1, 20, NULL, "hardness over yield stress of the softer body")      \
  F(form, NULL, CAROM_WORD(0), 1, 0, "sound|printed",                                              \
    "sound: never creates energy; printed: as published, for comparison")                          \
  F(rule, NULL, CAROM_WORD(0), 1, 0, "memory|basic|enhanced",                                      \
    "memory: sound; basic, enhanced: as in a paper on multiple impacts, for comparison; these "    \
    "two only where a motion is resolved (impacts, chains)")                                       \
  CAROM_FIELDS_MEMORY(F)
#define CAROM_CONSTANTS_kogut_etsion(M) CAROM_CRITICAL_CONSTANTS(M) M(x_2, "1")
#define CAROM_COEFFICIENTS_kogut_etsion(M) CAROM_CRITICAL_COEFFICIENTS(M) M(d_2, "m")
#define CAROM_STATE_kogut_etsion(M) M(d_m, "m") M(d_r, "m") M(F_m, "N") M(per_span, "1/m") M(n, "1")
#define CAROM_KINKS_kogut_etsion 2
#define CAROM_BREAKPOINTS_kogut_etsion CAROM_MEMORY_BREAKPOINTS(CAROM_KINKS_kogut_etsion)

CAROM_DECLARE(kogut_etsion)
CAROM_NO_DAMPING(kogut_etsion)
CAROM_CRITICAL(kogut_etsion)

/* Exponent of the unloading curve, and residual over largest overlap. */
CAROM_FN carom_real carom_kogut_etsion_exponent(carom_real x_m)
{
  return 1.5 * carom_pow(x_m, -0.0331);
}

CAROM_FN carom_real carom_kogut_etsion_residual(carom_real x_m)
{
  return (1 - carom_pow(x_m, -0.28)) * (1 - carom_pow(x_m, -0.69));
}

/* The share of the work of Hertz loading up to x_m that the fitted unloading would keep. */
CAROM_HOST double carom_kogut_etsion_share_lost(double x_m, const void *none)
{
  (void)none;
  return 1 - 2.5 * (1 - carom_kogut_etsion_residual(x_m)) / (1 + carom_kogut_etsion_exponent(x_m));
}

CAROM_HOST void carom_kogut_etsion_prepare_materials(const carom_kogut_etsion_settings *set,
                                                     const carom_pair *pair, const double *damping,
                                                     carom_kogut_etsion_constants *constant)
{
  (void)damping;
  const double K_nu = 0.454 + 0.41 * pair->yield_poisson, H = set->hardness_ratio * pair->yield;
  const double root = 0.5 * CAROM_PI * K_nu * H / pair->modulus;
  const bool sound = set->form == CAROM_WORD(0);
  const double crossing_1 = carom_pow(1.03, 1 / (1.5 - 1.425)),
               crossing_2 = carom_pow(1.40 / 1.03, 1 / (1.425 - 1.263));
  constant->critical_strain = root * root;
  constant->critical_stress = 4.0 / 3.0 * pair->modulus * (root * root * root);
  constant->x_1 = sound ? crossing_1 : 1;
  constant->x_2 = sound ? crossing_2 : 6;
  /* the share lost is 0 at x = 1, negative beyond, and 0 again where the loss begins to count */
  constant->x_y = sound ? carom_root(carom_kogut_etsion_share_lost, NULL, 1.001, crossing_1) : 1;
}

CAROM_FN void carom_kogut_etsion_prepare_contact(const carom_kogut_etsion_constants *constant,
                                                 carom_real radius, carom_real mass,
                                                 carom_kogut_etsion_coefficients *coef)
{
  (void)mass;
  carom_kogut_etsion_critical(constant, radius, coef);
  coef->d_2 = constant->x_2 * coef->d_c;
}

CAROM_FN void carom_kogut_etsion_kinks(const carom_kogut_etsion_coefficients *coef,
                                       carom_real *kink)
{
  kink[0] = coef->d_1;
  kink[1] = coef->d_2;
}

CAROM_FN carom_real carom_kogut_etsion_load_branch(const carom_kogut_etsion_coefficients *coef,
                                                   carom_real d)
{
  const carom_real beyond = d < coef->d_2 ? 2.0 : 3.0;
  return d < coef->d_1 ? 1.0 : beyond;
}

/* Every piece of this law is factor * base^power. */
typedef struct carom_kogut_etsion_term {
  carom_real factor, base, power;
} carom_kogut_etsion_term;

CAROM_FN carom_kogut_etsion_term carom_kogut_etsion_virgin_term(
    const carom_kogut_etsion_coefficients *coef, carom_real d, carom_real piece)
{
  const carom_real beyond_factor = piece < 2.5 ? 1.03 : 1.40;
  const carom_real beyond_power = piece < 2.5 ? 1.425 : 1.263;
  carom_kogut_etsion_term t;
  t.factor = coef->F_c * (piece < 1.5 ? 1.0 : beyond_factor);
  t.base = carom_positive(d * coef->per_d_c);
  t.power = piece < 1.5 ? 1.5 : beyond_power;
  return t;
}

CAROM_FN carom_real carom_kogut_etsion_load(const carom_kogut_etsion_coefficients *coef,
                                            carom_real d, carom_real piece)
{
  const carom_kogut_etsion_term t = carom_kogut_etsion_virgin_term(coef, d, piece);
  return t.factor * carom_pow(t.base, t.power);
}

CAROM_FN carom_real carom_kogut_etsion_load_work(const carom_kogut_etsion_coefficients *coef,
                                                 carom_real d)
{
  const carom_real x_1 = coef->d_1 * coef->per_d_c, x_2 = coef->d_2 * coef->per_d_c;
  const carom_real x = carom_positive(d * coef->per_d_c);
  const carom_real first_x = x < x_1 ? x : x_1;
  const carom_real third_x = x < x_2 ? x_2 : x;
  const carom_real second_x = x < x_1 ? x_1 : x < x_2 ? x : x_2;
  const carom_real first = carom_pow(first_x, 2.5) / 2.5;
  const carom_real second = 1.03 / 2.425 * (carom_pow(second_x, 2.425) - carom_pow(x_1, 2.425));
  const carom_real third = 1.40 / 2.263 * (carom_pow(third_x, 2.263) - carom_pow(x_2, 2.263));
  return coef->F_c * coef->d_c * (first + second + third);
}

CAROM_FN carom_real carom_kogut_etsion_unload(const carom_kogut_etsion_coefficients *coef,
                                              const carom_kogut_etsion_state *state, carom_real d)
{
  (void)coef;
  return state->F_m * carom_pow(carom_positive((d - state->d_r) * state->per_span), state->n);
}

CAROM_FN carom_real carom_kogut_etsion_unload_work(const carom_kogut_etsion_coefficients *coef,
                                                   const carom_kogut_etsion_state *state,
                                                   carom_real d)
{
  return carom_kogut_etsion_unload(coef, state, d) * carom_positive(d - state->d_r) /
         (1 + state->n);
}

CAROM_FN void carom_kogut_etsion_remember(const carom_kogut_etsion_coefficients *coef,
                                          carom_real d_m, carom_kogut_etsion_state *state)
{
  const carom_real x_m = d_m * coef->per_d_c;
  const bool dented = d_m > coef->d_y;
  const carom_real virgin_piece = carom_kogut_etsion_load_branch(coef, d_m);
  const carom_real piece = dented ? virgin_piece : 1.0;
  const carom_real n = carom_kogut_etsion_exponent(x_m);
  const carom_real d_r = d_m * carom_kogut_etsion_residual(x_m);
  state->d_m = d_m;
  state->d_r = dented ? d_r : 0.0;
  state->F_m = carom_kogut_etsion_load(coef, d_m, piece);
  state->per_span = 1 / (d_m - state->d_r);
  state->n = dented ? n : 1.5;
}

/* Evaluates a single power, for whichever piece holds, instead of one per piece. */
CAROM_FN carom_force carom_kogut_etsion_force(const carom_kogut_etsion_coefficients *coef,
                                              const carom_kogut_etsion_state *state, carom_real d,
                                              carom_real v, carom_real branch)
{
  (void)v;
  const carom_kogut_etsion_term t = carom_kogut_etsion_virgin_term(coef, d, branch - 1);
  const carom_real dented_base = carom_positive((d - state->d_r) * state->per_span);
  const carom_real base = branch > 1 ? t.base : dented_base;
  const carom_real power = branch > 1 ? t.power : state->n;
  const carom_real factor = branch > 1 ? t.factor : state->F_m;
  carom_force f;
  f.elastic = factor * carom_pow(base, power);
  f.dissipative = 0;
  return f;
}

CAROM_MEMORY_STATE(kogut_etsion)

#endif

CAROM_LAW(kogut_etsion)
