/* SPDX-License-Identifier: MIT */
/* Steps that do not rebuild the lists allocate nothing: every call for memory is counted. */
#include "scarce.h"
#include "scenes.h"

static void steady_steps_allocate_nothing(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_lattice(s, 10, 1e-3, 0.8, 1.85e-3, 1e-3, 1);
  make_rough(&s->contact[0], 0.5, 0.5);
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].low[0] = s->wall[0].low[1] = s->wall[0].low[2] = 0;
  s->wall[0].high[0] = s->wall[0].high[1] = s->wall[0].high[2] = 18.5e-3;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 1e-6;
  s->def.threads = 2;
  s->def.skin = 2e-3;
  carom_scene *scene = staged(s);
  play(scene, 10);
  const int64_t before = atomic_load(&scarce.calls), rebuilds = carom_scene_stats(scene).rebuilds;
  assert_true(before > 20); /* they are counted */
  for (int k = 0; k < 10; k++)
    play(scene, 100);
  const int64_t after = atomic_load(&scarce.calls);
  assert_int_equal(carom_scene_stats(scene).rebuilds, rebuilds);
  assert_true(carom_scene_contacts(scene, NULL, NULL) > 500);
  assert_int_equal(after - before, 0);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(steady_steps_allocate_nothing)};
  return cmocka_run_group_tests_name("scene memory", tests, NULL, NULL);
}
