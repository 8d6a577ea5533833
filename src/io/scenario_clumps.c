/* SPDX-License-Identifier: MIT */
/* Reads clumps of a scene: shapes, and groups of particles that are clumps. */
#include "core/text.h"
#include "io/scenario_parts.h"

static void read_sphere(const carom_node *node, carom_clump_sphere *sphere, carom_faults *faults)
{
  const carom_group group = carom_group_clump_sphere();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  carom_read_vector(&found, "position", sphere->offset, faults);
  sphere->radius = carom_group_value(&found, "radius");
  carom_need(node, "radius", carom_group_value_node(&found, "radius"), "as in radius: 1 mm",
             faults);
}

static void read_spheres(carom_scenario *scenario, const carom_node *node,
                         carom_scenario_shape *shape, carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults, "write one item a sphere, as in - {radius: 1 mm}"))
    return;
  if (node->count == 0 || node->count > CAROM_CLUMP_SPHERES_MAX) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE, "a shape has 1 to %d spheres",
                CAROM_CLUMP_SPHERES_MAX);
    return;
  }
  carom_clump_sphere *sphere = carom_scenario_room(scenario, (size_t)node->count, sizeof *sphere,
                                                   faults);
  shape->sphere = sphere;
  for (const carom_node *item = sphere ? node->first : NULL; item; item = item->next)
    read_sphere(item, &sphere[shape->spheres++], faults);
}

/* Errors of given spheres are found at once, those of a file when it is read. */
static void read_shape(carom_scenario *scenario, const carom_node *node,
                       carom_scenario_shape *shape, carom_faults *faults)
{
  const carom_group group = carom_group_clump_shape();
  const int before = faults->count;
  carom_group_values found;
  *shape = (carom_scenario_shape){.name = node->key, .node = node};
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *spheres = carom_group_key_node(&found, "spheres"),
                   *file = carom_group_key_node(&found, "file");
  if (spheres && file)
    carom_fault(faults, file, true, CAROM_ERR_CONFLICT,
                "its members are its 'spheres' or those of a 'file'; keep one of these");
  if (faults->count == before)
    carom_need(node, "spheres", spheres || file,
               "its members, as in spheres: [{radius: 1 mm}, {position: [1.5 mm, 0, 0], radius: 1 "
               "mm}]",
               faults);
  if (file) shape->file = carom_schema_read_text(file, faults, "the name of a file");
  if (spheres) read_spheres(scenario, spheres, shape, faults);
  if (!spheres || faults->count > before) return;
  const carom_clump_shape own = {shape->name, shape->sphere, shape->spheres};
  carom_clump_body body;
  carom_error err = {.code = CAROM_OK};
  if (carom_clump_measure(&own, &body, &err) != CAROM_OK)
    carom_fault(faults, spheres, false, err.code, "%s", err.text);
}

void carom_read_shapes(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "shapes by name are expected, as in {peanut: {spheres: [{radius: 1 mm}, {position: "
                "[1.5 mm, 0, 0], radius: 1 mm}]}}, not %s",
                carom_tree_kind_text(node));
    return;
  }
  if (node->count > CAROM_CLUMP_SHAPES_MAX) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE, "a scene has up to %d shapes",
                CAROM_CLUMP_SHAPES_MAX);
    return;
  }
  scene->shape = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->shape,
                                     faults);
  for (const carom_node *item = scene->shape ? node->first : NULL; item; item = item->next)
    read_shape(scenario, item, &scene->shape[scene->shapes++], faults);
}

int carom_named_shape(const carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const char *name = node ? carom_schema_read_text(node, faults, "the name of a shape") : NULL;
  for (int k = 0; name && k < scenario->scene.shapes; k++)
    if (carom_same_name(scenario->scene.shape[k].name, name)) return k;
  if (name)
    carom_fault(faults, node, false, CAROM_ERR_UNKNOWN,
                "there is no shape '%.40s'; shapes stand under scene.shapes", name);
  return CAROM_NOWHERE;
}

void carom_read_clump(const carom_scenario *scenario, const carom_group_values *found,
                      carom_scenario_grains *grains, carom_faults *faults)
{
  static const char *const turn[] = {"turn", NULL}, *const single[] = {"file", "fixed", NULL},
                           *const sizes[] = {"radius_max", "distribution", "table", NULL};
  const carom_node *node = carom_group_key_node(found, "clump");
  grains->shape = carom_named_shape(scenario, node, faults);
  grains->turned = carom_read_vector(found, "turn", grains->turn, faults);
  if (!node) {
    carom_refuse(found, turn, "this goes with clumps; a sphere looks the same from everywhere",
                 faults);
    return;
  }
  carom_refuse(found, single, "this goes with single spheres, not with clumps", faults);
  if (!carom_group_value_node(found, "radius"))
    carom_refuse(
        found, sizes,
        "clumps of several sizes need 'radius', that of the smallest sphere that holds one",
        faults);
}
