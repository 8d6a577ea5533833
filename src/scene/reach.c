/* SPDX-License-Identifier: MIT */
/* How long the neighbour lists hold.
 *
 * Two particles that are not listed can touch only after one has come nearer to the other by as
 * much as they were apart. What counts is how they move relative to each other: in a flow
 * neighbours move together, and lists hold much longer than speeds would tell. Space is cut into
 * districts, cubes of some cells of the grid. For the particles of each one a box holds the ways
 * since the last rebuild; the boxes of a district and its neighbours bound how much nearer any two
 * of their particles can have come. Particles of districts that are no neighbours have a whole
 * district between them.
 *
 * This is looked at only now and then: speeds tell when it can be needed next. */
#include <string.h>

#include "scene/grid.h"

enum {
  PATIENCE = 8, /* steps that a look must be good for, unless they are long */
  SHARE = 32    /* districts that a worker measures at a time */
};

/* Pairs of a shell are at least this far apart when the lists are made; those of the last one, the
 * pairs that are not listed, by the skin. */
double carom_shell_gap(const carom_scene *s, int shell)
{
  static const double part[CAROM_SHELLS + 1] = {0, 0.04, 0.1, 0.2, 0.35, 0.6, 1};
  return part[shell] * s->skin;
}

bool carom_districts_lay(carom_scene *s)
{
  const carom_grid *g = &s->grid;
  s->districts = g->districts;
  if (!carom_reserve(&s->district, &s->district_room, s->districts, sizeof *s->district))
    return false;
  for (int64_t k = 0; k < s->districts; k++)
    s->district[k] = (carom_district){.from = g->start[g->district_rank[2 * k]],
                                      .to = g->start[g->district_rank[2 * k + 1]],
                                      .room = 1e300};
  return true;
}

/* Is a face the same seen from the next period? */
static bool repeats(const carom_scene *s, const carom_face *f, int k)
{
  double off = 0; /* how far it is displaced, as a part of the period */
  for (int c = 0; c < 3; c++)
    if ((c == k) != f->round) off += f->direction[c] * f->direction[c];
  return CAROM_SQRT(off) * s->length[k] <= 1e-6 * s->skin;
}

/* How far out of the domain particles may be without being brought back, or missed. */
static void leeway(const carom_scene *s, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = s->length[k];
    for (int f = 0; s->periodic[k] && f < s->faces; f++)
      if (!repeats(s, &s->face[f], k)) out[k] = 0.5 * s->skin;
  }
}

static bool astray(const carom_scene *s, const double *x, const double most[3])
{
  bool inside = true;
  for (int k = 0; k < 3; k++)
    inside &= x[k] >= s->low[k] - most[k] && x[k] <= s->high[k] + most[k];
  return !inside;
}

/* Boxes of the ways of some districts. Who is astray, or nowhere, has come infinitely far. */
static void measure_share(void *user, int worker, long share)
{
  carom_scene *s = user;
  const int64_t end = SHARE * (share + 1) < s->districts ? SHARE * (share + 1) : s->districts;
  double most[3];
  (void)worker;
  leeway(s, most);
  for (int64_t k = SHARE * share; k < end; k++) {
    carom_district *o = &s->district[k];
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, far = 0;
    for (int64_t i = o->from; i < o->to; i++) {
      const double *x = s->grain + CAROM_GRAIN * i, *r = s->reference + CAROM_SPOT * i;
      const double way[3] = {x[0] - r[0], x[1] - r[1], x[2] - r[2]};
      const double square = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
      far = square <= far ? far : square;
      if (astray(s, x, most)) far = -CAROM_UNSET;
      for (int c = 0; c < 3; c++) {
        low[c] = i == o->from || way[c] < low[c] ? way[c] : low[c];
        high[c] = i == o->from || way[c] > high[c] ? way[c] : high[c];
      }
    }
    memcpy(o->low, low, sizeof low);
    memcpy(o->high, high, sizeof high);
    o->far = CAROM_SQRT(far);
    o->near = 0;
  }
}

/* The square of how much nearer a particle of one district can have come to one of the other. */
static double nearer(const carom_district *a, const carom_district *b)
{
  double square = 0;
  if (a->from == a->to || b->from == b->to) return 0;
  for (int c = 0; c < 3; c++) {
    const double up = a->high[c] - b->low[c], down = b->high[c] - a->low[c];
    const double most = up > down ? up : down;
    square += most * most;
  }
  return square;
}

static void note(carom_district *o, double square)
{
  o->near = square <= o->near ? o->near : square;
}

/* Districts that are no neighbours must have a whole one between them. The last one before a
 * periodic border may be cut short: those on both sides of it are neighbours, too. */
static int neighbours(const carom_scene *s, int k, int at, int out[5])
{
  const int across = carom_districts_across(&s->grid, k), last = across - 1;
  const bool cut = s->periodic[k] && s->grid.cells[k] % CAROM_DISTRICT != 0;
  int count = 0;
  for (int step = -2; step <= 2; step++) {
    int to = at + step;
    if (s->periodic[k]) to = (to + 2 * across) % across;
    if (to < 0 || to > last) continue;
    const bool over = cut && ((at == 0 && to == last - 1) || (at == last - 1 && to == 0));
    if (step > -2 && step < 2)
      out[count++] = to;
    else if (over)
      out[count++] = to;
  }
  return count;
}

/* The same for a district itself, and with its neighbours that come later. */
static void compare(carom_scene *s, int64_t number)
{
  carom_district *own = &s->district[number];
  const int64_t across[2] = {carom_districts_across(&s->grid, 0),
                             carom_districts_across(&s->grid, 1)};
  const int at[3] = {(int)(number % across[0]), (int)(number / across[0] % across[1]),
                     (int)(number / across[0] / across[1])};
  int side[3][5], count[3];
  if (own->from == own->to) return;
  for (int k = 0; k < 3; k++)
    count[k] = neighbours(s, k, at[k], side[k]);
  for (int z = 0; z < count[2]; z++)
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        const int64_t other = (side[2][z] * across[1] + side[1][y]) * across[0] + side[0][x];
        if (other < number) continue;
        const double square = nearer(own, &s->district[other]);
        note(own, square);
        note(&s->district[other], square);
      }
}

/* How far apart particles of districts that are no neighbours are at least. */
static double far_apart(const carom_scene *s)
{
  double least = 1e300;
  for (int k = 0; k < 3; k++) {
    const double gap = CAROM_DISTRICT * s->grid.cell[k];
    if (carom_districts_across(&s->grid, k) > 2 && gap < least) least = gap;
  }
  return least - 2 * s->largest;
}

/* Measures ways; returns what is left before particles can meet other walls, or others from afar.
 */
static double look(carom_scene *s)
{
  double walls = 1e300, farthest = 0;
  carom_pool_run(s->pool, (s->districts + SHARE - 1) / SHARE, measure_share, s);
  for (int64_t k = 0; k < s->districts; k++)
    compare(s, k);
  for (int64_t b = 0; b < s->blocks; b++)
    s->patch[b].near = 0;
  for (int64_t k = 0; k < s->districts; k++) {
    const carom_district *o = &s->district[k];
    if (o->from == o->to) continue;
    const double room = o->room - o->far, near = CAROM_SQRT(o->near);
    farthest = o->far <= farthest ? farthest : o->far;
    walls = room < walls ? room : walls;
    for (int64_t b = o->from / s->block; b <= (o->to - 1) / s->block; b++)
      s->patch[b].near = near <= s->patch[b].near ? s->patch[b].near : near;
  }
  walls -= s->wall_way;
  const double far = far_apart(s) - 2 * farthest;
  if (!(farthest - farthest == 0)) return -1; /* the lists are made anew, or fail */
  return walls < far ? walls : far;
}

bool carom_lists_hold(carom_scene *s, double way, double wall)
{
  const double step = 2 * way + wall, most = 0.25 * s->skin;
  const double enough = PATIENCE * step < most ? PATIENCE * step : most;
  s->wall_way += wall;
  s->left -= step;
  if (s->left >= 0) return true;
  s->left = look(s);
  if (!(s->left >= enough)) return false;
  for (int64_t b = 0; b < s->blocks; b++) {
    carom_patch *p = &s->patch[b];
    while (p->shells < CAROM_SHELLS && !(carom_shell_gap(s, (int)p->shells) - p->near >= enough))
      p->shells++;
    const double left = carom_shell_gap(s, (int)p->shells) - p->near;
    s->left = left < s->left ? left : s->left;
  }
  return s->left >= enough;
}

void carom_lists_fresh(carom_scene *s)
{
  for (int64_t b = 0; b < s->blocks; b++)
    s->patch[b].shells = 1;
  s->wall_way = 0;
  s->left = carom_shell_gap(s, 1);
}
