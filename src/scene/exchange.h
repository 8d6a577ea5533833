/* SPDX-License-Identifier: MIT */
/* Particles that come and go, between two steps. Whoever changes a scene (a caller, sinks, sources)
 * marks who goes and puts down who comes; carom_exchange_commit does both at once, with one
 * rebuild. From there the scene begins anew with the positions, velocities and histories that it
 * has (carom_scene_begin): velocities stay what they are while the forces of contacts that ended
 * are gone. */
#ifndef CAROM_SRC_SCENE_EXCHANGE_H
#define CAROM_SRC_SCENE_EXCHANGE_H

#include <carom/scene.h>

typedef struct carom_exchange {
  uint32_t *new_tag; /* by tag: CAROM_GONE for those that go */
  int64_t new_tag_capacity;
  int64_t leaving;                /* how many go */
  carom_scene_particle *entering; /* with their masses */
  int64_t entered, entering_capacity;
  bool may_touch; /* those that come may overlap with others */
} carom_exchange;

/* Nobody comes or goes yet; false without memory. */
bool carom_exchange_open(carom_scene *s);
void carom_exchange_remove(carom_scene *s, int64_t tag);
/* `p` has its mass; false without memory. */
bool carom_exchange_add(carom_scene *s, const carom_scene_particle *p);
carom_status carom_exchange_commit(carom_scene *s, carom_error *err);
void carom_exchange_free(carom_exchange *x);

#endif
