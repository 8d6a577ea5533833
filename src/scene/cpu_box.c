/* SPDX-License-Identifier: MIT */
/* What the deformation of the box does to every particle: block by block, with sums in block
 * order. */
#include <string.h>

#include "scene/box.h"
#include "scene/scene.h"

typedef struct box_pass {
  carom_scene *s;
  const carom_box_kick *kick;
  bool follows; /* velocities of particles change with the box */
} box_pass;

static void add_square(double tensor[9], double factor, const double u[3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      tensor[3 * i + j] += factor * u[i] * u[j];
}

/* Velocity at the start of the step, half a kick before mid-step, if it is known. */
static void velocity_before(const carom_scene *s, int64_t i, const double *half, double out[3])
{
  const double *now = carom_contact_velocity_of(s, i);
  for (int k = 0; k < 3; k++)
    out[k] = half[k] - (now[k] - half[k]); /* 0 where contacts see mid-step velocities */
}

/* The validity of lists depends on the speeds. */
static void widen(carom_aabb *box, const double v[3])
{
  for (int k = 0; k < 3; k++) {
    box->low[k] = v[k] < box->low[k] ? v[k] : box->low[k];
    box->high[k] = v[k] > box->high[k] ? v[k] : box->high[k];
  }
}

/* Flow at a body's place at the start of the step, and its change. */
static void change_at(const box_pass *o, const double x[3], const double v[3], double flow[3],
                      double change[3])
{
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - o->s->model.step * v[k] - o->s->box.centre[k];
  carom_box_times(&o->kick->before, &o->kick->from, from, flow);
  carom_box_times(&o->kick->after, &o->kick->from, from, change);
  for (int k = 0; k < 3; k++)
    change[k] -= flow[k];
}

/* Energy gained by the peculiar velocity u of a body that does not follow a change of the flow. */
static double unfollowed_by(double mass, const double before[3], const double flow[3],
                            const double change[3])
{
  double sum = 0;
  for (int k = 0; k < 3; k++)
    sum += mass * change[k] * (0.5 * change[k] - (before[k] - flow[k]));
  return sum;
}

static void add_clump(const box_pass *o, const carom_clump *c, const double flow[3],
                      const double change[3], carom_domain_block *p)
{
  double u[3];
  if (!o->follows && !o->kick->affine)
    p->sum.unfollowed += unfollowed_by(c->rigid.mass, c->start, flow, change);
  for (int k = 0; k < 3; k++)
    u[k] = c->rigid.velocity[k] - flow[k] - (o->follows ? 0 : change[k]);
  add_square(p->sum.kinetic, c->rigid.mass, u);
}

/* A member follows as its clump does, seen across the same number of borders. */
static void visit_member(const box_pass *o, int64_t i, carom_domain_block *p)
{
  carom_scene *s = o->s;
  const carom_particles *at = &s->particles;
  const carom_clump *c = &s->clumps.clump[carom_clump_of(s, at->tag[i])];
  double *x = carom_position_of(s, i), *half = carom_half_velocity_row(at, i);
  double *seen = carom_contact_velocity_of(s, i);
  double *way = at->member_row + CAROM_ROW_DOUBLES * (int64_t)at->tag[i];
  double flow[3], change[3], follow[3], images[3], before[3], after[3];
  change_at(o, c->rigid.position, c->rigid.velocity, flow, change);
  if (at->tag[i] == c->first) add_clump(o, c, flow, change, p);
  for (int k = 0; k < 3; k++)
    images[k] = at->image[3 * i + k];
  carom_box_beyond(&o->kick->before, &o->kick->from, images, before);
  carom_box_beyond(&o->kick->after, &o->kick->from, images, after);
  for (int k = 0; k < 3; k++) {
    follow[k] = (o->follows ? change[k] : 0) - (after[k] - before[k]);
    x[k] += s->model.step * follow[k];
    way[k] += follow[k];
    seen[k] += follow[k];
    if (half != seen) half[k] += follow[k];
  }
  widen(&p->velocity, way);
}

static void visit_particle(const box_pass *o, int64_t i, carom_domain_block *p)
{
  carom_scene *s = o->s;
  const carom_box_kick *kick = o->kick;
  double *x = carom_position_of(s, i), *v = carom_half_velocity_row(&s->particles, i);
  double *seen = carom_contact_velocity_of(s, i), change[3], flow[3], u[3];
  const double mass = 1 / carom_inv_mass(s, i), step = s->model.step;
  change_at(o, x, v, flow, change);
  if (o->follows) {
    for (int k = 0; k < 3; k++) {
      x[k] += step * change[k];
      v[k] += change[k];
      if (seen != v) seen[k] += change[k];
    }
    widen(&p->velocity, v);
  } else if (!kick->affine) { /* u changes instead */
    double before[3];
    velocity_before(s, i, v, before);
    p->sum.unfollowed += unfollowed_by(mass, before, flow, change);
  }
  for (int k = 0; k < 3; k++)
    u[k] = v[k] - flow[k] - change[k];
  add_square(p->sum.kinetic, mass, u);
}

static void visit_block(void *user, int worker, int64_t b)
{
  const box_pass *o = user;
  carom_domain_block *p = &o->s->cpu.domain_block[b];
  memset(p->sum.kinetic, 0, sizeof p->sum.kinetic);
  p->sum.unfollowed = 0;
  for (int64_t i = carom_block_start(o->s, b); i < carom_block_end(o->s, b); i++)
    if (o->s->model.clumps && o->s->particles.clump[i])
      visit_member(o, i, p);
    else
      visit_particle(o, i, p);
  if (o->follows || o->s->model.clumps) carom_cpu_note_speed(o->s, worker, p);
}

/* Moves the clumps, after their members, which need their clump's old position. */
static void visit_clumps(void *user, int worker, int64_t task)
{
  const box_pass *o = user;
  carom_clumps *c = &o->s->clumps;
  const int64_t from = task * CAROM_CLUMP_TASK;
  const int64_t to = from + CAROM_CLUMP_TASK < c->count ? from + CAROM_CLUMP_TASK : c->count;
  (void)worker;
  for (int64_t i = from; i < to; i++) {
    carom_rigid_body *b = &c->clump[i].rigid;
    double flow[3], change[3];
    change_at(o, b->position, b->velocity, flow, change);
    for (int k = 0; k < 3; k++) {
      b->position[k] += o->s->model.step * change[k];
      b->velocity[k] += change[k];
    }
  }
}

carom_box_sums carom_cpu_deform(carom_scene *s, const carom_box_kick *kick)
{
  const bool changes = memcmp(&kick->before, &kick->after, sizeof kick->before) != 0;
  box_pass o = {s, kick, kick->affine && changes};
  carom_box_sums sums = {{0}, 0};
  carom_pool_run(s->cpu.pool, s->cpu.blocks, visit_block, &o);
  if (o.follows && s->clumps.count > 0)
    carom_pool_run(s->cpu.pool, (s->clumps.count + CAROM_CLUMP_TASK - 1) / CAROM_CLUMP_TASK,
                   visit_clumps, &o);
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_block_sums *p = &s->cpu.domain_block[b].sum;
    for (int k = 0; k < 9; k++)
      sums.kinetic[k] += p->kinetic[k];
    sums.unfollowed += p->unfollowed;
  }
  return sums;
}

void carom_cpu_virial(const carom_scene *s, double out[9])
{
  memset(out, 0, 9 * sizeof *out);
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    for (int k = 0; k < 9; k++)
      out[k] += s->cpu.domain_block[b].sum.virial[k];
}
