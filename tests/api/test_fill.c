/* SPDX-License-Identifier: MIT */
/* Filling a box: nothing overlaps, everything is inside, the same seed gives the same spheres. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include <carom/fill.h>

static carom_filled *filled(const carom_fill_def *def, int64_t *count)
{
  carom_error err = {0};
  if (carom_fill_count(def, count, &err) != CAROM_OK) fail_msg("%s", err.text);
  carom_filled *out = calloc((size_t)*count, sizeof *out);
  if (carom_fill(def, out, &err) != CAROM_OK) fail_msg("%s", err.text);
  return out;
}

/* Every pair, without a grid: the test does not share the code's idea of neighbours. */
static double nearest(const carom_filled *s, int64_t count)
{
  double least = HUGE_VAL;
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = 0; j < i; j++) {
      const double x = s[i].position[0] - s[j].position[0], y = s[i].position[1] - s[j].position[1],
                   z = s[i].position[2] - s[j].position[2];
      const double gap = sqrt(x * x + y * y + z * z) - s[i].radius - s[j].radius;
      if (gap < least) least = gap;
    }
  return least;
}

static void must_hold(const carom_fill_def *def, const carom_filled *s, int64_t count)
{
  const double small = 1e-9 * def->radius_max;
  assert_true(nearest(s, count) >= def->gap - small);
  for (int64_t i = 0; i < count; i++) {
    assert_true(s[i].radius >= def->radius_min && s[i].radius <= def->radius_max);
    for (int k = 0; k < 3; k++) {
      assert_true(s[i].position[k] - s[i].radius >= def->low[k] + def->gap - small);
      assert_true(s[i].position[k] + s[i].radius <= def->high[k] - def->gap + small);
    }
  }
}

static void lattices_are_full_and_do_not_overlap(void **state)
{
  (void)state;
  carom_fill_def def = carom_fill_default();
  int64_t count = 0;
  def.low[0] = -3;
  def.high[0] = 1;
  def.high[1] = def.high[2] = 3;
  def.radius_min = def.radius_max = 0.25;
  carom_filled *s = filled(&def, &count);
  assert_int_equal(count, 8 * 6 * 6); /* a box made for them holds them all */
  must_hold(&def, s, count);
  assert_true(fabs(nearest(s, count)) < 1e-12);
  free(s);
  def.arrangement = CAROM_ARRANGE_HEXAGONAL;
  s = filled(&def, &count);
  must_hold(&def, s, count);
  assert_true(fabs(nearest(s, count)) < 1e-12);
  free(s);
  def.radius_min = 0.1;
  def.gap = 0.01;
  def.jitter = 0.05;
  for (int a = 0; a < 2; a++) {
    def.arrangement = (carom_arrangement)a;
    s = filled(&def, &count);
    must_hold(&def, s, count);
    free(s);
  }
}

/* Twelve neighbours touch a sphere inside a close packing. */
static void hexagonal_is_close_packed(void **state)
{
  (void)state;
  carom_fill_def def = carom_fill_default();
  int64_t count = 0, most = 0;
  def.arrangement = CAROM_ARRANGE_HEXAGONAL;
  def.radius_min = def.radius_max = 0.1;
  carom_filled *s = filled(&def, &count);
  for (int64_t i = 0; i < count; i++) {
    int64_t touching = 0;
    for (int64_t j = 0; j < count; j++) {
      const double x = s[i].position[0] - s[j].position[0], y = s[i].position[1] - s[j].position[1],
                   z = s[i].position[2] - s[j].position[2];
      touching += i != j && sqrt(x * x + y * y + z * z) < 0.2 + 1e-9;
    }
    if (touching > most) most = touching;
  }
  assert_int_equal(most, 12);
  free(s);
}

static void random_spheres_keep_their_distance(void **state)
{
  (void)state;
  carom_fill_def def = carom_fill_default();
  int64_t count = 0;
  double mean = 0, middle = 0;
  def.arrangement = CAROM_ARRANGE_RANDOM;
  def.radius_min = 0.02;
  def.radius_max = 0.05;
  def.gap = 0.001;
  def.count = 1000;
  carom_filled *s = filled(&def, &count);
  must_hold(&def, s, count);
  for (int64_t i = 0; i < count; i++) {
    mean += s[i].radius / (double)count;
    middle += s[i].position[2] / (double)count;
  }
  assert_true(fabs(mean - 0.035) < 4 * 0.03 / sqrt(12 * 1000.0)); /* four standard errors */
  assert_true(fabs(middle - 0.5) < 4 * 1 / sqrt(12 * 1000.0));
  carom_filled *again = filled(&def, &count);
  assert_memory_equal(s, again, (size_t)count * sizeof *s);
  def.seed = 2;
  carom_filled *other = filled(&def, &count);
  assert_memory_not_equal(s, other, (size_t)count * sizeof *s);
  free(s);
  free(again);
  free(other);
}

/* Large ones among small ones and the other way round, some of them outside of the box. */
static void random_spheres_keep_clear_of_what_stands_there(void **state)
{
  enum { TAKEN = 60, OWN = 600 };
  (void)state;
  carom_filled all[TAKEN + OWN];
  for (int order = 0; order < 2; order++) {
    carom_error err = {0};
    carom_fill_def def = carom_fill_default();
    carom_filled *const before = all, *const after = all + (order ? OWN : TAKEN);
    const int64_t many[2] = {order ? OWN : TAKEN, order ? TAKEN : OWN};
    def.arrangement = CAROM_ARRANGE_RANDOM;
    for (int k = 0; k < 3; k++) {
      def.low[k] = -0.08;
      def.high[k] = 1.08;
    }
    def.count = many[0];
    def.radius_min = order ? 0.005 : 0.07;
    def.radius_max = order ? 0.008 : 0.08;
    if (carom_fill(&def, before, &err) != CAROM_OK) fail_msg("%s", err.text);
    carom_fill_def second = carom_fill_default();
    second.arrangement = CAROM_ARRANGE_RANDOM;
    second.count = many[1];
    second.radius_min = order ? 0.04 : 0.005;
    second.radius_max = order ? 0.05 : 0.008;
    second.gap = 0.001;
    second.taken = before;
    second.taken_count = many[0];
    if (carom_fill(&second, after, &err) != CAROM_OK) fail_msg("%s", err.text);
    must_hold(&second, after, many[1]);
    for (int64_t i = 0; i < many[1]; i++)
      for (int64_t j = 0; j < many[0]; j++) {
        const carom_filled pair[2] = {after[i], before[j]};
        assert_true(nearest(pair, 2) >= second.gap - 1e-12);
      }
  }
}

/* Who is out of reach changes nothing, and a group that does not fit says so. */
static void what_stands_far_away_does_not_matter(void **state)
{
  (void)state;
  carom_error err = {0};
  carom_fill_def def = carom_fill_default();
  const carom_filled far[2] = {{{-2, 0.5, 0.5}, 1.9}, {{0.5, 0.5, 7}, 0.01}};
  const carom_filled inside = {{0.5, 0.5, 0.5}, 0.7};
  carom_filled out[2][300];
  def.arrangement = CAROM_ARRANGE_RANDOM;
  def.count = 300;
  def.radius_max = 0.04;
  assert_int_equal(carom_fill(&def, out[0], &err), CAROM_OK);
  def.taken = far;
  def.taken_count = 2;
  assert_int_equal(carom_fill(&def, out[1], &err), CAROM_OK);
  assert_memory_equal(out[0], out[1], sizeof out[0]);
  def.taken = &inside;
  def.taken_count = 1;
  def.radius_min = 0.04;
  assert_int_equal(carom_fill(&def, out[1], &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "of 300 spheres fit at random beside those"));
  def.taken = NULL;
  assert_int_equal(carom_fill(&def, out[1], &err), CAROM_ERR_ARGUMENT);
}

static void bad_input_is_told(void **state)
{
  (void)state;
  carom_error err = {0};
  carom_filled one[8];
  int64_t count = 0;
  carom_fill_def def = carom_fill_default();
  def.radius_min = -1;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "radius");
  def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_RANDOM;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_MISSING);
  def.count = 8;
  def.radius_min = def.radius_max = 0.3; /* eight of these need more than half of the box */
  assert_int_equal(carom_fill(&def, one, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "of 8 spheres fit"));
  def.radius_min = def.radius_max = 0.6;
  assert_int_equal(carom_fill(&def, one, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "along x"));
  def = carom_fill_default();
  def.radius_min = def.radius_max = 0.25;
  def.count = 9;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "2 x 2 x 2 = 8"));
  def.radius_min = def.radius_max = 1e-9; /* a lattice without end is no trouble, all of it is */
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_OK);
  assert_int_equal(count, 9);
  def.count = 0;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "say how many"));
  def.low[1] = NAN;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
}

/* What is missing, and numbers that are none of a list. */
static void arguments_are_needed(void **state)
{
  (void)state;
  carom_error err = {0};
  carom_filled one[1];
  int64_t count = 0;
  double radius, cube;
  carom_fill_def def = carom_fill_default();
  carom_region region = carom_region_default();
  carom_distribution sizes = carom_distribution_default();
  def.count = 1;
  assert_int_equal(carom_fill_count(NULL, &count, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_fill_count(&def, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_fill(NULL, one, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_fill(&def, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_region_check(NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_distribution_check(NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_distribution_means(NULL, &radius, &cube, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_distribution_means(&sizes, NULL, &cube, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_distribution_means(&sizes, &radius, NULL, NULL), CAROM_ERR_ARGUMENT);
  for (int other = -1; other < 100; other += 100) {
    def.arrangement = (carom_arrangement)other;
    assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_RANGE);
    assert_string_equal(err.where, "arrangement");
    region = (carom_region){.shape = (carom_region_shape)other, .high = {1, 1, 1}, .radius = 1};
    region.direction[0] = region.length = 1;
    assert_int_equal(carom_region_check(&region, &err), CAROM_ERR_RANGE);
    assert_string_equal(err.where, "shape");
    sizes.law = (carom_size_law)other;
    assert_int_equal(carom_distribution_check(&sizes, &err), CAROM_ERR_RANGE);
    assert_string_equal(err.where, "law");
  }
}

SUITE("fill", arguments_are_needed, lattices_are_full_and_do_not_overlap, hexagonal_is_close_packed,
      random_spheres_keep_their_distance, random_spheres_keep_clear_of_what_stands_there,
      what_stands_far_away_does_not_matter, bad_input_is_told)
