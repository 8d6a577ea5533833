/* SPDX-License-Identifier: MIT */
/* Beads against time, as a picture. */
#include "cli/figure/chain_picture.h"

#include <math.h>
#include <stdlib.h>

enum { COLUMNS = 480, ROWS = 400 }; /* more cannot be told apart */

bool picture_start(cli_chain *run)
{
  const carom_scenario *s = run->scenario;
  cli_picture *p = &run->picture;
  const double instants = s->run.until / s->record.every;
  const int beads = s->chain.beads;
  p->stride = (long)ceil(instants / COLUMNS);
  p->stride = p->stride > 0 ? p->stride : 1;
  p->image.rows = beads < ROWS ? beads : ROWS;
  p->image.both_signs = s->record.picture == CAROM_PICTURE_VELOCITY;
  p->image.label = p->image.both_signs ? "velocity" : "force";
  p->image.unit = p->image.both_signs ? "m/s" : "N";
  p->image.y_high = beads - 1;
  p->image.value = calloc((size_t)COLUMNS * (size_t)p->image.rows * 2, sizeof *p->image.value);
  return p->image.value != NULL;
}

/* The bead of a row. */
static int bead_of(const cli_chain *run, int row)
{
  const int rows = run->picture.image.rows, beads = run->scenario->chain.beads;
  return rows > 1 ? (int)((long)(beads - 1) * row / (rows - 1)) : 0;
}

/* Instants come one after the other: columns are kept as rows, and turned at the end. */
void picture_note(cli_chain *run, double time, const double *displacement, const double *velocity)
{
  cli_picture *p = &run->picture;
  if (!p->image.value || p->seen++ % p->stride != 0 || p->image.columns == COLUMNS) return;
  double *column = p->image.value + (long)COLUMNS * p->image.rows +
                   (long)p->image.columns * p->image.rows;
  for (int r = 0; r < p->image.rows; r++)
    column[r] = p->image.both_signs
                    ? velocity[bead_of(run, r)]
                    : carom_chain_sensor(run->chain, bead_of(run, r), displacement, velocity);
  if (p->image.columns == 0) p->image.x_low = time;
  p->image.x_high = time;
  p->image.columns++;
}

carom_status picture_archive(cli_chain *run, carom_archive *archive, carom_error *err)
{
  cli_picture *p = &run->picture;
  const size_t room = p->image.value ? (size_t)COLUMNS * (size_t)p->image.rows : 0;
  long seen[2] = {p->seen, p->image.columns};
  double times[2] = {p->image.x_low, p->image.x_high};
  CAROM_TRY(archive->array(archive, "picture/seen", CAROM_LONGS, seen, 2, err));
  CAROM_TRY(archive->array(archive, "picture/times", CAROM_DOUBLES, times, 2, err));
  if (seen[0] < 0 || seen[1] < 0 || seen[1] > COLUMNS)
    return carom_fail(err, CAROM_ERR_RANGE, "picture", "%ld is no column of it", seen[1]);
  p->seen = seen[0];
  p->image.columns = (int)seen[1];
  p->image.x_low = times[0];
  p->image.x_high = times[1];
  return archive->array(archive, "picture/columns", CAROM_DOUBLES,
                        room ? p->image.value + room : NULL, room, err);
}

bool picture_draw(cli_chain *run, cli_figure *figure)
{
  cli_image *image = &run->picture.image;
  if (!image->value || image->columns < 2) return false;
  const double *column = image->value + (long)COLUMNS * image->rows;
  for (int r = 0; r < image->rows; r++)
    for (int c = 0; c < image->columns; c++)
      image->value[(long)r * image->columns + c] = column[(long)c * image->rows + r];
  figure->panels = 1;
  figure->title = run->scenario->title;
  figure->panel_width = 620;
  figure->panel[0] = (cli_panel){.title = image->both_signs ? "Velocity of all beads"
                                                            : "Force at all beads",
                                 .x_label = "time",
                                 .y_label = "bead",
                                 .x_unit = "s",
                                 .y_unit = "1",
                                 .image = image};
  return true;
}
