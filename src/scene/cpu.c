/* SPDX-License-Identifier: MIT */
/* The CPU engine: its memory and its function table. */
#include "scene/cpu.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/grid.h"
#include "scene/applied.h"
#include "scene/kernels.h"

static carom_status choose(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  if (!carom_blocks_choose(def->instructions, &s->cpu.instructions))
    return carom_fail(err, CAROM_ERR_UNKNOWN, "instructions",
                      "this processor or build lacks the instruction set that was asked for");
  s->cpu.kernels = s->cpu.instructions == CAROM_INSTRUCTIONS_AVX512 ? carom_scene_kernels_avx512()
                   : s->cpu.instructions == CAROM_INSTRUCTIONS_AVX2 ? carom_scene_kernels_avx2()
                                                                    : carom_scene_kernels_base();
  s->cpu.threads = def->threads;
  s->cpu.grows = def->sources > 0;
  return CAROM_OK;
}

/* Above this number of particles, data are in no processor's L3 cache and are prefetched. */
enum { MOST_IN_CACHE = 80000 }; /* at about 400 bytes each */

/* With fewer than several blocks of its own a thread would wait more than it works. */
static int useful_threads(const carom_cpu *e)
{
  const int64_t cores = carom_cores(), most = e->grows ? cores : e->blocks / 4;
  return (int)(most < 1 ? 1 : most < cores ? most : cores);
}

/* Memory that depends on the number of particles; contents are lost. */
static bool reserve_particles(carom_cpu *e, int64_t capacity)
{
  const size_t n = (size_t)capacity;
  if (capacity <= e->particle_capacity) return true;
  void *held[] = {e->sort_key, e->new_index, e->cell_of, e->kept_start};
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
  e->sort_key = carom_lines(n * sizeof *e->sort_key);
  e->new_index = carom_lines(n * sizeof *e->new_index);
  e->cell_of = carom_lines(n * sizeof *e->cell_of);
  e->kept_start = carom_lines((n + 2) * sizeof *e->kept_start);
  const bool ok = e->sort_key && e->new_index && e->cell_of && e->kept_start;
  e->particle_capacity = ok ? capacity : 0;
  return ok;
}

/* Memory for more blocks, with spare room if their number grows. Search buffers keep their
 * contents. */
static bool reserve_blocks(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  const int64_t had = e->block_capacity, more = had + had / 2;
  const size_t blocks = (size_t)(had && more > e->blocks ? more : e->blocks);
  const size_t walls = (size_t)s->walls.count + 1;
  if (e->blocks <= had) return true;
  carom_search_buffer *buffer = calloc(blocks, sizeof *buffer);
  carom_domain_block *block = carom_lines(blocks * sizeof *block);
  double *force = calloc(6 * blocks * walls, sizeof *force);
  double *momentum = calloc(3 * blocks, sizeof *momentum);
  if (!buffer || !block || !force || !momentum) {
    free(buffer);
    free(block);
    free(force);
    free(momentum);
    return false;
  }
  if (had) memcpy(buffer, e->search_buffer, (size_t)had * sizeof *buffer);
  free(e->search_buffer);
  free(e->domain_block);
  free(e->wall_force);
  free(e->momentum);
  e->search_buffer = buffer;
  e->domain_block = block;
  e->wall_force = force;
  e->momentum = momentum;
  e->block_capacity = (int64_t)blocks;
  return true;
}

/* Memory that depends on the size of the blocks. */
static bool reserve_buffers(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  const size_t bins = (size_t)carom_pair_bin_kinds(s) + 1;
  for (int64_t b = 0; b < e->blocks; b++) {
    carom_search_buffer *f = &e->search_buffer[b];
    if (!carom_reserve(&f->start, &f->start_capacity, e->partition.size + 1, sizeof *f->start))
      return false;
    if (!f->bin_count) f->bin_count = calloc(bins, sizeof *f->bin_count);
    if (!f->bin_count) return false;
  }
  memset(e->domain_block, 0, (size_t)e->blocks * sizeof *e->domain_block);
  memset(e->wall_force, 0,
         6 * (size_t)e->blocks * ((size_t)s->walls.count + 1) * sizeof *e->wall_force);
  return true;
}

static void free_blocks(carom_cpu *e)
{
  for (int64_t b = 0; b < e->block_capacity; b++) {
    carom_search_buffer *f = &e->search_buffer[b];
    void *held[] = {f->pair,     f->partner,        f->stencil,        f->shift[0], f->shift[1],
                    f->shift[2], f->halo_particles, f->halo_table,     f->start,    f->bin_count,
                    f->link,     f->wall_contact,   f->wall_contact_b, f->choice};
    for (size_t k = 0; k < sizeof held / sizeof *held; k++)
      free(held[k]);
  }
  void *held[] = {e->sort_key,     e->new_index,     e->cell_of,    e->kept_start,
                  e->domain_block, e->search_buffer, e->wall_force, e->momentum};
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
  e->sort_key = e->new_index = e->cell_of = e->kept_start = NULL;
  e->domain_block = NULL;
  e->search_buffer = NULL;
  e->wall_force = e->momentum = NULL;
  e->blocks = e->block_capacity = e->particle_capacity = 0;
}

static void free_workers(carom_cpu *e)
{
  for (int k = 0; e->scratch && k < e->workers; k++)
    free(e->scratch[k]);
  for (int k = 0; e->worker_force && k < e->workers; k++)
    free(e->worker_force[k]);
  for (int k = 0; e->draft && k < e->workers; k++)
    carom_draft_free(&e->draft[k]);
  free(e->scratch);
  free(e->findings);
  free(e->worker_force);
  free(e->draft);
  e->worker_rows = 0;
  e->scratch = NULL;
  e->findings = NULL;
  e->worker_force = NULL;
  e->draft = NULL;
}

/* Memory that depends on the number of workers and the size of a block. */
static bool allocate_workers(carom_cpu *e)
{
  const size_t workers = (size_t)e->workers;
  int64_t count = 256; /* doubled, because blocks grow slowly as particles enter */
  bool ok = true;
  while (count < e->partition.size)
    count *= 2;
  const size_t rows = (size_t)count * CAROM_ROW_DOUBLES * sizeof(double);
  ok &= (e->worker_force = calloc(workers, sizeof *e->worker_force)) != NULL;
  ok &= (e->draft = calloc(workers, sizeof *e->draft)) != NULL;
  ok &= (e->scratch = calloc(workers, sizeof *e->scratch)) != NULL;
  ok &= (e->findings = carom_lines(workers * sizeof *e->findings)) != NULL;
  if (e->findings) memset(e->findings, 0, workers * sizeof *e->findings);
  for (size_t k = 0; ok && k < workers; k++) {
    ok &= (e->scratch[k] = carom_lines(sizeof **e->scratch)) != NULL;
    ok &= (e->worker_force[k] = carom_lines(rows)) != NULL;
    if (!ok) break;
    memset(e->scratch[k], 0, sizeof **e->scratch);
    memset(e->worker_force[k], 0, rows);
  }
  e->worker_rows = ok ? count : 0;
  return ok;
}

/* Adapts to the number of particles. Sums of the time before are kept in the first block. */
static bool resize(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  const carom_block_sums before = s->engine->sums(s);
  e->partition = carom_partition_of(s->particles.count, s->hosted != NULL);
  e->blocks = carom_partition_blocks(&e->partition);
  e->exceeds_cache = s->particles.count > MOST_IN_CACHE;
  if (!e->pool) e->pool = carom_pool_create(e->threads > 0 ? e->threads : useful_threads(e));
  if (!e->pool) {
    free_blocks(e);
    return false;
  }
  e->workers = carom_pool_threads(e->pool);
  carom_grid_choose_levels(s);
  s->contacts.pair_bins = s->contacts.groups = e->halo_sends = 0;
  if (e->worker_rows < e->partition.size) free_workers(e);
  if (reserve_particles(e, s->particles.capacity) && reserve_blocks(s) && reserve_buffers(s) &&
      (e->worker_force || allocate_workers(e)) &&
      (s->accounting.extremes || carom_extremes_create(s))) {
    e->domain_block[0].sum = before;
    return true;
  }
  free_blocks(e); /* without blocks the scene can still be read */
  free_workers(e);
  return false;
}

void carom_cpu_clear_lists(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  s->contacts.pair_bins = s->contacts.groups = e->halo_sends = e->kept_count = 0;
  for (int64_t b = 0; b < e->blocks; b++) {
    carom_domain_block *p = &e->domain_block[b];
    p->pair_bin = p->halo_send = p->halo_recv = p->upstream = p->downstream = 0;
    p->pair_bins = p->halo_sends = p->halo_recvs = p->upstreams = p->downstreams = 0;
  }
  memset(s->particles.force, 0,
         (size_t)(CAROM_ROW_DOUBLES * s->particles.count) * sizeof *s->particles.force);
}

static void destroy(carom_scene *s)
{
  carom_cpu *e = &s->cpu;
  carom_pool_destroy(e->pool);
  carom_extremes_destroy(s);
  free_blocks(e);
  free_workers(e);
  carom_grid_free(s);
  void *held[] = {e->downstream,   e->halo.send,   e->halo_recv,     e->upstream,
                  e->cell_start,   e->supercell,   e->kept,          e->leaving,
                  e->halo.written, e->dents_b.key, e->dents_b.state, e->kept_history};
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
}

/* Shifts velocities half a step back. Active lists become stale, because closed contacts are not
 * known before the first forces. */
static void set_half_step_back(carom_scene *s)
{
  const double half = 0.5 * s->model.step;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    carom_domain_block *p = &s->cpu.domain_block[b];
    s->cpu.kernels->halo_gather(s->cpu.halo_recv + p->halo_recv, p->halo_recvs, &s->cpu.halo, 0,
                                false, s->particles.force);
    p->stale = 1;
  }
  if (s->model.clumps) carom_clumps_step_back(s);
  for (int64_t i = 0; i < s->particles.count; i++) {
    double *v = carom_half_velocity_row(&s->particles, i);
    const double inv_mass = carom_inv_mass(s, i);
    double f[CAROM_ROW_DOUBLES];
    if (s->model.clumps && s->particles.clump[i]) continue;
    memcpy(f, s->particles.force + CAROM_ROW_DOUBLES * i, sizeof f);
    if (s->bonds.whole > 0) carom_bonds_gather(s, i, i + 1, f);
    if (s->model.forces > 0) carom_applied_add(s, i, 0, v, f, NULL);
    for (int k = 0; k < 3; k++) {
      const double pull = inv_mass > 0 ? s->gravity[k] : 0;
      v[k] -= half * (f[k] * inv_mass + pull);
      v[4 + k] -= half * (f[4 + k] * s->particles.inv_inertia[i] + 0.0);
    }
  }
}

static carom_block_sums sums(const carom_scene *s)
{
  carom_block_sums all = {0};
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_block_sums *one = &s->cpu.domain_block[b].sum;
    all.viscous += one->viscous;
    all.friction += one->friction;
    all.walls += one->walls;
    all.rolling += one->rolling;
    all.twisting += one->twisting;
    all.adhesion += one->adhesion;
    all.plastic += one->plastic;
    all.held += one->held;
    all.bad += one->bad;
    for (int k = 0; k < CAROM_POWERS; k++)
      all.lost[k] += one->lost[k];
    for (int k = 0; k < CAROM_SCENE_FORCES_MAX; k++)
      all.applied[k] += one->applied[k];
  }
  return all;
}

static double speed(const carom_scene *s)
{
  return s->cpu.speed;
}

static void momentum(const carom_scene *s, double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    for (int k = 0; k < 3; k++)
      out[k] += s->cpu.momentum[3 * b + k];
}

static void wall_force(const carom_scene *s, int wall, double out[6])
{
  for (int k = 0; k < 6; k++)
    out[k] = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    for (int k = 0; k < 6; k++)
      out[k] += s->cpu.wall_force[6 * (b * s->walls.count + wall) + k];
}

/* Adds forces besides contacts as the next kick will have them, and finds their work over the half
 * step up to this instant. */
static void apply_forces(carom_scene *s, carom_scene_grain *grain)
{
  const carom_applied_work work = {s->accounting.applied_now, 0.5 * s->model.step, true};
  memset(s->accounting.applied_now, 0, sizeof s->accounting.applied_now);
  for (int64_t i = 0; i < s->particles.count; i++) {
    carom_scene_grain *g = &grain[s->particles.tag[i]];
    double row[CAROM_ROW_DOUBLES] = {0};
    if (s->model.clumps && s->particles.clump[i]) continue;
    memcpy(row, g->force, sizeof g->force);
    memcpy(row + 4, g->torque, sizeof g->torque);
    carom_applied_add(s, i, 0.5 * s->model.step, carom_half_velocity_row(&s->particles, i), row,
                      &work);
    memcpy(g->force, row, sizeof g->force);
    memcpy(g->torque, row + 4, sizeof g->torque);
  }
}

static void add_bonds(const carom_scene *s, carom_scene_grain *grain)
{
  for (int64_t i = 0; i < s->particles.count; i++) {
    carom_scene_grain *g = &grain[s->particles.tag[i]];
    double row[CAROM_ROW_DOUBLES] = {0};
    memcpy(row, g->force, sizeof g->force);
    memcpy(row + 4, g->torque, sizeof g->torque);
    carom_bonds_gather(s, i, i + 1, row);
    memcpy(g->force, row, sizeof g->force);
    memcpy(g->torque, row + 4, sizeof g->torque);
  }
}

/* Adds halo rows in the order in which the next step would add them. */
static void bring_back(carom_scene *s, carom_scene_grain *grain)
{
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *row = s->particles.force + CAROM_ROW_DOUBLES * i;
    carom_scene_grain *g = &grain[s->particles.tag[i]];
    memcpy(g->force, row, sizeof g->force);
    memcpy(g->torque, row + 4, sizeof g->torque);
  }
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_domain_block *p = &s->cpu.domain_block[b];
    for (int64_t c = p->halo_recv; c < p->halo_recv + p->halo_recvs; c++) {
      const carom_halo_recv *in = &s->cpu.halo_recv[c];
      const double *row = s->cpu.halo.send + (size_t)CAROM_ROW_DOUBLES * in->row;
      carom_scene_grain *g = &grain[s->particles.tag[in->particle]];
      for (int k = 0; k < 3; k++) {
        g->force[k] += row[k];
        g->torque[k] += row[4 + k];
      }
    }
  }
  if (s->bonds.whole > 0) add_bonds(s, grain);
  if (s->model.forces > 0) apply_forces(s, grain);
}

static carom_crossing crossing(const carom_scene *s)
{
  for (int64_t b = 0; s->walls.faces > s->walls.open_faces && b < s->cpu.blocks; b++)
    if (s->cpu.domain_block[b].crossing.found) return s->cpu.domain_block[b].crossing;
  return (carom_crossing){.found = false};
}

const carom_engine *carom_engine_cpu(void)
{
  static const carom_engine table = {.name = "cpu",
                                     .choose = choose,
                                     .resize = resize,
                                     .rebuild = carom_cpu_rebuild,
                                     .set_aside = carom_cpu_set_aside,
                                     .clear_lists = carom_cpu_clear_lists,
                                     .lists_hold = carom_cpu_lists_hold,
                                     .forces = carom_cpu_forces,
                                     .move = carom_cpu_move,
                                     .forces_and_move = carom_cpu_forces_and_move,
                                     .move_clumps = carom_cpu_move_clumps,
                                     .set_half_step_back = set_half_step_back,
                                     .step_back = carom_cpu_step_back,
                                     .sound = carom_cpu_sound,
                                     .crossing = crossing,
                                     .sums = sums,
                                     .deform = carom_cpu_deform,
                                     .virial = carom_cpu_virial,
                                     .speed = speed,
                                     .momentum = momentum,
                                     .bring_back = bring_back,
                                     .wall_force = wall_force,
                                     .contacts = carom_cpu_contacts,
                                     .contacts_of = carom_cpu_contacts_of,
                                     .extent = carom_cpu_extent,
                                     .each_block = carom_cpu_each_block,
                                     .block_contacts = carom_cpu_block_contacts,
                                     .count_closed = carom_cpu_count_closed,
                                     .effort = carom_cpu_effort,
                                     .archive = carom_cpu_archive,
                                     .destroy = destroy};
  return &table;
}
