/* SPDX-License-Identifier: MIT */
/* The particles of a scene. A particle is spread over several arrays, by what is used together;
 * particles.def lists them. */
#ifndef CAROM_SRC_SCENE_PARTICLES_H
#define CAROM_SRC_SCENE_PARTICLES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/archive.h"
#include "core/error.h"
#include "scene/model.h"

typedef struct carom_particles {
  int64_t count, capacity;
#define CAROM_PARTICLE(name, type, width, order, saved, condition) type *name;
#include "scene/particles.def"
#undef CAROM_PARTICLE
  struct {
#define CAROM_PARTICLE(name, type, width, order, saved, condition) type *name;
#include "scene/particles.def"
#undef CAROM_PARTICLE
  } spare; /* the other half of SORTED arrays; NULL of others */
} carom_particles;

/* Grows all arrays to this capacity, keeping `count` elements; new ones are zero. False without
 * memory, with the arrays still as they were or larger. */
bool carom_particles_reserve(carom_particles *p, const carom_model *m, int64_t capacity);
void carom_particles_free(carom_particles *p);
/* Bytes per unit of capacity. */
size_t carom_particles_bytes(const carom_particles *p);
/* Moves elements [from, to) of SORTED arrays to their new index among the spare ones. */
void carom_particles_permute(const carom_particles *p, int64_t from, int64_t to,
                             const uint32_t *new_index);
/* Exchanges SORTED arrays with the spare ones. */
void carom_particles_swap(carom_particles *p);
/* Stores or loads the arrays that are SAVED; `count` and `capacity` are set before. */
carom_status carom_particles_archive(carom_particles *p, carom_archive *archive, carom_error *err);

/* A particle for as long as it exists, whatever the sorting does: a tag may be given to another
 * particle later, which then has a higher generation. */
typedef struct carom_particle_handle {
  uint32_t tag, generation;
} carom_particle_handle;

static inline carom_particle_handle carom_particle_handle_of(const carom_particles *p, int64_t i)
{
  return (carom_particle_handle){p->tag[i], p->generation[p->tag[i]]};
}

/* The present index of a particle, or -1 if it is gone. */
static inline int64_t carom_particle_find(const carom_particles *p, carom_particle_handle handle)
{
  if (handle.tag >= p->count || p->generation[handle.tag] != handle.generation) return -1;
  return p->index_of[handle.tag];
}

/* The velocity rows that a step advances: at mid-step. */
static inline double *carom_half_velocity_row(const carom_particles *p, int64_t i)
{
  return (p->half_velocity ? p->half_velocity : p->contact_velocity) + CAROM_ROW_DOUBLES * i;
}

static inline double *carom_position_row(const carom_particles *p, int64_t i)
{
  return p->position_radius + CAROM_POSITION_DOUBLES * i;
}

static inline double *carom_contact_velocity_row(const carom_particles *p, int64_t i)
{
  return p->contact_velocity + CAROM_ROW_DOUBLES * i;
}

/* 1/m; 0: fixed. */
static inline double carom_particle_inv_mass(const carom_particles *p, int64_t i)
{
  return p->contact_velocity[CAROM_ROW_DOUBLES * i + 3];
}

#endif
