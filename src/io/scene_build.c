/* SPDX-License-Identifier: MIT */
#include "io/scene_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/quota.h"
#include "core/text.h"
#include "io/agitate.h"
#include "io/file.h"
#include "io/grain_ids.h"
#include "io/grains_read.h"
#include "io/scene_bonds.h"
#include "io/scene_clumps.h"
#include "io/scene_mesh.h"
#include "io/scene_taken.h"
#include "scene/region.h"

/* Collects particles group by group. */
struct heap {
  carom_scene_particle *particle;
  int64_t count, room;
};

/* Context for reading files, and findings about them; the domain, for periodic images. */
struct place {
  const carom_scene_def *domain;
  const char *folder;
  const char *const *material;
  int materials;
  char *unread;
  size_t room;
  carom_scene_parts *parts;
};

/* Adds the place of the group in the file to errors from lower layers. */
static carom_status blame(const carom_scenario_grains *group, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  err->line = group->node->line;
  err->column = group->node->column;
  carom_tree_path(group->node, err->where, sizeof err->where);
  return err->code;
}

/* Memory per particle while a scene is created, and in the scene. */
static double bytes_of_one(void)
{
  return (double)(sizeof(carom_scene_particle) + sizeof(carom_filled)) + 500;
}

static carom_status no_room(const carom_scenario_grains *group, double count, carom_error *err)
{
  carom_fail(err, CAROM_ERR_MEMORY, NULL,
             "there is not enough memory for %.0f spheres, some %.3g GB; choose a smaller 'count', "
             "or larger spheres",
             count, 1e-9 * count * bytes_of_one());
  return blame(group, err);
}

/* Allocates more particles; NULL after an error. */
static carom_scene_particle *more(struct heap *heap, const carom_scenario_grains *group,
                                  int64_t count, carom_error *err)
{
  if (count > CAROM_SCENE_PARTICLES_MAX - heap->count) {
    carom_fail(err, CAROM_ERR_RANGE, NULL,
               "these would be %.0f spheres; a scene has at most %d, choose a smaller 'count' or "
               "larger spheres",
               (double)heap->count + (double)count, CAROM_SCENE_PARTICLES_MAX);
    blame(group, err);
    return NULL;
  }
  if ((double)(heap->count + count) * bytes_of_one() > carom_physical_memory()) {
    no_room(group, (double)heap->count + (double)count, err);
    return NULL;
  }
  if (count > heap->room - heap->count) {
    const int64_t room = heap->count + count > 2 * heap->room ? heap->count + count
                                                              : 2 * heap->room;
    carom_scene_particle *grown = realloc(heap->particle, (size_t)room * sizeof *grown);
    if (!grown) {
      no_room(group, (double)heap->count + (double)count, err);
      return NULL;
    }
    heap->particle = grown;
    heap->room = room;
  }
  heap->count += count;
  return heap->particle + heap->count - count;
}

/* A densely filled box is periodic where it spans a periodic domain. */
static void span_periods(const carom_scene_def *domain, carom_fill_def *fill)
{
  if (fill->arrangement != CAROM_ARRANGE_DENSE ||
      (fill->region && fill->region->shape != CAROM_REGION_BOX))
    return;
  for (int k = 0; k < 3; k++) {
    const double near = 1e-9 * (domain->high[k] - domain->low[k]);
    fill->periodic[k] = domain->periodic[k] && fill->low[k] <= domain->low[k] + near &&
                        fill->high[k] >= domain->high[k] - near;
  }
}

static carom_status fill_box(struct heap *heap, const carom_scenario_grains *group,
                             const struct place *from, carom_filled *filled, int64_t count,
                             carom_error *err)
{
  carom_fill_def fill = group->fill;
  carom_filled *taken = NULL;
  carom_scene_def domain = *from->domain;
  if (fill.region) carom_region_aabb(fill.region, fill.low, fill.high);
  span_periods(&domain, &fill);
  for (int k = 0; k < 3; k++) /* the filling handles its own periodic images */
    domain.periodic[k] = domain.periodic[k] && !fill.periodic[k];
  if (fill.arrangement == CAROM_ARRANGE_RANDOM || fill.arrangement == CAROM_ARRANGE_DENSE)
    CAROM_TRY(carom_scene_taken(&domain, heap->particle, heap->count - count, &fill, &taken, err));
  fill.taken = taken;
  const carom_status status = carom_fill(&fill, filled, err);
  free(taken);
  return status;
}

static carom_status add_box(struct heap *heap, const carom_scenario_grains *group,
                            const struct place *from, carom_error *err)
{
  int64_t count = 0;
  if (carom_fill_count(&group->fill, &count, err) != CAROM_OK) return blame(group, err);
  carom_scene_particle *out = more(heap, group, count, err);
  if (!out) return err ? err->code : CAROM_ERR_MEMORY;
  carom_filled *filled = malloc((size_t)count * sizeof *filled);
  if (!filled) return no_room(group, (double)heap->count, err);
  const carom_status status = fill_box(heap, group, from, filled, count, err);
  for (int64_t i = 0; status == CAROM_OK && i < count; i++) {
    out[i] = group->like;
    memcpy(out[i].position, filled[i].position, sizeof out[i].position);
    out[i].radius = filled[i].radius;
  }
  if (status == CAROM_OK && group->agitation > 0)
    carom_agitate(out, count, group->agitation, group->fill.seed);
  free(filled);
  return status == CAROM_OK ? CAROM_OK : blame(group, err);
}

/* "FILE: line 3: SENTENCE", with the place of the group in the scenario. */
static carom_status in_file(const carom_scenario_grains *group, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  const carom_error inside = *err;
  char line[32] = "";
  if (inside.line > 0) snprintf(line, sizeof line, "line %d: ", inside.line);
  carom_fail(err, inside.code, NULL, "%.100s: %s%.300s", group->file, line, inside.text);
  return blame(group, err);
}

static bool ends_in(const char *name, const char *ending)
{
  const size_t length = strlen(name), last = strlen(ending);
  return length >= last && !strcmp(name + length - last, ending);
}

static void list_file(const carom_scenario_grains *group, char *list, size_t size)
{
  carom_append(list, size, "%s%.100s", *list ? ", " : "", group->file);
}

static carom_status add_file(struct heap *heap, const carom_scenario_grains *group,
                             const struct place *from, carom_id_group *origin, carom_error *err)
{
  enum { LIMIT = 2000000000 };
  char path[4096];
  if (!carom_file_path(from->folder, group->file, path, sizeof path, err)) return blame(group, err);
  if (ends_in(group->file, ".pvd") || ends_in(group->file, ".vtm")) {
    carom_fail(err, CAROM_ERR_SYNTAX, NULL,
               "%.100s lists frames; name one of them, as in frames/bodies_000000.vtp",
               group->file);
    return blame(group, err);
  }
  const carom_grains_wish wish = {group->like, group->given, from->material, from->materials};
  carom_grains grains;
  char *text = NULL;
  size_t length = 0;
  if (carom_file_read(path, LIMIT, &text, &length, err) != CAROM_OK) return blame(group, err);
  carom_status status = carom_grains_read(text, length, carom_grains_format_of(group->file), &wish,
                                          &grains, err);
  free(text);
  if (status != CAROM_OK) return in_file(group, err);
  carom_scene_particle *out = more(heap, group, grains.count, err);
  if (out) memcpy(out, grains.list, (size_t)grains.count * sizeof *out);
  origin->given = grains.ids;
  if (*grains.unread)
    carom_append(from->unread, from->room, "%s%s: %s", *from->unread ? "; " : "", group->file,
                 grains.unread);
  if (grains.frame) list_file(group, from->parts->frames, sizeof from->parts->frames);
  if (grains.numbered) list_file(group, from->parts->numbered, sizeof from->parts->numbered);
  if (*grains.bare)
    carom_warn(
        &from->parts->told, group->node, false,
        "%.100s has columns without units; taken were: %s (units stand in the first line, as "
        "in x[mm])",
        group->file, grains.bare);
  free(grains.list);
  return out ? CAROM_OK : err ? err->code : CAROM_ERR_MEMORY;
}

static carom_status add_group(struct heap *heap, const carom_scenario_grains *group,
                              const struct place *from, carom_id_group *origin, carom_error *err)
{
  *origin = (carom_id_group){.first = heap->count};
  if (group->file) return add_file(heap, group, from, origin, err);
  if (!group->single) return add_box(heap, group, from, err);
  carom_scene_particle *one = more(heap, group, 1, err);
  if (!one) return err ? err->code : CAROM_ERR_MEMORY;
  *one = group->like;
  return CAROM_OK;
}

/* Assigns ids; if two are equal, reports both files, or the lines of one. */
static carom_status number(struct heap *heap, const carom_scenario_scene *scene,
                           const carom_id_group *group, carom_error *err)
{
  carom_id_clash clash;
  const carom_status status = carom_grain_ids(heap->particle, heap->count, group, scene->groups,
                                              &clash);
  if (status == CAROM_OK) return CAROM_OK;
  if (status == CAROM_ERR_MEMORY)
    return carom_fail(err, status, NULL, "not enough memory for the scene");
  const int g = clash.group[0], h = clash.group[1];
  if (status == CAROM_ERR_CONFLICT)
    carom_fail(err, status, NULL,
               "the id %lu is that of sphere %" PRId64 " of %.80s and of sphere %" PRId64
               " of %.80s; give each its "
               "own, or leave the column 'id' out",
               (unsigned long)clash.id, clash.index[0] - group[g].first + 1, scene->group[g].file,
               clash.index[1] - group[h].first + 1, scene->group[h].file);
  else
    carom_fail(err, status, NULL,
               "no ids are left for these particles, which go on after the largest one of the "
               "files, up to %lu; give the files smaller ones",
               (unsigned long)UINT32_MAX);
  return blame(&scene->group[h], err);
}

/* Clumps are placed as their enclosing sphere, by default that of their shape. */
static carom_scenario_grains sized(const carom_scenario_grains *group,
                                   const carom_scene_parts *parts)
{
  carom_scenario_grains own = *group;
  if (group->shape < 0) return own;
  const double radius = parts->body[group->shape].radius;
  if (own.like.radius == CAROM_UNSET) own.like.radius = radius;
  if (own.fill.radius_min == CAROM_UNSET) own.fill.radius_min = own.fill.radius_max = radius;
  return own;
}

/* Adds the mesh of a wall, placed in space. */
static carom_scenario_grains placed(const carom_scenario_grains *group,
                                    const carom_scene_parts *parts)
{
  carom_scenario_grains own = sized(group, parts);
  if (group->inside < 0) return own;
  const carom_scene_wall *wall = &parts->wall[group->inside];
  own.region.mesh = wall->mesh;
  own.region.scale = wall->scale;
  memcpy(own.region.point, wall->point, sizeof wall->point);
  memcpy(own.region.turn, wall->turn, sizeof wall->turn);
  return own;
}

static carom_status gather_with(const carom_scenario *s, const char *folder,
                                carom_scene_parts *parts, carom_id_group *origin, struct heap *heap,
                                carom_error *err)
{
  const struct place from = {.domain = &s->scene.def,
                             .folder = folder,
                             .material = parts->name,
                             .materials = s->materials,
                             .unread = parts->unread,
                             .room = sizeof parts->unread,
                             .parts = parts};
  if (!origin) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (int g = 0; g < s->scene.groups; g++) {
    carom_scenario_grains group = placed(&s->scene.group[g], parts);
    if (group.fill.region) group.fill.region = &group.region;
    parts->first[g] = heap->count;
    CAROM_TRY(add_group(heap, &group, &from, &origin[g], err));
    parts->after[g] = heap->count;
    carom_scene_fold(from.domain, heap->particle + origin[g].first, heap->count - origin[g].first);
  }
  return number(heap, &s->scene, origin, err);
}

static carom_status gather(const carom_scenario *s, const char *folder, carom_scene_parts *parts,
                           int64_t *count, carom_error *err)
{
  struct heap heap = {.particle = NULL};
  carom_id_group *origin = malloc(((size_t)s->scene.groups + 1) * sizeof *origin);
  carom_status status = carom_scene_shapes(s, folder, parts, err);
  if (status == CAROM_OK) status = gather_with(s, folder, parts, origin, &heap, err);
  if (status == CAROM_OK && parts->shapes > 0)
    status = carom_scene_make_clumps(s, parts, heap.particle, &heap.count, err);
  free(origin);
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

/* Reports missing contacts; the scene would do so, too, but knows materials by number only. */
static carom_status need_contacts(const carom_scenario *s, const carom_scene_def *def,
                                  carom_error *err)
{
  enum { FIXED = 1, MOVING = 2, TWO = 4, WALL = 8 };
  unsigned char *is = calloc((size_t)s->materials + 1, 1);
  if (!is) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (int64_t i = 0; i < def->particles; i++) {
    unsigned char *one = &is[def->particle[i].material];
    *one |= (*one ? TWO : 0) | (def->particle[i].fixed ? FIXED : MOVING);
  }
  for (int64_t i = 0; i < def->clumps; i++)
    is[def->clump[i].material] |= MOVING | (is[def->clump[i].material] || i > 0 ? TWO : 0);
  for (int k = 0; k < def->sizes; k++) /* such spheres may be inserted */
    is[def->size[k].material] |= MOVING | TWO;
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++)
      is[def->source[k].part[p].material] |= MOVING | TWO;
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

/* The walls, with the meshes of their files. */
static carom_status add_meshes(const carom_scenario *s, const char *folder,
                               carom_scene_parts *parts, carom_error *err)
{
  parts->walls = s->scene.walls;
  parts->wall = malloc(((size_t)parts->walls + 1) * sizeof *parts->wall);
  parts->mesh = calloc((size_t)parts->walls + 1, sizeof *parts->mesh);
  if (!parts->wall || !parts->mesh)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (int i = 0; i < parts->walls; i++) {
    parts->wall[i] = s->scene.wall[i];
    parts->wall[i].mesh = &parts->mesh[i];
    if (s->scene.mesh[i].file)
      CAROM_TRY(carom_scene_mesh(&s->scene.mesh[i], folder, parts->wall[i].scale, &parts->mesh[i],
                                 parts, err));
  }
  return CAROM_OK;
}

/* Builds everything that does not depend on the particles. */
carom_status carom_scene_build_around(const carom_scenario *s, const char *folder,
                                      carom_scene_def *def, carom_scene_parts *parts,
                                      carom_error *err)
{
  *parts = (carom_scene_parts){
      .material = malloc((size_t)s->materials * sizeof *parts->material),
      .contact = malloc((size_t)s->contacts * sizeof *parts->contact),
      .name = malloc((size_t)s->materials * sizeof *parts->name),
      .first = calloc(2 * (size_t)s->scene.groups + 1, sizeof *parts->first)};
  if (parts->first) parts->after = parts->first + s->scene.groups;
  *def = s->scene.def;
  if (!parts->material || !parts->contact || !parts->name || !parts->first)
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
  for (int i = 0; i < s->materials; i++)
    parts->material[i] = s->material[i].material, parts->name[i] = s->material[i].name;
  for (int i = 0; i < s->contacts; i++) {
    const carom_scenario_contact *c = &s->contact[i];
    parts->contact[i] = carom_scene_contact_default();
    parts->contact[i].between[0] = c->a;
    parts->contact[i].between[1] = c->b;
    parts->contact[i].normal = c->def;
    parts->contact[i].normal.speed = s->scene.expected_speed;
    parts->contact[i].tangential = c->stage[0];
    parts->contact[i].rolling = c->stage[1];
    parts->contact[i].twisting = c->stage[2];
    parts->contact[i].adhesion = c->stage[3];
  }
  def->material = parts->material;
  def->materials = s->materials;
  def->contact = parts->contact;
  def->contacts = s->contacts;
  CAROM_TRY(add_meshes(s, folder, parts, err));
  def->wall = parts->wall;
  def->walls = parts->walls;
  def->size = s->scene.size;
  def->sizes = s->scene.sizes;
  def->group = s->scene.named;
  def->groups = s->scene.named_groups;
  def->measured = s->record.measures > 0;
  def->force = s->scene.force;
  def->forces = s->scene.forces;
  def->hold = s->scene.hold;
  def->holds = s->scene.holds;
  def->sink = s->scene.sink;
  def->sinks = s->scene.sinks;
  def->source = s->scene.source;
  def->sources = s->scene.sources;
  return CAROM_OK;
}

carom_status carom_scene_build(const carom_scenario *s, const char *folder, carom_scene_def *def,
                               carom_scene_parts *parts, carom_error *err)
{
  CAROM_TRY(carom_scene_build_around(s, folder, def, parts, err));
  CAROM_TRY(gather(s, folder, parts, &def->particles, err));
  def->particle = parts->particle;
  carom_scene_question_meshes(s, def, parts);
  def->clump_shape = parts->shape;
  def->clump_shapes = parts->shapes;
  def->clump = parts->clump;
  def->clumps = parts->clumps;
  parts->particles = def->particles;
  for (int64_t i = 0; i < parts->clumps; i++)
    parts->particles += parts->shape[parts->clump[i].shape].spheres;
  CAROM_TRY(carom_scene_bonds_build(s, folder, def, parts, err));
  return need_contacts(s, def, err);
}

void carom_scene_parts_free(carom_scene_parts *parts)
{
  for (int i = 0; parts->mesh && i < parts->walls; i++)
    carom_mesh_free(&parts->mesh[i]);
  for (int i = 0; i < parts->shapes; i++)
    if (parts->scenario_shape[i].file) free((void *)parts->shape[i].sphere);
  free(parts->shape);
  free(parts->body);
  free(parts->clump);
  free(parts->mesh);
  carom_scene_bonds_free(parts);
  free(parts->wall);
  free(parts->material);
  free(parts->contact);
  free(parts->particle);
  free(parts->name);
  free(parts->first);
  *parts = (carom_scene_parts){.material = NULL};
}
