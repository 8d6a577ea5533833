/* SPDX-License-Identifier: MIT */
/* Sizes that differ much: the lists of a grid with levels, watched by brute force while particles
 * move, and the levels themselves. */
#include "flows.h"
#include "suite.h"

/* Some large spheres and a lattice of small ones where these leave room; the domain holds all. */
static void add_mixture(stage *s, const double box[3], int large, double ratio, double spacing,
                        double small)
{
  chance c = {.seed = 5};
  for (int tries = 0; large > 0 && tries < 10000; tries++) {
    double x[3];
    bool room = true;
    for (int k = 0; k < 3; k++)
      x[k] = chance_between(&c, ratio * radius, box[k] - ratio * radius);
    for (int64_t g = 0; g < s->def.particles; g++) {
      double square = 0;
      for (int k = 0; k < 3; k++)
        square += pow(x[k] - s->particle[g].position[k], 2);
      room = room && square > pow(2 * ratio * radius, 2);
    }
    if (!room) continue;
    (void)add_ball(s, ratio * radius, x);
    large--;
  }
  assert_int_equal(large, 0);
  const int64_t giants = s->def.particles;
  const int sides[3] = {(int)(box[0] / spacing), (int)(box[1] / spacing), (int)(box[2] / spacing)};
  for (int i = 0; i < sides[0] * sides[1] * sides[2]; i++) {
    const int at[3] = {i % sides[0], i / sides[0] % sides[1], i / sides[0] / sides[1]};
    const double r = radius * chance_between(&c, small, 1);
    double x[3];
    bool room = true;
    for (int k = 0; k < 3; k++)
      x[k] = spacing * (at[k] + 0.5);
    for (int64_t g = 0; g < giants; g++) {
      double square = 0;
      for (int k = 0; k < 3; k++)
        square += pow(x[k] - s->particle[g].position[k], 2);
      room = room && square > pow(ratio * radius + 0.999 * r, 2);
    }
    if (room && s->def.particles < SCENE_MOST) (void)add_ball(s, r, x);
  }
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0;
    s->def.high[k] = box[k];
  }
}

/* The large ones come through the small ones. */
static void giants(const stage *s, int64_t i, chance *c, double v[3])
{
  const bool giant = s->particle[i].radius > 2 * radius;
  for (int k = 0; k < 3; k++)
    v[k] = giant ? (i % 2 ? 1 : -1) * (k == i % 3) : chance_between(c, -0.05, 0.05);
}

static void together(const stage *s, int64_t i, chance *c, double v[3])
{
  (void)s, (void)i;
  for (int k = 0; k < 3; k++)
    v[k] = 2 - k + chance_between(c, -0.02, 0.02);
}

static int levels_of(const stage *s)
{
  carom_scene *scene = staged(s);
  const int levels = scene->cpu.levels;
  carom_scene_destroy(scene);
  return levels;
}

static void mixtures_are_seen_whole(void **state)
{
  (void)state;
  static const struct {
    motion *how;
    double box[3]; /* in radii */
    int large;
    double ratio, spacing, small, skin;
    int periods;
    int64_t steps;
    double pace;
  } flow[] = {
      {gas, {24, 24, 24}, 2, 5, 2.02, 1, 0.2, 7, 40, 0.3},
      {gas, {22, 24, 26}, 2, 5.5, 2.05, 0.8, 0.2, 0, 40, 0.5},
      {gas, {25, 25, 25}, 1, 6, 2.1, 0.3, 0.1, 7, 60, 1},
      {giants, {30, 22, 22}, 2, 5, 2.02, 1, 0.2, 7, 60, 1},
      {giants, {36, 22, 22}, 3, 4, 1.99, 0.9, 0.05, 1, 40, 0.5},
      {giants, {22, 22, 40}, 4, 4, 2.2, 0.1, 0.3, 6, 60, 2},
      {together, {24, 24, 24}, 2, 5, 1.99, 0.9, 0.2, 7, 60, 0.3},
      {together, {22, 24, 26}, 2, 5, 1.98, 0.5, 0.3, 5, 60, 0.3},
      {gas, {62, 62, 62}, 1, 15, 6, 1, 0.5, 7, 40, 4},
      {gas, {34, 34, 20}, 0, 1, 2.02, 0.03, 0.2, 7, 40, 1},
      {gas, {122, 122, 125}, 1, 30, 10, 0.5, 1, 7, 40, 8},
  };
  for (int i = 0; i < COUNT(flow); i++) {
    stage *s = springs(flow[i].skin * radius);
    brute_force sum = {0};
    double box[3];
    for (int k = 0; k < 3; k++)
      box[k] = flow[i].box[k] * radius;
    add_mixture(s, box, flow[i].large, flow[i].ratio, flow[i].spacing * radius, flow[i].small);
    enclose(s, flow[i].periods);
    for (int k = 0; k < 3; k++) /* room for what moves out of the box a little */
      if (!s->def.periodic[k]) s->def.low[k] -= 0.1, s->def.high[k] += 0.1;
    set_in_motion(s, flow[i].how, flow[i].pace);
    s->def.threads = 1 + i % 3;
    s->def.instructions = i % 4 < 2 ? CAROM_INSTRUCTIONS_BASE : CAROM_INSTRUCTIONS_BEST;
    assert_true(levels_of(s) > 1);
    watch(s, flow[i].steps, stiffness, &sum);
    assert_true(sum.pairs > 30);
    assert_true(sum.far > 1000);
    free(s);
  }
}

/* A few tiny ones among many large ones: their cells are wider than those of the large ones. */
static void a_few_tiny_ones(void **state)
{
  (void)state;
  for (int periods = 0; periods <= 7; periods += 7) {
    stage *s = springs(0.2 * radius);
    const int sides[3] = {11, 10, 10};
    brute_force sum = {0};
    add_cubes(s, sides, 2.05 * radius, 0.95);
    for (int64_t i = 0; i < s->def.particles; i += 97)
      s->particle[i].radius = 0.05 * radius;
    enclose(s, periods);
    set_in_motion(s, gas, 0.5);
    assert_int_equal(levels_of(s), 2);
    watch(s, 100, stiffness, &sum);
    assert_true(sum.pairs > 1000);
    free(s);
  }
}

/* A large one and a small one that are not listed come together along a line, wherever the borders
 * of cells and supercells are. At the ends two more move with the one that is nearer: nobody else
 * tells that the two approach. */
static bool two_sizes_meet(chance *c, bool periodic, brute_force *sum)
{
  const bool few = chance_between(c, 0, 1) < 0.2; /* cells; a period may have two of every level */
  const double ratio = chance_between(c, 3.1, 9), large = ratio * radius;
  const double skin = few ? 3 * large : 0.3 * radius, cell = 2 * large + skin;
  const double length = cell * chance_between(c, periodic ? 2.01 : 4.5, few && periodic ? 2.3 : 12);
  const double gap = chance_between(c, 0.5, 1.5) * skin, apart = large + radius + gap;
  const double edge = periodic ? 0 : large + 3 * radius;
  const int k = (int)chance_between(c, 0, 3), side = chance_between(c, -1, 1) < 0 ? -1 : 1;
  const double first = chance_between(c, edge, length - edge), second = first + side * apart;
  const double at[] = {first, second, 0, length};
  const bool clear = periodic || (second > 3 * radius && second < length - 3 * radius);
  stage *s = springs(skin);
  for (int i = 0; i < (periodic ? 2 : 4); i++) {
    double x[3] = {0, 0, 0};
    x[k] = periodic ? at[i] - length * floor(at[i] / length) : at[i];
    const bool with_first = i == 0 || (i > 1 && side * (at[i] - first) < 0);
    add_ball(s, i ? radius : large, x)->velocity[k] = with_first ? side : -side;
  }
  for (int d = 0; d < 3; d++) {
    s->def.low[d] = d == k && periodic ? 0 : -20 * radius;
    s->def.high[d] = d == k ? length + (periodic ? 0 : 20 * radius) : 20 * radius;
  }
  s->def.periodic[k] = periodic;
  if (clear) watch(s, 10 + (int64_t)(gap / (2 * step)), stiffness, sum);
  free(s);
  return clear;
}

static void two_sizes(void **state)
{
  (void)state;
  chance c = {.seed = 11};
  brute_force sum = {0};
  int met = 0;
  while (met < 400)
    met += two_sizes_meet(&c, met % 2, &sum);
  assert_true(sum.pairs >= met);
}

/* Levels halve the sizes; equal spheres, and all within 1:3, stand on one. Small ones first. */
static void levels_follow_the_sizes(void **state)
{
  (void)state;
  static const struct {
    double radius[6];
    int count, levels;
  } set[] = {{{1, 1, 1}, 3, 1},         {{1, 2, 3}, 3, 1},      {{1, 2, 3.01}, 3, 2},
             {{1, 10, 10}, 3, 2},       {{1, 100}, 2, 2},       {{1, 2, 4, 8, 16, 32}, 6, 6},
             {{32, 16, 1, 2, 4}, 5, 5}, {{1e-3, 1, 1.9}, 3, 2}, {{5, 1, 5, 1, 5}, 5, 2},
             {{1, 1.9, 3.9, 4.1}, 4, 3}};
  for (int i = 0; i < COUNT(set); i++) {
    stage *s = springs(0.1 * radius);
    for (int k = 0; k < set[i].count; k++) {
      const double x[3] = {300 * radius * k, 0, 0};
      (void)add_ball(s, radius * set[i].radius[k], x);
    }
    carom_scene *scene = staged(s);
    assert_int_equal(scene->cpu.levels, set[i].levels);
    int64_t held = 0;
    for (int level = 0; level < scene->cpu.levels; level++) {
      const carom_grid *g = &scene->cpu.grid[level];
      held += g->particles;
      assert_true(level == 0 || g->largest > scene->cpu.grid[level - 1].largest);
      assert_int_equal(carom_level_of(scene, g->largest), level);
    }
    assert_int_equal(held, scene->particles.count);
    for (int64_t k = 1; scene->cpu.levels > 1 && k < scene->particles.count; k++)
      assert_true(carom_level_of(scene, carom_position_of(scene, k)[3]) >=
                  carom_level_of(scene, carom_position_of(scene, k - 1)[3]));
    carom_scene_destroy(scene);
    free(s);
  }
}

SUITE("levels of the grid", mixtures_are_seen_whole, a_few_tiny_ones, two_sizes,
      levels_follow_the_sizes)
