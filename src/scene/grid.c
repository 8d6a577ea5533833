/* SPDX-License-Identifier: MIT */
/* The grid has levels, so that cells fit the particles in them. Particles are sorted by level,
 * smallest first, and within a level by cell. A pair is found from its smaller particle, which
 * comes first in that order: in the cells around it on its own level, and in the cells of every
 * coarser level that it can reach. So the cost of a contact does not depend on the size ratio, and
 * the many contacts of a large sphere belong to the blocks of its small partners. */
#include "scene/grid.h"

#include <string.h>

#include "core/error.h"

static carom_status lost(const carom_scene *s, int64_t i, const char *what, carom_error *err)
{
  const double *x = carom_position_of(s, i);
  return carom_fail(err, CAROM_ERR_DIVERGED, "particle",
                    "particle %lu (id %lu) %s: it is at (%.6g, %.6g, %.6g) m at %.9g s",
                    (unsigned long)s->particles.tag[i], (unsigned long)s->particles.id[i], what,
                    x[0], x[1], x[2], carom_scene_time(s));
}

/* Folds a particle back across periodic borders; returns what is wrong with it, or NULL. */
static const char *fold(carom_scene *s, int64_t i)
{
  double *x = carom_position_of(s, i);
  if (s->box.deforms) return carom_box_fold_row(s, i);
  for (int k = 0; k < 3; k++) {
    if (x[k] >= s->model.low[k] && x[k] < s->model.high[k]) continue;
    if (!(x[k] - x[k] == 0)) return "has a position that is NaN";
    if (!s->model.periodic[k]) {
      if (x[k] == s->model.high[k] || s->model.leaves == CAROM_LEAVES_DELETE) continue;
      return "has left the domain";
    }
    const double images = CAROM_FLOOR((x[k] - s->model.low[k]) / s->model.length[k]);
    if (!(CAROM_FABS(images) < 1e6)) return "crossed a million periods";
    x[k] -= images * s->model.length[k];
    s->particles.image[3 * i + k] += (int32_t)images;
    if (!(x[k] < s->model.high[k])) { /* rounding next to the border */
      x[k] = s->model.low[k];
      s->particles.image[3 * i + k]++;
    }
  }
  return NULL;
}

/* Folds the particles of a block up to the first that cannot be folded, and finds their extent. */
static void fold_block(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  carom_search_buffer *f = &s->cpu.search_buffer[b];
  const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
  (void)worker;
  f->lost = -1;
  for (int64_t i = from; i < to; i++) {
    const double *x = carom_position_of(s, i);
    if (fold(s, i)) {
      f->lost = i;
      return;
    }
    for (int k = 0; k < 3; k++) {
      low[k] = i == from || x[k] < low[k] ? x[k] : low[k];
      high[k] = i == from || x[k] > high[k] ? x[k] : high[k];
    }
  }
  memcpy(f->low, low, sizeof low);
  memcpy(f->high, high, sizeof high);
}

carom_status carom_grid_fold(carom_scene *s, carom_error *err)
{
  if (s->box.deforms) carom_box_turn_over(s);
  carom_pool_run(s->cpu.pool, s->cpu.blocks, fold_block, s);
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    if (s->cpu.search_buffer[b].lost >= 0)
      return lost(s, s->cpu.search_buffer[b].lost, fold(s, s->cpu.search_buffer[b].lost), err);
  if (s->box.deforms && s->model.clumps) carom_clumps_fold(s);
  return CAROM_OK;
}

static void extent(const carom_scene *s, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = s->model.periodic[k] ? s->model.low[k] : s->cpu.search_buffer[0].low[k];
    high[k] = s->model.periodic[k] ? s->model.high[k] : s->cpu.search_buffer[0].high[k];
    for (int64_t b = 1; !s->model.periodic[k] && b < s->cpu.blocks; b++) {
      const carom_search_buffer *f = &s->cpu.search_buffer[b];
      low[k] = f->low[k] < low[k] ? f->low[k] : low[k];
      high[k] = f->high[k] > high[k] ? f->high[k] : high[k];
    }
  }
}

enum { SAMPLES = 255 };

static int by_value(const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Coordinate with about half of the particles below it. */
static double median(const carom_scene *s, int k)
{
  const int64_t every = 1 + s->particles.count / SAMPLES;
  double sample[SAMPLES];
  int count = 0;
  for (int64_t i = 0; i < s->particles.count && count < SAMPLES; i += every)
    sample[count++] = carom_position_of(s, i)[k];
  qsort(sample, (size_t)count, sizeof *sample, by_value);
  return count > 0 ? sample[count / 2] : 0;
}

/* The number of cells is bounded. If particles are spread wider than that, the outermost cells also
 * hold what lies beyond them. All levels span the same space. */
static void bound(const carom_scene *s, double low[3], double high[3])
{
  const double most = CAROM_CELLS_ACROSS * (2 * s->cpu.grid[0].largest + carom_list_range(s));
  for (int k = 0; k < 3; k++) {
    if (s->model.periodic[k] || !(high[k] - low[k] > most)) continue;
    const double middle = median(s, k), half = 0.5 * most;
    low[k] = middle - half > low[k] ? middle - half : low[k];
    high[k] = middle + half < high[k] ? middle + half : high[k];
  }
}

/* Cells that are this many times too large, and crowded, call for a sparse level. */
#define LARGER 2.0

/* Numbers of cells of a level if they are as wide as the reach of its largest pair, so that
 * partners are in adjacent cells. */
static void cells_wanted(const carom_scene *s, const carom_grid *g, const double low[3],
                         const double high[3], int cells[3])
{
  const double reach = 2 * g->largest + carom_list_range(s);
  for (int k = 0; k < 3; k++) {
    const double wanted = (high[k] - low[k]) / (carom_box_stretch(&s->model, k) * reach);
    cells[k] = wanted < 1 ? 1 : wanted > CAROM_CELLS_ACROSS ? CAROM_CELLS_ACROSS : (int)wanted;
  }
}

void carom_grid_note_extent(carom_scene *s, const double low[3], const double high[3])
{
  memcpy(s->cpu.low, low, sizeof s->cpu.low);
  memcpy(s->cpu.high, high, sizeof s->cpu.high);
}

bool carom_grid_reserve_cells(carom_grid *g)
{
  return carom_reserve(&g->span, &g->capacity, 2 * (g->count + 1), sizeof *g->span) &&
         (g->sparse || carom_reserve(&g->rank, &g->rank_capacity, g->count, sizeof *g->rank));
}

static double product(const int cells[3])
{
  return (double)cells[0] * cells[1] * cells[2];
}

/* How a level is laid out. */
typedef struct layout {
  int wanted[3]; /* cells as wide as the reach of its largest pair */
  bool same;     /* its full table of cells keeps its size */
  bool sparse;   /* cells only where particles are */
} layout;

/* Chooses the size of a full table of cells, and whether the level is to be sparse. `coarser`: the
 * next coarser level is sparse. The choice depends only on where the particles are, so that a scene
 * continued from a stored state makes the same one; and particles may gather while the space stays
 * the same. */
static bool choose_layout(carom_scene *s, int level, const double low[3], const double high[3],
                          bool coarser, layout *to)
{
  carom_grid *g = &s->cpu.grid[level];
  const double reach = 2 * g->largest + carom_list_range(s);
  int cells[3];
  cells_wanted(s, g, low, high, to->wanted);
  memcpy(cells, to->wanted, sizeof cells);
  for (;;) { /* sparsely filled space gets larger cells */
    const int most = cells[0] >= cells[1] && cells[0] >= cells[2] ? 0
                     : cells[1] >= cells[2]                       ? 1
                                                                  : 2;
    if (product(cells) <= carom_grid_most_cells(g)) break;
    cells[most] = (cells[most] + 1) / 2;
  }
  to->same = !g->sparse && g->rank && memcmp(cells, g->cells, sizeof cells) == 0;
  g->sparse = false;
  for (int k = 0; k < 3; k++) {
    g->cells[k] = cells[k];
    g->origin[k] = low[k];
    g->cell[k] = high[k] > low[k] ? (high[k] - low[k]) / cells[k] : reach;
  }
  g->count = (int64_t)cells[0] * cells[1] * cells[2];
  if (!carom_grid_reserve_cells(g)) return false;
  to->sparse = product(to->wanted) > LARGER * product(cells) &&
               (coarser || carom_sparse_crowded(s, level));
  return true;
}

static bool lay_level(carom_scene *s, int level, const double high[3], const layout *to)
{
  carom_grid *g = &s->cpu.grid[level];
  if (to->sparse) return carom_sparse_lay(s, level, to->wanted, high);
  if (!carom_grid_cut(g, s) && to->same) return true;
  g->supercells = 1;
  for (int k = 0; k < 3; k++)
    g->supercells *= carom_supercells_across(g, k);
  if (!carom_reserve(&g->supercell_rank, &g->supercell_capacity, 2 * g->supercells,
                     sizeof *g->supercell_rank))
    return false;
  carom_grid_number(g);
  return true;
}

/* Chooses layouts from the coarsest level to the finest, then lays out the finest level first.
 * Levels finer than a sparse one are sparse, too: a few small particles all over the space must not
 * spoil the cells of the others, and a sparse level takes no smaller cells than the next finer
 * one. */
static bool lay_levels(carom_scene *s, const double low[3], const double high[3])
{
  layout to[CAROM_LEVELS];
  for (int level = s->cpu.levels - 1; level >= 0; level--) {
    const bool coarser = level + 1 < s->cpu.levels && to[level + 1].sparse;
    if (!choose_layout(s, level, low, high, coarser, &to[level])) return false;
  }
  for (int level = 0; level < s->cpu.levels; level++) {
    carom_grid *g = &s->cpu.grid[level];
    if (!lay_level(s, level, high, &to[level])) return false;
    g->first = s->cpu.cells;
    g->first_supercell = s->cpu.supercells;
    s->cpu.cells += g->count;
    s->cpu.supercells += g->supercells;
  }
  return true;
}

bool carom_grid_lay(carom_scene *s)
{
  double low[3], high[3];
  s->cpu.cells = s->cpu.supercells = 0;
  extent(s, low, high);
  carom_grid_note_extent(s, low, high);
  bound(s, low, high);
  if (!lay_levels(s, low, high) || !carom_reserve(&s->cpu.cell_start, &s->cpu.cell_capacity,
                                                  s->cpu.cells + 1, sizeof *s->cpu.cell_start))
    return false;
  for (int level = 0; level < s->cpu.levels; level++)
    s->cpu.grid[level].start = s->cpu.cell_start + s->cpu.grid[level].first;
  return true;
}

static void free_levels(carom_scene *s, int from)
{
  for (int level = from; level < s->cpu.levels; level++) {
    free(s->cpu.grid[level].rank);
    free(s->cpu.grid[level].span);
    free(s->cpu.grid[level].supercell_rank);
    free(s->cpu.grid[level].code);
    free(s->cpu.grid[level].code_table);
    free(s->cpu.grid[level].beside);
    s->cpu.grid[level] = (carom_grid){0};
  }
}

/* Radii within this ratio share one level. */
#define SAME_LEVEL 3.0

void carom_grid_choose_levels(carom_scene *s)
{
  int64_t count[CAROM_LEVELS] = {0};
  double most[CAROM_LEVELS] = {0}, least = 1e300, largest = 0;
  int finest = 0;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double r = carom_position_of(s, i)[3];
    least = r < least ? r : least;
    largest = r > largest ? r : largest;
  }
  const bool one = largest <= SAME_LEVEL * least;
  for (int64_t i = 0; i < s->particles.count; i++) { /* a level per factor of two in size */
    const double radius = carom_position_of(s, i)[3];
    int k = 0;
    for (double r = 0.5 * largest; !one && k < CAROM_LEVELS - 1 && radius <= r; r *= 0.5)
      k++;
    count[k]++;
    most[k] = radius > most[k] ? radius : most[k];
    finest = k > finest ? k : finest;
  }
  int levels = 0;
  if (s->particles.count == 0) most[0] = s->model.largest;
  for (int k = finest; k >= 0; k--) {
    if (count[k] == 0 && s->particles.count > 0) continue;
    s->cpu.grid[levels].largest = most[k]; /* its cells are laid out anew in the same memory */
    s->cpu.grid[levels++].particles = count[k];
  }
  free_levels(s, levels);
  s->cpu.levels = levels;
}

void carom_grid_free(carom_scene *s)
{
  free_levels(s, 0);
  s->cpu.levels = 0;
}
