/* SPDX-License-Identifier: MIT */
#include "io/grains_read.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/text.h"
#include "io/csv.h"
#include "io/frame_table.h"
#include "io/xyz.h"

/* A column of a file: its meaning, the member of a particle that it fills, and the setting that
 * replaces it. */
struct column {
  const char *name, *unit;
  size_t offset;
  unsigned given;
};

#define AT(member) offsetof(carom_scene_particle, member)
static const struct column known[] = {
    {"x", "m", AT(position[0]), 0},
    {"y", "m", AT(position[1]), 0},
    {"z", "m", AT(position[2]), 0},
    {"radius", "m", AT(radius), CAROM_GIVEN_RADIUS},
    {"vx", "m/s", AT(velocity[0]), CAROM_GIVEN_VELOCITY},
    {"vy", "m/s", AT(velocity[1]), CAROM_GIVEN_VELOCITY},
    {"vz", "m/s", AT(velocity[2]), CAROM_GIVEN_VELOCITY},
    {"wx", "rad/s", AT(spin[0]), CAROM_GIVEN_SPIN},
    {"wy", "rad/s", AT(spin[1]), CAROM_GIVEN_SPIN},
    {"wz", "rad/s", AT(spin[2]), CAROM_GIVEN_SPIN},
    {"mass", "kg", AT(mass), CAROM_GIVEN_MASS},
};
/* Integer columns, and their number. */
static const struct {
  const char *name;
  double end;
  unsigned given;
} whole[] = {{"id", 4294967296.0, 0},
             {"fixed", 2, CAROM_GIVEN_FIXED},
             {"material", 1e9, CAROM_GIVEN_MATERIAL}};
enum { KNOWN = sizeof known / sizeof *known, NEEDED = 4, ID = 0, FIXED, MATERIAL, WHOLE };

/* A file as a table; for every column that is read its index in a row, or -1, and the factor that
 * converts its numbers. */
struct source {
  carom_csv table;
  carom_grains_format format;
  const char *text;
  size_t length;
  int place[KNOWN], whole[WHOLE];
  double factor[KNOWN];
};

static carom_status in_row(const struct source *s, int64_t row, carom_status status,
                           carom_error *err)
{
  if (!err) return status;
  if (s->format == CAROM_GRAINS_CSV) err->line = carom_csv_line(s->text, s->length, row);
  if (s->format == CAROM_GRAINS_XYZ) err->line = (int)row + 3;
  return status;
}

static carom_status lay_out(struct source *s, const carom_grains_wish *wish, carom_error *err)
{
  carom_error first = {.code = CAROM_OK};
  for (int k = 0; k < KNOWN; k++) {
    const int place = carom_csv_find(&s->table, known[k].name, known[k].unit, &s->factor[k],
                                     first.code == CAROM_OK ? &first : NULL);
    s->place[k] = wish->given & known[k].given ? -1 : place;
  }
  for (int k = 0; k < WHOLE; k++) {
    double one;
    const int place = carom_csv_find(&s->table, whole[k].name, "1", &one,
                                     first.code == CAROM_OK ? &first : NULL);
    s->whole[k] = wish->given & whole[k].given ? -1 : place;
  }
  if (first.code == CAROM_OK) return CAROM_OK;
  if (err) *err = first;
  return first.code;
}

static carom_status need_columns(const struct source *s, const carom_grains_wish *wish,
                                 carom_error *err)
{
  for (int k = 0; k < NEEDED; k++)
    if (s->place[k] < 0 && !(wish->given & known[k].given))
      return carom_fail(err, CAROM_ERR_MISSING, NULL,
                        "there is no column '%s'; spheres need x, y, z%s and radius", known[k].name,
                        s->format == CAROM_GRAINS_XYZ ? " (pos)" : "");
  if (s->whole[MATERIAL] < 0 && !(wish->given & CAROM_GIVEN_MATERIAL))
    return carom_fail(err, CAROM_ERR_MISSING, NULL,
                      "the file does not tell the materials of its spheres; add 'material', as in "
                      "material: glass");
  if (s->table.rows == 0)
    return carom_fail(err, CAROM_ERR_MISSING, NULL, "no rows follow the names of the columns");
  return CAROM_OK;
}

static bool is_known(const char *name)
{
  for (int k = 0; k < KNOWN; k++)
    if (!strcmp(name, known[k].name)) return true;
  for (int k = 0; k < WHOLE; k++)
    if (!strcmp(name, whole[k].name)) return true;
  /* columns that every file of the kind has, or that follow from the initial state */
  static const char *const others[] = {"species",       "fx",           "fy",  "fz",
                                       "tqx",           "tqy",          "tqz", "orientation_x",
                                       "orientation_y", "orientation_z"};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (!strcmp(name, others[k])) return true;
  return false;
}

static void list_unread(const carom_csv *table, char *unread, size_t size)
{
  for (int i = 0; i < table->columns; i++) {
    if (is_known(table->name[i]) || (i > 0 && !strcmp(table->name[i - 1], table->name[i])))
      continue;
    carom_append(unread, size, "%s%s", *unread ? ", " : "", table->name[i]);
  }
}

static carom_status take(const struct source *s, int64_t number, carom_scene_particle *p,
                         carom_error *err)
{
  const double *row = s->table.value + number * s->table.columns;
  double count[WHOLE] = {p->id, p->fixed, p->material};
  for (int k = 0; k < KNOWN; k++) {
    if (s->place[k] < 0) continue;
    const double value = row[s->place[k]] * s->factor[k];
    if (!isfinite(value))
      return carom_fail(err, CAROM_ERR_SYNTAX, known[k].name,
                        "row %" PRId64 " has no number for '%s'", number + 1, known[k].name);
    memcpy((char *)p + known[k].offset, &value, sizeof value);
  }
  if (!(p->radius > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "radius", "row %" PRId64 " has a radius of %g m",
                      number + 1, p->radius);
  for (int k = 0; k < WHOLE; k++) {
    if (s->whole[k] < 0) continue;
    count[k] = row[s->whole[k]];
    if (!(count[k] >= 0) || !(count[k] < whole[k].end) || count[k] != floor(count[k]))
      return carom_fail(err, CAROM_ERR_RANGE, whole[k].name,
                        "row %" PRId64
                        " has '%g' for '%s', which is no whole number from 0 to %.0f",
                        number + 1, count[k], whole[k].name, whole[k].end - 1);
  }
  p->id = (uint32_t)count[ID];
  p->fixed = count[FIXED] > 0;
  p->material = (int)count[MATERIAL];
  return CAROM_OK;
}

static carom_status take_all(const struct source *s, const carom_grains_wish *wish,
                             carom_grains *grains, carom_error *err)
{
  const int64_t rows = s->table.rows;
  grains->list = malloc((size_t)rows * sizeof *grains->list);
  if (!grains->list)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for %" PRId64 " spheres",
                      rows);
  for (int64_t i = 0; i < rows; i++) {
    grains->list[i] = wish->like;
    const carom_status status = take(s, i, &grains->list[i], err);
    if (status != CAROM_OK) return in_row(s, i, status, err);
  }
  grains->count = rows;
  grains->ids = s->whole[ID] >= 0;
  list_unread(&s->table, grains->unread, sizeof grains->unread);
  for (int k = 0; k < KNOWN && s->format == CAROM_GRAINS_CSV; k++)
    carom_csv_bare(&s->table, s->place[k], known[k].unit, grains->bare, sizeof grains->bare);
  return CAROM_OK;
}

carom_grains_format carom_grains_format_of(const char *path)
{
  carom_frame_reader *reader = carom_frame_reader_of(path);
  return reader == carom_frame_from_vtp    ? CAROM_GRAINS_VTP
         : reader == carom_frame_from_dump ? CAROM_GRAINS_DUMP
         : reader == carom_frame_from_data ? CAROM_GRAINS_DATA
         : reader == carom_frame_from_xyz  ? CAROM_GRAINS_XYZ
                                           : CAROM_GRAINS_CSV;
}

/* The material of the scenario that a number of a frame stands for: by name or, if the frame has no
 * names, by order. -1: none. */
static int material_of(const carom_names *name, const carom_grains_wish *wish, int number)
{
  if (name->count == 0) return number < wish->materials ? number : -1;
  for (int i = 0; number < name->count && name->name[number] && i < wish->materials; i++)
    if (!strcmp(name->name[number], wish->material[i])) return i;
  return -1;
}

static carom_status rename_materials(const carom_names *name, const carom_grains_wish *wish,
                                     carom_csv *t, carom_error *err)
{
  double one;
  const int column = carom_csv_find(t, "material", "1", &one, NULL);
  for (int64_t i = 0; column >= 0 && i < t->rows; i++) {
    double *value = &t->value[i * t->columns + column];
    const bool counts = *value >= 0 && *value < 1e9 && *value == floor(*value);
    const int number = counts ? (int)*value : -1,
              own = counts ? material_of(name, wish, number) : -1;
    if (own < 0 && number >= 0 && number < name->count && name->name[number])
      return carom_fail(err, CAROM_ERR_CONFLICT, NULL,
                        "the file calls a material '%.60s', which is not among 'materials'; add it "
                        "there, or give these particles one by 'material'",
                        name->name[number]);
    if (own < 0)
      return carom_fail(err, CAROM_ERR_CONFLICT, NULL,
                        "row %" PRId64
                        " is of a material that is not there; the file numbers them, "
                        "and there are %d: give these particles one by 'material'",
                        i + 1, wish->materials);
    *value = own;
  }
  return CAROM_OK;
}

static carom_status read_frame(struct source *s, const carom_grains_wish *wish, int names,
                               carom_grains *grains, carom_error *err)
{
  static carom_frame_reader *const readers[] = {[CAROM_GRAINS_VTP] = carom_frame_from_vtp,
                                                [CAROM_GRAINS_DUMP] = carom_frame_from_dump,
                                                [CAROM_GRAINS_DATA] = carom_frame_from_data};
  carom_frame_table frame;
  CAROM_TRY(readers[s->format](s->text, s->length, &frame, err));
  carom_status status = CAROM_OK;
  if (frame.rows != CAROM_ROWS_BODIES)
    status = carom_fail(err, CAROM_ERR_SYNTAX, NULL,
                        "this file holds the %s of a frame; that of its bodies is needed",
                        frame.rows == CAROM_ROWS_CONTACTS ? "contacts"
                        : frame.rows == CAROM_ROWS_BONDS  ? "bonds"
                                                          : "walls");
  else if (names > 0)
    status = rename_materials(&frame.material, wish, &frame.table, err);
  if (status == CAROM_OK) {
    grains->numbered = names > 0 && frame.material.count == 0;
    s->table = frame.table;
    frame.table = (carom_csv){.columns = 0};
  }
  carom_frame_table_free(&frame);
  return status;
}

static carom_status read_table(struct source *s, const carom_grains_wish *wish,
                               carom_grains *grains, carom_error *err)
{
  const int names = wish->given & CAROM_GIVEN_MATERIAL ? 0 : wish->materials;
  grains->frame = s->format != CAROM_GRAINS_CSV;
  switch (s->format) {
  case CAROM_GRAINS_CSV:
    return carom_csv_read(s->text, s->length, &s->table, err);
  case CAROM_GRAINS_XYZ:
    return carom_xyz_read(s->text, s->length, wish->material, names, &s->table, err);
  default:
    return read_frame(s, wish, names, grains, err);
  }
}

carom_status carom_grains_read(const char *text, size_t length, carom_grains_format format,
                               const carom_grains_wish *wish, carom_grains *grains,
                               carom_error *err)
{
  struct source s = {.format = format, .text = text, .length = length};
  *grains = (carom_grains){.list = NULL};
  CAROM_TRY(read_table(&s, wish, grains, err));
  carom_status status = lay_out(&s, wish, err);
  if (format == CAROM_GRAINS_CSV)
    s.whole[MATERIAL] = -1; /* a table has numbers only, which would not identify materials */
  if (status == CAROM_OK) status = need_columns(&s, wish, err);
  if (status == CAROM_OK) status = take_all(&s, wish, grains, err);
  carom_csv_free(&s.table);
  if (status != CAROM_OK) {
    free(grains->list);
    *grains = (carom_grains){.list = NULL};
  }
  return status;
}
