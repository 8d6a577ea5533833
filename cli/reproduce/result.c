/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/result.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "io/file.h"

enum { SAMPLES = 401 }; /* of an impact */

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && !strcmp(a, b));
}

static bool same(const repro_run *a, const repro_run *b)
{
  bool equal = !strcmp(a->scenario, b->scenario);
  for (int i = 0; equal && i < REPRO_CHANGES; i++)
    equal = same_text(a->change[i].path, b->change[i].path) &&
            same_text(a->change[i].value, b->change[i].value);
  return equal;
}

const repro_result *lab_find(const repro_lab *lab, const repro_run *run)
{
  for (int i = 0; run->scenario && i < lab->results; i++)
    if (same(lab->result[i].run, run)) return &lab->result[i];
  return NULL;
}

void lab_ask(repro_lab *lab, const repro_run *run)
{
  if (!run->scenario || lab_find(lab, run)) return;
  if (lab->results == lab->room) {
    const int room = lab->room ? 2 * lab->room : 128;
    void *grown = realloc(lab->result, (size_t)room * sizeof *lab->result);
    lab->out_of_memory = lab->out_of_memory || !grown;
    if (!grown) return;
    lab->result = grown;
    lab->room = room;
  }
  memset(&lab->result[lab->results], 0, sizeof *lab->result);
  lab->result[lab->results++].run = run;
}

/* The text of a scenario, from the folder or from those built in. */
static carom_status get_text(const repro_lab *lab, const char *name, char **text, size_t *length,
                             carom_error *err)
{
  char path[OUTPUT_PATH], file[128];
  snprintf(file, sizeof file, "%s.yaml", name);
  if (lab->folder) {
    if (!output_join(path, lab->folder, file))
      return carom_fail(err, CAROM_ERR_IO, "--scenarios", "the path is too long");
    return carom_file_read(path, CAROM_TREE_BYTES, text, length, err);
  }
  for (int i = 0; i < repro_file_count; i++) {
    if (strcmp(repro_files[i].name, file)) continue;
    *length = repro_files[i].length;
    *text = calloc(*length + 1, 1);
    if (!*text) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
    memcpy(*text, repro_files[i].text, *length);
    return CAROM_OK;
  }
  return carom_fail(err, CAROM_ERR_UNKNOWN, file, "this scenario is not part of the command");
}

static carom_status read_scenario(const repro_lab *lab, repro_result *result)
{
  carom_change change[REPRO_CHANGES + 1];
  carom_faults faults;
  char *text = NULL;
  size_t length = 0;
  int changes = 0;
  for (; changes < REPRO_CHANGES && result->run->change[changes].path; changes++)
    change[changes] = (carom_change){result->run->change[changes].path,
                                     result->run->change[changes].value, NULL};
  change[changes++] = (carom_change){"sweep", "none", NULL};
  CAROM_TRY(get_text(lab, result->run->scenario, &text, &length, &result->error));
  result->scenario = carom_scenario_read(text, length, false, change, changes, &faults);
  free(text);
  if (result->scenario) result->scenario->run.any_step = true; /* told, as printed in a paper */
  if (result->scenario) return CAROM_OK;
  result->error = faults.fault[0];
  return faults.fault[0].code;
}

static carom_status compute_impact(repro_result *result)
{
  result->trial = impact_trial(result->scenario);
  const carom_status status = trial_run(&result->trial, &result->outcome);
  result->error = result->outcome.error;
  result->contact = result->outcome.contact;
  if (status != CAROM_OK) return status;
  return trial_record(&result->trial, &result->outcome, NULL, SAMPLES, &result->history,
                      &result->error);
}

static carom_status compute_chain(repro_result *result)
{
  const int first = result->scenario->chain.beads > 1 ? 0 : CAROM_RIGHT_WALL;
  const cli_measured none = {.curves = 0};
  cli_keeper keeper = keeper_of(NULL, result->scenario);
  CAROM_TRY(chain_compute(&result->chain, result->scenario, &keeper, false, &none, &result->error));
  return carom_chain_prepared(result->chain.chain, first, &result->contact, &result->error);
}

static carom_status compute_bounce(repro_result *result)
{
  const cli_measured none = {.curves = 0};
  CAROM_TRY(bounce_compute(&result->bounce, result->scenario, true, &none, &result->error));
  result->contact = result->bounce.first.contact;
  return CAROM_OK;
}

static carom_status compute_mechanism(repro_result *result)
{
  cli_keeper keeper = keeper_of(NULL, result->scenario);
  return mechanism_compute(&result->mechanism, result->scenario, &keeper, true, &result->error);
}

static carom_status compute_problem(repro_result *result)
{
  switch (result->scenario->problem) {
  case CAROM_PROBLEM_IMPACT:
    return compute_impact(result);
  case CAROM_PROBLEM_CHAIN:
    return compute_chain(result);
  case CAROM_PROBLEM_BOUNCE:
    return compute_bounce(result);
  case CAROM_PROBLEM_MECHANISM:
    return compute_mechanism(result);
  default:
    return carom_fail(&result->error, CAROM_ERR_UNKNOWN, result->run->scenario,
                      "this kind of problem is not known here");
  }
}

static void compute(void *user, long index)
{
  const repro_lab *lab = user;
  repro_result *result = &lab->result[index];
  result->status = read_scenario(lab, result);
  if (result->status == CAROM_OK) result->status = compute_problem(result);
}

carom_status lab_compute(repro_lab *lab, int threads)
{
  if (lab->out_of_memory) return CAROM_ERR_MEMORY;
  return carom_parallel(threads, lab->results, compute, lab);
}

void lab_free(repro_lab *lab)
{
  for (int i = 0; i < lab->results; i++) {
    chain_free(&lab->result[i].chain);
    bounce_free(&lab->result[i].bounce);
    mechanism_free(&lab->result[i].mechanism);
    history_free(&lab->result[i].history);
    carom_scenario_free(lab->result[i].scenario);
  }
  free(lab->result);
}

char *run_text(const repro_run *run)
{
  size_t size = 1;
  if (run->scenario) size += strlen(run->scenario) + strlen(".yaml sweep=none");
  for (int i = 0; i < REPRO_CHANGES && run->change[i].path; i++)
    size += strlen(run->change[i].path) + strlen(run->change[i].value) + strlen(" =''");
  char *text = calloc(size, 1);
  if (!text || !run->scenario) return text;
  carom_append(text, size, "%s.yaml sweep=none", run->scenario);
  for (int i = 0; i < REPRO_CHANGES && run->change[i].path; i++)
    carom_append(text, size, " %s='%s'", run->change[i].path, run->change[i].value);
  return text;
}

carom_status points_add(repro_points *points, double x, double y)
{
  if (points->count == points->room) {
    const long room = points->room ? 2 * points->room : 512;
    double *more_x = realloc(points->x, (size_t)room * sizeof *more_x);
    if (!more_x) return CAROM_ERR_MEMORY;
    points->x = more_x;
    double *more_y = realloc(points->y, (size_t)room * sizeof *more_y);
    if (!more_y) return CAROM_ERR_MEMORY;
    points->y = more_y;
    points->room = room;
  }
  points->x[points->count] = x;
  points->y[points->count++] = y;
  return CAROM_OK;
}
