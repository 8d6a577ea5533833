/* SPDX-License-Identifier: MIT */
/* The state of the CPU engine: the grid, lists with histories, halo rows, sums. Damaged data are
 * refused: every index is checked before it is used. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/grid.h"
#include "scene/state.h"

/* What must be known before the arrays can be read. */
typedef struct sizes {
  int64_t block_size, blocks, levels; /* these follow from the particles */
  int64_t pair_bins, groups, halo_sends, choices;
} sizes;

static const carom_column sizes_column[] = {
    CAROM_COLUMN(sizes, block_size, CAROM_INT64S), CAROM_COLUMN(sizes, blocks, CAROM_INT64S),
    CAROM_COLUMN(sizes, levels, CAROM_INT64S),     CAROM_COLUMN(sizes, pair_bins, CAROM_INT64S),
    CAROM_COLUMN(sizes, groups, CAROM_INT64S),     CAROM_COLUMN(sizes, halo_sends, CAROM_INT64S),
    CAROM_COLUMN(sizes, choices, CAROM_INT64S),
};

static const carom_column engine_column[] = {
    CAROM_COLUMN(carom_cpu, budget_left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_cpu, wall_displacement, CAROM_DOUBLES),
};

/* Layout of the cells of a level. */
typedef struct level {
  int32_t cells[3], lead[3], sparse;
  int64_t supercells;
  double origin[3], cell[3];
} level;

static const carom_column level_column[] = {
    CAROM_COLUMNS(level, cells, CAROM_INTS, 3),     CAROM_COLUMNS(level, lead, CAROM_INTS, 3),
    CAROM_COLUMN(level, sparse, CAROM_INTS),        CAROM_COLUMN(level, supercells, CAROM_INT64S),
    CAROM_COLUMNS(level, origin, CAROM_DOUBLES, 3), CAROM_COLUMNS(level, cell, CAROM_DOUBLES, 3),
};

static const carom_column domain_block_column[] = {
    CAROM_COLUMN(carom_domain_block, pair_bin, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, pair_bins, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, halo_recv, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, halo_recvs, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, halo_send, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, halo_sends, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, stale, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, closing_speed, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, margin, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, budget_left, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, upstream, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, upstreams, CAROM_INT64S),
    CAROM_COLUMN(carom_domain_block, sum.viscous, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.friction, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.walls, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.rolling, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.twisting, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.adhesion, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_domain_block, sum.lost, CAROM_DOUBLES, CAROM_POWERS),
    CAROM_COLUMN(carom_domain_block, sum.plastic, CAROM_DOUBLES),
    CAROM_COLUMN(carom_domain_block, sum.bad, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_domain_block, sum.applied, CAROM_DOUBLES, CAROM_SCENE_FORCES_MAX),
    CAROM_COLUMN(carom_domain_block, sum.held, CAROM_DOUBLES),
};

static const carom_column box_column[] = {
    CAROM_COLUMNS(carom_domain_block, sum.virial, CAROM_DOUBLES, 9),
};

static const carom_column pair_bin_column[] = {
    CAROM_COLUMN(carom_pair_bin, choices, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, material_pair, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, kind, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, has_periodic, CAROM_INTS),
    CAROM_COLUMN(carom_pair_bin, group, CAROM_INT64S),
    CAROM_COLUMN(carom_pair_bin, contacts, CAROM_INT64S),
};

static const carom_column active_list_column[] = {
    CAROM_COLUMN(carom_active_list, choices, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, material_pair, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, kind, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, dense, CAROM_INT64S),
    CAROM_COLUMN(carom_active_list, has_periodic, CAROM_INTS),
    CAROM_COLUMN(carom_active_list, group, CAROM_INT64S),
    CAROM_COLUMN(carom_active_list, contacts, CAROM_INT64S),
};

static const carom_column supercell_column[] = {
    CAROM_COLUMN(carom_supercell, from, CAROM_INT64S),
    CAROM_COLUMN(carom_supercell, to, CAROM_INT64S),
    CAROM_COLUMN(carom_supercell, wall_clearance, CAROM_DOUBLES),
};

static sizes sizes_of(const carom_scene *s)
{
  return (sizes){.block_size = s->cpu.partition.size,
                 .blocks = s->cpu.blocks,
                 .levels = s->cpu.levels,
                 .pair_bins = s->contacts.pair_bins,
                 .groups = s->contacts.groups,
                 .halo_sends = s->cpu.halo_sends,
                 .choices = s->contacts.choices};
}

/* Reserves space for the arrays about to be read. */
static carom_status resize(carom_scene *s, const sizes *to, carom_error *err)
{
  carom_cpu *e = &s->cpu;
  carom_contacts *c = &s->contacts;
  const sizes own = sizes_of(s);
  const int64_t most = (int64_t)1 << 33;
  if (memcmp(to, &own, offsetof(sizes, pair_bins)) != 0 || !carom_sane(to->pair_bins, most) ||
      !carom_sane(to->groups, most) || !carom_sane(to->halo_sends, CAROM_LANES * to->groups) ||
      to->pair_bins > to->groups || !carom_sane(to->choices, most))
    return carom_state_damaged(err, "engine");
  c->pair_bins = to->pair_bins;
  c->groups = to->groups;
  c->choices = to->choices;
  e->halo_sends = to->halo_sends;
  if (!carom_reserve(&c->pair_bin, &c->pair_bin_capacity, c->pair_bins, sizeof *c->pair_bin) ||
      !carom_reserve(&c->choice, &c->choice_capacity, c->choices, sizeof *c->choice) ||
      !carom_cpu_reserve_halo(e) ||
      !carom_reserve(&e->upstream, &e->upstream_capacity, e->halo_sends + 1, sizeof *e->upstream))
    return carom_state_no_memory(err);
  memset(e->halo.written, e->halo.stamp, (size_t)e->halo_sends);
  return CAROM_OK;
}

static bool level_fits(const carom_scene *s, const carom_grid *g, const level *to)
{
  bool fits = true;
  for (int k = 0; k < 3; k++)
    fits = fits && carom_sane(to->cells[k] - 1, CAROM_CELLS_ACROSS - 1) &&
           carom_sane(to->lead[k], s->model.periodic[k] || to->sparse ? 0 : CAROM_SUPERCELL - 1) &&
           to->cell[k] > 0 && to->cell[k] - to->cell[k] == 0 && to->origin[k] - to->origin[k] == 0;
  const double cells = (double)to->cells[0] * to->cells[1] * to->cells[2];
  return fits && carom_sane(to->sparse, 1) && to->supercells >= 0 &&
         (to->sparse || cells <= carom_grid_most_cells(g));
}

/* False without memory. */
static bool take_level(carom_grid *g, const level *to)
{
  const bool same = !g->sparse && !to->sparse &&
                    memcmp(to->cells, g->cells, sizeof g->cells) == 0 &&
                    memcmp(to->lead, g->lead, sizeof g->lead) == 0;
  if (!same) { /* another grid, numbered when needed */
    free(g->rank);
    free(g->span);
    g->rank = g->span = NULL;
    g->capacity = g->rank_capacity = 0;
  }
  g->sparse = false;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = to->cells[k];
    g->lead[k] = to->lead[k];
    g->origin[k] = to->origin[k];
    g->cell[k] = to->cell[k];
  }
  if (to->sparse) return carom_sparse_take(g, to->supercells);
  g->supercells = 1;
  for (int k = 0; k < 3; k++)
    g->supercells *= carom_supercells_across(g, k);
  return true;
}

/* Copies the codes of all sparse levels to or from one array; returns their number. */
static int64_t copy_codes(carom_scene *s, uint64_t *all, bool loading)
{
  int64_t at = 0;
  for (carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++) {
    if (!g->sparse) continue;
    const size_t bytes = (size_t)g->supercells * sizeof *g->code;
    if (all && bytes > 0) memcpy(loading ? g->code : all + at, loading ? all + at : g->code, bytes);
    at += g->supercells;
  }
  return at;
}

/* Stores or loads the codes of sparse levels as one array, because no two arrays may have the same
 * name. */
static carom_status visit_all_codes(carom_scene *s, carom_archive *archive, carom_error *err)
{
  const int64_t count = copy_codes(s, NULL, false);
  if (count == 0) return CAROM_OK;
  uint64_t *all = malloc((size_t)count * sizeof *all);
  if (!all) return carom_state_no_memory(err);
  if (!archive->loading) copy_codes(s, all, false);
  const carom_status status = carom_archive_array(archive, "level", "code", CAROM_INT64S, all,
                                                  (size_t)count, err);
  if (status == CAROM_OK && archive->loading) copy_codes(s, all, true);
  free(all);
  return status;
}

static carom_status visit_codes(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_TRY(visit_all_codes(s, archive, err));
  if (!archive->loading) return CAROM_OK;
  for (carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++)
    if (g->sparse && !carom_sparse_taken(g)) return carom_state_damaged(err, "level");
  return CAROM_OK;
}

static carom_status visit_levels(carom_scene *s, carom_archive *archive, carom_error *err)
{
  level all[CAROM_LEVELS];
  memset(all, 0, sizeof all);
  for (int i = 0; i < s->cpu.levels; i++)
    for (int k = 0; k < 3; k++) {
      all[i].sparse = s->cpu.grid[i].sparse;
      all[i].supercells = s->cpu.grid[i].supercells;
      all[i].cells[k] = s->cpu.grid[i].cells[k];
      all[i].lead[k] = s->cpu.grid[i].lead[k];
      all[i].origin[k] = s->cpu.grid[i].origin[k];
      all[i].cell[k] = s->cpu.grid[i].cell[k];
    }
  CAROM_TRY(carom_archive_table(archive, "level", level_column,
                                (int)(sizeof level_column / sizeof *level_column), all, sizeof *all,
                                (size_t)s->cpu.levels, err));
  if (!archive->loading) return visit_codes(s, archive, err);
  s->cpu.supercells = 0;
  for (int i = 0; i < s->cpu.levels; i++) {
    if (!level_fits(s, &s->cpu.grid[i], &all[i])) return carom_state_damaged(err, "level");
    if (!take_level(&s->cpu.grid[i], &all[i])) return carom_state_no_memory(err);
    if (s->cpu.grid[i].supercells != all[i].supercells) return carom_state_damaged(err, "level");
    s->cpu.grid[i].first_supercell = s->cpu.supercells;
    s->cpu.supercells += s->cpu.grid[i].supercells;
  }
  if (!carom_reserve(&s->cpu.supercell, &s->cpu.supercell_capacity, s->cpu.supercells,
                     sizeof *s->cpu.supercell))
    return carom_state_no_memory(err);
  return visit_codes(s, archive, err);
}

static bool domain_blocks_fit(const carom_scene *s, int64_t *upstreams)
{
  int64_t pair_bins = 0, halo_recv = 0, halo_send = 0;
  *upstreams = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_domain_block *p = &s->cpu.domain_block[b];
    if (p->pair_bin != pair_bins || p->halo_recv != halo_recv || p->upstream != *upstreams ||
        p->halo_send != halo_send)
      return false;
    if (!carom_sane(p->pair_bins, s->contacts.pair_bins - pair_bins) ||
        !carom_sane(p->halo_recvs, s->cpu.halo_sends - halo_recv) ||
        !carom_sane(p->halo_sends, s->cpu.halo_sends - halo_send) ||
        !carom_sane(p->upstreams, p->halo_recvs) || !carom_sane(p->stale, 1))
      return false;
    halo_send += p->halo_sends;
    pair_bins += p->pair_bins;
    halo_recv += p->halo_recvs;
    *upstreams += p->upstreams;
  }
  return pair_bins == s->contacts.pair_bins && halo_recv == s->cpu.halo_sends &&
         halo_send == s->cpu.halo_sends;
}

static int64_t groups_of(int64_t contacts)
{
  return (contacts + CAROM_LANES - 1) / CAROM_LANES;
}

static bool pair_bins_fit(const carom_scene *s)
{
  int64_t groups = 0;
  for (int64_t k = 0; k < s->contacts.pair_bins; k++) {
    const carom_pair_bin *b = &s->contacts.pair_bin[k];
    if (!carom_sane(b->material_pair, s->model.material_pairs - 1) ||
        !carom_sane(b->kind, CAROM_PAIR_WALL) || b->group != groups || b->contacts < 1 ||
        b->contacts > CAROM_LANES * (s->contacts.groups - groups - 1) +
                          CAROM_LANES * (b->kind == CAROM_PAIR_WALL) ||
        s->model.material_pair[b->material_pair].wall != (b->kind == CAROM_PAIR_WALL) ||
        !carom_sane(b->choices, b->kind == CAROM_PAIR_WALL) || !carom_sane(b->has_periodic, 1))
      return false;
    groups += groups_of(b->contacts) + (b->kind != CAROM_PAIR_WALL);
  }
  return groups == s->contacts.groups;
}

/* Every bin has two active lists; the lists of a block are consecutive and lie where its neighbour
 * pairs do. */
static bool active_lists_fit(const carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const int64_t from = s->cpu.domain_block[b].pair_bin,
                  to = from + s->cpu.domain_block[b].pair_bins;
    const int64_t end = to < s->contacts.pair_bins ? s->contacts.pair_bin[to].group
                                                   : s->contacts.groups;
    int64_t group = from < to ? s->contacts.pair_bin[from].group : 0;
    for (int64_t k = 2 * from; k < 2 * to; k++) {
      const carom_active_list *l = &s->contacts.active_list[k];
      const carom_pair_bin *pair_bin = &s->contacts.pair_bin[k / 2];
      if (l->material_pair != pair_bin->material_pair || l->kind != pair_bin->kind ||
          l->choices != pair_bin->choices || !carom_sane(l->dense, 1) ||
          !carom_sane(l->has_periodic, 1) || l->group != group ||
          !carom_sane(l->contacts, CAROM_LANES * (end - group)) ||
          (l->dense && (l->kind == CAROM_PAIR_WALL ||
                        !carom_material_pair_dense(&s->model.material_pair[l->material_pair]))))
        return false;
      group += groups_of(l->contacts);
    }
  }
  return true;
}

static bool supercells_fit(const carom_scene *s)
{
  for (int64_t k = 0; k < s->cpu.supercells; k++)
    if (!carom_sane(s->cpu.supercell[k].to, s->particles.count) ||
        !carom_sane(s->cpu.supercell[k].from, s->cpu.supercell[k].to))
      return false;
  return true;
}

static bool row_fits(const carom_scene *s, int64_t block, uint32_t bytes)
{
  const uint32_t row = CAROM_ROW_DOUBLES * sizeof *s->cpu.halo.send;
  return bytes % row == 0 && bytes / row < s->cpu.domain_block[block].halo_sends;
}

/* Are all candidates of a contact faces of its shell, and are its slots consecutive? */
static bool choices_fit(const carom_scene *s, int64_t contact, int64_t left)
{
  const uint32_t *pair = s->contacts.neighbour_pair + 2 * contact;
  const uint32_t row = s->contacts.neighbour_row[contact];
  const carom_face *f = &s->walls.face[carom_face_at(pair[1])];
  const carom_wall *wall = &s->walls.wall[f->wall];
  if (row == 0) return true;
  const int64_t choices = s->contacts.choices;
  const uint32_t *choice = s->contacts.choice + row - 1;
  if (!wall->shell || row - 1 + CAROM_CHOICE_HEAD > choices || choice[CAROM_CHOICE_COUNT] < 2 ||
      choice[CAROM_CHOICE_COUNT] > (choices - row + 1 - CAROM_CHOICE_HEAD) / 2 ||
      choice[CAROM_CHOICE_ACTIVE] > choice[CAROM_CHOICE_COUNT] || choice[CAROM_CHOICE_SLOTS] < 1 ||
      choice[CAROM_CHOICE_SLOTS] > CAROM_SHELL_SLOTS || choice[CAROM_CHOICE_SLOTS] > left)
    return false;
  for (uint32_t k = 0; k < choice[CAROM_CHOICE_COUNT]; k++) {
    const int64_t face = (int64_t)choice[CAROM_CHOICE_HEAD + k] - wall->face;
    if (face < 0 || face >= wall->faces) return false;
  }
  for (uint32_t k = 1; left < CAROM_LANES * s->contacts.groups && k < choice[CAROM_CHOICE_SLOTS];
       k++)
    if (pair[2 * k] != pair[0] || pair[2 * k + 1] != pair[1]) return false;
  return true;
}

/* Checks the wall contacts of a bin, which are sorted by surface. */
static bool wall_pairs_fit(const carom_scene *s, int64_t block, const carom_pair_bin *pair_bin)
{
  const int64_t from = CAROM_LANES * pair_bin->group;
  int32_t last = 0;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(pair_bin->contacts); c++) {
    const uint32_t *p = s->contacts.neighbour_pair + 2 * c, i = carom_particle(p[0]);
    const uint32_t face = carom_face_at(p[1]);
    if (p[0] % CAROM_POSITION_BYTES || p[1] % CAROM_FACE_OFFSET || face >= s->walls.faces ||
        i >= s->particles.count || carom_block_of(s, i) != block)
      return false;
    const carom_face *f = &s->walls.face[face];
    const uint32_t partner = carom_wall_partner(face);
    const int64_t left = from + pair_bin->contacts - c; /* none: a copy of the last one */
    if (f->surface < last ||
        !choices_fit(s, c, left > 0 ? left : CAROM_LANES * s->contacts.groups) ||
        carom_material_pair_between(s, i, partner) != pair_bin->material_pair)
      return false;
    last = f->surface;
  }
  return true;
}

static bool neighbour_pairs_fit(const carom_scene *s, int64_t block, const carom_pair_bin *pair_bin)
{
  const bool inner = pair_bin->kind == CAROM_PAIR_INNER;
  const int64_t from = CAROM_LANES * pair_bin->group;
  if (pair_bin->kind == CAROM_PAIR_WALL) return wall_pairs_fit(s, block, pair_bin);
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(pair_bin->contacts); c++) {
    const uint32_t *p = s->contacts.neighbour_pair + 2 * c;
    const int64_t i = carom_particle(p[0]), j = carom_particle(p[1]);
    if (p[0] % CAROM_POSITION_BYTES || p[1] % CAROM_POSITION_BYTES) return false;
    if (carom_block_of(s, i) != block || i >= s->particles.count || j >= s->particles.count)
      return false;
    if (j <= i || (carom_block_of(s, j) == block) != inner) return false;
    if (pair_bin->kind == CAROM_PAIR_HALO && !row_fits(s, block, s->contacts.neighbour_row[c]))
      return false;
  }
  return true;
}

/* Are they the same two bodies? For a shell, another face may be touched by now. */
static bool same_pair(const carom_walls *w, bool wall, const uint32_t *a, const uint32_t *b)
{
  if (!wall || a[1] == b[1]) return a[0] == b[0] && a[1] == b[1];
  return a[0] == b[0] && a[1] % CAROM_FACE_OFFSET == 0 && carom_face_at(a[1]) < w->faces &&
         w->face[carom_face_at(a[1])].surface == w->face[carom_face_at(b[1])].surface;
}

/* Is every contact of the list a neighbour pair of its block? */
static bool contacts_fit(const carom_scene *s, int64_t block, const carom_active_list *list)
{
  const carom_domain_block *p = &s->cpu.domain_block[block];
  const int64_t from = CAROM_LANES * list->group;
  for (int64_t c = from; c < from + CAROM_LANES * groups_of(list->contacts); c++) {
    int64_t k = p->pair_bin;
    while (k < p->pair_bin + p->pair_bins &&
           s->contacts.neighbour_index[c] >=
               CAROM_LANES * s->contacts.pair_bin[k].group + s->contacts.pair_bin[k].contacts)
      k++;
    if (k == p->pair_bin + p->pair_bins ||
        s->contacts.neighbour_index[c] < CAROM_LANES * s->contacts.pair_bin[k].group ||
        s->contacts.pair_bin[k].kind != list->kind ||
        s->contacts.pair_bin[k].material_pair != list->material_pair ||
        !same_pair(&s->walls, list->kind == CAROM_PAIR_WALL, s->contacts.pair + 2 * c,
                   s->contacts.neighbour_pair + 2 * (size_t)s->contacts.neighbour_index[c]) ||
        s->contacts.row[c] != s->contacts.neighbour_row[s->contacts.neighbour_index[c]])
      return false;
  }
  return true;
}

/* Is every index within its range? */
static bool indices_fit(const carom_scene *s, int64_t upstreams)
{
  const carom_cpu *e = &s->cpu;
  for (int64_t b = 0; b < e->blocks; b++) {
    const carom_domain_block *p = &e->domain_block[b];
    for (int64_t k = p->pair_bin; k < p->pair_bin + p->pair_bins; k++)
      if (!neighbour_pairs_fit(s, b, &s->contacts.pair_bin[k]) ||
          !contacts_fit(s, b, &s->contacts.active_list[2 * k]) ||
          !contacts_fit(s, b, &s->contacts.active_list[2 * k + 1]))
        return false;
    for (int64_t k = p->halo_recv; k < p->halo_recv + p->halo_recvs; k++)
      if (e->halo_recv[k].row >= e->halo_sends || e->halo_recv[k].particle >= s->particles.count ||
          carom_block_of(s, e->halo_recv[k].particle) != b)
        return false;
  }
  for (int64_t k = 0; k < upstreams; k++)
    if (!carom_sane(e->upstream[k], e->blocks - 1)) return false;
  return true;
}

static carom_status visit_halo(carom_scene *s, int64_t upstreams, carom_archive *archive,
                               carom_error *err)
{
  const carom_cpu *e = &s->cpu;
  const struct {
    const char *name;
    carom_element element;
    void *data;
    int64_t count;
  } row[] = {
      {"wall_force", CAROM_DOUBLES, e->wall_force, 6 * e->blocks * s->walls.count},
      {"halo_send", CAROM_DOUBLES, e->halo.send, CAROM_ROW_DOUBLES * e->halo_sends},
      {"halo_recv", CAROM_COUNTS, e->halo_recv, 2 * e->halo_sends},
      {"upstream", CAROM_INT64S, e->upstream, upstreams},
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++)
    CAROM_TRY(carom_archive_array(archive, "engine", row[k].name, row[k].element, row[k].data,
                                  (size_t)row[k].count, err));
  return CAROM_OK;
}

/* Finds the extent at the rebuild from the reference positions that it noted. */
static void find_extent(carom_scene *s)
{
  double low[3], high[3];
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = s->particles.count > 0 ? s->particles.reference[k] : 0;
    for (int64_t i = 1; i < s->particles.count; i++) {
      const double x = s->particles.reference[CAROM_POSITION_DOUBLES * i + k];
      low[k] = x < low[k] ? x : low[k];
      high[k] = x > high[k] ? x : high[k];
    }
    if (!s->model.periodic[k]) continue;
    low[k] = s->model.low[k];
    high[k] = s->model.high[k];
  }
  carom_grid_note_extent(s, low, high);
}

/* Active lists of a block are shorter than its neighbour pairs. */
static void clear_unused(carom_scene *s)
{
  const carom_contacts *c = &s->contacts;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const int64_t first = s->cpu.domain_block[b].pair_bin,
                  last = first + s->cpu.domain_block[b].pair_bins;
    if (first == last) continue;
    const carom_active_list *l = &c->active_list[2 * last - 1];
    carom_contacts_clear_unused(&s->contacts, &s->model, c->pair_bin[first].group,
                                l->group + groups_of(l->contacts),
                                last < c->pair_bins ? c->pair_bin[last].group : c->groups);
  }
}

carom_status carom_cpu_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  carom_cpu *e = &s->cpu;
  carom_contacts *c = &s->contacts;
  sizes to = sizes_of(s);
  int64_t upstreams;
  CAROM_VISIT("engine", sizes_column, &to, 1);
  if (archive->loading) CAROM_TRY(resize(s, &to, err));
  CAROM_TRY(visit_levels(s, archive, err));
  CAROM_VISIT("engine", engine_column, e, 1);
  CAROM_VISIT("domain_block", domain_block_column, e->domain_block, e->blocks);
  if (s->box.deforms) CAROM_VISIT("domain_block", box_column, e->domain_block, e->blocks);
  if (!domain_blocks_fit(s, &upstreams)) return carom_state_damaged(err, "domain_block");
  CAROM_VISIT("pair_bin", pair_bin_column, c->pair_bin, c->pair_bins);
  if (!pair_bins_fit(s)) return carom_state_damaged(err, "pair_bin");
  if (archive->loading && !carom_cpu_reserve_lists(s)) return carom_state_no_memory(err);
  CAROM_VISIT("active_list", active_list_column, c->active_list, 2 * c->pair_bins);
  if (!active_lists_fit(s)) return carom_state_damaged(err, "active_list");
  CAROM_VISIT("supercell", supercell_column, e->supercell, e->supercells);
  if (!supercells_fit(s)) return carom_state_damaged(err, "supercell");
  CAROM_TRY(visit_halo(s, upstreams, archive, err));
  if (!archive->loading) clear_unused(s);
  CAROM_TRY(carom_contacts_archive(c, &s->model, archive, err));
  if (!archive->loading) return CAROM_OK;
  for (int64_t b = 0; b < e->blocks; b++) {
    atomic_store(&e->domain_block[b].forces_done, (int64_t)e->passes);
    atomic_store(&e->domain_block[b].claimed, (int64_t)e->passes);
    e->domain_block[b].moved = e->passes;
  }
  find_extent(s);
  if (!carom_supercells_meet(s)) return carom_state_no_memory(err);
  if (!indices_fit(s, upstreams)) return carom_state_damaged(err, "contacts");
  return carom_cpu_find_downstream(s) ? CAROM_OK : carom_state_no_memory(err);
}
