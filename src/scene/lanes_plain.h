/* SPDX-License-Identifier: MIT */
/* One number after the other. */
#ifndef CAROM_SRC_LANES_PLAIN_H
#define CAROM_SRC_LANES_PLAIN_H

#include "scene/sweep.h"

CAROM_FN double lane_wrap(double x, double length, double inverse)
{
  return x - length * carom_round_to_integer(x * inverse);
}

CAROM_FN unsigned lane_overlaps(const double *grain, const uint32_t *pair, const carom_frame *f)
{
  unsigned mask = 0;
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *a = grain + (size_t)CAROM_GRAIN * pair[2 * l];
    const double *b = grain + (size_t)CAROM_GRAIN * pair[2 * l + 1];
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    const double reach = a[3] + b[3];
    if (f->periodic) {
      x = lane_wrap(x, f->length[0], f->inverse[0]);
      y = lane_wrap(y, f->length[1], f->inverse[1]);
      z = lane_wrap(z, f->length[2], f->inverse[2]);
    }
    mask |= (unsigned)(reach * reach - (x * x + y * y + z * z) > 0) << l;
  }
  return mask;
}

CAROM_FN long lane_compress(unsigned mask, uint32_t first, uint32_t *list)
{
  long count = 0;
  for (uint32_t l = 0; l < CAROM_LANES; l++) {
    list[count] = first + l;
    count += mask >> l & 1;
  }
  return count;
}

/* Columns i .. i + 7 of two records each. */
CAROM_FN void lane_gather(const double *grain, const uint32_t *pair, const uint32_t *list,
                          carom_scratch *w, long i)
{
  double *first = w->x + i, *second = w->sx + i;
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *a = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l]];
    const double *b = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l] + 1];
    for (int k = 0; k < 8; k++)
      first[k * CAROM_CHUNK + l] = k % 4 == 3 ? a[k] + b[k] : a[k] - b[k];
    for (int k = 0; k < 8; k++)
      second[k * CAROM_CHUNK + l] = k < 3 || k == 7 ? a[8 + k] + b[8 + k] : a[8 + k] - b[8 + k];
  }
}

CAROM_FN void lane_gather_even(const double *grain, const uint32_t *pair, const uint32_t *list,
                               carom_scratch *w, long i)
{
  double *first = w->x + i, *second = w->sx + i;
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *a = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l]];
    const double *b = grain + (size_t)CAROM_GRAIN * pair[2 * (size_t)list[l] + 1];
    for (int k = 0; k < 8; k++)
      first[k * CAROM_CHUNK + l] = k % 4 == 3 ? a[k] + b[k] : a[k] - b[k];
    for (int k = 0; k < 3; k++)
      second[k * CAROM_CHUNK + l] = a[8 + k] + b[8 + k];
  }
}

CAROM_FN void lane_load(const double *past, long stride, const uint32_t *list, carom_scratch *w,
                        long i)
{
  for (int l = 0; l < CAROM_LANES; l++)
    for (int k = 0; k < CAROM_SPRING; k++)
      w->spring[k][i + l] = past[stride * (long)list[l] + k];
}

CAROM_FN void lane_store(double *past, long stride, const uint32_t *list, long count,
                         const carom_scratch *w, long i)
{
  for (long l = 0; l < count; l++)
    for (int k = 0; k < CAROM_SPRING; k++)
      past[stride * (long)list[l] + k] = w->spring[k][i + l];
}

/* Force rows of `count` <= 8 contacts: fx fy fz, and torques with the lever arms of each side. */
CAROM_FN void lane_scatter(const uint32_t *pair, const uint32_t *list, long count,
                           const carom_scratch *w, long i, uint32_t from, double *force,
                           double *outer, uint32_t outer_first)
{
  for (long l = 0; l < count; l++) {
    const uint32_t *p = pair + 2 * (size_t)list[l];
    const double *f = w->fx + i + l;
    double row[6], *a = force + (size_t)CAROM_ROW * (p[0] - from);
    for (int k = 0; k < 6; k++)
      row[k] = f[k * CAROM_CHUNK];
    for (int k = 0; k < 3; k++) {
      a[k] += row[k];
      a[3 + k] += row[3 + k] * w->arm[i + l];
    }
    double *b = outer ? outer + (size_t)CAROM_ROW * (list[l] - outer_first)
                      : force + (size_t)CAROM_ROW * (p[1] - from);
    for (int k = 0; k < 3; k++) {
      b[k] = (outer ? 0.0 : b[k]) + row[k] * -1.0;
      b[3 + k] = (outer ? 0.0 : b[3 + k]) + row[3 + k] * w->arm_b[i + l];
    }
  }
}

CAROM_FN void lane_collect(const double *row, double *force)
{
  for (int k = 0; k < 6; k++)
    force[k] += row[k];
}

/* One particle; returns its squared speed. */
CAROM_FN double lane_move(const carom_kick *k, double *grain, double *motion, const double *force)
{
  const double light = grain[7], turn = grain[15];
  double next[6], seen[6];
  for (int c = 0; c < 6; c++) {
    const double pull = c < 3 && light > 0 ? k->gravity[c] : 0.0;
    const double a = force[c] * (c < 3 ? light : turn) + pull;
    const double before = motion ? motion[c] : c < 3 ? grain[4 + c] : grain[5 + c];
    next[c] = before + k->step * a;
    seen[c] = motion ? next[c] + k->ahead * a : next[c];
    if (motion) motion[c] = next[c];
  }
  for (int c = 0; c < 3; c++) {
    grain[c] += k->step * next[c];
    grain[4 + c] = seen[c];
    grain[8 + c] = grain[12 + c] = seen[3 + c];
  }
  return (next[0] * next[0] + next[1] * next[1]) + next[2] * next[2];
}

#endif
