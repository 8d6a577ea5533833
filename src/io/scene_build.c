/* SPDX-License-Identifier: MIT */
#include "io/scene_build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/file.h"
#include "io/grains_read.h"

/* Particles as they are gathered, group after group. */
struct heap {
  carom_scene_particle *particle;
  long count, room;
};

static carom_scene_particle *more(struct heap *heap, long count, carom_error *err)
{
  if (count > heap->room - heap->count) {
    const long room = heap->count + count > 2 * heap->room ? heap->count + count : 2 * heap->room;
    carom_scene_particle *grown = realloc(heap->particle, (size_t)room * sizeof *grown);
    if (!grown) {
      carom_fail(err, CAROM_ERR_MEMORY, "scene.particles", "not enough memory for %ld spheres",
                 heap->count + count);
      return NULL;
    }
    heap->particle = grown;
    heap->room = room;
  }
  heap->count += count;
  return heap->particle + heap->count - count;
}

/* Where the group stands in the file, for errors that come from below. */
static carom_status blame(const carom_scenario_grains *group, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  err->line = group->node->line;
  err->column = group->node->column;
  carom_tree_path(group->node, err->where, sizeof err->where);
  return err->code;
}

static carom_status add_box(struct heap *heap, const carom_scenario_grains *group, carom_error *err)
{
  long count = 0;
  if (carom_fill_count(&group->fill, &count, err) != CAROM_OK) return blame(group, err);
  carom_scene_particle *out = more(heap, count, err);
  carom_filled *filled = out ? malloc((size_t)count * sizeof *filled) : NULL;
  if (!filled)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene.particles", "not enough memory for %ld spheres",
                      count);
  const carom_status status = carom_fill(&group->fill, filled, err);
  for (long i = 0; status == CAROM_OK && i < count; i++) {
    out[i] = group->like;
    memcpy(out[i].position, filled[i].position, sizeof out[i].position);
    out[i].radius = filled[i].radius;
  }
  free(filled);
  return status == CAROM_OK ? CAROM_OK : blame(group, err);
}

static carom_status add_file(struct heap *heap, const carom_scenario_grains *group,
                             const char *folder, carom_error *err)
{
  enum { LIMIT = 2000000000 };
  char path[4096];
  const bool absolute = group->file[0] == '/';
  snprintf(path, sizeof path, "%s%s%s", absolute ? "" : folder, absolute ? "" : "/", group->file);
  const char *dot = strrchr(group->file, '.');
  const bool xyz = dot && (!strcmp(dot, ".xyz") || !strcmp(dot, ".extxyz"));
  char *text = NULL;
  size_t length = 0;
  carom_scene_particle *list = NULL;
  long count = 0;
  if (carom_file_read(path, LIMIT, &text, &length, err) != CAROM_OK) return blame(group, err);
  carom_status status = carom_grains_read(text, length, xyz, &group->like, &list, &count, err);
  free(text);
  if (status != CAROM_OK && err) {
    carom_error inside = *err;
    char line[32] = "";
    if (inside.line > 0) snprintf(line, sizeof line, "line %d: ", inside.line);
    carom_fail(err, inside.code, NULL, "%.100s: %s%.300s", group->file, line, inside.text);
    status = blame(group, err);
  }
  carom_scene_particle *out = status == CAROM_OK ? more(heap, count, err) : NULL;
  if (status == CAROM_OK && !out) status = CAROM_ERR_MEMORY;
  if (out) memcpy(out, list, (size_t)count * sizeof *out);
  free(list);
  return status;
}

static carom_status add_group(struct heap *heap, const carom_scenario_grains *group,
                              const char *folder, carom_error *err)
{
  if (group->file) return add_file(heap, group, folder, err);
  if (!group->single) return add_box(heap, group, err);
  carom_scene_particle *one = more(heap, 1, err);
  if (!one) return CAROM_ERR_MEMORY;
  *one = group->like;
  return CAROM_OK;
}

/* Without ids of their own, particles are numbered as they come. */
static void number(struct heap *heap)
{
  for (long i = 0; i < heap->count; i++)
    if (heap->particle[i].id) return;
  for (long i = 0; i < heap->count; i++)
    heap->particle[i].id = (uint32_t)i;
}

/* Frames hold positions that went on across periodic borders; a scene begins inside. */
static void fold(struct heap *heap, const carom_scene_def *def)
{
  for (int k = 0; k < 3; k++) {
    const double low = def->low[k], length = def->high[k] - low;
    if (!def->periodic[k] || !(length > 0)) continue;
    for (long i = 0; i < heap->count; i++) {
      double *x = &heap->particle[i].position[k];
      if (*x >= low && *x <= def->high[k]) continue;
      const double from = *x - low - length * floor((*x - low) / length);
      *x = low + from < def->high[k] ? low + from : def->high[k];
    }
  }
}

static carom_status gather(const carom_scenario *s, const char *folder, carom_scene_parts *parts,
                           long *count, carom_error *err)
{
  struct heap heap = {.particle = NULL};
  carom_status status = CAROM_OK;
  for (int g = 0; status == CAROM_OK && g < s->scene.groups; g++)
    status = add_group(&heap, &s->scene.group[g], folder, err);
  number(&heap);
  fold(&heap, &s->scene.def);
  parts->particle = heap.particle;
  *count = heap.count;
  return status;
}

static bool has_contact(const carom_scenario *s, int a, int b)
{
  for (int i = 0; i < s->contacts; i++)
    if ((s->contact[i].a == a && s->contact[i].b == b) ||
        (s->contact[i].a == b && s->contact[i].b == a))
      return true;
  return false;
}

/* The scene would tell the same, but knows materials by number only. */
static carom_status need_contacts(const carom_scenario *s, const carom_scene_def *def,
                                  carom_error *err)
{
  enum { FIXED = 1, MOVING = 2, TWO = 4, WALL = 8 };
  unsigned char *is = calloc((size_t)s->materials + 1, 1);
  if (!is) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (long i = 0; i < def->particles; i++) {
    unsigned char *one = &is[def->particle[i].material];
    *one |= (*one ? TWO : 0) | (def->particle[i].fixed ? FIXED : MOVING);
  }
  for (int w = 0; w < def->walls; w++)
    is[def->wall[w].material] |= WALL;
  carom_status status = CAROM_OK;
  for (int a = 0; a < s->materials && status == CAROM_OK; a++)
    for (int b = 0; b < s->materials && status == CAROM_OK; b++) {
      const bool grains = (is[b] & (FIXED | MOVING)) && (a != b || (is[a] & TWO));
      if (!(is[a] & MOVING) || !(grains || (is[b] & WALL)) || has_contact(s, a, b)) continue;
      status = carom_fail(err, CAROM_ERR_MISSING, "contacts",
                          "'%.64s' and '%.64s' can meet; add - {between: [%.32s, %.32s], law: ...}",
                          s->material[a].name, s->material[b].name, s->material[a].name,
                          s->material[b].name);
    }
  free(is);
  return status;
}

carom_status carom_scene_build(const carom_scenario *s, const char *folder, carom_scene_def *def,
                               carom_scene_parts *parts, carom_error *err)
{
  *parts = (carom_scene_parts){.material = malloc((size_t)s->materials * sizeof *parts->material),
                               .contact = malloc((size_t)s->contacts * sizeof *parts->contact)};
  *def = s->scene.def;
  if (!parts->material || !parts->contact)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (int i = 0; i < s->materials; i++)
    parts->material[i] = s->material[i].material;
  for (int i = 0; i < s->contacts; i++) {
    const carom_scenario_contact *c = &s->contact[i];
    parts->contact[i] = carom_scene_contact_default();
    parts->contact[i].between[0] = c->a;
    parts->contact[i].between[1] = c->b;
    parts->contact[i].normal = c->def;
    parts->contact[i].normal.speed = s->scene.expected_speed;
    parts->contact[i].tangential = c->tangential;
  }
  def->material = parts->material;
  def->materials = s->materials;
  def->contact = parts->contact;
  def->contacts = s->contacts;
  def->wall = s->scene.wall;
  def->walls = s->scene.walls;
  CAROM_TRY(gather(s, folder, parts, &def->particles, err));
  def->particle = parts->particle;
  return need_contacts(s, def, err);
}

void carom_scene_parts_free(carom_scene_parts *parts)
{
  free(parts->material);
  free(parts->contact);
  free(parts->particle);
  *parts = (carom_scene_parts){.material = NULL};
}
