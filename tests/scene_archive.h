/* SPDX-License-Identifier: MIT */
/* A scene that continues another one from its state. */
#ifndef CAROM_TESTS_SCENE_ARCHIVE_H
#define CAROM_TESTS_SCENE_ARCHIVE_H

#include "memory_archive.h"
#include "scenes.h"

static inline carom_scene *through_an_archive(carom_scene *scene, const stage *s)
{
  memory m = {.archive = {.array = put_or_get}};
  carom_error err;
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  carom_scene_destroy(scene);
  scene = staged(s);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  free(m.bytes);
  return scene;
}

#endif
