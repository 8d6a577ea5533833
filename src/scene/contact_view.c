/* SPDX-License-Identifier: MIT */
/* Active contacts for reports, with kinematics from the same kernels that the forces use. */
#include <string.h>

#include "scene/applied.h"
#include "scene/kernels.h"

/* Restores the velocities that the law saw. Where contacts use mid-step velocities, those of a
 * beginning were shifted back only after the forces; this is undone in the spare rows. */
static void shift_forth(const carom_scene *s)
{
  const carom_particles *p = &s->particles;
  if (!s->half_step_back) return;
  for (int64_t i = 0; i < p->count; i++) {
    const double half = 0.5 * s->model.step;
    double force[CAROM_ROW_DOUBLES];
    memcpy(force, p->force + CAROM_ROW_DOUBLES * i, sizeof force);
    if (s->model.forces > 0)
      carom_applied_add(s, i, half, carom_contact_velocity_row(p, i), force, NULL);
    double *v = p->spare.contact_velocity + CAROM_ROW_DOUBLES * i;
    memcpy(v, carom_contact_velocity_row(p, i), CAROM_ROW_DOUBLES * sizeof *v);
    if (p->clump && p->clump[i]) continue;
    for (int k = 0; k < 3; k++) {
      v[k] += half * (force[k] * v[3] + (v[3] > 0 ? s->gravity[k] : 0));
      v[4 + k] += half * (force[4 + k] * p->inv_inertia[i]);
    }
  }
  if (s->model.clumps) carom_clumps_show(s, p->spare.contact_velocity);
}

static const double *velocities_seen(const carom_scene *s)
{
  return s->half_step_back ? s->particles.spare.contact_velocity : s->particles.contact_velocity;
}

/* Where the recorded forces and the histories of a list are. */
typedef struct seen_list {
  const carom_active_list *list;
  const double *applied, *traction; /* NULL: not recorded */
  int numbers, stride;              /* numbers per history; 0 if histories are not read */
} seen_list;

static seen_list seen_of(const carom_scene *s, const carom_active_list *list, bool lean)
{
  const bool recorded = s->contacts.recorded_pass == s->cpu.passes;
  return (seen_list){.list = list,
                     .applied = recorded ? s->contacts.applied : NULL,
                     .traction = recorded ? s->contacts.traction : NULL,
                     .numbers = lean ? 0 : s->model.history.size,
                     .stride = carom_history_stride(list)};
}

/* Fills the view of contact `c` of a list, whose kinematics are in column i. */
static void view_of(const carom_scene *s, const seen_list *seen, int64_t c, const carom_scratch *w,
                    int i, carom_contact_view *view)
{
  const uint32_t *pair = s->contacts.pair + 2 * c;
  const bool wall = seen->list->kind == CAROM_PAIR_WALL;
  view->first = carom_particle(pair[0]);
  view->partner = wall ? carom_wall_partner(carom_face_at(pair[1])) : carom_particle(pair[1]);
  view->overlap = w->d[i];
  view->approach = w->approach[i];
  view->radius = w->radius[i];
  view->mass = w->mass[i];
  view->arm = w->arm[i];
  view->normal[0] = w->nx[i], view->normal[1] = w->ny[i], view->normal[2] = w->nz[i];
  view->slip[0] = w->vx[i], view->slip[1] = w->vy[i], view->slip[2] = w->vz[i];
  view->applied = seen->applied ? seen->applied + 3 * c : NULL;
  view->traction = seen->traction ? seen->traction + 3 * c : NULL;
  if (seen->numbers == 0) return;
  const double *history = s->contacts.history + carom_history_offset(&s->model, seen->list, c);
  for (int k = 0; k < seen->numbers; k++)
    view->history[k] = history[seen->stride * k];
}

/* The wall of a wall contact. */
static const carom_wall *wall_of(const carom_scene *s, int64_t c)
{
  return &s->walls.wall[s->walls.face[carom_face_at(s->contacts.pair[2 * c + 1])].wall];
}

/* Computes the kinematics of a group of a list into the first columns; of wall contacts, those with
 * `wall`. */
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

/* Selects contacts to visit, and the visitors. */
typedef struct selection {
  carom_contact_choice of;
  const uint32_t *new_tag;    /* only contacts of a particle that leaves; NULL: all */
  bool lean;                  /* forces were recorded, so no histories are needed to find them */
  carom_group_visitor *group; /* visits groups of pairs with recorded forces; may be NULL */
  carom_contact_visitor *visit;
  void *user;
} selection;

static bool goes(const carom_scene *s, const uint32_t *new_tag, uint32_t body)
{
  return new_tag[s->particles.tag[carom_particle(body)]] == CAROM_GONE;
}

unsigned carom_begun_contacts(const carom_scene *s, const carom_active_list *list, int64_t group,
                              unsigned bits)
{
  const carom_material_pair *pair = &s->model.material_pair[list->material_pair];
  const int stride = carom_history_stride(list);
  for (unsigned rest = pair->latches > 0 ? bits : 0; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    const double *history = s->contacts.history +
                            carom_history_offset(&s->model, list, CAROM_LANES * group + lane);
    if (!carom_contact_has_begun(pair, history, stride)) bits &= ~(1u << lane);
  }
  return bits;
}

/* Bits of the contacts of a group that are visited. */
static unsigned selected(const carom_scene *s, const carom_active_list *list, int64_t group,
                         int64_t left, const selection *which)
{
  unsigned bits = left < CAROM_LANES ? (1u << left) - 1 : (1u << CAROM_LANES) - 1;
  if (which->of != CAROM_CONTACTS_ACTIVE) bits &= s->contacts.touching[group];
  if (which->of == CAROM_CONTACTS_CLOSED) bits = carom_begun_contacts(s, list, group, bits);
  for (unsigned rest = which->new_tag ? bits : 0; rest; rest &= rest - 1) {
    const unsigned lane = (unsigned)__builtin_ctz(rest);
    const uint32_t *pair = s->contacts.pair + 2 * (CAROM_LANES * group + lane);
    if (!goes(s, which->new_tag, pair[0]) &&
        (list->kind == CAROM_PAIR_WALL || !goes(s, which->new_tag, pair[1])))
      bits &= ~(1u << lane);
  }
  return bits;
}

/* Offers the contacts in the first columns to the group visitor; returns the bits of those left to
 * be visited one by one. */
static unsigned left_over(const carom_scene *s, const seen_list *seen, int64_t group,
                          const carom_scratch *w, unsigned bits, const selection *which)
{
  const int64_t from = CAROM_LANES * group;
  if (!which->group || !seen->applied) return bits;
  const carom_contact_group all = {.material_pair = seen->list->material_pair,
                                   .closed = bits,
                                   .body = s->contacts.pair + 2 * from,
                                   .overlap = w->d,
                                   .normal = {w->nx, w->ny, w->nz},
                                   .force = seen->applied + 3 * from};
  return which->group(which->user, &all);
}

static void visit_list(const carom_scene *s, carom_scratch *w, const carom_active_list *list,
                       const selection *which)
{
  const carom_material_pair *pair = &s->model.material_pair[list->material_pair];
  const double *velocity = velocities_seen(s);
  const seen_list seen = seen_of(s, list, which->lean);
  const bool walls = list->kind == CAROM_PAIR_WALL;
  carom_contact_view view = {.material_pair = list->material_pair};
  carom_kernel_params params = carom_kernel_params_of(s);
  params.periodic = list->has_periodic;
  params.margin = pair->reach;
  params.uniform = pair->uniform;
  params.same_radius = pair->same_radius;
  for (int i = 0; i < CAROM_LANES; i++) {
    w->radius[i] = pair->contact.radius;
    w->mass[i] = pair->contact.mass;
  }
  w->size_radius = 0; /* the columns no longer hold what the forces have filled in */
  for (int64_t from = 0; from < list->contacts; from += CAROM_LANES) {
    const int64_t group = list->group + from / CAROM_LANES, left = list->contacts - from;
    unsigned bits = selected(s, list, group, left, which);
    if (bits && !walls) {
      evaluate_group(s, group, NULL, velocity, &params, w);
      bits = left_over(s, &seen, group, w, bits, which);
    }
    const carom_wall *wall = NULL;
    for (unsigned rest = bits; rest; rest &= rest - 1) {
      const int i = __builtin_ctz(rest);
      const int64_t contact = CAROM_LANES * group + i;
      if (walls) {
        const carom_wall *own = wall_of(s, contact);
        if (own != wall) evaluate_group(s, group, own, velocity, &params, w);
        wall = own;
      }
      view_of(s, &seen, contact, w, i, &view);
      which->visit(which->user, &view);
    }
  }
}

void carom_cpu_contacts(carom_scene *s, carom_contact_choice of, carom_contact_visitor *visit,
                        void *user)
{
  const selection which = {.of = of, .visit = visit, .user = user};
  shift_forth(s);
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    visit_list(s, s->cpu.scratch[0], &s->contacts.active_list[k], &which);
}

void carom_cpu_contacts_of(carom_scene *s, const uint32_t *new_tag, carom_contact_visitor *visit,
                           void *user)
{
  const selection which = {
      .of = CAROM_CONTACTS_WITHIN, .new_tag = new_tag, .visit = visit, .user = user};
  shift_forth(s);
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    visit_list(s, s->cpu.scratch[0], &s->contacts.active_list[k], &which);
}

typedef struct each {
  carom_scene *s;
  carom_block_visitor *visit;
  void *user;
} each;

static void visit_block(void *user, int worker, int64_t b)
{
  const each *o = user;
  const carom_block_range block = {worker, b, carom_block_start(o->s, b), carom_block_end(o->s, b)};
  o->visit(o->user, o->s, &block);
}

void carom_cpu_each_block(carom_scene *s, carom_block_visitor *visit, void *user)
{
  each o = {s, visit, user};
  shift_forth(s);
  carom_pool_run(s->cpu.pool, s->cpu.blocks, visit_block, &o);
}

void carom_cpu_block_contacts(carom_scene *s, const carom_block_range *block,
                              carom_group_visitor *group, carom_contact_visitor *visit, void *user)
{
  const carom_domain_block *p = &s->cpu.domain_block[block->index];
  const bool recorded = s->contacts.applied && s->contacts.recorded_pass == s->cpu.passes;
  const selection which = {
      .of = CAROM_CONTACTS_CLOSED, .lean = recorded, .group = group, .visit = visit, .user = user};
  for (int64_t k = 2 * p->pair_bin; k < 2 * (p->pair_bin + p->pair_bins); k++)
    visit_list(s, s->cpu.scratch[block->worker], &s->contacts.active_list[k], &which);
}

void carom_cpu_extent(const carom_scene *s, int64_t *blocks, int *workers)
{
  *blocks = s->cpu.blocks;
  *workers = s->cpu.workers;
}
