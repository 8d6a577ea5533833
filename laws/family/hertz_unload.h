/* SPDX-License-Identifier: MIT */
/* Unloading of memory laws along a Hertz curve of its own, below family/memory.h:
 *
 *     U = F_s k_u x^(3/2),   x = (d - d_r) / d_s
 *
 * with force F_s and length d_s of the law and a stiffness k_u over that of the virgin contact,
 * which `remember` finds with d_r. A law L lists CAROM_STATE_HERTZ_UNLOAD as its state and names
 * its coefficients for F_s and 1/d_s. */
#ifndef CAROM_FAMILY_HERTZ_UNLOAD_H
#define CAROM_FAMILY_HERTZ_UNLOAD_H

#include "law_base.h"

#define CAROM_STATE_HERTZ_UNLOAD(M) M(d_m, "m") M(d_r, "m") M(k_u, "1")

#define CAROM_HERTZ_UNLOAD(L, force, per_length)                                                   \
  CAROM_FN carom_real carom_##L##_unload(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d)             \
  {                                                                                                \
    const carom_real x = carom_positive((d - state->d_r) * coef->per_length);                      \
    return coef->force * state->k_u * (x * CAROM_SQRT(x));                                         \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_real carom_##L##_unload_work(const carom_##L##_coefficients *coef,                \
                                              const carom_##L##_state *state, carom_real d)        \
  {                                                                                                \
    return 0.4 * carom_positive(d - state->d_r) * carom_##L##_unload(coef, state, d);              \
  }                                                                                                \
                                                                                                   \
  /* Without a dent unloading is loading. */                                                       \
  CAROM_FN void carom_##L##_dent(carom_real d_m, bool dented, carom_real d_r, carom_real k_u,      \
                                 carom_##L##_state *state)                                         \
  {                                                                                                \
    state->d_m = d_m;                                                                              \
    state->d_r = dented ? d_r : 0.0;                                                               \
    state->k_u = dented ? k_u : 1.0;                                                               \
  }

#endif
