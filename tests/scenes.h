/* SPDX-License-Identifier: MIT */
/* Small scenes that several tests use. */
#ifndef CAROM_TESTS_SCENES_H
#define CAROM_TESTS_SCENES_H

#include "setup.h"

static const double pi = 3.14159265358979323846;

enum { SCENE_MOST = 4096 };

/* Everything that a definition points to. */
typedef struct stage {
  carom_scene_def def;
  carom_material material[3];
  carom_scene_contact contact[6];
  carom_scene_wall wall[4];
  carom_scene_particle particle[SCENE_MOST];
} stage;

/* One material of moderate stiffness, hertz without damping, no friction, no gravity. */
static inline stage *stage_new(void)
{
  stage *s = calloc(1, sizeof *s);
  assert_non_null(s);
  s->def = carom_scene_default();
  for (int i = 0; i < 3; i++)
    s->material[i] = material(1e7, 0.3, 2500, 1e6);
  for (int i = 0; i < 6; i++)
    s->contact[i] = carom_scene_contact_default();
  for (int i = 0; i < 4; i++)
    s->wall[i] = carom_scene_wall_default();
  s->def.material = s->material;
  s->def.materials = 1;
  s->def.contact = s->contact;
  s->def.contacts = 1;
  s->def.wall = s->wall;
  s->def.particle = s->particle;
  s->def.threads = 1;
  return s;
}

static inline carom_scene_particle *add_grain(stage *s, double radius, double x, double y, double z)
{
  carom_scene_particle *p = &s->particle[s->def.particles++];
  *p = carom_scene_particle_default();
  p->radius = radius;
  p->position[0] = x;
  p->position[1] = y;
  p->position[2] = z;
  p->id = (uint32_t)s->def.particles;
  return p;
}

static inline carom_scene *staged(const stage *s)
{
  carom_scene *scene;
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_create(&s->def, &scene, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return scene;
}

static inline void play(carom_scene *scene, int64_t steps)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance_steps(scene, steps, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

/* Random numbers from a counter, in [0, 1). */
static inline double chance_at(unsigned long seed, unsigned long i)
{
  uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15u + i * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (double)((x ^ x >> 31) >> 11) / 9007199254740992.0;
}

static inline double around(unsigned long seed, unsigned long i, double most)
{
  return most * (2 * chance_at(seed, i) - 1);
}

/* Adds a lattice of side^3 spheres, displaced at random, with random velocities and spins, and
 * radii between `small` and 1 times `radius`. */
static inline void add_lattice(stage *s, int side, double radius, double small, double spacing,
                               double speed, double spin)
{
  for (int i = 0; i < side * side * side; i++) {
    const unsigned long seed = (unsigned long)i;
    const double r = radius * (small + (1 - small) * chance_at(seed, 0));
    carom_scene_particle *p = add_grain(s, r, spacing * (i % side + 0.5),
                                        spacing * (i / side % side + 0.5),
                                        spacing * (i / side / side + 0.5));
    for (unsigned long k = 0; k < 3; k++) {
      p->position[k] += around(seed, 1 + k, 0.02 * radius);
      p->velocity[k] = around(seed, 4 + k, speed);
      p->spin[k] = around(seed, 7 + k, spin);
    }
  }
}

/* Rough contacts: tsuji and mindlin. */
static inline void make_rough(carom_scene_contact *c, double restitution, double friction)
{
  c->normal.law = "tsuji";
  set(&c->normal, "restitution", restitution);
  c->tangential.model = "mindlin";
  carom_tangential_set(&c->tangential, "friction", friction);
}

#endif
