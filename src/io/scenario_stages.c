/* SPDX-License-Identifier: MIT */
/* Reads the stages of a scene from their groups. */
#include <string.h>

#include "io/scenario_parts.h"

int carom_find_wall(const carom_scenario *scenario, const char *name)
{
  for (int i = 0; i < scenario->scene.walls; i++)
    if (!strcmp(scenario->scene.wall[i].name, name)) return i;
  return CAROM_NOWHERE;
}

/* The entry that a key of a map names, including those added by stages so far. */
static int find_wall(const carom_scenario *scenario, const char *name)
{
  const int found = carom_find_wall(scenario, name);
  return found < scenario->scene.walls_so_far ? found : CAROM_NOWHERE;
}

static int find_source(const carom_scenario *scenario, const char *name)
{
  for (int i = 0; i < scenario->scene.sources_so_far; i++)
    if (!strcmp(scenario->scene.source[i].name, name)) return i;
  return CAROM_NOWHERE;
}

static int find_sink(const carom_scenario *scenario, const char *name)
{
  for (int i = 0; i < scenario->scene.sinks_so_far; i++)
    if (!strcmp(scenario->scene.sink[i].name, name)) return i;
  return CAROM_NOWHERE;
}

static int find_bond(const carom_scenario *scenario, const char *name)
{
  for (int i = 0; i < scenario->scene.bonds; i++)
    if (!strcmp(scenario->scene.bond[i].def.name, name)) return i;
  return CAROM_NOWHERE;
}

/* A kind of entry that can be switched: a word for it, a lookup by name, and where a stage stores
 * it. */
typedef struct switched {
  const char *one, *all;
  int (*find)(const carom_scenario *scenario, const char *name);
} switched;

static const switched of_sources = {"source", "sources", find_source},
                      of_sinks = {"sink", "sinks", find_sink},
                      of_bonds = {"kind of bonds", "bonds", find_bond};

static bool is_map(const carom_node *node, const char *what, carom_faults *faults)
{
  if (node->kind == CAROM_NODE_OBJECT) return true;
  carom_fault(faults, node, false, CAROM_ERR_SYNTAX, "%s by name are expected, not %s", what,
              carom_tree_kind_text(node));
  return false;
}

static void read_wall(carom_scenario *scenario, const carom_node *node,
                      carom_scenario_wall_change *to, carom_faults *faults)
{
  static const char *const moving[] = {"velocity", "spin", "motion", "drives", "servo", "body"};
  const carom_group group = carom_group_stage_wall();
  carom_group_values found;
  *to = (carom_scenario_wall_change){.wall = find_wall(scenario, node->key), .target = CAROM_UNSET};
  if (to->wall == CAROM_NOWHERE)
    carom_fault(
        faults, node, true, CAROM_ERR_UNKNOWN,
        "there is no wall '%.40s'; one that comes with this stage stands under 'add', as in "
        "add: {walls: {lid: {shape: plane, material: steel}}}",
        node->key);
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *present = carom_group_value_node(&found, "present");
  to->comes = present && carom_group_value(&found, "present") == CAROM_WORD(1);
  to->goes = present && !to->comes;
  to->target = carom_group_value(&found, "force");
  for (size_t k = 0; k < sizeof moving / sizeof *moving; k++)
    to->moves |= carom_group_key_node(&found, moving[k]) != NULL;
  carom_read_motion_keys(scenario, &found, &to->motion, faults);
  if (to->moves && to->target != CAROM_UNSET)
    carom_fault(faults, carom_group_value_node(&found, "force"), true, CAROM_ERR_CONFLICT,
                "the wall gets another motion, with a target of its own; leave one of them out");
}

static void read_walls(carom_scenario *scenario, const carom_node *node,
                       carom_scenario_stage *stage, carom_faults *faults)
{
  if (!is_map(node, "walls", faults)) return;
  stage->change = carom_scenario_more(scenario, stage->change, (size_t)stage->changes,
                                      (size_t)(stage->changes + node->count) + 1,
                                      sizeof *stage->change, faults);
  for (const carom_node *item = stage->change ? node->first : NULL; item; item = item->next)
    read_wall(scenario, item, &stage->change[stage->changes++], faults);
}

static void read_switches(carom_scenario *scenario, const carom_node *node, const switched *what,
                          carom_scenario_switch **list, int *count, carom_faults *faults)
{
  const carom_group group = carom_group_stage_switch();
  if (!is_map(node, what->all, faults)) return;
  *list = carom_scenario_more(scenario, *list, (size_t)*count, (size_t)(*count + node->count) + 1,
                              sizeof **list, faults);
  if (!*list) *count = 0;
  for (const carom_node *item = *list ? node->first : NULL; item; item = item->next) {
    carom_scenario_switch *to = &(*list)[(*count)++];
    carom_group_values found;
    to->number = what->find(scenario, item->key);
    if (to->number == CAROM_NOWHERE)
      carom_fault(faults, item, true, CAROM_ERR_UNKNOWN, "there is no %s '%.40s'", what->one,
                  item->key);
    carom_schema_read(&group, item, faults, &found);
    to->on = item->kind == CAROM_NODE_OBJECT && carom_group_value(&found, "on") == CAROM_WORD(1);
  }
}

static void read_friction(carom_scenario *scenario, const carom_node *node,
                          carom_scenario_friction *to, carom_faults *faults)
{
  const carom_group group = carom_group_stage_friction();
  carom_group_values found;
  *to = (carom_scenario_friction){.contact = CAROM_NOWHERE};
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *between = carom_group_key_node(&found, "between");
  carom_need(node, "value", carom_group_value_node(&found, "value"),
             "coefficient of friction, as in value: 0.3", faults);
  to->friction = carom_group_value(&found, "value");
  if (!between || !carom_schema_read_list(between, faults, "[glass, steel]")) return;
  if (between->count != 2) {
    carom_fault(faults, between, false, CAROM_ERR_RANGE,
                "friction is between two materials, not %d; write [glass, steel]", between->count);
    return;
  }
  const int a = carom_named_material(scenario, carom_tree_at(between, 0), faults),
            b = carom_named_material(scenario, carom_tree_at(between, 1), faults);
  if (a == CAROM_NOWHERE || b == CAROM_NOWHERE) return;
  to->contact = carom_contact_between(scenario, a, b, between, faults);
  if (to->contact != CAROM_NOWHERE && !scenario->contact[to->contact].stage[0].model)
    carom_fault(faults, between, false, CAROM_ERR_CONFLICT,
                "this contact is smooth; give it a tangential model, as in tangential: {model: "
                "mindlin, friction: 0.3}");
}

static void read_frictions(carom_scenario *scenario, const carom_node *node,
                           carom_scenario_stage *stage, carom_faults *faults)
{
  if (!carom_schema_read_list(node, faults,
                              "write one item a pair, as in - {between: [glass, glass], value: "
                              "0.2}"))
    return;
  stage->friction = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *stage->friction,
                                        faults);
  for (const carom_node *item = stage->friction ? node->first : NULL; item; item = item->next) {
    carom_scenario_friction *to = &stage->friction[stage->frictions++];
    read_friction(scenario, item, to, faults);
    for (const carom_scenario_friction *other = stage->friction; other < to; other++)
      if (to->contact != CAROM_NOWHERE && other->contact == to->contact)
        carom_fault(faults, item, false, CAROM_ERR_CONFLICT,
                    "the friction of this pair is given twice in this stage; remove one of them");
  }
}

/* Conditions on a wall require a wall, and a wall requires a condition. */
static void read_condition(const carom_scenario *scenario, const carom_group_values *found,
                           carom_scenario_stage *stage, carom_faults *faults)
{
  static const char *const of_wall[] = {"force_above",    "force_below", "position_above",
                                        "position_below", "direction",   NULL};
  const carom_node *wall = carom_group_key_node(found, "wall");
  const char *name = wall ? carom_schema_read_text(wall, faults, "the name of a wall") : NULL;
  stage->wall = name ? find_wall(scenario, name) : CAROM_NOWHERE;
  if (name && stage->wall == CAROM_NOWHERE)
    carom_fault(faults, wall, false, CAROM_ERR_UNKNOWN, "there is no wall '%.40s'", name);
  if (!wall)
    carom_refuse(found, of_wall, "this is measured at a wall, which 'wall' would name", faults);
  stage->direction[2] = 1;
  if (!carom_read_vector(found, "direction", stage->direction, faults)) return;
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += stage->direction[k] * stage->direction[k];
  if (!(square > 0))
    carom_fault(faults, carom_group_key_node(found, "direction"), false, CAROM_ERR_RANGE,
                "a direction needs a length other than 0");
}

/* Reads changes of the box, which require a box. */
static void read_box(carom_scenario *scenario, const carom_group_values *found,
                     carom_scenario_stage *stage, carom_faults *faults)
{
  static const char *const of_box[] = {"box", "pressure_above", "pressure_below",
                                       "solid_fraction_above", NULL};
  const carom_scene_box *box = scenario->scene.def.box;
  const carom_node *node = carom_group_key_node(found, "box");
  const carom_node *gravity = carom_group_key_node(found, "gravity");
  if (box && gravity)
    carom_fault(faults, gravity, true, CAROM_ERR_CONFLICT,
                "scene.box has no gravity, which would accelerate it as a whole; leave it out");
  stage->pressure_above = carom_group_value(found, "pressure_above");
  stage->pressure_below = carom_group_value(found, "pressure_below");
  stage->solid_fraction_above = carom_group_value(found, "solid_fraction_above");
  if (!box)
    carom_refuse(found, of_box,
                 "this is of a box that deforms, and scene.box is not given (box: {} stands still)",
                 faults);
  if (node && box) stage->box = carom_read_box(scenario, node, box, faults);
}

/* The number of entries of a map added by a stage. */
static int entries(const carom_node *add, const char *name)
{
  const carom_node *map = carom_tree_get(add, name);
  return map && map->kind == CAROM_NODE_OBJECT ? map->count : 0;
}

static void switch_on(carom_scenario *scenario, int first, int count, carom_scenario_switch **list,
                      int *switches, carom_faults *faults)
{
  *list = carom_scenario_room(scenario, (size_t)count + 1, sizeof **list, faults);
  for (int i = 0; *list && i < count; i++)
    (*list)[(*switches)++] = (carom_scenario_switch){first + i, true};
}

/* Makes entries read by carom_read_added present from this stage on. */
static void come(carom_scenario *scenario, const carom_node *add, carom_scenario_stage *stage,
                 carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  const int walls = entries(add, "walls"), sources = entries(add, "sources"),
            sinks = entries(add, "sinks");
  if (walls > 0)
    stage->change = carom_scenario_room(scenario, (size_t)walls, sizeof *stage->change, faults);
  for (int i = 0; stage->change && i < walls && scene->walls_so_far + i < scene->walls; i++) {
    const int wall = scene->walls_so_far + i;
    const carom_scene_motion *motion = &scene->wall[wall].motion;
    stage->change[stage->changes++] = (carom_scenario_wall_change){
        .wall = wall,
        .comes = true,
        .moves = motion->points > 0 || motion->drives > 0 || motion->servo || motion->body,
        .motion = *motion,
        .target = CAROM_UNSET};
  }
  if (sources > 0)
    switch_on(scenario, scene->sources_so_far, sources, &stage->source, &stage->sources, faults);
  if (sinks > 0)
    switch_on(scenario, scene->sinks_so_far, sinks, &stage->sink, &stage->sinks, faults);
  scene->walls_so_far += walls;
  scene->sources_so_far += sources;
  scene->sinks_so_far += sinks;
}

static bool has_one(const double *condition, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (condition[k] != CAROM_UNSET) return true;
  return false;
}

static bool looks_at_wall(const carom_scenario_stage *stage)
{
  const double condition[] = {stage->force_above, stage->force_below, stage->position_above,
                              stage->position_below};
  return has_one(condition, sizeof condition / sizeof *condition);
}

bool carom_stage_ends_early(const carom_scenario_stage *stage)
{
  const double condition[] = {stage->particles_above,     stage->particles_below,
                              stage->kinetic_below,       stage->broken_above,
                              stage->pressure_above,      stage->pressure_below,
                              stage->solid_fraction_above};
  return looks_at_wall(stage) || has_one(condition, sizeof condition / sizeof *condition);
}

/* What asks for conditions that are not there. */
static void tell_idle(const carom_group_values *found, const carom_scenario_stage *stage,
                      carom_faults *faults)
{
  static const char *const looks[] = {"after", "every", NULL}, *const wall[] = {"wall", NULL};
  if (!looks_at_wall(stage)) carom_question(found, wall, "no condition here is of a wall", faults);
  if (!carom_stage_ends_early(stage))
    carom_question(found, looks, "no condition here is looked at", faults);
}

static void read_stage(carom_scenario *scenario, const carom_node *node,
                       carom_scenario_stage *stage, carom_faults *faults)
{
  const carom_group group = carom_group_scene_stage();
  carom_group_values found;
  *stage = (carom_scenario_stage){.node = node, .wall = CAROM_NOWHERE};
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *name = carom_group_key_node(&found, "name"),
                   *walls = carom_group_key_node(&found, "walls"),
                   *sources = carom_group_key_node(&found, "sources"),
                   *sinks = carom_group_key_node(&found, "sinks"),
                   *groups = carom_group_key_node(&found, "groups"),
                   *holds = carom_group_key_node(&found, "holds"),
                   *bonds = carom_group_key_node(&found, "bonds"),
                   *friction = carom_group_key_node(&found, "friction");
  stage->name = name ? carom_schema_read_text(name, faults, "a name") : NULL;
  stage->time = carom_group_value(&found, "time");
  stage->after = carom_group_value(&found, "after");
  stage->every = carom_group_value(&found, "every");
  stage->particles_above = carom_group_value(&found, "particles_above");
  stage->particles_below = carom_group_value(&found, "particles_below");
  stage->kinetic_below = carom_group_value(&found, "kinetic_below");
  stage->broken_above = carom_group_value(&found, "broken_above");
  stage->force_above = carom_group_value(&found, "force_above");
  stage->force_below = carom_group_value(&found, "force_below");
  stage->position_above = carom_group_value(&found, "position_above");
  stage->position_below = carom_group_value(&found, "position_below");
  stage->pulls = carom_read_vector(&found, "gravity", stage->gravity, faults);
  come(scenario, carom_group_key_node(&found, "add"), stage, faults);
  read_condition(scenario, &found, stage, faults);
  const int before = faults->count;
  read_box(scenario, &found, stage, faults);
  if (faults->count == before) tell_idle(&found, stage, faults);
  if (walls) read_walls(scenario, walls, stage, faults);
  if (groups) carom_read_stage_groups(scenario, groups, stage, faults);
  if (holds) carom_read_stage_holds(scenario, holds, stage, faults);
  if (sources)
    read_switches(scenario, sources, &of_sources, &stage->source, &stage->sources, faults);
  if (sinks) read_switches(scenario, sinks, &of_sinks, &stage->sink, &stage->sinks, faults);
  if (bonds) read_switches(scenario, bonds, &of_bonds, &stage->bond, &stage->bonds, faults);
  if (friction) read_frictions(scenario, friction, stage, faults);
}

static bool ends(const carom_scenario_stage *s)
{
  const double end[] = {s->time,           s->particles_above,      s->particles_below,
                        s->kinetic_below,  s->force_above,          s->force_below,
                        s->position_above, s->position_below,       s->pressure_above,
                        s->pressure_below, s->solid_fraction_above, s->broken_above};
  for (size_t k = 0; k < sizeof end / sizeof *end; k++)
    if (end[k] != CAROM_UNSET) return true;
  return false;
}

void carom_read_stages(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!carom_schema_read_list(node, faults,
                              "write one item a stage, as in - {name: settle, time: 0.5 s}"))
    return;
  scene->stage = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->stage,
                                     faults);
  for (const carom_node *item = scene->stage ? node->first : NULL; item; item = item->next) {
    carom_scenario_stage *stage = &scene->stage[scene->stages++];
    const int before = faults->count;
    read_stage(scenario, item, stage, faults);
    if (item->next && faults->count == before && !ends(stage))
      carom_fault(faults, item, false, CAROM_ERR_MISSING,
                  "it has no end, and others follow; add time: 1 s, or a condition such as "
                  "kinetic_below: 1e-9 J");
  }
}
