/* SPDX-License-Identifier: MIT */
/* Stages after the normal law, in a list: forces and torques of all of them are added, histories
 * are their own. Kernels of this file are put into the list. */
#include "flows.h"
#include "suite.h"

static const double drag = 2e-10, rolling = 1e-7; /* N m s, N m */

/* A torque against the relative spin; no force, no history. */
static void drag_spins(int64_t groups, const double *constant, double dt,
                       const carom_stage_columns *c)
{
  (void)dt;
  for (int64_t i = 0; i < CAROM_LANES * groups; i++) {
    const double within = c->d[i] > -c->reach;
    c->tx[i] = -within * constant[0] * c->wx[i];
    c->ty[i] = -within * constant[0] * c->wy[i];
    c->tz[i] = -within * constant[0] * c->wz[i];
  }
}

/* A torsional spring: its history is the angle. */
static void wind_up(int64_t groups, const double *constant, double dt, const carom_stage_columns *c)
{
  for (int64_t g = 0; g < groups; g++)
    for (int l = 0; l < CAROM_LANES; l++) {
      const int64_t i = CAROM_LANES * g + l;
      double *held = c->spring + g * c->stride + l;
      const double w[3] = {c->wx[i], c->wy[i], c->wz[i]};
      double *t[3] = {c->tx, c->ty, c->tz};
      for (int k = 0; k < 3; k++) {
        const bool within = c->d[i] > -c->reach;
        held[CAROM_LANES * k] = within ? held[CAROM_LANES * k] + dt * w[k] : 0;
        t[k][i] = -constant[0] * held[CAROM_LANES * k];
      }
    }
}

/* Gives nothing; counts contacts, and those whose patch is not that of the overlap it sees. */
static int64_t seen, wrong;

static void look_at_patches(int64_t groups, const double *constant, double dt,
                            const carom_stage_columns *c)
{
  (void)constant, (void)dt;
  for (int64_t i = 0; i < CAROM_LANES * groups; i++) {
    seen += c->d[i] > 0;
    wrong += c->d[i] > -c->reach && c->patch[i] != carom_patch(c->radius[i], c->d[i]);
    c->tx[i] = c->ty[i] = c->tz[i] = 0;
  }
}

static double nothing_stored(const double *constant, double d, double r, const void *held)
{
  (void)constant, (void)d, (void)r, (void)held;
  return 0;
}

static const carom_history_slot angle[3] = {{"angle_x", CAROM_TRANSPORT_FLIP},
                                            {"angle_y", CAROM_TRANSPORT_FLIP},
                                            {"angle_z", CAROM_TRANSPORT_FLIP}};
static const carom_stage drags = {
    .stage = "rolling", .gives = CAROM_GIVES_COUPLE, .stored = nothing_stored};
static const carom_stage winds = {.stage = "rolling",
                                  .slot = angle,
                                  .numbers = 3,
                                  .gives = CAROM_GIVES_COUPLE,
                                  .stored = nothing_stored};

/* Puts a stage at the end of the list of every material pair. */
static void append(carom_scene *s, const carom_stage *model, carom_stage_kernel *kernel,
                   double constant)
{
  for (int k = 0; k < s->model.material_pairs; k++) {
    carom_material_pair *c = &s->model.material_pair[k];
    c->stage[c->stages++] = (carom_pair_stage){.model = model,
                                               .kernel = kernel,
                                               .constant = {constant},
                                               .place = CAROM_STAGE_ROLLING,
                                               .first = s->model.history.tangential};
    c->gives |= CAROM_GIVES_COUPLE;
    c->couples |= CAROM_ROLLS | CAROM_TWISTS; /* the work of both is told apart */
  }
}

static carom_scene *gas_with_spins(stage **stages, carom_instructions with, const char *model)
{
  const int sides[3] = {9, 8, 8};
  stage *s = springs(0.3 * radius);
  add_cubes(s, sides, 1.99 * radius, 1);
  enclose(s, 7);
  set_in_motion(s, gas, 0.3);
  for (int64_t i = 0; i < s->def.particles; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].spin[k] = 500 * s->particle[i].velocity[(k + 1) % 3] + 30 * k;
  if (model) {
    s->contact[0].tangential.model = model;
    carom_tangential_set(&s->contact[0].tangential, "friction", 0.3);
    carom_tangential_set(&s->contact[0].tangential, "stiffness", 0.3 * stiffness);
    carom_tangential_set(&s->contact[0].tangential, "damping_ratio", 0);
  }
  s->def.instructions = with;
  *stages = s;
  carom_scene *scene;
  carom_error err = {.code = CAROM_OK};
  return carom_scene_create(&s->def, &scene, &err) == CAROM_OK ? scene : NULL;
}

/* Opposite torques keep the sum of the spins; what they take is booked. All instruction sets give
 * the same bits, within a block and across blocks. */
static void torques_act_on_both_bodies(void **state)
{
  uint64_t hash = 0;
  (void)state;
  for (carom_instructions with = CAROM_INSTRUCTIONS_BASE; with <= CAROM_INSTRUCTIONS_AVX512;
       with++) {
    stage *stages;
    carom_scene *s = gas_with_spins(&stages, with, NULL);
    double before[3] = {0}, after[3] = {0}, size = 0;
    if (s) {
      append(s, &drags, drag_spins, drag);
      assert_true(s->cpu.halo_sends > 100);
      const double energy = carom_scene_budget(s).rotational;
      for (int64_t i = 0; i < s->particles.count; i++)
        for (int k = 0; k < 3; k++)
          before[k] += carom_scene_sample(s).grain[i].spin[k], size += fabs(before[k]);
      play(s, 300);
      const carom_scene_view view = carom_scene_sample(s);
      for (int64_t i = 0; i < s->particles.count; i++)
        for (int k = 0; k < 3; k++)
          after[k] += view.grain[i].spin[k];
      for (int k = 0; k < 3; k++)
        assert_true(fabs(after[k] - before[k]) <= 1e-11 * size);
      const carom_scene_energy e = carom_scene_budget(s);
      assert_true(e.rotational < 0.9 * energy);
      const double lost = e.rolling_loss + e.twisting_loss;
      assert_true(fabs(e.rotational + lost - energy) < 1e-3 * (energy - e.rotational));
      assert_true(e.rolling_loss > 0.1 * lost && e.twisting_loss > 0.1 * lost);
      assert_true(hash == 0 || hash == carom_scene_hash(s));
      hash = carom_scene_hash(s);
    }
    carom_scene_destroy(s);
    free(stages);
  }
  assert_true(hash != 0);
}

/* Of laws that adhere, too, which have an overlap of their own for stages. */
static void patches_are_those_of_the_overlaps(void **state)
{
  (void)state;
  for (int k = 0; k < 6; k++) {
    stage *stages;
    carom_scene *s = gas_with_spins(&stages, (carom_instructions)(CAROM_INSTRUCTIONS_BASE + k / 2),
                                    NULL);
    const bool has = s != NULL; /* this processor, that set */
    carom_scene_destroy(s);
    if (k % 2) {
      stages->contact[0].normal = carom_scene_contact_default().normal;
      stages->contact[0].normal.law = "jkr";
      stages->contact[0].normal.speed = 1;
      carom_contact_set(&stages->contact[0].normal, "work_of_adhesion", 0.01);
      carom_contact_set(&stages->contact[0].normal, "damping_ratio", 0.1);
    }
    carom_error err = {.code = CAROM_OK};
    stages->def.threads = 1; /* it counts */
    if (!has) {
      free(stages);
      continue;
    }
    if (carom_scene_create(&stages->def, &s, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    seen = wrong = 0;
    append(s, &drags, look_at_patches, 0);
    play(s, 100);
    assert_true(seen > 1000);
    assert_true(wrong == 0);
    carom_scene_destroy(s);
    free(stages);
  }
}

/* A stage that gives nothing changes nothing; with friction before it, both are felt. */
static void stages_add_up(void **state)
{
  stage *stages[3];
  carom_scene *s[3];
  (void)state;
  for (int k = 0; k < 3; k++) {
    s[k] = gas_with_spins(&stages[k], CAROM_INSTRUCTIONS_BEST, "linear");
    assert_non_null(s[k]);
  }
  append(s[1], &drags, drag_spins, 0);
  append(s[2], &drags, drag_spins, drag);
  for (int k = 0; k < 3; k++)
    play(s[k], 300);
  assert_true(carom_scene_hash(s[0]) == carom_scene_hash(s[1]));
  assert_true(carom_scene_hash(s[0]) != carom_scene_hash(s[2]));
  /* the scheme has an error of its own; what torques take is booked */
  const carom_scene_energy plain = carom_scene_budget(s[0]), more = carom_scene_budget(s[2]);
  assert_true(fabs(more.residual - plain.residual) < 1e-3 * plain.friction);
  for (int k = 0; k < 3; k++) {
    carom_scene_destroy(s[k]);
    free(stages[k]);
  }
}

/* A ball at rest on a plane, held by a torsional spring: I w' = -rolling angle, so that its spin is
 * w0 cos(t sqrt(rolling/I)); the plane feels the opposite torque. */
static void a_torsional_spring_oscillates(void **state)
{
  const double inertia = 0.4 * mass * radius * radius, rate = sqrt(rolling / inertia), w0 = 20;
  const double g = 9.81, at[3] = {0, 0, radius - mass * g / stiffness};
  stage *stages = springs(0.3 * radius);
  (void)state;
  add_ball(stages, radius, at)->spin[0] = w0;
  stages->wall[0].shape = CAROM_WALL_PLANE;
  stages->wall[0].direction[2] = 1;
  stages->def.walls = 1;
  stages->def.gravity[2] = -g;
  stages->def.step = 1e-6;
  stages->contact[0].tangential.model = "linear"; /* for its history, which the spring takes over */
  carom_tangential_set(&stages->contact[0].tangential, "friction", 0.3);
  carom_tangential_set(&stages->contact[0].tangential, "stiffness", 0.3 * stiffness);
  carom_scene *s = staged(stages);
  s->model.material_pair[0].stages = 0;
  s->model.material_pair[0].gives = s->model.material_pair[0].couples = 0;
  append(s, &winds, wind_up, rolling);
  for (int count = 1; count <= 40; count++) {
    carom_scene_wall_state wall;
    play(s, 250);
    const double t = 250e-6 * count, wanted = w0 * cos(rate * t);
    const double torque = rolling * w0 / rate * sin(rate * t);
    const carom_scene_grain *ball = carom_scene_sample(s).grain;
    assert_true(fabs(ball->spin[0] - wanted) < 2e-3 * w0);
    assert_true(carom_scene_sample_wall(s, 0, &wall, NULL) == CAROM_OK);
    assert_true(fabs(wall.torque[0] - torque) < 2e-3 * rolling * w0 / rate);
    assert_true(fabs(wall.torque[0] + ball->torque[0]) < 1e-12 * rolling * w0 / rate);
  }
  carom_scene_destroy(s);
  free(stages);
}

SUITE("scene stages", torques_act_on_both_bodies, stages_add_up, patches_are_those_of_the_overlaps,
      a_torsional_spring_oscillates)
