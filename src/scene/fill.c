/* SPDX-License-Identifier: MIT */
#include <carom/fill.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "scene/chance.h"
#include "scene/dense_fill.h"
#include "scene/fill_cells.h"
#include "scene/sizes.h"

#define MOST 3e8 /* most spheres for a fraction: more than memory can hold */

enum { ATTEMPTS = 20000 }; /* for one sphere, before the box counts as full */

/* Draws of one sphere: its radius, the jitter of a lattice, then the attempts. */
enum { DRAW_RADIUS, DRAW_JITTER, DRAW_PLACE = DRAW_JITTER + 3 };

carom_fill_def carom_fill_default(void)
{
  return (carom_fill_def){.high = {1, 1, 1},
                          .radius_min = 0.01,
                          .radius_max = 0.01,
                          .seed = 1,
                          .fraction = CAROM_UNSET};
}

/* `curve`: of the sizes, or NULL. */
static double radius_of(const carom_fill_def *def, const carom_size_curve *curve, int64_t index)
{
  const double share = carom_chance(def->seed, (uint64_t)index, DRAW_RADIUS);
  if (curve) return carom_size_curve_at(curve, share);
  return def->radius_min + share * (def->radius_max - def->radius_min);
}

/* A lattice for spheres of the largest radius with `gap` between them. */
struct lattice {
  int64_t count[3];
  double pitch[3], shift[3]; /* shift of every second row, row of a layer, and layer */
  double first[3];
};

static int64_t places(double room, double size, double pitch)
{
  /* a box made for n spheres holds n, despite rounding of its size */
  const double slack = 1e-9 * pitch;
  const double most = 1e15; /* far more than memory can hold */
  const double more = floor((room - size + slack) / pitch);
  return room + slack < size ? 0 : 1 + (int64_t)(more < most ? more : most);
}

static struct lattice lattice_of(const carom_fill_def *def)
{
  const double size = 2 * def->radius_max, pitch = size + def->gap + 2 * def->jitter;
  const bool hexagonal = def->arrangement == CAROM_ARRANGE_HEXAGONAL;
  struct lattice l = {.pitch = {pitch, pitch, pitch}};
  double lost[3] = {0, 0, 0};
  if (hexagonal) {
    l.pitch[1] = pitch * sqrt(0.75);
    l.pitch[2] = pitch * sqrt(2.0 / 3);
    l.shift[0] = lost[0] = 0.5 * pitch;
    l.shift[1] = lost[1] = l.pitch[1] / 3;
  }
  for (int k = 0; k < 3; k++) {
    const double room = def->high[k] - def->low[k] - 2 * (def->gap + def->jitter) - lost[k];
    l.count[k] = places(room, size, l.pitch[k]);
    l.first[k] = def->low[k] + def->gap + def->jitter + def->radius_max;
  }
  return l;
}

static carom_status check(const carom_fill_def *def, carom_error *err)
{
  static const char *const axis[] = {"x", "y", "z"};
  if ((unsigned)def->arrangement > CAROM_ARRANGE_DENSE)
    return carom_fail(err, CAROM_ERR_RANGE, "arrangement", "there is no arrangement number %d",
                      (int)def->arrangement);
  if (!(def->radius_min > 0) || !(def->radius_max >= def->radius_min) ||
      !(def->radius_max < HUGE_VAL))
    return carom_fail(err, CAROM_ERR_RANGE, "radius",
                      "radii go from %g m to %g m; give two positive ones, the smaller first",
                      def->radius_min, def->radius_max);
  if (!(def->gap >= 0) || !(def->gap < HUGE_VAL) || !(def->jitter >= 0) ||
      !(def->jitter < HUGE_VAL))
    return carom_fail(err, CAROM_ERR_RANGE, def->gap >= 0 ? "jitter" : "gap",
                      "gap and jitter are lengths from 0 on");
  if (def->taken_count < 0 || (def->taken_count > 0 && !def->taken))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "taken", "the spheres to keep clear of are missing");
  if (def->count < 0)
    return carom_fail(err, CAROM_ERR_RANGE, "count", "a number of spheres is not negative");
  if (def->fraction != CAROM_UNSET && !(def->fraction > 0 && def->fraction < 1))
    return carom_fail(err, CAROM_ERR_RANGE, "fraction", "a share of the region is between 0 and 1");
  if (def->sizes) CAROM_TRY(carom_distribution_check(def->sizes, err));
  if (def->region) return carom_region_check(def->region, err);
  for (int k = 0; k < 3; k++) {
    const double room = def->high[k] - def->low[k];
    if (!(room >= 2 * (def->radius_max + def->gap + def->jitter) * (1 - 1e-9)) ||
        !(room < HUGE_VAL))
      return carom_fail(err, CAROM_ERR_RANGE, "box",
                        "along %s the box has %g m, too little for a sphere of radius %g m; make "
                        "it larger",
                        axis[k], room, def->radius_max);
  }
  return CAROM_OK;
}

/* The region that is filled. */
static carom_region region_of(const carom_fill_def *def)
{
  if (def->region) return *def->region;
  carom_region box = carom_region_default();
  for (int k = 0; k < 3; k++)
    box.low[k] = def->low[k], box.high[k] = def->high[k];
  return box;
}

/* Prepares a size distribution; *curve is NULL if there is none. */
static carom_status make_curve(const carom_fill_def *def, carom_size_curve **curve,
                               carom_error *err)
{
  *curve = def->sizes ? malloc(sizeof **curve) : NULL;
  if (def->sizes && !*curve)
    return carom_fail(err, CAROM_ERR_MEMORY, "sizes", "not enough memory for the sizes");
  if (*curve) carom_size_curve_make(def->sizes, *curve);
  return CAROM_OK;
}

/* The number of spheres, in the order in which they are drawn, that comes nearest to a fraction of
 * the volume. */
static carom_status count_fraction(const carom_fill_def *def, int64_t *count, carom_error *err)
{
  const carom_region region = region_of(def);
  carom_container container;
  carom_size_curve *curve;
  double sum = 0, last = 0, volume = 0;
  const carom_status status = carom_container_make(&region, &container, err);
  if (status == CAROM_OK) volume = carom_container_volume(&container);
  carom_container_free(&container);
  if (status != CAROM_OK) return status;
  const double wanted = def->fraction * volume / 4.1887902047863905, most = def->radius_max;
  if (!(wanted < MOST * most * most * most))
    return carom_fail(err, CAROM_ERR_RANGE, "fraction",
                      "%.3g of the region, %.3g m3, are more than %.0e spheres of radius %g m; are "
                      "its units right? Choose larger spheres, or a smaller region",
                      def->fraction, volume, MOST, most);
  CAROM_TRY(make_curve(def, &curve, err));
  for (*count = 0; sum < wanted && *count < INT32_MAX; ++*count) {
    const double r = radius_of(def, curve, *count);
    sum += last = r * r * r;
  }
  if (sum - wanted > 0.5 * last && *count > 1) --*count;
  free(curve);
  return CAROM_OK;
}

carom_status carom_fill_count(const carom_fill_def *def, int64_t *count, carom_error *err)
{
  if (!def || !count)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "fill",
                      "a definition and a place for the number are needed");
  const bool dense = def->arrangement == CAROM_ARRANGE_DENSE;
  CAROM_TRY(check(def, err));
  const carom_region region = region_of(def);
  if (def->region && !dense)
    return carom_fail(err, CAROM_ERR_CONFLICT, "region",
                      "lattices and random places fill a box; use the dense arrangement");
  if (dense && !carom_container_is(&region))
    return carom_fail(err, CAROM_ERR_RANGE, "region",
                      "a box, a cylinder, a sphere or the inside of a mesh can be filled densely");
  if ((def->periodic[0] || def->periodic[1] || def->periodic[2]) &&
      !(dense && region.shape == CAROM_REGION_BOX))
    return carom_fail(err, CAROM_ERR_CONFLICT, "periodic",
                      "only a box that is filled densely can be periodic");
  if (dense || def->arrangement == CAROM_ARRANGE_RANDOM) {
    if (def->count > 0 && def->fraction != CAROM_UNSET)
      return carom_fail(err, CAROM_ERR_CONFLICT, "fraction",
                        "a number of spheres or a share of the region; keep one of these");
    if (def->fraction != CAROM_UNSET) return count_fraction(def, count, err);
    if (def->count == 0)
      return carom_fail(err, CAROM_ERR_MISSING, "count",
                        "say how many spheres are to be placed at random");
    *count = def->count;
    return CAROM_OK;
  }
  const struct lattice l = lattice_of(def);
  const double most = (double)l.count[0] * (double)l.count[1] * (double)l.count[2];
  if (def->count == 0 && most > 1e12)
    return carom_fail(err, CAROM_ERR_RANGE, "count",
                      "the lattice has room for %.3g spheres, too many; say how many are wanted",
                      most);
  if (most < (double)def->count)
    return carom_fail(err, CAROM_ERR_RANGE, "count",
                      "the lattice has room for %" PRId64 " x %" PRId64 " x %" PRId64
                      " = %.0f spheres; ask for no more, or "
                      "make the box larger",
                      l.count[0], l.count[1], l.count[2], most);
  *count = def->count ? def->count : (int64_t)most;
  return CAROM_OK;
}

static void fill_lattice(const carom_fill_def *def, const carom_size_curve *curve, int64_t count,
                         carom_filled *out)
{
  const struct lattice l = lattice_of(def);
  for (int64_t i = 0; i < count; i++) {
    const int64_t at[3] = {i % l.count[0], i / l.count[0] % l.count[1],
                           i / l.count[0] / l.count[1]};
    out[i].radius = radius_of(def, curve, i);
    const double shift[3] = {(at[1] + at[2]) % 2 ? l.shift[0] : 0, at[2] % 2 ? l.shift[1] : 0, 0};
    for (int k = 0; k < 3; k++) {
      const double draw = carom_chance(def->seed, (uint64_t)i, (uint64_t)(DRAW_JITTER + k));
      /* a cube inside the ball of that radius, so that no draw is rejected */
      const double jitter = def->jitter * (2 * draw - 1) * sqrt(1.0 / 3);
      out[i].position[k] = l.first[k] + shift[k] + (double)at[k] * l.pitch[k] + jitter;
    }
  }
}

static bool place_one(const carom_fill_def *def, carom_fill_cells *c, carom_filled *out,
                      int64_t index)
{
  carom_filled *one = &out[index];
  for (uint64_t attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (int k = 0; k < 3; k++) {
      const double margin = one->radius + def->gap;
      const double room = def->high[k] - def->low[k] - 2 * margin;
      const double draw = carom_chance(def->seed, (uint64_t)index,
                                       DRAW_PLACE + 3 * attempt + (uint64_t)k);
      one->position[k] = def->low[k] + margin + draw * (room > 0 ? room : 0);
    }
    if (!carom_fill_cells_free_at(c, one)) continue;
    carom_fill_cells_add(c, index);
    return true;
  }
  return false;
}

/* A sphere that is still to be placed. */
struct waiting {
  double radius;
  int64_t index;
};

static int by_size(const void *a, const void *b)
{
  const struct waiting *x = a, *y = b;
  if (x->radius != y->radius) return x->radius > y->radius ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

static double share_of_box(const carom_fill_def *def, const struct waiting *placed, int64_t count)
{
  double volume = 0;
  for (int64_t i = 0; i < count; i++)
    volume += placed[i].radius * placed[i].radius * placed[i].radius;
  return volume * 4.1887902047863905 /
         ((def->high[0] - def->low[0]) * (def->high[1] - def->low[1]) *
          (def->high[2] - def->low[2]));
}

/* Places large spheres first: small ones fit between them, so more spheres fit. */
static carom_status place_all(const carom_fill_def *def, const carom_size_curve *curve,
                              int64_t count, carom_fill_cells *c, struct waiting *queue,
                              carom_filled *out, carom_error *err)
{
  for (int64_t i = 0; i < count; i++)
    queue[i] = (struct waiting){radius_of(def, curve, i), i};
  qsort(queue, (size_t)count, sizeof *queue, by_size);
  for (int64_t i = 0; i < count; i++) {
    out[queue[i].index].radius = queue[i].radius;
    if (place_one(def, c, out, queue[i].index)) continue;
    return carom_fail(err, CAROM_ERR_RANGE, "count",
                      "only %" PRId64 " of %" PRId64
                      " spheres fit at random%s, %.0f %% of the box; ask for fewer, make the box "
                      "larger, or %s",
                      i, count, def->taken_count ? " beside those that were placed before" : "",
                      100 * share_of_box(def, queue, i),
                      def->taken_count ? "place larger ones before smaller ones" : "use a lattice");
  }
  return CAROM_OK;
}

static carom_status fill_random(const carom_fill_def *def, const carom_size_curve *curve,
                                int64_t count, carom_filled *out, carom_error *err)
{
  carom_fill_cells c;
  struct waiting *queue = malloc((size_t)count * sizeof *queue);
  carom_status status = carom_fill_cells_make(&c, def, count, out, err);
  if (!queue)
    status = carom_fail(err, CAROM_ERR_MEMORY, "count", "not enough memory for %" PRId64 " spheres",
                        count);
  if (status == CAROM_OK) status = place_all(def, curve, count, &c, queue, out, err);
  carom_fill_cells_free(&c);
  free(queue);
  return status;
}

static carom_status fill_dense(const carom_fill_def *def, const carom_size_curve *curve,
                               int64_t count, carom_filled *out, carom_error *err)
{
  const carom_region region = region_of(def);
  carom_container container;
  carom_status status = carom_container_make(&region, &container, err);
  for (int64_t i = 0; i < count; i++)
    out[i].radius = radius_of(def, curve, i);
  if (status == CAROM_OK) status = carom_dense_fill(def, &container, count, out, err);
  carom_container_free(&container);
  return status;
}

carom_status carom_fill(const carom_fill_def *def, carom_filled *out, carom_error *err)
{
  int64_t count = 0;
  carom_size_curve *curve = NULL;
  carom_status status = CAROM_OK;
  if (!out) return carom_fail(err, CAROM_ERR_ARGUMENT, "fill", "no place for the spheres");
  CAROM_TRY(carom_fill_count(def, &count, err));
  CAROM_TRY(make_curve(def, &curve, err));
  if (def->arrangement == CAROM_ARRANGE_DENSE)
    status = fill_dense(def, curve, count, out, err);
  else if (def->arrangement == CAROM_ARRANGE_RANDOM)
    status = fill_random(def, curve, count, out, err);
  else
    fill_lattice(def, curve, count, out);
  free(curve);
  return status;
}
