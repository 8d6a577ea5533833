/* SPDX-License-Identifier: MIT */
/* Creates a scene from its definition. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arithmetic.h"
#include "core/error.h"
#include "scene/grid.h"
#include "scene/kernels.h"

#define COOKIE 0x5ce9e5u

carom_scene_particle carom_scene_particle_default(void)
{
  carom_scene_particle p;
  memset(&p, 0, sizeof p);
  p.radius = 1e-3;
  p.mass = CAROM_UNSET;
  return p;
}

carom_scene_contact carom_scene_contact_default(void)
{
  carom_scene_contact c;
  memset(&c, 0, sizeof c);
  c.normal = carom_contact_default();
  c.tangential = carom_tangential_default();
  return c;
}

carom_scene_wall carom_scene_wall_default(void)
{
  carom_scene_wall w;
  memset(&w, 0, sizeof w);
  w.direction[2] = 1;
  for (int k = 0; k < 3; k++)
    w.low[k] = w.high[k] = __builtin_nan(""); /* not given; infinity leaves a face out */
  return w;
}

carom_scene_def carom_scene_default(void)
{
  carom_scene_def def;
  memset(&def, 0, sizeof def);
  for (int k = 0; k < 3; k++) {
    def.low[k] = CAROM_UNSET;
    def.high[k] = -CAROM_UNSET;
  }
  def.step = CAROM_UNSET;
  def.skin = CAROM_UNSET;
  def.restitution_error = 1e-3;
  def.overlap_limit = 0.5;
  def.cookie = COOKIE;
  return def;
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static carom_status check_particle(const carom_scene_def *def, long i, carom_error *err)
{
  const carom_scene_particle *p = &def->particle[i];
  char where[48];
  snprintf(where, sizeof where, "particle[%ld]", i);
  if (!finite3(p->position) || !finite3(p->velocity) || !finite3(p->spin))
    return carom_fail(err, CAROM_ERR_RANGE, where, "position, velocity and spin must be numbers");
  if (!(p->radius >= 1e-12 && p->radius <= 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a radius of %g m is outside [1e-12, 1e+09] m",
                      p->radius);
  if (p->mass != CAROM_UNSET && !(p->mass >= 1e-30 && p->mass <= 1e30))
    return carom_fail(err, CAROM_ERR_RANGE, where, "a mass of %g kg is outside [1e-30, 1e+30] kg",
                      p->mass);
  if (p->material < 0 || p->material >= def->materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", p->material);
  if (p->mass == CAROM_UNSET && def->material[p->material].density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "its mass follows from the density of its material, which is not given; give "
                      "that density, or a mass");
  for (int k = 0; k < 3; k++)
    if (p->position[k] < def->low[k] || p->position[k] > def->high[k])
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "it is outside the domain: %g m is not in [%g, %g] m", p->position[k],
                        def->low[k], def->high[k]);
  return CAROM_OK;
}

static carom_status check(const carom_scene_def *def, carom_error *err)
{
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene",
                      "the definition was not made by carom_scene_default()");
  _Static_assert(CAROM_SCENE_PARTICLES_MAX == UINT32_MAX / CAROM_POSITION_BYTES,
                 "numbers of 32 bits");
  if (def->particles < 1 || !def->particle || def->particles > CAROM_SCENE_PARTICLES_MAX)
    return carom_fail(err, CAROM_ERR_MISSING, "particles", "1 to 134 million particles are needed");
  if (def->materials < 1 || !def->material || def->materials > 1000)
    return carom_fail(err, CAROM_ERR_MISSING, "materials", "1 to 1000 materials are needed");
  if (def->contacts < 0 || (def->contacts > 0 && !def->contact) || def->walls < 0 ||
      (def->walls > 0 && !def->wall))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "a table is missing");
  if (def->step != CAROM_UNSET && !(def->step >= 1e-18 && def->step <= 1e6))
    return carom_fail(err, CAROM_ERR_RANGE, "step", "%g s is outside [1e-18, 1e+06] s", def->step);
  if (!(def->restitution_error >= 1e-9 && def->restitution_error <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "restitution_error", "%g is outside [1e-09, 1]",
                      def->restitution_error);
  if (!(def->overlap_limit > 0 && def->overlap_limit <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "overlap_limit", "%g is outside ]0, 1]",
                      def->overlap_limit);
  if (def->skin != CAROM_UNSET && !(def->skin > 0 && def->skin < 1e9))
    return carom_fail(err, CAROM_ERR_RANGE, "skin", "%g m must be above 0", def->skin);
  if (def->threads < 0 || def->threads > CAROM_THREADS_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, "threads",
                      "%d threads are not accepted; give 1 to %d, or 0 for one per core",
                      def->threads, CAROM_THREADS_MAX);
  if (!finite3(def->gravity) || !finite3(def->gravity_spin))
    return carom_fail(err, CAROM_ERR_RANGE, "gravity", "must be numbers");
  for (int k = 0; k < 3; k++) {
    if (!(def->high[k] > def->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, "domain", "must end above where it begins");
    if (def->periodic[k] && !(def->high[k] - def->low[k] < 1e300))
      return carom_fail(err, CAROM_ERR_MISSING, "domain",
                        "a periodic direction needs both ends of the domain");
  }
  for (long i = 0; i < def->particles; i++)
    CAROM_TRY(check_particle(def, i, err));
  return CAROM_OK;
}

static carom_status choose_kernels(carom_scene *s, carom_instructions wanted, carom_error *err)
{
  if (!carom_blocks_choose(wanted, &s->instructions))
    return carom_fail(err, CAROM_ERR_UNKNOWN, "instructions",
                      "this processor or build lacks the instruction set that was asked for");
  s->kernels = s->instructions == CAROM_INSTRUCTIONS_AVX512 ? carom_scene_kernels_avx512()
               : s->instructions == CAROM_INSTRUCTIONS_AVX2 ? carom_scene_kernels_avx2()
                                                            : carom_scene_kernels_base();
  return CAROM_OK;
}

/* Masses, radii, and the skin of the neighbour lists. */
static carom_status measure(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  double sum = 0;
  s->radius = malloc((size_t)s->n * sizeof *s->radius);
  s->mass = malloc((size_t)s->n * sizeof *s->mass);
  if (!s->radius || !s->mass)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene",
                      "there is not enough memory for %ld particles; use fewer", s->n);
  for (long i = 0; i < s->n; i++) {
    const carom_scene_particle *p = &def->particle[i];
    const double r = p->radius, pi = 3.14159265358979323846;
    s->radius[i] = r;
    s->mass[i] = p->mass != CAROM_UNSET
                     ? p->mass
                     : 4.0 / 3.0 * pi * r * r * r * def->material[p->material].density;
    if (!(s->mass[i] >= 1e-30 && s->mass[i] <= 1e30)) {
      char where[48];
      snprintf(where, sizeof where, "particle[%ld]", i);
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "particle %ld would weigh %g kg, outside [1e-30, 1e+30] kg", i, s->mass[i]);
    }
    s->largest = r > s->largest ? r : s->largest;
    if (!p->fixed && !(s->smallest > 0 && s->smallest < r)) s->smallest = r;
    sum += r;
  }
  s->skin = def->skin == CAROM_UNSET ? 0.25 * sum / (double)s->n : def->skin;
  carom_grid_choose_levels(s);
  for (int k = 0; k < 3; k++) {
    s->low[k] = def->low[k];
    s->high[k] = def->high[k];
    s->periodic[k] = def->periodic[k];
    s->length[k] = def->periodic[k] ? def->high[k] - def->low[k] : 0;
    s->any_periodic |= def->periodic[k];
    if (def->periodic[k] && s->length[k] < 4 * s->largest + 2 * s->skin)
      return carom_fail(err, CAROM_ERR_RANGE, "domain",
                        "a period of %g m is too short for spheres of %g m radius", s->length[k],
                        s->largest);
  }
  return CAROM_OK;
}

static bool allocate(carom_scene *s)
{
  const size_t n = (size_t)s->n, blocks = (size_t)s->blocks;
  bool ok = true;
#define ROWS(name, width, type) ok &= (s->name = carom_lines(n * (width) * sizeof(type))) != NULL
  ROWS(position_radius, CAROM_POSITION_DOUBLES, double);
  ROWS(position_radius_b, CAROM_POSITION_DOUBLES, double);
  ROWS(contact_velocity, CAROM_ROW_DOUBLES, double);
  ROWS(contact_velocity_b, CAROM_ROW_DOUBLES, double);
  ROWS(inv_inertia, 1, double);
  ROWS(inv_inertia_b, 1, double);
  if (s->predicted) {
    ROWS(half_velocity, CAROM_ROW_DOUBLES, double);
    ROWS(half_velocity_b, CAROM_ROW_DOUBLES, double);
  }
  ROWS(force, CAROM_ROW_DOUBLES, double);
  ROWS(reference, CAROM_POSITION_DOUBLES, double);
  if (s->faces) ROWS(wall_clearance, 1, double);
  ROWS(tag, 1, uint32_t);
  ROWS(tag_b, 1, uint32_t);
  ROWS(id, 1, uint32_t);
  ROWS(id_b, 1, uint32_t);
  ROWS(material, 1, int32_t);
  ROWS(material_b, 1, int32_t);
  ROWS(image, 3, int32_t);
  ROWS(image_b, 3, int32_t);
  ROWS(sort_key, 1, uint32_t);
  ROWS(new_index, 1, uint32_t);
  ROWS(cell_of, 1, uint32_t);
#undef ROWS
  ok &= (s->kept_start = carom_lines((n + 2) * sizeof *s->kept_start)) != NULL;
  ok &= (s->domain_block = carom_lines(blocks * sizeof *s->domain_block)) != NULL;
  if (s->domain_block) memset(s->domain_block, 0, blocks * sizeof *s->domain_block);
  ok &= (s->search_buffer = calloc(blocks, sizeof *s->search_buffer)) != NULL;
  ok &= (s->wall_force = calloc(6 * blocks * (size_t)(s->walls + 1), sizeof(double))) != NULL;
  ok &= (s->worker_force = calloc((size_t)s->workers, sizeof *s->worker_force)) != NULL;
  ok &= (s->draft = calloc((size_t)s->workers, sizeof *s->draft)) != NULL;
  ok &= (s->scratch = calloc((size_t)s->workers, sizeof *s->scratch)) != NULL;
  ok &= carom_extremes_create(s);
  for (size_t b = 0; ok && b < blocks; b++) {
    ok &= (s->search_buffer[b].start = malloc(((size_t)s->block_size + 1) * sizeof(uint32_t))) !=
          NULL;
    ok &= (s->search_buffer[b].bin_count = calloc((size_t)carom_pair_bin_kinds(s) + 1,
                                                  sizeof(int64_t))) != NULL;
  }
  for (int k = 0; ok && k < s->workers; k++) {
    ok &= (s->scratch[k] = carom_lines(sizeof **s->scratch)) != NULL;
    if (ok) memset(s->scratch[k], 0, sizeof **s->scratch);
    const size_t row = CAROM_ROW_DOUBLES * sizeof(double);
    ok &= (s->worker_force[k] = carom_lines((size_t)s->block_size * row)) != NULL;
    if (ok) memset(s->worker_force[k], 0, (size_t)s->block_size * row);
  }
  return ok;
}

static void place_particles(carom_scene *s, const carom_scene_def *def)
{
  memset(s->image, 0, (size_t)s->n * 3 * sizeof *s->image);
  memset(s->force, 0, (size_t)s->n * CAROM_ROW_DOUBLES * sizeof *s->force);
  for (long i = 0; i < s->n; i++) {
    const carom_scene_particle *p = &def->particle[i];
    double *x = carom_position_of(s, i), *v = carom_contact_velocity_of(s, i);
    const double r = p->radius;
    for (int k = 0; k < 3; k++) {
      x[k] = p->position[k];
      v[k] = p->fixed ? 0 : p->velocity[k];
      v[4 + k] = p->fixed ? 0 : p->spin[k];
    }
    x[3] = r;
    if (s->half_velocity)
      memcpy(s->half_velocity + CAROM_ROW_DOUBLES * i, v, CAROM_ROW_DOUBLES * sizeof *v);
    if (s->half_velocity)
      s->half_velocity[CAROM_ROW_DOUBLES * i + 3] = s->half_velocity[CAROM_ROW_DOUBLES * i + 7] = 0;
    v[3] = p->fixed ? 0 : 1 / s->mass[i];
    v[7] = r;
    s->inv_inertia[i] = p->fixed ? 0 : 2.5 / (s->mass[i] * r * r);
    s->tag[i] = (uint32_t)i;
    s->id[i] = p->id;
    s->material[i] = p->material;
  }
}

static carom_status choose_gravity(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  memcpy(s->gravity_start, def->gravity, sizeof s->gravity_start);
  memcpy(s->gravity_spin, def->gravity_spin, sizeof s->gravity_spin);
  s->gravity_at = def->gravity_at;
  s->gravity_user = def->gravity_user;
  CAROM_TRY(carom_motion_table_copy(&s->gravity_table, def->gravity_points, def->gravity_time,
                                    def->gravity_table, NULL, "gravity", err));
  if (def->gravity_points > 0 && !def->gravity_table)
    return carom_fail(err, CAROM_ERR_MISSING, "gravity", "a table needs its values");
  const double *w = s->gravity_spin;
  s->gravity_varies = s->gravity_at || def->gravity_points > 1 || w[0] != 0 || w[1] != 0 ||
                      w[2] != 0;
  carom_gravity_at(s, 0, s->gravity);
  return carom_gravity_check(s, err);
}

static carom_status choose_step(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  const bool find = def->step == CAROM_UNSET;
  const double step = carom_pair_reports_resolve(s, find);
  s->step = find ? step : def->step;
  if (s->step == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, "step", "no contact limits the step; give one");
  carom_pair_reports_deliver(s);
  return CAROM_OK;
}

/* Forces at the start; velocities are then shifted back by half a step, for leapfrog. */
static carom_status start(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  CAROM_TRY(carom_scene_rebuild(s, err));
  carom_scene_forces(s, 0);
  CAROM_TRY(carom_scene_guard(s, err));
  if (def->step != CAROM_UNSET && !def->any_step) CAROM_TRY(carom_scene_check_step(s, err));
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_domain_block *p = &s->domain_block[b];
    s->kernels->halo_gather(s->halo_recv + p->halo_recv, p->halo_recvs, s->halo_send, 0, s->force);
  }
  for (int64_t b = 0; b < s->blocks; b++)
    s->domain_block[b].stale = 1; /* closed contacts are known only now */
  for (int64_t i = 0; i < s->n; i++) {
    double *v = (s->half_velocity ? s->half_velocity : s->contact_velocity) + CAROM_ROW_DOUBLES * i;
    const double *f = s->force + CAROM_ROW_DOUBLES * i, inv_mass = carom_inv_mass(s, i);
    for (int k = 0; k < 3; k++) {
      const double pull = inv_mass > 0 ? s->gravity[k] : 0;
      v[k] -= 0.5 * s->step * (f[k] * inv_mass + pull);
      v[4 + k] -= 0.5 * s->step * (f[4 + k] * s->inv_inertia[i] + 0.0);
    }
  }
  s->half_step_back = !s->half_velocity;
  return CAROM_OK;
}

/* A thread needs several blocks of its own, or it waits more than it works. */
static int useful_threads(const carom_scene *s)
{
  const int64_t most = s->blocks / 4, cores = carom_cores();
  return (int)(most < 1 ? 1 : most < cores ? most : cores);
}

static carom_status build(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  s->n = def->particles;
  s->materials = def->materials;
  s->overlap_limit = def->overlap_limit;
  s->restitution_error = def->restitution_error;
  s->predicted = def->velocity == CAROM_VELOCITY_PREDICTED;
  CAROM_TRY(choose_kernels(s, def->instructions, err));
  CAROM_TRY(measure(s, def, err));
  CAROM_TRY(carom_walls_create(s, def, err));
  CAROM_TRY(carom_periods_check(s, err));
  CAROM_TRY(carom_material_pairs_create(s, def, err));
  CAROM_TRY(choose_gravity(s, def, err));
  CAROM_TRY(choose_step(s, def, err));
  /* the partition into blocks must not depend on the number of threads */
  const int64_t fair = (s->n / 32 + 63) / 64 * 64;
  s->block_size = fair < 256 ? 256 : fair > 1024 ? 1024 : fair;
  s->blocks = (s->n + s->block_size - 1) / s->block_size;
  s->exceeds_cache = s->n > 80000; /* about 400 bytes each */
  s->pool = carom_pool_create(def->threads > 0 ? def->threads : useful_threads(s));
  if (!s->pool) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for the threads");
  s->workers = carom_pool_threads(s->pool);
  if (!allocate(s))
    return carom_fail(err, CAROM_ERR_MEMORY, "scene",
                      "there is not enough memory for %ld particles; use fewer", s->n);
  place_particles(s, def);
  CAROM_TRY(start(s, def, err));
  carom_scene_account(s);
  return CAROM_OK;
}

carom_status carom_scene_create(const carom_scene_def *def, carom_scene **scene, carom_error *err)
{
  if (!scene) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "no place for the scene");
  *scene = NULL;
  CAROM_TRY(carom_arithmetic_check(err));
  CAROM_TRY(check(def, err));
  carom_scene *s = calloc(1, sizeof *s);
  if (!s) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  const carom_status status = build(s, def, err);
  if (status != CAROM_OK) {
    carom_scene_destroy(s);
    return status;
  }
  *scene = s;
  return CAROM_OK;
}

void carom_scene_destroy(carom_scene *s)
{
  if (!s) return;
  carom_pool_destroy(s->pool);
  for (int64_t b = 0; s->search_buffer && b < s->blocks; b++) {
    free(s->search_buffer[b].pair);
    free(s->search_buffer[b].partner);
    free(s->search_buffer[b].stencil);
    for (int k = 0; k < 3; k++)
      free(s->search_buffer[b].shift[k]);
    free(s->search_buffer[b].halo_particles);
    free(s->search_buffer[b].halo_table);
    free(s->search_buffer[b].start);
    free(s->search_buffer[b].bin_count);
  }
  for (int k = 0; s->scratch && k < s->workers; k++)
    free(s->scratch[k]);
  for (int k = 0; s->worker_force && k < s->workers; k++)
    free(s->worker_force[k]);
  carom_extremes_destroy(s);
  for (int k = 0; s->draft && k < s->workers; k++) {
    carom_draft *d = &s->draft[k];
    void *held[] = {d->pair, d->neighbour_index, d->row, d->touching, d->history};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
      free(held[i]);
  }
  void *held[] = {s->radius,
                  s->mass,
                  s->position_radius,
                  s->position_radius_b,
                  s->contact_velocity,
                  s->contact_velocity_b,
                  s->inv_inertia,
                  s->inv_inertia_b,
                  s->half_velocity,
                  s->half_velocity_b,
                  s->force,
                  s->reference,
                  s->tag,
                  s->tag_b,
                  s->id,
                  s->id_b,
                  s->material,
                  s->image,
                  s->image_b,
                  s->material_b,
                  s->sort_key,
                  s->new_index,
                  s->cell_of,
                  s->domain_block,
                  s->search_buffer,
                  s->wall_force,
                  s->scratch,
                  s->draft,
                  s->pair_bin,
                  s->neighbour_pair,
                  s->neighbour_row,
                  s->active_list,
                  s->pair,
                  s->neighbour_index,
                  s->row,
                  s->touching,
                  s->history,
                  s->traction,
                  s->halo_send,
                  s->halo_recv,
                  s->cell_start,
                  s->kept,
                  s->kept_history,
                  s->view,
                  s->kept_start,
                  s->material_pair,
                  s->material_pair_of,
                  s->upstream,
                  s->wall_clearance,
                  s->worker_force,
                  s->supercell};
  for (size_t i = 0; i < sizeof held / sizeof *held; i++)
    free(held[i]);
  for (int level = 0; level < s->levels; level++) {
    free(s->grid[level].rank);
    free(s->grid[level].span);
    free(s->grid[level].supercell_rank);
  }
  carom_motion_table_free(&s->gravity_table);
  carom_memory_destroy(s);
  carom_walls_destroy(s);
  free(s);
}
