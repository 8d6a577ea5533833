/* SPDX-License-Identifier: MIT */
/* Ordinary contacts of bonded particles, for kinds whose bonds replace them: left off the active
 * lists while the bond is intact, and on them from the pass in which it breaks. Their pairs stay on
 * the neighbour list, so a breaking bond only costs new active lists of one block. The energy of
 * such a contact goes and comes with the bond. */
#include <string.h>

#include "law_base.h"
#include "scene/scene.h"

bool carom_bond_replaces(const carom_bonds *bonds, const carom_bond *b)
{
  return bonds->kind[b->kind].contact == CAROM_BOND_CONTACT_AFTER;
}

bool carom_bonds_replace(const carom_scene *s, uint32_t i, uint32_t j)
{
  const carom_bonds *b = &s->bonds;
  for (uint32_t k = b->start[i]; k < b->start[i + 1]; k++) {
    const uint32_t number = b->end[k] >> 1, other = ~b->end[k] & 1;
    if (b->body[number][other] == j && b->bond[number].state == CAROM_BOND_WHOLE)
      return carom_bond_replaces(b, &b->bond[number]);
  }
  return false;
}

/* Energy of adhesion models at this overlap; *latched: of those with a history. */
static double adhesion_at(const carom_material_pair *c, double overlap, double radius,
                          double *latched)
{
  double sum = 0;
  for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
    const carom_stage_input in = {.d = overlap, .radius = radius};
    double history[CAROM_STAGE_HISTORY] = {0};
    carom_stage_output out = {.pull = 0};
    if (p->place != CAROM_STAGE_ADHESION) continue;
    p->model->apply(p->constant, &in, history, &out);
    const double held = p->model->stored(p->constant, overlap, radius, history);
    sum += held;
    if (carom_stage_latches(p)) *latched += held;
  }
  return sum;
}

/* Overlap and approach speed of two particles `time` ago. */
static double overlap_before(const carom_scene *s, uint32_t i, uint32_t j, double time,
                             double *approach)
{
  const double *u = carom_half_velocity_row(&s->particles, i),
               *v = carom_half_velocity_row(&s->particles, j);
  double apart[3], velocity[3], closing = 0;
  carom_bond_between(s, i, j, u, v, apart, velocity);
  for (int k = 0; k < 3; k++) {
    apart[k] -= time * velocity[k];
    closing -= apart[k] * velocity[k];
  }
  const double distance = CAROM_SQRT(carom_dot(apart, apart));
  *approach = distance > 0 ? closing / distance : 0;
  return carom_position_of(s, i)[3] + carom_position_of(s, j)[3] - distance;
}

carom_bond_given carom_bond_gives(const carom_scene *s, int64_t number, double time)
{
  const uint32_t *body = s->bonds.body[number];
  const uint32_t i = body[0] < body[1] ? body[0] : body[1];
  const uint32_t j = body[0] < body[1] ? body[1] : body[0];
  const carom_bond_given none = {0, 0};
  if (!carom_bond_replaces(&s->bonds, &s->bonds.bond[number])) return none;
  if (!(carom_inv_mass(s, i) + carom_inv_mass(s, j) > 0)) return none; /* held ones do not touch */
  const carom_material_pair *c = &s->model.material_pair[carom_material_pair_between(s, i, j)];
  double approach, row[CAROM_HISTORY_MOST] = {0}, returned = 0, latched = 0;
  const double overlap = overlap_before(s, i, j, time, &approach);
  if (!(overlap > -c->reach)) return none;
  const carom_contact own = carom_contact_of_rows(c, carom_contact_velocity_of(s, i),
                                                  carom_contact_velocity_of(s, j));
  double *numbers = row + s->model.history.normal;
  carom_state state = carom_contact_virgin(&own);
  if (c->keeps_memory && s->contacts.dents.count > 0) carom_memory_recall(s, i, j, row);
  if (c->episode) {
    returned = carom_memory_begin(c, &own, approach, numbers);
    memcpy(state.value, numbers, (size_t)own.law->states * sizeof *numbers);
    carom_contact_commit(&own, &state, overlap);
  }
  const carom_energy held = carom_contact_energy(&own, &state, overlap);
  const double adhesion = adhesion_at(c, overlap, own.radius, &latched);
  return (carom_bond_given){held.stored + held.plastic - returned + adhesion, latched};
}

void carom_bonds_list_broken(carom_scene *s, int64_t from, int64_t to)
{
  const carom_bonds *b = &s->bonds;
  for (int64_t k = from; k < to; k++) {
    const uint32_t *body = b->body[k];
    if (b->bond[k].state == CAROM_BOND_WHOLE || b->bond[k].state == CAROM_BOND_REMOVED ||
        b->bond[k].broken_at != carom_scene_time(s) || !carom_bond_replaces(b, &b->bond[k]))
      continue;
    const uint32_t first = body[0] < body[1] ? body[0] : body[1];
    s->cpu.domain_block[carom_block_of(s, first)].stale = 1;
  }
}

double carom_bond_gave_way(const carom_scene *s, int64_t a, int64_t b)
{
  const carom_bonds *all = &s->bonds;
  double last = CAROM_UNSET;
  for (int64_t k = 0; k < all->count; k++) {
    const carom_bond *one = &all->bond[k];
    const bool pair = (one->tag[0] == a && one->tag[1] == b) ||
                      (one->tag[0] == b && one->tag[1] == a);
    const bool broke = one->state == CAROM_BOND_BROKEN_TENSION ||
                       one->state == CAROM_BOND_BROKEN_SHEAR;
    if (pair && broke && carom_bond_replaces(all, one)) last = one->broken_at;
  }
  return last;
}
