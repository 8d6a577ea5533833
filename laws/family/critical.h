/* SPDX-License-Identifier: MIT */
/* Laws expressed in terms of a critical overlap d_c, at which yielding begins with the force F_c.
 * They lose nothing below d_y and depart from Hertz at d_1. A law L begins its lists with these
 * constants and coefficients. */
#ifndef CAROM_FAMILY_CRITICAL_H
#define CAROM_FAMILY_CRITICAL_H

#include "law_base.h"

#define CAROM_CRITICAL_CONSTANTS(M)                                                                \
  M(critical_strain, "1") M(critical_stress, "Pa") M(x_y, "1") M(x_1, "1")
#define CAROM_CRITICAL_COEFFICIENTS(M)                                                             \
  M(d_c, "m") M(F_c, "N") M(per_d_c, "1/m") M(d_y, "m") M(d_1, "m")

#define CAROM_CRITICAL(L)                                                                          \
  CAROM_FN void carom_##L##_critical(const carom_##L##_constants *constant, carom_real radius,     \
                                     carom_##L##_coefficients *coef)                               \
  {                                                                                                \
    coef->d_c = constant->critical_strain * radius;                                                \
    coef->F_c = constant->critical_stress * radius * radius;                                       \
    coef->per_d_c = 1 / coef->d_c;                                                                 \
    coef->d_y = constant->x_y * coef->d_c;                                                         \
    coef->d_1 = constant->x_1 * coef->d_c;                                                         \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_real carom_##L##_reversible_limit(const carom_##L##_coefficients *coef)           \
  {                                                                                                \
    return coef->d_y;                                                                              \
  }

#endif
