/* SPDX-License-Identifier: MIT */
/* Spheres begin at random places, as if others could be walked through, and repel each other while
 * they overlap: the energy of these springs is minimised (FIRE: E. Bitzek, P. Koskinen, F. Gaehler,
 * M. Moseler, P. Gumbsch, Phys. Rev. Lett. 97, 170201, 2006). Below the density at which random
 * beds jam it falls to zero. Radii are a little larger meanwhile, so that nothing overlaps at the
 * end.
 * Every so often they are larger by much more for a while: beds that are compressed and let go
 * again have room that they did not have before, and spheres that were stuck come loose.
 *
 * Every sphere sums up its own forces over a list of all its neighbours, and sums over spheres are
 * those of fixed parts: any number of threads gives the same bits. */
#include "scene/dense_fill.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/pool.h"
#include "scene/chance.h"
#include "scene/region.h"
#include "scene/wall_shapes.h"

enum {
  PART = 1024,      /* spheres per task, and per sum */
  ROUNDS = 8000,    /* before it counts as too dense */
  PERIOD = 400,     /* rounds from one compression to the next */
  PRESSED = 40,     /* rounds that it lasts */
  DRAW_PLACE = 1000 /* behind those of the sizes */
};

#define SWOLLEN 1e-3    /* radii are larger by this share while they move */
#define COMPRESSED 0.06 /* and by this where they are compressed */
#define SKIN 0.25       /* neighbours are listed up to this gap, in mean diameters */

/* Sums over a part of the spheres. */
typedef struct part_sums {
  double power, force, speed; /* f v, f f, v v */
  double deepest;             /* overlap over the smaller radius */
  double farthest;            /* square of the displacement since the lists were made */
} part_sums;

typedef struct packing {
  const carom_container *c;
  carom_pool *pool;
  int64_t count, all; /* those that move; and those that stand there, behind them */
  double unit;        /* mean diameter: lengths are in it */
  double *x, *radius; /* of all; 3 and 1 numbers each */
  double *v, *f, *reference;
  uint32_t *near;          /* faces that each may touch before the next lists, as bits */
  double largest;          /* radius */
  double swell;            /* factor of all radii, 1 or more */
  double step, keep, pull; /* of FIRE: what is kept of velocities, what forces add */
  part_sums *sum;
  double low[3], width[3];
  double period[3]; /* 0: none */
  int64_t cells[3];
  uint32_t *cell_start, *cell_item, *cell_of;
  int64_t *first; /* of the neighbours of each; one more for the end */
  uint32_t *partner;
  int64_t partners;
} packing;

static double box_face(const carom_container *c, int face, const double x[3], double normal[3])
{
  const int k = face / 2;
  normal[0] = normal[1] = normal[2] = 0;
  normal[k] = face % 2 ? -1 : 1;
  return face % 2 ? c->region->high[k] - x[k] : x[k] - c->region->low[k];
}

/* The ends, the side, and the side of a hole. */
static double cylinder_face(const carom_container *c, int face, const double x[3], double normal[3])
{
  const carom_region *r = c->region;
  double from[3], across[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - r->point[k];
  const double along = carom_dot(from, c->axis);
  if (face < 2) {
    for (int k = 0; k < 3; k++)
      normal[k] = face ? -c->axis[k] : c->axis[k];
    return face ? r->length - along : along;
  }
  for (int k = 0; k < 3; k++)
    across[k] = from[k] - along * c->axis[k];
  const double far = sqrt(carom_dot(across, across)), side = face == 2 ? -1 : 1;
  for (int k = 0; k < 3; k++)
    normal[k] = far > 0 ? side * across[k] / far : 0;
  return face == 2 ? r->radius - far : far - r->inner_radius;
}

bool carom_container_of(const carom_region *region, carom_container *c)
{
  const bool box = region->shape == CAROM_REGION_BOX;
  const double length = sqrt(carom_dot(region->direction, region->direction));
  *c = (carom_container){.region = region,
                         .faces = box                        ? 6
                                  : region->inner_radius > 0 ? 4
                                                             : 3,
                         .face = box ? box_face : cylinder_face};
  for (int k = 0; !box && k < 3; k++)
    c->axis[k] = region->direction[k] / length;
  return box || region->shape == CAROM_REGION_CYLINDER;
}

static void for_parts(packing *p, void (*body)(void *user, int worker, int64_t part))
{
  carom_pool_run(p->pool, (p->count + PART - 1) / PART, body, p);
}

static int64_t end_of(const packing *p, int64_t part)
{
  return (part + 1) * PART < p->count ? (part + 1) * PART : p->count;
}

/* A difference of coordinates by the shortest way. */
static double shortest(const packing *p, int k, double x)
{
  const double half = 0.5 * p->period[k];
  if (!(half > 0)) return x;
  return x > half ? x - p->period[k] : x < -half ? x + p->period[k] : x;
}

/* The push of a partner on sphere i; returns the overlap over the smaller radius. */
static double push(const packing *p, int64_t i, int64_t j, double f[3])
{
  const double *a = p->x + 3 * i, *b = p->x + 3 * j,
               reach = p->swell * (p->radius[i] + p->radius[j]);
  const double u = shortest(p, 0, a[0] - b[0]), v = shortest(p, 1, a[1] - b[1]),
               w = shortest(p, 2, a[2] - b[2]);
  const double square = u * u + v * v + w * w;
  if (!(square < reach * reach)) return 0;
  const double far = sqrt(square), overlap = reach - far;
  const double by = far > 1e-9 * reach ? overlap / far : 0;
  f[0] += by * u;
  f[1] += by * v;
  f[2] += by * w;
  if (!(by > 0)) f[i < j ? 0 : 1] += overlap; /* at the same place */
  return overlap / (p->radius[i] < p->radius[j] ? p->radius[i] : p->radius[j]);
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
      sum.deepest = -gap > sum.deepest * p->radius[i] ? -gap / p->radius[i] : sum.deepest;
      for (int k = 0; k < 3; k++)
        f[k] -= gap * normal[k];
    }
    for (int k = 0; k < 3; k++) {
      const double v = p->v[3 * i + k];
      p->f[3 * i + k] = f[k];
      sum.power += f[k] * v;
      sum.force += f[k] * f[k];
      sum.speed += v * v;
    }
  }
  p->sum[part] = sum;
}

/* A step, in which nobody moves by more than a tenth of a diameter. */
static void move(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  double farthest = 0;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double *x = p->x + 3 * i, *v = p->v + 3 * i, *f = p->f + 3 * i, by[3], square = 0, moved = 0;
    for (int k = 0; k < 3; k++) {
      v[k] = p->keep * v[k] + (p->pull + p->step) * f[k];
      by[k] = p->step * v[k];
      square += by[k] * by[k];
    }
    const double slow = square > 0.01 ? 0.1 / sqrt(square) : 1;
    for (int k = 0; k < 3; k++) {
      x[k] += slow * by[k];
      moved += (x[k] - p->reference[3 * i + k]) * (x[k] - p->reference[3 * i + k]);
    }
    farthest = moved > farthest ? moved : farthest;
  }
  p->sum[part].farthest = farthest;
}

static void cell_at(const packing *p, const double *x, int64_t at[3])
{
  for (int k = 0; k < 3; k++) {
    const double c = floor((x[k] - p->low[k]) / p->width[k]);
    at[k] = !(c >= 0) ? 0 : c >= (double)p->cells[k] ? p->cells[k] - 1 : (int64_t)c;
  }
}

/* Spheres that have left through a periodic border come back at the other one. */
static void fold(packing *p)
{
  for (int k = 0; k < 3; k++)
    for (int64_t i = 0; p->period[k] > 0 && i < p->all; i++) {
      double *x = &p->x[3 * i + k];
      *x -= p->period[k] * floor((*x - p->low[k]) / p->period[k]);
    }
}

/* Cells along a direction that something from low to high may touch; they may extend beyond a
 * periodic border, and are then as far from it on the other side. */
static void cells_between(const packing *p, int k, double low, double high, int64_t *from,
                          int64_t *to)
{
  const double last = (double)p->cells[k] - 1;
  double a = floor((low - p->low[k]) / p->width[k]), b = floor((high - p->low[k]) / p->width[k]);
  const bool whole = b - a >= last;
  if (!(p->period[k] > 0) || whole) {
    a = !(a >= 0) || whole ? 0 : a > last ? last : a;
    b = whole ? last : !(b >= 0) ? 0 : b > last ? last : b;
  }
  *from = (int64_t)a;
  *to = (int64_t)b;
}

static uint32_t cell_number(const packing *p, const int64_t at[3])
{
  return (uint32_t)((at[2] * p->cells[1] + at[1]) * p->cells[0] + at[0]);
}

static void sort_into_cells(packing *p)
{
  const int64_t cells = p->cells[0] * p->cells[1] * p->cells[2];
  memset(p->cell_start, 0, ((size_t)cells + 1) * sizeof *p->cell_start);
  for (int64_t i = 0; i < p->all; i++) {
    int64_t at[3];
    cell_at(p, p->x + 3 * i, at);
    p->cell_start[(p->cell_of[i] = cell_number(p, at)) + 1]++;
  }
  for (int64_t c = 0; c < cells; c++)
    p->cell_start[c + 1] += p->cell_start[c];
  for (int64_t i = p->all; i-- > 0;) /* leaves every start one cell too far, from the end */
    p->cell_item[--p->cell_start[p->cell_of[i] + 1]] = (uint32_t)i;
  for (int64_t c = 0; c < cells; c++)
    p->cell_start[c] = p->cell_start[c + 1];
  p->cell_start[cells] = (uint32_t)p->all;
}

/* Neighbours of sphere i, to a list unless it is NULL; returns how many. */
static int64_t neighbours(const packing *p, int64_t i, uint32_t *list)
{
  const double *x = p->x + 3 * i, most = p->radius[i] + p->largest + SKIN;
  int64_t from[3], to[3], at[3], count = 0;
  for (int k = 0; k < 3; k++)
    cells_between(p, k, x[k] - most, x[k] + most, &from[k], &to[k]);
  for (at[2] = from[2]; at[2] <= to[2]; at[2]++)
    for (at[1] = from[1]; at[1] <= to[1]; at[1]++)
      for (at[0] = from[0]; at[0] <= to[0]; at[0]++) {
        const int64_t folded[3] = {(at[0] + p->cells[0]) % p->cells[0],
                                   (at[1] + p->cells[1]) % p->cells[1],
                                   (at[2] + p->cells[2]) % p->cells[2]};
        const uint32_t cell = cell_number(p, folded);
        for (uint32_t k = p->cell_start[cell]; k < p->cell_start[cell + 1]; k++) {
          const int64_t j = p->cell_item[k];
          const double *y = p->x + 3 * j, reach = p->radius[i] + p->radius[j] + SKIN;
          const double u = shortest(p, 0, x[0] - y[0]), v = shortest(p, 1, x[1] - y[1]),
                       w = shortest(p, 2, x[2] - y[2]);
          if (j == i || u * u + v * v + w * w >= reach * reach) continue;
          if (list) list[count] = (uint32_t)j;
          count++;
        }
      }
  return count;
}

static void count_neighbours(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++)
    p->first[i + 1] = neighbours(p, i, NULL);
}

static void list_neighbours(void *user, int worker, int64_t part)
{
  packing *p = user;
  (void)worker;
  for (int64_t i = part * PART; i < end_of(p, part); i++) {
    double at[3], normal[3];
    neighbours(p, i, p->partner + p->first[i]);
    for (int k = 0; k < 3; k++)
      at[k] = p->unit * p->x[3 * i + k];
    p->near[i] = 0;
    for (int face = 0; face < p->c->faces; face++)
      if (!(p->period[face / 2 % 3] > 0) &&
          p->c->face(p->c, face, at, normal) < p->unit * (p->radius[i] + SKIN))
        p->near[i] |= 1u << face;
  }
}

static bool make_lists(packing *p)
{
  fold(p);
  sort_into_cells(p);
  for_parts(p, count_neighbours);
  for (int64_t i = 0; i < p->count; i++)
    p->first[i + 1] += p->first[i];
  if (p->first[p->count] > p->partners) {
    free(p->partner);
    p->partners = p->first[p->count] + p->first[p->count] / 4 + 16;
    p->partner = malloc((size_t)p->partners * sizeof *p->partner);
    if (!p->partner) return false;
  }
  for_parts(p, list_neighbours);
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
    all.farthest = p->sum[k].farthest > all.farthest ? p->sum[k].farthest : all.farthest;
  }
  return all;
}

/* Steps until nothing overlaps at the true radii; *deepest: what is left otherwise. */
static bool relax(packing *p, double *deepest)
{
  const double calm = 0.1, longest = 0.7, enough = 0.9 * SWOLLEN;
  double share = calm;
  int downhill = 0;
  p->step = 0.1;
  if (!make_lists(p)) return false;
  for (int round = 0; round < ROUNDS; round++) {
    const bool pressed = round >= PERIOD && round % PERIOD < PRESSED;
    p->swell = pressed ? 1 + COMPRESSED : 1;
    for_parts(p, find_forces);
    part_sums sum = total(p);
    *deepest = sum.deepest;
    if (sum.deepest <= enough && !pressed) return true;
    if (sum.power > 0) { /* downhill: on, and turn to where forces point */
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

/* A place for each at random, in the order of the cells, so that neighbours are near in memory. */
static void scatter(packing *p, const carom_fill_def *def, double *draft)
{
  for (int64_t i = 0; i < p->count; i++) {
    double at[3] = {0, 0, 0};
    uint64_t draw = DRAW_PLACE;
    while (!carom_region_place(p->c->region, 0, def->seed, (uint64_t)i, draw, at))
      draw += CAROM_REGION_DRAWS;
    for (int k = 0; k < 3; k++)
      p->x[3 * i + k] = at[k] / p->unit;
  }
  const int64_t all = p->all;
  p->all = p->count;
  sort_into_cells(p);
  for (int64_t i = 0; i < p->count; i++)
    memcpy(draft + 3 * i, p->x + 3 * (size_t)p->cell_item[i], 3 * sizeof *draft);
  memcpy(p->x, draft, 3 * (size_t)p->count * sizeof *draft);
  p->all = all;
}

static void lay_cells(packing *p, const bool periodic[3])
{
  double low[3], high[3];
  double width = 2 * p->largest + SKIN;
  carom_region_aabb(p->c->region, low, high);
  for (;; width *= 1.2) {
    double total = 1;
    for (int k = 0; k < 3; k++) {
      const double across = floor((high[k] - low[k]) / p->unit / width);
      p->cells[k] = across < 1 ? 1 : across > 100000 ? 100000 : (int64_t)across;
      total *= (double)p->cells[k];
    }
    if (total <= 8.0 * (double)p->all + 64) break;
  }
  for (int k = 0; k < 3; k++) {
    p->low[k] = low[k] / p->unit;
    p->period[k] = periodic[k] ? (high[k] - low[k]) / p->unit : 0;
    p->width[k] = (high[k] - low[k]) / p->unit / (double)p->cells[k];
  }
}

static bool allocate(packing *p, int threads)
{
  const size_t n = (size_t)p->count, all = (size_t)p->all, cells = 8 * all + 66;
  p->pool = carom_pool_create(threads);
  p->x = malloc(3 * all * sizeof *p->x);
  p->radius = malloc(all * sizeof *p->radius);
  p->v = calloc(3 * n, sizeof *p->v);
  p->f = malloc(3 * n * sizeof *p->f);
  p->reference = malloc(3 * n * sizeof *p->reference);
  p->near = malloc(n * sizeof *p->near);
  p->sum = calloc(n / PART + 1, sizeof *p->sum);
  p->cell_start = malloc(cells * sizeof *p->cell_start);
  p->cell_item = malloc(all * sizeof *p->cell_item);
  p->cell_of = malloc(all * sizeof *p->cell_of);
  p->first = calloc(n + 1, sizeof *p->first);
  return p->pool && p->x && p->radius && p->v && p->f && p->reference && p->near && p->sum &&
         p->cell_start && p->cell_item && p->cell_of && p->first;
}

static void release(packing *p)
{
  void *held[] = {p->x,          p->radius,    p->v,       p->f,     p->reference, p->sum,
                  p->cell_start, p->cell_item, p->cell_of, p->first, p->partner,   p->near};
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

static carom_status pack(packing *p, const carom_fill_def *def, carom_filled *out, carom_error *err)
{
  double deepest = 0, solid = 0;
  take_radii(p, def, out);
  lay_cells(p, def->periodic);
  for (int k = 0; k < 3; k++)
    if (p->period[k] > 0 && p->period[k] < 2 * (2 * p->largest + SKIN))
      return carom_fail(err, CAROM_ERR_RANGE, "periodic",
                        "a period of %.4g m is less than about two and a half of the largest "
                        "diameters: a sphere would meet its own image; make the box wider",
                        p->unit * p->period[k]);
  scatter(p, def, p->reference);
  if (!relax(p, &deepest))
    return carom_fail(err, CAROM_ERR_MEMORY, "count", "not enough memory for %" PRId64 " spheres",
                      p->count);
  fold(p);
  for (int64_t i = 0; i < p->count; i++) {
    const double r = out[i].radius;
    solid += 4.1887902047863905 * r * r * r;
    for (int k = 0; k < 3; k++)
      out[i].position[k] = p->unit * p->x[3 * i + k];
  }
  if (deepest <= SWOLLEN) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, "fraction",
                    "%" PRId64 " spheres, %.3g of the region, do not come apart: overlaps of %.2g "
                    "of a radius remain; equal spheres fill up to about 0.6 of a region that is "
                    "many of them wide, fewer of a narrow one",
                    p->count, solid / carom_region_volume(p->c->region), deepest);
}

carom_status carom_dense_fill(const carom_fill_def *def, const carom_container *c, int64_t count,
                              carom_filled *out, carom_error *err)
{
  packing p = {.c = c, .count = count, .all = count + def->taken_count};
  carom_status status = CAROM_ERR_MEMORY;
  if (p.all < UINT32_MAX && allocate(&p, def->threads))
    status = pack(&p, def, out, err);
  else
    carom_fail(err, status, "count", "not enough memory for %" PRId64 " spheres", count);
  release(&p);
  return status;
}
