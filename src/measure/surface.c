/* SPDX-License-Identifier: MIT */
/* The angle of a free surface: a line fitted to the highest points of intervals along it. */
#include <stdlib.h>

#include "measure/measure.h"

carom_free_surface carom_free_surface_default(void)
{
  return (carom_free_surface){.up = {0, 0, 1}, .along = {1, 0, 0}, .bins = 20, .share = 0.6};
}

typedef struct tops {
  const carom_look *look;
  const carom_free_surface *surface;
  double up[3], along[3]; /* unit vectors at right angles */
  double low, high;       /* extent */
  double *top;            /* of each bin; -infinity: the bin is empty */
} tops;

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static carom_status find_axes(tops *t, carom_error *err)
{
  const carom_free_surface *f = t->surface;
  const double up = CAROM_SQRT(dot(f->up, f->up));
  if (!(up > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "up", "what is up needs a direction that is not 0");
  for (int k = 0; k < 3; k++)
    t->up[k] = f->up[k] / up;
  const double rise = dot(f->along, t->up);
  for (int k = 0; k < 3; k++)
    t->along[k] = f->along[k] - rise * t->up[k];
  const double along = CAROM_SQRT(dot(t->along, t->along));
  if (!f->radial && !(along > 1e-9 * CAROM_SQRT(dot(f->along, f->along))))
    return carom_fail(err, CAROM_ERR_RANGE, "along",
                      "the surface is looked at along a direction that is not upright");
  for (int k = 0; k < 3 && !f->radial; k++)
    t->along[k] /= along;
  return CAROM_OK;
}

/* Coordinate along the surface, and height. */
static double place_of(const tops *t, const double x[3], double *height)
{
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - t->surface->point[k];
  *height = dot(from, t->up);
  if (!t->surface->radial) return dot(from, t->along);
  const double square = dot(from, from) - *height * *height;
  return CAROM_SQRT(square > 0 ? square : 0);
}

static void find_tops(tops *t)
{
  const int bins = t->surface->bins;
  const int64_t count = t->look->s->particles.count;
  double x[3], height;
  t->low = carom_infinity();
  t->high = -carom_infinity();
  for (int b = 0; b < bins; b++)
    t->top[b] = -carom_infinity();
  for (int64_t i = 0; i < count; i++) {
    if (!carom_look_at(t->look, i, x)) continue;
    const double place = place_of(t, x, &height);
    t->low = place < t->low ? place : t->low;
    t->high = place > t->high ? place : t->high;
  }
  if (t->surface->radial && t->high >= t->low) t->low = 0;
  for (int64_t i = 0; i < count; i++) {
    if (!carom_look_at(t->look, i, x)) continue;
    const double place = place_of(t, x, &height), extent = t->high - t->low;
    const int bin = extent > 0 ? (int)((place - t->low) / extent * bins) : 0;
    double *top = &t->top[bin < 0 ? 0 : bin >= bins ? bins - 1 : bin];
    height += carom_position_of(t->look->s, i)[3];
    *top = height > *top ? height : *top;
  }
}

/* Slope of the fitted line as an angle; NaN with fewer than two bins. */
static double fit(const tops *t)
{
  const int bins = t->surface->bins;
  double number = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int b = 0; b < bins; b++) {
    const double middle = (b + 0.5) / bins, off = 2 * middle - 1;
    if (!(t->top[b] > -1e300) || (off < 0 ? -off : off) > t->surface->share) continue;
    number++, x += middle, y += t->top[b];
  }
  for (int b = 0; b < bins; b++) {
    const double middle = (b + 0.5) / bins, off = 2 * middle - 1;
    if (!(t->top[b] > -1e300) || (off < 0 ? -off : off) > t->surface->share) continue;
    xx += (middle - x / number) * (middle - x / number);
    xy += (middle - x / number) * (t->top[b] - y / number);
  }
  if (!(xx > 0) || !(t->high > t->low)) return carom_nan();
  const double rise = xy / xx;
  return carom_atan2(t->surface->radial ? -rise : rise, t->high - t->low);
}

carom_status carom_measure_surface(carom_scene *s, const carom_selection *of,
                                   const carom_free_surface *surface, double *angle,
                                   carom_error *err)
{
  carom_look look;
  tops t = {.look = &look, .surface = surface};
  if (!surface || !angle)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "surface",
                      "a surface and a place for its angle are needed");
  if (surface->bins < 2 || surface->bins > 100000 || !(surface->share > 0 && surface->share <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "bins",
                      "a surface needs 2 to 100000 bins and a share of up to 1");
  CAROM_TRY(carom_look_begin(&look, s, of, err));
  CAROM_TRY(find_axes(&t, err));
  t.top = malloc((size_t)surface->bins * sizeof *t.top);
  if (!t.top) return carom_look_no_room(err);
  find_tops(&t);
  *angle = fit(&t);
  free(t.top);
  return CAROM_OK;
}
