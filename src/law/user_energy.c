/* SPDX-License-Identifier: MIT */
/* The energy of a law that does not define it: the work of the elastic part, integrated between the
 * law's breakpoints. Within a piece the overlap is substituted by low + width s^4, which turns
 * every power with which a contact begins into a smooth function of s. */
#include "law/user.h"

#include <string.h>

#include "family/gauss.h"

static double piece(const carom_law *law, const double *coef, const double *state, double low,
                    double high)
{
  double sum = 0;
  for (int i = 0; i < 2 * CAROM_GAUSS_POINTS; i++) { /* two halves of the range of s */
    const int k = i % CAROM_GAUSS_POINTS;
    const double s = 0.5 * (carom_gauss_node(k) + (i < CAROM_GAUSS_POINTS ? 0 : 1));
    const double d = low + (high - low) * ((s * s) * (s * s));
    sum += 2 * (s * s * s) * carom_gauss_weight(k) * law->force(law, coef, state, d, 0).elastic;
  }
  return sum * (high - low);
}

/* The integral of the elastic part from the opening to d, at constant memory. */
static double work(const carom_law *law, const double *coef, const double *state, double d)
{
  double breakpoint[CAROM_MAX_BREAKPOINTS], sum = 0, low = 0 - law->reach(law, coef);
  law->breakpoint(law, coef, state, breakpoint);
  while (low < d) {
    double high = d;
    for (int k = 0; k < law->breakpoints; k++)
      if (breakpoint[k] > low && breakpoint[k] < high) high = breakpoint[k];
    sum += piece(law, coef, state, low, high);
    low = high;
  }
  return sum;
}

/* A virgin pair has followed the virgin curve up to its largest overlap; the work of that which the
 * dent does not return is lost. */
carom_energy carom_user_law_quadrature(const carom_law *law, const double *coef,
                                       const double *state, double d)
{
  carom_energy e = {0, 0};
  if (!(law->info.traits & CAROM_LAW_REMEMBERS)) {
    e.stored = work(law, coef, state, d);
    return e;
  }
  double dented[CAROM_MAX_STATES], virgin[CAROM_MAX_STATES];
  memcpy(dented, state, (size_t)law->states * sizeof *state);
  law->commit(law, coef, dented, d);
  law->virgin(law, coef, virgin);
  e.stored = work(law, coef, dented, d);
  if (dented[0] > virgin[0])
    e.plastic = work(law, coef, virgin, dented[0]) - work(law, coef, dented, dented[0]);
  return e;
}
