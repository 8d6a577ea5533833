/* SPDX-License-Identifier: MIT */
/* The sizes that a scene is made for: those declared for a material, or those of its particles in
 * the definition. Calibration, step and the choice of kernels follow from them. */
#ifndef CAROM_SRC_SCENE_POPULATIONS_H
#define CAROM_SRC_SCENE_POPULATIONS_H

#include <carom/scene.h>

/* The particles of one material. */
typedef struct carom_population {
  int64_t count, moving;
  double radius, mass; /* means */
  double small, large; /* radii */
  double least, most;  /* 1/m */
  bool declared;
  double density; /* of the material */
  /* The largest 1/m of pushes along normals and of drags across them, where some are members of
   * clumps, which turn; else 0. */
  double push, drag;
  double crowd; /* the most couples that one can meet at once as a clump; 0: none is */
} carom_population;

/* Mass of a sphere of a material that has a density. */
double carom_sphere_mass(const carom_material *material, double radius);
/* The mass of a particle: its own, or from the density. */
double carom_particle_mass(const carom_scene_def *def, const carom_scene_particle *p);

/* The declared sizes of a material, or NULL. */
const carom_scene_size *carom_declared_size(const carom_scene_def *def, int material);
/* Checks the declarations; a particle against that of its material. */
carom_status carom_sizes_check(const carom_scene_def *def, carom_error *err);
carom_status carom_size_check(const carom_scene_def *def, int64_t particle, carom_error *err);

/* One for each material, to be freed; NULL without memory. */
carom_population *carom_populations_of(const carom_scene_def *def);

#endif
