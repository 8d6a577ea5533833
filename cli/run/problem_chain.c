/* SPDX-License-Identifier: MIT */
/* A chain as a kind of problem: its example, its row in a sweep, what 'carom check' says of it. */
#include "cli/text/chain_contacts.h"
#include "cli/text/chain_start.h"
#include "cli/run/problem.h"
#include "cli/base/quantity.h"
#include "cli/run/run_chain.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: A chain of steel beads, struck at one end\n"
    "\n"
    "materials:\n"
    "  steel: {young: 193 GPa, poisson: 0.3, density: 8000 kg/m3, yield: 940 MPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law hertz' the settings\n"
    "  - {between: [steel, steel], law: hertz}\n"
    "\n"
    "chain:\n"
    "  beads:                       # from left to right; the striker is bead 0\n"
    "    - {radius: 5 mm, material: steel, velocity: 1 m/s}\n"
    "    - {count: 20, radius: 5 mm, material: steel}\n"
    "    # also: mass, density, gap (to the body before), force, fixed: true, shape: flat,\n"
    "    # arrives: true (a striker that touches, and does not rest on others in start: settled),\n"
    "    # driven: 1 m/s, or a table driven: [[0 s, 0 m/s], [1 ms, 2 m/s]]\n"
    "  left: free                   # free | {wall: steel}\n"
    "  right: {wall: steel}\n"
    "  gravity: 0 m/s2              # along the chain, towards the right end\n"
    "\n"
    "run: {until: 500 us, integrator: dop853, tolerance: 1e-12}\n"
    "record: {every: 1 us, beads: [0, 5, 10, 15], contacts: [0, 5, 10, 15, right]}\n"
    "# sweep: {chain.beads.0.velocity: [0.5 m/s, 1 m/s, 2 m/s]}\n";

static const cli_column columns[] = {{"peak force", "peak_force", "N", 0},
                                     {"at", "time_of_peak_force", "s", 0},
                                     {"contact", "contact", NULL, 0},
                                     {"kinetic", "kinetic", "J", 0},
                                     {"lost", "lost", "J", 0},
                                     {"budget", "residual", "J", 0},
                                     {"note", "note", NULL, 0}};

/* The contact with the largest force, and the energies. */
static void measure(const cli_chain *chain, double *number)
{
  const int last = carom_chain_beads(chain->chain) - 1;
  const carom_chain_energy e = carom_chain_budget(chain->chain);
  number[0] = CAROM_UNSET;
  for (int i = CAROM_RIGHT_WALL; i < last; i++) {
    carom_chain_contact c;
    if (i == CAROM_LEFT_WALL && !chain->scenario->chain.left.present) continue;
    if (i == CAROM_RIGHT_WALL && !chain->scenario->chain.right.present) continue;
    if (carom_chain_sample_contact(chain->chain, i, &c, NULL) != CAROM_OK) continue;
    if (!(c.peak_force > number[0])) continue;
    number[0] = c.peak_force;
    number[1] = c.time_of_peak_force;
    number[2] = i;
  }
  number[3] = e.kinetic;
  number[4] = e.viscous + e.plastic;
  number[5] = e.residual;
}

static void compute(const carom_scenario *scenario, cli_sweep_row *row)
{
  cli_chain chain;
  cli_keeper keeper = keeper_of(NULL, scenario);
  row->status = chain_compute(&chain, scenario, &keeper, false, row->measured, &row->error);
  if (row->status == CAROM_OK && !chain.interrupted) {
    const cli_budget budget = chain_budget(&chain);
    measure(&chain, row->number);
    row->off = budget_off(&budget);
    row->note = chain_validity(&chain);
    problem_keep(row, chain_members, &chain);
    row->misfits = chain.misfits;
    chain.misfits = (cli_misfits){.count = 0};
  }
  row->done = !chain.interrupted;
  chain_free(&chain);
}

static void add(cli_table *table, const cli_sweep_row *row)
{
  char name[16];
  table_number(table, row->number[0]);
  table_number(table, row->number[1]);
  table_text(table, chain_contact_name((int)row->number[2], name));
  for (int i = 3; i < 6; i++)
    table_number(table, row->number[i]);
}

/* Settings are changed by the number of their group, everything else counts bodies. */
static void number_beads(const carom_scenario *s, FILE *file)
{
  for (int k = 0, first = 0; k < s->chain.cells; k++) {
    const int count = s->chain.cell[k].count * s->chain.cell[k].beads;
    fprintf(file, count > 1 ? "# chain.beads.%d: beads %d to %d\n" : "# chain.beads.%d: bead %d\n",
            k, first, first + count - 1);
    first += count;
  }
}

/* Makes the chain as a run would, so that what a run would refuse is told now. */
static int print_start(const cli_run *run, const carom_scenario *s, FILE *file)
{
  cli_chain chain = {.scenario = s};
  carom_error err = {0};
  int code = ENDED_WELL;
  if (chain_create(&chain, &err) == CAROM_OK)
    chain_print_start(&chain, "# ", file);
  else
    code = file_fault_in(run->file, s, &err);
  chain_free(&chain);
  return code;
}

static int derive(const cli_run *run, const carom_scenario *s, FILE *file)
{
  const double rows = s->run.until / s->record.every;
  const double cells = 1 + 4.0 * s->record.beads + 2.0 * s->record.contacts;
  char q[QUANTITY_ROOM];
  number_beads(s, file);
  fprintf(file, "# %d bodies, %.0f instants are kept, %s of memory for them\n", s->chain.beads,
          rows, quantity_print(8 * rows * cells, "B", q));
  return print_start(run, s, file);
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  if (joint->first < 0)
    fprintf(file, "%s wall", joint->first == CAROM_LEFT_WALL ? "left" : "right");
  else if (joint->count == 1)
    fprintf(file, "contact %d", joint->first);
  else
    fprintf(file, "contacts %d to %d", joint->first, joint->first + joint->count - 1);
  if (joint->repeats > 1)
    fprintf(file, " and %d times again, %d further", joint->repeats - 1, joint->period);
}

const cli_problem problem_chain = {.example = example,
                                   .run = run_chain,
                                   .compute = compute,
                                   .add = add,
                                   .column = columns,
                                   .columns = sizeof columns / sizeof *columns,
                                   .record = chain_columns,
                                   .derive = derive,
                                   .name_contact = name_contact};
