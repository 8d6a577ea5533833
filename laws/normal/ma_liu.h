/* SPDX-License-Identifier: MIT */
/* Ma-Liu: elastic, elastoplastic and fully plastic contact with memory.
 *
 * The virgin curve is that of family/ma_liu_curve.h; below the largest overlap d_m so far
 *
 *     U = K_u (d - d_r)^(3/2),   K_u = K sqrt(K q^(3/2) / L(q)),   q = min(d_m, d_p),
 *     d_r = d_m - (F_m / K_u)^(2/3)
 *
 * in both directions (family/memory.h). This is the reading of the papers that is continuous and
 * gives their restitution values; as printed, with the elastic force taken at the yield overlap,
 * the residual overlap would be negative.
 *
 * form: printed keeps the published joint at d_y. Where c_2 > 3/4 the elastoplastic piece then
 * lies above Hertz just after yield, the residual overlap is negative and energy is created (up to
 * 1.5 % for psi = 3, eps = 13). form: sound moves the joint to where the two curves cross again.
 *
 * Source: Ma and Liu, J. Appl. Mech. 82 (2015) 121006, as used by Wang et al. (Eqs 1-3 of the
 * viscous paper, Eqs 1-4 and 38 of the dashpot paper); the first not checked against the source. */
#ifndef CAROM_LAW_MA_LIU_H
#define CAROM_LAW_MA_LIU_H

#include "law_base.h"
#include "family/ma_liu_curve.h"
#include "family/hertz_unload.h"
#include "family/memory.h"
#include "family/root.h"

#define CAROM_INFO_ma_liu                                                                          \
  .name = "ma-liu", .aliases = "", .family = "elastoplastic",                                      \
  .summary = "Elastic, elastoplastic and fully plastic contact that remembers its dent.",          \
  .equation = "x = d/d_y:   F/F_y = x^(3/2)   then   x (c_1 + c_2 ln x) + c_3   then   "           \
              "f_p + k_1 (x - x_p)\n"                                                              \
              "unloading and reloading:   F = K_u (d - d_r)^(3/2)",                                \
  .validity = "Rate independent. Small strains. form: printed creates energy just above yield "    \
              "where eps < sqrt(2) exp(2 psi/1.61 - 1).",                                          \
  .source = "D. Ma, C. Liu, J. Appl. Mech. 82 (2015) 121006 (not checked against the source), "    \
            "as corrected from G. Wang et al.",                                                    \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_REMEMBERS | CAROM_LAW_YIELDS, .dampings = 0

#define CAROM_FIELDS_ma_liu(F)                                                                     \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_MA_LIU_CURVE(F)                                                                     \
  F(form, NULL, CAROM_WORD(0), 1, 0, "sound|printed",                                              \
    "sound: never creates energy; printed: as published, for comparison")                          \
  CAROM_FIELDS_MEMORY(F)
#define CAROM_CONSTANTS_ma_liu(M)                                                                  \
  M(yield_strain, "1")                                                                             \
  M(yield_pressure, "Pa")                                                                          \
  M(x_y, "1") M(x_p, "1") M(c_1, "1") M(c_2, "1") M(c_3, "1") M(p_0, "1") M(k_1, "1")
#define CAROM_COEFFICIENTS_ma_liu(M)                                                               \
  M(d_y, "m")                                                                                      \
  M(F_y, "N")                                                                                      \
  M(per_d_y, "1/m")                                                                                \
  M(x_y, "1") M(x_p, "1") M(c_1, "1") M(c_2, "1") M(c_3, "1") M(p_0, "1") M(k_1, "1")
#define CAROM_STATE_ma_liu(M) CAROM_STATE_HERTZ_UNLOAD(M)
#define CAROM_KINKS_ma_liu 2
#define CAROM_BREAKPOINTS_ma_liu CAROM_MEMORY_BREAKPOINTS(CAROM_KINKS_ma_liu)

CAROM_DECLARE(ma_liu)
CAROM_NO_DAMPING(ma_liu)

/* The printed virgin curve beyond yield minus Hertz, over u^2 with u = x - 1. Both curves have the
 * same value and slope at x = 1, so for small u the difference is summed as a series: the powers
 * from u^2 on of c_2 (1 + u) ln(1 + u) and of (1 + u)^(3/2). */
CAROM_HOST double carom_ma_liu_above_hertz(double u, const void *curve)
{
  const carom_ma_liu_curve *c = (const carom_ma_liu_curve *)curve;
  const double x = 1 + u;
  if (u < 0.1) {
    double sum = 0, power = 1, logarithm = 0.5, binomial = 0.375;
    for (int k = 2; k < 24; k++) {
      sum += power * (c->c_2 * logarithm - binomial);
      power *= u;
      logarithm *= -(k - 1.0) / (k + 1.0);
      binomial *= (1.5 - k) / (k + 1.0);
    }
    return sum;
  }
  const double elastoplastic = x * (c->c_1 + c->c_2 * carom_log(x)) + c->c_3;
  const double beyond_yield = x < c->x_p ? elastoplastic : c->f_p + c->k_1 * (x - c->x_p);
  return (beyond_yield - x * CAROM_SQRT(x)) / (u * u);
}

/* Where the virgin curve leaves Hertz for good: x = 1, or the crossing beyond it if the curve
 * rises above Hertz first, c_2 > 3/4. Hertz wins over any straight line in the end. */
CAROM_HOST double carom_ma_liu_sound_joint(const carom_ma_liu_curve *c)
{
  if (!(c->c_2 > 0.75)) return 1;
  double high = 1;
  while (carom_ma_liu_above_hertz(high, c) > 0)
    high *= 2;
  return 1 + carom_root(carom_ma_liu_above_hertz, c, 0, high);
}

CAROM_HOST void carom_ma_liu_prepare_materials(const carom_ma_liu_settings *set,
                                               const carom_pair *pair, const double *damping,
                                               carom_ma_liu_constants *constant)
{
  (void)damping;
  const carom_ma_liu_curve c = carom_ma_liu_curve_make(set->hardness_ratio, set->plastic_ratio);
  const bool sound = set->form == CAROM_WORD(0);
  constant->yield_strain = carom_ma_liu_yield_strain(pair->modulus, pair->yield);
  constant->yield_pressure = 1.61 * pair->yield;
  constant->x_y = sound ? carom_ma_liu_sound_joint(&c) : 1;
  constant->x_p = c.x_p > constant->x_y ? c.x_p : constant->x_y;
  constant->c_1 = c.c_1;
  constant->c_2 = c.c_2 * 0.69314718055994530942; /* the loop takes logarithms to base 2 */
  constant->c_3 = c.c_3;
  constant->p_0 = c.f_p - c.k_1 * c.x_p;
  constant->k_1 = c.k_1;
}

CAROM_FN void carom_ma_liu_prepare_contact(const carom_ma_liu_constants *constant,
                                           carom_real radius, carom_real mass,
                                           carom_ma_liu_coefficients *coef)
{
  (void)mass;
  coef->d_y = constant->yield_strain * radius;
  coef->F_y = 2.0 / 3.0 * CAROM_PI * radius * constant->yield_pressure * coef->d_y;
  coef->per_d_y = 1 / coef->d_y;
  coef->x_y = constant->x_y;
  coef->x_p = constant->x_p;
  coef->c_1 = constant->c_1;
  coef->c_2 = constant->c_2;
  coef->c_3 = constant->c_3;
  coef->p_0 = constant->p_0;
  coef->k_1 = constant->k_1;
}

CAROM_FN carom_real carom_ma_liu_reversible_limit(const carom_ma_liu_coefficients *coef)
{
  return coef->x_y * coef->d_y;
}

CAROM_FN void carom_ma_liu_kinks(const carom_ma_liu_coefficients *coef, carom_real *kink)
{
  kink[0] = coef->x_y * coef->d_y;
  kink[1] = coef->x_p * coef->d_y;
}

CAROM_FN carom_real carom_ma_liu_piece(const carom_ma_liu_coefficients *coef, carom_real x)
{
  const carom_real beyond_yield = x < coef->x_p ? 2.0 : 3.0;
  return x < coef->x_y ? 1.0 : beyond_yield;
}

CAROM_FN carom_real carom_ma_liu_curve_at(const carom_ma_liu_coefficients *coef, carom_real x,
                                          carom_real piece)
{
  const carom_real h = carom_positive(x);
  const carom_real logarithm = carom_log2(x > 1e-3 ? x : 1e-3);
  const carom_real elastoplastic = x * (coef->c_1 + coef->c_2 * logarithm) + coef->c_3;
  const carom_real plastic = coef->p_0 + coef->k_1 * x;
  const carom_real beyond_yield = piece > 2.5 ? plastic : elastoplastic;
  return piece < 1.5 ? h * CAROM_SQRT(h) : beyond_yield;
}

CAROM_FN carom_real carom_ma_liu_load_branch(const carom_ma_liu_coefficients *coef, carom_real d)
{
  return carom_ma_liu_piece(coef, d * coef->per_d_y);
}

CAROM_FN carom_real carom_ma_liu_load(const carom_ma_liu_coefficients *coef, carom_real d,
                                      carom_real piece)
{
  return coef->F_y * carom_ma_liu_curve_at(coef, d * coef->per_d_y, piece);
}

/* The integral of the elastoplastic piece, up to a constant. */
CAROM_FN carom_real carom_ma_liu_elastoplastic_work(const carom_ma_liu_coefficients *coef,
                                                    carom_real x)
{
  const carom_real half_square = 0.5 * x * x;
  const carom_real half_per_ln2 = 0.72134752044448170368; /* of the natural logarithm's integral */
  return half_square * (coef->c_1 + coef->c_2 * (carom_log2(x) - half_per_ln2)) + coef->c_3 * x;
}

CAROM_FN carom_real carom_ma_liu_load_work(const carom_ma_liu_coefficients *coef, carom_real d)
{
  const carom_real x = d * coef->per_d_y;
  const carom_real hertz_x = x < coef->x_y ? carom_positive(x) : coef->x_y;
  const carom_real middle_x = x < coef->x_y ? coef->x_y : x < coef->x_p ? x : coef->x_p;
  const carom_real plastic_x = x < coef->x_p ? coef->x_p : x;
  const carom_real hertz = 0.4 * (hertz_x * hertz_x * CAROM_SQRT(hertz_x));
  const carom_real middle = carom_ma_liu_elastoplastic_work(coef, middle_x) -
                            carom_ma_liu_elastoplastic_work(coef, coef->x_y);
  const carom_real plastic = (plastic_x - coef->x_p) *
                             (coef->p_0 + 0.5 * coef->k_1 * (plastic_x + coef->x_p));
  return coef->F_y * coef->d_y * (hertz + middle + plastic);
}

CAROM_HERTZ_UNLOAD(ma_liu, F_y, per_d_y)

/* d_m below the reversible limit leaves no dent. In the printed form the residual overlap may be
 * negative just above yield; that is kept, for comparison. */
CAROM_FN void carom_ma_liu_remember(const carom_ma_liu_coefficients *coef, carom_real d_m,
                                    carom_ma_liu_state *state)
{
  const carom_real x_m = d_m * coef->per_d_y;
  const carom_real q = x_m < coef->x_p ? x_m : coef->x_p;
  const carom_real f_q = carom_ma_liu_curve_at(coef, q, carom_ma_liu_piece(coef, q));
  const carom_real f_m = carom_ma_liu_curve_at(coef, x_m, carom_ma_liu_piece(coef, x_m));
  const carom_real k_u = CAROM_SQRT(q * CAROM_SQRT(q) / f_q);
  const carom_real x_r = x_m - carom_pow(f_m / k_u, 2.0 / 3.0);
  const bool dented = d_m > coef->x_y * coef->d_y;
  carom_ma_liu_dent(d_m, dented, x_r * coef->d_y, k_u, state);
}

CAROM_MEMORY(ma_liu)

#endif

CAROM_LAW(ma_liu)
