/* SPDX-License-Identifier: MIT */
/* Walls and periodic directions.
 *
 * Walls are not repeated from period to period. This does not matter for a wall that coincides with
 * its image one period away. Any other wall must keep clear of the periodic borders: either no
 * particle at a border can touch it, as with a cylinder across a flow, or particles cannot reach
 * the borders because each border lies wholly behind a face. Otherwise particles would cross a
 * border into a wall, or touch each other through one. */
#include <stdio.h>

#include "core/error.h"
#include "scene/scene.h"

static double *row_of(const carom_scene *s, int64_t face)
{
  return s->walls.face_row + CAROM_FACE_DOUBLES * face;
}

/* The ends of an open direction, placed so far away that whatever varies along it becomes large. */
static double end_of(const carom_scene *s, const double *row, int c, bool high)
{
  const double end = high ? s->model.high[c] : s->model.low[c];
  if (end - end == 0) return end;
  const double far = 1e6 * (s->model.length[0] + s->model.length[1] + s->model.length[2] + row[3]);
  return row[c] + (high ? far : -far);
}

/* Range of distances between the points of a border and a face. The corners bound the largest
 * distance from any shape; the shape corrects what they do not bound. */
static carom_span distances(const carom_scene *s, int64_t face, int k, bool high)
{
  const carom_border border = {k, end_of(s, row_of(s, face), k, high), s->model.length[k],
                               1e-6 * s->model.skin};
  carom_span out = {-CAROM_UNSET, CAROM_UNSET};
  for (int corner = 0; corner < 4; corner++) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    double x[3], normal[3];
    x[k] = border.at;
    x[a] = end_of(s, row_of(s, face), a, corner & 1);
    x[b] = end_of(s, row_of(s, face), b, corner & 2);
    const double distance = carom_face_distance(&s->walls, face, x, normal);
    out.least = distance < out.least ? distance : out.least;
    out.most = distance > out.most ? distance : out.most;
  }
  carom_face_shape_of(&s->walls.face[face])->border(row_of(s, face), &border, &out);
  return out;
}

static carom_status refuse(const carom_scene *s, const carom_face *f, int k, carom_error *err)
{
  static const char axis[] = "xyz";
  const char *own = s->walls.wall[f->wall].name;
  char where[32], name[80], remedy[96];
  snprintf(where, sizeof where, "wall[%d]", f->wall);
  snprintf(name, sizeof name, "wall %d", f->wall);
  if (own) snprintf(name, sizeof name, "wall '%.64s'", own);
  if (!carom_face_shape_of(f)->half_space)
    snprintf(remedy, sizeof remedy, "keep it more than %.4g m away from both borders",
             s->model.largest + carom_list_range(s));
  else
    snprintf(remedy, sizeof remedy, "keep its faces more than %.4g m inside both borders",
             carom_list_range(s));
  return carom_fail(err, CAROM_ERR_CONFLICT, where,
                    "%s crosses %c, which is periodic, and is not repeated in the next period; "
                    "%s, turn it along %c, or make %c not periodic",
                    name, axis[k], remedy, axis[k], axis[k]);
}

carom_status carom_periods_check(const carom_scene *s, carom_error *err)
{
  const carom_model *m = &s->model;
  const double away = m->largest + carom_list_range(s);
  for (int k = 0; k < 3; k++) {
    if (m->periodic[k] && m->length[k] < 4 * m->largest + 2 * carom_list_range(s))
      return carom_fail(err, CAROM_ERR_RANGE, "domain",
                        "a period of %g m is too short for spheres of %g m radius", m->length[k],
                        m->largest);
    const carom_face *near = NULL;
    bool behind[2] = {false, false};
    for (int64_t i = 0; s->model.periodic[k] && i < s->walls.faces; i++) {
      if (carom_face_repeats(s, i, k)) continue;
      for (int high = 0; high < 2; high++) {
        const carom_span d = distances(s, i, k, high);
        behind[high] |= d.most < -carom_list_range(s);
        if (!near && !(d.least > away)) near = &s->walls.face[i];
      }
    }
    if (near && !(behind[0] && behind[1])) return refuse(s, near, k, err);
  }
  return CAROM_OK;
}
