/* SPDX-License-Identifier: MIT */
/* Locates the place in the file that an error of the scene refers to. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "io/scene_build.h"

/* The number after `name`, such as in "wall[3]", and what follows it; -1 if it is something
 * else. */
static int64_t number_of(const char *where, const char *name, const char **rest)
{
  const size_t length = strlen(name);
  if (strncmp(where, name, length) != 0 || where[length] != '[') return -1;
  char *end = NULL;
  const int64_t number = strtoll(where + length + 1, &end, 10);
  if (end == where + length + 1 || *end != ']') return -1;
  *rest = end + 1;
  return number;
}

/* The group of the file that a particle belongs to; -1 if it is not known. */
static int group_of(const carom_scenario *s, const carom_scene_parts *parts, int64_t particle)
{
  int group = -1;
  if (particle >= parts->particles) return -1; /* inserted by a source */
  for (int g = 0; parts->first && g < s->scene.groups; g++)
    if (parts->first[g] <= particle && particle < parts->after[g]) group = g;
  return group;
}

static const carom_node *particle_node(const carom_scenario *s, const carom_scene_parts *parts,
                                       int64_t particle, carom_error *err)
{
  const int group = group_of(s, parts, particle);
  if (group < 0) return NULL;
  const carom_node *node = s->scene.group[group].node;
  char path[96];
  carom_tree_path(node, path, sizeof path);
  carom_append(err->text, sizeof err->text, "; particle %" PRId64 " is of %s", particle, path);
  if (node->line > 0) carom_append(err->text, sizeof err->text, ", line %d", node->line);
  return node;
}

/* The node of a particle or, for two that conflict, of the one that comes later in the file. */
static const carom_node *particles_node(const carom_scenario *s, const carom_scene_parts *parts,
                                        int64_t first, const char *rest, carom_error *err)
{
  static const char and[] = " and ";
  const carom_node *a = particle_node(s, parts, first, err), *b = NULL;
  const bool two = !strncmp(rest, and, sizeof and-1);
  const int64_t other = two ? number_of(rest + sizeof and-1, "particle", &rest) : -1;
  if (other >= 0) b = particle_node(s, parts, other, err);
  return b && a && b->index > a->index ? b : a;
}

/* Entry `number` of a map of the scene, followed by the entries added by stages. */
static const carom_node *entry(const carom_node *scene, const char *map, int64_t number)
{
  const carom_node *stages = carom_tree_get(scene, "stages"), *all = carom_tree_get(scene, map);
  const carom_node *stage = stages ? stages->first : NULL;
  while (stage && (!all || number >= all->count)) {
    number -= all ? all->count : 0;
    all = carom_tree_get(carom_tree_get(stage, "add"), map);
    stage = stage->next;
  }
  return carom_tree_at(all, (int)number);
}

static const carom_node *wall_node(const carom_node *scene, int64_t wall, const char *rest)
{
  static const char motion[] = ".motion";
  const carom_node *node = entry(scene, "walls", wall);
  const char *end = NULL;
  if (!strncmp(rest, motion, sizeof motion - 1)) { /* members of the motion are keys of the wall */
    rest += sizeof motion - 1;
    const int64_t drive = *rest == '.' ? number_of(rest + 1, "drive", &end) : -1;
    if (drive >= 0) return carom_tree_at(carom_tree_get(node, "drives"), (int)drive);
  }
  const carom_node *field = *rest == '.' ? carom_tree_get(node, rest + 1) : NULL;
  return field ? field : node;
}

/* The node of a stage's setting, such as "rolling.friction", or NULL. */
static const carom_node *stage_node(const carom_node *contact, const char *name)
{
  const char *dot = strchr(name, '.');
  char stage[32];
  if (!dot || dot - name >= (ptrdiff_t)sizeof stage) return NULL;
  snprintf(stage, sizeof stage, "%.*s", (int)(dot - name), name);
  const carom_node *node = carom_tree_get(contact, stage), *setting = carom_tree_get(node, dot + 1);
  return setting ? setting : node;
}

/* The node of a source, a sink, bonds, a group or a hold, down to the setting at fault; for a
 * source also of its parts. */
static const carom_node *flow_node(const carom_node *node, const char *rest)
{
  const char *name = *rest == '.' ? rest + 1 : rest;
  const int64_t part = number_of(name, "part", &name);
  if (part >= 0) node = carom_tree_at(carom_tree_get(node, "particles"), (int)part);
  const carom_node *field = carom_tree_get(node, *name == '.' ? name + 1 : name);
  return field ? field : node;
}

/* The node of a setting of the law or of the tangential model. */
static const carom_node *contact_node(const carom_scenario *s, int64_t contact, const char *rest)
{
  if (contact >= s->contacts) return NULL;
  const carom_scenario_contact *c = &s->contact[contact];
  const carom_node *sliding = carom_tree_get(c->node, "tangential");
  const char *name = *rest == '.' ? rest + 1 : rest;
  const carom_node *setting = carom_tree_get(c->node, name);
  if (!setting) setting = stage_node(c->node, name);
  if (setting) return setting;
  if (carom_field_find(carom_law_fields(c->law), name) >= 0 || !sliding) return c->node;
  setting = carom_tree_get(sliding, name);
  return setting ? setting : sliding;
}

/* The node of the group of a clump. */
static const carom_node *clump_node(const carom_scenario *s, const carom_scene_parts *parts,
                                    int64_t clump)
{
  int64_t next = 0;
  for (int g = 0; parts->first && parts->shape && g < s->scene.groups; g++) {
    const carom_scenario_grains *group = &s->scene.group[g];
    if (group->shape < 0) continue;
    next += (parts->after[g] - parts->first[g]) / parts->shape[group->shape].spheres;
    if (clump < next) return group->node;
  }
  return NULL;
}

static const carom_node *blamed(const carom_scenario *s, const carom_scene_parts *parts,
                                const char *where, carom_error *err)
{
  const carom_node *root = carom_tree_root(s->tree), *scene = carom_tree_get(root, "scene");
  const char *rest = NULL;
  int64_t number;
  if ((number = number_of(where, "particle", &rest)) >= 0)
    return particles_node(s, parts, number, rest, err);
  if ((number = number_of(where, "wall", &rest)) >= 0) return wall_node(scene, number, rest);
  if ((number = number_of(where, "sink", &rest)) >= 0)
    return flow_node(entry(scene, "sinks", number), rest);
  if ((number = number_of(where, "source", &rest)) >= 0)
    return flow_node(entry(scene, "sources", number), rest);
  if ((number = number_of(where, "bond", &rest)) >= 0)
    return flow_node(entry(scene, "bonds", number), rest);
  if ((number = number_of(where, "group", &rest)) >= 0)
    return flow_node(entry(scene, "groups", number), rest);
  if ((number = number_of(where, "hold", &rest)) >= 0)
    return flow_node(entry(scene, "holds", number), rest);
  if ((number = number_of(where, "clump_shape", &rest)) >= 0)
    return carom_tree_at(carom_tree_get(scene, "shapes"), (int)number);
  if ((number = number_of(where, "clump", &rest)) >= 0) return clump_node(s, parts, number);
  if ((number = number_of(where, "size", &rest)) >= 0)
    return carom_tree_at(carom_tree_get(scene, "sizes"), (int)number);
  if ((number = number_of(where, "contact", &rest)) >= 0) return contact_node(s, number, rest);
  if (!strncmp(where, "contact", 7)) return carom_tree_get(root, "contacts");
  if (!strncmp(where, "box.", 4)) {
    const carom_node *box = carom_tree_get(scene, "box"), *own = carom_tree_get(box, where + 4);
    return own ? own : box;
  }
  if (!strcmp(where, "step")) {
    const carom_node *run = carom_tree_get(root, "run"), *step = carom_tree_get(run, "step");
    return step ? step : run;
  }
  if (!strcmp(where, "scene")) return carom_tree_get(scene, "particles"); /* their memory */
  return carom_tree_get(scene, where);
}

void carom_scene_blame(const carom_scenario *s, const carom_scene_parts *parts, carom_error *err)
{
  char where[sizeof err->where];
  if (err->line > 0) return;
  memcpy(where, err->where, sizeof where);
  const carom_node *node = blamed(s, parts, where, err);
  if (!node) return;
  err->line = node->line;
  err->column = node->column;
  carom_tree_path(node, err->where, sizeof err->where);
}
