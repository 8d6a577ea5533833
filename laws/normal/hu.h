/* SPDX-License-Identifier: MIT */
/* Hu: Hertz with a dashpot growing as d^(3/2), its coefficient a constant of the contact.
 *
 *     F = K d^(3/2) (1 + c v / v_r),   K = (4/3) E* sqrt(R*)
 *
 * d overlap, v approach speed, c damping ratio, v_r reference speed (the expected one if not
 * given). The form of the hysteresis laws (family/hysteresis.h), but v_r does not follow the
 * speed at first touch: at a speed v the damping ratio is c v/v_r, and fast impacts lose more.
 * This is not `hu-guo`, which is a hysteresis law.
 * Published: the fit c = -6.66264 ln e / (3.85238 + ln e) for e >= 0.05, between 2.8 % below and
 * 16.5 % above the true value. Exact: the relation of the hysteresis laws at v_r.
 * Source: G. Hu, Z. Hu, Jian, Liu, Wan, J. Comput. 6 (2011) 984, not checked against the source; as
 * given by Kacianauskas, Kruggel-Emden, Zdancevicius, Markauskas, "Comparative evaluation of normal
 * viscoelastic contact force models in low velocity impact situations", Eqs 13, 14. */
#ifndef CAROM_LAW_HU_H
#define CAROM_LAW_HU_H

#include "law_base.h"
#include "family/hysteresis.h"
#include "family/power_law.h"

#define CAROM_INFO_hu                                                                              \
  .name = "hu", .aliases = "", .family = "viscous",                                                \
  .summary =                                                                                       \
      "Hertz with a dashpot growing as d^(3/2) whose coefficient is a constant of the contact.",   \
  .equation = "F = K d^(3/2) (1 + c v / v_r),   K = (4/3) E* sqrt(R*)\n"                           \
              "published: c = -6.66264 ln e / (3.85238 + ln e)",                                   \
  .validity =                                                                                      \
      "Small strains, below first yield. The published fit holds for e >= 0.05 and is up to 16 % " \
      "off: asked for 0.7 it delivers 0.685. Not hu-guo: there v_r is the speed at first touch.",  \
  .source = "G. Hu, Z. Hu, B. Jian, L. Liu, H. Wan, J. Comput. 6 (2011) 984 (not checked against " \
            "the source), as given by R. Kacianauskas et al., Comparative evaluation of normal "   \
            "viscoelastic contact force models in low velocity impact situations, Eqs 13, 14",     \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

#define CAROM_FIELDS_hu(F) CAROM_FIELDS_POWER_LAW(F, "N s/m^2.5")
#define CAROM_CONSTANTS_hu(M) CAROM_CONSTANTS_POWER_LAW(M)
#define CAROM_COEFFICIENTS_hu(M) CAROM_COEFFICIENTS_POWER_LAW(M, "N s/m^2.5")
#define CAROM_STATE_hu(M)
#define CAROM_BREAKPOINTS_hu 0
#define CAROM_EXPONENT_hu(set) 1.5
#define CAROM_SHAPE_hu(coef, d, root) ((d) * (root))

CAROM_POWER_LAW(hu)

CAROM_HOST double carom_hu_published(int which, double e)
{
  (void)which;
  const double loss = 0 - carom_log(e);
  return e >= 0.05 ? 6.66264 * loss / (3.85238 - loss) : CAROM_NONE;
}

CAROM_HOST double carom_hu_exact(int which, double e, double tension)
{
  (void)which, (void)tension;
  return carom_hysteresis_exact(e);
}

#endif

CAROM_LAW(hu)
