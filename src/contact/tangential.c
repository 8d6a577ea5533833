/* SPDX-License-Identifier: MIT */
/* A tangential model between two bodies: prepared once, then one contact or many at a time. */
#include <carom/tangential.h>

#include <assert.h>
#include <string.h>

#include "contact/needs.h"
#include "core/error.h"
#include "law/blocks.h"
#include "law/tangential.h"

static_assert(sizeof((carom_tangential_pair *)0)->constant ==
                  sizeof(double[CAROM_TANGENTIAL_CONSTANTS]),
              "constants of a pair");
static_assert(sizeof(carom_tangential_history) == sizeof(double[CAROM_SPRING]), "numbers");

carom_status carom_tangential_prepare(const carom_tangential_def *def, const carom_contact *contact,
                                      const carom_material *a, const carom_material *b,
                                      double ahead, carom_tangential_pair *pair, carom_error *err)
{
  return carom_stage_prepare("tangential", def, contact, a, b, ahead, pair, err);
}

void carom_tangential_force(const carom_tangential_pair *pair, const carom_slip *slip,
                            carom_tangential_history *history, double force[3])
{
  const double *n = slip->normal, *v = slip->velocity;
  const carom_slide in = {.normal = slip->normal_force,
                          .d = slip->overlap,
                          .radius = slip->radius,
                          .mass = slip->mass,
                          .step = slip->step,
                          .x = v[0],
                          .y = v[1],
                          .z = v[2],
                          .nx = n[0],
                          .ny = n[1],
                          .nz = n[2]};
  double *h = history->value;
  carom_shear spring = {h[0], h[1], h[2], h[3]};
  carom_traction f = {.x = 0};
  if (pair->model) {
    carom_rotate_history(n[0], n[1], n[2], slip->twist, &spring);
    pair->model->apply(pair->constant, &in, &spring, &f);
  }
  const bool closed = pair->model && carom_within(pair->reach, slip->overlap);
  h[0] = closed ? spring.x : 0;
  h[1] = closed ? spring.y : 0;
  h[2] = closed ? spring.z : 0;
  h[3] = closed && pair->model->numbers > 3 ? spring.extra : 0;
  force[0] = f.x, force[1] = f.y, force[2] = f.z;
}

double carom_tangential_stored(const carom_tangential_pair *pair, double overlap, double radius,
                               const carom_tangential_history *history)
{
  const double *h = history->value;
  const carom_shear spring = {h[0], h[1], h[2], h[3]};
  return pair->model ? pair->model->stored(pair->constant, overlap, radius, &spring) : 0;
}

/* Blocks are processed in chunks: kernels store the histories of a group together, value by value,
 * while callers have one array per value. */
enum { CHUNK = 64, ARRAYS = 12 };

/* The arrays that a kernel reads, in its order. */
static void arrays_of(const carom_tangential_block *b, const double *array[ARRAYS])
{
  const bool sized = b->radius && b->mass;
  const double *const all[ARRAYS] = {b->elastic,
                                     b->dissipative,
                                     b->overlap,
                                     sized ? b->radius : NULL,
                                     sized ? b->mass : NULL,
                                     b->normal[0],
                                     b->normal[1],
                                     b->normal[2],
                                     b->velocity[0],
                                     b->velocity[1],
                                     b->velocity[2],
                                     b->twist};
  memcpy(array, all, sizeof all);
}

typedef struct chunk {
  double in[ARRAYS][CHUNK], history[CHUNK / CAROM_GROUP][CAROM_SPRING][CAROM_GROUP];
  double patch[CHUNK], force[3][CHUNK];
} chunk;

/* Loads contact `from` + i of the block; a last group that is incomplete is filled with the first
 * contact. */
static void load(chunk *c, const carom_tangential_pair *pair, const carom_tangential_block *b,
                 const double *const *array, int64_t from, int64_t count, int64_t padded)
{
  const double own[2] = {pair->radius, pair->mass};
  for (int k = 0; k < ARRAYS; k++) {
    const double *values = array[k] ? array[k] + from : NULL, same = own[k == 4];
    for (int64_t i = 0; i < padded; i++)
      c->in[k][i] = values ? values[i < count ? i : 0] : same;
  }
  for (int64_t i = 0; i < padded; i++)
    c->patch[i] = carom_patch(c->in[3][i], c->in[2][i]);
  for (int k = 0; k < pair->model->numbers; k++)
    for (int64_t i = 0; i < padded; i++)
      c->history[i / CAROM_GROUP][k][i % CAROM_GROUP] = b->history[k][from + (i < count ? i : 0)];
}

static void store(const chunk *c, const carom_tangential_pair *pair,
                  const carom_tangential_block *b, int64_t from, int64_t count)
{
  for (int k = 0; k < pair->model->numbers; k++)
    for (int64_t i = 0; i < count; i++)
      b->history[k][from + i] = c->history[i / CAROM_GROUP][k][i % CAROM_GROUP];
  for (int k = 0; k < 3; k++)
    memcpy(b->force[k] + from, c->force[k], (size_t)count * sizeof(double));
}

void carom_tangential_forces(const carom_tangential_pair *pair, const carom_tangential_block *b)
{
  if (!pair->model) {
    for (int k = 0; k < 3; k++)
      for (int64_t i = 0; i < b->count; i++)
        b->force[k][i] = 0;
    return;
  }
  carom_slide_kernel *kernel = carom_stages_of(pair->instructions)[carom_stage_index(pair->model)];
  const double *array[ARRAYS];
  chunk c;
  double(*const in)[CHUNK] = c.in;
  const carom_slides columns = {.elastic = in[0],
                                .dissipative = in[1],
                                .d = in[2],
                                .radius = in[3],
                                .mass = in[4],
                                .patch = c.patch,
                                .uniform = !(b->radius && b->mass),
                                .nx = in[5],
                                .ny = in[6],
                                .nz = in[7],
                                .vx = in[8],
                                .vy = in[9],
                                .vz = in[10],
                                .twist = in[11],
                                .spring = c.history[0][0],
                                .stride = CAROM_SPRING * CAROM_GROUP,
                                .fx = c.force[0],
                                .fy = c.force[1],
                                .fz = c.force[2],
                                .reach = pair->reach};
  arrays_of(b, array);
  for (int64_t from = 0; from < b->count; from += CHUNK) {
    const int64_t left = b->count - from, count = left < CHUNK ? left : CHUNK;
    const int64_t groups = (count + CAROM_GROUP - 1) / CAROM_GROUP;
    load(&c, pair, b, array, from, count, groups * CAROM_GROUP);
    kernel(groups, pair->constant, b->step, &columns);
    store(&c, pair, b, from, count);
  }
}
