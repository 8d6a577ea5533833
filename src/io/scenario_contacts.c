/* SPDX-License-Identifier: MIT */
/* Materials, and laws between them. */
#include <stdio.h>
#include <string.h>

#include "contact/speed_table.h"
#include "core/fields.h"
#include "core/text.h"
#include "io/scenario_parts.h"

static const char *material_name(const void *user, int index)
{
  return ((const carom_scenario_material *)user)[index].name;
}

static int find_material(const carom_scenario *scenario, const char *name)
{
  for (int i = 0; i < scenario->materials; i++)
    if (!strcmp(scenario->material[i].name, name)) return i;
  return CAROM_NOWHERE;
}

static int look_up_material(const carom_scenario *scenario, const carom_node *node,
                            carom_faults *faults)
{
  const char *name = carom_schema_read_text(node, faults, "the name of a material");
  if (!name) return CAROM_NOWHERE;
  const int found = find_material(scenario, name);
  /* No materials: reported already. */
  if (found != CAROM_NOWHERE || scenario->materials == 0) return found;
  char known[160] = "";
  for (int i = 0; i < scenario->materials; i++)
    carom_append(known, sizeof known, "%s%s", i ? ", " : "", scenario->material[i].name);
  const char *near = carom_nearest_name(name, scenario->materials, material_name,
                                        scenario->material);
  carom_fault(faults, node, false, CAROM_ERR_UNKNOWN,
              "there is no material '%.40s'; %s%s%sunder materials there are: %s", name,
              near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", known);
  return CAROM_NOWHERE;
}

int carom_named_material(const carom_scenario *scenario, const carom_node *node,
                         carom_faults *faults)
{
  const int found = look_up_material(scenario, node, faults);
  if (found != CAROM_NOWHERE) scenario->material[found].used = true;
  return found;
}

void carom_read_materials(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_material();
  if (node->kind != CAROM_NODE_OBJECT || node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "materials by name are expected, as in {steel: {young: 207 GPa, poisson: 0.3, "
                "density: 7800 kg/m3, yield: 1.03 GPa}}, not %s",
                node->kind == CAROM_NODE_OBJECT ? "an empty group" : carom_tree_kind_text(node));
    return;
  }
  scenario->material = carom_scenario_room(scenario, (size_t)node->count,
                                           sizeof *scenario->material, faults);
  if (!scenario->material) return;
  for (const carom_node *item = node->first; item; item = item->next) {
    carom_scenario_material *m = &scenario->material[scenario->materials++];
    carom_group_values found;
    carom_schema_read(&group, item, faults, &found);
    const double yield = carom_group_value(&found, "yield");
    m->name = item->key;
    m->node = item;
    m->material = (carom_material){.name = item->key,
                                   .young = carom_group_value(&found, "young"),
                                   .poisson = carom_group_value(&found, "poisson"),
                                   .density = carom_group_value(&found, "density"),
                                   .yield = yield == CAROM_WORD(0) ? CAROM_NEVER : yield};
  }
}

/* A material, or `any`, unless a material has that name. */
static int look_up_pair(const carom_scenario *scenario, const carom_node *node,
                        carom_faults *faults)
{
  if (node->text && !strcmp(node->text, "any") && find_material(scenario, "any") == CAROM_NOWHERE)
    return CAROM_ANY;
  return look_up_material(scenario, node, faults);
}

static const char *name_or_any(const carom_scenario *scenario, int material)
{
  return material == CAROM_ANY ? "any" : scenario->material[material].name;
}

static void read_pair(const carom_scenario *scenario, const carom_node *node,
                      carom_scenario_contact *contact, carom_faults *faults)
{
  static const char example[] = "write the two materials, as in [steel, steel]";
  if (!carom_schema_read_list(node, faults, example)) return;
  if (node->count != 2) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE,
                "a contact is between two materials, not %d; %s", node->count, example);
    return;
  }
  contact->a = look_up_pair(scenario, carom_tree_at(node, 0), faults);
  contact->b = look_up_pair(scenario, carom_tree_at(node, 1), faults);
}

static const carom_law *read_law(const carom_node *node, carom_faults *faults)
{
  const carom_law *law = NULL;
  carom_error err = {.code = CAROM_OK};
  const char *name = carom_schema_read_text(node, faults,
                                            "the name of a law ('carom law' lists them)");
  if (name && carom_law_named(name, &law, &err) != CAROM_OK) carom_fault_error(faults, node, &err);
  return law;
}

/* Rejects two laws for one pair, because the order of the list would matter. */
static void check_once(const carom_scenario *scenario, int which, carom_faults *faults)
{
  const carom_scenario_contact *contact = &scenario->contact[which];
  if (contact->a == CAROM_NOWHERE || contact->b == CAROM_NOWHERE) return;
  for (int i = 0; i < which; i++) {
    const carom_scenario_contact *other = &scenario->contact[i];
    const bool same = other->a == contact->a && other->b == contact->b;
    const bool swapped = other->a == contact->b && other->b == contact->a;
    if (!same && !swapped) continue;
    carom_fault(faults, carom_tree_get(contact->node, "between"), false, CAROM_ERR_CONFLICT,
                "the contact between '%.30s' and '%.30s' is given twice; remove one of them",
                name_or_any(scenario, contact->a), name_or_any(scenario, contact->b));
    return;
  }
}

/* Sets a number, or a speed table as it was written. */
static void set_value(carom_contact_def *def, const carom_field *field, const carom_node *node,
                      double value)
{
  if (node->text && carom_speed_table_stands(field, node->text))
    carom_contact_set_text(def, field->name, node->text);
  else
    carom_contact_set(def, field->name, value);
}

/* True for the word that means no resistance. */
static bool is_none(const carom_node *node)
{
  return node->kind == CAROM_NODE_STRING && carom_same_name(node->text, "none");
}

/* Reads a stage; as with a law, the settings depend on the model. */
static void read_stage(const char *stage, const carom_node *node, carom_stage_def *def,
                       carom_faults *faults)
{
  const carom_node *name = carom_tree_get(node, "model");
  const carom_stage *model = NULL;
  carom_error err = {.code = CAROM_OK};
  carom_group_values found;
  carom_group group = carom_group_stage(stage, NULL);
  if (is_none(node)) return;
  if (node->kind == CAROM_NODE_OBJECT && !name) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING, "'model' is missing: %s",
                group.key[0].text);
    return;
  }
  if (name && !is_none(name)) {
    char wanted[48];
    snprintf(wanted, sizeof wanted, "the name of %s", group.owner);
    const char *text = carom_schema_read_text(name, faults, wanted);
    if (!text) return;
    if (carom_stage_named(stage, text, &model, &err) != CAROM_OK) {
      carom_fault_error(faults, name, &err);
      return;
    }
    def->model = carom_stage_about(model)->name;
    group = carom_group_stage(stage, model);
  }
  carom_schema_read(&group, node, faults, &found);
  for (int i = 0; i < carom_group_fields(&group); i++)
    if (found.at[i]) carom_tangential_set(def, carom_group_field(&group, i)->name, found.value[i]);
}

/* Warns if both law and model include the attraction of the surfaces. */
static void tell_double_adhesion(const carom_scenario_contact *contact, const carom_node *node,
                                 carom_faults *faults)
{
  const char *model = contact->stage[CAROM_CONTACT_STAGES - 1].model;
  if (model && contact->law && carom_law_about(contact->law)->traits & CAROM_LAW_ADHERES)
    carom_warn(faults, carom_tree_get(node, "adhesion"), true,
               "law '%s' adheres by itself, and '%s' pulls besides; was it meant?",
               carom_law_about(contact->law)->name, model);
}

/* The settings depend on the law, so it is read first. */
static void read_contact(const carom_scenario *scenario, const carom_node *node,
                         carom_scenario_contact *contact, carom_faults *faults)
{
  const carom_node *name = carom_tree_get(node, "law"), *pair = carom_tree_get(node, "between");
  carom_group_values found;
  contact->node = node;
  contact->a = contact->b = CAROM_NOWHERE;
  contact->def = carom_contact_default();
  for (int k = 0; k < CAROM_CONTACT_STAGES; k++)
    contact->stage[k] = carom_tangential_default();
  if (name) contact->law = read_law(name, faults);
  if (name && !contact->law) { /* settings cannot be checked */
    if (pair) read_pair(scenario, pair, contact, faults);
    return;
  }
  char owner[64] = "law '";
  carom_group group = carom_group_contact(contact->law);
  if (contact->law) {
    contact->def.law = carom_law_about(contact->law)->name;
    carom_append(owner, sizeof owner, "%s'", contact->def.law);
    group.owner = owner;
  }
  carom_schema_read(&group, node, faults, &found);
  if (pair) read_pair(scenario, pair, contact, faults);
  for (int k = 0; k < CAROM_CONTACT_STAGES; k++) {
    const char *stage = carom_stage_name(k);
    const carom_node *given = carom_group_key_node(&found, stage);
    if (given) read_stage(stage, given, &contact->stage[k], faults);
  }
  tell_double_adhesion(contact, node, faults);
  for (int i = 0; i < carom_group_fields(&group); i++)
    if (found.at[i])
      set_value(&contact->def, carom_group_field(&group, i), found.at[i], found.value[i]);
}

void carom_read_contacts(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults,
                              "write one item a pair, as in - {between: [steel, steel], "
                              "law: hertz}"))
    return;
  if (node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the list is empty; add - {between: [steel, steel], law: hertz}");
    return;
  }
  scenario->contact = carom_scenario_room(scenario, (size_t)node->count, sizeof *scenario->contact,
                                          faults);
  if (!scenario->contact) return;
  for (const carom_node *item = node->first; item; item = item->next) {
    read_contact(scenario, item, &scenario->contact[scenario->contacts], faults);
    scenario->contact[scenario->contacts].item = scenario->contacts;
    check_once(scenario, scenario->contacts++, faults);
  }
}

int carom_contact_between(const carom_scenario *scenario, int a, int b, const carom_node *node,
                          carom_faults *faults)
{
  if (a == CAROM_NOWHERE || b == CAROM_NOWHERE) return CAROM_NOWHERE;
  bool doubtful = scenario->contacts == 0; /* may be a consequence of faults already reported */
  for (int i = 0; i < scenario->contacts; i++) {
    const carom_scenario_contact *contact = &scenario->contact[i];
    if ((contact->a == a && contact->b == b) || (contact->a == b && contact->b == a)) return i;
    doubtful |= contact->a == CAROM_NOWHERE || contact->b == CAROM_NOWHERE;
  }
  if (!doubtful)
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "no law is given between '%.30s' and '%.30s', which touch here; add under "
                "contacts: - {between: [%.30s, %.30s], law: ...}",
                scenario->material[a].name, scenario->material[b].name, scenario->material[a].name,
                scenario->material[b].name);
  return CAROM_NOWHERE;
}

void carom_forget_by_default(carom_scenario *scenario, int contact, carom_faults *faults)
{
  carom_scenario_contact *c = &scenario->contact[contact];
  char path[48];
  if (!c->law || carom_field_find(carom_law_fields(c->law), "memory") < 0) return;
  for (int k = 0; k < c->def.settings; k++)
    if (carom_same_name(c->def.setting[k].name, "memory")) return;
  snprintf(path, sizeof path, "contacts.%d.memory", c->item);
  carom_contact_set_text(&c->def, "memory", "episode");
  if (carom_tree_get(c->node, "memory")) return; /* done for another pair of the same item */
  if (carom_tree_assume(scenario->tree, path, "episode", NULL) != CAROM_OK)
    carom_fault(faults, c->node, false, CAROM_ERR_MEMORY, "there is not enough memory");
}
