/* SPDX-License-Identifier: MIT */
/* Dense filling of boxes that repeat: no overlap across borders, as dense there as elsewhere. */
#include <carom/fill.h>

#include "scenes.h"

static carom_fill_def box_of(double width, double fraction)
{
  carom_fill_def def = carom_fill_default();
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 0.5;
  def.fraction = fraction;
  for (int k = 0; k < 3; k++)
    def.low[k] = -1, def.high[k] = width - 1, def.periodic[k] = true;
  def.threads = 1;
  return def;
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

/* The smallest gap of any two, by the shortest way. */
static double smallest_gap(const carom_fill_def *def, const carom_filled *out, int64_t count)
{
  double least = 1;
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = i + 1; j < count; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double length = def->high[k] - def->low[k];
        double x = fabs(out[i].position[k] - out[j].position[k]);
        if (def->periodic[k] && x > 0.5 * length) x = length - x;
        square += x * x;
      }
      least = fmin(least, sqrt(square) - out[i].radius - out[j].radius);
    }
  return least;
}

/* A box of eight diameters, which could not be filled so between walls; and one with walls at two
 * sides. Those near the periodic borders are as many as anywhere. */
static void borders_are_nowhere(void **state)
{
  (void)state;
  for (int walls = 0; walls < 2; walls++) {
    carom_fill_def def = box_of(8, walls ? 0.56 : 0.61);
    def.periodic[2] = !walls;
    int64_t count, again, near = 0;
    carom_filled *out = filled(&def, &count);
    assert_true(smallest_gap(&def, out, count) >= 0);
    assert_close((double)count * pi / 6 / 512, def.fraction, 2e-3);
    for (int64_t i = 0; i < count; i++) {
      bool border = false;
      for (int k = 0; k < 3; k++) {
        const double r = def.periodic[k] ? 0 : 0.5;
        assert_true(out[i].position[k] >= def.low[k] + r && out[i].position[k] <= def.high[k] - r);
        border |= k < 2 &&
                  (out[i].position[k] < def.low[k] + 0.5 || out[i].position[k] > def.high[k] - 0.5);
      }
      near += border;
    }
    const double share = 1 - 49.0 / 64; /* of the volume within half a diameter of those borders */
    if (fabs((double)near / (double)count - share) > 0.06) /* the walls alone would leave none */
      fail_msg("%g of all are near the borders, not %g", (double)near / (double)count, share);
    def.threads = 3;
    carom_filled *other = filled(&def, &again);
    assert_int_equal(count, again);
    assert_memory_equal(out, other, (size_t)count * sizeof *out);
    free(out);
    free(other);
  }
}

/* Spheres that stand there are met through the border, too. */
static void those_beyond_the_border_count(void **state)
{
  (void)state;
  carom_fill_def def = box_of(8, 0.5);
  const carom_filled taken = {{-1, -1, -1}, 1.5}; /* in a corner: in all of them */
  int64_t count;
  def.taken = &taken;
  def.taken_count = 1;
  carom_filled *out = filled(&def, &count);
  for (int64_t i = 0; i < count; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double x = out[i].position[k] + 1, by = x > 4 ? 8 - x : x;
      square += by * by;
    }
    assert_true(sqrt(square) >= 2);
  }
  free(out);
}

static void what_cannot_be_periodic_is_told(void **state)
{
  (void)state;
  carom_error err;
  int64_t count;
  carom_filled out[64];
  carom_fill_def def = box_of(2.2, 0.3);
  assert_int_equal(carom_fill(&def, out, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "periodic");
  def = box_of(8, CAROM_UNSET);
  def.arrangement = CAROM_ARRANGE_CUBIC;
  assert_int_equal(carom_fill_count(&def, &count, &err), CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "periodic");
}

SUITE("fill periodic", borders_are_nowhere, those_beyond_the_border_count,
      what_cannot_be_periodic_is_told)
