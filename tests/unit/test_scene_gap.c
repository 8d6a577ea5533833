/* SPDX-License-Identifier: MIT */
/* A law that acts across a gap, in scenes: contacts begin and end where it does, against every pair
 * of particles, and against the closed form of one oscillation. The law is a spring F = k d from
 * d = -gap on, attractive below touch. */
#include <carom/user_law.h>

#include <inttypes.h>

#include "flows.h"
#include "suite.h"

static const double gap = 2e-4;

/* coef: stiffness, gap; the state is the approach speed with which an episode began. */
static carom_force pull(void *user, const double *coef, const double *state, double d, double v,
                        double branch)
{
  (void)user, (void)state, (void)v, (void)branch;
  return (carom_force){coef[0] * d, 0};
}

static double widest(void *user, const double *coef)
{
  (void)user;
  return coef[1];
}

static void latch(void *user, const double *coef, double *state, double v)
{
  (void)user, (void)coef;
  state[0] = v;
}

static const carom_field fields[] = {
    {"k", "N/m", 1e6, 1e-6, 1e30, NULL, "stiffness"},
    {"g", "m", 2e-5, 0, 1, NULL, "widest gap"},
    CAROM_FIELD_TENSION,
};

/* With or without a state: laws that have one are told of episodes. */
static carom_context *context_of(bool latches)
{
  carom_user_law law = carom_user_law_default();
  carom_context *context = NULL;
  carom_error err = {.code = CAROM_OK};
  law.info.name = "magnet";
  law.info.traits = CAROM_LAW_PULLS | CAROM_LAW_JUMPS_AT_TOUCH | CAROM_LAW_REACHES;
  law.field = fields;
  law.fields = 3;
  law.force = pull;
  law.reach = widest;
  if (latches) {
    law.info.traits |= CAROM_LAW_STORES_IMPACT_SPEED;
    law.states = 1;
    law.touch = latch;
  }
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  if (carom_context_register(context, &law, NULL, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return context;
}

static void make_magnetic(stage *s, carom_context *context)
{
  s->contact[0].normal = carom_contact_default();
  s->contact[0].normal.law = "magnet";
  s->contact[0].normal.context = context;
  set(&s->contact[0].normal, "k", stiffness);
  set(&s->contact[0].normal, "g", gap);
  carom_contact_set_text(&s->contact[0].normal, "tension", "keep");
}

/* What all pairs of particles, and particles and walls, say. */
typedef struct brute {
  int64_t closed, across; /* within the gap, and those of them that do not overlap */
  double force[600];
} brute;

static void add_pair(const carom_scene *s, int64_t i, int64_t j, brute *b)
{
  double way[3];
  const double *x = carom_position_of(s, i), *y = carom_position_of(s, j);
  const double distance = apart(s, i, j, way), d = x[3] + y[3] - distance;
  if (!(d > -gap)) return;
  b->closed++;
  b->across += d < 0;
  for (int k = 0; k < 3; k++) {
    b->force[3 * s->particles.tag[i] + (uint32_t)k] += stiffness * d * way[k] / distance;
    b->force[3 * s->particles.tag[j] + (uint32_t)k] -= stiffness * d * way[k] / distance;
  }
}

static void add_faces(const carom_scene *s, int64_t i, brute *b)
{
  const double *x = carom_position_of(s, i);
  for (int64_t f = 0; f < s->walls.faces; f++) {
    double n[3];
    const double d = x[3] - carom_face_distance(&s->walls, f, x, n);
    if (!(d > -gap)) continue;
    b->closed++;
    b->across += d < 0;
    for (int k = 0; k < 3; k++)
      b->force[3 * s->particles.tag[i] + (uint32_t)k] += stiffness * d * n[k];
  }
}

static void count(void *user, const carom_scene_touch *t)
{
  assert_true(t->overlap > -gap);
  ++*(int64_t *)user;
}

/* Every step: as many contacts as pairs within the gap, and their forces. */
static void contact_is_where_the_law_reaches(void **state)
{
  (void)state;
  for (int latches = 0; latches < 2; latches++)
    for (int periods = 0; periods < 8; periods += 7) {
      const int sides[3] = {6, 5, 5};
      stage *stages = springs(0.3 * radius);
      carom_context *context = context_of(latches);
      int64_t across = 0, closed = 0, changes = 0;
      make_magnetic(stages, context);
      add_cubes(stages, sides, 2.3 * radius, 0.6);
      enclose(stages, periods);
      set_in_motion(stages, gas, 1.5);
      carom_scene *s = staged(stages);
      for (int now = 0; now < 800; now++) {
        brute b = {0};
        int64_t seen = 0;
        play(s, 1);
        for (int64_t i = 0; i < s->particles.count; i++) {
          for (int64_t j = i + 1; j < s->particles.count; j++)
            add_pair(s, i, j, &b);
          add_faces(s, i, &b);
        }
        if (carom_scene_contacts(s, count, &seen) != b.closed || seen != b.closed)
          fail_msg("step %d: %" PRId64 " contacts, %" PRId64 " visited, not %" PRId64, now,
                   carom_scene_contacts(s, NULL, NULL), seen, b.closed);
        const carom_scene_view view = carom_scene_sample(s);
        for (int64_t i = 0; i < 3 * s->particles.count; i++)
          if (!(fabs(view.grain[i / 3].force[i % 3] - b.force[i]) <= 1e-11 * stiffness * radius))
            fail_msg("step %d: force %" PRId64, now, (int64_t)i);
        across += b.across;
        changes += b.closed != closed;
        closed = b.closed;
      }
      assert_true(across > 20000 && changes > 100 && s->rebuilds > 3);
      carom_scene_destroy(s);
      carom_context_destroy(context);
      free(stages);
    }
}

static void take_state(void *user, const carom_scene_touch *t)
{
  *(double *)user = t->state[0];
}

/* d'' = -w^2 d from d = -gap with speed v until it is there again: half a period, and what the sine
 * from -gap to 0 takes, twice. */
static void an_encounter_lasts_as_long_as_the_law_acts(void **state)
{
  (void)state;
  for (int wall = 0; wall < 2; wall++) {
    const double v = 1.5, m = wall ? mass : 0.5 * mass, w = sqrt(stiffness / m);
    const double amplitude = sqrt(gap * gap + v * v / (w * w));
    const double lasts = (pi + 2 * asin(gap / amplitude)) / w;
    stage *stages = springs(0.3 * radius);
    carom_context *context = context_of(true);
    make_magnetic(stages, context);
    const double at[2][3] = {{0, 0, radius + 3 * gap}, {0, 0, -radius}};
    carom_scene_particle *p = add_ball(stages, radius, at[0]);
    p->velocity[2] = wall ? -v : -0.5 * v;
    if (!wall) add_ball(stages, radius, at[1])->velocity[2] = 0.5 * v;
    stages->wall[0].shape = CAROM_WALL_PLANE;
    stages->wall[0].direction[2] = 1;
    stages->def.walls = wall;
    stages->def.step = 2e-7;
    carom_scene *s = staged(stages);
    double latched = 0, speed = 0;
    int64_t steps = 0, begun = -1;
    for (int64_t k = 0; k < 20000 && (begun < 0 || steps == 0); k++) {
      play(s, 1);
      const int64_t touching = carom_scene_contacts(s, take_state, &latched);
      if (touching && begun < 0) begun = k;
      if (begun >= 0 && !touching) steps = k - begun;
    }
    const carom_scene_view view = carom_scene_sample(s);
    speed = view.grain[0].velocity[2] - (wall ? 0 : view.grain[1].velocity[2]);
    assert_true(fabs((double)begun - (2 * gap / v) / 2e-7) < 2);
    assert_true(fabs(latched - v) < 1e-9 * v);
    assert_true(fabs((double)steps - lasts / 2e-7) < 2);
    /* the force jumps somewhere within a step, at the beginning and at the end */
    assert_true(fabs(speed - v) < 2 * stiffness * gap / m * 2e-7);
    carom_scene_destroy(s);
    carom_context_destroy(context);
    free(stages);
  }
}

SUITE("scene gap", contact_is_where_the_law_reaches, an_encounter_lasts_as_long_as_the_law_acts)
