/* SPDX-License-Identifier: MIT */
/* Reads the walls of a scene. */
#include "io/scenario_parts.h"

#define SHAPE(name) (1u << CAROM_WALL_##name)

/* Keys that only some shapes have. */
static const struct {
  const char *name;
  unsigned of;
  const char *why;
} own[] = {
    {"direction", SHAPE(PLANE) | SHAPE(CYLINDER) | SHAPE(DISC) | SHAPE(CONE),
     "this is of a plane, a cylinder, a disc or a cone"},
    {"low", SHAPE(BOX), "this is of a box"},
    {"high", SHAPE(BOX), "this is of a box"},
    {"radius", SHAPE(CYLINDER) | SHAPE(DISC) | SHAPE(CONE) | SHAPE(SPHERE),
     "this is of a cylinder, a disc, a cone or a sphere"},
    {"outside", SHAPE(CYLINDER), "this is of a cylinder"},
    {"length", SHAPE(CYLINDER) | SHAPE(CONE), "this is of a cylinder or a cone"},
    {"ends", SHAPE(CYLINDER) | SHAPE(CONE), "this is of a cylinder or a cone"},
    {"radius_end", SHAPE(CONE), "this is of a cone"},
    {"radius_inner", SHAPE(DISC), "this is of a disc"},
    {"side_a", SHAPE(RECTANGLE), "this is of a rectangle"},
    {"side_b", SHAPE(RECTANGLE), "this is of a rectangle"},
    {"file", SHAPE(MESH), "this is of a mesh"},
    {"scale", SHAPE(MESH), "this is of a mesh"},
    {"turn", SHAPE(MESH), "this is of a mesh"},
    {"smooth_angle", SHAPE(MESH), "this is of a mesh"},
    {"wear", SHAPE(MESH), "this is of a mesh"},
    {"hardness", SHAPE(MESH), "this is of a mesh"},
};

static void refuse_others(const carom_group_values *found, carom_wall_shape shape,
                          carom_faults *faults)
{
  const carom_node *file = carom_group_key_node(found, "file");
  if (file && !carom_group_value_node(found, "shape")) { /* what goes with it is not wrong */
    carom_fault(faults, file, true, CAROM_ERR_CONFLICT,
                "a wall from a file is a mesh; add shape: mesh, or leave the file out");
    return;
  }
  for (size_t k = 0; k < sizeof own / sizeof *own; k++)
    if (!(own[k].of >> shape & 1))
      carom_refuse(found, (const char *const[]){own[k].name, NULL}, own[k].why, faults);
}

/* Adds faults for missing settings that a shape requires. */
static void need_own(const carom_group_values *found, const carom_node *node,
                     carom_wall_shape shape, carom_faults *faults)
{
  const bool box = carom_group_key_node(found, "low") && carom_group_key_node(found, "high");
  const bool sides = carom_group_key_node(found, "side_a") && carom_group_key_node(found, "side_b");
  if (shape == CAROM_WALL_CYLINDER || shape == CAROM_WALL_DISC || shape == CAROM_WALL_CONE ||
      shape == CAROM_WALL_SPHERE)
    carom_need(node, "radius", carom_group_value_node(found, "radius"),
               shape == CAROM_WALL_CYLINDER ? "of the cylinder"
               : shape == CAROM_WALL_DISC   ? "of the disc"
               : shape == CAROM_WALL_CONE   ? "of the cone where it begins"
                                            : "of the sphere",
               faults);
  if (shape == CAROM_WALL_BOX)
    carom_need(node, "low and high", box, "the corners of the box", faults);
  if (shape == CAROM_WALL_CONE)
    carom_need(node, "length", carom_group_value_node(found, "length"),
               "of the cone along its direction", faults);
  if (shape == CAROM_WALL_RECTANGLE)
    carom_need(node, "side_a and side_b", sides,
               "the sides of the rectangle from its corner 'point'", faults);
  if (shape == CAROM_WALL_MESH)
    carom_need(node, "file", carom_group_key_node(found, "file"),
               "the triangles, as in file: hopper.stl", faults);
  const carom_node *ends = carom_group_value_node(found, "ends");
  const bool closed = carom_group_value(found, "ends") != CAROM_WORD(0);
  if (shape == CAROM_WALL_CYLINDER && ends && closed && !carom_group_value_node(found, "length"))
    carom_fault(faults, ends, true, CAROM_ERR_CONFLICT,
                "a cylinder without a 'length' has no ends; add it, as in length: 20 cm");
}

/* The file is read when the scene is built. */
static carom_scenario_mesh mesh_of(const carom_group_values *found, carom_faults *faults)
{
  const carom_node *file = carom_group_key_node(found, "file");
  carom_scenario_mesh mesh = {NULL, file};
  if (file) mesh.file = carom_schema_read_text(file, faults, "the name of a file");
  return mesh;
}

static void read_wall(carom_scenario *scenario, const carom_node *node, carom_scene_wall *wall,
                      carom_scenario_mesh *mesh, carom_faults *faults)
{
  const carom_group group = carom_group_scene_wall();
  carom_group_values found;
  *wall = carom_scene_wall_default();
  wall->name = node->key;
  const int before = faults->count;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  wall->material = carom_read_material(scenario, &found, faults);
  wall->shape = (carom_wall_shape)carom_group_word(&found, "shape");
  wall->outside = carom_group_value(&found, "outside") == CAROM_WORD(1);
  wall->ends = (carom_wall_ends)carom_group_word(&found, "ends");
  carom_read_vector(&found, "point", wall->point, faults);
  wall->direction[0] = wall->direction[1] = 0;
  wall->direction[2] = 1;
  carom_read_vector(&found, "direction", wall->direction, faults);
  carom_read_vector(&found, "low", wall->low, faults);
  carom_read_vector(&found, "high", wall->high, faults);
  carom_read_vector(&found, "side_a", wall->side[0], faults);
  carom_read_vector(&found, "side_b", wall->side[1], faults);
  carom_read_vector(&found, "turn", wall->turn, faults);
  wall->radius = carom_group_value(&found, "radius");
  wall->radius_end = carom_group_value(&found, "radius_end");
  wall->radius_inner = carom_group_value(&found, "radius_inner");
  wall->length = carom_group_value(&found, "length");
  wall->scale = carom_group_value(&found, "scale");
  wall->smooth_angle = carom_group_value(&found, "smooth_angle");
  const double wear = carom_group_value(&found, "wear");
  const bool hardness = carom_group_value_node(&found, "hardness");
  if (wear > 0) carom_need(node, "hardness", hardness, "of the mesh, for its wear", faults);
  wall->wear = wear > 0 && hardness ? wear / carom_group_value(&found, "hardness") : 0;
  need_own(&found, node, wall->shape, faults);
  if (faults->count == before)
    refuse_others(&found, wall->shape, faults); /* otherwise the shape may be wrong */
  *mesh = mesh_of(&found, faults);
  wall->absent = carom_group_value(&found, "present") == CAROM_WORD(0);
  carom_read_motion(scenario, &found, wall, faults);
}

void carom_read_walls(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "walls by name are expected, as in {floor: {shape: plane, material: steel}}, not "
                "%s",
                carom_tree_kind_text(node));
    return;
  }
  const size_t room = (size_t)scene->walls + (size_t)node->count + 1;
  scene->wall = carom_scenario_more(scenario, scene->wall, (size_t)scene->walls, room,
                                    sizeof *scene->wall, faults);
  scene->mesh = carom_scenario_more(scenario, scene->mesh, (size_t)scene->walls, room,
                                    sizeof *scene->mesh, faults);
  const bool ready = scene->wall && scene->mesh;
  if (!ready) scene->walls = 0;
  for (const carom_node *item = ready ? node->first : NULL; item; item = item->next) {
    read_wall(scenario, item, &scene->wall[scene->walls], &scene->mesh[scene->walls], faults);
    scene->walls++;
  }
}
