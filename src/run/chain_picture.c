/* SPDX-License-Identifier: MIT */
/* Beads against time, for a picture. */
#include <inttypes.h>
#include <stdlib.h>

#include "run/chain.h"

enum { COLUMNS = 480, ROWS = 400 }; /* more could not be distinguished */

bool carom_picture_start(carom_chain_job *job)
{
  const carom_scenario *s = job->base.scenario;
  carom_chain_picture *p = &job->picture;
  const double columns = s->run.until / s->record.every / COLUMNS;
  p->stride = (int64_t)columns;
  if ((double)p->stride < columns) p->stride++;
  p->stride = p->stride > 0 ? p->stride : 1;
  p->rows = s->chain.beads < ROWS ? s->chain.beads : ROWS;
  p->value = calloc((size_t)COLUMNS * (size_t)p->rows, sizeof *p->value);
  return p->value != NULL;
}

int carom_picture_bead(const carom_chain_job *job, int row)
{
  const int rows = job->picture.rows, beads = job->base.scenario->chain.beads;
  return rows > 1 ? (int)((int64_t)(beads - 1) * row / (rows - 1)) : 0;
}

void carom_picture_note(carom_chain_job *job, double time, const double *displacement,
                        const double *velocity)
{
  carom_chain_picture *p = &job->picture;
  const bool velocities = job->base.scenario->record.picture == CAROM_PICTURE_VELOCITY;
  if (!p->value || p->seen++ % p->stride != 0 || p->columns == COLUMNS) return;
  double *column = p->value + (int64_t)p->columns * p->rows;
  for (int r = 0; r < p->rows; r++)
    column[r] = velocities ? velocity[carom_picture_bead(job, r)]
                           : carom_chain_sensor(job->chain, carom_picture_bead(job, r),
                                                displacement, velocity);
  if (p->columns == 0) p->first = time;
  p->last = time;
  p->columns++;
}

carom_status carom_picture_archive(carom_chain_job *job, carom_archive *archive, carom_error *err)
{
  carom_chain_picture *p = &job->picture;
  const size_t room = p->value ? (size_t)COLUMNS * (size_t)p->rows : 0;
  int64_t seen[2] = {p->seen, p->columns};
  double times[2] = {p->first, p->last};
  CAROM_TRY(archive->array(archive, "picture/seen", CAROM_INT64S, seen, 2, err));
  CAROM_TRY(archive->array(archive, "picture/times", CAROM_DOUBLES, times, 2, err));
  if (seen[0] < 0 || seen[1] < 0 || seen[1] > COLUMNS)
    return carom_fail(err, CAROM_ERR_RANGE, "picture", "%" PRId64 " is no column of it", seen[1]);
  p->seen = seen[0];
  p->columns = (int)seen[1];
  p->first = times[0];
  p->last = times[1];
  return archive->array(archive, "picture/columns", CAROM_DOUBLES, room ? p->value : NULL, room,
                        err);
}
