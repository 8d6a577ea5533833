/* SPDX-License-Identifier: MIT */
#include "io/scene_clumps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/text.h"
#include "io/file.h"
#include "io/grains_read.h"
#include "law_math.h"
#include "scene/chance.h"
#include "scene/clump_shape.h"

static carom_status blame(const carom_scenario_shape *shape, carom_error *err)
{
  const carom_node *file = carom_tree_get(shape->node, "file");
  const carom_node *node = file ? file : shape->node;
  if (!err) return CAROM_ERR_RANGE;
  err->line = node->line;
  err->column = node->column;
  carom_tree_path(node, err->where, sizeof err->where);
  return err->code;
}

/* "FILE: line 3: SENTENCE", with the place of the shape in the scenario. */
static carom_status in_file(const carom_scenario_shape *shape, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  const carom_error inside = *err;
  char line[32] = "";
  if (inside.line > 0) snprintf(line, sizeof line, "line %d: ", inside.line);
  carom_fail(err, inside.code, NULL, "%.100s: %s%.300s", shape->file, line, inside.text);
  return blame(shape, err);
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the scene");
}

/* Positions and radii of a table of spheres. */
static carom_status read_file(const carom_scenario_shape *shape, const char *folder,
                              carom_clump_shape *out, carom_error *err)
{
  enum { LIMIT = 100000000 };
  static const char *const any[] = {"any"};
  const carom_grains_wish wish = {carom_scene_particle_default(), CAROM_GIVEN_MATERIAL, any, 1};
  carom_grains grains;
  char path[4096], *text = NULL;
  size_t length = 0;
  if (!carom_file_path(folder, shape->file, path, sizeof path, err) ||
      carom_file_read(path, LIMIT, &text, &length, err) != CAROM_OK)
    return blame(shape, err);
  const carom_status status = carom_grains_read(text, length, carom_grains_format_of(shape->file),
                                                &wish, &grains, err);
  free(text);
  if (status != CAROM_OK) return in_file(shape, err);
  const bool many = grains.count > CAROM_CLUMP_SPHERES_MAX;
  carom_clump_sphere *sphere = many ? NULL : malloc((size_t)(grains.count + 1) * sizeof *sphere);
  out->sphere = sphere;
  for (int64_t i = 0; sphere && i < grains.count; i++) {
    memcpy(sphere[i].offset, grains.list[i].position, sizeof sphere[i].offset);
    sphere[i].radius = grains.list[i].radius;
    out->spheres = (int)(i + 1);
  }
  free(grains.list);
  if (many) {
    carom_fail(err, CAROM_ERR_RANGE, NULL, "%.100s: a shape has 1 to %d spheres", shape->file,
               CAROM_CLUMP_SPHERES_MAX);
    return blame(shape, err);
  }
  return sphere ? CAROM_OK : no_memory(err);
}

static void tell(const carom_clump_shape *shape, const carom_clump_body *b,
                 carom_scene_parts *parts)
{
  char error[48] = "exact";
  if (b->error > 0) snprintf(error, sizeof error, "counted, error about %.1g", b->error);
  carom_append(parts->shapes_told, sizeof parts->shapes_told,
               "%s%.40s: %d spheres, %.4g mm3, held by a sphere of R %.4g mm, moments of inertia "
               "over the density %.4g, %.4g, %.4g mm5 (%s)",
               *parts->shapes_told ? "; " : "", shape->name, shape->spheres, 1e9 * b->volume,
               1e3 * b->radius, 1e15 * b->inertia[0], 1e15 * b->inertia[1], 1e15 * b->inertia[2],
               error);
}

carom_status carom_scene_shapes(const carom_scenario *s, const char *folder,
                                carom_scene_parts *parts, carom_error *err)
{
  const int count = s->scene.shapes;
  parts->shape = calloc((size_t)count + 1, sizeof *parts->shape);
  parts->body = calloc((size_t)count + 1, sizeof *parts->body);
  if (!parts->shape || !parts->body) return no_memory(err);
  parts->scenario_shape = s->scene.shape;
  for (int k = 0; k < count; k++) {
    const carom_scenario_shape *from = &s->scene.shape[k];
    carom_clump_shape *to = &parts->shape[k];
    *to = (carom_clump_shape){.name = from->name, .sphere = from->sphere, .spheres = from->spheres};
    parts->shapes = k + 1;
    if (from->file) CAROM_TRY(read_file(from, folder, to, err));
    if (carom_clump_measure(to, &parts->body[k], err) != CAROM_OK)
      return from->file ? in_file(from, err) : blame(from, err);
    tell(to, &parts->body[k], parts);
  }
  return CAROM_OK;
}

/* Rotates by an axis times an angle. */
static void turn_by(const double turn[3], double q[4])
{
  const double angle = CAROM_SQRT(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  double sine;
  carom_sincos(0.5 * angle, &sine, &q[0]);
  for (int k = 0; k < 3; k++)
    q[1 + k] = angle > 0 ? sine * turn[k] / angle : 0;
}

static carom_scene_clump clump_at(const carom_scenario_grains *group, const carom_clump_body *body,
                                  const carom_scene_particle *at, int64_t number)
{
  carom_scene_clump c = carom_scene_clump_default();
  c.shape = group->shape;
  c.scale = at->radius == body->radius ? 1 : at->radius / body->radius;
  c.mass = at->mass;
  c.material = at->material;
  memcpy(c.position, at->position, sizeof c.position);
  memcpy(c.velocity, at->velocity, sizeof c.velocity);
  memcpy(c.spin, at->spin, sizeof c.spin);
  if (group->turned || group->single)
    turn_by(group->turn, c.orientation);
  else /* a stream independent of that of the positions */
    carom_turn_at_random(carom_chance_mix(group->fill.seed + 0x636c756d70), (uint64_t)number, 0,
                         c.orientation);
  return c;
}

carom_status carom_scene_make_clumps(const carom_scenario *s, carom_scene_parts *parts,
                                     carom_scene_particle *particle, int64_t *count,
                                     carom_error *err)
{
  int64_t left = 0, clumps = 0, members = 0;
  uint64_t next = 0;
  for (int g = 0; g < s->scene.groups; g++)
    if (s->scene.group[g].shape >= 0) clumps += parts->after[g] - parts->first[g];
  parts->clump = malloc((size_t)(clumps + 1) * sizeof *parts->clump);
  if (!parts->clump) return no_memory(err);
  for (int g = 0; g < s->scene.groups; g++) {
    const carom_scenario_grains *group = &s->scene.group[g];
    const int64_t first = parts->first[g], after = parts->after[g];
    parts->first[g] = group->shape >= 0 ? members : left;
    for (int64_t i = first; i < after; i++) {
      if (group->shape >= 0) {
        parts->clump[parts->clumps++] = clump_at(group, &parts->body[group->shape], &particle[i],
                                                 i - first);
        members += parts->shape[group->shape].spheres;
      } else {
        next = particle[i].id >= next ? (uint64_t)particle[i].id + 1 : next;
        particle[left++] = particle[i];
      }
    }
    parts->after[g] = group->shape >= 0 ? members : left;
  }
  if (next + (uint64_t)members > UINT32_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, NULL,
                      "no ids are left for the members of clumps; give files smaller ones");
  next = next > 0 ? next : 1;
  for (int64_t i = 0; i < parts->clumps; i++) {
    parts->clump[i].id = (uint32_t)next;
    next += (uint64_t)parts->shape[parts->clump[i].shape].spheres;
  }
  for (int g = 0; g < s->scene.groups; g++) /* members are numbered after all spheres */
    if (s->scene.group[g].shape >= 0) parts->first[g] += left, parts->after[g] += left;
  *count = left;
  return CAROM_OK;
}
