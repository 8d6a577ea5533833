/* SPDX-License-Identifier: MIT */
/* The complete state of a scene: order of the particles, lists, histories, sums, walls. Whatever
 * was damaged is refused: every index is checked before it is used. */
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "core/error.h"
#include "scene/grid.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* What must be known before the arrays can be read. */
typedef struct sizes {
  int64_t particles, block, blocks, history, walls, faces, levels; /* as the definition has them */
  int64_t steps, rebuilds, bins, groups, outers, dents;
  double step, skin; /* again as in the definition */
} sizes;

/* Where the cells of a level are. */
typedef struct level {
  int32_t cells[3], lead[3];
  double origin[3], cell[3];
} level;

static const carom_column level_column[] = {
    CAROM_COLUMNS(level, cells, CAROM_INTS, 3),
    CAROM_COLUMNS(level, lead, CAROM_INTS, 3),
    CAROM_COLUMNS(level, origin, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(level, cell, CAROM_DOUBLES, 3),
};

static const carom_column sizes_column[] = {
    CAROM_COLUMN(sizes, particles, CAROM_LONGS), CAROM_COLUMN(sizes, block, CAROM_LONGS),
    CAROM_COLUMN(sizes, blocks, CAROM_LONGS),    CAROM_COLUMN(sizes, history, CAROM_LONGS),
    CAROM_COLUMN(sizes, walls, CAROM_LONGS),     CAROM_COLUMN(sizes, faces, CAROM_LONGS),
    CAROM_COLUMN(sizes, steps, CAROM_LONGS),     CAROM_COLUMN(sizes, rebuilds, CAROM_LONGS),
    CAROM_COLUMN(sizes, bins, CAROM_LONGS),      CAROM_COLUMN(sizes, groups, CAROM_LONGS),
    CAROM_COLUMN(sizes, outers, CAROM_LONGS),    CAROM_COLUMN(sizes, dents, CAROM_LONGS),
    CAROM_COLUMN(sizes, levels, CAROM_LONGS),    CAROM_COLUMN(sizes, step, CAROM_DOUBLES),
    CAROM_COLUMN(sizes, skin, CAROM_DOUBLES),
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
};

static const carom_column patch_column[] = {
    CAROM_COLUMN(carom_patch, bin, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, bins, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, incoming, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, incomings, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, outer, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, outers, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, stale, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, margin, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, source, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, sources, CAROM_LONGS),
    CAROM_COLUMN(carom_patch, sum.viscous, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, sum.friction, CAROM_DOUBLES),
    CAROM_COLUMN(carom_patch, sum.walls, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_patch, sum.lost, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_patch, sum.plastic, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_patch, sum.momentum, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_patch, sum.bad, CAROM_DOUBLES),
};

static const carom_column met_column[] = {
    CAROM_COLUMN(carom_met, fastest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_met, deepest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_met, touches, CAROM_LONGS),
    CAROM_COLUMN(carom_met, at_floor, CAROM_LONGS),
};

static const carom_column bin_column[] = {
    CAROM_COLUMN(carom_bin, face, CAROM_INTS),   CAROM_COLUMN(carom_bin, class, CAROM_INTS),
    CAROM_COLUMN(carom_bin, kind, CAROM_INTS),   CAROM_COLUMN(carom_bin, crosses, CAROM_INTS),
    CAROM_COLUMN(carom_bin, group, CAROM_LONGS), CAROM_COLUMN(carom_bin, contacts, CAROM_LONGS),
};

static const carom_column short_column[] = {
    CAROM_COLUMN(carom_short, face, CAROM_INTS),      CAROM_COLUMN(carom_short, class, CAROM_INTS),
    CAROM_COLUMN(carom_short, kind, CAROM_INTS),      CAROM_COLUMN(carom_short, whole, CAROM_LONGS),
    CAROM_COLUMN(carom_short, crosses, CAROM_INTS),   CAROM_COLUMN(carom_short, group, CAROM_LONGS),
    CAROM_COLUMN(carom_short, contacts, CAROM_LONGS),
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

static bool met_sane(const carom_met *m)
{
  return m->fastest >= 0 && m->fastest - m->fastest == 0 && m->deepest >= 0 &&
         m->deepest - m->deepest == 0 && sane(m->touches, INT64_C(1) << 53) &&
         sane(m->at_floor, m->touches);
}

static sizes sizes_of(const carom_scene *s)
{
  return (sizes){.particles = s->n,
                 .block = s->block,
                 .blocks = s->blocks,
                 .history = s->history,
                 .walls = s->walls,
                 .faces = s->faces,
                 .levels = s->levels,
                 .steps = s->steps,
                 .rebuilds = s->rebuilds,
                 .bins = s->bins,
                 .groups = s->groups,
                 .outers = s->outers,
                 .dents = s->dents.count,
                 .step = s->step,
                 .skin = s->skin};
}

static bool grow(carom_scene *s)
{
  return carom_reserve(&s->bin, &s->bin_room, s->bins, sizeof *s->bin) &&
         carom_reserve(&s->outer, &s->outer_room, CAROM_ROW * s->outers, sizeof *s->outer) &&
         carom_reserve(&s->incoming, &s->incoming_room, s->outers, sizeof *s->incoming) &&
         carom_reserve(&s->source, &s->source_room, s->outers + 1, sizeof *s->source) &&
         (!s->keeps || carom_memory_reserve(s, &s->dents, s->dents.count));
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to load the scene");
}

/* Makes room for what is to be read. */
static carom_status resize(carom_scene *s, const sizes *to, carom_error *err)
{
  const sizes own = sizes_of(s);
  const int64_t most = (int64_t)1 << 33;
  if (memcmp(to, &own, offsetof(sizes, steps)) != 0 || to->step != own.step || to->skin != own.skin)
    return damaged(err, "sizes");
  if (!sane(to->steps, INT64_MAX / 2) || !sane(to->rebuilds, INT64_MAX / 2) ||
      !sane(to->bins, most) || !sane(to->groups, most) ||
      !sane(to->outers, CAROM_LANES * to->groups) || to->bins > to->groups ||
      !sane(to->dents, s->keeps ? most : 0))
    return damaged(err, "sizes");
  s->steps = (long)to->steps;
  s->rebuilds = (long)to->rebuilds;
  s->bins = to->bins;
  s->groups = to->groups;
  s->outers = to->outers;
  s->dents.count = to->dents;
  return grow(s) ? CAROM_OK : no_memory(err);
}

static bool level_fits(const carom_scene *s, const carom_grid *g, const level *to)
{
  bool fits = true;
  for (int k = 0; k < 3; k++)
    fits = fits && sane(to->cells[k] - 1, 999999) &&
           sane(to->lead[k], s->periodic[k] ? 0 : CAROM_DISTRICT - 1) && to->cell[k] > 0 &&
           to->cell[k] - to->cell[k] == 0 && to->origin[k] - to->origin[k] == 0;
  return fits && (double)to->cells[0] * to->cells[1] * to->cells[2] <= carom_grid_most_cells(g);
}

static void take_level(carom_grid *g, const level *to)
{
  const bool same = memcmp(to->cells, g->cells, sizeof g->cells) == 0 &&
                    memcmp(to->lead, g->lead, sizeof g->lead) == 0;
  if (!same) { /* another grid: numbered when needed */
    free(g->rank);
    free(g->span);
    g->rank = g->span = NULL;
    g->room = 0;
  }
  g->districts = 1;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = to->cells[k];
    g->lead[k] = to->lead[k];
    g->origin[k] = to->origin[k];
    g->cell[k] = to->cell[k];
    g->districts *= carom_districts_across(g, k);
  }
}

static carom_status visit_levels(carom_scene *s, carom_archive *archive, carom_error *err)
{
  level all[CAROM_LEVELS];
  memset(all, 0, sizeof all);
  for (int i = 0; i < s->levels; i++)
    for (int k = 0; k < 3; k++) {
      all[i].cells[k] = s->grid[i].cells[k];
      all[i].lead[k] = s->grid[i].lead[k];
      all[i].origin[k] = s->grid[i].origin[k];
      all[i].cell[k] = s->grid[i].cell[k];
    }
  CAROM_TRY(carom_archive_table(archive, "level", level_column, COUNT(level_column), all,
                                sizeof *all, (size_t)s->levels, err));
  if (!archive->loading) return CAROM_OK;
  s->districts = 0;
  for (int i = 0; i < s->levels; i++) {
    if (!level_fits(s, &s->grid[i], &all[i])) return damaged(err, "level");
    take_level(&s->grid[i], &all[i]);
    s->grid[i].first_district = s->districts;
    s->districts += s->grid[i].districts;
  }
  if (!carom_reserve(&s->district, &s->district_room, s->districts, sizeof *s->district))
    return no_memory(err);
  return CAROM_OK;
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
        !sane(p->stale, 1))
      return false;
    outer += p->outers;
    bins += p->bins;
    incoming += p->incomings;
    *sources += p->sources;
  }
  return bins == s->bins && incoming == s->outers && outer == s->outers;
}

static int64_t groups_of(int64_t contacts)
{
  return (contacts + CAROM_LANES - 1) / CAROM_LANES;
}

static bool bins_fit(const carom_scene *s)
{
  int64_t groups = 0;
  for (int64_t k = 0; k < s->bins; k++) {
    const carom_bin *b = &s->bin[k];
    if (!sane(b->class, s->classes - 1) || !sane(b->kind, CAROM_WALLED) || b->group != groups ||
        b->contacts < 1 ||
        b->contacts >
            CAROM_LANES * (s->groups - groups - 1) + CAROM_LANES * (b->kind == CAROM_WALLED) ||
        s->class[b->class].wall != (b->kind == CAROM_WALLED) ||
        !sane(b->face, b->kind == CAROM_WALLED ? s->faces - 1 : 0) || !sane(b->crosses, 1))
      return false;
    groups += groups_of(b->contacts) + (b->kind != CAROM_WALLED);
  }
  return groups == s->groups;
}

/* Every bin has two shortlists; those of a block stand one after the other where its candidates do.
 */
static bool shortlists_fit(const carom_scene *s)
{
  for (int64_t b = 0; b < s->blocks; b++) {
    const int64_t from = s->patch[b].bin, to = from + s->patch[b].bins;
    const int64_t end = to < s->bins ? s->bin[to].group : s->groups;
    int64_t group = from < to ? s->bin[from].group : 0;
    for (int64_t k = 2 * from; k < 2 * to; k++) {
      const carom_short *l = &s->shortlist[k];
      const carom_bin *bin = &s->bin[k / 2];
      if (l->class != bin->class || l->kind != bin->kind || l->face != bin->face ||
          !sane(l->whole, 1) || !sane(l->crosses, 1) || l->group != group ||
          !sane(l->contacts, CAROM_LANES * (end - group)) ||
          (l->whole && (l->kind == CAROM_WALLED || s->class[l->class].episode)))
        return false;
      group += groups_of(l->contacts);
    }
  }
  return true;
}

static bool districts_fit(const carom_scene *s)
{
  for (int64_t k = 0; k < s->districts; k++)
    if (!sane(s->district[k].to, s->n) || !sane(s->district[k].from, s->district[k].to))
      return false;
  return true;
}

static bool row_fits(const carom_scene *s, int64_t block, uint32_t bytes)
{
  const uint32_t row = CAROM_ROW * sizeof *s->outer;
  return bytes % row == 0 && bytes / row < s->patch[block].outers;
}

static bool candidates_fit(const carom_scene *s, int64_t block, const carom_bin *bin)
{
  const bool wall = bin->kind == CAROM_WALLED, inner = bin->kind == CAROM_INNER;
  const int64_t from = CAROM_LANES * bin->group;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(bin->contacts); c++) {
    const uint32_t *p = s->candidate + 2 * c;
    const int64_t i = carom_particle(p[0]), j = wall ? p[1] : carom_particle(p[1]);
    if (p[0] % CAROM_PACE || (!wall && p[1] % CAROM_PACE)) return false;
    if (i / s->block != block || i >= s->n || j >= s->n + (wall ? s->faces : 0)) return false;
    if (wall && j != bin->face) return false;
    if (!wall && (j <= i || (j / s->block == block) != inner)) return false;
    if (bin->kind == CAROM_OUTER && !row_fits(s, block, s->candidate_row[c])) return false;
  }
  return true;
}

/* Each one is a candidate of its block. */
static bool contacts_fit(const carom_scene *s, int64_t block, const carom_short *list)
{
  const carom_patch *p = &s->patch[block];
  const int64_t from = CAROM_LANES * list->group;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(list->contacts); c++) {
    int64_t k = p->bin;
    while (k < p->bin + p->bins &&
           s->listed[c] >= CAROM_LANES * s->bin[k].group + s->bin[k].contacts)
      k++;
    if (k == p->bin + p->bins || s->listed[c] < CAROM_LANES * s->bin[k].group ||
        s->bin[k].kind != list->kind || s->bin[k].class != list->class ||
        memcmp(s->pair + 2 * c, s->candidate + 2 * (size_t)s->listed[c], 2 * sizeof *s->pair) !=
            0 ||
        s->row[c] != s->candidate_row[s->listed[c]])
      return false;
  }
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
    for (int64_t k = s->patch[b].bin; k < s->patch[b].bin + s->patch[b].bins; k++)
      if (!candidates_fit(s, b, &s->bin[k]) || !contacts_fit(s, b, &s->shortlist[2 * k]) ||
          !contacts_fit(s, b, &s->shortlist[2 * k + 1]))
        return false;
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
  } row[] = {{"spot", CAROM_DOUBLES, s->spot, CAROM_SPOT * n},
             {"seen", CAROM_DOUBLES, s->seen, CAROM_ROW * n},
             {"turn", CAROM_DOUBLES, s->turn, n},
             {"motion", CAROM_DOUBLES, s->motion, s->motion ? CAROM_ROW * n : 0},
             {"force", CAROM_DOUBLES, s->force, CAROM_ROW * n},
             {"reference", CAROM_DOUBLES, s->reference, CAROM_SPOT * n},
             {"number", CAROM_COUNTS, s->number, n},
             {"id", CAROM_COUNTS, s->id, n},
             {"material", CAROM_INTS, s->material, n},
             {"image", CAROM_INTS, s->image, 3 * n},
             {"wall_force", CAROM_DOUBLES, s->wall_force, 6 * s->blocks * s->walls},
             {"candidate", CAROM_COUNTS, s->candidate, 2 * contacts},
             {"candidate_row", CAROM_COUNTS, s->candidate_row, contacts},
             {"pair", CAROM_COUNTS, s->pair, 2 * contacts},
             {"listed", CAROM_COUNTS, s->listed, contacts},
             {"touching", CAROM_BYTES, s->touching, s->groups},
             {"past", CAROM_DOUBLES, s->past, contacts * s->history},
             {"traction", CAROM_DOUBLES, s->traction, s->records ? 3 * contacts : 0},
             {"outer", CAROM_DOUBLES, s->outer, CAROM_ROW * s->outers},
             {"row", CAROM_COUNTS, s->row, contacts},
             {"incoming", CAROM_COUNTS, s->incoming, 2 * s->outers},
             {"source", CAROM_LONGS, s->source, sources}};
  for (int k = 0; k < COUNT(row); k++)
    CAROM_TRY(carom_archive_array(archive, "rows", row[k].name, row[k].element, row[k].data,
                                  (size_t)row[k].count, err));
  return CAROM_OK;
}

static carom_status visit_dents(carom_scene *s, carom_archive *archive, carom_error *err)
{
  const size_t count = (size_t)s->dents.count, width = (size_t)(s->history - s->springs);
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
  CAROM_TRY(visit_levels(s, archive, err));
  VISIT("scene", scene_column, s, 1);
  VISIT("patch", patch_column, s->patch, s->blocks);
  carom_met_gather(s);
  VISIT("met", met_column, s->met[0], s->classes);
  for (int k = 0; k < s->classes; k++)
    if (archive->loading && !met_sane(&s->met[0][k])) return damaged(err, "met");
  if (!patches_fit(s, &sources)) return damaged(err, "patch");
  VISIT("bin", bin_column, s->bin, s->bins);
  if (!bins_fit(s)) return damaged(err, "bin");
  if (archive->loading && !carom_lists_reserve(s)) return no_memory(err);
  VISIT("shortlist", short_column, s->shortlist, 2 * s->bins);
  if (!shortlists_fit(s)) return damaged(err, "shortlist");
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
  return status;
}
