/* SPDX-License-Identifier: MIT */
#include "cli/run/scenario_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/file.h"

static int out_of_memory(void)
{
  message_usage(NULL, "out of memory");
  return ENDED_BADLY;
}

int file_read(const cli_arguments *given, cli_file *file)
{
  carom_error err = {.code = CAROM_OK};
  *file = (cli_file){.path = NULL};
  if (given->words != 1)
    return message_usage(given->words ? given->word[1] : NULL,
                         given->words ? "only one file can be named"
                                      : "name a scenario file ('carom new impact' prints one)");
  file->path = given->word[0];
  if (carom_file_read(file->path, CAROM_TREE_BYTES, &file->text, &file->length, &err) != CAROM_OK)
    return message_usage(NULL, "%s", err.text);
  file->json = carom_scenario_is_json(file->path, file->text);
  carom_hash(file->text, file->length, file->hash);
  file->change = calloc((size_t)given->assignments + 1, sizeof *file->change);
  if (!file->change) return out_of_memory();
  for (int i = 0; i < given->assignments; i++)
    file->change[file->changes++] = (carom_change){given->assigned[i].name,
                                                   given->assigned[i].value, NULL};
  return ENDED_WELL;
}

void file_free(cli_file *file)
{
  free(file->text);
  free(file->change);
}

int file_fault(const cli_file *file, const carom_error *err)
{
  message_place(file->path, err);
  return err->code == CAROM_ERR_MEMORY && err->line == 0 ? ENDED_BADLY : ENDED_EARLY;
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

int file_fault_in(const cli_file *file, const carom_scenario *scenario, const carom_error *err)
{
  carom_error placed = *err;
  const carom_node *node = err->line > 0 ? NULL : node_at(scenario, err->where);
  if (node) placed.line = node->line, placed.column = node->column;
  return file_fault(file, &placed);
}

static int tell_all(const cli_file *file, const carom_faults *faults)
{
  for (int i = 0; i < faults->count; i++)
    message_place(file->path, &faults->fault[i]);
  if (faults->more > 0) message_note("and %d more faults", faults->more);
  return faults->fault[0].code == CAROM_ERR_MEMORY ? ENDED_BADLY : ENDED_EARLY;
}

void file_warnings(const cli_file *file, const carom_faults *faults)
{
  for (int i = 0; i < faults->warnings; i++)
    message_warning_place(file->path, &faults->warning[i]);
  if (faults->more_warnings > 0) message_note("and %d more warnings", faults->more_warnings);
}

/* The changes of the command line and those of a sweep; freed by the caller. */
static carom_change *with_room(const cli_file *file, int more)
{
  carom_change *all = calloc((size_t)(file->changes + more) + 1, sizeof *all);
  if (all) memcpy(all, file->change, (size_t)file->changes * sizeof *all);
  return all;
}

/* Those that the file gives without this value are there already. */
static void add_warnings(carom_faults *all, const carom_node *value, const carom_faults *one)
{
  for (int i = 0; i < one->warnings; i++) {
    carom_error err = one->warning[i];
    if (err.line == 0) err.line = value->line, err.column = value->column;
    carom_warn_error(all, &err);
  }
  if (one->more_warnings > all->more_warnings) all->more_warnings = one->more_warnings;
}

/* A fault that a value brings about elsewhere names that place; of many values with the same fault
 * the first is enough. */
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

/* One value of a sweep by itself: all combinations would be too many. */
static void check_value(const cli_file *file, const carom_scenario_axis *axis,
                        const carom_node *value, carom_faults *found)
{
  carom_change *change = with_room(file, 1);
  carom_faults faults;
  if (!change) return;
  change[file->changes] = (carom_change){axis->path, NULL, value};
  carom_scenario *scenario = carom_scenario_read(file->text, file->length, file->json, change,
                                                 file->changes + 1, &faults);
  /* a restitution that cannot be delivered is a row of the table, as in 'carom impact --sweep' */
  if (!scenario && faults.fault[0].code != CAROM_ERR_UNATTAINABLE)
    add_fault(found, value, &faults.fault[0]);
  if (scenario) add_warnings(found, value, &faults);
  carom_scenario_free(scenario);
  free(change);
}

carom_scenario *file_scenario(const cli_file *file, int *code)
{
  carom_faults faults;
  carom_scenario *scenario = carom_scenario_read(file->text, file->length, file->json, file->change,
                                                 file->changes, &faults);
  for (int k = 0; scenario && k < scenario->axes; k++) {
    const carom_scenario_axis *axis = &scenario->axis[k];
    carom_error err = {.code = CAROM_OK};
    if (carom_path_check(scenario->tree, axis->path, &err) != CAROM_OK) {
      carom_fault(&faults, axis->node, true, err.code, "%s", err.text);
      continue;
    }
    for (const carom_node *value = axis->node->first; value; value = value->next)
      check_value(file, axis, value, &faults);
  }
  if (faults.count == 0) {
    file_warnings(file, &faults);
    return scenario;
  }
  *code = tell_all(file, &faults);
  carom_scenario_free(scenario);
  return NULL;
}

carom_scenario *file_combination(const cli_file *file, const carom_scenario *sweep, long index,
                                 carom_faults *faults)
{
  carom_change *change = with_room(file, sweep->axes);
  *faults = (carom_faults){.count = 0};
  if (!change) {
    carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "out of memory");
    return NULL;
  }
  for (int k = 0; k < sweep->axes; k++)
    change[file->changes + k] = (carom_change){sweep->axis[k].path, NULL,
                                               carom_scenario_value(sweep, index, k)};
  carom_scenario *scenario = carom_scenario_read(file->text, file->length, file->json, change,
                                                 file->changes + sweep->axes, faults);
  free(change);
  return scenario;
}
