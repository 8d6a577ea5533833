/* SPDX-License-Identifier: MIT */
/* Archives what a mechanism carries from step to step; everything else follows from its
 * definition. */
#include "core/archive.h"
#include "core/array.h"
#include "core/error.h"
#include "mechanism/mechanism.h"

static const carom_column record_column[] = {
    CAROM_COLUMN(carom_mechanism, every, CAROM_DOUBLES),
    CAROM_COLUMN(carom_mechanism, sampled_from, CAROM_DOUBLES),
    CAROM_COLUMN(carom_mechanism, next, CAROM_DOUBLES),
    CAROM_COLUMN(carom_mechanism, recorded, CAROM_INT64S),
};

static const carom_column bearing_column[] = {
    CAROM_COLUMN(carom_bearing, zone, CAROM_INTS),
    CAROM_COLUMNS(carom_bearing, state, CAROM_DOUBLES, CAROM_MAX_STATES),
    CAROM_REGIME_COLUMNS(carom_bearing, regime),
    CAROM_COLUMN(carom_bearing, touches, CAROM_INT64S),
    CAROM_COLUMN(carom_bearing, touched_at, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bearing, contact_time, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bearing, peak_overlap, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bearing, peak_force, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_bearing, last, CAROM_DOUBLES, 2),
    CAROM_COLUMN(carom_bearing, idle, CAROM_FLAGS),
    CAROM_ENCOUNTER_COLUMNS(carom_bearing, met),
};

static const carom_column drive_column[] = {CAROM_COLUMN(carom_drive, now, CAROM_INTS)};

carom_status carom_mechanism_archive(carom_mechanism *m, carom_archive *archive, carom_error *err)
{
  if (!m || !archive || !archive->array)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "mechanism",
                      "a mechanism and an archive are needed");
  CAROM_TRY(carom_archive_table(archive, "record", record_column, CAROM_COUNT(record_column), m,
                                sizeof *m, 1, err));
  CAROM_TRY(carom_integrator_archive(&m->in, archive, err));
  CAROM_TRY(carom_archive_table(archive, "bearing", bearing_column, CAROM_COUNT(bearing_column),
                                m->bearing, sizeof *m->bearing, (size_t)m->bearings, err));
  CAROM_TRY(carom_archive_table(archive, "drive", drive_column, CAROM_COUNT(drive_column), m->drive,
                                sizeof *m->drive, (size_t)m->drivers, err));
  if (m->sampler && !(m->every > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "record", "the interval of records is not positive");
  for (int k = 0; k < m->drivers; k++)
    if (m->drive[k].now < -1 || m->drive[k].now >= m->drive[k].points)
      return carom_fail(err, CAROM_ERR_RANGE, "drive", "there is no such stretch of a drive");
  for (int k = 0; k < m->bearings; k++)
    if (archive->loading && !carom_encounters_sane(&m->bearing[k].met))
      return carom_fail(err, CAROM_ERR_RANGE, "bearing", "no contact can have met like that");
  for (int k = 0; k < m->bearings; k++)
    if (m->bearing[k].zone < -2 || m->bearing[k].zone > 2)
      return carom_fail(err, CAROM_ERR_RANGE, "bearing", "there is no such zone of sliding");
  return CAROM_OK;
}
