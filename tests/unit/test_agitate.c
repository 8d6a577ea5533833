/* SPDX-License-Identifier: MIT */
/* Velocities at random: moments of the normal distribution. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "close.h"
#include "io/agitate.h"
#include "suite.h"

enum { COUNT = 20000 };

static carom_scene_particle *agitated(uint64_t seed)
{
  carom_scene_particle *p = calloc(COUNT, sizeof *p);
  assert_non_null(p);
  for (int i = 0; i < COUNT; i++)
    p[i].velocity[1] = 3; /* what is added does not depend on it */
  carom_agitate(p, COUNT, 0.5, seed);
  return p;
}

static void moments(void **state)
{
  (void)state;
  carom_scene_particle *p = agitated(7);
  double sum[3] = {0}, square[3] = {0}, cube[3] = {0}, quartic[3] = {0}, cross = 0, next = 0;
  for (int i = 0; i < COUNT; i++) {
    double x[3];
    for (int k = 0; k < 3; k++) {
      x[k] = (p[i].velocity[k] - (k == 1 ? 3 : 0)) / 0.5;
      sum[k] += x[k] / COUNT;
      square[k] += x[k] * x[k] / COUNT;
      cube[k] += x[k] * x[k] * x[k] / COUNT;
      quartic[k] += x[k] * x[k] * x[k] * x[k] / COUNT;
    }
    cross += x[0] * x[1] / COUNT;
    if (i > 0) next += x[0] * p[i - 1].velocity[0] / 0.5 / COUNT;
  }
  /* four standard deviations of 20000 numbers: of x^n, sqrt((2n - 1)!! - ...)/sqrt(20000) */
  for (int k = 0; k < 3; k++) {
    assert_small(sum[k], 1e-14);
    assert_small(square[k] - 1, 4 * sqrt(2.0 / COUNT));
    assert_small(cube[k], 4 * sqrt(15.0 / COUNT));
    assert_small(quartic[k] - 3, 4 * sqrt(96.0 / COUNT));
  }
  assert_small(cross, 4 / sqrt(COUNT));
  assert_small(next, 4 / sqrt(COUNT));
  free(p);
}

static void seeds(void **state)
{
  (void)state;
  carom_scene_particle *a = agitated(1), *b = agitated(1), *c = agitated(2);
  int same = 0;
  assert_memory_equal(a, b, COUNT * sizeof *a);
  for (int i = 0; i < COUNT; i++)
    same += a[i].velocity[0] == c[i].velocity[0];
  assert_true(same < 3);
  free(a), free(b), free(c);
}

SUITE("agitation", moments, seeds)
