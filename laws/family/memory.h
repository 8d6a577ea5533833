/* SPDX-License-Identifier: MIT */
/* Plastic memory: one wrapper that turns a virgin curve and its unloading into a law.
 *
 * The only internal variable is d_m, the largest overlap ever reached (never below the reversible
 * limit); the overlap d is always that of the undeformed bodies. Three regimes follow:
 *
 *     d <= d_r          apart: no force, the surfaces are separated by the plastic dent
 *     d_r < d <= d_m    elastic: U(d; d_m), in both directions, any number of times
 *     d > d_m           plastic: the virgin curve L(d); d_m follows at accepted steps only
 *
 * so that a cycle below d_m costs nothing, reloading returns to the same virgin curve, and the
 * loss depends on d_m alone: D(d_m) = W_l(d_m) - W_u(d_m), whatever the path.
 *
 * A law L supplies, besides its lists (its state begins with d_m and d_r):
 *
 *   load_branch(coefficients, d)           number 1, 2, ... of the smooth piece of the virgin curve
 *   load(coefficients, d, piece)           L(d)
 *   load_work(coefficients, d)             W_l(d), the integral of L from 0
 *   unload(coefficients, state, d)         U(d; d_m), 0 for d <= d_r
 *   unload_work(coefficients, state, d)    the integral of U from d_r to d
 *   reversible_limit(coefficients)         below it U = L and d_r = 0
 *   remember(coefficients, d_m, state)     d_r and whatever else U needs
 *   kinks(coefficients, kink)              the CAROM_KINKS_L overlaps at which the virgin curve
 *                                          changes piece
 *
 * and then CAROM_MEMORY(L), which defines the rest of the law. A law that can compute its force
 * with less than one evaluation of load and one of unload defines that function itself and then
 * uses CAROM_MEMORY_STATE(L). */
#ifndef CAROM_FAMILY_MEMORY_H
#define CAROM_FAMILY_MEMORY_H

#include "law_base.h"

#define CAROM_FIELDS_MEMORY(F)                                                                     \
  F(memory, NULL, CAROM_WORD(0), 1, 0, "pair|episode",                                             \
    "pair: the dent is kept for ever; episode: forgotten when the undeformed surfaces part")

/* Breakpoints of a memory law: d_r, d_m, and the kinks of the virgin curve. */
#define CAROM_MEMORY_BREAKPOINTS(kinks) (2 + (kinks))

#define CAROM_MEMORY_STATE(L)                                                                      \
  CAROM_FN carom_real carom_##L##_branch(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d)             \
  {                                                                                                \
    return d > state->d_m ? 1 + carom_##L##_load_branch(coef, d) : 1.0;                            \
  }                                                                                                \
                                                                                                   \
  /* A kink below d_m is out of reach until d_m is passed, and without a dent d_r is the opening   \
   * itself: both are moved where no overlap goes. */                                              \
  CAROM_FN void CAROM_BREAKPOINTS(L)(const carom_##L##_coefficients *coef,                         \
                                     const carom_##L##_state *state, carom_real *breakpoint)       \
  {                                                                                                \
    breakpoint[0] = state->d_r > 0 ? state->d_r : -1;                                              \
    breakpoint[1] = state->d_m;                                                                    \
    carom_##L##_kinks(coef, breakpoint + 2);                                                       \
    for (int k = 2; k < CAROM_BREAKPOINT_COUNT(L); k++)                                            \
      breakpoint[k] = breakpoint[k] > state->d_m ? breakpoint[k] : -1;                             \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_commit(const carom_##L##_coefficients *coef, carom_##L##_state *state, \
                                   carom_real d)                                                   \
  {                                                                                                \
    carom_##L##_remember(coef, d > state->d_m ? d : state->d_m, state);                            \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void CAROM_VIRGIN(L)(const carom_##L##_coefficients *coef, carom_##L##_state *state)    \
  {                                                                                                \
    carom_##L##_remember(coef, carom_##L##_reversible_limit(coef), state);                         \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_touch(const carom_##L##_coefficients *coef, carom_##L##_state *state,  \
                                  carom_real v)                                                    \
  {                                                                                                \
    (void)coef, (void)state, (void)v;                                                              \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_energy carom_##L##_energy(const carom_##L##_coefficients *coef,                   \
                                           const carom_##L##_state *state, carom_real d)           \
  {                                                                                                \
    carom_##L##_state s = *state;                                                                  \
    carom_##L##_commit(coef, &s, d);                                                               \
    const carom_real loss = carom_##L##_load_work(coef, s.d_m) -                                   \
                            carom_##L##_unload_work(coef, &s, s.d_m);                              \
    carom_energy e;                                                                                \
    e.stored = carom_##L##_unload_work(coef, &s, d);                                               \
    e.plastic = s.d_m > carom_##L##_reversible_limit(coef) ? loss : 0.0;                           \
    return e;                                                                                      \
  }

#define CAROM_MEMORY(L)                                                                            \
  CAROM_MEMORY_STATE(L)                                                                            \
                                                                                                   \
  CAROM_FN carom_force carom_##L##_force(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d,             \
                                         carom_real v, carom_real branch)                          \
  {                                                                                                \
    (void)v;                                                                                       \
    const carom_real plastic = carom_##L##_load(coef, d, branch - 1);                              \
    const carom_real elastic = carom_##L##_unload(coef, state, d);                                 \
    carom_force f;                                                                                 \
    f.elastic = branch > 1 ? plastic : elastic;                                                    \
    f.dissipative = 0;                                                                             \
    return f;                                                                                      \
  }

#endif
