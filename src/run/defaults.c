/* SPDX-License-Identifier: MIT */
#include "run/defaults.h"

#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "io/kinds.h"

/* These settings affect the result; the others choose between forms of a law, or how accurately it
 * is computed. 'carom check' lists all, and verdicts report touches at the speed floor. */
static const char decisive[] =
    "gravity|friction|tangential|memory|restitution|restitution_elastic|restitution_plastic|"
    "hardness_ratio|pressure_ratio|plastic_ratio|expected_speed|speed|radius";

typedef struct teller {
  carom_default_put *put;
  void *user;
  const carom_scenario *scenario;
} teller;

/* True if a sweep sets the value, or the group that contains it. */
static bool swept(const carom_scenario *s, const char *path)
{
  for (int k = 0; k < s->axes; k++) {
    const size_t length = strlen(s->axis[k].path);
    if (!strncmp(path, s->axis[k].path, length) && (!path[length] || path[length] == '.'))
      return true;
  }
  return false;
}

static void tell(const teller *to, const char *path, const char *value)
{
  if (!swept(to->scenario, path)) to->put(to->user, path, value);
}

/* Memory does not matter for a single impact, which has no predecessor. */
static bool remembers(const carom_scenario *s, const char *name)
{
  return s->problem != CAROM_KIND_IMPACT || strcmp(name, "memory") != 0;
}

/* A given damping constant replaces the restitution. */
static bool replaced(const carom_group_values *found, const char *name)
{
  if (strncmp(name, "restitution", 11) != 0) return false;
  for (int i = 0; i < carom_group_fields(&found->group); i++)
    if (found->at[i] && !strncmp(carom_group_field(&found->group, i)->name, "damping", 7))
      return true;
  return false;
}

static void look_at(const teller *to, carom_group group, const carom_node *node, const char *path)
{
  carom_faults none = {.count = 0}; /* cannot fail: the file has been read without a fault */
  carom_group_values found;
  carom_schema_read(&group, node, &none, &found);
  for (int i = 0; i < carom_group_fields(&group); i++) {
    const carom_field *field = carom_group_field(&group, i);
    const bool assumed = found.at[i] && found.at[i]->assumed;
    char where[160], value[96];
    if (!carom_name_listed(decisive, field->name) || found.value[i] == CAROM_UNSET) continue;
    if ((found.at[i] && !assumed) || replaced(&found, field->name)) continue;
    if (!remembers(to->scenario, field->name)) continue;
    if (!strcmp(field->name, "speed") && found.value[i] == 0) continue; /* a fall from rest */
    snprintf(where, sizeof where, "%s.%s", path, field->name);
    carom_field_print(field, found.value[i], value, sizeof value);
    tell(to, where, value);
  }
}

/* Without a tangential model, bodies of a scene are frictionless. */
static void look_at_contact(const teller *to, const carom_scenario *s, int index)
{
  const carom_scenario_contact *c = &s->contact[index];
  char path[64];
  for (int i = 0; i < index; i++)
    if (s->contact[i].item == c->item) return; /* another pair of the same item has been reported */
  snprintf(path, sizeof path, "contacts.%d", c->item);
  look_at(to, carom_group_contact(c->law), c->node, path);
  if (!carom_kind_about(s->problem)->slides) return;
  for (int k = 0; k < CAROM_CONTACT_STAGES; k++) {
    const char *stage = carom_stage_name(k);
    const carom_node *node = carom_tree_get(c->node, stage);
    const carom_stage *model = NULL;
    snprintf(path, sizeof path, "contacts.%d.%s", c->item, stage);
    if (node && c->stage[k].model &&
        carom_stage_named(stage, c->stage[k].model, &model, NULL) == CAROM_OK)
      look_at(to, carom_group_stage(stage, model), node, path);
    else if (!node && k == 0)
      tell(to, path, "none (no friction)");
  }
}

/* The two bodies of an impact or a bounce; a flat has no radius. */
static void look_at_bodies(const teller *to, carom_group group, const carom_node *node,
                           const char *name)
{
  const carom_group body = carom_group_body();
  for (int i = 0; i < group.keys; i++) {
    const carom_key *key = &group.key[i];
    const carom_node *given = carom_tree_get(node, key->name);
    const carom_node *shape = carom_tree_get(given, "shape");
    char path[64];
    if (!given || key->kind != CAROM_KEY_GROUP) continue;
    if (strcmp(carom_group_under(key).name, body.name) != 0) continue;
    if (shape && carom_same_name(shape->text, "flat")) continue;
    snprintf(path, sizeof path, "%s.%s", name, key->name);
    look_at(to, body, given, path);
  }
}

static void look_at_problem(const teller *to, const carom_scenario *s)
{
  const char *name = carom_kind_about(s->problem)->name;
  const carom_node *node = carom_tree_get(carom_tree_root(s->tree), name);
  const carom_node *clearances = carom_tree_get(node, "clearances");
  look_at(to, carom_group_named(name), node, name);
  look_at_bodies(to, carom_group_named(name), node, name);
  if (s->problem == CAROM_KIND_SCENE && !carom_tree_get(node, "gravity") &&
      !carom_tree_get(node, "gravity_table"))
    tell(to, "scene.gravity", "none");
  if (s->problem != CAROM_KIND_MECHANISM || !clearances) return;
  for (const carom_node *item = clearances->first; item; item = item->next) {
    char path[160];
    snprintf(path, sizeof path, "mechanism.clearances.%.100s", item->key);
    look_at(to, carom_group_clearance(), item, path);
  }
}

/* In a chain that is initially at rest there is no speed for laws whose calibration needs one. */
static void look_at_speed(const teller *to, const carom_scenario *s)
{
  char path[64];
  if (s->problem != CAROM_KIND_CHAIN) return;
  for (int g = 0; g < s->chain.groups; g++)
    if (s->chain.group[g].bead.velocity != 0 || s->chain.group[g].bead.drive_points > 0) return;
  for (int i = 0; i < s->contacts; i++) {
    const carom_group group = carom_group_contact(s->contact[i].law);
    if (carom_group_find_field(&group, "reference_speed") < 0 ||
        carom_tree_get(s->contact[i].node, "reference_speed"))
      continue;
    snprintf(path, sizeof path, "contacts.%d.reference_speed", i);
    tell(to, path, "1 m/s (nothing moves at first)");
  }
}

void carom_defaults_visit(const carom_scenario *s, carom_default_put *put, void *user)
{
  const teller to = {.put = put, .user = user, .scenario = s};
  look_at_problem(&to, s);
  look_at_speed(&to, s);
  for (int i = 0; i < s->contacts; i++)
    look_at_contact(&to, s, i);
}

static void put_json(void *json, const char *path, const char *value)
{
  carom_json_string(json, path, value);
}

void carom_defaults_members(carom_json *json, const carom_scenario *scenario)
{
  carom_json_object(json, "defaults");
  carom_defaults_visit(scenario, put_json, json);
  carom_json_end(json);
}
