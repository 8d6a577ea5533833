/* SPDX-License-Identifier: MIT */
/* Walls that move by force follow no plan that could be checked beforehand. The run stops if one
 * becomes too fast for the step or passes through another wall, which no force prevents.
 *
 * At intervals the points of each wall (corners, rims) are followed back along their path since the
 * last check, as seen from the other wall. They have passed a plane or a side of a box if they are
 * behind it, and a shell if they were on its other side. Points that slide along a face, like the
 * rim of a piston, do not count.
 *
 * Fixed and held particles have no contacts with walls, since neither side can give way. A wall
 * that passes the centre of one stops the run, too. */
#include <stdio.h>

#include "core/error.h"
#include "scene/scene.h"

enum {
  EVERY = 64,   /* steps between two checks, per POINTS points */
  POINTS = 512, /* a check takes longer the more points there are */
  NEAR = 64     /* most faces near a point that are tested */
};

/* If less than this fraction of the path leads across a face, it is sliding. */
#define ACROSS 0.1

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

/* A point of one wall: its position, and its velocity as seen from another wall. */
typedef struct sample {
  double x[3], v[3];
} sample;

/* The points of a face or, unless `all`, only the point of its row; returns their number. */
static int samples_of(const carom_walls *w, int64_t face, int other, bool all, sample *out)
{
  const carom_wall *wall = &w->wall[w->face[face].wall];
  const double *row = w->face_row + CAROM_FACE_DOUBLES * face;
  double point[CAROM_FACE_POINTS][3] = {{row[0], row[1], row[2]}}, v[3];
  const int count = all ? carom_face_shape_of(&w->face[face])->points(row, point) : 1;
  for (int i = 0; i < count; i++) {
    if (wall->shell && wall->shell->moved) {
      carom_shell_outside(wall->shell, point[i]);
      for (int k = 0; k < 3; k++)
        point[i][k] += wall->shell->at[k];
    }
    velocity_at(wall, point[i], out[i].v);
    velocity_at(&w->wall[other], point[i], v);
    for (int k = 0; k < 3; k++) {
      out[i].x[k] = point[i][k];
      out[i].v[k] -= v[k];
    }
  }
  return count;
}

/* Has the point just moved behind a face whose other side is out of bounds? */
static bool is_behind(const carom_scene *s, const sample *p, int64_t face, double time)
{
  const double margin = 0.5 * s->model.smallest;
  double normal[3];
  const double distance = carom_face_distance(&s->walls, face, p->x, normal);
  if (distance >= -margin) return false;
  const double inwards = -carom_dot(p->v, normal), way = 4 * time * inwards;
  return inwards > 0 && distance > -margin - (way > margin ? way : margin);
}

/* Does its path lead through a face of a shell? Then the normal towards the point has reversed. */
static bool came_through(const carom_scene *s, const sample *p, const carom_wall *wall, double time)
{
  const carom_shell *shell = wall->shell;
  const carom_face_shape *shape = carom_face_shape_of(&s->walls.face[wall->face]);
  const double speed = CAROM_SQRT(carom_dot(p->v, p->v)), way = speed * time;
  uint32_t near[NEAR];
  double before[3], from[3], to[3], beyond = 1e150;
  if (!(way > 0)) return false;
  for (int k = 0; k < 3; k++)
    before[k] = p->x[k] - time * p->v[k];
  carom_shell_inside(shell, before, from);
  carom_shell_inside(shell, p->x, to);
  const int64_t found = carom_box_tree_near(&shell->tree, to, way, near, NEAR, &beyond);
  for (int64_t i = 0; i < found && i < NEAR; i++) {
    const double *row = s->walls.face_row + CAROM_FACE_DOUBLES * (wall->face + (int64_t)near[i]);
    double first[4], last[4];
    if (shape->nearest(row, from, first) || shape->nearest(row, to, last)) continue;
    const double across = first[0] + last[0];
    if (carom_dot(first + 1, last + 1) < 0 && across > ACROSS * way && across <= way * (1 + 1e-9))
      return true;
  }
  return false;
}

/* Has a point just gone behind a face of a wall, or through one of a shell? */
static bool leads_through(const carom_scene *s, const sample *p, const carom_wall *wall,
                          double time)
{
  if (wall->shell) return came_through(s, p, wall, time);
  for (int64_t k = wall->face; k < wall->face + wall->faces; k++)
    if (carom_face_shape_of(&s->walls.face[k])->half_space && is_behind(s, p, k, time)) return true;
  return false;
}

/* Do points of one wall pass faces of another? If only the other one is free, just one point per
 * face is tested: a free plane may come down into a tube, whose rims may then be behind it. */
static bool passes(const carom_scene *s, int wall, int other, double time)
{
  const carom_walls *w = &s->walls;
  const carom_wall *own = &w->wall[wall], *to = &w->wall[other];
  const bool all = to->shell || carom_wall_feels(own);
  for (int64_t f = own->face; f < own->face + own->faces; f++) {
    sample p[CAROM_FACE_POINTS];
    const int count = samples_of(w, f, other, all, p);
    for (int i = 0; i < count; i++)
      if (leads_through(s, &p[i], to, time)) return true;
  }
  return false;
}

/* Checks are less frequent the more points there are. */
static int64_t interval(const carom_walls *w, int wall, int other)
{
  return EVERY * (1 + ((int64_t)w->wall[wall].faces + w->wall[other].faces) / POINTS);
}

static carom_status check_passing(const carom_scene *s, int wall, carom_error *err)
{
  const carom_walls *w = &s->walls;
  for (int other = 0; other < w->count; other++) {
    const int64_t steps = interval(w, wall, other);
    const double time = (double)steps * s->model.step;
    if (other == wall || w->wall[other].absent || s->steps % steps != 0) continue;
    if (!passes(s, wall, other, time) && !passes(s, other, wall, time)) continue;
    char name[80], through[80];
    return carom_fail(err, CAROM_ERR_DIVERGED, "wall",
                      "%s passes through %s at %.9g s: walls meet particles only; give it stops "
                      "that end its way before",
                      name_of(s, wall, name), name_of(s, other, through), carom_scene_time(s));
  }
  return CAROM_OK;
}

/* The centres of particles that no force moves. */
static carom_status check_particles(const carom_scene *s, int wall, carom_error *err)
{
  const carom_wall *w = &s->walls.wall[wall];
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *v = carom_contact_velocity_of(s, i);
    sample p;
    if (v[3] > 0) continue;
    carom_fold(&s->model, carom_position_of(s, i), p.x);
    velocity_at(w, p.x, p.v);
    for (int k = 0; k < 3; k++)
      p.v[k] = v[k] - p.v[k];
    if (!leads_through(s, &p, w, EVERY * s->model.step)) continue;
    char name[80];
    return carom_fail(
        err, CAROM_ERR_DIVERGED, "wall",
        "%s passes through particle %u (id %u), which is %s, at %.9g s: "
        "walls meet only particles that forces move; give it stops that end its way "
        "before",
        name_of(s, wall, name), (unsigned)s->particles.tag[i], (unsigned)s->particles.id[i],
        s->particles.held && s->particles.held[i] > 0 ? "held" : "fixed", carom_scene_time(s));
  }
  return CAROM_OK;
}

carom_status carom_walls_check(const carom_scene *s, carom_error *err)
{
  for (int i = 0; i < s->walls.count; i++) {
    if (!carom_wall_feels(&s->walls.wall[i]) || s->walls.wall[i].absent) continue;
    CAROM_TRY(check_speed(s, i, err));
    if (s->steps % EVERY != 0) continue;
    CAROM_TRY(check_passing(s, i, err));
    CAROM_TRY(check_particles(s, i, err));
  }
  return CAROM_OK;
}
