/* SPDX-License-Identifier: MIT */
#include "run/impact.h"

#include "run/contact_json.h"

enum { SAMPLES = 200 };

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: Two steel spheres\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - between: [steel, steel]\n"
    "    law: tsuji\n"
    "    restitution: 0.7           # delivered as asked:\n"
    "    calibration: exact         #   exact | published (the formula of the law's source)\n"
    "    tension: cut               # cut: contacts never pull | keep: tension is kept\n"
    "\n"
    "impact:\n"
    "  a: {radius: 20 mm, material: steel}\n"
    "  b: {radius: 20 mm, material: steel}    # or {shape: flat, material: steel}: a wall\n"
    "  speed: 1 m/s\n"
    "\n"
    "# run: {integrator: dop853, tolerance: 1e-14}\n"
    "# record: {every: 1 us}\n"
    "# sweep: {impact.speed: [0.1 m/s, 1 m/s, 10 m/s], contacts.0.law: [tsuji]}\n";

carom_impact_def carom_impact_like(const carom_scenario *scenario)
{
  carom_impact_def def = carom_impact_default();
  def.speed = scenario->impact.speed;
  def.tolerance = scenario->run.tolerance;
  def.integrator = (carom_integrator_name)scenario->run.integrator;
  return def;
}

static void columns(const carom_scenario *scenario, carom_record *record)
{
  (void)scenario;
  carom_history_columns(record);
}

static carom_status create(carom_run *run, carom_error *err)
{
  carom_impact_job *job = (carom_impact_job *)run;
  (void)err;
  job->contact = carom_scenario_joint_def(run->scenario, &run->scenario->joint[0]);
  job->def = carom_impact_like(run->scenario);
  return CAROM_OK;
}

static carom_status keep_rows(carom_impact_job *job, carom_error *err)
{
  const double every = job->base.scenario->record.every;
  carom_history history = {.count = 0};
  const carom_status status = carom_history_find(
      &job->def, &job->outcome, NULL,
      every == CAROM_UNSET ? job->outcome.impact.duration / SAMPLES : every, &history, err);
  for (int64_t i = 0; status == CAROM_OK && i < history.count; i++) {
    double *row = carom_record_extend(&job->base.record);
    if (row) carom_history_row(&history.sample[i], row);
  }
  carom_history_free(&history);
  return status;
}

static carom_status advance(carom_run *run, carom_error *err)
{
  carom_impact_job *job = (carom_impact_job *)run;
  const carom_status status = carom_outcome_find(&job->contact, &job->def, &job->outcome);
  if (status != CAROM_OK) {
    *err = job->outcome.error;
    return status;
  }
  job->done = true;
  return run->options.record ? keep_rows(job, err) : CAROM_OK;
}

static double time_of(const carom_run *run)
{
  const carom_impact_job *job = carom_impact_job_of(run);
  return job->done ? job->outcome.impact.duration : 0;
}

static bool is_over(const carom_run *run)
{
  return carom_impact_job_of(run)->done;
}

static void members(carom_json *json, const carom_run *run)
{
  const carom_impact_job *job = carom_impact_job_of(run);
  if (job->done) carom_impact_members(json, &job->outcome.contact, &job->outcome.impact);
  carom_misfits_members(json, &run->misfits);
}

static carom_run_energy budget(const carom_run *run)
{
  return carom_impact_energy(&carom_impact_job_of(run)->outcome.impact);
}

/* A single encounter with its speed and largest overlap. */
static bool verdicts(const carom_run *run, carom_verdicts *list)
{
  const carom_impact_job *job = carom_impact_job_of(run);
  const carom_contact *contact = &job->outcome.contact;
  const double speed = job->outcome.impact.speed_in;
  carom_encounters met = {.touches = 0};
  if (!carom_verdicts_room(list, 1)) return false;
  if (!job->done) return true;
  carom_encounters_begin(&met, contact, speed);
  carom_encounters_note(&met, 0, speed);
  carom_encounters_note(&met, job->outcome.impact.peak_overlap, 0);
  carom_encounters_end(&met);
  carom_verdict_add(&list->item[0], contact, &met);
  carom_verdict_judge(&list->item[0]);
  list->count = 1;
  return true;
}

static void destroy(carom_run *run)
{
  (void)run;
}

const carom_run_kind carom_kind_impact = {.size = sizeof(carom_impact_job),
                                          .example = example,
                                          .columns = columns,
                                          .create = create,
                                          .advance = advance,
                                          .time = time_of,
                                          .is_over = is_over,
                                          .members = members,
                                          .budget = budget,
                                          .verdicts = verdicts,
                                          .destroy = destroy};
