/* SPDX-License-Identifier: MIT */
/* The order of the cells, and with it of the particles.
 *
 * Cells are numbered by recursive bisection, so that the particles of a block are close together.
 * The first two cuts are made so that two threads do not wait for each other: a block can move once
 * all earlier blocks with contacts in it have their forces. Along the direction across which the
 * domain is cut best, its quarters are numbered in the order second, first, fourth, third. The
 * first thread then begins at the cut between the halves, and the second thread ends there: when it
 * arrives, the first has long left. */
#include <string.h>

#include "scene/grid.h"

/* The ranks of the cells of a supercell begin (end 0) or end (1) here. */
static void note_supercell(carom_grid *g, const int at[3], int end, uint32_t rank)
{
  int64_t number = 0;
  for (int k = 2; k >= 0; k--)
    number = number * carom_supercells_across(g, k) + (at[k] + g->lead[k]) / CAROM_SUPERCELL;
  g->supercell_rank[2 * number + end] = rank;
}

/* A box of cells to be numbered. */
typedef struct region {
  int low[3], size[3];
  bool within; /* it is within one supercell */
} region;

/* Cuts a region; returns the part beyond the cut, and the rest remains. */
static region split(region *all, int k, int cut)
{
  region beyond = *all;
  beyond.low[k] = cut;
  beyond.size[k] = all->low[k] + all->size[k] - cut;
  all->size[k] = cut - all->low[k];
  return beyond;
}

/* The border between supercells that is nearest to a cell. */
static int border(int lead, double at)
{
  return (int)((at + lead) / CAROM_SUPERCELL + 0.5) * CAROM_SUPERCELL - lead;
}

/* Numbers the cells of a region by recursive bisection; cells of a supercell get consecutive
 * ranks. */
static void number_cells(carom_grid *g, region all, uint32_t *next)
{
  const int *size = all.size, at[3] = {all.low[0], all.low[1], all.low[2]};
  const int k = size[2] >= size[1] && size[2] >= size[0] ? 2 : size[1] >= size[0] ? 1 : 0;
  const bool supercell = !all.within && size[k] <= CAROM_SUPERCELL;
  all.within |= supercell;
  if (supercell) note_supercell(g, at, 0, *next);
  if (size[k] > 1) {
    const int middle = at[k] + size[k] / 2;
    const region beyond = split(&all, k, all.within ? middle : border(g->lead[k], middle));
    number_cells(g, all, next);
    number_cells(g, beyond, next);
  } else {
    g->rank[carom_cell_number(g, at)] = (*next)++;
  }
  if (supercell) note_supercell(g, at, 1, *next);
}

void carom_grid_number(carom_grid *g)
{
  uint32_t next = 0;
  region quarter[4] = {{.size = {g->cells[0], g->cells[1], g->cells[2]}}};
  for (int q = 3; q > 0; q--)
    quarter[q] = split(&quarter[0], g->across, g->cut[q - 1]);
  for (int q = 0; q < 4; q++)
    if (quarter[q ^ 1].size[g->across] > 0) number_cells(g, quarter[q ^ 1], &next);
}

/* The direction across which a cut has the smallest area. A periodic domain is cut twice. */
static int best_cut(const carom_scene *s, const int cells[3])
{
  double least = 1e300;
  int best = 0;
  for (int k = 0; k < 3; k++) {
    const double area = (s->model.periodic[k] ? 2.0 : 1.0) * cells[(k + 1) % 3] *
                        cells[(k + 2) % 3];
    if (area > least) continue;
    least = area;
    best = k;
  }
  return best;
}

enum { LAYERS = 256, SAMPLES = 8192 };

/* Finds where quarters of the particles end, in cells. The second quarter ends with the blocks of
 * the first of two threads. */
static void find_quarters(const carom_scene *s, int k, int cells, double low, double high,
                          double end[3])
{
  const double half = (double)carom_block_start(s, s->cpu.blocks / 2) / (double)s->particles.count;
  const double part[3] = {0.5 * half, half, 0.5 + 0.5 * half};
  int64_t count[LAYERS] = {0}, total = 0, below = 0;
  int q = 0;
  for (int64_t i = 0; i < s->particles.count; i += 1 + s->particles.count / SAMPLES, total++) {
    const double layer = LAYERS * (carom_position_of(s, i)[k] - low) / (high - low);
    count[layer > 0 ? layer < LAYERS ? (int)layer : LAYERS - 1 : 0]++;
  }
  for (int layer = 0; layer < LAYERS && q < 3; layer++) {
    below += count[layer];
    for (; q < 3 && (double)below >= part[q] * (double)total; q++)
      end[q] = (layer + 1.0) / LAYERS * cells;
  }
}

bool carom_grid_cut(carom_grid *g, const carom_scene *s)
{
  const carom_grid before = *g;
  const int k = g->across = best_cut(s, g->cells), cells = g->cells[k];
  double end[3] = {0, 0, 0};
  memset(g->lead, 0, sizeof g->lead);
  find_quarters(s, k, cells, g->origin[k], g->origin[k] + cells * g->cell[k], end);
  if (!s->model.periodic[k] &&
      cells > 2 * CAROM_SUPERCELL) { /* shifts supercells so that a border lies at the cut */
    const int middle = (int)CAROM_FLOOR(end[1]) + (CAROM_FLOOR(end[1]) < end[1]);
    g->lead[k] = (CAROM_SUPERCELL - middle % CAROM_SUPERCELL) % CAROM_SUPERCELL;
    end[1] = middle;
  }
  for (int q = 0; q < 3; q++) {
    const int cut = border(g->lead[k], end[q]);
    g->cut[q] = cut < 0 ? 0 : cut < cells ? cut : cells;
  }
  return g->across != before.across || memcmp(g->cut, before.cut, sizeof g->cut) != 0 ||
         memcmp(g->lead, before.lead, sizeof g->lead) != 0;
}
