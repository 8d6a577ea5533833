/* SPDX-License-Identifier: MIT */
/* Ghosts, where carom moves the grains. At an exchange every rank tells the others within which
 * bounds its grains are, and sends each the grains that may come near these before the next
 * exchange. After every motion it tells them where those are now: one message to each rank that
 * has any, straight from owner to owner of ghosts, and never through a third rank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#define LAMMPS_LIB_MPI
#include <lammps/library.h>

#include "core/error.h"

enum {
  BOUNDS = 7,       /* of the grains of a rank: low, high, largest radius */
  RECORD = 13,      /* tag, type, radius, mass, and what is told after a motion */
  OF_EXCHANGE = 71, /* tags of messages */
  OF_MOTION = 72
};

static void find_bounds(const bridge *b, double own[BOUNDS])
{
  for (int k = 0; k < 3; k++)
    own[k] = 1e300, own[3 + k] = -1e300;
  own[6] = 0;
  for (int i = 0; i < b->here; i++) {
    const double *x = b->host.position[i], r = b->radius[i];
    for (int k = 0; k < 3; k++) {
      own[k] = x[k] < own[k] ? x[k] : own[k];
      own[3 + k] = x[k] > own[3 + k] ? x[k] : own[3 + k];
    }
    own[6] = r > own[6] ? r : own[6];
  }
}

/* Of a box around a point, or around other bounds, from bounds; 0: they overlap. */
static double square_apart(const double low[3], const double high[3], const double shift[3],
                           const double bounds[BOUNDS])
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double below = bounds[k] - (high[k] + shift[k]), above = low[k] + shift[k] - bounds[3 + k];
    const double apart = below > above ? below : above;
    square += apart > 0 ? apart * apart : 0;
  }
  return square;
}

/* Room for more, behind what there is. */
static bool extend(void *array, int64_t *capacity, int64_t count, size_t size)
{
  void **held = array;
  if (count <= *capacity) return true;
  const int64_t wanted = 2 * count + 64;
  void *more = realloc(*held, (size_t)wanted * size);
  if (!more) return false;
  *held = more;
  *capacity = wanted;
  return true;
}

/* A grain that one of another rank may touch before the next exchange. */
static bool choose_grain(ghost_traffic *g, int i, int64_t image)
{
  if (!extend(&g->own, &g->own_capacity, g->owns + 1, sizeof *g->own)) return false;
  g->own[g->owns++] = (uint32_t)i;
  g->image[image].count++;
  return true;
}

/* Grains here that another rank sees at one place, or this one across a periodic border. */
static bool choose_image(bridge *b, int rank, const double *own, const double *bounds,
                         const double shift[3])
{
  ghost_traffic *g = &b->traffic;
  const double reach = skin_reach(b) - 2 * b->scene->model.largest + b->skin + bounds[6];
  const double most = reach + own[6];
  if (square_apart(own, own + 3, shift, bounds) >= most * most) return true;
  if (!extend(&g->image, &g->image_capacity, g->images + 1, sizeof *g->image)) return false;
  const int64_t at = g->images;
  g->image[at] = (ghost_image){.rank = rank, .from = g->owns};
  memcpy(g->image[at].shift, shift, sizeof g->image[at].shift);
  for (int i = 0; i < b->here; i++) {
    const double *x = b->host.position[i], far = reach + b->radius[i];
    if (square_apart(x, x, shift, bounds) < far * far && !choose_grain(g, i, at)) return false;
  }
  g->images += g->image[at].count > 0;
  return true;
}

/* Across periodic borders a grain is seen at several places. */
static bool choose_rank(bridge *b, int rank, const double *own, const double *bounds)
{
  double low[3], high[3];
  int periodic[3], flag, most[3];
  lammps_extract_box(b->lammps, low, high, NULL, NULL, NULL, periodic, &flag);
  for (int k = 0; k < 3; k++)
    most[k] = periodic[k] ? 1 + (int)((skin_reach(b) + b->skin) / (high[k] - low[k])) : 0;
  for (int z = -most[2]; z <= most[2]; z++)
    for (int y = -most[1]; y <= most[1]; y++)
      for (int x = -most[0]; x <= most[0]; x++) {
        const double shift[3] = {x * (high[0] - low[0]), y * (high[1] - low[1]),
                                 z * (high[2] - low[2])};
        if (rank == b->rank && x == 0 && y == 0 && z == 0) continue;
        if (!choose_image(b, rank, own, bounds, shift)) return false;
      }
  return true;
}

static bool choose(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  double own[BOUNDS];
  g->images = g->owns = 0;
  find_bounds(b, own);
  MPI_Allgather(own, BOUNDS, MPI_DOUBLE, g->bounds, BOUNDS, MPI_DOUBLE, MPI_COMM_WORLD);
  memset(g->sends, 0, (size_t)b->ranks * sizeof *g->sends);
  for (int r = 0; r < b->ranks; r++)
    if (!choose_rank(b, r, own, g->bounds + (size_t)BOUNDS * (size_t)r)) return false;
  for (int k = 0; k < g->images; k++)
    g->sends[g->image[k].rank] += g->image[k].count;
  return true;
}

/* The numbers of those that come are in the order of the ranks that they come from. */
static int count_coming(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  int count = 0;
  for (int r = 0; r < b->ranks; r++)
    count += g->receives[r];
  return count;
}

static bool reserve(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const int64_t most = b->ranks, all = b->here + b->ghosts;
  return carom_reserve(&g->send, &g->send_capacity, RECORD * g->owns, sizeof *g->send) &&
         carom_reserve(&g->receive, &g->receive_capacity, RECORD * (int64_t)b->ghosts,
                       sizeof *g->receive) &&
         carom_reserve(&g->record, &g->record_capacity, RECORD * (int64_t)b->ghosts,
                       sizeof *g->record) &&
         carom_reserve(&g->tag, &g->tag_capacity, all, sizeof *g->tag) &&
         carom_reserve(&g->row, &g->row_capacity, 3 * all, sizeof *g->row) &&
         carom_reserve(&g->request, &g->request_capacity, 2 * most, sizeof *g->request);
}

static void fill_records(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  double *to = g->send;
  for (int m = 0; m < g->images; m++)
    for (int64_t k = g->image[m].from; k < g->image[m].from + g->image[m].count; k++, to += RECORD) {
      const uint32_t i = g->own[k];
      const double is[4] = {b->tag[i], b->type[i], b->radius[i], b->mass[i]};
      memcpy(to, is, sizeof is);
      for (int c = 0; c < 3; c++)
        to[4 + c] = b->host.position[i][c] + g->image[m].shift[c];
      memcpy(to + 7, b->host.velocity[i], 3 * sizeof *to);
      memcpy(to + 10, b->host.spin[i], 3 * sizeof *to);
    }
}

static void send_records(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  const double *from = g->send;
  double *to = g->record;
  int count = 0;
  for (int r = 0; r < b->ranks; to += RECORD * (int64_t)g->receives[r++])
    if (r != b->rank && g->receives[r] > 0)
      MPI_Irecv(to, RECORD * g->receives[r], MPI_DOUBLE, r, OF_EXCHANGE, MPI_COMM_WORLD,
                &g->request[count++]);
  to = g->record;
  for (int r = 0; r < b->ranks; r++) {
    if (r == b->rank && g->sends[r] > 0)
      memcpy(to, from, RECORD * (size_t)g->sends[r] * sizeof *to);
    else if (g->sends[r] > 0)
      MPI_Isend(from, RECORD * g->sends[r], MPI_DOUBLE, r, OF_EXCHANGE, MPI_COMM_WORLD,
                &g->request[count++]);
    from += RECORD * (int64_t)g->sends[r];
    to += RECORD * (int64_t)g->receives[r];
  }
  MPI_Waitall(count, g->request, MPI_STATUSES_IGNORE);
}

static void forget_messages(ghost_traffic *g)
{
  for (int k = 0; k < g->messages; k++)
    MPI_Request_free(&g->request[k]);
  g->messages = g->coming = 0;
}

/* The same in every step until the next exchange: first those that come. */
static void prepare_messages(bridge *b)
{
  enum { WIDE = CAROM_GHOST_DOUBLES };
  ghost_traffic *g = &b->traffic;
  double *from = g->send, *to = g->receive;
  for (int r = 0; r < b->ranks; to += WIDE * (int64_t)g->receives[r++])
    if (r != b->rank && g->receives[r] > 0)
      MPI_Recv_init(to, WIDE * g->receives[r], MPI_DOUBLE, r, OF_MOTION, MPI_COMM_WORLD,
                    &g->request[g->messages++]);
  g->coming = g->messages;
  for (int r = 0; r < b->ranks; from += WIDE * (int64_t)g->sends[r++])
    if (r != b->rank && g->sends[r] > 0)
      MPI_Send_init(from, WIDE * g->sends[r], MPI_DOUBLE, r, OF_MOTION, MPI_COMM_WORLD,
                    &g->request[g->messages++]);
}

/* Grains and ghosts, by their numbers, as LAMMPS has them of its own. */
static void show_all(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const int all = b->here + b->ghosts;
  double **x = g->row, **v = x + all, **w = v + all;
  memcpy(g->tag, b->tag, (size_t)b->here * sizeof *g->tag);
  memcpy(x, b->host.position, (size_t)b->here * sizeof *x);
  memcpy(v, b->host.velocity, (size_t)b->here * sizeof *v);
  memcpy(w, b->host.spin, (size_t)b->here * sizeof *w);
  for (int i = b->here; i < all; i++) {
    double *record = g->record + RECORD * (int64_t)(i - b->here);
    g->tag[i] = (int)record[0];
    x[i] = record + 4;
    v[i] = record + 7;
    w[i] = record + 10;
  }
  b->tag = g->tag;
  b->host.position = x;
  b->host.velocity = v;
  b->host.spin = w;
}

bool ghosts_exchange(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const size_t ranks = (size_t)b->ranks;
  forget_messages(g);
  if (!g->bounds) {
    g->bounds = malloc(ranks * BOUNDS * sizeof *g->bounds);
    g->sends = malloc(ranks * sizeof *g->sends);
    g->receives = malloc(ranks * sizeof *g->receives);
  }
  if (!ranks_all(g->bounds && g->sends && g->receives)) return false;
  if (!ranks_all(choose(b))) return false;
  MPI_Alltoall(g->sends, 1, MPI_INT, g->receives, 1, MPI_INT, MPI_COMM_WORLD);
  b->ghosts = count_coming(b);
  if (!ranks_all(reserve(b))) return false;
  fill_records(b);
  send_records(b);
  show_all(b);
  prepare_messages(b);
  return true;
}

carom_hosted_particle ghosts_particle(const bridge *b, int ghost)
{
  const double *record = b->traffic.record + RECORD * (int64_t)ghost;
  return (carom_hosted_particle){
      .radius = record[2], .mass = record[3], .material = (int)record[1] - 1, .id = (uint32_t)record[0]};
}

/* A message is on its way as soon as it is written. */
static void send(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  double *to = g->send;
  for (int m = 0, message = g->coming; m < g->images;) {
    const int rank = g->image[m].rank;
    for (; m < g->images && g->image[m].rank == rank; m++) {
      const ghost_image *image = &g->image[m];
      carom_hosted_tell(b->scene, image->count, g->own + image->from, image->shift, to);
      to += CAROM_GHOST_DOUBLES * (int64_t)image->count;
    }
    if (rank != b->rank) MPI_Start(&g->request[message++]);
  }
}

static void copy_own(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  const double *from = g->send;
  double *to = g->receive;
  if (g->sends[b->rank] == 0) return;
  for (int r = 0; r < b->rank; r++) {
    from += CAROM_GHOST_DOUBLES * (int64_t)g->sends[r];
    to += CAROM_GHOST_DOUBLES * (int64_t)g->receives[r];
  }
  memcpy(to, from, CAROM_GHOST_DOUBLES * (size_t)g->sends[b->rank] * sizeof *to);
}

void ghosts_bring(void *user)
{
  bridge *b = user;
  ghost_traffic *g = &b->traffic;
  g->motions++;
  if (g->coming) MPI_Startall(g->coming, g->request);
  send(b);
  copy_own(b);
  MPI_Waitall(g->messages, g->request, MPI_STATUSES_IGNORE);
  carom_hosted_hear(b->scene, b->here, b->ghosts, g->receive);
  b->travelled += b->scene->model.step * carom_hosted_heard(b->scene);
}

void ghosts_free(ghost_traffic *g)
{
  void *held[] = {g->bounds, g->sends,  g->receives, g->image, g->own,    g->send,
                  g->receive, g->record, g->tag,      g->row,   g->request};
  forget_messages(g);
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
}
