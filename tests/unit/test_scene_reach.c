/* SPDX-License-Identifier: MIT */
/* Neighbour lists while particles move: after every step whoever overlaps is found, whoever is not
 * looked at is far enough away, and forces are those of a plain sum over all pairs. */
#include "flows.h"

static void shear(const stage *s, long i, chance *c, double v[3])
{
  v[0] = 100 * s->particle[i].position[1];
  for (int k = 0; k < 3; k++)
    v[k] += chance_between(c, -0.1, 0.1);
}

static void plug(const stage *s, long i, chance *c, double v[3])
{
  (void)s, (void)i;
  for (int k = 0; k < 3; k++)
    v[k] = 2 - k + chance_between(c, -0.02, 0.02);
}

static void one_fast(const stage *s, long i, chance *c, double v[3])
{
  (void)s;
  for (int k = 0; k < 3; k++)
    v[k] = i == 0 ? 1.5 : chance_between(c, -0.01, 0.01);
}

static void spinning(const stage *s, long i, chance *c, double v[3])
{
  double x[3];
  for (int k = 0; k < 3; k++) {
    x[k] = s->particle[i].position[k] - 0.5 * (s->def.low[k] + s->def.high[k]);
    v[k] = chance_between(c, -0.02, 0.02);
  }
  v[0] -= 200 * x[1];
  v[1] += 200 * x[0];
}

static void flows_are_seen_whole(void **state)
{
  (void)state;
  static const struct {
    motion *how;
    int sides[3];
    double spacing, small, skin;
    int periods;
    long steps;
    double pace;
  } flow[] = {
      {gas, {8, 8, 8}, 2.3, 0.9, 0.2, 7, 120, 0.2},
      {gas, {7, 8, 6}, 2.1, 0.1, 0.2, 0, 200, 0.5},
      {gas, {9, 3, 13}, 3, 1, 0.5, 4, 120, 0.5},
      {gas, {14, 5, 5}, 2.1, 1, 0.05, 7, 120, 0.05},
      {gas, {3, 3, 3}, 2.4, 0.5, 0.3, 7, 500, 0.3},
      {gas, {2, 3, 40}, 2.5, 0.8, 0.4, 7, 150, 1},
      {gas, {6, 6, 6}, 2.1, 0.1, 1, 3, 120, 0.5},
      {gas, {8, 8, 8}, 2.2, 1, 0.004, 7, 30, 1},
      {gas, {4, 4, 20}, 2.2, 0.9, 0.1, 7, 60, 1},
      {shear, {10, 6, 8}, 2.05, 0.8, 0.2, 5, 200, 0.5},
      {shear, {22, 4, 4}, 2.05, 1, 0.1, 7, 120, 0.2},
      {plug, {8, 8, 8}, 1.998, 1, 0.2, 7, 120, 0.2},
      {plug, {17, 5, 5}, 1.99, 0.95, 0.3, 7, 120, 0.2},
      {one_fast, {8, 8, 8}, 1.998, 1, 0.2, 7, 120, 0.5},
      {one_fast, {6, 6, 6}, 2, 0.8, 0.1, 0, 300, 0.5},
      {spinning, {9, 9, 5}, 2, 0.95, 0.2, 4, 120, 0.2},
  };
  int hidden = 0;
  for (int i = 0; i < COUNT(flow); i++) {
    stage *s = springs(flow[i].skin * radius);
    brute_force sum = {0};
    add_cubes(s, flow[i].sides, flow[i].spacing * radius, flow[i].small);
    enclose(s, flow[i].periods);
    set_in_motion(s, flow[i].how, flow[i].pace);
    s->def.threads = 1 + i % 2;
    watch(s, flow[i].steps, stiffness, &sum);
    assert_true(sum.pairs > 50);
    hidden += sum.hidden > 100;
    if (s->def.walls) assert_true(sum.walls > 20);
    free(s);
  }
  assert_true(hidden > COUNT(flow) / 2);
}

static void random_direction(chance *c, double out[3])
{
  double square = 0;
  do {
    square = 0;
    for (int k = 0; k < 3; k++) {
      out[k] = chance_between(c, -1, 1);
      square += out[k] * out[k];
    }
  } while (!(square > 0.01 && square < 1));
  for (int k = 0; k < 3; k++)
    out[k] /= sqrt(square);
}

/* A domain of so many cells, not more than a scene of few particles is granted. */
static void random_domain(stage *s, chance *c)
{
  const double cell = 2 * radius + s->def.skin;
  int cells[3];
  do
    for (int k = 0; k < 3; k++)
      cells[k] = 2 + (int)chance_between(c, 0, 3.9) * (int)chance_between(c, 0, 6.9);
  while (cells[0] * cells[1] * cells[2] > 64);
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = chance_between(c, -0.01, 0.01);
    s->def.high[k] = s->def.low[k] + (cells[k] + chance_between(c, 0.001, 0.5)) * cell;
    s->def.periodic[k] = chance_between(c, 0, 1) < 0.7;
  }
}

/* Two fixed particles in corners keep the grid as large as the domain; false if they are in the
 * way. */
static bool add_corners(stage *s)
{
  bool clear = true;
  for (int i = 0; i < 2; i++)
    for (int side = 0; side < 2; side++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double length = s->def.high[k] - s->def.low[k];
        double x = fabs(s->particle[i].position[k] - (side ? s->def.high[k] : s->def.low[k]));
        if (s->def.periodic[k] && x > 0.5 * length) x = length - x;
        square += x * x;
      }
      clear &= square > 9 * radius * radius;
    }
  add_ball(s, 1e-3 * radius, s->def.low)->fixed = true;
  add_ball(s, 1e-3 * radius, s->def.high)->fixed = true;
  return clear;
}

/* Two particles that were not listed meet, wherever the borders of cells and districts are. Their
 * paths are straight until they touch; both move, so that speeds alone say little. */
static void strangers_meet(void **state)
{
  (void)state;
  chance c = {.seed = 3};
  brute_force sum = {0};
  const int trials = 300;
  for (int trial = 0; trial < trials; trial++) {
    const double skin = 0.3 * radius, gap = chance_between(&c, 0.3, 1.2) * skin;
    stage *s = springs(skin);
    double toward[3], drift[3], way = 0.5 * (2 * radius + gap), at[2][3];
    random_domain(s, &c);
    random_direction(&c, toward);
    random_direction(&c, drift);
    for (int k = 0; k < 3; k++) {
      const double low = s->def.low[k] + 2 * radius, high = s->def.high[k] - 2 * radius;
      const double middle = s->def.periodic[k] ? chance_between(&c, s->def.low[k], s->def.high[k])
                                               : chance_between(&c, low, high);
      const double length = s->def.high[k] - s->def.low[k];
      for (int i = 0; i < 2; i++) {
        at[i][k] = middle + (i ? way : -way) * toward[k];
        if (!s->def.periodic[k]) continue;
        at[i][k] -= length * floor((at[i][k] - s->def.low[k]) / length);
      }
    }
    const double together = trial % 3 ? 0 : 0.2, pace = 0.02;
    for (int i = 0; i < 2; i++) {
      carom_scene_particle *p = add_ball(s, radius, at[i]);
      for (int k = 0; k < 3; k++)
        p->velocity[k] = (i ? -pace : pace) * toward[k] + together * drift[k];
    }
    if (!add_corners(s)) {
      free(s);
      continue;
    }
    for (int k = 0; k < 3; k++) { /* the drift may lead out of the domain */
      s->def.low[k] -= s->def.periodic[k] ? 0 : 10 * radius;
      s->def.high[k] += s->def.periodic[k] ? 0 : 10 * radius;
    }
    watch(s, 40 + (long)(gap / (2 * pace * step)), stiffness, &sum);
    free(s);
  }
  assert_true(sum.pairs > 5 * trials);
  assert_true(sum.far > 10 * trials);
}

/* A cloud that moves as one: its speed does not cost a rebuild, however often it crosses a border,
 * and lists stay right. By speeds alone lists would hold for ten steps. */
static void flows_that_move_as_one_keep_their_lists(void **state)
{
  (void)state;
  for (int large = 0; large < 2; large++) {
    stage *s = springs(0.2 * radius);
    const int sides[3] = {large ? 20 : 8, 6, 4};
    brute_force sum = {0};
    add_cubes(s, sides, 2.05 * radius, 1);
    enclose(s, 7);
    for (long i = 0; i < s->def.particles; i++)
      s->particle[i].velocity[0] = 0.8, s->particle[i].velocity[1] = -0.6;
    const long steps = 900, rebuilds = watch(s, steps, large ? 0 : stiffness, &sum);
    /* the way is 9 radii; districts far from each other are watched by speeds, and meet after 3 */
    assert_true(large ? rebuilds <= 4 : rebuilds == 1);
    assert_true(sum.hidden > 0);
    free(s);
  }
}

/* Where a step takes particles through a good part of the skin, lists are still used up. */
static void lists_last_through_long_steps(void **state)
{
  (void)state;
  stage *s = springs(0.2 * radius);
  const int sides[3] = {7, 7, 7};
  brute_force sum = {0};
  add_cubes(s, sides, 2.4 * radius, 0.9);
  enclose(s, 7);
  set_in_motion(s, gas, 1);
  /* two at 1.7 m/s could meet after six steps */
  assert_true(watch(s, 60, stiffness, &sum) <= 1 + 60 / 4);
  assert_true(sum.pairs > 200);
  free(s);
}

typedef struct places {
  const carom_scene_grain *grain;
  long seen, crossed;
} places;

static void beside_its_particle(void *user, const carom_scene_touch *t)
{
  places *p = user;
  const carom_scene_grain *g = &p->grain[t->a];
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += (t->point[k] - g->position[k]) * (t->point[k] - g->position[k]);
  assert_close(sqrt(square), g->radius - 0.5 * t->overlap, 1e-9);
  p->crossed += g->position[0] > 16 * radius;
  p->seen++;
}

/* Contacts are reported where their particles are, whatever borders these have crossed. */
static void contacts_are_where_particles_are(void **state)
{
  (void)state;
  stage *s = springs(0.2 * radius);
  const int sides[3] = {8, 6, 4};
  add_cubes(s, sides, 1.9 * radius, 1);
  enclose(s, 7);
  for (long i = 0; i < s->def.particles; i++)
    s->particle[i].velocity[0] = 1;
  carom_scene *scene = staged(s);
  for (int i = 0; i < 20; i++) {
    play(scene, 100);
    places p = {.grain = carom_scene_look(scene).grain};
    carom_scene_contacts(scene, beside_its_particle, &p);
    assert_true(p.seen > 100);
    assert_true(i < 10 || p.crossed > 10);
  }
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flows_are_seen_whole),
      cmocka_unit_test(strangers_meet),
      cmocka_unit_test(flows_that_move_as_one_keep_their_lists),
      cmocka_unit_test(lists_last_through_long_steps),
      cmocka_unit_test(contacts_are_where_particles_are),
  };
  return cmocka_run_group_tests_name("scene reach", tests, NULL, NULL);
}
