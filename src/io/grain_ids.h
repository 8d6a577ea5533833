/* SPDX-License-Identifier: MIT */
/* Ids of particles: those that files give, and others for the rest. */
#ifndef CAROM_IO_GRAIN_IDS_H
#define CAROM_IO_GRAIN_IDS_H

#include <carom/scene.h>

/* Particles that follow each other up to the next group. */
typedef struct carom_id_group {
  int64_t first;
  bool given; /* they have ids */
} carom_id_group;

/* What went wrong: two particles, numbers and groups, with one id. */
typedef struct carom_id_clash {
  uint32_t id;
  int64_t index[2];
  int group[2];
} carom_id_clash;

/* Numbers the particles of groups without ids as they come, after the largest id that is given,
 * from 1 if there is none. CAROM_ERR_CONFLICT: two particles were given the same one;
 * CAROM_ERR_RANGE: none is left for group[1] of the clash. */
carom_status carom_grain_ids(carom_scene_particle *list, int64_t count, const carom_id_group *group,
                             int groups, carom_id_clash *clash);

#endif
