/* SPDX-License-Identifier: MIT */
/* Materials, points, groups and shapes of a file that nothing uses: a name was misspelt, or a line
 * was forgotten. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/units.h"
#include "io/scenario_parts.h"

/* All texts below some nodes, sorted. */
typedef struct texts {
  const char **text;
  size_t count;
} texts;

static size_t count_texts(const carom_node *node)
{
  if (!node) return 0;
  size_t count = node->kind == CAROM_NODE_STRING;
  for (const carom_node *item = node->first; item; item = item->next)
    count += count_texts(item);
  return count;
}

static void add_texts(texts *all, const carom_node *node)
{
  if (!node) return;
  if (node->kind == CAROM_NODE_STRING) all->text[all->count++] = node->text;
  for (const carom_node *item = node->first; item; item = item->next)
    add_texts(all, item);
}

static int compare(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool contains(const texts *all, const char *text)
{
  return all->count > 0 && bsearch(&text, all->text, all->count, sizeof *all->text, compare);
}

static bool no_memory(carom_faults *faults)
{
  carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "there is not enough memory for this file");
  return false;
}

/* Returns false if memory runs out, which is a fault. */
static bool collect(texts *all, const carom_node *const *node, int nodes, carom_faults *faults)
{
  size_t count = 1;
  for (int i = 0; i < nodes; i++)
    count += count_texts(node[i]);
  *all = (texts){.text = malloc(count * sizeof *all->text)};
  if (!all->text) return no_memory(faults);
  for (int i = 0; i < nodes; i++)
    add_texts(all, node[i]);
  qsort(all->text, all->count, sizeof *all->text, compare);
  return true;
}

/* A sweep may name materials that the file itself does not use. */
static void tell_materials(const carom_scenario *scenario, const carom_node *root,
                           carom_faults *faults)
{
  const carom_node *sweep = carom_tree_get(root, "sweep");
  const carom_node *item = carom_tree_get(root, "materials");
  texts named;
  if (scenario->materials == 0 || !collect(&named, &sweep, 1, faults)) return;
  item = item->first;
  for (int i = 0; i < scenario->materials; i++, item = item->next)
    if (!scenario->material[i].used && !contains(&named, scenario->material[i].name))
      carom_warn(faults, item, true,
                 "nothing is made of '%.40s', so that its values change nothing; name it where it "
                 "was meant, or remove it",
                 scenario->material[i].name);
  free(named.text);
}

/* Contacts that no two bodies have; in scenes everything may meet everything. */
static void tell_contacts(const carom_scenario *scenario, const carom_node *root,
                          carom_faults *faults)
{
  const carom_node *sweep = carom_tree_get(root, "sweep");
  texts named;
  if (!collect(&named, &sweep, 1, faults)) return;
  for (int i = 0; i < scenario->contacts; i++) {
    const carom_scenario_contact *contact = &scenario->contact[i];
    bool used = false;
    for (int k = 0; k < scenario->joints; k++)
      used |= scenario->joint[k].contact == i;
    if (used || contact->a < 0 || contact->b < 0) continue;
    if (!scenario->material[contact->a].used || !scenario->material[contact->b].used) continue;
    const char *a = scenario->material[contact->a].name, *b = scenario->material[contact->b].name;
    if (!contains(&named, a) && !contains(&named, b))
      carom_warn(faults, contact->node, false,
                 "no body of '%.30s' meets one of '%.30s' here, so that this contact changes "
                 "nothing; name the materials that were meant, or remove it",
                 a, b);
  }
  free(named.text);
}

static bool tell_points(const char *owner, const carom_node *points, const texts *named,
                        carom_faults *faults)
{
  for (const carom_node *item = points ? points->first : NULL; item; item = item->next) {
    const size_t size = strlen(owner) + strlen(item->key) + 2;
    char *name = malloc(size);
    if (!name) return no_memory(faults);
    snprintf(name, size, "%s.%s", owner, item->key);
    if (!contains(named, name))
      carom_warn(faults, item, true,
                 "nothing is at the point '%.80s', so that moving it changes nothing; name it in a "
                 "joint, clearance or spring, or remove it",
                 name);
    free(name);
  }
  return true;
}

/* Points are named by joints, springs and so on. */
static void tell_all_points(const carom_node *root, carom_faults *faults)
{
  const carom_node *mechanism = carom_tree_get(root, "mechanism");
  const carom_node *bodies = carom_tree_get(mechanism, "bodies");
  const carom_node *const joined[] = {
      carom_tree_get(mechanism, "joints"), carom_tree_get(mechanism, "clearances"),
      carom_tree_get(mechanism, "springs"), carom_tree_get(root, "sweep")};
  texts named;
  if (!collect(&named, joined, 4, faults)) return;
  bool going = tell_points("ground", carom_tree_get(mechanism, "ground"), &named, faults);
  for (const carom_node *body = bodies ? bodies->first : NULL; going && body; body = body->next)
    going = tell_points(body->key, carom_tree_get(body, "points"), &named, faults);
  free(named.text);
}

/* What stands by name under a key of a scene, and is not named by any of these nodes. */
static void tell_parts(const carom_node *list, const carom_node *const *node, int nodes,
                       const char *one, const char *where, carom_faults *faults)
{
  texts named;
  if (!list || list->kind != CAROM_NODE_OBJECT || !collect(&named, node, nodes, faults)) return;
  for (const carom_node *item = list->first; item; item = item->next)
    if (!contains(&named, item->key))
      carom_warn(faults, item, true,
                 "nothing uses the %s '%.40s', so that it changes nothing; name it in %s, or "
                 "remove it",
                 one, item->key, where);
  free(named.text);
}

static void tell_scene_parts(const carom_node *root, carom_faults *faults)
{
  const carom_node *scene = carom_tree_get(root, "scene"), *sweep = carom_tree_get(root, "sweep"),
                   *stages = carom_tree_get(scene, "stages");
  const carom_node *const members[] = {carom_tree_get(scene, "forces"),
                                       carom_tree_get(scene, "holds"),
                                       carom_tree_get(scene, "bonds"),
                                       carom_tree_get(scene, "sinks"),
                                       carom_tree_get(root, "record"),
                                       stages,
                                       sweep};
  const carom_node *const grains[] = {carom_tree_get(scene, "particles"),
                                      carom_tree_get(scene, "sources"), stages, sweep};
  tell_parts(carom_tree_get(scene, "groups"), members, 7, "group", "a hold, force, bond or measure",
             faults);
  tell_parts(carom_tree_get(scene, "shapes"), grains, 4, "shape", "particles (clump: NAME)",
             faults);
}

/* Times under this key anywhere below a node that come after the end of the run. */
static void tell_late(const carom_node *node, const char *key, double until, carom_faults *faults)
{
  for (const carom_node *item = node ? node->first : NULL; item; item = item->next) {
    double time = 0;
    if (item->key && !strcmp(item->key, key) && item->kind != CAROM_NODE_OBJECT && item->text &&
        carom_quantity_read(item->text, "s", &time, NULL, NULL) == CAROM_OK && time > until)
      carom_warn(
          faults, item, true,
          "this is after the end of the run at %g s (run.until), so that nothing comes of it; "
          "see to its unit",
          until);
    tell_late(item, key, until, faults);
  }
}

/* A stage that a run cannot come to: those before it take as long as they take, unless conditions
 * may end them earlier. */
static void tell_late_stages(const carom_scenario *scenario, carom_faults *faults)
{
  double begins = 0;
  for (int k = 0; k < scenario->scene.stages; k++) {
    const carom_scenario_stage *stage = &scenario->scene.stage[k];
    if (begins >= scenario->run.until) {
      carom_warn(faults, stage->node, false,
                 "the run ends at %g s (run.until), and the stages before this one take %g s, so "
                 "that it never begins; let the run last longer, or remove it",
                 scenario->run.until, begins);
      return;
    }
    if (carom_stage_ends_early(stage) || stage->time == CAROM_UNSET) return;
    begins += stage->time;
  }
}

static void tell_times(const carom_scenario *scenario, const carom_node *root, carom_faults *faults)
{
  const carom_node *scene = carom_tree_get(root, "scene");
  const double until = scenario->run.until;
  if (carom_tree_get(carom_tree_get(root, "sweep"), "run.until")) return;
  tell_late(carom_tree_get(scene, "walls"), "start", until, faults);
  tell_late(carom_tree_get(scene, "sources"), "start", until, faults);
  tell_late(carom_tree_get(carom_tree_get(root, "record"), "measure"), "from", until, faults);
  tell_late_stages(scenario, faults);
}

void carom_tell_unused(const carom_scenario *scenario, carom_faults *faults)
{
  const carom_node *root = carom_tree_root(scenario->tree);
  tell_materials(scenario, root, faults);
  if (scenario->problem == CAROM_KIND_MECHANISM) tell_all_points(root, faults);
  if (scenario->problem == CAROM_KIND_SCENE) {
    tell_scene_parts(root, faults);
    tell_times(scenario, root, faults);
  } else {
    tell_contacts(scenario, root, faults);
  }
}
