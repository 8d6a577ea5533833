/* SPDX-License-Identifier: MIT */
/* A stroke font. A glyph is a width and strokes: '-' a polyline, '~' a smooth curve that begins and
 * ends at its first and last point, 'o' a smooth closed curve (quadratic B-splines; the other
 * points are control points). A point is a letter for x, A = 0, and one for y, e = 0: capitals are
 * 14 high (s), small letters 10 (o), tails go down to -4 (a). */
#include <string.h>

#include "core/text.h"
#include "law_math.h"
#include "picture/image.h"

static const struct glyph {
  const char *sign; /* in UTF-8 */
  int width;        /* advance, including the space to the next glyph */
  const char *strokes;
} glyphs[] = {
    {" ", 6, ""},
    {"0", 12, "oAeIeIsAs"},
    {"1", 12, "-BpEsEe"},
    {"2", 12, "~ApAsIsInBgAe-AeIe"},
    {"3", 12, "~AqAsIsIlDl~DlIlIeAeAg"},
    {"4", 12, "-GeGsAiIi"},
    {"5", 12, "-HsBsAm~AmAnIoIeAeAg"},
    {"6", 12, "~GsAqAi-AiAioAeIeInAn"},
    {"7", 12, "-AsIsCe"},
    {"8", 12, "oBlHlHsBsoAeIeIlAl"},
    {"9", 12, "oAjIjIsAs~IoIgCe"},
    {"A", 14, "-AeFsKe-CjIj"},
    {"B", 13, "-EsAsAeEe-AlEl~EsIsIlEl~ElJlJeEe"},
    {"C", 13, "~JpJsAsAeJeJh"},
    {"D", 14, "-DsAsAeDe~DsJsJeDe"},
    {"E", 12, "-IsAsAeIe-AlHl"},
    {"F", 11, "-IsAsAe-AlHl"},
    {"G", 14, "~JpJsAsAeJeJk-JkGk"},
    {"H", 14, "-AeAs-JeJs-AlJl"},
    {"I", 5, "-AeAs"},
    {"J", 11, "-GsGi~GiGeAeAh"},
    {"K", 12, "-AeAs-IsAj-DmJe"},
    {"L", 11, "-AsAeHe"},
    {"M", 15, "-AeAsFiKsKe"},
    {"N", 14, "-AeAsJeJs"},
    {"O", 14, "oAeKeKsAs"},
    {"P", 12, "-EsAsAe-AkEk~EsIsIkEk"},
    {"Q", 14, "oAeKeKsAs-GhKd"},
    {"R", 13, "-EsAsAe-AkEk~EsIsIkEk-EkIe"},
    {"S", 12, "~IpIsAsAmIkIeAeAh"},
    {"T", 12, "-AsIs-EeEs"},
    {"U", 14, "-AsAi~AiAeJeJi-JiJs"},
    {"V", 13, "-AsFeKs"},
    {"W", 16, "-AsDeGqJeMs"},
    {"X", 12, "-AeIs-AsIe"},
    {"Y", 12, "-AsElIs-ElEe"},
    {"Z", 12, "-AsIsAeIe"},
    {"a", 11, "oAeHeHoAo-HeHo"},
    {"b", 11, "-AsAeoAeHeHoAo"},
    {"c", 10, "~HmHoAoAeHeHg"},
    {"d", 11, "-HsHeoAeHeHoAo"},
    {"e", 11, "-AjHj~HjHoAoAeHeHg"},
    {"f", 8, "~FsCsCp-CpCe-AoEo"},
    {"g", 11, "oAeHeHoAo-HoHe~HeHaAaAc"},
    {"h", 11, "-AsAe~AkAoHoHj-HjHe"},
    {"i", 5, "-AeAo-ArAs"},
    {"j", 6, "-CoCe~CeCaAa-CrCs"},
    {"k", 10, "-AsAe-GoAi-CkHe"},
    {"l", 5, "-AsAe"},
    {"m", 15, "-AoAe~AkAoFoFj-FjFe~FkFoKoKj-KjKe"},
    {"n", 11, "-AoAe~AkAoHoHj-HjHe"},
    {"o", 11, "oAeHeHoAo"},
    {"p", 11, "-AoAaoAeHeHoAo"},
    {"q", 11, "-HoHaoAeHeHoAo"},
    {"r", 8, "-AoAe~AjAoFo"},
    {"s", 10, "~GmGoAoAjGjGeAeAg"},
    {"t", 8, "-CrCh~ChCeFe-AoEo"},
    {"u", 11, "-AoAj~AjAeHeHk-HoHe"},
    {"v", 11, "-AoEeIo"},
    {"w", 15, "-AoDeGnJeMo"},
    {"x", 10, "-AeHo-AoHe"},
    {"y", 11, "-AoEe-IoCa"},
    {"z", 10, "-AoHoAeHe"},
    {".", 5, "-AeAe"},
    {",", 5, "-BeAc"},
    {":", 5, "-AeAe-AmAm"},
    {";", 5, "-BeAc-BmBm"},
    {"!", 5, "-AsAi-AeAe"},
    {"?", 11, "~ApAsHsHmDlDi-DeDe"},
    {"'", 4, "-AsAp"},
    {"\"", 7, "-AsAp-DsDp"},
    {"(", 7, "~DtAoAgDb"},
    {")", 7, "~AtDoDgAb"},
    {"[", 6, "-CtAtAbCb"},
    {"]", 6, "-AtCtCbAb"},
    {"{", 8, "~EtCtCmAk~AkCiCbEb"},
    {"}", 8, "~AtCtCmEk~EkCiCbAb"},
    {"<", 12, "-HpAkHf"},
    {">", 12, "-ApHkAf"},
    {"/", 9, "-AcGt"},
    {"\\", 9, "-AtGc"},
    {"|", 5, "-AtAa"},
    {"-", 9, "-AjFj"},
    {"_", 11, "-AcIc"},
    {"+", 12, "-AjIj-EfEn"},
    {"=", 12, "-AlIl-AhIh"},
    {"*", 10, "-DsDk-AqGm-AmGq"},
    {"#", 13, "-CeEs-GeIs-AiJi-BoKo"},
    {"%", 15, "-AeKs-oAmEmEsAsoGeKeKkGk"},
    {"&", 13, "~JeDmBpDsGqGnAjAfDeGeJj"},
    {"@", 16, "~LgHdAeAsMsMhIgIn-InIooEiIiIoEo"},
    {"$", 12, "~IpIsAsAmIkIeAeAh-EtEc"},
    {"^", 10, "-AoDsGo"},
    {"~", 12, "~AjCnFhHl"},
    {"`", 5, "-AsCp"},
    {"\xc2\xb5", 11, "-AoAa-AoAj~AjAeHeHk-HoHe"}, /* micro */
    {"\xce\xbc", 11, "-AoAa-AoAj~AjAeHeHk-HoHe"}, /* mu */
    {"\xc2\xb0", 8, "oAnEnEsAs"},                 /* degree */
    {"\xc2\xb7", 5, "-AjAj"},                     /* middle dot */
    {"\xc3\x97", 11, "-AgGm-AmGg"},               /* times */
    {"\xe2\x88\x92", 12, "-AjIj"},                /* minus */
    {"\xe2\x80\x93", 11, "-AjHj"},                /* dash */
    {"\xc2\xb2", 8, "~ArAtEtEqAm-AmEm"},          /* squared */
    {"\xc2\xb3", 8, "~AsAtEtEpBp~BpEpEmAmAn"},    /* cubed */
    {"\xc3\xa4", 11, "oAeHeHoAo-HeHo-BrBs-FrFs"}, /* a, o, u with dots */
    {"\xc3\xb6", 11, "oAeHeHoAo-BrBs-FrFs"},
    {"\xc3\xbc", 11, "-AoAj~AjAeHeHk-HoHe-BrBs-FrFs"},
    {"\xc3\xa9", 11, "-AjHj~HjHoAoAeHeHg-DqFs"}, /* e with an accent */
};
static const struct glyph missing = {"", 12, "-AeAsHsHeAe"};

/* The glyph of the first character of a text, and its number of bytes. */
static const struct glyph *find(const char *text, size_t *bytes)
{
  *bytes = carom_utf8_length(text, strlen(text));
  if (*bytes == 0) {
    *bytes = 1;
    return &missing;
  }
  for (size_t k = 0; k < sizeof glyphs / sizeof *glyphs; k++)
    if (strlen(glyphs[k].sign) == *bytes && !memcmp(glyphs[k].sign, text, *bytes))
      return &glyphs[k];
  return &missing;
}

double carom_text_width(double size, const char *text)
{
  int width = 0, last = 0;
  for (size_t bytes; *text; text += bytes)
    last = find(text, &bytes)->width, width += last;
  return size / 14 * (width > 0 ? width - 3 : 0);
}

struct pen {
  carom_image *image;
  double x, y, unit, width;
  carom_ink ink;
};

struct point {
  double x, y;
};

static struct point point_at(const struct pen *pen, const char *code)
{
  return (struct point){pen->x + pen->unit * (code[0] - 'A'), pen->y - pen->unit * (code[1] - 'e')};
}

static struct point between(struct point a, struct point b, double share)
{
  return (struct point){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/* A path is drawn in one go, so that its joints are not covered twice. */
enum { PATH = 160 };
struct path {
  struct point point[PATH];
  int points;
};

static void add(struct path *path, struct point p)
{
  if (path->points < PATH) path->point[path->points++] = p;
}

static void bend(struct path *path, struct point a, struct point control, struct point b)
{
  enum { PIECES = 8 };
  for (int i = 1; i <= PIECES; i++) {
    const double t = (double)i / PIECES;
    add(path, between(between(a, control, t), between(control, b, t), t));
  }
}

static double squared(double x)
{
  return x * x;
}

static double to_segment(struct point p, struct point a, struct point b)
{
  const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
  double t = length > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return squared(p.x - a.x - t * dx) + squared(p.y - a.y - t * dy);
}

static void blend(carom_image *image, int x, int y, carom_ink ink, double cover)
{
  uint8_t *to = image->rgb + 3 * ((size_t)y * (size_t)image->width + (size_t)x);
  for (int k = 0; k < 3; k++)
    to[k] = (uint8_t)(to[k] + cover * ink.cover * (ink.rgb[k] - to[k]) + 0.5);
}

static int clamp(double x, int most)
{
  return x < 0 ? 0 : x > most ? most : (int)x;
}

static void draw(carom_image *image, const struct path *path, double width, carom_ink ink)
{
  double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
  if (path->points == 0) return;
  for (int i = 0; i < path->points; i++) {
    const struct point p = path->point[i];
    low[0] = p.x < low[0] ? p.x : low[0], high[0] = p.x > high[0] ? p.x : high[0];
    low[1] = p.y < low[1] ? p.y : low[1], high[1] = p.y > high[1] ? p.y : high[1];
  }
  const double reach = width / 2 + 1;
  for (int y = clamp(low[1] - reach, image->height); y < clamp(high[1] + reach + 1, image->height);
       y++)
    for (int x = clamp(low[0] - reach, image->width); x < clamp(high[0] + reach + 1, image->width);
         x++) {
      const struct point centre = {x + 0.5, y + 0.5};
      double least = 1e18;
      for (int i = 0; i < path->points; i++) {
        const double d = to_segment(centre, path->point[i ? i - 1 : 0], path->point[i]);
        least = d < least ? d : least;
      }
      const double cover = width / 2 + 0.5 - CAROM_SQRT(least);
      if (cover > 0) blend(image, x, y, ink, cover < 1 ? cover : 1);
    }
}

/* Draws one stroke; returns where the next one begins. */
static const char *stroke(const struct pen *pen, const char *code)
{
  const char kind = *code++;
  struct point control[16];
  struct path path = {.points = 0};
  int count = 0;
  for (; code[0] >= 'A' && code[0] <= 'Z' && count < 16; code += 2)
    control[count++] = point_at(pen, code);
  if (kind == '-' || count < 3) {
    for (int i = 0; i < count; i++)
      add(&path, control[i]);
  } else if (kind == '~') {
    add(&path, control[0]);
    for (int i = 1; i + 1 < count; i++)
      bend(&path, path.point[path.points - 1], control[i],
           i + 2 < count ? between(control[i], control[i + 1], 0.5) : control[i + 1]);
  } else {
    add(&path, between(control[count - 1], control[0], 0.5));
    for (int i = 0; i < count; i++)
      bend(&path, path.point[path.points - 1], control[i],
           between(control[i], control[(i + 1) % count], 0.5));
  }
  draw(pen->image, &path, pen->width, pen->ink);
  return code;
}

void carom_image_text(carom_image *image, double x, double y, double size, double width,
                      const char *text, carom_ink ink)
{
  struct pen pen = {image, x, y, size / 14, width, ink};
  if (!(width > 0)) pen.width = size / 9.5 > 1.05 ? size / 9.5 : 1.05;
  for (size_t bytes; *text; text += bytes) {
    const struct glyph *g = find(text, &bytes);
    for (const char *code = g->strokes; *code;)
      code = stroke(&pen, code);
    pen.x += pen.unit * g->width;
  }
}

void carom_image_line(carom_image *image, double x0, double y0, double x1, double y1, double width,
                      carom_ink ink)
{
  const struct path path = {.point = {{x0, y0}, {x1, y1}}, .points = 2};
  draw(image, &path, width, ink);
}

/* The part of the pixel from x to x + 1 between two ends. */
static double overlap(int x, double from, double to)
{
  const double a = from > x ? from : x, b = to < x + 1 ? to : x + 1;
  return b > a ? b - a : 0;
}

void carom_image_box(carom_image *image, double left, double top, double right, double bottom,
                     carom_ink ink)
{
  for (int y = clamp(top, image->height); y < image->height && y < bottom; y++)
    for (int x = clamp(left, image->width); x < image->width && x < right; x++)
      blend(image, x, y, ink, overlap(x, left, right) * overlap(y, top, bottom));
}
