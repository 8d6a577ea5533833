/* SPDX-License-Identifier: MIT */
/* Storing and loading: what the scene and its engine share. */
#ifndef CAROM_SRC_SCENE_STATE_H
#define CAROM_SRC_SCENE_STATE_H

#include "core/archive.h"
#include "core/error.h"
#include "scene/scene.h"

#define CAROM_VISIT(group, table, first, count)                                                    \
  CAROM_TRY(carom_archive_table(archive, group, table, (int)(sizeof(table) / sizeof *(table)),     \
                                first, sizeof *(first), (size_t)(count), err))

/* A count that a damaged archive may have wrong. */
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

/* What is around the particles: walls, gravity, and the step. For a scene made from the same
 * definition whose particles are others. */
carom_status carom_surroundings_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
