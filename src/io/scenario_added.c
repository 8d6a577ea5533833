/* SPDX-License-Identifier: MIT */
/* Walls, sources and sinks added by stages. They belong to the scene from the start, absent or off
 * until then, so that columns, frames and checkpoints include them. */
#include <string.h>

#include "io/scenario_parts.h"

static void refuse_twice(const carom_node *map, const char *one, bool taken, const char *name,
                         carom_faults *faults)
{
  if (taken)
    carom_fault(faults, carom_tree_get(map, name), true, CAROM_ERR_CONFLICT,
                "there is a %s '%.40s' already; give this one a name of its own", one, name);
}

static void refuse_key(const carom_node *map, const char *name, const char *key, const char *why,
                       carom_faults *faults)
{
  carom_fault(faults, carom_tree_get(carom_tree_get(map, name), key), true, CAROM_ERR_CONFLICT,
              "%s; leave it out", why);
}

static const char comes[] = "it comes with its stage";

static void read_walls(carom_scenario *scenario, const carom_node *map, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  const int before = scene->walls;
  carom_read_walls(scenario, map, faults);
  for (int i = before; i < scene->walls; i++) {
    carom_scene_wall *wall = &scene->wall[i];
    refuse_twice(map, "wall", carom_find_wall(scenario, wall->name) < i, wall->name, faults);
    if (wall->absent) refuse_key(map, wall->name, "present", comes, faults);
    wall->absent = true;
  }
}

static void read_sources(carom_scenario *scenario, const carom_node *map, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  const int before = scene->sources;
  carom_read_sources(scenario, map, faults);
  for (int i = before; i < scene->sources; i++) {
    carom_scene_source *source = &scene->source[i];
    bool taken = false;
    for (int k = 0; k < i; k++)
      taken |= !strcmp(scene->source[k].name, source->name);
    refuse_twice(map, "source", taken, source->name, faults);
    if (source->off) refuse_key(map, source->name, "enabled", comes, faults);
    if (source->start > 0)
      refuse_key(map, source->name, "start",
                 "it begins with its stage; a later one is a stage of its own", faults);
    source->off = true;
  }
}

static void read_sinks(carom_scenario *scenario, const carom_node *map, carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  const int before = scene->sinks;
  carom_read_sinks(scenario, map, faults);
  for (int i = before; i < scene->sinks; i++) {
    carom_scene_sink *sink = &scene->sink[i];
    bool taken = false;
    for (int k = 0; k < i; k++)
      taken |= !strcmp(scene->sink[k].name, sink->name);
    refuse_twice(map, "sink", taken, sink->name, faults);
    if (sink->off) refuse_key(map, sink->name, "enabled", comes, faults);
    sink->off = true;
  }
}

void carom_read_added(carom_scenario *scenario, const carom_node *stages, carom_faults *faults)
{
  const carom_group group = carom_group_stage_add();
  carom_scenario_scene *scene = &scenario->scene;
  scene->walls_so_far = scene->walls;
  scene->sources_so_far = scene->sources;
  scene->sinks_so_far = scene->sinks;
  if (!stages || stages->kind != CAROM_NODE_ARRAY) return;
  for (const carom_node *stage = stages->first; stage; stage = stage->next) {
    const carom_node *add = carom_tree_get(stage, "add");
    carom_group_values found;
    if (!add) continue;
    carom_schema_read(&group, add, faults, &found);
    if (add->kind != CAROM_NODE_OBJECT) continue;
    const carom_node *walls = carom_group_key_node(&found, "walls"),
                     *sources = carom_group_key_node(&found, "sources"),
                     *sinks = carom_group_key_node(&found, "sinks");
    if (walls) read_walls(scenario, walls, faults);
    if (sources) read_sources(scenario, sources, faults);
    if (sinks) read_sinks(scenario, sinks, faults);
  }
}
