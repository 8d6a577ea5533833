/* SPDX-License-Identifier: MIT */
/* Walls: faces, their motion, and gravity, which follows the same kind of table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Rotates v about the unit vector along w by |w| t. */
static void rotate(const double w[3], double t, double v[3])
{
  const double rate = CAROM_SQRT(dot(w, w));
  if (!(rate > 0)) return;
  const double axis[3] = {w[0] / rate, w[1] / rate, w[2] / rate};
  double sine, cosine, side[3];
  carom_sincos(rate * t, &sine, &cosine);
  cross(axis, v, side);
  const double along = dot(axis, v) * (1 - cosine);
  for (int k = 0; k < 3; k++)
    v[k] = cosine * v[k] + sine * side[k] + along * axis[k];
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

void carom_gravity_at(const carom_scene *s, double time, double g[3])
{
  memcpy(g, s->model.gravity_start, 3 * sizeof *g);
  if (s->model.gravity_at)
    s->model.gravity_at(s->model.gravity_user, time, g);
  else if (s->model.gravity_table.points)
    carom_motion_table_at(&s->model.gravity_table, s->model.gravity_table.velocity, time, g);
  else
    rotate(s->model.gravity_spin, time, g);
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

double carom_face_distance(const carom_face *f, const double x[3], double normal[3])
{
  const double from[3] = {x[0] - f->point[0], x[1] - f->point[1], x[2] - f->point[2]};
  const double along = dot(from, f->direction);
  if (!f->round) {
    memcpy(normal, f->direction, sizeof f->direction);
    return along;
  }
  double radial[3];
  for (int k = 0; k < 3; k++)
    radial[k] = from[k] - along * f->direction[k];
  const double rho = CAROM_SQRT(dot(radial, radial)), sign = f->outside ? 1 : -1;
  for (int k = 0; k < 3; k++)
    normal[k] = rho > 0 ? sign * radial[k] / rho : 0;
  return sign * (rho - f->radius);
}

static carom_status unit(double v[3], const char *where, carom_error *err)
{
  const double length = CAROM_SQRT(dot(v, v));
  if (!(length > 0 && length < 1e150))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a direction needs a length other than 0");
  for (int k = 0; k < 3; k++)
    v[k] /= length;
  return CAROM_OK;
}

/* A face that is a surface of its own. */
static bool add_face(carom_walls *w, const carom_face *f)
{
  carom_face *face = realloc(w->face, ((size_t)w->faces + 1) * sizeof *face);
  if (face) w->face = face;
  carom_surface *surface = realloc(w->surface, ((size_t)w->surfaces + 1) * sizeof *surface);
  if (surface) w->surface = surface;
  if (!face || !surface) return false;
  face[w->faces] = *f;
  face[w->faces++].surface = w->surfaces;
  surface[w->surfaces++] = (carom_surface){f->wall, w->wall[f->wall].surfaces++};
  return true;
}

static bool add_box(carom_walls *walls, const carom_scene_wall *w, int number)
{
  for (int k = 0; k < 3; k++)
    for (int side = 0; side < 2; side++) {
      const double at = side ? w->high[k] : w->low[k];
      carom_face f = {.wall = number};
      if (!(at - at == 0)) continue;
      f.point[k] = at;
      f.direction[k] = side ? -1 : 1;
      if (!add_face(walls, &f)) return false;
    }
  return true;
}

static carom_status add_wall(carom_scene *s, const carom_scene_wall *w, int number,
                             carom_error *err)
{
  carom_wall *to = &s->walls.wall[number];
  carom_face f = {.wall = number,
                  .round = w->shape == CAROM_WALL_CYLINDER,
                  .outside = w->outside,
                  .radius = w->radius};
  char where[32], direction[48], high[48];
  snprintf(where, sizeof where, "wall[%d]", number);
  snprintf(direction, sizeof direction, "%s.direction", where);
  snprintf(high, sizeof high, "%s.high", where);
  if (w->shape < CAROM_WALL_PLANE || w->shape > CAROM_WALL_CYLINDER)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be a plane, a box or a cylinder");
  if (w->material < 0 || w->material >= s->model.materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", w->material);
  if (f.round && !(w->radius > 0 && w->radius < 1e150))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a cylinder needs a radius above 0");
  for (int k = 0; w->shape == CAROM_WALL_BOX && k < 3; k++) {
    if (!(w->low[k] == w->low[k]) || !(w->high[k] == w->high[k]))
      return carom_fail(err, CAROM_ERR_MISSING, where,
                        "a box needs three numbers in low and in high, and %s[%d] is none; "
                        "-INFINITY in low and INFINITY in high leave a face out",
                        w->low[k] == w->low[k] ? "high" : "low", k);
    if (!(w->high[k] > w->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, high, "a box ends above where it begins");
  }
  to->material = w->material;
  to->face = s->walls.faces;
  memcpy(to->centre, w->motion.centre, sizeof to->centre);
  memcpy(f.point, w->point, sizeof f.point);
  memcpy(f.direction, w->direction, sizeof f.direction);
  if (w->name) {
    to->name = malloc(strlen(w->name) + 1);
    if (to->name) memcpy(to->name, w->name, strlen(w->name) + 1);
  }
  CAROM_TRY(carom_motion_table_copy(&to->motion, w->motion.points, w->motion.time,
                                    w->motion.velocity, w->motion.spin, where, err));
  if (w->shape != CAROM_WALL_BOX) CAROM_TRY(unit(f.direction, direction, err));
  if (w->shape == CAROM_WALL_BOX ? !add_box(&s->walls, w, number) : !add_face(&s->walls, &f))
    return carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for a wall");
  to->faces = s->walls.faces - to->face;
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
  free(s->walls.surface);
}

/* A cylinder that rotates about its own axis does not approach anything. */
static bool turns_in_place(const carom_face *f, const double centre[3], const double spin[3])
{
  double side[3], arm[3], off[3];
  for (int k = 0; k < 3; k++)
    arm[k] = f->point[k] - centre[k];
  cross(spin, f->direction, side);
  cross(spin, arm, off);
  const double square = dot(spin, spin);
  return f->round && dot(side, side) <= 1e-24 * square &&
         dot(off, off) <= 1e-24 * square * f->radius * f->radius;
}

/* The largest speed of any point of a face among the particles. */
static double speed_of(const carom_scene *s, const carom_face *f, const double centre[3],
                       const double velocity[3], const double spin[3])
{
  const double speed = CAROM_SQRT(dot(velocity, velocity)), rate = CAROM_SQRT(dot(spin, spin));
  double far = 0;
  if (!(rate > 0) || turns_in_place(f, centre, spin)) return speed;
  for (int c = 0; c < 3; c++) {
    const carom_grid *g = &s->cpu.grid[0]; /* all levels span the same space */
    const double low = CAROM_FABS(g->origin[c] - centre[c]);
    const double high = CAROM_FABS(g->origin[c] + g->cell[c] * g->cells[c] - centre[c]);
    far += low > high ? low * low : high * high;
  }
  return speed + rate * (CAROM_SQRT(far) + s->model.largest + s->model.skin);
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
    for (int k = w->face; step > 0 && k < w->face + w->faces; k++) {
      carom_face *f = &s->walls.face[k];
      const double speed = speed_of(s, f, w->centre, v, spin);
      double arm[3];
      most = speed > most ? speed : most;
      for (int c = 0; c < 3; c++)
        arm[c] = f->point[c] - w->centre[c];
      rotate(spin, step, arm);
      rotate(spin, step, f->direction);
      (void)unit(f->direction, "", NULL);
      for (int c = 0; c < 3; c++)
        f->point[c] = w->centre[c] + arm[c] + step * v[c];
    }
    for (int c = 0; step > 0 && c < 3; c++)
      w->centre[c] += step * v[c];
    carom_motion_table_at(&w->motion, w->motion.velocity, time, w->velocity);
    carom_motion_table_at(&w->motion, w->motion.spin, time, w->spin);
  }
  return step * most;
}
