/* SPDX-License-Identifier: MIT */
#include "scene/wall_body.h"

#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

carom_scene_body carom_scene_body_default(void)
{
  carom_scene_body body = {.mass = CAROM_UNSET, .moves = {true, true, true}};
  for (int k = 0; k < 3; k++) {
    body.inertia[k] = body.low[k] = CAROM_UNSET;
    body.high[k] = -CAROM_UNSET;
  }
  return body;
}

static bool finite(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

/* No principal moment of inertia of a body exceeds the sum of the other two. */
static carom_status check_inertia(const carom_scene_body *def, const char *where, carom_error *err)
{
  const double *i = def->inertia;
  const int turns = def->turns[0] + def->turns[1] + def->turns[2];
  if (turns == 2)
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "a body turns about no axis, about one or about all three");
  for (int k = 0; k < 3; k++)
    if (def->turns[k] && !(i[k] > 0 && i[k] - i[k] == 0))
      return carom_fail(err, CAROM_ERR_MISSING, where,
                        "a body that turns about %c needs its moment of inertia about it, above 0",
                        "xyz"[k]);
  for (int k = 0; turns == 3 && k < 3; k++)
    if (i[k] > (1 + 1e-9) * (i[(k + 1) % 3] + i[(k + 2) % 3]))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "no body has these moments of inertia: that about %c is larger than the "
                        "other two together",
                        "xyz"[k]);
  return CAROM_OK;
}

static carom_status check(const carom_scene_body *def, const char *where, carom_error *err)
{
  if (!(def->mass > 0 && def->mass - def->mass == 0))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a body needs a mass above 0");
  CAROM_TRY(check_inertia(def, where, err));
  if (!finite(def->velocity) || !finite(def->spin) || !finite(def->force) || !finite(def->torque) ||
      !(def->start - def->start == 0))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its numbers must be finite");
  for (int k = 0; k < 3; k++) {
    if ((!def->moves[k] && def->velocity[k] != 0) || (!def->turns[k] && def->spin[k] != 0))
      return carom_fail(err, CAROM_ERR_CONFLICT, where,
                        "it has a speed in %c, where it is not free; use a drive for that",
                        "xyz"[k]);
    if (!(def->low[k] <= 0 && def->high[k] >= 0))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "stops lie on both sides of the start: low <= 0 <= high");
  }
  return CAROM_OK;
}

carom_status carom_wall_body_set(carom_wall_body *body, const carom_scene_body *def,
                                 const double centre[3], const char *wall, carom_error *err)
{
  carom_wall_body made = {.active = def != NULL, .rigid.orientation = {1, 0, 0, 0}};
  char where[48];
  snprintf(where, sizeof where, "%s.motion.body", wall);
  if (def) {
    CAROM_TRY(check(def, where, err));
    made.def = *def;
    made.rigid.mass = def->mass;
    for (int k = 0; k < 3; k++) {
      made.rigid.inertia[k] = def->turns[k] ? def->inertia[k] : 1; /* unused */
      made.rigid.position[k] = centre[k];
    }
  }
  *body = made;
  return CAROM_OK;
}

/* Load on a body along its degrees of freedom, including the present forces of the particles. */
typedef struct load {
  double force[3], torque[3];
} load;

static load load_on(const carom_scene *s, int wall)
{
  const carom_scene_body *def = &s->walls.wall[wall].body.def;
  double contact[6];
  load out;
  s->engine->wall_force(s, wall, contact);
  for (int k = 0; k < 3; k++) {
    out.force[k] = def->moves[k] ? contact[k] + def->mass * s->gravity[k] + def->force[k] : 0;
    out.torque[k] = def->turns[k] ? contact[3 + k] + def->torque[k] : 0;
  }
  return out;
}

/* A body at rest at a stop can only move away from it. */
static double stopped(const carom_wall_body *b, int k, double velocity)
{
  if (b->way[k] >= b->def.high[k] && velocity > 0) return 0;
  if (b->way[k] <= b->def.low[k] && velocity < 0) return 0;
  return velocity;
}

/* Velocity and spin `time` after mid-step under a load. */
static void ahead(const carom_wall_body *b, const load *by, double time, double velocity[3],
                  double spin[3])
{
  carom_rigid_body later = b->rigid;
  carom_rigid_kick(&later, by->force, by->torque, time);
  for (int k = 0; k < 3; k++)
    velocity[k] = stopped(b, k, later.velocity[k]);
  carom_rigid_spin(&later, later.angular_momentum, spin);
}

/* Velocity and spin at mid-step, where the momenta are stored. */
static void mid_step(const carom_wall_body *b, double velocity[3], double spin[3])
{
  memcpy(velocity, b->rigid.velocity, sizeof b->rigid.velocity);
  carom_rigid_spin(&b->rigid, b->rigid.angular_momentum, spin);
}

static double mean_power(const double force[3], const double before[3], const double after[3])
{
  double power = 0;
  for (int k = 0; k < 3; k++)
    power += 0.5 * force[k] * (before[k] + after[k]);
  return power;
}

/* Adds the work of gravity and of prescribed forces during a time in which velocity and spin change
 * from the first to the second. */
static void add_work(const carom_scene *s, const carom_wall_body *b, double time,
                     double velocity[2][3], double spin[2][3], carom_body_work *to)
{
  double pull[3];
  for (int k = 0; k < 3; k++)
    pull[k] = b->def.mass * s->gravity[k];
  to->gravity += time * mean_power(pull, velocity[0], velocity[1]);
  to->given += time * (mean_power(b->def.force, velocity[0], velocity[1]) +
                       mean_power(b->def.torque, spin[0], spin[1]));
}

/* Adds this work over the half step from mid-step to now. */
static void add_half_step(const carom_scene *s, int wall, double time, carom_body_work *to)
{
  const carom_wall_body *b = &s->walls.wall[wall].body;
  double velocity[2][3], spin[2][3];
  mid_step(b, velocity[0], spin[0]);
  carom_wall_body_now(s, wall, velocity[1], spin[1]);
  add_work(s, b, time, velocity, spin, to);
}

/* Releases a body. Its velocity is that of the definition now, while stored velocities are half a
 * step behind; that half step did no work, so it is subtracted in advance. */
static void let_go(carom_scene *s, int wall)
{
  carom_wall_body *b = &s->walls.wall[wall].body;
  const load now = load_on(s, wall);
  carom_rigid_kick(&b->rigid, now.force, now.torque, -0.5 * s->model.step);
  b->free = 1;
  add_half_step(s, wall, -0.5 * s->model.step, &s->accounting.body);
}

/* Gives a body the velocity and spin of its definition. */
static void set_off(carom_wall_body *b)
{
  memcpy(b->rigid.velocity, b->def.velocity, sizeof b->def.velocity);
  memcpy(b->seen_velocity, b->def.velocity, sizeof b->def.velocity);
  memcpy(b->seen_spin, b->def.spin, sizeof b->def.spin);
  carom_rigid_momentum(&b->rigid, b->def.spin, b->rigid.angular_momentum);
}

void carom_bodies_start(carom_scene *s)
{
  for (int i = 0; i < s->walls.count; i++)
    if (s->walls.wall[i].body.free) let_go(s, i);
}

void carom_bodies_pause(carom_scene *s)
{
  for (int i = 0; i < s->walls.count; i++) {
    carom_wall *w = &s->walls.wall[i];
    carom_rigid_body *rigid = &w->body.rigid;
    double velocity[3], spin[3];
    if (!w->body.free) continue;
    add_half_step(s, i, 0.5 * s->model.step, &s->accounting.body);
    carom_wall_body_now(s, i, velocity, spin);
    memcpy(rigid->velocity, velocity, sizeof velocity);
    carom_rigid_momentum(rigid, spin, rigid->angular_momentum);
    for (int k = 0; k < 3; k++) { /* contacts see these, too */
      w->velocity[k] = w->body.driven_velocity[k] + velocity[k];
      w->spin[k] = w->body.driven_spin[k] + spin[k];
    }
  }
}

void carom_wall_body_begin(carom_wall_body *b)
{
  if (!b->active || b->def.start > 0) return;
  set_off(b);
  b->free = 1;
}

/* A step that would lead beyond a stop ends at the stop, by an additional impulse. Returns the
 * energy that this takes; `before` is the velocity before all impulses of the step. */
static double heed_stops(carom_wall_body *b, const double before[3], double step)
{
  double lost = 0;
  for (int k = 0; k < 3; k++) {
    double *v = &b->rigid.velocity[k];
    const double end = b->way[k] + step * *v, pushed = *v;
    if (end > b->def.high[k]) *v = (b->def.high[k] - b->way[k]) / step;
    if (end < b->def.low[k]) *v = (b->def.low[k] - b->way[k]) / step;
    lost += 0.5 * b->def.mass * (pushed - *v) * (before[k] + *v);
    b->way[k] += step * *v;
  }
  return lost;
}

static double kinetic(const carom_wall_body *b, const double velocity[3], const double spin[3])
{
  double momentum[3];
  carom_rigid_momentum(&b->rigid, spin, momentum);
  return 0.5 * (b->def.mass * carom_dot(velocity, velocity) + carom_dot(momentum, spin));
}

void carom_wall_body_step(carom_scene *s, int wall, double time, double step, double turn[4])
{
  carom_wall_body *b = &s->walls.wall[wall].body;
  double velocity[2][3], spin[2][3];
  turn[0] = 1, turn[1] = turn[2] = turn[3] = 0;
  if (time < b->def.start - 1e-6 * step) return;
  if (!b->free) { /* its initial energy comes from outside */
    set_off(b);
    s->accounting.body.given += kinetic(b, b->def.velocity, b->def.spin);
    let_go(s, wall);
  }
  const load now = load_on(s, wall);
  mid_step(b, velocity[0], spin[0]);
  carom_rigid_kick(&b->rigid, now.force, now.torque, step);
  s->accounting.body.stops += heed_stops(b, velocity[0], step);
  mid_step(b, velocity[1], spin[1]);
  add_work(s, b, step, velocity, spin, &s->accounting.body);
  carom_rigid_drift(&b->rigid, step, turn);
  ahead(b, &now, s->model.predicted ? 0.5 * step : 0, b->seen_velocity, b->seen_spin);
}

/* R diag(1/I) R^T where it is free to rotate. */
static void find_inverse(carom_wall_body *b)
{
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  double axis[3][3];
  for (int k = 0; k < 3; k++) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    b->inv_mass[k] = b->def.moves[k] ? 1 / b->def.mass : 0;
    carom_quaternion_rotate(b->rigid.orientation, unit, axis[k]);
  }
  for (int i = 0; i < 6; i++) {
    b->inv_inertia[i] = 0;
    for (int k = 0; b->def.turns[row[i]] && b->def.turns[column[i]] && k < 3; k++)
      b->inv_inertia[i] += axis[k][row[i]] * axis[k][column[i]] / b->rigid.inertia[k];
  }
}

void carom_wall_body_show(carom_wall_body *b, double velocity[3], double spin[3])
{
  memcpy(b->driven_velocity, velocity, sizeof b->driven_velocity);
  memcpy(b->driven_spin, spin, sizeof b->driven_spin);
  if (!b->free) return;
  find_inverse(b);
  for (int k = 0; k < 3; k++) {
    velocity[k] += b->seen_velocity[k];
    spin[k] += b->seen_spin[k];
  }
}

void carom_wall_body_now(const carom_scene *s, int wall, double velocity[3], double spin[3])
{
  const carom_wall_body *b = &s->walls.wall[wall].body;
  for (int k = 0; k < 3; k++)
    velocity[k] = spin[k] = 0;
  if (!b->free) return;
  const load now = load_on(s, wall);
  ahead(b, &now, 0.5 * s->model.step, velocity, spin);
}

double carom_bodies_energy(const carom_scene *s, carom_body_work *work)
{
  double sum = 0, velocity[3], spin[3];
  *work = s->accounting.body;
  for (int i = 0; i < s->walls.count; i++) {
    const carom_wall_body *b = &s->walls.wall[i].body;
    if (!b->free) continue;
    carom_wall_body_now(s, i, velocity, spin);
    sum += kinetic(b, velocity, spin);
    add_half_step(s, i, 0.5 * s->model.step, work);
  }
  return sum;
}

void carom_bodies_momentum(const carom_scene *s, double linear[3], double angular[3])
{
  double velocity[3], spin[3], orbit[3], momentum[3];
  for (int i = 0; i < s->walls.count; i++) {
    const carom_wall_body *b = &s->walls.wall[i].body;
    if (!b->free) continue;
    carom_wall_body_now(s, i, velocity, spin);
    carom_rigid_momentum(&b->rigid, spin, momentum);
    carom_cross(s->walls.wall[i].centre, velocity, orbit);
    for (int k = 0; k < 3; k++) {
      linear[k] += b->def.mass * velocity[k];
      angular[k] += b->def.mass * orbit[k] + momentum[k];
    }
  }
}

void carom_wall_body_leave(carom_scene *s, int wall)
{
  const carom_wall_body *b = &s->walls.wall[wall].body;
  double velocity[3], spin[3];
  if (!b->free) return;
  add_half_step(s, wall, 0.5 * s->model.step, &s->accounting.body);
  carom_wall_body_now(s, wall, velocity, spin);
  s->accounting.body.given -= kinetic(b, velocity, spin);
}

/* Walls are not repeated from period to period, and torques refer to one centre. */
static carom_status check_periods(const carom_scene *s, const carom_scene_body *def,
                                  const char *where, carom_error *err)
{
  for (int k = 0; k < 3; k++)
    if (s->model.periodic[k] && (def->moves[k] || def->turns[0] || def->turns[1] || def->turns[2]))
      return carom_fail(
          err, CAROM_ERR_CONFLICT, where,
          "%c is periodic: a free wall can neither move along it nor turn; take these "
          "freedoms away",
          "xyz"[k]);
  return CAROM_OK;
}

/* A body lighter than those of the definition needs a shorter step. */
static carom_status check_step(const carom_scene *s, const carom_wall *w,
                               const carom_scene_body *def, const char *where, carom_error *err)
{
  for (int k = 0; k < s->model.material_pairs; k++) {
    const carom_material_pair *c = &s->model.material_pair[k];
    if (!c->wall || c->between[1] != w->material) continue;
    const double limit = carom_pair_step_limit(c, 1 / (1 / c->small.mass + 1 / def->mass));
    if (s->model.step > limit)
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "the step of %.4g s is too long for a body of %.4g kg, at most %.4g s can "
                        "work; define the body from the start, or use a heavier one",
                        s->model.step, def->mass, limit);
  }
  return CAROM_OK;
}

carom_status carom_wall_body_check(const carom_scene *s, const carom_wall *w,
                                   const carom_scene_body *def, const char *where, carom_error *err)
{
  if (!def) return CAROM_OK;
  CAROM_TRY(check_periods(s, def, where, err));
  return s->model.step > 0 ? check_step(s, w, def, where, err) : CAROM_OK;
}
