/* SPDX-License-Identifier: MIT */
#include "run/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/file.h"

static char *copy(const char *text, size_t length)
{
  char *made = malloc(length + 1);
  if (!made) return NULL;
  memcpy(made, text, length);
  made[length] = '\0';
  return made;
}

static carom_input *fail_memory(carom_input *input, carom_error *err)
{
  carom_input_destroy(input);
  carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  return NULL;
}

carom_input *carom_input_load(const char *path, carom_error *err)
{
  carom_input *input = calloc(1, sizeof *input);
  if (!input) return fail_memory(NULL, err);
  if (carom_file_read(path, CAROM_TREE_BYTES, &input->text, &input->length, err) != CAROM_OK) {
    carom_input_destroy(input);
    return NULL;
  }
  const char *slash = strrchr(path, '/');
  input->path = copy(path, strlen(path));
  input->prefix = copy(path, slash ? (size_t)(slash - path) + 1 : 0);
  if (!input->path || !input->prefix) return fail_memory(input, err);
  input->json = carom_scenario_is_json(path, input->text);
  carom_hash(input->text, input->length, input->hash);
  return input;
}

carom_input *carom_input_of_text(const char *text, size_t length, const char *folder,
                                 carom_error *err)
{
  carom_input *input = calloc(1, sizeof *input);
  if (!input) return fail_memory(NULL, err);
  const size_t room = folder ? strlen(folder) : 0;
  input->text = copy(text, length);
  input->length = length;
  input->prefix = calloc(room + 2, 1);
  if (!input->text || !input->prefix) return fail_memory(input, err);
  if (room) sprintf(input->prefix, "%s%s", folder, folder[room - 1] == '/' ? "" : "/");
  input->json = carom_scenario_is_json("", input->text);
  carom_hash(input->text, input->length, input->hash);
  return input;
}

void carom_input_destroy(carom_input *input)
{
  if (!input) return;
  for (int i = 0; i < input->changes; i++) {
    free((char *)input->change[i].path);
    free((char *)input->change[i].value);
  }
  free(input->change);
  free(input->path);
  free(input->prefix);
  free(input->text);
  carom_tree_free(input->tree);
  carom_scenario_free(input->scenario);
  carom_scenario_free(input->sweep);
  carom_diagnostics_free(&input->found);
  free(input);
}

bool carom_input_change(carom_input *input, const char *path, const char *value,
                        const carom_node *node)
{
  if (input->changes == input->room) {
    const int room = input->room ? 2 * input->room : 8;
    carom_change *grown = realloc(input->change, (size_t)room * sizeof *grown);
    if (!grown) return false;
    input->change = grown;
    input->room = room;
  }
  char *own_path = copy(path, strlen(path));
  char *own_value = value ? copy(value, strlen(value)) : NULL;
  if (!own_path || (value && !own_value)) {
    free(own_path);
    free(own_value);
    return false;
  }
  input->change[input->changes++] = (carom_change){own_path, own_value, node};
  return true;
}

/* The deepest node on a path such as run.step. */
static const carom_node *node_at(const carom_scenario *scenario, const char *path)
{
  const carom_node *node = carom_tree_root(scenario->tree), *found = NULL;
  char key[sizeof((carom_error *)NULL)->where];
  while (*path && node && node->kind == CAROM_NODE_OBJECT) {
    const size_t length = strcspn(path, ".");
    snprintf(key, sizeof key, "%.*s", (int)length, path);
    node = carom_tree_get(node, key);
    if (node) found = node;
    path += length + (path[length] == '.');
  }
  return found;
}

void carom_input_place(const carom_scenario *scenario, carom_error *err)
{
  const carom_node *node = err->line > 0 ? NULL : node_at(scenario, err->where);
  if (node) err->line = node->line, err->column = node->column;
}

/* The changes with room for those of a sweep; freed by the caller. */
static carom_change *with_room(const carom_input *input, int more)
{
  carom_change *all = calloc((size_t)(input->changes + more) + 1, sizeof *all);
  if (all && input->changes) memcpy(all, input->change, (size_t)input->changes * sizeof *all);
  return all;
}

/* Skips warnings that the file gives without this value. */
static void add_warnings(carom_faults *all, const carom_node *value, const carom_faults *one)
{
  for (int i = 0; i < one->warnings; i++) {
    carom_error err = one->warning[i];
    if (err.line == 0) err.line = value->line, err.column = value->column;
    carom_warn_error(all, &err);
  }
  if (one->more_warnings > all->more_warnings) all->more_warnings = one->more_warnings;
}

/* Adds a fault. If a value causes it elsewhere, it names that place; if many values cause the same
 * fault, only the first is added. */
static void add_fault(carom_faults *all, const carom_node *value, const carom_error *one)
{
  carom_error err = *one;
  if (one->line > 0 && *one->where) {
    err.text[0] = '\0';
    carom_append(err.text, sizeof err.text, "%s: %s", one->where, one->text);
  }
  for (int i = 0; i < all->count; i++)
    if (!strcmp(all->fault[i].text, err.text)) return;
  carom_fault_error(all, value, &err);
}

/* Checks one value of a sweep on its own, since there would be too many combinations. */
static void check_value(const carom_input *input, const carom_scenario_axis *axis,
                        const carom_node *value, carom_faults *found)
{
  carom_change *change = with_room(input, 1);
  carom_faults faults;
  if (!change) return;
  change[input->changes] = (carom_change){axis->path, NULL, value};
  carom_scenario *scenario = carom_scenario_read(input->text, input->length, input->json, change,
                                                 input->changes + 1, &faults);
  /* an unattainable restitution is a result of that combination, not a fault */
  if (!scenario && faults.fault[0].code != CAROM_ERR_UNATTAINABLE)
    add_fault(found, value, &faults.fault[0]);
  if (scenario) add_warnings(found, value, &faults);
  carom_scenario_free(scenario);
  free(change);
}

carom_scenario *carom_input_scenario(const carom_input *input, carom_faults *faults)
{
  carom_scenario *scenario = carom_scenario_read(input->text, input->length, input->json,
                                                 input->change, input->changes, faults);
  for (int k = 0; scenario && k < scenario->axes; k++) {
    const carom_scenario_axis *axis = &scenario->axis[k];
    carom_error err = {.code = CAROM_OK};
    if (carom_path_check(scenario->tree, axis->path, &err) != CAROM_OK) {
      carom_fault(faults, axis->node, true, err.code, "%s", err.text);
      continue;
    }
    for (const carom_node *value = axis->node->first; value; value = value->next)
      check_value(input, axis, value, faults);
  }
  if (faults->count == 0) return scenario;
  carom_scenario_free(scenario);
  return NULL;
}

carom_scenario *carom_input_scenario_at(const carom_input *input, const carom_scenario *sweep,
                                        int64_t index, carom_faults *faults)
{
  carom_change *change = with_room(input, sweep->axes);
  *faults = (carom_faults){.count = 0};
  if (!change) {
    carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "out of memory");
    return NULL;
  }
  for (int k = 0; k < sweep->axes; k++)
    change[input->changes + k] = (carom_change){sweep->axis[k].path, NULL,
                                                carom_scenario_value(sweep, (int64_t)index, k)};
  carom_scenario *scenario = carom_scenario_read(input->text, input->length, input->json, change,
                                                 input->changes + sweep->axes, faults);
  free(change);
  return scenario;
}
