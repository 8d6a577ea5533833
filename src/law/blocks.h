/* SPDX-License-Identifier: MIT */
/* Block kernels: each evaluates one law over many contacts; compiled once per instruction set. */
#ifndef CAROM_SRC_BLOCKS_H
#define CAROM_SRC_BLOCKS_H

#include "law/law.h"

/* Kernels work on whole groups of this many contacts, so that no loop has a scalar remainder. */
enum { CAROM_GROUP = 8 };

typedef struct carom_kernels {
  /* Forces of 8*groups contacts that share one set of coefficients. */
  void (*shared)(int64_t groups, const double *coef, const double *const *state, const double *d,
                 const double *v, double *elastic, double *dissipative);
  /* Likewise for contacts with individual coefficients: coefficient[k][i], in the order of the
   * law's list. */
  void (*varied)(int64_t groups, const double *const *coef, const double *const *state,
                 const double *d, const double *v, double *elastic, double *dissipative);
  /* Commits the overlaps of an accepted step; contacts share one set of coefficients. */
  void (*commit)(int64_t groups, const double *coef, double *const *state, const double *d);
  /* Forces and commits of contacts of different sizes with one material pair: coefficients are
   * computed from R* and m* on the fly, except for the smallest force of the clamp. */
  void (*sized)(int64_t groups, const double *constant, double min_force, const double *radius,
                const double *mass, const double *const *state, const double *d, const double *v,
                double *elastic, double *dissipative);
  void (*commit_sized)(int64_t groups, const double *constant, double min_force,
                       const double *radius, const double *mass, double *const *state,
                       const double *d);
  /* Forces, then commits. Fixed steps are always accepted, so what both compute is computed
   * once. */
  void (*step)(int64_t groups, const double *coef, double *const *state, const double *d,
               const double *v, double *elastic, double *dissipative);
  void (*step_sized)(int64_t groups, const double *constant, double min_force, const double *radius,
                     const double *mass, double *const *state, const double *d, const double *v,
                     double *elastic, double *dissipative);
} carom_kernels;

/* Kernels in the order of the registry. Tables of instruction sets that were not compiled are
 * NULL. */
const carom_kernels *carom_blocks_base(void);
const carom_kernels *carom_blocks_avx2(void);
const carom_kernels *carom_blocks_avx512(void);

/* The kernels of the requested instruction set, for all laws; NULL if this processor or build does
 * not support it. */
const carom_kernels *carom_blocks_choose(carom_instructions wanted, carom_instructions *got);

#endif
