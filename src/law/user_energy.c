/* SPDX-License-Identifier: MIT */
/* The energy of a law that does not state it: work of the elastic part, piece by piece between the
 * law's levels. Within a piece the overlap is written as low + width s^4, which turns every power
 * with which a contact begins into a smooth function of s. */
#include "law/user.h"

#include <string.h>

/* Gauss-Legendre with 16 points on (0, 1): distances from the middle, and weights. */
enum { POINTS = 16 };

static const double off_centre[POINTS / 2] = {
    0.49470046749582497, 0.4722875115366163,  0.4328156011939159,  0.3777022041775015,
    0.3089381222013219,  0.22900838882861368, 0.14080177538962946, 0.04750625491881872};
static const double weight[POINTS / 2] = {
    0.013576229705877048, 0.031126761969323947, 0.04757925584124639, 0.06231448562776694,
    0.07479799440828837,  0.08457825969750127,  0.09130170752246179, 0.09472530522753425};

static double piece(const carom_law *law, const double *slot, const double *state, double low,
                    double high)
{
  double sum = 0;
  for (int i = 0; i < 2 * POINTS; i++) { /* two halves of the range of s */
    const int k = i % POINTS, mirrored = k < POINTS / 2 ? k : POINTS - 1 - k;
    const double node = 0.5 + (k < POINTS / 2 ? -off_centre[mirrored] : off_centre[mirrored]);
    const double s = i < POINTS ? 0.5 * node : 0.5 + 0.5 * node;
    const double d = low + (high - low) * ((s * s) * (s * s));
    sum += 2 * (s * s * s) * weight[mirrored] * law->force(law, slot, state, d, 0).elastic;
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
