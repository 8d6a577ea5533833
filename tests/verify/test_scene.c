/* SPDX-License-Identifier: MIT */
/* Scenes: springs that turn, walls and gravity that move, the step that is chosen. What scenes are
 * compared with otherwise is in src/verify. */
#include "scenes.h"
#include "tangential_base.h"

/* Turns v about w by an angle: Rodrigues. */
static void turn_exactly(const double w[3], double angle, double v[3])
{
  const double rate = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  const double a[3] = {w[0] / rate, w[1] / rate, w[2] / rate};
  const double side[3] = {a[1] * v[2] - a[2] * v[1], a[2] * v[0] - a[0] * v[2],
                          a[0] * v[1] - a[1] * v[0]};
  const double along = (a[0] * v[0] + a[1] * v[1] + a[2] * v[2]) * (1 - cos(angle));
  for (int k = 0; k < 3; k++)
    v[k] = cos(angle) * v[k] + sin(angle) * side[k] + along * a[k];
}

/* Springs of a contact that turns as a rigid body, about its normal and across it. */
static void springs_turn_as_rigid_bodies(void **state)
{
  (void)state;
  enum { STEPS = 20000 };
  const double w[3] = {0.6, -0.3, 0.9}, rate = sqrt(0.36 + 0.09 + 0.81), step = 2 / rate / STEPS;
  double n[3] = {0, 0, 1}, start[3] = {3e-6, 1e-6, 0}, want[3];
  carom_shear spring = {start[0], start[1], start[2], 7};
  for (int i = 0; i < STEPS; i++) { /* n follows w x n, turned exactly */
    const double twist = step * (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]);
    turn_exactly(w, rate * step, n);
    carom_rotate_history(n[0], n[1], n[2], twist, &spring);
  }
  memcpy(want, start, sizeof want);
  turn_exactly(w, 2, want);
  assert_close(sqrt(spring.x * spring.x + spring.y * spring.y + spring.z * spring.z), sqrt(1e-11),
               1e-4);
  assert_small(spring.x - want[0], 4e-10); /* first order in the step */
  assert_small(spring.y - want[1], 4e-10);
  assert_small(spring.z - want[2], 4e-10);
  assert_true(spring.extra == 7);
}

/* Heavy spheres that shear along one direction and spin about the normal. Seen from outside only
 * the shear is there: the turn of the spring about the normal and the velocity that the spin gives
 * to the tilting contact cancel. Without the one or the other a force of 0.01 N would be left. */
static void spin_about_the_normal_does_not_shear(void **state)
{
  (void)state;
  const double r = 5e-3, gap = 2 * r - 2e-5, stiffness = 1e4;
  for (int axis = 0; axis < 3; axis++) {
    const int t = (axis + 1) % 3, up = (axis + 2) % 3;
    stage *s = stage_new();
    s->contact[0].tangential.model = "linear";
    carom_tangential_set(&s->contact[0].tangential, "stiffness", stiffness);
    carom_tangential_set(&s->contact[0].tangential, "friction", 1e3);
    s->def.step = 1e-5;
    for (int i = 0; i < 2; i++) {
      carom_scene_particle *p = add_grain(s, r, 0, 0, 0);
      p->mass = 1e9; /* forces change nothing */
      p->position[axis] = (i - 0.5) * gap;
      p->spin[axis] = 0.5;
      p->velocity[up] = i == 0 ? 0.005 : -0.005;
    }
    carom_scene *scene = staged(s);
    play(scene, 2000);
    const carom_scene_grain now = carom_scene_sample(scene).grain[0];
    assert_close(-now.force[up], stiffness * 0.01 * carom_scene_time(scene), 2e-3);
    assert_small(now.force[t], 1e-4);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A sphere on a wall that does not slip: with k_t and c_t 2/7 of k and c its contact point swings
 * as its centre does, for 2/7 of its mass moves, and its velocity comes back by the same share. */
static void linear_contacts_give_the_contact_velocity_back(void **state)
{
  (void)state;
  static const double e[] = {1, 0.8, 0.5};
  const double r = 1e-3, vn = 1e-3, vt = 2e-3, spin = 0.3;
  for (int i = 0; i < COUNT(e); i++) {
    stage *s = stage_new();
    s->contact[0].normal.law = "hooke";
    set(&s->contact[0].normal, "stiffness", 2000);
    set(&s->contact[0].normal, "restitution", e[i]);
    s->contact[0].tangential.model = "linear";
    carom_tangential_set(&s->contact[0].tangential, "friction", 1e4);
    carom_tangential_set(&s->contact[0].tangential, "damping_ratio", 2.0 / 7);
    s->def.walls = 1;
    s->def.step = 5e-8;
    carom_scene_particle *p = add_grain(s, r, 0, 0, r + 1e-12);
    p->velocity[0] = vt;
    p->velocity[2] = -vn;
    p->spin[1] = spin;
    carom_scene *scene = staged(s);
    play(scene, 8000);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    const carom_scene_grain now = carom_scene_sample(scene).grain[0];
    const double back = (now.velocity[0] - r * now.spin[1]) / (vt - r * spin);
    assert_close(now.velocity[2], e[i] * vn, 1e-3);
    assert_close(back, -e[i], 5e-4);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A sphere falls on a plane that moves; a drum's gravity turns; a free fall is exact. */
static void walls_and_gravity(void **state)
{
  (void)state;
  stage *s = stage_new();
  const double time[] = {0}, velocity[] = {0, 0, 0.2};
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.8);
  s->def.step = 1e-6;
  s->def.walls = 1;
  s->wall[0].motion = (carom_scene_motion){.points = 1, .time = time, .velocity = velocity};
  add_grain(s, 1e-3, 0, 0, 2e-3)->velocity[2] = -0.3;
  carom_scene *scene = staged(s);
  play(scene, 6000); /* they meet after 2 ms at 0.5 m/s */
  assert_close(carom_scene_sample(scene).grain[0].velocity[2], 0.2 + 0.8 * 0.5, 1e-3);
  const carom_scene_energy budget = carom_scene_budget(scene);
  assert_small(budget.residual, 1e-4 * budget.kinetic);
  assert_true(budget.walls > 0);
  carom_scene_destroy(scene);

  s->def.walls = 0;
  s->def.gravity[0] = 9.81;
  s->def.gravity_spin[2] = 30;
  s->def.step = 1e-5;
  scene = staged(s);
  play(scene, 10000);
  const carom_scene_grain now = carom_scene_sample(scene).grain[0];
  const double t = carom_scene_time(scene), w = 30;
  assert_close(now.velocity[0], 9.81 / w * sin(w * t), 1e-6);
  assert_close(now.velocity[1], 9.81 / w * (1 - cos(w * t)), 1e-6);
  assert_small(carom_scene_budget(scene).residual, 1e-6 * carom_scene_budget(scene).kinetic);
  carom_scene_destroy(scene);
  free(s);
}

/* The step that is chosen keeps the error that was asked for, and is not needlessly short. */
static void step_is_chosen(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_scene_pairing pairing;
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.7);
  s->def.walls = 1;
  add_lattice(s, 3, 1e-3, 0.5, 2.5e-3, 0, 0);
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_pairings(scene), 2); /* with its like, and with the wall */
  for (int k = 0; k < 2; k++) {
    assert_int_equal(carom_scene_pairing_at(scene, k, &pairing, NULL), CAROM_OK);
    assert_close(pairing.asked, 0.7, 0);
    assert_close(pairing.resolved, 0.7, 1e-9);
    assert_small(pairing.delivered - pairing.resolved, 1e-3);
    assert_true(carom_scene_step(scene) <= pairing.step);
    assert_true(pairing.duration / carom_scene_step(scene) > 8);
    assert_true(pairing.duration / carom_scene_step(scene) < 100);
  }
  assert_int_not_equal(carom_scene_pairing_at(scene, 2, &pairing, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
}

/* It is a part of the smaller radius, whichever of the two is the first. */
static void overlap_limit_is_of_the_smaller_radius(void **state)
{
  (void)state;
  for (int small = 0; small < 2; small++)
    for (int deep = 0; deep < 2; deep++) {
      stage *s = stage_new();
      carom_scene *scene = NULL;
      carom_error err = {.code = CAROM_OK};
      const double r[2] = {small == 0 ? 1e-3 : 4e-3, small == 0 ? 4e-3 : 1e-3};
      add_grain(s, r[0], 0, 0, 0);
      add_grain(s, r[1], 5e-3 - (deep ? 0.51e-3 : 0.49e-3), 0, 0);
      s->def.step = 1e-7;
      const carom_status status = carom_scene_create(&s->def, &scene, &err);
      assert_int_equal(status, deep ? CAROM_ERR_DIVERGED : CAROM_OK);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* Steps in a contact of two spheres where none is given. */
static double steps_chosen(const char *law, double poisson, const char *model, const char *setting,
                           double value, double friction)
{
  stage *s = stage_new();
  carom_scene_pairing pairing;
  s->material[0].poisson = poisson;
  s->contact[0].normal.law = law;
  if (strcmp(law, "hooke") == 0) set(&s->contact[0].normal, "restitution", 1);
  s->contact[0].tangential.model = model;
  if (model) carom_tangential_set(&s->contact[0].tangential, "friction", friction);
  if (setting) carom_tangential_set(&s->contact[0].tangential, setting, value);
  add_grain(s, 1e-3, 0, 0, 0);
  add_grain(s, 1e-3, 3e-3, 0, 0);
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_pairing_at(scene, 0, &pairing, NULL), CAROM_OK);
  assert_close(pairing.step, carom_scene_step(scene), 0);
  const double steps = pairing.duration / pairing.step;
  carom_scene_destroy(scene);
  free(s);
  return steps;
}

/* Undamped laws get their restitution right with few steps, but friction and budget need more: 25
 * steps in a contact, 14 in half a swing sideways. Linear: the swing is as long as the contact for
 * k_t = 2/7 k_n. Mindlin: at the deepest point the normal swing takes pi sqrt(8/15) d/v of
 * 2.943275 d/v, the other is faster by the root of 7/2 k_t/k_n, k_t/k_n = (1 - nu)/(1 - nu/2). */
static void contacts_have_enough_steps(void **state)
{
  (void)state;
  const double nu = 0.2, hertz = 2.9432750 / (pi * sqrt(8.0 / 15));
  const double swing = 14 * hertz * sqrt(3.5 * (1 - nu) / (1 - nu / 2));
  assert_close(steps_chosen("hertz", nu, NULL, NULL, 0, 0), 25, 1e-9);
  assert_close(steps_chosen("hooke", nu, NULL, NULL, 0, 0), 25, 1e-9);
  assert_close(steps_chosen("hooke", nu, "linear", NULL, 0, 0.5), 25, 1e-9);
  assert_close(steps_chosen("hooke", nu, "linear", "stiffness_ratio", 32.0 / 7, 0.5), 56, 1e-6);
  assert_close(steps_chosen("hooke", nu, "linear", "stiffness_ratio", 32.0 / 7, 0), 25, 1e-9);
  assert_close(steps_chosen("hertz", nu, "mindlin", NULL, 0, 0.5), swing, 1e-6);
  assert_close(steps_chosen("hertz", nu, "mindlin-secant", NULL, 0, 0.5), swing * sqrt(2.0 / 3),
               1e-6);
  assert_close(steps_chosen("hertz", nu, "mindlin", "tangential_restitution", 0.5, 0.5), swing,
               1e-6);
}

/* A strong dashpot takes 0.2 of a rate in a step, where a dozen of them on a sphere are stable. */
static void dashpots_shorten_the_step(void **state)
{
  (void)state;
  stage *s = stage_new();
  const double k = 1e3, m = 0.5 * 4.0 / 3 * pi * 1e-9 * 2500, c = 20 * sqrt(k * m);
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", k);
  set(&s->contact[0].normal, "damping_coefficient", c);
  for (int i = 0; i < 27; i++) /* a block, every sphere of which touches its neighbours */
    add_grain(s, 1e-3, 1.9e-3 * (i % 3), 1.9e-3 * (i / 3 % 3), 1.9e-3 * (i / 9))
        ->velocity[i % 3] = around(1, (unsigned long)i, 0.1);
  carom_scene *scene = staged(s);
  assert_close(carom_scene_step(scene), 0.2 * m / c, 1e-6);
  const double start = carom_scene_budget(scene).kinetic + carom_scene_budget(scene).elastic;
  play(scene, 2000);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.kinetic + e.elastic < start && fabs(e.residual) < 1e-2 * start);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(springs_turn_as_rigid_bodies),
      cmocka_unit_test(spin_about_the_normal_does_not_shear),
      cmocka_unit_test(linear_contacts_give_the_contact_velocity_back),
      cmocka_unit_test(walls_and_gravity),
      cmocka_unit_test(step_is_chosen),
      cmocka_unit_test(overlap_limit_is_of_the_smaller_radius),
      cmocka_unit_test(contacts_have_enough_steps),
      cmocka_unit_test(dashpots_shorten_the_step),
  };
  return cmocka_run_group_tests_name("scene", tests, NULL, close_report);
}
