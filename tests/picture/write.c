/* SPDX-License-Identifier: MIT */
/* Writes pictures as PNG and their pixels beside them, for check_png.py: write FOLDER. */
#include <stdio.h>
#include <stdlib.h>

#include "picture_cases.h"

static void put(const char *folder, const char *name, const char *ending, const void *bytes,
                size_t length)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s.%s", folder, name, ending);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) exit(1);
}

static void put_image(const char *folder, const char *name, const carom_image *image)
{
  size_t length;
  uint8_t *png = carom_image_png(image, &length);
  if (!png) exit(1);
  put(folder, name, "png", png, length);
  put(folder, name, "rgb", image->rgb, 3 * (size_t)image->width * (size_t)image->height);
  free(png);
}

int main(int count, char **argument)
{
  static picture_stage stage;
  if (count != 2) return 2;
  picture_stage_fill(&stage);
  for (int i = 0; i < PICTURE_CASES; i++) {
    const char *name;
    carom_image image;
    const carom_picture_def def = picture_case(i, &name);
    if (carom_picture_make(&stage.held, &def, &image, NULL) != CAROM_OK) return 1;
    put_image(argument[1], name, &image);
    carom_image_free(&image);
  }
  /* every filter, odd sizes: noise, slopes, one pixel */
  chance c = {.seed = 9};
  static const int size[][2] = {{1, 1}, {97, 3}, {3, 97}, {128, 128}};
  for (int k = 0; k < 4; k++) {
    carom_image image;
    char name[16];
    if (carom_image_make(size[k][0], size[k][1], &image, NULL) != CAROM_OK) return 1;
    for (int i = 0; i < 3 * image.width * image.height; i++)
      image.rgb[i] = (uint8_t)(i / (3 * image.width) % 32 < 8 ? chance_bits(&c)
                                                              : (uint64_t)(i * i / 50));
    snprintf(name, sizeof name, "size%d", k);
    put_image(argument[1], name, &image);
    carom_image_free(&image);
  }
  return 0;
}
