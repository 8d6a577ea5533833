/* SPDX-License-Identifier: MIT */
/* The functions of carom/io.h for inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/kinds.h"
#include "io/schema.h"
#include "run/input.h"

static carom_status missing(carom_error *err, const char *what)
{
  return carom_fail(err, CAROM_ERR_ARGUMENT, what, "must not be NULL");
}

/* Builds the tree for carom_input_get. The check does not use it; it reads the text again. */
static carom_status look(carom_input *made, carom_input **input, carom_error *err)
{
  *input = made;
  if (!made) return err ? err->code : CAROM_ERR_IO;
  const carom_status status = (made->json ? carom_json_read : carom_yaml_read)(
      made->text, made->length, CAROM_TREE_BYTES, &made->tree, err);
  if (status == CAROM_OK) return CAROM_OK;
  carom_input_destroy(made);
  *input = NULL;
  return status;
}

carom_status carom_input_open(const char *path, carom_input **input, carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  if (!input) return missing(err, "input");
  *input = NULL;
  if (!path) return missing(err, "path");
  return look(carom_input_load(path, err ? err : &own), input, err ? err : &own);
}

carom_status carom_input_read(const char *text, size_t length, const char *folder,
                              carom_input **input, carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  if (!input) return missing(err, "input");
  *input = NULL;
  if (!text) return missing(err, "text");
  return look(carom_input_of_text(text, length, folder, err ? err : &own), input, err ? err : &own);
}

/* Discards findings after the text has changed. */
static void forget(carom_input *input)
{
  carom_scenario_free(input->scenario);
  input->scenario = NULL;
  carom_diagnostics_free(&input->found);
}

carom_status carom_input_set(carom_input *input, const char *path, const char *value,
                             carom_error *err)
{
  if (!input) return missing(err, "input");
  if (!path) return missing(err, "path");
  if (!value) return missing(err, "value");
  CAROM_TRY(carom_path_check(input->tree, path, err));
  CAROM_TRY(carom_tree_set(input->tree, path, value, err));
  forget(input);
  if (carom_input_change(input, path, value, NULL)) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MEMORY, path, "out of memory");
}

static const carom_node *step_into(const carom_node *node, const char *step)
{
  if (node->kind != CAROM_NODE_ARRAY) return carom_tree_get(node, step);
  char *end = NULL;
  const int64_t index = strtoll(step, &end, 10);
  return *step && !*end && index >= 0 && index < node->count ? carom_tree_at(node, (int)index)
                                                             : NULL;
}

carom_status carom_input_get(const carom_input *input, const char *path, char *value, size_t size,
                             carom_error *err)
{
  char step[CAROM_TREE_STEP];
  if (!input) return missing(err, "input");
  if (!path) return missing(err, "path");
  if (!value || size == 0) return missing(err, "value");
  const carom_node *node = carom_tree_root(input->tree);
  for (const char *rest = path; node && *rest;)
    node = carom_tree_step(&rest, step) ? step_into(node, step) : NULL;
  value[0] = '\0';
  if (!node) return carom_fail(err, CAROM_ERR_UNKNOWN, path, "the text has no such value");
  carom_tree_print(node, value, size);
  return CAROM_OK;
}

carom_status carom_input_check(carom_input *input, carom_error *err)
{
  carom_faults faults;
  if (!input) return missing(err, "input");
  forget(input);
  input->scenario = carom_input_scenario(input, &faults);
  carom_faults_tell(&faults, carom_diagnostics_keep, &input->found);
  carom_warnings_tell(&faults, carom_diagnostics_keep, &input->found);
  if (input->scenario) return CAROM_OK;
  if (err) *err = faults.fault[0];
  return faults.fault[0].code;
}

const carom_diagnostic *carom_input_diagnostics(const carom_input *input, int *count)
{
  if (count) *count = input ? input->found.count : 0;
  return input ? input->found.item : NULL;
}

const char *carom_input_kind(const carom_input *input)
{
  if (!input || !input->scenario) return NULL;
  return carom_kind_about(input->scenario->problem)->name;
}

const char *carom_input_title(const carom_input *input)
{
  return input && input->scenario ? input->scenario->title : NULL;
}

int64_t carom_input_combinations(const carom_input *input)
{
  enum { MOST = 1000000 };
  return input && input->scenario ? carom_scenario_runs(input->scenario, MOST) : 0;
}

/* A copy with the same text and changes. */
static carom_input *again(const carom_input *input, carom_error *err)
{
  carom_input *one = carom_input_of_text(input->text, input->length, input->prefix, err);
  if (!one) return NULL;
  one->json = input->json;
  bool room = true;
  for (int i = 0; room && i < input->changes; i++)
    room = carom_input_change(one, input->change[i].path, input->change[i].value, NULL);
  if (room) return one;
  carom_input_destroy(one);
  carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  return NULL;
}

carom_status carom_input_combination(const carom_input *input, int64_t index, carom_input **one,
                                     carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  carom_faults faults;
  if (!err) err = &own;
  if (!one) return missing(err, "one");
  *one = NULL;
  if (!input || !input->scenario)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "input", "must be checked first, without a fault");
  if (index < 0 || index >= carom_input_combinations(input))
    return carom_fail(err, CAROM_ERR_RANGE, "index", "there are %lld combinations, from 0",
                      (long long)carom_input_combinations(input));
  carom_input *made = again(input, err);
  if (!made) return err->code;
  /* owns the tree that holds the values */
  made->sweep = carom_scenario_read(input->text, input->length, input->json, input->change,
                                    input->changes, &faults);
  bool room = made->sweep && carom_input_change(made, "sweep", "none", NULL);
  for (int k = 0; room && k < made->sweep->axes; k++)
    room = carom_input_change(made, made->sweep->axis[k].path, NULL,
                              carom_scenario_value(made->sweep, (int64_t)index, k));
  if (!room) {
    carom_input_destroy(made);
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  }
  CAROM_TRY(look(made, one, err));
  for (int i = 0; i < made->changes; i++) {
    const carom_change *c = &made->change[i];
    CAROM_TRY(c->node ? carom_tree_put(made->tree, c->path, c->node, err)
                      : carom_tree_set(made->tree, c->path, c->value, err));
  }
  return CAROM_OK;
}

static carom_status opened(const char *path, FILE **file, carom_error *err)
{
  if (!path) return missing(err, "path");
  *file = fopen(path, "w");
  return *file ? CAROM_OK : carom_fail(err, CAROM_ERR_IO, path, "the file cannot be written");
}

static carom_status closed(FILE *file, const char *path, carom_error *err)
{
  const bool written = !ferror(file);
  if (fclose(file) == 0 && written) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_IO, path, "the file could not be written; is the disk full?");
}

carom_status carom_input_write(const carom_input *input, const char *path, carom_error *err)
{
  FILE *file = NULL;
  if (!input || !input->scenario)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "input", "must be checked first, without a fault");
  CAROM_TRY(opened(path, &file, err));
  carom_scenario_print(input->scenario, file);
  return closed(file, path, err);
}

carom_status carom_schema(const char *path, carom_error *err)
{
  FILE *file = NULL;
  CAROM_TRY(opened(path, &file, err));
  carom_json json = carom_json_to_file(file);
  carom_schema_write(&json);
  const carom_status status = carom_json_finish(&json, err);
  const carom_status end = closed(file, path, status == CAROM_OK ? err : NULL);
  return status == CAROM_OK ? end : status;
}
