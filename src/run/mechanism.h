/* SPDX-License-Identifier: MIT */
/* The run of a mechanism. */
#ifndef CAROM_RUN_MECHANISM_H
#define CAROM_RUN_MECHANISM_H

#include "run/run.h"

/* A stroboscopic sample, once per revolution of the driver: the first journal and the displayed
 * body. */
typedef struct carom_strobe {
  double time, x, y, displacement, velocity;
} carom_strobe;

/* The displayed coordinate of a body: its angle, or its position along a direction. */
typedef struct carom_shown_coordinate {
  bool angle;
  double ux, uy;
  const char *name, *unit, *rate_unit, *acceleration_unit;
} carom_shown_coordinate;

typedef struct carom_mechanism_job {
  carom_run base;
  carom_mechanism *mechanism;
  const carom_mechanism_def *def;
  carom_mechanism_energy start; /* initial energies */
  carom_journal_note *event;
  int64_t events, event_room;
  carom_motion *assembled; /* bodies at the start, with closed joints */
  carom_strobe *strobe;
  int64_t strobes, strobe_room;
  double period; /* period of the first driver with a constant speed; CAROM_UNSET without one */
  carom_shown_coordinate shown;
  int64_t pieces; /* completed parts of the run: revolutions, or the whole */
  bool out_of_memory;
  char mean_name[128]; /* name of the averaged acceleration in series.csv */
} carom_mechanism_job;

static inline const carom_mechanism_job *carom_mechanism_job_of(const carom_run *run)
{
  return (const carom_mechanism_job *)run;
}

static inline const double *carom_mechanism_row(const carom_mechanism_job *job, int64_t row)
{
  return carom_record_row(&job->base.record, row);
}

/* Offsets within a row. */
enum {
  CAROM_BODY_CELLS = 9,
  CAROM_JOINT_CELLS = 3,
  CAROM_JOURNAL_CELLS = 7,
  CAROM_ENERGY_CELLS = 8
};
int carom_mechanism_body_cell(int body);
int carom_mechanism_journal_cell(const carom_mechanism_job *job, int clearance);
int carom_mechanism_energy_cell(const carom_mechanism_job *job);

/* The displayed coordinate (derivative 0), its first (1) or second (2) derivative in row k. */
double carom_mechanism_shown(const carom_mechanism_job *job, int64_t k, int derivative);

/* The displayed acceleration averaged over the filter's time around row k; NaN near the ends, or if
 * the rows are too far apart. */
double carom_mechanism_mean(const carom_mechanism_job *job, int64_t k);

/* The largest |acceleration| of the displayed body in all rows, unfiltered and averaged. */
double carom_mechanism_peak_acceleration(const carom_mechanism_job *job, bool averaged);

void carom_mechanism_members(carom_json *json, const carom_run *run);
carom_run_energy carom_mechanism_job_budget(const carom_run *run);
bool carom_mechanism_verdicts(const carom_run *run, carom_verdicts *list);

#endif
