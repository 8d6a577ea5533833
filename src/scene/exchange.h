/* SPDX-License-Identifier: MIT */
/* Particles that come and go between two steps. A caller, a sink or a source marks particles that
 * leave and adds definitions of those that enter; carom_exchange_commit carries out both with one
 * rebuild. From there the scene begins anew with its positions, velocities and histories
 * (carom_scene_begin): velocities stay as they are, while the forces of ended contacts vanish. */
#ifndef CAROM_SRC_SCENE_EXCHANGE_H
#define CAROM_SRC_SCENE_EXCHANGE_H

#include <carom/scene.h>

typedef struct carom_exchange {
  uint32_t *new_tag; /* by tag: CAROM_GONE for particles that leave */
  int64_t new_tag_capacity;
  int64_t leaving;                /* number of particles that leave */
  carom_scene_particle *entering; /* with their masses set */
  int64_t entered, entering_capacity;
  bool may_touch; /* particles that enter may overlap others */
} carom_exchange;

/* Starts an exchange in which nothing enters or leaves yet; false without memory. */
bool carom_exchange_open(carom_scene *s);
void carom_exchange_remove(carom_scene *s, int64_t tag);
/* The mass of `p` must be set; false without memory. */
bool carom_exchange_add(carom_scene *s, const carom_scene_particle *p);
carom_status carom_exchange_commit(carom_scene *s, carom_error *err);
void carom_exchange_free(carom_exchange *x);

#endif
