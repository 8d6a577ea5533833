/* SPDX-License-Identifier: MIT */
/* Prints the outcome of a bounce. */
#include "cli/text/bounce_text.h"

#include <inttypes.h>
#include <math.h>

#include "cli/base/table.h"
#include "cli/text/budget.h"
#include "cli/text/measured_text.h"
#include "cli/text/verdict_text.h"
#include "run/contact_json.h"
#include "run/quantity.h"

enum { LISTED = 40 }; /* most contacts worth listing */

static const cli_column columns[] = {
    {"contact", "contact", NULL, 0},          {"at", "time", "s", 0},
    {"speed in", "speed_in", "m/s", 0},       {"speed out", "speed_out", "m/s", 0},
    {"restitution", "restitution", "1", 6},   {"duration", "duration", "s", 0},
    {"peak force", "peak_force", "N", 0},     {"peak overlap", "peak_overlap", "m", 0},
    {"residual", "residual_overlap", "m", 0}, {"rise", "rise", "m", 0}};

static cli_table contacts_table(const carom_bounce_job *run, int64_t most)
{
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int64_t i = 0; i < run->contacts && i < most; i++) {
    const carom_bounce_contact *c = &run->contact[i];
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, i + 1);
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
  const carom_bounce_job *run = user;
  cli_table table = contacts_table(run, run->contacts);
  if (table_ok(&table)) table_write_csv(&table, file);
  table_free(&table);
}

static void print_law(const carom_bounce_job *run)
{
  const carom_contact *c = &run->first.contact;
  char text[48], speed[CAROM_QUANTITY_ROOM];
  const char *asked = carom_contact_asked(c, text);
  carom_verdicts verdict;
  if (!run->base.kind->verdicts(&run->base, &verdict)) return;
  printf("%s", carom_law_about(c->law)->name);
  if (asked) printf(", %s%s", carom_contact_asked_nothing(c) ? "" : "asked for ", asked);
  if (run->first.status == CAROM_OK)
    printf(", delivers %.4f at %s without weight: %s", run->first.impact.restitution,
           carom_quantity_print(c->speed, "m/s", speed),
           carom_validity_name(verdict.item[0].verdict.validity));
  putchar('\n');
  verdict_print(verdict.item, verdict.count, stdout, false);
  carom_verdicts_free(&verdict);
  putchar('\n');
}

/* What became of the body. */
static void print_end(const carom_bounce_job *run)
{
  const carom_bounce *r = &run->result;
  char a[CAROM_QUANTITY_ROOM], b[CAROM_QUANTITY_ROOM];
  if (r->rests)
    printf("captured at %s, at rest from %s on", carom_quantity_print(r->time_of_capture, "s", a),
           carom_quantity_print(r->time_of_rest, "s", b));
  else if (r->captured)
    printf("captured at %s, not at rest by %s", carom_quantity_print(r->time_of_capture, "s", a),
           carom_quantity_print(r->time, "s", b));
  else
    printf("%s at %s", r->height > 0 ? "in flight" : "in contact",
           carom_quantity_print(r->time, "s", a));
  printf(r->height > 0 ? ", %s high\n" : ", overlap %s\n",
         carom_quantity_print(fabs(r->height), "m", a));
}

static void print_energy(const carom_bounce_job *run)
{
  const carom_bounce *r = &run->result;
  const budget_channel channel[] = {{"kinetic", r->energy.kinetic},
                                    {"elastic", r->energy.elastic},
                                    {"lost by damping", r->energy.viscous},
                                    {"lost by plastic deformation", r->energy.plastic},
                                    {"of height", r->energy.gravity}};
  budget_print(channel, sizeof channel / sizeof *channel, carom_run_budget(&run->base).off);
}

void bounce_summary(const carom_run *base)
{
  const carom_bounce_job *run = carom_bounce_job_of(base);
  const carom_bounce *r = &run->result;
  char mass[CAROM_QUANTITY_ROOM], time[CAROM_QUANTITY_ROOM];
  if (*base->scenario->title) printf("%s\n\n", base->scenario->title);
  printf("Bounce of %s: %" PRId64 " contact%s in %s\n",
         carom_quantity_print(run->first.contact.mass, "kg", mass), r->contacts,
         r->contacts == 1 ? "" : "s", carom_quantity_print(base->scenario->run.until, "s", time));
  print_law(run);
  cli_table table = contacts_table(run, LISTED);
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
  if (run->contacts > LISTED)
    printf("and %" PRId64 " more; --output writes them all to contacts.csv\n",
           run->contacts - LISTED);
  putchar('\n');
  print_end(run);
  print_energy(run);
  measured_print(&base->misfits);
}
