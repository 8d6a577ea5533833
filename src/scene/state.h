/* SPDX-License-Identifier: MIT */
/* Storing and loading a state: shared by the scene and its engine. */
#ifndef CAROM_SRC_SCENE_STATE_H
#define CAROM_SRC_SCENE_STATE_H

#include "core/archive.h"
#include "core/error.h"
#include "scene/scene.h"

#define CAROM_VISIT(group, table, first, count)                                                    \
  CAROM_TRY(carom_archive_table(archive, group, table, (int)(sizeof(table) / sizeof *(table)),     \
                                first, sizeof *(first), (size_t)(count), err))

/* Is a loaded count possible? A damaged archive may hold any value. */
static inline bool carom_sane(int64_t value, int64_t most)
{
  return value >= 0 && value <= most;
}

static inline carom_status carom_state_damaged(carom_error *err, const char *where)
{
  return carom_fail(err, CAROM_ERR_RANGE, where,
                    "the saved state is damaged or belongs to another scene");
}

static inline carom_status carom_state_no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to load the scene");
}

/* Stores or loads what surrounds the particles: walls, gravity and the step. For a scene made from
 * the same definition that has other particles. */
carom_status carom_surroundings_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
