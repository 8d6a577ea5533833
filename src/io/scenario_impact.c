/* SPDX-License-Identifier: MIT */
/* Reads impacts and bounces. */
#include <math.h>

#include "io/scenario_parts.h"

/* What is known of both bodies besides what they say of themselves. */
typedef struct setting {
  bool resting; /* the second one, whatever it says */
  bool reduced; /* the mass of the impact is given by itself */
} setting;

static int read_body(const carom_scenario *scenario, const carom_node *node, setting of,
                     carom_body *body, carom_faults *faults)
{
  static const char *const round[] = {"radius", NULL}, *const mass[] = {"mass", NULL};
  const carom_group group = carom_group_body();
  carom_group_values found;
  *body = carom_body_default();
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  body->shape = (carom_shape)carom_group_word(&found, "shape");
  body->radius = carom_group_value(&found, "radius");
  body->mass = carom_group_value(&found, "mass");
  body->fixed = carom_group_value(&found, "fixed") == CAROM_WORD(1);
  if (body->shape == CAROM_FLAT) carom_question(&found, round, "a flat has no radius", faults);
  const carom_node *fixed = carom_group_value_node(&found, "fixed");
  if (of.resting && fixed && !body->fixed && faults->count == before)
    carom_fault(faults, fixed, true, CAROM_ERR_CONFLICT,
                "the ground does not move, whatever this says; leave it out");
  if (of.reduced)
    carom_question(&found, mass, "impact.reduced_mass is given, and it alone counts", faults);
  else if (of.resting || body->fixed)
    carom_question(&found, mass, "what does not move needs no mass", faults);
  const carom_node *name = carom_group_key_node(&found, "material");
  const int material = name ? carom_named_material(scenario, name, faults) : CAROM_NOWHERE;
  if (material != CAROM_NOWHERE) body->material = scenario->material[material].material;
  return material;
}

/* The two bodies and the one contact between them; NULL after a fault. */
static carom_scenario_joint *read_pair(carom_scenario *scenario, const carom_node *node,
                                       const carom_node *a, const carom_node *b, setting of,
                                       carom_faults *faults)
{
  carom_body body_a = carom_body_default(), body_b = body_a;
  const int of_a = a ? read_body(scenario, a, (setting){.reduced = of.reduced}, &body_a, faults)
                     : CAROM_NOWHERE;
  const int of_b = b ? read_body(scenario, b, of, &body_b, faults) : CAROM_NOWHERE;
  const int which = carom_contact_between(scenario, of_a, of_b, node, faults);
  if (which == CAROM_NOWHERE) return NULL;
  scenario->joint = carom_scenario_room(scenario, 1, sizeof *scenario->joint, faults);
  if (!scenario->joint) return NULL;
  scenario->joints = 1;
  scenario->joint[0] = (carom_scenario_joint){.first = 0,
                                              .count = 1,
                                              .contact = which,
                                              .a = body_a,
                                              .b = body_b,
                                              .reduced_mass = CAROM_UNSET,
                                              .node = node,
                                              .body = {a, b},
                                              .material = {of_a, of_b}};
  return &scenario->joint[0];
}

void carom_read_impact(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_impact();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  scenario->impact.speed = carom_group_value(&found, "speed");
  const setting of = {.reduced = carom_group_value_node(&found, "reduced_mass") != NULL};
  carom_scenario_joint *joint = read_pair(scenario, node, carom_group_key_node(&found, "a"),
                                          carom_group_key_node(&found, "b"), of, faults);
  if (!joint) return;
  joint->speed = scenario->impact.speed;
  joint->reduced_mass = carom_group_value(&found, "reduced_mass");
}

/* The ground does not move; laws are calibrated for the speed of the first contact. */
void carom_read_bounce(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_bounce();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *body = carom_group_key_node(&found, "body");
  const double height = carom_group_value(&found, "height");
  const double speed = carom_group_value(&found, "speed");
  scenario->bounce.height = height;
  scenario->bounce.speed = speed;
  scenario->bounce.gravity = carom_group_value(&found, "gravity");
  scenario->bounce.rest = carom_group_value(&found, "rest");
  if (height == 0 && speed == 0)
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'height' is missing: the height of fall, as in height: 1 m, or a 'speed'");
  carom_scenario_joint *joint = read_pair(scenario, node, body,
                                          carom_group_key_node(&found, "ground"),
                                          (setting){.resting = true}, faults);
  if (!joint) return;
  if (joint->a.fixed)
    carom_fault(faults, body, false, CAROM_ERR_CONFLICT,
                "a body that bounces moves; leave 'fixed' out");
  joint->b.fixed = true;
  joint->speed = sqrt(speed * speed + 2 * scenario->bounce.gravity * height);
}
