/* SPDX-License-Identifier: MIT */
#include "scene/fill_cells.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/error.h"

static int64_t cell_along(const carom_fill_cells *c, int k, double x)
{
  const double i = floor((x - c->low[k]) * c->per_length[k]);
  return !(i >= 0) ? 0 : i >= (double)c->count[k] ? c->count[k] - 1 : (int64_t)i;
}

static int64_t cell_at(const carom_fill_cells *c, int64_t i, int64_t j, int64_t k)
{
  return (k * c->count[1] + j) * c->count[0] + i;
}

static int64_t cell_of(const carom_fill_cells *c, const carom_filled *one)
{
  return cell_at(c, cell_along(c, 0, one->position[0]), cell_along(c, 1, one->position[1]),
                 cell_along(c, 2, one->position[2]));
}

/* The cells in which a centre may be too near to this sphere; none if it is far from the box. */
static bool covered(const carom_fill_cells *c, const carom_filled *one, const carom_fill_def *def,
                    int64_t from[3], int64_t to[3])
{
  const double reach = one->radius + def->radius_max + def->gap;
  for (int k = 0; k < 3; k++) {
    const double x = one->position[k];
    if (!(x + reach >= def->low[k] && x - reach <= def->high[k])) return false;
    from[k] = cell_along(c, k, x - reach);
    to[k] = cell_along(c, k, x + reach);
  }
  return true;
}

/* Is it larger than all of the group? Then it may reach beyond the cells next to its own. */
static bool is_large(const carom_fill_def *def, const carom_filled *one)
{
  return one->radius > def->radius_max;
}

static int64_t count_covers(const carom_fill_cells *c, const carom_fill_def *def)
{
  int64_t from[3], to[3], sum = 0;
  for (int64_t n = 0; n < def->taken_count; n++)
    if (is_large(def, &def->taken[n]) && covered(c, &def->taken[n], def, from, to))
      sum += (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1);
  return sum;
}

static void cover(carom_fill_cells *c, const int64_t from[3], const int64_t to[3], int64_t sphere,
                  int64_t *used)
{
  for (int64_t k = from[2]; k <= to[2]; k++)
    for (int64_t j = from[1]; j <= to[1]; j++)
      for (int64_t i = from[0]; i <= to[0]; i++) {
        int64_t *head = &c->cover[cell_at(c, i, j, k)];
        c->covers[*used] = (carom_fill_cover){sphere, *head};
        *head = (*used)++;
      }
}

static void add(carom_fill_cells *c, const carom_filled *one, int64_t number)
{
  int64_t *head = &c->head[cell_of(c, one)];
  c->next[number] = *head;
  *head = number;
}

static bool add_taken(carom_fill_cells *c, const carom_fill_def *def, size_t cells)
{
  const int64_t covers = count_covers(c, def);
  int64_t used = 0;
  if (covers > 0) {
    c->cover = malloc(cells * sizeof *c->cover);
    c->covers = malloc((size_t)covers * sizeof *c->covers);
    if (!c->cover || !c->covers) return false;
    for (size_t i = 0; i < cells; i++)
      c->cover[i] = -1;
  }
  for (int64_t n = 0; n < def->taken_count; n++) {
    int64_t from[3], to[3];
    if (!covered(c, &def->taken[n], def, from, to)) continue;
    if (is_large(def, &def->taken[n]))
      cover(c, from, to, n, &used);
    else
      add(c, &def->taken[n], c->own + n);
  }
  return true;
}

carom_status carom_fill_cells_make(carom_fill_cells *c, const carom_fill_def *def, int64_t count,
                                   const carom_filled *out, carom_error *err)
{
  const double width = 2 * def->radius_max + def->gap;
  const int64_t spheres = count + def->taken_count;
  /* a grid with more cells than spheres would only cost memory */
  int64_t most = 4;
  while (most * most * most < spheres)
    most++;
  size_t total = 1;
  *c = (carom_fill_cells){.gap = def->gap, .out = out, .taken = def->taken, .own = count};
  for (int k = 0; k < 3; k++) {
    const double room = def->high[k] - def->low[k];
    double n = floor(room / width);
    n = n < 1 ? 1 : n > 4 * (double)most ? 4 * (double)most : n;
    c->count[k] = (int64_t)n;
    c->low[k] = def->low[k];
    c->per_length[k] = n / room;
    total *= (size_t)n;
  }
  c->head = malloc(total * sizeof *c->head);
  c->next = malloc((size_t)spheres * sizeof *c->next);
  for (size_t i = 0; c->head && i < total; i++)
    c->head[i] = -1;
  if (!c->head || !c->next || !add_taken(c, def, total))
    return carom_fail(err, CAROM_ERR_MEMORY, "count", "not enough memory for %" PRId64 " spheres",
                      spheres);
  return CAROM_OK;
}

static bool clear_of(const carom_filled *a, const carom_filled *b, double gap)
{
  const double x = a->position[0] - b->position[0], y = a->position[1] - b->position[1],
               z = a->position[2] - b->position[2], reach = a->radius + b->radius + gap;
  return x * x + y * y + z * z >= reach * reach;
}

bool carom_fill_cells_free_at(const carom_fill_cells *c, const carom_filled *one)
{
  int64_t from[3], to[3];
  for (int64_t n = c->cover ? c->cover[cell_of(c, one)] : -1; n >= 0; n = c->covers[n].next)
    if (!clear_of(one, &c->taken[c->covers[n].sphere], c->gap)) return false;
  for (int k = 0; k < 3; k++) {
    const int64_t at = cell_along(c, k, one->position[k]);
    from[k] = at > 0 ? at - 1 : 0;
    to[k] = at + 1 < c->count[k] ? at + 1 : at;
  }
  for (int64_t k = from[2]; k <= to[2]; k++)
    for (int64_t j = from[1]; j <= to[1]; j++)
      for (int64_t i = from[0]; i <= to[0]; i++)
        for (int64_t n = c->head[cell_at(c, i, j, k)]; n >= 0; n = c->next[n])
          if (!clear_of(one, n < c->own ? &c->out[n] : &c->taken[n - c->own], c->gap)) return false;
  return true;
}

void carom_fill_cells_add(carom_fill_cells *c, int64_t index)
{
  add(c, &c->out[index], index);
}

void carom_fill_cells_free(carom_fill_cells *c)
{
  free(c->head);
  free(c->next);
  free(c->cover);
  free(c->covers);
}
