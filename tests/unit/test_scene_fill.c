/* SPDX-License-Identifier: MIT */
/* Draws of a filled box have the spread that is promised: radii are even between their limits, a
 * place of a lattice is missed by up to the jitter. */
#include <carom/fill.h>

#include "setup.h"
#include "suite.h"

enum { SIDE = 20, SPHERES = SIDE * SIDE * SIDE };

static const double r = 1e-3, jitter = 0.3e-3, gap = 0.1e-3;

static carom_filled *lattice(double least)
{
  carom_fill_def def = carom_fill_default();
  carom_error err = {.code = CAROM_OK};
  const double pitch = 2 * r + gap + 2 * jitter;
  carom_filled *out = calloc(SPHERES, sizeof *out);
  int64_t count = 0;
  assert_non_null(out);
  def.arrangement = CAROM_ARRANGE_CUBIC;
  def.radius_min = least;
  def.radius_max = r;
  def.gap = gap;
  def.jitter = jitter;
  def.seed = 5;
  for (int k = 0; k < 3; k++)
    def.high[k] = SIDE * pitch + gap;
  if (carom_fill_count(&def, &count, &err) != CAROM_OK || carom_fill(&def, out, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  assert_int_equal(count, SPHERES);
  return out;
}

/* In the cube that fits into the ball of that radius: its half side is jitter/sqrt(3), a third of
 * the square of which is the variance. */
static void places_of_a_lattice(void **state)
{
  (void)state;
  const double pitch = 2 * r + gap + 2 * jitter, half = jitter / sqrt(3);
  carom_filled *s = lattice(r);
  double farthest = 0, mean[3] = {0, 0, 0}, square[3] = {0, 0, 0};
  for (int64_t i = 0; i < SPHERES; i++) {
    const int64_t at[] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
    double way = 0;
    for (int k = 0; k < 3; k++) {
      const double off = s[i].position[k] - (gap + jitter + r + (double)at[k] * pitch);
      mean[k] += off / SPHERES;
      square[k] += off * off / SPHERES;
      way += off * off;
    }
    farthest = sqrt(way) > farthest ? sqrt(way) : farthest;
  }
  assert_true(farthest <= jitter * (1 + 1e-12) && farthest > 0.9 * jitter);
  for (int k = 0; k < 3; k++) { /* five standard deviations of each estimate */
    assert_small(mean[k], 5 * half / sqrt(3.0 * SPHERES));
    assert_close(square[k], half * half / 3, 5 * sqrt(0.8 / SPHERES));
  }
  free(s);
}

static void radii_between_their_limits(void **state)
{
  (void)state;
  const double least = 0.4e-3, span = r - least;
  carom_filled *s = lattice(least);
  double mean = 0, square = 0;
  for (int64_t i = 0; i < SPHERES; i++) {
    const double off = s[i].radius - 0.5 * (r + least);
    assert_true(s[i].radius >= least && s[i].radius <= r);
    mean += off / SPHERES;
    square += off * off / SPHERES;
  }
  assert_small(mean, 5 * span / sqrt(12.0 * SPHERES));
  assert_close(square, span * span / 12, 5 * sqrt(0.8 / SPHERES));
  free(s);
}

SUITE("draws of a filled box", places_of_a_lattice, radii_between_their_limits)
