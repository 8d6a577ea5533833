/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/result.h"

#include <stdlib.h>
#include <string.h>

#include "cli/reproduce/files.h"
#include "run/impact.h"

enum { SAMPLES = 401 }; /* of an impact */

static bool same(const carom_paper_run *a, const carom_paper_run *b)
{
  bool equal = !strcmp(a->scenario, b->scenario) && a->changes == b->changes;
  for (int i = 0; equal && i < a->changes; i++)
    equal = !strcmp(a->change[i].path, b->change[i].path) &&
            !strcmp(a->change[i].value, b->change[i].value);
  return equal;
}

const repro_result *lab_find(const repro_lab *lab, const carom_paper_run *run)
{
  for (int i = 0; run && i < lab->results; i++)
    if (same(lab->result[i].run, run)) return &lab->result[i];
  return NULL;
}

void lab_ask(repro_lab *lab, const carom_paper_run *run, int paper)
{
  if (!run || lab_find(lab, run)) return;
  if (lab->results == lab->room) {
    const int room = lab->room ? 2 * lab->room : 128;
    void *grown = realloc(lab->result, (size_t)room * sizeof *lab->result);
    lab->out_of_memory = lab->out_of_memory || !grown;
    if (!grown) return;
    lab->result = grown;
    lab->room = room;
  }
  memset(&lab->result[lab->results], 0, sizeof *lab->result);
  lab->result[lab->results].paper = paper;
  lab->result[lab->results++].run = run;
}

static carom_status read_scenario(const repro_lab *lab, repro_result *result)
{
  const carom_paper_run *run = result->run;
  carom_change *change = calloc((size_t)run->changes + 1, sizeof *change);
  carom_faults faults;
  char *text = NULL, file[128];
  size_t length = 0;
  if (!change) return carom_fail(&result->error, CAROM_ERR_MEMORY, NULL, "out of memory");
  if (run->changes) memcpy(change, run->change, (size_t)run->changes * sizeof *change);
  change[run->changes] = (carom_change){"sweep", "none", NULL};
  snprintf(file, sizeof file, "%s.yaml", run->scenario);
  carom_status status = files_text(repro_scenarios, repro_scenarios_count, lab->folder, file, &text,
                                   &length, &result->error);
  if (status == CAROM_OK) {
    result->scenario = carom_scenario_read(text, length, false, change, run->changes + 1, &faults);
    if (result->scenario)
      result->scenario->run.any_step = true; /* long steps only give a warning, as in a paper */
    else
      result->error = faults.fault[0];
    status = result->scenario ? CAROM_OK : result->error.code;
  }
  free(text);
  free(change);
  return status;
}

/* Keeps the warnings of a run, such as steps that are too long. */
static void lab_tell(void *user, const carom_diagnostic *diagnostic)
{
  (void)user;
  message_diagnostic("", diagnostic);
}

static carom_status compute_impact(repro_result *result)
{
  const carom_scenario *s = result->scenario;
  result->trial.contact = carom_scenario_joint_def(s, &s->joint[0]);
  result->trial.impact = carom_impact_like(s);
  const carom_status status = carom_outcome_find(&result->trial.contact, &result->trial.impact,
                                                 &result->outcome);
  result->error = result->outcome.error;
  result->contact = result->outcome.contact;
  if (status != CAROM_OK) return status;
  return carom_history_find(&result->trial.impact, &result->outcome, NULL,
                            carom_history_every(&result->outcome, SAMPLES), &result->history,
                            &result->error);
}

/* Computes anything but an impact, with the record from which numbers and curves are taken. */
static carom_status compute_run(repro_result *result)
{
  const carom_scenario *s = result->scenario;
  const carom_measured_files none = {.curves = 0};
  carom_run_options options = carom_run_default();
  options.record = s->problem != CAROM_KIND_CHAIN; /* it keeps rows anyway, and no picture */
  options.tell = lab_tell;
  CAROM_TRY(carom_run_of(s, "", &none, &options, &result->job, &result->error));
  return carom_run_advance(result->job, CAROM_RUN_END, &result->error);
}

static carom_status compute_problem(repro_result *result)
{
  const carom_scenario_kind problem = result->scenario->problem;
  if (problem == CAROM_KIND_IMPACT) return compute_impact(result);
  if (problem != CAROM_KIND_CHAIN && problem != CAROM_KIND_BOUNCE &&
      problem != CAROM_KIND_MECHANISM)
    return carom_fail(&result->error, CAROM_ERR_UNKNOWN, result->run->scenario,
                      "this kind of problem is not known here");
  CAROM_TRY(compute_run(result));
  if (problem == CAROM_KIND_BOUNCE) {
    result->bounce = carom_bounce_job_of(result->job);
    result->contact = result->bounce->first.contact;
  } else if (problem == CAROM_KIND_MECHANISM) {
    result->mechanism = carom_mechanism_job_of(result->job);
  } else {
    const int first = result->scenario->chain.beads > 1 ? 0 : CAROM_RIGHT_WALL;
    result->chain = carom_chain_job_of(result->job);
    return carom_chain_prepared(result->chain->chain, first, &result->contact, &result->error);
  }
  return CAROM_OK;
}

static void read_one(void *user, int64_t index)
{
  const repro_lab *lab = user;
  repro_result *result = &lab->result[index];
  result->status = read_scenario(lab, result);
  result->misread = result->status != CAROM_OK;
}

static void compute_one(void *user, int64_t index)
{
  const repro_lab *lab = user;
  repro_result *result = &lab->result[index];
  if (!result->misread) result->status = compute_problem(result);
}

carom_status lab_read(repro_lab *lab, int threads)
{
  if (lab->out_of_memory) return CAROM_ERR_MEMORY;
  return carom_parallel(threads, lab->results, read_one, lab);
}

carom_status lab_compute(repro_lab *lab, int threads)
{
  return carom_parallel(threads, lab->results, compute_one, lab);
}

void lab_free(repro_lab *lab)
{
  for (int i = 0; i < lab->results; i++) {
    carom_run_destroy(lab->result[i].job);
    carom_history_free(&lab->result[i].history);
    carom_scenario_free(lab->result[i].scenario);
  }
  free(lab->result);
}

char *run_text(const carom_paper_run *run)
{
  size_t size = 1;
  if (run) size += strlen(run->scenario) + strlen(".yaml sweep=none");
  for (int i = 0; run && i < run->changes; i++)
    size += strlen(run->change[i].path) + strlen(run->change[i].value) + strlen(" =''");
  char *text = calloc(size, 1);
  if (!text || !run) return text;
  carom_append(text, size, "%s.yaml sweep=none", run->scenario);
  for (int i = 0; i < run->changes; i++)
    carom_append(text, size, " %s='%s'", run->change[i].path, run->change[i].value);
  return text;
}
