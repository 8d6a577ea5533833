/* SPDX-License-Identifier: MIT */
#include "scene/dense_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAME_LEVEL 3.0 /* sizes within this ratio share one level */

enum { NOBODY = -1 };

/* One level for each factor of two below the largest size. */
static void choose_levels(carom_dense_cells *c)
{
  int64_t count[CAROM_DENSE_LEVELS] = {0};
  double most[CAROM_DENSE_LEVELS] = {0}, least = 1e300, largest = 0;
  for (int64_t i = 0; i < c->all; i++) {
    least = c->radius[i] < least ? c->radius[i] : least;
    largest = c->radius[i] > largest ? c->radius[i] : largest;
  }
  const bool one = largest <= SAME_LEVEL * least;
  for (int64_t i = 0; i < c->all; i++) {
    const double radius = c->radius[i];
    int k = 0;
    for (double r = 0.5 * largest; !one && k < CAROM_DENSE_LEVELS - 1 && radius <= r; r *= 0.5)
      k++;
    count[k]++;
    most[k] = radius > most[k] ? radius : most[k];
  }
  c->levels = 0;
  for (int k = CAROM_DENSE_LEVELS; k-- > 0;)
    if (count[k] > 0)
      c->level[c->levels++] = (carom_dense_level){.largest = most[k], .count = count[k]};
}

static void lay_level(carom_dense_cells *c, carom_dense_level *l, const double size[3])
{
  for (double width = 2 * l->largest + c->skin;; width *= 1.2) {
    double total = 1;
    for (int k = 0; k < 3; k++) {
      const double across = floor(size[k] / width);
      l->cells[k] = across < 1 ? 1 : across > 100000 ? 100000 : (int64_t)across;
      total *= (double)l->cells[k];
    }
    if (total <= 8.0 * (double)l->count + 64) break;
  }
  for (int k = 0; k < 3; k++)
    l->width[k] = size[k] / (double)l->cells[k];
  l->first = c->total;
  c->total += l->cells[0] * l->cells[1] * l->cells[2];
}

bool carom_dense_cells_make(carom_dense_cells *c, const double low[3], const double size[3],
                            const bool periodic[3])
{
  choose_levels(c);
  c->total = 0;
  for (int k = 0; k < 3; k++) {
    c->low[k] = low[k];
    c->period[k] = periodic[k] ? size[k] : 0;
  }
  for (int l = 0; l < c->levels; l++)
    lay_level(c, &c->level[l], size);
  c->start = malloc(((size_t)c->total + 1) * sizeof *c->start);
  c->item = malloc((size_t)c->all * sizeof *c->item);
  c->cell_of = malloc((size_t)c->all * sizeof *c->cell_of);
  return c->start && c->item && c->cell_of;
}

void carom_dense_cells_free(carom_dense_cells *c)
{
  free(c->start);
  free(c->item);
  free(c->cell_of);
}

int carom_dense_level_of(const carom_dense_cells *c, double radius)
{
  int level = 0;
  while (level + 1 < c->levels && radius > c->level[level].largest)
    level++;
  return level;
}

double carom_dense_shortest(const carom_dense_cells *c, int k, double x)
{
  const double half = 0.5 * c->period[k];
  if (!(half > 0)) return x;
  return x > half ? x - c->period[k] : x < -half ? x + c->period[k] : x;
}

static uint32_t cell_number(const carom_dense_level *l, const int64_t at[3])
{
  return (uint32_t)(l->first + (at[2] * l->cells[1] + at[1]) * l->cells[0] + at[0]);
}

static uint32_t cell_at(const carom_dense_cells *c, const carom_dense_level *l, const double *x)
{
  int64_t at[3];
  for (int k = 0; k < 3; k++) {
    const double cell = floor((x[k] - c->low[k]) / l->width[k]);
    at[k] = !(cell >= 0) ? 0 : cell >= (double)l->cells[k] ? l->cells[k] - 1 : (int64_t)cell;
  }
  return cell_number(l, at);
}

/* Cells along a direction that an interval may touch. They may extend beyond a periodic border and
 * are then counted on from it. */
static void cells_between(const carom_dense_cells *c, const carom_dense_level *l, int k, double low,
                          double high, int64_t *from, int64_t *to)
{
  const double last = (double)l->cells[k] - 1;
  double a = floor((low - c->low[k]) / l->width[k]), b = floor((high - c->low[k]) / l->width[k]);
  const bool whole = b - a >= last;
  if (!(c->period[k] > 0) || whole) {
    a = !(a >= 0) || whole ? 0 : a > last ? last : a;
    b = whole ? last : !(b >= 0) ? 0 : b > last ? last : b;
  }
  *from = (int64_t)a;
  *to = (int64_t)b;
}

void carom_dense_cells_sort(carom_dense_cells *c, int64_t count)
{
  memset(c->start, 0, ((size_t)c->total + 1) * sizeof *c->start);
  for (int64_t i = 0; i < count; i++) {
    const carom_dense_level *l = &c->level[carom_dense_level_of(c, c->radius[i])];
    c->start[(c->cell_of[i] = cell_at(c, l, c->x + 3 * i)) + 1]++;
  }
  for (int64_t k = 0; k < c->total; k++)
    c->start[k + 1] += c->start[k];
  for (int64_t i = count; i-- > 0;) /* shifts every start by one cell, from the end */
    c->item[--c->start[c->cell_of[i] + 1]] = (uint32_t)i;
  for (int64_t k = 0; k < c->total; k++)
    c->start[k] = c->start[k + 1];
  c->start[c->total] = (uint32_t)count;
}

/* An iteration over the cells of a level around a place. */
typedef struct walk {
  int64_t from[3], to[3], at[3];
} walk;

static walk walk_around(const carom_dense_cells *c, const carom_dense_level *l, const double x[3],
                        double reach)
{
  walk w;
  for (int k = 0; k < 3; k++)
    cells_between(c, l, k, x[k] - reach, x[k] + reach, &w.from[k], &w.to[k]);
  memcpy(w.at, w.from, sizeof w.at);
  return w;
}

/* The next cell, or NOBODY. */
static int64_t next_cell(const carom_dense_level *l, walk *w)
{
  if (w->at[2] > w->to[2]) return NOBODY;
  int64_t folded[3];
  for (int k = 0; k < 3; k++)
    folded[k] = (w->at[k] + l->cells[k]) % l->cells[k];
  for (int k = 0; k < 3; k++) {
    if (++w->at[k] <= w->to[k] || k == 2) break;
    w->at[k] = w->from[k];
  }
  return cell_number(l, folded);
}

static bool nearer(const carom_dense_cells *c, const double *x, const double *y, double reach)
{
  const double u = carom_dense_shortest(c, 0, x[0] - y[0]),
               v = carom_dense_shortest(c, 1, x[1] - y[1]),
               w = carom_dense_shortest(c, 2, x[2] - y[2]);
  return u * u + v * v + w * w < reach * reach;
}

int64_t carom_dense_neighbours(const carom_dense_cells *c, int64_t i, uint32_t *list)
{
  const double *x = c->x + 3 * i;
  int64_t count = 0;
  for (const carom_dense_level *l = c->level; l < c->level + c->levels; l++) {
    walk w = walk_around(c, l, x, c->radius[i] + l->largest + c->skin);
    for (int64_t cell; (cell = next_cell(l, &w)) != NOBODY;)
      for (uint32_t k = c->start[cell]; k < c->start[cell + 1]; k++) {
        const int64_t j = c->item[k];
        if (j == i || !nearer(c, x, c->x + 3 * j, c->radius[i] + c->radius[j] + c->skin)) continue;
        if (list) list[count] = (uint32_t)j;
        count++;
      }
  }
  return count;
}

void carom_dense_chains_begin(carom_dense_cells *c)
{
  memset(c->start, 0xff, (size_t)c->total * sizeof *c->start);
}

void carom_dense_chains_add(carom_dense_cells *c, int64_t i)
{
  const carom_dense_level *l = &c->level[carom_dense_level_of(c, c->radius[i])];
  const uint32_t cell = cell_at(c, l, c->x + 3 * i);
  c->item[i] = c->start[cell];
  c->start[cell] = (uint32_t)i;
}

bool carom_dense_chains_meet(const carom_dense_cells *c, const double x[3], double radius, int from)
{
  for (const carom_dense_level *l = c->level + from; l < c->level + c->levels; l++) {
    walk w = walk_around(c, l, x, radius + l->largest);
    for (int64_t cell; (cell = next_cell(l, &w)) != NOBODY;)
      for (uint32_t j = c->start[cell]; j != UINT32_MAX; j = c->item[j])
        if (nearer(c, x, c->x + 3 * (size_t)j, radius + c->radius[j])) return true;
  }
  return false;
}
