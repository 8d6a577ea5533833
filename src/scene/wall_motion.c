/* SPDX-License-Identifier: MIT */
/* Motion of walls: the combined effect of tables, drives, servos and forces, and how faces
 * follow. */
#include "scene/wall_motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/hash64.h"
#include "scene/drives.h"
#include "scene/rotation.h"
#include "scene/scene.h"

static bool any(const double *value, int k, int points)
{
  for (int i = 0; value && i < points; i++)
    if (value[3 * i + k] != 0) return true;
  return false;
}

/* Tables and drives may move a body only in directions in which it is not free. */
static carom_status check_freedoms(const carom_scene_motion *m, const char *where, carom_error *err)
{
  const carom_scene_body *b = m->body;
  const bool turns = b->turns[0] || b->turns[1] || b->turns[2];
  for (int k = 0; k < 3; k++) {
    bool moved = any(m->velocity, k, m->points), turned = any(m->spin, k, m->points);
    for (int i = 0; i < m->drives; i++) {
      moved |= m->drive[i].kind != CAROM_DRIVE_SURFACE && m->drive[i].linear[k] != 0;
      turned |= m->drive[i].angular[k] != 0;
    }
    if ((moved && b->moves[k]) || (turned && turns))
      return carom_fail(err, CAROM_ERR_CONFLICT, where,
                        "a body that is free to %s is not %s by a table or a drive; take the "
                        "freedom or the drive away",
                        moved && b->moves[k] ? "move" : "turn",
                        moved && b->moves[k] ? "moved" : "turned");
  }
  return CAROM_OK;
}

carom_status carom_wall_motion_set(carom_wall *w, const carom_scene_motion *motion,
                                   const char *where, carom_error *err)
{
  if (motion->drives < 0 || (motion->drives > 0 && !motion->drive))
    return carom_fail(err, CAROM_ERR_MISSING, where, "there are no drives");
  for (int i = 0; i < motion->drives; i++)
    CAROM_TRY(carom_drive_check(&motion->drive[i], where, i, err));
  carom_servo servo;
  carom_wall_body body;
  CAROM_TRY(carom_servo_set(&servo, motion->servo, where, err));
  CAROM_TRY(carom_wall_body_set(&body, motion->body, w->centre, where, err));
  if (motion->servo && motion->body)
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "a wall is driven by a servo or a free body, not both");
  if (motion->body) CAROM_TRY(check_freedoms(motion, where, err));
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
  w->servo = servo;
  w->body = body;
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

/* Distance from a centre within which particles may touch its wall. */
static double far_from(const carom_scene *s, const double centre[3])
{
  double far = 0;
  for (int c = 0; c < 3; c++) {
    const carom_grid *g = &s->cpu.grid[0]; /* all levels span the same space */
    const double end = g->origin[c] + g->cell[c] * g->cells[c];
    const bool beyond = s->cpu.high[c] > end + g->cell[c];
    const double low = CAROM_FABS((s->cpu.low[c] < g->origin[c] ? s->cpu.low : g->origin)[c] -
                                  centre[c]);
    const double high = CAROM_FABS((beyond ? s->cpu.high[c] : end) - centre[c]);
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

/* Moves the faces of a wall; returns the largest speed of any face. */
static double move_faces(carom_scene *s, const carom_wall *w, const carom_wall_motion *m,
                         const carom_rotation *r, double step)
{
  double most = 0;
  if (w->shell) {
    most = carom_shell_move(w->shell, m, r, step);
    s->walls.shells_moved |= w->shell->moved;
    return most;
  }
  for (int k = w->face; k < w->face + w->faces; k++) {
    double *row = s->walls.face_row + CAROM_FACE_DOUBLES * k;
    const double speed = carom_face_shape_of(&s->walls.face[k])->speed(row, m);
    most = speed > most ? speed : most;
    move_face(&s->walls.face[k], row, m, r, step);
  }
  return most;
}

/* Velocity and spin that move the wall over a step as far as its drives, and its table at mid-step,
 * prescribe. */
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

/* Sets the motion that contacts see. */
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

/* Adds the own motion of a free body, which turns by its own rotation. */
static void add_body(carom_scene *s, int wall, double time, double step, double v[3],
                     double spin[3], carom_rotation *r)
{
  carom_rigid_body *rigid = &s->walls.wall[wall].body.rigid;
  double turn[4];
  carom_wall_body_step(s, wall, time - step, step, turn);
  for (int k = 0; k < 3; k++) {
    rigid->position[k] += step * v[k];
    v[k] += rigid->velocity[k];
  }
  if (!carom_wall_body_turns(&s->walls.wall[wall].body)) return;
  *r = carom_rotation_by(turn);
  const double rate = 2 * r->half_tangent / step; /* at least the angle over the step */
  for (int k = 0; k < 3; k++)
    spin[k] = rate * r->axis[k];
}

/* Moves a wall; returns the largest speed of any of its faces. */
static double move_wall(carom_scene *s, int wall, double time, double step)
{
  carom_wall *w = &s->walls.wall[wall];
  double v[3], spin[3];
  mean_motion(w, time, step, v, spin);
  carom_rotation r = carom_rotation_of(spin, step);
  if (w->servo.active) {
    double force[6];
    s->engine->wall_force(s, wall, force);
    const double speed = carom_servo_step(&w->servo, force, time - step, step);
    for (int k = 0; k < 3; k++)
      v[k] += speed * w->servo.def.direction[k];
  }
  if (w->body.active) add_body(s, wall, time, step, v, spin, &r);
  const double speed = CAROM_SQRT(carom_dot(v, v)), rate = CAROM_SQRT(carom_dot(spin, spin));
  if (w->motion.points == 0 && !(speed > 0) && !(rate > 0)) return 0;
  const carom_wall_motion m = {.centre = w->centre,
                               .velocity = v,
                               .spin = spin,
                               .speed = speed,
                               .rate = rate,
                               .far = rate > 0 ? far_from(s, w->centre) : 0};
  const double most = move_faces(s, w, &m, &r, step);
  for (int c = 0; c < 3; c++)
    w->centre[c] += step * v[c];
  return most;
}

/* Sets the motion that contacts see, including what forces did in the last step. */
static void motion_seen(carom_wall *w, double time)
{
  motion_at(w, time);
  for (int k = 0; w->servo.active && k < 3; k++)
    w->velocity[k] += w->servo.speed * w->servo.def.direction[k];
  if (w->body.active) carom_wall_body_show(&w->body, w->velocity, w->spin);
}

/* Contacts see the wall's velocity at the end of the step, but the wall moves with the mean
 * velocity. */
double carom_walls_move(carom_scene *s, double time, double step)
{
  double most = 0;
  s->walls.feeling = 0;
  s->walls.open_step = 0;
  for (int i = 0; i < s->walls.count; i++) {
    carom_wall *w = &s->walls.wall[i];
    if (!carom_wall_moves(w)) continue;
    s->walls.feeling += carom_wall_feels(w);
    const double speed = step > 0 ? move_wall(s, i, time, step) : 0;
    most = speed > most ? speed : most;
    if (!w->shell && step * speed > s->walls.open_step) s->walls.open_step = step * speed;
    if (!(step > 0)) carom_wall_body_begin(&w->body);
    motion_seen(w, time);
  }
  return step * most;
}

/* Bound on the speed of a wall in the step that ends at `time`. */
static double speed_until(const carom_scene *s, const carom_wall *w, double time)
{
  double v[3], spin[3];
  mean_motion(w, time, s->model.step, v, spin);
  const double rate = CAROM_SQRT(carom_dot(spin, spin));
  return CAROM_SQRT(carom_dot(v, v)) + (rate > 0 ? rate * far_from(s, w->centre) : 0);
}

double carom_walls_speed_up(const carom_scene *s, int steps)
{
  double most = 0;
  for (const carom_wall *w = s->walls.wall; w < s->walls.wall + s->walls.count; w++) {
    if (!carom_wall_moves(w)) continue;
    const double now = speed_until(s, w, carom_scene_time(s));
    for (int k = 1; k <= steps; k++) {
      const double more = speed_until(s, w, carom_scene_time(s) + k * s->model.step) - now;
      most = more > most ? more : most;
    }
  }
  return most;
}

static void hash_column(carom_hash64 *hash, const double *from, int count)
{
  if (from) carom_hash64_add(hash, from, (size_t)count * sizeof *from);
}

static void hash_servo(carom_hash64 *hash, const carom_servo *servo)
{
  if (!servo->active) return;
  const double number[] = {servo->target,    servo->gain,    servo->def.speed,
                           servo->def.start, servo->def.low, servo->def.high};
  hash_column(hash, number, (int)(sizeof number / sizeof *number));
  hash_column(hash, servo->def.direction, 3);
}

static void hash_body(carom_hash64 *hash, const carom_wall_body *body)
{
  const carom_scene_body *b = &body->def;
  if (!body->active) return;
  const double *column[] = {b->inertia, b->velocity, b->spin, b->force, b->torque, b->low, b->high};
  const double number[] = {b->mass,     b->start,    b->moves[0], b->moves[1],
                           b->moves[2], b->turns[0], b->turns[1], b->turns[2]};
  hash_column(hash, number, (int)(sizeof number / sizeof *number));
  for (size_t k = 0; k < sizeof column / sizeof *column; k++)
    hash_column(hash, column[k], 3);
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
    hash_servo(&hash, &w->servo);
    hash_body(&hash, &w->body);
  }
  for (int k = 0; k < s->model.material_pairs; k++)
    hash_column(&hash, s->model.material_pair[k].grip, CAROM_TANGENTIAL_CONSTANTS);
  return (int64_t)(carom_hash64_end(&hash) >> 1);
}

carom_status carom_scene_set_wall_motion(carom_scene *s, int wall, const carom_scene_motion *motion,
                                         carom_error *err)
{
  char where[32];
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  if (!motion) return carom_fail(err, CAROM_ERR_ARGUMENT, "motion", "there is no motion");
  carom_wall *w = &s->walls.wall[wall];
  snprintf(where, sizeof where, "wall[%d]", wall);
  CAROM_TRY(carom_wall_body_check(s, w, motion->body, where, err));
  carom_wall next = *w; /* a copy, so that a refused motion leaves the present one */
  next.motion = (carom_motion_table){.points = 0};
  next.drive = NULL;
  CAROM_TRY(carom_wall_motion_set(&next, motion, where, err));
  carom_wall_body_leave(s, wall);
  carom_wall_motion_free(w);
  *w = next;
  if (w->body.active) carom_material_pairs_vary(s, w->material);
  motion_seen(w, carom_scene_time(s));
  s->view_valid = false;
  return CAROM_OK;
}

carom_status carom_scene_set_wall_target(carom_scene *s, int wall, double force, carom_error *err)
{
  char where[48];
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  carom_wall *w = &s->walls.wall[wall];
  if (!w->servo.active)
    return carom_fail(err, CAROM_ERR_CONFLICT, "wall", "wall %d has no servo", wall);
  snprintf(where, sizeof where, "wall[%d].motion.servo", wall);
  return carom_servo_aim(&w->servo, force, where, err);
}
