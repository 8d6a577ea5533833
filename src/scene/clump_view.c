/* SPDX-License-Identifier: MIT */
/* Clumps as they are now, and what they add to sums over bodies. */
#include <string.h>

#include "scene/applied.h"
#include "scene/holds.h"
#include "scene/scene.h"

/* Present momenta, half a step after mid-step; `load` excludes gravity. */
static carom_rigid_body now_of(const carom_scene *s, const carom_clump *c,
                               const carom_clump_load *load)
{
  carom_rigid_body now = c->rigid;
  double force[3];
  const carom_hold *hold = carom_clump_hold(s, c);
  if (hold) {
    carom_hold_body_velocity(s, hold, 0, &c->rigid, now.velocity);
    return now;
  }
  for (int k = 0; k < 3; k++)
    force[k] = load->force[k] + now.mass * s->gravity[k];
  carom_rigid_kick(&now, force, load->torque, 0.5 * s->model.step);
  return now;
}

static void look_at(const carom_scene *s, const carom_clump *c, carom_scene_grain *grain,
                    const carom_applied_work *work, double branches[9], carom_scene_clump_state *v)
{
  const carom_clump_template *t = &s->clumps.shape[c->shape];
  const double half = 0.5 * s->model.step;
  carom_clump_load load = {{0}, {0}};
  double axis[3][3], back[4] = {t->turn[0], -t->turn[1], -t->turn[2], -t->turn[3]};
  carom_quaternion_axes(c->rigid.orientation, axis);
  for (int k = 0; k < t->members; k++) {
    const carom_scene_grain *g = &grain[c->first + k];
    double arm[3];
    carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
    carom_clump_load_add(&load, arm, g->force, g->torque);
    if (s->box.deforms) carom_clump_branch(arm, g->force, branches);
  }
  const bool held = carom_clump_hold(s, c) != NULL;
  if (s->model.forces > 0 && !held) carom_applied_add_clump(s, c, half, &load, work);
  const carom_rigid_body now = now_of(s, c, &load);
  const int64_t first = s->particles.index_of[c->first];
  *v = (carom_scene_clump_state){.shape = (int)c->shape,
                                 .scale = c->scale,
                                 .mass = now.mass,
                                 .held = held,
                                 .first = c->first,
                                 .members = t->members,
                                 .material = s->particles.material[first],
                                 .id = s->particles.id[first]};
  carom_quaternion_product(now.orientation, back, v->orientation);
  memcpy(v->inertia, now.inertia, sizeof v->inertia);
  memcpy(v->position, now.position, sizeof v->position);
  memcpy(v->velocity, now.velocity, sizeof v->velocity);
  memcpy(v->angular_momentum, now.angular_momentum, sizeof v->angular_momentum);
  memcpy(v->force, load.force, sizeof v->force);
  memcpy(v->torque, load.torque, sizeof v->torque);
  carom_rigid_spin(&now, now.angular_momentum, v->spin);
  for (int k = 0; k < t->members; k++) {
    carom_scene_grain *g = &grain[c->first + k];
    double arm[3], turning[3];
    carom_clump_arm(axis, c->scale, t->member[k].offset, arm);
    carom_cross(v->spin, arm, turning);
    for (int d = 0; d < 3; d++) {
      g->position[d] = now.position[d] + arm[d];
      g->velocity[d] = v->velocity[d] + turning[d];
      g->spin[d] = v->spin[d];
    }
    if (s->box.deforms) carom_box_fold(s, g->position, g->velocity);
    g->clump = v->id;
    g->volume = t->volume * t->member[k].share * (c->scale * c->scale * c->scale);
  }
  if (s->box.deforms) carom_box_fold(s, v->position, v->velocity);
}

void carom_clumps_look(carom_scene *s, carom_scene_grain *grain)
{
  const carom_applied_work work = {s->accounting.applied_now, 0.5 * s->model.step, true};
  memset(s->clumps.branches, 0, sizeof s->clumps.branches);
  for (int64_t i = 0; i < s->clumps.count; i++)
    look_at(s, &s->clumps.clump[i], grain, &work, s->clumps.branches, &s->clumps.view[i]);
}

/* In a box that deforms, puts a clump where the view shows it, and its members into the cuboid. */
static void take_place(carom_scene *s, carom_clump *c, const double position[3])
{
  const carom_clump_template *t = &s->clumps.shape[c->shape];
  double axis[3][3];
  memcpy(c->rigid.position, position, sizeof c->rigid.position);
  carom_quaternion_axes(c->rigid.orientation, axis);
  for (int k = 0; k < t->members; k++) {
    double at[3], images[3];
    carom_clump_arm(axis, c->scale, t->member[k].offset, at);
    for (int d = 0; d < 3; d++)
      at[d] += position[d];
    carom_box_images_of(s, at, images);
    for (int d = 0; d < 3; d++)
      s->particles.image[3 * (int64_t)s->particles.index_of[c->first + k] + d] = (int32_t)images[d];
  }
}

void carom_clumps_take_velocities(carom_scene *s)
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    carom_rigid_body *b = &s->clumps.clump[i].rigid;
    memcpy(b->velocity, s->clumps.view[i].velocity, sizeof b->velocity);
    memcpy(b->angular_momentum, s->clumps.view[i].angular_momentum, sizeof b->angular_momentum);
    if (s->box.deforms) take_place(s, &s->clumps.clump[i], s->clumps.view[i].position);
  }
}

/* A held clump feels no gravity and has no energy in the budget. */
static double moving(const carom_scene *s, const carom_clump *c)
{
  return carom_clump_hold(s, c) ? 0 : c->rigid.mass;
}

void carom_clumps_add_momentum(const carom_scene *s, double sum[3])
{
  for (const carom_clump *c = s->clumps.clump; c < s->clumps.clump + s->clumps.count; c++)
    for (int k = 0; k < 3; k++)
      sum[k] += moving(s, c) * c->rigid.velocity[k];
}

void carom_clumps_add_moment(const carom_scene *s, double sum[3])
{
  for (const carom_clump *c = s->clumps.clump; c < s->clumps.clump + s->clumps.count; c++)
    for (int k = 0; k < 3; k++)
      sum[k] += moving(s, c) * c->rigid.position[k];
}

void carom_clumps_add_momentum_now(const carom_scene *s, double linear[3], double angular[3])
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    const carom_scene_clump_state *v = &s->clumps.view[i];
    double orbit[3];
    carom_cross(v->position, v->velocity, orbit);
    for (int k = 0; k < 3; k++) {
      linear[k] += v->mass * v->velocity[k];
      angular[k] += v->mass * orbit[k] + v->angular_momentum[k];
    }
  }
}

double carom_clump_kinetic(const carom_scene *s, const carom_scene_clump_state *v)
{
  double u[3];
  if (v->held) return 0;
  carom_clump_peculiar(s, v, u);
  return 0.5 * v->mass * carom_dot(u, u);
}

void carom_clump_peculiar(const carom_scene *s, const carom_scene_clump_state *v, double out[3])
{
  double flow[3] = {0, 0, 0};
  if (s->box.deforms) carom_box_flow(s, v->position, flow);
  for (int k = 0; k < 3; k++)
    out[k] = v->velocity[k] - flow[k];
}

double carom_clump_rotational(const carom_scene_clump_state *v)
{
  return v->held ? 0 : 0.5 * carom_dot(v->angular_momentum, v->spin);
}
