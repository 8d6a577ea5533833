/* SPDX-License-Identifier: MIT */
/* Fields by coarse graining. Weights are normalised over the nodes in each direction, so that sums
 * over the nodes equal those over the particles. */
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "measure/measure.h"

/* Numbers summed at a node. Mass times velocity times velocity is symmetric: xx, xy, xz, yy, yz,
 * zz. */
enum { MASS, SOLID, MOMENTUM, FLUX = MOMENTUM + 3, CONTACT = FLUX + 6, NUMBERS = CONTACT + 9 };

enum { MOST_NODES = 100000000 };

/* A quintic B-spline with an interval of sqrt(2) widths: its variance is half an interval squared,
 * so its standard deviation is the width. It is smooth, close to a Gaussian, and zero from three
 * intervals on. */
#define INTERVAL 1.4142135623730951 /* in standard deviations */
#define TAIL (3 * INTERVAL)

static double fifth(double x)
{
  const double positive = x > 0 ? x : 0, square = positive * positive;
  return square * square * positive;
}

static double spline(double off)
{
  const double q = (off < 0 ? -off : off) / INTERVAL;
  return fifth(3 - q) - 6 * fifth(2 - q) + 15 * fifth(1 - q);
}

struct carom_coarse {
  carom_coarse_def def;
  bool around[3];
  double cell[3];
  int64_t nodes, looks;
  double *sum;       /* NUMBERS per node */
  double *weight[3]; /* weights of the nodes in each direction for the current point */
};

/* The nodes over which a point is spread in one direction: `count` from `first` on, wrapped around
 * a period. */
typedef struct reach {
  int first, count;
} reach;

carom_coarse_def carom_coarse_default(void)
{
  return (carom_coarse_def){.cells = {1, 1, 1}, .width = CAROM_UNSET};
}

static carom_status check(const carom_coarse_def *def, carom_error *err)
{
  double nodes = 1;
  for (int k = 0; k < 3; k++) {
    if (!(def->high[k] > def->low[k]) || !(def->high[k] - def->low[k] < 1e300))
      return carom_fail(err, CAROM_ERR_RANGE, "high",
                        "the grid must end above where it begins: %g m to %g m along %c",
                        def->low[k], def->high[k], "xyz"[k]);
    if (def->cells[k] < 1)
      return carom_fail(err, CAROM_ERR_RANGE, "cells", "a grid has at least one cell along %c",
                        "xyz"[k]);
    nodes *= def->cells[k];
  }
  if (nodes > MOST_NODES)
    return carom_fail(err, CAROM_ERR_RANGE, "cells", "%.0f cells are more than %d; take fewer",
                      nodes, MOST_NODES);
  if (def->width != CAROM_UNSET && !(def->width > 0 && def->width < 1e300))
    return carom_fail(err, CAROM_ERR_RANGE, "width", "the width must be above 0");
  return CAROM_OK;
}

static double mean_radius(const carom_scene *s)
{
  double sum = 0;
  for (int64_t tag = 0; tag < s->particles.count; tag++)
    sum += carom_position_of(s, s->particles.index_of[tag])[3];
  return s->particles.count > 0 ? sum / (double)s->particles.count : s->model.largest;
}

carom_status carom_coarse_create(const carom_scene *s, const carom_coarse_def *def,
                                 carom_coarse **coarse, carom_error *err)
{
  if (!s || !def || !coarse)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a scene and a grid are needed");
  CAROM_TRY(check(def, err));
  carom_coarse *c = calloc(1, sizeof *c);
  if (!c) return carom_look_no_room(err);
  c->def = *def;
  c->nodes = (int64_t)def->cells[0] * def->cells[1] * def->cells[2];
  if (c->def.width == CAROM_UNSET) c->def.width = mean_radius(s);
  c->sum = calloc((size_t)c->nodes * NUMBERS, sizeof *c->sum);
  bool ok = c->sum != NULL;
  for (int k = 0; k < 3; k++) {
    c->around[k] = s->model.periodic[k] && !s->box.deforms && def->low[k] == s->model.low[k] &&
                   def->high[k] == s->model.high[k];
    c->cell[k] = (def->high[k] - def->low[k]) / def->cells[k];
    ok &= (c->weight[k] = malloc((size_t)def->cells[k] * sizeof *c->weight[k])) != NULL;
  }
  if (!ok) {
    carom_coarse_destroy(c);
    return carom_look_no_room(err);
  }
  *coarse = c;
  return CAROM_OK;
}

void carom_coarse_destroy(carom_coarse *c)
{
  if (!c) return;
  free(c->sum);
  for (int k = 0; k < 3; k++)
    free(c->weight[k]);
  free(c);
}

/* Computes the weights of the nodes near a coordinate; false outside the grid. */
static bool weigh(const carom_coarse *c, int k, double x, reach *r)
{
  const carom_coarse_def *d = &c->def;
  const double length = d->high[k] - d->low[k];
  if (c->around[k]) x -= length * __builtin_floor((x - d->low[k]) / length);
  if (!(x >= d->low[k] && x <= d->high[k])) return false;
  const double at = (x - d->low[k]) / c->cell[k] - 0.5; /* in cells, from the first node */
  const double tail = TAIL * d->width / c->cell[k];
  const double nearest = __builtin_floor(at + 0.5);
  double from = __builtin_floor(at - tail) + 1, to = __builtin_floor(at + tail);
  from = from > nearest ? nearest : from;
  to = to < nearest ? nearest : to;
  if (c->around[k] && to - from >= d->cells[k]) { /* each node once */
    from = nearest - (d->cells[k] - 1) / 2;
    to = from + d->cells[k] - 1;
  } else if (!c->around[k]) {
    from = carom_clamp(from, 0, d->cells[k] - 1);
    to = carom_clamp(to, 0, d->cells[k] - 1);
  }
  r->first = (int)from;
  r->count = (int)(to - from) + 1;
  double sum = 0;
  for (int i = 0; i < r->count; i++)
    sum += c->weight[k][i] = spline((from + i - at) * c->cell[k] / d->width);
  if (!(sum > 0)) { /* narrower than the cells: everything goes to the nearest node */
    r->first = (int)carom_clamp(nearest, 0, d->cells[k] - 1);
    r->count = 1;
    sum = c->weight[k][0] = 1;
  }
  for (int i = 0; i < r->count; i++)
    c->weight[k][i] /= sum;
  return true;
}

static int node_of(const carom_coarse *c, int k, int i)
{
  const int cells = c->def.cells[k];
  return c->around[k] ? (i % cells + cells) % cells : i;
}

/* Adds `count` numbers, beginning with number `first`, to the nodes near a point. */
static void spread(const carom_coarse *c, const double x[3], const double *value, int first,
                   int count)
{
  reach r[3];
  for (int k = 0; k < 3; k++)
    if (!weigh(c, k, x[k], &r[k])) return;
  for (int kk = 0; kk < r[2].count; kk++)
    for (int j = 0; j < r[1].count; j++) {
      const int64_t row = (int64_t)c->def.cells[0] *
                          (node_of(c, 1, r[1].first + j) +
                           (int64_t)c->def.cells[1] * node_of(c, 2, r[2].first + kk));
      const double outer = c->weight[2][kk] * c->weight[1][j];
      for (int i = 0; i < r[0].count; i++) {
        double *to = c->sum + NUMBERS * (row + node_of(c, 0, r[0].first + i)) + first;
        const double w = outer * c->weight[0][i];
        for (int n = 0; n < count; n++)
          to[n] += w * value[n];
      }
    }
}

static void spread_particle(const carom_coarse *c, const carom_look *look, int64_t i,
                            const double x[3])
{
  const carom_scene_grain *g = carom_look_grain(look, i);
  const double m = g->mass;
  double centre[3], v[3];
  carom_look_motion(look, i, centre, v);
  const double value[CONTACT] = {m,
                                 g->volume,
                                 m * v[0],
                                 m * v[1],
                                 m * v[2],
                                 m * v[0] * v[0],
                                 m * v[0] * v[1],
                                 m * v[0] * v[2],
                                 m * v[1] * v[1],
                                 m * v[1] * v[2],
                                 m * v[2] * v[2]};
  spread(c, x, value, MASS, CONTACT);
}

typedef struct pieces {
  const carom_coarse *c;
  const carom_look *look;
} pieces;

/* Spreads a piece of a contact over parts no longer than half a width, with two Gauss points
 * each. */
static void spread_piece(const pieces *in, const carom_contact_pieces *c, double sign,
                         const double centre[3])
{
  enum { MOST_PARTS = 32 };
  const double gauss = 0.5 / CAROM_SQRT(3.0);
  double piece[3], square = 0, value[9];
  for (int k = 0; k < 3; k++) {
    piece[k] = centre[k] - c->point[k];
    square += piece[k] * piece[k];
  }
  const double wanted = CAROM_SQRT(square) / (0.5 * in->c->def.width);
  const int parts = wanted > MOST_PARTS ? MOST_PARTS : 1 + (int)wanted;
  for (int p = 0; p < 2 * parts; p++) {
    const double t = (p / 2 + 0.5 + (p % 2 ? gauss : -gauss)) / parts;
    double x[3], folded[3];
    for (int k = 0; k < 3; k++)
      x[k] = c->point[k] + t * piece[k];
    for (int i = 0; i < 9; i++)
      value[i] = sign * piece[i / 3] * c->force[i % 3] / (2 * parts);
    carom_fold(&in->look->s->model, x, folded);
    if (!in->look->of->within || carom_region_holds(&in->look->of->region, folded))
      spread(in->c, folded, value, CONTACT, 9);
  }
}

/* Spreads the pieces that belong to selected particles. */
static void spread_pieces(const pieces *in, const carom_contact_pieces *c)
{
  if (carom_look_counts(in->look, c->a)) spread_piece(in, c, 1, c->from);
  if (c->b >= 0 && carom_look_counts(in->look, c->b)) spread_piece(in, c, -1, c->to);
}

static void spread_contact(void *user, const carom_contact_view *v)
{
  const pieces *in = user;
  const carom_scene *s = in->look->s;
  if (!carom_view_closed(s, v)) return;
  const carom_contact_pieces c = carom_contact_pieces_of(s, v);
  spread_pieces(in, &c);
}

static void spread_bonds(const pieces *in)
{
  const carom_scene *s = in->look->s;
  for (int64_t k = 0; k < s->bonds.count; k++) {
    if (s->bonds.bond[k].state != CAROM_BOND_WHOLE) continue;
    const carom_contact_pieces c = carom_bond_pieces_of(s, k);
    spread_pieces(in, &c);
  }
}

carom_status carom_coarse_look(carom_coarse *c, carom_scene *s, const carom_selection *of,
                               carom_error *err)
{
  carom_look look;
  pieces in = {c, &look};
  if (!c) return carom_fail(err, CAROM_ERR_ARGUMENT, "coarse", "there is no grid");
  CAROM_TRY(carom_look_begin(&look, s, of, err));
  for (int64_t i = 0; i < s->particles.count; i++) {
    double x[3];
    if (carom_look_at(&look, i, x)) spread_particle(c, &look, i, x);
  }
  s->engine->contacts(s, CAROM_CONTACTS_CLOSED, spread_contact, &in);
  spread_bonds(&in);
  c->looks++;
  return CAROM_OK;
}

int64_t carom_coarse_looks(const carom_coarse *c)
{
  return c->looks;
}

void carom_coarse_node(const carom_coarse *c, int i, int j, int k, double position[3])
{
  const int at[3] = {i, j, k};
  for (int d = 0; d < 3; d++)
    position[d] = c->def.low[d] + (at[d] + 0.5) * c->cell[d];
}

static carom_coarse_fields nowhere(void)
{
  const double nan = carom_nan();
  carom_coarse_fields f = {.density = nan, .solid_fraction = nan, .temperature = nan};
  for (int n = 0; n < 9; n++)
    f.contact_stress[n] = f.kinetic_stress[n] = nan;
  for (int n = 0; n < 3; n++)
    f.momentum[n] = f.velocity[n] = nan;
  return f;
}

carom_coarse_fields carom_coarse_at(const carom_coarse *c, int i, int j, int k)
{
  static const int flux[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  const int at[3] = {i, j, k};
  for (int n = 0; n < 3; n++)
    if (at[n] < 0 || at[n] >= c->def.cells[n]) return nowhere();
  const int64_t node = i + (int64_t)c->def.cells[0] * (j + (int64_t)c->def.cells[1] * k);
  const double *sum = c->sum + NUMBERS * node;
  const double by = c->cell[0] * c->cell[1] * c->cell[2] * (double)c->looks;
  carom_coarse_fields f = {.density = sum[MASS] / by, .solid_fraction = sum[SOLID] / by};
  for (int n = 0; n < 3; n++) {
    f.momentum[n] = sum[MOMENTUM + n] / by;
    f.velocity[n] = sum[MASS] > 0 ? sum[MOMENTUM + n] / sum[MASS] : carom_nan();
  }
  for (int n = 0; n < 9; n++) {
    f.contact_stress[n] = sum[CONTACT + n] / by;
    f.kinetic_stress[n] = sum[MASS] > 0
                              ? sum[FLUX + flux[n]] / by - f.momentum[n / 3] * f.velocity[n % 3]
                              : 0;
  }
  f.temperature = sum[MASS] > 0
                      ? (f.kinetic_stress[0] + f.kinetic_stress[4] + f.kinetic_stress[8]) /
                            (3 * f.density)
                      : carom_nan();
  return f;
}

carom_status carom_coarse_archive(carom_coarse *c, const char *name, carom_archive *archive,
                                  carom_error *err)
{
  CAROM_TRY(carom_look_archive(c, name, archive, err));
  CAROM_TRY(carom_archive_array(archive, name, "looks", CAROM_INT64S, &c->looks, 1, err));
  if (c->looks < 0) return carom_fail(err, CAROM_ERR_RANGE, name, "the saved state is damaged");
  return carom_archive_array(archive, name, "sums", CAROM_DOUBLES, c->sum,
                             (size_t)c->nodes * NUMBERS, err);
}
