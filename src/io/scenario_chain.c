/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "io/scenario_parts.h"

enum { BEADS_MAX = 1000000 };

static const carom_field drive_columns[] = {
    {"time", "s", CAROM_UNSET, 0, 1e9, NULL, "time of a point of the drive"},
    {"velocity", "m/s", CAROM_UNSET, -1e5, 1e5, NULL, "velocity of the drive"}};

static void read_drive(carom_scenario *scenario, const carom_node *node, carom_bead *bead,
                       carom_faults *faults)
{
  int points = 0;
  const double *row = carom_read_rows(scenario, node, drive_columns, 2, &points, faults);
  double *split = row ? carom_scenario_room(scenario, 2 * (size_t)points, sizeof *split, faults)
                      : NULL;
  if (!split) return;
  for (int i = 0; i < points; i++) {
    split[i] = row[2 * i];
    split[points + i] = row[2 * i + 1];
  }
  bead->drive_points = points;
  bead->drive_time = split;
  bead->drive_velocity = split + points;
}

/* Checks for settings that exclude each other, and for missing ones. */
static void check_bead(const carom_group_values *found, const carom_bead *bead, int before,
                       carom_faults *faults)
{
  const carom_node *driven = carom_group_key_node(found, "driven");
  const bool flat = bead->body.shape == CAROM_FLAT;
  static const char *const given_by_drive[] = {"velocity", "force"};
  static const char *const round[] = {"radius", NULL}, *const density[] = {"density", NULL};
  if (!carom_group_key_node(found, "material"))
    carom_fault(faults, found->node, false, CAROM_ERR_MISSING,
                "'material' is missing: name of one of the materials, as in material: steel");
  if (!flat && !carom_group_value_node(found, "radius"))
    carom_fault(faults, found->node, false, CAROM_ERR_MISSING,
                "'radius' is missing: that of the sphere, as in radius: 5 mm");
  if (flat && !carom_group_value_node(found, "mass") && !bead->body.fixed && !driven)
    carom_fault(faults, found->node, false, CAROM_ERR_MISSING,
                "'mass' is missing: that of a flat does not follow from a radius, write it as in "
                "mass: 0.5 g");
  if (driven && bead->body.fixed)
    carom_fault(faults, driven, true, CAROM_ERR_CONFLICT,
                "a body is either fixed or driven; remove one of them");
  for (int i = 0; i < 2; i++) {
    const carom_node *at = carom_group_value_node(found, given_by_drive[i]);
    if (at && bead->body.fixed && carom_group_value(found, given_by_drive[i]) != 0)
      carom_fault(faults, at, true, CAROM_ERR_CONFLICT,
                  "a fixed body does not move; remove '%s' or 'fixed'", given_by_drive[i]);
    if (at && driven)
      carom_fault(faults, at, true, CAROM_ERR_CONFLICT,
                  "a driven body moves as its drive says; remove '%s' or 'driven'",
                  given_by_drive[i]);
  }
  if (faults->count > before) return;
  if (flat) carom_question(found, round, "a flat has no radius", faults);
  if (flat || carom_group_value_node(found, "mass"))
    carom_refuse(found, density,
                 flat ? "the mass of a flat does not follow from a density"
                      : "the mass is given by itself",
                 faults);
}

static void read_beads(carom_scenario *scenario, const carom_node *node,
                       carom_scenario_beads *group, carom_faults *faults)
{
  const carom_group table = carom_group_bead();
  carom_group_values found;
  const int before = faults->count;
  carom_schema_read(&table, node, faults, &found);
  carom_bead *bead = &group->bead;
  bead->body = carom_body_default();
  bead->body.shape = (carom_shape)carom_group_word(&found, "shape");
  if (carom_group_value_node(&found, "radius"))
    bead->body.radius = carom_group_value(&found, "radius");
  bead->body.mass = carom_group_value(&found, "mass");
  bead->body.fixed = carom_group_value(&found, "fixed") == CAROM_WORD(1);
  bead->velocity = carom_group_value(&found, "velocity");
  bead->gap = carom_group_value(&found, "gap");
  bead->force = carom_group_value(&found, "force");
  bead->arrives = carom_group_value(&found, "arrives") == CAROM_WORD(1);
  group->node = node;
  group->material = group->outer = group->inner = CAROM_NOWHERE;
  if (carom_whole(&found, "count", faults)) group->count = (int)carom_group_value(&found, "count");
  if (node->kind != CAROM_NODE_OBJECT) return;
  if (carom_group_key_node(&found, "cell"))
    carom_fault(faults, carom_group_key_node(&found, "cell"), true, CAROM_ERR_CONFLICT,
                "a cell holds bodies, not cells; write its bodies one by one");
  const carom_node *material = carom_group_key_node(&found, "material");
  const carom_node *driven = carom_group_key_node(&found, "driven");
  if (material) group->material = carom_named_material(scenario, material, faults);
  if (group->material != CAROM_NOWHERE)
    bead->body.material = scenario->material[group->material].material;
  group->own_density = carom_group_value_node(&found, "density") != NULL;
  if (group->own_density) bead->body.material.density = carom_group_value(&found, "density");
  if (driven) read_drive(scenario, driven, bead, faults);
  if (group->material != CAROM_NOWHERE && bead->body.shape == CAROM_SPHERE)
    carom_need_density(scenario, group->material,
                       bead->body.mass != CAROM_UNSET || group->own_density, faults);
  check_bead(&found, bead, before, faults);
}

static void read_wall(carom_scenario *scenario, const carom_node *node, bool right,
                      carom_scenario_wall *wall, carom_faults *faults)
{
  const carom_group group = carom_group_wall();
  carom_group_values found;
  wall->material = wall->contact = CAROM_NOWHERE;
  if (!node) return;
  wall->node = node;
  if (node->kind != CAROM_NODE_OBJECT) {
    const char *text = carom_schema_read_text(node, faults, "free, or a wall as in {wall: steel}");
    if (text && strcmp(text, "free") != 0)
      carom_fault(faults, node, false, CAROM_ERR_UNKNOWN,
                  "'%.40s' is not accepted; write free, or a wall as in {wall: steel}", text);
    return;
  }
  carom_schema_read(&group, node, faults, &found);
  const carom_node *material = carom_group_key_node(&found, "wall"),
                   *gap = carom_group_value_node(&found, "gap");
  if (material) wall->material = carom_named_material(scenario, material, faults);
  if (gap && !right && carom_group_value(&found, "gap") != 0)
    carom_fault(faults, gap, true, CAROM_ERR_CONFLICT,
                "the gap to the left wall is that of the first bead; write it there");
  wall->gap = carom_group_value(&found, "gap");
  wall->present = true;
}

static void add_joint(carom_scenario *scenario, int first, int count, int contact,
                      const carom_scenario_beads *a, const carom_scenario_beads *b,
                      const carom_node *node)
{
  if (contact == CAROM_NOWHERE) return;
  carom_scenario_joint *joint = &scenario->joint[scenario->joints++];
  *joint = (carom_scenario_joint){.first = first,
                                  .count = count,
                                  .contact = contact,
                                  .a = a->bead.body,
                                  .b = b->bead.body,
                                  .speed = scenario->chain.speed,
                                  .reduced_mass = CAROM_UNSET,
                                  .node = node,
                                  .body = {a->node, b->node},
                                  .material = {a->material, b->material}};
}

/* Records that the last joint is repeated with its cell. */
static void repeat_joint(carom_scenario *scenario, int repeats, const carom_scenario_cell *cell)
{
  if (scenario->joints == 0) return;
  scenario->joint[scenario->joints - 1].repeats = repeats;
  scenario->joint[scenario->joints - 1].period = cell->beads;
}

static carom_scenario_beads wall_body(const carom_scenario *scenario,
                                      const carom_scenario_wall *wall)
{
  carom_scenario_beads flat = {
      .node = wall->node, .material = wall->material, .bead.body = carom_body_default()};
  flat.bead.body.shape = CAROM_FLAT;
  flat.bead.body.fixed = true;
  flat.bead.body.material = scenario->material[wall->material].material;
  return flat;
}

static void join_wall(carom_scenario *scenario, carom_scenario_wall *wall, int number,
                      const carom_scenario_beads *next, carom_faults *faults)
{
  if (!wall->present) return;
  wall->contact = carom_contact_between(scenario, wall->material, next->material, wall->node,
                                        faults);
  if (wall->contact == CAROM_NOWHERE) return;
  const carom_scenario_beads body = wall_body(scenario, wall);
  const bool left = number == CAROM_LEFT_WALL;
  add_joint(scenario, number, 1, wall->contact, left ? &body : next, left ? next : &body,
            wall->node);
}

/* State while the chain is joined. */
typedef struct joining {
  int bead;                     /* next body */
  carom_scenario_beads *before; /* previous group */
  carom_faults *faults;
} joining;

/* Joins the bodies of a group for the `time`-th time. When a cell is repeated, the contacts of its
 * groups are known, except for the first one, which now follows the last. */
static void join_group(carom_scenario *scenario, joining *at, const carom_scenario_cell *cell,
                       carom_scenario_beads *group, int time)
{
  const bool first = time == 0, again = time == 1 && group == &scenario->chain.group[cell->first];
  carom_scenario_beads *before = at->before;
  if (before && (first || again))
    group->outer = carom_contact_between(scenario, before->material, group->material, group->node,
                                         at->faults);
  if (group->count > 1 && first)
    group->inner = carom_contact_between(scenario, group->material, group->material, group->node,
                                         at->faults);
  const int repeats = cell->count - time;
  if (before && (first || again)) {
    add_joint(scenario, at->bead - 1, 1, group->outer, before, group, group->node);
    repeat_joint(scenario, again || group != &scenario->chain.group[cell->first] ? repeats : 1,
                 cell);
  }
  if (first && group->count > 1) {
    add_joint(scenario, at->bead, group->count - 1, group->inner, group, group, group->node);
    repeat_joint(scenario, repeats, cell);
  }
  for (int i = 0; i < group->count; i++) {
    carom_bead *bead = &scenario->chain.bead[at->bead++];
    *bead = group->bead;
    bead->contact = i ? group->inner : group->outer;
  }
  at->before = group;
}

/* Joins neighbours: within a group contacts are equal, between groups there is one. */
static void join(carom_scenario *scenario, carom_faults *faults)
{
  const int groups = scenario->chain.groups, cells = scenario->chain.cells;
  joining at = {.faults = faults};
  size_t joints = (size_t)groups + 2; /* one before each group, and two walls */
  for (int g = 0; g < groups; g++)
    joints += scenario->chain.group[g].count > 1;
  for (int k = 0; k < cells; k++)
    joints += scenario->chain.cell[k].count > 1;
  scenario->joint = carom_scenario_room(scenario, joints, sizeof *scenario->joint, faults);
  if (!scenario->joint) return;
  join_wall(scenario, &scenario->chain.left, CAROM_LEFT_WALL, &scenario->chain.group[0], faults);
  for (int k = 0; k < cells; k++) {
    const carom_scenario_cell *cell = &scenario->chain.cell[k];
    for (int time = 0; time < cell->count; time++)
      for (int g = 0; g < cell->groups; g++)
        join_group(scenario, &at, cell, &scenario->chain.group[cell->first + g], time);
  }
  join_wall(scenario, &scenario->chain.right, CAROM_RIGHT_WALL, &scenario->chain.group[groups - 1],
            faults);
}

static double larger(double most, double speed)
{
  const double size = speed < 0 ? -speed : speed;
  return size > most ? size : most;
}

/* Passes the largest initial speed to laws that need an impact speed. */
static void expect_speed(carom_scenario *scenario)
{
  double most = 0;
  for (int g = 0; g < scenario->chain.groups; g++) {
    const carom_bead *bead = &scenario->chain.group[g].bead;
    most = larger(most, bead->velocity);
    for (int k = 0; k < bead->drive_points; k++)
      most = larger(most, bead->drive_velocity[k]);
  }
  scenario->chain.speed = most >= 1e-9 ? most : 1;
  for (int i = 0; i < scenario->contacts; i++)
    scenario->contact[i].def.speed = scenario->chain.speed;
}

/* Reads a cell, whose only own setting is the number of its repetitions. */
static void read_cell(carom_scenario *scenario, const carom_node *node, const carom_node *list,
                      carom_scenario_cell *cell, carom_faults *faults)
{
  const carom_group table = carom_group_bead();
  carom_group_values found;
  carom_schema_read(&table, node, faults, &found);
  cell->count = carom_whole(&found, "count", faults) ? (int)carom_group_value(&found, "count") : 1;
  for (const carom_node *item = node->first; item; item = item->next)
    if (item != list && item != carom_group_value_node(&found, "count"))
      carom_fault(faults, item, true, CAROM_ERR_CONFLICT,
                  "the bodies of a cell have their own settings; write '%s' there", item->key);
  for (const carom_node *item = list->first; item; item = item->next) {
    carom_scenario_beads *group = &scenario->chain.group[scenario->chain.groups++];
    read_beads(scenario, item, group, faults);
    cell->beads += cell->beads > BEADS_MAX ? 0 : group->count;
    cell->groups++;
  }
}

static bool is_cell(const carom_node *item, const carom_node **list)
{
  *list = item->kind == CAROM_NODE_OBJECT ? carom_tree_get(item, "cell") : NULL;
  return *list && (*list)->kind == CAROM_NODE_ARRAY && (*list)->count > 0;
}

static void read_item(carom_scenario *scenario, const carom_node *item, carom_faults *faults)
{
  const carom_node *list;
  carom_scenario_cell *cell = &scenario->chain.cell[scenario->chain.cells++];
  *cell = (carom_scenario_cell){.first = scenario->chain.groups, .count = 1};
  if (is_cell(item, &list)) {
    read_cell(scenario, item, list, cell, faults);
  } else if (list) {
    carom_fault(faults, list, false, CAROM_ERR_SYNTAX,
                "a list of bodies is expected, as in [{radius: 5 mm, material: steel}], not %s",
                list->kind == CAROM_NODE_ARRAY ? "an empty list" : carom_tree_kind_text(list));
    cell->groups = 0;
  } else {
    carom_scenario_beads *group = &scenario->chain.group[scenario->chain.groups++];
    read_beads(scenario, item, group, faults);
    cell->groups = 1;
    cell->beads = group->count;
  }
}

static bool make_beads(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  double total = 0; /* may far exceed an int */
  for (int k = 0; k < scenario->chain.cells; k++)
    total += (double)scenario->chain.cell[k].count * scenario->chain.cell[k].beads;
  if (total > BEADS_MAX) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE,
                "these are %.0f beads; a chain has at most %d, choose smaller counts", total,
                BEADS_MAX);
    return false;
  }
  scenario->chain.beads = (int)total;
  scenario->chain.bead = carom_scenario_room(scenario, (size_t)total + 1,
                                             sizeof *scenario->chain.bead, faults);
  return scenario->chain.bead && scenario->chain.groups > 0;
}

static bool read_groups(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults,
                              "write one item a group, as in - {count: 70, radius: 5 mm, "
                              "material: steel}"))
    return false;
  if (node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the list is empty; add - {count: 10, radius: 5 mm, material: steel}");
    return false;
  }
  size_t groups = 0;
  const carom_node *list;
  for (const carom_node *item = node->first; item; item = item->next)
    groups += is_cell(item, &list) ? (size_t)list->count : 1;
  scenario->chain.cell = carom_scenario_room(scenario, (size_t)node->count,
                                             sizeof *scenario->chain.cell, faults);
  scenario->chain.group = carom_scenario_room(scenario, groups, sizeof *scenario->chain.group,
                                              faults);
  if (!scenario->chain.cell || !scenario->chain.group) return false;
  for (const carom_node *item = node->first; item; item = item->next)
    read_item(scenario, item, faults);
  return make_beads(scenario, node, faults);
}

/* What bodies say that nothing asks for in this chain. */
static void tell_idle(const carom_scenario *scenario, carom_faults *faults)
{
  const carom_scenario_beads *first = &scenario->chain.group[0];
  const carom_node *gap = carom_tree_get(first->node, "gap");
  const bool alone = first->count == 1 && scenario->chain.cell[0].count == 1;
  if (gap && first->bead.gap != 0 && alone && !scenario->chain.left.present)
    carom_warn(faults, gap, true,
               "there is nothing on the left of the first body, so that this changes nothing; "
               "write it at the body after the gap, or give chain.left a wall");
  for (int i = 0; i < scenario->chain.groups && !scenario->chain.settled; i++)
    if (scenario->chain.group[i].bead.arrives)
      carom_warn(faults, carom_tree_get(scenario->chain.group[i].node, "arrives"), true,
                 "nothing rests on others without start: settled, so that this changes nothing; "
                 "leave it out, or write start: settled");
}

void carom_read_chain(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_chain();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  scenario->chain.gravity = carom_group_value(&found, "gravity");
  scenario->chain.settled = carom_group_value(&found, "start") == CAROM_WORD(1);
  read_wall(scenario, carom_group_key_node(&found, "left"), false, &scenario->chain.left, faults);
  read_wall(scenario, carom_group_key_node(&found, "right"), true, &scenario->chain.right, faults);
  const carom_node *beads = carom_group_key_node(&found, "beads");
  if (!beads || !read_groups(scenario, beads, faults)) return;
  tell_idle(scenario, faults);
  expect_speed(scenario);
  join(scenario, faults);
}
