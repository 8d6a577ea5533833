/* SPDX-License-Identifier: MIT */
/* Dense filling: the solid fraction that was asked for, no overlap at all, inside, the same bits
 * for any threads; and a bed that is dense from the start hardly settles under its weight. */
#include <carom/fill.h>

#include "scenes.h"

static double solid_of(const carom_filled *out, int64_t count)
{
  double sum = 0;
  for (int64_t i = 0; i < count; i++)
    sum += 4.0 / 3 * pi * pow(out[i].radius, 3);
  return sum;
}

/* The smallest gap of any two, by brute force over slabs of x. */
static int by_x(const void *a, const void *b)
{
  const carom_filled *p = a, *q = b;
  return (p->position[0] > q->position[0]) - (p->position[0] < q->position[0]);
}

static double smallest_gap(carom_filled *out, int64_t count, double largest)
{
  double least = 1;
  qsort(out, (size_t)count, sizeof *out, by_x);
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = i + 1; j < count && out[j].position[0] - out[i].position[0] < 2 * largest;
         j++) {
      double square = 0;
      for (int k = 0; k < 3; k++)
        square += pow(out[i].position[k] - out[j].position[k], 2);
      least = fmin(least, sqrt(square) - out[i].radius - out[j].radius);
    }
  return least;
}

static carom_filled *filled(const carom_fill_def *def, int64_t *count)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_fill_count(def, count, &err) != CAROM_OK) fail_msg("%s", err.text);
  carom_filled *out = calloc((size_t)*count, sizeof *out);
  assert_non_null(out);
  if (carom_fill(def, out, &err) != CAROM_OK) fail_msg("%s", err.text);
  return out;
}

/* Equal spheres in a box 18 wide to 0.60. */
static void equal_spheres_fill_three_fifths(void **state)
{
  (void)state;
  carom_fill_def def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 0.5e-3;
  def.fraction = 0.6;
  for (int k = 0; k < 3; k++)
    def.low[k] = -2e-3, def.high[k] = 16e-3;
  int64_t count, again;
  carom_filled *one, *two;
  def.threads = 1;
  one = filled(&def, &count);
  def.threads = 3;
  two = filled(&def, &again);
  assert_true(count == again && memcmp(one, two, (size_t)count * sizeof *one) == 0);
  assert_close(solid_of(one, count) / pow(18e-3, 3), 0.6, 2e-4); /* to half a sphere of 6,700 */
  for (int64_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++)
      assert_true(one[i].position[k] >= -2e-3 + 0.5e-3 && one[i].position[k] <= 16e-3 - 0.5e-3);
  assert_true(smallest_gap(one, count, 0.5e-3) >= 0);
  free(one);
  free(two);
}

/* A log-normal distribution by mass in a slanted hollow cylinder, around a sphere that stands
 * there.
 */
static void cylinders_and_distributions(void **state)
{
  (void)state;
  carom_distribution sizes = carom_distribution_default();
  carom_region region = carom_region_default();
  const carom_filled post = {{1e-3, 2e-3, 9e-3}, 2e-3};
  sizes.law = CAROM_SIZES_LOG_NORMAL;
  sizes.by_mass = true;
  sizes.radius_min = 0.3e-3;
  sizes.radius_max = 1e-3;
  sizes.middle = 0.6e-3;
  sizes.deviation = 0.3;
  region.shape = CAROM_REGION_CYLINDER;
  region.direction[0] = 0.3;
  region.radius = 7e-3;
  region.inner_radius = 1e-3;
  region.length = 14e-3;
  carom_fill_def def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = sizes.radius_min;
  def.radius_max = sizes.radius_max;
  def.sizes = &sizes;
  def.region = &region;
  def.fraction = 0.5;
  def.taken = &post;
  def.taken_count = 1;
  def.threads = 2;
  int64_t count;
  carom_filled *out = filled(&def, &count);
  const double length = sqrt(1.09), axis[3] = {0.3 / length, 0, 1 / length};
  assert_close(solid_of(out, count) / carom_region_volume(&region), 0.5, 2e-3);
  for (int64_t i = 0; i < count; i++) {
    const double *x = out[i].position, r = out[i].radius;
    const double along = x[0] * axis[0] + x[2] * axis[2];
    const double across = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - along * along);
    assert_true(along >= r && along <= 14e-3 - r && across >= 1e-3 + r && across <= 7e-3 - r);
    double square = 0;
    for (int k = 0; k < 3; k++)
      square += pow(x[k] - post.position[k], 2);
    assert_true(sqrt(square) >= r + post.radius);
  }
  assert_true(smallest_gap(out, count, 1e-3) >= 0);
  free(out);
}

/* Equal spheres in a sphere 16 wide. */
static void a_sphere_is_filled(void **state)
{
  (void)state;
  carom_region region = carom_region_default();
  region.shape = CAROM_REGION_SPHERE;
  region.point[0] = 3e-3, region.point[2] = -1e-3;
  region.radius = 8e-3;
  carom_fill_def def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 0.5e-3;
  def.region = &region;
  def.fraction = 0.58;
  def.threads = 2;
  int64_t count;
  carom_filled *out = filled(&def, &count);
  assert_close(solid_of(out, count) / (4.0 / 3 * pi * pow(8e-3, 3)), 0.58,
               4e-4); /* to half of 2,376 */
  double mean[3] = {0};
  for (int64_t i = 0; i < count; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double from = out[i].position[k] - region.point[k];
      square += from * from;
      mean[k] += from / (double)count;
    }
    assert_true(sqrt(square) <= 7.5e-3);
  }
  for (int k = 0; k < 3; k++) /* four standard errors of places that are independent */
    assert_true(fabs(mean[k]) < 4 * 8e-3 / sqrt(5.0 * (double)count));
  assert_true(smallest_gap(out, count, 0.5e-3) >= 0);
  free(out);
}

/* Sizes of 1:8, most of them small, with one larger still that stands there, in a box that is
 * periodic across: no two overlap, also across borders, where equal spheres would long be jammed.
 */
static void sizes_that_differ_much(void **state)
{
  (void)state;
  const double radius[] = {0.9e-3, 1e-3, 4e-3, 7.5e-3}, passing[] = {0, 0.998, 0.998, 1};
  const double wide = 38e-3;
  const carom_filled post = {{20e-3, 3e-3, 11e-3}, 9e-3};
  carom_distribution sizes = carom_distribution_default();
  carom_fill_def def = carom_fill_default();
  sizes.law = CAROM_SIZES_TABLE;
  sizes.points = COUNT(radius);
  sizes.radius = radius;
  sizes.passing = passing;
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = sizes.radius_min = radius[0];
  def.radius_max = sizes.radius_max = radius[COUNT(radius) - 1];
  def.sizes = &sizes;
  def.taken = &post;
  def.taken_count = 1;
  for (int k = 0; k < 3; k++)
    def.high[k] = k < 2 ? wide : 24e-3, def.periodic[k] = k < 2;
  def.fraction = 0.54;
  int64_t count, again, all;
  def.threads = 1;
  carom_filled *one = filled(&def, &count);
  def.threads = 2;
  carom_filled *two = filled(&def, &again);
  assert_true(count == again && memcmp(one, two, (size_t)count * sizeof *one) == 0);
  const double solid = solid_of(one, count) + solid_of(&post, 1);
  assert_true(solid / (wide * wide * 24e-3) > 0.62);
  one = realloc(one, (size_t)(9 * count + 9) * sizeof *one);
  assert_non_null(one);
  one[count++] = post;
  all = count;
  for (int image = 0; image < 9; image++) /* as seen across the borders */
    for (int64_t i = 0; image != 4 && i < count; i++) {
      carom_filled seen = one[i];
      seen.position[0] += (image % 3 - 1) * wide;
      seen.position[1] += (image / 3 - 1) * wide;
      const double *x = seen.position;
      if (x[0] > -15e-3 && x[0] < wide + 15e-3 && x[1] > -15e-3 && x[1] < wide + 15e-3)
        one[all++] = seen;
    }
  assert_true(smallest_gap(one, all, 8.3e-3) >= 0);
  free(one);
  free(two);
}

/* Deepest overlap of a scene, as a share of the radius, and the height of its middle. */
static void look(void *user, const carom_scene_touch *t)
{
  double *deepest = user;
  *deepest = fmax(*deepest, t->overlap);
}

/* No overlap of the start is deeper than what the weight makes: there is none. The bed sinks by
 * less than a tenth of its height, where one of random places at 0.3 would lose half of it. */
static void a_dense_bed_hardly_settles(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_fill_def def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 1e-3;
  def.fraction = 0.55;
  def.high[0] = def.high[1] = 20e-3;
  def.high[2] = 30e-3;
  int64_t count;
  carom_filled *out = filled(&def, &count);
  assert_true(count < SCENE_MOST);
  for (int64_t i = 0; i < count; i++)
    add_grain(s, out[i].radius, out[i].position[0], out[i].position[1], out[i].position[2]);
  free(out);
  make_rough(&s->contact[0], 0.4, 0.3);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k < 2 ? 20e-3 : INFINITY;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.threads = 2;
  carom_scene *scene = staged(s);
  double deepest = 0, before = 0, after = 0;
  carom_scene_contacts(scene, look, &deepest);
  assert_true(deepest == 0);
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 0; i < v.count; i++)
    before += v.grain[i].position[2] / (double)v.count;
  assert_int_equal(carom_scene_advance(scene, 0.04, NULL), CAROM_OK);
  const carom_scene_view w = carom_scene_sample(scene);
  for (int64_t i = 0; i < w.count; i++)
    after += w.grain[i].position[2] / (double)w.count;
  carom_scene_contacts(scene, look, &deepest);
  assert_true(after < before && after > 0.9 * before);
  assert_true(deepest > 0);
  carom_scene_destroy(scene);
  free(s);
}

static void what_cannot_be_is_told(void **state)
{
  (void)state;
  carom_fill_def def = carom_fill_default();
  carom_region region = carom_region_default();
  carom_filled *out = calloc(2000, sizeof *out);
  carom_error err;
  int64_t count;
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 0.1;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_MISSING);
  def.fraction = 0.7;
  def.high[0] = 1e9; /* m where mm were meant */
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "units"));
  def.high[0] = 1;
  assert_int_equal(carom_fill(&def, out, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "fraction");
  assert_non_null(strstr(err.text, "do not come apart"));
  const double reached = strtod(strstr(err.text, "remain, and ") + 12, NULL);
  assert_true(reached > 0.25 && reached < 0.6);
  def.count = 10;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_CONFLICT);
  def.fraction = CAROM_UNSET;
  region.shape = CAROM_REGION_DISC;
  region.radius = 1;
  def.region = &region;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "region");
  def.arrangement = CAROM_ARRANGE_RANDOM;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_CONFLICT);
  free(out);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_spheres_fill_three_fifths),
      cmocka_unit_test(cylinders_and_distributions),
      cmocka_unit_test(a_sphere_is_filled),
      cmocka_unit_test(sizes_that_differ_much),
      cmocka_unit_test(a_dense_bed_hardly_settles),
      cmocka_unit_test(what_cannot_be_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
