/* SPDX-License-Identifier: MIT */
/* A chain that is computed, with what was kept of it. */
#ifndef CAROM_CLI_RUN_CHAIN_H
#define CAROM_CLI_RUN_CHAIN_H

#include <stdio.h>

#include "cli/text/budget.h"
#include "cli/run/keeper.h"
#include "cli/run/measured.h"
#include "io/json_write.h"
#include "io/scenario.h"

enum { CHAIN_CURVES = 12 }; /* in one figure */

/* What all beads do, for a picture. */
typedef struct cli_picture {
  cli_image image; /* without values: none is wanted */
  long stride, seen;
} cli_picture;

typedef struct cli_chain {
  const carom_scenario *scenario;
  carom_chain *chain;
  double *start;     /* positions of the bodies before anything moved */
  double wall_force; /* of a settled start, on the right wall, N */
  double liveliest;  /* the largest kinetic energy among the instants, J */
  double *row;       /* a time, then the columns: displacement, velocity and force of every recorded
                        bead, force and then overlap of every recorded contact; last, not a column, the
                        width of the pulse around every recorded bead while its force grows */
  long rows, room;
  int columns, cells;   /* without the time; and all of a row */
  carom_sensor *sensor; /* one a recorded bead */
  cli_picture picture;
  bool started; /* nothing was wrong with the input */
  bool out_of_memory, interrupted, measured;
  const carom_error *error; /* that stopped it; NULL: none did */
  cli_misfits misfits;
  char title[CHAIN_CURVES][24]; /* of curves, while a figure is drawn */
} cli_chain;

/* Computes to the end, or until it is interrupted, in the care of a keeper, and compares with
 * `measured`. `picture`: all beads are looked at. Free in any case. */
carom_status chain_compute(cli_chain *run, const carom_scenario *scenario, cli_keeper *keeper,
                           bool picture, const cli_measured *measured, carom_error *err);
void chain_free(cli_chain *run);

/* The chain alone, at its start. */
carom_status chain_create(cli_chain *run, carom_error *err);

/* Row i, and columns in it. */
static inline const double *chain_row(const cli_chain *run, long i)
{
  return run->row + i * run->cells;
}

static inline int chain_bead_column(int i)
{
  return 1 + 3 * i;
}

static inline int chain_force_column(const cli_chain *run, int i)
{
  return 1 + 3 * run->scenario->record.beads + i;
}

static inline int chain_overlap_column(const cli_chain *run, int i)
{
  return chain_force_column(run, i) + run->scenario->record.contacts;
}

/* How well the energy budget closes. */
cli_budget chain_budget(const cli_chain *run);

/* The members of the result, into an object that is open. */
void chain_members(carom_json *json, const void *run);

/* The columns that are kept, and the rows. */
void chain_columns(const carom_scenario *scenario, cli_record *record);
cli_record chain_record(const cli_chain *run);

/* A summary for people. */
void chain_summary(const cli_chain *run);

/* Force against time at the recorded contacts and in the recorded beads, velocity of these beads,
 * and force against overlap. */
carom_status chain_forces(cli_chain *run, cli_figure *figure);
carom_status chain_sensor_forces(cli_chain *run, cli_figure *figure);
carom_status chain_velocities(cli_chain *run, cli_figure *figure);
carom_status chain_loops(cli_chain *run, cli_figure *figure);

/* "12", "left" or "right". */
const char *chain_contact_name(int contact, char text[16]);

#endif
