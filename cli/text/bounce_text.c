/* SPDX-License-Identifier: MIT */
/* The outcome of a bounce for people and for programs. */
#include <math.h>

#include "cli/text/impact_text.h"
#include "cli/base/quantity.h"
#include "cli/run/run_bounce.h"
#include "cli/base/table.h"
#include "cli/text/verdict_text.h"

enum { LISTED = 40 }; /* more contacts than these are not for reading */

static cli_verdict verdict_of(const cli_bounce *run)
{
  cli_verdict v = {.contacts = 0};
  verdict_add(&v, &run->first.contact, &run->result.encounters);
  verdict_judge(&v);
  return v;
}

const char *bounce_validity(const cli_bounce *run)
{
  return carom_validity_name(verdict_of(run).verdict.validity);
}

const char *bounce_note(const cli_bounce *run)
{
  const cli_verdict verdict = verdict_of(run);
  const char *note = verdict_note(CAROM_VALID, &verdict, 1);
  return note ? note : carom_validity_name(CAROM_VALID);
}

static void write_contact(carom_json *json, const carom_bounce_contact *c)
{
  carom_json_object(json, NULL);
  carom_json_number(json, "time", c->time);
  carom_json_number(json, "speed_in", c->speed_in);
  carom_json_number(json, "speed_out", c->speed_out);
  carom_json_number(json, "restitution", c->restitution);
  carom_json_number(json, "time_out", c->time_out);
  carom_json_number(json, "duration", c->duration);
  carom_json_number(json, "peak_force", c->peak_force);
  carom_json_number(json, "time_of_peak_force", c->time_of_peak_force);
  carom_json_number(json, "peak_overlap", c->peak_overlap);
  carom_json_number(json, "time_of_peak_overlap", c->time_of_peak_overlap);
  carom_json_number(json, "residual_overlap", c->residual_overlap);
  carom_json_number(json, "energy_lost", c->energy_lost);
  carom_json_number(json, "rise", c->rise);
  carom_json_bool(json, "captured", c->captured);
  carom_json_end(json);
}

static void write_energy(carom_json *json, const cli_bounce *run)
{
  const carom_bounce *r = &run->result;
  const cli_budget budget = bounce_budget(run);
  carom_json_object(json, "energy");
  carom_json_number(json, "kinetic", r->energy.kinetic);
  carom_json_number(json, "elastic", r->energy.elastic);
  carom_json_number(json, "viscous", r->energy.viscous);
  carom_json_number(json, "plastic", r->energy.plastic);
  carom_json_number(json, "gravity", r->energy.gravity);
  carom_json_number(json, "residual", r->energy.residual);
  carom_json_end(json);
  carom_json_number(json, "budget_off", budget_off(&budget));
}

void bounce_members(carom_json *json, const void *user)
{
  const cli_bounce *run = user;
  const carom_bounce *r = &run->result;
  const carom_contact *c = &run->first.contact;
  carom_json_string(json, "law", carom_law_about(c->law)->name);
  impact_restitutions(json, c);
  carom_json_number(json, "time", r->time);
  carom_json_array(json, "contacts");
  for (long i = 0; i < run->contacts; i++)
    write_contact(json, &run->contact[i]);
  carom_json_end(json);
  carom_json_bool(json, "captured", r->captured);
  carom_json_number(json, "time_of_capture", r->time_of_capture);
  carom_json_bool(json, "rests", r->rests);
  carom_json_number(json, "time_of_rest", r->time_of_rest);
  carom_json_number(json, "overlap_at_rest", r->rests ? r->overlap_at_rest : CAROM_UNSET);
  carom_json_number(json, "height", r->height);
  carom_json_number(json, "velocity", r->velocity);
  write_energy(json, run);
  carom_json_integer(json, "steps", r->steps);
  const cli_verdict verdict = verdict_of(run);
  verdict_members(json, &verdict);
  measured_members(json, &run->misfits);
}

static const cli_column columns[] = {
    {"contact", "contact", NULL, 0},          {"at", "time", "s", 0},
    {"speed in", "speed_in", "m/s", 0},       {"speed out", "speed_out", "m/s", 0},
    {"restitution", "restitution", "1", 6},   {"duration", "duration", "s", 0},
    {"peak force", "peak_force", "N", 0},     {"peak overlap", "peak_overlap", "m", 0},
    {"residual", "residual_overlap", "m", 0}, {"rise", "rise", "m", 0}};

static cli_table contacts_table(const cli_bounce *run, long most)
{
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (long i = 0; i < run->contacts && i < most; i++) {
    const carom_bounce_contact *c = &run->contact[i];
    char number[24];
    snprintf(number, sizeof number, "%ld", i + 1);
    table_text(&table, number);
    table_number(&table, c->time);
    table_number(&table, c->speed_in);
    table_number(&table, c->speed_out);
    table_number(&table, c->restitution);
    table_number(&table, c->duration);
    table_number(&table, c->peak_force);
    table_number(&table, c->peak_overlap);
    table_number(&table, c->residual_overlap);
    table_number(&table, c->rise);
  }
  return table;
}

void bounce_contacts_csv(const void *user, FILE *file)
{
  const cli_bounce *run = user;
  cli_table table = contacts_table(run, run->contacts);
  if (table_ok(&table)) table_write_csv(&table, file);
  table_free(&table);
}

static void print_law(const cli_bounce *run)
{
  const carom_contact *c = &run->first.contact;
  char text[48], speed[QUANTITY_ROOM];
  const char *asked = impact_asked(c, text);
  printf("%s", carom_law_about(c->law)->name);
  if (asked) printf(", %s%s", impact_asked_nothing(c) ? "" : "asked for ", asked);
  if (run->first.status == CAROM_OK)
    printf(", delivers %.4f at %s without weight: %s", run->first.impact.restitution,
           quantity_print(c->speed, "m/s", speed), bounce_validity(run));
  putchar('\n');
  const cli_verdict verdict = verdict_of(run);
  verdict_print(&verdict, 1, stdout, false);
  putchar('\n');
}

/* What became of the body. */
static void print_end(const cli_bounce *run)
{
  const carom_bounce *r = &run->result;
  char a[QUANTITY_ROOM], b[QUANTITY_ROOM];
  if (r->rests)
    printf("captured at %s, at rest from %s on", quantity_print(r->time_of_capture, "s", a),
           quantity_print(r->time_of_rest, "s", b));
  else if (r->captured)
    printf("captured at %s, not at rest by %s", quantity_print(r->time_of_capture, "s", a),
           quantity_print(r->time, "s", b));
  else
    printf("%s at %s", r->height > 0 ? "in flight" : "in contact", quantity_print(r->time, "s", a));
  printf(r->height > 0 ? ", %s high\n" : ", overlap %s\n", quantity_print(fabs(r->height), "m", a));
}

/* Height is counted from the surface, where all of it has become motion. */
cli_budget bounce_budget(const cli_bounce *run)
{
  const carom_bounce *r = &run->result;
  const double held = r->energy.kinetic + r->energy.elastic + r->energy.gravity;
  return (cli_budget){.residual = r->energy.residual,
                      .start = held + r->energy.viscous + r->energy.plastic + r->energy.residual,
                      .end = held,
                      .remedy = "take a smaller tolerance (run.tolerance), or a law whose form is "
                                "sound"};
}

static void print_energy(const cli_bounce *run)
{
  const carom_bounce *r = &run->result;
  const struct {
    const char *name;
    double value;
  } channel[] = {{"kinetic", r->energy.kinetic},
                 {"elastic", r->energy.elastic},
                 {"lost by damping", r->energy.viscous},
                 {"lost by plastic deformation", r->energy.plastic},
                 {"of height", r->energy.gravity}};
  const cli_budget budget = bounce_budget(run);
  char q[QUANTITY_ROOM];
  fputs("energy ", stdout);
  for (size_t i = 0; i < sizeof channel / sizeof *channel; i++) {
    if (channel[i].value != 0)
      printf(" %s %s,", quantity_print(channel[i].value, "J", q), channel[i].name);
  }
  printf("\n        budget closes within %.1e\n", budget_off(&budget));
}

void bounce_summary(const cli_bounce *run)
{
  const carom_bounce *r = &run->result;
  char mass[QUANTITY_ROOM], time[QUANTITY_ROOM];
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  printf("Bounce of %s: %ld contact%s in %s\n", quantity_print(run->first.contact.mass, "kg", mass),
         r->contacts, r->contacts == 1 ? "" : "s",
         quantity_print(run->scenario->run.until, "s", time));
  print_law(run);
  cli_table table = contacts_table(run, LISTED);
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
  if (run->contacts > LISTED)
    printf("and %ld more; --output writes them all to contacts.csv\n", run->contacts - LISTED);
  putchar('\n');
  print_end(run);
  print_energy(run);
  measured_print(&run->misfits);
}
