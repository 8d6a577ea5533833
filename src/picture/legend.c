/* SPDX-License-Identifier: MIT */
/* The text and signs around the grains. Sizes follow from the height of the picture. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/text.h"
#include "picture/picture_parts.h"

struct page {
  carom_image *image;
  const carom_picture_def *def;
  double unit; /* a hundredth of the height, in pixels */
  carom_ink strong, soft, line;
};

static struct page page_of(carom_image *image, const carom_picture_def *def)
{
  struct page p = {.image = image, .def = def};
  const double small = image->width < 1.2 * image->height ? image->width / 1.2 : image->height;
  p.unit = small / 100;
  if (p.unit < 4.6) p.unit = 4.6;
  p.strong = def->dark ? (carom_ink){{236, 239, 243}, 1} : (carom_ink){{30, 34, 42}, 1};
  p.soft = def->dark ? (carom_ink){{168, 176, 186}, 1} : (carom_ink){{88, 96, 108}, 1};
  p.line = def->dark ? (carom_ink){{200, 206, 214}, 0.9} : (carom_ink){{52, 58, 68}, 0.9};
  return p;
}

static double type(const struct page *p)
{
  return 1.75 * p->unit;
}

/* Writes text on a veil of the background colour, so that it is readable in front of walls and
 * grains. */
static void write_text(const struct page *p, double x, double y, double size, const char *text,
                       carom_ink ink)
{
  const carom_ink veil = p->def->dark ? (carom_ink){{26, 29, 33}, 0.4}
                                      : (carom_ink){{250, 251, 252}, 0.4};
  carom_image_text(p->image, x, y, size, size / 2.2, text, veil);
  carom_image_text(p->image, x, y, size, 0, text, ink);
}

/* Writes text, shortened with dots if it is wider than `room`. */
static void text_within(const struct page *p, double x, double y, double size, double room,
                        const char *text, carom_ink ink)
{
  char cut[300];
  if (snprintf(cut, sizeof cut, "%s", text) >= (int)sizeof cut) carom_cut(cut, sizeof cut);
  size_t length = strlen(cut);
  while (length > 0 && carom_text_width(size, cut) > room) {
    do
      length--;
    while (length > 0 && ((unsigned char)cut[length] & 0xc0) == 0x80); /* whole characters */
    memcpy(cut + length, "...", length + 4 <= sizeof cut ? 4 : 0);
  }
  write_text(p, x, y, size, cut, ink);
}

/* Numbers in a unit with a prefix, so that they are neither long nor tiny. */
struct prefixed {
  double factor;
  char unit[24];
};

static struct prefixed prefix_for(double largest, const char *unit)
{
  static const struct {
    double scale;
    const char *sign;
  } steps[] = {{1e9, "G"},  {1e6, "M"},         {1e3, "k"}, {1, ""},
               {1e-3, "m"}, {1e-6, "\xc2\xb5"}, {1e-9, "n"}};
  struct prefixed p = {.factor = 1};
  const bool grams = !strcmp(unit, "kg");
  if (grams) unit = "g", p.factor = 1e3, largest *= 1e3;
  int k = 0;
  while (k < 6 && largest < 0.9999 * steps[k].scale)
    k++;
  if (!*unit || !strcmp(unit, "rad/s") || !(largest > 0)) k = 3;
  if (!strcmp(unit, "m") && k < 3) k = 3; /* lengths never come in km */
  p.factor /= steps[k].scale;
  snprintf(p.unit, sizeof p.unit, "%s%s", steps[k].sign, unit);
  return p;
}

static void tick_text(double value, double step, char text[32])
{
  int digits = 0;
  for (double unit = 1; unit > step * 1.0001 && digits < 6; unit /= 10)
    digits++;
  snprintf(text, 32, "%.*f", digits, fabs(value) < 1e-9 * step ? 0 : value);
}

static carom_ink ink_of(const carom_colours *colours, carom_rgb c)
{
  carom_ink ink = {.cover = 1};
  for (int k = 0; k < 3; k++)
    ink.rgb[k] = colours->screen[(int)(c.c[k] * CAROM_LEVELS + 0.5f)];
  return ink;
}

/* Materials: a coloured dot and a name for each. */
static void draw_classes(const struct page *p, const carom_frame *frame,
                         const carom_colours *colours)
{
  const double size = type(p), left = p->image->width - 0.115 * p->image->width;
  double y = 16 * p->unit;
  write_text(p, left, y, size, "material", p->soft);
  for (int i = 0; i < frame->materials && i < 16; i++) {
    y += 4 * p->unit;
    const double radius = 0.9 * p->unit;
    carom_image_line(p->image, left + radius, y - size / 2, left + radius, y - size / 2, 2 * radius,
                     ink_of(colours, carom_colour_named(i)));
    text_within(p, left + 3.2 * p->unit, y, size, p->image->width - left - 4 * p->unit,
                frame->material[i], p->strong);
  }
}

static void draw_bar(const struct page *p, const carom_colour_scale *scale,
                     const carom_colours *colours)
{
  const struct prefixed q = prefix_for(
      fabs(scale->high) > fabs(scale->low) ? fabs(scale->high) : fabs(scale->low), scale->unit);
  const double low = scale->low * q.factor, high = scale->high * q.factor, size = type(p);
  const double height = 44 * p->unit, top = 20 * p->unit, wide = 2 * p->unit;
  const double left = p->image->width - 0.115 * p->image->width;
  char text[96];
  for (int i = 0; i < (int)height; i++)
    carom_image_box(p->image, left, top + i, left + wide, top + i + 1,
                    ink_of(colours, carom_colour_of(colours, scale->map, 1 - (i + 0.5) / height)));
  snprintf(text, sizeof text, *q.unit ? "%s (%s)" : "%s", scale->name, q.unit);
  const double width = carom_text_width(size, text), most = p->image->width - 2 * p->unit;
  write_text(p, left + width > most ? most - width : left, top - 2.6 * p->unit, size, text,
             p->strong);
  const double step = carom_round_number((high - low) / 5);
  for (double n = -floor(1e-9 - low / step); n * step <= high + 1e-9 * step; n++) {
    const double y = top + height * (1 - (n * step - low) / (high - low));
    carom_image_line(p->image, left + wide + 0.25 * p->unit, y, left + wide + 0.95 * p->unit, y,
                     0.14 * p->unit, p->line);
    tick_text(n * step, step, text);
    write_text(p, left + wide + 1.6 * p->unit, y + size / 2, size, text, p->soft);
  }
}

/* Directions of the axes as the camera sees them. */
static void draw_axes(const struct page *p, const carom_camera *camera)
{
  const double x = 6.5 * p->unit, y = p->image->height - 7 * p->unit, length = 4.4 * p->unit;
  static const uint8_t ink[3][3] = {{176, 74, 66}, {74, 138, 84}, {64, 104, 168}};
  for (int pass = 0; pass < 3; pass++) { /* axes that point away first */
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < 2 - i; k++)
        if (camera->ahead[order[k]] < camera->ahead[order[k + 1]]) {
          const int kept = order[k];
          order[k] = order[k + 1], order[k + 1] = kept;
        }
    const int k = order[pass];
    const double dx = camera->right[k] * length, dy = -camera->up[k] * length;
    const carom_ink own = {{ink[k][0], ink[k][1], ink[k][2]}, 1};
    carom_image_line(p->image, x, y, x + dx, y + dy, 0.34 * p->unit, own);
    const char name[2] = {"xyz"[k], '\0'};
    const double far = sqrt(dx * dx + dy * dy);
    if (far > 0.25 * length)
      write_text(p, x + dx * (1 + 1.3 * p->unit / far) - 0.4 * type(p),
                 y + dy * (1 + 1.3 * p->unit / far) + 0.4 * type(p), 0.9 * type(p), name, p->soft);
  }
}

static void draw_length(const struct page *p, double pixel)
{
  const double most = 16 * p->unit * pixel; /* m */
  double length = carom_round_number(most);
  if (length > most * 1.0001) length = carom_round_number(most / 2.0001);
  const struct prefixed q = prefix_for(length, "m");
  const double width = length / pixel, x = 15 * p->unit, y = p->image->height - 5 * p->unit;
  char text[64];
  carom_image_line(p->image, x, y, x + width, y, 0.22 * p->unit, p->line);
  for (int k = 0; k < 2; k++)
    carom_image_line(p->image, x + k * width, y - 0.7 * p->unit, x + k * width, y + 0.7 * p->unit,
                     0.22 * p->unit, p->line);
  snprintf(text, sizeof text, "%g %s", length * q.factor, q.unit);
  write_text(p, x + 0.5 * (width - carom_text_width(type(p), text)), y - 1.5 * p->unit, type(p),
             text, p->soft);
}

static void draw_title(const struct page *p, const carom_frame *frame)
{
  const double x = 4 * p->unit, room = p->image->width - 8 * p->unit;
  char text[128] = "";
  double y = 6.2 * p->unit;
  if (p->def->title && *p->def->title) {
    text_within(p, x, y, 2.6 * p->unit, room, p->def->title, p->strong);
    y += 4 * p->unit;
  }
  if (frame->time == frame->time) {
    const struct prefixed q = prefix_for(frame->time, "s");
    snprintf(text, sizeof text, "t = %.4g %s   ", frame->time * q.factor, q.unit);
  }
  carom_append(text, sizeof text, "%" PRId64 " grain%s", frame->bodies,
               frame->bodies == 1 ? "" : "s");
  write_text(p, x, y, type(p), text, p->soft);
}

void carom_legend_draw(const carom_frame *frame, const carom_picture_def *def,
                       const carom_colour_scale *scale, const carom_camera *camera, double pixel,
                       const carom_colours *colours, carom_image *image)
{
  const struct page p = page_of(image, def);
  if (def->bare) return;
  draw_title(&p, frame);
  draw_axes(&p, camera);
  draw_length(&p, pixel);
  if (scale->classes)
    draw_classes(&p, frame, colours);
  else if (scale->high > scale->low && scale->name && strcmp(scale->name, "id") != 0 &&
           strcmp(scale->name, "clump") != 0)
    draw_bar(&p, scale, colours);
}
