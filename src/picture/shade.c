/* SPDX-License-Identifier: MIT */
/* Converts the samples of a tile to colours of pixels. A pixel is shaded once for each primitive in
 * it, at the mean of its samples. */
#include <math.h>
#include <string.h>

#include "picture/render_parts.h"

struct seen {
  uint32_t what;
  int samples;
  float point[3]; /* sum */
};

static float dot(const float a[3], const float b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normalise(float v[3])
{
  const float length = sqrtf(dot(v, v));
  for (int k = 0; k < 3; k++)
    v[k] = length > 0 ? v[k] / length : 0;
}

/* Colour and outward normal of a surface. False: a line, which is not lit. */
static bool surface(const carom_scene_seen *s, uint32_t what, const float point[3], float normal[3],
                    carom_rgb *colour)
{
  const uint32_t balls = (uint32_t)s->show->balls, rods = (uint32_t)s->show->rods;
  const uint32_t number = what & ~CAROM_CUT_FACE;
  if (what & CAROM_CUT_FACE) {
    memcpy(normal, s->cut, sizeof s->cut);
    *colour = s->show->ball[number].colour;
    return true;
  }
  if (number < balls) {
    for (int k = 0; k < 3; k++)
      normal[k] = point[k] - s->ball[number].c[k];
    normalise(normal);
    *colour = s->show->ball[number].colour;
    return true;
  }
  if (number < balls + rods) {
    const carom_seen_rod *rod = &s->rod[number - balls];
    float axis[3], from[3];
    for (int k = 0; k < 3; k++) {
      axis[k] = (float)(rod->b[k] - rod->a[k]);
      from[k] = (float)(point[k] - rod->a[k]);
    }
    const float length = dot(axis, axis);
    float share = length > 0 ? dot(from, axis) / length : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    for (int k = 0; k < 3; k++)
      normal[k] = from[k] - share * axis[k];
    normalise(normal);
    *colour = s->show->rod[number - balls].colour;
    return !s->show->rod[number - balls].plain;
  }
  memcpy(normal, s->plate[number - balls - rods].unit, 3 * sizeof *normal);
  *colour = s->show->plate[number - balls - rods].colour;
  return true;
}

static carom_rgb shade(const carom_scene_seen *s, const struct seen *one)
{
  float point[3], normal[3], toward[3], sky, key;
  carom_rgb colour;
  for (int k = 0; k < 3; k++)
    point[k] = one->point[k] / (float)one->samples, toward[k] = -point[k];
  if (!surface(s, one->what, point, normal, &colour)) return colour;
  normalise(toward);
  carom_light_at(s, point, normal, &sky, &key);
  const float *light = s->light[s->dome].dir;
  float half[3] = {light[0] + toward[0], light[1] + toward[1], light[2] + toward[2]};
  normalise(half);
  const bool flat = one->what >= (uint32_t)(s->show->balls + s->show->rods);
  const float facing = dot(normal, toward), shine = dot(normal, half);
  float gloss = shine > 0 && !flat ? shine : 0;
  for (int k = 0; k < 5; k++) /* to the 32nd power */
    gloss *= gloss;
  const float rim = flat ? 1 : 0.80f + 0.20f * (facing > 0 ? facing : 0);
  const float lit = flat ? 0.20f + 0.56f * sky + 0.30f * key
                         : rim * (0.06f + 0.66f * sky + 0.42f * key);
  for (int k = 0; k < 3; k++)
    colour.c[k] = colour.c[k] * lit + 0.10f * gloss * (key > 0 ? key : 0);
  return colour;
}

static carom_rgb ground(const carom_scene_seen *s, int y)
{
  const float share = ((float)y + 0.5f) / (float)s->height;
  const carom_rgb light[2] = {{{0.985f, 0.988f, 0.992f}}, {{0.80f, 0.83f, 0.86f}}};
  const carom_rgb dark[2] = {{{0.012f, 0.014f, 0.018f}}, {{0.045f, 0.052f, 0.062f}}};
  const carom_rgb *end = s->show->dark ? dark : light;
  carom_rgb colour;
  for (int k = 0; k < 3; k++)
    colour.c[k] = end[0].c[k] + share * share * (end[1].c[k] - end[0].c[k]);
  return colour;
}

/* Compresses bright light to what a screen can show and leaves the rest unchanged. */
static uint8_t on_screen(const carom_scene_seen *s, float value)
{
  const float knee = 0.85f;
  if (value > knee) {
    const float over = (value - knee) / (1 - knee);
    value = knee + (1 - knee) * over / (1 + over);
  }
  const int level = (int)(value * CAROM_LEVELS + 0.5f);
  return s->colours.screen[level < 0 ? 0 : level > CAROM_LEVELS ? CAROM_LEVELS : level];
}

static void shade_pixel(const carom_scene_seen *s, const carom_picture_tile *t, int x, int y)
{
  struct seen seen[CAROM_FINE * CAROM_FINE];
  float clear[CAROM_FINE * CAROM_FINE], sum[3] = {0, 0, 0};
  int found = 0;
  for (int k = 0; k < CAROM_FINE * CAROM_FINE; k++) {
    const int i = (x - t->x) * CAROM_FINE + k % CAROM_FINE;
    const int j = (y - t->y) * CAROM_FINE + k / CAROM_FINE, at = j * CAROM_TILE_FINE + i;
    const uint32_t what = t->what[at];
    int n = 0;
    while (n < found && seen[n].what != what)
      n++;
    if (n == found) {
      seen[found++] = (struct seen){.what = what};
      clear[n] = 0;
    }
    seen[n].samples++;
    clear[n] += t->clear[at];
    if (what == CAROM_NOTHING) continue;
    const float depth = t->depth[at];
    seen[n].point[0] += depth * (float)(s->rays.x0 + s->rays.step * (t->x * CAROM_FINE + i));
    seen[n].point[1] += depth * (float)(s->rays.y0 + s->rays.step * (t->y * CAROM_FINE + j));
    seen[n].point[2] += depth;
  }
  const carom_rgb glass = s->show->dark ? (carom_rgb){{0.10f, 0.12f, 0.14f}}
                                        : (carom_rgb){{0.66f, 0.74f, 0.82f}};
  for (int n = 0; n < found; n++) {
    const carom_rgb colour = seen[n].what == CAROM_NOTHING ? ground(s, y) : shade(s, &seen[n]);
    for (int k = 0; k < 3; k++)
      sum[k] += clear[n] * colour.c[k] + ((float)seen[n].samples - clear[n]) * glass.c[k];
  }
  uint8_t *to = s->image->rgb + 3 * ((size_t)y * (size_t)s->width + (size_t)x);
  for (int k = 0; k < 3; k++)
    to[k] = on_screen(s, sum[k] / (CAROM_FINE * CAROM_FINE));
}

void carom_shade_tile(const carom_scene_seen *s, const carom_picture_tile *tile)
{
  for (int y = tile->y; y < tile->bottom; y++)
    for (int x = tile->x; x < tile->right; x++)
      shade_pixel(s, tile, x, y);
}
