/* SPDX-License-Identifier: MIT */
/* The scenes of the benchmark: the same physics as bench/peers/ asks of other programs. */
#ifndef CAROM_BENCH_SCENES_H
#define CAROM_BENCH_SCENES_H

#include <carom/carom.h>
#include <carom/fill.h>
#include <carom/scene.h>

#include "data.h"

typedef struct bench_scene {
  const char *name;
  int64_t count;           /* of spheres, unless another is asked for */
  bool chute;              /* inclined and periodic, with a frozen layer; otherwise a box */
  double width, depth;     /* of its base */
  double smallest, spread; /* diameters: from the first on, over this range */
  double shake;            /* gravity is 1 + shake sin(pi t) */
  int64_t large;           /* of these, so many are spheres of this diameter among the others */
  double diameter;
  double power; /* otherwise, if not 0: the number of those larger than d falls as d^-power */
  double loose; /* solid fraction of a gas of them that falls; 0: a bed */
} bench_scene;

const bench_scene *bench_scene_find(const char *name); /* or NULL */

typedef struct bench_scene_options {
  int threads;
  double skin;
  carom_instructions set;
  const char *rolling, *twisting; /* models of beds, or NULL */
  double adhesion;                /* beds by jkr with this work of adhesion, if not 0 */
} bench_scene_options;

/* The scene in this state, ready to run; exits with a message if it cannot be made. */
carom_scene *bench_scene_create(const bench_scene *which, const data_spheres *data,
                                const bench_scene_options *how);

/* What other programs of the benchmark need of it, too: contacts of beds (while one is made they
 * hardly rebound, so that it comes to rest), spheres (those of type 2 frozen, or not), where they
 * are now, and an instruction set by its name. */
carom_scene_contact bench_bed_contact(bool settles);
carom_scene_particle *bench_particles(const data_spheres *data, bool frozen);
void bench_copy_state(carom_scene *scene, bool periodic, data_spheres *data);
carom_instructions bench_set_of(const char *name);

/* Lets spheres fall from a lattice, or flow down the chute, for so many steps (0: as many as it
 * takes to come to rest) and writes where they are then. */
void bench_scene_make(const bench_scene *which, int64_t count, int64_t steps, const char *path);

#endif
