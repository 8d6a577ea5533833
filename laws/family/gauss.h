/* SPDX-License-Identifier: MIT */
/* Gauss-Legendre quadrature with 16 points, for integrals without a closed form. */
#ifndef CAROM_FAMILY_GAUSS_H
#define CAROM_FAMILY_GAUSS_H

#include "law_base.h"

enum { CAROM_GAUSS_POINTS = 16 };

/* Node k = 0 .. 15 on (0, 1), and its weight; the weights add up to 1. */
CAROM_FN carom_real carom_gauss_node(int k)
{
  static const carom_real off_centre[CAROM_GAUSS_POINTS / 2] = {
      0.49470046749582497, 0.4722875115366163,  0.4328156011939159,  0.3777022041775015,
      0.3089381222013219,  0.22900838882861368, 0.14080177538962946, 0.04750625491881872};
  return k < CAROM_GAUSS_POINTS / 2 ? 0.5 - off_centre[k]
                                    : 0.5 + off_centre[CAROM_GAUSS_POINTS - 1 - k];
}

CAROM_FN carom_real carom_gauss_weight(int k)
{
  static const carom_real weight[CAROM_GAUSS_POINTS / 2] = {
      0.013576229705877048, 0.031126761969323947, 0.04757925584124639, 0.06231448562776694,
      0.07479799440828837,  0.08457825969750127,  0.09130170752246179, 0.09472530522753425};
  return weight[k < CAROM_GAUSS_POINTS / 2 ? k : CAROM_GAUSS_POINTS - 1 - k];
}

#endif
