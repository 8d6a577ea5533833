/* SPDX-License-Identifier: MIT */
/* Walls and their faces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

double carom_face_distance(const carom_walls *w, int64_t face, const double x[3], double normal[3])
{
  const carom_shell *shell = w->wall[w->face[face].wall].shell;
  const double *row = w->face_row + CAROM_FACE_DOUBLES * face;
  double to[4], at[3] = {x[0], x[1], x[2]};
  if (shell) carom_shell_inside(shell, x, at);
  carom_face_shape_of(&w->face[face])->facing(row, at, to);
  if (shell) carom_shell_outside(shell, to + 1);
  memcpy(normal, to + 1, 3 * sizeof *to);
  return to[0];
}

bool carom_face_repeats(const carom_scene *s, int64_t face, int k)
{
  return carom_face_shape_of(&s->walls.face[face])
      ->repeats(s->walls.face_row + CAROM_FACE_DOUBLES * face, k, s->model.length[k],
                1e-6 * s->model.skin);
}

static carom_status unit(double v[3], const char *where, carom_error *err)
{
  const double length = CAROM_SQRT(carom_dot(v, v));
  if (!(length > 0 && length < 1e150))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a direction needs a length other than 0");
  for (int k = 0; k < 3; k++)
    v[k] /= length;
  return CAROM_OK;
}

/* Space for one more face and a surface of its own. */
static bool reserve_face(carom_walls *w)
{
  if (w->faces < w->face_capacity) return true;
  const int64_t room = 2 * w->face_capacity + 8;
  carom_face *face = realloc(w->face, (size_t)room * sizeof *face);
  if (face) w->face = face;
  carom_surface *surface = realloc(w->surface, (size_t)room * sizeof *surface);
  if (surface) w->surface = surface;
  double *row = carom_lines((size_t)room * CAROM_FACE_DOUBLES * sizeof *row);
  if (!face || !surface || !row) {
    free(row);
    return false;
  }
  if (w->faces) memcpy(row, w->face_row, (size_t)w->faces * CAROM_FACE_DOUBLES * sizeof *row);
  free(w->face_row);
  w->face_row = row;
  w->face_capacity = room;
  return true;
}

bool carom_wall_add_face(carom_walls *w, int wall, int shape, bool joins, const double *row)
{
  carom_wall *of = &w->wall[wall];
  if (!reserve_face(w)) return false;
  if (of->faces++ == 0) of->face = (int)w->faces;
  if (!joins)
    w->surface[w->surfaces++] = (carom_surface){wall, of->surfaces++, (int32_t)w->faces, 0};
  const carom_face *last = w->faces ? &w->face[w->faces - 1] : NULL;
  carom_surface *surface = &w->surface[w->surfaces - 1];
  w->face[w->faces] = (carom_face){.wall = wall,
                                   .surface = (int32_t)w->surfaces - 1,
                                   .shape = (int16_t)shape,
                                   .alone = !joins,
                                   .run = !last ? 0 : last->run + (last->shape != shape)};
  surface->faces++;
  w->face[surface->face].alone = surface->faces == 1;
  memcpy(w->face_row + CAROM_FACE_DOUBLES * w->faces++, row, CAROM_FACE_DOUBLES * sizeof *row);
  return true;
}

static bool add_box(carom_walls *walls, const carom_scene_wall *w, int number)
{
  for (int k = 0; k < 3; k++)
    for (int side = 0; side < 2; side++) {
      const double at = side ? w->high[k] : w->low[k];
      double row[CAROM_FACE_DOUBLES] = {0};
      if (!(at - at == 0)) continue;
      row[k] = at;
      row[CAROM_FACE_DIRECTION + k] = side ? -1 : 1;
      if (!carom_wall_add_face(walls, number, CAROM_FACE_PLANE, false, row)) return false;
    }
  return true;
}

/* Adds a plane, a box or an endless cylinder. */
static carom_status add_open(carom_scene *s, const carom_scene_wall *w, int number,
                             const char *where, carom_error *err)
{
  const bool box = w->shape == CAROM_WALL_BOX, round = w->shape == CAROM_WALL_CYLINDER;
  double row[CAROM_FACE_DOUBLES] = {w->point[0], w->point[1], w->point[2], round ? w->radius : 0};
  char direction[48], high[48];
  snprintf(direction, sizeof direction, "%s.direction", where);
  snprintf(high, sizeof high, "%s.high", where);
  if (round && !(w->radius > 0 && w->radius < 1e150))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a cylinder needs a radius above 0");
  for (int k = 0; box && k < 3; k++) {
    if (!(w->low[k] == w->low[k]) || !(w->high[k] == w->high[k]))
      return carom_fail(err, CAROM_ERR_MISSING, where,
                        "a box needs three numbers in low and in high, and %s[%d] is none; "
                        "-INFINITY in low and INFINITY in high leave a face out",
                        w->low[k] == w->low[k] ? "high" : "low", k);
    if (!(w->high[k] > w->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, high, "a box ends above where it begins");
  }
  memcpy(row + CAROM_FACE_DIRECTION, w->direction, sizeof w->direction);
  if (round) row[CAROM_FACE_DIRECTION + 3] = w->outside ? 1 : -1;
  if (!box) CAROM_TRY(unit(row + CAROM_FACE_DIRECTION, direction, err));
  if (box ? !add_box(&s->walls, w, number)
          : !carom_wall_add_face(&s->walls, number, round ? CAROM_FACE_CYLINDER : CAROM_FACE_PLANE,
                                 false, row))
    return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a wall");
  s->walls.open_faces = s->walls.faces;
  return CAROM_OK;
}

/* Sets what all walls have. */
static carom_status set_wall(carom_scene *s, const carom_scene_wall *w, int number,
                             const char *where, carom_error *err)
{
  carom_wall *to = &s->walls.wall[number];
  if (w->shape < CAROM_WALL_PLANE || w->shape > CAROM_WALL_MESH)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no shape %d", (int)w->shape);
  if (w->material < 0 || w->material >= s->model.materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", w->material);
  to->material = w->material;
  to->absent = w->absent;
  memcpy(to->centre, w->motion.centre, sizeof to->centre);
  if (w->name) {
    to->name = malloc(strlen(w->name) + 1);
    if (!to->name) return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a wall");
    memcpy(to->name, w->name, strlen(w->name) + 1);
  }
  CAROM_TRY(carom_wall_body_check(s, to, w->motion.body, where, err));
  return carom_wall_motion_set(to, &w->motion, where, err);
}

carom_status carom_walls_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  char where[32];
  s->walls.wall = calloc((size_t)def->walls + 1, sizeof *s->walls.wall);
  if (def->walls > CAROM_WALLS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "wall", "%d walls are more than %d; use fewer",
                      def->walls, CAROM_WALLS_MAX);
  if (!s->walls.wall) return carom_fail(err, CAROM_ERR_MEMORY, "wall", "no memory for the walls");
  s->walls.count = def->walls;
  for (int i = 0; i < def->walls; i++) {
    const carom_scene_wall *w = &def->wall[i];
    snprintf(where, sizeof where, "wall[%d]", i);
    CAROM_TRY(set_wall(s, w, i, where, err));
    if (!carom_wall_is_shell(w)) CAROM_TRY(add_open(s, w, i, where, err));
  }
  for (int i = 0; i < def->walls; i++) {
    snprintf(where, sizeof where, "wall[%d]", i);
    if (carom_wall_is_shell(&def->wall[i]))
      CAROM_TRY(carom_shell_make(&s->walls, &def->wall[i], i, where, err));
  }
  carom_walls_move(s, 0, 0);
  return CAROM_OK;
}

size_t carom_walls_bytes(const carom_walls *w)
{
  size_t bytes = (size_t)w->face_capacity *
                 (sizeof *w->face + CAROM_FACE_DOUBLES * sizeof *w->face_row);
  for (int i = 0; i < w->count; i++) {
    const carom_shell *shell = w->wall[i].shell;
    if (!shell) continue;
    bytes += (size_t)w->wall[i].faces *
             (sizeof *shell->node + sizeof *shell->patch + sizeof *shell->tree.face +
              (shell->worn ? sizeof *shell->worn : 0));
    bytes += (size_t)shell->tree.nodes * sizeof *shell->tree.node;
  }
  return bytes;
}

void carom_walls_destroy(carom_scene *s)
{
  for (int i = 0; s->walls.wall && i < s->walls.count; i++) {
    free(s->walls.wall[i].name);
    carom_wall_motion_free(&s->walls.wall[i]);
    carom_shell_free(s->walls.wall[i].shell);
  }
  free(s->walls.wall);
  free(s->walls.face);
  free(s->walls.face_row);
  free(s->walls.surface);
}
