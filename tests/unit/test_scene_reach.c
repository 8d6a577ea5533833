/* SPDX-License-Identifier: MIT */
/* Neighbour lists while particles move: after every step whoever overlaps is found, whoever is not
 * looked at is far enough away, and forces are those of a plain sum over all pairs. */
#include "flows.h"
#include "suite.h"

static void shear(const stage *s, int64_t i, chance *c, double v[3])
{
  v[0] = 100 * s->particle[i].position[1];
  for (int k = 0; k < 3; k++)
    v[k] += chance_between(c, -0.1, 0.1);
}

static void plug(const stage *s, int64_t i, chance *c, double v[3])
{
  (void)s, (void)i;
  for (int k = 0; k < 3; k++)
    v[k] = 2 - k + chance_between(c, -0.02, 0.02);
}

static void one_fast(const stage *s, int64_t i, chance *c, double v[3])
{
  (void)s;
  for (int k = 0; k < 3; k++)
    v[k] = i == 0 ? 1.5 : chance_between(c, -0.01, 0.01);
}

static void spinning(const stage *s, int64_t i, chance *c, double v[3])
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
    int64_t steps;
    double pace;
  } flow[] = {
      {gas, {9, 9, 8}, 2.3, 0.9, 0.2, 7, 90, 0.2},
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
      {swarms, {36, 4, 4}, 2.05, 0.9, 0.2, 7, 120, 0.5},
      {swarms, {30, 5, 4}, 2.02, 0.7, 0.3, 1, 120, 1},
      {duel, {40, 4, 4}, 2.1, 0.9, 0.3, 7, 150, 0.5},
      {duel, {32, 4, 5}, 2.05, 0.8, 0.1, 5, 120, 1},
  };
  int hidden = 0;
  for (int i = 0; i < COUNT(flow); i++) {
    stage *s = springs(flow[i].skin * radius);
    brute_force sum = {0};
    add_cubes(s, flow[i].sides, flow[i].spacing * radius, flow[i].small);
    enclose(s, flow[i].periods);
    set_in_motion(s, flow[i].how, flow[i].pace);
    s->def.threads = 1 + i % 2;
    s->def.instructions = i % 4 < 2 ? CAROM_INSTRUCTIONS_BASE : CAROM_INSTRUCTIONS_BEST;
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

/* A domain of so many cells, not more than a scene of few particles is granted: a long one, a flat
 * one or a small one. */
static void random_domain(stage *s, chance *c, int shape, int cells[3])
{
  const double cell = 2 * radius + s->def.skin;
  const int first = (int)chance_between(c, 0, 3);
  for (int k = 0; k < 3; k++) {
    const int along = (k + first) % 3;
    cells[along] = shape == 2   ? 2 + (int)chance_between(c, 0, 3)
                   : shape == 1 ? (k < 2 ? 5 + (int)chance_between(c, 0, 2) : 2)
                                : (k < 1 ? 9 + (int)chance_between(c, 0, 10) : 2);
  }
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = chance_between(c, -0.01, 0.01);
    s->def.high[k] = s->def.low[k] + (cells[k] + chance_between(c, 0.001, 0.3)) * cell;
    s->def.periodic[k] = chance_between(c, 0, 1) < 0.7;
  }
}

/* Two particles so far apart, seen through the borders of the domain; in the middle of a long one.
 */
static void add_two(stage *s, chance *c, const double toward[3], double gap)
{
  const double way = 0.5 * (2 * radius + gap);
  double at[2][3];
  for (int k = 0; k < 3; k++) {
    const double length = s->def.high[k] - s->def.low[k];
    const double edge = s->def.periodic[k] ? 0 : radius + way * fabs(toward[k]);
    const double middle = edge < 0.5 * length && (length > 6 * radius || gap < radius)
                              ? chance_between(c, s->def.low[k] + edge, s->def.high[k] - edge)
                              : 0.5 * (s->def.low[k] + s->def.high[k]);
    for (int i = 0; i < 2; i++) {
      at[i][k] = middle + (i ? way : -way) * toward[k];
      if (s->def.periodic[k]) at[i][k] -= length * floor((at[i][k] - s->def.low[k]) / length);
    }
  }
  for (int i = 0; i < 2; i++)
    (void)add_ball(s, radius, at[i]);
}

/* Where a direction is not periodic, two fixed particles in corners keep the grid as large as the
 * domain; false if they are in the way, or the two outside. */
static bool add_corners(stage *s)
{
  bool clear = true;
  if (s->def.periodic[0] && s->def.periodic[1] && s->def.periodic[2]) return true;
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < 2; i++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double length = s->def.high[k] - s->def.low[k];
        double x = s->particle[i].position[k] - s->def.low[k];
        clear &= x >= 0 && x <= length;
        if (side) x = length - x;
        if (s->def.periodic[k] && x > 0.5 * length) x = length - x;
        square += x * x;
      }
      clear &= square > 4 * radius * radius;
    }
    add_ball(s, 0.03 * radius, side ? s->def.high : s->def.low)->fixed = true;
  }
  return clear;
}

/* Two that are not listed meet, wherever the borders of cells and supercells are, and whether they
 * drift or not. They move along a line until they touch. */
static bool two_meet(chance *c, int shape, double gap, double pace, double drift, brute_force *sum)
{
  stage *s = springs(0.3 * radius);
  double toward[3], aside[3], most = 0;
  int cells[3], longest = 0;
  random_domain(s, c, shape, cells);
  random_direction(c, toward);
  random_direction(c, aside);
  for (int k = 0; k < 3; k++)
    if (cells[k] > cells[longest]) longest = k;
  if (cells[longest] > 8) { /* the other directions have no room */
    for (int k = 0; k < 3; k++)
      toward[k] = k == longest ? 1 : 0.1 * toward[k], most += toward[k] * toward[k];
    for (int k = 0; k < 3; k++)
      toward[k] /= sqrt(most);
  }
  add_two(s, c, toward, gap);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].velocity[k] = (i ? -pace : pace) * toward[k] + drift * aside[k];
  const bool clear = add_corners(s);
  for (int64_t i = 2; gap > radius && i < s->def.particles;
       i++) { /* corners move with their side */
    const double *x = s->particle[i].position, *a = s->particle[0].position;
    const double *b = s->particle[1].position;
    const bool second = fabs(x[longest] - b[longest]) < fabs(x[longest] - a[longest]);
    s->particle[i].fixed = false;
    memcpy(s->particle[i].velocity, s->particle[second].velocity, 3 * sizeof *x);
  }
  for (int k = 0; k < 3; k++) { /* there is room to drift */
    s->def.low[k] -= s->def.periodic[k] ? 0 : 20 * radius;
    s->def.high[k] += s->def.periodic[k] ? 0 : 20 * radius;
  }
  if (clear) watch(s, 20 + (int64_t)(gap / (2 * pace * step)), stiffness, sum);
  free(s);
  return clear;
}

static void strangers_meet(void **state)
{
  (void)state;
  chance c = {.seed = 3};
  brute_force sum = {0};
  int64_t near = 0, far = 0;
  while (near < 600) {
    const int shape = (int)chance_between(&c, 0, 3);
    near += two_meet(&c, shape, chance_between(&c, 0.1, 1) * radius, 0.2, near % 3 ? 0 : 0.2, &sum);
  }
  while (far < 300) /* with a whole supercell between them, or nearly */
    far += two_meet(&c, 0, chance_between(&c, 7, 8.5) * radius, 1, 0, &sum);
  assert_true(sum.pairs > 5 * (near + far));
  assert_true(sum.far > 50 * (near + far));
}

/* They come from the first and the last of three supercells, the first one of which is a cell wide;
 * in the middle one is nobody who could tell. */
static void strangers_meet_across_an_empty_district(void **state)
{
  (void)state;
  static const double at[] = {0, 5.02, 9.001}; /* in cells */
  for (int k = 0; k < 3; k++) {
    stage *s = springs(0.3 * radius);
    const double cell = 2 * radius + s->def.skin, gap = at[1] * cell - 2 * radius;
    brute_force sum = {0};
    for (int i = 0; i < COUNT(at); i++) {
      double x[3] = {0, 0, 0};
      x[k] = at[i] * cell;
      add_ball(s, radius, x)->velocity[k] = i < 1 ? 1 : -1;
    }
    for (int c = 0; c < 3; c++) {
      s->def.low[c] = -20 * radius;
      s->def.high[c] = 50 * radius;
    }
    watch(s, 20 + (int64_t)(gap / (2 * step)), stiffness, &sum);
    assert_true(sum.pairs > 5);
    free(s);
  }
}

/* Two that meet near a corner of supercells of a periodic domain. */
static void add_two_at_corner(stage *s, chance *c, double gap)
{
  const double cell = 2 * radius + s->def.skin;
  double toward[3];
  random_direction(c, toward);
  for (int i = 0; i < 2; i++)
    (void)add_ball(s, radius, (const double[]){0, 0, 0});
  for (int k = 0; k < 3; k++) {
    const int cells = 5 + (int)chance_between(c, 0, 6);
    const int across = (cells + CAROM_SUPERCELL - 1) / CAROM_SUPERCELL;
    const double length = 1.0001 * cells * cell;
    const double middle = CAROM_SUPERCELL * cell * (int)chance_between(c, 0, across + 0.9) +
                          chance_between(c, -0.5, 0.5) * radius;
    s->def.low[k] = 0;
    s->def.high[k] = length;
    s->def.periodic[k] = true;
    for (int i = 0; i < 2; i++) {
      const double x = middle + (i ? 1 : -1) * (radius + 0.5 * gap) * toward[k];
      s->particle[i].position[k] = x - length * floor(x / length);
      s->particle[i].velocity[k] = (i ? -0.2 : 0.2) * toward[k];
    }
  }
}

/* So many small fixed ones, out of the way of the first two. */
static void add_dust(stage *s, chance *c, int count)
{
  while (s->def.particles < count) {
    bool clear = true;
    double x[3];
    for (int k = 0; k < 3; k++)
      x[k] = chance_between(c, 0, s->def.high[k]);
    for (int i = 0; i < 2; i++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double way = fabs(x[k] - s->particle[i].position[k]);
        const double least = way > 0.5 * s->def.high[k] ? s->def.high[k] - way : way;
        square += least * least;
      }
      clear &= square > 4 * radius * radius;
    }
    if (clear) add_ball(s, 1e-3 * radius, x)->fixed = true;
  }
}

/* Two that meet where supercells meet, among so many that they may stand in two blocks: each block
 * looks at those of its pairs that have come near. */
static void blocks_look_where_their_pairs_are(void **state)
{
  (void)state;
  chance c = {.seed = 5};
  brute_force sum = {0};
  for (int trial = 0; trial < 150; trial++) {
    stage *s = springs(0.3 * radius);
    const double gap = chance_between(&c, 0.05, 0.29) * radius;
    add_two_at_corner(s, &c, gap);
    add_dust(s, &c, (int)chance_between(&c, 260, 400));
    watch(s, 10 + (int64_t)(gap / (0.4 * step)), stiffness, &sum);
    free(s);
  }
  assert_true(sum.pairs > 300);
  assert_true(sum.hidden > 300);
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
    for (int64_t i = 0; i < s->def.particles; i++)
      s->particle[i].velocity[0] = 0.8, s->particle[i].velocity[1] = -0.6;
    const int64_t steps = 900, rebuilds = watch(s, steps, large ? 0 : stiffness, &sum);
    /* the way is 9 radii; supercells far from each other are watched by speeds, and meet after 3 */
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
  int64_t seen, crossed;
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
  for (int64_t i = 0; i < s->def.particles; i++)
    s->particle[i].velocity[0] = 1;
  carom_scene *scene = staged(s);
  for (int i = 0; i < 20; i++) {
    play(scene, 100);
    places p = {.grain = carom_scene_sample(scene).grain};
    carom_scene_contacts(scene, beside_its_particle, &p);
    assert_true(p.seen > 100);
    assert_true(i < 10 || p.crossed > 10);
  }
  carom_scene_destroy(scene);
  free(s);
}

SUITE("scene reach", flows_are_seen_whole, strangers_meet, strangers_meet_across_an_empty_district,
      blocks_look_where_their_pairs_are, flows_that_move_as_one_keep_their_lists,
      lists_last_through_long_steps, contacts_are_where_particles_are)
