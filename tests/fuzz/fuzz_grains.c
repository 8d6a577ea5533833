/* SPDX-License-Identifier: MIT */
/* Any bytes as spheres, as a table and as extended XYZ: read without a fault, or told why not. */
#include <stdint.h>
#include <stdlib.h>

#include "io/grains_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const carom_scene_particle like = carom_scene_particle_default();
  for (int xyz = 0; xyz < 2; xyz++) {
    carom_scene_particle *list;
    carom_error err = {0};
    long count;
    if (carom_grains_read((const char *)data, size, xyz, &like, &list, &count, &err) != CAROM_OK) {
      if (!err.text[0] || list || count) abort();
      continue;
    }
    if (count < 1) abort();
    for (long i = 0; i < count; i++)
      if (!(list[i].radius > 0) || !(list[i].position[0] - list[i].position[0] == 0)) abort();
    free(list);
  }
  return 0;
}
