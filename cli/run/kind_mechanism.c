/* SPDX-License-Identifier: MIT */
/* What the command knows about mechanisms. */
#include "cli/run/kind.h"
#include "cli/text/mechanism_text.h"
#include "run/quantity.h"

static carom_status motion(const carom_run *run, cli_figure *figure, carom_error *err)
{
  (void)err;
  return mechanism_figure(carom_mechanism_job_of(run), 0, figure);
}

static carom_status fill(cli_folder *folder, const carom_run *run, bool draw, carom_error *err)
{
  const carom_mechanism_job *job = carom_mechanism_job_of(run);
  carom_status status = CAROM_OK;
  if (run->record.rows > 1)
    status = folder_write(folder, "animation.html", mechanism_animation, job, err);
  for (int k = 0; draw && status == CAROM_OK && k < MECHANISM_FIGURES; k++) {
    cli_figure figure = {.panels = 0};
    status = mechanism_figure(job, k, &figure);
    if (status == CAROM_OK && figure.panels > 0)
      status = folder_draw(folder, mechanism_figure_name[k], &figure, err);
    figure_free(&figure);
  }
  return status;
}

static const cli_column columns[] = {{"impacts", "impacts", "1", 0},
                                     {"fastest", "fastest_impact", "m/s", 0},
                                     {"contact", "contact_share", "1", 4},
                                     {"peak force", "peak_force", "N", 0},
                                     {"work", "work", "J", 0},
                                     {"lost", "lost", "J", 0},
                                     {"budget", "residual", "J", 0},
                                     {"note", "note", NULL, 0}};

/* Of all clearances together; the contact share is that of the first. */
static void measure(const carom_run *base, double *number)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_energy *e = &view->energy;
  number[0] = number[1] = number[3] = 0;
  number[2] = view->clearances > 0 ? view->journal[0].contact_time / view->time : CAROM_UNSET;
  for (int c = 0; c < view->clearances; c++) {
    const carom_journal_impacts i = carom_journal_summary(run->event, run->events, c);
    number[0] += (double)i.count;
    number[1] = i.fastest > number[1] ? i.fastest : number[1];
    number[3] = view->journal[c].peak_force > number[3] ? view->journal[c].peak_force : number[3];
  }
  number[4] = e->work;
  number[5] = e->viscous + e->plastic + e->friction;
  number[6] = e->residual;
}

static void add(cli_table *table, const double *value)
{
  for (int i = 0; i < 7; i++)
    table_number(table, value[i]);
}

static int derive(const carom_input *input, const carom_scenario *s, FILE *file)
{
  (void)input;
  carom_mechanism *m = NULL;
  char q[CAROM_QUANTITY_ROOM];
  if (carom_mechanism_create(&s->mechanism.def, &m, NULL) != CAROM_OK)
    return EXIT_OK; /* reported before */
  const carom_mechanism_closure c = carom_mechanism_check(m);
  const carom_mechanism_view *view = carom_mechanism_sample(m);
  const double rows = kind_instants(s);
  fprintf(file, "# %d %s, %d equations, %d degree%s of freedom", view->bodies,
          view->bodies == 1 ? "body" : "bodies", c.equations, c.freedoms,
          c.freedoms == 1 ? "" : "s");
  if (c.redundant > 0)
    fprintf(file, "; %d redundant, the first of '%s'", c.redundant, c.redundant_name);
  fprintf(file, "\n# as assembled:\n");
  for (int i = 0; i < view->bodies; i++)
    fprintf(file, "#   %s x %.9g m, y %.9g m, angle %.9g rad\n", s->mechanism.def.body[i].name,
            view->body[i].x, view->body[i].y, view->body[i].angle);
  mechanism_start_changes(&s->mechanism.def, view->body, c.freedoms, "# ", file);
  const double cells = 9.0 + 9 * view->bodies + 3 * view->joints + 7 * view->clearances;
  fprintf(file, "# instants to be kept: %.0f, %s of memory for them\n", rows,
          carom_quantity_print(8 * rows * cells, "B", q));
  carom_mechanism_destroy(m);
  return EXIT_OK;
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  fprintf(file, "clearance %s", joint->node->key);
}

static const char *const files[] = {
    "series.csv", "run.json",         "animation.html", "measured.svg", RUN_CHECKPOINT,
    "motion.svg", "acceleration.svg", "orbit.svg",      "impacts.svg",  "energy.svg"};

const cli_kind kind_mechanism = {KIND_PARTS,       .summary = mechanism_summary,
                                 .figure = motion, .note = carom_run_validity,
                                 .derive = derive, .name_contact = name_contact};
