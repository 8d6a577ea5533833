/* SPDX-License-Identifier: MIT */
/* Contact forces that are kept for measures, of contacts without any history: those that are
 * computed anew when nobody keeps them. */
#include "scenes.h"

#include <carom/measure.h>

#include "suite.h"

static carom_bulk stress_of(const carom_selection *of, bool measured, int threads)
{
  stage *s = stage_new();
  carom_bulk b;
  carom_error err = {.code = CAROM_OK};
  for (int i = 0; i < 1000; i++)
    add_grain(s, 1e-3 * (1 + 0.2 * chance_at(1, (unsigned long)i)), 2e-3 * (i % 10),
              2e-3 * (i / 10 % 10), 2e-3 * (i / 100));
  s->def.step = 1e-6;
  s->def.overlap_limit = 0.9;
  s->def.measured = measured;
  s->def.threads = threads;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -1e-3, s->def.high[k] = 19e-3;
    s->def.periodic[k] = true;
  }
  carom_scene *scene = staged(s);
  play(scene, 50);
  if (carom_measure_bulk(scene, of, CAROM_BULK_CONTACTS, &b, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_scene_destroy(scene);
  free(s);
  return b;
}

static void compare(const carom_selection *of)
{
  const carom_bulk plain = stress_of(of, false, 1);
  assert_true(plain.pressure > 100 && plain.coordination > 3);
  for (int threads = 1; threads <= 3; threads += 2) {
    const carom_bulk kept = stress_of(of, true, threads);
    assert_int_equal(kept.ends, plain.ends);
    for (int k = 0; k < 9; k++)
      assert_true(fabs(kept.contact_stress[k] - plain.contact_stress[k]) < 1e-12 * plain.pressure);
  }
}

static void kept_forces_are_those_of_the_law(void **state)
{
  (void)state;
  const carom_selection all = carom_selection_default();
  compare(&all);
}

/* Boxes that end inside, at a border and on both sides of it, a ball, a pipe. */
static void and_so_they_are_in_regions(void **state)
{
  static const double end[][2] = {
      {3.1e-3, 12.3e-3}, {-1e-3, 7.7e-3}, {9.9e-3, 19e-3}, {-1e-3, 19e-3}};
  (void)state;
  carom_selection of = carom_selection_default();
  of.within = true;
  for (int i = 0; i < COUNT(end); i++) {
    for (int k = 0; k < 3; k++)
      of.region.low[k] = end[(i + k) % COUNT(end)][0],
      of.region.high[k] = end[(i + k) % COUNT(end)][1];
    compare(&of);
  }
  of.region.shape = CAROM_REGION_SPHERE;
  of.region.radius = 7e-3;
  for (int k = 0; k < 3; k++)
    of.region.point[k] = 5e-3 + 1e-3 * k;
  compare(&of);
  of.region.shape = CAROM_REGION_CYLINDER;
  of.region.length = 9e-3;
  of.region.inner_radius = 3e-3;
  of.region.direction[0] = of.region.direction[1] = 0, of.region.direction[2] = 1;
  compare(&of);
}

SUITE("measures of smooth contacts", kept_forces_are_those_of_the_law, and_so_they_are_in_regions)
