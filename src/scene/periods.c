/* SPDX-License-Identifier: MIT */
/* Walls and periodic directions.
 *
 * Walls are not repeated from period to period. That does not matter for a wall that looks the
 * same from the next period. Any other wall must keep clear of the periodic borders: either no
 * particle at a border can touch it, as with a cylinder across a flow, or particles cannot
 * reach the borders at all, because each border lies wholly behind a face. Otherwise particles
 * would cross a border into a wall, or touch each other through one. */
#include <stdio.h>

#include "core/error.h"
#include "scene/scene.h"

bool carom_face_repeats(const carom_scene *s, const carom_face *f, int k)
{
  double off = 0; /* its displacement, as a fraction of the period */
  for (int c = 0; c < 3; c++)
    if ((c == k) != f->round) off += f->direction[c] * f->direction[c];
  return CAROM_SQRT(off) * s->model.length[k] <= 1e-6 * s->model.skin;
}

/* Bounds of the distance of the points of a border from a face. */
typedef struct span {
  double least, most;
} span;

/* The ends of an open direction, so far away that whatever varies along it becomes large. */
static double end_of(const carom_scene *s, const carom_face *f, int c, bool high)
{
  const double end = high ? s->model.high[c] : s->model.low[c];
  if (end - end == 0) return end;
  const double far = 1e6 *
                     (s->model.length[0] + s->model.length[1] + s->model.length[2] + f->radius);
  return f->point[c] + (high ? far : -far);
}

/* Planes are linear and the distance from an axis is convex: corners are enough for the
 * largest distance. They do not bound how close a border comes to an axis; for an axis
 * parallel to the border, its distance does. */
static span distances(const carom_scene *s, const carom_face *f, int k, bool high)
{
  span out = {-CAROM_UNSET, CAROM_UNSET};
  for (int corner = 0; corner < 4; corner++) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    double x[3], normal[3];
    x[k] = end_of(s, f, k, high);
    x[a] = end_of(s, f, a, corner & 1);
    x[b] = end_of(s, f, b, corner & 2);
    const double distance = carom_face_distance(f, x, normal);
    out.least = distance < out.least ? distance : out.least;
    out.most = distance > out.most ? distance : out.most;
  }
  if (!f->round) return out;
  const bool along = CAROM_FABS(f->direction[k]) * s->model.length[k] <= 1e-6 * s->model.skin;
  const double near = along ? CAROM_FABS(end_of(s, f, k, high) - f->point[k]) : 0;
  if (f->outside)
    out.least = near - f->radius;
  else
    out.most = f->radius - near;
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
  if (f->round)
    snprintf(remedy, sizeof remedy, "keep it more than %.4g m away from both borders",
             s->model.largest + s->model.skin);
  else
    snprintf(remedy, sizeof remedy, "keep its faces more than %.4g m inside both borders",
             s->model.skin);
  return carom_fail(err, CAROM_ERR_CONFLICT, where,
                    "%s crosses %c, which is periodic, and is not repeated in the next period; "
                    "%s, turn it along %c, or make %c not periodic",
                    name, axis[k], remedy, axis[k], axis[k]);
}

carom_status carom_periods_check(const carom_scene *s, carom_error *err)
{
  const double away = s->model.largest + s->model.skin;
  for (int k = 0; k < 3; k++) {
    const carom_face *near = NULL;
    bool behind[2] = {false, false};
    for (int i = 0; s->model.periodic[k] && i < s->walls.faces; i++) {
      const carom_face *f = &s->walls.face[i];
      if (carom_face_repeats(s, f, k)) continue;
      for (int high = 0; high < 2; high++) {
        const span d = distances(s, f, k, high);
        behind[high] |= d.most < -s->model.skin;
        if (!near && !(d.least > away)) near = f;
      }
    }
    if (near && !(behind[0] && behind[1])) return refuse(s, near, k, err);
  }
  return CAROM_OK;
}
