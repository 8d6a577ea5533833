/* SPDX-License-Identifier: MIT */
#include "io/frame_walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* A face with particles on one side only: the inside is normal . x >= offset. */
typedef struct side {
  double normal[3], offset;
  int wall;
} side;

struct sides {
  side *list;
  int count, room;
};

struct out {
  carom_frame_facet *facet;
  int64_t count, room;
};

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static side side_of(const carom_scene_facets *f, int64_t triangle, int wall)
{
  const double *a = f->vertex[f->triangle[triangle][0]], *b = f->vertex[f->triangle[triangle][1]];
  const double *c = f->vertex[f->triangle[triangle][2]];
  side s = {.wall = wall};
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    s.normal[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
  }
  const double length = sqrt(dot(s.normal, s.normal));
  for (int k = 0; k < 3; k++)
    s.normal[k] /= length > 0 ? length : 1;
  s.offset = dot(s.normal, a);
  return s;
}

static bool is_same(const side *a, const side *b, double size)
{
  return a->wall == b->wall && dot(a->normal, b->normal) > 1 - 1e-9 &&
         fabs(a->offset - b->offset) < 1e-9 * size;
}

/* True for infinite walls with particles on one side of each face. */
static bool is_endless(const carom_scene_wall *wall)
{
  return wall->shape == CAROM_WALL_PLANE || wall->shape == CAROM_WALL_BOX ||
         (wall->shape == CAROM_WALL_CYLINDER && wall->length == CAROM_UNSET);
}

/* True for those that enclose the particles, in contrast to a rod surrounded by them. */
static bool is_around(const carom_scene_wall *wall)
{
  return is_endless(wall) && !(wall->shape == CAROM_WALL_CYLINDER && wall->outside);
}

static bool add_sides(struct sides *to, const carom_scene_facets *f, int wall, double size)
{
  for (int64_t i = 0; i < f->triangles; i++) {
    const side one = side_of(f, i, wall);
    int k = 0;
    while (k < to->count && !is_same(&to->list[k], &one, size))
      k++;
    if (k < to->count) continue;
    if (to->count == to->room) {
      side *more = realloc(to->list, (size_t)(2 * to->room + 16) * sizeof *more);
      if (!more) return false;
      to->list = more;
      to->room = 2 * to->room + 16;
    }
    to->list[to->count++] = one;
  }
  return true;
}

static bool put(struct out *out, int wall, bool shell, const double *a, const double *b,
                const double *c)
{
  if (out->count == out->room) {
    carom_frame_facet *more = realloc(out->facet, (size_t)(2 * out->room + 64) * sizeof *more);
    if (!more) return false;
    out->facet = more;
    out->room = 2 * out->room + 64;
  }
  carom_frame_facet *to = &out->facet[out->count++];
  memset(to, 0, sizeof *to); /* walls are compared bytewise, padding included */
  to->wall = wall;
  to->shell = shell;
  to->pressure = to->shear = to->wear = (double)NAN;
  memcpy(to->corner[0], a, sizeof to->corner[0]);
  memcpy(to->corner[1], b, sizeof to->corner[1]);
  memcpy(to->corner[2], c, sizeof to->corner[2]);
  return true;
}

enum { CORNERS = 256 };

/* Clips a polygon to the inside and returns the number of its corners. Points close to the border
 * count as on it. */
static int clip(double (*corner)[3], int corners, const side *by, double size)
{
  static const double near = 1e-9;
  double out[CORNERS][3];
  int count = 0;
  for (int i = 0; i < corners && count < CORNERS - 2; i++) {
    const double *a = corner[i], *b = corner[(i + 1) % corners];
    const double from = dot(by->normal, a) - by->offset, to = dot(by->normal, b) - by->offset;
    if (from >= -near * size) memcpy(out[count++], a, sizeof out[0]);
    if ((from > near * size && to < -near * size) || (from < -near * size && to > near * size)) {
      for (int k = 0; k < 3; k++)
        out[count][k] = a[k] + from / (from - to) * (b[k] - a[k]);
      count++;
    }
  }
  memcpy(corner, out, (size_t)count * sizeof out[0]);
  return count < 3 ? 0 : count;
}

static bool put_clipped(struct out *out, const struct sides *sides, const carom_scene_facets *f,
                        int wall, bool own, double size)
{
  for (int64_t i = 0; i < f->triangles; i++) {
    const side self = side_of(f, i, wall);
    double corner[CORNERS][3];
    int corners = 3;
    for (int k = 0; k < 3; k++)
      memcpy(corner[k], f->vertex[f->triangle[i][k]], sizeof corner[k]);
    for (int k = 0; k < sides->count && corners > 0; k++) {
      const side *by = &sides->list[k];
      if (by->wall == wall && (!own || is_same(by, &self, size))) continue;
      corners = clip(corner, corners, by, size);
    }
    for (int k = 2; k < corners; k++)
      if (!put(out, wall, false, corner[0], corner[k - 1], corner[k])) return false;
  }
  return true;
}

static bool put_whole(struct out *out, const carom_scene_facets *f, int wall, bool shell)
{
  for (int64_t i = 0; i < f->triangles; i++) {
    const int32_t *v = f->triangle[i];
    if (!put(out, wall, shell, f->vertex[v[0]], f->vertex[v[1]], f->vertex[v[2]])) return false;
    carom_frame_facet *last = &out->facet[out->count - 1];
    if (f->pressure) last->pressure = f->pressure[i];
    if (f->shear) last->shear = f->shear[i];
    if (f->wear) last->wear = f->wear[i];
  }
  return true;
}

carom_status carom_frame_walls(carom_scene *scene, const carom_scene_wall *def, const double low[3],
                               const double high[3], carom_frame_facet **facet, int64_t *facets,
                               carom_error *err)
{
  const int walls = carom_scene_walls(scene);
  struct sides sides = {.count = 0};
  struct out out = {.count = 0};
  carom_scene_facets *all = calloc((size_t)walls + 1, sizeof *all);
  carom_status status = all ? CAROM_OK : CAROM_ERR_MEMORY;
  double size = 0;
  bool enough = all != NULL;
  for (int k = 0; k < 3; k++)
    size = high[k] - low[k] > size ? high[k] - low[k] : size;
  for (int w = 0; w < walls && status == CAROM_OK; w++) {
    status = carom_scene_wall_facets(scene, w, low, high, &all[w], err);
    if (status == CAROM_OK && def && is_around(&def[w]))
      enough = enough && add_sides(&sides, &all[w], w, size);
  }
  for (int w = 0; w < walls && status == CAROM_OK && enough; w++)
    enough = def && is_endless(&def[w])
                 ? put_clipped(&out, &sides, &all[w], w, def[w].shape == CAROM_WALL_BOX, size)
                 : put_whole(&out, &all[w], w, def != NULL);
  for (int w = 0; all && w < walls; w++)
    carom_scene_facets_free(&all[w]);
  free(all);
  free(sides.list);
  if (status == CAROM_OK && !enough) status = CAROM_ERR_MEMORY;
  if (status != CAROM_OK) {
    free(out.facet);
    return status == CAROM_ERR_MEMORY
               ? carom_fail(err, status, "walls", "not enough memory for the walls of a frame")
               : status;
  }
  *facet = out.facet;
  *facets = out.count;
  return CAROM_OK;
}
