/* SPDX-License-Identifier: MIT */
/* Reads forces of a scene. */
#include "io/scenario_parts.h"

static const carom_field table_columns[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a row"},
    {"force x", "N", CAROM_UNSET, -1e12, 1e12, NULL, "force"},
    {"force y", "N", CAROM_UNSET, -1e12, 1e12, NULL, "force"},
    {"force z", "N", CAROM_UNSET, -1e12, 1e12, NULL, "force"}};

/* Rejects parameters that belong to other kinds. */
static void check_parts(const carom_group_values *found, const carom_node *node,
                        carom_force_kind kind, carom_faults *faults)
{
  static const char
      *const given[] = {"force", "torque", "table", NULL},
             *const viscosity[] = {"viscosity", NULL}, *const density[] = {"density", NULL},
             *const coefficient[] = {"coefficient", NULL}, *const flow[] = {"flow", NULL};
  const bool drags = kind == CAROM_FORCE_STOKES || kind == CAROM_FORCE_QUADRATIC;
  if (kind != CAROM_FORCE_GIVEN) carom_refuse(found, given, "this goes with kind: given", faults);
  if (!drags) carom_refuse(found, flow, "this goes with drag", faults);
  if (kind == CAROM_FORCE_STOKES)
    carom_need(node, "viscosity", carom_group_value_node(found, "viscosity") != NULL,
               "of the fluid, as in viscosity: 1 mPa s", faults);
  else
    carom_refuse(found, viscosity, "this goes with kind: stokes", faults);
  if (kind == CAROM_FORCE_QUADRATIC || kind == CAROM_FORCE_BUOYANCY)
    carom_need(node, "density", carom_group_value_node(found, "density") != NULL,
               "of the fluid, as in density: 1000 kg/m3", faults);
  else
    carom_refuse(found, density, "this goes with quadratic drag and buoyancy", faults);
  if (kind == CAROM_FORCE_QUADRATIC || kind == CAROM_FORCE_DAMPING)
    carom_need(node, "coefficient", carom_group_value_node(found, "coefficient") != NULL,
               "as in coefficient: 0.44", faults);
  else
    carom_refuse(found, coefficient, "this goes with quadratic drag and damping", faults);
  const carom_node *share = carom_group_value_node(found, "coefficient");
  if (kind == CAROM_FORCE_DAMPING && share && !(carom_group_value(found, "coefficient") < 1))
    carom_fault(faults, share, true, CAROM_ERR_RANGE, "local damping is below 1; take 0.1 to 0.8");
}

static double or_none(const carom_group_values *found, const char *name)
{
  return carom_group_value_node(found, name) ? carom_group_value(found, name) : 0;
}

static void read_force(carom_scenario *scenario, const carom_node *node, carom_scene_force *f,
                       carom_faults *faults)
{
  enum { COLUMNS = 4 };
  const carom_group group = carom_group_force();
  const int before = faults->count;
  carom_group_values found;
  *f = carom_scene_force_default();
  f->name = node->key;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *table = carom_group_key_node(&found, "table");
  if (!carom_group_value_node(&found, "kind")) {
    if (faults->count == before) carom_need(node, "kind", false, "as in kind: stokes", faults);
    return;
  }
  f->kind = (carom_force_kind)carom_group_word(&found, "kind");
  f->group = carom_named_particles(scenario, carom_group_key_node(&found, "group"), faults);
  carom_read_vector(&found, "force", f->force, faults);
  carom_read_vector(&found, "torque", f->torque, faults);
  carom_read_vector(&found, "flow", f->flow, faults);
  f->viscosity = or_none(&found, "viscosity");
  f->density = or_none(&found, "density");
  f->coefficient = or_none(&found, "coefficient");
  if (faults->count == before) check_parts(&found, node, f->kind, faults);
  if (!table || faults->count > before) return;
  if (carom_group_key_node(&found, "force")) {
    carom_fault(faults, table, true, CAROM_ERR_CONFLICT,
                "the force is what 'table' says; leave 'force' out");
    return;
  }
  int rows = 0;
  const double *row = carom_read_rows(scenario, table, table_columns, COLUMNS, &rows, faults);
  if (!row) return;
  f->time = carom_read_columns(scenario, row, rows, COLUMNS, 0, 1, faults);
  f->table = carom_read_columns(scenario, row, rows, COLUMNS, 1, 3, faults);
  f->points = f->time && f->table ? rows : 0;
}

void carom_read_forces(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "forces by name are expected, as in {water: {kind: stokes, viscosity: 1 mPa s}}, "
                "not %s",
                carom_tree_kind_text(node));
    return;
  }
  if (node->count > CAROM_SCENE_FORCES_MAX) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE, "a scene has up to %d forces",
                CAROM_SCENE_FORCES_MAX);
    return;
  }
  scene->force = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->force,
                                     faults);
  for (const carom_node *item = scene->force ? node->first : NULL; item; item = item->next)
    read_force(scenario, item, &scene->force[scene->forces++], faults);
}
