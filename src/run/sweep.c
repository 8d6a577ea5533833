/* SPDX-License-Identifier: MIT */
#include "run/sweep.h"

#include <stdlib.h>
#include <string.h>

enum { PATH = 1024 };

/* Stores the members of the result as a JSON object. */
static void keep_json(const carom_run *run, carom_sweep_row *row)
{
  carom_json json = carom_json_to_memory();
  carom_json_object(&json, NULL);
  run->kind->members(&json, run);
  carom_json_end(&json);
  row->status = carom_json_finish(&json, &row->error);
  row->json = json.text;
}

static carom_status run_one(const carom_sweep *sweep, const carom_scenario *one, int64_t index,
                            carom_run **run, carom_error *err)
{
  carom_run_options options = sweep->options;
  char frames[PATH] = "";
  if (sweep->frames) CAROM_TRY(sweep->frames(sweep->user, one, index, frames, sizeof frames, err));
  options.threads = 1;
  if (*frames) options.frames = frames;
  CAROM_TRY(carom_run_of(one, sweep->input->prefix, sweep->measured, &options, run, err));
  return carom_run_advance(*run, CAROM_RUN_END, err);
}

static void compute_one(const carom_sweep *sweep, const carom_scenario *one, int64_t index)
{
  carom_sweep_row *row = &sweep->row[index];
  carom_run *run = NULL;
  row->status = run_one(sweep, one, index, &run, &row->error);
  if (row->status == CAROM_OK) row->done = carom_run_is_over(run);
  if (row->status == CAROM_OK && row->done) {
    row->off = carom_run_budget(run).off;
    sweep->computed(sweep->user, index, run);
    keep_json(run, row);
    row->misfits = run->misfits;
    run->misfits = (carom_misfits){.count = 0};
  }
  carom_run_destroy(run);
}

static void compute(void *user, int64_t index)
{
  const carom_sweep *sweep = user;
  carom_sweep_row *row = &sweep->row[index];
  carom_faults faults;
  if (sweep->options.stop && sweep->options.stop(sweep->options.user)) return;
  carom_scenario *one = carom_input_scenario_at(sweep->input, sweep->scenario, index, &faults);
  row->done = true;
  if (one) {
    compute_one(sweep, one, index);
  } else {
    row->error = faults.fault[0];
    row->status = row->error.code;
  }
  carom_scenario_free(one);
  if (sweep->finished) sweep->finished(sweep->user, index);
}

carom_status carom_sweep_compute(carom_sweep *sweep, int threads, carom_error *err)
{
  enum { MOST = 1000000 };
  sweep->count = carom_scenario_runs(sweep->scenario, MOST);
  sweep->row = calloc((size_t)sweep->count, sizeof *sweep->row);
  if (sweep->row && carom_parallel(threads, (int64_t)sweep->count, compute, sweep) == CAROM_OK)
    return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MEMORY, "sweep", "out of memory; vary fewer settings");
}

void carom_sweep_free(carom_sweep *sweep)
{
  for (int64_t i = 0; sweep->row && i < sweep->count; i++) {
    free(sweep->row[i].json);
    carom_misfits_free(&sweep->row[i].misfits);
  }
  free(sweep->row);
  sweep->row = NULL;
}

static void copy_node(carom_json *json, const char *key, const carom_node *node)
{
  switch (node->kind) {
  case CAROM_NODE_OBJECT:
  case CAROM_NODE_ARRAY:
    if (node->kind == CAROM_NODE_OBJECT)
      carom_json_object(json, key);
    else
      carom_json_array(json, key);
    for (const carom_node *item = node->first; item; item = item->next)
      copy_node(json, item->key, item);
    carom_json_end(json);
    break;
  case CAROM_NODE_NUMBER:
    carom_json_number(json, key, node->number);
    break;
  case CAROM_NODE_STRING:
    carom_json_string(json, key, node->text);
    break;
  default:
    carom_json_null(json, key);
  }
}

static void write_row(carom_json *json, const carom_sweep *sweep, int64_t index)
{
  const carom_sweep_row *row = &sweep->row[index];
  if (!row->done) return;
  carom_json_object(json, NULL);
  carom_json_object(json, "set");
  for (int k = 0; k < sweep->scenario->axes; k++) {
    const carom_node *value = carom_scenario_value(sweep->scenario, (int64_t)index, k);
    copy_node(json, sweep->scenario->axis[k].path, value);
  }
  carom_json_end(json);
  if (row->status != CAROM_OK) {
    carom_json_string(json, "error", row->error.text);
  } else {
    carom_tree *tree = NULL;
    if (carom_json_read(row->json, strlen(row->json), (size_t)-1, &tree, NULL) == CAROM_OK) {
      for (const carom_node *item = carom_tree_root(tree)->first; item; item = item->next)
        copy_node(json, item->key, item);
      carom_tree_free(tree);
    }
  }
  carom_json_end(json);
}

void carom_sweep_members(carom_json *json, const carom_sweep *sweep)
{
  carom_json_array(json, "runs");
  for (int64_t i = 0; i < sweep->count; i++)
    write_row(json, sweep, i);
  carom_json_end(json);
}
