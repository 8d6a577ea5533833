/* SPDX-License-Identifier: MIT */
/* Memory of the particle arrays, generated from particles.def. */
#include "scene/particles.h"

#include <stdlib.h>
#include <string.h>

#include "core/lines.h"

enum { SORTED, UNSORTED, TAGGED };
enum { SAVED, DERIVED };

/* Replaces an array by a larger copy whose new elements are zero. */
static bool grow(void *array, size_t used, size_t bytes)
{
  void **held = array;
  char *grown = carom_lines(bytes);
  if (!grown) return false;
  if (*held) memcpy(grown, *held, used);
  memset(grown + used, 0, bytes - used);
  free(*held);
  *held = grown;
  return true;
}

bool carom_particles_reserve(carom_particles *p, const carom_model *m, int64_t capacity)
{
  const size_t used = (size_t)p->count, wanted = (size_t)capacity;
  bool ok = true;
  if (capacity <= p->capacity) return true;
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if (condition) {                                                                                 \
    const size_t size = (width) * sizeof(type), kept = p->name ? used * size : 0;                  \
    ok = ok && grow(&p->name, kept, wanted * size);                                                \
    ok = ok && ((order) != SORTED || grow(&p->spare.name, 0, wanted * size));                      \
  }
#include "scene/particles.def"
#undef CAROM_PARTICLE
  if (ok) p->capacity = capacity;
  return ok;
}

void carom_particles_free(carom_particles *p)
{
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  free(p->name);                                                                                   \
  free(p->spare.name);
#include "scene/particles.def"
#undef CAROM_PARTICLE
  *p = (carom_particles){0};
}

size_t carom_particles_bytes(const carom_particles *p)
{
  size_t sum = 0;
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  sum += ((p->name ? 1u : 0u) + (p->spare.name ? 1u : 0u)) * (width) * sizeof(type);
#include "scene/particles.def"
#undef CAROM_PARTICLE
  return sum;
}

void carom_particles_permute(const carom_particles *p, int64_t from, int64_t to,
                             const uint32_t *new_index)
{
  for (int64_t i = from; i < to; i++) {
    const size_t at = new_index[i];
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if ((order) == SORTED && p->name)                                                                \
    memcpy(p->spare.name + (width)*at, p->name + (width)*i, (width) * sizeof(type));
#include "scene/particles.def"
#undef CAROM_PARTICLE
  }
}

void carom_particles_swap(carom_particles *p)
{
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if ((order) == SORTED) {                                                                         \
    type *const swapped = p->name;                                                                 \
    p->name = p->spare.name;                                                                       \
    p->spare.name = swapped;                                                                       \
  }
#include "scene/particles.def"
#undef CAROM_PARTICLE
}

void carom_particles_close_up(carom_particles *p, const uint32_t *new_tag, int64_t left)
{
  int64_t to = 0;
  for (int64_t i = 0; i < p->count; i++) {
    if (new_tag[p->tag[i]] == CAROM_GONE) continue;
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if ((order) == SORTED && p->name)                                                                \
    memmove(&p->name[(width)*to], &p->name[(width)*i], (width) * sizeof(type));
#include "scene/particles.def"
#undef CAROM_PARTICLE
    p->tag[to] = new_tag[p->tag[to]];
    to++;
  }
  for (int64_t k = 0; k < p->count; k++) { /* new_tag[k] <= k */
    const int64_t at = new_tag[k];
    if (at == CAROM_GONE) continue;
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if ((order) == TAGGED && p->name)                                                                \
    memmove(p->name + (width)*at, p->name + (width)*k, (width) * sizeof(type));
#include "scene/particles.def"
#undef CAROM_PARTICLE
  }
  p->count = left;
  for (int64_t i = 0; i < left; i++)
    p->index_of[p->tag[i]] = (uint32_t)i;
}

int64_t carom_particles_append(carom_particles *p)
{
  const int64_t at = p->count++;
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if (p->name) memset(p->name + (width)*at, 0, (width) * sizeof(type));
#include "scene/particles.def"
#undef CAROM_PARTICLE
  p->tag[at] = p->index_of[at] = (uint32_t)at;
  p->entry[at] = (uint32_t)p->entered++;
  return at;
}

int64_t carom_particle_find(const carom_particles *p, uint32_t entry)
{
  int64_t low = 0, high = p->count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (p->entry[middle] < entry)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == p->count || p->entry[low] != entry) return -1;
  return p->index_of[low];
}

/* Archive type of the elements of an array. */
#define ELEMENT(type)                                                                              \
  _Generic((type){0}, double : CAROM_DOUBLES, uint32_t : CAROM_COUNTS, int32_t : CAROM_INTS)

carom_status carom_particles_archive(carom_particles *p, carom_archive *archive, carom_error *err)
{
#define CAROM_PARTICLE(name, type, width, order, saved, condition)                                 \
  if ((saved) == SAVED)                                                                            \
    CAROM_TRY(carom_archive_array(archive, "particles", #name, ELEMENT(type), p->name,             \
                                  p->name ? (size_t)p->count *(width) : 0, err));
#include "scene/particles.def"
#undef CAROM_PARTICLE
  return CAROM_OK;
}
