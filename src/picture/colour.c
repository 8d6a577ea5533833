/* SPDX-License-Identifier: MIT */
#include "picture/colour.h"

#include "law_math.h"

static float bounded(double x)
{
  return (float)(x < 0 ? 0 : x > 1 ? 1 : x);
}

/* B. Ottosson, "A perceptual color space for image processing", 2020. */
carom_rgb carom_colour_oklch(double lightness, double chroma, double hue)
{
  double sine, cosine;
  carom_sincos(hue, &sine, &cosine);
  const double a = chroma * cosine, b = chroma * sine;
  double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
  double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
  double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
  l = l * l * l, m = m * m * m, s = s * s * s;
  return (carom_rgb){{bounded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                      bounded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                      bounded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)}};
}

/* Lightness increases uniformly, hue turns uniformly from violet to yellow, and chroma follows what
 * screens can show along this path. */
static carom_rgb map_at(double share)
{
  const double hue = 5.10 - 3.22 * share, lightness = 0.29 + 0.61 * share;
  const double chroma = 0.118 - 0.14 * share * (1 - share) + 0.05 * share * share;
  return carom_colour_oklch(lightness, chroma, hue);
}

static carom_rgb heat_at(double share)
{
  const double hue = 1.45 - 1.05 * share, lightness = 0.86 - 0.50 * share;
  const double chroma = 0.02 + 0.36 * share * (1 - 0.66 * share);
  return carom_colour_oklch(lightness, chroma, hue);
}

static double to_screen(double linear)
{
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * carom_pow(linear, 1 / 2.4) - 0.055;
}

static double to_light(double screen)
{
  return screen <= 0.04045 ? screen / 12.92 : carom_pow((screen + 0.055) / 1.055, 2.4);
}

void carom_colours_make(carom_colours *colours)
{
  for (int i = 0; i < CAROM_MAP_COLOURS; i++) {
    const double share = (double)i / (CAROM_MAP_COLOURS - 1);
    colours->map[CAROM_MAP_EVEN][i] = map_at(share);
    colours->map[CAROM_MAP_HEAT][i] = heat_at(share);
  }
  for (int i = 0; i <= CAROM_LEVELS; i++)
    colours->screen[i] = (uint8_t)(255 * to_screen((double)i / CAROM_LEVELS) + 0.5);
  for (int i = 0; i < 256; i++)
    colours->light[i] = (float)to_light(i / 255.0);
}

carom_rgb carom_colour_of(const carom_colours *colours, carom_colour_map map, double share)
{
  if (!(share == share)) return (carom_rgb){{0.35f, 0.35f, 0.35f}};
  const double place = (share < 0 ? 0 : share > 1 ? 1 : share) * (CAROM_MAP_COLOURS - 1);
  const int below = place < CAROM_MAP_COLOURS - 1 ? (int)place : CAROM_MAP_COLOURS - 2;
  const float rest = (float)(place - below);
  carom_rgb mixed;
  for (int k = 0; k < 3; k++)
    mixed.c[k] = colours->map[map][below].c[k] +
                 rest * (colours->map[map][below + 1].c[k] - colours->map[map][below].c[k]);
  return mixed;
}

carom_rgb carom_colour_named(int number)
{
  /* hues far apart, the first ones farthest; lightness alternates for viewers who see few hues */
  static const struct {
    double lightness, chroma, hue;
  } named[] = {{0.62, 0.105, 4.35}, {0.76, 0.125, 1.22}, {0.58, 0.135, 0.50}, {0.70, 0.105, 2.75},
               {0.52, 0.120, 5.30}, {0.80, 0.070, 3.60}, {0.55, 0.060, 1.10}, {0.66, 0.020, 4.60}};
  const int count = (int)(sizeof named / sizeof *named);
  const int k = number < 0 ? 0 : number % count;
  return carom_colour_oklch(named[k].lightness, named[k].chroma, named[k].hue);
}
