/* SPDX-License-Identifier: MIT */
/* The state of a scene as named arrays, and back. Whatever was found damaged is refused: every
 * index is checked before it is used. */
#include "scene/scene_state.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

enum { VERSION = 1, COUNTS = 16, SCALARS = 16, PATCH = 7, SUMS = 12, BIN = 5, WALL = 9, FACE = 6 };

/* Sizes, in the order they are saved. */
static void get_counts(const carom_scene *s, int64_t c[COUNTS])
{
  const int64_t counts[COUNTS] = {
      VERSION,         s->n,     s->block,  s->blocks,        s->steps,
      s->rebuilds,     s->bins,  s->groups, s->outers,        s->incomings,
      s->history,      s->walls, s->faces,  s->grid.cells[0], s->grid.cells[1],
      s->grid.cells[2]};
  memcpy(c, counts, sizeof counts);
}

static void get_scalars(const carom_scene *s, double v[SCALARS + 6])
{
  const double scalars[SCALARS] = {s->step,
                                   s->skin,
                                   s->bound,
                                   s->wall_bound,
                                   s->gravity[0],
                                   s->gravity[1],
                                   s->gravity[2],
                                   s->energy_start,
                                   s->tangential_start,
                                   s->gravity_work,
                                   s->moment_start[0],
                                   s->moment_start[1],
                                   s->moment_start[2],
                                   s->momentum_last[0],
                                   s->momentum_last[1],
                                   s->momentum_last[2]};
  memcpy(v, scalars, sizeof scalars);
  memcpy(v + SCALARS, s->grid.origin, sizeof s->grid.origin);
  memcpy(v + SCALARS + 3, s->grid.cell, sizeof s->grid.cell);
}

static void put_scalars(carom_scene *s, const double v[SCALARS + 6])
{
  s->bound = v[2];
  s->wall_bound = v[3];
  memcpy(s->gravity, v + 4, sizeof s->gravity);
  s->energy_start = v[7];
  s->tangential_start = v[8];
  s->gravity_work = v[9];
  memcpy(s->moment_start, v + 10, sizeof s->moment_start);
  memcpy(s->momentum_last, v + 13, sizeof s->momentum_last);
  memcpy(s->grid.origin, v + SCALARS, sizeof s->grid.origin);
  memcpy(s->grid.cell, v + SCALARS + 3, sizeof s->grid.cell);
}

/* Structures as plain numbers; `out` true reads them from the scene. */
static void patches(carom_scene *s, int64_t *number, double *sum, bool out)
{
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_patch *p = &s->patch[b];
    int64_t *numbers[PATCH] = {&p->bin,    &p->bins,    &p->incoming,    &p->incomings,
                               &p->source, &p->sources, &p->sum.touching};
    double *sums[SUMS] = {&p->sum.viscous,     &p->sum.friction,    &p->sum.walls,
                          &p->sum.lost[0],     &p->sum.lost[1],     &p->sum.lost[2],
                          &p->sum.plastic,     &p->sum.speed,       &p->sum.momentum[0],
                          &p->sum.momentum[1], &p->sum.momentum[2], &p->sum.bad};
    for (int k = 0; k < PATCH; k++)
      *(out ? &number[PATCH * b + k] : numbers[k]) = *(out ? numbers[k] : &number[PATCH * b + k]);
    for (int k = 0; k < SUMS; k++)
      *(out ? &sum[SUMS * b + k] : sums[k]) = *(out ? sums[k] : &sum[SUMS * b + k]);
  }
}

static void get_bins(const carom_scene *s, int64_t *v)
{
  for (int64_t k = 0; k < s->bins; k++) {
    const carom_bin *b = &s->bin[k];
    const int64_t bin[BIN] = {b->class, b->kind, b->group, b->contacts, b->outer};
    memcpy(v + BIN * k, bin, sizeof bin);
  }
}

static void put_bins(carom_scene *s, const int64_t *v)
{
  for (int64_t k = 0; k < s->bins; k++)
    s->bin[k] = (carom_bin){.class = (int32_t)v[BIN * k],
                            .kind = (int32_t)v[BIN * k + 1],
                            .group = v[BIN * k + 2],
                            .contacts = v[BIN * k + 3],
                            .outer = v[BIN * k + 4]};
}

static void walls(carom_scene *s, double *v, bool out)
{
  for (int i = 0; i < s->walls; i++, v += WALL) {
    double *part[3] = {s->wall[i].centre, s->wall[i].velocity, s->wall[i].spin};
    for (int k = 0; k < 3; k++)
      memcpy(out ? v + 3 * k : part[k], out ? part[k] : v + 3 * k, 3 * sizeof *v);
  }
  for (int i = 0; i < s->faces; i++, v += FACE) {
    memcpy(out ? v : s->face[i].point, out ? s->face[i].point : v, 3 * sizeof *v);
    memcpy(out ? v + 3 : s->face[i].direction, out ? s->face[i].direction : v + 3, 3 * sizeof *v);
  }
}

/* Rows that stand in the scene as they are saved. */
typedef struct field {
  const char *name;
  carom_array_type type;
  void *data;
  int64_t count;
} field;

enum { FIELDS = 14 };

static void fields_of(carom_scene *s, field out[FIELDS])
{
  const int64_t n = s->n, contacts = CAROM_LANES * s->groups;
  const field all[FIELDS] = {
      {"grain", CAROM_ARRAY_F64, s->grain, CAROM_GRAIN * n},
      {"motion", CAROM_ARRAY_F64, s->motion, s->motion ? CAROM_ROW * n : 0},
      {"force", CAROM_ARRAY_F64, s->force, CAROM_ROW * n},
      {"reference", CAROM_ARRAY_F64, s->reference, CAROM_SPOT * n},
      {"number", CAROM_ARRAY_U32, s->number, n},
      {"id", CAROM_ARRAY_U32, s->id, n},
      {"material", CAROM_ARRAY_I32, s->material, n},
      {"image", CAROM_ARRAY_I32, s->image, 3 * n},
      {"wall_force", CAROM_ARRAY_F64, s->wall_force, 6 * s->blocks * s->walls},
      {"pairs", CAROM_ARRAY_U32, s->pair, 2 * contacts},
      {"touching", CAROM_ARRAY_U8, s->touching, s->groups},
      {"past", CAROM_ARRAY_F64, s->past, contacts * s->history},
      {"outer", CAROM_ARRAY_F64, s->outer, CAROM_ROW * s->outers},
      {"incoming", CAROM_ARRAY_U32, s->incoming, 2 * s->incomings}};
  memcpy(out, all, sizeof all);
}

/* Small arrays that are made for saving and loading only. */
typedef struct packed {
  int64_t count[COUNTS], *patch, *bin;
  double scalar[SCALARS + 6], *sum, *wall;
} packed;

static bool pack_room(const carom_scene *s, packed *p)
{
  p->patch = malloc((size_t)(PATCH * s->blocks + 1) * sizeof *p->patch);
  p->sum = malloc((size_t)(SUMS * s->blocks + 1) * sizeof *p->sum);
  p->bin = malloc((size_t)(BIN * s->bins + 1) * sizeof *p->bin);
  p->wall = malloc((size_t)(WALL * s->walls + FACE * s->faces + 1) * sizeof *p->wall);
  return p->patch && p->sum && p->bin && p->wall;
}

static void pack_free(packed *p)
{
  free(p->patch);
  free(p->sum);
  free(p->bin);
  free(p->wall);
}

static carom_status visit_all(carom_scene *s, packed *p, carom_array_visit *visit, void *user,
                              carom_error *err)
{
  field f[FIELDS];
  get_counts(s, p->count);
  get_scalars(s, p->scalar);
  patches(s, p->patch, p->sum, true);
  get_bins(s, p->bin);
  walls(s, p->wall, true);
  fields_of(s, f);
  const carom_array head[] = {
      {"counts", CAROM_ARRAY_I64, p->count, COUNTS},
      {"scalars", CAROM_ARRAY_F64, p->scalar, SCALARS + 6},
      {"patches", CAROM_ARRAY_I64, p->patch, PATCH * s->blocks},
      {"sums", CAROM_ARRAY_F64, p->sum, SUMS * s->blocks},
      {"bins", CAROM_ARRAY_I64, p->bin, BIN * s->bins},
      {"walls", CAROM_ARRAY_F64, p->wall, WALL * s->walls + FACE * s->faces},
      {"sources", CAROM_ARRAY_I64, s->source,
       s->patch[s->blocks - 1].source + s->patch[s->blocks - 1].sources}};
  for (size_t k = 0; k < sizeof head / sizeof *head; k++)
    CAROM_TRY(visit(user, &head[k], err));
  for (int k = 0; k < FIELDS; k++) {
    const carom_array array = {f[k].name, f[k].type, f[k].data, f[k].count};
    CAROM_TRY(visit(user, &array, err));
  }
  return CAROM_OK;
}

carom_status carom_scene_arrays(carom_scene *s, carom_array_visit *visit, void *user,
                                carom_error *err)
{
  packed p = {.patch = NULL};
  carom_status status = CAROM_ERR_MEMORY;
  if (pack_room(s, &p))
    status = visit_all(s, &p, visit, user, err);
  else
    carom_fail(err, status, "checkpoint", "no memory to save the scene");
  pack_free(&p);
  return status;
}

/* ---- and back ---- */

typedef struct source {
  carom_array_fetch *fetch;
  void *user;
} source;

static carom_status damaged(carom_error *err, const char *name)
{
  return carom_fail(err, CAROM_ERR_SYNTAX, name,
                    "the saved state is damaged or belongs to another scene");
}

static carom_status take(const source *from, const char *name, carom_array_type type, void *to,
                         int64_t count, carom_error *err)
{
  static const size_t size[] = {8, 8, 4, 4, 1};
  int64_t found = -1;
  if (err) err->code = CAROM_OK;
  const void *data = from->fetch(from->user, name, type, &found, err);
  if (count > 0 && !data) return err && err->code != CAROM_OK ? err->code : damaged(err, name);
  if (found != count) return damaged(err, name);
  if (count > 0) memcpy(to, data, (size_t)count * size[type]);
  return CAROM_OK;
}

static bool sane(int64_t value, int64_t most)
{
  return value >= 0 && value <= most;
}

static carom_status take_counts(carom_scene *s, const source *from, carom_error *err)
{
  int64_t c[COUNTS], own[COUNTS];
  static const int fixed[] = {1, 2, 3, 10, 11, 12};
  CAROM_TRY(take(from, "counts", CAROM_ARRAY_I64, c, COUNTS, err));
  get_counts(s, own);
  if (c[0] != VERSION)
    return carom_fail(err, CAROM_ERR_SYNTAX, "counts",
                      "the state was saved in version %ld, this is version %d", (long)c[0],
                      VERSION);
  for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++)
    if (c[fixed[k]] != own[fixed[k]]) return damaged(err, "counts");
  const int64_t most = (int64_t)1 << 33;
  if (!sane(c[4], INT64_MAX / 2) || !sane(c[5], INT64_MAX / 2) || !sane(c[6], most) ||
      !sane(c[7], most) || !sane(c[8], most) || !sane(c[9], most))
    return damaged(err, "counts");
  if (memcmp(c + 13, own + 13, 3 * sizeof *c) != 0) { /* another grid: numbered at the rebuild */
    free(s->grid.rank);
    free(s->grid.start);
    s->grid.rank = s->grid.start = NULL;
    s->grid.room = 0;
  }
  for (int k = 0; k < 3; k++) {
    if (!sane(c[13 + k], 1000000)) return damaged(err, "counts");
    s->grid.cells[k] = (int)c[13 + k];
  }
  s->steps = (long)c[4];
  s->rebuilds = (long)c[5];
  s->bins = c[6];
  s->groups = c[7];
  s->outers = c[8];
  s->incomings = c[9];
  return CAROM_OK;
}

static bool grow(carom_scene *s)
{
  return carom_reserve(&s->bin, &s->bin_room, s->bins, sizeof *s->bin) &&
         carom_lists_reserve(s) && /* the other half; then they change places */
         carom_reserve(&s->outer, &s->outer_room, CAROM_ROW * s->outers, sizeof *s->outer) &&
         carom_reserve(&s->incoming, &s->incoming_room, s->incomings, sizeof *s->incoming) &&
         carom_reserve(&s->source, &s->source_room, s->incomings + 1, sizeof *s->source);
}

static bool patches_fit(const carom_scene *s, int64_t *sources)
{
  int64_t bins = 0, incoming = 0;
  *sources = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_patch *p = &s->patch[b];
    if (p->bin != bins || p->incoming != incoming || p->source != *sources) return false;
    if (!sane(p->bins, s->bins - bins) || !sane(p->incomings, s->incomings - incoming) ||
        !sane(p->sources, p->incomings))
      return false;
    bins += p->bins;
    incoming += p->incomings;
    *sources += p->sources;
  }
  return bins == s->bins && incoming == s->incomings;
}

static bool bins_fit(const carom_scene *s, const int64_t *v)
{
  int64_t groups = 0, outer = 0;
  for (int64_t k = 0; k < s->bins; k++, v += BIN) {
    const int64_t wanted = (v[3] + CAROM_LANES - 1) / CAROM_LANES;
    if (!sane(v[0], s->classes - 1) || !sane(v[1], CAROM_WALLED) || v[2] != groups ||
        v[4] != outer || v[3] < 1 || wanted > s->groups - groups ||
        s->class[v[0]].wall != (v[1] == CAROM_WALLED))
      return false;
    groups += wanted;
    if (v[1] == CAROM_OUTER) outer += CAROM_LANES * wanted;
  }
  return groups == s->groups && outer == s->outers;
}

/* Every index within its range, every particle once. */
static bool indices_fit(carom_scene *s, int64_t sources)
{
  memset(s->order, 0, (size_t)s->n * sizeof *s->order);
  for (int64_t i = 0; i < s->n; i++) {
    if (s->number[i] >= s->n || s->order[s->number[i]]++ || !sane(s->material[i], s->materials - 1))
      return false;
  }
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = s->patch[b].bin; k < s->patch[b].bin + s->patch[b].bins; k++) {
      const carom_bin *bin = &s->bin[k];
      const int64_t first = CAROM_LANES * bin->group;
      const int64_t end = first + (bin->contacts + CAROM_LANES - 1) / CAROM_LANES * CAROM_LANES;
      for (int64_t c = first; c < end; c++) {
        const int64_t i = s->pair[2 * c], j = s->pair[2 * c + 1];
        const bool wall = bin->kind == CAROM_WALLED;
        if (i / s->block != b || i >= s->n || j >= (wall ? s->faces : s->n)) return false;
        if (!wall && (j <= i || (j / s->block == b) != (bin->kind == CAROM_INNER))) return false;
      }
    }
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = s->patch[b].incoming; k < s->patch[b].incoming + s->patch[b].incomings; k++)
      if (s->incoming[k].row >= s->outers || s->incoming[k].particle >= s->n ||
          s->incoming[k].particle / s->block != b)
        return false;
  for (int64_t k = 0; k < sources; k++)
    if (!sane(s->source[k], s->blocks - 1)) return false;
  return true;
}

static carom_status take_all(carom_scene *s, packed *p, const source *from, carom_error *err)
{
  field f[FIELDS];
  int64_t sources;
  CAROM_TRY(take(from, "scalars", CAROM_ARRAY_F64, p->scalar, SCALARS + 6, err));
  if (p->scalar[0] != s->step || p->scalar[1] != s->skin) return damaged(err, "scalars");
  put_scalars(s, p->scalar);
  CAROM_TRY(take(from, "patches", CAROM_ARRAY_I64, p->patch, PATCH * s->blocks, err));
  CAROM_TRY(take(from, "sums", CAROM_ARRAY_F64, p->sum, SUMS * s->blocks, err));
  CAROM_TRY(take(from, "bins", CAROM_ARRAY_I64, p->bin, BIN * s->bins, err));
  CAROM_TRY(take(from, "walls", CAROM_ARRAY_F64, p->wall, WALL * s->walls + FACE * s->faces, err));
  patches(s, p->patch, p->sum, false);
  if (!patches_fit(s, &sources)) return damaged(err, "patches");
  if (!bins_fit(s, p->bin)) return damaged(err, "bins");
  put_bins(s, p->bin);
  walls(s, p->wall, false);
  CAROM_TRY(take(from, "sources", CAROM_ARRAY_I64, s->source, sources, err));
  fields_of(s, f);
  for (int k = 0; k < FIELDS; k++)
    CAROM_TRY(take(from, f[k].name, f[k].type, f[k].data, f[k].count, err));
  if (!indices_fit(s, sources)) return damaged(err, "pairs");
  for (int64_t b = 0; b < s->blocks; b++) {
    atomic_store(&s->patch[b].pressed, (long)s->passes);
    s->patch[b].moved = s->passes;
  }
  s->looked = false;
  return CAROM_OK;
}

carom_status carom_scene_restore(carom_scene *s, carom_array_fetch *fetch, void *user,
                                 carom_error *err)
{
  const source from = {fetch, user};
  packed p = {.patch = NULL};
  carom_status status = take_counts(s, &from, err);
  if (status == CAROM_OK) {
    if (grow(s) && pack_room(s, &p))
      status = take_all(s, &p, &from, err);
    else
      status = carom_fail(err, CAROM_ERR_MEMORY, "checkpoint", "no memory to load the scene");
  }
  pack_free(&p);
  s->stopped = status;
  return status;
}
