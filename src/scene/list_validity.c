/* SPDX-License-Identifier: MIT */
/* How long the neighbour lists stay valid.
 *
 * Two particles that are not listed can touch only after they have approached each other by the gap
 * between them. Only relative motion counts: in a flow neighbours move together, and lists stay
 * valid much longer than speeds suggest. Space is divided into supercells, cubes of a few cells.
 * Each has a bounding box of the displacements of its particles since the last rebuild. The boxes
 * of a supercell and its neighbours bound how much closer any two of their particles can be. Two
 * supercells that are not neighbours have a whole one between them. Each level of the grid has its
 * own supercells, which are compared with those of coarser levels less than one coarser supercell
 * away. Supercells are checked only now and then, when a budget that speeds use up is exhausted.
 *
 * Walls move, too. A shell carries a frame: what counts is how far particles move in this frame, so
 * particles that a drum carries along do not come closer to its other triangles.
 *
 * Active lists stay valid for a few steps only. For them the velocity boxes of a block and of the
 * blocks it may touch bound, step by step, how much closer particles can be. */
#include "scene/grid.h"
#include "scene/kernels.h"

enum {
  PATIENCE = 8, /* steps that a check must be good for, unless they are long */
  STEPS = 32,   /* steps that active lists should last */
  SHARE = 32    /* supercells per task */
};

/* Least margin of an active list, as a fraction of the skin. */
#define MARGIN 0.02

static void meet_share(void *user, int worker, int64_t share)
{
  carom_grid *g = user;
  (void)worker;
  carom_sparse_meet(g, SHARE * share,
                    SHARE * (share + 1) < g->supercells ? SHARE * (share + 1) : g->supercells);
}

bool carom_supercells_meet(carom_scene *s)
{
  for (carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++) {
    if (!g->sparse || s->model.any_periodic) continue;
    if (!carom_reserve(&g->beside, &g->beside_capacity, CAROM_BESIDE * g->supercells,
                       sizeof *g->beside))
      return false;
    carom_pool_run(s->cpu.pool, (g->supercells + SHARE - 1) / SHARE, meet_share, g);
  }
  return true;
}

bool carom_supercells_lay(carom_scene *s)
{
  if (!carom_reserve(&s->cpu.supercell, &s->cpu.supercell_capacity, s->cpu.supercells,
                     sizeof *s->cpu.supercell) ||
      !carom_supercells_meet(s))
    return false;
  for (const carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++)
    for (int64_t k = 0; k < g->supercells; k++)
      s->cpu.supercell[g->first_supercell + k] = (carom_supercell){
          .from = g->start[g->supercell_rank[2 * k]],
          .to = g->start[g->supercell_rank[2 * k + 1]],
          .wall_clearance = 1e300};
  return true;
}

/* How far particles may be outside the domain before they must be folded back. */
static void domain_slack(const carom_scene *s, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = s->model.length[k];
    if (!s->model.periodic[k]) continue;
    bool repeats = s->walls.faces == s->walls.open_faces; /* shells do not repeat */
    for (int64_t f = 0; f < s->walls.open_faces; f++)
      repeats &= carom_face_repeats(s, f, k);
    if (!repeats) out[k] = 0.5 * s->model.skin;
  }
}

static bool outside_domain(const carom_scene *s, const carom_aabb *box, const double most[3])
{
  bool inside = true;
  for (int k = 0; k < 3; k++)
    inside &= box->low[k] >= s->model.low[k] - most[k] &&
              box->high[k] <= s->model.high[k] + most[k];
  return !inside;
}

/* How much closer particles of a supercell can be to unlisted walls, given that the particles are
 * now at these positions. */
static double wall_approach(const carom_scene *s, const carom_supercell *o,
                            const carom_aabb *position)
{
  double most = o->far + s->cpu.wall_displacement, low[3], high[3];
  for (int k = 0; k < 3; k++) { /* their positions at the last rebuild */
    low[k] = position->low[k] - o->high[k];
    high[k] = position->high[k] - o->low[k];
  }
  for (int i = 0; s->walls.shells_moved && i < s->walls.count; i++) {
    const carom_shell *shell = s->walls.wall[i].shell;
    if (!shell || !shell->moved || s->walls.wall[i].absent) continue;
    const double passed = carom_shell_passed(shell, low, high, o->low, o->high);
    most = passed <= most ? most : passed;
  }
  return most;
}

/* Finds the bounding boxes of the displacements of some supercells. A particle outside the domain
 * or at NaN gives an infinite displacement, which forces a rebuild. */
static void measure_share(void *user, int worker, int64_t share)
{
  carom_scene *s = user;
  const int64_t end = SHARE * (share + 1) < s->cpu.supercells ? SHARE * (share + 1)
                                                              : s->cpu.supercells;
  double leave[3];
  (void)worker;
  domain_slack(s, leave);
  for (int64_t k = SHARE * share; k < end; k++) {
    carom_supercell *o = &s->cpu.supercell[k];
    carom_aabb position, displacement;
    o->far = 0;
    if (o->from == o->to) continue;
    const bool real = s->cpu.kernels->extent(
        o->to - o->from, carom_position_of(s, o->from),
        s->particles.reference + CAROM_POSITION_DOUBLES * o->from, &position, &displacement);
    double square = 0; /* of the longest displacement in the box */
    for (int c = 0; c < 3; c++) {
      const double length = displacement.high[c] > -displacement.low[c] ? displacement.high[c]
                                                                        : -displacement.low[c];
      o->low[c] = displacement.low[c];
      o->high[c] = displacement.high[c];
      square += length * length;
    }
    o->far = real && !outside_domain(s, &position, leave) ? CAROM_SQRT(square) : -CAROM_UNSET;
    o->wall_approach = wall_approach(s, o, &position);
  }
}

/* Square of how much closer particles of two supercells can be; the second is seen across this many
 * periodic borders. */
static double approach_squared(const carom_scene *s, const carom_supercell *a,
                               const carom_supercell *b, const int images[3])
{
  double square = 0, moved[3] = {0, 0, 0};
  if (a->from == a->to || b->from == b->to) return 0;
  if (s->box.deforms) carom_box_shift_since(s, images, moved);
  for (int c = 0; c < 3; c++) {
    const double up = a->high[c] - b->low[c] - moved[c], down = b->high[c] - a->low[c] + moved[c];
    const double most = up > down ? up : down;
    square += most * most;
  }
  return square;
}

/* The larger of two numbers, or NaN. */
static double larger(double most, double square)
{
  return square <= most ? most : square;
}

/* Neighbours of a supercell along one direction; supercells that are not neighbours must have a
 * whole one between them. The last one before a periodic border may be cut short; then the
 * supercells on both sides of it are neighbours, too. */
static int neighbours(const carom_scene *s, const carom_grid *g, int k, int at, int out[5],
                      int image[5])
{
  const int across = carom_supercells_across(g, k), last = across - 1;
  const bool cut = s->model.periodic[k] && g->cells[k] % CAROM_SUPERCELL != 0;
  int count = 0;
  for (int step = -2; step <= 2; step++) {
    int to = at + step;
    const int beyond = to < 0 ? -((across - 1 - to) / across) : to / across;
    if (s->model.periodic[k]) to = (to + 2 * across) % across;
    if (to < 0 || to > last) continue;
    const bool over = cut && ((at == 0 && to == last - 1) || (at == last - 1 && to == 0));
    if (!(step > -2 && step < 2) && !over) continue;
    image[count] = beyond;
    out[count++] = to;
  }
  return count;
}

/* Compares a supercell of a sparse level with its neighbours. */
static double compare_beside(const carom_scene *s, const carom_grid *g, const carom_supercell *own)
{
  static const int none[3] = {0, 0, 0};
  const carom_supercell *first = s->cpu.supercell + g->first_supercell;
  const uint32_t *beside = g->beside + CAROM_BESIDE * (own - first);
  double most = approach_squared(s, own, own, none);
  for (int k = 0; k < CAROM_BESIDE; k++)
    if (beside[k] != CAROM_NO_SUPERCELL)
      most = larger(most, approach_squared(s, own, first + beside[k], none));
  return most;
}

/* Compares a supercell with those of its neighbours on the same level that follow it. */
static double compare_level(const carom_scene *s, const carom_grid *g, const int at[3],
                            const carom_supercell *own)
{
  const int64_t first = own - s->cpu.supercell - g->first_supercell;
  int side[3][5], image[3][5], count[3];
  double most = 0;
  for (int k = 0; k < 3; k++)
    count[k] = neighbours(s, g, k, at[k], side[k], image[k]);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        const int beside[3] = {side[0][x], side[1][y], side[2][z]};
        const int64_t other = carom_supercell_number(g, beside);
        const int images[3] = {image[0][x], image[1][y], image[2][z]};
        if (other < first) continue;
        most = larger(
            most, approach_squared(s, own, &s->cpu.supercell[g->first_supercell + other], images));
      }
  return most;
}

/* Cells along one direction; they may extend beyond a periodic border. */
typedef struct range {
  int64_t first, last;
} range;

/* Cells of a coarser level that are less than one of its supercells away from the supercell of `g`
 * that begins with cell `from`. */
static range within_width(const carom_scene *s, const carom_grid *g, const carom_grid *coarse,
                          int k, int from)
{
  const double wide = CAROM_SUPERCELL * coarse->cell[k], slack = 1e-9 * wide;
  const double low = g->origin[k] + from * g->cell[k] - wide - slack;
  const double high = g->origin[k] + (from + CAROM_SUPERCELL) * g->cell[k] + wide + slack;
  const int64_t end = coarse->cells[k] - 1;
  const range r = {(int64_t)CAROM_FLOOR((low - coarse->origin[k]) / coarse->cell[k]),
                   (int64_t)CAROM_FLOOR((high - coarse->origin[k]) / coarse->cell[k])};
  if (r.last - r.first >= end) return (range){0, end};
  if (s->model.periodic[k]) return r;
  return (range){r.first > 0 ? r.first : 0, r.last < end ? r.last : end};
}

/* The supercell of a cell along this direction, and across how many borders it is. `cell` advances
 * to the first cell of the next supercell. */
static int supercell_at(const carom_grid *g, int k, int64_t *cell, int *image)
{
  const int64_t cells = g->cells[k], at = (*cell % cells + cells) % cells;
  *image = (int)((*cell - at) / cells);
  const int supercell = (int)((at + g->lead[k]) / CAROM_SUPERCELL);
  const int64_t end = (supercell + 1) * CAROM_SUPERCELL - g->lead[k];
  *cell += (end < cells ? end : cells) - at;
  return supercell;
}

/* Compares a supercell with those near it on a coarser level. */
static double compare_coarser(const carom_scene *s, const carom_grid *g, const carom_grid *coarse,
                              const int at[3], const carom_supercell *own)
{
  const carom_supercell *first = s->cpu.supercell + coarse->first_supercell;
  double most = 0;
  int images[3], beside[3];
  range r[3];
  for (int k = 0; k < 3; k++)
    r[k] = within_width(s, g, coarse, k, CAROM_SUPERCELL * at[k] - g->lead[k]);
  for (int64_t z = r[2].first; z <= r[2].last;) {
    beside[2] = supercell_at(coarse, 2, &z, &images[2]);
    for (int64_t y = r[1].first; y <= r[1].last;) {
      beside[1] = supercell_at(coarse, 1, &y, &images[1]);
      for (int64_t x = r[0].first; x <= r[0].last;) {
        beside[0] = supercell_at(coarse, 0, &x, &images[0]);
        const int64_t other = carom_supercell_number(coarse, beside);
        if (other >= 0) most = larger(most, approach_squared(s, own, first + other, images));
      }
    }
  }
  return most;
}

/* Position of a supercell within its level. */
static void place_of(const carom_grid *g, int64_t number, int at[3])
{
  const int64_t row = carom_supercells_across(g, 0), layer = row * carom_supercells_across(g, 1);
  if (g->sparse) {
    carom_sparse_supercell_at(g, number, at);
    return;
  }
  at[0] = (int)(number % row);
  at[1] = (int)(number % layer / row);
  at[2] = (int)(number / layer);
}

/* Finds how much closer the particles of a supercell can be to those of its neighbours, except for
 * pairs that a neighbour compares. */
static void compare(carom_scene *s, int64_t number)
{
  carom_supercell *own = &s->cpu.supercell[number];
  const carom_grid *g = s->cpu.grid;
  while (number >= g->first_supercell + g->supercells)
    g++;
  int at[3];
  own->approach_squared = 0;
  if (own->from == own->to) return;
  place_of(g, number - g->first_supercell, at);
  double most = g->sparse && !s->model.any_periodic ? compare_beside(s, g, own)
                                                    : compare_level(s, g, at, own);
  for (const carom_grid *coarse = g + 1; coarse < s->cpu.grid + s->cpu.levels; coarse++)
    most = larger(most, compare_coarser(s, g, coarse, at, own));
  own->approach_squared = most;
}

/* Every pair of neighbours is compared by the first of the two, so that no two workers write to one
 * supercell. */
static void compare_share(void *user, int worker, int64_t share)
{
  carom_scene *s = user;
  const int64_t end = SHARE * (share + 1) < s->cpu.supercells ? SHARE * (share + 1)
                                                              : s->cpu.supercells;
  (void)worker;
  for (int64_t k = SHARE * share; k < end; k++)
    compare(s, k);
}

/* Least gap between particles of a level and of the same or a coarser level whose supercells are
 * not compared. */
static double unlisted_distance(const carom_model *m, const carom_grid *g, const carom_grid *coarse,
                                double reach)
{
  double least = 1e300;
  for (int k = 0; k < 3; k++) {
    const double gap = CAROM_SUPERCELL * coarse->cell[k] / carom_box_stretch(m, k);
    if (carom_supercells_across(coarse, k) > 2 && gap < least) least = gap;
  }
  return least - (g->largest + coarse->largest) - reach;
}

static double least_unlisted_distance(const carom_scene *s)
{
  double least = 1e300;
  for (const carom_grid *g = s->cpu.grid; g < s->cpu.grid + s->cpu.levels; g++)
    for (const carom_grid *coarse = g; coarse < s->cpu.grid + s->cpu.levels; coarse++) {
      const double far = unlisted_distance(&s->model, g, coarse, s->model.reach);
      least = far < least ? far : least;
    }
  return least;
}

/* Bound on how far images have moved relative to their particles since the lists were built. */
static double images_moved(const carom_scene *s)
{
  const int all[3] = {1, 1, 1};
  double moved[3];
  if (!s->box.deforms) return 0;
  carom_box_shift_since(s, all, moved);
  const double offset = CAROM_FABS(s->model.offset - s->box.listed_offset);
  return CAROM_FABS(moved[0]) + CAROM_FABS(moved[1]) + CAROM_FABS(moved[2]) + 2 * offset;
}

/* Measures displacements; returns the budget left before particles can reach an unlisted wall, a
 * particle of a supercell that is not compared, or an unlisted particle of one that is. */
static double check_supercells(carom_scene *s)
{
  double left = 1e300, farthest = 0, nearest = 0;
  carom_pool_run(s->cpu.pool, (s->cpu.supercells + SHARE - 1) / SHARE, measure_share, s);
  carom_pool_run(s->cpu.pool, (s->cpu.supercells + SHARE - 1) / SHARE, compare_share, s);
  for (int64_t k = 0; k < s->cpu.supercells; k++) {
    const carom_supercell *o = &s->cpu.supercell[k];
    if (o->from == o->to) continue;
    const double clearance = o->wall_clearance - o->wall_approach;
    left = clearance < left ? clearance : left;
    farthest = o->far <= farthest ? farthest : o->far;
    nearest = o->approach_squared <= nearest ? nearest : o->approach_squared;
  }
  const double far = least_unlisted_distance(s) - 2 * farthest - images_moved(s),
               near = s->model.skin - CAROM_SQRT(nearest);
  if (!(farthest - farthest == 0)) return -1; /* forces a rebuild, which reports the cause */
  left = far < left ? far : left;
  return near < left ? near : left;
}

/* Square of the largest closing speed of particles with velocities in these boxes. */
static double closing_speed_squared(const carom_aabb *a, const carom_aabb *b)
{
  double square = 0;
  for (int c = 0; c < 3; c++) {
    const double one = a->high[c] - b->low[c], other = b->high[c] - a->low[c];
    const double faster = one > other ? one : other;
    square += faster * faster;
  }
  return square;
}

bool carom_cpu_find_downstream(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  int64_t total = 0;
  for (int64_t b = 0; b < e->blocks; b++)
    e->domain_block[b].downstreams = 0;
  for (int64_t b = 0; b < e->blocks; b++)
    for (int64_t k = 0; k < e->domain_block[b].upstreams; k++)
      e->domain_block[e->upstream[e->domain_block[b].upstream + k]].downstreams++;
  for (int64_t b = 0; b < e->blocks; b++) {
    e->domain_block[b].downstream = total;
    total += e->domain_block[b].downstreams;
    e->domain_block[b].downstreams = 0;
  }
  if (!carom_reserve(&e->downstream, &e->downstream_capacity, total + 1, sizeof *e->downstream))
    return false;
  for (int64_t b = 0; b < e->blocks; b++)
    for (int64_t k = 0; k < e->domain_block[b].upstreams; k++) {
      carom_domain_block *from = &e->domain_block[e->upstream[e->domain_block[b].upstream + k]];
      e->downstream[from->downstream + from->downstreams++] = b;
    }
  return true;
}

/* Square of the closing speed of a block's pairs, as far as velocities are known. A velocity of NaN
 * has made its box unbounded. */
static double closing_squared(const carom_scene *s, const carom_domain_block *p)
{
  if (carom_aabb_empty(&p->velocity)) return 0;
  double closing = closing_speed_squared(&p->velocity, &p->velocity);
  for (int64_t k = p->downstream; k < p->downstream + p->downstreams; k++) {
    const carom_domain_block *to = &s->cpu.domain_block[s->cpu.downstream[k]];
    if (carom_aabb_empty(&to->velocity)) continue;
    const double squared = closing_speed_squared(&p->velocity, &to->velocity);
    closing = squared > closing ? squared : closing;
  }
  return closing;
}

static void find_closing_speed(const carom_scene *s, carom_domain_block *p)
{
  const double closing = closing_squared(s, p);
  p->closing_speed = CAROM_SQRT(closing);
  if (s->box.deforms) p->closing_speed += carom_box_image_speed(s);
}

bool carom_cpu_budget_lasts(const carom_scene *s, int64_t b)
{
  const carom_domain_block *p = &s->cpu.domain_block[b];
  const double approach = s->model.step * CAROM_SQRT(closing_squared(s, p));
  return !p->stale && p->budget_left - approach >= 0;
}

/* Marks the active lists of a block to be made anew, with a margin for STEPS steps. */
static void make_stale(const carom_scene *s, carom_domain_block *p)
{
  const double least = MARGIN * s->model.skin, wanted = STEPS * s->model.step * p->closing_speed;
  p->stale = 1;
  p->margin = wanted < least ? least : wanted < s->model.skin ? wanted : s->model.skin;
  p->budget_left = p->margin;
}

void carom_cpu_use_budget(carom_scene *s, int64_t b)
{
  carom_domain_block *p = &s->cpu.domain_block[b];
  find_closing_speed(s, p);
  p->budget_left -= s->model.step * p->closing_speed;
  if (!(p->budget_left >= 0)) make_stale(s, p);
}

bool carom_cpu_charge_lists(carom_scene *s, double approach)
{
  const double most = 0.25 * s->model.skin;
  const double enough = PATIENCE * approach < most ? PATIENCE * approach : most;
  s->cpu.budget_left -= approach;
  if (s->cpu.budget_left >= 0) return true;
  s->cpu.budget_left = check_supercells(s);
  return s->cpu.budget_left >= enough;
}

bool carom_cpu_lists_hold(carom_scene *s, double wall)
{
  s->cpu.speed = CAROM_SQRT(carom_cpu_findings(s).speed_squared);
  s->cpu.budgets_due = true;
  const double images = s->box.deforms ? s->model.step * carom_box_image_speed(s) : 0;
  const double step = 2 * s->model.step * s->cpu.speed + wall + images;
  s->cpu.wall_displacement += s->walls.open_step;
  s->cpu.wall_step = wall;
  return carom_cpu_charge_lists(s, step);
}

void carom_lists_reset(carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    make_stale(s, &s->cpu.domain_block[b]);
  s->cpu.wall_displacement = 0;
  for (int i = 0; i < s->walls.count; i++)
    if (s->walls.wall[i].shell) carom_shell_listed(s->walls.wall[i].shell);
  s->cpu.budget_left = s->model.skin;
  if (s->box.deforms) carom_box_listed(s);
}
