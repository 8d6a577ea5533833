/* SPDX-License-Identifier: MIT */
/* The complete state of a scene: order of the particles, lists, histories, sums, walls. Whatever
 * was damaged is refused: every index is checked before it is used. */
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "core/error.h"
#include "scene/scene.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* What must be known before the arrays can be read. */
typedef struct sizes {
  int64_t particles, block, blocks, history, walls, faces; /* as the definition has them */
  int64_t steps, rebuilds, bins, groups, rows, outers, dents;
  int32_t cells[3];
  double step, skin; /* again as in the definition */
} sizes;

static const carom_column sizes_column[] = {
    CAROM_COLUMN(sizes, particles, CAROM_LONGS), CAROM_COLUMN(sizes, block, CAROM_LONGS),
    CAROM_COLUMN(sizes, blocks, CAROM_LONGS),    CAROM_COLUMN(sizes, history, CAROM_LONGS),
    CAROM_COLUMN(sizes, walls, CAROM_LONGS),     CAROM_COLUMN(sizes, faces, CAROM_LONGS),
    CAROM_COLUMN(sizes, steps, CAROM_LONGS),     CAROM_COLUMN(sizes, rebuilds, CAROM_LONGS),
    CAROM_COLUMN(sizes, bins, CAROM_LONGS),      CAROM_COLUMN(sizes, groups, CAROM_LONGS),
    CAROM_COLUMN(sizes, rows, CAROM_LONGS),      CAROM_COLUMN(sizes, outers, CAROM_LONGS),
    CAROM_COLUMN(sizes, dents, CAROM_LONGS),     CAROM_COLUMNS(sizes, cells, CAROM_INTS, 3),
    CAROM_COLUMN(sizes, step, CAROM_DOUBLES),    CAROM_COLUMN(sizes, skin, CAROM_DOUBLES),
};

static const carom_column scene_column[] = {
    CAROM_COLUMN(carom_scene, left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, wall_way, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, gravity, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, energy_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, tangential_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, gravity_work, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, moment_start, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, momentum_last, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, grid.origin, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, grid.cell, CAROM_DOUBLES, 3),
};

static const carom_column patch_column[] = {
    CAROM_COLUMN(carom_patch, bin, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, bins, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, incoming, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, incomings, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, outer, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, outers, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, shells, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, source, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, sources, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, sum.touching, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, sum.viscous, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, sum.friction, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, sum.walls, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_patch, sum.lost, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_patch, sum.plastic, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, sum.speed, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_patch, sum.momentum, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_patch, sum.bad, CAROM_DOUBLES),
};

static const carom_column bin_column[] = {
    CAROM_COLUMN(carom_bin, class, CAROM_INTS),  CAROM_COLUMN(carom_bin, kind, CAROM_INTS),
    CAROM_COLUMN(carom_bin, group, CAROM_LONGS), CAROM_COLUMN(carom_bin, contacts, CAROM_LONGS),
    CAROM_COLUMN(carom_bin, shell, CAROM_INTS),  CAROM_COLUMN(carom_bin, outer, CAROM_LONGS),
};

static const carom_column district_column[] = {
    CAROM_COLUMN(carom_district, from, CAROM_LONGS),
    CAROM_COLUMN(carom_district, to, CAROM_LONGS),
    CAROM_COLUMN(carom_district, room, CAROM_DOUBLES),
};

static const carom_column wall_column[] = {
    CAROM_COLUMNS(carom_wall, centre, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_wall, spin, CAROM_DOUBLES, 3),
};

static const carom_column face_column[] = {
    CAROM_COLUMNS(carom_face, point, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_face, direction, CAROM_DOUBLES, 3),
};

static carom_status damaged(carom_error *err, const char *where)
{
  return carom_fail(err, CAROM_ERR_RANGE, where,
                    "the saved state is damaged or belongs to another scene");
}

static bool sane(int64_t value, int64_t most)
{
  return value >= 0 && value <= most;
}

static sizes sizes_of(const carom_scene *s)
{
  return (sizes){.particles = s->n,
                 .block = s->block,
                 .blocks = s->blocks,
                 .history = s->history,
                 .walls = s->walls,
                 .faces = s->faces,
                 .steps = s->steps,
                 .rebuilds = s->rebuilds,
                 .bins = s->bins,
                 .groups = s->groups,
                 .rows = s->rows,
                 .outers = s->outers,
                 .dents = s->dents.count,
                 .cells = {s->grid.cells[0], s->grid.cells[1], s->grid.cells[2]},
                 .step = s->step,
                 .skin = s->skin};
}

static bool grow(carom_scene *s)
{
  return carom_reserve(&s->bin, &s->bin_room, s->bins, sizeof *s->bin) &&
         carom_lists_reserve(s) && /* the other half; then they change places */
         carom_reserve(&s->outer, &s->outer_room, CAROM_ROW * s->outers, sizeof *s->outer) &&
         carom_reserve(&s->incoming, &s->incoming_room, s->outers, sizeof *s->incoming) &&
         carom_reserve(&s->source, &s->source_room, s->outers + 1, sizeof *s->source) &&
         carom_reserve(&s->district, &s->district_room, s->districts, sizeof *s->district) &&
         (!s->keeps || carom_memory_reserve(s, &s->dents, s->dents.count));
}

/* Makes room for what is to be read. */
static carom_status resize(carom_scene *s, const sizes *to, carom_error *err)
{
  const sizes own = sizes_of(s);
  const int64_t most = (int64_t)1 << 33;
  if (memcmp(to, &own, offsetof(sizes, steps)) != 0 || to->step != own.step || to->skin != own.skin)
    return damaged(err, "sizes");
  if (!sane(to->steps, INT64_MAX / 2) || !sane(to->rebuilds, INT64_MAX / 2) ||
      !sane(to->bins, most) || !sane(to->groups, most) || !sane(to->rows, most) ||
      !sane(to->outers, to->rows) || to->bins > to->groups || to->rows > CAROM_LANES * to->groups ||
      !sane(to->dents, s->keeps ? most : 0))
    return damaged(err, "sizes");
  for (int k = 0; k < 3; k++)
    if (!sane(to->cells[k] - 1, 999999)) return damaged(err, "sizes");
  if ((double)to->cells[0] * to->cells[1] * to->cells[2] > 4.0 * (double)s->n + 64)
    return damaged(err, "sizes");
  if (memcmp(to->cells, own.cells, sizeof own.cells) !=
      0) { /* another grid: numbered when needed */
    free(s->grid.rank);
    free(s->grid.start);
    s->grid.rank = s->grid.start = NULL;
    s->grid.room = 0;
  }
  s->districts = 1;
  for (int k = 0; k < 3; k++) {
    s->grid.cells[k] = to->cells[k];
    s->districts *= carom_districts_across(&s->grid, k);
  }
  s->steps = (long)to->steps;
  s->rebuilds = (long)to->rebuilds;
  s->bins = to->bins;
  s->groups = to->groups;
  s->rows = to->rows;
  s->outers = to->outers;
  s->dents.count = to->dents;
  if (grow(s)) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to load the scene");
}

static bool patches_fit(const carom_scene *s, int64_t *sources)
{
  int64_t bins = 0, incoming = 0, outer = 0;
  *sources = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_patch *p = &s->patch[b];
    if (p->bin != bins || p->incoming != incoming || p->source != *sources || p->outer != outer)
      return false;
    if (!sane(p->bins, s->bins - bins) || !sane(p->incomings, s->outers - incoming) ||
        !sane(p->outers, s->outers - outer) || !sane(p->sources, p->incomings) ||
        !sane(p->shells - 1, CAROM_SHELLS - 1))
      return false;
    outer += p->outers;
    bins += p->bins;
    incoming += p->incomings;
    *sources += p->sources;
  }
  return bins == s->bins && incoming == s->outers && outer == s->outers;
}

static bool bins_fit(const carom_scene *s)
{
  int64_t groups = 0, rows = 0;
  for (int64_t k = 0; k < s->bins; k++) {
    const carom_bin *b = &s->bin[k];
    if (!sane(b->class, s->classes - 1) || !sane(b->shell, CAROM_SHELLS - 1) ||
        !sane(b->kind, CAROM_WALLED) || b->group != groups || b->outer != rows || b->contacts < 1 ||
        b->contacts > CAROM_LANES * (s->groups - groups) ||
        s->class[b->class].wall != (b->kind == CAROM_WALLED))
      return false;
    const int64_t wanted = (b->contacts + CAROM_LANES - 1) / CAROM_LANES;
    groups += wanted;
    if (b->kind == CAROM_OUTER) rows += CAROM_LANES * wanted;
  }
  return groups == s->groups && rows == s->rows;
}

static bool districts_fit(const carom_scene *s)
{
  for (int64_t k = 0; k < s->districts; k++)
    if (!sane(s->district[k].to, s->n) || !sane(s->district[k].from, s->district[k].to))
      return false;
  return true;
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
        if (bin->kind == CAROM_OUTER && s->row[bin->outer + c - first] >= s->patch[b].outers)
          return false;
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

#define VISIT(group, table, first, count)                                                          \
  CAROM_TRY(carom_archive_table(archive, group, table, COUNT(table), first, sizeof *(first),       \
                                (size_t)(count), err))

/* Rows that stand in the scene as they are saved. */
static carom_status visit_rows(carom_scene *s, int64_t sources, carom_archive *archive,
                               carom_error *err)
{
  const int64_t n = s->n, contacts = CAROM_LANES * s->groups;
  const struct {
    const char *name;
    carom_element element;
    void *data;
    int64_t count;
  } row[] = {{"grain", CAROM_DOUBLES, s->grain, CAROM_GRAIN * n},
             {"motion", CAROM_DOUBLES, s->motion, s->motion ? CAROM_ROW * n : 0},
             {"force", CAROM_DOUBLES, s->force, CAROM_ROW * n},
             {"reference", CAROM_DOUBLES, s->reference, CAROM_SPOT * n},
             {"number", CAROM_COUNTS, s->number, n},
             {"id", CAROM_COUNTS, s->id, n},
             {"material", CAROM_INTS, s->material, n},
             {"image", CAROM_INTS, s->image, 3 * n},
             {"wall_force", CAROM_DOUBLES, s->wall_force, 6 * s->blocks * s->walls},
             {"pair", CAROM_COUNTS, s->pair, 2 * contacts},
             {"touching", CAROM_BYTES, s->touching, s->groups},
             {"past", CAROM_DOUBLES, s->past, contacts * s->history},
             {"outer", CAROM_DOUBLES, s->outer, CAROM_ROW * s->outers},
             {"row", CAROM_COUNTS, s->row, s->rows},
             {"incoming", CAROM_COUNTS, s->incoming, 2 * s->outers},
             {"source", CAROM_LONGS, s->source, sources}};
  for (int k = 0; k < COUNT(row); k++)
    CAROM_TRY(carom_archive_array(archive, "rows", row[k].name, row[k].element, row[k].data,
                                  (size_t)row[k].count, err));
  return CAROM_OK;
}

static carom_status visit_dents(carom_scene *s, carom_archive *archive, carom_error *err)
{
  const size_t count = (size_t)s->dents.count, width = (size_t)(s->history - CAROM_SPRING);
  CAROM_TRY(carom_archive_array(archive, "dents", "key", CAROM_LONGS, s->dents.key, count, err));
  return carom_archive_array(archive, "dents", "state", CAROM_DOUBLES, s->dents.state,
                             count * width, err);
}

static carom_status visit(carom_scene *s, carom_archive *archive, carom_error *err)
{
  sizes to = sizes_of(s);
  int64_t sources;
  VISIT("sizes", sizes_column, &to, 1);
  if (archive->loading) CAROM_TRY(resize(s, &to, err));
  VISIT("scene", scene_column, s, 1);
  VISIT("patch", patch_column, s->patch, s->blocks);
  if (!patches_fit(s, &sources)) return damaged(err, "patch");
  VISIT("bin", bin_column, s->bin, s->bins);
  if (!bins_fit(s)) return damaged(err, "bin");
  VISIT("district", district_column, s->district, s->districts);
  if (!districts_fit(s)) return damaged(err, "district");
  VISIT("wall", wall_column, s->wall, s->walls);
  VISIT("face", face_column, s->face, s->faces);
  CAROM_TRY(visit_rows(s, sources, archive, err));
  if (archive->loading && !indices_fit(s, sources)) return damaged(err, "rows");
  CAROM_TRY(visit_dents(s, archive, err));
  return archive->loading && !carom_memory_fits(s) ? damaged(err, "dents") : CAROM_OK;
}

carom_status carom_scene_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  if (!s || !archive || !archive->array)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a scene and an archive are needed");
  const carom_status status = visit(s, archive, err);
  if (!archive->loading) return status;
  s->stopped = status;
  s->looked = false;
  for (int64_t b = 0; b < s->blocks; b++) {
    atomic_store(&s->patch[b].pressed, (long)s->passes);
    s->patch[b].moved = s->passes;
  }
  for (int64_t b = 0; status == CAROM_OK && b < s->bins; b++)
    carom_bin_recall(s, &s->bin[b]);
  return status;
}
