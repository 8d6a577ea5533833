/* SPDX-License-Identifier: MIT */
/* Values over time: tables of motion, and gravity, which uses the same tables. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/rotation.h"
#include "scene/scene.h"

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
  const carom_rotation r = carom_rotation_of(s->model.gravity_spin, time);
  carom_rotate(&r, g);
}

void carom_gravity_at(const carom_scene *s, double time, double g[3])
{
  memcpy(g, s->model.gravity_start, 3 * sizeof *g);
  if (s->model.gravity_set) return;
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
