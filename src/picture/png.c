/* SPDX-License-Identifier: MIT */
#include "picture/image.h"

#include <stdlib.h>
#include <string.h>

#include "io/zlib_stream.h"

carom_status carom_image_make(int width, int height, carom_image *image, carom_error *err)
{
  *image = (carom_image){.width = 0};
  if (width < 1 || height < 1 || width > CAROM_IMAGE_MOST || height > CAROM_IMAGE_MOST)
    return carom_fail(err, CAROM_ERR_RANGE, "size", "a picture has 1 to %d pixels along an edge",
                      CAROM_IMAGE_MOST);
  image->rgb = calloc((size_t)width * (size_t)height, 3);
  if (!image->rgb)
    return carom_fail(err, CAROM_ERR_MEMORY, "size", "not enough memory for %d x %d pixels", width,
                      height);
  image->width = width;
  image->height = height;
  return CAROM_OK;
}

void carom_image_free(carom_image *image)
{
  free(image->rgb);
  *image = (carom_image){.width = 0};
}

static void put32(uint8_t *to, uint32_t value)
{
  for (int k = 0; k < 4; k++)
    to[k] = (uint8_t)(value >> (24 - 8 * k));
}

static uint8_t *put_chunk(uint8_t *to, const char *name, const void *data, size_t length)
{
  put32(to, (uint32_t)length);
  memcpy(to + 4, name, 4);
  memcpy(to + 8, data, length);
  put32(to + 8 + length, carom_crc32(0, to + 4, length + 4));
  return to + length + 12;
}

static int distance(int a, int b)
{
  return a > b ? a - b : b - a;
}

/* Paeth's filter of PNG: the neighbour nearest to a + b - c. */
static uint8_t guess(int left, int up, int corner)
{
  const int p = left + up - corner;
  const int by_left = distance(p, left), by_up = distance(p, up), by_corner = distance(p, corner);
  if (by_left <= by_up && by_left <= by_corner) return (uint8_t)left;
  return (uint8_t)(by_up <= by_corner ? up : corner);
}

/* Filters a row, preceded by the number of its filter: the one with the smallest differences. */
static void filter_row(const uint8_t *row, const uint8_t *above, size_t bytes, uint8_t *out)
{
  enum { FILTERS = 5 };
  uint64_t least = UINT64_MAX;
  int best = 0;
  for (int f = 0; f <= FILTERS; f++) {
    const int filter = f < FILTERS ? f : best;
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++) {
      const int left = i < 3 ? 0 : row[i - 3], up = above ? above[i] : 0;
      const int corner = i < 3 || !above ? 0 : above[i - 3];
      const int base = filter == 0   ? 0
                       : filter == 1 ? left
                       : filter == 2 ? up
                       : filter == 3 ? (left + up) / 2
                                     : guess(left, up, corner);
      const uint8_t rest = (uint8_t)(row[i] - base);
      sum += rest < 128 ? rest : 256u - rest;
      out[i + 1] = rest;
    }
    out[0] = (uint8_t)filter;
    if (f < FILTERS && sum < least) least = sum, best = f;
  }
}

uint8_t *carom_image_png(const carom_image *image, size_t *length)
{
  static const uint8_t mark[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  const size_t bytes = 3 * (size_t)image->width, rows = (size_t)image->height;
  uint8_t head[13] = {0}, intent = 0, *rest = malloc((bytes + 1) * rows), *png = NULL;
  size_t packed = 0;
  for (size_t y = 0; rest && y < rows; y++)
    filter_row(image->rgb + y * bytes, y ? image->rgb + (y - 1) * bytes : NULL, bytes,
               rest + y * (bytes + 1));
  uint8_t *stream = rest ? carom_zlib_pack(rest, (bytes + 1) * rows, &packed) : NULL;
  free(rest);
  *length = sizeof mark + (12 + sizeof head) + (12 + 1) + (12 + packed) + 12;
  if (stream) png = malloc(*length);
  if (png) {
    put32(head, (uint32_t)image->width);
    put32(head + 4, (uint32_t)image->height);
    head[8] = 8, head[9] = 2; /* 8 bits per value; red, green and blue */
    memcpy(png, mark, sizeof mark);
    uint8_t *at = put_chunk(png + sizeof mark, "IHDR", head, sizeof head);
    at = put_chunk(at, "sRGB", &intent, 1);
    at = put_chunk(at, "IDAT", stream, packed);
    put_chunk(at, "IEND", "", 0);
  }
  free(stream);
  return png;
}
