/* SPDX-License-Identifier: MIT */
/* How well particles are mixed: Lacey's index, counts by quadrant. */
#include <stdlib.h>

#include "measure/measure.h"

typedef struct cells {
  const double *low, *high;
  const int *count;
  int64_t *all, *marked;
} cells;

/* The cell of a position, or -1 outside the box. */
static int64_t cell_of(const cells *c, const double x[3])
{
  int64_t cell = 0;
  for (int k = 2; k >= 0; k--) {
    const double share = (x[k] - c->low[k]) / (c->high[k] - c->low[k]);
    if (!(share >= 0 && share < 1)) return -1;
    cell = cell * c->count[k] + (int64_t)(share * c->count[k]);
  }
  return cell;
}

static void fill(const cells *c, const carom_look *look, const carom_selection *marked)
{
  for (int64_t i = 0; i < look->s->particles.count; i++) {
    double x[3];
    if (!carom_look_at(look, i, x)) continue;
    const int64_t cell = cell_of(c, x);
    if (cell < 0) continue;
    c->all[cell]++;
    c->marked[cell] += carom_selected(look->s, marked, i, x);
  }
}

/* NaN if nothing could be more or less mixed. */
static double lacey(const cells *c, int64_t count)
{
  enum { FEWEST = 2 };
  double all = 0, marked = 0, used = 0, variance = 0;
  for (int64_t k = 0; k < count; k++) {
    if (c->all[k] < FEWEST) continue;
    all += (double)c->all[k];
    marked += (double)c->marked[k];
    used++;
  }
  const double share = marked / all, apart = share * (1 - share), mixed = apart * used / all;
  for (int64_t k = 0; k < count; k++) {
    if (c->all[k] < FEWEST) continue;
    const double off = (double)c->marked[k] / (double)c->all[k] - share;
    variance += off * off * (double)c->all[k] / all;
  }
  return apart - mixed > 0 ? (apart - variance) / (apart - mixed) : carom_nan();
}

carom_status carom_measure_mixing(carom_scene *s, const carom_selection *of,
                                  const carom_selection *marked, const double low[3],
                                  const double high[3], const int number[3], double *index,
                                  carom_error *err)
{
  carom_look look;
  double count = 1;
  if (!marked || !low || !high || !number || !index)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "mixing", "something is missing");
  CAROM_TRY(carom_look_begin(&look, s, of, err));
  CAROM_TRY(carom_selection_check(s, marked, err));
  for (int k = 0; k < 3; k++) {
    if (number[k] < 1 || !(high[k] > low[k]) || !(high[k] - low[k] < 1e300))
      return carom_fail(err, CAROM_ERR_RANGE, "cells",
                        "a box with at least one cell in every direction is needed");
    count *= number[k];
  }
  if (count > 1e8)
    return carom_fail(err, CAROM_ERR_RANGE, "cells", "%.0f cells are too many", count);
  cells c = {low, high, number, calloc((size_t)count, sizeof *c.all),
             calloc((size_t)count, sizeof *c.marked)};
  const bool ok = c.all && c.marked;
  if (ok) {
    fill(&c, &look, marked);
    *index = lacey(&c, (int64_t)count);
  }
  free(c.all);
  free(c.marked);
  return ok ? CAROM_OK : carom_look_no_room(err);
}

carom_status carom_measure_quadrants(carom_scene *s, const carom_selection *of,
                                     const double point[3], const double u[3], const double v[3],
                                     int64_t count[4], carom_error *err)
{
  carom_look look;
  double uu = 0, uv = 0, vv = 0;
  if (!point || !u || !v || !count)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "quadrants", "something is missing");
  CAROM_TRY(carom_look_begin(&look, s, of, err));
  for (int k = 0; k < 3; k++)
    uu += u[k] * u[k], uv += u[k] * v[k], vv += v[k] * v[k];
  if (!(uu * vv - uv * uv > 1e-12 * uu * vv))
    return carom_fail(err, CAROM_ERR_RANGE, "axes", "the axes must have different directions");
  for (int q = 0; q < 4; q++)
    count[q] = 0;
  for (int64_t i = 0; i < s->particles.count; i++) {
    double x[3], a = 0, b = 0;
    if (!carom_look_at(&look, i, x)) continue;
    for (int k = 0; k < 3; k++) {
      a += (x[k] - point[k]) * u[k];
      b += (x[k] - point[k]) * (v[k] - uv / uu * u[k]);
    }
    count[a >= 0 ? (b >= 0 ? 0 : 3) : (b >= 0 ? 1 : 2)]++;
  }
  return CAROM_OK;
}
