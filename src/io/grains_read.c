/* SPDX-License-Identifier: MIT */
#include "io/grains_read.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "core/text.h"
#include "io/csv.h"

/* What a column of a file is, and where in a particle it goes. */
struct column {
  const char *csv, *xyz; /* names; that of XYZ without the index of a component */
  int component;
  const char *unit;
  size_t offset;
};

#define AT(member) offsetof(carom_scene_particle, member)
static const struct column known[] = {
    {"x", "pos", 0, "m", AT(position[0])},     {"y", "pos", 1, "m", AT(position[1])},
    {"z", "pos", 2, "m", AT(position[2])},     {"radius", "radius", 0, "m", AT(radius)},
    {"vx", "velo", 0, "m/s", AT(velocity[0])}, {"vy", "velo", 1, "m/s", AT(velocity[1])},
    {"vz", "velo", 2, "m/s", AT(velocity[2])}, {"wx", "spin", 0, "rad/s", AT(spin[0])},
    {"wy", "spin", 1, "rad/s", AT(spin[1])},   {"wz", "spin", 2, "rad/s", AT(spin[2])},
    {"mass", "mass", 0, "kg", AT(mass)},
};
enum { KNOWN = sizeof known / sizeof *known, NEEDED = 4 };

/* For every known column where it is in a row, or -1, and what its numbers are multiplied by. */
struct layout {
  int place[KNOWN], id;
  double factor[KNOWN];
};

static carom_status need_columns(const struct layout *l, const carom_scene_particle *like, bool xyz,
                                 carom_error *err)
{
  for (int k = 0; k < NEEDED; k++) {
    const bool given = !strcmp(known[k].csv, "radius") && like->radius > 0;
    if (l->place[k] < 0 && !given)
      return carom_fail(err, CAROM_ERR_MISSING, NULL,
                        "there is no column '%s'; spheres need x, y, z and radius",
                        xyz ? known[k].xyz : known[k].csv);
  }
  return CAROM_OK;
}

static carom_status take(const struct layout *l, const double *row, long number,
                         carom_scene_particle *p, carom_error *err)
{
  for (int k = 0; k < KNOWN; k++) {
    if (l->place[k] < 0) continue;
    const double value = row[l->place[k]] * l->factor[k];
    if (!isfinite(value))
      return carom_fail(err, CAROM_ERR_SYNTAX, known[k].csv, "row %ld has no number for '%s'",
                        number + 1, known[k].csv);
    memcpy((char *)p + known[k].offset, &value, sizeof value);
  }
  if (!(p->radius > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "radius", "row %ld has a radius of %g m", number + 1,
                      p->radius);
  if (l->id >= 0) {
    const double id = row[l->id];
    if (!(id >= 0) || !(id < 4294967296.0) || id != floor(id))
      return carom_fail(err, CAROM_ERR_RANGE, "id", "row %ld has '%g', which is no whole number",
                        number + 1, id);
    p->id = (uint32_t)id;
  }
  return CAROM_OK;
}

static carom_status take_all(const struct layout *l, const double *value, int columns, long rows,
                             const carom_scene_particle *like, carom_scene_particle **list,
                             carom_error *err)
{
  *list = malloc(((size_t)rows + 1) * sizeof **list);
  if (!*list)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %ld spheres", rows);
  for (long i = 0; i < rows; i++) {
    (*list)[i] = *like;
    CAROM_TRY(take(l, value + i * columns, i, &(*list)[i], err));
  }
  return CAROM_OK;
}

static carom_status lay_out_csv(const carom_csv *csv, struct layout *l, carom_error *err)
{
  double one;
  carom_error first = {.code = CAROM_OK};
  for (int k = 0; k < KNOWN; k++)
    l->place[k] = carom_csv_find(csv, known[k].csv, known[k].unit, &l->factor[k],
                                 first.code == CAROM_OK ? &first : NULL);
  l->id = carom_csv_find(csv, "id", "1", &one, first.code == CAROM_OK ? &first : NULL);
  if (first.code == CAROM_OK) return CAROM_OK;
  if (err) *err = first;
  return first.code;
}

static carom_status read_csv(const char *text, size_t length, const carom_scene_particle *like,
                             carom_scene_particle **list, long *count, carom_error *err)
{
  carom_csv csv;
  struct layout l;
  CAROM_TRY(carom_csv_read(text, length, &csv, err));
  carom_status status = lay_out_csv(&csv, &l, err);
  if (status == CAROM_OK) status = need_columns(&l, like, false, err);
  if (status == CAROM_OK && csv.rows == 0)
    status = carom_fail(err, CAROM_ERR_MISSING, NULL, "no rows follow the names of the columns");
  if (status == CAROM_OK) status = take_all(&l, csv.value, csv.columns, csv.rows, like, list, err);
  *count = csv.rows;
  carom_csv_free(&csv);
  return status;
}

/* Frames say spin; dumps, and what is made of them, omega. */
static const char *name_of(const char *property)
{
  return strcmp(property, "omega") ? property : "spin";
}

/* Properties=species:S:1:pos:R:3:... : every name with its type and its number of columns. */
static carom_status lay_out_xyz(const char *line, struct layout *l, int *columns, bool *is_text,
                                int room, carom_error *err)
{
  static const char key[] = "Properties=";
  const char *at = strstr(line, key);
  *columns = 0;
  l->id = -1;
  for (int k = 0; k < KNOWN; k++) {
    l->place[k] = -1;
    l->factor[k] = 1;
  }
  if (!at)
    return carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                      "the second line of extended XYZ tells its columns, as in "
                      "Properties=pos:R:3:radius:R:1");
  at += sizeof key - 1;
  at += *at == '"';
  while (*at && !strchr(" \t\r\"", *at)) {
    char name[64] = "", type = 0;
    const size_t length = strcspn(at, ":");
    if (length >= sizeof name || at[length] != ':' || !at[length + 1] || at[length + 2] != ':')
      return carom_fail(err, CAROM_ERR_SYNTAX, NULL, "these Properties are not NAME:TYPE:NUMBER");
    memcpy(name, at, length);
    type = at[length + 1];
    at += length + 3;
    char *end;
    const long many = strtol(at, &end, 10);
    if (end == at || many < 1 || many > room - *columns)
      return carom_fail(err, CAROM_ERR_SYNTAX, NULL, "the columns of '%s' cannot be counted", name);
    at = end + (*end == ':');
    if (!strcmp(name, "id")) l->id = *columns;
    for (int k = 0; k < KNOWN; k++)
      if (!strcmp(known[k].xyz, name_of(name)) && known[k].component < many)
        l->place[k] = *columns + known[k].component;
    for (long k = 0; k < many; k++)
      is_text[(*columns)++] = type == 'S';
  }
  return CAROM_OK;
}

/* A line without its end, copied so that it is terminated; NULL at the end of the text. */
static const char *line_after(const char **at, const char *end, char *copy, size_t size)
{
  if (*at >= end) return NULL;
  const char *stop = memchr(*at, '\n', (size_t)(end - *at));
  const size_t length = (size_t)((stop ? stop : end) - *at);
  const size_t kept = length < size - 1 ? length : size - 1;
  memcpy(copy, *at, kept);
  copy[kept] = '\0';
  *at = stop ? stop + 1 : end;
  return copy;
}

static carom_status read_fields(const char *line, const bool *is_text, int columns, double *row,
                                long number, carom_error *err)
{
  for (int k = 0; k < columns; k++) {
    line += strspn(line, " \t\r");
    const size_t length = strcspn(line, " \t\r");
    row[k] = 0;
    if (length == 0 || (!is_text[k] && (carom_number_scan(line, length) != length ||
                                        !carom_number_value(line, length, 0, &row[k]))))
      return carom_fail(err, CAROM_ERR_SYNTAX, NULL, "sphere %ld has no number in column %d of %d",
                        number + 1, k + 1, columns);
    line += length;
  }
  return CAROM_OK;
}

/* The first frame. */
static carom_status read_xyz(const char *text, size_t length, const carom_scene_particle *like,
                             carom_scene_particle **list, long *count, carom_error *err)
{
  enum { COLUMNS = 64, LINE = 4096 };
  const char *at = text, *end = text + length;
  char line[LINE];
  struct layout l;
  bool is_text[COLUMNS];
  int columns = 0;
  char *rest = line;
  *count = line_after(&at, end, line, sizeof line) ? strtol(line, &rest, 10) : 0;
  if (rest == line || rest[strspn(rest, " \t\r")] || *count < 1 || *count > (long)(length / 2))
    return carom_fail(
        err, CAROM_ERR_SYNTAX, NULL,
        "the first line of extended XYZ is the number of spheres that follow, 1 or more");
  if (!line_after(&at, end, line, sizeof line)) line[0] = '\0';
  CAROM_TRY(lay_out_xyz(line, &l, &columns, is_text, COLUMNS, err));
  CAROM_TRY(need_columns(&l, like, true, err));
  double *value = malloc(((size_t)*count * (size_t)columns + 1) * sizeof *value);
  if (!value)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %ld spheres", *count);
  carom_status status = CAROM_OK;
  for (long i = 0; status == CAROM_OK && i < *count; i++) {
    if (!line_after(&at, end, line, sizeof line))
      status = carom_fail(err, CAROM_ERR_SYNTAX, NULL, "the file ends after %ld of %ld spheres", i,
                          *count);
    else
      status = read_fields(line, is_text, columns, value + i * columns, i, err);
  }
  if (status == CAROM_OK) status = take_all(&l, value, columns, *count, like, list, err);
  free(value);
  return status;
}

carom_status carom_grains_read(const char *text, size_t length, bool xyz,
                               const carom_scene_particle *like, carom_scene_particle **list,
                               long *count, carom_error *err)
{
  *list = NULL;
  *count = 0;
  const carom_status status = (xyz ? read_xyz : read_csv)(text, length, like, list, count, err);
  if (status != CAROM_OK) {
    free(*list);
    *list = NULL;
    *count = 0;
  }
  return status;
}
