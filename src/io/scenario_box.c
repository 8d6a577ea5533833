/* SPDX-License-Identifier: MIT */
/* Reads a deforming box from its group. */
#include "io/scenario_parts.h"

static const carom_field table_columns[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a row"},
    {"rate x", "1/s", CAROM_UNSET, -1e9, 1e9, NULL, "strain rate"},
    {"rate y", "1/s", CAROM_UNSET, -1e9, 1e9, NULL, "strain rate"},
    {"rate z", "1/s", CAROM_UNSET, -1e9, 1e9, NULL, "strain rate"},
    {"rate of shear", "1/s", CAROM_UNSET, -1e9, 1e9, NULL, "shear rate"}};

static const char *const component_name[CAROM_BOX_COMPONENTS] = {"x", "y", "z", "shear"};

static void read_component(const carom_node *node, carom_box_component *to, carom_faults *faults)
{
  static const char *const of_stress[] = {"limit", "gain", NULL}, *const of_rate[] = {"ramp", NULL};
  const carom_group group = carom_group_box_component();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *rate = carom_group_value_node(&found, "rate"),
                   *stress = carom_group_value_node(&found, "stress");
  carom_need(node, "rate", rate || stress, "as in rate: -0.1 1/s, or a 'stress' to be held",
             faults);
  if (rate && stress)
    carom_fault(faults, stress, true, CAROM_ERR_CONFLICT,
                "a component has a rate or a stress; keep one of these");
  if (!stress) {
    carom_refuse(&found, of_stress, "this goes with a stress", faults);
    to->rate = rate ? carom_group_value(&found, "rate") : 0;
    to->ramp = carom_group_value(&found, "ramp");
    return;
  }
  to->mode = CAROM_BOX_STRESS;
  to->stress = carom_group_value(&found, "stress");
  to->limit = carom_group_value(&found, "limit");
  to->gain = carom_group_value(&found, "gain");
  carom_refuse(&found, of_rate, "this goes with a rate", faults);
  carom_need(node, "limit", carom_group_value_node(&found, "limit"),
             "the largest rate to reach the stress with, as in limit: 1 1/s", faults);
  if (to->stress == 0 && !carom_group_value_node(&found, "gain"))
    carom_fault(faults, stress, true, CAROM_ERR_MISSING,
                "a stress of 0 needs a 'gain', in 1/(Pa s); else it is the limit over the stress");
}

static void read_table(carom_scenario *scenario, const carom_group_values *found,
                       carom_scene_box *box, carom_faults *faults)
{
  enum { COLUMNS = 5 };
  static const char *const rates[] = {"x", "y", "z", "all", "shear", NULL};
  const carom_node *table = carom_group_key_node(found, "table");
  int rows = 0;
  if (!table) return;
  carom_refuse(found, rates, "the box deforms as 'table' says", faults);
  const double *row = carom_read_rows(scenario, table, table_columns, COLUMNS, &rows, faults);
  if (!row) return;
  box->time = carom_read_columns(scenario, row, rows, COLUMNS, 0, 1, faults);
  box->table = carom_read_columns(scenario, row, rows, COLUMNS, 1, 4, faults);
  box->points = box->time && box->table ? rows : 0;
}

const carom_scene_box *carom_read_box(carom_scenario *scenario, const carom_node *node,
                                      const carom_scene_box *before, carom_faults *faults)
{
  /* in the order of the field's words */
  static const int plane[][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  static const char *const directions[] = {"x", "y", "z", NULL};
  const carom_group group = carom_group_box();
  carom_group_values found;
  carom_scene_box *box = carom_scenario_room(scenario, 1, sizeof *box, faults);
  carom_schema_read(&group, node, faults, &found);
  if (!box || node->kind != CAROM_NODE_OBJECT) return NULL;
  *box = carom_scene_box_default();
  const carom_node *all = carom_group_key_node(&found, "all"),
                   *given = carom_group_value_node(&found, "plane");
  const int *axes = plane[carom_group_word(&found, "plane")];
  box->flow = axes[0], box->gradient = axes[1];
  box->affine = carom_group_word(&found, "affine") == 1;
  if (before && !carom_group_value_node(&found, "affine")) box->affine = before->affine;
  if (before) {
    if (given && (box->flow != before->flow || box->gradient != before->gradient))
      carom_fault(faults, given, true, CAROM_ERR_CONFLICT,
                  "a box is sheared in one plane, that of scene.box; leave it out here");
    box->flow = before->flow, box->gradient = before->gradient;
  }
  if (all) {
    carom_refuse(&found, directions, "'all' tells how all directions deform", faults);
    read_component(all, &box->component[0], faults);
    box->component[1] = box->component[2] = box->component[0];
    box->together = true;
  }
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++) {
    const carom_node *own = carom_group_key_node(&found, component_name[k]);
    if (own && !(all && k < CAROM_BOX_SHEAR)) read_component(own, &box->component[k], faults);
  }
  read_table(scenario, &found, box, faults);
  return box;
}
