/* SPDX-License-Identifier: MIT */
/* Advancing and inspecting a chain. */
#include "chain/stepped.h"

#include "core/error.h"

int carom_chain_number(const carom_chain *c, const carom_link *l)
{
  if (l->left == CAROM_WALL) return CAROM_LEFT_WALL;
  return l->right == CAROM_WALL ? CAROM_RIGHT_WALL : (int)(l - c->link);
}

static void switch_link(carom_chain *c, carom_link *l)
{
  const double d = carom_link_overlap(l, c->in.y), v = carom_link_approach(l, c->in.y + c->beads);
  const bool was_open = l->regime.open;
  carom_regime_switch(&l->regime, d, v);
  if (l->regime.open == was_open) return;
  if (was_open) {
    l->peak.touches++;
    carom_encounters_begin(&l->met, &l->contact, v);
  } else {
    carom_encounters_end(&l->met);
  }
  if (c->contact_callback)
    c->contact_callback(c->callback_user, carom_chain_number(c, l), c->in.t, v, was_open);
}

/* Contacts whose guards fired change their regime; all others are left alone. */
static void switch_links(carom_chain *c)
{
  for (int k = 0; k < c->links; k++) {
    carom_link *l = &c->link[k];
    bool fired = false;
    for (int g = 0; g < carom_regime_guards(&l->contact); g++)
      fired |= carom_integrator_fired(&c->in, l->guard + g);
    if (fired) switch_link(c, l);
  }
}

static void call_sampler(carom_chain *c)
{
  while (c->sampler && c->next <= c->in.t) {
    carom_integrator_interpolate(&c->in, c->next, c->sample);
    c->sampler(c->user, c->next, c->sample, c->sample + c->beads);
    c->next = c->sampled_from + c->every * (double)++c->recorded;
  }
}

/* The next corner of any drive: the right-hand side is smooth up to there. */
static double next_corner(const carom_chain *c, double until)
{
  for (int k = 0; k < c->drives; k++) {
    const double corner = carom_drive_corner(&c->drive[k].velocity, c->in.t);
    until = corner < until ? corner : until;
  }
  return until;
}

static carom_status failure(const carom_chain *c, carom_error *err)
{
  static const char *const why[] = {[CAROM_FAILURE_NONE] = "no reason",
                                    [CAROM_FAILURE_STEP] = "the step became too small",
                                    [CAROM_FAILURE_NOT_FINITE] = "a value is not finite",
                                    [CAROM_FAILURE_LIMIT] = "too many steps",
                                    [CAROM_FAILURE_CORRECTOR] = "the corrector does not converge"};
  const bool fixed = c->in.stepping.fixed_step > 0;
  return carom_fail(err, CAROM_ERR_DIVERGED, fixed ? "run.step" : "chain",
                    "the integration stopped at t = %g s (%s); %s", c->in.t, why[c->in.failure],
                    fixed ? "take a shorter step" : "try a coarser tolerance");
}

/* Takes whole steps up to the one that ends nearest to `until`, as long chains do. */
static carom_status walk(carom_chain *c, double until, carom_error *err)
{
  while (c->in.t + 0.5 * c->step < until) {
    /* Not accumulated, so it does not drift. */
    const double target = c->step * (double)(c->in.steps + 1);
    if (carom_integrator_advance(&c->in, target) == CAROM_STEP_FAILED) return failure(c, err);
    call_sampler(c);
    carom_chain_end_step(c);
  }
  return CAROM_OK;
}

/* The number of steps that can be taken in one pass, until the next sample or the last step. */
static int steps_in_one(const carom_chain *c, double until)
{
  const double h = c->stepped->step;
  int n = 1;
  while (n < CAROM_STEPS_IN_ONE && !c->stepped->pushes) {
    /* Middle of the step that follows. */
    const double middle = h * (double)(c->in.steps + n) + 0.5 * h;
    if (!(middle < until) || (c->sampler && c->next < middle)) break;
    n++;
  }
  return n;
}

static carom_status not_finite(const carom_chain *c, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_DIVERGED, "run.step",
                    "a velocity is no longer finite at t = %g s; take a shorter step", c->in.t);
}

/* Checks the interior as well, from which a divergence may start; the ends are checked after every
 * step. */
static bool is_finite(const carom_stepped *s)
{
  double sum = 0;
  for (int j = 1; j <= s->active; j++)
    sum += s->at.v[j] * s->at.v[j] + s->at.u[j] * s->at.u[j];
  return sum - sum == 0;
}

/* Takes whole steps up to the one that ends nearest to `until`. */
static carom_status step_on(carom_chain *c, double until, carom_error *err)
{
  const carom_stepped *s = c->stepped;
  while (c->in.t + 0.5 * s->step < until) {
    carom_stepped_advance(c, steps_in_one(c, until));
    if (!(s->at.v[1] - s->at.v[1] == 0 && s->at.v[s->active] - s->at.v[s->active] == 0))
      return not_finite(c, err);
    while (c->sampler && c->next < c->in.t + 0.5 * s->step) {
      c->sampler(c->user, c->in.t, s->at.u + 1, s->at.v + 1);
      c->next = c->sampled_from + c->every * (double)++c->recorded;
    }
    if (c->stop && c->stop(c->stop_user)) break;
  }
  return is_finite(s) ? CAROM_OK : not_finite(c, err);
}

carom_status carom_chain_advance(carom_chain *chain, double until, carom_error *err)
{
  carom_chain *c = chain;
  if (!c || !(until - until == 0))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "run.until", "a chain and a finite time are needed");
  if (c->stepped) return step_on(c, until, err);
  if (c->step > 0) return walk(c, until, err);
  while (c->in.t < until) {
    const double target = next_corner(c, until);
    const carom_step_result step = carom_integrator_advance(&c->in, target);
    if (step == CAROM_STEP_FAILED) return failure(c, err);
    if (!c->sampled) carom_chain_note_peaks(c);
    call_sampler(c);
    if (c->sampled) carom_chain_end_step(c);
    if (step == CAROM_STEP_EVENT) switch_links(c);
    for (int k = 0; step == CAROM_STEP_END && k < c->drives; k++)
      carom_drive_enter(&c->drive[k].velocity, c->in.t);
    if (step == CAROM_STEP_EVENT || (step == CAROM_STEP_END && c->drives > 0)) {
      carom_integrator_resume(&c->in);
      if (!c->sampled) carom_chain_note_start(c);
    }
    if (c->stop && c->stop(c->stop_user)) break;
  }
  return CAROM_OK;
}

void carom_chain_set_stop(carom_chain *chain, carom_stop *stop, void *user)
{
  chain->stop = stop;
  chain->stop_user = user;
}

double carom_chain_time(const carom_chain *chain)
{
  return chain->in.t;
}

int carom_chain_beads(const carom_chain *chain)
{
  return chain->beads;
}

const double *carom_chain_displacement(const carom_chain *chain)
{
  return chain->stepped ? chain->stepped->at.u + 1 : chain->in.y;
}

const double *carom_chain_velocity(const carom_chain *chain)
{
  return chain->stepped ? chain->stepped->at.v + 1 : chain->in.y + chain->beads;
}

carom_chain_view carom_chain_sample(const carom_chain *chain)
{
  return (carom_chain_view){.time = chain->in.t,
                            .beads = chain->beads,
                            .displacement = carom_chain_displacement(chain),
                            .velocity = carom_chain_velocity(chain)};
}

int64_t carom_chain_steps(const carom_chain *chain)
{
  return chain->in.steps;
}

carom_link *carom_chain_link(const carom_chain *c, int contact)
{
  /* contact i is link i; these are followed by the right wall and then the left wall */
  const int walls = c->links - (c->beads - 1);
  const bool left = c->links > 0 && c->link[c->links - 1].left == CAROM_WALL;
  const int at = contact == CAROM_LEFT_WALL    ? (left ? c->links - 1 : -1)
                 : contact == CAROM_RIGHT_WALL ? (walls > left ? c->beads - 1 : -1)
                                               : (contact < c->beads - 1 ? contact : -1);
  return at >= 0 ? &c->link[at] : NULL;
}

static bool is_place(const carom_chain *c, int contact)
{
  const bool inner = contact >= 0 && contact < c->beads - 1;
  return (inner || contact == CAROM_LEFT_WALL || contact == CAROM_RIGHT_WALL) &&
         carom_stepped_has(c->stepped, carom_chain_place(c, contact));
}

static void sample_stepped(const carom_chain *c, int contact, carom_chain_contact *out)
{
  const carom_stepped *s = c->stepped;
  const int link = carom_chain_place(c, contact);
  *out = (carom_chain_contact){.time_of_first_peak_overlap = CAROM_UNSET,
                               .time_of_first_peak_force = CAROM_UNSET,
                               .time_of_peak_force = CAROM_UNSET};
  if (s->follow_all) *out = s->follow[link - s->follow[0].link].peak;
  for (int k = 0; !s->follow_all && k < s->follows; k++)
    if (s->follow[k].link == link) *out = s->follow[k].peak;
  out->force = carom_stepped_force(s, link, s->at.u, s->at.v, &out->overlap, &out->approach);
  out->residual_overlap = carom_stepped_residual(s, link);
}

static carom_status can_tell(const carom_chain *chain, const void *place, carom_error *err)
{
  if (chain && place) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_ARGUMENT, chain ? "result" : "chain",
                    "a chain and a place for the result are needed");
}

carom_status carom_chain_sample_contact(const carom_chain *chain, int contact,
                                        carom_chain_contact *out, carom_error *err)
{
  CAROM_TRY(can_tell(chain, out, err));
  if (chain->stepped && is_place(chain, contact)) {
    sample_stepped(chain, contact, out);
    return CAROM_OK;
  }
  const carom_link *l = carom_chain_link(chain, contact);
  if (!l)
    return carom_fail(err, CAROM_ERR_RANGE, "contact", "the chain has no contact %d", contact);
  *out = l->peak;
  out->overlap = carom_link_overlap(l, chain->in.y);
  out->approach = carom_link_approach(l, chain->in.y + chain->beads);
  out->force = carom_link_force(chain, l, out->overlap, out->approach);
  out->residual_overlap = carom_contact_residual(&l->contact, &l->state);
  return CAROM_OK;
}

carom_status carom_chain_prepared(const carom_chain *chain, int contact, carom_contact *out,
                                  carom_error *err)
{
  CAROM_TRY(can_tell(chain, out, err));
  const bool fixed = chain->stepped && is_place(chain, contact);
  const carom_link *l = fixed ? NULL : carom_chain_link(chain, contact);
  if (!fixed && !l)
    return carom_fail(err, CAROM_ERR_RANGE, "contact", "the chain has no contact %d", contact);
  *out = fixed ? carom_stepped_contact(chain->stepped, carom_chain_place(chain, contact))
               : l->contact;
  return CAROM_OK;
}

carom_status carom_chain_encounters(const carom_chain *chain, int contact, carom_encounters *out,
                                    carom_error *err)
{
  CAROM_TRY(can_tell(chain, out, err));
  const bool fixed = chain->stepped && is_place(chain, contact);
  const carom_link *l = fixed ? NULL : carom_chain_link(chain, contact);
  if (!fixed && !l)
    return carom_fail(err, CAROM_ERR_RANGE, "contact", "the chain has no contact %d", contact);
  *out = fixed ? carom_stepped_encounters(chain->stepped, carom_chain_place(chain, contact))
               : l->met;
  return CAROM_OK;
}

carom_force carom_chain_force(const carom_chain *chain, int contact, const double *displacement,
                              const double *velocity)
{
  double overlap, approach;
  if (chain->stepped && is_place(chain, contact))
    return carom_stepped_force(chain->stepped, carom_chain_place(chain, contact), displacement - 1,
                               velocity - 1, &overlap, &approach);
  const carom_link *l = carom_chain_link(chain, contact);
  if (!l) return (carom_force){0, 0};
  return carom_link_force(chain, l, carom_link_overlap(l, displacement),
                          carom_link_approach(l, velocity));
}

void carom_chain_set_sampler(carom_chain *chain, double every, carom_chain_sampler *sampler,
                             void *user)
{
  chain->sampler = every > 0 ? sampler : NULL;
  chain->user = user;
  chain->every = every;
  chain->sampled_from = chain->in.t;
  chain->recorded = 1; /* the present instant */
  chain->next = chain->in.t + every;
  if (chain->sampler)
    chain->sampler(user, chain->in.t, carom_chain_displacement(chain), carom_chain_velocity(chain));
}

double carom_chain_held(const carom_chain *chain, const double *u, const double *v,
                        carom_chain_energy *e)
{
  *e = (carom_chain_energy){0};
  if (chain->stepped) {
    const carom_energy links = carom_stepped_energy(chain->stepped);
    e->viscous = chain->stepped->viscous;
    e->work = chain->stepped->work;
    e->elastic = links.stored;
    e->plastic = links.plastic;
  } else {
    e->viscous = u[carom_chain_viscous(chain)]; /* `u` points at the whole state, which begins with
                                                   the displacements */
    e->work = u[carom_chain_outer(chain)];
  }
  for (int i = 0; i < chain->beads; i++) {
    e->kinetic += 0.5 * chain->mass[i] * v[i] * v[i];
    e->gravity -= chain->weight[i] * u[i];
  }
  for (int k = 0; k < chain->links; k++) {
    const carom_link *l = &chain->link[k];
    const carom_energy now = carom_regime_energy(&l->regime, carom_link_overlap(l, u));
    if (!chain->sampled) e->viscous += carom_regime_spent(&l->regime, carom_link_overlap(l, u));
    e->elastic += now.stored;
    e->plastic += now.plastic;
  }
  return e->kinetic + e->elastic + e->viscous + e->plastic + e->gravity;
}

void carom_chain_set_contact_callback(carom_chain *chain,
                                      carom_chain_contact_callback *contact_callback, void *user)
{
  chain->contact_callback = contact_callback;
  chain->callback_user = user;
}

carom_chain_energy carom_chain_budget_at(const carom_chain *chain, const double *displacement,
                                         const double *velocity)
{
  carom_chain_energy e;
  const double held = carom_chain_held(chain, displacement, velocity, &e);
  e.residual = chain->energy_at_start + e.work - held;
  return e;
}

carom_chain_energy carom_chain_budget(const carom_chain *chain)
{
  return carom_chain_budget_at(chain, carom_chain_displacement(chain), carom_chain_velocity(chain));
}

double carom_chain_momentum(const carom_chain *chain)
{
  double sum = 0;
  for (int i = 0; i < chain->beads; i++)
    sum += chain->mass[i] * carom_chain_velocity(chain)[i];
  return sum;
}
