/* SPDX-License-Identifier: MIT */
#include "scene/grid.h"

#include <string.h>

#include "core/error.h"

bool carom_reserve(void *array, int64_t *room, int64_t count, size_t size)
{
  void **held = array;
  if (count <= *room && *held) return true;
  free(*held);
  const int64_t wanted = count + count / 8 + 64;
  *held = carom_lines((size_t)wanted * size);
  *room = *held ? wanted : 0;
  return *held != NULL;
}

static carom_status lost(const carom_scene *s, int64_t i, const char *what, carom_error *err)
{
  const double *x = carom_spot_of(s, i);
  return carom_fail(err, CAROM_ERR_DIVERGED, "particle",
                    "particle %lu (id %lu) %s: it is at (%.6g, %.6g, %.6g) m at %.9g s",
                    (unsigned long)s->number[i], (unsigned long)s->id[i], what, x[0], x[1], x[2],
                    carom_scene_time(s));
}

/* Brings a particle back across periodic borders; returns what is wrong with it, or NULL. */
static const char *fold(carom_scene *s, int64_t i)
{
  double *x = carom_spot_of(s, i);
  for (int k = 0; k < 3; k++) {
    if (x[k] >= s->low[k] && x[k] < s->high[k]) continue;
    if (!(x[k] - x[k] == 0)) return "has a position that is no number";
    if (!s->periodic[k]) {
      if (x[k] == s->high[k]) continue;
      return "has left the domain";
    }
    const double turns = CAROM_FLOOR((x[k] - s->low[k]) / s->length[k]);
    if (!(CAROM_FABS(turns) < 1e6)) return "crossed a million periods";
    x[k] -= turns * s->length[k];
    s->image[3 * i + k] += (int32_t)turns;
    if (!(x[k] < s->high[k])) { /* rounding, next to the border */
      x[k] = s->low[k];
      s->image[3 * i + k]++;
    }
  }
  return NULL;
}

/* Folds the particles of a block up to one that cannot be, and measures where they are. */
static void fold_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_found *f = &s->found[b];
  const int64_t from = b * s->block, to = carom_block_end(s, b);
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  (void)worker;
  f->lost = -1;
  for (int64_t i = from; i < to; i++) {
    const double *x = carom_spot_of(s, i);
    if (fold(s, i)) {
      f->lost = i;
      return;
    }
    for (int k = 0; k < 3; k++) {
      low[k] = i == from || x[k] < low[k] ? x[k] : low[k];
      high[k] = i == from || x[k] > high[k] ? x[k] : high[k];
    }
  }
  memcpy(f->low, low, sizeof low);
  memcpy(f->high, high, sizeof high);
}

carom_status carom_grid_fold(carom_scene *s, carom_error *err)
{
  carom_pool_run(s->pool, s->blocks, fold_block, s);
  for (int64_t b = 0; b < s->blocks; b++)
    if (s->found[b].lost >= 0) return lost(s, s->found[b].lost, fold(s, s->found[b].lost), err);
  return CAROM_OK;
}

static void extent(const carom_scene *s, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = s->periodic[k] ? s->low[k] : s->found[0].low[k];
    high[k] = s->periodic[k] ? s->high[k] : s->found[0].high[k];
    for (int64_t b = 1; !s->periodic[k] && b < s->blocks; b++) {
      const carom_found *f = &s->found[b];
      low[k] = f->low[k] < low[k] ? f->low[k] : low[k];
      high[k] = f->high[k] > high[k] ? f->high[k] : high[k];
    }
  }
}

bool carom_grid_lay(carom_grid *g, const carom_scene *s)
{
  double low[3], high[3];
  const double reach = 2 * s->largest + s->skin;
  int cells[3];
  extent(s, low, high);
  for (int k = 0; k < 3; k++) {
    const double wanted = (high[k] - low[k]) / reach;
    cells[k] = wanted < 1 ? 1 : wanted > 1e6 ? 1000000 : (int)wanted;
  }
  for (;;) { /* thinly filled space gets larger cells */
    const int most = cells[0] >= cells[1] && cells[0] >= cells[2] ? 0
                     : cells[1] >= cells[2]                       ? 1
                                                                  : 2;
    if ((double)cells[0] * cells[1] * cells[2] <= 4.0 * (double)s->n + 64) break;
    cells[most] = (cells[most] + 1) / 2;
  }
  const bool same = g->rank && memcmp(cells, g->cells, sizeof cells) == 0;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = cells[k];
    g->origin[k] = low[k];
    g->cell[k] = high[k] > low[k] ? (high[k] - low[k]) / cells[k] : reach;
  }
  if (!carom_grid_cut(g, s) && same) return true;
  g->count = (int64_t)cells[0] * cells[1] * cells[2];
  if (g->count > g->room) {
    free(g->rank);
    free(g->start);
    free(g->span);
    g->rank = malloc((size_t)g->count * sizeof *g->rank);
    g->start = malloc(((size_t)g->count + 1) * sizeof *g->start);
    g->span = malloc(((size_t)g->count + 1) * 2 * sizeof *g->span); /* may be read beyond */
    g->room = g->rank && g->start && g->span ? g->count : 0;
    if (!g->room) return false;
  }
  g->districts = 1;
  for (int k = 0; k < 3; k++)
    g->districts *= carom_districts_across(g, k);
  if (!carom_reserve(&g->district_rank, &g->district_room, 2 * g->districts,
                     sizeof *g->district_rank))
    return false;
  carom_grid_number(g);
  return true;
}
