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
#include "io/xyz.h"

/* What a column of a file is, where in a particle it goes, and what takes its place. */
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
/* Whole numbers, and how many of them there are. */
static const struct {
  const char *name;
  double end;
  unsigned given;
} whole[] = {{"id", 4294967296.0, 0},
             {"fixed", 2, CAROM_GIVEN_FIXED},
             {"material", 1e9, CAROM_GIVEN_MATERIAL}};
enum { KNOWN = sizeof known / sizeof *known, NEEDED = 4, ID = 0, FIXED, MATERIAL, WHOLE };

/* A file as a table, and for every column that is read where it is in a row, or -1, and what its
 * numbers are multiplied by. */
struct source {
  carom_csv table;
  bool xyz;
  const char *text;
  size_t length;
  int place[KNOWN], whole[WHOLE];
  double factor[KNOWN];
};

static carom_status in_row(const struct source *s, int64_t row, carom_status status,
                           carom_error *err)
{
  if (err) err->line = s->xyz ? (int)row + 3 : carom_csv_line(s->text, s->length, row);
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
                        s->xyz ? " (pos)" : "");
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
  return !strcmp(name, "species"); /* every file of that kind has it */
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
  for (int k = 0; k < KNOWN && !s->xyz; k++)
    carom_csv_bare(&s->table, s->place[k], known[k].unit, grains->bare, sizeof grains->bare);
  return CAROM_OK;
}

carom_status carom_grains_read(const char *text, size_t length, bool xyz,
                               const carom_grains_wish *wish, carom_grains *grains,
                               carom_error *err)
{
  struct source s = {.xyz = xyz, .text = text, .length = length};
  const int names = wish->given & CAROM_GIVEN_MATERIAL ? 0 : wish->materials;
  *grains = (carom_grains){.list = NULL};
  CAROM_TRY(xyz ? carom_xyz_read(text, length, wish->material, names, &s.table, err)
                : carom_csv_read(text, length, &s.table, err));
  carom_status status = lay_out(&s, wish, err);
  if (!xyz) s.whole[MATERIAL] = -1; /* tables hold numbers, which would not tell whose they are */
  if (status == CAROM_OK) status = need_columns(&s, wish, err);
  if (status == CAROM_OK) status = take_all(&s, wish, grains, err);
  carom_csv_free(&s.table);
  if (status != CAROM_OK) {
    free(grains->list);
    *grains = (carom_grains){.list = NULL};
  }
  return status;
}
