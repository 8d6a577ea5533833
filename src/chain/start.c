/* SPDX-License-Identifier: MIT */
/* Starts an integration: schemes, tolerance scales, contacts at the first instant. */
#include <stdlib.h>
#include <string.h>

#include "chain/chain.h"
#include "contact/impact_integration.h"
#include "core/error.h"

const carom_scheme *carom_chain_scheme(carom_chain_integrator integrator)
{
  static const carom_scheme all[] = {
      [CAROM_CHAIN_DOP853] = {"dop853", CAROM_DOP853, false, false},
      [CAROM_CHAIN_DOPRI5] = {"dopri5", CAROM_DOPRI5, false, false},
      /* Implemented in stepped.c, not by an integration method. */
      [CAROM_CHAIN_VERLET] = {"verlet", CAROM_DOP853, true, true},
      [CAROM_CHAIN_EULER_TRAPEZOID] = {"euler-trapezoid", CAROM_EULER_TRAPEZOID, true, true},
      [CAROM_CHAIN_RK45] = {"rk45", CAROM_DOPRI5, true, false},
      [CAROM_CHAIN_GEAR5] = {"gear5", CAROM_GEAR5, true, true}};
  const int count = sizeof all / sizeof *all;
  return (int)integrator >= 0 && (int)integrator < count ? &all[integrator] : NULL;
}

const char *carom_chain_integrator_name(carom_chain_integrator integrator)
{
  const carom_scheme *scheme = carom_chain_scheme(integrator);
  return scheme ? scheme->name : NULL;
}

bool carom_chain_integrator_fixed(carom_chain_integrator integrator)
{
  const carom_scheme *scheme = carom_chain_scheme(integrator);
  return scheme && scheme->fixed;
}

/* An upper estimate of the speeds, from the definition. */
static double fastest(const carom_chain_def *def)
{
  double speed = 1e-6;
  for (int i = 0; i < def->beads; i++) {
    const carom_bead *b = &def->bead[i];
    const double fall = CAROM_SQRT(CAROM_FABS(def->gravity) * 1e-3 * b->body.radius);
    const double v = CAROM_FABS(b->velocity);
    speed = v > speed ? v : speed;
    speed = fall > speed ? fall : speed;
    for (int k = 0; k < b->drive_points; k++) {
      const double w = CAROM_FABS(b->drive_velocity[k]);
      speed = w > speed ? w : speed;
    }
  }
  return speed;
}

/* Scales of the tolerance: the smallest over all contacts and bodies; and the largest errors due to
 * the rounding of balanced contact forces at the start, accumulated over the time scale of an
 * oscillation. */
typedef struct scales {
  double speed, length, energy, lost_speed, lost_length;
} scales;

/* Notes the rounding error of a contact with force f at overlap d: 1/omega = sqrt(m d/f), and f is
 * rounded by 2^-53 f. */
static void note_rounding(const carom_link *l, double overlap, scales *s)
{
  const double force = carom_contact_force(&l->contact, &l->state, overlap, 0).elastic;
  if (!(overlap > 0 && force > 0)) return;
  const double time = CAROM_SQRT(l->contact.mass * overlap / force);
  const double speed = 0x1p-53 * force * time / l->contact.mass;
  s->lost_speed = speed > s->lost_speed ? speed : s->lost_speed;
  s->lost_length = speed * time > s->lost_length ? speed * time : s->lost_length;
}

static void place_bodies(carom_chain *c, const carom_chain_def *def, double *y, scales *s)
{
  const int n = c->beads;
  memset(y, 0, (size_t)carom_chain_states(c) * sizeof *y);
  for (int i = 0; i < n; i++) {
    const double energy = c->mass[i] * s->speed * s->speed;
    y[n + i] = c->driven[i] >= 0 ? carom_drive_value(&c->drive[c->driven[i]].velocity, 0)
                                 : def->bead[i].velocity;
    s->energy = energy < s->energy ? energy : s->energy;
  }
  for (int k = 0; k < c->drives; k++)
    carom_drive_enter(&c->drive[k].velocity, 0);
}

static void start_link(carom_chain *c, carom_link *l, const carom_chain_def *def, const double *y,
                       scales *s)
{
  const double speed = s->speed, scale = carom_impact_overlap_scale(&l->contact, &l->state, speed);
  const double overlap = carom_link_overlap(l, y);
  s->length = scale < s->length ? scale : s->length;
  note_rounding(l, overlap, s);
  l->nudge = 1e-3 * scale / speed;
  l->guard = c->guards;
  c->guards += c->sampled ? 0 : carom_regime_guards(&l->contact);
  carom_regime_start(&l->regime, &l->contact, &l->state, overlap,
                     carom_link_approach(l, y + c->beads));
  if (!l->regime.open) { /* contacts closed at the start had no observed touch */
    const double approach = carom_link_approach(l, y + c->beads);
    carom_encounters_begin(&l->met, &l->contact,
                           carom_within(l->regime.reach, overlap) ? 0 : approach);
    carom_encounters_note(&l->met, overlap, approach);
  }
  l->regime.slack = 0.1 * def->tolerance * scale;
  l->noise_overlap = carom_positive(overlap) + 1e-6 * scale;
  l->noise_rate = 1e-9 * carom_contact_force(&l->contact, &l->state, scale, 0).elastic * speed /
                  scale;
  l->noise_force = carom_contact_force(&l->contact, &l->state, l->noise_overlap, 0).elastic;
}

static bool is_damped(const carom_chain *c)
{
  for (int k = 0; k < c->links; k++)
    if (c->link[k].contact.law->info.traits & CAROM_LAW_VISCOUS) return true;
  return false;
}

/* Tolerances of the states; returns the relative one. */
static double tolerate(const carom_chain *c, const carom_chain_def *def, const scales *s,
                       double *atol)
{
  const int n = c->beads;
  const bool corrector = def->integrator == CAROM_CHAIN_EULER_TRAPEZOID;
  /* a quarter per step, because the errors of many steps add up */
  const double share = corrector ? def->corrector_tolerance : 0.25 * def->tolerance;
  const double length = share * s->length, speed = share * s->speed;
  for (int i = 0; i < n; i++) {
    atol[i] = length > s->lost_length ? length : s->lost_length;
    atol[n + i] = speed > s->lost_speed ? speed : s->lost_speed;
  }
  /* the work integrals have no feedback, but their errors appear in the budget */
  atol[2 * n] = atol[2 * n + 1] = 0.01 * share * s->energy;
  return share;
}

carom_status carom_chain_start(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  const carom_scheme *scheme = carom_chain_scheme(def->integrator);
  const int states = carom_chain_states(c);
  double *y = c->sample, *atol = c->scratch;
  scales s = {fastest(def), -CAROM_UNSET, -CAROM_UNSET, 0, 0};
  c->sampled = scheme->sampled;
  c->step = scheme->sampled && def->step > 0 ? def->step : 0;
  c->guards = 0;
  place_bodies(c, def, y, &s);
  for (int k = 0; k < c->links; k++)
    start_link(c, &c->link[k], def, y, &s);
  if (c->links == 0) s.length = 1e-6;
  c->work = calloc(carom_integrator_doubles(scheme->method, states, c->guards), sizeof *c->work);
  if (!c->work) return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  const carom_ode problem = {.states = states,
                             .guards = c->guards,
                             .user = c,
                             .rate = carom_chain_rate,
                             .guard = carom_chain_guard,
                             .pairs = c->beads,
                             .damped = is_damped(c)};
  const carom_stepping stepping = {.method = scheme->method,
                                   .rtol = tolerate(c, def, &s, atol),
                                   .atol = atol,
                                   .longest_step = s.length / s.speed,
                                   .fixed_step = def->step > 0 ? def->step : 0};
  carom_integrator_start(&c->in, &problem, &stepping, 0, y, c->work);
  if (c->sampled)
    carom_chain_start_samples(c);
  else
    carom_chain_note_start(c);
  return CAROM_OK;
}
