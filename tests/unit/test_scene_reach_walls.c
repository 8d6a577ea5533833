/* SPDX-License-Identifier: MIT */
/* Neighbour lists where walls are: whoever touches one is found, however walls and particles move.
 */
#include "flows.h"
#include "memory_archive.h"
#include "suite.h"

enum { POINTS = 401 };

/* A table of velocities or spins along one direction. */
typedef struct table {
  double time[POINTS], value[3 * POINTS];
} table;

static void box_around(stage *s, int i, double inside)
{
  s->wall[i].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    s->wall[i].low[k] = s->def.low[k] + inside;
    s->wall[i].high[k] = s->def.high[k] - inside;
  }
}

static void open_domain(stage *s)
{
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = CAROM_UNSET;
    s->def.high[k] = -CAROM_UNSET;
  }
}

static void shaken_boxes_hold_their_grains(void **state)
{
  (void)state;
  static table shake;
  stage *s = springs(0.2 * radius);
  const int sides[3] = {7, 7, 7};
  brute_force sum = {0};
  add_cubes(s, sides, 2.1 * radius, 0.3);
  set_in_motion(s, gas, 0.05);
  for (int i = 0; i < POINTS; i++) {
    shake.time[i] = 1e-5 * i;
    shake.value[3 * i + 2] = sin(1500 * shake.time[i]);
  }
  box_around(s, 0, 0);
  open_domain(s);
  s->def.walls = 1;
  s->wall[0].motion = (carom_scene_motion){
      .points = POINTS, .time = shake.time, .velocity = shake.value};
  const int64_t rebuilds = watch(s, 300, stiffness, &sum);
  assert_true(rebuilds < 100);
  assert_true(sum.walls > 300);
  free(s);
}

/* Two swarms at the ends of a long box that is shaken lengthwise, or bent about its middle, and
 * grains at rest between them that the walls come to. */
static void walls_come_to_grains_at_rest(void **state)
{
  (void)state;
  static table shake;
  for (int bent = 0; bent < 2; bent++) {
    stage *s = springs(0.6 * radius);
    const int sides[3] = {36, 4, 4};
    brute_force sum = {0};
    add_cubes(s, sides, 2.05 * radius, 0.6);
    set_in_motion(s, swarms, 0.6);
    for (int i = 0; i < POINTS; i++) {
      shake.time[i] = 1e-5 * i;
      memset(shake.value + 3 * i, 0, 3 * sizeof *shake.value);
      shake.value[3 * i + (bent ? 1 : 0)] = (bent ? 15 : 0.7) * cos(2500 * shake.time[i]);
    }
    box_around(s, 0, -0.3 * radius);
    open_domain(s);
    s->def.walls = 1;
    s->wall[0].motion = (carom_scene_motion){.points = POINTS, .time = shake.time};
    if (bent)
      s->wall[0].motion.spin = shake.value;
    else
      s->wall[0].motion.velocity = shake.value;
    s->wall[0].motion.centre[0] = 36 * radius;
    s->def.threads = 1 + bent;
    watch(s, 200, stiffness, &sum);
    assert_true(sum.walls > 300 && sum.pairs > 1000 && sum.hidden > 500);
    free(s);
  }
}

/* A drum that turns about its axis, with a paddle: a plane that turns with it. */
static void drums_turn(void **state)
{
  (void)state;
  static const double start[] = {0}, spin[] = {0, 100, 0};
  stage *s = springs(0.3 * radius);
  const int sides[3] = {8, 6, 8};
  brute_force sum = {0};
  add_cubes(s, sides, 2.05 * radius, 0.5);
  set_in_motion(s, gas, 0.3);
  const double middle = 8.2 * radius;
  for (int i = 0; i < 2; i++) {
    s->wall[i].shape = i ? CAROM_WALL_PLANE : CAROM_WALL_CYLINDER;
    s->wall[i].motion = (carom_scene_motion){.points = 1, .time = start, .spin = spin};
    s->wall[i].motion.centre[0] = s->wall[i].motion.centre[2] = middle;
  }
  s->wall[0].point[0] = s->wall[0].point[2] = middle;
  s->wall[0].radius = 11.5 * radius;
  s->wall[0].direction[1] = 1, s->wall[0].direction[2] = 0;
  s->wall[1].point[2] = -0.1 * radius;
  s->def.walls = 2;
  s->def.periodic[1] = true;
  s->def.low[0] = s->def.low[2] = CAROM_UNSET;
  s->def.high[0] = s->def.high[2] = -CAROM_UNSET;
  watch(s, 300, stiffness, &sum);
  assert_true(sum.walls > 300);
  free(s);
}

/* A wall whose velocity at the end of every step is nought moves all the same. */
static void walls_are_watched_in_the_middle_of_steps(void **state)
{
  (void)state;
  static table pulse;
  static const double still[3] = {0, 0, 0};
  stage *s = springs(0.2 * radius);
  brute_force sum = {0};
  add_ball(s, radius, still);
  for (int i = 0; i < POINTS; i++) {
    pulse.time[i] = 0.5 * step * i;
    pulse.value[3 * i + 2] = i % 2 ? 0.4 : 0;
  }
  s->wall[0].point[2] = -1.5 * radius;
  s->wall[0].motion = (carom_scene_motion){
      .points = POINTS, .time = pulse.time, .velocity = pulse.value};
  s->wall[1].point[2] = 50 * radius; /* far away, and looked at last */
  s->wall[1].direction[2] = -1;
  s->def.walls = 2;
  watch(s, 160, stiffness, &sum);
  assert_true(sum.walls > 5);
  free(s);
}

/* How far a wall has come counts from the last rebuild on: one that slides along 20 radii away can
 * be here after 2000 steps, and not before, however far it has come already. */
static void ways_of_walls_begin_anew(void **state)
{
  (void)state;
  static const double still[3] = {0, 0, 0}, start[] = {0}, along[] = {1, 0, 0};
  stage *s = springs(0.2 * radius);
  add_ball(s, radius, still);
  s->wall[0].point[2] = -21 * radius;
  s->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .velocity = along};
  s->def.walls = 1;
  carom_scene *scene = staged(s);
  play(scene, 7000);
  assert_in_range(carom_scene_stats(scene).rebuilds, 4, 6);
  carom_scene_destroy(scene);
  free(s);
}

/* A plane that turns about a far axis, and two balls in a layer that it comes to, the outer one
 * first; the inner one leaves the layer at this speed. */
static stage *turning_plane(double speed)
{
  static const double start[] = {0}, spin[] = {0, -20, 0};
  static const double place[2][3] = {{20e-3, 0, 0}, {3e-3, 0, 1e-3}};
  stage *s = springs(0.2 * radius);
  for (int i = 0; i < 2; i++)
    add_ball(s, radius, place[i])->velocity[1] = speed * i;
  s->wall[0].point[2] = -3 * radius;
  s->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .spin = spin};
  s->def.walls = 1;
  return s;
}

static void turning_walls_are_faster_outside(void **state)
{
  (void)state;
  stage *s = turning_plane(0);
  brute_force sum = {0};
  const int64_t rebuilds = watch(s, 560, stiffness, &sum);
  assert_true(sum.walls > 5);
  /* its speed is bounded by that of its farthest point */
  assert_true(rebuilds < 10);
  free(s);
}

static void stored_scenes_watch_their_walls(void **state)
{
  (void)state;
  for (int at = 10; at < 500; at += 60) {
    stage *s = turning_plane(at % 120 < 60 ? 0.3 : 0.03);
    memory m = {.archive = {false, put_or_get}};
    carom_error err = {.code = CAROM_OK};
    carom_scene *whole = staged(s), *half = staged(s);
    play(whole, at);
    assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    play(half, 3 * at % 500);
    assert_int_equal(carom_scene_archive(half, &m.archive, &err), CAROM_OK);
    for (int i = 0; i < 200; i++) {
      assert_true(half->cpu.budget_left == whole->cpu.budget_left &&
                  half->rebuilds == whole->rebuilds);
      play(whole, 1);
      play(half, 1);
    }
    free(m.bytes);
    carom_scene_destroy(whole);
    carom_scene_destroy(half);
    free(s);
  }
}

/* Grains that leave a period come back from the other side, and meet what stands there. */
static void obstacles_are_met_across_periods(void **state)
{
  (void)state;
  stage *s = springs(0.2 * radius);
  const int sides[3] = {2, 4, 4};
  brute_force sum = {0};
  add_cubes(s, sides, 2.1 * radius, 0.9);
  for (int64_t i = 0; i < s->def.particles; i++) {
    s->particle[i].position[0] += 11 * radius;
    s->particle[i].velocity[0] = 0.5;
  }
  s->def.high[0] = 16 * radius;
  s->wall[0].shape = CAROM_WALL_CYLINDER;
  s->wall[0].outside = true;
  s->wall[0].radius = radius;
  s->wall[0].point[0] = 3 * radius;
  s->wall[0].point[2] = 4 * radius;
  s->wall[0].direction[1] = 1, s->wall[0].direction[2] = 0;
  s->def.walls = 1;
  for (int k = 0; k < 3; k++)
    s->def.periodic[k] = true;
  watch(s, 1000, stiffness, &sum);
  assert_true(sum.walls > 50);
  free(s);
}

/* Whoever leaves the domain is missed at once, alone or with others. */
static void who_leaves_is_missed(void **state)
{
  (void)state;
  for (int count = 1; count < 4; count++) {
    stage *s = springs(0.2 * radius);
    for (int i = 0; i < count; i++) {
      const double x[3] = {3 * radius * i, 0, 0};
      add_ball(s, radius, x)->velocity[2] = 0.5;
    }
    for (int k = 0; k < 3; k++)
      s->def.low[k] = -10 * radius, s->def.high[k] = 10 * radius;
    carom_scene *scene = staged(s);
    carom_error err = {.code = CAROM_OK};
    assert_int_equal(carom_scene_advance_steps(scene, 4000, &err), CAROM_ERR_DIVERGED);
    assert_non_null(strstr(err.text, "left the domain"));
    /* it takes 2000 steps to the border, and 20 more for half a skin */
    assert_true(carom_scene_steps(scene) >= 2000 && carom_scene_steps(scene) <= 2025);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* From the third step on. */
static void failing_gravity(void *user, double time, double g[3])
{
  (void)user;
  g[0] = g[1] = g[2] = time > 2.5 * step ? NAN : 0;
}

/* Gravity that is NaN is noticed before anything moves by it. */
static void what_is_no_number_is_noticed(void **state)
{
  (void)state;
  static const double near[3] = {0, 0, 0}, far[3] = {8e-3, 8e-3, 8e-3};
  stage *s = springs(0.2 * radius);
  add_ball(s, radius, near);
  add_ball(s, radius, far)->fixed = true;
  s->def.gravity_at = failing_gravity;
  carom_scene *scene = staged(s);
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_advance_steps(scene, 100, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "not finite"));
  assert_string_equal(err.where, "gravity");
  assert_int_equal(carom_scene_steps(scene), 3);
  for (int k = 0; k < 3; k++)
    assert_true(carom_scene_sample(scene).grain[0].position[k] == 0);
  carom_scene_destroy(scene);
  free(s);
}

/* One velocity or spin of one particle among many is none. */
static void one_that_is_no_number_stops_the_scene(void **state)
{
  (void)state;
  const int sides[3] = {9, 8, 8};
  for (int trial = 0; trial < 24; trial++) {
    const int64_t one = 97 * trial % 576;
    stage *s = springs(0.2 * radius);
    carom_error err = {.code = CAROM_OK};
    add_cubes(s, sides, 1.97 * radius, 1);
    enclose(s, 7);
    set_in_motion(s, gas, 0.1);
    s->def.velocity = trial % 4 < 2 ? CAROM_VELOCITY_PREDICTED : CAROM_VELOCITY_HALF;
    s->def.instructions = trial % 8 < 4 ? CAROM_INSTRUCTIONS_BASE : CAROM_INSTRUCTIONS_BEST;
    s->def.threads = 1 + trial % 2;
    carom_scene *scene = staged(s);
    play(scene, 5);
    double *row = (scene->particles.half_velocity ? scene->particles.half_velocity
                                                  : scene->particles.contact_velocity) +
                  CAROM_ROW_DOUBLES * one;
    row[trial % 6 < 3 ? trial % 3 : 4 + trial % 3] = trial % 5 ? NAN : INFINITY;
    assert_int_equal(carom_scene_advance_steps(scene, 20, &err), CAROM_ERR_DIVERGED);
    assert_non_null(strstr(err.text, "NaN"));
    assert_true(carom_scene_steps(scene) <= 7);
    assert_int_equal(carom_scene_advance_steps(scene, 1, &err), CAROM_ERR_DIVERGED);
    carom_scene_destroy(scene);
    free(s);
  }
}

SUITE("scene reach walls", shaken_boxes_hold_their_grains, walls_come_to_grains_at_rest, drums_turn,
      walls_are_watched_in_the_middle_of_steps, ways_of_walls_begin_anew,
      turning_walls_are_faster_outside, stored_scenes_watch_their_walls,
      obstacles_are_met_across_periods, who_leaves_is_missed, what_is_no_number_is_noticed,
      one_that_is_no_number_stops_the_scene)
