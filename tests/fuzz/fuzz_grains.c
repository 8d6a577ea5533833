/* SPDX-License-Identifier: MIT */
/* Any bytes as spheres, as a table and as extended XYZ: read without a fault, or told why not. */
#include <stdint.h>
#include <stdlib.h>

#include "io/grains_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const names[] = {"glass", "steel"};
  for (int way = 0; way < 8; way++) {
    const carom_grains_wish wish = {.like = carom_scene_particle_default(),
                                    .given = way & 4 ? CAROM_GIVEN_RADIUS | CAROM_GIVEN_MATERIAL
                                                     : 0,
                                    .material = names,
                                    .materials = 2};
    carom_grains grains;
    carom_error err = {0};
    if (carom_grains_read((const char *)data, size, (carom_grains_format)(way & 3), &wish, &grains,
                          &err) != CAROM_OK) {
      if (!err.text[0] || grains.list || grains.count) abort();
      continue;
    }
    if (grains.count < 1) abort();
    for (int64_t i = 0; i < grains.count; i++) {
      const carom_scene_particle *p = &grains.list[i];
      if (!(p->radius > 0) || !(p->position[0] - p->position[0] == 0)) abort();
      if (p->material < 0 || p->material > 1) abort();
    }
    free(grains.list);
  }
  return 0;
}
