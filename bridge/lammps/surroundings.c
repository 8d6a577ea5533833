/* SPDX-License-Identifier: MIT */
/* Walls, gravity and stages. Rank 0 distributes their state together with the grains. From then on
 * every rank moves them by itself, and the whole scene on rank 0 copies them from the scene of its
 * own part. Walls that move by force need the forces of all ranks. */
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "core/error.h"
#include "scene/state.h"

/* An archive in memory. */
typedef struct memory_archive {
  carom_archive base;
  char *byte;
  size_t count, capacity;
} memory_archive;

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to share out walls");
}

static carom_status store(carom_archive *archive, const char *name, carom_element element,
                          void *data, size_t count, carom_error *err)
{
  memory_archive *m = (memory_archive *)archive;
  const size_t size = count * carom_element_size(element);
  (void)name;
  if (m->count + size > m->capacity) {
    const size_t room = 2 * (m->count + size) + 4096;
    char *more = realloc(m->byte, room);
    if (!more) return no_memory(err);
    m->byte = more;
    m->capacity = room;
  }
  if (size) memcpy(m->byte + m->count, data, size);
  m->count += size;
  return CAROM_OK;
}

static carom_status load(carom_archive *archive, const char *name, carom_element element,
                         void *data, size_t count, carom_error *err)
{
  memory_archive *m = (memory_archive *)archive;
  const size_t size = count * carom_element_size(element);
  if (m->count + size > m->capacity)
    return carom_fail(err, CAROM_ERR_CONFLICT, name, "ranks have read different scenes");
  if (size) memcpy(data, m->byte + m->count, size);
  m->count += size;
  return CAROM_OK;
}

/* Stages come first, because they change definitions, too. */
static carom_status visit(memory_archive *m, carom_phases *phases, carom_scene *s, carom_error *err)
{
  CAROM_TRY(carom_phases_archive(phases, s, &m->base, err));
  return carom_surroundings_archive(s, &m->base, err);
}

/* Broadcasts from rank 0. */
static bool broadcast(memory_archive *m, int rank)
{
  int64_t size = rank == 0 ? (int64_t)m->count : 0;
  MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (rank != 0) m->byte = malloc((size_t)size + 1);
  int room = m->byte != NULL, all;
  MPI_Allreduce(&room, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (all) MPI_Bcast(m->byte, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
  m->capacity = (size_t)size;
  m->count = 0;
  m->base = (carom_archive){.loading = true, .array = load};
  return all;
}

carom_status surroundings_share(bridge *b, carom_error *err)
{
  memory_archive m = {.base = {.array = store}};
  if (b->rank == 0) b->status = visit(&m, &b->run->phases, b->whole, &b->error);
  carom_status status = host_agree(b, err);
  if (status == CAROM_OK && !broadcast(&m, b->rank)) status = no_memory(err);
  if (status == CAROM_OK) b->status = visit(&m, b->phases, b->scene, &b->error);
  if (status == CAROM_OK) status = host_agree(b, err);
  free(m.byte);
  b->phase = b->rank == 0 ? b->run->phases.now : 0;
  b->felt = false;
  for (int k = 0; k < b->scene->walls.count; k++)
    b->felt |= carom_wall_feels(&b->scene->walls.wall[k]);
  b->host.wall_force = b->felt ? b->wall_force : NULL;
  return status;
}

carom_status surroundings_home(bridge *b, carom_error *err)
{
  memory_archive m = {.base = {.array = store}};
  carom_status status = carom_surroundings_archive(b->scene, &m.base, err);
  m.base = (carom_archive){.loading = true, .array = load};
  m.capacity = m.count;
  m.count = 0;
  if (status == CAROM_OK) status = carom_surroundings_archive(b->whole, &m.base, err);
  free(m.byte);
  b->whole->half_step_back = false;
  return status;
}

void surroundings_feel(bridge *b)
{
  const int walls = b->scene->walls.count;
  if (!b->felt) return;
  for (int k = 0; k < walls; k++)
    carom_engine_cpu()->wall_force(b->scene, k, b->own_wall_force + 6 * (size_t)k);
  MPI_Allreduce(b->own_wall_force, b->wall_force, 6 * walls, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
