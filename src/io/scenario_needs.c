/* SPDX-License-Identifier: MIT */
/* Reports material properties that a problem needs and a file does not give. */
#include <string.h>

#include "contact/needs.h"
#include "core/fields.h"
#include "io/scenario_parts.h"
#include "law/tangential.h"

/* Reports a missing property once, although many contacts may need it; a property that is given but
 * wrong has been reported. */
static void tell_once(const carom_node *node, const char *property, const char *text,
                      carom_faults *faults)
{
  if (carom_tree_get(node, property)) return;
  for (int i = 0; i < faults->count; i++)
    if (faults->fault[i].line == node->line && faults->fault[i].column == node->column &&
        !strcmp(faults->fault[i].text, text))
      return;
  carom_fault(faults, node, false, CAROM_ERR_MISSING, "%s", text);
}

bool carom_fault_material(const carom_scenario *scenario, const int material[2],
                          const carom_error *err, carom_faults *faults)
{
  const bool of_body = (err->where[0] == 'a' || err->where[0] == 'b') && err->where[1] == '.';
  if (err->code != CAROM_ERR_MISSING || !of_body) return false;
  if (carom_field_find(carom_material_fields(), err->where + 2) < 0) return false;
  tell_once(scenario->material[material[err->where[0] - 'a']].node, err->where + 2, err->text,
            faults);
  return true;
}

void carom_need_density(const carom_scenario *scenario, int material, bool given,
                        carom_faults *faults)
{
  const carom_scenario_material *m = &scenario->material[material];
  if (given || m->material.density != CAROM_UNSET) return;
  tell_once(m->node, "density",
            "'density' is not given, and the mass of the sphere follows from it; give it, or a "
            "mass",
            faults);
}

void carom_check_joint_materials(const carom_scenario *scenario, carom_faults *faults)
{
  for (int i = 0; i < scenario->joints; i++) {
    const carom_scenario_joint *joint = &scenario->joint[i];
    const carom_law *law = scenario->contact[joint->contact].law;
    const carom_contact_def def = carom_scenario_joint_def(scenario, joint);
    carom_error err = {.code = CAROM_OK};
    if (law && carom_contact_check(&def, law, &err) != CAROM_OK)
      carom_fault_material(scenario, joint->material, &err, faults);
  }
}

void carom_check_scene_materials(const carom_scenario *scenario, carom_faults *faults)
{
  for (int i = 0; i < scenario->contacts; i++) {
    const carom_scenario_contact *c = &scenario->contact[i];
    const int material[2] = {c->a, c->b};
    carom_error err = {.code = CAROM_OK};
    if (!c->law || c->a < 0 || c->b < 0) continue;
    carom_contact_def def = c->def;
    def.a.material = scenario->material[c->a].material;
    def.b.material = scenario->material[c->b].material;
    def.reduced_mass = 1; /* masses are checked with the particles */
    if (carom_contact_check(&def, c->law, &err) != CAROM_OK)
      carom_fault_material(scenario, material, &err, faults);
    for (int k = 0; err.code == CAROM_OK && k < CAROM_CONTACT_STAGES; k++)
      if (carom_stage_needs(carom_stage_name(k), &c->stage[k], true, &def.a.material,
                            &def.b.material, &err) != CAROM_OK)
        carom_fault_material(scenario, material, &err, faults);
  }
}
