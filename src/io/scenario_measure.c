/* SPDX-License-Identifier: MIT */
/* Reads groups and measures of a scene. */
#include "io/scenario_parts.h"

#include <math.h>
#include <string.h>

#include "core/text.h"

typedef unsigned whats; /* a set of carom_measure_what */
#define WHAT(NAME) (1u << CAROM_MEASURE_##NAME)
static const whats planes = WHAT(MASS_FLOW) | WHAT(QUADRANTS) | WHAT(SURFACE);

static bool given(const carom_group_values *found, const char *name)
{
  return carom_group_value_node(found, name) != NULL;
}

static const char *group_name(const void *user, int index)
{
  return ((const carom_scene_group *)user)[index].name;
}

/* The group of this name among the first `groups` of the scene; -1 without one. */
static int named_group(const carom_scenario *scenario, const carom_node *node, int groups,
                       carom_faults *faults)
{
  if (!node) return -1;
  const char *name = carom_schema_read_text(node, faults, "the name of a group");
  for (int k = 0; name && k < groups; k++)
    if (carom_same_name(scenario->scene.named[k].name, name)) return k;
  if (name) {
    const char *near = carom_nearest_name(name, groups, group_name, scenario->scene.named);
    carom_fault(faults, node, false, CAROM_ERR_UNKNOWN,
                "there is no group '%.40s' %s; %s%.40s%sgroups stand under scene.groups", name,
                groups < scenario->scene.named_groups ? "before this one" : "in the scene",
                near ? "did you mean '" : "", near ? near : "", near ? "'? " : "");
  }
  return -1;
}

int carom_named_particles(const carom_scenario *scenario, const carom_node *node,
                          carom_faults *faults)
{
  return named_group(scenario, node, scenario->scene.named_groups, faults);
}

static uint32_t id_of(const carom_group_values *found, const char *name, uint32_t fallback,
                      carom_faults *faults)
{
  if (!given(found, name) || !carom_whole(found, name, faults)) return fallback;
  return (uint32_t)carom_group_value(found, name);
}

/* Rejects a range that cannot contain a particle. */
static void check_range(const carom_group_values *found, const char *low, const char *high,
                        carom_faults *faults)
{
  if (given(found, low) && given(found, high) &&
      carom_group_value(found, low) > carom_group_value(found, high))
    carom_fault(faults, carom_group_value_node(found, high), true, CAROM_ERR_RANGE,
                "it is below '%s', so that no particle is meant; exchange them", low);
}

/* Reads a selection. `before`: number of faults before the group was read. */
static void read_selection(const carom_scenario *scenario, const carom_group_values *found,
                           const carom_node *node, int groups, int before, carom_selection *of,
                           carom_faults *faults)
{
  static const carom_region_shape shapes[] = {CAROM_REGION_BOX, CAROM_REGION_BOX,
                                              CAROM_REGION_CYLINDER, CAROM_REGION_SPHERE,
                                              CAROM_REGION_BELOW};
  static const char *const parts[] = {"low", "high", "radius", "inner_radius", "length", NULL};
  const int shape = carom_group_word(found, "shape");
  const carom_node *material = carom_group_key_node(found, "material");
  *of = carom_selection_default();
  of->within = shape > 0;
  if (of->within)
    carom_read_region(found, node, shapes[shape], &of->region, before, faults);
  else
    carom_refuse(found, parts, "this goes with a shape, as in shape: box", faults);
  if (material) of->material = carom_named_material(scenario, material, faults);
  of->group = named_group(scenario, carom_group_key_node(found, "group"), groups, faults);
  if (given(found, "size_min")) of->radius[0] = carom_group_value(found, "size_min");
  if (given(found, "size_max")) of->radius[1] = carom_group_value(found, "size_max");
  of->id[0] = id_of(found, "id_min", of->id[0], faults);
  of->id[1] = id_of(found, "id_max", of->id[1], faults);
  check_range(found, "size_min", "size_max", faults);
  check_range(found, "id_min", "id_max", faults);
}

static bool are_named(const carom_node *node, const char *example, carom_faults *faults)
{
  if (node->kind == CAROM_NODE_OBJECT) return true;
  carom_fault(faults, node, false, CAROM_ERR_SYNTAX, "%s are expected, not %s", example,
              carom_tree_kind_text(node));
  return false;
}

void carom_read_particle_groups(carom_scenario *scenario, const carom_node *node,
                                carom_faults *faults)
{
  carom_scenario_scene *scene = &scenario->scene;
  if (!are_named(node, "groups by name, as in {top: {shape: below, point: [0, 0, 1 m]}},", faults))
    return;
  if (node->count > CAROM_SCENE_GROUPS_MAX)
    carom_fault(faults, node, false, CAROM_ERR_RANGE, "a scene has up to %d groups",
                CAROM_SCENE_GROUPS_MAX);
  scene->named = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *scene->named,
                                     faults);
  for (const carom_node *item = scene->named ? node->first : NULL; item; item = item->next) {
    const carom_group group = carom_group_particle_group();
    carom_group_values found;
    carom_scene_group *to = &scene->named[scene->named_groups];
    const int before = faults->count;
    *to = carom_scene_group_default();
    to->name = item->key;
    carom_schema_read(&group, item, faults, &found);
    if (item->kind == CAROM_NODE_OBJECT)
      read_selection(scenario, &found, item, scene->named_groups, before, &to->members, faults);
    scene->named_groups++;
  }
}

void carom_read_stage_groups(carom_scenario *scenario, const carom_node *node,
                             carom_scenario_stage *stage, carom_faults *faults)
{
  const carom_scenario_scene *scene = &scenario->scene;
  if (!are_named(node, "groups by name, as in {top: {shape: below, point: [0, 0, 1 m]}},", faults))
    return;
  stage->group = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *stage->group,
                                     faults);
  for (const carom_node *item = stage->group ? node->first : NULL; item; item = item->next) {
    const carom_group group = carom_group_particle_group();
    carom_scenario_group_change *to = &stage->group[stage->groups++];
    carom_group_values found;
    const int before = faults->count;
    *to = (carom_scenario_group_change){CAROM_NOWHERE, carom_selection_default()};
    for (int k = 0; k < scene->named_groups; k++)
      if (carom_same_name(scene->named[k].name, item->key)) to->group = k;
    if (to->group == CAROM_NOWHERE)
      carom_fault(faults, item, true, CAROM_ERR_UNKNOWN,
                  "there is no group '%.40s'; groups stand under scene.groups first", item->key);
    carom_schema_read(&group, item, faults, &found);
    if (item->kind == CAROM_NODE_OBJECT && to->group != CAROM_NOWHERE)
      read_selection(scenario, &found, item, to->group, before, &to->members, faults);
  }
}

/* Rejects settings that belong to other measures; those of a region come with its shape. */
static void refuse_others(const carom_group_values *found, carom_measure_what what, bool within,
                          carom_faults *faults)
{
  static const struct {
    const char *name[3];
    whats of;
    const char *why;
  } word[] = {
      {{"cells"},
       WHAT(PROFILE) | WHAT(FIELD) | WHAT(MIXING),
       "this is of profile, field and mixing"},
      {{"width"}, WHAT(PROFILE) | WHAT(FIELD), "this is of profile and field"},
      {{"marked"}, WHAT(MIXING), "this is of mixing; 'group' says over which particles"},
      {{"along", "up"}, WHAT(QUADRANTS) | WHAT(SURFACE), "this is of quadrants and surface"},
      {{"reach"}, WHAT(RADIAL), "this is of radial"},
      {{"most"}, WHAT(FORCES), "this is of forces"},
      {{"bins"},
       WHAT(RADIAL) | WHAT(FORCES) | WHAT(SURFACE),
       "this is of radial, forces and surface"},
      {{"share", "radial"}, WHAT(SURFACE), "this is of surface"},
  };
  static const char *const point[] = {"point", NULL}, *const direction[] = {"direction", NULL};
  for (size_t k = 0; k < sizeof word / sizeof *word; k++)
    if (!(word[k].of >> what & 1)) carom_refuse(found, word[k].name, word[k].why, faults);
  if (within) return;
  if (!(planes >> what & 1))
    carom_refuse(found, point, "this goes with a shape, as in shape: sphere", faults);
  if (what != CAROM_MEASURE_MASS_FLOW)
    carom_refuse(found, direction, "this goes with a shape, as in shape: below", faults);
}

/* Leaves out point and direction, which belong to the measure and not to its region: a box has
 * neither. */
static carom_group_values without_plane(const carom_group_values *found, carom_measure_what what)
{
  carom_group_values own = *found;
  if (!(planes >> what & 1) || !given(found, "shape") ||
      carom_group_word(found, "shape") != CAROM_REGION_BOX + 1)
    return own;
  own.key[carom_group_find_key(&own.group, "point")] = NULL;
  if (what == CAROM_MEASURE_MASS_FLOW)
    own.key[carom_group_find_key(&own.group, "direction")] = NULL;
  return own;
}

/* Checks the name, which is a file name for measures that are not columns. */
static void check_name(const carom_node *node, carom_measure_what what, carom_faults *faults)
{
  if (what < CAROM_MEASURE_RADIAL) return;
  if (strpbrk(node->key, "/\\"))
    carom_fault(faults, node, true, CAROM_ERR_SYNTAX,
                "its name is that of its files: write it without slashes");
  else if (!strcmp(node->key, "series") || !strcmp(node->key, "energies"))
    carom_fault(faults, node, true, CAROM_ERR_CONFLICT,
                "a run writes files of this name itself; take another one");
}

/* Reads whole numbers of at least one; returns false after a fault. */
static bool read_cells(const carom_group_values *found, int cells[3], carom_faults *faults)
{
  const carom_node *node = carom_group_key_node(found, "cells");
  double value[3] = {1, 1, 1};
  if (!node || !carom_read_vector(found, "cells", value, faults)) return node == NULL;
  for (int k = 0; k < 3; k++) {
    if (!(value[k] >= 1 && value[k] <= 1e8 && floor(value[k]) == value[k])) {
      carom_fault(faults, node, false, CAROM_ERR_RANGE,
                  "cells are three whole numbers of at least 1, as in [1, 1, 40]");
      return false;
    }
    cells[k] = (int)value[k];
  }
  return true;
}

/* Adds faults for missing settings that a measure requires. */
static void need_parts(const carom_group_values *found, const carom_node *node,
                       const carom_scenario_measure *m, carom_faults *faults)
{
  const bool grid = m->what == CAROM_MEASURE_PROFILE || m->what == CAROM_MEASURE_FIELD ||
                    m->what == CAROM_MEASURE_MIXING;
  if (grid) {
    const bool box = m->of.within && m->of.region.shape == CAROM_REGION_BOX;
    carom_need(node, "low and high", box,
               "a grid stands in a box, as in shape: box, low: [0, 0, 0], high: [1 m, 1 m, 1 m]",
               faults);
    carom_need(node, "cells", carom_group_key_node(found, "cells") != NULL,
               "cells in each direction, as in cells: [1, 1, 40]", faults);
  }
  if (m->what == CAROM_MEASURE_MIXING)
    carom_need(node, "marked", carom_group_key_node(found, "marked") != NULL,
               "the group whose mixture with the others is measured, as in marked: red", faults);
  if (m->what == CAROM_MEASURE_RADIAL)
    carom_need(node, "reach", given(found, "reach"), "the largest distance, as in reach: 10 mm",
               faults);
}

static void read_measure(carom_scenario *scenario, const carom_node *node,
                         carom_scenario_measure *m, carom_faults *faults)
{
  const carom_group group = carom_group_measure();
  const int groups = scenario->scene.named_groups, before = faults->count;
  carom_group_values found;
  *m = (carom_scenario_measure){.name = node->key, .node = node, .cells = {1, 1, 1}};
  carom_schema_read(&group, node, faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  if (!given(&found, "what")) {
    if (faults->count == before)
      carom_need(node, "what", false, "what is measured, as in what: stress", faults);
    return;
  }
  m->what = (carom_measure_what)carom_group_word(&found, "what");
  check_name(node, m->what, faults);
  const carom_group_values of = without_plane(&found, m->what);
  read_selection(scenario, &of, node, groups, before, &m->of, faults);
  refuse_others(&found, m->what, m->of.within, faults);
  m->marked = carom_selection_default();
  m->marked.group = named_group(scenario, carom_group_key_node(&found, "marked"), groups, faults);
  m->from = carom_group_value(&found, "from");
  m->width = carom_group_value(&found, "width");
  m->reach = carom_group_value(&found, "reach");
  m->most = carom_group_value(&found, "most");
  m->share = carom_group_value(&found, "share");
  m->radial = carom_group_value(&found, "radial") == CAROM_WORD(1);
  m->bins = carom_whole(&found, "bins", faults) ? (int)carom_group_value(&found, "bins") : 2;
  m->along[0] = m->up[2] = m->direction[2] = 1;
  carom_read_vector(&found, "along", m->along, faults);
  carom_read_vector(&found, "up", m->up, faults);
  carom_read_vector(&found, "point", m->point, faults);
  carom_read_vector(&found, "direction", m->direction, faults);
  if (read_cells(&found, m->cells, faults) && faults->count == before)
    need_parts(&found, node, m, faults);
}

void carom_read_measures(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  if (!are_named(node, "measures by name, as in {bed: {what: stress}},", faults)) return;
  scenario->record.measure = carom_scenario_room(scenario, (size_t)node->count + 1,
                                                 sizeof *scenario->record.measure, faults);
  for (const carom_node *item = scenario->record.measure ? node->first : NULL; item;
       item = item->next)
    read_measure(scenario, item, &scenario->record.measure[scenario->record.measures++], faults);
}
