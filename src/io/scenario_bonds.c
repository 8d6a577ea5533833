/* SPDX-License-Identifier: MIT */
/* Bonds of a scene in a scenario. */
#include "io/scenario_parts.h"

static void read_materials(const carom_scenario *scenario, const carom_node *node, int between[2],
                           carom_faults *faults)
{
  if (!node || !carom_schema_read_list(node, faults, "the two materials, as in [rock, rock]"))
    return;
  if (node->count != 2) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "a bond is between two materials, not %d; write [rock, rock]", node->count);
    return;
  }
  for (int end = 0; end < 2; end++) {
    const int material = carom_named_material(scenario, carom_tree_at(node, end), faults);
    between[end] = material == CAROM_NOWHERE ? -1 : material;
  }
}

static void read_damping(const carom_group_values *found, double damping[CAROM_BOND_MODES])
{
  static const char *const mode[CAROM_BOND_MODES] = {"damping_normal", "damping_shear",
                                                     "damping_bending", "damping_twisting"};
  for (int k = 0; k < CAROM_BOND_MODES; k++) {
    const double own = carom_group_value(found, mode[k]);
    damping[k] = own == CAROM_UNSET ? carom_group_value(found, "damping") : own;
  }
}

/* Particles are selected either by a file or otherwise; moduli and radii are given in one way
 * only. */
static void check_parts(const carom_group_values *found, const carom_node *node,
                        carom_faults *faults)
{
  static const char *const near[] = {"between", "group_a", "group_b", "gap", NULL},
                           *const ratio[] = {"poisson", NULL},
                           *const share[] = {"radius_factor", NULL};
  carom_need(node, "young", carom_group_value_node(found, "young") != NULL,
             "Young's modulus of the bond, as in young: 10 GPa", faults);
  if (carom_group_key_node(found, "file"))
    carom_refuse(found, near, "who is bonded is told by 'file'", faults);
  if (carom_group_value_node(found, "shear_modulus"))
    carom_refuse(found, ratio, "the shear modulus is given by itself", faults);
  if (carom_group_value_node(found, "radius"))
    carom_refuse(found, share, "the radius is given by itself", faults);
}

static void read_bond(const carom_scenario *scenario, const carom_node *node,
                      carom_scenario_bond *to, carom_faults *faults)
{
  const carom_group group = carom_group_bond();
  const int before = faults->count;
  carom_scene_bond *b = &to->def;
  carom_group_values found;
  *to = (carom_scenario_bond){.def = carom_scene_bond_default(), .node = node};
  b->name = node->key;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *file = carom_group_key_node(&found, "file");
  b->model = (carom_bond_model)carom_group_word(&found, "model");
  b->later = carom_group_word(&found, "made") == 1;
  b->contact = (carom_bond_contact)carom_group_word(&found, "contact");
  b->young = carom_group_value(&found, "young");
  b->poisson = carom_group_value(&found, "poisson");
  b->shear_modulus = carom_group_value(&found, "shear_modulus");
  b->radius = carom_group_value(&found, "radius");
  b->radius_factor = carom_group_value(&found, "radius_factor");
  b->tensile_strength = carom_group_value(&found, "tensile_strength");
  b->shear_strength = carom_group_value(&found, "shear_strength");
  b->gap = carom_group_value(&found, "gap");
  read_damping(&found, b->damping);
  read_materials(scenario, carom_group_key_node(&found, "between"), b->between, faults);
  b->group[0] = carom_named_particles(scenario, carom_group_key_node(&found, "group_a"), faults);
  b->group[1] = carom_named_particles(scenario, carom_group_key_node(&found, "group_b"), faults);
  to->file = file ? carom_schema_read_text(file, faults, "the name of a file") : NULL;
  if (faults->count == before) check_parts(&found, node, faults);
}

void carom_read_bonds(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "bonds by name are expected, as in {cement: {young: 10 GPa, gap: 0.1 mm}}, not %s",
                carom_tree_kind_text(node));
    return;
  }
  scene->bond = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->bond, faults);
  for (const carom_node *item = scene->bond ? node->first : NULL; item; item = item->next)
    read_bond(scenario, item, &scene->bond[scene->bonds++], faults);
}

/* Bonds that are made later need a stage that makes them. */
void carom_check_bond_stages(const carom_scenario *scenario, carom_faults *faults)
{
  const carom_scenario_scene *scene = &scenario->scene;
  for (int k = 0; k < scene->bonds; k++) {
    bool made = !scene->bond[k].def.later;
    for (int i = 0; i < scene->stages; i++)
      for (int j = 0; j < scene->stage[i].bonds; j++)
        made |= scene->stage[i].bond[j].number == k && scene->stage[i].bond[j].on;
    if (!made)
      carom_fault(faults, scene->bond[k].node, true, CAROM_ERR_MISSING,
                  "no stage makes these bonds; add to one of scene.stages: bonds: {%.40s: {on: "
                  "true}}",
                  scene->bond[k].def.name);
  }
}
