/* SPDX-License-Identifier: MIT */
/* Ghosts, if carom moves the grains. At an exchange every rank tells the others the bounds of its
 * grains, and sends to each the grains that may come near its bounds before the next exchange. The
 * receivers answer which of them may come near a grain (near.c), and only these stay. After every
 * motion each rank sends their new positions: one message per rank concerned, straight from the
 * owner and never through a third rank. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#define LAMMPS_LIB_MPI
#include <lammps/library.h>

#include "core/error.h"

enum {
  BOUNDS = 7,       /* of the grains of a rank: low, high, largest radius */
  RECORD = 13,      /* tag, type, mass, radius, and the numbers sent after a motion */
  KIND = 3,         /* numbers before the radius */
  OF_EXCHANGE = 71, /* message tags */
  OF_CHOICE = 72,
  OF_MOTION = 73
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

/* Squared distance between shifted bounds and other bounds; 0 if they overlap. */
static double square_apart(const double low[3], const double high[3], const double shift[3],
                           const double bounds[BOUNDS])
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double below = bounds[k] - (high[k] + shift[k]),
                 above = low[k] + shift[k] - bounds[3 + k];
    const double apart = below > above ? below : above;
    square += apart > 0 ? apart * apart : 0;
  }
  return square;
}

/* Makes room for more elements and keeps the present ones. */
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

/* Adds a grain that one of another rank may touch before the next exchange. */
static bool choose_grain(ghost_traffic *g, int i, int64_t image)
{
  if (!extend(&g->own, &g->own_capacity, g->owns + 1, sizeof *g->own)) return false;
  g->own[g->owns++] = (uint32_t)i;
  g->image[image].count++;
  return true;
}

/* Collects the grains here that another rank sees under one shift, or this rank across a periodic
 * border. */
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

/* Across periodic borders a grain may be seen at several places. */
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
  double *own = g->own_bounds;
  g->images = g->owns = 0;
  find_bounds(b, own);
  MPI_Allgather(own, BOUNDS, MPI_DOUBLE, g->bounds, BOUNDS, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int r = 0; r < b->ranks; r++)
    if (!choose_rank(b, r, own, g->bounds + (size_t)BOUNDS * (size_t)r)) return false;
  return true;
}

static int64_t lines_of(int64_t count)
{
  const int64_t numbers = count * CAROM_GHOST_DOUBLES + 1; /* one number behind them may be read */
  const int64_t bytes = (int64_t)sizeof(shared_slot) + numbers * (int64_t)sizeof(double);
  return (bytes + SHARED_LINE - 1) / SHARED_LINE;
}

/* Counts the grains that go to each rank. */
static void count_out(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  memset(g->out, 0, LINK_NUMBERS * (size_t)b->ranks * sizeof *g->out);
  for (int64_t k = 0; k < g->images; k++)
    g->out[LINK_NUMBERS * g->image[k].rank + LINK_COUNT] += g->image[k].count;
}

/* Assigns lines to the two slots of each link. */
static void lay_out(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  int64_t line = 1;
  for (int r = 0; r < b->ranks; r++) {
    int64_t *out = g->out + LINK_NUMBERS * (int64_t)r;
    for (int k = 0; k < 2 && out[LINK_COUNT] > 0; k++, line += lines_of(out[LINK_COUNT]))
      out[LINK_SLOT + k] = line;
  }
  shared_reserve(b, SHARED_LINE * line);
  for (int r = 0; r < b->ranks; r++) /* before other ranks learn of them */
    for (int k = 0; k < 2; k++) {
      const int64_t *out = g->out + LINK_NUMBERS * (int64_t)r;
      shared_slot *slot = shared_slot_at(b, b->rank, out[LINK_SLOT + k]);
      if (slot && out[LINK_COUNT] > 0)
        atomic_store_explicit(&slot->motion, 0, memory_order_release);
    }
}

/* Makes the links in the order of ranks; returns how many grains they carry. */
static int64_t connect(const bridge *b, const int64_t *number, bool out, ghost_link *link,
                       int *links)
{
  int64_t sum = 0;
  *links = 0;
  for (int r = 0; r < b->ranks; r++, number += LINK_NUMBERS) {
    if (number[LINK_COUNT] == 0) continue;
    const bool near = b->shared.base && b->shared.base[r] && r != b->rank;
    ghost_link *to = &link[(*links)++];
    *to = (ghost_link){.rank = r, .count = (int)number[LINK_COUNT], .from = sum};
    for (int k = 0; k < 2 && near; k++)
      to->slot[k] = shared_slot_at(b, out ? b->rank : r, number[LINK_SLOT + k]);
    sum += number[LINK_COUNT];
  }
  return sum;
}

/* All ranks learn how many ghosts come from where. */
static void meet(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  MPI_Alltoall(g->out, LINK_NUMBERS, MPI_INT64_T, g->in, LINK_NUMBERS, MPI_INT64_T, MPI_COMM_WORLD);
  connect(b, g->out, true, g->to, &g->tos);
  b->ghosts = (int)connect(b, g->in, false, g->from, &g->froms);
}

static bool reserve(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const int64_t all = b->here + b->ghosts;
  return carom_reserve(&g->send, &g->send_capacity, RECORD * g->owns, sizeof *g->send) &&
         carom_reserve(&g->receive, &g->receive_capacity, RECORD * (int64_t)b->ghosts,
                       sizeof *g->receive) &&
         carom_reserve(&g->record, &g->record_capacity, RECORD * (int64_t)b->ghosts,
                       sizeof *g->record) &&
         carom_reserve(&g->sent_near, &g->sent_near_capacity, g->owns, 1) &&
         carom_reserve(&g->near, &g->near_capacity, b->ghosts, 1) &&
         carom_reserve(&g->tag, &g->tag_capacity, all, sizeof *g->tag) &&
         carom_reserve(&g->row, &g->row_capacity, 3 * all, sizeof *g->row);
}

static bool reserve_links(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const int64_t ranks = b->ranks;
  if (!g->bounds) g->bounds = malloc((size_t)ranks * BOUNDS * sizeof *g->bounds);
  if (!g->out) g->out = malloc((size_t)ranks * LINK_NUMBERS * sizeof *g->out);
  if (!g->in) g->in = malloc((size_t)ranks * LINK_NUMBERS * sizeof *g->in);
  return g->bounds && g->out && g->in &&
         carom_reserve(&g->to, &g->to_capacity, ranks, sizeof *g->to) &&
         carom_reserve(&g->from, &g->from_capacity, ranks, sizeof *g->from) &&
         carom_reserve(&g->request, &g->request_capacity, 2 * ranks, sizeof *g->request);
}

static void fill_records(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  double *to = g->send;
  for (int64_t m = 0; m < g->images; m++)
    for (int64_t k = g->image[m].from; k < g->image[m].from + g->image[m].count;
         k++, to += RECORD) {
      const uint32_t i = g->own[k];
      const double is[4] = {b->tag[i], b->type[i], b->mass[i], b->radius[i]};
      memcpy(to, is, sizeof is);
      for (int c = 0; c < 3; c++)
        to[4 + c] = b->host.position[i][c] + g->image[m].shift[c];
      memcpy(to + 7, b->host.velocity[i], 3 * sizeof *to);
      memcpy(to + 10, b->host.spin[i], 3 * sizeof *to);
    }
}

/* The link of this rank to itself across a periodic border. */
static const ghost_link *own_link(const bridge *b, const ghost_link *link, int links)
{
  for (int k = 0; k < links; k++)
    if (link[k].rank == b->rank) return &link[k];
  return NULL;
}

static void send_records(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  const ghost_link *to = own_link(b, g->to, g->tos), *from = own_link(b, g->from, g->froms);
  int count = 0;
  for (int k = 0; k < g->froms; k++)
    if (&g->from[k] != from)
      MPI_Irecv(g->record + RECORD * g->from[k].from, RECORD * g->from[k].count, MPI_DOUBLE,
                g->from[k].rank, OF_EXCHANGE, MPI_COMM_WORLD, &g->request[count++]);
  for (int k = 0; k < g->tos; k++)
    if (&g->to[k] != to)
      MPI_Isend(g->send + RECORD * g->to[k].from, RECORD * g->to[k].count, MPI_DOUBLE,
                g->to[k].rank, OF_EXCHANGE, MPI_COMM_WORLD, &g->request[count++]);
  if (to)
    memcpy(g->record + RECORD * from->from, g->send + RECORD * to->from,
           RECORD * (size_t)to->count * sizeof *g->send);
  MPI_Waitall(count, g->request, MPI_STATUSES_IGNORE);
}

/* Finds the ghosts that may be touched here; the answer goes to their owners. */
static bool find_near(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  return near_find(b, g->own_bounds, b->ghosts, g->record + KIND, RECORD, g->near);
}

static void send_choice(const bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  const ghost_link *to = own_link(b, g->to, g->tos), *from = own_link(b, g->from, g->froms);
  int count = 0;
  for (const ghost_link *k = g->to; k < g->to + g->tos; k++)
    if (k != to)
      MPI_Irecv(g->sent_near + k->from, k->count, MPI_CHAR, k->rank, OF_CHOICE, MPI_COMM_WORLD,
                &g->request[count++]);
  for (const ghost_link *k = g->from; k < g->from + g->froms; k++)
    if (k != from)
      MPI_Isend(g->near + k->from, k->count, MPI_CHAR, k->rank, OF_CHOICE, MPI_COMM_WORLD,
                &g->request[count++]);
  if (to) memcpy(g->sent_near + to->from, g->near + from->from, (size_t)to->count);
  MPI_Waitall(count, g->request, MPI_STATUSES_IGNORE);
}

/* Keeps only the grains that the other side has chosen. */
static void drop_sent(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  int64_t images = 0, kept = 0;
  for (int64_t m = 0; m < g->images; m++) {
    ghost_image image = g->image[m];
    const int64_t from = image.from, end = from + image.count;
    image.from = kept;
    for (int64_t k = from; k < end; k++)
      if (g->sent_near[k]) g->own[kept++] = g->own[k];
    image.count = (int)(kept - image.from);
    if (image.count > 0) g->image[images++] = image;
  }
  g->images = images;
  g->owns = kept;
}

static void drop_received(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  int64_t kept = 0;
  for (int64_t k = 0; k < b->ghosts; k++)
    if (g->near[k])
      memmove(g->record + RECORD * kept++, g->record + RECORD * k, RECORD * sizeof *g->record);
}

static void forget_messages(ghost_traffic *g)
{
  for (int k = 0; k < g->messages; k++)
    MPI_Request_free(&g->request[k]);
  g->messages = g->coming = 0;
}

/* Prepares persistent messages to and from other nodes, the same in every step until the next
 * exchange; those to receive come first. */
static void prepare_messages(bridge *b)
{
  enum { WIDE = CAROM_GHOST_DOUBLES };
  ghost_traffic *g = &b->traffic;
  for (const ghost_link *k = g->from; k < g->from + g->froms; k++)
    if (k->rank != b->rank && !k->slot[0])
      MPI_Recv_init(g->receive + WIDE * k->from, WIDE * k->count, MPI_DOUBLE, k->rank, OF_MOTION,
                    MPI_COMM_WORLD, &g->request[g->messages++]);
  g->coming = g->messages;
  for (const ghost_link *k = g->to; k < g->to + g->tos; k++)
    if (k->rank != b->rank && !k->slot[0])
      MPI_Send_init(g->send + WIDE * k->from, WIDE * k->count, MPI_DOUBLE, k->rank, OF_MOTION,
                    MPI_COMM_WORLD, &g->request[g->messages++]);
}

/* Presents grains and ghosts by index, like the arrays of LAMMPS. */
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
  forget_messages(g);
  b->ghosts = 0;
  if (!ranks_all(reserve_links(b))) return false;
  if (!ranks_all(choose(b))) return false;
  count_out(b);
  meet(b);
  if (!ranks_all(reserve(b))) return false;
  fill_records(b);
  send_records(b);
  if (!ranks_all(find_near(b))) return false;
  send_choice(b);
  drop_sent(b);
  drop_received(b);
  count_out(b);
  lay_out(b);
  meet(b);
  show_all(b);
  prepare_messages(b);
  return true;
}

carom_hosted_particle ghosts_particle(const bridge *b, int ghost)
{
  const double *record = b->traffic.record + RECORD * (int64_t)ghost;
  return (carom_hosted_particle){.radius = record[3],
                                 .mass = record[2],
                                 .material = (int)record[1] - 1,
                                 .id = (uint32_t)record[0]};
}

/* Writes the images of a link; returns the image after them. */
static const ghost_image *tell(const bridge *b, const ghost_image *image, const ghost_link *link,
                               double *to)
{
  const ghost_traffic *g = &b->traffic;
  for (; image < g->image + g->images && image->rank == link->rank; image++) {
    carom_hosted_tell(b->scene, image->count, g->own + image->from, image->shift, to);
    to += CAROM_GHOST_DOUBLES * (int64_t)image->count;
  }
  return image;
}

/* A slot is free once its content of two motions ago has been read. */
static void tell_all(bridge *b)
{
  ghost_traffic *g = &b->traffic;
  const ghost_image *image = g->image;
  int message = g->coming;
  for (const ghost_link *k = g->to; k < g->to + g->tos; k++) {
    shared_slot *slot = k->slot[g->motions & 1];
    if (!slot) {
      image = tell(b, image, k, g->send + CAROM_GHOST_DOUBLES * k->from);
      if (k->rank != b->rank) MPI_Start(&g->request[message++]);
      continue;
    }
    shared_wait(b, shared_read(b, k->rank), g->motions - 2);
    image = tell(b, image, k, slot->number);
    atomic_store_explicit(&slot->motion, g->motions, memory_order_release);
  }
}

static void hear_all(bridge *b)
{
  const ghost_traffic *g = &b->traffic;
  const ghost_link *own = own_link(b, g->to, g->tos);
  for (const ghost_link *k = g->from; k < g->from + g->froms; k++) {
    const shared_slot *slot = k->slot[g->motions & 1];
    const double *from = k->rank == b->rank ? g->send + CAROM_GHOST_DOUBLES * own->from
                                            : g->receive + CAROM_GHOST_DOUBLES * k->from;
    if (slot) shared_wait(b, &slot->motion, g->motions);
    carom_hosted_hear(b->scene, b->here + k->from, k->count, slot ? slot->number : from);
  }
}

bool ghosts_tell(void *user)
{
  bridge *b = user;
  ghost_traffic *g = &b->traffic;
  g->motions++;
  if (g->coming) MPI_Startall(g->coming, g->request);
  tell_all(b);
  const bool others = g->froms > (own_link(b, g->from, g->froms) != NULL);
  if (!others) ghosts_await(b);
  return others;
}

void ghosts_await(void *user)
{
  bridge *b = user;
  ghost_traffic *g = &b->traffic;
  if (g->heard == g->motions) return;
  if (g->messages) MPI_Waitall(g->messages, g->request, MPI_STATUSES_IGNORE);
  hear_all(b);
  g->heard = g->motions;
  if (b->shared.base && b->shared.base[b->rank])
    atomic_store_explicit(shared_read(b, b->rank), g->heard, memory_order_release);
  b->travelled += b->scene->model.step * carom_hosted_heard(b->scene);
}

void ghosts_free(ghost_traffic *g)
{
  void *held[] = {g->bounds, g->out,  g->in,      g->image,  g->own,    g->to,
                  g->from,   g->send, g->receive, g->record, g->near,   g->sent_near,
                  g->head,   g->next, g->tag,     g->row,    g->request};
  forget_messages(g);
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
}
