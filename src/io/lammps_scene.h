/* SPDX-License-Identifier: MIT */
/* Exports a scene as a LAMMPS input and data file that uses LAMMPS' own laws; only features with
 * the same meaning there are accepted. */
#ifndef CAROM_IO_LAMMPS_SCENE_H
#define CAROM_IO_LAMMPS_SCENE_H

#include "io/frame_read.h"
#include "io/lammps_law.h"
#include "io/scenario.h"

/* The translated contact of two materials. */
typedef struct carom_lammps_pairing {
  int between[2]; /* indices of two materials */
  bool wall;      /* contact with a wall of the second material */
  double asked, delivered;
  carom_lammps_law law;
} carom_lammps_pairing;

typedef struct carom_lammps_scene {
  const carom_scenario *scenario;
  const carom_scene_def *def; /* with scene.velocity: half, as in LAMMPS */
  carom_frame_held start;     /* initial bodies and box */
  double step, skin;
  int64_t steps, frames; /* steps of the run, and between two frames; 0: no frames */
  carom_lammps_pairing *pairing;
  int pairings;
  bool *used; /* per material: particles of it exist */
} carom_lammps_scene;

/* Checks the entire scene; features without an equivalent in LAMMPS are rejected with their place
 * in the file. Free in any case. The scenario and the definition must outlive it. */
carom_status carom_lammps_prepare(const carom_scenario *scenario, const carom_scene_def *def,
                                  carom_scene *scene, carom_lammps_scene *out, carom_error *err);
void carom_lammps_free(carom_lammps_scene *lammps);

/* Writes the input, which reads the bodies from the file `data` (carom_frame_data). */
void carom_lammps_input(const carom_lammps_scene *lammps, const char *data, FILE *file);

#endif
