/* SPDX-License-Identifier: MIT */
/* Moving spheres with springs, checked by brute force. */
#ifndef CAROM_TESTS_FLOWS_H
#define CAROM_TESTS_FLOWS_H

#include "brute_force.h"
#include "chance.h"

static const double radius = 1e-3, stiffness = 2000, mass = 1e-5, step = 1e-5;

/* Frictionless springs, so that forces follow from positions alone. */
static inline stage *springs(double skin)
{
  stage *s = stage_new();
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", stiffness);
  set(&s->contact[0].normal, "restitution", 1);
  s->def.step = step;
  s->def.skin = skin;
  s->def.overlap_limit = 1;
  return s;
}

static inline carom_scene_particle *add_ball(stage *s, double r, const double x[3])
{
  carom_scene_particle *p = add_grain(s, r, x[0], x[1], x[2]);
  p->mass = mass;
  return p;
}

/* sides[0] x sides[1] x sides[2] spheres with radii between `small` and 1 times `radius`, each in a
 * cube of its own; the domain consists of the cubes. */
static inline void add_cubes(stage *s, const int sides[3], double spacing, double small)
{
  chance c = {.seed = 7};
  for (int i = 0; i < sides[0] * sides[1] * sides[2]; i++) {
    const int at[3] = {i % sides[0], i / sides[0] % sides[1], i / sides[0] / sides[1]};
    const double r = radius * chance_between(&c, small, 1), free = spacing / 2 - r;
    double x[3];
    for (int k = 0; k < 3; k++)
      x[k] = spacing * (at[k] + 0.5) + chance_between(&c, -free, free);
    (void)add_ball(s, r, x);
  }
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0;
    s->def.high[k] = spacing * sides[k];
  }
}

/* Makes directions periodic where `periods` has a bit, with walls in the others. */
static inline void enclose(stage *s, int periods)
{
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    s->def.periodic[k] = periods >> k & 1;
    s->wall[0].low[k] = -INFINITY;
    s->wall[0].high[k] = INFINITY;
    if (s->def.periodic[k]) continue;
    s->wall[0].low[k] = s->def.low[k];
    s->wall[0].high[k] = s->def.high[k];
    s->def.low[k] -= 4 * radius;
    s->def.high[k] += 4 * radius;
    s->def.walls = 1;
  }
}

typedef void motion(const stage *s, int64_t i, chance *c, double v[3]);

static inline void gas(const stage *s, int64_t i, chance *c, double v[3])
{
  (void)s, (void)i;
  for (int k = 0; k < 3; k++)
    v[k] = chance_between(c, -1, 1);
}

/* Only particles at both ends of a long domain move, at random, so that their blocks are busy while
 * those in between rest. */
static inline void swarms(const stage *s, int64_t i, chance *c, double v[3])
{
  double low = s->particle[0].position[0], high = low;
  for (int64_t g = 0; g < s->def.particles; g++) {
    low = fmin(low, s->particle[g].position[0]);
    high = fmax(high, s->particle[g].position[0]);
  }
  const double share = (s->particle[i].position[0] - low) / (high - low);
  if (share > 0.2 && share < 0.8) return;
  gas(s, i, c, v);
}

/* The same swarms, which also approach each other through the border. */
static inline void duel(const stage *s, int64_t i, chance *c, double v[3])
{
  swarms(s, i, c, v);
  const bool moves = v[0] != 0 || v[1] != 0 || v[2] != 0;
  v[0] += !moves ? 0 : s->particle[i].position[0] < 0.5 * s->def.high[0] ? -1 : 1;
}

static inline void set_in_motion(stage *s, motion *how, double pace)
{
  chance c = {.seed = 11};
  for (int64_t i = 0; i < s->def.particles; i++) {
    double v[3] = {0, 0, 0};
    how(s, i, &c, v);
    for (int k = 0; k < 3; k++)
      s->particle[i].velocity[k] = pace * v[k];
  }
}

/* Advances by one step and by two steps in turn: in two steps, forces and motion share a pass.
 * Returns the number of rebuilds. */
static inline int64_t watch(stage *s, int64_t steps, double k, brute_force *sum)
{
  carom_scene *scene = staged(s);
  check_lists(scene, k, sum);
  for (int64_t i = 0; carom_scene_steps(scene) < steps; i++) {
    play(scene, 1 + i % 2);
    check_lists(scene, k, sum);
  }
  const int64_t rebuilds = carom_scene_stats(scene).rebuilds;
  carom_scene_destroy(scene);
  return rebuilds;
}

#endif
