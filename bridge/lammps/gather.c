/* SPDX-License-Identifier: MIT */
/* The state of all grains: from the whole scene on rank 0 to all ranks, and back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#define LAMMPS_LIB_MPI
#include <lammps/library.h>

#include "core/error.h"

enum {
  PIECE = 100000, /* grains or contacts sent at once */
  GRAIN = 14,     /* numbers of a grain: position, velocity, spin, radius, mass, images */
  HOME = 16384    /* numbers sent to rank 0 at once: MPI counts are int, but the total is not */
};

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to share out the grains");
}

/* Folds a grain into the domain. Between rebuilds grains of a scene may be beyond periodic borders,
 * and LAMMPS would fold them without counting that. */
static void fold(const carom_model *m, double x[3], double image[3])
{
  for (int k = 0; k < 3; k++) {
    if (!m->periodic[k] || (x[k] >= m->low[k] && x[k] < m->high[k])) continue;
    const double images = floor((x[k] - m->low[k]) / m->length[k]);
    x[k] -= images * m->length[k];
    image[k] += images;
    if (x[k] < m->high[k]) continue; /* otherwise rounding next to the border */
    x[k] = m->low[k];
    image[k]++;
  }
}

/* A piece of the whole scene, by tag. Velocities are those that contacts have seen: at mid-step or,
 * where the scene begins, of the instant. */
static void fill_piece(const carom_scene *s, const carom_scene_grain *grain, int64_t from,
                       int64_t count, double *number, int *type)
{
  for (int64_t k = 0; k < count; k++) {
    const carom_scene_grain *g = &grain[from + k];
    const int64_t i = s->particles.index_of[from + k];
    const double *half = carom_contact_velocity_of(s, i);
    double *to = number + GRAIN * k;
    for (int c = 0; c < 3; c++) {
      to[c] = carom_position_of(s, i)[c];
      to[3 + c] = s->half_step_back ? g->velocity[c] : half[c];
      to[6 + c] = s->half_step_back ? g->spin[c] : half[4 + c];
      to[11 + c] = s->particles.image[3 * i + c];
    }
    fold(&s->model, to, to + 11);
    to[9] = g->radius;
    to[10] = g->mass;
    type[k] = 1 + g->material + (g->fixed ? s->model.materials : 0);
  }
}

/* Creates the grains of a piece that LAMMPS assigns to this rank. */
static void create_piece(bridge *b, int64_t from, int count, const double *number, const int *type,
                         void *room)
{
  double *x = room, *v = x + 3 * (int64_t)PIECE;
  int *id = (int *)(void *)(v + 3 * (int64_t)PIECE), *image = id + PIECE;
  for (int k = 0; k < count; k++) {
    const double *one = number + GRAIN * k;
    memcpy(x + 3 * k, one, 3 * sizeof *x);
    memcpy(v + 3 * k, one + 3, 3 * sizeof *v);
    id[k] = (int)from + k + 1;
    image[k] = lammps_encode_image_flags((int)one[11], (int)one[12], (int)one[13]);
  }
  const int had = lammps_extract_setting(b->lammps, "nlocal");
  lammps_create_atoms(b->lammps, count, id, type, x, v, image, 1);
  const int have = lammps_extract_setting(b->lammps, "nlocal");
  const int *tag = lammps_extract_atom(b->lammps, "id");
  double *radius = lammps_extract_atom(b->lammps, "radius");
  double *mass = lammps_extract_atom(b->lammps, "rmass");
  double **spin = lammps_extract_atom(b->lammps, "omega");
  double **row = lammps_extract_atom(b->lammps, "d2_carom");
  for (int i = had; i < have; i++) {
    const double *one = number + GRAIN * (tag[i] - 1 - from);
    radius[i] = one[9];
    mass[i] = one[10];
    memcpy(spin[i], one + 6, 3 * sizeof *one);
    row[i][ROW_COUNT] = 0;
    row[i][ROW_RANK] = NOWHERE;
  }
}

static carom_status distribute_grains(bridge *b, carom_error *err)
{
  int64_t count = b->whole ? b->whole->particles.count : 0;
  double *number = malloc((size_t)PIECE * GRAIN * sizeof *number);
  int *type = malloc((size_t)PIECE * sizeof *type);
  void *room = malloc((size_t)PIECE * (6 * sizeof *number + 2 * sizeof *type));
  const carom_scene_view v = carom_scene_sample(b->whole);
  MPI_Bcast(&count, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  const bool ok = ranks_all(number && type && room);
  for (int64_t from = 0; ok && from < count; from += PIECE) {
    const int some = (int)(count - from < PIECE ? count - from : PIECE);
    if (b->rank == 0) fill_piece(b->whole, v.grain, from, some, number, type);
    MPI_Bcast(number, GRAIN * some, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(type, some, MPI_INT, 0, MPI_COMM_WORLD);
    create_piece(b, from, some, number, type, room);
  }
  free(number);
  free(type);
  free(room);
  if (!ok) return no_memory(err);
  const double there = lammps_get_natoms(b->lammps);
  if ((int64_t)there != count)
    return carom_fail(err, CAROM_ERR_DIVERGED, "scene.particles",
                      "LAMMPS took %.0f of %lld particles; are some outside the domain?", there,
                      (long long)count);
  return CAROM_OK;
}

/* A growing list of contacts: tag, code, history. */
typedef struct contact_list {
  const bridge *b;
  double *number;
  int64_t count, capacity;
  bool failed;
} contact_list;

static void put(contact_list *o, int tag, double code, const double *history)
{
  const int wide = o->b->entry + 1;
  if (o->count == o->capacity) {
    const int64_t room = 2 * o->capacity + 1024;
    double *more = realloc(o->number, (size_t)(room * wide) * sizeof *more);
    if (!more) {
      o->failed = true;
      return;
    }
    o->number = more;
    o->capacity = room;
  }
  double *to = o->number + o->count++ * wide;
  to[0] = tag;
  to[1] = code;
  memcpy(to + 2, history, (size_t)(wide - 2) * sizeof *to);
}

/* A contact of the whole scene. */
static void put_contact(void *user, carom_hosted_contact *c)
{
  const bool wall = carom_partner_is_wall(c->partner);
  const double code = wall ? rows_wall_code(carom_partner_face(c->partner), c->closed)
                           : rows_code((int)c->partner + 1, c->closed);
  put(user, (int)c->first + 1, code, c->history);
}

/* Adds a contact to the rows of its grains that are here. */
static void place_contact(bridge *b, const double *one)
{
  const int tag[2] = {(int)one[0], rows_code_tag(one[1])};
  const double at[3] = {0, 0, 0};
  double history[CAROM_HISTORY_MOST];
  memcpy(history, one + 2, (size_t)(b->entry - 1) * sizeof *history);
  for (int k = 0; k < 2 && tag[k] > 0; k++) {
    const int i = rows_find(b, tag[k], at);
    if (k == 1) carom_history_flip(&b->scene->model.history, history);
    if (i < 0) continue;
    const double code = k == 0 ? one[1] : rows_code(tag[0], rows_code_closed(one[1]));
    if (!rows_add(b, i, code, history)) rows_overflow(b, tag[k]);
  }
}

static carom_status distribute_contacts(bridge *b, carom_error *err)
{
  contact_list all = {.b = b};
  const int wide = b->entry + 1;
  if (b->rank == 0 && !carom_hosted_contacts(b->whole, put_contact, &all)) all.failed = true;
  MPI_Bcast(&all.count, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  double *piece = malloc((size_t)PIECE * (size_t)wide * sizeof *piece);
  b->here = lammps_extract_setting(b->lammps, "nlocal");
  b->ghosts = 0;
  b->tag = lammps_extract_atom(b->lammps, "id");
  b->row = lammps_extract_atom(b->lammps, "d2_carom");
  b->host.position = lammps_extract_atom(b->lammps, "x");
  const bool ok = ranks_all(rows_index(b) && piece && !all.failed);
  for (int64_t from = 0; ok && from < all.count; from += PIECE) {
    const int some = (int)(all.count - from < PIECE ? all.count - from : PIECE);
    if (b->rank == 0)
      memcpy(piece, all.number + from * wide, (size_t)some * (size_t)wide * sizeof *piece);
    MPI_Bcast(piece, some * wide, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int k = 0; k < some; k++)
      place_contact(b, piece + (int64_t)k * wide);
  }
  free(piece);
  free(all.number);
  if (!ok) return no_memory(err);
  return b->status;
}

/* The work of gravity continues from its last mid-step; rank 0 keeps what was before. */
static void distribute_sums(bridge *b)
{
  int64_t steps = b->whole ? b->whole->steps : 0;
  int now = b->whole ? b->whole->half_step_back : 0;
  MPI_Bcast(&steps, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  MPI_Bcast(&now, 1, MPI_INT, 0, MPI_COMM_WORLD);
  b->half = !now;
  carom_scene *s = b->scene;
  b->step = steps;
  carom_hosted_forget_sums(s);
  s->accounting.gravity_work = 0;
  for (int k = 0; k < 3; k++)
    s->accounting.momentum_last[k] = b->whole ? b->whole->accounting.momentum_last[k] : 0;
  if (!b->whole) return;
  b->base = b->whole->engine->sums(b->whole);
  b->base_gravity_work = b->whole->accounting.gravity_work;
}

carom_status gather_distribute(bridge *b, carom_error *err)
{
  distribute_sums(b);
  CAROM_TRY(distribute_grains(b, err));
  return distribute_contacts(b, err);
}

/* Sends in pieces. */
static void send_own(const bridge *b, const double *own, int64_t count)
{
  for (int64_t from = 0; b->rank != 0 && from < count; from += HOME)
    MPI_Send(own + from, (int)(count - from < HOME ? count - from : HOME), MPI_DOUBLE, 0, 0,
             MPI_COMM_WORLD);
}

static void receive(int rank, double *to, int64_t count)
{
  for (int64_t from = 0; from < count; from += HOME)
    MPI_Recv(to + from, (int)(count - from < HOME ? count - from : HOME), MPI_DOUBLE, rank, 0,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Sends this rank's numbers to rank 0, where *all is to be freed and *total is their number. False
 * on every rank if rank 0 lacks memory. */
static bool send_home(const bridge *b, const double *own, int64_t count, double **all,
                      int64_t *total)
{
  int64_t *counts = calloc((size_t)b->ranks, sizeof *counts);
  bool ok = ranks_all(counts != NULL);
  if (ok) MPI_Gather(&count, 1, MPI_INT64_T, counts, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  *total = 0;
  for (int r = 0; ok && b->rank == 0 && r < b->ranks; r++)
    *total += counts[r];
  if (ok && b->rank == 0) *all = malloc((size_t)(*total + 1) * sizeof **all);
  ok = ok && ranks_all(b->rank != 0 || *all);
  if (ok && b->rank == 0 && count > 0) memcpy(*all, own, (size_t)count * sizeof *own);
  if (ok) send_own(b, own, count);
  int64_t at = count;
  for (int r = 1; ok && b->rank == 0 && r < b->ranks; at += counts[r++])
    receive(r, *all + at, counts[r]);
  free(counts);
  return ok;
}

enum { STATE = 13 }; /* tag, images, position, velocity and spin at mid-step */

static double *own_state(const bridge *b)
{
  const carom_scene *s = b->scene;
  const int *image = lammps_extract_atom(b->lammps, "image");
  double *own = malloc(((size_t)b->here * STATE + 1) * sizeof *own);
  for (int i = 0; own && i < b->here; i++) {
    const int64_t at = s->particles.index_of[i];
    const double *x = carom_position_of(s, at), *v = carom_contact_velocity_of(s, at);
    double *to = own + (int64_t)STATE * i;
    int flags[3];
    lammps_decode_image_flags(image[i], flags);
    to[0] = b->tag[i];
    for (int k = 0; k < 3; k++) {
      to[1 + k] = flags[k];
      to[4 + k] = x[k];
      to[7 + k] = v[k];
      to[10 + k] = v[4 + k];
    }
  }
  return own;
}

static void take_state(carom_scene *s, const double *one)
{
  const int64_t i = s->particles.index_of[(int64_t)one[0] - 1];
  double *x = carom_position_of(s, i), *v = carom_contact_velocity_of(s, i);
  for (int k = 0; k < 3; k++) {
    s->particles.image[3 * i + k] = (int32_t)one[1 + k];
    x[k] = one[4 + k];
    v[k] = one[7 + k];
    v[4 + k] = one[10 + k];
  }
}

/* Lists each contact once: one between two grains is taken from the row of the lower tag. */
static contact_list own_contacts(const bridge *b)
{
  contact_list list = {.b = b};
  for (int i = 0; i < b->here; i++)
    for (int k = 0; k < (int)b->row[i][ROW_COUNT]; k++) {
      const double *entry = b->row[i] + ROW_HEAD + (int64_t)k * b->entry;
      const int other = rows_code_tag(entry[0]);
      if (other == 0 || b->tag[i] < other) put(&list, b->tag[i], entry[0], entry + 1);
    }
  return list;
}

static void take_contact(bridge *b, double *one)
{
  const int other = rows_code_tag(one[1]);
  const carom_hosted_contact c = {.first = (uint32_t)one[0] - 1,
                                  .partner = other ? (uint32_t)other - 1
                                                   : carom_wall_partner(rows_code_face(one[1])),
                                  .closed = rows_code_closed(one[1]),
                                  .history = one + 2};
  carom_hosted_remember(b->whole, &c);
}

/* Sums over all ranks since the take-over. */
static carom_block_sums sum_up(bridge *b)
{
  enum { LOST = CAROM_POWERS, SUMS = LOST + 5 };
  const carom_block_sums own = b->scene->engine->sums(b->scene);
  double number[SUMS] = {0}, all[SUMS] = {0};
  memcpy(number, own.lost, sizeof own.lost);
  number[LOST] = own.plastic;
  number[LOST + 1] = b->scene->accounting.gravity_work;
  memcpy(number + LOST + 2, b->scene->accounting.momentum_last, 3 * sizeof *number);
  MPI_Reduce(number, all, SUMS, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  carom_block_sums sums = b->base;
  for (int k = 0; k < LOST; k++)
    sums.lost[k] += all[k];
  sums.plastic += all[LOST];
  if (!b->whole) return sums;
  b->whole->accounting.gravity_work = b->base_gravity_work + all[LOST + 1];
  memcpy(b->whole->accounting.momentum_last, all + LOST + 2, 3 * sizeof *all);
  memcpy(b->whole->accounting.seconds, b->scene->accounting.seconds,
         sizeof b->scene->accounting.seconds);
  return sums;
}

/* Gathers extremes. Touches across ranks are counted by both, so halves are taken. */
static void gather_extremes(bridge *b)
{
  const int pairs = b->scene->model.material_pairs / 2;
  for (int k = 0; k < pairs; k++) {
    const carom_extremes own = carom_extremes_of(b->scene, k),
                         with = carom_extremes_of(b->scene, pairs + k);
    double most[2] = {own.fastest > with.fastest ? own.fastest : with.fastest,
                      own.deepest > with.deepest ? own.deepest : with.deepest},
           all[2];
    int64_t count[2] = {2 * own.touches + with.touches, 2 * own.at_floor + with.at_floor}, sum[2];
    MPI_Reduce(most, all, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(count, sum, 2, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!b->whole) continue;
    carom_extremes *to = &b->whole->accounting.extremes[0][k];
    to->fastest = all[0] > to->fastest ? all[0] : to->fastest;
    to->deepest = all[1] > to->deepest ? all[1] : to->deepest;
    to->touches = b->base_touches[k][0] + sum[0] / 2;
    to->at_floor = b->base_touches[k][1] + sum[1] / 2;
  }
}

static carom_status adopt(bridge *b, double *state, int64_t states, double *contact,
                          int64_t contacts, const carom_block_sums *sums, carom_error *err)
{
  const int wide = b->entry + 1;
  if (states / STATE != b->whole->particles.count)
    return carom_fail(err, CAROM_ERR_DIVERGED, "scene.particles",
                      "%lld particles came back from LAMMPS, not %lld", (long long)(states / STATE),
                      (long long)b->whole->particles.count);
  if (!carom_hosted_expect(b->whole, contacts / wide)) return no_memory(err);
  for (int64_t k = 0; k < states; k += STATE)
    take_state(b->whole, state + k);
  for (int64_t k = 0; k < contacts; k += wide)
    take_contact(b, contact + k);
  return carom_hosted_adopt(b->whole, sums, err);
}

carom_status gather_whole(bridge *b, carom_error *err)
{
  double *state = NULL, *contact = NULL;
  int64_t states = 0, contacts = 0;
  const carom_status before = b->status; /* if a run has stopped, its last state is still needed */
  rows_pack(b);
  double *own = own_state(b);
  contact_list list = own_contacts(b);
  const bool ok = ranks_all(own && !list.failed) &&
                  send_home(b, own, (int64_t)STATE * b->here, &state, &states) &&
                  send_home(b, list.number, list.count * (b->entry + 1), &contact, &contacts);
  free(own);
  free(list.number);
  const carom_block_sums sums = sum_up(b);
  gather_extremes(b);
  carom_status status = ok ? CAROM_OK : no_memory(err);
  if (ok && b->whole) status = adopt(b, state, states, contact, contacts, &sums, err);
  free(state);
  free(contact);
  if (before == CAROM_OK && b->status != CAROM_OK && err) *err = b->error;
  return before == CAROM_OK && b->status != CAROM_OK ? b->status : status;
}
