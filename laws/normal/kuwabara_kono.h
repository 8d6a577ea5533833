/* SPDX-License-Identifier: MIT */
/* Kuwabara-Kono: viscoelastic spheres, Hertz with a dashpot growing as d^(1/2).
 *
 *     F = K d^(3/2) + C d^(1/2) v,   C = c m*^(2/5) K^(3/5) v_r^(-1/5),   K = (4/3) E* sqrt(R*)
 *
 * d overlap, v approach speed, m* reduced mass, c damping ratio, v_r reference speed (the expected
 * one if not given). Fast impacts lose more: at a speed v the damping ratio is c (v/v_r)^(1/5).
 * Published: none; the paper reads c off a graph.
 * Exact: no closed form is known; a fit to 1e-12 (family/power_law_fit.h).
 * Source: Kuwabara and Kono, Jpn. J. Appl. Phys. 26 (1987) 1230, not checked against the source; as
 * given by Kacianauskas, Kruggel-Emden, Zdancevicius, Markauskas, "Comparative evaluation of normal
 * viscoelastic contact force models in low velocity impact situations", Eqs 7, 12, 24. */
#ifndef CAROM_LAW_KUWABARA_KONO_H
#define CAROM_LAW_KUWABARA_KONO_H

#include "law_base.h"
#include "family/power_law.h"
#include "family/power_law_fit.h"

#define CAROM_INFO_kuwabara_kono                                                                   \
  .name = "kuwabara-kono", .aliases = "", .family = "viscous",                                     \
  .summary = "Viscoelastic spheres: Hertz with a dashpot growing as d^(1/2); restitution falls "   \
             "as the speed grows.",                                                                \
  .equation = "F = K d^(3/2) + C d^(1/2) v,   C = c m*^(2/5) K^(3/5) v_r^(-1/5),   "               \
              "K = (4/3) E* sqrt(R*)",                                                             \
  .validity = "Small strains, below first yield. No formula for c was published: calibration is "  \
              "exact, or c is given.",                                                             \
  .source = "G. Kuwabara, K. Kono, Jpn. J. Appl. Phys. 26 (1987) 1230 (not checked against the "   \
            "source), as given by R. Kacianauskas et al., Comparative evaluation of normal "       \
            "viscoelastic contact force models in low velocity impact situations, Eqs 7, 12",      \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

#define CAROM_FIELDS_kuwabara_kono(F) CAROM_FIELDS_POWER_LAW(F, "N s/m^1.5")
#define CAROM_CONSTANTS_kuwabara_kono(M) CAROM_CONSTANTS_POWER_LAW(M)
#define CAROM_COEFFICIENTS_kuwabara_kono(M) CAROM_COEFFICIENTS_POWER_LAW(M, "N s/m^1.5")
#define CAROM_STATE_kuwabara_kono(M)
#define CAROM_BREAKPOINTS_kuwabara_kono 0
#define CAROM_EXPONENT_kuwabara_kono(set) 0.5
#define CAROM_SHAPE_kuwabara_kono(coef, d, root) (root)

CAROM_POWER_LAW(kuwabara_kono)

CAROM_HOST double carom_kuwabara_kono_published(int which, double e)
{
  (void)which, (void)e;
  return CAROM_NONE;
}

CAROM_HOST double carom_kuwabara_kono_exact(int which, double e, double tension)
{
  (void)which;
  return carom_kuwabara_kono_fit(e, tension);
}

#endif

CAROM_LAW(kuwabara_kono)
