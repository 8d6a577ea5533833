/* SPDX-License-Identifier: MIT */
/* The run of a chain. */
#ifndef CAROM_RUN_CHAIN_H
#define CAROM_RUN_CHAIN_H

#include "run/run.h"

/* What all beads do over time, or some between: `rows` beads at `columns` instants, one instant
 * after the other. */
typedef struct carom_chain_picture {
  int rows, columns;
  double first, last;   /* times */
  double *value;        /* NULL: none is wanted */
  int64_t stride, seen; /* of the instants that are recorded, every so many; and so many so far */
} carom_chain_picture;

/* Rows hold displacement, velocity and force of every recorded bead, force and then overlap of
 * every recorded contact, and energies if they are asked for; behind the columns, while its force
 * grows, the width of the pulse around every recorded bead. */
typedef struct carom_chain_job {
  carom_run base;
  carom_chain *chain;
  double *start;        /* positions of the bodies before anything moved */
  double wall_force;    /* of a settled start, on the right wall, N */
  double liveliest;     /* the largest kinetic energy among the instants, J */
  carom_sensor *sensor; /* one a recorded bead */
  carom_chain_picture picture;
  bool measured;
} carom_chain_job;

static inline const carom_chain_job *carom_chain_job_of(const carom_run *run)
{
  return (const carom_chain_job *)run;
}

/* Row i, and columns in it. */
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

/* The first body behind `from` that took part in a settled start in another way. */
int carom_chain_rest_end(const carom_chain_job *job, int from);

/* Warns of what is odd at the start: contacts deeper than laws are meant for, steps that are too
 * long for one. */
void carom_chain_warn(carom_chain_job *job);

/* The picture: false without memory; an instant of the run, of which every few are kept; the bead
 * of a row. */
bool carom_picture_start(carom_chain_job *job);
void carom_picture_note(carom_chain_job *job, double time, const double *displacement,
                        const double *velocity);
int carom_picture_bead(const carom_chain_job *job, int row);
carom_status carom_picture_archive(carom_chain_job *job, carom_archive *archive, carom_error *err);

/* Contacts by kind: what was asked of each, what it delivers, and whether the run stayed where its
 * law is meant to be used. */
bool carom_chain_verdicts(const carom_run *run, carom_verdicts *list);

void carom_chain_members(carom_json *json, const carom_run *run);
carom_run_energy carom_chain_job_budget(const carom_run *run);

#endif
