/* SPDX-License-Identifier: MIT */
/* Motion of walls by tables and formulas. */
#include "scene/wall_motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/hash64.h"
#include "scene/rotation.h"
#include "scene/scene.h"

carom_scene_drive carom_scene_drive_default(void)
{
  return (carom_scene_drive){.kind = CAROM_DRIVE_STEADY, .stop = CAROM_UNSET};
}

static double end_of(const carom_scene_drive *d)
{
  return d->stop == CAROM_UNSET ? 1e300 : d->stop;
}

/* A trapezoid: from 0 to 1 within the ramp, and back to 0 at the end. */
static double envelope(const carom_scene_drive *d, double time)
{
  const double begun = time - d->start, left = end_of(d) - time;
  const double least = begun < left ? begun : left;
  if (begun < 0 || left < 0) return 0;
  return least < d->ramp ? least / d->ramp : 1;
}

static double envelope_slope(const carom_scene_drive *d, double time)
{
  const double begun = time - d->start, left = end_of(d) - time;
  if (begun < 0 || left < 0) return 0;
  return begun < d->ramp ? 1 / d->ramp : left < d->ramp ? -1 / d->ramp : 0;
}

/* The part of an interval that is within another. */
static double overlap(double from, double to, double low, double high)
{
  const double first = from > low ? from : low, last = to < high ? to : high;
  return last > first ? last - first : 0;
}

/* The area under the trapezoid, as a sum of parts, so that nothing cancels late in a run. */
static double envelope_area(const carom_scene_drive *d, double from, double to)
{
  const double stop = end_of(d), full = d->start + d->ramp, fades = stop - d->ramp;
  double area = overlap(from, to, full, fades);
  if (!(d->ramp > 0)) return area;
  const double up = overlap(from, to, d->start, full), down = overlap(from, to, fades, stop);
  const double up_middle = (from > d->start ? from : d->start) + 0.5 * up;
  const double down_middle = (to < stop ? to : stop) - 0.5 * down;
  if (up > 0) area += up * (up_middle - d->start) / d->ramp;
  if (down > 0) area += down * (stop - down_middle) / d->ramp;
  return area;
}

/* Sine and cosine of an oscillation, whole turns taken off first. */
static void phase_at(const carom_scene_drive *d, double time, double *sine, double *cosine)
{
  const double turns = d->frequency * (time - d->start);
  carom_sincos(2 * 3.14159265358979323846 * (turns - CAROM_FLOOR(turns)) + d->phase, sine, cosine);
}

/* Where an oscillation is; outside its time where it began or ended. */
static double elongation(const carom_scene_drive *d, double time)
{
  const double late = time < end_of(d) ? time : end_of(d);
  double sine, cosine;
  phase_at(d, late > d->start ? late : d->start, &sine, &cosine);
  return envelope(d, late > d->start ? late : d->start) * sine;
}

double carom_drive_travel(const carom_scene_drive *d, double from, double to)
{
  return d->kind == CAROM_DRIVE_OSCILLATION ? elongation(d, to) - elongation(d, from)
                                            : envelope_area(d, from, to);
}

double carom_drive_rate(const carom_scene_drive *d, double time)
{
  double sine, cosine;
  if (d->kind != CAROM_DRIVE_OSCILLATION) return envelope(d, time);
  phase_at(d, time, &sine, &cosine);
  return envelope_slope(d, time) * sine +
         envelope(d, time) * 2 * 3.14159265358979323846 * d->frequency * cosine;
}

static bool finite(double x)
{
  return x - x == 0;
}

static bool finite_vector(const double v[3])
{
  return finite(v[0]) && finite(v[1]) && finite(v[2]);
}

static carom_status check_drive(const carom_scene_drive *d, const char *wall, int number,
                                carom_error *err)
{
  char where[64];
  snprintf(where, sizeof where, "%s.motion.drive[%d]", wall, number);
  if (d->kind < CAROM_DRIVE_STEADY || d->kind > CAROM_DRIVE_SURFACE)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must be steady, an oscillation or a surface");
  if (!finite_vector(d->linear) || !finite_vector(d->angular) || !finite(d->phase) ||
      !finite(d->start) || !(d->stop == CAROM_UNSET || finite(d->stop)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its numbers must be finite");
  if (d->kind == CAROM_DRIVE_OSCILLATION && !(d->frequency > 0 && d->frequency < 1e12))
    return carom_fail(err, CAROM_ERR_RANGE, where, "an oscillation needs a frequency above 0");
  if (d->kind == CAROM_DRIVE_SURFACE && carom_dot(d->angular, d->angular) > 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "a surface has a velocity and no spin; let the wall turn about its axis");
  if (!(d->ramp >= 0 && finite(d->ramp)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a ramp is a time of 0 or more");
  if (d->stop != CAROM_UNSET && !(d->stop > d->start))
    return carom_fail(err, CAROM_ERR_RANGE, where, "it must stop after it starts, at %g s",
                      d->start);
  if (d->stop != CAROM_UNSET && !(d->stop - d->start >= 2 * d->ramp))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "two ramps of %g s do not fit between its start and its stop; it takes up "
                      "speed within one and loses it within the other",
                      d->ramp);
  return CAROM_OK;
}

carom_status carom_wall_motion_set(carom_wall *w, const carom_scene_motion *motion,
                                   const char *where, carom_error *err)
{
  if (motion->drives < 0 || (motion->drives > 0 && !motion->drive))
    return carom_fail(err, CAROM_ERR_MISSING, where, "there are no drives");
  for (int i = 0; i < motion->drives; i++)
    CAROM_TRY(check_drive(&motion->drive[i], where, i, err));
  carom_motion_table table;
  carom_status status = carom_motion_table_copy(&table, motion->points, motion->time,
                                                motion->velocity, motion->spin, where, err);
  carom_scene_drive *drive = malloc(((size_t)motion->drives + 1) * sizeof *drive);
  if (status == CAROM_OK && !drive)
    status = carom_fail(err, CAROM_ERR_MEMORY, where, "no memory for the motion of a wall");
  if (status != CAROM_OK) {
    carom_motion_table_free(&table);
    free(drive);
    return status;
  }
  carom_wall_motion_free(w);
  w->motion = table;
  w->drive = drive;
  w->drives = motion->drives;
  w->conveys = false;
  for (int i = 0; i < motion->drives; i++) {
    drive[i] = motion->drive[i];
    w->conveys |= drive[i].kind == CAROM_DRIVE_SURFACE;
  }
  return CAROM_OK;
}

void carom_wall_motion_free(carom_wall *w)
{
  carom_motion_table_free(&w->motion);
  free(w->drive);
  w->drive = NULL;
  w->drives = 0;
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

static void normalise(double v[3])
{
  const double length = CAROM_SQRT(carom_dot(v, v));
  for (int k = 0; k < 3; k++)
    v[k] /= length;
}

static void move_face(const carom_face *f, double *row, const carom_wall_motion *m,
                      const carom_rotation *r, double step)
{
  double arm[3];
  for (int c = 0; c < 3; c++)
    arm[c] = row[c] - m->centre[c];
  carom_rotate(r, arm);
  carom_rotate(r, row + CAROM_FACE_DIRECTION);
  normalise(row + CAROM_FACE_DIRECTION);
  for (int c = 0; c < 3; c++)
    row[c] = m->centre[c] + arm[c] + step * m->velocity[c];
  for (int k = CAROM_ROW_DOUBLES; k < carom_face_shape_of(f)->doubles; k += 4)
    carom_rotate(r, row + k);
}

/* Moves the faces of a wall; returns the largest speed of any. */
static double move_faces(carom_scene *s, const carom_wall *w, const carom_wall_motion *m,
                         double step)
{
  const carom_rotation r = carom_rotation_of(m->spin, step);
  double most = 0;
  if (w->shell) {
    most = carom_shell_move(w->shell, m, step);
    s->walls.shells_moved |= w->shell->moved;
    return most;
  }
  for (int k = w->face; k < w->face + w->faces; k++) {
    double *row = s->walls.face_row + CAROM_FACE_DOUBLES * k;
    const double speed = carom_face_shape_of(&s->walls.face[k])->speed(row, m);
    most = speed > most ? speed : most;
    move_face(&s->walls.face[k], row, m, &r, step);
  }
  return most;
}

/* Velocity and spin that move the wall over a step as far as its drives and the middle of its table
 * say. */
static void mean_motion(const carom_wall *w, double time, double step, double v[3], double spin[3])
{
  carom_motion_table_at(&w->motion, w->motion.velocity, time - 0.5 * step, v);
  carom_motion_table_at(&w->motion, w->motion.spin, time - 0.5 * step, spin);
  for (const carom_scene_drive *d = w->drive; d < w->drive + w->drives; d++) {
    if (d->kind == CAROM_DRIVE_SURFACE) continue;
    const double rate = carom_drive_travel(d, time - step, time) / step;
    for (int k = 0; k < 3; k++) {
      v[k] += rate * d->linear[k];
      spin[k] += rate * d->angular[k];
    }
  }
}

/* What contacts see. */
static void motion_at(carom_wall *w, double time)
{
  carom_motion_table_at(&w->motion, w->motion.velocity, time, w->velocity);
  carom_motion_table_at(&w->motion, w->motion.spin, time, w->spin);
  memset(w->surface, 0, sizeof w->surface);
  for (const carom_scene_drive *d = w->drive; d < w->drive + w->drives; d++) {
    const double rate = carom_drive_rate(d, time);
    double *velocity = d->kind == CAROM_DRIVE_SURFACE ? w->surface : w->velocity;
    for (int k = 0; k < 3; k++) {
      velocity[k] += rate * d->linear[k];
      w->spin[k] += rate * d->angular[k];
    }
  }
}

/* Moves a wall; returns the largest speed of any of its faces. */
static double move_wall(carom_scene *s, carom_wall *w, double time, double step)
{
  double v[3], spin[3];
  mean_motion(w, time, step, v, spin);
  const double speed = CAROM_SQRT(carom_dot(v, v)), rate = CAROM_SQRT(carom_dot(spin, spin));
  if (w->motion.points == 0 && !(speed > 0) && !(rate > 0)) return 0;
  const carom_wall_motion m = {.centre = w->centre,
                               .velocity = v,
                               .spin = spin,
                               .speed = speed,
                               .rate = rate,
                               .far = rate > 0 ? far_from(s, w->centre) : 0};
  const double most = move_faces(s, w, &m, step);
  for (int c = 0; c < 3; c++)
    w->centre[c] += step * v[c];
  return most;
}

/* Contacts see the wall's velocity at the end of the step, but it moves with the mean velocity. */
double carom_walls_move(carom_scene *s, double time, double step)
{
  double most = 0;
  for (int i = 0; i < s->walls.count; i++) {
    carom_wall *w = &s->walls.wall[i];
    if (w->motion.points == 0 && w->drives == 0) continue;
    const double speed = step > 0 ? move_wall(s, w, time, step) : 0;
    most = speed > most ? speed : most;
    motion_at(w, time);
  }
  return step * most;
}

static void hash_column(carom_hash64 *hash, const double *from, int count)
{
  if (from) carom_hash64_add(hash, from, (size_t)count * sizeof *from);
}

int64_t carom_walls_motion_hash(const carom_scene *s)
{
  carom_hash64 hash = carom_hash64_start();
  for (const carom_wall *w = s->walls.wall; w < s->walls.wall + s->walls.count; w++) {
    const int32_t count[] = {w->motion.points, w->drives};
    carom_hash64_add(&hash, count, sizeof count);
    hash_column(&hash, w->motion.time, w->motion.points);
    hash_column(&hash, w->motion.velocity, 3 * w->motion.points);
    hash_column(&hash, w->motion.spin, 3 * w->motion.points);
    for (const carom_scene_drive *d = w->drive; d < w->drive + w->drives; d++) {
      const int32_t kind = (int32_t)d->kind;
      carom_hash64_add(&hash, &kind, sizeof kind);
      carom_hash64_add(&hash, d->linear, sizeof *d - offsetof(carom_scene_drive, linear));
    }
  }
  return (int64_t)(carom_hash64_end(&hash) >> 1);
}

/* The wall that a caller means, or NULL. */
static carom_wall *wall_of(carom_scene *s, int wall)
{
  return s && wall >= 0 && wall < s->walls.count ? &s->walls.wall[wall] : NULL;
}

carom_status carom_scene_set_wall_motion(carom_scene *s, int wall, const carom_scene_motion *motion,
                                         carom_error *err)
{
  carom_wall *w = wall_of(s, wall);
  char where[32];
  if (!w || !motion)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "wall", "there is no wall %d, or no motion", wall);
  snprintf(where, sizeof where, "wall[%d]", wall);
  CAROM_TRY(carom_wall_motion_set(w, motion, where, err));
  motion_at(w, carom_scene_time(s));
  return CAROM_OK;
}
