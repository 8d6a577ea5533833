/* SPDX-License-Identifier: MIT */
/* The bodies of a frame as a table for spreadsheets and scripts: "x[m],y[m],...". */
#include "io/frame_table.h"
#include "io/frames.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/number.h"

static const struct {
  const char *name, *unit;
} column[] = {{"id", "1"},     {"material", "1"}, {"x", "m"},      {"y", "m"},     {"z", "m"},
              {"radius", "m"}, {"mass", "kg"},    {"vx", "m/s"},   {"vy", "m/s"},  {"vz", "m/s"},
              {"wx", "rad/s"}, {"wy", "rad/s"},   {"wz", "rad/s"}, {"fx", "N"},    {"fy", "N"},
              {"fz", "N"},     {"tqx", "N m"},    {"tqy", "N m"},  {"tqz", "N m"}, {"fixed", "1"}};
enum { COLUMNS = sizeof column / sizeof *column };

bool carom_frame_csv(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  (void)coding;
  for (int k = 0; k < COLUMNS; k++)
    fprintf(file, column[k].unit[0] == '1' ? "%s%s" : "%s%s[%s]", k ? "," : "", column[k].name,
            column[k].unit);
  fputc('\n', file);
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *b = &frame->body[i];
    const double number[] = {
        b->position[0], b->position[1], b->position[2], b->radius,    b->mass,     b->velocity[0],
        b->velocity[1], b->velocity[2], b->spin[0],     b->spin[1],   b->spin[2],  b->force[0],
        b->force[1],    b->force[2],    b->torque[0],   b->torque[1], b->torque[2]};
    fprintf(file, "%lu,%" PRId32, (unsigned long)b->id, b->material);
    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
      char text[CAROM_NUMBER_ROOM];
      carom_number_print(number[k], text);
      fprintf(file, ",%s", text);
    }
    fprintf(file, ",%d\n", b->fixed);
  }
  return true;
}

/* Reads columns of these names, converted to SI; others are ignored. */
carom_status carom_frame_from_csv(const char *text, size_t length, carom_frame_table *frame,
                                  carom_error *err)
{
  const char *name[COLUMNS];
  int place[COLUMNS], columns = 0;
  double factor[COLUMNS];
  carom_csv table;
  *frame = (carom_frame_table){.time = (double)NAN, .rows = CAROM_ROWS_BODIES};
  carom_status status = carom_csv_read(text, length, &table, err);
  for (int k = 0; status == CAROM_OK && k < COLUMNS; k++) {
    carom_error own = {.code = CAROM_OK};
    place[columns] = carom_csv_find(&table, column[k].name, column[k].unit, &factor[columns], &own);
    if (own.code != CAROM_OK) {
      status = own.code;
      if (err) *err = own;
    }
    if (place[columns] >= 0) name[columns++] = column[k].name;
  }
  if (status == CAROM_OK && columns == 0)
    status = carom_fail(err, CAROM_ERR_MISSING, NULL,
                        "the table has none of the columns of spheres");
  if (status == CAROM_OK && !carom_frame_table_shape(frame, name, columns, table.rows))
    status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the frame");
  for (int64_t i = 0; status == CAROM_OK && i < table.rows; i++)
    for (int k = 0; k < columns; k++)
      frame->table.value[i * columns + k] = table.value[i * table.columns + place[k]] * factor[k];
  carom_csv_free(&table);
  if (status != CAROM_OK) carom_frame_table_free(frame);
  return status;
}
