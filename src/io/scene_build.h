/* SPDX-License-Identifier: MIT */
/* The scene of a scenario as a definition that can be created: boxes filled, files read. */
#ifndef CAROM_IO_SCENE_BUILD_H
#define CAROM_IO_SCENE_BUILD_H

#include "io/scenario.h"

/* What the definition points to. */
typedef struct carom_scene_parts {
  carom_material *material;
  carom_scene_contact *contact;
  carom_scene_particle *particle;
  carom_scene_wall *wall; /* those of the scenario, with their meshes */
  carom_mesh *mesh;       /* of each wall */
  int walls;
  carom_scene_bond *bond;
  int bonds;
  const char **name;        /* of the materials */
  int64_t *first;           /* of each group, the number of its first particle, */
  int64_t *after;           /* and of the one after its last; a part of `first` */
  int64_t particles;        /* of all groups */
  char unread[400];         /* columns of files that are not known, "FILE: a, b; FILE: c" */
  carom_faults told;        /* warnings about what was read */
  carom_clump_shape *shape; /* of clumps */
  carom_clump_body *body;   /* of each shape */
  int shapes;
  const carom_scenario_shape *scenario_shape;
  carom_scene_clump *clump;
  int64_t clumps;
  char shapes_told[900]; /* what shapes are, "peanut: 2 spheres ..." */
  char frames[200];      /* files that are frames, "a.xyz, b.vtp" */
  char meshes[600];      /* what meshes are made of, "a.stl: 12 triangles ..." */
  char numbered[200];    /* of them those whose materials are numbers only */
} carom_scene_parts;

/* Files are looked for in `folder`, that of the scenario file. Particles whose files give no ids
 * are numbered after the largest id there is, from 1 if there is none. The definition lives as long
 * as scenario and parts. Free the parts in any case. */
carom_status carom_scene_build(const carom_scenario *scenario, const char *folder,
                               carom_scene_def *def, carom_scene_parts *parts, carom_error *err);
/* The same without particles, which are elsewhere (carom_scene_create_around). */
carom_status carom_scene_build_around(const carom_scenario *scenario, const char *folder,
                                      carom_scene_def *def, carom_scene_parts *parts,
                                      carom_error *err);

/* An error of carom_scene_build or carom_scene_create gets its place in the file. */
void carom_scene_blame(const carom_scenario *scenario, const carom_scene_parts *parts,
                       carom_error *err);
void carom_scene_parts_free(carom_scene_parts *parts);

#endif
