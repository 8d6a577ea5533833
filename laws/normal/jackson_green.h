/* SPDX-License-Identifier: MIT */
/* Jackson-Green: elastoplastic contact whose hardness falls as the contact grows, with memory.
 *
 * With x = d/d_c, e_y = s_y/E* and C = 1.295 exp(0.736 nu), nu of the softer body:
 *
 *     F/F_c = x^1.5                                                           x < x_1    Hertz
 *           = exp(-x^(5/12)/4) x^1.5 + (4 H_G/(C s_y)) [1 - exp(-x^(5/9)/25)] x
 *     U = K_u (d - d_r)^(3/2)                          d < d_m: unloading and reloading
 *
 *     d_c = (pi C e_y/2)^2 R*,   F_c = (4/3) E* sqrt(R*) d_c^(3/2)
 *     H_G/s_y = 2.84 {1 - exp[-0.82 (a/R)^-0.7]},   a/R = (pi C e_y/2) sqrt[x (x/1.9)^B]
 *     B = 0.14 exp(23 e_y)
 *     d_r/d_m = 1.02 {1 - [(x_m + 5.9)/6.9]^-0.54},   x_m = d_m/d_c >= 1,   at most 0.99
 *     K_u = F_m/(d_m - d_r)^(3/2)
 *
 * form: printed takes x_1 = 1.9, where the force jumps: by +7.5 % for nu = 0, +0.5 % for nu = 0.3,
 * -3.4 % for nu = 0.5. After a jump up a deeper dent may cost less than a shallower one, which
 * creates energy. form: sound moves the joint to where the two curves cross (2.086 for steel with
 * nu = 0.283); from there on the second one is lower. First yield stays at x = 1 unless they cross
 * before. The fit of d_r/d_m reaches 1 near x_m = 10^4, hence the cap.
 *
 * Validity: rate independent; a fit to finite elements of metals. For e_y near 0.1 and beyond, the
 * fitted force falls again at large overlaps.
 * Source: Jackson and Green, J. Tribol. 127 (2005) 343; unloading: Jackson, Green and Marghitu,
 * Nonlinear Dyn. 60 (2010) 217. Not checked against the source; a later revision has another H_G.
 */
#ifndef CAROM_LAW_JACKSON_GREEN_H
#define CAROM_LAW_JACKSON_GREEN_H

#include "law_base.h"
#include "family/critical.h"
#include "family/gauss.h"
#include "family/hertz_unload.h"
#include "family/memory.h"
#include "family/root.h"

#define CAROM_INFO_jackson_green                                                                   \
  .name = "jackson-green", .aliases = "", .family = "elastoplastic",                               \
  .summary = "Elastoplastic contact whose hardness falls as it grows; it remembers its dent.",     \
  .equation = "x = d/d_c:   F/F_c = x^1.5   then   "                                               \
              "exp(-x^(5/12)/4) x^1.5 + (4 H_G/(C s_y)) [1 - exp(-x^(5/9)/25)] x\n"                \
              "unloading and reloading:   F = K_u (d - d_r)^(3/2)",                                \
  .validity = "Rate independent. A fit to finite elements of metals, s_y/E* well below 0.1; "      \
              "d_r/d_m is capped at 0.99. form: printed jumps at 1.9 d_c and may create energy "   \
              "there.",                                                                            \
  .source = "R. L. Jackson, I. Green, J. Tribol. 127 (2005) 343; R. L. Jackson, I. Green, "        \
            "D. B. Marghitu, Nonlinear Dyn. 60 (2010) 217 (not checked against the source)",       \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_REMEMBERS | CAROM_LAW_YIELDS | CAROM_LAW_JUMPS, .dampings = 0

#define CAROM_FIELDS_jackson_green(F)                                                              \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  F(form, NULL, CAROM_WORD(0), 1, 0, "sound|printed",                                              \
    "sound: never creates energy; printed: as published, for comparison")                          \
  CAROM_FIELDS_MEMORY(F)
#define CAROM_CONSTANTS_jackson_green(M)                                                           \
  CAROM_CRITICAL_CONSTANTS(M) M(h_s, "1") M(h_0, "1") M(h_1, "1")
#define CAROM_COEFFICIENTS_jackson_green(M)                                                        \
  CAROM_CRITICAL_COEFFICIENTS(M) M(h_s, "1") M(h_0, "1") M(h_1, "1")
#define CAROM_STATE_jackson_green(M) CAROM_STATE_HERTZ_UNLOAD(M)
#define CAROM_KINKS_jackson_green 1
#define CAROM_BREAKPOINTS_jackson_green CAROM_MEMORY_BREAKPOINTS(CAROM_KINKS_jackson_green)

/* The elastoplastic piece. All its powers of x share one logarithm, and every exponential is one
 * to base 2: 4 H_G/(C s_y) = h_s {1 - 2^-(2^(h_0 + h_1 log2 x))}. */
CAROM_FN carom_real carom_jackson_green_plastic(carom_real x, carom_real logarithm, carom_real h_s,
                                                carom_real h_0, carom_real h_1)
{
  const carom_real log2_e = 1.44269504088896340736;
  const carom_real fading = carom_exp2(-0.25 * log2_e * carom_exp2(5.0 / 12.0 * logarithm));
  const carom_real spread = 1 - carom_exp2(-0.04 * log2_e * carom_exp2(5.0 / 9.0 * logarithm));
  const carom_real hardness = h_s * (1 - carom_exp2(-carom_exp2(h_0 + h_1 * logarithm)));
  return x * (fading * CAROM_SQRT(x) + hardness * spread);
}

CAROM_FN carom_real carom_jackson_green_elastoplastic(carom_real x, carom_real h_s, carom_real h_0,
                                                      carom_real h_1)
{
  const carom_real h = x > 1e-3 ? x : 1e-3;
  return carom_jackson_green_plastic(h, carom_log2(h), h_s, h_0, h_1);
}

CAROM_DECLARE(jackson_green)
CAROM_NO_DAMPING(jackson_green)
CAROM_CRITICAL(jackson_green)

/* The elastoplastic piece over Hertz, minus 1: positive for small x, and falling through 0 once. */
CAROM_HOST double carom_jackson_green_above_hertz(double x, const void *constants)
{
  const carom_jackson_green_constants *c = (const carom_jackson_green_constants *)constants;
  return carom_jackson_green_elastoplastic(x, c->h_s, c->h_0, c->h_1) / (x * CAROM_SQRT(x)) - 1;
}

CAROM_HOST double carom_jackson_green_crossing(const carom_jackson_green_constants *c)
{
  double low = 1, high = 1;
  while (low > 1e-3 && !(carom_jackson_green_above_hertz(low, c) > 0))
    low *= 0.5;
  while (carom_jackson_green_above_hertz(high, c) > 0)
    high *= 2;
  return carom_root(carom_jackson_green_above_hertz, c, low, high);
}

CAROM_HOST void carom_jackson_green_prepare_materials(const carom_jackson_green_settings *set,
                                                      const carom_pair *pair, const double *damping,
                                                      carom_jackson_green_constants *constant)
{
  (void)damping;
  const double C = 1.295 * carom_exp(0.736 * pair->yield_poisson);
  const double e_y = pair->yield / pair->modulus, B = 0.14 * carom_exp(23 * e_y);
  const double root = 0.5 * CAROM_PI * C * e_y;
  const double log2_e = 1.44269504088896340736;
  constant->critical_strain = root * root;
  constant->critical_stress = 4.0 / 3.0 * pair->modulus * (root * root * root);
  /* 0.82 (a/R)^-0.7 log2(e) = 2^(h_0 + h_1 log2 x) */
  constant->h_s = 4 * 2.84 / C;
  constant->h_0 = carom_log2(0.82 * log2_e) - 0.7 * (carom_log2(root) - 0.5 * B * carom_log2(1.9));
  constant->h_1 = -0.35 * (1 + B);
  constant->x_1 = set->form == CAROM_WORD(0) ? carom_jackson_green_crossing(constant) : 1.9;
  constant->x_y = constant->x_1 < 1 ? constant->x_1 : 1;
}

CAROM_FN void carom_jackson_green_prepare_contact(const carom_jackson_green_constants *constant,
                                                  carom_real radius, carom_real mass,
                                                  carom_jackson_green_coefficients *coef)
{
  (void)mass;
  carom_jackson_green_critical(constant, radius, coef);
  coef->h_s = constant->h_s;
  coef->h_0 = constant->h_0;
  coef->h_1 = constant->h_1;
}

CAROM_FN void carom_jackson_green_kinks(const carom_jackson_green_coefficients *coef,
                                        carom_real *kink)
{
  kink[0] = coef->d_1;
}

CAROM_FN carom_real carom_jackson_green_load_branch(const carom_jackson_green_coefficients *coef,
                                                    carom_real d)
{
  return d < coef->d_1 ? 1.0 : 2.0;
}

CAROM_FN carom_real carom_jackson_green_curve_at(const carom_jackson_green_coefficients *coef,
                                                 carom_real x, carom_real piece)
{
  const carom_real h = carom_positive(x);
  const carom_real beyond = carom_jackson_green_elastoplastic(x, coef->h_s, coef->h_0, coef->h_1);
  return piece < 1.5 ? h * CAROM_SQRT(h) : beyond;
}

CAROM_FN carom_real carom_jackson_green_load(const carom_jackson_green_coefficients *coef,
                                             carom_real d, carom_real piece)
{
  return coef->F_c * carom_jackson_green_curve_at(coef, d * coef->per_d_c, piece);
}

/* The work from log2 x = log2_x_1 + from on, over a stretch of this length in log2 x. */
CAROM_FN carom_real carom_jackson_green_stretch(const carom_jackson_green_coefficients *coef,
                                                carom_real log2_x_1, carom_real from,
                                                carom_real length)
{
  const carom_real ln2 = 0.69314718055994530942;
  carom_real term[CAROM_GAUSS_POINTS], sum = 0;
  for (int k = 0; k < CAROM_GAUSS_POINTS; k++) {
    const carom_real logarithm = log2_x_1 + (from + length * carom_gauss_node(k));
    const carom_real x = carom_exp2(logarithm);
    term[k] = x * carom_jackson_green_plastic(x, logarithm, coef->h_s, coef->h_0, coef->h_1);
  }
  for (int k = 0; k < CAROM_GAUSS_POINTS; k++)
    sum += carom_gauss_weight(k) * term[k];
  return ln2 * length * sum;
}

/* How far above x_1, in log2 x and up to `range`, the hardness is 1 - 2^-(2^y) of its largest. */
CAROM_FN carom_real carom_jackson_green_fallen(const carom_jackson_green_coefficients *coef,
                                               carom_real y, carom_real log2_x_1, carom_real range)
{
  const carom_real from = carom_positive((y - coef->h_0) / coef->h_1 - log2_x_1);
  return from < range ? from : range;
}

/* The elastoplastic piece has no closed integral. In log x it is so smooth that the Gauss rule is
 * exact to rounding over a factor of 32 in x; larger overlaps take several such stretches. Only
 * where s_y is near E* or above does the hardness fall within less: from 1 - 2^-64 of its largest
 * to 2^-56, which then takes stretches of its own. */
CAROM_FN carom_real carom_jackson_green_load_work(const carom_jackson_green_coefficients *coef,
                                                  carom_real d)
{
  enum { FALL = 16 };                                 /* stretches of the fall */
  const carom_real longest = 5, begin = 6, end = -56; /* in log2 x, in y */
  const carom_real x_1 = coef->d_1 * coef->per_d_c, x = carom_positive(d * coef->per_d_c);
  const carom_real hertz_x = x < x_1 ? x : x_1;
  const carom_real log2_x_1 = carom_log2(x_1);
  const carom_real range = x > x_1 ? carom_log2(x / x_1) : 0.0;
  const bool steep = -longest * coef->h_1 > (begin - end) / (carom_real)FALL;
  const carom_real top = steep ? carom_jackson_green_fallen(coef, begin, log2_x_1, range) : range;
  const carom_real foot = steep ? carom_jackson_green_fallen(coef, end, log2_x_1, range) : range;
  const carom_real part = (foot - top) / (carom_real)FALL;
  carom_real work = 0.4 * (hertz_x * hertz_x * CAROM_SQRT(hertz_x));
  for (carom_real from = 0; from < top; from += longest)
    work += carom_jackson_green_stretch(coef, log2_x_1, from,
                                        top - from < longest ? top - from : longest);
  for (int k = 0; part > 0 && k < FALL; k++)
    work += carom_jackson_green_stretch(coef, log2_x_1, top + k * part, part);
  for (carom_real from = foot; from < range; from += longest)
    work += carom_jackson_green_stretch(coef, log2_x_1, from,
                                        range - from < longest ? range - from : longest);
  return coef->F_c * coef->d_c * work;
}

CAROM_HERTZ_UNLOAD(jackson_green, F_c, per_d_c)

CAROM_FN void carom_jackson_green_remember(const carom_jackson_green_coefficients *coef,
                                           carom_real d_m, carom_jackson_green_state *state)
{
  const carom_real x_m = d_m * coef->per_d_c;
  const carom_real fit = 1.02 * (1 - carom_pow((x_m + 5.9) / 6.9, -0.54));
  const carom_real capped = fit < 0.99 ? fit : 0.99;
  const carom_real x_r = x_m * (x_m > 1 ? capped : 0.0);
  const carom_real span = x_m - x_r;
  const carom_real f_m = carom_jackson_green_curve_at(coef, x_m,
                                                      carom_jackson_green_load_branch(coef, d_m));
  const bool dented = d_m > coef->d_y;
  carom_jackson_green_dent(d_m, dented, x_r * coef->d_c, f_m / (span * CAROM_SQRT(span)), state);
}

CAROM_MEMORY(jackson_green)

#endif

CAROM_LAW(jackson_green)
