/* SPDX-License-Identifier: MIT */
/* A sphere on a plane with resistance to rolling and twisting, against closed forms: how it slows
 * down, comes to roll, spins down, and rests on a slope. */
#include "scenes.h"

static const double g = 9.81, r = 5e-3, mu = 0.6;

static double sphere_mass(void)
{
  return 4.0 / 3 * pi * r * r * r * 2500;
}

/* At rest on the plane z = 0, gravity tilted by `slope` towards x. */
static stage *ball_on_plane(double slope)
{
  stage *s = stage_new();
  s->material[0].young = 1e9;
  make_rough(&s->contact[0], 0.5, mu);
  const double modulus = 1e9 / (2 * (1 - 0.09)), stiffness = 4.0 / 3 * modulus * sqrt(r);
  const double sag = pow(sphere_mass() * g * cos(slope) / stiffness, 2.0 / 3);
  (void)add_grain(s, r, 0, 0, r - sag);
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.gravity[0] = g * sin(slope);
  s->def.gravity[2] = -g * cos(slope);
  s->def.step = 2e-6;
  return s;
}

static void roll_by(stage *s, const char *model, const char *name, double value)
{
  s->contact[0].rolling.model = model;
  carom_tangential_set(&s->contact[0].rolling, name, value);
  if (!strcmp(model, "sds")) carom_tangential_set(&s->contact[0].rolling, "damping_coefficient", 1);
}

static const char *const capped[] = {"constant", "elastic-plastic", "sds"};

/* The budget, and that what is lost to rolling is what is missing. */
static void assert_budget(carom_scene *scene, double start)
{
  const carom_scene_energy e = carom_scene_budget(scene);
  const double held = e.kinetic + e.rotational + e.elastic + e.tangential + e.rolling + e.twisting;
  const double lost = e.viscous + e.friction + e.rolling_loss + e.twisting_loss;
  assert_true(fabs(e.residual) < 1e-5 * (start + fabs(e.gravity)));
  assert_true(fabs(held + lost - start - e.gravity) < 2e-5 * (start + fabs(e.gravity)));
  assert_true(e.rolling_loss >= 0 && e.twisting_loss >= 0);
}

/* (7/5) m r^2 w' = -mu_r r m g: v = v0 - (5/7) mu_r g t. */
static void rolling_slows_down(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(capped); k++) {
    stage *s = ball_on_plane(0);
    const double v0 = 0.1, mu_r = 0.05, t = 0.1, wanted = v0 - 5.0 / 7 * mu_r * g * t;
    s->particle[0].velocity[0] = v0;
    s->particle[0].spin[1] = v0 / r;
    roll_by(s, capped[k], "friction", mu_r);
    carom_scene *scene = staged(s);
    const carom_scene_energy before = carom_scene_budget(scene);
    play(scene, (int64_t)(t / s->def.step + 0.5));
    const carom_scene_grain *ball = carom_scene_sample(scene).grain;
    assert_close(ball->velocity[0], wanted, 2e-3);
    assert_close(ball->spin[1] * r, wanted, 2e-3);
    assert_budget(scene, before.kinetic + before.rotational + before.elastic);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_close(e.rolling_loss + e.rolling, 0.7 * sphere_mass() * (v0 * v0 - wanted * wanted),
                 5e-3);
    play(scene, (int64_t)(0.3 / s->def.step)); /* it has stopped, and holds */
    assert_true(fabs(carom_scene_sample(scene).grain->velocity[0]) < 1e-3 * v0);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* (7/5) w' = -mu_v g w: w = w0 exp(-(5/7) mu_v g t). */
static void viscous_rolling_decays(void **state)
{
  (void)state;
  stage *s = ball_on_plane(0);
  const double v0 = 0.1, mu_v = 0.8, t = 0.2;
  s->particle[0].velocity[0] = v0;
  s->particle[0].spin[1] = v0 / r;
  roll_by(s, "viscous", "viscosity", mu_v);
  carom_scene *scene = staged(s);
  const carom_scene_energy before = carom_scene_budget(scene);
  play(scene, (int64_t)(t / s->def.step + 0.5));
  assert_close(carom_scene_sample(scene).grain->velocity[0], v0 * exp(-5.0 / 7 * mu_v * g * t),
               2e-3);
  assert_budget(scene, before.kinetic + before.rotational + before.elastic);
  carom_scene_destroy(scene);
  free(s);
}

/* It slides: v' = -mu g, (2/5) r w' = (mu - mu_r) g, until v = r w; then it rolls on as above. */
static void sliding_turns_to_rolling(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(capped); k++) {
    const double v0 = 0.5, mu_r = 0.1, a = 2.5 * (mu - mu_r) * g, rolls = v0 / (mu * g + a);
    const double t = 2 * rolls, v1 = v0 - mu * g * rolls;
    stage *s = ball_on_plane(0);
    s->particle[0].velocity[0] = v0;
    roll_by(s, capped[k], "friction", mu_r);
    carom_scene *scene = staged(s);
    const carom_scene_energy before = carom_scene_budget(scene);
    play(scene, (int64_t)(0.5 * rolls / s->def.step + 0.5));
    assert_close(carom_scene_sample(scene).grain->spin[1] * r, 0.5 * a * rolls, 5e-3);
    play(scene, (int64_t)((t - 0.5 * rolls) / s->def.step + 0.5));
    assert_close(carom_scene_sample(scene).grain->velocity[0],
                 v1 - 5.0 / 7 * mu_r * g * (t - rolls), 2e-3);
    assert_budget(scene, before.kinetic + before.rotational + before.elastic);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Down a slope steeper than mu_r: (7/5) v' = g (sin - mu_r cos). */
static void it_rolls_down_a_steep_slope(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(capped); k++) {
    const double slope = 0.2, mu_r = 0.1, t = 0.1;
    stage *s = ball_on_plane(slope);
    roll_by(s, capped[k], "friction", mu_r);
    carom_scene *scene = staged(s);
    play(scene, (int64_t)(t / s->def.step + 0.5));
    assert_close(carom_scene_sample(scene).grain->velocity[0],
                 5.0 / 7 * g * (sin(slope) - mu_r * cos(slope)) * t, 1e-2);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* On one that is less steep springs hold it, with a torque m g r sin(slope); a constant torque does
 * not: what it is near rest, a dashpot, lets the ball creep. A viscous one lets it roll at the
 * speed tan(slope)/mu_v. */
static void springs_hold_it_on_a_slope(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(capped); k++) {
    const double slope = 0.05, mu_r = 0.1;
    stage *s = ball_on_plane(slope);
    roll_by(s, capped[k], "friction", mu_r);
    carom_scene *scene = staged(s);
    play(scene, 200000);
    const carom_scene_grain *ball = carom_scene_sample(scene).grain;
    const double there = ball->position[0];
    if (k > 0) {
      carom_scene_wall_state wall;
      assert_true(fabs(ball->velocity[0]) < 1e-7);
      assert_int_equal(carom_scene_sample_wall(scene, 0, &wall, NULL), CAROM_OK);
      const carom_scene_energy e = carom_scene_budget(scene);
      assert_true(e.rolling > 0);
      play(scene, 50000);
      assert_true(fabs(carom_scene_sample(scene).grain->position[0] - there) < 1e-10);
      /* it touches at its foot: friction's torque and that of rolling balance */
      assert_true(fabs(ball->torque[1]) < 1e-6 * sphere_mass() * g * r);
    } else {
      play(scene, 50000);
      assert_true(carom_scene_sample(scene).grain->position[0] > there);
    }
    carom_scene_destroy(scene);
    free(s);
  }
  stage *s = ball_on_plane(0.05);
  roll_by(s, "viscous", "viscosity", 2);
  carom_scene *scene = staged(s);
  play(scene, 400000);
  assert_close(carom_scene_sample(scene).grain->velocity[0], tan(0.05) / 2, 2e-3);
  carom_scene_destroy(scene);
  free(s);
}

/* Its weight swings by a fifth, ten times a second. */
static void breathing_weight(void *user, double time, double gravity[3])
{
  const double *slope = user;
  gravity[0] = g * sin(*slope);
  gravity[2] = -g * cos(*slope) * (1 + 0.2 * sin(2 * pi * 10 * time));
}

/* Where the weight on a slope swings, the spring gives back in every period what it gave way:
 * nobody creeps downhill. By the rule that takes the torque down with the stiffness, and not up
 * with it, this ball creeps in every period by an eighth of what it sank at first. */
static void it_does_not_creep_when_it_is_shaken(void **state)
{
  (void)state;
  double slope = 0.05, at[2];
  stage *s = ball_on_plane(slope);
  roll_by(s, "elastic-plastic", "friction", 0.1);
  s->def.gravity_at = breathing_weight;
  s->def.gravity_user = &slope;
  carom_scene *scene = staged(s);
  const int64_t period = (int64_t)(0.1 / s->def.step + 0.5);
  play(scene, 2 * period);
  at[0] = carom_scene_sample(scene).grain->position[0];
  play(scene, 4 * period);
  at[1] = carom_scene_sample(scene).grain->position[0];
  assert_true(at[0] > 1e-8);
  assert_true(fabs(at[1] - at[0]) < 4 * 1e-2 * at[0]); /* what is left is the dashpot's */
  carom_scene_destroy(scene);
  free(s);
}

/* (2/5) m r^2 w' = -T about the normal, T = mu_t r m g, or (2/3) mu a m g. */
static void spinning_slows_down(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    stage *s = ball_on_plane(0);
    const double w0 = 100, sag = r - s->particle[0].position[2];
    const double torque = k ? 2.0 / 3 * mu * sqrt(r * sag) : 0.02 * r;
    const double slows = torque * g / (0.4 * r * r), t = 0.4 * w0 / slows;
    s->contact[0].twisting.model = k ? "marshall" : "spring-slider";
    carom_tangential_set(&s->contact[0].twisting, "friction", k ? mu : 0.02);
    s->particle[0].spin[2] = w0;
    carom_scene *scene = staged(s);
    const carom_scene_energy before = carom_scene_budget(scene);
    play(scene, (int64_t)(t / s->def.step + 0.5));
    assert_close(carom_scene_sample(scene).grain->spin[2], 0.6 * w0, 5e-3);
    assert_budget(scene, before.kinetic + before.rotational + before.elastic);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_close(e.twisting_loss + e.twisting, 0.64 * before.rotational, 1e-2);
    assert_true(e.rolling_loss == 0);
    if (k == 0) { /* and comes to rest */
      play(scene, (int64_t)(3 * t / s->def.step));
      assert_true(fabs(carom_scene_sample(scene).grain->spin[2]) < 1e-3 * w0);
    }
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Without friction a ball at rest swings on the spring alone: 2/5 m r^2 w' = -k angle. */
static void a_rolling_spring_swings(void **state)
{
  (void)state;
  stage *s = ball_on_plane(0);
  const double k = 1e-4, inertia = 0.4 * sphere_mass() * r * r, rate = sqrt(k / inertia), w0 = 0.01;
  s->contact[0].tangential.model = NULL;
  roll_by(s, "elastic-plastic", "friction", 1);
  carom_tangential_set(&s->contact[0].rolling, "stiffness", k);
  carom_tangential_set(&s->contact[0].rolling, "damping_ratio", 0);
  s->particle[0].spin[0] = w0;
  carom_scene *scene = staged(s);
  for (int i = 1; i <= 20; i++) {
    play(scene, 300);
    const double t = carom_scene_time(scene);
    assert_true(fabs(carom_scene_sample(scene).grain->spin[0] - w0 * cos(rate * t)) < 5e-3 * w0);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* The largest spin about the axis of the mode in 300 steps of this length, from 1e-3 on. */
static double turned(stage *s, double step, int twists)
{
  s->def.step = step;
  s->def.any_step = true;
  s->contact[0].tangential.model = NULL;
  s->particle[0].spin[twists ? 2 : 0] = 1e-3;
  carom_scene *scene = staged(s);
  double most = 0;
  for (int i = 0; i < 300; i++) {
    play(scene, 1);
    most = fmax(most, fabs(carom_scene_sample(scene).grain->spin[twists ? 2 : 0]));
  }
  carom_scene_destroy(scene);
  return most;
}

/* A stiff spring makes the chosen step shorter. */
static void the_step_counts_these_modes(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    stage *s = ball_on_plane(0);
    carom_stage_def *def = k ? &s->contact[0].twisting : &s->contact[0].rolling;
    const double stiff = 1e3, inertia = 0.4 * sphere_mass() * r * r;
    s->def.step = CAROM_UNSET;
    carom_scene *scene = staged(s);
    const double before = carom_scene_step(scene);
    carom_scene_destroy(scene);
    def->model = k ? "spring-slider" : "elastic-plastic";
    carom_tangential_set(def, "stiffness", stiff);
    carom_tangential_set(def, "friction", 1);
    scene = staged(s);
    assert_true(carom_scene_step(scene) < 0.5 * before);
    assert_close(carom_scene_step(scene), pi * sqrt(inertia / stiff) / 14, 1e-6);
    carom_scene_destroy(scene);
    /* velocities at the end of a step are predicted: stable up to sqrt(2)/omega, 6.3 times that */
    carom_tangential_set(def, "friction", 1000);
    carom_tangential_set(def, "damping_ratio", 0);
    const double step = pi * sqrt(inertia / stiff) / 14;
    assert_true(turned(s, 6 * step, k) < 2e-3 && turned(s, 7 * step, k) > 1e-2);
    free(s);
  }
}

/* So does a strong dashpot, which takes 0.3 of a rate in a step. With predicted velocities u, w = u
 * + b/2 the rate that it sees, b the change in the last step, a share x in a step is stable up
 * to 1. */
static void the_step_counts_these_dashpots(void **state)
{
  (void)state;
  for (int k = 0; k < 3; k++) {
    stage *s = ball_on_plane(0);
    carom_stage_def *def = k == 2 ? &s->contact[0].twisting : &s->contact[0].rolling;
    const double inertia = 0.4 * sphere_mass() * r * r, c = 5e-3, stiffness = 1e-2;
    const double of = (k == 2 ? 0.4 : 1.4) * sphere_mass() * r * r;
    def->model = k == 0 ? "sds" : k == 1 ? "elastic-plastic" : "spring-slider";
    carom_tangential_set(def, "friction", 1000);
    carom_tangential_set(def, "stiffness", k == 0 ? stiffness / (r * r) : stiffness);
    if (k == 0)
      carom_tangential_set(def, "damping_coefficient", c / (r * r));
    else
      carom_tangential_set(def, "damping_ratio", 0.5 * c / sqrt(of * stiffness));
    s->def.step = CAROM_UNSET;
    carom_scene *scene = staged(s);
    const double step = carom_scene_step(scene);
    carom_scene_destroy(scene);
    assert_close(step, 0.3 * inertia / c, 1e-6);
    assert_true(turned(s, 3 * step, k == 2) < 1.1e-3 && turned(s, 3.7 * step, k == 2) > 1e-2);
    free(s);
  }
}

/* The members of a rod that lies on a plane have a contact each, with a couple as of a sphere that
 * is as heavy as the rod. All of them together never turn it round. */
static void couples_on_a_rod(void **state)
{
  (void)state;
  enum { MEMBERS = 9 };
  static const char *const model[] = {"constant", "viscous", "elastic-plastic", "sds"};
  carom_clump_sphere sphere[MEMBERS];
  for (int i = 0; i < MEMBERS; i++)
    sphere[i] = (carom_clump_sphere){{0, 1.2 * r * (i - 4), 0}, r};
  const carom_clump_shape rod = {"rod", sphere, MEMBERS};
  for (int k = 0; k < COUNT(model); k++) {
    stage *s = ball_on_plane(0);
    carom_scene_clump one = carom_scene_clump_default();
    s->def.particles = 0;
    s->def.clump_shape = &rod, s->def.clump_shapes = 1;
    s->def.clump = &one, s->def.clumps = 1;
    one.position[2] = r * (1 - 1e-4);
    one.spin[1] = 20;
    one.velocity[0] = 20 * r;
    roll_by(s, model[k], k == 1 ? "viscosity" : "friction", k == 1 ? 1e4 : 50);
    if (k == 3) carom_tangential_set(&s->contact[0].rolling, "stiffness", 1e6);
    s->def.step = CAROM_UNSET;
    carom_scene *scene = staged(s);
    const carom_scene_energy before = carom_scene_budget(scene);
    const double start = before.kinetic + before.rotational + before.elastic;
    play(scene, 3000);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(fabs(e.residual) < 1e-2 * start);
    assert_true(e.rolling_loss > 0 && e.rolling_loss < start && fabs(e.gravity) < start);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A cluster that turns as a whole feels nothing: histories turn with their contacts. Two balls
 * pressed together, twisted against each other, and then spun about an axis across the contact keep
 * the energy that they hold. */
static void histories_turn_with_the_contact(void **state)
{
  (void)state;
  stage *s = stage_new();
  make_rough(&s->contact[0], 1, 10);
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", 1e3);
  s->contact[0].rolling.model = "elastic-plastic";
  carom_tangential_set(&s->contact[0].rolling, "friction", 100);
  carom_tangential_set(&s->contact[0].rolling, "stiffness", 1e-4);
  carom_tangential_set(&s->contact[0].rolling, "damping_ratio", 0);
  s->contact[0].twisting.model = "spring-slider";
  carom_tangential_set(&s->contact[0].twisting, "friction", 100);
  carom_tangential_set(&s->contact[0].twisting, "stiffness", 1e-4);
  carom_tangential_set(&s->contact[0].twisting, "damping_ratio", 0);
  set(&s->contact[0].normal, "restitution", 1);
  const double rate = 60, overlap = 1e-5;
  for (int i = 0; i < 2; i++) {
    const double side = i ? 1 : -1;
    carom_scene_particle *p = add_grain(s, 1e-3, side * (1e-3 - overlap), 0, 0);
    p->velocity[1] = rate * p->position[0];
    p->spin[2] = rate;
    p->spin[0] = 20 * side; /* twists */
    p->spin[1] = 15 * side; /* rolls */
  }
  /* a spring holds them: the wall-less pair would fly apart, so gravity is replaced by a stiff
   * contact that is in balance with the rotation only for a while; watch that while */
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  double linear[3], before[3], after[3];
  carom_scene_momentum(scene, linear, before);
  const carom_scene_energy start = carom_scene_budget(scene);
  const double all = start.kinetic + start.rotational + start.elastic;
  double most = 0;
  while (carom_scene_contacts(scene, NULL, NULL) > 0 && carom_scene_time(scene) < 1e-2) {
    play(scene, 50);
    const carom_scene_energy e = carom_scene_budget(scene);
    most = fmax(most, e.rolling + e.twisting);
    const double now = e.kinetic + e.rotational + e.elastic + e.tangential + e.rolling + e.twisting;
    assert_true(now < all * (1 + 1e-4));
  }
  carom_scene_momentum(scene, linear, after);
  for (int k = 0; k < 3; k++)
    assert_true(fabs(after[k] - before[k]) < 1e-12 * fabs(before[2]));
  assert_true(most > 1e-3 * all);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rolling_slows_down),
      cmocka_unit_test(viscous_rolling_decays),
      cmocka_unit_test(sliding_turns_to_rolling),
      cmocka_unit_test(it_rolls_down_a_steep_slope),
      cmocka_unit_test(springs_hold_it_on_a_slope),
      cmocka_unit_test(it_does_not_creep_when_it_is_shaken),
      cmocka_unit_test(spinning_slows_down),
      cmocka_unit_test(a_rolling_spring_swings),
      cmocka_unit_test(the_step_counts_these_modes),
      cmocka_unit_test(the_step_counts_these_dashpots),
      cmocka_unit_test(couples_on_a_rod),
      cmocka_unit_test(histories_turn_with_the_contact),
  };
  return cmocka_run_group_tests_name("turning resistance", tests, NULL, close_report);
}
