/* SPDX-License-Identifier: MIT */
/* The complete state of a scene as named arrays, for checkpoints.
 *
 * To save: carom_scene_arrays(scene, visit, user) calls visit once per array, in a fixed order; the
 * pointer may be read until the scene runs on.
 * To load: make a scene from the same definition, then carom_scene_restore(scene, fetch, user). It
 * calls fetch once per array with the expected name and type. fetch returns where `count` values
 * are found (they are copied), or NULL with a filled error. A scene that was restored continues bit
 * for bit as the saved one would have. On an error the scene must be destroyed. */
#ifndef CAROM_SCENE_STATE_H
#define CAROM_SCENE_STATE_H

#include <carom/scene.h>

typedef enum carom_array_type {
  CAROM_ARRAY_F64, /* double */
  CAROM_ARRAY_I64, /* int64_t */
  CAROM_ARRAY_U32, /* uint32_t */
  CAROM_ARRAY_I32, /* int32_t */
  CAROM_ARRAY_U8   /* unsigned char */
} carom_array_type;

typedef struct carom_array {
  const char *name; /* such as "pairs" */
  carom_array_type type;
  const void *data;
  int64_t count; /* values, not bytes */
} carom_array;

typedef carom_status carom_array_visit(void *user, const carom_array *array, carom_error *err);
carom_status carom_scene_arrays(carom_scene *scene, carom_array_visit *visit, void *user,
                                carom_error *err);

typedef const void *carom_array_fetch(void *user, const char *name, carom_array_type type,
                                      int64_t *count, carom_error *err);
carom_status carom_scene_restore(carom_scene *scene, carom_array_fetch *fetch, void *user,
                                 carom_error *err);

#endif
