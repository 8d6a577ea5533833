/* SPDX-License-Identifier: MIT */
/* Which part of the sky and of the key light reaches a point: for each of a set of directions, a
 * map of how high the grains reach. Each map is filled by one thread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/render_parts.h"

static void normalise(float v[3])
{
  const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3; k++)
    v[k] /= length;
}

static float along(const float a[3], const float b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const float a[3], const float b[3], float out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Two unit vectors orthogonal to a direction. */
static void across(const float dir[3], float u[3], float v[3])
{
  const float x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  cross(dir, fabsf(dir[0]) < 0.7f ? x : y, u);
  normalise(u);
  cross(dir, u, v);
}

/* Directions around `pole`, each rotated by the golden angle from the previous one: uniform over
 * the spherical cap whose edge has the cosine `lowest`. */
static void spread(const float pole[3], int count, float lowest, carom_light *light)
{
  const float turn_cos = -0.73736887807831963f, turn_sin = -0.67549029426152362f;
  float u[3], v[3], c = 1, s = 0;
  across(pole, u, v);
  for (int i = 0; i < count; i++) {
    const float z = 1 - (1 - lowest) * ((float)i + 0.5f) / (float)count, r = sqrtf(1 - z * z);
    for (int k = 0; k < 3; k++)
      light[i].dir[k] = z * pole[k] + r * (c * u[k] + s * v[k]);
    normalise(light[i].dir);
    across(light[i].dir, light[i].u, light[i].v);
    const float next = c * turn_cos - s * turn_sin;
    s = c * turn_sin + s * turn_cos;
    c = next;
  }
}

static float height_unit(const carom_scene_seen *s)
{
  return 2.02f * s->reach / 65534;
}

static uint16_t to_height(const carom_scene_seen *s, float h)
{
  const float level = (h + 1.01f * s->reach) / height_unit(s);
  return (uint16_t)(level < 0 ? 0 : level > 65533 ? 65534 : (int)level + 1);
}

/* For a column of a sphere from `bottom` to `top` over `base`, finds where the part that is not cut
 * off ends towards the light. False: nothing is left. */
static bool cut_column(const carom_scene_seen *s, const carom_light *l, const float base[3],
                       float bottom, float *top)
{
  const float slope = along(s->cut, l->dir), beyond = along(s->cut, base) - s->cut_at;
  if (beyond + slope * *top <= 0) return true;
  if (!(slope > 0)) return false; /* lower points are even further out */
  *top = -beyond / slope;
  return *top > bottom;
}

/* Covers a row of texels under a whole sphere, without branches: rendering spends most of its time
 * here. The operations are those of to_height; texels outside the sphere get level 0. */
static void cover_row(uint16_t *restrict row, int left, int right, float u, float dv, float qq,
                      float texel, float h, float ground, float unit)
{
  for (int i = left; i < right; i++) {
    const float du = (float)i + 0.5f - u, rest = qq - du * du - dv * dv;
    const float level = (h + texel * sqrtf(rest > 0 ? rest : 0) + ground) / unit;
    const float kept = level < 0 || rest < 0 ? -1 : level > 65533 ? 65533 : level;
    const int32_t top = (int32_t)kept + 1, now = row[i];
    row[i] = (uint16_t)(top > now ? top : now);
  }
}

static void cover(const carom_scene_seen *s, carom_light *l, const float c[3], float r)
{
  const float from[3] = {c[0] - s->centre[0], c[1] - s->centre[1], c[2] - s->centre[2]};
  const float texel = 2.02f * s->reach / (float)l->side, half = 0.5f * (float)l->side;
  const float u = along(from, l->u) / texel + half, v = along(from, l->v) / texel + half;
  const float h = along(from, l->dir), q = r / texel, qq = q * q;
  const bool cut = s->show->cut && along(s->cut, c) + r > s->cut_at;
  int left = (int)(u - q + 0.5f), right = (int)(u + q + 0.5f);
  int top = (int)(v - q + 0.5f), bottom = (int)(v + q + 0.5f);
  if (right <= left) left = (int)u, right = left + 1;
  if (bottom <= top) top = (int)v, bottom = top + 1;
  left = left < 0 ? 0 : left, top = top < 0 ? 0 : top;
  right = right > l->side ? l->side : right, bottom = bottom > l->side ? l->side : bottom;
  const bool whole = !cut && right - left > 1;
  for (int j = top; j < bottom; j++) {
    const float dv = (float)j + 0.5f - v;
    uint16_t *row = l->height + (size_t)j * (size_t)l->side;
    if (whole) {
      cover_row(row, left, right, u, dv, qq, texel, h, 1.01f * s->reach, height_unit(s));
      continue;
    }
    for (int i = left; i < right; i++) {
      const float du = (float)i + 0.5f - u, rest = qq - du * du - dv * dv;
      if (rest < 0 && right - left > 1) continue;
      const float up = texel * sqrtf(rest > 0 ? rest : 0);
      float reaches = up;
      if (cut) {
        float base[3];
        for (int k = 0; k < 3; k++)
          base[k] = c[k] + texel * (du * l->u[k] + dv * l->v[k]);
        if (!cut_column(s, l, base, -up, &reaches)) continue;
      }
      const uint16_t top_here = to_height(s, h + reaches);
      if (top_here > row[i]) row[i] = top_here;
    }
  }
}

static bool is_kept(const carom_scene_seen *s, const float c[3])
{
  return !s->show->cut || along(s->cut, c) <= s->cut_at;
}

static void fill(void *user, int64_t number)
{
  carom_scene_seen *s = user;
  carom_light *l = &s->light[number];
  if (l->side == 0) return;
  for (int64_t i = 0; !s->show->ghost && i < s->show->balls; i++)
    cover(s, l, s->ball[i].c, s->ball[i].r);
  for (int64_t i = 0; i < s->show->rods; i++) { /* as a row of spheres */
    const carom_seen_rod *rod = &s->rod[i];
    if (s->show->rod[i].plain) continue;
    const double d[3] = {rod->b[0] - rod->a[0], rod->b[1] - rod->a[1], rod->b[2] - rod->a[2]};
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const int count = length < 64 * rod->r ? (int)(length / rod->r) + 2 : 66;
    for (int k = 0; k < count; k++) {
      const double share = (double)k / (count - 1);
      const float c[3] = {(float)(rod->a[0] + share * d[0]), (float)(rod->a[1] + share * d[1]),
                          (float)(rod->a[2] + share * d[2])};
      if (is_kept(s, c)) cover(s, l, c, (float)rod->r);
    }
  }
}

/* Finds a sphere around the bounding box of everything that casts shadows, and the mean radius. */
static int64_t measure(carom_scene_seen *s, double *mean)
{
  float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; !s->show->ghost && i < s->show->balls; i++, count++) {
    const carom_seen_ball *b = &s->ball[i];
    sum += b->r;
    for (int k = 0; k < 3; k++) {
      low[k] = b->c[k] - b->r < low[k] ? b->c[k] - b->r : low[k];
      high[k] = b->c[k] + b->r > high[k] ? b->c[k] + b->r : high[k];
    }
  }
  for (int64_t i = 0; i < s->show->rods; i++) {
    const carom_seen_rod *rod = &s->rod[i];
    if (s->show->rod[i].plain) continue;
    sum += rod->r;
    count++;
    for (int k = 0; k < 6; k++) {
      const double *end = k < 3 ? rod->a : rod->b;
      const float at = (float)end[k % 3], r = (float)rod->r;
      low[k % 3] = at - r < low[k % 3] ? at - r : low[k % 3];
      high[k % 3] = at + r > high[k % 3] ? at + r : high[k % 3];
    }
  }
  if (count == 0) return 0;
  float square = 0;
  for (int k = 0; k < 3; k++) {
    s->centre[k] = 0.5f * (low[k] + high[k]);
    square += (high[k] - low[k]) * (high[k] - low[k]);
  }
  s->reach = 0.5f * sqrtf(square);
  *mean = sum / (double)count;
  return count;
}

/* Resolution of the maps: as fine as the grains require and as their number allows. */
static int side_of(const carom_scene_seen *s, int64_t count, double mean)
{
  const double most = 7e8 / ((double)count * CAROM_LIGHTS); /* texels per sphere, at most */
  double across_one = sqrt(most > 400 ? 400 : most < 9 ? 9 : most);
  const double side = across_one * s->reach / mean;
  return side < 256 ? 256 : side > 1024 ? 1024 : (int)side / 64 * 64;
}

carom_status carom_lights_make(carom_scene_seen *s, const carom_camera *camera, int threads,
                               carom_error *err)
{
  double mean = 0;
  const int64_t count = measure(s, &mean);
  const int side = count ? side_of(s, count, mean) : 0;
  /* the sky is above and a little behind the camera; the key light comes over its left shoulder */
  float pole[3], key[3] = {-0.50f, -0.76f, -0.62f};
  const double world_up[3] = {0, 0, 1};
  const double *axis[3] = {camera->right, camera->up, camera->ahead};
  for (int k = 0; k < 3; k++) {
    double up = 0;
    for (int i = 0; i < 3; i++)
      up += axis[k][i] * world_up[i];
    pole[k] = (float)(k == 1 ? -up : up);
  }
  pole[1] -= 0.25f;
  pole[2] -= 0.75f;
  normalise(pole);
  normalise(key);
  s->dome = count > 200000 ? CAROM_DOME / 2 : CAROM_DOME; /* with many grains each matters less */
  spread(pole, s->dome, 0.0f, s->light);
  spread(key, CAROM_KEY, 0.9925f, s->light + s->dome);
  for (int i = 0; i < s->dome + CAROM_KEY; i++) {
    carom_light *l = &s->light[i];
    l->weight = i < s->dome ? 0.55f + 0.45f * along(l->dir, pole) : 1;
    l->side = side;
    if (side == 0) continue;
    l->height = calloc((size_t)side * (size_t)side, sizeof *l->height);
    if (!l->height)
      return carom_fail(err, CAROM_ERR_MEMORY, NULL,
                        "not enough memory for the lights of a picture");
  }
  return carom_parallel(threads, s->dome + CAROM_KEY, fill, s);
}

/* Transmission of one light, interpolated between the surrounding texels. */
static float passes(const carom_scene_seen *s, const carom_light *l, const float from[3],
                    float lift)
{
  const float texel = 2.02f * s->reach / (float)l->side, half = 0.5f * (float)l->side - 0.5f;
  const float u = along(from, l->u) / texel + half, v = along(from, l->v) / texel + half;
  if (!(u >= 0) || !(v >= 0) || !(u < (float)(l->side - 1)) || !(v < (float)(l->side - 1)))
    return 1;
  const int i = (int)u, j = (int)v;
  const float x = u - (float)i, y = v - (float)j;
  const uint16_t *row = l->height + (size_t)j * (size_t)l->side + (size_t)i;
  const float level = (along(from, l->dir) + lift + 1.01f * s->reach) / height_unit(s);
  const float a = (float)row[0] <= level, b = (float)row[1] <= level;
  const float c = (float)row[l->side] <= level, d = (float)row[l->side + 1] <= level;
  return (1 - y) * ((1 - x) * a + x * b) + y * ((1 - x) * c + x * d);
}

void carom_light_at(const carom_scene_seen *s, const float point[3], const float normal[3],
                    float *sky, float *key)
{
  float sum = 0, all = 0, from[3];
  const bool shadows = s->light[0].side > 0;
  const float texel = shadows ? 2.02f * s->reach / (float)s->light[0].side : 0;
  for (int k = 0; k < 3; k++)
    from[k] = point[k] - s->centre[k] + 1.1f * texel * normal[k];
  for (int i = 0; i < s->dome; i++) {
    const carom_light *l = &s->light[i];
    const float cosine = along(normal, l->dir);
    all += l->weight;
    if (cosine > 0) sum += l->weight * cosine * (shadows ? passes(s, l, from, 0.6f * texel) : 1);
  }
  *sky = 2 * sum / all;
  sum = 0;
  for (int i = s->dome; i < s->dome + CAROM_KEY; i++) {
    const carom_light *l = &s->light[i];
    const float cosine = along(normal, l->dir);
    if (cosine > 0) sum += cosine * (shadows ? passes(s, l, from, 0.6f * texel) : 1);
  }
  *key = sum / CAROM_KEY;
}
