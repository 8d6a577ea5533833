/* SPDX-License-Identifier: MIT */
/* A scene as input and data file of LAMMPS, with LAMMPS's own laws: only what means the same there.
 */
#ifndef CAROM_IO_LAMMPS_SCENE_H
#define CAROM_IO_LAMMPS_SCENE_H

#include "io/frame_read.h"
#include "io/lammps_law.h"
#include "io/scenario.h"

/* What becomes of two materials. */
typedef struct carom_lammps_pairing {
  int between[2]; /* materials */
  bool wall;      /* a wall of the second */
  double asked, delivered;
  carom_lammps_law law;
} carom_lammps_pairing;

typedef struct carom_lammps_scene {
  const carom_scenario *scenario;
  const carom_scene_def *def; /* with scene.velocity: half, as LAMMPS steps */
  carom_frame_held start;     /* bodies and box */
  double step, skin;
  int64_t steps, frames; /* of the run; between two frames, 0: there are none */
  carom_lammps_pairing *pairing;
  int pairings;
  bool *used; /* of each material: there are particles of it */
} carom_lammps_scene;

/* Looks at everything that there is in the scene; what LAMMPS has nothing for is refused, by its
 * place in the file. Free in any case. The scenario and the definition must outlive it. */
carom_status carom_lammps_prepare(const carom_scenario *scenario, const carom_scene_def *def,
                                  carom_scene *scene, carom_lammps_scene *out, carom_error *err);
void carom_lammps_free(carom_lammps_scene *lammps);

/* The input, which reads the bodies from the file `data` (carom_frame_data). */
void carom_lammps_input(const carom_lammps_scene *lammps, const char *data, FILE *file);

#endif
