/* SPDX-License-Identifier: MIT */
/* Creates a scene from its definition. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arithmetic.h"
#include "core/error.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/hosted.h"
#include "scene/populations.h"
#include "scene/applied.h"
#include "scene/holds.h"
#include "scene/scene.h"

static carom_status no_room(int64_t count, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "scene",
                    "there is not enough memory for %" PRId64 " particles; use fewer",
                    (int64_t)count);
}

/* The only place that turns a particle of a definition into elements of the arrays. */
void carom_scene_place(carom_particles *to, const carom_scene_particle *p, double mass)
{
  const int64_t i = carom_particles_append(to);
  double *x = carom_position_row(to, i), *v = carom_contact_velocity_row(to, i);
  const double r = p->radius;
  for (int k = 0; k < 3; k++) {
    x[k] = p->position[k];
    v[k] = p->fixed ? 0 : p->velocity[k];
    v[4 + k] = p->fixed ? 0 : p->spin[k];
  }
  x[3] = r;
  if (to->half_velocity)
    memcpy(carom_half_velocity_row(to, i), v, CAROM_ROW_DOUBLES * sizeof *v); /* lanes 3, 7: 0 */
  v[3] = p->fixed ? 0 : 1 / mass;
  v[7] = r;
  to->inv_inertia[i] = p->fixed ? 0 : 2.5 / (mass * r * r);
  if (to->orientation) to->orientation[4 * i] = 1;
  to->id[i] = p->id;
  to->material[i] = p->material;
  to->mass[i] = mass;
}

static carom_status place_particles(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  if (!carom_particles_reserve(&s->particles, &s->model, def->particles > 0 ? def->particles : 1))
    return no_room(def->particles, err);
  for (int64_t i = 0; i < def->particles; i++) {
    const carom_scene_particle *p = &def->particle[i];
    const double mass = carom_particle_mass(def, p);
    if (!(mass >= 1e-30 && mass <= 1e30)) {
      char where[48];
      snprintf(where, sizeof where, "particle[%" PRId64 "]", i);
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "particle %" PRId64 " would weigh %g kg, outside [1e-30, 1e+30] kg", i,
                        mass);
    }
    carom_scene_place(&s->particles, p, mass);
    carom_groups_assign(s, i);
    if (p->id >= s->next_id) s->next_id = (uint64_t)p->id + 1;
  }
  return CAROM_OK;
}

/* Finds the range of radii of particles, declared sizes and clumps from sources; returns the mean
 * radius for the skin. */
static double find_radii(carom_model *m, const carom_scene_def *def)
{
  double sum = 0;
  for (int64_t i = 0; i < def->particles; i++) {
    const double r = def->particle[i].radius;
    m->largest = r > m->largest ? r : m->largest;
    if (!def->particle[i].fixed && !(m->smallest > 0 && m->smallest < r)) m->smallest = r;
    sum += r;
  }
  for (int k = 0; k < def->sizes; k++) {
    const double low = def->size[k].radius, most = def->size[k].radius_max;
    const double high = most == CAROM_UNSET ? low : most;
    m->largest = high > m->largest ? high : m->largest;
    if (!(m->smallest > 0 && m->smallest < low)) m->smallest = low;
    if (def->particles == 0) sum += 0.5 * (low + high);
  }
  if (def->particles > 0 || !(m->mean_to_come > 0))
    return sum / (double)(def->particles > 0 ? def->particles : def->sizes);
  return (sum + m->mean_to_come) / (def->sizes + 1);
}

/* Takes over the radii of clump members that sources bring. */
static void await_clumps(carom_scene *s, const carom_scene_def *def)
{
  double least, most, mean;
  if (!carom_clumps_radii(&s->clumps, def, -1, &least, &most, &mean)) return;
  s->model.smallest = least;
  s->model.largest = most;
  s->model.mean_to_come = mean;
}

/* Sets radii, the skin of the neighbour lists and the domain. */
static void measure(carom_model *m, const carom_scene_def *def, const carom_made_for *of)
{
  const double mean = of ? 0 : find_radii(m, def);
  m->skin_given = def->skin != CAROM_UNSET;
  m->skin = m->skin_start = m->skin_given ? def->skin : of ? of->skin : 0.25 * mean;
  if (of) m->largest = of->largest, m->smallest = of->smallest;
  for (int k = 0; k < 3; k++) {
    m->low[k] = def->low[k];
    m->high[k] = def->high[k];
    m->periodic[k] = def->periodic[k];
    m->leaves = def->leaves;
    m->length[k] = def->periodic[k] ? def->high[k] - def->low[k] : 0;
    m->any_periodic |= def->periodic[k];
  }
}

static carom_status choose_gravity(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  memcpy(s->model.gravity_start, def->gravity, sizeof s->model.gravity_start);
  memcpy(s->model.gravity_spin, def->gravity_spin, sizeof s->model.gravity_spin);
  s->model.gravity_at = def->gravity_at;
  s->model.gravity_user = def->gravity_user;
  CAROM_TRY(carom_motion_table_copy(&s->model.gravity_table, def->gravity_points, def->gravity_time,
                                    def->gravity_table, NULL, "gravity", err));
  if (def->gravity_points > 0 && !def->gravity_table)
    return carom_fail(err, CAROM_ERR_MISSING, "gravity", "a table needs its values");
  const double *w = s->model.gravity_spin;
  s->model.gravity_varies = s->model.gravity_at || def->gravity_points > 1 || w[0] != 0 ||
                            w[1] != 0 || w[2] != 0;
  carom_gravity_at(s, 0, s->gravity);
  return carom_gravity_check(s, err);
}

static carom_status choose_step(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  const bool find = def->step == CAROM_UNSET;
  const double step = carom_pair_reports_resolve(s, find);
  s->model.step = find ? step : def->step;
  const double of_bonds = carom_bonds_step(s);
  if (!(of_bonds > 0)) return carom_fail(err, CAROM_ERR_MEMORY, "bond", "no memory for the bonds");
  if (find && of_bonds < carom_infinity() && (step == CAROM_UNSET || of_bonds < step))
    s->model.step = of_bonds;
  if (s->model.step == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, "step",
                      "no contact limits the step; give one, as in step: 10 us");
  carom_pair_reports_deliver(s);
  return CAROM_OK;
}

carom_status carom_scene_begin(carom_scene *s, bool check_step, carom_error *err)
{
  CAROM_TRY(s->engine->rebuild(s, err));
  s->engine->forces(s, 0);
  CAROM_TRY(carom_scene_guard(s, err));
  if (check_step) CAROM_TRY(carom_scene_check_step(s, err));
  s->engine->set_half_step_back(s);
  s->half_step_back = !s->particles.half_velocity;
  carom_bodies_start(s);
  return CAROM_OK;
}

static carom_status build(carom_scene *s, const carom_scene_def *def, const carom_made_for *of,
                          carom_error *err)
{
  s->engine = carom_engine_cpu();
  s->model.materials = def->materials;
  s->model.overlap_limit = def->overlap_limit;
  s->model.restitution_error = def->restitution_error;
  s->model.predicted = def->velocity == CAROM_VELOCITY_PREDICTED;
  CAROM_TRY(s->engine->choose(s, def, err));
  CAROM_TRY(carom_groups_create(s, def, err));
  CAROM_TRY(carom_applied_create(s, def, err));
  CAROM_TRY(carom_holds_create(s, def, err));
  s->model.records_forces = def->measured;
  s->model.bonded = def->bonds > 0;
  measure(&s->model, def, of);
  if (of) {
    s->model.population = calloc((size_t)of->materials + 1, sizeof *of->population);
    if (!s->model.population) return no_room(0, err);
    memcpy(s->model.population, of->population, (size_t)of->materials * sizeof *of->population);
  }
  CAROM_TRY(carom_box_create(s, def, err));
  CAROM_TRY(place_particles(s, def, err));
  if (s->model.clumps) carom_clumps_place(s, 0);
  carom_holds_apply(s);
  CAROM_TRY(carom_holds_check_turns(s, err));
  CAROM_TRY(carom_walls_create(s, def, err));
  CAROM_TRY(carom_material_pairs_create(s, def, err));
  CAROM_TRY(carom_periods_check(s, err));
  CAROM_TRY(carom_bonds_create(s, def, err));
  CAROM_TRY(choose_gravity(s, def, err));
  CAROM_TRY(choose_step(s, def, err));
  if (!carom_scene_reserve(s, s->particles.capacity) || !s->engine->resize(s))
    return no_room(def->particles, err);
  CAROM_TRY(carom_scene_begin(s, def->step != CAROM_UNSET && !def->any_step, err));
  carom_box_start(s);
  carom_scene_account(s);
  CAROM_TRY(carom_flow_create(s, def, err));
  return of ? CAROM_OK : carom_flow_run(s, err);
}

static carom_status create(const carom_scene_def *def, const carom_made_for *of,
                           carom_scene **scene, carom_error *err)
{
  carom_scene_def full = *def;
  carom_scene_size *size = carom_sources_sizes(def, &full.sizes);
  carom_scene_particle *with_members = NULL;
  carom_scene *s = calloc(1, sizeof *s);
  full.size = size;
  carom_status status = s && size ? CAROM_OK
                                  : carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  if (status == CAROM_OK && (def->clumps != 0 || carom_clumps_to_come(def))) {
    status = carom_clumps_expand(&full, &s->clumps, &with_members, &full.particles, err);
    full.particle = with_members;
    if (status == CAROM_OK) await_clumps(s, &full);
    s->model.clumps = true;
  }
  if (status == CAROM_OK) status = build(s, &full, of, err);
  free(with_members);
  free(size);
  if (status != CAROM_OK) {
    carom_scene_destroy(s);
    return status;
  }
  *scene = s;
  return CAROM_OK;
}

carom_status carom_scene_create(const carom_scene_def *def, carom_scene **scene, carom_error *err)
{
  if (!scene) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "no place for the scene");
  *scene = NULL;
  CAROM_TRY(carom_arithmetic_check(err));
  CAROM_TRY(carom_scene_check(def, err));
  return create(def, NULL, scene, err);
}

carom_status carom_scene_create_around(const carom_scene_def *def, const carom_made_for *of,
                                       carom_scene **scene, carom_error *err)
{
  *scene = NULL;
  CAROM_TRY(carom_arithmetic_check(err));
  return create(def, of, scene, err);
}

carom_made_for carom_scene_made_for(const carom_scene *s)
{
  return (carom_made_for){.largest = s->model.largest,
                          .smallest = s->model.smallest,
                          .skin = s->model.skin_start,
                          .materials = s->model.materials,
                          .population = s->model.population,
                          .create = carom_scene_create_around};
}

void carom_scene_destroy(carom_scene *s)
{
  if (!s) return;
  if (s->engine) s->engine->destroy(s);
  carom_particles_free(&s->particles);
  carom_contacts_free(&s->contacts);
  carom_clumps_free(&s->clumps);
  carom_walls_destroy(s);
  carom_motion_table_free(&s->model.gravity_table);
  free(s->model.material_pair);
  free(s->model.group);
  free(s->model.material);
  carom_applied_destroy(s);
  carom_box_destroy(&s->box);
  carom_holds_destroy(s);
  free(s->model.material_pair_of);
  free(s->model.population);
  carom_exchange_free(&s->exchange);
  carom_flow_free(&s->flow);
  carom_bonds_free(&s->bonds);
  free(s->view);
  free(s);
}
