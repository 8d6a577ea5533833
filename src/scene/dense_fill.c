/* SPDX-License-Identifier: MIT */
/* Spheres begin at random places regardless of overlaps and repel each other while they overlap:
 * the energy of these springs is minimised (FIRE: E. Bitzek, P. Koskinen, F. Gaehler, M. Moseler,
 * P. Gumbsch, Phys. Rev. Lett. 97, 170201, 2006). Below the density at which random beds jam, the
 * energy falls to zero. Radii are a little larger meanwhile, so that nothing overlaps at the end.
 * Now and then they are much larger for a while: compressed beds that are released again have room
 * that they did not have before, and spheres that were stuck come loose.
 *
 * Every sphere sums its own forces over a list of all its neighbours, and sums over spheres are
 * taken over fixed parts, so any number of threads gives the same bits. */
#include "scene/dense_fill.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/pool.h"
#include "scene/chance.h"
#include "scene/dense_cells.h"
#include "scene/region.h"
#include "scene/wall_shapes.h"

enum {
  PART = 1024,       /* spheres per task and per partial sum */
  ROUNDS = 16000,    /* before the bed counts as too dense, */
  PATIENCE = 6,      /* or periods in which the deepest overlap does not fall by a tenth */
  PERIOD = 400,      /* rounds from one compression to the next */
  PRESSED = 40,      /* rounds that a compression lasts */
  TRIES = 200,       /* attempts to find a place free of larger spheres */
  ATTEMPTS = 100000, /* attempts to find a place inside a mesh */
  DRAW_PLACE = 1000  /* behind the draws of the sizes */
};

#define SWOLLEN 1e-3    /* relative increase of radii while spheres move */
#define COMPRESSED 0.06 /* relative increase while they are compressed */
#define CLEAR 0.02      /* distance of starting places from the mesh, in mean diameters */
#define SKIN 0.25       /* neighbours are listed up to this gap, in mean diameters */

/* Sums over a part of the spheres. */
typedef struct part_sums {
  double power, force, speed; /* f v, f f, v v */
  /* Deepest overlap over the smaller radius: with spheres; with the container. */
  double deepest, outside;
  double farthest; /* largest squared displacement since the lists were made */
} part_sums;

typedef struct packing {
  const carom_container *c;
  carom_pool *pool;
  /* Spheres that move; all, including fixed ones behind them. */
  int64_t count, all;
  double unit;        /* mean diameter, the unit of lengths */
  double *x, *radius; /* of all spheres; 3 and 1 numbers each */
  double *v, *f, *reference;
  /* 1/sqrt(m); v and f are velocities and forces of x divided by it. */
  double *lightness;
  uint32_t *near; /* bits of faces that each may touch before the next lists */
  /* First triangle that each may touch; one more for the end. */
  int64_t *wall_first;
  uint32_t *wall; /* NULL if there is no mesh */
  int64_t walls;
  double *room;   /* distance to the nearest triangle of each list */
  double largest; /* largest radius */
  double swell;   /* factor of all radii, at least 1 */
  /* FIRE: fraction of velocities that is kept, and what forces add to them. */
  double step, keep, pull;
  part_sums *sum;
  carom_dense_cells cells;
  int64_t *first; /* first neighbour of each; one more for the end */
  uint32_t *partner;
  int64_t partners;
} packing;

static void for_parts(packing *p, void (*body)(void *user, int worker, int64_t part))
{
  carom_pool_run(p->pool, (p->count + PART - 1) / PART, body, p);
}

static int64_t end_of(const packing *p, int64_t part)
{
  return (part + 1) * PART < p->count ? (part + 1) * PART : p->count;
}

/* Adds the push of sphere j on sphere i; returns the overlap over the smaller radius. */
static double push(const packing *p, int64_t i, int64_t j, double f[3])
{
  const double *a = p->x + 3 * i, *b = p->x + 3 * j,
               reach = p->swell * (p->radius[i] + p->radius[j]);
  const double u = carom_dense_shortest(&p->cells, 0, a[0] - b[0]),
               v = carom_dense_shortest(&p->cells, 1, a[1] - b[1]),
               w = carom_dense_shortest(&p->cells, 2, a[2] - b[2]);
  const double square = u * u + v * v + w * w;
  if (!(square < reach * reach)) return 0;
  const double far = sqrt(square), overlap = reach - far;
  const double by = far > 1e-9 * reach ? overlap / far : 0;
  f[0] += by * u;
  f[1] += by * v;
  f[2] += by * w;
  if (!(by > 0)) f[i < j ? 0 : 1] += overlap; /* both centres coincide */
  return overlap / (p->radius[i] < p->radius[j] ? p->radius[i] : p->radius[j]);
}

/* Adds the push of triangles on sphere i, whose position is given in m; returns the overlap over
 * the radius. */
static double push_by_mesh(packing *p, int64_t i, const double at[3], double f[3])
{
  const int64_t first = p->wall_first[i], count = p->wall_first[i + 1] - first;
  const double reach = p->unit * p->swell * p->radius[i];
  carom_container_wall wall[CAROM_CONTAINER_WALLS];
  double nearest = 1e300;
  const int walls = carom_container_walls(p->c, p->wall + first, count, at, reach, wall, &nearest);
  p->room[i] = nearest / p->unit;
  for (int w = 0; w < walls; w++)
    for (int k = 0; k < 3; k++)
      f[k] += (reach - wall[w].distance) / p->unit * wall[w].normal[k];
  return nearest < reach ? (reach - nearest) / (p->unit * p->radius[i]) : 0;
}

static void find_forces(void *user, int worker, int64_t part)
{
  packing *p = user;
  part_sums sum = {0};
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double f[3] = {0, 0, 0}, at[3], normal[3];
    for (int64_t k = p->first[i]; k < p->first[i + 1]; k++) {
      const double deep = push(p, i, p->partner[k], f);
      sum.deepest = deep > sum.deepest ? deep : sum.deepest;
    }
    for (int k = 0; k < 3; k++)
      at[k] = p->unit * p->x[3 * i + k];
    for (uint32_t faces = p->near[i]; faces; faces &= faces - 1) {
      const int face = __builtin_ctz(faces);
      const double gap = p->c->face(p->c, face, at, normal) / p->unit - p->swell * p->radius[i];
      if (!(gap < 0)) continue;
      sum.outside = -gap > sum.outside * p->radius[i] ? -gap / p->radius[i] : sum.outside;
      for (int k = 0; k < 3; k++)
        f[k] -= gap * normal[k];
    }
    if (p->wall) {
      const double deep = push_by_mesh(p, i, at, f);
      sum.outside = deep > sum.outside ? deep : sum.outside;
    }
    for (int k = 0; k < 3; k++) {
      const double v = p->v[3 * i + k], by = p->lightness[i] * f[k];
      p->f[3 * i + k] = by;
      sum.power += by * v;
      sum.force += by * by;
      sum.speed += v * v;
    }
  }
  p->sum[part] = sum;
}

/* A step. No sphere moves by more than a tenth of a diameter, nor as far as to the nearest
 * triangle, so that no centre passes through a mesh. */
static void move(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  double farthest = 0;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double *x = p->x + 3 * i, *v = p->v + 3 * i, *f = p->f + 3 * i, by[3], square = 0, moved = 0;
    for (int k = 0; k < 3; k++) {
      v[k] = p->keep * v[k] + (p->pull + p->step) * f[k];
      by[k] = p->lightness[i] * p->step * v[k];
      square += by[k] * by[k];
    }
    const double most = p->wall && 0.9 * p->room[i] < 0.1 ? 0.9 * p->room[i] : 0.1;
    const double slow = square > most * most ? most / sqrt(square) : 1;
    for (int k = 0; k < 3; k++) {
      x[k] += slow * by[k];
      moved += (x[k] - p->reference[3 * i + k]) * (x[k] - p->reference[3 * i + k]);
    }
    farthest = moved > farthest ? moved : farthest;
  }
  p->sum[part].farthest = farthest;
}

/* Brings spheres that have left through a periodic border back at the opposite one. */
static void fold(packing *p)
{
  for (int k = 0; k < 3; k++)
    for (int64_t i = 0; p->cells.period[k] > 0 && i < p->all; i++) {
      double *x = &p->x[3 * i + k];
      *x -= p->cells.period[k] * floor((*x - p->cells.low[k]) / p->cells.period[k]);
    }
}

static void count_neighbours(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++)
    p->first[i + 1] = carom_dense_neighbours(&p->cells, i, NULL);
}

static void list_neighbours(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double at[3], normal[3];
    carom_dense_neighbours(&p->cells, i, p->partner + p->first[i]);
    for (int k = 0; k < 3; k++)
      at[k] = p->unit * p->x[3 * i + k];
    p->near[i] = 0;
    for (int face = 0; face < p->c->faces; face++)
      if (!(p->cells.period[face / 2 % 3] > 0) &&
          p->c->face(p->c, face, at, normal) < p->unit * (p->radius[i] + SKIN))
        p->near[i] |= 1u << face;
  }
}

static void count_walls(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double at[3];
    for (int k = 0; k < 3; k++)
      at[k] = p->unit * p->x[3 * i + k];
    p->wall_first[i + 1] = carom_inside_near(p->c->inside, at, p->unit * (p->radius[i] + SKIN),
                                             NULL, 0);
  }
}

static void list_walls(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double at[3];
    for (int k = 0; k < 3; k++)
      at[k] = p->unit * p->x[3 * i + k];
    carom_inside_near(p->c->inside, at, p->unit * (p->radius[i] + SKIN), p->wall + p->wall_first[i],
                      p->wall_first[i + 1] - p->wall_first[i]);
  }
}

/* Turns counts into the start of each list and makes room for all entries. */
static bool make_room(const packing *p, int64_t *first, uint32_t **list, int64_t *room)
{
  for (int64_t i = 0; i < p->count; i++)
    first[i + 1] += first[i];
  if (first[p->count] <= *room) return true;
  free(*list);
  *room = first[p->count] + first[p->count] / 4 + 16;
  *list = malloc((size_t)*room * sizeof **list);
  return *list != NULL;
}

static bool make_lists(packing *p)
{
  fold(p);
  carom_dense_cells_sort(&p->cells, p->all);
  for_parts(p, count_neighbours);
  if (!make_room(p, p->first, &p->partner, &p->partners)) return false;
  for_parts(p, list_neighbours);
  if (p->c->inside) {
    for_parts(p, count_walls);
    if (!make_room(p, p->wall_first, &p->wall, &p->walls)) return false;
    for_parts(p, list_walls);
  }
  memcpy(p->reference, p->x, 3 * (size_t)p->count * sizeof *p->x);
  return true;
}

static part_sums total(const packing *p)
{
  part_sums all = {0};
  for (int64_t k = 0; k < (p->count + PART - 1) / PART; k++) {
    all.power += p->sum[k].power;
    all.force += p->sum[k].force;
    all.speed += p->sum[k].speed;
    all.deepest = p->sum[k].deepest > all.deepest ? p->sum[k].deepest : all.deepest;
    all.outside = p->sum[k].outside > all.outside ? p->sum[k].outside : all.outside;
    all.farthest = p->sum[k].farthest > all.farthest ? p->sum[k].farthest : all.farthest;
  }
  return all;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

/* Does the deepest overlap still decrease? Judged before each compression. */
typedef struct progress {
  double least;
  int round; /* round of the last decrease */
} progress;

static bool goes_on(progress *seen, int round, double deepest)
{
  if (round == 0 || round % PERIOD != 0) return true;
  if (deepest < 0.9 * seen->least) *seen = (progress){deepest, round};
  return round - seen->round < PATIENCE * PERIOD;
}

/* Relaxes until nothing overlaps at the true radii or there is no progress; *left: what overlaps
 * then. */
static bool relax(packing *p, part_sums *left)
{
  const double calm = 0.1, longest = 0.7, enough = 0.9 * SWOLLEN;
  double share = calm, deepest = 0;
  progress seen = {1e300, 0};
  int downhill = 0;
  p->step = 0.1;
  if (!make_lists(p)) return false;
  for (int round = 0; round < ROUNDS && goes_on(&seen, round, deepest); round++) {
    const bool pressed = round >= PERIOD && round % PERIOD < PRESSED;
    p->swell = pressed ? 1 + COMPRESSED : 1;
    for_parts(p, find_forces);
    part_sums sum = total(p);
    deepest = larger(sum.deepest, sum.outside);
    if (!pressed) *left = sum;
    if (deepest <= enough && !pressed) return true;
    if (sum.power > 0) { /* downhill: continue, and turn towards the forces */
      p->keep = 1 - share;
      p->pull = sum.force > 0 ? share * sqrt(sum.speed / sum.force) : 0;
      if (++downhill > 5) {
        p->step = 1.1 * p->step < longest ? 1.1 * p->step : longest;
        share *= 0.99;
      }
    } else {
      p->keep = p->pull = 0;
      p->step *= round > 0 ? 0.5 : 1;
      share = calm;
      downhill = 0;
    }
    for_parts(p, move);
    sum = total(p);
    if (4 * sum.farthest > (SKIN - COMPRESSED) * (SKIN - COMPRESSED) && !make_lists(p))
      return false;
  }
  return true;
}

/* Does sphere i overlap its container, or an earlier sphere that is kept, by more than a
 * fraction? */
static bool is_in_the_way(const packing *p, int64_t i, const bool *kept, double share)
{
  double at[3], f[3], nearest = 1e300;
  carom_container_wall wall[CAROM_CONTAINER_WALLS];
  for (int64_t k = p->first[i]; k < p->first[i + 1]; k++) {
    const int64_t j = p->partner[k];
    if ((j >= p->count || (j < i && kept[j])) && push(p, i, j, f) > share) return true;
  }
  for (int k = 0; k < 3; k++)
    at[k] = p->unit * p->x[3 * i + k];
  const double least = (1 - 0.5 * share) * p->unit * p->radius[i];
  for (int face = 0; face < p->c->faces; face++)
    if (!(p->cells.period[face / 2 % 3] > 0) && p->c->face(p->c, face, at, f) < least) return true;
  if (p->wall)
    carom_container_walls(p->c, p->wall + p->wall_first[i], p->wall_first[i + 1] - p->wall_first[i],
                          at, 0, wall, &nearest);
  return nearest < least;
}

/* The fraction of the spheres' volume that fits if some are left out and all others shrink, at
 * best. 0 without memory. */
static double share_that_fits(packing *p)
{
  bool *kept = malloc((size_t)p->count * sizeof *kept);
  double best = 0;
  if (!kept || !make_lists(p)) goto end;
  p->swell = 1;
  for (double share = SWOLLEN; share < 0.5; share *= 2) {
    double sum = 0, all = 0;
    for (int64_t i = 0; i < p->count; i++) {
      const double r = p->radius[i], cube = r * r * r;
      kept[i] = !is_in_the_way(p, i, kept, share);
      all += cube;
      sum += kept[i] ? cube : 0;
    }
    const double less = 1 - 0.5 * share;
    best = larger(best, sum / all * less * less * less);
  }
end:
  free(kept);
  return best;
}

/* A random point for sphere i, from a draw on; false if none was found. */
static bool find_place(const packing *p, uint64_t seed, int64_t i, uint64_t *draw, double at[3])
{
  if (!p->c->inside) {
    while (!carom_region_place(p->c->region, 0, seed, (uint64_t)i, *draw, at))
      *draw += CAROM_REGION_DRAWS;
    return true;
  }
  const double *low = p->c->inside->low, *high = p->c->inside->high;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++, *draw += 3) {
    for (int k = 0; k < 3; k++)
      at[k] = low[k] + (high[k] - low[k]) * carom_chance(seed, (uint64_t)i, *draw + (uint64_t)k);
    if (carom_container_has_room(p->c, at, CLEAR * p->unit)) return true;
  }
  return false;
}

/* Draws a place for sphere i. If sizes differ much, larger spheres keep clear of each other, and
 * all others of them, so that small ones need not find their way out of large ones. False if none
 * was found. */
static bool draw_place(packing *p, const carom_fill_def *def, int64_t i, int level)
{
  const bool finest = level == 0;
  double at[3] = {0, 0, 0};
  uint64_t draw = DRAW_PLACE;
  for (int tries = 0; tries < TRIES; tries++, draw += CAROM_REGION_DRAWS) {
    if (!find_place(p, def->seed, i, &draw, at)) return false;
    for (int k = 0; k < 3; k++)
      p->x[3 * i + k] = at[k] / p->unit;
    if (p->cells.levels == 1 ||
        !carom_dense_chains_meet(&p->cells, p->x + 3 * i, p->radius[i], finest ? 1 : 0))
      break;
  }
  if (!finest) carom_dense_chains_add(&p->cells, i);
  return true;
}

/* Draws a place for each sphere. The smallest spheres, which are most of them, get their places in
 * the order of the cells, so that neighbours are near in memory. False if there is no place. */
static bool scatter(packing *p, const carom_fill_def *def, double *draft)
{
  carom_dense_cells *c = &p->cells;
  int64_t drawn = 0;
  if (c->levels > 1) carom_dense_chains_begin(c);
  for (int64_t i = p->count; c->levels > 1 && i < p->all; i++)
    carom_dense_chains_add(c, i);
  for (int level = c->levels; level-- > 0;)
    for (int64_t i = 0; i < p->count; i++)
      if (carom_dense_level_of(c, p->radius[i]) == level && !draw_place(p, def, i, level))
        return false;
  carom_dense_cells_sort(c, p->count);
  for (int64_t k = 0; k < p->count; k++) /* cells of the first level come first */
    if (carom_dense_level_of(c, p->radius[c->item[k]]) == 0)
      memcpy(draft + 3 * drawn++, p->x + 3 * (size_t)c->item[k], 3 * sizeof *draft);
  drawn = 0;
  for (int64_t i = 0; i < p->count; i++)
    if (carom_dense_level_of(c, p->radius[i]) == 0)
      memcpy(p->x + 3 * i, draft + 3 * drawn++, 3 * sizeof *draft);
  return true;
}

static bool lay_cells(packing *p, const bool periodic[3])
{
  double low[3], high[3], size[3];
  carom_region_aabb(p->c->region, low, high);
  for (int k = 0; k < 3; k++) {
    size[k] = (high[k] - low[k]) / p->unit;
    low[k] /= p->unit;
  }
  p->cells.all = p->all;
  p->cells.x = p->x;
  p->cells.radius = p->radius;
  p->cells.skin = SKIN;
  return carom_dense_cells_make(&p->cells, low, size, periodic);
}

static bool allocate(packing *p, int threads)
{
  const size_t n = (size_t)p->count, all = (size_t)p->all;
  p->pool = carom_pool_create(threads);
  p->x = malloc(3 * all * sizeof *p->x);
  p->radius = malloc(all * sizeof *p->radius);
  p->v = calloc(3 * n, sizeof *p->v);
  p->f = malloc(3 * n * sizeof *p->f);
  p->reference = malloc(3 * n * sizeof *p->reference);
  p->near = malloc(n * sizeof *p->near);
  p->sum = calloc(n / PART + 1, sizeof *p->sum);
  p->lightness = malloc(n * sizeof *p->lightness);
  p->first = calloc(n + 1, sizeof *p->first);
  p->wall_first = calloc(n + 1, sizeof *p->wall_first);
  p->room = malloc(n * sizeof *p->room);
  return p->wall_first && p->room && p->pool && p->x && p->radius && p->v && p->f && p->reference &&
         p->near && p->sum && p->lightness && p->first;
}

static void release(packing *p)
{
  void *held[] = {p->x,     p->radius,  p->v,    p->f,    p->reference,  p->sum, p->lightness,
                  p->first, p->partner, p->near, p->wall, p->wall_first, p->room};
  carom_dense_cells_free(&p->cells);
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
  carom_pool_destroy(p->pool);
}

static void take_radii(packing *p, const carom_fill_def *def, const carom_filled *out)
{
  double sum = 0;
  for (int64_t i = 0; i < p->count; i++)
    sum += out[i].radius;
  p->unit = 2 * sum / (double)p->count;
  for (int64_t i = 0; i < p->all; i++) {
    const bool own = i < p->count;
    const double r = own ? out[i].radius : def->taken[i - p->count].radius;
    p->radius[i] = (r + 0.5 * def->gap) / p->unit * (1 + SWOLLEN);
    if (p->radius[i] > p->largest) p->largest = p->radius[i];
    for (int k = 0; !own && k < 3; k++)
      p->x[3 * i + k] = def->taken[i - p->count].position[k] / p->unit;
  }
}

/* If sizes differ much, masses are proportional to surface, as are the forces of a sphere's many
 * neighbours: all spheres then take similar steps. */
static void weigh(packing *p)
{
  for (int64_t i = 0; i < p->count; i++)
    p->lightness[i] = p->cells.levels > 1 && p->radius[i] > 0.5 ? 0.5 / p->radius[i] : 1;
}

static carom_status no_memory(const packing *p, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "count", "not enough memory for %" PRId64 " spheres",
                    p->count);
}

static carom_status pack(packing *p, const carom_fill_def *def, carom_filled *out, carom_error *err)
{
  part_sums left = {0};
  double solid = 0;
  take_radii(p, def, out);
  if (!lay_cells(p, def->periodic)) return no_memory(p, err);
  weigh(p);
  for (int k = 0; k < 3; k++)
    if (p->cells.period[k] > 0 && p->cells.period[k] < 2 * (2 * p->largest + SKIN))
      return carom_fail(err, CAROM_ERR_RANGE, "periodic",
                        "a period of %.4g m is less than about two and a half of the largest "
                        "diameters: a sphere would meet its own image; make the box wider",
                        p->unit * p->cells.period[k]);
  if (!scatter(p, def, p->reference))
    return carom_fail(err, CAROM_ERR_RANGE, "region",
                      "no place inside of the mesh was found for a sphere in %d attempts; is it as "
                      "large as 'low' and 'high'?",
                      ATTEMPTS);
  for (int64_t i = 0; i < p->count; i++)
    solid += 4.1887902047863905 * out[i].radius * out[i].radius * out[i].radius;
  const double share = solid / carom_container_volume(p->c);
  if (share > 1) /* no need to try */
    return carom_fail(err, CAROM_ERR_RANGE, "fraction",
                      "%" PRId64 " spheres have %.3g times the volume of the region; equal spheres "
                      "fill up to about 0.6 of a region that is many of them wide",
                      p->count, share);
  if (!relax(p, &left)) return no_memory(p, err);
  fold(p);
  for (int64_t i = 0; i < p->count; i++)
    for (int k = 0; k < 3; k++)
      out[i].position[k] = p->unit * p->x[3 * i + k];
  const double deepest = larger(left.deepest, left.outside);
  if (deepest <= SWOLLEN) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, "fraction",
                    "%" PRId64 " spheres, %.3g of the region, do not come apart: overlaps of %.2g "
                    "of a radius remain, and %.3g is what was reached without any; equal spheres "
                    "fill up to about 0.6 of a region that is many of them wide, fewer of a narrow "
                    "one",
                    p->count, share, deepest, share * share_that_fits(p));
}

carom_status carom_dense_fill(const carom_fill_def *def, const carom_container *c, int64_t count,
                              carom_filled *out, carom_error *err)
{
  packing p = {.c = c, .count = count, .all = count + def->taken_count};
  carom_status status = CAROM_ERR_MEMORY;
  if (p.all < UINT32_MAX && allocate(&p, def->threads))
    status = pack(&p, def, out, err);
  else
    no_memory(&p, err);
  release(&p);
  return status;
}
