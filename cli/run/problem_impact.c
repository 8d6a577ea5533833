/* SPDX-License-Identifier: MIT */
/* An impact as a kind of problem: its example, its row in a sweep. */
#include "cli/text/impact_text.h"
#include "cli/run/problem.h"
#include "cli/run/run_impact.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: Two steel spheres\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - between: [steel, steel]\n"
    "    law: tsuji\n"
    "    restitution: 0.7           # what is asked for is delivered:\n"
    "    calibration: exact         #   exact | published (the formula of the law's source)\n"
    "    separation: force          # force: tension is cut | overlap: tension is kept\n"
    "\n"
    "impact:\n"
    "  a: {radius: 20 mm, material: steel}\n"
    "  b: {radius: 20 mm, material: steel}    # or {shape: flat, material: steel}: a wall\n"
    "  speed: 1 m/s\n"
    "\n"
    "# run: {integrator: dop853, tolerance: 1e-14}\n"
    "# record: {every: 1 us}\n"
    "# sweep: {impact.speed: [0.1 m/s, 1 m/s, 10 m/s], contacts.0.law: [tsuji]}\n";

static const cli_column columns[] = {
    {"restitution", "restitution", "1", 6},   {"speed out", "speed_out", "m/s", 0},
    {"duration", "duration", "s", 0},         {"peak force", "peak_force", "N", 0},
    {"peak overlap", "peak_overlap", "m", 0}, {"residual", "residual_overlap", "m", 0},
    {"energy lost", "energy_lost", "J", 0},   {"note", "note", NULL, 0}};

static void compute(const carom_scenario *scenario, cli_sweep_row *row)
{
  cli_impact_run run;
  row->status = impact_compute(&run, scenario, false, row->measured, &row->error);
  if (row->status == CAROM_OK) {
    const carom_impact *r = &run.outcome.impact;
    const double number[] = {r->restitution, r->speed_out,        r->duration,
                             r->peak_force,  r->peak_overlap,     r->residual_overlap,
                             r->energy_lost, r->energy.kinetic_in};
    for (int i = 0; i < SWEEP_NUMBERS; i++)
      row->number[i] = number[i];
    const cli_budget budget = impact_budget(r);
    row->off = budget_off(&budget);
    row->note = impact_unjudged(&run.outcome.contact);
    if (r->validity != CAROM_VALID || !row->note) row->note = carom_validity_name(r->validity);
    problem_keep(row, impact_run_members, &run);
    row->misfits = run.misfits;
    run.misfits = (cli_misfits){.count = 0};
  }
  impact_free(&run);
}

static void add(cli_table *table, const cli_sweep_row *row)
{
  for (int i = 0; i < 6; i++)
    table_number(table, row->number[i]);
  impact_add_loss(table, row->number[6], row->number[7]);
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  (void)joint;
  fputs("impact", file);
}

const cli_problem problem_impact = {.example = example,
                                    .run = run_impact,
                                    .compute = compute,
                                    .add = add,
                                    .column = columns,
                                    .columns = sizeof columns / sizeof *columns,
                                    .record = impact_columns,
                                    .name_contact = name_contact};
