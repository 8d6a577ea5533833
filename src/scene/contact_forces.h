/* SPDX-License-Identifier: MIT */
/* Shared by the two halves of a block's contact forces: contact_forces.c goes through the lists and
 * collects contacts in chunks, contact_stages.c runs a chunk through the stages. */
#ifndef CAROM_SRC_SCENE_CONTACT_FORCES_H
#define CAROM_SRC_SCENE_CONTACT_FORCES_H

#include "scene/kernels.h"

/* Memory to be read soon, prefetched a little at a time. It goes to L1 although L1 cannot hold it
 * that long: lines requested into L1 arrive in time more often than those requested into L2. */
typedef struct carom_prefetch {
  const char *at, *end;
  int64_t share; /* bytes prefetched each time */
} carom_prefetch;

enum { CAROM_PREFETCHES = 3 }; /* of the next block: contact velocities, positions, histories */

static inline void carom_prefetch_some(carom_prefetch next[CAROM_PREFETCHES])
{
  for (int k = 0; k < CAROM_PREFETCHES; k++) {
    const char *stop = next[k].end - next[k].at > next[k].share ? next[k].at + next[k].share
                                                                : next[k].end;
    for (; next[k].at < stop; next[k].at += 64)
      __builtin_prefetch(next[k].at, 1, 3);
  }
}

/* The block whose forces are being computed. */
typedef struct carom_block_work {
  carom_scene *s;
  carom_domain_block *domain_block;
  const carom_active_list *list;
  const carom_material_pair *material_pair;
  carom_extremes *extremes; /* of this worker and material pair */
  carom_scratch *w;
  carom_kernel_params params;
  double *force; /* force rows of the block */
  uint32_t from; /* byte offset of its first particle */
  double *wall_force;
  carom_prefetch next[CAROM_PREFETCHES];
  int64_t count, begun; /* number of contacts in w->list and in w->begun */
} carom_block_work;

/* Contacts whose kinematics are in the scratch. */
typedef struct carom_chunk {
  const uint32_t *pair;
  int64_t count, groups; /* number of contacts; number of groups, the last one padded */
  double *springs;       /* histories in place, of a dense list; NULL: histories of the contacts in
                            w->list, loaded into the scratch */
} carom_chunk;

static inline int carom_wall_of(const carom_block_work *k, uint32_t offset)
{
  return k->s->walls.face[carom_face_at(offset)].wall;
}

/* contact_stages.c: computes forces and torques of a chunk and adds them to both bodies. */
void carom_contact_stages(carom_block_work *k, const carom_chunk *c);

#endif
