/* SPDX-License-Identifier: MIT */
/* What the deformation of the box does to every particle, block by block; sums in their order. */
#include <string.h>

#include "scene/box.h"
#include "scene/scene.h"

typedef struct box_pass {
  carom_scene *s;
  const carom_box_kick *kick;
  bool follows; /* particles change their velocity with the box */
} box_pass;

static void add_square(double tensor[9], double factor, const double u[3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      tensor[3 * i + j] += factor * u[i] * u[j];
}

/* The velocity at the start of the step: half a kick before that of its middle, if it is known. */
static void velocity_before(const carom_scene *s, int64_t i, const double *half, double out[3])
{
  const double *now = carom_contact_velocity_of(s, i);
  for (int k = 0; k < 3; k++)
    out[k] = half[k] - (now[k] - half[k]); /* 0 where contacts see the middle of the step */
}

/* Speeds bound how long lists are valid. */
static void widen(carom_aabb *box, const double v[3])
{
  for (int k = 0; k < 3; k++) {
    box->low[k] = v[k] < box->low[k] ? v[k] : box->low[k];
    box->high[k] = v[k] > box->high[k] ? v[k] : box->high[k];
  }
}

static void visit_particle(const box_pass *o, int64_t i, carom_domain_block *p)
{
  carom_scene *s = o->s;
  const carom_box_kick *kick = o->kick;
  double *x = carom_position_of(s, i), *v = carom_half_velocity_row(&s->particles, i);
  double *seen = carom_contact_velocity_of(s, i), from[3], change[3], flow[3], u[3];
  const double mass = 1 / carom_inv_mass(s, i), step = s->model.step;
  for (int k = 0; k < 3; k++) /* where it was at the start of the step */
    from[k] = x[k] - step * v[k] - s->box.centre[k];
  carom_box_times(&kick->before, &kick->from, from, flow);
  carom_box_times(&kick->after, &kick->from, from, change);
  for (int k = 0; k < 3; k++)
    change[k] -= flow[k];
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
    for (int k = 0; k < 3; k++)
      p->sum.unfollowed += mass * change[k] * (0.5 * change[k] - (before[k] - flow[k]));
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
    visit_particle(o, i, p);
  if (o->follows) carom_cpu_note_speed(o->s, worker, p);
}

carom_box_sums carom_cpu_deform(carom_scene *s, const carom_box_kick *kick)
{
  const bool changes = memcmp(&kick->before, &kick->after, sizeof kick->before) != 0;
  box_pass o = {s, kick, kick->affine && changes};
  carom_box_sums sums = {{0}, 0};
  carom_pool_run(s->cpu.pool, s->cpu.blocks, visit_block, &o);
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
