/* SPDX-License-Identifier: MIT */
/* The complete evaluation of a law, shared by the scalar entry, the block kernels and kernels of
 * other programs, so that all perform the same operations in the same order. */
#ifndef CAROM_EVALUATE_H
#define CAROM_EVALUATE_H

#include "law_base.h"

#define CAROM_EVALUATE(L)                                                                          \
  CAROM_FN carom_force carom_##L##_evaluate(const carom_##L##_coefficients *coef,                  \
                                            const carom_##L##_state *state, carom_real d,          \
                                            carom_real v)                                          \
  {                                                                                                \
    const carom_real branch = carom_##L##_branch(coef, state, d);                                  \
    return carom_clamp_tension(coef->min_force, carom_##L##_reach(coef), d,                        \
                               carom_##L##_force(coef, state, d, v, branch));                      \
  }

#endif
