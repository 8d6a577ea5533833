/* SPDX-License-Identifier: MIT */
#include "scene/sizes.h"

#include <stdlib.h>

#include "core/error.h"
#include "law_math.h"
#include "scene/model.h"

carom_distribution carom_distribution_default(void)
{
  return (carom_distribution){.radius_min = 1e-3,
                              .radius_max = 1e-3,
                              .middle = CAROM_UNSET,
                              .deviation = CAROM_UNSET,
                              .exponent = CAROM_UNSET};
}

static carom_status check_table(const carom_distribution *d, carom_error *err)
{
  if (d->points < 2 || d->points > CAROM_SIZE_CLASSES || !d->radius || !d->passing)
    return carom_fail(err, CAROM_ERR_MISSING, "table", "2 to %d points are needed",
                      CAROM_SIZE_CLASSES);
  for (int k = 0; k < d->points; k++) {
    const bool first = k == 0;
    if (!(d->radius[k] > (first ? 0 : d->radius[k - 1])) ||
        !(d->passing[k] >= (first ? 0 : d->passing[k - 1])) || !(d->passing[k] <= 1))
      return carom_fail(err, CAROM_ERR_RANGE, "table",
                        "radii of a sieve curve grow, and the shares that pass go from 0 to 1 and "
                        "do not fall");
  }
  if (d->passing[0] != 0 || d->passing[d->points - 1] != 1)
    return carom_fail(err, CAROM_ERR_RANGE, "table",
                      "a sieve curve begins at the share 0 and ends at 1");
  if (d->radius[0] != d->radius_min || d->radius[d->points - 1] != d->radius_max)
    return carom_fail(err, CAROM_ERR_CONFLICT, "table",
                      "the smallest and the largest radius are those of the table");
  return CAROM_OK;
}

carom_status carom_distribution_check(const carom_distribution *d, carom_error *err)
{
  if (!d) return carom_fail(err, CAROM_ERR_ARGUMENT, "sizes", "there is no distribution");
  if ((unsigned)d->law > CAROM_SIZES_TABLE)
    return carom_fail(err, CAROM_ERR_RANGE, "law", "there is no distribution number %d",
                      (int)d->law);
  if (!(d->radius_min >= 1e-12) || !(d->radius_max >= d->radius_min) || !(d->radius_max <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, "radius",
                      "radii go from %g m to %g m; give two positive ones, the smaller first",
                      d->radius_min, d->radius_max);
  if (d->law == CAROM_SIZES_TABLE) return check_table(d, err);
  const bool normal = d->law == CAROM_SIZES_NORMAL, logarithmic = d->law == CAROM_SIZES_LOG_NORMAL;
  const bool rosin = d->law == CAROM_SIZES_ROSIN_RAMMLER;
  if ((normal || logarithmic || rosin) && !(d->middle > 0 && d->middle <= 1e9))
    return carom_fail(err, CAROM_ERR_MISSING, "radius_mean",
                      "this distribution needs its middle, a radius above 0");
  if ((normal || logarithmic) && !(d->deviation > 0 && d->deviation <= 1e9))
    return carom_fail(err, CAROM_ERR_MISSING, "deviation",
                      "this distribution needs its standard deviation, above 0");
  if (rosin && !(d->exponent > 0 && d->exponent <= 100))
    return carom_fail(err, CAROM_ERR_MISSING, "exponent",
                      "this distribution needs its exponent, above 0 and up to 100");
  carom_size_curve *curve = malloc(sizeof *curve);
  if (!curve) return carom_fail(err, CAROM_ERR_MEMORY, "sizes", "no memory");
  carom_size_curve_make(d, curve);
  const bool some = curve->mean > 0;
  free(curve);
  return some ? CAROM_OK
              : carom_fail(err, CAROM_ERR_RANGE, "radius_mean",
                           "nothing of this distribution is between %g m and %g m", d->radius_min,
                           d->radius_max);
}

/* Density by number or mass of spheres of radius r, in any unit. */
static double density(const carom_distribution *d, double r)
{
  const double x = d->law == CAROM_SIZES_NORMAL       ? (r - d->middle) / d->deviation
                   : d->law == CAROM_SIZES_LOG_NORMAL ? carom_log(r / d->middle) / d->deviation
                                                      : r / d->middle;
  switch (d->law) {
  case CAROM_SIZES_NORMAL:
    return carom_exp(-0.5 * x * x);
  case CAROM_SIZES_LOG_NORMAL:
    return carom_exp(-0.5 * x * x) / r;
  case CAROM_SIZES_ROSIN_RAMMLER: {
    const double power = carom_pow(x, d->exponent);
    return power / x * carom_exp(-power);
  }
  default:
    return 1;
  }
}

/* Sets the limits of the classes: at a constant ratio, or equally spaced between the points of a
 * table. */
static void lay(const carom_distribution *d, carom_size_curve *c)
{
  if (d->law == CAROM_SIZES_TABLE) {
    const int parts = d->points - 1, each = CAROM_SIZE_CLASSES / parts;
    c->classes = parts * each;
    for (int k = 0; k < c->classes; k++) {
      const double from = d->radius[k / each], to = d->radius[k / each + 1];
      c->radius[k] = from + (to - from) * (k % each) / each;
    }
  } else {
    c->classes = CAROM_SIZE_CLASSES;
    const double ratio = d->radius_max / d->radius_min;
    for (int k = 0; k < c->classes; k++)
      c->radius[k] = d->radius_min * carom_pow(ratio, (double)k / c->classes);
    c->radius[0] = d->radius_min;
  }
  c->radius[c->classes] = d->radius_max;
}

void carom_size_curve_make(const carom_distribution *d, carom_size_curve *c)
{
  double sum = 0;
  *c = (carom_size_curve){.classes = 1, .share = {0, 1}};
  c->mean = c->radius[0] = c->radius[1] = d->radius_min;
  c->cube = c->mean * c->mean * c->mean;
  if (d->radius_max == d->radius_min) return;
  lay(d, c);
  const int each = d->law == CAROM_SIZES_TABLE ? c->classes / (d->points - 1) : 1;
  c->mean = c->cube = 0;
  for (int k = 0; k < c->classes; k++) {
    const double a = c->radius[k], b = c->radius[k + 1];
    const double cube = 0.25 * (a + b) * (a * a + b * b); /* mean of r^3 over the class */
    double share = d->law == CAROM_SIZES_TABLE
                       ? (d->passing[k / each + 1] - d->passing[k / each]) / each
                       : density(d, 0.5 * (a + b)) * (b - a);
    if (d->by_mass) share /= cube;
    c->share[k] = sum;
    sum += share;
    c->mean += share * 0.5 * (a + b);
    c->cube += share * cube;
  }
  c->share[c->classes] = sum;
  for (int k = 0; k <= c->classes; k++)
    c->share[k] = sum > 0 ? c->share[k] / sum : 0;
  c->mean = sum > 0 ? c->mean / sum : 0;
  c->cube = sum > 0 ? c->cube / sum : 0;
}

double carom_size_curve_at(const carom_size_curve *c, double u)
{
  int low = 0, high = c->classes - 1; /* the last class that begins at or below u */
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (c->share[middle] <= u)
      low = middle;
    else
      high = middle - 1;
  }
  const double in = c->share[low + 1] - c->share[low];
  const double part = in > 0 ? (u - c->share[low]) / in : 0;
  return c->radius[low] + (part < 1 ? part : 1) * (c->radius[low + 1] - c->radius[low]);
}

carom_status carom_distribution_means(const carom_distribution *d, double *radius, double *cube,
                                      carom_error *err)
{
  CAROM_TRY(carom_distribution_check(d, err));
  if (!radius || !cube)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "sizes", "no place for the means");
  carom_size_curve *curve = malloc(sizeof *curve);
  if (!curve) return carom_fail(err, CAROM_ERR_MEMORY, "sizes", "no memory");
  carom_size_curve_make(d, curve);
  *radius = curve->mean;
  *cube = curve->cube;
  free(curve);
  return CAROM_OK;
}
