/* SPDX-License-Identifier: MIT */
/* The energy of a law that does not state it: work of the elastic part, piece by piece between the
 * law's levels. Within a piece the overlap is written as low + width s^4, which turns every power
 * with which a contact begins into a smooth function of s. */
#include "law/user.h"

#include <string.h>

#include "family/gauss.h"

static double piece(const carom_law *law, const double *slot, const double *state, double low,
                    double high)
{
  double sum = 0;
  for (int i = 0; i < 2 * CAROM_GAUSS_POINTS; i++) { /* two halves of the range of s */
    const int k = i % CAROM_GAUSS_POINTS;
    const double s = 0.5 * (carom_gauss_node(k) + (i < CAROM_GAUSS_POINTS ? 0 : 1));
    const double d = low + (high - low) * ((s * s) * (s * s));
    sum += 2 * (s * s * s) * carom_gauss_weight(k) * law->force(law, slot, state, d, 0).elastic;
  }
  return sum * (high - low);
}

/* The integral of the elastic part from 0 to d, with the memory as it is. */
static double work(const carom_law *law, const double *slot, const double *state, double d)
{
  double level[CAROM_MAX_LEVELS], sum = 0, low = 0;
  law->level(law, slot, state, level);
  while (low < d) {
    double high = d;
    for (int k = 0; k < law->levels; k++)
      if (level[k] > low && level[k] < high) high = level[k];
    sum += piece(law, slot, state, low, high);
    low = high;
  }
  return sum;
}

/* Up to the largest overlap a fresh pair has followed the virgin curve; what that cost and the dent
 * does not give back is lost. */
carom_energy carom_user_law_quadrature(const carom_law *law, const double *slot,
                                       const double *state, double d)
{
  carom_energy e = {0, 0};
  if (!(law->info.traits & CAROM_LAW_REMEMBERS)) {
    e.stored = work(law, slot, state, d);
    return e;
  }
  double dented[CAROM_MAX_STATES], virgin[CAROM_MAX_STATES];
  memcpy(dented, state, (size_t)law->states * sizeof *state);
  law->commit(law, slot, dented, d);
  law->fresh(law, slot, virgin);
  e.stored = work(law, slot, dented, d);
  if (dented[0] > virgin[0])
    e.plastic = work(law, slot, virgin, dented[0]) - work(law, slot, dented, dented[0]);
  return e;
}
