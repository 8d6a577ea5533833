/* SPDX-License-Identifier: MIT */
/* Ids of particles: those given in files, and generated ones for the rest. */
#ifndef CAROM_IO_GRAIN_IDS_H
#define CAROM_IO_GRAIN_IDS_H

#include <carom/scene.h>

/* Consecutive particles up to the next group. */
typedef struct carom_id_group {
  int64_t first;
  bool given; /* ids are given */
} carom_id_group;

/* A conflict: two particles and their groups with the same id. */
typedef struct carom_id_clash {
  uint32_t id;
  int64_t index[2];
  int group[2];
} carom_id_clash;

/* Numbers the particles of groups without ids in sequence after the largest given id, or from 1 if
 * there is none. CAROM_ERR_CONFLICT: two particles have the same id; CAROM_ERR_RANGE: ids ran out
 * for group[1] of the clash. */
carom_status carom_grain_ids(carom_scene_particle *list, int64_t count, const carom_id_group *group,
                             int groups, carom_id_clash *clash);

#endif
