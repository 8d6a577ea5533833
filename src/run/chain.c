/* SPDX-License-Identifier: MIT */
#include "run/chain.h"

#include <stdlib.h>

#include "core/archive.h"

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
    "    # also: mass, density, gap (to the previous body), force, fixed: true, shape: flat,\n"
    "    # arrives: true (a striker that touches but does not rest on others in start: settled),\n"
    "    # driven: 1 m/s, or a table driven: [[0 s, 0 m/s], [1 ms, 2 m/s]]\n"
    "  left: free                   # free | {wall: steel}\n"
    "  right: {wall: steel}\n"
    "  gravity: 0 m/s2              # along the chain, towards the right end\n"
    "\n"
    "run: {until: 500 us, integrator: dop853, tolerance: 1e-12}\n"
    "record: {every: 1 us, beads: [0, 5, 10, 15], contacts: [0, 5, 10, 15, right], energies: "
    "true}\n"
    "# sweep: {chain.beads.0.velocity: [0.5 m/s, 1 m/s, 2 m/s]}\n";

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

static double kinetic(const carom_scenario *s, const double *v)
{
  double sum = 0;
  for (int i = 0; i < s->chain.beads; i++)
    if (v[i] != 0) sum += 0.5 * carom_body_mass(&s->chain.bead[i].body) * v[i] * v[i];
  return sum;
}

static void fill_row(const carom_chain_job *job, double time, const double *x, const double *v,
                     double *row)
{
  const carom_scenario *s = job->base.scenario;
  *row++ = time;
  for (int i = 0; i < s->record.beads; i++) {
    const int bead = s->record.bead[i];
    *row++ = x[bead];
    *row++ = v[bead];
    *row++ = carom_chain_sensor(job->chain, bead, x, v);
  }
  for (int i = 0; i < s->record.contacts; i++)
    *row++ = total(carom_chain_force(job->chain, s->record.contact[i], x, v));
  for (int i = 0; i < s->record.contacts; i++)
    *row++ = carom_chain_overlap(job->chain, s->record.contact[i], x);
  if (!s->record.energies) return;
  const carom_chain_energy e = carom_chain_budget_at(job->chain, x, v);
  const double cell[CAROM_CHAIN_CHANNELS] = {e.kinetic, e.elastic, e.gravity, e.viscous,
                                             e.plastic, e.work,    e.residual};
  for (int k = 0; k < CAROM_CHAIN_CHANNELS; k++)
    *row++ = cell[k];
}

static void keep_row(void *user, double time, const double *x, const double *v)
{
  carom_chain_job *job = user;
  const carom_scenario *s = job->base.scenario;
  job->liveliest = carom_larger(job->liveliest, kinetic(s, v));
  double *row = carom_record_extend(&job->base.record);
  if (!row) return;
  fill_row(job, time, x, v, row);
  double *width = row + job->base.record.columns;
  for (int i = 0; i < s->record.beads; i++) {
    const int force = carom_chain_bead_column(i) + 2;
    width[i] = carom_sensor_width(&job->sensor[i], job->chain, row[force],
                                  carom_chain_job_row(job, 0)[force], x, v);
  }
  carom_picture_note(job, time, x, v);
}

static carom_status sample(carom_run *run, double *row, carom_error *err)
{
  const carom_chain_job *job = carom_chain_job_of(run);
  (void)err;
  fill_row(job, carom_chain_time(job->chain), carom_chain_displacement(job->chain),
           carom_chain_velocity(job->chain), row);
  return CAROM_OK;
}

/* The final instant is part of the series, whether or not it falls on an interval. */
static carom_status keep_end(carom_run *run, carom_error *err)
{
  carom_chain_job *job = (carom_chain_job *)run;
  const double now = carom_chain_time(job->chain);
  const double last = run->record.rows ? *carom_chain_job_row(job, run->record.rows - 1) : -1;
  (void)err;
  if (now > last)
    keep_row(job, now, carom_chain_displacement(job->chain), carom_chain_velocity(job->chain));
  return CAROM_OK;
}

static void measure(carom_run *run)
{
  carom_chain_job *job = (carom_chain_job *)run;
  const carom_scenario *s = run->scenario;
  const double *value = run->record.value;
  for (int i = 0; i < s->record.beads; i++) {
    const carom_sensor_record record = {.time = value,
                                        .force = value + carom_chain_bead_column(i) + 2,
                                        .width = value + run->record.columns + i,
                                        .rows = (int64_t)run->record.rows,
                                        .stride = run->record.stride};
    carom_sensor_measure(&job->sensor[i], &record, s->record.arrival);
  }
  carom_sensors_widths(job->sensor, s->record.beads);
  job->measured = true;
}

const char *carom_chain_contact_name(int contact, char text[16])
{
  if (contact == CAROM_LEFT_WALL || contact == CAROM_RIGHT_WALL)
    snprintf(text, 16, "%s", contact == CAROM_LEFT_WALL ? "left" : "right");
  else
    snprintf(text, 16, "%d", contact);
  return text;
}

static void columns(const carom_scenario *s, carom_record *record)
{
  static const char *const channel[CAROM_CHAIN_CHANNELS] = {
      "kinetic", "elastic", "gravity", "viscous", "plastic", "work", "residual"};
  char name[16];
  carom_record_add(record, "s", "time");
  for (int i = 0; i < s->record.beads; i++) {
    carom_record_add(record, "m", "displacement_%d", s->record.bead[i]);
    carom_record_add(record, "m/s", "velocity_%d", s->record.bead[i]);
    carom_record_add(record, "N", "bead_force_%d", s->record.bead[i]);
  }
  for (int i = 0; i < s->record.contacts; i++)
    carom_record_add(record, "N", "contact_force_%s",
                     carom_chain_contact_name(s->record.contact[i], name));
  for (int i = 0; i < s->record.contacts; i++)
    carom_record_add(record, "m", "contact_overlap_%s",
                     carom_chain_contact_name(s->record.contact[i], name));
  for (int k = 0; s->record.energies && k < CAROM_CHAIN_CHANNELS; k++)
    carom_record_add(record, "J", "%s", channel[k]);
}

static carom_chain_wall wall_of(const carom_scenario *s, const carom_scenario_wall *wall)
{
  if (!wall->present) return (carom_chain_wall){.present = false};
  return (carom_chain_wall){.present = true,
                            .material = s->material[wall->material].material,
                            .gap = wall->gap,
                            .contact = wall->contact};
}

static carom_status build(carom_chain_job *job, carom_error *err)
{
  const carom_scenario *s = job->base.scenario;
  carom_chain_def def = carom_chain_default();
  carom_contact_def *contact = calloc((size_t)s->contacts + 1, sizeof *contact);
  if (!contact) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  for (int i = 0; i < s->contacts; i++)
    contact[i] = s->contact[i].def;
  def.bead = s->chain.bead;
  def.beads = s->chain.beads;
  def.contact = contact;
  def.contacts = s->contacts;
  def.left = wall_of(s, &s->chain.left);
  def.left.gap = 0; /* the gap of the first body */
  def.right = wall_of(s, &s->chain.right);
  def.gravity = s->chain.gravity;
  def.settled = s->chain.settled;
  def.integrator = (carom_chain_integrator)s->run.integrator;
  def.tolerance = s->run.tolerance;
  def.step = s->run.step == CAROM_UNSET ? 0 : s->run.step;
  def.any_step = s->run.any_step;
  def.corrector_tolerance = s->run.corrector_tolerance;
  def.follow_all = s->record.all_peaks;
  def.followed = s->record.contact;
  def.follow = s->record.contacts;
  const carom_status status = carom_chain_create(&def, &job->chain, err);
  free(contact);
  return status;
}

/* Places the bodies from left to right; the left wall, or the left side of the first body, is at
 * 0. */
static bool place(carom_chain_job *job)
{
  const carom_scenario *s = job->base.scenario;
  double edge = 0;
  job->start = calloc((size_t)s->chain.beads, sizeof *job->start);
  for (int i = 0; job->start && i < s->chain.beads; i++) {
    const carom_bead *bead = &s->chain.bead[i];
    const double half = bead->body.shape == CAROM_FLAT ? 0 : bead->body.radius;
    if (i > 0 || s->chain.left.present) edge += bead->gap;
    job->start[i] = edge + half;
    edge += 2 * half;
  }
  return job->start != NULL;
}

static carom_status create(carom_run *run, carom_error *err)
{
  carom_chain_job *job = (carom_chain_job *)run;
  const carom_scenario *s = run->scenario;
  carom_chain_contact wall;
  run->record.stride = run->record.columns + s->record.beads;
  job->sensor = calloc((size_t)s->record.beads + 1, sizeof *job->sensor);
  const bool picture = run->options.record && s->record.picture != CAROM_PICTURE_NONE;
  if (!job->sensor || !place(job) || (picture && !carom_picture_start(job)))
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  CAROM_TRY(build(job, err));
  for (int i = 0; i < s->record.beads; i++) {
    const int bead = s->record.bead[i];
    job->sensor[i] = carom_sensor_in(job->chain, bead, job->start[bead],
                                     2 * s->chain.bead[bead].body.radius);
  }
  job->wall_force = CAROM_UNSET;
  if (s->chain.settled &&
      carom_chain_sample_contact(job->chain, CAROM_RIGHT_WALL, &wall, NULL) == CAROM_OK)
    job->wall_force = total(wall.force);
  carom_chain_warn(job);
  carom_chain_set_sampler(job->chain, s->record.every, keep_row, job);
  carom_chain_set_stop(job->chain, carom_monitor_pause, run);
  return CAROM_OK;
}

static carom_status advance(carom_run *run, carom_error *err)
{
  return carom_chain_advance(carom_chain_job_of(run)->chain, run->scenario->run.until, err);
}

static double time_of(const carom_run *run)
{
  return carom_chain_time(carom_chain_job_of(run)->chain);
}

static double step_of(const carom_run *run)
{
  return run->scenario->run.step == CAROM_UNSET ? 0 : run->scenario->run.step;
}

/* Fixed steps end at the step nearest to the end. */
static bool is_over(const carom_run *run)
{
  return time_of(run) + 0.5 * step_of(run) >= run->scenario->run.until;
}

/* The recorded rows are part of the state; otherwise series.csv would begin at the restart. */
static carom_status archive(carom_run *run, carom_archive *archive, carom_error *err)
{
  carom_chain_job *job = (carom_chain_job *)run;
  CAROM_TRY(archive->array(archive, "series/liveliest", CAROM_DOUBLES, &job->liveliest, 1, err));
  CAROM_TRY(carom_record_archive(&run->record, "rows", archive, err));
  for (int i = 0; i < run->scenario->record.beads; i++) {
    char name[32];
    snprintf(name, sizeof name, "series/highest_%d", i);
    CAROM_TRY(archive->array(archive, name, CAROM_DOUBLES, &job->sensor[i].highest, 1, err));
  }
  CAROM_TRY(carom_picture_archive(job, archive, err));
  return carom_chain_archive(job->chain, archive, err);
}

static void destroy(carom_run *run)
{
  carom_chain_job *job = (carom_chain_job *)run;
  carom_chain_destroy(job->chain);
  free(job->start);
  free(job->sensor);
  free(job->picture.value);
}

static void progress(const carom_run *run, carom_run_progress *p)
{
  const carom_chain *chain = carom_chain_job_of(run)->chain;
  p->bodies = carom_chain_beads(chain);
  p->steps = carom_chain_steps(chain);
  p->kinetic = carom_chain_budget(chain).kinetic;
}

carom_chain *carom_run_chain(carom_run *run)
{
  return run && run->kind == &carom_kind_chain ? ((carom_chain_job *)run)->chain : NULL;
}

const carom_run_kind carom_kind_chain = {.size = sizeof(carom_chain_job),
                                         .module = "chain",
                                         .version = CAROM_CHAIN_STATE,
                                         .example = example,
                                         .columns = columns,
                                         .create = create,
                                         .advance = advance,
                                         .time = time_of,
                                         .is_over = is_over,
                                         .step = step_of,
                                         .sample = sample,
                                         .keep_end = keep_end,
                                         .measure = measure,
                                         .archive = archive,
                                         .members = carom_chain_members,
                                         .budget = carom_chain_job_budget,
                                         .verdicts = carom_chain_verdicts,
                                         .progress = progress,
                                         .destroy = destroy};
