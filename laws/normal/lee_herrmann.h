/* SPDX-License-Identifier: MIT */
/* Lee-Herrmann: Hertz with a constant dashpot.
 *
 *     F = K d^(3/2) + C v,   C = c m*^(3/5) K^(2/5) v_r^(1/5),   K = (4/3) E* sqrt(R*)
 *
 * d overlap, v approach speed, m* reduced mass, c damping ratio, v_r reference speed (the expected
 * one if not given). The force jumps at touch, to C v. Slow impacts lose more: at a speed v the
 * damping ratio is c (v_r/v)^(1/5).
 * Published: c = 2 s(e), s = -ln e / sqrt(pi^2 + ln^2 e), the constant of a linear spring, which
 * the paper takes for this law too; the true one is 0.71 to 0.88 times that while tension is kept.
 * Exact: no closed form is known; a fit to 1e-12 (family/power_law_fit.h).
 * Source: Lee and Herrmann, J. Phys. A 26 (1993) 373, not checked against the source; as given by
 * Kacianauskas, Kruggel-Emden, Zdancevicius, Markauskas, "Comparative evaluation of normal
 * viscoelastic contact force models in low velocity impact situations", Eqs 7-9, 24. */
#ifndef CAROM_LAW_LEE_HERRMANN_H
#define CAROM_LAW_LEE_HERRMANN_H

#include "law_base.h"
#include "family/oscillator.h"
#include "family/power_law.h"
#include "family/power_law_fit.h"

#define CAROM_INFO_lee_herrmann                                                                    \
  .name = "lee-herrmann", .aliases = "", .family = "viscous",                                      \
  .summary = "Hertz with a constant dashpot: restitution falls as the speed falls.",               \
  .equation = "F = K d^(3/2) + C v,   C = c m*^(3/5) K^(2/5) v_r^(1/5),   K = (4/3) E* sqrt(R*)\n" \
              "published: c = 2 s(e),   s = -ln e / sqrt(pi^2 + ln^2 e)",                          \
  .validity =                                                                                      \
      "Small strains, below first yield. The force jumps at touch. The published constant is "     \
      "that of a linear spring: asked for 0.7 it delivers 0.655 while tension is kept.",           \
  .source = "J. Lee, H. J. Herrmann, J. Phys. A 26 (1993) 373 (not checked against the source), "  \
            "as given by R. Kacianauskas et al., Comparative evaluation of normal viscoelastic "   \
            "contact force models in low velocity impact situations, Eqs 7-9",                     \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC | CAROM_LAW_JUMPS_AT_TOUCH,    \
  .dampings = 1

#define CAROM_FIELDS_lee_herrmann(F) CAROM_FIELDS_POWER_LAW(F, "N s/m")
#define CAROM_CONSTANTS_lee_herrmann(M) CAROM_CONSTANTS_POWER_LAW(M)
#define CAROM_COEFFICIENTS_lee_herrmann(M) CAROM_COEFFICIENTS_POWER_LAW(M, "N s/m")
#define CAROM_STATE_lee_herrmann(M)
#define CAROM_BREAKPOINTS_lee_herrmann 0
#define CAROM_EXPONENT_lee_herrmann(set) 0.0
#define CAROM_SHAPE_lee_herrmann(coef, d, root) 1.0

CAROM_POWER_LAW(lee_herrmann)

CAROM_HOST double carom_lee_herrmann_published(int which, double e)
{
  (void)which;
  return carom_oscillator_damping(-carom_log(e), CAROM_KEEP, 2);
}

CAROM_HOST double carom_lee_herrmann_exact(int which, double e, double tension)
{
  (void)which;
  return carom_lee_herrmann_fit(e, tension);
}

#endif

CAROM_LAW(lee_herrmann)
