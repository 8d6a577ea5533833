/* SPDX-License-Identifier: MIT */
/* The motion of clumps: forces of members are gathered in their order, the body is kicked and
 * turned, and rows of members are written. Between passes over the blocks; each clump by one
 * thread, so that no sum depends on their number. */
#include <string.h>

#include "scene/applied.h"
#include "scene/kernels.h"

/* What acts on a clump: `row` has a force row for each particle, by tag or by index. */
static carom_clump_load gather(const carom_scene *s, const carom_clump *c, const double *rows,
                               bool by_tag)
{
  const carom_clump_template *t = &s->clumps.shape[c->shape];
  carom_clump_load sum = {{0}, {0}};
  double axis[3][3];
  carom_quaternion_axes(c->rigid.orientation, axis);
  for (int k = 0; k < t->members; k++) {
    const int64_t tag = c->first + k, at = by_tag ? tag : s->particles.index_of[tag];
    const double *row = rows + CAROM_ROW_DOUBLES * at;
    double arm[3];
    carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
    carom_clump_load_add(&sum, arm, row, row + 4);
  }
  return sum;
}

/* By contacts, forces besides them and gravity. */
static void kick(const carom_scene *s, carom_rigid_body *b, const carom_clump_load *by, double time)
{
  double force[3];
  for (int k = 0; k < 3; k++)
    force[k] = by->force[k] + b->mass * s->gravity[k];
  carom_rigid_kick(b, force, by->torque, time);
}

/* Velocity and spin of a member. */
static void show_member(const carom_rigid_body *b, const double spin[3], const double arm[3],
                        double row[CAROM_ROW_DOUBLES])
{
  double turning[3];
  carom_cross(spin, arm, turning);
  for (int k = 0; k < 3; k++) {
    row[k] = b->velocity[k] + turning[k];
    row[4 + k] = spin[k];
  }
}

/* Positions and velocities of the members. Contacts see the momenta of `seen`, at the orientation
 * that the clump has now; `before` are its axes at the start of the step. */
static void scatter(const carom_scene *s, const carom_clump *c, const carom_rigid_body *seen,
                    double before[3][3])
{
  const carom_particles *p = &s->particles;
  const carom_clump_template *t = &s->clumps.shape[c->shape];
  double axis[3][3], spin[3], mid_spin[3];
  carom_quaternion_axes(c->rigid.orientation, axis);
  carom_rigid_spin(seen, seen->angular_momentum, spin);
  carom_rigid_spin(&c->rigid, c->rigid.angular_momentum, mid_spin);
  for (int k = 0; k < t->members; k++) {
    const int64_t tag = c->first + k, i = p->index_of[tag];
    double arm[3], old[3], *x = carom_position_row(p, i);
    double *way = p->member_row + CAROM_ROW_DOUBLES * tag;
    carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
    carom_clump_arm(before, c->scale, t->member[k].offset, old);
    for (int d = 0; d < 3; d++) {
      x[d] = c->rigid.position[d] + arm[d] - p->image[3 * i + d] * s->model.length[d];
      way[d] = c->rigid.velocity[d] + (arm[d] - old[d]) / s->model.step;
    }
    show_member(seen, spin, arm, carom_contact_velocity_row(p, i));
    if (!p->half_velocity) continue;
    memcpy(carom_half_velocity_row(p, i), way, 3 * sizeof *way);
    memcpy(carom_half_velocity_row(p, i) + 4, mid_spin, sizeof mid_spin);
  }
}

static void move_clump(const carom_scene *s, carom_clump *c, double *work)
{
  const double step = s->model.step;
  carom_clump_load load = gather(s, c, s->particles.member_row, true);
  double before[3][3], turn[4];
  carom_quaternion_axes(c->rigid.orientation, before);
  if (s->model.forces > 0)
    carom_applied_add_clump(s, c, 0.5 * step, &load, &(carom_applied_work){work, step, false});
  kick(s, &c->rigid, &load, step);
  carom_rigid_drift(&c->rigid, step, turn);
  carom_rigid_body seen = c->rigid;
  if (s->model.predicted) kick(s, &seen, &load, 0.5 * step);
  scatter(s, c, &seen, before);
}

static void move_task(void *user, int worker, int64_t task)
{
  carom_scene *s = user;
  const int64_t from = task * CAROM_CLUMP_TASK, all = s->clumps.count;
  const int64_t to = from + CAROM_CLUMP_TASK < all ? from + CAROM_CLUMP_TASK : all;
  double *work = s->clumps.work + task * CAROM_SCENE_FORCES_MAX;
  (void)worker;
  memset(work, 0, CAROM_SCENE_FORCES_MAX * sizeof *work);
  for (int64_t i = from; i < to; i++)
    move_clump(s, &s->clumps.clump[i], work);
}

/* The block has moved its members as if they were single: its bounds hold for the others only. */
static void bound_block(void *user, int worker, int64_t b)
{
  carom_scene *s = user;
  const carom_particles *p = &s->particles;
  carom_domain_block *block = &s->cpu.domain_block[b];
  double sum[3] = {0};
  for (int64_t i = b * s->cpu.block_size; i < carom_block_end(s, b); i++) {
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
    if (sound != 0) block->velocity.high[0] = 1e300; /* the rebuild tells why */
  }
  memcpy(block->sum.momentum, sum, sizeof sum);
  carom_cpu_note_speed(s, worker, block);
}

void carom_cpu_move_clumps(carom_scene *s)
{
  const int64_t tasks = (s->clumps.count + CAROM_CLUMP_TASK - 1) / CAROM_CLUMP_TASK;
  carom_pool_run(s->cpu.pool, tasks, move_task, s);
  for (int64_t k = 0; k < tasks; k++)
    for (int f = 0; f < s->model.forces; f++)
      s->accounting.applied_work[f] += s->clumps.work[k * CAROM_SCENE_FORCES_MAX + f];
  carom_pool_run(s->cpu.pool, s->cpu.blocks, bound_block, s);
}

void carom_clumps_step_back(carom_scene *s)
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    carom_clump *c = &s->clumps.clump[i];
    const carom_clump_template *t = &s->clumps.shape[c->shape];
    carom_clump_load load = gather(s, c, s->particles.force, false);
    double axis[3][3], spin[3];
    if (s->model.forces > 0) carom_applied_add_clump(s, c, 0, &load, NULL);
    kick(s, &c->rigid, &load, -0.5 * s->model.step);
    carom_quaternion_axes(c->rigid.orientation, axis);
    carom_rigid_spin(&c->rigid, c->rigid.angular_momentum, spin);
    for (int k = 0; k < t->members; k++) {
      double arm[3];
      carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
      show_member(&c->rigid, spin, arm,
                  carom_half_velocity_row(&s->particles, s->particles.index_of[c->first + k]));
    }
  }
}

void carom_clumps_show(const carom_scene *s, double *rows)
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    const carom_clump *c = &s->clumps.clump[i];
    const carom_clump_template *t = &s->clumps.shape[c->shape];
    const double half = 0.5 * s->model.step;
    carom_clump_load load = gather(s, c, s->particles.force, false);
    carom_rigid_body now = c->rigid;
    double axis[3][3], spin[3];
    if (s->model.forces > 0) carom_applied_add_clump(s, c, half, &load, NULL);
    kick(s, &now, &load, half);
    carom_quaternion_axes(now.orientation, axis);
    carom_rigid_spin(&now, now.angular_momentum, spin);
    for (int k = 0; k < t->members; k++) {
      double arm[3];
      carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
      show_member(&now, spin, arm,
                  rows + CAROM_ROW_DOUBLES * (int64_t)s->particles.index_of[c->first + k]);
    }
  }
}
