/* SPDX-License-Identifier: MIT */
/* A body on a fixed partner: impacts under its weight, and parabolas between them.
 *
 * It is built on the integrated impact and not on the chain. In a chain the height of the fall
 * would be part of the unknowns: after a fall of a metre an overlap of a micrometre keeps ten
 * digits, and every flight is integrated with steps of a contact's length. Here each contact begins
 * with an overlap of exactly 0 (or minus the reach of the law). */
#include <carom/bounce.h>

#include <string.h>

#include "contact/impact_integration.h"
#include "core/error.h"
#include "core/fields.h"

enum { COOKIE = 0x0b0ca11e };

static const carom_field bounce_fields[] = {
    {"height", "m", 0, 0, 1e6, NULL, "height of fall: distance of the surfaces at the start"},
    {"speed", "m/s", 0, -1e5, 1e5, NULL,
     "speed at the start, towards the partner; negative: thrown up"},
    {"gravity", "m/s2", 9.81, 1e-9, 1e6, NULL, "acceleration of the fall"},
    {"rest", "1", 1e-3, 1e-9, 0.5, NULL,
     "a captured body rests when its speed and its force differ from those of rest by this share"},
};

carom_fields carom_bounce_fields(void)
{
  return (carom_fields){bounce_fields, sizeof bounce_fields / sizeof *bounce_fields};
}

carom_bounce_def carom_bounce_default(void)
{
  carom_bounce_def def;
  memset(&def, 0, sizeof def);
  def.gravity = bounce_fields[2].fallback;
  def.rest = bounce_fields[3].fallback;
  def.until = 1;
  def.tolerance = carom_impact_default().tolerance;
  def.cookie = COOKIE;
  return def;
}

/* A bounce in progress. */
typedef struct fall {
  const carom_bounce_def *def;
  carom_bounce *out;
  carom_state state;
  double reach;   /* reach of the law, m: minus this overlap, contacts begin and end */
  double t;       /* time at which the present flight or contact began */
  double due;     /* number of the next sample */
  double viscous; /* energy dissipated so far */
  double plastic;
} fall;

static void emit(const fall *f, double t, double height, double velocity, carom_force force)
{
  const carom_bounce_sample sample = {t, height, velocity, force};
  f->def->record(f->def->user, &sample);
}

static double due(const fall *f)
{
  return f->due * f->def->every;
}

/* Samples an exact flight from `height` with velocity `up` until time `end`. */
static void fly(fall *f, double height, double up, double end)
{
  const double g = f->def->gravity;
  const carom_force none = {0, 0};
  for (; f->def->record && f->def->every > 0 && due(f) < end; f->due++) {
    const double t = due(f) - f->t;
    emit(f, due(f), height + t * (up - 0.5 * g * t), up - g * t, none);
  }
}

/* Samples a contact: at regular intervals, and where the force may jump. */
static void observe(void *user, carom_integrator *in, const carom_regime *regime,
                    carom_moment moment)
{
  fall *f = user;
  double y[CAROM_IMPACT_STATES];
  while (moment != CAROM_MOMENT_SWITCHED && f->def->every > 0 && due(f) < f->t + in->t) {
    carom_integrator_interpolate(in, due(f) - f->t, y);
    emit(f, due(f), -y[CAROM_IMPACT_OVERLAP], -y[CAROM_IMPACT_SPEED],
         carom_regime_force(regime, y[CAROM_IMPACT_OVERLAP], y[CAROM_IMPACT_SPEED]));
    f->due++;
  }
  if (moment == CAROM_MOMENT_STEP && f->def->every > 0) return;
  const double d = in->y[CAROM_IMPACT_OVERLAP], v = in->y[CAROM_IMPACT_SPEED];
  emit(f, f->t + in->t, -d, -v, carom_regime_force(regime, d, v));
}

static carom_status check(const carom_bounce_def *def, carom_error *err)
{
  const double *const value[] = {&def->height, &def->speed, &def->gravity, &def->rest};
  if (def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "bounce",
                      "the definition was not made by carom_bounce_default()");
  if (!def->contact || !def->contact->law)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "contact", "a prepared contact is needed");
  for (int i = 0; i < 4; i++)
    CAROM_TRY(carom_field_check(&bounce_fields[i], *value[i], bounce_fields[i].name, err));
  if (!(def->tolerance >= 1e-14 && def->tolerance <= 1e-3))
    return carom_fail(err, CAROM_ERR_RANGE, "tolerance", "%g is outside [1e-14, 0.001]",
                      def->tolerance);
  if (!(def->until > 0 && def->until - def->until == 0))
    return carom_fail(err, CAROM_ERR_RANGE, "until", "a time after the start is needed");
  if (def->height == 0 && def->speed == 0)
    return carom_fail(err, CAROM_ERR_MISSING, "height",
                      "a height of fall or a speed is needed: the body lies on its partner");
  if (def->integrator != CAROM_INTEGRATOR_DOP853 && def->integrator != CAROM_INTEGRATOR_DOPRI5)
    return carom_fail(err, CAROM_ERR_RANGE, "integrator", "must be dop853 or dopri5");
  if (!(def->every >= 0)) return carom_fail(err, CAROM_ERR_RANGE, "every", "must not be negative");
  return CAROM_OK;
}

/* Records the outcome of an impact at `speed`. */
static void tell(fall *f, double speed, const carom_state *before, const carom_impact_outcome *r)
{
  const carom_contact *c = f->def->contact;
  const carom_energy start = carom_contact_energy(c, before, 0 - f->reach);
  const double g = f->def->gravity, lost = r->viscous + r->energy.plastic - start.plastic;
  carom_bounce_contact contact = {.time = f->t,
                                  .speed_in = speed,
                                  .speed_out = r->apart ? -r->approach : 0,
                                  .time_out = r->apart ? f->t + r->time : CAROM_UNSET,
                                  .duration = r->apart ? r->duration : CAROM_UNSET,
                                  .peak_force = r->peak_force,
                                  .time_of_peak_force = f->t + r->time_of_peak_force,
                                  .peak_overlap = r->peak_overlap,
                                  .time_of_peak_overlap = f->t + r->time_of_peak_overlap,
                                  .residual_overlap = r->residual_overlap,
                                  .energy_lost = lost,
                                  .captured = r->captured && !r->apart};
  contact.restitution = contact.speed_out / speed;
  contact.rise = contact.speed_out * contact.speed_out / (2 * g);
  f->viscous += r->viscous;
  f->plastic += r->energy.plastic - start.plastic;
  f->out->contacts++;
  carom_encounters_begin(&f->out->encounters, c, speed);
  carom_encounters_note(&f->out->encounters, r->peak_overlap, speed);
  carom_encounters_end(&f->out->encounters);
  f->out->steps += r->steps;
  if (contact.rise > f->out->highest) f->out->highest = contact.rise;
  if (contact.captured) {
    f->out->captured = true;
    f->out->time_of_capture = f->t;
    f->out->rests = r->rests;
    f->out->overlap_at_rest = r->rests ? r->overlap : 0;
    if (r->rests) f->out->time_of_rest = f->t + r->time;
  }
  if (f->def->contact_over) f->def->contact_over(f->def->user, &contact);
}

/* Fills in the final position, velocity and energies. */
static void finish(fall *f, double time, double height, double velocity)
{
  const carom_bounce_def *def = f->def;
  const carom_contact *c = def->contact;
  const double mass = c->mass, stored = carom_contact_energy(c, &f->state, -height).stored;
  carom_bounce *out = f->out;
  if (def->record)
    emit(f, time, height, velocity, carom_contact_force(c, &f->state, -height, -velocity));
  out->time = time;
  out->height = height;
  out->velocity = velocity;
  out->energy.kinetic = 0.5 * mass * velocity * velocity;
  out->energy.gravity = mass * def->gravity * height;
  out->energy.elastic = stored;
  out->energy.viscous = f->viscous;
  out->energy.plastic = f->plastic;
  out->energy.residual = (0.5 * mass * def->speed * def->speed +
                          mass * def->gravity * def->height) -
                         (out->energy.kinetic + out->energy.gravity + stored + f->viscous +
                          f->plastic);
}

static carom_status integrate_contact(fall *f, double speed, carom_impact_outcome *r,
                                      carom_error *err)
{
  const carom_bounce_def *def = f->def;
  const carom_impact_integration one = {
      .contact = def->contact,
      .state = &f->state,
      .speed = speed,
      .tolerance = def->tolerance,
      .pull = def->gravity,
      .until = def->until - f->t,
      .rest = def->rest,
      .method = def->integrator == CAROM_INTEGRATOR_DOP853 ? CAROM_DOP853 : CAROM_DOPRI5,
      .peaks = true,
      .observe = def->record ? observe : NULL,
      .user = f};
  const carom_state before = f->state;
  if (def->record) {
    carom_state virgin = f->state;
    carom_regime regime;
    carom_regime_start(&regime, def->contact, &virgin, 0 - f->reach, speed);
    emit(f, f->t, f->reach, -speed, carom_regime_force(&regime, 0 - f->reach, speed));
  }
  CAROM_TRY(carom_impact_integrate(&one, r, err));
  tell(f, speed, &before, r);
  return CAROM_OK;
}

/* Alternates flights and contacts, starting from a height with an upward velocity. */
static carom_status go_on(fall *f, double height, double up, carom_error *err)
{
  const carom_bounce_def *def = f->def;
  const double g = def->gravity;
  for (;;) {
    carom_impact_outcome r;
    const double drop = height - f->reach, speed = CAROM_SQRT(up * up + 2 * g * drop);
    /* the form of the flight time that has no cancellation */
    const double flight = up > 0 ? (up + speed) / g : 2 * drop / (speed - up);
    if (f->t + flight >= def->until || f->out->contacts == CAROM_BOUNCE_CONTACTS ||
        (def->stop && def->stop(def->user))) {
      const bool late = f->t + flight >= def->until;
      const double end = late ? def->until : f->t, t = end - f->t;
      fly(f, height, up, end);
      finish(f, end, height + t * (up - 0.5 * g * t), up - g * t);
      return CAROM_OK;
    }
    fly(f, height, up, f->t + flight);
    f->t += flight;
    CAROM_TRY(integrate_contact(f, speed, &r, err));
    f->t += r.time;
    if (!r.apart) {
      finish(f, r.rests ? def->until : f->t, -r.overlap, -r.approach);
      return CAROM_OK;
    }
    height = f->reach;
    up = -r.approach;
  }
}

carom_status carom_bounce_resolve(const carom_bounce_def *def, carom_bounce *result,
                                  carom_error *err)
{
  if (!def || !result)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "bounce",
                      "no definition or no place for the result");
  CAROM_TRY(check(def, err));
  memset(result, 0, sizeof *result);
  result->time_of_capture = result->time_of_rest = CAROM_UNSET;
  fall f = {.def = def, .out = result, .reach = carom_contact_reach(def->contact)};
  f.state = def->state ? *def->state : carom_contact_virgin(def->contact);
  CAROM_TRY(go_on(&f, def->height, -def->speed, err));
  if (def->state) *def->state = f.state;
  return CAROM_OK;
}
