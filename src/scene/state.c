/* SPDX-License-Identifier: MIT */
/* The complete state of a scene: order of the particles, lists, histories, sums, walls.
 * Damaged data is refused: every index is checked before it is used. */
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "core/error.h"
#include "scene/grid.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* What must be known before the arrays can be read. */
typedef struct sizes {
  int64_t particles, block, blocks, history_size, walls, faces, levels; /* as in the definition */
  int64_t steps, rebuilds, pair_bins, groups, halo_sends, dents;
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
    CAROM_COLUMN(sizes, particles, CAROM_LONGS),  CAROM_COLUMN(sizes, block, CAROM_LONGS),
    CAROM_COLUMN(sizes, blocks, CAROM_LONGS),     CAROM_COLUMN(sizes, history_size, CAROM_LONGS),
    CAROM_COLUMN(sizes, walls, CAROM_LONGS),      CAROM_COLUMN(sizes, faces, CAROM_LONGS),
    CAROM_COLUMN(sizes, steps, CAROM_LONGS),      CAROM_COLUMN(sizes, rebuilds, CAROM_LONGS),
    CAROM_COLUMN(sizes, pair_bins, CAROM_LONGS),  CAROM_COLUMN(sizes, groups, CAROM_LONGS),
    CAROM_COLUMN(sizes, halo_sends, CAROM_LONGS), CAROM_COLUMN(sizes, dents, CAROM_LONGS),
    CAROM_COLUMN(sizes, levels, CAROM_LONGS),     CAROM_COLUMN(sizes, step, CAROM_DOUBLES),
    CAROM_COLUMN(sizes, skin, CAROM_DOUBLES),
};

static const carom_column scene_column[] = {
    CAROM_COLUMN(carom_scene, budget_left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, wall_displacement, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, gravity, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, energy_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, tangential_start, CAROM_DOUBLES),
    CAROM_COLUMN(carom_scene, gravity_work, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, moment_start, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, momentum_last, CAROM_DOUBLES, 3),
};

static const carom_column domain_block_column[] = {
    CAROM_COLUMN(carom_domain_block, pair_bin, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, pair_bins, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, halo_recv, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, halo_recvs, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, halo_send, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, halo_sends, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, stale, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, margin, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, budget_left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, upstream, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, upstreams, CAROM_LONGS),
    CAROM_COLUMN(carom_domain_block, sum.viscous, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.friction, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.walls, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_domain_block, sum.lost, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_domain_block, sum.plastic, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_domain_block, sum.momentum, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_domain_block, sum.bad, CAROM_DOUBLES),
};

static const carom_column extremes_column[] = {
    CAROM_COLUMN(carom_extremes, fastest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_extremes, deepest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_extremes, touches, CAROM_LONGS),
    CAROM_COLUMN(carom_extremes, at_floor, CAROM_LONGS),
};

static const carom_column pair_bin_column[] = {
    CAROM_COLUMN(carom_pair_bin, face, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, material_pair, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, kind, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, has_periodic, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, group, CAROM_LONGS),
    CAROM_COLUMN(carom_pair_bin, contacts, CAROM_LONGS),
};

static const carom_column active_list_column[] = {
    CAROM_COLUMN(carom_active_list, face, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, material_pair, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, kind, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, dense, CAROM_LONGS),
    CAROM_COLUMN(carom_active_list, has_periodic, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, group, CAROM_LONGS),
    CAROM_COLUMN(carom_active_list, contacts, CAROM_LONGS),
};

static const carom_column supercell_column[] = {
    CAROM_COLUMN(carom_supercell, from, CAROM_LONGS),
    CAROM_COLUMN(carom_supercell, to, CAROM_LONGS),
    CAROM_COLUMN(carom_supercell, wall_clearance, CAROM_DOUBLES),
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

static bool extremes_sane(const carom_extremes *m)
{
  return m->fastest >= 0 && m->fastest - m->fastest == 0 && m->deepest >= 0 &&
         m->deepest - m->deepest == 0 && sane(m->touches, INT64_C(1) << 53) &&
         sane(m->at_floor, m->touches);
}

static sizes sizes_of(const carom_scene *s)
{
  return (sizes){.particles = s->n,
                 .block = s->block_size,
                 .blocks = s->blocks,
                 .history_size = s->history_size,
                 .walls = s->walls,
                 .faces = s->faces,
                 .levels = s->levels,
                 .steps = s->steps,
                 .rebuilds = s->rebuilds,
                 .pair_bins = s->pair_bins,
                 .groups = s->groups,
                 .halo_sends = s->halo_sends,
                 .dents = s->dents.count,
                 .step = s->step,
                 .skin = s->skin};
}

static bool grow(carom_scene *s)
{
  return carom_reserve(&s->pair_bin, &s->pair_bin_capacity, s->pair_bins, sizeof *s->pair_bin) &&
         carom_reserve(&s->halo_send, &s->halo_send_capacity, CAROM_ROW_DOUBLES * s->halo_sends,
                       sizeof *s->halo_send) &&
         carom_reserve(&s->halo_recv, &s->halo_recv_capacity, s->halo_sends,
                       sizeof *s->halo_recv) &&
         carom_reserve(&s->upstream, &s->upstream_capacity, s->halo_sends + 1,
                       sizeof *s->upstream) &&
         (!s->keeps_memory || carom_memory_reserve(s, &s->dents, s->dents.count));
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory to load the scene");
}

/* Reserves space for what is to be read. */
static carom_status resize(carom_scene *s, const sizes *to, carom_error *err)
{
  const sizes own = sizes_of(s);
  const int64_t most = (int64_t)1 << 33;
  if (memcmp(to, &own, offsetof(sizes, steps)) != 0 || to->step != own.step || to->skin != own.skin)
    return damaged(err, "sizes");
  if (!sane(to->steps, INT64_MAX / 2) || !sane(to->rebuilds, INT64_MAX / 2) ||
      !sane(to->pair_bins, most) || !sane(to->groups, most) ||
      !sane(to->halo_sends, CAROM_LANES * to->groups) || to->pair_bins > to->groups ||
      !sane(to->dents, s->keeps_memory ? most : 0))
    return damaged(err, "sizes");
  s->steps = (long)to->steps;
  s->rebuilds = (long)to->rebuilds;
  s->pair_bins = to->pair_bins;
  s->groups = to->groups;
  s->halo_sends = to->halo_sends;
  s->dents.count = to->dents;
  return grow(s) ? CAROM_OK : no_memory(err);
}

static bool level_fits(const carom_scene *s, const carom_grid *g, const level *to)
{
  bool fits = true;
  for (int k = 0; k < 3; k++)
    fits = fits && sane(to->cells[k] - 1, 999999) &&
           sane(to->lead[k], s->periodic[k] ? 0 : CAROM_SUPERCELL - 1) && to->cell[k] > 0 &&
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
    g->capacity = 0;
  }
  g->supercells = 1;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = to->cells[k];
    g->lead[k] = to->lead[k];
    g->origin[k] = to->origin[k];
    g->cell[k] = to->cell[k];
    g->supercells *= carom_supercells_across(g, k);
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
  s->supercells = 0;
  for (int i = 0; i < s->levels; i++) {
    if (!level_fits(s, &s->grid[i], &all[i])) return damaged(err, "level");
    take_level(&s->grid[i], &all[i]);
    s->grid[i].first_supercell = s->supercells;
    s->supercells += s->grid[i].supercells;
  }
  if (!carom_reserve(&s->supercell, &s->supercell_capacity, s->supercells, sizeof *s->supercell))
    return no_memory(err);
  return CAROM_OK;
}

static bool domain_blocks_fit(const carom_scene *s, int64_t *upstreams)
{
  int64_t pair_bins = 0, halo_recv = 0, halo_send = 0;
  *upstreams = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_domain_block *p = &s->domain_block[b];
    if (p->pair_bin != pair_bins || p->halo_recv != halo_recv || p->upstream != *upstreams ||
        p->halo_send != halo_send)
      return false;
    if (!sane(p->pair_bins, s->pair_bins - pair_bins) ||
        !sane(p->halo_recvs, s->halo_sends - halo_recv) ||
        !sane(p->halo_sends, s->halo_sends - halo_send) || !sane(p->upstreams, p->halo_recvs) ||
        !sane(p->stale, 1))
      return false;
    halo_send += p->halo_sends;
    pair_bins += p->pair_bins;
    halo_recv += p->halo_recvs;
    *upstreams += p->upstreams;
  }
  return pair_bins == s->pair_bins && halo_recv == s->halo_sends && halo_send == s->halo_sends;
}

static int64_t groups_of(int64_t contacts)
{
  return (contacts + CAROM_LANES - 1) / CAROM_LANES;
}

static bool pair_bins_fit(const carom_scene *s)
{
  int64_t groups = 0;
  for (int64_t k = 0; k < s->pair_bins; k++) {
    const carom_pair_bin *b = &s->pair_bin[k];
    if (!sane(b->material_pair, s->material_pairs - 1) || !sane(b->kind, CAROM_PAIR_WALL) ||
        b->group != groups || b->contacts < 1 ||
        b->contacts >
            CAROM_LANES * (s->groups - groups - 1) + CAROM_LANES * (b->kind == CAROM_PAIR_WALL) ||
        s->material_pair[b->material_pair].wall != (b->kind == CAROM_PAIR_WALL) ||
        !sane(b->face, b->kind == CAROM_PAIR_WALL ? s->faces - 1 : 0) || !sane(b->has_periodic, 1))
      return false;
    groups += groups_of(b->contacts) + (b->kind != CAROM_PAIR_WALL);
  }
  return groups == s->groups;
}

/* Every bin has two active lists; those of a block are consecutive and lie where its neighbour
 * pairs do. */
static bool active_lists_fit(const carom_scene *s)
{
  for (int64_t b = 0; b < s->blocks; b++) {
    const int64_t from = s->domain_block[b].pair_bin, to = from + s->domain_block[b].pair_bins;
    const int64_t end = to < s->pair_bins ? s->pair_bin[to].group : s->groups;
    int64_t group = from < to ? s->pair_bin[from].group : 0;
    for (int64_t k = 2 * from; k < 2 * to; k++) {
      const carom_active_list *l = &s->active_list[k];
      const carom_pair_bin *pair_bin = &s->pair_bin[k / 2];
      if (l->material_pair != pair_bin->material_pair || l->kind != pair_bin->kind ||
          l->face != pair_bin->face || !sane(l->dense, 1) || !sane(l->has_periodic, 1) ||
          l->group != group || !sane(l->contacts, CAROM_LANES * (end - group)) ||
          (l->dense && (l->kind == CAROM_PAIR_WALL || s->material_pair[l->material_pair].episode)))
        return false;
      group += groups_of(l->contacts);
    }
  }
  return true;
}

static bool supercells_fit(const carom_scene *s)
{
  for (int64_t k = 0; k < s->supercells; k++)
    if (!sane(s->supercell[k].to, s->n) || !sane(s->supercell[k].from, s->supercell[k].to))
      return false;
  return true;
}

static bool row_fits(const carom_scene *s, int64_t block, uint32_t bytes)
{
  const uint32_t row = CAROM_ROW_DOUBLES * sizeof *s->halo_send;
  return bytes % row == 0 && bytes / row < s->domain_block[block].halo_sends;
}

static bool neighbour_pairs_fit(const carom_scene *s, int64_t block, const carom_pair_bin *pair_bin)
{
  const bool wall = pair_bin->kind == CAROM_PAIR_WALL, inner = pair_bin->kind == CAROM_PAIR_INNER;
  const int64_t from = CAROM_LANES * pair_bin->group;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(pair_bin->contacts); c++) {
    const uint32_t *p = s->neighbour_pair + 2 * c;
    const int64_t i = carom_particle(p[0]), j = wall ? p[1] : carom_particle(p[1]);
    if (p[0] % CAROM_POSITION_BYTES || (!wall && p[1] % CAROM_POSITION_BYTES)) return false;
    if (i / s->block_size != block || i >= s->n || j >= s->n + (wall ? s->faces : 0)) return false;
    if (wall && j != pair_bin->face) return false;
    if (!wall && (j <= i || (j / s->block_size == block) != inner)) return false;
    if (pair_bin->kind == CAROM_PAIR_HALO && !row_fits(s, block, s->neighbour_row[c])) return false;
  }
  return true;
}

/* Each one is a neighbour pair of its block. */
static bool contacts_fit(const carom_scene *s, int64_t block, const carom_active_list *list)
{
  const carom_domain_block *p = &s->domain_block[block];
  const int64_t from = CAROM_LANES * list->group;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(list->contacts); c++) {
    int64_t k = p->pair_bin;
    while (k < p->pair_bin + p->pair_bins &&
           s->neighbour_index[c] >= CAROM_LANES * s->pair_bin[k].group + s->pair_bin[k].contacts)
      k++;
    if (k == p->pair_bin + p->pair_bins ||
        s->neighbour_index[c] < CAROM_LANES * s->pair_bin[k].group ||
        s->pair_bin[k].kind != list->kind || s->pair_bin[k].material_pair != list->material_pair ||
        memcmp(s->pair + 2 * c, s->neighbour_pair + 2 * (size_t)s->neighbour_index[c],
               2 * sizeof *s->pair) != 0 ||
        s->row[c] != s->neighbour_row[s->neighbour_index[c]])
      return false;
  }
  return true;
}

/* Every index within its range, every particle once. */
static bool indices_fit(carom_scene *s, int64_t upstreams)
{
  memset(s->sort_key, 0, (size_t)s->n * sizeof *s->sort_key);
  for (int64_t i = 0; i < s->n; i++) {
    if (s->tag[i] >= s->n || s->sort_key[s->tag[i]]++ || !sane(s->material[i], s->materials - 1))
      return false;
  }
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = s->domain_block[b].pair_bin;
         k < s->domain_block[b].pair_bin + s->domain_block[b].pair_bins; k++)
      if (!neighbour_pairs_fit(s, b, &s->pair_bin[k]) ||
          !contacts_fit(s, b, &s->active_list[2 * k]) ||
          !contacts_fit(s, b, &s->active_list[2 * k + 1]))
        return false;
  for (int64_t b = 0; b < s->blocks; b++)
    for (int64_t k = s->domain_block[b].halo_recv;
         k < s->domain_block[b].halo_recv + s->domain_block[b].halo_recvs; k++)
      if (s->halo_recv[k].row >= s->halo_sends || s->halo_recv[k].particle >= s->n ||
          s->halo_recv[k].particle / s->block_size != b)
        return false;
  for (int64_t k = 0; k < upstreams; k++)
    if (!sane(s->upstream[k], s->blocks - 1)) return false;
  return true;
}

#define VISIT(group, table, first, count)                                                          \
  CAROM_TRY(carom_archive_table(archive, group, table, COUNT(table), first, sizeof *(first),       \
                                (size_t)(count), err))

/* Arrays that are saved as they are. */
static carom_status visit_rows(carom_scene *s, int64_t upstreams, carom_archive *archive,
                               carom_error *err)
{
  const int64_t n = s->n, contacts = CAROM_LANES * s->groups;
  const struct {
    const char *name;
    carom_element element;
    void *data;
    int64_t count;
  } row[] = {{"position_radius", CAROM_DOUBLES, s->position_radius, CAROM_POSITION_DOUBLES * n},
             {"contact_velocity", CAROM_DOUBLES, s->contact_velocity, CAROM_ROW_DOUBLES * n},
             {"inv_inertia", CAROM_DOUBLES, s->inv_inertia, n},
             {"half_velocity", CAROM_DOUBLES, s->half_velocity,
              s->half_velocity ? CAROM_ROW_DOUBLES * n : 0},
             {"force", CAROM_DOUBLES, s->force, CAROM_ROW_DOUBLES * n},
             {"reference", CAROM_DOUBLES, s->reference, CAROM_POSITION_DOUBLES * n},
             {"tag", CAROM_COUNTS, s->tag, n},
             {"id", CAROM_COUNTS, s->id, n},
             {"material", CAROM_INTS, s->material, n},
             {"image", CAROM_INTS, s->image, 3 * n},
             {"wall_force", CAROM_DOUBLES, s->wall_force, 6 * s->blocks * s->walls},
             {"neighbour_pair", CAROM_COUNTS, s->neighbour_pair, 2 * contacts},
             {"neighbour_row", CAROM_COUNTS, s->neighbour_row, contacts},
             {"pair", CAROM_COUNTS, s->pair, 2 * contacts},
             {"neighbour_index", CAROM_COUNTS, s->neighbour_index, contacts},
             {"touching", CAROM_BYTES, s->touching, s->groups},
             {"history", CAROM_DOUBLES, s->history, contacts * s->history_size},
             {"traction", CAROM_DOUBLES, s->traction, s->records_traction ? 3 * contacts : 0},
             {"halo_send", CAROM_DOUBLES, s->halo_send, CAROM_ROW_DOUBLES * s->halo_sends},
             {"row", CAROM_COUNTS, s->row, contacts},
             {"halo_recv", CAROM_COUNTS, s->halo_recv, 2 * s->halo_sends},
             {"upstream", CAROM_LONGS, s->upstream, upstreams}};
  for (int k = 0; k < COUNT(row); k++)
    CAROM_TRY(carom_archive_array(archive, "rows", row[k].name, row[k].element, row[k].data,
                                  (size_t)row[k].count, err));
  return CAROM_OK;
}

static carom_status visit_dents(carom_scene *s, carom_archive *archive, carom_error *err)
{
  const size_t count = (size_t)s->dents.count, width = (size_t)(s->history_size - s->springs);
  CAROM_TRY(carom_archive_array(archive, "dents", "key", CAROM_LONGS, s->dents.key, count, err));
  return carom_archive_array(archive, "dents", "state", CAROM_DOUBLES, s->dents.state,
                             count * width, err);
}

static carom_status visit(carom_scene *s, carom_archive *archive, carom_error *err)
{
  sizes to = sizes_of(s);
  int64_t upstreams;
  VISIT("sizes", sizes_column, &to, 1);
  if (archive->loading) CAROM_TRY(resize(s, &to, err));
  CAROM_TRY(visit_levels(s, archive, err));
  VISIT("scene", scene_column, s, 1);
  VISIT("domain_block", domain_block_column, s->domain_block, s->blocks);
  carom_extremes_gather(s);
  VISIT("extremes", extremes_column, s->extremes[0], s->material_pairs);
  for (int k = 0; k < s->material_pairs; k++)
    if (archive->loading && !extremes_sane(&s->extremes[0][k])) return damaged(err, "extremes");
  if (!domain_blocks_fit(s, &upstreams)) return damaged(err, "domain_block");
  VISIT("pair_bin", pair_bin_column, s->pair_bin, s->pair_bins);
  if (!pair_bins_fit(s)) return damaged(err, "pair_bin");
  if (archive->loading && !carom_lists_reserve(s)) return no_memory(err);
  VISIT("active_list", active_list_column, s->active_list, 2 * s->pair_bins);
  if (!active_lists_fit(s)) return damaged(err, "active_list");
  VISIT("supercell", supercell_column, s->supercell, s->supercells);
  if (!supercells_fit(s)) return damaged(err, "supercell");
  VISIT("wall", wall_column, s->wall, s->walls);
  VISIT("face", face_column, s->face, s->faces);
  CAROM_TRY(visit_rows(s, upstreams, archive, err));
  if (archive->loading && !indices_fit(s, upstreams)) return damaged(err, "rows");
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
  s->view_valid = false;
  for (int64_t b = 0; b < s->blocks; b++) {
    atomic_store(&s->domain_block[b].forces_done, (long)s->passes);
    s->domain_block[b].moved = s->passes;
  }
  return status;
}
