/* SPDX-License-Identifier: MIT */
/* Thornton: elastic, then perfectly plastic contact with memory.
 *
 *     F = K d^(3/2)                       d < d_y      Hertz
 *       = F_y + pi p_y R* (d - d_y)       d >= d_y     the pressure is cut off at p_y
 *     U = K_u (d - d_r)^(3/2)             d < d_m      unloading and reloading
 *
 * with p_y = pressure_ratio s_y, d_y = R* (pi p_y / 2 E*)^2, K = (4/3) E* sqrt(R*); the largest
 * overlap d_m flattens the contact to the radius R_p = R* K d_m^(3/2) / F_m, so that
 *
 *     K_u = (4/3) E* sqrt(R_p),   d_r = d_m (1 - F_m / (K d_m^(3/2)))
 *
 * Smooth to first order at d_y. With a = V_y/V, the speed of first yield over that of the impact,
 *
 *     e = sqrt(6 sqrt(3)/5) sqrt(1 - a^2/6) [a / (a + 2 sqrt(6/5 - a^2/5))]^(1/4)
 *
 * Validity: rate independent, small strains; the contact pressure is limited to p_y.
 * Source: Thornton, J. Appl. Mech. 64 (1997) 383, not checked against the source; the law and the
 * closed form agree with each other to rounding. */
#ifndef CAROM_LAW_THORNTON_H
#define CAROM_LAW_THORNTON_H

#include "law_base.h"
#include "family/hertz_unload.h"
#include "family/memory.h"

#define CAROM_INFO_thornton                                                                        \
  .name = "thornton", .aliases = "", .family = "elastoplastic",                                    \
  .summary = "Elastic, then perfectly plastic contact that remembers its dent.",                   \
  .equation = "F = K d^(3/2)   then   F_y + pi p_y R* (d - d_y)\n"                                 \
              "unloading and reloading:   F = K_u (d - d_r)^(3/2)",                                \
  .validity = "Rate independent. Small strains. The contact pressure never exceeds p_y = "         \
              "pressure_ratio times the yield stress.",                                            \
  .source = "C. Thornton, J. Appl. Mech. 64 (1997) 383 (not checked against the source)",          \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_REMEMBERS | CAROM_LAW_YIELDS, .dampings = 0

#define CAROM_FIELDS_thornton(F)                                                                   \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  F(pressure_ratio, "1", 1.6, 0.1, 20, NULL,                                                       \
    "limiting contact pressure over yield stress, usually 1.6 to 2.8")                             \
  CAROM_FIELDS_MEMORY(F)
#define CAROM_CONSTANTS_thornton(M) M(yield_strain, "1") M(yield_pressure, "Pa")
#define CAROM_COEFFICIENTS_thornton(M) M(d_y, "m") M(F_y, "N") M(per_d_y, "1/m")
#define CAROM_STATE_thornton(M) CAROM_STATE_HERTZ_UNLOAD(M)
#define CAROM_KINKS_thornton 0 /* d_m is never below d_y, where the two pieces meet */
#define CAROM_BREAKPOINTS_thornton CAROM_MEMORY_BREAKPOINTS(CAROM_KINKS_thornton)

CAROM_DECLARE(thornton)
CAROM_NO_DAMPING(thornton)

CAROM_HOST void carom_thornton_prepare_materials(const carom_thornton_settings *set,
                                                 const carom_pair *pair, const double *damping,
                                                 carom_thornton_constants *constant)
{
  (void)damping;
  constant->yield_pressure = set->pressure_ratio * pair->yield;
  const double half_pi_py = 0.5 * CAROM_PI * constant->yield_pressure;
  constant->yield_strain = (half_pi_py / pair->modulus) * (half_pi_py / pair->modulus);
}

CAROM_FN void carom_thornton_prepare_contact(const carom_thornton_constants *constant,
                                             carom_real radius, carom_real mass,
                                             carom_thornton_coefficients *coef)
{
  (void)mass;
  coef->d_y = constant->yield_strain * radius;
  coef->F_y = 2.0 / 3.0 * CAROM_PI * radius * constant->yield_pressure * coef->d_y;
  coef->per_d_y = 1 / coef->d_y;
}

CAROM_FN carom_real carom_thornton_reversible_limit(const carom_thornton_coefficients *coef)
{
  return coef->d_y;
}

CAROM_FN void carom_thornton_kinks(const carom_thornton_coefficients *coef, carom_real *kink)
{
  (void)coef, (void)kink;
}

CAROM_FN carom_real carom_thornton_load_branch(const carom_thornton_coefficients *coef,
                                               carom_real d)
{
  (void)coef, (void)d;
  return 1;
}

/* pi p_y R* = 1.5 F_y / d_y */
CAROM_FN carom_real carom_thornton_load(const carom_thornton_coefficients *coef, carom_real d,
                                        carom_real piece)
{
  (void)piece;
  return coef->F_y * (1.5 * (d * coef->per_d_y) - 0.5);
}

CAROM_FN carom_real carom_thornton_load_work(const carom_thornton_coefficients *coef, carom_real d)
{
  const carom_real x = d * coef->per_d_y;
  const carom_real hertz_x = x < 1 ? carom_positive(x) : 1.0;
  const carom_real plastic_x = x < 1 ? 1.0 : x;
  const carom_real hertz = 0.4 * (hertz_x * hertz_x * CAROM_SQRT(hertz_x));
  const carom_real plastic = (plastic_x - 1) * (0.75 * plastic_x + 0.25);
  return coef->F_y * coef->d_y * (hertz + plastic);
}

CAROM_HERTZ_UNLOAD(thornton, F_y, per_d_y)

/* With s = sqrt(d_m/d_y): F_m/F_y = 1.5 s^2 - 0.5, and the elastic force s^3 exceeds it by (s -
 * 1)^2 (s + 0.5), a form without cancellation near yield. */
CAROM_FN void carom_thornton_remember(const carom_thornton_coefficients *coef, carom_real d_m,
                                      carom_thornton_state *state)
{
  const carom_real x_m = d_m * coef->per_d_y;
  const carom_real s = CAROM_SQRT(x_m);
  const carom_real x_r = (s - 1) * (s - 1) * (s + 0.5) / s;
  const carom_real k_u = CAROM_SQRT(s * x_m / (1.5 * x_m - 0.5));
  const bool dented = d_m > coef->d_y;
  carom_thornton_dent(d_m, dented, x_r * coef->d_y, k_u, state);
}

CAROM_MEMORY(thornton)

#endif

CAROM_LAW(thornton)
