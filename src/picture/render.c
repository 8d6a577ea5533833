/* SPDX-License-Identifier: MIT */
#include "picture/render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/render_parts.h"

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static bool normalise(double v[3])
{
  const double length = sqrt(dot(v, v));
  if (!(length > 0)) return false;
  for (int k = 0; k < 3; k++)
    v[k] /= length;
  return true;
}

carom_camera carom_camera_look(const double eye[3], const double target[3], const double up[3],
                               double tangent)
{
  carom_camera c = {.tangent = tangent};
  memcpy(c.eye, eye, sizeof c.eye);
  for (int k = 0; k < 3; k++)
    c.ahead[k] = target[k] - eye[k];
  normalise(c.ahead);
  cross(c.ahead, up, c.right);
  if (!(dot(c.right, c.right) > 1e-12 * dot(up, up))) { /* looking straight up or down: y is up */
    const double y[3] = {0, 1, 0}, x[3] = {1, 0, 0};
    cross(c.ahead, fabs(c.ahead[1]) < 0.9 ? y : x, c.right);
  }
  normalise(c.right);
  cross(c.right, c.ahead, c.up);
  return c;
}

static void to_camera(const carom_camera *c, const double point[3], double out[3])
{
  const double from[3] = {point[0] - c->eye[0], point[1] - c->eye[1], point[2] - c->eye[2]};
  out[0] = dot(from, c->right);
  out[1] = -dot(from, c->up);
  out[2] = dot(from, c->ahead);
}

bool carom_camera_place(const carom_camera *camera, const double point[3], int width, int height,
                        double place[2])
{
  double seen[3];
  to_camera(camera, point, seen);
  const double scale = height / (2 * camera->tangent);
  place[0] = 0.5 * width + camera->shift[0] * height + scale * seen[0] / seen[2];
  place[1] = 0.5 * height + camera->shift[1] * height + scale * seen[1] / seen[2];
  return seen[2] > 0;
}

static void see_plate(const carom_camera *camera, const carom_plate *plate, carom_seen_plate *out)
{
  double a[3], b[3];
  for (int i = 0; i < 3; i++)
    to_camera(camera, plate->corner[i], out->corner[i]);
  for (int i = 0; i < 3; i++)
    cross(out->corner[i], out->corner[(i + 1) % 3], out->edge[i]);
  for (int k = 0; k < 3; k++) {
    a[k] = out->corner[1][k] - out->corner[0][k];
    b[k] = out->corner[2][k] - out->corner[0][k];
  }
  cross(a, b, out->normal);
  double unit[3] = {out->normal[0], out->normal[1], out->normal[2]};
  normalise(unit);
  out->distance = dot(out->normal, out->corner[0]);
  const double side = dot(unit, out->corner[0]) > 0 ? -1 : 1; /* towards the camera */
  for (int k = 0; k < 3; k++)
    out->unit[k] = (float)(side * unit[k]);
}

/* Cuts off the part of a rod behind the camera. */
static void see_rod(const carom_camera *camera, const carom_rod *rod, carom_seen_rod *out)
{
  const double near = 4 * rod->radius;
  to_camera(camera, rod->from, out->a);
  to_camera(camera, rod->to, out->b);
  out->r = rod->radius;
  double *behind = out->a[2] < out->b[2] ? out->a : out->b;
  const double *ahead = behind == out->a ? out->b : out->a;
  if (behind[2] >= near || ahead[2] <= near) return;
  const double share = (near - behind[2]) / (ahead[2] - behind[2]);
  for (int k = 0; k < 3; k++)
    behind[k] += share * (ahead[k] - behind[k]);
}

static bool see(const carom_show *show, const carom_camera *camera, carom_scene_seen *s)
{
  s->ball = malloc(((size_t)show->balls + 1) * sizeof *s->ball);
  s->rod = malloc(((size_t)show->rods + 1) * sizeof *s->rod);
  s->plate = malloc(((size_t)show->plates + 1) * sizeof *s->plate);
  if (!s->ball || !s->rod || !s->plate) return false;
  for (int64_t i = 0; i < show->balls; i++) {
    double c[3];
    to_camera(camera, show->ball[i].centre, c);
    for (int k = 0; k < 3; k++)
      s->ball[i].c[k] = (float)c[k];
    s->ball[i].r = (float)show->ball[i].radius;
  }
  for (int64_t i = 0; i < show->rods; i++) {
    see_rod(camera, &show->rod[i], &s->rod[i]);
  }
  for (int64_t i = 0; i < show->plates; i++)
    see_plate(camera, &show->plate[i], &s->plate[i]);
  if (show->cut) {
    const double *n = show->cut_normal, length = sqrt(dot(n, n));
    s->cut[0] = (float)(dot(n, camera->right) / length);
    s->cut[1] = (float)(-dot(n, camera->up) / length);
    s->cut[2] = (float)(dot(n, camera->ahead) / length);
    s->cut_at = (float)((show->cut_at - dot(n, camera->eye)) / length);
  }
  return true;
}

/* Sorts balls by their nearest depth, by a radix sort: positive floats have the order of their
 * bits. */
static bool sort_balls(carom_scene_seen *s)
{
  const size_t count = (size_t)s->show->balls;
  uint32_t *key = malloc((count + 1) * sizeof *key), *order = malloc((count + 1) * sizeof *order);
  uint32_t *next_key = malloc((count + 1) * sizeof *key),
           *next = malloc((count + 1) * sizeof *order);
  const bool enough = key && order && next_key && next;
  for (size_t i = 0; enough && i < count; i++) {
    const float near = s->ball[i].c[2] - s->ball[i].r, bounded = near > 0 ? near : 0;
    memcpy(&key[i], &bounded, sizeof bounded);
    order[i] = (uint32_t)i;
  }
  for (int byte = 0; enough && byte < 4; byte++) {
    size_t start[257] = {0};
    for (size_t i = 0; i < count; i++)
      start[(key[i] >> (8 * byte) & 255) + 1]++;
    for (int k = 0; k < 256; k++)
      start[k + 1] += start[k];
    for (size_t i = 0; i < count; i++) {
      const size_t to = start[key[i] >> (8 * byte) & 255]++;
      next_key[to] = key[i], next[to] = order[i];
    }
    uint32_t *kept = key;
    key = next_key, next_key = kept;
    kept = order, order = next, next = kept;
  }
  s->order = order;
  s->nearest = (float *)malloc((count + 1) * sizeof *s->nearest);
  for (size_t i = 0; enough && s->nearest && i < count; i++)
    memcpy(&s->nearest[i], &key[i], sizeof key[i]);
  free(key), free(next_key), free(next);
  return enough && s->nearest;
}

/* Bounds of primitive number k in the order of the lists: balls, rods, then plates. */
static bool bounds(const carom_scene_seen *s, int64_t k, int box[4])
{
  const carom_show *show = s->show;
  if (k < show->balls) {
    const carom_seen_ball *b = &s->ball[s->order[k]];
    const double c[3] = {b->c[0], b->c[1], b->c[2]};
    return carom_bounds_ball(s, c, b->r, box);
  }
  if (k < show->balls + show->rods) return carom_bounds_rod(s, &s->rod[k - show->balls], box);
  return carom_bounds_plate(s, &s->plate[k - show->balls - show->rods], box);
}

/* Lists the primitives that each tile may show: first counts, then stores. */
static bool list_tiles(carom_scene_seen *s)
{
  const int64_t all = s->show->balls + s->show->rods + s->show->plates;
  const int64_t tiles = (int64_t)s->across * s->down;
  int64_t *first = calloc((size_t)tiles + 2, sizeof *first);
  s->first = first;
  if (!first) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t k = 0; k < all; k++) {
      int box[4];
      if (!bounds(s, k, box)) continue;
      for (int y = box[1] / CAROM_TILE; y <= (box[3] - 1) / CAROM_TILE; y++)
        for (int x = box[0] / CAROM_TILE; x <= (box[2] - 1) / CAROM_TILE; x++) {
          const int64_t tile = (int64_t)y * s->across + x;
          if (pass == 0)
            first[tile + 2]++;
          else
            s->listed[first[tile + 1]++] = (uint32_t)k;
        }
    }
    if (pass == 1) break;
    for (int64_t i = 0; i < tiles; i++)
      first[i + 2] += first[i + 1];
    s->listed = malloc(((size_t)first[tiles + 1] + 1) * sizeof *s->listed);
    if (!s->listed) return false;
  }
  return true;
}

static void draw_tile(void *user, int64_t number)
{
  const carom_scene_seen *s = user;
  const uint32_t balls = (uint32_t)s->show->balls, rods = (uint32_t)s->show->rods;
  const uint32_t *list = s->listed + s->first[number];
  const int64_t count = s->first[number + 1] - s->first[number];
  int64_t k = 0;
  carom_picture_tile tile;
  tile.x = (int)(number % s->across) * CAROM_TILE;
  tile.y = (int)(number / s->across) * CAROM_TILE;
  tile.right = tile.x + CAROM_TILE < s->width ? tile.x + CAROM_TILE : s->width;
  tile.bottom = tile.y + CAROM_TILE < s->height ? tile.y + CAROM_TILE : s->height;
  tile.open = (tile.right - tile.x) * (tile.bottom - tile.y) * CAROM_FINE * CAROM_FINE;
  for (int i = 0; i < CAROM_TILE_FINE * CAROM_TILE_FINE; i++) {
    tile.depth[i] = INFINITY;
    tile.what[i] = CAROM_NOTHING;
    tile.clear[i] = 1;
  }
  while (k < count && list[k] < balls)
    k++;
  const int64_t own = k;
  if (!s->show->ghost) carom_draw_balls(s, list, own, &tile);
  for (; k < count && list[k] < balls + rods; k++)
    carom_draw_rod(s, list[k] - balls, &tile);
  for (int glass = 0; glass < 2; glass++) /* glass needs what is behind it first */
    for (int64_t i = k; i < count; i++)
      if (s->show->plate[list[i] - balls - rods].glass == glass)
        carom_draw_plate(s, list[i] - balls - rods, &tile);
  if (s->show->ghost) carom_draw_balls(s, list, own, &tile);
  carom_shade_tile(s, &tile);
}

static void release(carom_scene_seen *s)
{
  free(s->ball), free(s->rod), free(s->plate);
  free(s->order), free(s->nearest), free(s->listed), free(s->first);
  for (int i = 0; i < CAROM_LIGHTS; i++)
    free(s->light[i].height);
  free(s);
}

carom_status carom_render(const carom_show *show, const carom_camera *camera, int threads,
                          carom_image *image, carom_error *err)
{
  carom_scene_seen *s = calloc(1, sizeof *s);
  if (!s) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  s->show = show;
  s->image = image;
  s->width = image->width, s->height = image->height;
  s->across = (s->width + CAROM_TILE - 1) / CAROM_TILE;
  s->down = (s->height + CAROM_TILE - 1) / CAROM_TILE;
  s->rays.step = 2 * camera->tangent / (s->height * CAROM_FINE);
  const double half[2] = {0.5 * s->width + camera->shift[0] * s->height,
                          0.5 * s->height + camera->shift[1] * s->height};
  s->rays.x0 = s->rays.step * (0.5 - half[0] * CAROM_FINE);
  s->rays.y0 = s->rays.step * (0.5 - half[1] * CAROM_FINE);
  double layers = 1; /* rough number of spheres behind each other */
  while (layers * layers * layers < (double)show->balls)
    layers++;
  s->breath = (float)(layers > 4 ? 2.2 / layers : 0.55);
  carom_colours_make(&s->colours);
  carom_status status = see(show, camera, s) && sort_balls(s) && list_tiles(s)
                            ? carom_lights_make(s, camera, threads, err)
                            : carom_fail(err, CAROM_ERR_MEMORY, NULL,
                                         "not enough memory for a picture");
  if (status == CAROM_OK)
    status = carom_parallel(threads, (int64_t)s->across * s->down, draw_tile, s);
  release(s);
  return status;
}
