/* SPDX-License-Identifier: MIT */
/* LAMMPS data files, "atom_style sphere", units si: reads and writes the bodies of a frame. */
#include "io/frame_table.h"
#include "io/frames.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "io/lines.h"

static double volume_of(double radius)
{
  return 4.0 / 3.0 * 3.14159265358979323846 * radius * radius * radius;
}

static void put(const char *before, double value, FILE *file)
{
  char text[CAROM_NUMBER_ROOM];
  carom_number_print(value, text);
  fprintf(file, "%s%s", before, text);
}

static void put_vector(const double value[3], FILE *file)
{
  for (int k = 0; k < 3; k++)
    put(" ", value[k], file);
}

unsigned carom_frame_first_id(const carom_frame *frame)
{
  for (int64_t i = 0; i < frame->bodies; i++)
    if (frame->body[i].id == 0) return 1;
  return 0;
}

/* LAMMPS skips the first line. */
bool carom_frame_data(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  static const char axis[] = "xyz";
  const unsigned first = carom_frame_first_id(frame);
  int32_t types = frame->materials > 0 ? frame->materials : 1;
  (void)coding;
  for (int64_t i = 0; i < frame->bodies; i++)
    if (frame->body[i].material >= types) types = frame->body[i].material + 1;
  fprintf(file,
          "LAMMPS data file of carom, timestep = %" PRId64 ", units = si\n\n%" PRId64
          " atoms\n%" PRId32 " atom types\n\n",
          frame->step, frame->bodies, types);
  for (int k = 0; k < 3; k++) {
    put("", frame->low[k], file);
    put(" ", frame->high[k], file);
    fprintf(file, " %clo %chi\n", axis[k], axis[k]);
  }
  if (frame->offset != 0 && frame->flow < frame->gradient) {
    for (int k = 1; k <= 3; k++) /* xy, xz, yz */
      put(k > 1 ? " " : "", frame->flow + frame->gradient == k ? frame->offset : 0, file);
    fputs(" xy xz yz\n", file);
  }
  fputs("\nAtoms # sphere\n\n", file);
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *b = &frame->body[i];
    fprintf(file, "%lu %" PRId32, (unsigned long)b->id + first, b->material + 1);
    put(" ", 2 * b->radius, file);
    put(" ", b->mass / volume_of(b->radius), file);
    put_vector(b->position, file);
    fputc('\n', file);
  }
  fputs("\nVelocities\n\n", file);
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *b = &frame->body[i];
    fprintf(file, "%lu", (unsigned long)b->id + first);
    put_vector(b->velocity, file);
    put_vector(b->spin, file);
    fputc('\n', file);
  }
  return true;
}

/* Columns of the table. */
enum { ID, TYPE, RADIUS, MASS, X, VX = X + 3, WX = VX + 3, COLUMNS = WX + 3 };
static const char *const names[COLUMNS] = {"id", "material", "radius", "mass", "x",  "y", "z",
                                           "vx", "vy",       "vz",     "wx",   "wy", "wz"};

struct row_of {
  double id;
  int64_t row;
};

struct reader {
  carom_line_reader lines;
  carom_frame_table *frame;
  int64_t count;     /* number of atoms; -1: not yet given */
  struct row_of *of; /* sorted by id, once there are velocities */
  bool atoms, sided[3];
};

#define WRONG(r, ...) carom_lines_fail(&(r)->lines, err, __VA_ARGS__)

/* The next nonempty line without its comment; *remark: the text after '#'. */
static bool next_line(struct reader *r, carom_chars *line, carom_chars *remark)
{
  while (carom_next_line(&r->lines, line)) {
    const char *hash = line->to > line->from
                           ? memchr(line->from, '#', (size_t)(line->to - line->from))
                           : NULL;
    *remark = (carom_chars){hash ? hash + 1 : line->to, line->to};
    if (hash) line->to = hash;
    while (line->to > line->from && carom_blank(line->to[-1]))
      line->to--;
    if (line->to > line->from) return true;
  }
  return false;
}

/* Reads up to `most` numbers from a line and returns how many there are; -1: it contains something
 * else. */
static int numbers_of(carom_chars line, double *value, int most)
{
  int count = 0;
  for (carom_chars word = carom_next_word(&line); word.to > word.from;
       word = carom_next_word(&line)) {
    if (count == most || !carom_chars_number(word, &value[count])) return -1;
    count++;
  }
  return count;
}

static bool ends_with(carom_chars line, const char *text)
{
  const size_t length = strlen(text);
  return (size_t)(line.to - line.from) >= length && !memcmp(line.to - length, text, length);
}

static carom_status read_head(struct reader *r, carom_chars line, carom_error *err)
{
  static const char *const sides[] = {"xlo xhi", "ylo yhi", "zlo zhi"};
  carom_chars left = line;
  double value[2];
  if (ends_with(line, "xy xz yz")) {
    double edge[9] = {0};
    if (!carom_chars_number(carom_next_word(&left), &edge[3]) ||
        !carom_chars_number(carom_next_word(&left), &edge[6]) ||
        !carom_chars_number(carom_next_word(&left), &edge[7]))
      return WRONG(r, "three numbers are expected before 'xy xz yz'");
    if (carom_frame_table_shear(r->frame, edge)) return CAROM_OK;
    return WRONG(r, "boxes that are sheared in more than one plane are not read");
  }
  for (int k = 0; k < 3; k++) {
    if (!ends_with(line, sides[k])) continue;
    for (int i = 0; i < 2; i++)
      if (!carom_chars_number(carom_next_word(&left), &value[i]))
        return WRONG(r, "two numbers are expected before '%s'", sides[k]);
    r->frame->low[k] = value[0], r->frame->high[k] = value[1];
    r->sided[k] = true;
    return CAROM_OK;
  }
  if (!ends_with(line, " atoms")) return CAROM_OK; /* types, bonds ... */
  if (!carom_chars_number(carom_next_word(&left), value) || !(value[0] >= 0) ||
      value[0] != floor(value[0]) || value[0] > (double)(r->lines.end - r->lines.at) / 8)
    return WRONG(r, "the file is too short for so many atoms");
  r->count = (int64_t)value[0];
  return CAROM_OK;
}

static int by_id(const void *a, const void *b)
{
  const double x = ((const struct row_of *)a)->id, y = ((const struct row_of *)b)->id;
  return (x > y) - (x < y);
}

static carom_status read_atoms(struct reader *r, carom_chars style, carom_error *err)
{
  carom_chars line, remark, word = carom_next_word(&style);
  double v[10];
  if (r->count < 0) return WRONG(r, "the number of atoms must stand before them");
  if (r->atoms) return WRONG(r, "there are two sections 'Atoms'");
  if (word.to > word.from && !carom_chars_is(word, "sphere"))
    return WRONG(r, "the style of the atoms is '%.*s'; spheres need 'Atoms # sphere'",
                 carom_chars_shown(word), word.from);
  if (!carom_frame_table_shape(r->frame, names, COLUMNS, r->count))
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (int64_t i = 0; i < r->count; i++) {
    if (!next_line(r, &line, &remark))
      return WRONG(r, "the file ends after %" PRId64 " of %" PRId64 " atoms", i, r->count);
    const int count = numbers_of(line, v, 10);
    if (count != 7 && count != 10)
      return WRONG(r, "an atom of style sphere has: id type diameter density x y z");
    double *row = r->frame->table.value + i * COLUMNS;
    row[ID] = v[0], row[TYPE] = v[1] - 1;
    row[RADIUS] = 0.5 * v[2], row[MASS] = v[3] * volume_of(0.5 * v[2]);
    for (int k = 0; k < 3; k++) /* image flags count the crossings of a border */
      row[X + k] = v[4 + k] + (count == 10 ? v[7 + k] * (r->frame->high[k] - r->frame->low[k]) : 0);
    if (count == 10) row[X + r->frame->flow] += v[7 + r->frame->gradient] * r->frame->offset;
  }
  r->atoms = true;
  return CAROM_OK;
}

static carom_status read_velocities(struct reader *r, carom_error *err)
{
  carom_chars line, remark;
  double v[7];
  const double *all = r->frame->table.value;
  if (!r->atoms) return WRONG(r, "the atoms must stand before their velocities");
  free(r->of);
  r->of = malloc(((size_t)r->count + 1) * sizeof *r->of);
  if (!r->of) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (int64_t i = 0; i < r->count; i++)
    r->of[i] = (struct row_of){all[i * COLUMNS + ID], i};
  qsort(r->of, (size_t)r->count, sizeof *r->of, by_id);
  for (int64_t i = 0; i < r->count; i++) {
    if (!next_line(r, &line, &remark))
      return WRONG(r, "the file ends after %" PRId64 " of %" PRId64 " velocities", i, r->count);
    if (numbers_of(line, v, 7) != 7)
      return WRONG(r, "a velocity of style sphere has: id vx vy vz wx wy wz");
    const struct row_of wanted = {v[0], 0};
    const struct row_of *found = bsearch(&wanted, r->of, (size_t)r->count, sizeof *r->of, by_id);
    if (!found) return WRONG(r, "there is no atom %g", v[0]);
    memcpy(r->frame->table.value + found->row * COLUMNS + VX, v + 1, 6 * sizeof *v);
  }
  return CAROM_OK;
}

/* Other sections begin with a title of words; their lines begin with a number. */
static carom_status read_line(struct reader *r, carom_chars line, carom_chars remark,
                              carom_error *err)
{
  carom_chars left = line;
  double value;
  if (carom_chars_is(line, "Atoms")) return read_atoms(r, remark, err);
  if (carom_chars_is(line, "Velocities")) return read_velocities(r, err);
  if (!r->atoms && carom_chars_number(carom_next_word(&left), &value))
    return read_head(r, line, err);
  return CAROM_OK;
}

carom_status carom_frame_from_data(const char *text, size_t length, carom_frame_table *frame,
                                   carom_error *err)
{
  struct reader r = {.lines = {text, text + length, 0}, .frame = frame, .count = -1};
  carom_chars line, remark;
  carom_status status = CAROM_OK;
  *frame = (carom_frame_table){.time = (double)NAN, .rows = CAROM_ROWS_BODIES};
  carom_next_line(&r.lines, &line); /* LAMMPS skips it, too */
  while (status == CAROM_OK && next_line(&r, &line, &remark))
    status = read_line(&r, line, remark, err);
  if (status == CAROM_OK && !r.atoms) status = WRONG(&r, "there is no section 'Atoms'");
  frame->boxed = r.sided[0] && r.sided[1] && r.sided[2];
  free(r.of);
  if (status != CAROM_OK) carom_frame_table_free(frame);
  return status;
}
