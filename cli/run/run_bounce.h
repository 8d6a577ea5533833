/* SPDX-License-Identifier: MIT */
/* A bounce that is computed, with its contacts and what was kept of it. */
#ifndef CAROM_CLI_RUN_BOUNCE_H
#define CAROM_CLI_RUN_BOUNCE_H

#include "cli/text/budget.h"
#include <carom/bounce.h>

#include "cli/figure/figure.h"
#include "cli/run/measured.h"
#include "cli/run/trial.h"
#include "io/json_write.h"
#include "io/scenario.h"

enum { BOUNCE_COLUMNS = 4 }; /* time, height, velocity, force */

typedef struct cli_bounce {
  const carom_scenario *scenario;
  cli_outcome first; /* the first contact without weight: what was asked, what is delivered */
  carom_bounce result;
  carom_bounce_contact *contact;
  long contacts, contact_room;
  bool keep; /* rows are kept */
  double *row;
  long rows, room;
  bool out_of_memory, interrupted;
  cli_misfits misfits;
} cli_bounce;

/* Computes to the end, or until it is interrupted; compares with what was measured. Free in any
 * case. */
carom_status bounce_compute(cli_bounce *run, const carom_scenario *scenario, bool keep,
                            const cli_measured *measured, carom_error *err);
void bounce_free(cli_bounce *run);

/* The columns that are kept, and the rows. */
void bounce_columns(const carom_scenario *scenario, cli_record *record);
cli_record bounce_record(const cli_bounce *run);

/* The members of the result, into an object that is open. */
void bounce_members(carom_json *json, const void *run);

/* What its contacts are judged as, in few words. */
const char *bounce_validity(const cli_bounce *run);
const char *bounce_note(const cli_bounce *run);

/* A summary for people; the contacts as CSV. */
void bounce_summary(const cli_bounce *run);
void bounce_contacts_csv(const void *run, FILE *file);

/* Height against time, restitution against the number of the contact. */
carom_status bounce_figure(const cli_bounce *run, cli_figure *figure);

/* How well the energy budget closes. */
cli_budget bounce_budget(const cli_bounce *run);

#endif
