/* SPDX-License-Identifier: MIT */
/* The run of a chain. */
#ifndef CAROM_RUN_CHAIN_H
#define CAROM_RUN_CHAIN_H

#include "run/run.h"

/* The motion of all beads over time, or of a subset: `rows` beads at `columns` instants, one
 * instant after the other. */
typedef struct carom_chain_picture {
  int rows, columns;
  double first, last;   /* times */
  double *value;        /* NULL: not requested */
  int64_t stride, seen; /* every `stride`-th of the recorded instants is kept; `seen` have been
                           recorded so far */
} carom_chain_picture;

/* A row holds displacement, velocity and force of every recorded bead, then force and overlap of
 * every recorded contact, then energies if requested. Further cells beyond the columns hold the
 * width of the pulse around every recorded bead while its force grows. */
typedef struct carom_chain_job {
  carom_run base;
  carom_chain *chain;
  double *start;        /* initial positions of the bodies */
  double wall_force;    /* force on the right wall in a settled start, N */
  double liveliest;     /* largest kinetic energy at a recorded instant, J */
  carom_sensor *sensor; /* one per recorded bead */
  carom_chain_picture picture;
  bool measured;
} carom_chain_job;

static inline const carom_chain_job *carom_chain_job_of(const carom_run *run)
{
  return (const carom_chain_job *)run;
}

/* Row i, and the indices of columns in it. */
static inline const double *carom_chain_job_row(const carom_chain_job *job, int64_t i)
{
  return carom_record_row(&job->base.record, i);
}

static inline int carom_chain_bead_column(int i)
{
  return 1 + 3 * i;
}

static inline int carom_chain_force_column(const carom_chain_job *job, int i)
{
  return 1 + 3 * job->base.scenario->record.beads + i;
}

static inline int carom_chain_overlap_column(const carom_chain_job *job, int i)
{
  return carom_chain_force_column(job, i) + job->base.scenario->record.contacts;
}

/* The channels of the energy budget, if they are recorded. */
enum { CAROM_CHAIN_CHANNELS = 7 };
static inline int carom_chain_energy_column(const carom_chain_job *job)
{
  return carom_chain_overlap_column(job, job->base.scenario->record.contacts);
}

/* "12", "left" or "right". */
const char *carom_chain_contact_name(int contact, char text[16]);

/* The first body after `from` whose role in the settled start differs. */
int carom_chain_rest_end(const carom_chain_job *job, int from);

/* Warns of an unusual start: overlaps beyond the range of the laws, steps too long for a
 * contact. */
void carom_chain_warn(carom_chain_job *job);

/* The picture: allocates it (false if memory runs out); adds an instant of the run, of which every
 * few are kept; tells the bead of a row. */
bool carom_picture_start(carom_chain_job *job);
void carom_picture_note(carom_chain_job *job, double time, const double *displacement,
                        const double *velocity);
int carom_picture_bead(const carom_chain_job *job, int row);
carom_status carom_picture_archive(carom_chain_job *job, carom_archive *archive, carom_error *err);

/* Verdicts on the contacts by kind: the restitution asked for and delivered, and whether the law
 * was used within its range. */
bool carom_chain_verdicts(const carom_run *run, carom_verdicts *list);

void carom_chain_members(carom_json *json, const carom_run *run);
carom_run_energy carom_chain_job_budget(const carom_run *run);

#endif
