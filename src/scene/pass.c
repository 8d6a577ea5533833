/* SPDX-License-Identifier: MIT */
/* Passes over the blocks: forces, motion, or both while a block is in the cache. */
#include <string.h>

#include "scene/kernels.h"

/* Gathers halo forces, kicks and drifts. The caller has claimed the block. */
static void move(carom_scene *s, int64_t b, double *force)
{
  carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = b * s->cpu.block_size, to = carom_block_end(s, b);
  const bool shared = s->cpu.workers > 1;
  const carom_kick kick = {.step = s->model.step,
                           .ahead = 0.5 * s->model.step,
                           .gravity = {s->gravity[0], s->gravity[1], s->gravity[2]}};
  s->cpu.kernels->halo_gather(s->cpu.halo_recv + p->halo_recv, p->halo_recvs, s->cpu.halo_send,
                              (uint32_t)from, shared, force);
  const bool real = s->cpu.kernels->move(
      &kick, to - from, carom_position_of(s, from), carom_contact_velocity_of(s, from),
      s->particles.inv_inertia + from,
      s->particles.half_velocity ? s->particles.half_velocity + CAROM_ROW_DOUBLES * from : NULL,
      force, shared, &p->velocity, s->model.gravity_varies ? p->sum.momentum : NULL);
  for (int k = 0; !real && k < 3; k++)
    p->velocity.high[k] = 1e300;
  p->moved = s->cpu.passes;
}

typedef struct pass {
  carom_scene *s;
  double step;
  bool moves;
} pass;

/* Have the upstream blocks, whose contacts reach into this one, finished their forces? */
static bool upstream_done(const carom_scene *s, const carom_domain_block *p)
{
  for (int64_t k = p->upstream; k < p->upstream + p->upstreams; k++)
    if (atomic_load_explicit(&s->cpu.domain_block[s->cpu.upstream[k]].forces_done,
                             memory_order_acquire) < s->cpu.passes)
      return false;
  return true;
}

/* True for the one thread that is to move the block in this pass. */
static bool claim(const carom_scene *s, carom_domain_block *p)
{
  int64_t last = atomic_load_explicit(&p->claimed, memory_order_relaxed);
  return last < s->cpu.passes && atomic_compare_exchange_strong(&p->claimed, &last, s->cpu.passes);
}

/* Forces go to rows of the worker, which stay in its cache, if the block can move right after
 * its forces, and to the block's own rows otherwise. Motion zeroes either. */
static void force_block(void *user, int worker, int64_t b)
{
  const pass *run = user;
  carom_scene *s = run->s;
  carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = b * s->cpu.block_size, count = carom_block_end(s, b) - from;
  double *own = s->particles.force + CAROM_ROW_DOUBLES * from;
  const bool ready = run->moves && upstream_done(s, p) && claim(s, p);
  double *force = ready ? s->cpu.worker_force[worker] : own;
  if (!run->moves) memset(own, 0, (size_t)(CAROM_ROW_DOUBLES * count) * sizeof *own);
  carom_block_contact_forces(s, worker, b, run->step, force);
  atomic_store_explicit(&p->forces_done, s->cpu.passes, memory_order_release);
  if (ready || (run->moves && upstream_done(s, p) && claim(s, p))) move(s, b, force);
}

static void move_block(void *user, int worker, int64_t b)
{
  const pass *run = user;
  carom_scene *s = run->s;
  (void)worker;
  if (claim(s, &s->cpu.domain_block[b]))
    move(s, b, s->particles.force + CAROM_ROW_DOUBLES * b * s->cpu.block_size);
}

/* Moves those of some blocks that can move; returns how many cannot yet. */
static int64_t move_ready(pass *run, int64_t from, int64_t to)
{
  carom_scene *s = run->s;
  int64_t waiting = 0;
  for (int64_t b = from; b < to; b++) {
    carom_domain_block *p = &s->cpu.domain_block[b];
    if (atomic_load_explicit(&p->claimed, memory_order_relaxed) >= s->cpu.passes) continue;
    if (atomic_load_explicit(&p->forces_done, memory_order_acquire) < s->cpu.passes ||
        !upstream_done(s, p))
      waiting++;
    else
      move_block(run, 0, b);
  }
  return waiting;
}

enum { ROUNDS = 256 }; /* some 20 us: longer than the forces of most blocks, shorter than a sleep */

/* No more forces are to be had: moves the worker's own blocks as their upstream blocks finish, then
 * those of others that can move. So threads wait for their neighbours only, and for no longer than
 * forces usually take; what cannot move by then is left to the end of the pass. */
static void move_when_ready(void *user, int worker, int active)
{
  pass *run = user;
  const int64_t blocks = (int64_t)run->s->cpu.blocks;
  for (int k = 0; k < active; k++) {
    const int owner = (worker + k) % active;
    const int64_t from = carom_pool_first(blocks, active, owner);
    const int64_t to = carom_pool_first(blocks, active, owner + 1);
    for (int round = 0; move_ready(run, from, to) > 0 && k == 0 && round < ROUNDS; round++)
      carom_relax();
  }
}

static bool all_moved(const carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    if (s->cpu.domain_block[b].moved < s->cpu.passes) return false;
  return true;
}

void carom_cpu_forces(carom_scene *s, double step)
{
  pass run = {s, step, false};
  s->contacts.recorded_pass = ++s->cpu.passes;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, force_block, &run);
}

void carom_cpu_move(carom_scene *s)
{
  pass run = {s, s->model.step, true};
  s->cpu.passes++;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, move_block, &run);
}

void carom_cpu_forces_and_move(carom_scene *s)
{
  pass run = {s, s->model.step, true};
  s->cpu.passes++;
  carom_pool_repeat(s->cpu.pool, s->cpu.blocks, force_block, move_when_ready, &run);
  if (!all_moved(s)) carom_pool_run(s->cpu.pool, s->cpu.blocks, move_block, &run);
}

void carom_cpu_step_back(carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    if (s->cpu.domain_block[b].moved < s->cpu.passes) continue;
    for (int64_t i = b * s->cpu.block_size; i < carom_block_end(s, b); i++) {
      const double *v = s->particles.half_velocity
                            ? s->particles.half_velocity + CAROM_ROW_DOUBLES * i
                            : carom_contact_velocity_of(s, i);
      for (int k = 0; k < 3; k++)
        carom_position_of(s, i)[k] -= s->model.step * v[k];
    }
    s->cpu.domain_block[b].moved = s->cpu.passes - 1;
  }
}

enum { SHARE = 32 }; /* blocks per task */

typedef struct sharing {
  carom_scene *s;
  void (*body)(carom_scene *s, int64_t block);
} sharing;

static void run_share(void *user, int worker, int64_t share)
{
  const sharing *o = user;
  const int64_t end = SHARE * (share + 1) < o->s->cpu.blocks ? SHARE * (share + 1)
                                                             : o->s->cpu.blocks;
  (void)worker;
  for (int64_t b = SHARE * share; b < end; b++)
    o->body(o->s, b);
}

void carom_cpu_for_blocks(carom_scene *s, void (*body)(carom_scene *s, int64_t block))
{
  sharing o = {s, body};
  const int64_t shares = (int64_t)((s->cpu.blocks + SHARE - 1) / SHARE);
  if (s->cpu.workers > 1 && s->cpu.blocks >= s->cpu.shared_from) {
    carom_pool_run(s->cpu.pool, shares, run_share, &o);
    return;
  }
  for (int64_t share = 0; share < shares; share++)
    run_share(&o, 0, share);
}
