/* SPDX-License-Identifier: MIT */
/* Finds the primitive that the ray of each sample of a tile meets first. */
#include <math.h>

#include "picture/render_parts.h"

/* Samples [from, to) of one axis. */
struct range {
  int from, to;
};

static double larger(double a, double b)
{
  return a > b ? a : b;
}

static double smaller(double a, double b)
{
  return a < b ? a : b;
}

/* Tangents from the origin to a circle at (x, z): the range of directions that it covers. */
static void tangents(double x, double z, double r, double *low, double *high)
{
  const double root = r * sqrt(x * x + z * z - r * r), below = z * z - r * r;
  *low = (x * z - root) / below;
  *high = (x * z + root) / below;
}

static bool to_pixels(const carom_scene_seen *s, const double low[2], const double high[2],
                      int box[4])
{
  const double step = s->rays.step * CAROM_FINE;
  const double start[2] = {s->rays.x0 - s->rays.step / 2, s->rays.y0 - s->rays.step / 2};
  const int size[2] = {s->width, s->height};
  for (int k = 0; k < 2; k++) {
    const double a = (low[k] - start[k]) / step, b = (high[k] - start[k]) / step + 1;
    if (!(a < size[k]) || !(b > 0)) return false;
    box[k] = a > 0 ? (int)a : 0;
    box[k + 2] = b < size[k] ? (int)b : size[k];
    if (box[k] >= box[k + 2]) return false;
  }
  return true;
}

bool carom_bounds_ball(const carom_scene_seen *s, const double c[3], double r, int box[4])
{
  double low[2], high[2];
  if (!(c[2] > r * 1.0001)) return false; /* behind the camera, or around it */
  tangents(c[0], c[2], r, &low[0], &high[0]);
  tangents(c[1], c[2], r, &low[1], &high[1]);
  return to_pixels(s, low, high, box);
}

/* Bounds of a rod; the whole picture if an end is outside it or near the camera. */
bool carom_bounds_rod(const carom_scene_seen *s, const carom_seen_rod *rod, int box[4])
{
  int other[4];
  const bool a = carom_bounds_ball(s, rod->a, rod->r, box);
  const bool b = carom_bounds_ball(s, rod->b, rod->r, other);
  if (!a || !b) {
    box[0] = box[1] = 0, box[2] = s->width, box[3] = s->height;
    return rod->a[2] > rod->r && rod->b[2] > rod->r;
  }
  for (int k = 0; k < 2; k++) {
    box[k] = other[k] < box[k] ? other[k] : box[k];
    box[k + 2] = other[k + 2] > box[k + 2] ? other[k + 2] : box[k + 2];
  }
  return true;
}

bool carom_bounds_plate(const carom_scene_seen *s, const carom_seen_plate *p, int box[4])
{
  double low[2] = {1e30, 1e30}, high[2] = {-1e30, -1e30};
  int ahead = 0;
  for (int i = 0; i < 3; i++) {
    if (!(p->corner[i][2] > 0)) continue;
    ahead++;
    for (int k = 0; k < 2; k++) {
      const double at = p->corner[i][k] / p->corner[i][2];
      low[k] = smaller(low[k], at);
      high[k] = larger(high[k], at);
    }
  }
  if (ahead == 0) return false;
  if (ahead < 3) low[0] = low[1] = -1e30, high[0] = high[1] = 1e30;
  return to_pixels(s, low, high, box);
}

/* Samples of the tile in a box of pixels. */
static bool inside(const carom_picture_tile *t, const int box[4], struct range *x, struct range *y)
{
  const int left = box[0] > t->x ? box[0] : t->x, right = box[2] < t->right ? box[2] : t->right;
  const int top = box[1] > t->y ? box[1] : t->y, bottom = box[3] < t->bottom ? box[3] : t->bottom;
  *x = (struct range){(left - t->x) * CAROM_FINE, (right - t->x) * CAROM_FINE};
  *y = (struct range){(top - t->y) * CAROM_FINE, (bottom - t->y) * CAROM_FINE};
  return left < right && top < bottom;
}

static void put(carom_picture_tile *t, int at, float depth, uint32_t what)
{
  if (!(depth < t->depth[at])) return;
  if (t->what[at] == CAROM_NOTHING) t->open--;
  t->depth[at] = depth;
  t->what[at] = what;
}

/* A sphere cut by a plane: the ray meets the sphere, or the cut face if it leaves the removed part
 * while still inside. */
static void put_cut(const carom_scene_seen *s, carom_picture_tile *t, int at, float dx, float dy,
                    float in, float out, uint32_t number)
{
  const float *n = s->cut, along = n[0] * dx + n[1] * dy + n[2];
  if (in * along <= s->cut_at) { /* met on the side that is kept */
    put(t, at, in, number);
    return;
  }
  const float plane = s->cut_at / along;
  if (plane > in && plane < out) put(t, at, plane, number | CAROM_CUT_FACE);
}

/* Faint spheres are most visible at their rim; the more spheres, the less each one hides. */
static float breath(const carom_scene_seen *s, float left, float rr)
{
  const float facing = sqrtf(left / rr), graze = 1 - facing;
  return 1 - s->breath * (0.10f + 0.90f * graze * graze * graze);
}

static void draw_ball(const carom_scene_seen *s, uint32_t number, carom_picture_tile *t)
{
  const carom_seen_ball *ball = &s->ball[number];
  const double centre[3] = {ball->c[0], ball->c[1], ball->c[2]};
  const float cx = ball->c[0], cy = ball->c[1], cz = ball->c[2], rr = ball->r * ball->r;
  const float *n = s->cut;
  struct range x, y;
  int box[4];
  if (!carom_bounds_ball(s, centre, ball->r, box) || !inside(t, box, &x, &y)) return;
  const bool cut = s->show->cut && n[0] * cx + n[1] * cy + n[2] * cz + ball->r > s->cut_at;
  const float step = (float)s->rays.step;
  const float x0 = (float)(s->rays.x0 + s->rays.step * (t->x * CAROM_FINE));
  const float y0 = (float)(s->rays.y0 + s->rays.step * (t->y * CAROM_FINE));
  for (int j = y.from; j < y.to; j++) {
    const float dy = y0 + step * (float)j, row = dy * cy + cz, length = dy * dy + 1;
    for (int i = x.from; i < x.to; i++) {
      const float dx = x0 + step * (float)i, dd = dx * dx + length, foot = (dx * cx + row) / dd;
      const float px = cx - foot * dx, py = cy - foot * dy, pz = cz - foot;
      const float left = rr - (px * px + py * py + pz * pz);
      if (!(left > 0)) continue;
      const float half = sqrtf(left / dd);
      const int at = j * CAROM_TILE_FINE + i;
      if (s->show->ghost) {
        if (foot - half < t->depth[at]) t->clear[at] *= breath(s, left, rr);
      } else if (cut)
        put_cut(s, t, at, dx, dy, foot - half, foot + half, number);
      else
        put(t, at, foot - half, number);
    }
  }
}

static float farthest(const carom_picture_tile *t)
{
  float most = 0;
  const int right = (t->right - t->x) * CAROM_FINE, bottom = (t->bottom - t->y) * CAROM_FINE;
  for (int j = 0; j < bottom; j++)
    for (int i = 0; i < right; i++) {
      const float depth = t->depth[j * CAROM_TILE_FINE + i];
      most = depth > most ? depth : most;
    }
  return most;
}

/* Balls come nearest first: once all samples are covered, balls behind the farthest sample are
 * skipped. */
void carom_draw_balls(const carom_scene_seen *s, const uint32_t *list, int64_t count,
                      carom_picture_tile *tile)
{
  enum { OFTEN = 32 };
  float limit = INFINITY;
  for (int64_t k = 0; k < count; k++) {
    if (tile->open == 0 && k % OFTEN == 0) limit = farthest(tile);
    if (s->nearest[list[k]] > limit) break;
    draw_ball(s, s->order[list[k]], tile);
  }
}

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Depth at which a ray from the origin meets a cylinder with round ends; negative if it does
 * not. */
static double meet_rod(const carom_seen_rod *rod, const double d[3])
{
  const double axis[3] = {rod->b[0] - rod->a[0], rod->b[1] - rod->a[1], rod->b[2] - rod->a[2]};
  const double aa = dot(axis, axis), ad = dot(axis, d), ap = -dot(axis, rod->a);
  const double dp = -dot(d, rod->a), pp = dot(rod->a, rod->a), dd = dot(d, d);
  const double a = aa * dd - ad * ad, b = aa * dp - ap * ad;
  const double c = aa * pp - ap * ap - rod->r * rod->r * aa, h = b * b - a * c;
  double along = -1;
  if (a > 1e-12 * aa * dd) {
    if (h < 0) return -1;
    const double t = (-b - sqrt(h)) / a;
    along = ap + t * ad;
    if (along > 0 && along < aa) return t;
  }
  const double *end = along <= 0 ? rod->a : rod->b;
  const double foot = dot(d, end), left = foot * foot - dd * (dot(end, end) - rod->r * rod->r);
  return left < 0 ? -1 : (foot - sqrt(left)) / dd;
}

void carom_draw_rod(const carom_scene_seen *s, uint32_t number, carom_picture_tile *tile)
{
  const carom_seen_rod *rod = &s->rod[number];
  const uint32_t what = (uint32_t)s->show->balls + number;
  int box[4];
  struct range x, y;
  if (!carom_bounds_rod(s, rod, box)) return;
  if (!inside(tile, box, &x, &y)) return;
  for (int j = y.from; j < y.to; j++)
    for (int i = x.from; i < x.to; i++) {
      const double d[3] = {s->rays.x0 + s->rays.step * (tile->x * CAROM_FINE + i),
                           s->rays.y0 + s->rays.step * (tile->y * CAROM_FINE + j), 1};
      const double depth = meet_rod(rod, d);
      if (!(depth > 0)) continue;
      const double side = s->cut[0] * d[0] + s->cut[1] * d[1] + s->cut[2];
      if (s->show->cut && depth * side > s->cut_at) continue;
      put(tile, j * CAROM_TILE_FINE + i, (float)depth, what);
    }
}

/* Glass transmits less at a grazing angle. */
static float let_through(const carom_seen_plate *p, const double d[3])
{
  const double along = -(p->unit[0] * d[0] + p->unit[1] * d[1] + p->unit[2] * d[2]) /
                       sqrt(dot(d, d));
  const double graze = 1 - (along > 0 ? along : 0);
  return (float)(0.98 - 0.08 * graze * graze * graze);
}

/* Grains are pressed slightly into walls: what protrudes through glass for this reason counts as
 * behind it. */
static float pressed(const carom_scene_seen *s, uint32_t what)
{
  const uint32_t balls = (uint32_t)s->show->balls, rods = (uint32_t)s->show->rods;
  const uint32_t number = what & ~CAROM_CUT_FACE;
  if (what == CAROM_NOTHING) return 0;
  if (number < balls) return 0.5f * s->ball[number].r;
  return number < balls + rods ? (float)(2 * s->rod[number - balls].r) : 0;
}

void carom_draw_plate(const carom_scene_seen *s, uint32_t number, carom_picture_tile *tile)
{
  const carom_seen_plate *p = &s->plate[number];
  const uint32_t what = (uint32_t)(s->show->balls + s->show->rods) + number;
  const bool glass = s->show->plate[number].glass;
  int box[4];
  struct range x, y;
  if (!carom_bounds_plate(s, p, box) || !inside(tile, box, &x, &y)) return;
  for (int j = y.from; j < y.to; j++)
    for (int i = x.from; i < x.to; i++) {
      const double d[3] = {s->rays.x0 + s->rays.step * (tile->x * CAROM_FINE + i),
                           s->rays.y0 + s->rays.step * (tile->y * CAROM_FINE + j), 1};
      const double e0 = dot(p->edge[0], d), e1 = dot(p->edge[1], d), e2 = dot(p->edge[2], d);
      const bool in = (e0 >= 0 && e1 >= 0 && e2 >= 0) || (e0 <= 0 && e1 <= 0 && e2 <= 0);
      const double depth = in ? p->distance / dot(p->normal, d) : -1;
      const int at = j * CAROM_TILE_FINE + i;
      if (!(depth > 0)) continue;
      const double side = s->cut[0] * d[0] + s->cut[1] * d[1] + s->cut[2];
      if (s->show->cut && depth * side > s->cut_at * 1.000001) continue;
      if (!glass)
        put(tile, at, (float)depth, what);
      else if ((float)depth < tile->depth[at] + pressed(s, tile->what[at]))
        tile->clear[at] *= let_through(p, d);
    }
}
