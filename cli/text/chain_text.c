/* SPDX-License-Identifier: MIT */
/* Prints the outcome of a chain. */
#include "cli/text/chain_text.h"

#include <inttypes.h>

#include "cli/base/table.h"
#include "cli/text/budget.h"
#include "cli/text/measured_text.h"
#include "cli/text/verdict_text.h"
#include "run/quantity.h"

/* A first maximum that has not come yet has no value. */
static double once(double time, double value)
{
  return time == CAROM_UNSET ? CAROM_UNSET : value;
}

static void print_contacts(const carom_chain_job *run)
{
  static const cli_column columns[] = {{"contact", "contact", NULL, 0},
                                       {"first peak", "first_peak_force", "N", 0},
                                       {"at", "time_of_first_peak_force", "s", 0},
                                       {"overlap", "first_peak_overlap", "m", 0},
                                       {"peak", "peak_force", "N", 0},
                                       {"at", "time_of_peak_force", "s", 0},
                                       {"residual", "residual_overlap", "m", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  char name[16];
  for (int i = 0; i < run->base.scenario->record.contacts; i++) {
    const int contact = run->base.scenario->record.contact[i];
    carom_chain_contact c;
    if (carom_chain_sample_contact(run->chain, contact, &c, NULL) != CAROM_OK) continue;
    table_text(&table, carom_chain_contact_name(contact, name));
    table_number(&table, once(c.time_of_first_peak_force, c.first_peak_force));
    table_number(&table, c.time_of_first_peak_force);
    table_number(&table, once(c.time_of_first_peak_overlap, c.first_peak_overlap));
    table_number(&table, c.peak_force);
    table_number(&table, c.time_of_peak_force);
    table_number(&table, c.residual_overlap);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_beads(const carom_chain_job *run)
{
  static const cli_column columns[] = {{"bead", "bead", NULL, 0},
                                       {"position", "position", "m", 0},
                                       {"displacement", "displacement", "m", 0},
                                       {"velocity", "velocity", "m/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const double *x = carom_chain_displacement(run->chain), *v = carom_chain_velocity(run->chain);
  char name[16];
  for (int i = 0; i < run->base.scenario->record.beads; i++) {
    const int bead = run->base.scenario->record.bead[i];
    snprintf(name, sizeof name, "%d", bead);
    table_text(&table, name);
    table_number(&table, run->start[bead] + x[bead]);
    table_number(&table, x[bead]);
    table_number(&table, v[bead]);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_energy(const carom_chain_job *run)
{
  const carom_chain_energy e = carom_chain_budget(run->chain);
  const budget_channel channel[] = {
      {"kinetic", e.kinetic},         {"elastic", e.elastic},
      {"lost by damping", e.viscous}, {"lost by plastic deformation", e.plastic},
      {"of height", e.gravity},       {"done by drives and forces", e.work}};
  char q[CAROM_QUANTITY_ROOM];
  printf("\nmomentum  %s\n", carom_quantity_print(carom_chain_momentum(run->chain), "kg m/s", q));
  budget_print(channel, sizeof channel / sizeof *channel, carom_run_budget(&run->base).off);
}

/* Verdicts on the contacts, by kind. */
static void print_kinds(const carom_chain_job *run)
{
  carom_verdicts all;
  if (!carom_chain_verdicts(&run->base, &all)) return;
  verdict_table(all.item, all.count, NULL, stdout, false);
  verdict_print(all.item, all.count, stdout, false);
  if (all.others)
    printf("%" PRId64
           " contacts of further kinds are not listed: %s, judged by overlap and floor alone.\n",
           all.others, carom_validity_name(all.worst));
  carom_verdicts_free(&all);
  putchar('\n');
}

void chain_summary(const carom_run *base)
{
  const carom_chain_job *run = carom_chain_job_of(base);
  char q[CAROM_QUANTITY_ROOM];
  if (*run->base.scenario->title) printf("%s\n\n", run->base.scenario->title);
  printf("Chain of %d bodies after %s (%" PRId64 " steps)\n", carom_chain_beads(run->chain),
         carom_quantity_print(carom_chain_time(run->chain), "s", q), carom_chain_steps(run->chain));
  chain_print_start(run, "", stdout);
  putchar('\n');
  print_kinds(run);
  print_contacts(run);
  putchar('\n');
  print_beads(run);
  chain_print_sensors(run);
  print_energy(run);
  measured_print(&run->base.misfits);
}
