/* SPDX-License-Identifier: MIT */
/* A capillary bridge of given volume between two spheres, by the closed form of Willett et al.:
 *
 *     P = 2 pi R g cos(t) / (1 + 1.05 s + 2.5 s^2),   s = S sqrt(R/V),   R = 2 R*
 *
 * S gap, 0 in contact; V volume of the bridge, g surface tension of the liquid, t contact angle, R
 * Derjaguin's radius, that of equal spheres. It is formed when the bodies touch and lasts until the
 * gap is (1 + t/2) V^(1/3) (Lian et al., t in rad). The energy released when it forms is lost, so
 * separating a wet contact costs the work of the pull from touch to rupture. Fitted for small
 * volumes, V below 1e-3 R^3 or so, and angles below 50 degrees.
 *
 * Sources: C. D. Willett, M. J. Adams, S. A. Johnson, J. P. K. Seville, Langmuir 16 (2000) 9396;
 * G. Lian, C. Thornton, M. J. Adams, J. Colloid Interface Sci. 161 (1993) 138 (not checked). */
#ifndef CAROM_ADHESION_BRIDGE_H
#define CAROM_ADHESION_BRIDGE_H

#include "stage_base.h"

#define CAROM_STAGE_INFO_adhesion_bridge                                                           \
  .name = "bridge", .aliases = "capillary|willett",                                                \
  .summary = "A liquid bridge, formed at touch and kept until it ruptures.",                       \
  .equation = "P = 2 pi R g cos(t)/(1 + 1.05 s + 2.5 s^2),   s = S sqrt(R/V),   R = 2 R*\n"        \
              "from touch until S = (1 + t/2) V^(1/3)",                                            \
  .source = "C. D. Willett, M. J. Adams, S. A. Johnson, J. P. K. Seville, Langmuir 16 (2000) "     \
            "9396; rupture: G. Lian, C. Thornton, M. J. Adams, J. Colloid Interface Sci. 161 "     \
            "(1993) 138 (not checked)",                                                            \
  .validity = "Fitted for small bridges, V below 1e-3 R^3 or so, and angles below 50 degrees; no " \
              "viscous force of the liquid."

#define CAROM_STAGE_FIELDS_adhesion_bridge(F)                                                      \
  F(volume, "m3", 1e-15, 1e-30, 1, NULL, "V, volume of a bridge")                                  \
  F(surface_tension, "N/m", 0.072, 0, 100, NULL, "g, of the liquid; that of water by default")     \
  F(contact_angle, "rad", 0, 0, 1.5, NULL, "t, between liquid and surface")
#define CAROM_STAGE_CONSTANTS_adhesion_bridge(M)                                                   \
  M(pull, "N/m") M(per_volume, "1/m3") M(rupture, "m")
#define CAROM_STAGE_HISTORY_adhesion_bridge(H) H(wet, CAROM_TRANSPORT_KEEP)
#define CAROM_STAGE_GIVES_adhesion_bridge CAROM_GIVES_PULL
#define CAROM_STAGE_REACH_adhesion_bridge CAROM_REACHES(rupture)

CAROM_DECLARE_STAGE(adhesion_bridge)

CAROM_HOST bool carom_adhesion_bridge_prepare(const carom_adhesion_bridge_settings *set,
                                              const carom_stage_material *material,
                                              carom_adhesion_bridge_constants *constant)
{
  (void)material;
  carom_real sine, cosine;
  carom_sincos(set->contact_angle, &sine, &cosine);
  constant->pull = 4 * CAROM_PI * set->surface_tension * cosine;
  constant->per_volume = 1 / set->volume;
  constant->rupture = (1 + 0.5 * set->contact_angle) * carom_pow(set->volume, 1.0 / 3.0);
  return true;
}

CAROM_HOST bool carom_adhesion_bridge_damped(const carom_adhesion_bridge_constants *constant)
{
  (void)constant;
  return false;
}

CAROM_FN void carom_adhesion_bridge_apply(const carom_adhesion_bridge_constants *constant,
                                          const carom_stage_input *in, bool damped,
                                          carom_adhesion_bridge_history *h, carom_stage_output *out)
{
  (void)damped;
  const carom_real root = CAROM_SQRT(2 * in->radius * constant->per_volume);
  const carom_real s = carom_positive(-in->d) * root;
  const bool there = (in->d > 0 || h->wet > 0) && carom_within(constant->rupture, in->d);
  h->wet = there ? 1.0 : 0.0;
  out->pull = there ? constant->pull * in->radius / (1 + s * (1.05 + 2.5 * s)) : 0.0;
}

/* The integral of 1/(1 + 1.05 s + 2.5 s^2). */
CAROM_FN carom_real carom_bridge_work(carom_real s)
{
  const carom_real q = 2.982867747654930811884075; /* sqrt(10 - 1.05^2) */
  return 2 / q * carom_atan2(5 * s + 1.05, q);
}

CAROM_FN carom_real carom_adhesion_bridge_stored(const carom_adhesion_bridge_constants *constant,
                                                 carom_real d, carom_real radius,
                                                 const carom_adhesion_bridge_history *h)
{
  const carom_real root = CAROM_SQRT(2 * radius * constant->per_volume);
  const carom_real left = carom_bridge_work(constant->rupture * root) -
                          carom_bridge_work(carom_positive(-d) * root);
  return h->wet > 0 ? -constant->pull * radius * (left / root + carom_positive(d)) : 0.0;
}

#endif

CAROM_STAGE(adhesion, adhesion_loss, adhesion_bridge)
