/* SPDX-License-Identifier: MIT */
/* Walls that are driven by force, against closed forms: the approach to the target on a spring, the
 * speed limit, stops, and the pressure on a bed. */
#include "scene/scene.h"
#include "scenes.h"

static carom_scene_wall_state wall_at(carom_scene *scene, int wall)
{
  carom_scene_wall_state out;
  assert_int_equal(carom_scene_sample_wall(scene, wall, &out, NULL), CAROM_OK);
  return out;
}

static carom_scene_servo downwards(double force, double speed)
{
  carom_scene_servo servo = carom_scene_servo_default();
  servo.direction[2] = -2; /* any length */
  servo.force = force;
  servo.speed = speed;
  return servo;
}

/* A sphere on a floor below a lid, both springs. */
static stage *pressed(const carom_scene_servo *servo, double gap)
{
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 1e-3);
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", 2000);
  set(&s->contact[0].normal, "restitution", 0.9);
  s->wall[1].point[2] = s->wall[1].motion.centre[2] = 2e-3 + gap;
  s->wall[1].direction[2] = -1;
  s->wall[1].motion.servo = servo;
  s->def.walls = 2;
  s->def.step = 2e-6;
  return s;
}

/* Two springs k with dashpots c in series: F = k/2 x + c/2 dx/dt, dx/dt = gain (T - F), so that
 * T - F = T / (1 + c/2 gain) exp(-k/2 gain / (1 + c/2 gain) t). */
static void the_force_approaches_its_target(void **state)
{
  (void)state;
  const double target = 0.04, speed = 2e-3, gain = speed / target, loss = -log(0.9);
  const double mass = 2500 * 4 / 3.0 * pi * 1e-9, ratio = loss / sqrt(pi * pi + loss * loss);
  const double slack = 1 + gain * ratio * sqrt(2000 * mass), rate = 1000 * gain / slack;
  const carom_scene_servo servo = downwards(target, speed);
  stage *s = pressed(&servo, 0);
  carom_scene *scene = staged(s);
  for (int n = 1; n <= 6; n++) {
    play(scene, 5000);
    const double lacking = target / slack * exp(-rate * carom_scene_time(scene));
    assert_close(wall_at(scene, 1).force[2], target - lacking, 2e-4);
    assert_close(-wall_at(scene, 0).force[2], target - lacking, 2e-4);
    assert_close(wall_at(scene, 1).velocity[2], -gain * lacking, 2e-4);
  }
  play(scene, 400000);
  assert_close(wall_at(scene, 1).force[2], target, 1e-9);
  assert_close(2e-3 - wall_at(scene, 1).centre[2], target / 1000, 1e-6);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.elastic, 0.5 * target * target / 1000, 1e-6);
  assert_small(e.residual, 1e-3 * e.elastic);
  carom_scene_destroy(scene);
  free(s);
}

static void it_is_no_faster_than_its_limit(void **state)
{
  (void)state;
  carom_scene_servo servo = downwards(1, 0.05);
  servo.high = 1.5e-3;
  servo.start = 1e-3;
  stage *s = pressed(&servo, 5e-3);
  carom_scene *scene = staged(s);
  play(scene, 500);
  assert_true(wall_at(scene, 1).centre[2] == 7e-3); /* not before its time */
  play(scene, 5000);
  assert_close(7e-3 - wall_at(scene, 1).centre[2], 0.05 * 5000 * s->def.step, 1e-11);
  assert_close(wall_at(scene, 1).velocity[2], -0.05, 1e-14);
  play(scene, 20000); /* its stop */
  assert_close(7e-3 - wall_at(scene, 1).centre[2], 1.5e-3, 1e-11);
  assert_small(wall_at(scene, 1).velocity[2], 1e-12);
  carom_scene_destroy(scene);
  free(s);
}

static void targets_change_between_runs(void **state)
{
  (void)state;
  carom_scene_servo servo = downwards(0.04, 2e-3);
  servo.gain = 0.1;
  stage *s = pressed(&servo, 0);
  carom_scene *scene = staged(s);
  carom_error err;
  play(scene, 100000);
  assert_close(wall_at(scene, 1).force[2], 0.04, 1e-6);
  assert_int_equal(carom_scene_set_wall_target(scene, 1, 0.01, &err), CAROM_OK);
  play(scene, 200000);
  assert_close(wall_at(scene, 1).force[2], 0.01, 1e-6);
  assert_int_equal(carom_scene_set_wall_target(scene, 0, 0.01, &err), CAROM_ERR_CONFLICT);
  assert_int_equal(carom_scene_set_wall_target(scene, 1, NAN, &err), CAROM_ERR_RANGE);
  carom_scene_destroy(scene);
  free(s);
}

/* A bed in a smooth box: the lid bears the pressure that is asked for, the floor that and the
 * weight. */
static void a_bed_is_under_the_pressure_asked_for(void **state)
{
  (void)state;
  enum { SIDE = 5 };
  const double r = 1e-3, width = SIDE * 2.05 * r, area = width * width, pressure = 2000;
  carom_scene_servo servo = downwards(0, 0.02);
  servo.pressure = pressure, servo.area = area;
  stage *s = stage_new();
  add_lattice(s, SIDE, r, 0.9, 2.05 * r, 0, 0);
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.3);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = width;
  s->wall[0].high[2] = INFINITY;
  s->wall[1].point[2] = s->wall[1].motion.centre[2] = width;
  s->wall[1].direction[2] = -1;
  s->wall[1].motion.servo = &servo;
  s->def.walls = 2;
  s->def.gravity[2] = -9.81;
  carom_scene *scene = staged(s);
  const carom_scene_view v = carom_scene_sample(scene);
  double weight = 0;
  for (int64_t i = 0; i < v.count; i++)
    weight += 9.81 * v.grain[i].mass;
  carom_scene_advance(scene, 0.6, NULL);
  assert_close(wall_at(scene, 1).force[2], pressure * area, 1e-4);
  assert_close(-wall_at(scene, 0).force[2], pressure * area + weight, 1e-3);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_small(e.residual, 2e-3 * (e.walls + e.gravity));
  carom_scene_destroy(scene);
  free(s);
}

static void refused(const carom_scene_servo *servo, const char *word)
{
  stage *s = pressed(servo, 0);
  carom_scene *scene = NULL;
  carom_error err;
  assert_int_not_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  assert_string_equal(err.where, "wall[1].motion.servo");
  if (!strstr(err.text, word)) fail_msg("'%s' is not in: %s", word, err.text);
  free(s);
}

static void bad_servos_are_told(void **state)
{
  (void)state;
  carom_scene_servo servo = downwards(1, 0.1);
  servo.direction[2] = 0;
  refused(&servo, "direction");
  servo = downwards(1, 0);
  refused(&servo, "speed limit");
  servo = downwards(0, 1);
  refused(&servo, "gain");
  servo = downwards(NAN, 1);
  refused(&servo, "finite");
  servo = downwards(1, 1);
  servo.gain = -1;
  refused(&servo, "gain");
  servo = downwards(1, 1);
  servo.pressure = 10;
  refused(&servo, "area");
  servo = downwards(1, 1);
  servo.high = -1;
  refused(&servo, "stops");
}

/* Nothing resists it: it would go on through the floor. */
static void a_lid_that_passes_the_floor_is_told(void **state)
{
  (void)state;
  const carom_scene_servo servo = downwards(1, 1);
  stage *s = pressed(&servo, 5e-3);
  s->particle[0].fixed = true;
  s->particle[0].position[2] = 0.1; /* out of its way */
  s->wall[1].name = "lid";
  carom_scene *scene = staged(s);
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_advance(scene, 1, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "wall 'lid' passes through wall 0"));
  assert_close(carom_scene_time(scene), 7e-3, 0.02);
  carom_scene_destroy(scene);
  free(s);
}

/* Walls do not touch what no force moves: a lid, a plane or a disc, would go on through it. */
static void a_lid_that_passes_what_stands_still_is_told(void **state)
{
  (void)state;
  const carom_scene_servo servo = downwards(1, 1);
  const carom_scene_group group = carom_scene_group_default();
  carom_scene_hold hold = carom_scene_hold_default();
  hold.group = 0;
  for (int way = 0; way < 4; way++) {
    stage *s = pressed(&servo, 5e-3);
    s->particle[0].fixed = way & 1;
    s->particle[0].id = 7;
    s->def.group = &group, s->def.groups = 1;
    s->def.hold = &hold, s->def.holds = way & 1 ? 0 : 1;
    s->wall[1].name = "lid";
    if (way & 2) s->wall[1].shape = CAROM_WALL_DISC, s->wall[1].radius = 5e-3;
    carom_scene *scene = staged(s);
    carom_error err = {.code = CAROM_OK};
    assert_int_equal(carom_scene_advance(scene, 1, &err), CAROM_ERR_DIVERGED);
    if (!strstr(err.text, way & 1 ? "wall 'lid' passes through particle 0 (id 7), which is fixed"
                                  : "wall 'lid' passes through particle 0 (id 7), which is held"))
      fail_msg("%s", err.text);
    assert_close(carom_scene_time(scene), 6e-3, way & 2 ? 0.03 : 0.12); /* half a radius late */
    carom_scene_destroy(scene);
    free(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_force_approaches_its_target),
                                     cmocka_unit_test(it_is_no_faster_than_its_limit),
                                     cmocka_unit_test(targets_change_between_runs),
                                     cmocka_unit_test(a_bed_is_under_the_pressure_asked_for),
                                     cmocka_unit_test(bad_servos_are_told),
                                     cmocka_unit_test(a_lid_that_passes_the_floor_is_told),
                                     cmocka_unit_test(a_lid_that_passes_what_stands_still_is_told)};
  return cmocka_run_group_tests_name("servos", tests, NULL, close_report);
}
