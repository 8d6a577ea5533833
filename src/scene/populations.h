/* SPDX-License-Identifier: MIT */
/* The sizes that a scene is made for: those declared for a material, or those of its particles in
 * the definition. Calibration, the step and the choice of kernels follow from them. */
#ifndef CAROM_SRC_SCENE_POPULATIONS_H
#define CAROM_SRC_SCENE_POPULATIONS_H

#include <carom/scene.h>

/* The particles of one material. */
typedef struct carom_population {
  int64_t count, moving;
  double radius, mass; /* means */
  double small, large; /* smallest and largest radius */
  double least, most;  /* smallest and largest 1/m */
  bool declared;
  double density; /* of the material */
  /* If some are members of clumps, which also rotate: largest effective 1/m of a member pushed
   * along the normal and dragged along the surface; otherwise 0. */
  double push, drag;
  double crowd; /* most couples that meet at one clump at once; 0: there are no clumps */
  double turn;  /* largest 1/inertia of one that moves, about any axis */
} carom_population;

/* Mass of a sphere of a material with a density. */
double carom_sphere_mass(const carom_material *material, double radius);
/* 1/inertia of a solid sphere. */
static inline double carom_sphere_turn(double inv_mass, double radius)
{
  return 2.5 * inv_mass / (radius * radius);
}
/* Mass of a particle: its own, or from the density of its material. */
double carom_particle_mass(const carom_scene_def *def, const carom_scene_particle *p);

/* The declared sizes of a material, or NULL. */
const carom_scene_size *carom_declared_size(const carom_scene_def *def, int material);
/* Checks the declarations, or a particle against the declaration of its material. */
carom_status carom_sizes_check(const carom_scene_def *def, carom_error *err);
carom_status carom_size_check(const carom_scene_def *def, int64_t particle, carom_error *err);

/* One population per material, to be freed; NULL without memory. */
carom_population *carom_populations_of(const carom_scene_def *def);

#endif
