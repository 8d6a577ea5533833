/* SPDX-License-Identifier: MIT */
/* Passes over the blocks: forces, motion, or both while a block is in the cache. */
#include <string.h>

#include "scene/applied.h"
#include "scene/holds.h"
#include "scene/kernels.h"

/* The findings of a worker in this pass. */
static carom_findings *findings_of(const carom_scene *s, int worker)
{
  carom_findings *f = &s->cpu.findings[worker];
  if (f->pass != s->cpu.passes) *f = (carom_findings){.pass = s->cpu.passes};
  return f;
}

carom_findings carom_cpu_findings(const carom_scene *s)
{
  carom_findings all = {.pass = s->cpu.passes};
  for (int k = 0; k < s->cpu.workers; k++) {
    const carom_findings *f = &s->cpu.findings[k];
    if (f->pass != s->cpu.passes) continue;
    all.moved += f->moved;
    all.speed_squared = f->speed_squared > all.speed_squared ? f->speed_squared : all.speed_squared;
    all.unsound |= f->unsound;
  }
  return all;
}

bool carom_cpu_sound(const carom_scene *s)
{
  return !carom_cpu_findings(s).unsound;
}

double carom_speed_squared(const carom_aabb *velocity)
{
  double square = 0;
  for (int k = 0; k < 3 && !carom_aabb_empty(velocity); k++) {
    const double high = velocity->high[k], low = -velocity->low[k];
    square += high > low ? high * high : low * low;
  }
  return square;
}

void carom_cpu_note_speed(carom_scene *s, int worker, const carom_domain_block *block)
{
  carom_findings *found = findings_of(s, worker);
  const double squared = carom_speed_squared(&block->velocity);
  found->speed_squared = squared > found->speed_squared ? squared : found->speed_squared;
}

static bool is_member(const carom_scene *s, int64_t i)
{
  return s->particles.clump && s->particles.clump[i] != 0;
}

/* Members of clumps do not move with their block: their forces are handed over to the motion of the
 * clumps and their force rows zeroed. */
static void hand_over(const carom_scene *s, int64_t from, int64_t to, double *force)
{
  for (int64_t i = from; i < to; i++) {
    double *row = force + CAROM_ROW_DOUBLES * (i - from);
    if (!is_member(s, i)) continue;
    memcpy(s->particles.member_row + CAROM_ROW_DOUBLES * (int64_t)s->particles.tag[i], row,
           CAROM_ROW_DOUBLES * sizeof *row);
    memset(row, 0, CAROM_ROW_DOUBLES * sizeof *row);
  }
}

/* Adds the forces besides contacts and gravity. */
static void apply_forces(const carom_scene *s, carom_domain_block *p, int64_t from, int64_t to,
                         double *force)
{
  const carom_applied_work work = {p->sum.applied, s->model.step, false};
  for (int64_t i = from; i < to; i++)
    if (!is_member(s, i))
      carom_applied_add(s, i, 0.5 * s->model.step, carom_half_velocity_row(&s->particles, i),
                        force + CAROM_ROW_DOUBLES * (i - from), &work);
}

/* Gathers halo rows, kicks and drifts. The caller has claimed the block. */
static void move(carom_scene *s, int worker, int64_t b, double *force)
{
  carom_findings *found = findings_of(s, worker);
  carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
  const bool shared = s->cpu.workers > 1;
  const carom_kick kick = {.step = s->model.step,
                           .ahead = 0.5 * s->model.step,
                           .gravity = {s->gravity[0], s->gravity[1], s->gravity[2]},
                           .tag = s->ghosts > 0 ? s->particles.tag + from : NULL,
                           .here = (uint32_t)(s->particles.count - s->ghosts)};
  s->cpu.kernels->halo_gather(s->cpu.halo_recv + p->halo_recv, p->halo_recvs, &s->cpu.halo,
                              (uint32_t)from, shared, force);
  if (s->bonds.whole > 0) carom_bonds_gather(s, from, to, force);
  if (s->model.clumps) hand_over(s, from, to, force);
  if (s->model.forces > 0) apply_forces(s, p, from, to, force);
  if (s->model.holds > 0) p->sum.held += s->model.step * carom_holds_lead(s, from, to, force);
  const bool real = s->cpu.kernels->move(
      &kick, to - from, carom_position_of(s, from), carom_contact_velocity_of(s, from),
      s->particles.inv_inertia + from,
      s->particles.half_velocity ? s->particles.half_velocity + CAROM_ROW_DOUBLES * from : NULL,
      force, shared, &p->velocity, s->model.gravity_varies ? carom_block_momentum(s, b) : NULL);
  if (s->model.bonded) carom_bonds_turn(s, from, to, s->model.step);
  if (s->model.holds > 0) carom_holds_arrive(s, from, to);
  for (int k = 0; !real && k < 3; k++)
    p->velocity.high[k] = 1e300;
  p->moved = s->cpu.passes;
  carom_cpu_note_speed(s, worker, p);
  found->moved++;
}

typedef struct pass {
  carom_scene *s;
  double step;
  bool moves;
  /* Every block, although its active lists will be made anew. */
  bool all;
} pass;

/* Have the upstream blocks finished their forces, which contribute halo rows to this one? */
static bool upstream_done(const carom_scene *s, const carom_domain_block *p)
{
  for (int64_t k = p->upstream; k < p->upstream + p->upstreams; k++)
    if (atomic_load_explicit(&s->cpu.domain_block[s->cpu.upstream[k]].forces_done,
                             memory_order_acquire) < s->cpu.passes)
      return false;
  return true;
}

/* True for exactly one thread, which then has to move the block in this pass. */
static bool claim(const carom_scene *s, carom_domain_block *p)
{
  int64_t last = atomic_load_explicit(&p->claimed, memory_order_relaxed);
  return last < s->cpu.passes && atomic_compare_exchange_strong(&p->claimed, &last, s->cpu.passes);
}

/* A NaN force makes a power NaN, too. */
static bool unsound(const carom_block_sums *sum)
{
  const double power = sum->viscous + sum->friction + sum->rolling + sum->twisting + sum->adhesion;
  return sum->bad > 0 || !(power - power == 0);
}

/* Forces of a block. Its active lists are charged here, by the thread that has them at hand:
 * downstream blocks keep their velocities until the forces of this block are done.
 *
 * If the block can move right after its forces, they go to rows of the worker, which stay in its
 * cache; otherwise to the block's own rows. The motion zeroes either. */
static void force_block(void *user, int worker, int64_t b)
{
  const pass *run = user;
  carom_scene *s = run->s;
  carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = carom_block_start(s, b), count = carom_block_end(s, b) - from;
  double *own = s->particles.force + CAROM_ROW_DOUBLES * from;
  const bool begun = p->begun == s->cpu.passes;
  const bool ready = run->moves && !begun && upstream_done(s, p) && claim(s, p);
  double *force = ready ? s->cpu.worker_force[worker] : own;
  if (!run->moves && !begun) memset(own, 0, (size_t)(CAROM_ROW_DOUBLES * count) * sizeof *own);
  if (s->cpu.budgets_due) carom_cpu_use_budget(s, b);
  carom_block_contact_forces(s, worker, b, run->step, force,
                             begun ? CAROM_LISTS_WITH_GHOSTS : CAROM_LISTS_ALL);
  findings_of(s, worker)->unsound |= unsound(&p->sum);
  atomic_store_explicit(&p->forces_done, s->cpu.passes, memory_order_release);
  if (ready || (run->moves && upstream_done(s, p) && claim(s, p))) move(s, worker, b, force);
}

static void move_block(void *user, int worker, int64_t b)
{
  const pass *run = user;
  carom_scene *s = run->s;
  if (claim(s, &s->cpu.domain_block[b]))
    move(s, worker, b, s->particles.force + CAROM_ROW_DOUBLES * carom_block_start(s, b));
}

/* Moves the blocks of a range that are ready; returns how many are not. */
static int64_t move_ready(pass *run, int worker, int64_t from, int64_t to)
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
      move_block(run, worker, b);
  }
  return waiting;
}

enum { ROUNDS = 256 }; /* ~20 us: longer than the forces of most blocks, shorter than a sleep */

/* A worker that finds no more forces to compute moves its own blocks as their upstream blocks
 * finish, then blocks of other workers that are ready. So threads wait for their neighbours only,
 * and no longer than forces usually take; the remaining blocks are moved at the end of the pass. */
static void move_when_ready(void *user, int worker, int active)
{
  pass *run = user;
  const int64_t blocks = (int64_t)run->s->cpu.blocks;
  for (int k = 0; k < active; k++) {
    const int owner = (worker + k) % active;
    const int64_t from = carom_pool_first(blocks, active, owner);
    const int64_t to = carom_pool_first(blocks, active, owner + 1);
    for (int round = 0; move_ready(run, worker, from, to) > 0 && k == 0 && round < ROUNDS; round++)
      carom_relax();
  }
}

/* Starts a pass, unless it has begun with the forces that need no ghosts. */
static void begin_pass(carom_scene *s)
{
  if (s->cpu.begun) return;
  s->cpu.passes++;
  s->cpu.halo.stamp++;
}

static void end_pass(carom_scene *s)
{
  s->cpu.budgets_due = s->cpu.begun = false;
}

/* First forces of a block whose active lists hold. They go to its own rows, because the block
 * cannot move before the ghosts are known. */
static void force_block_here(void *user, int worker, int64_t b)
{
  const pass *run = user;
  carom_scene *s = run->s;
  carom_domain_block *p = &s->cpu.domain_block[b];
  const int64_t from = carom_block_start(s, b), count = carom_block_end(s, b) - from;
  double *own = s->particles.force + CAROM_ROW_DOUBLES * from;
  if (p->begun == s->cpu.passes || (!run->all && !carom_cpu_budget_lasts(s, b))) return;
  if (run->all) p->stale = 1;
  if (!run->moves) memset(own, 0, (size_t)(CAROM_ROW_DOUBLES * count) * sizeof *own);
  carom_block_contact_forces(s, worker, b, run->step, own, CAROM_LISTS_HERE);
  p->begun = s->cpu.passes;
}

void carom_cpu_forces_here(carom_scene *s, bool moves, bool all)
{
  pass run = {s, s->model.step, moves, all};
  begin_pass(s);
  if (!moves) s->contacts.recorded_pass = s->cpu.passes;
  s->cpu.begun = true;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, force_block_here, &run);
}

void carom_cpu_forces(carom_scene *s, double step)
{
  pass run = {s, step, false, false};
  if (s->bonds.whole > 0) carom_bonds_forces(s, step);
  begin_pass(s);
  s->contacts.recorded_pass = s->cpu.passes;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, force_block, &run);
  end_pass(s);
}

void carom_cpu_move(carom_scene *s)
{
  pass run = {s, s->model.step, true, false};
  s->cpu.passes++;
  carom_pool_run(s->cpu.pool, s->cpu.blocks, move_block, &run);
}

void carom_cpu_forces_and_move(carom_scene *s)
{
  pass run = {s, s->model.step, true, false};
  if (s->bonds.whole > 0) carom_bonds_forces(s, s->model.step);
  begin_pass(s);
  carom_pool_repeat(s->cpu.pool, s->cpu.blocks, force_block, move_when_ready, &run);
  if (carom_cpu_findings(s).moved < s->cpu.blocks)
    carom_pool_run(s->cpu.pool, s->cpu.blocks, move_block, &run);
  end_pass(s);
}

void carom_cpu_step_back(carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    if (s->cpu.domain_block[b].moved < s->cpu.passes) continue;
    for (int64_t i = carom_block_start(s, b); i < carom_block_end(s, b); i++) {
      const double *v = s->particles.half_velocity
                            ? s->particles.half_velocity + CAROM_ROW_DOUBLES * i
                            : carom_contact_velocity_of(s, i);
      for (int k = 0; k < 3; k++)
        carom_position_of(s, i)[k] -= s->model.step * v[k];
    }
    if (s->model.bonded)
      carom_bonds_turn(s, carom_block_start(s, b), carom_block_end(s, b), -s->model.step);
    s->cpu.domain_block[b].moved = s->cpu.passes - 1;
  }
}
