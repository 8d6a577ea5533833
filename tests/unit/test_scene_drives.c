/* SPDX-License-Identifier: MIT */
/* Motions of walls by formula, against the formulas: ramps, oscillations, conveyors. */
#include <float.h>

#include "scene/scene.h"
#include "scenes.h"

/* A scene with one wall that has these drives, and a grain far away. */
static stage *driven(const carom_scene_drive *drive, int drives)
{
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 1);
  s->wall[0].motion.drive = drive;
  s->wall[0].motion.drives = drives;
  s->def.walls = 1;
  s->def.step = 1e-5;
  return s;
}

static carom_scene_wall_state wall_at(carom_scene *scene, int wall)
{
  carom_scene_wall_state out;
  assert_int_equal(carom_scene_sample_wall(scene, wall, &out, NULL), CAROM_OK);
  return out;
}

/* Distance travelled at unit speed with a ramp, piece by piece. */
static double travelled(double t, double start, double stop, double ramp)
{
  if (t <= start) return 0;
  if (t <= start + ramp) return (t - start) * (t - start) / (2 * ramp);
  if (t <= stop - ramp) return t - start - 0.5 * ramp;
  if (t <= stop) return stop - start - ramp - (stop - t) * (stop - t) / (2 * ramp);
  return stop - start - ramp;
}

/* Corners of the trapezoid lie between steps, too. */
static void ramps_travel_the_area_of_a_trapezoid(void **state)
{
  (void)state;
  const double start = 1.003e-3, stop = 7.0077e-3, ramp = 1.50001e-3;
  carom_scene_drive drive[2];
  drive[0] = drive[1] = carom_scene_drive_default();
  drive[0].linear[0] = 3, drive[0].linear[2] = -1;
  drive[0].start = start, drive[0].stop = stop, drive[0].ramp = ramp;
  drive[1].linear[0] = 0.5; /* for ever, from the start */
  stage *s = driven(drive, 2);
  carom_scene *scene = staged(s);
  for (int n = 1; n <= 900; n++) {
    const double t = n * s->def.step, rise = (t - start) / ramp, fall = (stop - t) / ramp;
    const double rate = fmax(0, fmin(1, fmin(rise, fall)));
    play(scene, 1);
    const carom_scene_wall_state w = wall_at(scene, 0);
    const double x = travelled(t, start, stop, ramp);
    assert_small(w.centre[0] - 3 * x - 0.5 * t, 1e-15);
    assert_small(w.centre[2] + x, 1e-15);
    assert_small(w.velocity[0] - 3 * rate - 0.5, 1e-12);
    assert_small(w.velocity[2] + rate, 1e-12);
  }
  carom_scene_destroy(scene);
  free(s);
}

static void a_ramped_rotation_ends_at_its_angle(void **state)
{
  (void)state;
  carom_scene_drive drive = carom_scene_drive_default();
  drive.angular[1] = 400;
  drive.start = 0.2e-3, drive.stop = 4.2e-3, drive.ramp = 1.3e-3;
  stage *s = driven(&drive, 1);
  s->wall[0].direction[0] = 0, s->wall[0].direction[2] = 1;
  carom_scene *scene = staged(s);
  play(scene, 500);
  const double angle = 400 * (4.0e-3 - 1.3e-3);
  const double *normal = scene->walls.face_row + CAROM_FACE_DIRECTION;
  assert_small(normal[0] - sin(angle), 1e-13);
  assert_small(normal[2] - cos(angle), 1e-13);
  assert_true(wall_at(scene, 0).spin[1] == 0);
  carom_scene_destroy(scene);
  free(s);
}

/* Late in a run, too: displacements do not drift from the formula. */
static void oscillations_follow_the_formula(void **state)
{
  (void)state;
  const double f = 487.3, amplitude = 2e-3, phase = 0.7, start = 0.4e-3, ramp = 5e-3;
  carom_scene_drive drive[2];
  drive[0] = drive[1] = carom_scene_drive_default();
  drive[0].kind = drive[1].kind = CAROM_DRIVE_OSCILLATION;
  drive[0].linear[0] = amplitude, drive[0].linear[1] = -2 * amplitude;
  drive[0].frequency = f, drive[0].phase = phase, drive[0].start = start;
  drive[1].linear[2] = amplitude, drive[1].frequency = 2 * f;
  drive[1].stop = 100e-3, drive[1].ramp = ramp;
  stage *s = driven(drive, 2);
  carom_scene *scene = staged(s);
  enum { STEPS = 12000 };
  const double rounding = STEPS * DBL_EPSILON * amplitude;
  for (int n = 1; n <= STEPS; n++) {
    const double t = n * s->def.step, omega = 2 * pi * f;
    const double late = fmax(0, t - start), angle = omega * late + phase;
    const double x = amplitude * (sin(angle) - sin(phase));
    const double e = fmax(0, fmin(1, fmin(t, 100e-3 - t) / ramp));
    play(scene, 1);
    const carom_scene_wall_state w = wall_at(scene, 0);
    assert_small(w.centre[0] - x, rounding);
    assert_small(w.centre[1] + 2 * x, 2 * rounding);
    assert_small(w.centre[2] - e * amplitude * sin(2 * omega * t), rounding);
    const double slope = t < ramp ? 1 / ramp : t > 95e-3 && t < 100e-3 ? -1 / ramp : 0;
    const double speed = amplitude *
                         (slope * sin(2 * omega * t) + e * 2 * omega * cos(2 * omega * t));
    const double corner = fmin(fabs(t - ramp), fmin(fabs(t - 95e-3), fabs(t - 100e-3)));
    if (corner > s->def.step) assert_small(w.velocity[2] - speed, 1e-11 * amplitude * omega);
    if (t > start * 1.0001)
      assert_small(w.velocity[0] - amplitude * omega * cos(angle), 1e-11 * amplitude * omega);
    else if (t < 0.9999 * start)
      assert_true(w.velocity[0] == 0);
  }
  assert_small(wall_at(scene, 0).velocity[2], 0); /* it has stopped where it began */
  carom_scene_destroy(scene);
  free(s);
}

/* A plane swings by the angle of its formula. */
static void swings_turn_the_faces(void **state)
{
  (void)state;
  carom_scene_drive drive = carom_scene_drive_default();
  drive.kind = CAROM_DRIVE_OSCILLATION;
  drive.angular[0] = 0.3, drive.frequency = 100;
  stage *s = driven(&drive, 1);
  carom_scene *scene = staged(s);
  for (int n = 1; n <= 1500; n++) {
    play(scene, 1);
    const double angle = 0.3 * sin(2 * pi * 100 * n * s->def.step);
    const double *normal = scene->walls.face_row + CAROM_FACE_DIRECTION;
    assert_small(normal[1] + sin(angle), 2e-14);
    assert_small(normal[2] - cos(angle), 2e-14);
  }
  carom_scene_destroy(scene);
  free(s);
}

static carom_scene_drive belt(double x, double y, double z)
{
  carom_scene_drive drive = carom_scene_drive_default();
  drive.kind = CAROM_DRIVE_SURFACE;
  drive.linear[0] = x, drive.linear[1] = y, drive.linear[2] = z;
  return drive;
}

/* A sphere laid on a belt slips for 2V/(7 mu g) and then rolls at 2V/7. The belt does the work
 * 2/7 m V^2, half of which friction takes. */
static void a_belt_carries_a_sphere(void **state)
{
  (void)state;
  const double speed = 0.5, mu = 0.4, g = 9.81, r = 1e-3;
  const carom_scene_drive drive = belt(speed, 0, 3); /* what is normal to the belt does nothing */
  stage *s = driven(&drive, 1);
  make_rough(&s->contact[0], 0.3, mu);
  s->def.gravity[2] = -g;
  /* where its weight presses it: hertz with E* = 1e7 / (2 (1 - 0.3^2)) */
  const double mass = 2500 * 4 / 3.0 * pi * r * r * r, stiff = 4 / 3.0 * 1e7 / 1.82 * sqrt(r);
  s->particle[0].position[2] = r - pow(mass * g / stiff, 2 / 3.0);
  s->def.step = 2e-6;
  carom_scene *scene = staged(s);
  const double slips = 2 * speed / (7 * mu * g);
  play(scene, (int64_t)(0.5 * slips / s->def.step));
  carom_scene_grain grain = carom_scene_sample(scene).grain[0];
  assert_close(grain.velocity[0], mu * g * carom_scene_time(scene), 2e-3);
  assert_close(grain.spin[1], -2.5 * mu * g / r * carom_scene_time(scene), 2e-3);
  play(scene, (int64_t)(slips / s->def.step));
  grain = carom_scene_sample(scene).grain[0];
  assert_close(grain.velocity[0], 2 * speed / 7, 2e-3);
  assert_close(grain.spin[1], -5 * speed / (7 * r), 2e-3);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.walls, 2 * mass * speed * speed / 7, 5e-3);
  assert_close(e.friction, mass * speed * speed / 7, 5e-3);
  assert_small(e.residual, 1e-3 * e.walls);
  const carom_scene_wall_state w = wall_at(scene, 0);
  assert_true(w.centre[0] == 0 && w.velocity[0] == 0 && w.surface[0] == speed);
  carom_scene_destroy(scene);
  free(s);
}

/* Only what is tangential to a face counts: a sphere that touches a wall facing the belt's motion
 * is not pushed by it. */
static void a_surface_does_not_push(void **state)
{
  (void)state;
  const carom_scene_drive drive = belt(0.5, 0, 0);
  stage *s = driven(&drive, 1);
  const double r = 1e-3;
  s->wall[0].direction[0] = 1, s->wall[0].direction[2] = 0;
  s->particle[0].position[0] = 0.999 * r;
  s->particle[0].position[2] = 0;
  s->contact[0].normal.law = "hertz";
  s->def.step = 2e-6;
  carom_scene *scene = staged(s);
  const carom_scene_energy begin = carom_scene_budget(scene);
  play(scene, 2000);
  const carom_scene_grain grain = carom_scene_sample(scene).grain[0];
  const double mass = 2500 * 4 / 3.0 * pi * r * r * r;
  assert_close(0.5 * mass * grain.velocity[0] * grain.velocity[0], begin.elastic, 1e-3);
  assert_true(carom_scene_budget(scene).walls == 0);
  carom_scene_destroy(scene);
  free(s);
}

static void refused(carom_scene_drive drive, const char *word)
{
  stage *s = driven(&drive, 1);
  carom_scene *scene = NULL;
  carom_error err;
  assert_int_not_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  assert_string_equal(err.where, "wall[0].motion.drive[0]");
  if (!strstr(err.text, word)) fail_msg("'%s' is not in: %s", word, err.text);
  free(s);
}

static void bad_drives_are_told(void **state)
{
  (void)state;
  carom_scene_drive drive = carom_scene_drive_default();
  drive.linear[1] = NAN;
  refused(drive, "finite");
  drive = carom_scene_drive_default();
  drive.kind = CAROM_DRIVE_OSCILLATION;
  refused(drive, "frequency");
  drive = belt(1, 0, 0);
  drive.angular[0] = 1;
  refused(drive, "no spin");
  drive = carom_scene_drive_default();
  drive.start = 2, drive.stop = 1;
  refused(drive, "after");
  drive.stop = 3, drive.ramp = 0.6;
  refused(drive, "two ramps");
  drive.stop = CAROM_UNSET, drive.ramp = -1;
  refused(drive, "ramp");
  drive = carom_scene_drive_default();
  drive.kind = (carom_scene_drive_kind)7;
  refused(drive, "steady");
}

/* From now on, and not before; the same wall goes on from where it is. */
static void motions_change_between_runs(void **state)
{
  (void)state;
  carom_scene_drive drive = carom_scene_drive_default();
  drive.linear[0] = 1;
  stage *s = driven(&drive, 1);
  carom_scene *scene = staged(s);
  carom_error err;
  play(scene, 100);
  drive.linear[0] = 0, drive.linear[1] = 2;
  const carom_scene_motion other = {.drives = 1, .drive = &drive};
  assert_int_equal(carom_scene_set_wall_motion(scene, 0, &other, &err), CAROM_OK);
  play(scene, 100);
  assert_small(wall_at(scene, 0).centre[0] - 1e-3, 1e-16);
  assert_small(wall_at(scene, 0).centre[1] - 2e-3, 1e-16);
  assert_int_equal(carom_scene_set_wall_motion(scene, 1, &other, &err), CAROM_ERR_RANGE);
  drive.ramp = -1; /* a refused motion leaves the present one */
  assert_int_not_equal(carom_scene_set_wall_motion(scene, 0, &other, &err), CAROM_OK);
  play(scene, 100);
  assert_small(wall_at(scene, 0).centre[1] - 4e-3, 1e-16);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ramps_travel_the_area_of_a_trapezoid),
                                     cmocka_unit_test(a_ramped_rotation_ends_at_its_angle),
                                     cmocka_unit_test(oscillations_follow_the_formula),
                                     cmocka_unit_test(swings_turn_the_faces),
                                     cmocka_unit_test(a_belt_carries_a_sphere),
                                     cmocka_unit_test(a_surface_does_not_push),
                                     cmocka_unit_test(bad_drives_are_told),
                                     cmocka_unit_test(motions_change_between_runs)};
  return cmocka_run_group_tests_name("drives of walls", tests, NULL, close_report);
}
