/* SPDX-License-Identifier: MIT */
/* Scenes with bonds that several tests use. */
#ifndef CAROM_TESTS_BONDED_H
#define CAROM_TESTS_BONDED_H

#include "scenes.h"

/* Bonds of 10 GPa, as thick as the spheres, between spheres at most `gap` apart. */
static inline carom_scene_bond bond_of(carom_bond_model model, double gap)
{
  carom_scene_bond b = carom_scene_bond_default();
  b.model = model;
  b.young = 1e10;
  b.poisson = 0.25;
  b.gap = gap;
  return b;
}

/* A row of spheres along x, `spacing` apart and smaller than that, so that contacts never close.
 * The first is fixed; the last has half the mass, like the end of a bar cut there. */
static inline stage *bar_of(int links, double spacing, double length_radius,
                            const carom_scene_bond *bond)
{
  stage *s = stage_new();
  for (int i = 0; i <= links; i++) {
    carom_scene_particle *p = add_grain(s, length_radius, spacing * i, 0, 0);
    p->mass = i == links ? 0.5e-3 : 1e-3;
    p->fixed = i == 0;
  }
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

static inline const carom_scene_grain *grain_at(carom_scene *scene, int64_t i)
{
  return &carom_scene_sample(scene).grain[i];
}

#endif
