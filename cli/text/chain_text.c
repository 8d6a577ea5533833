/* SPDX-License-Identifier: MIT */
/* The outcome of a chain for people and for programs. */
#include <math.h>

#include "cli/text/chain_contacts.h"
#include "cli/text/chain_measures.h"
#include "cli/text/chain_start.h"
#include "cli/base/quantity.h"
#include "cli/run/run_chain.h"
#include "cli/base/table.h"

const char *chain_contact_name(int contact, char text[16])
{
  if (contact == CAROM_LEFT_WALL || contact == CAROM_RIGHT_WALL)
    snprintf(text, 16, "%s", contact == CAROM_LEFT_WALL ? "left" : "right");
  else
    snprintf(text, 16, "%d", contact);
  return text;
}

static void write_contact(carom_json *json, const cli_chain *run, int contact)
{
  carom_chain_contact c;
  if (carom_chain_sample_contact(run->chain, contact, &c, NULL) != CAROM_OK) return;
  carom_json_object(json, NULL);
  if (contact >= 0)
    carom_json_integer(json, "index", contact);
  else
    carom_json_string(json, "wall", contact == CAROM_LEFT_WALL ? "left" : "right");
  carom_json_number(json, "first_peak_overlap", c.first_peak_overlap);
  carom_json_number(json, "time_of_first_peak_overlap", c.time_of_first_peak_overlap);
  carom_json_number(json, "force_at_first_peak_overlap", c.force_at_first_peak_overlap);
  carom_json_number(json, "first_peak_force", c.first_peak_force);
  carom_json_number(json, "time_of_first_peak_force", c.time_of_first_peak_force);
  carom_json_number(json, "peak_force", c.peak_force);
  carom_json_number(json, "time_of_peak_force", c.time_of_peak_force);
  carom_json_number(json, "residual_overlap", c.residual_overlap);
  carom_json_end(json);
}

static void write_energy(carom_json *json, const cli_chain *run)
{
  const carom_chain_energy e = carom_chain_budget(run->chain);
  carom_json_object(json, "energy");
  carom_json_number(json, "kinetic", e.kinetic);
  carom_json_number(json, "elastic", e.elastic);
  carom_json_number(json, "viscous", e.viscous);
  carom_json_number(json, "plastic", e.plastic);
  carom_json_number(json, "friction", 0); /* on a line nothing slides */
  carom_json_number(json, "gravity", e.gravity);
  carom_json_number(json, "work", e.work);
  carom_json_number(json, "residual", e.residual);
  carom_json_end(json);
  const cli_budget budget = chain_budget(run);
  carom_json_number(json, "budget_off", budget_off(&budget));
}

void chain_members(carom_json *json, const void *user)
{
  const cli_chain *run = user;
  const double *x = carom_chain_displacement(run->chain), *v = carom_chain_velocity(run->chain);
  const int beads = carom_chain_beads(run->chain);
  carom_json_number(json, "time", carom_chain_time(run->chain));
  chain_write_start(json, run);
  carom_json_array(json, "contacts");
  for (int i = 0; i < beads - 1; i++)
    write_contact(json, run, i);
  carom_json_end(json);
  carom_json_array(json, "walls");
  if (run->scenario->chain.left.present) write_contact(json, run, CAROM_LEFT_WALL);
  if (run->scenario->chain.right.present) write_contact(json, run, CAROM_RIGHT_WALL);
  carom_json_end(json);
  carom_json_array(json, "beads");
  for (int i = 0; i < beads; i++) {
    carom_json_object(json, NULL);
    carom_json_integer(json, "index", i);
    carom_json_number(json, "position", run->start[i] + x[i]);
    carom_json_number(json, "displacement", x[i]);
    carom_json_number(json, "velocity", v[i]);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_number(json, "momentum", carom_chain_momentum(run->chain));
  write_energy(json, run);
  chain_write_sensors(json, run);
  chain_write_contacts(json, run);
  carom_json_integer(json, "steps", carom_chain_steps(run->chain));
  measured_members(json, &run->misfits);
}

static void print_contacts(const cli_chain *run)
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
  for (int i = 0; i < run->scenario->record.contacts; i++) {
    const int contact = run->scenario->record.contact[i];
    carom_chain_contact c;
    if (carom_chain_sample_contact(run->chain, contact, &c, NULL) != CAROM_OK) continue;
    table_text(&table, chain_contact_name(contact, name));
    table_number(&table, c.first_peak_force);
    table_number(&table, c.time_of_first_peak_force);
    table_number(&table, c.first_peak_overlap);
    table_number(&table, c.peak_force);
    table_number(&table, c.time_of_peak_force);
    table_number(&table, c.residual_overlap);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

static void print_beads(const cli_chain *run)
{
  static const cli_column columns[] = {{"bead", "bead", NULL, 0},
                                       {"position", "position", "m", 0},
                                       {"displacement", "displacement", "m", 0},
                                       {"velocity", "velocity", "m/s", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const double *x = carom_chain_displacement(run->chain), *v = carom_chain_velocity(run->chain);
  char name[16];
  for (int i = 0; i < run->scenario->record.beads; i++) {
    const int bead = run->scenario->record.bead[i];
    snprintf(name, sizeof name, "%d", bead);
    table_text(&table, name);
    table_number(&table, run->start[bead] + x[bead]);
    table_number(&table, x[bead]);
    table_number(&table, v[bead]);
  }
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}

/* Height is counted from the start: what it gave is work that was put in. */
cli_budget chain_budget(const cli_chain *run)
{
  const carom_chain_energy e = carom_chain_budget(run->chain);
  const double held = e.kinetic + e.elastic, lost = e.viscous + e.plastic;
  return (cli_budget){.residual = e.residual,
                      .start = held + lost + e.gravity + e.residual - e.work,
                      .end = held + fmax(e.gravity, 0),
                      .work = fmax(fabs(e.work) + fmax(-e.gravity, 0), run->liveliest),
                      .remedy = run->scenario->run.step != CAROM_UNSET
                                    ? "take a shorter step (run.step)"
                                    : "take a smaller tolerance (run.tolerance), or a law whose "
                                      "form is sound"};
}

static void print_energy(const cli_chain *run)
{
  const carom_chain_energy e = carom_chain_budget(run->chain);
  const struct {
    const char *name;
    double value;
  } channel[] = {{"kinetic", e.kinetic},         {"elastic", e.elastic},
                 {"lost by damping", e.viscous}, {"lost by plastic deformation", e.plastic},
                 {"of height", e.gravity},       {"done by drives and forces", e.work}};
  const cli_budget budget = chain_budget(run);
  char q[QUANTITY_ROOM];
  const char *comma = "";
  printf("\nmomentum  %s\nenergy   ",
         quantity_print(carom_chain_momentum(run->chain), "kg m/s", q));
  for (size_t i = 0; i < sizeof channel / sizeof *channel; i++) {
    if (channel[i].value == 0) continue;
    printf("%s %s %s", comma, quantity_print(channel[i].value, "J", q), channel[i].name);
    comma = ",";
  }
  printf("\n          budget closes within %.1e\n", budget_off(&budget));
}

void chain_summary(const cli_chain *run)
{
  char q[QUANTITY_ROOM];
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  printf("Chain of %d bodies after %s (%ld steps)\n", carom_chain_beads(run->chain),
         quantity_print(carom_chain_time(run->chain), "s", q), carom_chain_steps(run->chain));
  chain_print_start(run, "", stdout);
  putchar('\n');
  chain_print_contacts(run);
  print_contacts(run);
  putchar('\n');
  print_beads(run);
  chain_print_sensors(run);
  print_energy(run);
  measured_print(&run->misfits);
}

void chain_columns(const carom_scenario *s, cli_record *record)
{
  char name[16];
  record_add(record, "s", "time");
  for (int i = 0; i < s->record.beads; i++) {
    record_add(record, "m", "displacement_%d", s->record.bead[i]);
    record_add(record, "m/s", "velocity_%d", s->record.bead[i]);
    record_add(record, "N", "bead_force_%d", s->record.bead[i]);
  }
  for (int i = 0; i < s->record.contacts; i++)
    record_add(record, "N", "contact_force_%s", chain_contact_name(s->record.contact[i], name));
  for (int i = 0; i < s->record.contacts; i++)
    record_add(record, "m", "contact_overlap_%s", chain_contact_name(s->record.contact[i], name));
}

cli_record chain_record(const cli_chain *run)
{
  cli_record record = {.rows = run->rows, .value = run->row, .stride = run->cells};
  chain_columns(run->scenario, &record);
  return record;
}
