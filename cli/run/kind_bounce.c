/* SPDX-License-Identifier: MIT */
/* What the command knows about bounces. */
#include "cli/run/kind.h"
#include "cli/text/bounce_text.h"

static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  const carom_bounce_job *job = carom_bounce_job_of(run);
  cli_figure figure = {.panels = 0};
  CAROM_TRY(folder_write(folder, "contacts.csv", bounce_contacts_csv, job, err));
  if (!draw) return CAROM_OK;
  carom_status status = bounce_figure(run, &figure, err);
  if (status == CAROM_OK) status = folder_draw(folder, "bounce.svg", &figure, err);
  figure_free(&figure);
  return status;
}

static const cli_column columns[] = {{"contacts", "contacts", NULL, 0},
                                     {"restitution", "restitution", "1", 6},
                                     {"peak force", "peak_force", "N", 0},
                                     {"peak overlap", "peak_overlap", "m", 0},
                                     {"rise", "rise", "m", 0},
                                     {"captured at", "time_of_capture", "s", 0},
                                     {"at rest from", "time_of_rest", "s", 0},
                                     {"note", "note", NULL, 0}};

/* The numbers of the first contact represent all. */
static void measure(const carom_run *run, double *number)
{
  const carom_bounce_job *job = carom_bounce_job_of(run);
  const carom_bounce_contact none = {.restitution = CAROM_UNSET};
  const carom_bounce_contact *first = job->contacts ? &job->contact[0] : &none;
  number[0] = (double)job->result.contacts;
  number[1] = first->restitution;
  number[2] = first->peak_force;
  number[3] = first->peak_overlap;
  number[4] = first->rise;
  number[5] = job->result.time_of_capture;
  number[6] = job->result.time_of_rest;
}

static const char *note(const carom_run *run)
{
  const char *note = carom_run_validity(run);
  return note ? note : carom_validity_name(CAROM_VALID);
}

static void add(cli_table *table, const double *value)
{
  char text[24];
  snprintf(text, sizeof text, "%.0f", value[0]);
  table_number_as(table, value[0], text);
  for (int i = 1; i < 7; i++)
    table_number(table, value[i]);
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  (void)joint;
  fputs("bounce", file);
}

static const char *const files[] = {"series.csv", "contacts.csv", "bounce.svg", "measured.svg",
                                    "run.json"};

const cli_kind kind_bounce = {KIND_PARTS, .summary = bounce_summary, .figure = bounce_figure,
                              .note = note, .name_contact = name_contact};
