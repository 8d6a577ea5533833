/* SPDX-License-Identifier: MIT */
/* Regions: volumes of spheres that they cut, against closed forms and against counting points;
 * lines that they cut. */
#include "scenes.h"

static carom_region box(double x0, double x1, double y0, double y1, double z0, double z1)
{
  carom_region r = carom_region_default();
  r.shape = CAROM_REGION_BOX;
  r.low[0] = x0, r.high[0] = x1;
  r.low[1] = y0, r.high[1] = y1;
  r.low[2] = z0, r.high[2] = z1;
  return r;
}

/* Symmetric cuts share the ball out equally. */
static void halves_quarters_eighths(void **state)
{
  (void)state;
  const double at[3] = {1, -2, 3}, ball = 4 * pi / 3 * 8;
  carom_region r = box(1, 9, -9, 9, -9, 9);
  assert_close(carom_region_overlap(&r, at, 2), ball / 2, 1e-15);
  r = box(1, 9, -2, 9, -9, 9);
  assert_close(carom_region_overlap(&r, at, 2), ball / 4, 1e-15);
  r = box(1, 9, -9, -2, 3, 9);
  assert_close(carom_region_overlap(&r, at, 2), ball / 8, 1e-15);
  r = box(-9, 9, -9, 9, -9, 9);
  assert_close(carom_region_overlap(&r, at, 2), ball, 1e-15);
  r = box(3.1, 9, -9, 9, -9, 9);
  assert_true(carom_region_overlap(&r, at, 2) == 0);
  r = box(2.8, 9, -0.2, 9, 4, 9); /* no plane misses the ball, but the corner does */
  assert_true(carom_region_overlap(&r, at, 2) == 0);
}

/* A cap of height h: pi h^2 (3 R - h)/3; a slab is the ball less two caps. */
static void caps_and_slabs(void **state)
{
  (void)state;
  const double at[3] = {0, 0, 0};
  for (double d = -0.95; d < 1; d += 0.1) {
    const carom_region r = box(d, 9, -9, 9, -9, 9), slab = box(-9, 9, -0.3, 0.7, -9, 9);
    const double h = 1 - d;
    assert_close(carom_region_overlap(&r, at, 1), pi * h * h * (3 - h) / 3, 1e-14);
    assert_close(carom_region_overlap(&slab, at, 1),
                 4 * pi / 3 - pi * 0.49 * 2.3 / 3 - pi * 0.09 * 2.7 / 3, 1e-14);
  }
}

/* A cube inscribed in the ball is wholly inside; a cube of side a around it, a < 2 R < sqrt(2) a:
 * the ball less six caps. */
static void cubes(void **state)
{
  (void)state;
  const double at[3] = {0.1, 0.2, 0.3}, half = 0.57;
  carom_region r = box(0.1 - half, 0.1 + half, 0.2 - half, 0.2 + half, 0.3 - half, 0.3 + half);
  assert_close(carom_region_overlap(&r, at, 1), 8 * half * half * half, 1e-14);
  r = box(0.1 - 0.8, 0.1 + 0.8, 0.2 - 0.8, 0.2 + 0.8, 0.3 - 0.8, 0.3 + 0.8);
  assert_close(carom_region_overlap(&r, at, 1), 4 * pi / 3 - 6 * pi * 0.04 * 2.8 / 3, 1e-14);
}

/* Boxes that tile space share out a ball, wherever it is. */
static void tiles_add_up(void **state)
{
  (void)state;
  for (unsigned long n = 0; n < 200; n++) {
    const double at[3] = {around(n, 0, 2), around(n, 1, 2), around(n, 2, 2)};
    const double radius = 0.2 + 2 * chance_at(n, 3);
    double sum = 0;
    for (int i = 0; i < 512; i++) {
      const double x = -4 + i % 8, y = -4 + i / 8 % 8, z = -4 + i / 64;
      const carom_region r = box(x, x + 1, y, y + 1, z, z + 1);
      sum += carom_region_overlap(&r, at, radius);
    }
    if (radius < 2) assert_close(sum, 4 * pi / 3 * radius * radius * radius, 1e-13);
  }
}

/* Against a million points at random, for cuts by three planes of any sign: a share p of them is
 * inside, give or take sqrt((1 - p) / p / 10^6) of it. */
static void against_points(void **state)
{
  (void)state;
  enum { POINTS = 1000000 };
  for (unsigned long n = 0; n < 6; n++) {
    const double at[3] = {0, 0, 0};
    const carom_region r = box(around(n, 0, 0.6) - 0.5, around(n, 0, 0.6) + 0.5, around(n, 1, 0.6),
                               9, around(n, 2, 0.6), 9);
    double inside = 0;
    for (unsigned long i = 0; i < POINTS; i++) {
      const double x[3] = {around(i, 10, 1), around(i, 11, 1), around(i, 12, 1)};
      inside += x[0] * x[0] + x[1] * x[1] + x[2] * x[2] < 1 && carom_region_holds(&r, x);
    }
    const double p = inside / POINTS;
    assert_true(p > 0.01);
    assert_close(carom_region_overlap(&r, at, 1), 8 * p, 4 * sqrt((1 - p) / p / POINTS));
  }
}

/* Two unit balls at distance d: pi (4 + d) (2 - d)^2 / 12. */
static void lenses(void **state)
{
  (void)state;
  carom_region r = carom_region_default();
  r.shape = CAROM_REGION_SPHERE;
  r.radius = 1;
  for (double d = 0.1; d < 2; d += 0.1) {
    const double at[3] = {0.6 * d, 0, 0.8 * d};
    assert_close(carom_region_overlap(&r, at, 1), pi * (4 + d) * (2 - d) * (2 - d) / 12, 1e-13);
  }
  const double inside[3] = {0.3, 0, 0};
  assert_close(carom_region_overlap(&r, inside, 0.5), pi / 6, 1e-15);
}

static void lines(void **state)
{
  (void)state;
  const double a[3] = {-1, 0.5, 0.5}, b[3] = {3, 0.5, 0.5}, far[3] = {-1, 2, 0};
  carom_region r = box(0, 1, 0, 1, 0, 1);
  assert_close(carom_region_share(&r, a, b), 0.25, 1e-15);
  assert_close(carom_region_share(&r, b, a), 0.25, 1e-15);
  assert_true(carom_region_share(&r, a, far) == 0);
  r.shape = CAROM_REGION_SPHERE;
  r.radius = 1.25;
  r.point[0] = 1, r.point[1] = 0.5, r.point[2] = 1.25; /* cuts a chord of 2 on the line */
  assert_close(carom_region_share(&r, a, b), 0.5, 1e-14);
  r.shape = CAROM_REGION_CYLINDER;
  r.direction[0] = 1, r.direction[2] = 0;
  r.point[0] = 0, r.point[2] = 0.5;
  r.length = 2;
  assert_close(carom_region_share(&r, a, b), 0.5, 1e-14);
  r.radius = 0.1;
  r.point[1] = 0;
  assert_true(carom_region_share(&r, a, b) == 0);
  r.shape = CAROM_REGION_BELOW;
  r.point[0] = 2;
  assert_close(carom_region_share(&r, a, b), 0.75, 1e-15);
  r.shape = CAROM_REGION_CYLINDER; /* a tube across the line, from 0.5 to 1 around x = 1 */
  r.point[0] = 1, r.point[1] = 0.5, r.point[2] = -1;
  r.direction[0] = 0, r.direction[2] = 1;
  r.length = 2, r.radius = 1, r.inner_radius = 0.5;
  assert_close(carom_region_share(&r, a, b), 0.25, 1e-14);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(halves_quarters_eighths),
      cmocka_unit_test(caps_and_slabs),
      cmocka_unit_test(cubes),
      cmocka_unit_test(tiles_add_up),
      cmocka_unit_test(against_points),
      cmocka_unit_test(lenses),
      cmocka_unit_test(lines),

  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
