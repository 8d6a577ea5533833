/* SPDX-License-Identifier: MIT */
/* One number after the other. */
#ifndef CAROM_SRC_LANES_PLAIN_H
#define CAROM_SRC_LANES_PLAIN_H

#include <string.h>

#include "scene/sweep.h"

enum { LANE_WIDE = 2 };
typedef double wide __attribute__((vector_size(8 * LANE_WIDE), may_alias));

CAROM_FN double lane_wrap(double x, double length, double inverse)
{
  return x - length * carom_round_to_integer(x * inverse);
}

CAROM_FN unsigned lane_overlaps(const double *spot, const uint32_t *pair, const carom_frame *f)
{
  unsigned mask = 0;
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *a = carom_read(spot, pair[2 * l]);
    const double *b = carom_read(spot, pair[2 * l + 1]);
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    const double reach = a[3] + b[3] + f->margin;
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

/* Which ones are above zero. */
CAROM_FN unsigned lane_above(wide x)
{
  unsigned mask = 0;
  for (int l = 0; l < LANE_WIDE; l++)
    mask |= (unsigned)(x[l] > 0) << l;
  return mask;
}

/* Is one above zero, or no number? */
CAROM_FN bool lane_beyond(wide x)
{
  bool found = false;
  for (int l = 0; l < LANE_WIDE; l++)
    found |= !(x[l] <= 0);
  return found;
}

CAROM_FN wide lane_root(wide x)
{
  return (wide){CAROM_SQRT(x[0]), CAROM_SQRT(x[1])};
}

/* A number of the first bodies of two pairs, or of the second ones. */
CAROM_FN wide lane_spot(const double *spot, const uint32_t *pair, int number)
{
  return (wide){carom_read(spot, pair[0])[number], carom_read(spot, pair[2])[number]};
}

CAROM_FN wide lane_seen(const double *seen, const uint32_t *pair, int number)
{
  return (wide){carom_read(seen, 2 * (size_t)pair[0])[number],
                carom_read(seen, 2 * (size_t)pair[2])[number]};
}

/* How far the first ones stand from the second ones, and the sums of their radii. */
CAROM_FN void lane_places(const double *spot, const uint32_t *pair, wide column[4])
{
  for (int k = 0; k < 4; k++) {
    const wide a = lane_spot(spot, pair, k), b = lane_spot(spot, pair + 1, k);
    column[k] = k < 3 ? a - b : a + b;
  }
}

/* Differences of their velocities, sums of 1/m, sums of spins, differences of radii. */
CAROM_FN void lane_motions(const double *seen, const uint32_t *pair, wide column[8])
{
  for (int k = 0; k < 8; k++) {
    const wide a = lane_seen(seen, pair, k), b = lane_seen(seen, pair + 1, k);
    column[k] = k < 3 || k == 7 ? a - b : a + b;
  }
}

/* Differences of their spins. */
CAROM_FN void lane_turns(const double *seen, const uint32_t *pair, wide column[3])
{
  for (int k = 0; k < 3; k++)
    column[k] = lane_seen(seen, pair, 4 + k) - lane_seen(seen, pair + 1, 4 + k);
}

/* Places and radii, motions and so on of the first ones alone. */
CAROM_FN void lane_body_places(const double *spot, const uint32_t *pair, wide column[4])
{
  for (int k = 0; k < 4; k++)
    column[k] = lane_spot(spot, pair, k);
}

CAROM_FN void lane_body_motions(const double *seen, const uint32_t *pair, wide column[8])
{
  for (int k = 0; k < 8; k++)
    column[k] = lane_seen(seen, pair, k);
}

/* Adds forces to their rows. */
CAROM_FN void lane_add_firsts(const lanes f[8], const uint32_t *pair, long count,
                              const carom_sink *to)
{
  for (int l = 0; l < CAROM_LANES && l < count; l++)
    for (int k = 0; k < CAROM_ROW; k++)
      carom_reach(to->force, 2 * (size_t)(pair[2 * l] - to->from))[k] += f[k][l];
}

/* Springs of eight contacts that stand one by one. There are four numbers of each, the last of
 * which may be another's. */
CAROM_FN void lane_load(const double *past, long history, const uint32_t *list,
                        double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES; l++)
    for (int k = 0; k < CAROM_SPRING; k++)
      spring[k][l] = past[(size_t)history * list[l] + (size_t)k];
}

/* The first numbers of those of `count` contacts, eight at most. */
CAROM_FN void lane_store(double *past, long history, int numbers, const uint32_t *list, long count,
                         const double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES && l < count; l++)
    for (int k = 0; k < numbers; k++)
      past[(size_t)history * list[l] + (size_t)k] = spring[k][l];
}

/* Adds forces to the rows of the first bodies, then of the second ones: the second body of one is
 * often the first of the next, and a row that has just been written takes long to read. */
CAROM_FN void lane_add_forces(const lanes f[8], const carom_parcels *p, const carom_sink *to,
                              const bool even, const bool outer)
{
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *a = carom_reach(to->force, 2 * (size_t)(p->pair[2 * l] - to->from));
    for (int k = 0; k < 3; k++) {
      a[k] += f[FX + k][l];
      a[4 + k] += even ? f[TX + k][l] : f[TX + k][l] * p->arm[l];
    }
  }
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *b = outer ? carom_reach(to->outer, to->row[p->list[l]])
                      : carom_reach(to->force, 2 * (size_t)(p->pair[2 * l + 1] - to->from));
    for (int k = 0; k < 3; k++) {
      b[k] -= f[FX + k][l];
      b[4 + k] += even ? f[TX + k][l] : f[TX + k][l] * p->arm_b[l];
    }
  }
}

/* Adds a row, and empties it. */
CAROM_FN void lane_collect(double *row, double *force)
{
  for (int k = 0; k < CAROM_ROW; k++)
    force[k] += row[k];
  memset(row, 0, CAROM_ROW * sizeof *row);
}

/* What is no number makes `nothing` none. */
CAROM_FN void lane_extent(int64_t count, const double *spot, const double *from, carom_box *place,
                          carom_box *way, double *nothing)
{
  for (int64_t i = 0; i < CAROM_SPOT * count; i++) {
    const int c = (int)(i % CAROM_SPOT);
    const double x = spot[i], w = x - from[i];
    place->low[c] = x < place->low[c] ? x : place->low[c];
    place->high[c] = x > place->high[c] ? x : place->high[c];
    way->low[c] = w < way->low[c] ? w : way->low[c];
    way->high[c] = w > way->high[c] ? w : way->high[c];
    *nothing += w - w;
  }
}

/* `motion` and `momentum` may be NULL. The box gets the velocities in the middle of the step. */
CAROM_FN void lane_move(const carom_kick *k, int64_t count, double *spot, double *seen,
                        const double *turn, double *motion, double *force, carom_box *box,
                        double *nothing, double momentum[CAROM_SPOT])
{
  for (int64_t i = 0; i < count; i++, spot += CAROM_SPOT, seen += CAROM_ROW, force += CAROM_ROW) {
    double *before = motion ? motion + CAROM_ROW * i : seen;
    const double light = seen[3];
    for (int c = 0; c < 3; c++) {
      const double a = force[c] * light + (light > 0 ? k->gravity[c] : 0.0);
      const double b = force[4 + c] * turn[i] + 0.0;
      const double next = before[c] + k->step * a, turned = before[4 + c] + k->step * b;
      before[c] = next;
      before[4 + c] = turned;
      spot[c] += k->step * next;
      box->low[c] = next < box->low[c] ? next : box->low[c];
      box->high[c] = next > box->high[c] ? next : box->high[c];
      *nothing += next - next;
      if (momentum) momentum[c] += (light > 0 ? 1 / light : 0.0) * next;
      if (!motion) continue;
      seen[c] = next + k->ahead * a;
      seen[4 + c] = turned + k->ahead * b;
    }
    memset(force, 0, CAROM_ROW * sizeof *force);
  }
}

#endif
