/* SPDX-License-Identifier: MIT */
/* What the command knows about chains. */
#include "cli/run/kind.h"
#include "cli/text/chain_text.h"
#include "run/quantity.h"

/* The picture of all beads as numbers. */
static void write_picture(const void *user, FILE *file)
{
  const carom_chain_job *job = user;
  const carom_chain_picture *p = &job->picture;
  const bool velocity = job->base.scenario->record.picture == CAROM_PICTURE_VELOCITY;
  fputs("time[s]", file);
  for (int r = 0; r < p->rows; r++)
    fprintf(file, velocity ? ",velocity_%d[m/s]" : ",bead_force_%d[N]", carom_picture_bead(job, r));
  for (int c = 0; c < p->columns; c++) {
    const double share = p->columns > 1 ? (double)c / (p->columns - 1) : 0;
    fprintf(file, "\n%.9g", p->first + share * (p->last - p->first));
    for (int r = 0; r < p->rows; r++)
      fprintf(file, ",%.6g", p->value[(int64_t)c * p->rows + r]);
  }
  fputc('\n', file);
}

/* The figures of a folder; one without curves is left out. */
static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  static const struct {
    const char *name;
    carom_status (*draw)(const carom_run *run, cli_figure *figure, carom_error *err);
  } figures[] = {{"forces.svg", chain_forces},         {"sensors.svg", chain_sensor_forces},
                 {"velocities.svg", chain_velocities}, {"loops.svg", chain_loops},
                 {"picture.svg", chain_picture},       {"energies.svg", chain_energies}};
  const carom_chain_picture *p = &carom_chain_job_of(run)->picture;
  carom_status status = CAROM_OK;
  if (p->value && p->columns > 1)
    status = folder_write(folder, "picture.csv", write_picture, run, err);
  for (size_t i = 0; draw && status == CAROM_OK && i < sizeof figures / sizeof *figures; i++) {
    cli_figure figure = {.panels = 0};
    status = figures[i].draw(run, &figure, err);
    if (status == CAROM_OK && (figure.panel[0].curves || figure.panel[0].image))
      status = folder_draw(folder, figures[i].name, &figure, err);
    figure_free(&figure);
  }
  return status;
}

static const cli_column columns[] = {{"peak force", "peak_force", "N", 0},
                                     {"at", "time_of_peak_force", "s", 0},
                                     {"contact", "contact", NULL, 0},
                                     {"kinetic", "kinetic", "J", 0},
                                     {"lost", "lost", "J", 0},
                                     {"budget", "residual", "J", 0},
                                     {"note", "note", NULL, 0}};

/* The contact with the largest force, and the energies. */
static void measure(const carom_run *run, double *number)
{
  const carom_chain_job *chain = carom_chain_job_of(run);
  const int last = carom_chain_beads(chain->chain) - 1;
  const carom_chain_energy e = carom_chain_budget(chain->chain);
  number[0] = CAROM_UNSET;
  for (int i = CAROM_RIGHT_WALL; i < last; i++) {
    carom_chain_contact c;
    if (i == CAROM_LEFT_WALL && !run->scenario->chain.left.present) continue;
    if (i == CAROM_RIGHT_WALL && !run->scenario->chain.right.present) continue;
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

static void add(cli_table *table, const double *value)
{
  char name[16];
  table_number(table, value[0]);
  table_number(table, value[1]);
  table_text(table, carom_chain_contact_name((int)value[2], name));
  for (int i = 3; i < 6; i++)
    table_number(table, value[i]);
}

/* Settings are changed by the number of their group; everything else counts bodies. */
static void number_beads(const carom_scenario *s, FILE *file)
{
  for (int k = 0, first = 0; k < s->chain.cells; k++) {
    const int count = s->chain.cell[k].count * s->chain.cell[k].beads;
    fprintf(file, count > 1 ? "# chain.beads.%d: beads %d to %d\n" : "# chain.beads.%d: bead %d\n",
            k, first, first + count - 1);
    first += count;
  }
}

static int print_start(const carom_input *input, const carom_scenario *s, FILE *file)
{
  int code = EXIT_OK;
  carom_run *run = kind_try(input, s, &code);
  if (run) chain_print_start(carom_chain_job_of(run), "# ", file);
  carom_run_destroy(run);
  return code;
}

static int derive(const carom_input *input, const carom_scenario *s, FILE *file)
{
  const double rows = kind_instants(s);
  const double cells = 1 + 4.0 * s->record.beads + 2.0 * s->record.contacts;
  char q[CAROM_QUANTITY_ROOM];
  number_beads(s, file);
  fprintf(file, "# %d bodies, instants to be kept: %.0f, %s of memory for them\n", s->chain.beads,
          rows, carom_quantity_print(8 * rows * cells, "B", q));
  return print_start(input, s, file);
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

static const char *const files[] = {"series.csv",   "forces.svg",  "sensors.svg", "velocities.svg",
                                    "loops.svg",    "picture.svg", "picture.csv", "measured.svg",
                                    "energies.svg", "run.json",    RUN_CHECKPOINT};

const cli_kind kind_chain = {KIND_PARTS,
                             .summary = chain_summary,
                             .figure = chain_forces,
                             .note = carom_run_validity,
                             .derive = derive,
                             .name_contact = name_contact};
