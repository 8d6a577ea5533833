/* SPDX-License-Identifier: MIT */
/* The virgin curve of Ma and Liu without dimensions: x = d/d_y, f = F/F_y.
 *
 *     f = x^(3/2)                          x < 1     Hertz
 *       = x (c_1 + c_2 ln x) + c_3         x < x_p   elastoplastic
 *       = f_p + k_1 (x - x_p)                        fully plastic
 *
 * with the first yield at p_y = 1.61 s_y,
 *
 *     d_y = pi^2 R* p_y^2 / (4 E*^2),   F_y = (2/3) pi R* p_y d_y
 *     x_p = eps^2/2,   c_2 = 1.5 (2 psi/1.61 - 1)/ln x_p,   c_1 = 1.5 - c_2,   c_3 = 1 - c_1
 *
 * psi = hardness / yield stress, eps = contact radius at full plasticity / at first yield. Smooth
 * to first order at both joints. */
#ifndef CAROM_FAMILY_MA_LIU_CURVE_H
#define CAROM_FAMILY_MA_LIU_CURVE_H

#include "law_base.h"

typedef struct carom_ma_liu_curve {
  double c_1, c_2, c_3;
  double x_p, f_p, k_1;
} carom_ma_liu_curve;

#define CAROM_FIELDS_MA_LIU_CURVE(F)                                                               \
  F(hardness_ratio, "1", 3, 1, 20, NULL, "psi: hardness over yield stress, usually 2.6 to 3.0")    \
  F(plastic_ratio, "1", 13, 2, 1e3, NULL,                                                          \
    "eps: contact radius at full plasticity over that at first yield, usually 13 to 20")

CAROM_HOST carom_ma_liu_curve carom_ma_liu_curve_make(double psi, double eps)
{
  carom_ma_liu_curve c;
  const double log_x_p = carom_log(0.5 * eps * eps);
  c.x_p = 0.5 * eps * eps;
  c.c_2 = 1.5 * (2 * psi / 1.61 - 1) / log_x_p;
  c.c_1 = 1.5 - c.c_2;
  c.c_3 = 1 - c.c_1;
  c.f_p = c.x_p * (c.c_1 + c.c_2 * log_x_p) + c.c_3;
  c.k_1 = 3 * psi / 1.61;
  return c;
}

/* Overlap at first yield over R*; the force there is (2/3) pi R* p_y d_y. */
CAROM_HOST double carom_ma_liu_yield_strain(double modulus, double yield)
{
  const double half_pi_py = 0.5 * CAROM_PI * 1.61 * yield;
  return (half_pi_py / modulus) * (half_pi_py / modulus);
}

#endif
