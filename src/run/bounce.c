/* SPDX-License-Identifier: MIT */
#include "run/bounce.h"

#include <stdlib.h>

#include "run/contact_json.h"
#include "run/impact.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: A steel ball falls on a steel plate\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - {between: [steel, steel], law: tsuji, restitution: 0.8}\n"
    "\n"
    "bounce:\n"
    "  body: {radius: 10 mm, material: steel}\n"
    "  ground: {shape: flat, material: steel}   # does not move; or a sphere, a socket\n"
    "  height: 10 cm                # between the surfaces at the start\n"
    "  speed: 0 m/s                 # at the start, downwards\n"
    "  gravity: 9.81 m/s2\n"
    "  rest: 1e-3                   # share of weight and speed that counts as rest\n"
    "\n"
    "run: {until: 1.5 s, integrator: dop853, tolerance: 1e-14}\n"
    "record: {every: 1 ms}\n"
    "# sweep: {contacts.0.restitution: [0.7, 0.8, 0.9]}\n";

static void keep_contact(void *user, const carom_bounce_contact *contact)
{
  carom_bounce_job *job = user;
  if (job->contacts == job->contact_room) {
    const int64_t room = job->contact_room ? 2 * job->contact_room : 256;
    carom_bounce_contact *grown = realloc(job->contact, (size_t)room * sizeof *grown);
    job->out_of_memory |= !grown;
    if (!grown) return;
    job->contact = grown;
    job->contact_room = room;
  }
  job->contact[job->contacts++] = *contact;
}

static void keep_row(void *user, const carom_bounce_sample *s)
{
  carom_bounce_job *job = user;
  double *row = carom_record_extend(&job->base.record);
  if (!row) return;
  row[0] = s->time;
  row[1] = s->height;
  row[2] = s->velocity;
  row[3] = s->force.elastic + s->force.dissipative;
}

static bool stop(void *user)
{
  carom_bounce_job *job = user;
  return carom_monitor_pause(&job->base) || job->out_of_memory || job->base.record.out_of_memory;
}

static void columns(const carom_scenario *scenario, carom_record *record)
{
  (void)scenario;
  carom_record_add(record, "s", "time");
  carom_record_add(record, "m", "height");
  carom_record_add(record, "m/s", "velocity");
  carom_record_add(record, "N", "force");
}

static carom_status create(carom_run *run, carom_error *err)
{
  carom_bounce_job *job = (carom_bounce_job *)run;
  const carom_contact_def def = carom_scenario_joint_def(run->scenario, &run->scenario->joint[0]);
  return carom_contact_prepare(&def, &job->first.contact, err);
}

/* The first contact without weight may fail: a body may stick at once. */
static carom_status advance(carom_run *run, carom_error *err)
{
  carom_bounce_job *job = (carom_bounce_job *)run;
  const carom_scenario *s = run->scenario;
  const carom_contact_def contact = carom_scenario_joint_def(s, &s->joint[0]);
  const carom_contact prepared = job->first.contact;
  carom_impact_def first = carom_impact_like(s);
  first.speed = s->joint[0].speed;
  carom_outcome_find(&contact, &first, &job->first);
  carom_bounce_def def = carom_bounce_default();
  def.contact = &prepared;
  def.height = s->bounce.height;
  def.speed = s->bounce.speed;
  def.gravity = s->bounce.gravity;
  def.rest = s->bounce.rest;
  def.until = s->run.until;
  def.tolerance = first.tolerance;
  def.integrator = first.integrator;
  def.every = s->record.every;
  def.contact_over = keep_contact;
  def.record = run->options.record ? keep_row : NULL;
  def.stop = stop;
  def.user = job;
  run->monitor.halt = CAROM_RUN_END; /* computed as a whole */
  CAROM_TRY(carom_bounce_resolve(&def, &job->result, err));
  job->done = true;
  return job->out_of_memory ? carom_run_no_room(err) : CAROM_OK;
}

static double time_of(const carom_run *run)
{
  return carom_bounce_job_of(run)->result.time;
}

/* A bounce that was stopped cannot be continued. */
static bool is_over(const carom_run *run)
{
  return carom_bounce_job_of(run)->done && !run->monitor.stopped;
}

/* Potential energy is measured from the surface, where all of it has become kinetic. */
static carom_run_energy budget(const carom_run *run)
{
  const carom_bounce *r = &carom_bounce_job_of(run)->result;
  const double held = r->energy.kinetic + r->energy.elastic + r->energy.gravity;
  return (carom_run_energy){
      .residual = r->energy.residual,
      .start = held + r->energy.viscous + r->energy.plastic + r->energy.residual,
      .end = held,
      .remedy = "take a smaller tolerance (run.tolerance), or a law whose form is sound"};
}

static bool verdicts(const carom_run *run, carom_verdicts *list)
{
  const carom_bounce_job *job = carom_bounce_job_of(run);
  if (!carom_verdicts_room(list, 1)) return false;
  carom_verdict_add(&list->item[0], &job->first.contact, &job->result.encounters);
  carom_verdict_judge(&list->item[0]);
  list->count = 1;
  return true;
}

static void write_contact(carom_json *json, const carom_bounce_contact *c)
{
  carom_json_object(json, NULL);
  carom_json_quantity(json, "time", "s", c->time);
  carom_json_quantity(json, "speed_in", "m/s", c->speed_in);
  carom_json_quantity(json, "speed_out", "m/s", c->speed_out);
  carom_json_number(json, "restitution", c->restitution);
  carom_json_quantity(json, "time_out", "s", c->time_out);
  carom_json_quantity(json, "duration", "s", c->duration);
  carom_json_quantity(json, "peak_force", "N", c->peak_force);
  carom_json_quantity(json, "time_of_peak_force", "s", c->time_of_peak_force);
  carom_json_quantity(json, "peak_overlap", "m", c->peak_overlap);
  carom_json_quantity(json, "time_of_peak_overlap", "s", c->time_of_peak_overlap);
  carom_json_quantity(json, "residual_overlap", "m", c->residual_overlap);
  carom_json_quantity(json, "energy_lost", "J", c->energy_lost);
  carom_json_quantity(json, "rise", "m", c->rise);
  carom_json_bool(json, "captured", c->captured);
  carom_json_end(json);
}

static void write_energy(carom_json *json, const carom_run *run)
{
  const carom_bounce *r = &carom_bounce_job_of(run)->result;
  carom_json_object(json, "energy");
  carom_json_quantity(json, "kinetic", "J", r->energy.kinetic);
  carom_json_quantity(json, "elastic", "J", r->energy.elastic);
  carom_json_quantity(json, "viscous", "J", r->energy.viscous);
  carom_json_quantity(json, "plastic", "J", r->energy.plastic);
  carom_json_quantity(json, "gravity", "J", r->energy.gravity);
  carom_json_quantity(json, "residual", "J", r->energy.residual);
  carom_json_end(json);
  carom_json_number(json, "budget_off", carom_run_budget(run).off);
}

static void members(carom_json *json, const carom_run *run)
{
  const carom_bounce_job *job = carom_bounce_job_of(run);
  const carom_bounce *r = &job->result;
  carom_verdicts verdict;
  carom_json_string(json, "law", carom_law_about(job->first.contact.law)->name);
  carom_contact_restitutions(json, &job->first.contact);
  carom_json_quantity(json, "time", "s", r->time);
  carom_json_array(json, "contacts");
  for (int64_t i = 0; i < job->contacts; i++)
    write_contact(json, &job->contact[i]);
  carom_json_end(json);
  carom_json_bool(json, "captured", r->captured);
  carom_json_quantity(json, "time_of_capture", "s", r->time_of_capture);
  carom_json_bool(json, "rests", r->rests);
  carom_json_quantity(json, "time_of_rest", "s", r->time_of_rest);
  carom_json_quantity(json, "overlap_at_rest", "m", r->rests ? r->overlap_at_rest : CAROM_UNSET);
  carom_json_quantity(json, "height", "m", r->height);
  carom_json_quantity(json, "velocity", "m/s", r->velocity);
  write_energy(json, run);
  carom_json_integer(json, "steps", r->steps);
  if (verdicts(run, &verdict)) carom_verdict_members(json, &verdict.item[0]);
  carom_verdicts_free(&verdict);
  carom_misfits_members(json, &run->misfits);
}

static void destroy(carom_run *run)
{
  free(((carom_bounce_job *)run)->contact);
}

/* The result gets its time at the end only; until then the record gives it. */
static void progress(const carom_run *run, carom_run_progress *p)
{
  const carom_bounce_job *job = carom_bounce_job_of(run);
  p->bodies = 1;
  p->steps = job->result.steps;
  if (!job->done && run->record.rows > 0)
    p->time = *carom_record_row(&run->record, run->record.rows - 1);
  if (job->done) p->kinetic = job->result.energy.kinetic;
}

const carom_run_kind carom_kind_bounce = {.size = sizeof(carom_bounce_job),
                                          .example = example,
                                          .columns = columns,
                                          .create = create,
                                          .advance = advance,
                                          .time = time_of,
                                          .is_over = is_over,
                                          .members = members,
                                          .budget = budget,
                                          .verdicts = verdicts,
                                          .progress = progress,
                                          .destroy = destroy};
