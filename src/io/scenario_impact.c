/* SPDX-License-Identifier: MIT */
#include "io/scenario_parts.h"

static int read_body(const carom_scenario *scenario, const carom_node *node, carom_body *body,
                     carom_faults *faults)
{
  const carom_group group = carom_group_body();
  carom_found found;
  *body = carom_body_default();
  carom_walk(&group, node, faults, &found);
  body->shape = (carom_shape)(-1 - (int)carom_found_value(&found, "shape"));
  body->radius = carom_found_value(&found, "radius");
  body->mass = carom_found_value(&found, "mass");
  body->fixed = carom_found_value(&found, "fixed") == CAROM_WORD(1);
  const carom_node *name = carom_found_key(&found, "material");
  const int material = name ? carom_named_material(scenario, name, faults) : CAROM_NOWHERE;
  if (material != CAROM_NOWHERE) body->material = scenario->material[material].material;
  return material;
}

void carom_read_impact(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_impact();
  carom_found found;
  carom_walk(&group, node, faults, &found);
  scenario->impact.speed = carom_found_value(&found, "speed");
  const carom_node *a = carom_found_key(&found, "a"), *b = carom_found_key(&found, "b");
  carom_body body_a = carom_body_default(), body_b = body_a;
  const int of_a = a ? read_body(scenario, a, &body_a, faults) : CAROM_NOWHERE;
  const int of_b = b ? read_body(scenario, b, &body_b, faults) : CAROM_NOWHERE;
  const int which = carom_contact_between(scenario, of_a, of_b, node, faults);
  scenario->impact.material_a = of_a;
  scenario->impact.material_b = of_b;
  if (which == CAROM_NOWHERE) return;
  scenario->joint = carom_scenario_room(scenario, 1, sizeof *scenario->joint, faults);
  if (!scenario->joint) return;
  scenario->joints = 1;
  scenario->joint[0] = (carom_scenario_joint){.first = 0,
                                              .count = 1,
                                              .contact = which,
                                              .def = scenario->contact[which].def,
                                              .node = node,
                                              .body = {a, b}};
  carom_contact_def *def = &scenario->joint[0].def;
  def->a = body_a;
  def->b = body_b;
  def->speed = scenario->impact.speed;
  def->reduced_mass = carom_found_value(&found, "reduced_mass");
}
