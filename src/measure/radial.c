/* SPDX-License-Identifier: MIT */
/* The radial distribution: counts pairs by distance, found through cells at least as wide as the
 * reach. Counts are integers, so their sum does not depend on which worker counted. */
#include <stdlib.h>
#include <string.h>

#include "measure/measure.h"

typedef struct radial {
  carom_look look;
  double reach;
  int bins, cells[3];
  double low[3], size[3];
  bool around[3];  /* the cells wrap around a periodic border */
  int64_t *head;   /* first particle of each cell, or -1 */
  int64_t *next;   /* next particle of the same cell */
  double *x;       /* folded positions, three numbers per particle */
  int64_t *counts; /* per worker: pairs by bin, then the number of first particles */
  carom_region inner;
} radial;

/* The cell of a coordinate in one direction. */
static int cell_of(const radial *o, int k, double x)
{
  const int cell = (int)((x - o->low[k]) / o->size[k]);
  return cell < 0 ? 0 : cell >= o->cells[k] ? o->cells[k] - 1 : cell;
}

/* Limits the cells to about the number of particles; wider ones give the same counts. */
static void limit_cells(int cells[3], int64_t particles)
{
  enum { FEW = 1000 };
  while ((int64_t)cells[0] * cells[1] * cells[2] > particles + FEW) {
    int k = cells[1] > cells[0] ? 1 : 0;
    k = cells[2] > cells[k] ? 2 : k;
    cells[k] = (cells[k] + 1) / 2;
  }
}

/* Where first particles are counted: the region, or the box around all particles, reduced by the
 * reach. */
static void find_extent(radial *o)
{
  const carom_model *m = &o->look.s->model;
  const carom_region *r = &o->look.of->region;
  double low[3], high[3];
  for (int k = 0; k < 3; k++)
    low[k] = carom_infinity(), high[k] = -carom_infinity();
  for (int64_t i = 0; i < o->look.s->particles.count; i++) {
    double *x = o->x + 3 * i;
    carom_fold(m, carom_position_of(o->look.s, i), x);
    for (int k = 0; k < 3; k++) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  o->inner = *r;
  if (!o->look.of->within) {
    o->inner.shape = CAROM_REGION_BOX;
    for (int k = 0; k < 3; k++)
      o->inner.low[k] = low[k], o->inner.high[k] = high[k];
  }
  for (int k = 0; k < 3; k++) {
    o->around[k] = m->length[k] > 0;
    const bool fills = o->around[k] && (!o->look.of->within ||
                                        (r->low[k] <= m->low[k] && r->high[k] >= m->high[k]));
    o->inner.low[k] = fills ? m->low[k] : o->inner.low[k] + o->reach;
    o->inner.high[k] = fills ? m->high[k] : o->inner.high[k] - o->reach;
    o->low[k] = o->around[k] ? m->low[k] : low[k];
    const double length = o->around[k] ? m->length[k] : high[k] - low[k];
    const double most = length / o->reach;
    o->cells[k] = most < 1 ? 1 : most > 500 ? 500 : (int)most;
    o->size[k] = length;
  }
  limit_cells(o->cells, o->look.s->particles.count);
  for (int k = 0; k < 3; k++)
    o->size[k] = o->size[k] > 0 ? o->size[k] / o->cells[k] : 1;
  if (o->inner.shape == CAROM_REGION_SPHERE || o->inner.shape == CAROM_REGION_CYLINDER)
    o->inner.radius -= o->reach;
  if (o->inner.shape == CAROM_REGION_CYLINDER) {
    const double length = CAROM_SQRT(carom_dot(r->direction, r->direction));
    for (int k = 0; k < 3; k++)
      o->inner.point[k] += o->reach * r->direction[k] / length;
    o->inner.length -= 2 * o->reach;
    if (o->inner.inner_radius > 0) o->inner.inner_radius += o->reach;
  }
}

static bool in_inner(const radial *o, const double x[3])
{
  if (o->inner.shape != CAROM_REGION_BOX && !(o->inner.radius > o->inner.inner_radius))
    return false;
  return carom_region_holds(&o->inner, x);
}

static void fill_cells(const radial *o)
{
  const int64_t cells = (int64_t)o->cells[0] * o->cells[1] * o->cells[2];
  for (int64_t c = 0; c < cells; c++)
    o->head[c] = -1;
  for (int64_t i = o->look.s->particles.count; i-- > 0;) {
    const double *x = o->x + 3 * i;
    if (!carom_look_counts(&o->look, i)) continue;
    const int64_t c = cell_of(o, 0, x[0]) +
                      (int64_t)o->cells[0] *
                          (cell_of(o, 1, x[1]) + (int64_t)o->cells[1] * cell_of(o, 2, x[2]));
    o->next[i] = o->head[c];
    o->head[c] = i;
  }
}

/* Counts the particles of one cell, seen from particle i across borders by `shift`. */
static void count_cell(const radial *o, int64_t i, int64_t cell, const double shift[3],
                       int64_t *counts)
{
  const double *x = o->x + 3 * i;
  for (int64_t j = o->head[cell]; j >= 0; j = o->next[j]) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double d = o->x[3 * j + k] + shift[k] - x[k];
      square += d * d;
    }
    const bool itself = i == j && shift[0] == 0 && shift[1] == 0 && shift[2] == 0;
    if (itself || square >= o->reach * o->reach) continue;
    const int bin = (int)(CAROM_SQRT(square) / o->reach * o->bins);
    counts[bin < o->bins ? bin : o->bins - 1]++;
  }
}

/* Beyond the border of a sheared box cells are shifted, so all images of a row are visited. */
static void count_row(const radial *o, int64_t i, int64_t cell, int at, double shift[3],
                      int64_t *counts)
{
  enum { IMAGES = 2 }; /* each way: up to a period apart, shifted by up to another */
  const carom_model *m = &o->look.s->model;
  int64_t stride = 1;
  for (int k = 0; k < m->flow; k++)
    stride *= o->cells[k];
  for (int image = -IMAGES; image <= IMAGES; image++) {
    shift[m->flow] = (shift[m->gradient] > 0 ? m->offset : -m->offset) + image * m->length[m->flow];
    for (int c = 0; c < o->cells[m->flow]; c++)
      count_cell(o, i, cell + stride * (c - at), shift, counts);
  }
}

static void count_around(const radial *o, int64_t i, int64_t *counts)
{
  const carom_model *m = &o->look.s->model;
  int at[3];
  for (int k = 0; k < 3; k++)
    at[k] = cell_of(o, k, o->x[3 * i + k]);
  for (int near = 0; near < 27; near++) {
    double shift[3] = {0};
    int64_t cell = 0, stride = 1;
    int step[3];
    bool there = true;
    for (int k = 0, code = near; k < 3; k++, code /= 3) {
      step[k] = code % 3 - 1;
      int c = at[k] + step[k];
      if (o->around[k] && c < 0)
        c += o->cells[k], shift[k] = -o->size[k] * o->cells[k];
      else if (o->around[k] && c >= o->cells[k])
        c -= o->cells[k], shift[k] = o->size[k] * o->cells[k];
      there &= c >= 0 && c < o->cells[k];
      cell += stride * c;
      stride *= o->cells[k];
    }
    const bool sheared = m->offset != 0 && shift[m->gradient] != 0;
    if (sheared && step[m->flow] == 0)
      count_row(o, i, cell, at[m->flow], shift, counts);
    else if (there && !sheared)
      count_cell(o, i, cell, shift, counts);
  }
}

static void visit(void *user, carom_scene *s, const carom_block_range *block)
{
  const radial *o = user;
  int64_t *counts = o->counts + block->worker * (o->bins + 1);
  (void)s;
  for (int64_t i = block->from; i < block->to; i++) {
    if (!carom_look_counts(&o->look, i) || !in_inner(o, o->x + 3 * i)) continue;
    counts[o->bins]++;
    count_around(o, i, counts);
  }
}

static carom_status evaluate(radial *o, double *g, int64_t *seen, carom_error *err)
{
  const double pi = 3.14159265358979323846;
  double inside = 0, volume = carom_look_volume(&o->look);
  if (!o->look.of->within) {
    volume = 1;
    for (int k = 0; k < 3; k++)
      volume *= o->around[k] ? o->size[k] * o->cells[k]
                             : o->inner.high[k] - o->inner.low[k] + 2 * o->reach;
  }
  if (!(volume > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "region",
                      "the radial distribution needs a region with a finite volume");
  for (int k = 0; k < 3; k++)
    if (o->around[k] && o->reach > o->size[k] * o->cells[k])
      return carom_fail(err, CAROM_ERR_RANGE, "reach",
                        "%g m is more than the period of the domain along %c, %g m; take less",
                        o->reach, "xyz"[k], o -> size[k] * o -> cells[k]);
  fill_cells(o);
  o->look.s->engine->each_block(o->look.s, visit, o);
  for (int64_t i = 0; i < o->look.s->particles.count; i++) {
    double x[3];
    inside += carom_look_at(&o->look, i, x);
  }
  *seen = 0;
  for (int w = 0; w < o->look.workers; w++)
    *seen += o->counts[w * (o->bins + 1) + o->bins];
  for (int b = 0; b < o->bins; b++) {
    double sum = 0;
    for (int w = 0; w < o->look.workers; w++)
      sum += (double)o->counts[w * (o->bins + 1) + b];
    const double r = o->reach / o->bins,
                 shell = 4.0 / 3.0 * pi * r * r * r * (3.0 * b * b + 3.0 * b + 1);
    g[b] = sum / ((double)*seen * shell * inside / volume);
  }
  return CAROM_OK;
}

carom_status carom_measure_radial(carom_scene *s, const carom_selection *of, double reach, int bins,
                                  double *g, int64_t *seen, carom_error *err)
{
  radial o = {.reach = reach, .bins = bins};
  int64_t own;
  if (!g) return carom_fail(err, CAROM_ERR_ARGUMENT, "g", "there is no place for the result");
  if (bins < 1 || bins > 100000 || !(reach > 0 && reach < 1e300))
    return carom_fail(err, CAROM_ERR_RANGE, "bins",
                      "a radial distribution needs a reach and 1 to 100000 bins");
  CAROM_TRY(carom_look_begin(&o.look, s, of, err));
  const size_t count = (size_t)s->particles.count + 1;
  o.x = malloc(3 * count * sizeof *o.x);
  o.next = malloc(count * sizeof *o.next);
  o.counts = calloc((size_t)o.look.workers * ((size_t)bins + 1), sizeof *o.counts);
  if (o.x && o.next && o.counts) {
    find_extent(&o);
    o.head = malloc((size_t)o.cells[0] * (size_t)o.cells[1] * (size_t)o.cells[2] * sizeof *o.head);
  }
  const carom_status status = o.head ? evaluate(&o, g, seen ? seen : &own, err)
                                     : carom_look_no_room(err);
  free(o.x);
  free(o.next);
  free(o.head);
  free(o.counts);
  return status;
}
