/* SPDX-License-Identifier: MIT */
/* A few particles far from all others: cells stay as small, and their contacts are found. */
#include "brute_force.h"
#include "scene/scene.h"
#include "scenes.h"
#include "suite.h"

enum { SIDE = 12, STRAYS = 6 };

/* A cloud, and pairs that touch far away from it on all sides; `away` 0: within it. */
static stage *cloud(double away)
{
  stage *s = stage_new();
  add_lattice(s, SIDE, 1e-3, 0.8, 2.1e-3, 1, 0);
  for (int k = 0; k < STRAYS; k++) {
    double at[3] = {0.012, 0.012, 0.03};
    at[k % 3] += (k < 3 ? 1 : -1) * away;
    add_grain(s, 1e-3, at[0], at[1], at[2] + 0.01 * k);
    add_grain(s, 1e-3, at[0] + 1.99e-3, at[1], at[2] + 0.01 * k);
  }
  make_rough(&s->contact[0], 0.6, 0.3);
  s->def.step = 5e-6;
  return s;
}

static double cell_of(const carom_scene *scene)
{
  const double *cell = scene->cpu.grid[0].cell;
  return fmax(fmax(cell[0], cell[1]), cell[2]);
}

static void far_away(void **state)
{
  (void)state;
  static const double away[] = {0, 0.5, 30, 1e5};
  double cell[COUNT(away)];
  for (int k = 0; k < COUNT(away); k++) {
    stage *s = cloud(away[k]);
    carom_scene *scene = staged(s);
    cell[k] = cell_of(scene);
    brute_force seen = {0};
    for (int step = 0; step < 8; step++, play(scene, 20))
      check_lists(scene, 0, &seen);
    assert_true(seen.pairs >= STRAYS);
    assert_true(carom_scene_stats(scene).rebuilds > 1);
    carom_scene_destroy(scene);
    free(s);
  }
  for (int k = 1; k < COUNT(away); k++)
    assert_true(cell[k] < 1.5 * cell[0]);
}

SUITE("scene strays", far_away)
