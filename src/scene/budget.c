/* SPDX-License-Identifier: MIT */
/* Energy by channel, including what particles bring in and take away. */
#include <string.h>

#include "contact/episode.h"
#include "scene/scene.h"

typedef struct storing {
  const carom_scene *s;
  carom_scene_energy *e;
  double latched; /* of adhesion, what models with a history hold */
} storing;

/* Adds the energy stored in a contact and its plastic losses since it closed. A pair within reach
 * that has not touched again holds its earlier dents and stores nothing. */
static void add_contact(void *user, const carom_contact_view *v)
{
  storing *o = user;
  const carom_material_pair *c = &o->s->model.material_pair[v->material_pair];
  if (v->overlap <= -c->reach) return;
  const carom_contact own = carom_material_pair_contact(c, v->radius, v->mass);
  carom_state state = {{0}};
  memcpy(state.value, v->history + o->s->model.history.normal,
         (size_t)c->contact.law->states * sizeof *state.value);
  const carom_energy held = carom_contact_energy(&own, &state, v->overlap);
  o->e->plastic += c->share * held.plastic;
  if (!carom_contact_has_begun(c, v->history, 1)) return;
  o->e->elastic += c->share * held.stored;
  const carom_footing on = carom_contact_footing(&own, &state, v->overlap, (carom_force){0, 0});
  double *const channel[CAROM_PAIR_STAGES] = {[CAROM_STAGE_TANGENTIAL] = &o->e->tangential,
                                              [CAROM_STAGE_ROLLING] = &o->e->rolling,
                                              [CAROM_STAGE_TWISTING] = &o->e->twisting,
                                              [CAROM_STAGE_ADHESION] = &o->e->adhesion};
  for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
    double history[CAROM_STAGE_HISTORY] = {0};
    memcpy(history, v->history + p->first, (size_t)p->model->numbers * sizeof *history);
    const double kept = c->share * p->model->stored(p->constant, on.overlap, v->radius, history);
    *channel[p->place] += kept;
    if (p->place == CAROM_STAGE_ADHESION && carom_stage_latches(p)) o->latched += kept;
  }
}

/* The sum of m x over unfolded positions. */
static void moment(const carom_scene_view *v, const carom_scene *s, double out[3])
{
  out[0] = out[1] = out[2] = 0;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const carom_scene_grain *g = &v->grain[s->particles.tag[i]];
    if (!(carom_inv_mass(s, i) > 0) || g->clump >= 0) continue;
    for (int k = 0; k < 3; k++)
      out[k] += g->mass * g->position[k];
  }
  carom_clumps_add_moment(s, out);
}

/* Fixed or held particles have no energy in the budget and feel no gravity. */
static double moving_mass(const carom_scene_grain *g)
{
  return g->fixed ? 0 : g->mass;
}

/* The sum of m v at present. */
static void momentum_of(const carom_scene_view *v, const carom_scene *s, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int64_t i = 0; i < v->count; i++)
      if (v->grain[i].clump < 0) out[k] += moving_mass(&v->grain[i]) * v->grain[i].velocity[k];
  }
  for (int64_t i = 0; i < s->clumps.count; i++) {
    const carom_scene_clump_state *c = &s->clumps.view[i];
    for (int k = 0; k < 3 && !c->held; k++)
      out[k] += c->mass * c->velocity[k];
  }
}

/* Energy stored in contacts and bonds. */
static double stored(const carom_scene_energy *e)
{
  return e->elastic + e->tangential + e->rolling + e->twisting + e->adhesion + e->bonds;
}

double carom_budget_stored(carom_scene *s)
{
  carom_scene_energy e = {0};
  storing contacts = {s, &e, 0};
  s->engine->contacts(s, CAROM_CONTACTS_WITHIN, add_contact, &contacts);
  return stored(&e);
}

static double held(const carom_scene_energy *e)
{
  return e->kinetic + e->rotational + e->elastic + e->tangential + e->rolling + e->twisting +
         e->adhesion + e->bodies + e->bonds;
}

/* Springs that appear (sign 1) or disappear (-1) change the stored energy without a loss of their
 * stage. */
static void shift_starts(carom_accounting *a, const carom_scene_energy *e, double latched,
                         double sign)
{
  a->tangential_start += sign * e->tangential;
  a->rolling_start += sign * e->rolling;
  a->twisting_start += sign * e->twisting;
  a->latched_start += sign * latched;
}

/* Work of varying gravity since the middle of the last step. */
static double last_half_step(const carom_scene *s, const carom_scene_view *v)
{
  double work = 0, momentum[3];
  momentum_of(v, s, momentum);
  for (int k = 0; k < 3; k++)
    work += 0.25 * s->model.step * s->gravity[k] * (momentum[k] + s->accounting.momentum_last[k]);
  return work;
}

carom_held carom_budget_held(carom_scene *s)
{
  carom_scene_energy e = {0};
  const carom_scene_view v = carom_scene_sample(s);
  if (!v.grain) return (carom_held){e, 0};
  double now[3];
  storing contacts = {s, &e, 0};
  for (int64_t i = 0; i < s->particles.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    const double mass = moving_mass(g), inertia = 0.4 * mass * g->radius * g->radius;
    if (g->clump >= 0) continue;
    double u[3];
    carom_peculiar_velocity(s, g, u);
    for (int k = 0; k < 3; k++) {
      e.kinetic += 0.5 * mass * u[k] * u[k];
      e.rotational += 0.5 * inertia * g->spin[k] * g->spin[k];
    }
  }
  for (int64_t i = 0; i < s->clumps.count; i++) {
    e.kinetic += carom_clump_kinetic(s, &s->clumps.view[i]);
    e.rotational += carom_clump_rotational(&s->clumps.view[i]);
  }
  s->engine->contacts(s, CAROM_CONTACTS_WITHIN, add_contact, &contacts);
  const carom_block_sums sums = s->engine->sums(s);
  e.plastic += sums.plastic + s->accounting.plastic_left;
  e.viscous = sums.lost[0];
  e.friction = sums.lost[1] - e.tangential + s->accounting.tangential_start;
  e.walls = sums.lost[2];
  e.rolling_loss = sums.lost[3] - e.rolling + s->accounting.rolling_start;
  e.twisting_loss = sums.lost[4] - e.twisting + s->accounting.twisting_start;
  e.adhesion_loss = sums.lost[5] - contacts.latched + s->accounting.latched_start;
  e.gravity = s->accounting.gravity_work;
  if (s->model.gravity_varies) {
    e.gravity += last_half_step(s, &v);
  } else {
    moment(&v, s, now);
    for (int k = 0; k < 3; k++)
      e.gravity += s->gravity[k] * (now[k] - s->accounting.moment_start[k]);
  }
  carom_body_work work;
  e.bodies = carom_bodies_energy(s, &work);
  e.gravity += work.gravity;
  e.walls += work.given;
  e.stops = work.stops;
  for (int k = 0; k < s->model.forces; k++)
    e.applied += carom_scene_force_work(s, k);
  e.bonds = carom_bonds_energy(s, NULL);
  e.bond_damping = s->bonds.lost;
  e.bond_breaking = s->bonds.released;
  e.box = carom_box_work(s);
  e.prescribed = sums.held + s->accounting.held_work + s->accounting.held_now;
  e.entered = s->accounting.entered;
  e.left = s->accounting.left;
  e.residual = held(&e) + e.viscous + e.plastic + e.friction + e.rolling_loss + e.twisting_loss +
               e.adhesion_loss + e.bond_damping + e.bond_breaking + e.stops - e.gravity - e.walls -
               e.applied - e.box - e.prescribed - s->accounting.energy_start + (e.left - e.entered);
  return (carom_held){e, contacts.latched};
}

carom_scene_energy carom_scene_budget(carom_scene *s)
{
  return carom_budget_held(s).energy;
}

/* With varying gravity the first kick is half a step long. */
static void begin_gravity_work(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  carom_accounting *a = &s->accounting;
  momentum_of(&v, s, a->momentum_last);
  for (int k = 0; s->model.gravity_varies && k < 3; k++)
    a->gravity_work -= 0.5 * s->model.step * s->gravity[k] * a->momentum_last[k];
}

/* The first kick begins half a step before the instant from which work is booked (sign -1), or ends
 * at it (1). */
static void book_half_kick(carom_scene *s, double sign)
{
  carom_scene_sample(s);
  for (int k = 0; k < s->model.forces; k++)
    s->accounting.applied_work[k] += sign * s->accounting.applied_now[k];
  s->accounting.held_work += sign * s->accounting.held_now;
  carom_box_book_half(s, sign);
}

void carom_scene_account(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  book_half_kick(s, -1);
  moment(&v, s, s->accounting.moment_start);
  begin_gravity_work(s);
  const carom_held now = carom_budget_held(s);
  const carom_scene_energy e = now.energy;
  s->accounting.energy_start = held(&e) + e.plastic + e.bond_breaking;
  s->accounting.tangential_start = e.tangential;
  s->accounting.rolling_start = e.rolling;
  s->accounting.twisting_start = e.twisting;
  s->accounting.latched_start = now.latched;
}

/* Kinetic energy of a single sphere; that of a clump is returned for its first member. */
static double kinetic(const carom_scene *s, const carom_scene_grain *g, int64_t tag)
{
  const int64_t clump = carom_clump_of(s, tag);
  if (clump >= 0) {
    const carom_scene_clump_state *v = &s->clumps.view[clump];
    return v->first == tag ? carom_clump_kinetic(s, v) + carom_clump_rotational(v) : 0;
  }
  const double mass = moving_mass(g), inertia = 0.4 * mass * g->radius * g->radius;
  double sum = 0, u[3];
  carom_peculiar_velocity(s, g, u);
  for (int k = 0; k < 3; k++)
    sum += 0.5 * mass * u[k] * u[k] + 0.5 * inertia * g->spin[k] * g->spin[k];
  return sum;
}

/* A particle that enters (sign 1) or leaves (-1) changes the sum of m x, from whose motion the work
 * of gravity is computed. */
static void shift_moment(carom_scene *s, const carom_scene_grain *g, int64_t tag, double sign)
{
  const int64_t clump = carom_clump_of(s, tag);
  if (clump >= 0) {
    const carom_scene_clump_state *v = &s->clumps.view[clump];
    for (int k = 0; k < 3 && v->first == tag && !v->held; k++)
      s->accounting.moment_start[k] += sign * v->mass * v->position[k];
    return;
  }
  for (int k = 0; k < 3 && !g->fixed; k++)
    s->accounting.moment_start[k] += sign * g->mass * g->position[k];
}

void carom_budget_leave(carom_scene *s, const uint32_t *new_tag)
{
  const carom_scene_view v = carom_scene_sample(s);
  carom_scene_energy e = {0};
  storing contacts = {s, &e, 0};
  carom_accounting *a = &s->accounting;
  s->engine->contacts_of(s, new_tag, add_contact, &contacts);
  e.bonds = carom_bonds_energy(s, new_tag);
  a->left += stored(&e);
  shift_starts(a, &e, contacts.latched, -1);
  a->plastic_left += e.plastic;
  for (int64_t k = 0; k < v.count; k++) {
    if (new_tag[k] != CAROM_GONE) continue;
    a->left += kinetic(s, &v.grain[k], k);
    shift_moment(s, &v.grain[k], k, -1);
  }
}

void carom_budget_pause(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  if (s->model.gravity_varies) s->accounting.gravity_work += last_half_step(s, &v);
  book_half_kick(s, 1);
}

void carom_budget_resume(carom_scene *s)
{
  if (s->model.gravity_varies) begin_gravity_work(s);
  book_half_kick(s, -1);
}

void carom_budget_enter(carom_scene *s, int64_t first, const uint32_t *touching)
{
  const carom_scene_view v = carom_scene_sample(s);
  carom_scene_energy e = {0};
  storing contacts = {s, &e, 0};
  carom_accounting *a = &s->accounting;
  if (touching) s->engine->contacts_of(s, touching, add_contact, &contacts);
  a->entered += stored(&e) + e.plastic;
  shift_starts(a, &e, contacts.latched, 1);
  for (int64_t k = first; k < v.count; k++) {
    a->entered += kinetic(s, &v.grain[k], k);
    shift_moment(s, &v.grain[k], k, 1);
  }
}

void carom_budget_settle_gravity(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  carom_accounting *a = &s->accounting;
  double now[3];
  moment(&v, s, now);
  for (int k = 0; k < 3; k++) {
    if (!s->model.gravity_varies) a->gravity_work += s->gravity[k] * (now[k] - a->moment_start[k]);
    a->moment_start[k] = now[k];
  }
}

void carom_budget_continue(carom_scene *s, const carom_held *then)
{
  const carom_scene_energy *const before = &then->energy;
  carom_accounting *a = &s->accounting;
  const carom_scene_view v = carom_scene_sample(s);
  moment(&v, s, a->moment_start);
  const carom_held since = carom_budget_held(s);
  carom_scene_energy now = since.energy;
  if (s->model.holds > 0) /* otherwise nothing does work, and no state stores it */
    a->held_work += before->prescribed + held(&now) - held(before) - now.prescribed;
  a->plastic_left += before->plastic - now.plastic;
  now.tangential -= before->tangential;
  now.rolling -= before->rolling;
  now.twisting -= before->twisting;
  shift_starts(a, &now, since.latched - then->latched, 1);
}

typedef struct of_wall {
  storing contacts;
  int wall;
  double recalled; /* plastic work of dents of before, which the sum of closed episodes has lent */
} of_wall;

/* The plastic work of the dent that a pair had when it was listed. */
static double recalled_by(const carom_scene *s, const carom_contact_view *v)
{
  const carom_material_pair *c = &s->model.material_pair[v->material_pair];
  double history[CAROM_HISTORY_MOST] = {0};
  carom_state state = {{0}};
  if (!c->keeps_memory || s->contacts.dents.count == 0) return 0;
  carom_memory_recall(s, v->first, v->partner, history);
  if (!carom_memory_dented(s, history)) return 0;
  const carom_contact own = carom_material_pair_contact(c, v->radius, v->mass);
  memcpy(state.value, history + s->model.history.normal,
         (size_t)c->contact.law->states * sizeof *state.value);
  return c->share * carom_episode_leave(&own, &state);
}

static void add_contact_with(void *user, const carom_contact_view *v)
{
  of_wall *o = user;
  const carom_scene *s = o->contacts.s;
  if (!carom_partner_is_wall(v->partner) ||
      s->walls.face[carom_partner_face(v->partner)].wall != o->wall)
    return;
  add_contact(&o->contacts, v);
  o->recalled += recalled_by(s, v);
}

/* Plastic losses are booked when contacts end. */
void carom_budget_wall(carom_scene *s, int wall, int sign)
{
  carom_scene_energy e = {0};
  of_wall o = {{s, &e, 0}, wall, 0};
  s->engine->contacts(s, CAROM_CONTACTS_WITHIN, add_contact_with, &o);
  shift_starts(&s->accounting, &e, o.contacts.latched, sign);
  s->accounting.body.given += sign * (stored(&e) + (sign > 0 ? e.plastic - o.recalled : 0));
}

typedef struct of_replaced {
  storing contacts;
  double booked; /* plastic work that will be booked when their contacts end */
} of_replaced;

static void add_replaced(void *user, const carom_contact_view *v)
{
  of_replaced *o = user;
  const carom_scene *s = o->contacts.s;
  const carom_material_pair *c = &s->model.material_pair[v->material_pair];
  double history[CAROM_HISTORY_MOST];
  if (carom_partner_is_wall(v->partner) || !carom_bonds_replace(s, v->first, v->partner)) return;
  add_contact(&o->contacts, v);
  memcpy(history, v->history, sizeof history);
  o->booked += c->share * carom_memory_end(s, c, v->first, v->partner, history);
}

void carom_budget_replaced(carom_scene *s)
{
  carom_scene_energy e = {0};
  of_replaced o = {{s, &e, 0}, 0};
  s->engine->contacts(s, CAROM_CONTACTS_WITHIN, add_replaced, &o);
  shift_starts(&s->accounting, &e, o.contacts.latched, -1);
  s->bonds.released += stored(&e) + e.plastic - o.booked;
}
