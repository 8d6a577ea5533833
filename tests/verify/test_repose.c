/* SPDX-License-Identifier: MIT */
/* A column of grains that collapses to a heap: the more they resist rolling, and the more they
 * adhere, the steeper. Means over several fillings. */
#include "scenes.h"
#include "suite.h"

enum { SEEDS = 3, WIDE = 8, HIGH = 14 };

/* The slope of a triangular heap of this mean height and mean distance from the middle. */
static double slope_of(double resistance, double work, unsigned long seed)
{
  const double r = 1e-3;
  stage *s = stage_new();
  s->material[0] = material(4e6, 0.25, 2500, CAROM_NEVER);
  make_rough(&s->contact[0], 0.4, 0.5);
  if (resistance > 0) {
    s->contact[0].rolling.model = "elastic-plastic";
    carom_tangential_set(&s->contact[0].rolling, "friction", resistance);
  }
  if (work > 0) {
    s->contact[0].adhesion.model = "dmt";
    carom_tangential_set(&s->contact[0].adhesion, "work_of_adhesion", work);
  }
  for (int i = 0; i < WIDE * HIGH; i++) {
    const double x = 2.05 * r * (i % WIDE - 0.5 * (WIDE - 1));
    (void)add_grain(s, r * (0.9 + 0.1 * chance_at(seed, (unsigned long)i)),
                    x + around(seed, 1000 + (unsigned long)i, 0.03 * r),
                    2.5 * r + around(seed, 2000 + (unsigned long)i, 0.3 * r),
                    r * (1.05 + 2.05 * (i / WIDE)));
  }
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.low[1] = 0, s->def.high[1] = 5 * r;
  s->def.periodic[1] = true;
  s->def.gravity[2] = -9.81;
  s->def.step = 1.2e-5;
  s->def.overlap_limit = 1;
  carom_scene *scene = staged(s);
  play(scene, 20000);
  const carom_scene_view v = carom_scene_sample(scene);
  double middle = 0, height = 0, aside = 0;
  for (int64_t i = 0; i < v.count; i++)
    middle += v.grain[i].position[0] / (double)v.count;
  for (int64_t i = 0; i < v.count; i++) {
    height += v.grain[i].position[2] / (double)v.count;
    aside += fabs(v.grain[i].position[0] - middle) / (double)v.count;
  }
  carom_scene_destroy(scene);
  free(s);
  return height / aside;
}

static double mean_slope(double resistance, double work)
{
  double sum = 0;
  for (unsigned long seed = 1; seed <= SEEDS; seed++)
    sum += slope_of(resistance, work, seed) / SEEDS;
  return sum;
}

static void heaps_are_steeper_where_grains_resist(void **state)
{
  (void)state;
  const double none = mean_slope(0, 0), some = mean_slope(0.1, 0), much = mean_slope(0.5, 0);
  const double sticky = mean_slope(0.1, 0.5);
  print_message("slope of heaps: %.2f without resistance, %.2f with 0.1, %.2f with 0.5, %.2f with "
                "0.1 and adhesion\n",
                none, some, much, sticky);
  assert_true(some > 1.15 * none);
  assert_true(much > 1.1 * some);
  assert_true(sticky > 1.1 * some);
}

SUITE("repose", heaps_are_steeper_where_grains_resist)
