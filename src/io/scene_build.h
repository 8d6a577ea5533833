/* SPDX-License-Identifier: MIT */
/* Builds the definition of a scenario's scene: fills boxes, reads files. */
#ifndef CAROM_IO_SCENE_BUILD_H
#define CAROM_IO_SCENE_BUILD_H

#include "io/scenario.h"

/* Owns what the definition points to. */
typedef struct carom_scene_parts {
  carom_material *material;
  carom_scene_contact *contact;
  carom_scene_particle *particle;
  carom_scene_wall *wall; /* walls of the scenario, with their meshes */
  carom_mesh *mesh;       /* per wall */
  int walls;
  carom_scene_bond *bond;
  int bonds;
  const char **name;        /* names of the materials */
  int64_t *first;           /* per group: index of its first particle */
  int64_t *after;           /* per group: index after its last particle; part of the allocation of
                               `first` */
  int64_t particles;        /* particles of all groups */
  char unread[400];         /* unknown columns of files, "FILE: a, b; FILE: c" */
  carom_faults told;        /* warnings about the files */
  carom_clump_shape *shape; /* shapes of clumps */
  carom_clump_body *body;   /* per shape */
  int shapes;
  const carom_scenario_shape *scenario_shape;
  carom_scene_clump *clump;
  int64_t clumps;
  char shapes_told[900]; /* description of the shapes, "peanut: 2 spheres ..." */
  char frames[200];      /* files that are frames, "a.xyz, b.vtp" */
  char meshes[600];      /* description of the meshes, "a.stl: 12 triangles ..." */
  char numbered[200];    /* frames whose materials are numbers only */
} carom_scene_parts;

/* Files are looked up in `folder`, that of the scenario file. Particles without ids are numbered
 * after the largest given id, or from 1 if there is none. The definition lives as long as both
 * scenario and parts. Free the parts in any case. */
carom_status carom_scene_build(const carom_scenario *scenario, const char *folder,
                               carom_scene_def *def, carom_scene_parts *parts, carom_error *err);
/* Likewise without particles, which are elsewhere (carom_scene_create_around). */
carom_status carom_scene_build_around(const carom_scenario *scenario, const char *folder,
                                      carom_scene_def *def, carom_scene_parts *parts,
                                      carom_error *err);

/* Adds the place in the file to an error of carom_scene_build or carom_scene_create. */
void carom_scene_blame(const carom_scenario *scenario, const carom_scene_parts *parts,
                       carom_error *err);
void carom_scene_parts_free(carom_scene_parts *parts);

#endif
