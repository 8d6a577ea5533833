/* SPDX-License-Identifier: MIT */
/* Runs of a paper: a scenario or another run, and changes to it. */
#include <string.h>

#include "core/text.h"
#include "io/paper_parts.h"

static const carom_key run_keys[] = {
    {"scenario", CAROM_KEY_TEXT, false, "a file of scenarios/, as in scenario: two_spheres_8",
     NULL},
    {"like", CAROM_KEY_TEXT, false, "a run given above, as in like: edem_8", NULL},
    {"set", CAROM_KEY_MAP, false, "values by path, as in set: {impact.speed: 2 m/s}", NULL},
};

static const char *run_name(const void *user, int index)
{
  const carom_paper_reader *in = user;
  return in->run[index].name;
}

/* Finds a run by name; NULL after a fault. */
static const carom_paper_run *named(carom_paper_reader *in, const carom_node *node)
{
  const char *name = carom_schema_read_text(node, in->faults, "the name of a run");
  if (!name) return NULL;
  for (int i = 0; i < in->runs; i++)
    if (!strcmp(in->run[i].name, name)) return &in->run[i].run;
  const char *near = carom_nearest_name(name, in->runs, run_name, in);
  carom_fault(in->faults, node, false, CAROM_ERR_UNKNOWN, "there is no run '%.60s'; %s%.60s%s",
              name, near ? "did you mean '" : "give it under 'runs', above those that are like it",
              near ? near : "", near ? "'?" : "");
  return NULL;
}

/* Prints lists and groups in one line, as on the command line. NULL after a fault. */
static const char *one_line(carom_paper_reader *in, const carom_node *node, const carom_node *at)
{
  enum { LONGEST = 8192 };
  char text[LONGEST];
  carom_tree_print(node, text, sizeof text);
  if (strlen(text) >= sizeof text - 4) {
    carom_fault(in->faults, at, false, CAROM_ERR_RANGE, "this value is longer than %d characters",
                LONGEST - 8);
    return NULL;
  }
  const char *copy = carom_tree_copy(in->tree, text, strlen(text));
  if (!copy) carom_fault(in->faults, at, false, CAROM_ERR_MEMORY, "there is not enough memory");
  return copy;
}

static const char *value_of(carom_paper_reader *in, const carom_node *node)
{
  if (node->kind == CAROM_NODE_ARRAY || node->kind == CAROM_NODE_OBJECT)
    return one_line(in, node, node);
  return carom_schema_read_text(node, in->faults, "a value");
}

/* A group or list with the value at a path replaced. NULL after a fault. */
static const char *replaced(carom_paper_reader *in, const char *whole, const char *path,
                            const char *value, const carom_node *node)
{
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  const char *text = NULL;
  if (carom_yaml_read(whole, strlen(whole), CAROM_TREE_BYTES, &tree, &err) == CAROM_OK &&
      carom_tree_set(tree, path, value, &err) == CAROM_OK)
    text = one_line(in, carom_tree_root(tree), node);
  else
    carom_fault(in->faults, node, true, err.code, "%s", err.text);
  carom_tree_free(tree);
  return text;
}

/* Adds a change: it replaces one with the same path, modifies one whose path leads to it, or is
 * appended. */
static void change(carom_paper_reader *in, carom_change *list, int *count, const carom_node *node)
{
  const char *value = value_of(in, node);
  if (!value) return;
  for (int i = 0; i < *count; i++) {
    const size_t length = strlen(list[i].path);
    if (strncmp(node->key, list[i].path, length) != 0) continue;
    if (node->key[length] && node->key[length] != '.') continue;
    if (node->key[length]) value = replaced(in, list[i].value, node->key + length + 1, value, node);
    if (value) list[i].value = value;
    return;
  }
  list[(*count)++] = (carom_change){.path = node->key, .value = value};
}

static const char *scenario_name(carom_paper_reader *in, const carom_node *node)
{
  enum { LONGEST = 64 };
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  const char *text = carom_paper_text(in, node);
  if (*text && strlen(text) <= LONGEST && !text[strspn(text, letters)]) return text;
  carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
              "the name of a file in scenarios/ is expected, without its folder and '.yaml'");
  return "";
}

/* False after a fault. */
static bool read_run(carom_paper_reader *in, const carom_node *node, carom_paper_run *run)
{
  const carom_group group = CAROM_GROUP("run", "a run", "a scenario and what is changed in it",
                                        CAROM_NO_FIELDS, CAROM_NO_FIELDS, run_keys);
  const int before = in->faults->count + in->faults->more;
  carom_group_values found;
  carom_schema_read(&group, node, in->faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return false;
  const carom_node *scenario = carom_group_key_node(&found, "scenario");
  const carom_node *like = carom_group_key_node(&found, "like"),
                   *set = carom_group_key_node(&found, "set");
  const carom_paper_run *base = like ? named(in, like) : NULL;
  if (!scenario && !like)
    carom_fault(in->faults, node, false, CAROM_ERR_MISSING,
                "'scenario' is missing: a file of scenarios/, or another run that this one is "
                "'like'");
  if (set && set->kind != CAROM_NODE_OBJECT) {
    carom_fault(in->faults, set, false, CAROM_ERR_SYNTAX,
                "values by path are expected, as in {impact.speed: 2 m/s}, not %s",
                carom_tree_kind_text(set));
    return false;
  }
  *run = (carom_paper_run){.node = node};
  run->scenario = scenario ? scenario_name(in, scenario) : base ? base->scenario : "";
  const int room = (base ? base->changes : 0) + (set ? set->count : 0);
  carom_change *list = room ? carom_paper_room(in, room, sizeof *list) : NULL;
  if (room && !list) return false;
  if (base && base->changes) memcpy(list, base->change, (size_t)base->changes * sizeof *list);
  run->changes = base ? base->changes : 0;
  for (const carom_node *item = set ? set->first : NULL; item; item = item->next)
    change(in, list, &run->changes, item);
  run->change = list;
  return in->faults->count + in->faults->more == before;
}

void carom_read_paper_runs(carom_paper_reader *in, const carom_node *node)
{
  if (!node) return;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
                "runs by name are expected, as in {ml_8: {scenario: two_spheres_8}}, not %s",
                carom_tree_kind_text(node));
    return;
  }
  if (node->count == 0) return;
  in->run = carom_paper_room(in, node->count, sizeof *in->run);
  if (!in->run) return;
  for (const carom_node *item = node->first; item; item = item->next) {
    carom_paper_run run = {.scenario = ""};
    read_run(in, item, &run);
    in->run[in->runs++] = (carom_named_run){item->key, run};
  }
}

const carom_paper_run *carom_read_paper_run(carom_paper_reader *in, const carom_node *node)
{
  if (node->kind != CAROM_NODE_OBJECT) return named(in, node);
  carom_paper_run *run = carom_paper_room(in, 1, sizeof *run);
  return run && read_run(in, node, run) ? run : NULL;
}
