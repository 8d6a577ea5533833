/* SPDX-License-Identifier: MIT */
/* Tables of motion: walls and gravity follow straight lines between the given times, and a wall is
 * where the area under its velocity puts it. */
#include "scene/scene.h"
#include "scenes.h"
#include "suite.h"

static const double times[] = {1e-3, 3e-3, 4e-3};
static const double first[] = {0.5, -1, 2, 1.5, 3, 2, 1.5, 0, -6};
static const double second[] = {0, 4, 0, 8, 4, 0, -8, 4, 1};

/* The line between rows a and a + 1. */
static double on_line(const double *table, int a, double t, int k)
{
  const double share = (t - times[a]) / (times[a + 1] - times[a]);
  return (1 - share) * table[3 * a + k] + share * table[3 * a + 3 + k];
}

static void between_and_beyond_the_times(void **state)
{
  (void)state;
  carom_motion_table m;
  double out[3];
  assert_int_equal(carom_motion_table_copy(&m, 3, times, first, second, "wall", NULL), CAROM_OK);
  for (int i = 0; i <= 100; i++) {
    const double t = 5e-5 * i;
    carom_motion_table_at(&m, m.velocity, t, out);
    for (int k = 0; k < 3; k++) {
      const double wanted = t <= times[0]   ? first[k]
                            : t >= times[2] ? first[6 + k]
                                            : on_line(first, t > times[1], t, k);
      assert_small(out[k] - wanted, 1e-13);
    }
  }
  carom_motion_table_free(&m);
}

static void walls_follow_their_table(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 1);
  s->def.gravity_points = 3;
  s->def.gravity_time = times;
  s->def.gravity_table = second;
  s->wall[0].motion = (carom_scene_motion){
      .points = 3, .time = times, .velocity = first, .spin = second};
  s->def.walls = 1;
  s->def.step = 1e-5;
  carom_scene *scene = staged(s);
  double displacement[3] = {0, 0, 0};
  carom_scene_wall_state begin, wall;
  assert_int_equal(carom_scene_sample_wall(scene, 0, &begin, NULL), CAROM_OK);
  for (int n = 1; n <= 350; n++) {
    const double t = n * s->def.step;
    play(scene, 1);
    assert_int_equal(carom_scene_sample_wall(scene, 0, &wall, NULL), CAROM_OK);
    for (int k = 0; k < 3; k++) {
      const double v = t <= times[0] ? first[k] : on_line(first, t > times[1], t, k);
      const double w = t <= times[0] ? second[k] : on_line(second, t > times[1], t, k);
      const double before = t - s->def.step,
                   v_before = before <= times[0] ? first[k]
                                                 : on_line(first, before > times[1], before, k);
      displacement[k] += 0.5 * s->def.step * (v + v_before);
      assert_small(wall.velocity[k] - v, 1e-12);
      assert_small(wall.spin[k] - w, 1e-12);
      assert_small(wall.centre[k] - begin.centre[k] - displacement[k], 1e-12);
    }
  }
  double gravity[3];
  carom_gravity_at(scene, 1.5e-3, gravity);
  for (int k = 0; k < 3; k++)
    assert_small(gravity[k] - on_line(second, 0, 1.5e-3, k), 1e-12);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("tables of motion", between_and_beyond_the_times, walls_follow_their_table)
