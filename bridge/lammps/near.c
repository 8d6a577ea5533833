/* SPDX-License-Identifier: MIT */
/* Which ghosts a grain here may touch before the next exchange. Of the ghosts sent because they are
 * near the bounds of all grains here, a quarter is not near any single grain (in a dense bed); they
 * would be updated in every step for nothing. Grains here are sorted into cells as wide as the
 * reach of any two that may touch. */
#include <string.h>

#include "bridge.h"

/* Most cells across; most grains per cell, on average. */
enum { ACROSS = 64, CROWD = 32 };

typedef struct cells {
  const bridge *b;
  double low[3], width;
  int count[3];
  int *head, *next;
} cells;

static int cell_across(const cells *c, int k, double x)
{
  const double at = (x - c->low[k]) / c->width;
  return at < 0 ? 0 : at < c->count[k] ? (int)at : c->count[k] - 1;
}

static void lay_cells(cells *c, const double bounds[7], double width)
{
  double widest = width;
  for (int k = 0; k < 3; k++)
    if (bounds[3 + k] - bounds[k] > ACROSS * widest) widest = (bounds[3 + k] - bounds[k]) / ACROSS;
  c->width = widest;
  for (int k = 0; k < 3; k++) {
    c->low[k] = bounds[k];
    c->count[k] = 1 + (int)((bounds[3 + k] - bounds[k]) / widest);
  }
}

static void fill_cells(cells *c)
{
  const bridge *b = c->b;
  memset(c->head, 0xff, (size_t)(c->count[0] * c->count[1] * c->count[2]) * sizeof *c->head);
  for (int i = 0; i < b->here; i++) {
    const double *x = b->host.position[i];
    int *head =
        &c->head[(cell_across(c, 2, x[2]) * c->count[1] + cell_across(c, 1, x[1])) * c->count[0] +
                 cell_across(c, 0, x[0])];
    c->next[i] = *head;
    *head = i;
  }
}

static bool touches_one(const cells *c, int cell, const double x[3], double far)
{
  const bridge *b = c->b;
  for (int i = c->head[cell]; i >= 0; i = c->next[i]) {
    const double *y = b->host.position[i], most = far + b->radius[i];
    const double u = x[0] - y[0], v = x[1] - y[1], w = x[2] - y[2];
    if (u * u + v * v + w * w < most * most) return true;
  }
  return false;
}

static bool is_near(const cells *c, const double x[3], double far)
{
  int from[3], to[3];
  for (int k = 0; k < 3; k++) {
    from[k] = cell_across(c, k, x[k] - c->width);
    to[k] = cell_across(c, k, x[k] + c->width);
  }
  for (int r = from[2]; r <= to[2]; r++)
    for (int q = from[1]; q <= to[1]; q++)
      for (int p = from[0]; p <= to[0]; p++)
        if (touches_one(c, (r * c->count[1] + q) * c->count[0] + p, x, far)) return true;
  return false;
}

bool near_find(bridge *b, const double own[7], int64_t ghosts, const double *ghost, int stride,
               char *near)
{
  ghost_traffic *g = &b->traffic;
  const double beyond = skin_reach(b) - 2 * b->scene->model.largest + b->skin;
  double largest = 0;
  memset(near, 1, (size_t)ghosts);
  if (b->here == 0 || ghosts == 0) return true;
  for (int64_t k = 0; k < ghosts; k++)
    largest = ghost[stride * k] > largest ? ghost[stride * k] : largest;
  cells c = {.b = b};
  lay_cells(&c, own, beyond + largest + own[6]);
  const int64_t count = (int64_t)c.count[0] * c.count[1] * c.count[2];
  if (b->here > CROWD * count) return true; /* sizes differ too much for this to pay */
  if (!carom_reserve(&g->head, &g->head_capacity, count, sizeof *g->head) ||
      !carom_reserve(&g->next, &g->next_capacity, b->here, sizeof *g->next))
    return false;
  c.head = g->head;
  c.next = g->next;
  fill_cells(&c);
  for (int64_t k = 0; k < ghosts; k++)
    near[k] = is_near(&c, ghost + stride * k + 1, beyond + ghost[stride * k]);
  return true;
}
