/* SPDX-License-Identifier: MIT */
/* Hertz: two elastic bodies, nothing lost.
 *
 *     F = K d^(3/2),   K = (4/3) E* sqrt(R*)
 *
 * d overlap, E* effective modulus, R* effective radius.
 * Valid for small strains (contact radius well below R*) and below first yield.
 * Source: H. Hertz, J. reine angew. Math. 92 (1881) 156; not checked against the source. */
#ifndef CAROM_LAW_HERTZ_H
#define CAROM_LAW_HERTZ_H

#include "law_base.h"

#define CAROM_INFO_hertz                                                                           \
  .name = "hertz", .aliases = "", .family = "elastic",                                             \
  .summary = "Two elastic bodies: the reference without any loss.",                                \
  .equation = "F = K d^(3/2),   K = (4/3) E* sqrt(R*)",                                            \
  .validity = "Small strains (d well below R*) and below first yield.",                            \
  .source = "H. Hertz, J. reine angew. Math. 92 (1881) 156 (not checked against the source)",      \
  .status = "Compared with values of another code.", .traits = CAROM_LAW_ELASTIC, .dampings = 0

#define CAROM_FIELDS_hertz(F) CAROM_FIELDS_HERTZIAN(F)
#define CAROM_CONSTANTS_hertz(M) M(modulus, "Pa")
#define CAROM_COEFFICIENTS_hertz(M) M(stiffness, "N/m^1.5")
#define CAROM_STATE_hertz(M)
#define CAROM_BREAKPOINTS_hertz 0

CAROM_DECLARE_STATELESS(hertz)
CAROM_ONE_BRANCH(hertz)
CAROM_NO_DAMPING(hertz)

CAROM_HOST void carom_hertz_prepare_materials(const carom_hertz_settings *set,
                                              const carom_pair *pair, const double *damping,
                                              carom_hertz_constants *constant)
{
  (void)set, (void)damping;
  constant->modulus = pair->modulus;
}

CAROM_FN void carom_hertz_prepare_contact(const carom_hertz_constants *constant, carom_real radius,
                                          carom_real mass, carom_hertz_coefficients *coef)
{
  (void)mass;
  coef->stiffness = carom_hertz_stiffness(constant->modulus, radius);
}

CAROM_FN carom_force carom_hertz_force(const carom_hertz_coefficients *coef,
                                       const carom_hertz_state *state, carom_real d, carom_real v,
                                       carom_real branch)
{
  (void)state, (void)v, (void)branch;
  const carom_real h = carom_positive(d);
  carom_force f;
  f.elastic = coef->stiffness * (h * CAROM_SQRT(h));
  f.dissipative = 0;
  return f;
}

CAROM_HERTZ_ENERGY(hertz)

#endif

CAROM_LAW(hertz)
