/* SPDX-License-Identifier: MIT */
/* Active contacts for reports, with the kinematics of the very kernels that the forces use. */
#include <string.h>

#include "scene/kernels.h"

/* Velocities as the law saw them. Where contacts use mid-step velocities, those of a beginning were
 * shifted back only after the forces: this is undone in the spare rows. */
static const double *velocities_seen(const carom_scene *s)
{
  const carom_particles *p = &s->particles;
  if (!s->half_step_back) return p->contact_velocity;
  for (int64_t i = 0; i < p->count; i++) {
    const double *force = p->force + CAROM_ROW_DOUBLES * i, half = 0.5 * s->model.step;
    double *v = p->spare.contact_velocity + CAROM_ROW_DOUBLES * i;
    memcpy(v, carom_contact_velocity_row(p, i), CAROM_ROW_DOUBLES * sizeof *v);
    for (int k = 0; k < 3; k++) {
      v[k] += half * (force[k] * v[3] + (v[3] > 0 ? s->gravity[k] : 0));
      v[4 + k] += half * (force[4 + k] * p->inv_inertia[i]);
    }
  }
  return p->spare.contact_velocity;
}

/* Contact `c` of a list, whose kinematics are in column i. */
static carom_contact_view view_of(const carom_scene *s, const carom_active_list *list, int64_t c,
                                  const carom_scratch *w, int i)
{
  const uint32_t *pair = s->contacts.pair + 2 * c;
  const bool wall = list->kind == CAROM_PAIR_WALL;
  const bool recorded = s->contacts.traction && s->contacts.recorded_pass == s->cpu.passes;
  const double *history = s->contacts.history + carom_history_offset(&s->model, list, c);
  carom_contact_view view = {.material_pair = list->material_pair,
                             .first = carom_particle(pair[0]),
                             .partner = wall ? carom_wall_partner(carom_face_at(pair[1]))
                                             : carom_particle(pair[1]),
                             .overlap = w->d[i],
                             .approach = w->approach[i],
                             .radius = w->radius[i],
                             .mass = w->mass[i],
                             .arm = w->arm[i],
                             .normal = {w->nx[i], w->ny[i], w->nz[i]},
                             .slip = {w->vx[i], w->vy[i], w->vz[i]},
                             .traction = recorded ? s->contacts.traction + 3 * c : NULL};
  for (int k = 0; k < s->model.history.size; k++)
    view.history[k] = history[carom_history_stride(list) * k];
  return view;
}

/* The wall of a contact, or NULL. */
static const carom_wall *wall_of(const carom_scene *s, const carom_active_list *list, int64_t c)
{
  if (list->kind != CAROM_PAIR_WALL) return NULL;
  return &s->walls.wall[s->walls.face[carom_face_at(s->contacts.pair[2 * c + 1])].wall];
}

/* Kinematics of a group of a list, into the first columns; of wall contacts, those with `wall`. */
static void evaluate_group(const carom_scene *s, int64_t group, const carom_wall *wall,
                           const double *velocity, const carom_kernel_params *params,
                           carom_scratch *w)
{
  const carom_pair_range range = {.position_radius = s->particles.position_radius,
                                  .contact_velocity = velocity,
                                  .pair = s->contacts.pair + 2 * CAROM_LANES * group,
                                  .face = s->walls.face,
                                  .face_row = s->walls.face_row};
  if (wall)
    carom_wall_kinematics(s, &range, 1, wall, params, w);
  else
    s->cpu.kernels->contact_kinematics(&range, 1, params, w);
}

/* Which contacts are visited. */
typedef struct selection {
  bool closed;             /* only these */
  const uint32_t *new_tag; /* only those of a particle that goes; NULL: all */
} selection;

static bool goes(const carom_scene *s, const uint32_t *new_tag, uint32_t body)
{
  return new_tag[s->particles.tag[carom_particle(body)]] == CAROM_GONE;
}

/* The contacts of a group that are visited, as bits. */
static unsigned selected(const carom_scene *s, const carom_active_list *list, int64_t group,
                         int64_t left, const selection *which)
{
  unsigned bits = left < CAROM_LANES ? (1u << left) - 1 : (1u << CAROM_LANES) - 1;
  if (which->closed) bits &= s->contacts.touching[group];
  for (unsigned rest = which->new_tag ? bits : 0; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    const uint32_t *pair = s->contacts.pair + 2 * (CAROM_LANES * group + lane);
    if (!goes(s, which->new_tag, pair[0]) &&
        (list->kind == CAROM_PAIR_WALL || !goes(s, which->new_tag, pair[1])))
      bits &= ~(1u << lane);
  }
  return bits;
}

static void visit_list(const carom_scene *s, const carom_active_list *list, const selection *which,
                       const double *velocity, carom_contact_visitor *visit, void *user)
{
  const carom_material_pair *pair = &s->model.material_pair[list->material_pair];
  carom_scratch *w = s->cpu.scratch[0];
  carom_kernel_params params = carom_kernel_params_of(s);
  params.periodic = list->has_periodic;
  params.margin = pair->reach;
  params.uniform = pair->uniform;
  params.same_radius = pair->same_radius;
  for (int i = 0; i < CAROM_LANES; i++) {
    w->radius[i] = pair->contact.radius;
    w->mass[i] = pair->contact.mass;
  }
  w->size_radius = 0; /* the columns are no longer what the forces have filled in */
  for (int64_t from = 0; from < list->contacts; from += CAROM_LANES) {
    const int64_t group = list->group + from / CAROM_LANES, left = list->contacts - from;
    const unsigned bits = selected(s, list, group, left, which);
    const carom_wall *wall = NULL;
    for (unsigned rest = bits; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      const int64_t contact = CAROM_LANES * group + i;
      const carom_wall *own = wall_of(s, list, contact);
      if (rest == bits || own != wall) evaluate_group(s, group, own, velocity, &params, w);
      wall = own;
      const carom_contact_view view = view_of(s, list, contact, w, i);
      visit(user, &view);
    }
  }
}

void carom_cpu_contacts(carom_scene *s, bool closed, carom_contact_visitor *visit, void *user)
{
  const double *velocity = velocities_seen(s);
  const selection which = {closed, NULL};
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    visit_list(s, &s->contacts.active_list[k], &which, velocity, visit, user);
}

void carom_cpu_contacts_of(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                           void *user)
{
  const double *velocity = velocities_seen(s);
  const selection which = {true, new_tag};
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    visit_list(s, &s->contacts.active_list[k], &which, velocity, visit, user);
}
