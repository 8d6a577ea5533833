/* SPDX-License-Identifier: MIT */
/* Forces besides contacts and gravity: closed forms of falls through fluids, budgets, threads,
 * restarts. */
#include "memory_archive.h"
#include "scenes.h"

static const double radius = 1e-3, g = 9.81;

static double mass(void)
{
  return 2500 * 4 * pi / 3 * radius * radius * radius;
}

/* One sphere that falls along -z, and what acts on it. */
static stage *falling(carom_scene_force *force, int forces, double step)
{
  stage *s = stage_new();
  add_grain(s, radius, 0, 0, 0);
  s->def.gravity[2] = -g;
  s->def.step = step;
  s->def.force = force;
  s->def.forces = forces;
  return s;
}

static carom_scene_force stokes(double viscosity)
{
  carom_scene_force f = carom_scene_force_default();
  f.kind = CAROM_FORCE_STOKES;
  f.viscosity = viscosity;
  return f;
}

static void assert_closes(carom_scene *scene, double tolerance)
{
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(fabs(e.residual) <= tolerance * (fabs(e.gravity) + fabs(e.applied)));
}

/* v = m g / (6 pi mu R) (1 - exp(-t/tau)), tau = m / (6 pi mu R); with buoyancy in a fluid. */
static void terminal_velocity(void **state)
{
  (void)state;
  carom_scene_force force[2] = {stokes(2), carom_scene_force_default()};
  const double drag = 6 * pi * 2 * radius, tau = mass() / drag;
  const double weight = mass() * g * (1 - 1000.0 / 2500);
  force[1].kind = CAROM_FORCE_BUOYANCY;
  force[1].density = 1000;
  stage *s = falling(force, 2, tau / 200);
  carom_scene *scene = staged(s);
  play(scene, 200);
  assert_close(carom_scene_sample(scene).grain->velocity[2], -weight / drag * (1 - exp(-1.0)),
               1e-5);
  assert_closes(scene, 1e-5);
  play(scene, 6000);
  assert_close(carom_scene_sample(scene).grain->velocity[2], -weight / drag, 1e-12);
  /* the fluid has taken what gravity gave, but for what it holds up */
  assert_close(carom_scene_force_work(scene, 1), -0.4 * carom_scene_budget(scene).gravity, 1e-6);
  carom_scene_destroy(scene);
  free(s);
}

/* A step of many time constants is stable, too. */
static void long_steps(void **state)
{
  (void)state;
  carom_scene_force force = stokes(2);
  const double drag = 6 * pi * 2 * radius, tau = mass() / drag;
  stage *s = falling(&force, 1, 20 * tau);
  s->def.any_step = true;
  carom_scene *scene = staged(s);
  play(scene, 300);
  assert_close(carom_scene_sample(scene).grain->velocity[2], -mass() * g / drag, 1e-9);
  carom_scene_destroy(scene);
  free(s);
}

/* v = V tanh(g t / V), depth V^2/g ln cosh(g t / V), V^2 = m g / c; second order in the step. */
static void quadratic_drag(void **state)
{
  (void)state;
  double error[2];
  for (int fine = 0; fine < 2; fine++) {
    carom_scene_force force = carom_scene_force_default();
    force.kind = CAROM_FORCE_QUADRATIC;
    force.density = 1000;
    force.coefficient = 0.44;
    const double c = 0.5 * 0.44 * 1000 * pi * radius * radius, v = sqrt(mass() * g / c);
    stage *s = falling(&force, 1, v / g / (fine ? 400 : 200));
    carom_scene *scene = staged(s);
    play(scene, fine ? 800 : 400);
    const carom_scene_grain *grain = carom_scene_sample(scene).grain;
    error[fine] = fabs(-grain->position[2] - v * v / g * log(cosh(2))) / (v * v / g);
    assert_close(-grain->velocity[2], v * tanh(2), 1e-5);
    assert_closes(scene, 1e-4);
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(error[0] < 1e-5);
  assert_close(error[1], error[0] / 4, 0.05);
}

/* A spin decays as exp(-t 8 pi mu R^3 / I); a wind carries a sphere along. */
static void spin_and_wind(void **state)
{
  (void)state;
  carom_scene_force force = stokes(0.1);
  const double inertia = 0.4 * mass() * radius * radius;
  const double tau = inertia / (8 * pi * 0.1 * radius * radius * radius);
  force.flow[0] = 3;
  stage *s = falling(&force, 1, tau / 500);
  s->def.gravity[2] = 0;
  s->particle[0].spin[1] = 40;
  carom_scene *scene = staged(s);
  play(scene, 500);
  assert_close(carom_scene_sample(scene).grain->spin[1], 40 * exp(-1), 1e-5);
  play(scene, 20000);
  assert_close(carom_scene_sample(scene).grain->velocity[0], 3 * (1 - exp(-41 * 0.3)), 1e-7);
  assert_closes(scene, 1e-5);
  carom_scene_destroy(scene);
  free(s);
}

/* A given force: x = F t^2 / 2 m, exact; changed on the way; by a table that grows: F t^3 / 6 m. */
static void given(void **state)
{
  (void)state;
  carom_scene_force force = carom_scene_force_default();
  const double step = 1e-4, f = 1e-4, half[3] = {0.5 * f, 0, 0}, turn[3] = {0, 0, 1e-9};
  force.force[0] = f;
  stage *s = falling(&force, 1, step);
  s->def.gravity[2] = 0;
  carom_scene *scene = staged(s);
  play(scene, 100);
  assert_close(carom_scene_sample(scene).grain->position[0], 0.5 * f / mass() * 1e-4, 1e-12);
  assert_close(carom_scene_sample(scene).grain->velocity[0], f / mass() * 1e-2, 1e-12);
  assert_close(carom_scene_force_work(scene, 0), f * 0.5 * f / mass() * 1e-4, 1e-12);
  assert_int_equal(carom_scene_push(scene, 0, half, turn, NULL), CAROM_OK);
  assert_close(carom_scene_sample(scene).grain->velocity[0], f / mass() * 1e-2, 1e-12);
  play(scene, 100);
  assert_close(carom_scene_sample(scene).grain->velocity[0], 1.5 * f / mass() * 1e-2, 1e-12);
  assert_close(carom_scene_sample(scene).grain->spin[2],
               1e-9 / (0.4 * mass() * radius * radius) * 1e-2, 1e-12);
  assert_closes(scene, 1e-12);
  assert_int_equal(carom_scene_push(scene, 1, half, NULL, NULL), CAROM_ERR_RANGE);
  carom_scene_destroy(scene);
  static const double time[] = {0, 1}, table[] = {0, 0, 0, 0, 1e-2, 0};
  force = carom_scene_force_default();
  force.points = 2;
  force.time = time, force.table = table;
  scene = staged(s);
  play(scene, 200);
  const double t = 0.02;
  assert_close(carom_scene_sample(scene).grain->velocity[1], 1e-2 / mass() * t * t / 2, 1e-9);
  carom_scene_destroy(scene);
  free(s);
}

/* Only members feel it. */
static void of_a_group(void **state)
{
  (void)state;
  carom_scene_group group = carom_scene_group_default();
  carom_scene_force force = carom_scene_force_default();
  force.force[0] = 1e-4;
  force.group = 0;
  group.members.id[0] = 2;
  stage *s = falling(&force, 1, 1e-4);
  s->def.group = &group;
  s->def.groups = 1;
  add_grain(s, radius, 0, 5e-3, 0);
  carom_scene *scene = staged(s);
  play(scene, 50);
  const carom_scene_view v = carom_scene_sample(scene);
  assert_true(v.grain[0].velocity[0] == 0 && v.grain[1].velocity[0] > 0);
  assert_close(v.grain[1].force[0], 1e-4, 1e-15);
  carom_scene_destroy(scene);
  free(s);
}

/* A spring to the origin as a function: x = A cos(w t). */
static void spring_to_origin(void *user, double time, const carom_scene_moved *body,
                             double force[3], double torque[3])
{
  (void)time, (void)torque;
  for (int k = 0; k < 3; k++)
    force[k] = -*(const double *)user * body->position[k];
}

static void by_a_function(void **state)
{
  (void)state;
  double k = 0.1;
  carom_scene_force force = carom_scene_force_default();
  force.kind = CAROM_FORCE_CALLED;
  force.call = spring_to_origin;
  force.user = &k;
  const double w = sqrt(k / mass());
  stage *s = falling(&force, 1, 2 * pi / w / 1000);
  s->def.gravity[2] = 0;
  s->particle[0].position[0] = 0.01;
  carom_scene *scene = staged(s);
  play(scene, 1000);
  assert_close(carom_scene_sample(scene).grain->position[0], 0.01, 1e-4);
  assert_true(fabs(carom_scene_force_work(scene, 0)) < 1e-4 * 0.5 * k * 1e-4);
  play(scene, 250);
  assert_close(carom_scene_force_work(scene, 0), 0.5 * k * 1e-4, 1e-4);
  carom_scene_destroy(scene);
  free(s);
}

/* A bed of rough grains settles through a fluid, with local damping: the budget closes as without
 * forces; the same bits for any number of threads and across a restart. */
static void swirl(void *user, double time, const carom_scene_moved *body, double force[3],
                  double torque[3])
{
  (void)user;
  force[0] = -0.2 * body->mass * body->position[1] / 1e-3 * (1 + 100 * time);
  force[1] = 0.2 * body->mass * body->position[0] / 1e-3;
  torque[2] = 1e-3 * body->mass * body->radius;
}

static stage *bed(carom_scene_force force[5], carom_scene_velocity velocity)
{
  stage *s = stage_new();
  for (int k = 0; k < 5; k++)
    force[k] = carom_scene_force_default();
  force[0] = stokes(0.01);
  force[1].kind = CAROM_FORCE_BUOYANCY, force[1].density = 1000;
  force[2].kind = CAROM_FORCE_DAMPING, force[2].coefficient = 0.3;
  force[3].kind = CAROM_FORCE_QUADRATIC, force[3].density = 1000, force[3].coefficient = 0.44;
  force[4].kind = CAROM_FORCE_CALLED, force[4].call = swirl;
  add_lattice(s, 9, radius, 0.7, 1.9 * radius, 0.2, 30);
  make_rough(&s->contact[0], 0.7, 0.4);
  s->def.gravity[2] = -g;
  s->def.velocity = velocity;
  s->def.walls = 1;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k == 2 ? INFINITY : 9 * 1.9 * radius;
  s->def.force = force;
  s->def.forces = 5;
  return s;
}

static void budget_threads_restart(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    carom_scene_force force[5];
    uint64_t hash = 0;
    double work = 0;
    for (int threads = 1; threads <= 3; threads++) {
      stage *s = bed(force, half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED);
      s->def.threads = threads;
      carom_scene *scene = staged(s);
      play(scene, 150);
      if (threads == 3) { /* through an archive, into a scene of its own */
        memory m = {.archive = {.array = put_or_get}};
        carom_error err;
        assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
        carom_scene_destroy(scene);
        scene = staged(s);
        m.archive.loading = true;
        assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
        free(m.bytes);
      }
      play(scene, 350);
      const carom_scene_energy e = carom_scene_budget(scene);
      if (!half) assert_true(fabs(e.residual) < 2e-3 * (fabs(e.gravity) + fabs(e.applied)));
      if (threads == 1) hash = carom_scene_hash(scene), work = e.applied;
      assert_true(hash == carom_scene_hash(scene));
      assert_true(e.applied == work && work < 0);
      carom_scene_destroy(scene);
      free(s);
    }
  }
}

static void refused(void **state)
{
  (void)state;
  carom_scene *scene;
  carom_error err;
  carom_scene_force force = carom_scene_force_default();
  stage *s = falling(&force, 1, 1e-4);
  force.kind = CAROM_FORCE_STOKES;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "force[0].viscosity");
  force.kind = CAROM_FORCE_DAMPING;
  force.coefficient = 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  force.kind = CAROM_FORCE_GIVEN;
  force.group = 0;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "force[0].group");
  force.group = -1;
  force.force[1] = NAN;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  force.force[1] = 0;
  s->def.forces = CAROM_SCENE_FORCES_MAX + 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terminal_velocity),
      cmocka_unit_test(long_steps),
      cmocka_unit_test(quadratic_drag),
      cmocka_unit_test(spin_and_wind),
      cmocka_unit_test(given),
      cmocka_unit_test(of_a_group),
      cmocka_unit_test(by_a_function),
      cmocka_unit_test(budget_threads_restart),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
