/* SPDX-License-Identifier: MIT */
/* Memory that ranks of one node share: what one rank writes there others read without a message.
 * The head of each rank's part says up to which motion the rank has read the data of others. Slots
 * follow: a rank writes to another alternately into two of them, each preceded by the number of the
 * motion that it holds. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "bridge.h"
#include "core/pool.h"

enum { PATIENCE = 4096 }; /* polls before a rank yields its core */

static bool find_node(bridge *b)
{
  shared_memory *m = &b->shared;
  MPI_Group all, near;
  m->base = calloc((size_t)b->ranks, sizeof *m->base);
  m->near = malloc((size_t)b->ranks * sizeof *m->near);
  int *rank = malloc((size_t)b->ranks * sizeof *rank);
  const bool ok = m->base && m->near && rank;
  for (int r = 0; ok && r < b->ranks; r++)
    rank[r] = r;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, b->rank, MPI_INFO_NULL, &m->node);
  MPI_Comm_set_errhandler(m->node, MPI_ERRORS_RETURN);
  int size;
  MPI_Comm_size(m->node, &size);
  m->patience = size > sysconf(_SC_NPROCESSORS_ONLN) ? 0 : PATIENCE;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(m->node, &near);
  if (ok) MPI_Group_translate_ranks(all, b->ranks, rank, near, m->near);
  MPI_Group_free(&all);
  MPI_Group_free(&near);
  free(rank);
  return ok;
}

/* Is there room where Open MPI puts shared memory? With too little room it waits for ever. */
static bool has_room(const bridge *b, int64_t room)
{
  struct statvfs file_system;
  int64_t sum;
  MPI_Allreduce(&room, &sum, 1, MPI_INT64_T, MPI_SUM, b->shared.node);
  if (statvfs("/dev/shm", &file_system) != 0) return true;
  return (double)file_system.f_bavail * (double)file_system.f_frsize > 1.1 * (double)sum;
}

static bool allocate(bridge *b, int64_t room)
{
  shared_memory *m = &b->shared;
  MPI_Info info;
  void *own = NULL;
  if (m->window != MPI_WIN_NULL) MPI_Win_free(&m->window);
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true"); /* each part near its rank */
  const int code = MPI_Win_allocate_shared((MPI_Aint)(room + SHARED_LINE), 1, info, m->node, &own,
                                           &m->window);
  MPI_Info_free(&info);
  m->room = room;
  if (code != MPI_SUCCESS) m->window = MPI_WIN_NULL;
  return code == MPI_SUCCESS;
}

static bool find_parts(bridge *b)
{
  shared_memory *m = &b->shared;
  bool ok = true;
  for (int r = 0; r < b->ranks; r++) {
    MPI_Aint size;
    int unit;
    void *base = NULL;
    if (m->near[r] != MPI_UNDEFINED)
      ok &= MPI_Win_shared_query(m->window, m->near[r], &size, &unit, &base) == MPI_SUCCESS;
    if (base) /* aligned to a line; all ranks find the same one, because pages are mapped as a whole
               */
      base = (char *)base + (SHARED_LINE - (uintptr_t)base % SHARED_LINE) % SHARED_LINE;
    m->base[r] = base;
  }
  return ok;
}

static void refuse(bridge *b)
{
  b->shared.refused = true;
  b->shared.window = MPI_WIN_NULL; /* other ranks may have none */
  for (int r = 0; b->shared.base && r < b->ranks; r++)
    b->shared.base[r] = NULL;
}

/* The old memory is not in use: all ranks have synchronised since the last motion. */
void shared_reserve(bridge *b, int64_t bytes)
{
  shared_memory *m = &b->shared;
  const bool first = !m->base;
  if (m->refused || b->ranks == 1) return;
  if (first) m->window = MPI_WIN_NULL;
  if (first && !ranks_all(find_node(b))) {
    refuse(b);
    return;
  }
  int64_t wanted = bytes > m->room ? bytes + bytes / 4 + 4096 : 0, most;
  MPI_Allreduce(&wanted, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  if (most == 0) return;
  const int64_t room = wanted > m->room ? wanted : m->room;
  if (!ranks_all(has_room(b, room)) || !ranks_all(allocate(b, room) && find_parts(b))) {
    refuse(b);
    return;
  }
  *shared_read(b, b->rank) = b->traffic.motions;
  MPI_Barrier(m->node);
}

shared_number *shared_read(const bridge *b, int rank)
{
  return (shared_number *)(void *)b->shared.base[rank];
}

shared_slot *shared_slot_at(const bridge *b, int rank, int64_t line)
{
  char *base = b->shared.base ? b->shared.base[rank] : NULL;
  return base ? (shared_slot *)(void *)(base + SHARED_LINE * line) : NULL;
}

/* Other ranks may need this core to get there. */
void shared_wait(const bridge *b, const shared_number *number, int64_t least)
{
  for (int k = 0; atomic_load_explicit(number, memory_order_acquire) < least;) {
    if (k < b->shared.patience) {
      carom_relax();
      k++;
    } else {
      sched_yield();
    }
  }
}

void shared_free(bridge *b)
{
  shared_memory *m = &b->shared;
  if (m->base && m->window != MPI_WIN_NULL) MPI_Win_free(&m->window);
  if (m->base) MPI_Comm_free(&m->node);
  free(m->base);
  free(m->near);
}
