/* SPDX-License-Identifier: MIT */
/* Arguments of the functions that tell of a scene: the scene, a number of something in it, a place
 * for the answer. */
#include <inttypes.h>

#include "core/error.h"
#include "scene/scene.h"

carom_status carom_scene_can_tell(const carom_scene *s, const void *place, carom_error *err)
{
  if (s && place) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_ARGUMENT, s ? "result" : "scene",
                    "a scene and a place for the result are needed");
}

carom_status carom_scene_has(const char *what, int64_t number, int64_t count, carom_error *err)
{
  if (number >= 0 && number < count) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, what,
                    "there is no %s %" PRId64 "; the scene has %" PRId64 ", counted from 0", what,
                    number, count);
}
