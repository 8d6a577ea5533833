/* SPDX-License-Identifier: MIT */
/* Distributions, mixtures, surfaces, crossings and fields of arrangements that are known. */
#define _POSIX_C_SOURCE 200809L /* getrusage */
#include <sys/resource.h>

#include "memory_archive.h"
#include "scenes.h"

static const double radius = 1e-3;

static const carom_selection *all(void)
{
  static carom_selection everyone;
  everyone = carom_selection_default();
  return &everyone;
}

/* A simple cubic lattice in a periodic box: n^3 spheres that do not touch. */
static stage *cubic(int n, double a)
{
  stage *s = stage_new();
  for (int i = 0; i < n * n * n; i++)
    add_grain(s, radius, a * (i % n + 0.3), a * (i / n % n + 0.3), a * (i / n / n + 0.3));
  s->def.step = 1e-6;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0, s->def.high[k] = n * a;
    s->def.periodic[k] = true;
  }
  return s;
}

/* 6, 12 and 8 neighbours at a, sqrt(2) a and sqrt(3) a, and nothing in between. */
static void radial(void **state)
{
  (void)state;
  enum { BINS = 39 };
  const double a = 2.5 * radius, reach = 1.93 * a;
  stage *s = cubic(5, a);
  carom_scene *scene = staged(s);
  double g[BINS];
  int64_t seen;
  assert_int_equal(carom_measure_radial(scene, all(), reach, BINS, g, &seen, NULL), CAROM_OK);
  assert_int_equal(seen, 125);
  for (int b = 0; b < BINS; b++) {
    const double low = reach * b / BINS, high = reach * (b + 1) / BINS;
    const double shell = 4 * pi / 3 * (high * high * high - low * low * low) / (a * a * a);
    const int there = low < a && a <= high                      ? 6
                      : low < sqrt(2) * a && sqrt(2) * a < high ? 12
                      : low < sqrt(3) * a && sqrt(3) * a < high ? 8
                                                                : 0;
    assert_true(fabs(g[b] - there / shell) <= 1e-10 * there / shell);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* A short reach in a large domain: as many cells as particles, not as lengths of the reach. */
static void radial_of_few(void **state)
{
  (void)state;
  stage *s = stage_new();
  struct rusage before, after;
  double g[4];
  int64_t seen;
  for (int i = 0; i < 4; i++)
    add_grain(s, radius, 0.5 + 2.1 * radius * (i % 2), 0.5 + 0.25 * (i / 2), 0.5);
  s->def.step = 1e-6;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0, s->def.high[k] = 2;
    s->def.periodic[k] = true;
  }
  carom_scene *scene = staged(s);
  assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
  assert_int_equal(carom_measure_radial(scene, all(), 2.6 * radius, 4, g, &seen, NULL), CAROM_OK);
  assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
  assert_int_equal(seen, 4);
  assert_true(g[2] == 0 && g[3] > 0); /* each sees one at 2.1 radii */
  assert_true(after.ru_maxrss < 4 * before.ru_maxrss);
  carom_scene_destroy(scene);
  free(s);
}

/* A row of spheres whose overlaps are such that forces are 1, 2, ... of a linear spring. */
static void forces(void **state)
{
  (void)state;
  enum { CONTACTS = 8, BINS = 4 };
  stage *s = stage_new();
  double x = 0, density[BINS], mean;
  add_grain(s, radius, 0, 0, 0);
  for (int i = 1; i <= CONTACTS; i++) {
    x += 2 * radius - 1e-6 * i;
    add_grain(s, radius, x, 0, 0);
  }
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", 1e3);
  set(&s->contact[0].normal, "restitution", 1);
  s->def.step = 1e-6;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_measure_forces(scene, all(), 2, BINS, density, &mean, NULL), CAROM_OK);
  assert_close(mean, 4.5e-3, 1e-9);
  /* F/<F> = i/4.5: 1, 2 below a half; 3, 4; 5, 6; 7, 8 below two */
  for (int b = 0; b < BINS; b++)
    assert_close(density[b], 2.0 / CONTACTS / 0.5, 1e-14);
  carom_scene_destroy(scene);
  free(s);
}

/* Apart 0, alternating layers at random as chance has it: known shares give known indices. */
static void mixing(void **state)
{
  (void)state;
  const double a = 2.5 * radius;
  stage *s = cubic(6, a);
  const int cells[3] = {2, 2, 2};
  const double *low = s->def.low, *high = s->def.high;
  carom_selection marked = carom_selection_default();
  double index;
  marked.material = 1;
  s->def.materials = 2;
  s->def.contacts = 3;
  s->contact[1].between[1] = 1;
  s->contact[2].between[0] = s->contact[2].between[1] = 1;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 216;
         i++) /* half and half; a checkerboard; three cells of four, shares 1/3 */
      s->particle[i].material = round == 0   ? i / 36 / 3
                                : round == 1 ? (i + i / 6 + i / 36) % 2
                                             : i % 3 == 0;
    carom_scene *scene = staged(s);
    assert_int_equal(carom_measure_mixing(scene, all(), &marked, low, high, cells, &index, NULL),
                     CAROM_OK);
    if (round == 0) assert_true(fabs(index) < 1e-14);
    /* 27 particles a cell, 13 or 14 marked: s^2 = (1/54)^2; s0^2 = 1/4 */
    if (round == 1) assert_close(index, (0.25 - 1.0 / 54 / 54) / (0.25 - 0.25 / 27), 1e-12);
    /* 9 of 27 in every cell */
    if (round == 2) assert_close(index, 1 / (1 - 1.0 / 27), 1e-12);
    carom_scene_destroy(scene);
  }
  free(s);
}

static void quadrants(void **state)
{
  (void)state;
  stage *s = cubic(4, 2.5 * radius);
  const double point[3] = {2.5 * radius, 0, 5 * radius}; /* one column of four left, two below */
  const double x[3] = {1, 0, 0}, leaning[3] = {1, 0, 1};
  int64_t count[4];
  carom_scene *scene = staged(s);
  assert_int_equal(carom_measure_quadrants(scene, all(), point, x, leaning, count, NULL), CAROM_OK);
  assert_int_equal(count[0], 24);
  assert_int_equal(count[1], 8);
  assert_int_equal(count[2], 8);
  assert_int_equal(count[3], 24);
  carom_scene_destroy(scene);
  free(s);
}

/* Steps of a stair of 1 in 2, and a cone of 1 in 3. */
static void surfaces(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_free_surface f = carom_free_surface_default();
  double angle;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j <= i; j++)
      add_grain(s, radius, 4.4 * radius * i, 0, 2.2 * radius * j);
  s->def.step = 1e-6;
  f.share = 1;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_measure_surface(scene, all(), &f, &angle, NULL), CAROM_OK);
  assert_close(angle, atan(20.0 * 2.2 / (19 * 4.4)), 1e-12); /* 20 bins over 19 steps */
  carom_scene_destroy(scene);
  s->def.particles = 0;
  for (int ring = 0; ring < 20; ring++)
    for (int j = 0; j < 8; j++)
      add_grain(s, radius, (ring * 6.6 + 3.3) * radius * cos(j * pi / 4),
                (ring * 6.6 + 3.3) * radius * sin(j * pi / 4), 2.2 * radius * (19 - ring));
  f.radial = true;
  scene = staged(s);
  assert_int_equal(carom_measure_surface(scene, all(), &f, &angle, NULL), CAROM_OK);
  assert_true(fabs(angle - atan(1.0 / 3)) < 0.02);
  carom_scene_destroy(scene);
  free(s);
}

/* Of one particle, or of one above the other, there is no angle. */
static void no_surface(void **state)
{
  (void)state;
  for (int count = 1; count <= 2; count++) {
    stage *s = stage_new();
    carom_free_surface f = carom_free_surface_default();
    double angle = 0;
    for (int i = 0; i < count; i++)
      add_grain(s, radius, 0, 0, 3 * radius * i);
    s->def.step = 1e-6;
    carom_scene *scene = staged(s);
    for (f.radial = false;; f.radial = true) {
      assert_int_equal(carom_measure_surface(scene, all(), &f, &angle, NULL), CAROM_OK);
      assert_true(isnan(angle));
      if (f.radial) break;
    }
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A column of spheres at rest in x, one layer moves through the plane and, around the period, once
 * more; loaded in between. */
static void crossings(void **state)
{
  (void)state;
  const double a = 2.5 * radius, point[3] = {2 * a, 0, 0}, x[3] = {2, 0, 0};
  stage *s = cubic(4, a);
  double mass = 0, one = 2500 * 4 * pi / 3 * radius * radius * radius;
  int64_t particles = 0;
  for (int i = 0; i < 16; i++)
    s->particle[i].velocity[0] = 1;
  s->def.step = 0.1 * a;
  s->def.any_step = true;
  carom_scene *scene = staged(s);
  carom_crossings *c, *again;
  assert_int_equal(carom_crossings_create(scene, point, x, &c, NULL), CAROM_OK);
  assert_int_equal(carom_crossings_create(scene, point, x, &again, NULL), CAROM_OK);
  for (int k = 1; k <= 100; k++) {
    carom_error err;
    assert_int_equal(carom_crossings_look(c, scene, all(), &mass, &particles, &err), CAROM_OK);
    if (k == 55) { /* through an archive, into the other one */
      memory m = {.archive = {.array = put_or_get}};
      assert_int_equal(carom_crossings_archive(c, "plane", &m.archive, &err), CAROM_OK);
      m.archive.loading = true;
      assert_int_equal(carom_crossings_archive(again, "plane", &m.archive, &err), CAROM_OK);
      carom_crossings_destroy(c);
      c = again;
      free(m.bytes);
    }
    play(scene, 1);
  }
  /* 9.9 a passed, in periods of 4 a: places 0.3, 1.3, 2.3, 3.3 behind the plane at 2 cross it at
   * 1.7, 5.7, 9.7; at 0.7, 4.7, 8.7; at 3.7, 7.7; at 2.7, 6.7 */
  assert_int_equal(particles, 4 * (3 + 3 + 2 + 2));
  assert_close(mass, (double)particles * one, 1e-12);
  carom_crossings_destroy(c);
  carom_scene_destroy(scene);
  free(s);
}

/* Rough grains in motion: sums of the fields over the nodes are those of the particles. */
static void fields_add_up(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_coarse *c;
  carom_coarse_def def = carom_coarse_default();
  add_lattice(s, 9, radius, 0.7, 1.8 * radius, 0.3, 50);
  make_rough(&s->contact[0], 0.7, 0.4);
  for (int k = 0; k < 3; k++) {
    def.low[k] = s->def.low[k] = 0, def.high[k] = s->def.high[k] = 9 * 1.8 * radius;
    s->def.periodic[k] = true;
    def.cells[k] = 5 + 2 * k;
  }
  carom_scene *scene = staged(s);
  assert_int_equal(carom_coarse_create(scene, &def, &c, NULL), CAROM_OK);
  carom_bulk sum = {.mass = 0};
  double momentum[3] = {0}, contact[9] = {0}, flux[9] = {0};
  enum { LOOKS = 3 };
  for (int round = 0; round < LOOKS; round++) {
    carom_bulk b;
    play(scene, 30);
    assert_int_equal(carom_measure_bulk(scene, all(), CAROM_BULK_ALL, &b, NULL), CAROM_OK);
    assert_int_equal(carom_coarse_look(c, scene, all(), NULL), CAROM_OK);
    sum.mass += b.mass / LOOKS, sum.solid += b.solid / LOOKS, sum.volume = b.volume;
    for (int k = 0; k < 3; k++)
      momentum[k] += b.mass * b.velocity[k] / LOOKS;
    for (int k = 0; k < 9; k++) {
      contact[k] += b.contact_stress[k] / LOOKS;
      flux[k] += (b.kinetic_stress[k] + b.mass / b.volume * b.velocity[k / 3] * b.velocity[k % 3]) /
                 LOOKS;
    }
  }
  carom_coarse_fields f = {.density = 0};
  for (int n = 0; n < 5 * 7 * 9; n++) {
    const carom_coarse_fields one = carom_coarse_at(c, n % 5, n / 5 % 7, n / 35);
    f.density += one.density, f.solid_fraction += one.solid_fraction;
    for (int k = 0; k < 3; k++)
      f.momentum[k] += one.momentum[k];
    for (int k = 0; k < 9; k++) {
      f.contact_stress[k] += one.contact_stress[k];
      f.kinetic_stress[k] += one.kinetic_stress[k] + one.momentum[k / 3] * one.velocity[k % 3];
    }
  }
  const double n = 5 * 7 * 9;
  assert_close(f.density / n, sum.mass / sum.volume, 1e-12);
  assert_close(f.solid_fraction / n, sum.solid / sum.volume, 1e-12);
  for (int k = 0; k < 3; k++)
    assert_true(fabs(f.momentum[k] / n * sum.volume - momentum[k]) < 1e-12 * sum.mass);
  for (int k = 0; k < 9; k++) {
    assert_true(fabs(f.contact_stress[k] / n - contact[k]) < 1e-12 * contact[0]);
    assert_true(fabs(f.kinetic_stress[k] / n - flux[k]) < 1e-12 * flux[0]);
  }
  carom_coarse_destroy(c);
  carom_scene_destroy(scene);
  free(s);
}

/* A profile of a set that shears: velocity linear in z to the error of the kernel, no temperature
 * but that of the shear within it; of one that moves as a whole exactly. */
static void profiles(void **state)
{
  (void)state;
  const double a = 2.5 * radius, rate = 4;
  stage *s = cubic(10, a);
  for (int i = 0; i < 1000; i++) {
    s->particle[i].velocity[0] = rate * s->particle[i].position[2];
    s->particle[i].velocity[1] = 3;
  }
  carom_scene *scene = staged(s);
  carom_coarse *c;
  carom_coarse_def def = carom_coarse_default();
  for (int k = 0; k < 3; k++)
    def.high[k] = 10 * a;
  def.cells[2] = 10;
  def.width = a;
  assert_int_equal(carom_coarse_create(scene, &def, &c, NULL), CAROM_OK);
  assert_int_equal(carom_coarse_look(c, scene, all(), NULL), CAROM_OK);
  for (int k = 3; k < 7; k++) { /* away from the ends, where the period cuts the ramp */
    const carom_coarse_fields f = carom_coarse_at(c, 0, 0, k);
    double x[3];
    carom_coarse_node(c, 0, 0, k, x);
    assert_close(x[2], a * (k + 0.5), 1e-14);
    assert_close(f.velocity[0], rate * x[2], 2e-2);
    assert_close(f.velocity[1], 3, 1e-13);
    assert_true(fabs(f.kinetic_stress[4]) < 1e-13 * 9 * f.density);
    assert_close(f.temperature, rate * rate * a * a / 3, 0.1); /* variance of the kernel, a^2 */
    assert_close(f.density, 2500 * 4 * pi / 3 * radius * radius * radius / (a * a * a), 1e-9);
  }
  carom_coarse_destroy(c);
  carom_scene_destroy(scene);
  free(s);
}

/* A column at rest under its own weight: the stress grows downwards as the weight above it, better
 * with a finer grid. Linear springs hold a row of spheres in equilibrium. */
static double column_error(int cells, double width)
{
  enum { HIGH = 20 };
  stage *s = stage_new();
  carom_coarse *c;
  carom_coarse_def def = carom_coarse_default();
  const double m = 2500 * 4 * pi / 3 * radius * radius * radius, k = 1e3;
  double z = 0, worst = 0;
  for (int i = 0; i < HIGH; i++) { /* the load on the contact below sphere i is that of HIGH - i */
    z += (i ? 2 : 1) * radius - (HIGH - i) * m * 9.81 / k;
    add_grain(s, radius, 0, 0, z);
  }
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", k);
  set(&s->contact[0].normal, "restitution", 1);
  s->def.step = 1e-6;
  s->def.gravity[2] = -9.81;
  s->def.walls = 1;
  carom_scene *scene = staged(s);
  for (int d = 0; d < 2; d++)
    def.low[d] = -radius, def.high[d] = radius;
  def.high[2] = 2 * radius * HIGH;
  def.cells[2] = cells;
  def.width = width;
  assert_int_equal(carom_coarse_create(scene, &def, &c, NULL), CAROM_OK);
  assert_int_equal(carom_coarse_look(c, scene, all(), NULL), CAROM_OK);
  /* d sigma_zz / dz + rho g = 0 */
  const double h = def.high[2] / cells;
  for (int j = cells / 4; j < 3 * cells / 4; j++) {
    const double slope = (carom_coarse_at(c, 0, 0, j + 1).contact_stress[8] -
                          carom_coarse_at(c, 0, 0, j - 1).contact_stress[8]) /
                         (2 * h);
    const double weight = carom_coarse_at(c, 0, 0, j).density * 9.81;
    worst = fmax(worst, fabs(slope + weight) / weight);
  }
  carom_coarse_destroy(c);
  carom_scene_destroy(scene);
  free(s);
  return worst;
}

static void momentum_balance(void **state)
{
  (void)state;
  assert_true(column_error(40, 1.5 * radius) < 1e-5); /* spheres are smoothed away */
  const double coarse = column_error(160, 0.7 * radius), fine = column_error(320, 0.7 * radius),
               finest = column_error(640, 0.7 * radius);
  assert_true(coarse < 0.02);
  assert_true(fine < 0.3 * coarse); /* second order in the cell */
  assert_true(finest < 0.3 * fine);
}

static void refused(void **state)
{
  (void)state;
  stage *s = cubic(3, 2.5 * radius);
  carom_scene *scene = staged(s);
  carom_error err;
  double g[4];
  carom_coarse *c;
  carom_crossings *x;
  carom_coarse_def def = carom_coarse_default();
  const double zero[3] = {0};
  assert_int_equal(carom_measure_radial(scene, all(), 1, 4, g, NULL, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_measure_radial(scene, all(), 1e-3, 0, g, NULL, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_measure_forces(scene, all(), -1, 4, g, NULL, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_coarse_create(scene, &def, &c, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "high");
  for (int k = 0; k < 3; k++)
    def.high[k] = 1, def.cells[k] = 1000;
  assert_int_equal(carom_coarse_create(scene, &def, &c, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "cells");
  assert_int_equal(carom_crossings_create(scene, zero, zero, &x, &err), CAROM_ERR_RANGE);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(radial),           cmocka_unit_test(forces),
      cmocka_unit_test(mixing),           cmocka_unit_test(quadrants),
      cmocka_unit_test(surfaces),         cmocka_unit_test(crossings),
      cmocka_unit_test(fields_add_up),    cmocka_unit_test(profiles),
      cmocka_unit_test(momentum_balance), cmocka_unit_test(refused),
      cmocka_unit_test(radial_of_few),    cmocka_unit_test(no_surface),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
