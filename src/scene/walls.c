/* SPDX-License-Identifier: MIT */
/* Walls: faces, their motion, and gravity, which follows the same kind of table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

/* A rotation about the unit vector along a spin. */
typedef struct rotation {
  bool still;
  double axis[3], sine, cosine;
} rotation;

static rotation rotation_of(const double spin[3], double time)
{
  const double rate = CAROM_SQRT(carom_dot(spin, spin));
  rotation r = {.still = !(rate > 0)};
  if (r.still) return r;
  for (int k = 0; k < 3; k++)
    r.axis[k] = spin[k] / rate;
  carom_sincos(rate * time, &r.sine, &r.cosine);
  return r;
}

static void rotate(const rotation *r, double v[3])
{
  double side[3];
  if (r->still) return;
  carom_cross(r->axis, v, side);
  const double along = carom_dot(r->axis, v) * (1 - r->cosine);
  for (int k = 0; k < 3; k++)
    v[k] = r->cosine * v[k] + r->sine * side[k] + along * r->axis[k];
}

void carom_motion_table_at(const carom_motion_table *m, const double *values, double time,
                           double out[3])
{
  int i = 0;
  out[0] = out[1] = out[2] = 0;
  if (m->points == 0 || !values) return;
  while (i < m->points && m->time[i] <= time)
    i++;
  const int a = i > 0 ? i - 1 : 0, b = i < m->points ? i : m->points - 1;
  const double span = m->time[b] - m->time[a];
  const double share = span > 0 ? (time - m->time[a]) / span : 0;
  for (int k = 0; k < 3; k++)
    out[k] = values[3 * a + k] + share * (values[3 * b + k] - values[3 * a + k]);
}

static double *copy_of(const double *from, int count)
{
  double *to = from ? malloc((size_t)count * sizeof *to) : NULL;
  if (to) memcpy(to, from, (size_t)count * sizeof *to);
  return to;
}

carom_status carom_motion_table_copy(carom_motion_table *m, int points, const double *time,
                                     const double *velocity, const double *spin, const char *where,
                                     carom_error *err)
{
  *m = (carom_motion_table){.points = points};
  if (points < 0 || (points > 0 && !time))
    return carom_fail(err, CAROM_ERR_MISSING, where, "a table needs its times");
  for (int i = 0; i < points; i++) {
    if (!(time[i] - time[i] == 0) || (i > 0 && !(time[i] > time[i - 1])))
      return carom_fail(err, CAROM_ERR_RANGE, where, "times of a table must grow");
    for (int k = 3 * i; k < 3 * i + 3; k++)
      if ((velocity && !(velocity[k] - velocity[k] == 0)) || (spin && !(spin[k] - spin[k] == 0)))
        return carom_fail(err, CAROM_ERR_RANGE, where, "values of a table must be finite");
  }
  if (points == 0) return CAROM_OK;
  m->time = copy_of(time, points);
  m->velocity = copy_of(velocity, 3 * points);
  m->spin = copy_of(spin, 3 * points);
  if (!m->time || (velocity && !m->velocity) || (spin && !m->spin))
    return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a table");
  return CAROM_OK;
}

void carom_motion_table_free(carom_motion_table *m)
{
  free(m->time);
  free(m->velocity);
  free(m->spin);
  *m = (carom_motion_table){0};
}

static void turn_gravity(const carom_scene *s, double time, double g[3])
{
  const rotation r = rotation_of(s->model.gravity_spin, time);
  rotate(&r, g);
}

void carom_gravity_at(const carom_scene *s, double time, double g[3])
{
  memcpy(g, s->model.gravity_start, 3 * sizeof *g);
  if (s->model.gravity_at)
    s->model.gravity_at(s->model.gravity_user, time, g);
  else if (s->model.gravity_table.points)
    carom_motion_table_at(&s->model.gravity_table, s->model.gravity_table.velocity, time, g);
  else
    turn_gravity(s, time, g);
}

carom_status carom_gravity_check(const carom_scene *s, carom_error *err)
{
  const double *g = s->gravity;
  if (g[0] - g[0] == 0 && g[1] - g[1] == 0 && g[2] - g[2] == 0) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_DIVERGED, "gravity",
                    "gravity is (%g, %g, %g) m/s2 at %.9g s, which is not finite; what "
                    "gravity_at returns must be",
                    g[0], g[1], g[2], carom_scene_time(s));
}

double carom_face_distance(const carom_walls *w, int64_t face, const double x[3], double normal[3])
{
  double to[4];
  carom_face_shape_of(&w->face[face])->facing(w->face_row + CAROM_FACE_DOUBLES * face, x, to);
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

/* Space for one more face, and for a surface of its own. */
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

static carom_status add_wall(carom_scene *s, const carom_scene_wall *w, int number,
                             carom_error *err)
{
  carom_wall *to = &s->walls.wall[number];
  const bool box = w->shape == CAROM_WALL_BOX, round = w->shape == CAROM_WALL_CYLINDER;
  double row[CAROM_FACE_DOUBLES] = {w->point[0], w->point[1], w->point[2], round ? w->radius : 0};
  char where[32], direction[48], high[48];
  snprintf(where, sizeof where, "wall[%d]", number);
  snprintf(direction, sizeof direction, "%s.direction", where);
  snprintf(high, sizeof high, "%s.high", where);
  if (w->shape < CAROM_WALL_PLANE || w->shape > CAROM_WALL_CYLINDER)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be a plane, a box or a cylinder");
  if (w->material < 0 || w->material >= s->model.materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", w->material);
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
  to->material = w->material;
  memcpy(to->centre, w->motion.centre, sizeof to->centre);
  memcpy(row + CAROM_FACE_DIRECTION, w->direction, sizeof w->direction);
  if (round) row[CAROM_FACE_DIRECTION + 3] = w->outside ? 1 : -1;
  if (w->name) {
    to->name = malloc(strlen(w->name) + 1);
    if (!to->name) return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a wall");
    memcpy(to->name, w->name, strlen(w->name) + 1);
  }
  CAROM_TRY(carom_motion_table_copy(&to->motion, w->motion.points, w->motion.time,
                                    w->motion.velocity, w->motion.spin, where, err));
  if (!box) CAROM_TRY(unit(row + CAROM_FACE_DIRECTION, direction, err));
  if (box ? !add_box(&s->walls, w, number)
          : !carom_wall_add_face(&s->walls, number, round ? CAROM_FACE_CYLINDER : CAROM_FACE_PLANE,
                                 false, row))
    return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a wall");
  return CAROM_OK;
}

carom_status carom_walls_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  s->walls.wall = calloc((size_t)def->walls + 1, sizeof *s->walls.wall);
  if (def->walls > CAROM_WALLS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "wall", "%d walls are more than %d; use fewer",
                      def->walls, CAROM_WALLS_MAX);
  if (!s->walls.wall) return carom_fail(err, CAROM_ERR_MEMORY, "wall", "no memory for the walls");
  s->walls.count = def->walls;
  for (int i = 0; i < def->walls; i++)
    CAROM_TRY(add_wall(s, &def->wall[i], i, err));
  carom_walls_move(s, 0, 0);
  return CAROM_OK;
}

void carom_walls_destroy(carom_scene *s)
{
  for (int i = 0; s->walls.wall && i < s->walls.count; i++) {
    free(s->walls.wall[i].name);
    carom_motion_table_free(&s->walls.wall[i].motion);
  }
  free(s->walls.wall);
  free(s->walls.face);
  free(s->walls.face_row);
  free(s->walls.surface);
}

/* The distance from a centre within which particles may touch its wall. */
static double far_from(const carom_scene *s, const double centre[3])
{
  double far = 0;
  for (int c = 0; c < 3; c++) {
    const carom_grid *g = &s->cpu.grid[0]; /* all levels span the same space */
    const double low = CAROM_FABS(g->origin[c] - centre[c]);
    const double high = CAROM_FABS(g->origin[c] + g->cell[c] * g->cells[c] - centre[c]);
    far += low > high ? low * low : high * high;
  }
  return CAROM_SQRT(far) + s->model.largest + carom_list_range(s);
}

static void move_face(const carom_face *f, double *row, const carom_wall_motion *m,
                      const rotation *r, double step)
{
  double arm[3];
  for (int c = 0; c < 3; c++)
    arm[c] = row[c] - m->centre[c];
  rotate(r, arm);
  rotate(r, row + CAROM_FACE_DIRECTION);
  (void)unit(row + CAROM_FACE_DIRECTION, "", NULL);
  for (int c = 0; c < 3; c++)
    row[c] = m->centre[c] + arm[c] + step * m->velocity[c];
  for (int k = CAROM_ROW_DOUBLES; k < carom_face_shape_of(f)->doubles; k += 4)
    rotate(r, row + k);
}

/* Moves the faces of a wall; returns the largest speed of any. */
static double move_wall(carom_scene *s, const carom_wall *w, const carom_wall_motion *m,
                        double step)
{
  const rotation r = rotation_of(m->spin, step);
  double most = 0;
  for (int k = w->face; k < w->face + w->faces; k++) {
    double *row = s->walls.face_row + CAROM_FACE_DOUBLES * k;
    const double speed = carom_face_shape_of(&s->walls.face[k])->speed(row, m);
    most = speed > most ? speed : most;
    move_face(&s->walls.face[k], row, m, &r, step);
  }
  return most;
}

/* Contacts see the wall's velocity at the end of the step, but it moves with the mid-step
 * velocity. */
double carom_walls_move(carom_scene *s, double time, double step)
{
  double most = 0;
  for (int i = 0; i < s->walls.count; i++) {
    carom_wall *w = &s->walls.wall[i];
    double v[3], spin[3];
    if (w->motion.points == 0) continue;
    carom_motion_table_at(&w->motion, w->motion.velocity, time - 0.5 * step, v);
    carom_motion_table_at(&w->motion, w->motion.spin, time - 0.5 * step, spin);
    if (step > 0) {
      const double rate = CAROM_SQRT(carom_dot(spin, spin));
      const carom_wall_motion m = {.centre = w->centre,
                                   .velocity = v,
                                   .spin = spin,
                                   .speed = CAROM_SQRT(carom_dot(v, v)),
                                   .rate = rate,
                                   .far = rate > 0 ? far_from(s, w->centre) : 0};
      const double speed = move_wall(s, w, &m, step);
      most = speed > most ? speed : most;
      for (int c = 0; c < 3; c++)
        w->centre[c] += step * v[c];
    }
    carom_motion_table_at(&w->motion, w->motion.velocity, time, w->velocity);
    carom_motion_table_at(&w->motion, w->motion.spin, time, w->spin);
  }
  return step * most;
}
