/* SPDX-License-Identifier: MIT */
/* Materials and points of a file that nothing uses: a name was misspelt, or a line was forgotten.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/scenario_parts.h"

/* Every text below some nodes, sorted. */
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

/* False without memory, which is a fault. */
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

/* A sweep may name what the file itself does not. */
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

/* Points are named by what joins bodies. */
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

void carom_tell_unused(const carom_scenario *scenario, carom_faults *faults)
{
  const carom_node *root = carom_tree_root(scenario->tree);
  tell_materials(scenario, root, faults);
  if (scenario->problem == CAROM_KIND_MECHANISM) tell_all_points(root, faults);
}
