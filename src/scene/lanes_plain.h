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

CAROM_FN long lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
                            uint32_t *list)
{
  long count = 0;
  for (uint32_t l = 0; l < CAROM_LANES; l++) {
    list[count] = first + l;
    pairs[2 * count] = pair[2 * l];
    pairs[2 * count + 1] = pair[2 * l + 1];
    count += mask >> l & 1;
  }
  return count;
}

CAROM_FN unsigned lane_positive(const double x[CAROM_LANES])
{
  unsigned mask = 0;
  for (int l = 0; l < CAROM_LANES; l++)
    mask |= (unsigned)(x[l] > 0) << l;
  return mask;
}

CAROM_FN bool lane_beyond(const double x[CAROM_LANES])
{
  bool found = false;
  for (int l = 0; l < CAROM_LANES; l++)
    found |= !(x[l] <= 0);
  return found;
}

CAROM_FN void lane_records(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                           double b[8][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * l];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * l + 1];
    for (int k = 0; k < 8; k++)
      a[k][l] = k % 4 == 3 ? p[k] + o[k] : p[k] - o[k];
    for (int k = 0; k < 8; k++)
      b[k][l] = k < 3 || k == 7 ? p[8 + k] + o[8 + k] : p[8 + k] - o[8 + k];
  }
}

/* The sums of the spins alone from the second lines. */
CAROM_FN void lane_records_even(const double *grain, const uint32_t *pair, double a[8][CAROM_LANES],
                                double b[8][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *p = grain + (size_t)CAROM_GRAIN * pair[2 * l];
    const double *o = grain + (size_t)CAROM_GRAIN * pair[2 * l + 1];
    for (int k = 0; k < 8; k++)
      a[k][l] = k % 4 == 3 ? p[k] + o[k] : p[k] - o[k];
    for (int k = 0; k < 3; k++)
      b[k][l] = p[8 + k] + o[8 + k];
  }
}

/* Adds the forces of `count` contacts, eight at most, to the rows of both bodies. */
CAROM_FN void lane_add_forces(double f[8][CAROM_LANES], const uint32_t *pair, const uint32_t *list,
                              long count, const carom_sink *to, const bool even, const bool outer)
{
  for (int l = 0; l < CAROM_LANES && l < count; l++) {
    double *a = to->force + (size_t)CAROM_ROW * (pair[2 * l] - to->from);
    double *b = outer ? to->outer + (size_t)CAROM_ROW * to->row[list[l] - to->first]
                      : to->force + (size_t)CAROM_ROW * (pair[2 * l + 1] - to->from);
    for (int k = 0; k < 3; k++) {
      a[k] += f[k][l];
      a[3 + k] += even ? f[3 + k][l] : f[3 + k][l] * f[6][l];
    }
    for (int k = 0; k < 3; k++) {
      b[k] -= f[k][l];
      b[3 + k] += even ? f[3 + k][l] : f[3 + k][l] * f[7][l];
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
