/* SPDX-License-Identifier: MIT */
/* The particles of a scene. Their properties are spread over several arrays, grouped by what is
 * used together; particles.def lists the arrays. */
#ifndef CAROM_SRC_SCENE_PARTICLES_H
#define CAROM_SRC_SCENE_PARTICLES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/archive.h"
#include "core/error.h"
#include "scene/model.h"

typedef struct carom_particles {
  int64_t count, capacity;
  int64_t entered; /* since the start, including those of the definition */
#define CAROM_PARTICLE(name, type, width, order, saved, condition) type *name;
#include "scene/particles.def"
#undef CAROM_PARTICLE
  struct {
#define CAROM_PARTICLE(name, type, width, order, saved, condition) type *name;
#include "scene/particles.def"
#undef CAROM_PARTICLE
  } spare; /* second buffer of SORTED arrays; NULL for the others */
} carom_particles;

/* Grows all arrays to this capacity and keeps `count` elements; new elements are zero. Without
 * memory returns false; each array then has its old or the new size. */
bool carom_particles_reserve(carom_particles *p, const carom_model *m, int64_t capacity);
void carom_particles_free(carom_particles *p);
/* Bytes per unit of capacity. */
size_t carom_particles_bytes(const carom_particles *p);
/* Copies elements [from, to) of SORTED arrays to their new index in the spare ones. */
void carom_particles_permute(const carom_particles *p, int64_t from, int64_t to,
                             const uint32_t *new_index);
/* Exchanges SORTED arrays with the spare ones. */
void carom_particles_swap(carom_particles *p);
/* Removes the particles whose new_tag is CAROM_GONE; the others keep their order. new_tag has an
 * element for each tag, and the new tags run from 0 without gaps. Sets `count`. */
#define CAROM_GONE UINT32_MAX
void carom_particles_close_up(carom_particles *p, const uint32_t *new_tag, int64_t left);
/* Zeroes one more particle, for which there is room, in all arrays and gives it the next tag and
 * entry; returns its index. */
int64_t carom_particles_append(carom_particles *p);
/* Stores or loads the SAVED arrays; `count` and `capacity` must be set. */
carom_status carom_particles_archive(carom_particles *p, carom_archive *archive, carom_error *err);

/* Present index of the particle that entered as number `entry`, or -1 if it is gone. A binary
 * search works because entries grow with the tag, whatever is sorted, enters or leaves. */
int64_t carom_particle_find(const carom_particles *p, uint32_t entry);

/* The mid-step velocity rows, which a step advances. */
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

/* 1/m; 0 for a fixed particle. */
static inline double carom_particle_inv_mass(const carom_particles *p, int64_t i)
{
  return p->contact_velocity[CAROM_ROW_DOUBLES * i + 3];
}

#endif
