/* SPDX-License-Identifier: MIT */
/* Walls that move by force have no plan that could be looked at before: those that become too fast
 * for the step, or pass through another wall, which nothing hinders them to do, stop the run. */
#include <stdio.h>

#include "core/error.h"
#include "scene/scene.h"

enum { EVERY = 64 }; /* steps between two looks for walls that pass through others */

static const char *name_of(const carom_scene *s, int wall, char text[80])
{
  if (s->walls.wall[wall].name)
    snprintf(text, 80, "wall '%.64s'", s->walls.wall[wall].name);
  else
    snprintf(text, 80, "wall %d", wall);
  return text;
}

static carom_status check_speed(const carom_scene *s, int wall, carom_error *err)
{
  const double *v = s->walls.wall[wall].velocity;
  const double speed = CAROM_SQRT(carom_dot(v, v));
  char name[80];
  if (speed * s->model.step <= s->model.smallest || !(s->model.smallest > 0)) return CAROM_OK;
  return carom_fail(
      err, CAROM_ERR_DIVERGED, "wall",
      "%s has %.4g m/s at %.9g s and moves by %.4g m in a step, more than the smallest "
      "radius that moves, %.4g m: contacts would be missed; is it lighter than what it "
      "pushes, or the step too long? Use one of %.3g s",
      name_of(s, wall, name), speed, carom_scene_time(s), speed * s->model.step, s->model.smallest,
      0.1 * s->model.smallest / speed);
}

static void velocity_at(const carom_wall *w, const double x[3], double out[3])
{
  double arm[3];
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - w->centre[k];
  carom_cross(w->spin, arm, out);
  for (int k = 0; k < 3; k++)
    out[k] += w->velocity[k];
}

/* The point of a face, where it is now. */
static void point_of(const carom_walls *w, int64_t face, double out[3])
{
  const double *row = w->face_row + CAROM_FACE_DOUBLES * face;
  const carom_shell *shell = w->wall[w->face[face].wall].shell;
  for (int k = 0; k < 3; k++)
    out[k] = row[k];
  if (!shell || !shell->moved) return;
  carom_shell_outside(shell, out);
  for (int k = 0; k < 3; k++)
    out[k] += shell->at[k];
}

/* Has a point of one wall just gone behind a face of another, all of whose other side is out of
 * bounds? */
static bool passes(const carom_scene *s, int64_t point, int64_t face)
{
  const carom_walls *w = &s->walls;
  const double margin = 0.5 * s->model.smallest;
  double x[3], normal[3], own[3], other[3];
  point_of(w, point, x);
  const double distance = carom_face_distance(w, face, x, normal);
  if (distance >= -margin) return false;
  velocity_at(&w->wall[w->face[point].wall], x, own);
  velocity_at(&w->wall[w->face[face].wall], x, other);
  for (int k = 0; k < 3; k++)
    own[k] -= other[k];
  const double inwards = -carom_dot(own, normal), way = 4 * EVERY * s->model.step * inwards;
  return inwards > 0 && distance > -margin - (way > margin ? way : margin);
}

static bool is_half_space(const carom_walls *w, int64_t face)
{
  return carom_face_shape_of(&w->face[face])->half_space;
}

static carom_status check_passing(const carom_scene *s, int wall, carom_error *err)
{
  const carom_walls *w = &s->walls;
  const carom_wall *own = &w->wall[wall];
  for (int64_t other = 0; other < w->faces; other++) {
    if (w->face[other].wall == wall || w->wall[w->face[other].wall].absent) continue;
    for (int64_t f = own->face; f < own->face + own->faces; f++) {
      if (!(is_half_space(w, other) && passes(s, f, other)) &&
          !(is_half_space(w, f) && passes(s, other, f)))
        continue;
      char name[80], through[80];
      return carom_fail(err, CAROM_ERR_DIVERGED, "wall",
                        "%s passes through %s at %.9g s: walls meet particles only; give it stops "
                        "that end its way before",
                        name_of(s, wall, name), name_of(s, w->face[other].wall, through),
                        carom_scene_time(s));
    }
  }
  return CAROM_OK;
}

carom_status carom_walls_check(const carom_scene *s, carom_error *err)
{
  for (int i = 0; i < s->walls.count; i++) {
    if (!carom_wall_feels(&s->walls.wall[i]) || s->walls.wall[i].absent) continue;
    CAROM_TRY(check_speed(s, i, err));
    if (s->steps % EVERY == 0) CAROM_TRY(check_passing(s, i, err));
  }
  return CAROM_OK;
}
