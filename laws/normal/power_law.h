/* SPDX-License-Identifier: MIT */
/* Hertz with a dashpot that grows as any power of the overlap.
 *
 *     F = K d^(3/2) + C d^b v,   C = c m*^(1-q) K^q v_r^(1-2q),   q = 2 (1 + b)/5
 *
 * d overlap, v approach speed, m* reduced mass, b exponent >= 0, c damping ratio, v_r reference
 * speed (the expected one if not given), K = (4/3) E* sqrt(R*). With b = 0, 1/4, 1/2, 3/2 these are
 * lee-herrmann, tsuji, kuwabara-kono and hu, which are faster. At a speed v the damping ratio is
 * c (v_r/v)^(1-2q). There is no damping_coefficient: its unit would depend on b.
 * Published: none. Exact: found by running impacts.
 * Source: the family of Kacianauskas, Kruggel-Emden, Zdancevicius, Markauskas, "Comparative
 * evaluation of normal viscoelastic contact force models in low velocity impact situations",
 * Eqs 7, 24. */
#ifndef CAROM_LAW_POWER_LAW_H
#define CAROM_LAW_POWER_LAW_H

#include "law_base.h"
#include "family/power_law.h"

/* d^b to a few units of 1e-15. With one exponent for all contacts of a block, compilers would hoist
 * the special cases of carom_pow out of the loop and not vectorise the rest. */
CAROM_FN carom_real carom_any_power(carom_real d, carom_real b)
{
  return carom_exp2(b * carom_log2(d > 1e-300 ? d : 1e-300));
}

#define CAROM_INFO_power_law                                                                       \
  .name = "power-law", .aliases = "", .family = "viscous",                                         \
  .summary = "Hertz with a dashpot growing as any power of the overlap.",                          \
  .equation = "F = K d^(3/2) + C d^b v,   C = c m*^(1-q) K^q v_r^(1-2q),   q = 2 (1 + b)/5,   "    \
              "K = (4/3) E* sqrt(R*)",                                                             \
  .validity = "Small strains, below first yield. For b = 0 the force jumps at touch. No formula "  \
              "for c was published: calibration is exact, or c is given.",                         \
  .source =                                                                                        \
      "R. Kacianauskas, H. Kruggel-Emden, E. Zdancevicius, D. Markauskas, Comparative evaluation " \
      "of normal viscoelastic contact force models in low velocity impact situations, Eqs 7, 24",  \
  .status = "Compared with a closed form.",                                                        \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC | CAROM_LAW_JUMPS_AT_TOUCH,    \
  .dampings = 1

#define CAROM_FIELDS_power_law(F)                                                                  \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  F(exponent, "1", 0.5, 0, 10, NULL,                                                               \
    "b of the dashpot C d^b v: 0 lee-herrmann, 0.25 tsuji, 0.5 kuwabara-kono, 1.5 hu")             \
  CAROM_FIELDS_RESTITUTION(F)                                                                      \
  CAROM_FIELDS_TENSION(F)                                                                          \
  CAROM_FIELDS_REFERENCE_SPEED(F)
#define CAROM_CONSTANTS_power_law(M) CAROM_CONSTANTS_POWER_LAW(M)
#define CAROM_COEFFICIENTS_power_law(M) CAROM_COEFFICIENTS_POWER_LAW(M, "N s/m^(1+b)")
#define CAROM_STATE_power_law(M)
#define CAROM_BREAKPOINTS_power_law 0
#define CAROM_EXPONENT_power_law(set) ((set)->exponent)
#define CAROM_SHAPE_power_law(coef, d, root) carom_any_power(d, (coef)->exponent)

CAROM_POWER_LAW(power_law)

CAROM_HOST double carom_power_law_published(int which, double e)
{
  (void)which, (void)e;
  return CAROM_NONE;
}

CAROM_HOST double carom_power_law_exact(int which, double e, double tension)
{
  (void)which, (void)e, (void)tension;
  return CAROM_NONE;
}

#endif

CAROM_LAW(power_law)
