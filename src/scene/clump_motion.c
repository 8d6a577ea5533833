/* SPDX-License-Identifier: MIT */
/* The motion of clumps: gathers the forces of members in their order, kicks and rotates the body,
 * and writes the rows of its members. Runs between passes over the blocks. Each clump is moved by
 * one thread, so no sum depends on the number of threads. */
#include <string.h>

#include "scene/applied.h"
#include "scene/holds.h"
#include "scene/kernels.h"

/* A clump at one orientation. */
typedef struct posture {
  const carom_clump *clump;
  const carom_clump_template *shape;
  double axis[3][3]; /* principal axes in space */
} posture;

static posture posture_of(const carom_scene *s, const carom_clump *c)
{
  posture p = {.clump = c, .shape = &s->clumps.shape[c->shape]};
  carom_quaternion_axes(c->rigid.orientation, p.axis);
  return p;
}

static void arm_of(posture *p, int member, double arm[3])
{
  carom_clump_arm(p->axis, p->clump->scale, p->shape->member[member].offset, arm);
}

/* Angular velocity for an angular momentum. */
static void spin_of(posture *p, const double momentum[3], double spin[3])
{
  const double *inertia = p->clump->rigid.inertia;
  spin[0] = spin[1] = spin[2] = 0;
  for (int k = 0; k < 3; k++) {
    const double *axis = p->axis[k];
    const double own = (axis[0] * momentum[0] + axis[1] * momentum[1] + axis[2] * momentum[2]) /
                       inertia[k];
    for (int d = 0; d < 3; d++)
      spin[d] += own * axis[d];
  }
}

/* Load on a clump, from the force rows of particles. */
static carom_clump_load gather(const carom_scene *s, posture *p)
{
  carom_clump_load sum = {{0}, {0}};
  for (int k = 0; k < p->shape->members; k++) {
    const int64_t at = s->particles.index_of[p->clump->first + k];
    const double *row = s->particles.force + CAROM_ROW_DOUBLES * at;
    double arm[3];
    arm_of(p, k, arm);
    carom_clump_load_add(&sum, arm, row, row + 4);
  }
  return sum;
}

/* Load on a clump, from the rows that blocks have handed over; leaves the arms in these rows for
 * the next posture. */
static carom_clump_load take_over(const carom_scene *s, posture *p, double branches[9])
{
  carom_clump_load sum = {{0}, {0}};
  for (int k = 0; k < p->shape->members; k++) {
    double *row = s->particles.member_row + CAROM_ROW_DOUBLES * (p->clump->first + k), arm[3];
    arm_of(p, k, arm);
    carom_clump_load_add(&sum, arm, row, row + 4);
    if (s->box.deforms) carom_clump_branch(arm, row, branches);
    memcpy(row, arm, sizeof arm);
  }
  return sum;
}

/* Kicks by contacts, applied forces and gravity. */
static void kick(const carom_scene *s, carom_rigid_body *b, const carom_clump_load *by, double time)
{
  double force[3];
  for (int k = 0; k < 3; k++)
    force[k] = by->force[k] + b->mass * s->gravity[k];
  carom_rigid_kick(b, force, by->torque, time);
}

/* Velocity and spin of a member. */
static void show_member(const double velocity[3], const double spin[3], const double arm[3],
                        double row[CAROM_ROW_DOUBLES])
{
  double turning[3];
  carom_cross(spin, arm, turning);
  for (int k = 0; k < 3; k++) {
    row[k] = velocity[k] + turning[k];
    row[4 + k] = spin[k];
  }
}

/* In a box that deforms: relative velocity of the image of a member that lies in the domain. */
static void image_velocity(const carom_scene *s, int64_t i, double out[3])
{
  double images[3], shift[3];
  for (int k = 0; k < 3; k++)
    images[k] = s->particles.image[3 * i + k];
  carom_box_image(s, images, shift, out);
}

static void show_image(const carom_scene *s, int64_t i, double row[CAROM_ROW_DOUBLES])
{
  double velocity[3];
  image_velocity(s, i, velocity);
  for (int k = 0; k < 3; k++)
    row[k] -= velocity[k];
}

/* Writes the rows of all members for this velocity and angular momentum. */
static void show(const carom_scene *s, posture *p, const carom_rigid_body *b, double *rows)
{
  double spin[3], arm[3];
  spin_of(p, b->angular_momentum, spin);
  for (int k = 0; k < p->shape->members; k++) {
    const int64_t i = s->particles.index_of[p->clump->first + k];
    arm_of(p, k, arm);
    show_member(b->velocity, spin, arm, rows + CAROM_ROW_DOUBLES * i);
    if (s->box.deforms) show_image(s, i, rows + CAROM_ROW_DOUBLES * i);
  }
}

/* Brings a member that has drifted to its image in the domain, which has moved with the velocity of
 * the box during the step; corrects the member's mean velocity accordingly. */
static void place_image(const carom_scene *s, int64_t i, double x[3], double way[3])
{
  const int32_t *image = s->particles.image + 3 * i;
  double images[3], shift[3], velocity[3];
  for (int k = 0; k < 3; k++)
    images[k] = image[k];
  carom_box_image(s, images, shift, velocity);
  for (int k = 0; k < 3; k++) {
    x[k] -= shift[k] + s->model.step * velocity[k];
    way[k] -= velocity[k];
  }
}

/* Writes positions and velocities of the members in the new posture; contacts see the momenta of
 * `seen`. The rows that were handed over hold the old arms, and afterwards the mean velocity over
 * the step. */
static void scatter(const carom_scene *s, posture *p, const carom_rigid_body *seen)
{
  const carom_particles *to = &s->particles;
  const carom_rigid_body *b = &p->clump->rigid;
  const double rate = 1 / s->model.step;
  double spin[3], mid_spin[3];
  spin_of(p, seen->angular_momentum, spin);
  if (to->half_velocity) spin_of(p, b->angular_momentum, mid_spin);
  for (int k = 0; k < p->shape->members; k++) {
    const int64_t tag = p->clump->first + k, i = to->index_of[tag];
    double arm[3], *x = carom_position_row(to, i), *way = to->member_row + CAROM_ROW_DOUBLES * tag;
    arm_of(p, k, arm);
    for (int d = 0; d < 3; d++) {
      x[d] = b->position[d] + arm[d];
      if (!s->box.deforms) x[d] -= to->image[3 * i + d] * s->model.length[d];
      way[d] = b->velocity[d] + rate * (arm[d] - way[d]);
    }
    show_member(seen->velocity, spin, arm, carom_contact_velocity_row(to, i));
    if (s->box.deforms) {
      place_image(s, i, x, way);
      show_image(s, i, carom_contact_velocity_row(to, i));
    }
    if (!to->half_velocity) continue;
    memcpy(carom_half_velocity_row(to, i), way, 3 * sizeof *way);
    memcpy(carom_half_velocity_row(to, i) + 4, mid_spin, sizeof mid_spin);
  }
}

/* Moves a held clump; `seen` gets the velocity and spin that contacts see next. Returns the power
 * needed. */
static double lead_clump(const carom_scene *s, const carom_hold *h, carom_clump *c,
                         const carom_clump_load *load, carom_rigid_body *seen)
{
  double velocity[3];
  carom_hold_body_velocity(s, h, 0, &c->rigid, velocity);
  const double power = -carom_dot(load->force, velocity) - carom_dot(load->torque, h->spin);
  carom_hold_lead_body(s, h, &c->rigid);
  *seen = c->rigid;
  if (s->model.predicted) carom_hold_body_velocity(s, h, 1, &c->rigid, seen->velocity);
  return power;
}

static void move_clump(const carom_scene *s, carom_clump *c, double *work)
{
  const double step = s->model.step;
  const carom_hold *hold = carom_clump_hold(s, c);
  posture before = posture_of(s, c);
  carom_clump_load load = take_over(s, &before, work + CAROM_SCENE_FORCES_MAX);
  if (hold) {
    carom_rigid_body led;
    work[CAROM_SCENE_FORCES_MAX + 9] += step * lead_clump(s, hold, c, &load, &led);
    posture there = posture_of(s, c);
    scatter(s, &there, &led);
    return;
  }
  if (s->model.forces > 0)
    carom_applied_add_clump(s, c, 0.5 * step, &load, &(carom_applied_work){work, step, false});
  kick(s, &c->rigid, &load, step);
  for (int k = 0; k < 3; k++)
    c->start[k] = c->rigid.velocity[k] -
                  0.5 * step * (load.force[k] / c->rigid.mass + s->gravity[k]);
  carom_rigid_drift(&c->rigid, step, NULL);
  carom_rigid_body seen = c->rigid;
  if (s->model.predicted) kick(s, &seen, &load, 0.5 * step);
  posture after = posture_of(s, c);
  scatter(s, &after, &seen);
}

static void move_task(void *user, int worker, int64_t task)
{
  carom_scene *s = user;
  const int64_t from = task * CAROM_CLUMP_TASK, all = s->clumps.count;
  const int64_t to = from + CAROM_CLUMP_TASK < all ? from + CAROM_CLUMP_TASK : all;
  double *work = s->clumps.work + task * CAROM_CLUMP_SUMS;
  (void)worker;
  memset(work, 0, CAROM_CLUMP_SUMS * sizeof *work);
  for (int64_t i = from; i < to; i++)
    move_clump(s, &s->clumps.clump[i], work);
}

/* Extends the velocity bounds of a block to its members. The block has moved them like single
 * particles, so its bounds hold for the others only. */
static void bound_block(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  const carom_particles *p = &s->particles;
  carom_domain_block *block = &s->cpu.domain_block[b];
  double sum[3] = {0};
  for (int64_t i = carom_block_start(s, b); i < carom_block_end(s, b); i++) {
    const double inv_mass = carom_inv_mass(s, i);
    const bool member = p->clump[i] != 0;
    const double *v = member ? p->member_row + CAROM_ROW_DOUBLES * (int64_t)p->tag[i]
                             : carom_half_velocity_row(p, i);
    double sound = 0;
    for (int k = 0; k < 3; k++) {
      if (!member && inv_mass > 0) sum[k] += v[k] / inv_mass;
      if (v[k] < block->velocity.low[k]) block->velocity.low[k] = v[k];
      if (v[k] > block->velocity.high[k]) block->velocity.high[k] = v[k];
      sound += v[k] - v[k];
    }
    if (sound != 0) block->velocity.high[0] = 1e300; /* the rebuild reports the cause */
  }
  memcpy(carom_block_momentum(s, b), sum, sizeof sum);
  carom_cpu_note_speed(s, worker, block);
}

void carom_cpu_move_clumps(carom_scene *s)
{
  const int64_t tasks = (s->clumps.count + CAROM_CLUMP_TASK - 1) / CAROM_CLUMP_TASK;
  carom_pool_run(s->cpu.pool, tasks, move_task, s);
  memset(s->clumps.branches, 0, sizeof s->clumps.branches);
  for (int64_t k = 0; k < tasks; k++) {
    const double *sums = s->clumps.work + k * CAROM_CLUMP_SUMS;
    for (int f = 0; f < s->model.forces; f++)
      s->accounting.applied_work[f] += sums[f];
    for (int j = 0; j < 9; j++)
      s->clumps.branches[j] += sums[CAROM_SCENE_FORCES_MAX + j];
    s->accounting.held_work += sums[CAROM_SCENE_FORCES_MAX + 9];
  }
  carom_pool_run(s->cpu.pool, s->cpu.blocks, bound_block, s);
}

void carom_clumps_step_back(carom_scene *s)
{
  carom_particles *p = &s->particles;
  for (int64_t i = 0; i < s->clumps.count; i++) {
    carom_clump *c = &s->clumps.clump[i];
    posture now = posture_of(s, c);
    carom_clump_load load = gather(s, &now);
    if (carom_clump_hold(s, c)) continue;
    if (s->model.forces > 0) carom_applied_add_clump(s, c, 0, &load, NULL);
    kick(s, &c->rigid, &load, -0.5 * s->model.step);
    show(s, &now, &c->rigid, p->half_velocity ? p->half_velocity : p->contact_velocity);
  }
}

void carom_clumps_show(const carom_scene *s, double *rows)
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    const carom_clump *c = &s->clumps.clump[i];
    const double half = 0.5 * s->model.step;
    posture now = posture_of(s, c);
    carom_clump_load load = gather(s, &now);
    carom_rigid_body seen = c->rigid;
    const carom_hold *hold = carom_clump_hold(s, c);
    if (!hold && s->model.forces > 0) carom_applied_add_clump(s, c, half, &load, NULL);
    if (hold)
      carom_hold_body_velocity(s, hold, 0, &c->rigid, seen.velocity);
    else
      kick(s, &seen, &load, half);
    show(s, &now, &seen, rows);
  }
}
