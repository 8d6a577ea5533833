/* SPDX-License-Identifier: MIT */
/* A bounce as a kind of problem: its example, its row in a sweep. */
#include "cli/text/impact_text.h"
#include "cli/run/problem.h"
#include "cli/run/run_bounce.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: A steel ball falls on a steel plate\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - {between: [steel, steel], law: tsuji, restitution: 0.8}\n"
    "\n"
    "bounce:\n"
    "  body: {radius: 10 mm, material: steel}\n"
    "  ground: {shape: flat, material: steel}   # does not move; or a sphere, a socket\n"
    "  height: 10 cm                # between the surfaces at the start\n"
    "  speed: 0 m/s                 # at the start, downwards\n"
    "  gravity: 9.81 m/s2\n"
    "  rest: 1e-3                   # share of weight and speed that counts as rest\n"
    "\n"
    "run: {until: 1.5 s, integrator: dop853, tolerance: 1e-14}\n"
    "record: {every: 1 ms}\n"
    "# sweep: {contacts.0.restitution: [0.7, 0.8, 0.9]}\n";

static const cli_column columns[] = {{"contacts", "contacts", NULL, 0},
                                     {"restitution", "restitution", "1", 6},
                                     {"peak force", "peak_force", "N", 0},
                                     {"peak overlap", "peak_overlap", "m", 0},
                                     {"rise", "rise", "m", 0},
                                     {"captured at", "time_of_capture", "s", 0},
                                     {"at rest from", "time_of_rest", "s", 0},
                                     {"note", "note", NULL, 0}};

/* The first contact stands for all. */
static void compute(const carom_scenario *scenario, cli_sweep_row *row)
{
  cli_bounce bounce;
  row->status = bounce_compute(&bounce, scenario, false, row->measured, &row->error);
  row->done = !bounce.interrupted;
  if (row->status == CAROM_OK && row->done) {
    const carom_bounce_contact none = {.restitution = CAROM_UNSET};
    const carom_bounce_contact *first = bounce.contacts ? &bounce.contact[0] : &none;
    const cli_budget budget = bounce_budget(&bounce);
    row->off = budget_off(&budget);
    row->number[0] = (double)bounce.result.contacts;
    row->number[1] = first->restitution;
    row->number[2] = first->peak_force;
    row->number[3] = first->peak_overlap;
    row->number[4] = first->rise;
    row->number[5] = bounce.result.time_of_capture;
    row->number[6] = bounce.result.time_of_rest;
    row->note = bounce_note(&bounce);
    problem_keep(row, bounce_members, &bounce);
    row->misfits = bounce.misfits;
    bounce.misfits = (cli_misfits){.count = 0};
  }
  bounce_free(&bounce);
}

static void add(cli_table *table, const cli_sweep_row *row)
{
  char number[24];
  snprintf(number, sizeof number, "%.0f", row->number[0]);
  table_number_as(table, row->number[0], number);
  for (int i = 1; i < 7; i++)
    table_number(table, row->number[i]);
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  (void)joint;
  fputs("bounce", file);
}

const cli_problem problem_bounce = {.example = example,
                                    .run = run_bounce,
                                    .compute = compute,
                                    .add = add,
                                    .column = columns,
                                    .columns = sizeof columns / sizeof *columns,
                                    .record = bounce_columns,
                                    .name_contact = name_contact};
