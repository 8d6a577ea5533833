/* SPDX-License-Identifier: MIT */
/* What the command knows about impacts. */
#include "cli/figure/energy_figure.h"
#include "cli/figure/impact_figure.h"
#include "cli/run/kind.h"
#include "cli/text/impact_text.h"
#include "cli/text/measured_text.h"
#include "run/impact.h"

static void summary(const carom_run *run)
{
  const carom_impact_job *job = carom_impact_job_of(run);
  if (*run->scenario->title) printf("%s\n\n", run->scenario->title);
  impact_summary(&job->contact, NULL, &job->outcome, false);
  measured_print(&run->misfits);
}

static carom_status figure(const carom_run *run, cli_figure *figure, carom_error *err)
{
  const carom_impact_job *job = carom_impact_job_of(run);
  const carom_law_info *law = carom_law_about(job->outcome.contact.law);
  *figure = impact_figure();
  if (law->traits & CAROM_LAW_VISCOUS)
    CAROM_TRY(impact_figure_elastic(figure, &job->def, &job->outcome, err));
  return impact_figure_add(figure, &job->def, &job->outcome, NULL, law->name,
                           look_of_law(law->name), err);
}

/* Energy channels. The kinetic energy shown is that of the approach. */
static double channel_of(const carom_run *run, int64_t row, int channel)
{
  static const char *const column[] = {NULL, "stored", "viscous", "plastic"};
  const double *cell = carom_record_row(&run->record, row);
  if (column[channel]) return cell[carom_record_find(&run->record, column[channel])];
  const double speed = cell[carom_record_find(&run->record, "approach")];
  return 0.5 * carom_impact_job_of(run)->outcome.contact.mass * speed * speed;
}

static carom_status energies(const carom_run *run, cli_figure *figure)
{
  static const char *const name[] = {"kinetic", "elastic", "lost by damping",
                                     "lost by plastic deformation"};
  static const cli_energies all = {
      .name = name, .channels = 4, .held = 2, .lost = 2, .value = channel_of};
  return energy_figure(run, &all, figure);
}

static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  cli_figure forces = {.panels = 0}, energy = {.panels = 0};
  if (!draw) return CAROM_OK;
  carom_status status = figure(run, &forces, err);
  if (status == CAROM_OK) status = folder_draw(folder, "forces.svg", &forces, err);
  figure_free(&forces);
  if (status == CAROM_OK) status = energies(run, &energy);
  if (status == CAROM_OK && energy.panels > 0)
    status = folder_draw(folder, "energies.svg", &energy, err);
  figure_free(&energy);
  return status;
}

static const cli_column columns[] = {
    {"restitution", "restitution", "1", 6},   {"speed out", "speed_out", "m/s", 0},
    {"duration", "duration", "s", 0},         {"peak force", "peak_force", "N", 0},
    {"peak overlap", "peak_overlap", "m", 0}, {"residual", "residual_overlap", "m", 0},
    {"energy lost", "energy_lost", "J", 0},   {"note", "note", NULL, 0}};

static void measure(const carom_run *run, double *number)
{
  const carom_impact *r = &carom_impact_job_of(run)->outcome.impact;
  const double all[] = {r->restitution,  r->speed_out,        r->duration,    r->peak_force,
                        r->peak_overlap, r->residual_overlap, r->energy_lost, r->energy.kinetic_in};
  for (int i = 0; i < SWEEP_NUMBERS; i++)
    number[i] = all[i];
}

static const char *note(const carom_run *run)
{
  const carom_outcome *o = &carom_impact_job_of(run)->outcome;
  const char *unjudged = carom_contact_unjudged(&o->contact);
  return o->impact.validity != CAROM_VALID || !unjudged ? carom_validity_name(o->impact.validity)
                                                        : unjudged;
}

static void add(cli_table *table, const double *value)
{
  for (int i = 0; i < 6; i++)
    table_number(table, value[i]);
  impact_add_loss(table, value[6], value[7]);
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  (void)joint;
  fputs("impact", file);
}

static const char *const files[] = {"series.csv", "forces.svg", "energies.svg", "measured.svg",
                                    "run.json"};

const cli_kind kind_impact = {KIND_PARTS, .summary = summary, .figure = figure, .note = note,
                              .name_contact = name_contact};
