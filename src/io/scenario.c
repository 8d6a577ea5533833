/* SPDX-License-Identifier: MIT */
#include "io/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/kinds.h"
#include "io/scenario_parts.h"

void *carom_scenario_room(carom_scenario *scenario, size_t count, size_t size, carom_faults *faults)
{
  void *room = carom_tree_items(scenario->tree, count, size);
  if (!room)
    carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "there is not enough memory for this file");
  return room;
}

void *carom_scenario_more(carom_scenario *scenario, const void *held, size_t used, size_t count,
                          size_t size, carom_faults *faults)
{
  void *room = carom_scenario_room(scenario, count, size, faults);
  if (room && used > 0) memcpy(room, held, used * size);
  return room;
}

bool carom_whole(const carom_group_values *found, const char *name, carom_faults *faults)
{
  const double value = carom_group_value(found, name);
  if (value == (double)(int64_t)value) return true;
  carom_fault(faults, carom_group_value_node(found, name), false, CAROM_ERR_RANGE,
              "'%s' is a whole number, not %g", name, value);
  return false;
}

static void read_version(const carom_node *node, carom_faults *faults)
{
  const char *text = carom_schema_read_text(node, faults, "the version of the format, 1,");
  if (text && strcmp(text, "1") != 0)
    carom_fault(faults, node, false, CAROM_ERR_RANGE,
                "this is version '%.20s' of the format; this program knows version 1, write "
                "carom: 1",
                text);
}

/* "impact, chain or ..." */
static const char *all_problems(char *text, size_t size)
{
  text[0] = '\0';
  for (int i = 0; i < CAROM_KINDS; i++)
    carom_append(text, size, "%s'%s'",
                 i == 0                 ? ""
                 : i == CAROM_KINDS - 1 ? " or "
                                        : ", ",
                 carom_kind_about((carom_scenario_kind)i)->name);
  return text;
}

/* Finds the problem, of which a file contains exactly one. */
static const carom_node *find_problem(carom_scenario *scenario, const carom_group_values *file,
                                      carom_faults *faults)
{
  char known[120];
  const carom_node *first = NULL;
  scenario->problem = CAROM_KIND_NONE;
  for (int i = 0; i < CAROM_KINDS; i++) {
    const carom_node *node = carom_group_key_node(file,
                                                  carom_kind_about((carom_scenario_kind)i)->name);
    if (node && first) {
      const bool later = node->index > first->index;
      carom_fault(faults, later ? node : first, true, CAROM_ERR_CONFLICT,
                  "a file holds one problem, but there are '%s' and '%s'; remove one", first->key,
                  node->key);
      scenario->problem = CAROM_KIND_NONE;
      return NULL;
    }
    if (!node) continue;
    first = node;
    scenario->problem = (carom_scenario_kind)i;
  }
  if (!first)
    carom_fault(faults, file->node, false, CAROM_ERR_MISSING,
                "there is nothing to compute: add %s ('carom new' prints an example)",
                all_problems(known, sizeof known));
  return first;
}

/* Adds a fault if contacts are missing; some problems need none. */
static void need_contacts(const carom_kind_info *kind, const carom_group_values *file,
                          carom_faults *faults)
{
  static const char *const needed[] = {"materials", "contacts"};
  for (int i = 0; i < 2 && kind->needs_contacts; i++) {
    const int key = carom_group_find_key(&file->group, needed[i]);
    if (!file->key[key])
      carom_fault(faults, file->node, false, CAROM_ERR_MISSING, "'%s' is missing: %s", needed[i],
                  file->group.key[key].text);
  }
}

static void refuse_sliding(const carom_scenario *scenario, const carom_kind_info *kind,
                           carom_faults *faults)
{
  static const char *const does[CAROM_CONTACT_STAGES] = {"slides", "rolls", "twists", "is pulled"};
  for (int i = 0; i < scenario->contacts && !kind->slides; i++)
    for (int k = 0; k < CAROM_CONTACT_STAGES; k++) {
      const carom_node *node = carom_tree_get(scenario->contact[i].node, carom_stage_name(k));
      if (node)
        carom_fault(faults, node, true, CAROM_ERR_CONFLICT, "nothing %s in %s; leave '%s' out",
                    does[k], kind->owner, carom_stage_name(k));
    }
}

static void read_problem(carom_scenario *scenario, const carom_group_values *file,
                         carom_faults *faults)
{
  const carom_node *node = find_problem(scenario, file, faults);
  if (!node) return;
  const carom_kind_info *kind = carom_kind_about(scenario->problem);
  need_contacts(kind, file, faults);
  refuse_sliding(scenario, kind, faults);
  if (scenario->problem != CAROM_KIND_SCENE) carom_refuse_any(scenario, faults);
  kind->read(scenario, node, faults);
}

/* Names appear in tables, headers of CSV files and messages, so they must be a single nonempty
 * line. */
static void check_names(const carom_node *node, carom_faults *faults)
{
  for (const carom_node *item = node->first; item; item = item->next) {
    bool good = !item->key || *item->key;
    for (const char *c = item->key; c && *c; c++)
      good = good && !carom_control_at(c);
    if (!good)
      carom_fault(faults, item, true, CAROM_ERR_SYNTAX,
                  "a name is one line of text without tabs and control characters; write another");
    check_names(item, faults);
  }
}

/* Reads the title, which is printed unchanged. */
static const char *read_title(const carom_node *node, carom_faults *faults)
{
  const char *text = carom_schema_read_text(node, faults, "a text");
  for (const char *c = text; c && *c; c++)
    if (carom_control_at(c) && *c != '\n' && *c != '\t') {
      carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                  "a title is text without control characters; write another");
      break;
    }
  return text;
}

static void read_file(carom_scenario *scenario, carom_faults *faults)
{
  const carom_node *root = carom_tree_root(scenario->tree);
  const carom_group group = carom_group_file();
  carom_group_values file;
  check_names(root, faults);
  carom_schema_read(&group, root, faults, &file);
  if (root->kind != CAROM_NODE_OBJECT) return;
  const carom_node *version = carom_group_key_node(&file, "carom");
  const carom_node *title = carom_group_key_node(&file, "title");
  const carom_node *materials = carom_group_key_node(&file, "materials");
  const carom_node *contacts = carom_group_key_node(&file, "contacts");
  scenario->title = "";
  if (version) read_version(version, faults);
  if (title) scenario->title = read_title(title, faults);
  if (materials) carom_read_materials(scenario, materials, faults);
  if (contacts) carom_read_contacts(scenario, contacts, faults);
  read_problem(scenario, &file, faults);
  carom_read_run(scenario, carom_group_key_node(&file, "run"), root, faults);
  carom_read_record(scenario, carom_group_key_node(&file, "record"), faults);
  carom_read_measured(scenario, carom_group_key_node(&file, "measured"), faults);
  carom_read_sweep(scenario, carom_group_key_node(&file, "sweep"), faults);
}

/* The node that an error of carom_contact_prepare is about: a setting of the contact, a field of
 * one of its bodies or of the problem. */
static const carom_node *blamed(const carom_scenario *scenario, const carom_scenario_joint *joint,
                                const char *where)
{
  const carom_node *contact = scenario->contact[joint->contact].node;
  const carom_node *setting = carom_tree_get(contact, where);
  if (setting) return setting;
  const bool of_body = (where[0] == 'a' || where[0] == 'b') && where[1] == '.';
  const carom_node *body = of_body ? joint->body[where[0] - 'a'] : joint->node;
  const carom_node *field = body ? carom_tree_get(body, of_body ? where + 2 : where) : NULL;
  if (field) return field;
  return of_body && body ? body : contact;
}

carom_contact_def carom_scenario_joint_def(const carom_scenario *scenario,
                                           const carom_scenario_joint *joint)
{
  carom_contact_def def = scenario->contact[joint->contact].def;
  def.a = joint->a;
  def.b = joint->b;
  def.speed = joint->speed;
  def.reduced_mass = joint->reduced_mass;
  return def;
}

static bool same_material(const carom_material *a, const carom_material *b)
{
  return a->young == b->young && a->poisson == b->poisson && a->density == b->density &&
         a->yield == b->yield;
}

static bool same_body(const carom_body *a, const carom_body *b)
{
  return a->shape == b->shape && a->radius == b->radius && a->mass == b->mass &&
         a->fixed == b->fixed && same_material(&a->material, &b->material);
}

/* Skips repetitions: beads that are listed one by one are often equal. */
static bool same_joint(const carom_scenario_joint *a, const carom_scenario_joint *b)
{
  return a->contact == b->contact && a->speed == b->speed && a->reduced_mass == b->reduced_mass &&
         same_body(&a->a, &b->a) && same_body(&a->b, &b->b);
}

/* Prepares every kind of contact once, because calibration may reject what the tables permit. */
static void prepare(const carom_scenario *scenario, carom_faults *faults)
{
  const carom_scenario_joint *good = NULL; /* the last one that was successful */
  for (int i = 0; i < scenario->joints; i++) {
    const carom_scenario_joint *joint = &scenario->joint[i];
    carom_contact contact;
    carom_error err = {.code = CAROM_OK};
    if (good && same_joint(good, joint)) continue;
    const carom_contact_def def = carom_scenario_joint_def(scenario, joint);
    if (carom_contact_prepare(&def, &contact, &err) == CAROM_OK) {
      good = joint;
      continue;
    }
    if (carom_fault_material(scenario, joint->material, &err, faults)) continue;
    carom_fault_error(faults, blamed(scenario, joint, err.where), &err);
  }
}

static carom_tree *read_tree(const char *text, size_t length, bool json, carom_faults *faults)
{
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  if ((json ? carom_json_read : carom_yaml_read)(text, length, CAROM_TREE_BYTES, &tree, &err) !=
      CAROM_OK)
    carom_fault_error(faults, NULL, &err);
  return tree;
}

/* True if a path leads to what another one names, or to a part of it. */
static bool leads_into(const char *path, const char *other)
{
  char one[CAROM_TREE_STEP], two[CAROM_TREE_STEP];
  while (*other)
    if (!*path || !carom_tree_step(&path, one) || !carom_tree_step(&other, two) ||
        !carom_same_name(one, two))
      return false;
  return true;
}

/* Reports values that would have no effect because every combination of a sweep overrides them. */
static void check_replaced(const carom_tree *tree, const carom_change *change, int changes,
                           carom_faults *faults)
{
  const carom_node *sweep = carom_tree_get(carom_tree_root(tree), "sweep");
  for (int i = 0; i < changes; i++)
    for (const carom_node *axis = sweep ? sweep->first : NULL; axis; axis = axis->next) {
      carom_error err = {.code = CAROM_OK};
      if (change[i].node || !axis->key || !leads_into(change[i].path, axis->key)) continue;
      carom_fail(&err, CAROM_ERR_CONFLICT, change[i].path,
                 "the sweep gives '%.80s' a value of its own in every run, so that this one would "
                 "change nothing; set 'sweep.%.80s' instead, or leave the sweep out by sweep=none",
                 axis->key, axis->key);
      carom_fault_error(faults, NULL, &err);
    }
}

/* If memory ran out, parts are missing and other faults may be consequences, so only that one is
 * kept. */
static void keep_lack_of_memory(carom_faults *faults)
{
  for (int i = 0; i < faults->count; i++)
    if (faults->fault[i].code == CAROM_ERR_MEMORY) {
      faults->fault[0] = faults->fault[i];
      faults->count = 1;
      faults->more = 0;
    }
}

static carom_scenario *read_scenario(const char *text, size_t length, bool json,
                                     const carom_change *change, int changes, bool tried,
                                     carom_faults *faults)
{
  *faults = (carom_faults){.count = 0};
  carom_tree *tree = read_tree(text, length, json, faults);
  if (!tree) return NULL;
  for (int i = 0; i < changes; i++) {
    carom_error err = {.code = CAROM_OK};
    const carom_change *c = &change[i];
    carom_status status = carom_path_check(tree, c->path, &err);
    if (status == CAROM_OK)
      status = c->node ? carom_tree_put(tree, c->path, c->node, &err)
                       : carom_tree_set(tree, c->path, c->value, &err);
    if (status != CAROM_OK) carom_fault_error(faults, NULL, &err);
  }
  check_replaced(tree, change, changes, faults);
  carom_scenario *scenario = carom_tree_items(tree, 1, sizeof *scenario);
  if (!scenario) {
    carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "there is not enough memory for this file");
    carom_tree_free(tree);
    return NULL;
  }
  scenario->tree = tree;
  if (faults->count == 0) read_file(scenario, faults);
  if (tried && faults->count == 0) prepare(scenario, faults);
  if (tried && faults->count == 0) carom_tell_unused(scenario, faults);
  if (faults->count == 0) return scenario;
  keep_lack_of_memory(faults);
  carom_tree_free(tree);
  return NULL;
}

carom_scenario *carom_scenario_read(const char *text, size_t length, bool json,
                                    const carom_change *change, int changes, carom_faults *faults)
{
  return read_scenario(text, length, json, change, changes, true, faults);
}

carom_scenario *carom_scenario_parse(const char *text, size_t length, bool json,
                                     const carom_change *change, int changes, carom_faults *faults)
{
  return read_scenario(text, length, json, change, changes, false, faults);
}

void carom_scenario_free(carom_scenario *scenario)
{
  if (scenario) carom_tree_free(scenario->tree);
}

bool carom_scenario_is_json(const char *path, const char *text)
{
  const char *dot = strrchr(path, '.');
  if (dot && !strcmp(dot, ".json")) return true;
  if (dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml"))) return false;
  text += carom_tree_mark(text, strlen(text));
  return text[strspn(text, " \t\r\n")] == '{';
}

int64_t carom_scenario_runs(const carom_scenario *scenario, int64_t limit)
{
  int64_t runs = 1;
  for (int k = 0; k < scenario->axes; k++) {
    const int64_t count = scenario->axis[k].node->count;
    if (runs > limit / count) return limit;
    runs *= count;
  }
  return runs;
}

const carom_node *carom_scenario_value(const carom_scenario *scenario, int64_t index, int k)
{
  for (int later = scenario->axes - 1; later > k; later--)
    index /= scenario->axis[later].node->count;
  const carom_node *list = scenario->axis[k].node;
  return carom_tree_at(list, (int)(index % list->count));
}
