/* SPDX-License-Identifier: MIT */
#include "io/frame_table.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *ending;
  carom_frame_reader *read;
} kinds[] = {{".vtp", carom_frame_from_vtp},        {".dump", carom_frame_from_dump},
             {".lammpstrj", carom_frame_from_dump}, {".xyz", carom_frame_from_xyz},
             {".extxyz", carom_frame_from_xyz},     {".data", carom_frame_from_data},
             {".csv", carom_frame_from_csv}};

carom_frame_reader *carom_frame_reader_of(const char *path)
{
  const size_t length = strlen(path);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    const size_t last = strlen(kinds[k].ending);
    if (length > last && !strcmp(path + length - last, kinds[k].ending)) return kinds[k].read;
  }
  return NULL;
}

bool carom_frame_table_shape(carom_frame_table *frame, const char *const *name, int columns,
                             int64_t rows)
{
  carom_csv *t = &frame->table;
  const size_t cells = (size_t)rows * (size_t)columns;
  t->name = malloc((size_t)columns * sizeof *t->name);
  t->unit = malloc((size_t)columns * sizeof *t->unit);
  t->value = calloc(cells + 1, sizeof *t->value);
  if (!t->name || !t->unit || !t->value) return false;
  for (int k = 0; k < columns; k++)
    t->name[k] = name[k], t->unit[k] = "";
  t->columns = columns;
  t->rows = rows;
  return true;
}

bool carom_frame_table_shear(carom_frame_table *frame, const double edge[9])
{
  int sheared = 0;
  for (int k = 0; k < 9; k++) {
    if (k % 4 == 0 || edge[k] == 0) continue;
    frame->gradient = k / 3, frame->flow = k % 3, frame->offset = edge[k];
    sheared++;
  }
  return sheared <= 1;
}

bool carom_names_set(carom_names *names, int number, const char *text, size_t length)
{
  if (number >= names->count) {
    char **more = realloc(names->name, ((size_t)number + 1) * sizeof *more);
    if (!more) return false;
    names->name = more;
    for (; names->count <= number; names->count++)
      more[names->count] = NULL;
  }
  char *copy = malloc(length + 1);
  if (!copy) return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  free(names->name[number]);
  names->name[number] = copy;
  return true;
}

static void free_names(carom_names *names)
{
  for (int i = 0; i < names->count; i++)
    free(names->name[i]);
  free(names->name);
  *names = (carom_names){NULL, 0};
}

void carom_frame_table_free(carom_frame_table *frame)
{
  carom_csv_free(&frame->table);
  free_names(&frame->material);
  free_names(&frame->wall);
}
