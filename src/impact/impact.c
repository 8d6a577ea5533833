/* SPDX-License-Identifier: MIT */
/* An integrated impact with its measures, its record and its verdict. */
#include <carom/verdict.h>

#include <string.h>

#include "contact/calibrate.h"
#include "contact/impact_integration.h"
#include "core/error.h"
#include "core/fields.h"
#include "impact/owed.h"

enum { COOKIE = 0x1abac7ed };

static const carom_field impact_fields[] = {
    {"speed", "m/s", 1, 1e-9, 1e5, NULL, "approach speed at first touch"},
    {"tolerance", "1", 1e-14, 1e-14, 1e-3, NULL, "relative tolerance of the integration"},
    {"integrator", NULL, CAROM_WORD(0), 1, 0, "dop853|dopri5",
     "dop853: order 8; dopri5: order 5, for comparison"},
};

carom_fields carom_impact_fields(void)
{
  return (carom_fields){impact_fields, sizeof impact_fields / sizeof *impact_fields};
}

carom_impact_def carom_impact_default(void)
{
  carom_impact_def def;
  memset(&def, 0, sizeof def);
  def.speed = impact_fields[0].fallback;
  def.tolerance = impact_fields[1].fallback;
  def.cookie = COOKIE;
  return def;
}

/* The recorder turns integrator steps into samples. */
typedef struct recorder {
  const carom_impact_def *def;
  double due; /* number of the next equidistant sample */
} recorder;

static void emit(const recorder *r, const carom_regime *regime, double t, const double *y)
{
  const double d = y[CAROM_IMPACT_OVERLAP], v = y[CAROM_IMPACT_SPEED];
  const carom_impact_sample sample = {.time = t,
                                      .overlap = d,
                                      .approach = v,
                                      .force = carom_regime_force(regime, d, v),
                                      .energy = carom_regime_energy(regime, d),
                                      .viscous = y[CAROM_IMPACT_WORK] +
                                                 carom_regime_spent(regime, d)};
  r->def->record(r->def->user, &sample);
}

static void observe(void *user, carom_integrator *in, const carom_regime *regime,
                    carom_moment moment)
{
  recorder *r = user;
  const double every = r->def->every;
  while (moment != CAROM_MOMENT_SWITCHED && every > 0 && r->due * every < in->t) {
    double y[CAROM_IMPACT_STATES];
    carom_integrator_interpolate(in, r->due * every, y);
    emit(r, regime, r->due * every, y);
    r->due++;
  }
  if (moment != CAROM_MOMENT_STEP || !(every > 0)) emit(r, regime, in->t, in->y);
}

static carom_status check(const carom_impact_def *def, carom_error *err)
{
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "impact",
                      "the definition was not made by carom_impact_default()");
  if (!def->contact || !def->contact->law)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "contact", "a prepared contact is needed");
  CAROM_TRY(carom_field_check(&impact_fields[0], def->speed, "speed", err));
  CAROM_TRY(carom_field_check(&impact_fields[1], def->tolerance, "tolerance", err));
  if (def->integrator != CAROM_INTEGRATOR_DOP853 && def->integrator != CAROM_INTEGRATOR_DOPRI5)
    return carom_fail(err, CAROM_ERR_RANGE, "integrator", "must be dop853 or dopri5");
  const carom_state virgin = carom_contact_virgin(def->contact);
  const double time = carom_impact_overlap_scale(def->contact, &virgin, def->speed) / def->speed;
  if (def->every != 0 && !(def->every >= 1e-6 * time))
    return carom_fail(err, CAROM_ERR_RANGE, "every",
                      "%g s between samples is too short for a contact of some %g s; 0 takes the "
                      "integrator's own steps",
                      def->every, time);
  return CAROM_OK;
}

/* The restitution that exact calibration guarantees for this impact. CAROM_UNSET if it guarantees
 * none: a damping constant was given, the published formula is in use, or the pair already has a
 * dent. */
static double owed(const carom_contact *c, const carom_state *before, const carom_impact *r)
{
  const carom_state virgin = carom_contact_virgin(c);
  const bool remembers = (c->law->info.traits & CAROM_LAW_REMEMBERS) != 0;
  const bool dented = remembers && !c->episode && memcmp(before, &virgin, sizeof virgin) != 0;
  return !carom_owes(c) || dented ? CAROM_UNSET : carom_intended_at(c, r->overlap_over_yield);
}

static carom_validity verdict(const carom_contact *c, const carom_state *before,
                              const carom_impact *r, double tolerance)
{
  const double wanted = owed(c, before, r), loose = 100 * tolerance;
  const double allowed = loose > 1e-6 ? loose : 1e-6;
  const carom_validity deep = carom_verdict_of_overlap(c, r->peak_overlap);
  const carom_validity missed = carom_missed_at(c, r->overlap_over_yield);
  const bool off = wanted != CAROM_UNSET && !(CAROM_FABS(r->restitution - wanted) <= allowed);
  return off && carom_validity_rank(deep) < carom_validity_rank(missed) ? missed : deep;
}

static void measure(const carom_impact_def *def, const carom_state *before,
                    const carom_impact_outcome *s, carom_impact *r)
{
  const carom_contact *c = def->contact;
  const double yield = carom_contact_yield_overlap(c), half_mass = 0.5 * c->mass;
  const carom_energy start = carom_contact_energy(c, before, 0 - carom_contact_reach(c));
  r->restitution = s->speed_out / r->speed_in;
  r->speed_out = s->speed_out;
  r->duration = s->duration;
  r->peak_force = s->peak_force;
  r->time_of_peak_force = s->time_of_peak_force;
  r->peak_overlap = s->peak_overlap;
  r->time_of_peak_overlap = s->time_of_peak_overlap;
  r->overlap_at_separation = s->overlap_at_separation;
  r->residual_overlap = s->residual_overlap;
  r->energy.kinetic_in = half_mass * r->speed_in * r->speed_in;
  r->energy.kinetic_out = half_mass * s->speed_out * s->speed_out;
  r->energy.stored = s->energy.stored - start.stored;
  r->energy.viscous = s->viscous;
  r->energy.plastic = s->energy.plastic - start.plastic;
  r->energy_lost = half_mass * (r->speed_in - s->speed_out) * (r->speed_in + s->speed_out);
  r->energy.residual = r->energy_lost - (r->energy.stored + r->energy.viscous + r->energy.plastic);
  r->overlap_over_yield = yield == CAROM_UNSET ? CAROM_UNSET : s->peak_overlap / yield;
  r->validity = verdict(c, before, r, def->tolerance);
  r->steps = s->steps;
  r->rates = s->rates;
}

carom_status carom_impact_resolve(const carom_impact_def *def, carom_impact *result,
                                  carom_error *err)
{
  CAROM_TRY(check(def, err));
  if (!result) return carom_fail(err, CAROM_ERR_ARGUMENT, "result", "no place for the result");
  const carom_contact *c = def->contact;
  recorder r = {def, 1};
  const carom_state before = def->state ? *def->state : carom_contact_virgin(c);
  carom_state state = before;
  const carom_impact_integration integration = {
      .contact = c,
      .state = &state,
      .speed = def->speed,
      .tolerance = def->tolerance,
      .method = def->integrator == CAROM_INTEGRATOR_DOP853 ? CAROM_DOP853 : CAROM_DOPRI5,
      .peaks = true,
      .observe = def->record ? observe : NULL,
      .user = &r};
  carom_impact_outcome s;
  if (def->record) {
    carom_regime regime;
    carom_state first = state;
    const double y[CAROM_IMPACT_STATES] = {0 - carom_contact_reach(c), def->speed, 0};
    carom_regime_start(&regime, c, &first, y[CAROM_IMPACT_OVERLAP], def->speed);
    emit(&r, &regime, 0, y);
  }
  CAROM_TRY(carom_impact_integrate(&integration, &s, err));
  carom_impact out;
  memset(&out, 0, sizeof out);
  out.speed_in = def->speed;
  measure(def, &before, &s, &out);
  *result = out;
  if (def->state) *def->state = state;
  return CAROM_OK;
}

double carom_impact_restitution_by_energy(const carom_contact *contact, double speed)
{
  return carom_restitution_by_energy(contact, speed);
}
