/* SPDX-License-Identifier: MIT */
/* Reads prescribed motions of particles: those of the scene, and changes by stages. */
#include <string.h>

#include "io/scenario_parts.h"

static bool are_named(const carom_node *node, carom_faults *faults)
{
  if (node->kind == CAROM_NODE_OBJECT) return true;
  carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
              "holds by name are expected, as in {lid: {group: lid, velocity: [0.1 m/s, 0, 0]}}, "
              "not %s",
              carom_tree_kind_text(node));
  return false;
}

static bool is_on(const carom_group_values *found)
{
  return carom_group_word(found, "on") == 1;
}

/* Rejects a name shared with a wall, because the columns of both are named alike. */
static void check_name(const carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  for (int i = 0; i < scenario->scene.walls; i++)
    if (!strcmp(scenario->scene.wall[i].name, node->key))
      carom_fault(faults, node, true, CAROM_ERR_CONFLICT,
                  "there is a wall '%.40s'; give the hold a name of its own", node->key);
}

static void read_hold(const carom_scenario *scenario, const carom_node *node, carom_scene_hold *to,
                      carom_faults *faults)
{
  const carom_group group = carom_group_hold();
  carom_group_values found;
  *to = carom_scene_hold_default();
  to->name = node->key;
  check_name(scenario, node, faults);
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  to->group = carom_named_particles(scenario, carom_group_key_node(&found, "group"), faults);
  to->off = !is_on(&found);
  carom_read_vector(&found, "velocity", to->velocity, faults);
  carom_read_vector(&found, "spin", to->spin, faults);
  carom_read_vector(&found, "centre", to->centre, faults);
  static const char *const centre[] = {"centre", NULL};
  const carom_node *scene = carom_tree_get(carom_tree_root(scenario->tree), "scene");
  const double *spin = to->spin;
  if (spin[0] == 0 && spin[1] == 0 && spin[2] == 0 && !carom_tree_get(scene, "stages"))
    carom_question(&found, centre, "nothing turns here", faults);
}

void carom_read_holds(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!are_named(node, faults)) return;
  if (node->count > CAROM_SCENE_HOLDS_MAX) {
    carom_fault(faults, node, false, CAROM_ERR_RANGE, "a scene has up to %d holds",
                CAROM_SCENE_HOLDS_MAX);
    return;
  }
  scene->hold = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->hold, faults);
  for (const carom_node *item = scene->hold ? node->first : NULL; item; item = item->next)
    read_hold(scenario, item, &scene->hold[scene->holds++], faults);
}

static void read_change(const carom_scenario *scenario, const carom_node *node,
                        carom_scenario_hold_change *to, carom_faults *faults)
{
  const carom_group group = carom_group_stage_hold();
  carom_group_values found;
  *to = (carom_scenario_hold_change){.hold = CAROM_NOWHERE};
  for (int k = 0; k < scenario->scene.holds; k++)
    if (!strcmp(scenario->scene.hold[k].name, node->key)) to->hold = k;
  if (to->hold == CAROM_NOWHERE)
    carom_fault(faults, node, true, CAROM_ERR_UNKNOWN,
                "there is no hold '%.40s'; those that begin later are under scene.holds with on: "
                "false",
                node->key);
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  to->on = is_on(&found);
  to->moves = carom_read_vector(&found, "velocity", to->velocity, faults);
  to->turns = carom_read_vector(&found, "spin", to->spin, faults);
  to->shifts = carom_read_vector(&found, "centre", to->centre, faults);
}

void carom_read_stage_holds(carom_scenario *scenario, const carom_node *node,
                            carom_scenario_stage *stage, carom_faults *faults)
{
  if (!are_named(node, faults)) return;
  stage->hold = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *stage->hold, faults);
  for (const carom_node *item = stage->hold ? node->first : NULL; item; item = item->next)
    read_change(scenario, item, &stage->hold[stage->holds++], faults);
}
