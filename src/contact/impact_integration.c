/* SPDX-License-Identifier: MIT */
#include "contact/impact_integration.h"

#include "core/error.h"
#include "family/root.h"

enum { WORKSPACE = 512 };

/* In units of the natural time scale: a contact that lasts longer is taken to last for ever. */
static const double longest_contact = 1e4;

/* A captured body that does not come to rest, as in an undamped dent, is followed for this many
 * oscillations. */
enum { SWINGS = 200 };

typedef struct impact_motion {
  carom_regime regime;
  double inv_mass, pull;
  double nudge; /* time difference used to measure the rate of the force */
} impact_motion;

static double acceleration(const impact_motion *s, carom_force f)
{
  return s->pull - (f.elastic + f.dissipative) * s->inv_mass;
}

static void rate(void *user, double t, const double *y, double *dydt)
{
  const impact_motion *s = user;
  (void)t;
  const carom_force f = carom_regime_force(&s->regime, y[CAROM_IMPACT_OVERLAP],
                                           y[CAROM_IMPACT_SPEED]);
  dydt[CAROM_IMPACT_OVERLAP] = y[CAROM_IMPACT_SPEED];
  dydt[CAROM_IMPACT_SPEED] = acceleration(s, f);
  dydt[CAROM_IMPACT_WORK] = carom_regime_power(&s->regime, f, y[CAROM_IMPACT_SPEED]);
}

static double total_force(const impact_motion *s, double d, double v)
{
  const carom_force f = carom_regime_force(&s->regime, d, v);
  return f.elastic + f.dissipative;
}

static double force_rate(const impact_motion *s, double d, double v)
{
  return carom_regime_force_rate(&s->regime, d, v,
                                 acceleration(s, carom_regime_force(&s->regime, d, v)), s->nudge);
}

static void guard(void *user, double t, const double *y, double *g)
{
  const impact_motion *s = user;
  (void)t;
  carom_regime_guard(&s->regime, y[CAROM_IMPACT_OVERLAP], y[CAROM_IMPACT_SPEED], g);
}

/* A length L with F(L) L = m (v^2 + g L) within a factor of 2. */
static double scale(const carom_contact *contact, const carom_state *state, double speed,
                    double pull)
{
  const double energy = contact->mass * speed * speed, weight = contact->mass * pull;
  double length = 1e-3 * contact->radius;
  while ((carom_contact_force(contact, state, length, 0).elastic - weight) * length > energy)
    length *= 0.5;
  while ((carom_contact_force(contact, state, length, 0).elastic - weight) * length < energy &&
         length < 1e9 * contact->radius)
    length *= 2;
  return length;
}

double carom_impact_overlap_scale(const carom_contact *contact, const carom_state *state,
                                  double speed)
{
  return scale(contact, state, speed, 0);
}

/* A maximum lies where the rate of a quantity becomes negative: at the end of a step, or within the
 * step on its dense output. */
typedef struct peak_search {
  const impact_motion *s;
  carom_integrator *in;
  double noise; /* rates below this count as 0 */
} peak_search;

static double approach_at(double t, const void *user)
{
  const peak_search *p = user;
  double y[CAROM_IMPACT_STATES];
  carom_integrator_interpolate(p->in, t, y);
  const double v = y[CAROM_IMPACT_SPEED];
  return CAROM_FABS(v) < p->noise ? 0 : v;
}

static double force_rate_at(double t, const void *user)
{
  const peak_search *p = user;
  double y[CAROM_IMPACT_STATES];
  carom_integrator_interpolate(p->in, t, y);
  const double f = force_rate(p->s, y[CAROM_IMPACT_OVERLAP], y[CAROM_IMPACT_SPEED]);
  return CAROM_FABS(f) < p->noise ? 0 : f;
}

static void note_overlap(double t, double d, carom_impact_outcome *r)
{
  if (d > r->peak_overlap) r->peak_overlap = d, r->time_of_peak_overlap = t;
}

static void note_force(const impact_motion *s, double t, const double *y, carom_impact_outcome *r)
{
  const double force = total_force(s, y[CAROM_IMPACT_OVERLAP], y[CAROM_IMPACT_SPEED]);
  if (force > r->peak_force) r->peak_force = force, r->time_of_peak_force = t;
}

/* The state at the start of a step, kept until its end. */
typedef struct step_start {
  double approach, force_rate;
} step_start;

static step_start start_of(const impact_motion *s, const double *y)
{
  const double d = y[CAROM_IMPACT_OVERLAP], v = y[CAROM_IMPACT_SPEED];
  return (step_start){v, force_rate(s, d, v)};
}

/* Records the peaks within the step that began at `start`. Returns the end of the step. */
static step_start note_peaks(const impact_motion *s, carom_integrator *in, const step_start *start,
                             carom_impact_outcome *r)
{
  const step_start end = start_of(s, in->y);
  double y[CAROM_IMPACT_STATES];
  note_overlap(in->t, in->y[CAROM_IMPACT_OVERLAP], r);
  note_force(s, in->t, in->y, r);
  if (start->approach > 0 && end.approach < 0) {
    const peak_search p = {s, in, 1e-15 * (start->approach - end.approach)};
    const double t = carom_root(approach_at, &p, in->t_old, in->t);
    carom_integrator_interpolate(in, t, y);
    note_overlap(t, y[CAROM_IMPACT_OVERLAP], r);
  }
  if (start->force_rate > 0 && end.force_rate < 0) {
    const peak_search p = {s, in, 1e-12 * r->peak_force / (1e3 * s->nudge)};
    const double t = carom_root(force_rate_at, &p, in->t_old, in->t);
    carom_integrator_interpolate(in, t, y);
    note_force(s, t, y, r);
  }
  return end;
}

/* Separation is the instant at which the force vanishes for good: it is recorded when the force
 * becomes 0, and withdrawn if the force returns. */
static void note_separation(const impact_motion *s, const carom_integrator *in, bool *parted,
                            carom_impact_outcome *r)
{
  const double d = in->y[CAROM_IMPACT_OVERLAP], v = in->y[CAROM_IMPACT_SPEED];
  const bool free_now = v < 0 && total_force(s, d, v) == 0;
  if (free_now && !*parted) {
    r->duration = in->t;
    r->overlap_at_separation = carom_positive(d + s->regime.reach) - s->regime.reach;
    r->speed_out = -v;
  }
  *parted = free_now;
}

/* The energy budget is taken at the end of the episode, when the energy held by a spring whose
 * tension was cut has been spent as well. Memory that lasts for one episode still exists then. */
static void note_budget(const impact_motion *s, const carom_integrator *in, carom_impact_outcome *r)
{
  const double d = in->y[CAROM_IMPACT_OVERLAP];
  r->viscous = in->y[CAROM_IMPACT_WORK] + carom_regime_spent(&s->regime, d);
  r->energy = carom_contact_energy(s->regime.contact, s->regime.state,
                                   carom_positive(d + s->regime.reach) - s->regime.reach);
  r->residual_overlap = carom_contact_residual(s->regime.contact, s->regime.state);
  r->time = in->t;
  r->overlap = d;
  r->approach = in->y[CAROM_IMPACT_SPEED];
}

/* Reports adhering bodies that can no longer separate. */
static carom_status stuck(const carom_impact_integration *integration, carom_error *err)
{
  const carom_adhesion hold = carom_contact_adhesion(integration->contact);
  if (!(hold.sticking_speed > 0.5 * integration->speed))
    return carom_fail(err, CAROM_ERR_DIVERGED, "speed",
                      "the bodies stick together at %g m/s: with law '%s' so much is lost that "
                      "adhesion holds them; ask for a smaller loss or a weaker adhesion",
                      integration->speed, integration->contact->law->info.name);
  return carom_fail(err, CAROM_ERR_DIVERGED, "speed",
                    "the bodies stick together at %g m/s: with law '%s' they part from %.4g m/s on "
                    "without damping, and with it faster still; ask for a higher speed, or for a "
                    "smaller work_of_adhesion",
                    integration->speed, integration->contact->law->info.name, hold.sticking_speed);
}

/* Reports why the bodies have not separated. `free`: no force holds them any more, for example
 * beyond a dent, but they are too slow to leave the overlap. */
static carom_status unparted(const carom_impact_integration *integration,
                             const carom_integrator *in, bool free, carom_error *err)
{
  const carom_law_info *law = &integration->contact->law->info;
  if (free)
    return carom_fail(err, CAROM_ERR_DIVERGED, "speed",
                      "the bodies do not part again at %g m/s: with law '%s' they keep %.2g of "
                      "their speed, too little to get out of the overlap in time; ask for a "
                      "smaller loss, or for another speed",
                      integration->speed, law->name,
                      -in->y[CAROM_IMPACT_SPEED] / integration->speed);
  if (!(law->traits & CAROM_LAW_VISCOUS))
    return carom_fail(err, CAROM_ERR_DIVERGED, "speed",
                      "the bodies do not part again at %g m/s: the contact of law '%s' takes more "
                      "than %g times as long as its speed and depth tell; ask for another speed",
                      integration->speed, law->name, longest_contact);
  return carom_fail(err, CAROM_ERR_DIVERGED, "speed",
                    "the bodies do not part again at %g m/s: the damping of law '%s' is beyond "
                    "critical; ask for a smaller damping, or for tension=cut",
                    integration->speed, law->name);
}

static carom_status failure(const carom_impact_integration *integration, const carom_integrator *in,
                            bool free, carom_error *err)
{
  if (in->failure == CAROM_FAILURE_NONE) return unparted(integration, in, free, err);
  return carom_fail(err, CAROM_ERR_DIVERGED, "impact",
                    "the integration stopped at t = %g s (%s); try a coarser tolerance", in->t,
                    in->failure == CAROM_FAILURE_STEP         ? "the step became too small"
                    : in->failure == CAROM_FAILURE_NOT_FINITE ? "a value is not finite"
                                                              : "too many steps");
}

/* True if so little energy is left that the rebound is negligible. */
static bool exhausted(const carom_impact_integration *integration, const impact_motion *s,
                      const carom_integrator *in)
{
  const double d = in->y[CAROM_IMPACT_OVERLAP], v = in->y[CAROM_IMPACT_SPEED];
  if (!(integration->least_energy > 0)) return false;
  const double stored = carom_contact_energy(s->regime.contact, s->regime.state, d).stored;
  return 0.5 * s->regime.contact->mass * v * v + stored < integration->least_energy;
}

/* True if the body is captured: energy never grows and is purely kinetic at the reach of the law,
 * so a negative total means that the body cannot get there. */
static bool captured(const impact_motion *s, const carom_integrator *in)
{
  const double d = in->y[CAROM_IMPACT_OVERLAP], v = in->y[CAROM_IMPACT_SPEED];
  const double stored = carom_contact_energy(s->regime.contact, s->regime.state, d).stored;
  return (0.5 * v * v - s->pull * (d + s->regime.reach)) + stored * s->inv_mass < 0;
}

static bool rests(const carom_impact_integration *integration, const impact_motion *s,
                  const carom_integrator *in)
{
  const double d = in->y[CAROM_IMPACT_OVERLAP], v = in->y[CAROM_IMPACT_SPEED];
  const double share = integration->rest, a = s->pull - total_force(s, d, v) * s->inv_mass;
  return v * v <= share * share * s->pull * d && CAROM_FABS(a) <= share * s->pull;
}

/* True if a body under a constant pull need not be followed any further. */
static bool caught(const carom_impact_integration *integration, const impact_motion *s,
                   const carom_integrator *in, bool turned, int *swings, carom_impact_outcome *r)
{
  r->captured = r->captured || captured(s, in);
  if (!r->captured) return false;
  *swings += turned;
  r->rests = rests(integration, s, in);
  return r->rests || *swings > SWINGS;
}

static void observe(const carom_impact_integration *integration, const impact_motion *s,
                    carom_integrator *in, carom_moment moment)
{
  if (integration->observe) integration->observe(integration->user, in, &s->regime, moment);
}

/* Advances until the undeformed surfaces separate, or a pull holds the bodies together. */
static carom_status follow(const carom_impact_integration *integration, impact_motion *s,
                           carom_integrator *in, double until, carom_impact_outcome *r,
                           carom_error *err)
{
  const bool adheres = (s->regime.contact->law->info.traits & CAROM_LAW_ADHERES) != 0;
  bool parted = false, over = false;
  int swings = 0;
  step_start start = start_of(s, in->y);
  note_force(s, in->t, in->y, r);
  while (!over) {
    const double approach = in->y[CAROM_IMPACT_SPEED];
    const carom_step_result step = carom_integrator_advance(in, until);
    over = step == CAROM_STEP_END && s->pull > 0;
    if (step == CAROM_STEP_FAILED || (step == CAROM_STEP_END && !over) ||
        exhausted(integration, s, in))
      return failure(integration, in,
                     parted && carom_within(s->regime.reach, in->y[CAROM_IMPACT_OVERLAP]), err);
    if (adheres && !(s->pull > 0) && captured(s, in)) return stuck(integration, err);
    if (integration->peaks) start = note_peaks(s, in, &start, r);
    observe(integration, s, in, step == CAROM_STEP_EVENT ? CAROM_MOMENT_EVENT : CAROM_MOMENT_STEP);
    if (s->pull > 0)
      over |= caught(integration, s, in, approach > 0 && in->y[CAROM_IMPACT_SPEED] <= 0, &swings,
                     r);
    if (step == CAROM_STEP_EVENT || over) note_budget(s, in, r);
    if (step == CAROM_STEP_EVENT) {
      carom_regime_switch(&s->regime, in->y[CAROM_IMPACT_OVERLAP], in->y[CAROM_IMPACT_SPEED]);
      if (integration->peaks) note_force(s, in->t, in->y, r);
      note_separation(s, in, &parted, r);
      observe(integration, s, in, CAROM_MOMENT_SWITCHED);
      r->apart = s->regime.open;
      over |= r->apart;
      carom_integrator_resume(in);
      if (integration->peaks) start = start_of(s, in->y);
    }
  }
  return CAROM_OK;
}

carom_status carom_impact_integrate(const carom_impact_integration *integration,
                                    carom_impact_outcome *result, carom_error *err)
{
  const carom_contact *c = integration->contact;
  const double length = scale(c, integration->state, integration->speed, integration->pull);
  const double fall = integration->pull * length;
  const double speed = fall > 0 ? CAROM_SQRT(integration->speed * integration->speed + fall)
                                : integration->speed;
  const double time = length / speed, energy = c->mass * speed * speed;
  const double atol[CAROM_IMPACT_STATES] = {integration->tolerance * length,
                                            integration->tolerance * speed,
                                            integration->tolerance * energy};
  impact_motion s = {.inv_mass = 1 / c->mass, .pull = integration->pull, .nudge = 1e-3 * time};
  const double first = 0 - carom_contact_reach(c);
  carom_regime_start(&s.regime, c, integration->state, first, integration->speed);
  const carom_ode problem = {.states = CAROM_IMPACT_STATES,
                             .guards = carom_regime_guards(c),
                             .user = &s,
                             .rate = rate,
                             .guard = guard};
  /* no step may be longer than an entire contact */
  const carom_stepping stepping = {.method = integration->method,
                                   .rtol = integration->tolerance,
                                   .atol = atol,
                                   .longest_step = time,
                                   .step_limit = 1000000};
  double work[WORKSPACE];
  if (carom_integrator_doubles(integration->method, problem.states, problem.guards) > WORKSPACE)
    return carom_fail(err, CAROM_ERR_MEMORY, "impact",
                      "the law has more breakpoints than fit here");
  carom_integrator in;
  const double y[CAROM_IMPACT_STATES] = {first, integration->speed, 0};
  carom_integrator_start(&in, &problem, &stepping, 0, y, work);
  *result = (carom_impact_outcome){0};
  const double until = integration->pull > 0 ? integration->until : longest_contact * time;
  CAROM_TRY(follow(integration, &s, &in, until, result, err));
  result->steps = in.steps;
  result->rates = in.rates;
  return CAROM_OK;
}
