/* SPDX-License-Identifier: MIT */
/* Particles that come and go. */
#include "scene/exchange.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/fields.h"
#include "scene/populations.h"
#include "scene/holds.h"
#include "scene/scene.h"

/* Room for more than `count`, so that a growing or varying number rarely needs new memory. */
static int64_t roomy(int64_t count)
{
  return count + count / 2 + 64;
}

bool carom_scene_reserve(carom_scene *s, int64_t capacity)
{
  if (capacity > s->view_capacity) {
    carom_scene_grain *view = calloc((size_t)capacity, sizeof *view);
    if (!view) return false;
    free(s->view);
    s->view = view;
    s->view_valid = false;
    s->view_capacity = capacity;
  }
  return carom_particles_reserve(&s->particles, &s->model, capacity);
}

bool carom_exchange_open(carom_scene *s)
{
  carom_exchange *x = &s->exchange;
  if (s->particles.count > x->new_tag_capacity &&
      !carom_reserve(&x->new_tag, &x->new_tag_capacity, roomy(s->particles.count),
                     sizeof *x->new_tag))
    return false;
  if (s->particles.count) memset(x->new_tag, 0, (size_t)s->particles.count * sizeof *x->new_tag);
  x->leaving = x->entered = 0;
  s->clumps.entered = 0;
  x->may_touch = false;
  return true;
}

/* Removes a whole clump if the particle is a member. */
void carom_exchange_remove(carom_scene *s, int64_t tag)
{
  carom_exchange *x = &s->exchange;
  const int64_t number = carom_clump_of(s, tag);
  const carom_clump *clump = number < 0 ? NULL : &s->clumps.clump[number];
  const int64_t first = clump ? clump->first : tag;
  const int64_t end = clump ? first + s->clumps.shape[clump->shape].members : tag + 1;
  for (int64_t k = first; k < end; k++) {
    x->leaving += x->new_tag[k] != CAROM_GONE;
    x->new_tag[k] = CAROM_GONE;
  }
}

bool carom_exchange_add(carom_scene *s, const carom_scene_particle *p)
{
  carom_exchange *x = &s->exchange;
  if (x->entered == x->entering_capacity) {
    const int64_t room = roomy(x->entered);
    carom_scene_particle *more = realloc(x->entering, (size_t)room * sizeof *more);
    if (!more) return false;
    x->entering = more;
    x->entering_capacity = room;
  }
  x->entering[x->entered++] = *p;
  return true;
}

void carom_exchange_free(carom_exchange *x)
{
  free(x->new_tag);
  free(x->entering);
  *x = (carom_exchange){.new_tag = NULL};
}

void carom_scene_take_velocities(carom_scene *s)
{
  carom_bodies_pause(s);
  const carom_scene_view v = carom_scene_sample(s);
  for (int64_t i = 0; i < s->particles.count; i++) {
    const carom_scene_grain *g = &v.grain[s->particles.tag[i]];
    double *row[] = {carom_contact_velocity_of(s, i), carom_half_velocity_row(&s->particles, i)};
    for (int k = 0; k < 2; k++) {
      memcpy(row[k], g->velocity, sizeof g->velocity);
      memcpy(row[k] + 4, g->spin, sizeof g->spin);
    }
    if (s->box.deforms) memcpy(carom_position_of(s, i), g->position, sizeof g->position);
  }
  carom_clumps_take_velocities(s);
  s->view_valid = false;
}

/* Removes the particles that leave and closes the gaps. */
static bool let_go(carom_scene *s)
{
  carom_exchange *x = &s->exchange;
  uint32_t next = 0;
  for (int64_t k = 0; k < s->particles.count; k++)
    if (x->new_tag[k] != CAROM_GONE) x->new_tag[k] = next++;
  if (!s->engine->set_aside(s, x->new_tag)) return false;
  if (x->leaving == 0) return true;
  carom_memory_renumber(s, x->new_tag);
  carom_bonds_renumber(s, x->new_tag);
  carom_clumps_renumber(s, x->new_tag);
  carom_particles_close_up(&s->particles, x->new_tag, next);
  return true;
}

static bool let_in(carom_scene *s)
{
  carom_exchange *x = &s->exchange;
  const int64_t count = s->particles.count + x->entered;
  const int64_t first = s->particles.count;
  if (count > s->particles.capacity && !carom_scene_reserve(s, roomy(count))) return false;
  if (!carom_clumps_make_room(s)) return false;
  for (int64_t k = 0; k < x->entered; k++) {
    carom_scene_place(&s->particles, &x->entering[k], x->entering[k].mass);
    carom_groups_assign(s, s->particles.count - 1);
    if (s->model.holds > 0) carom_holds_apply_to(s, s->particles.count - 1);
    if (x->entering[k].id >= s->next_id) s->next_id = (uint64_t)x->entering[k].id + 1;
  }
  carom_clumps_enter(s, first);
  if (s->model.holds > 0 && s->model.clumps) carom_holds_apply(s); /* clumps as a whole */
  return true;
}

/* Books the entered particles, with their contacts if they may have any at once. */
static carom_status book_entered(carom_scene *s, int64_t first)
{
  carom_exchange *x = &s->exchange;
  const bool touch = x->may_touch || s->model.reach > 0;
  if (x->entered == 0) return CAROM_OK;
  if (touch) {
    if (!carom_exchange_open(s)) return CAROM_ERR_MEMORY;
    memset(x->new_tag + first, 0xff, (size_t)(s->particles.count - first) * sizeof *x->new_tag);
  }
  carom_budget_enter(s, first, touch ? x->new_tag : NULL);
  return CAROM_OK;
}

static carom_status commit(carom_scene *s, carom_error *err)
{
  carom_exchange *x = &s->exchange;
  carom_budget_pause(s);
  if (x->leaving > 0) carom_budget_leave(s, x->new_tag);
  carom_scene_take_velocities(s);
  bool room = let_go(s);
  const int64_t first = s->particles.count;
  room = room && let_in(s) && s->engine->resize(s);
  if (!room)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene",
                      "there is no memory for %" PRId64 " particles", first + x->entered);
  CAROM_TRY(carom_scene_begin(s, false, err));
  if (book_entered(s, first) != CAROM_OK)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  carom_budget_resume(s);
  return CAROM_OK;
}

carom_status carom_exchange_commit(carom_scene *s, carom_error *err)
{
  const carom_exchange *x = &s->exchange;
  const int64_t room = CAROM_SCENE_PARTICLES_MAX - s->particles.count;
  if (x->leaving == 0 && x->entered == 0) return CAROM_OK;
  if (x->entered > room || x->entered > UINT32_MAX - s->particles.entered)
    return carom_fail(err, CAROM_ERR_RANGE, "particles",
                      "a scene has at most %d particles, and %lu in its whole time",
                      CAROM_SCENE_PARTICLES_MAX, (unsigned long)UINT32_MAX);
  const carom_status status = commit(s, err);
  if (status == CAROM_ERR_MEMORY) s->engine->clear_lists(s);
  s->stopped = status;
  return status;
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

/* Have contacts been prepared between this particle's material and all that it may meet? */
static bool foreseen(const carom_scene *s, const carom_scene_particle *p)
{
  const carom_model *m = &s->model;
  const int *pair = m->material_pair_of;
  for (int other = 0; other < m->materials; other++)
    if (m->population[other].count > 0 && !(p->fixed && m->population[other].moving == 0) &&
        pair[p->material * m->materials + other] < 0)
      return false;
  for (int w = 0; !p->fixed && w < s->walls.count; w++)
    if (pair[(m->materials + p->material) * m->materials + s->walls.wall[w].material] < 0)
      return false;
  return m->population[p->material].count > 0;
}

/* Checks a particle that enters later, and sets its mass. */
static carom_status check(const carom_scene *s, carom_scene_particle *p, const char *where,
                          carom_error *err)
{
  const carom_fields fields = carom_scene_particle_fields();
  if (!finite3(p->position) || !finite3(p->velocity) || !finite3(p->spin))
    return carom_fail(err, CAROM_ERR_RANGE, where, "position, velocity and spin must be numbers");
  CAROM_TRY(carom_field_check(&fields.field[0], p->radius, where, err));
  CAROM_TRY(carom_field_check(&fields.field[1], p->mass, where, err));
  if (p->material < 0 || p->material >= s->model.materials)
    return carom_fail(err, CAROM_ERR_RANGE, where, "there is no material %d", p->material);
  if (p->fixed && s->box.deforms)
    return carom_fail(err, CAROM_ERR_CONFLICT, where, "a box that deforms has no fixed particles");
  const carom_population *all = &s->model.population[p->material];
  const carom_material material = {.density = all->density};
  if (p->mass == CAROM_UNSET && all->density == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "its mass follows from the density of its material, which is not given; give "
                      "a mass");
  if (p->mass == CAROM_UNSET) p->mass = carom_sphere_mass(&material, p->radius);
  const double inv_mass = p->fixed ? 0 : 1 / p->mass;
  if (!foreseen(s, p) || p->radius < all->small || p->radius > all->large ||
      inv_mass < all->least || inv_mass > all->most)
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "a sphere of radius %g m and mass %g kg is outside what the scene was made "
                      "for; declare the sizes of its material in the definition",
                      p->radius, p->mass);
  for (int k = 0; k < 3; k++)
    if (!s->model.periodic[k] &&
        !(p->position[k] >= s->model.low[k] && p->position[k] <= s->model.high[k]))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "it is outside the domain: %g m is not in [%g, %g] m", p->position[k],
                        s->model.low[k], s->model.high[k]);
  return CAROM_OK;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "particles", "no memory for the particles");
}

carom_status carom_scene_add_particles(carom_scene *s, const carom_scene_particle *particle,
                                       int64_t count, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  if (count < 0 || (count > 0 && !particle))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "particle", "there are no particles to add");
  if (!carom_exchange_open(s)) return no_memory(err);
  s->exchange.may_touch = true;
  for (int64_t i = 0; i < count; i++) {
    carom_scene_particle one = particle[i];
    char where[48];
    snprintf(where, sizeof where, "particle[%" PRId64 "]", i);
    CAROM_TRY(check(s, &one, where, err));
    if (!carom_exchange_add(s, &one)) return no_memory(err);
  }
  return carom_exchange_commit(s, err);
}

carom_status carom_scene_remove_particles(carom_scene *s, const int64_t *number, int64_t count,
                                          carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  if (count < 0 || (count > 0 && !number))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "number", "there are no particles to remove");
  if (!carom_exchange_open(s)) return no_memory(err);
  for (int64_t i = 0; i < count; i++) {
    if (number[i] < 0 || number[i] >= s->particles.count)
      return carom_fail(err, CAROM_ERR_RANGE, "number", "there is no particle %" PRId64, number[i]);
    carom_exchange_remove(s, number[i]);
  }
  return carom_exchange_commit(s, err);
}
