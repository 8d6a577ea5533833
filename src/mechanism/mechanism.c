/* SPDX-License-Identifier: MIT */
/* Advancing and inspecting a mechanism. */
#include "mechanism/mechanism.h"

#include <stdio.h>

#include "core/error.h"
#include "law_math.h"

static void tell(carom_mechanism *m, int which, carom_journal_event event)
{
  if (!m->contact_callback) return;
  carom_mechanism_fill(m, m->in.t, m->in.y);
  m->contact_callback(m->callback_user, which, event, &m->view);
}

/* True if the force is 0 although the surfaces overlap: tension is cut, or the journal is inside
 * its dent. */
static bool idle(const carom_bearing *b, double overlap)
{
  const bool remembers = (b->contact.law->info.traits & CAROM_LAW_REMEMBERS) != 0;
  return b->regime.cut || (remembers && overlap < carom_contact_residual(&b->contact, &b->state));
}

static void switch_bearing(carom_mechanism *m, int which)
{
  carom_bearing *b = &m->bearing[which];
  carom_mechanism_pose(m, m->in.y, m->in.y + 3 * m->bodies);
  const carom_bearing_kinematics gap = carom_bearing_kinematics_of(b, m->pose);
  const bool was_open = b->regime.open, was_idle = b->idle;
  carom_regime_switch(&b->regime, gap.overlap, gap.approach);
  b->zone = carom_bearing_zone(b, gap.sliding);
  b->idle = !b->regime.open && idle(b, gap.overlap);
  if (was_open && !b->regime.open) {
    b->touches++;
    carom_encounters_begin(&b->met, &b->contact, gap.approach);
    b->last[0] = b->last[1] = 0;
    b->touched_at = m->in.t;
    tell(m, which, CAROM_JOURNAL_TOUCH);
  } else if (!was_open && b->regime.open) {
    b->contact_time += m->in.t - b->touched_at;
    carom_encounters_end(&b->met);
    tell(m, which, CAROM_JOURNAL_PART);
  } else if (b->idle && !was_idle) {
    tell(m, which, CAROM_JOURNAL_RELEASE);
  }
}

/* Contacts whose guards fired change their regime; all others are left alone. */
static void switch_bearings(carom_mechanism *m)
{
  for (int k = 0; k < m->bearings; k++) {
    bool fired = false;
    for (int g = 0; g < carom_bearing_guards(&m->bearing[k]); g++)
      fired |= carom_integrator_fired(&m->in, m->bearing[k].guard + g);
    if (fired) switch_bearing(m, k);
  }
}

/* Overlap and normal force of a bearing in state y; returns its approach speed. */
static double measure(carom_mechanism *m, const carom_bearing *b, const double *y, double value[2])
{
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  const carom_bearing_kinematics gap = carom_bearing_kinematics_of(b, m->pose);
  const carom_force f = carom_regime_force(&b->regime, gap.overlap, gap.approach);
  value[0] = gap.overlap;
  value[1] = f.elastic + f.dissipative;
  return gap.approach;
}

/* The maximum of the parabola through three equidistant values, of which the middle one is the
 * largest. */
static double top(double before, double middle, double after)
{
  const double gamma = before - 2 * middle + after, slope = after - before;
  return gamma < 0 ? middle - slope * slope / (8 * gamma) : middle;
}

/* A step may contain a peak if its ends come close to the largest value so far; the dense output is
 * then examined at a few points. */
static void note_peak(carom_mechanism *m, carom_bearing *b)
{
  enum { PLACES = 8 };
  double value[PLACES + 1][2];
  const double approach = measure(m, b, m->in.y, value[PLACES]);
  carom_encounters_note(&b->met, value[PLACES][0], approach);
  for (int k = 0; k < 2; k++) {
    value[0][k] = b->last[k];
    b->last[k] = value[PLACES][k];
  }
  double *peak[2] = {&b->peak_overlap, &b->peak_force};
  bool near = false;
  for (int k = 0; k < 2; k++)
    near |= value[0][k] > 0.8 * *peak[k] || value[PLACES][k] > 0.8 * *peak[k];
  if (!near) return;
  for (int i = 1; i < PLACES; i++) {
    const double t = m->in.t_old + m->in.length * i / PLACES;
    carom_integrator_interpolate(&m->in, t, m->sample);
    measure(m, b, m->sample, value[i]);
  }
  for (int k = 0; k < 2; k++)
    for (int i = 0; i <= PLACES; i++) {
      const bool inner = i > 0 && i < PLACES && value[i][k] >= value[i - 1][k] &&
                         value[i][k] >= value[i + 1][k];
      const double high = inner ? top(value[i - 1][k], value[i][k], value[i + 1][k]) : value[i][k];
      *peak[k] = high > *peak[k] ? high : *peak[k];
    }
  carom_encounters_note(&b->met, b->peak_overlap, approach);
}

static void note_peaks(carom_mechanism *m)
{
  for (int k = 0; k < m->bearings; k++)
    if (!m->bearing[k].regime.open) note_peak(m, &m->bearing[k]);
}

static void call_sampler(carom_mechanism *m)
{
  while (m->sampler && m->next <= m->in.t) {
    carom_integrator_interpolate(&m->in, m->next, m->sample);
    if (!m->drifting) carom_mechanism_project(m, m->next, m->sample);
    carom_mechanism_fill(m, m->next, m->sample);
    m->sampler(m->user, &m->view);
    m->next = m->sampled_from + m->every * (double)++m->recorded;
  }
}

/* The next corner of any drive: the right-hand side is smooth up to there. */
static double next_corner(const carom_mechanism *m, double until)
{
  for (int k = 0; k < m->drivers; k++) {
    const double corner = carom_drive_corner(&m->drive[k], m->in.t);
    until = corner < until ? corner : until;
  }
  return until;
}

static const char *motion_driver(const carom_mechanism *m)
{
  for (int k = 0; k < m->constraints; k++)
    if (m->constraint[k].driver >= 0)
      return carom_mechanism_name_of_driver(m, m->constraint[k].driver);
  return NULL;
}

/* Near a dead point the constraints hardly determine the motion: a pivot of S tends to 0, and a
 * driver that continues would require unbounded speeds. */
static bool is_dead(const carom_mechanism *m, double least)
{
  return m->rows > 0 && m->weakness < least;
}

static carom_status failure(carom_mechanism *m, carom_error *err)
{
  const char *driver = motion_driver(m);
  char owner[96];
  carom_mechanism_rate(m, m->in.t, m->in.y, m->rate);
  carom_mechanism_owner(m, m->weakest, owner, sizeof owner);
  if (is_dead(m, 1e-5) && driver)
    return carom_fail(err, CAROM_ERR_DIVERGED, "mechanism",
                      "at t = %.9g s the mechanism stands at a dead point (%s): driver '%s' cannot "
                      "move it further; end the run before, or drive another joint",
                      m->in.t, owner, driver);
  if (is_dead(m, 1e-5))
    return carom_fail(err, CAROM_ERR_DIVERGED, "mechanism",
                      "at t = %.9g s the joints no longer determine the motion (%s)", m->in.t,
                      owner);
  return carom_fail(err, CAROM_ERR_DIVERGED, "mechanism",
                    "the integration stopped at t = %.9g s (%s); try a coarser tolerance", m->in.t,
                    m->in.failure == CAROM_FAILURE_STEP         ? "the step became too small"
                    : m->in.failure == CAROM_FAILURE_NOT_FINITE ? "a value is not finite"
                                                                : "too many steps");
}

/* Redundant equations that were dropped must still be satisfied. */
static carom_status check_redundant(carom_mechanism *m, carom_error *err)
{
  if (m->left_out == 0) return CAROM_OK;
  carom_mechanism_pose(m, m->in.y, m->in.y + 3 * m->bodies);
  carom_mechanism_constraints_all(m, m->in.t, m->in.y);
  for (int i = m->rows; i < m->rows + m->left_out; i++) {
    if (CAROM_FABS(m->violation[i]) < 1e-6 * m->size) continue;
    char owner[96];
    carom_mechanism_owner(m, i, owner, sizeof owner);
    return carom_fail(err, CAROM_ERR_CONFLICT, "mechanism",
                      "%s was left out as redundant, but at t = %.9g s it stands open by %.3g: it "
                      "is redundant only in the position of the start",
                      owner, m->in.t, CAROM_FABS(m->violation[i]));
  }
  return CAROM_OK;
}

carom_status carom_mechanism_advance(carom_mechanism *m, double until, carom_error *err)
{
  if (!m || !(until - until == 0))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "run.until",
                      "a mechanism and a finite time are needed");
  while (m->in.t < until) {
    const carom_step_result step = carom_integrator_advance(&m->in, next_corner(m, until));
    if (step == CAROM_STEP_FAILED || (is_dead(m, 1e-7) && motion_driver(m))) return failure(m, err);
    note_peaks(m);
    call_sampler(m);
    if (step == CAROM_STEP_EVENT) switch_bearings(m);
    for (int k = 0; step == CAROM_STEP_END && k < m->drivers; k++)
      carom_drive_enter(&m->drive[k], m->in.t);
    if (step == CAROM_STEP_EVENT || (step == CAROM_STEP_END && m->drivers > 0))
      carom_integrator_resume(&m->in);
    CAROM_TRY(check_redundant(m, err));
    if (m->stop && m->stop(m->stop_user)) break;
  }
  return CAROM_OK;
}

void carom_mechanism_set_stop(carom_mechanism *m, carom_stop *stop, void *user)
{
  m->stop = stop;
  m->stop_user = user;
}

const carom_mechanism_view *carom_mechanism_sample(carom_mechanism *m)
{
  carom_mechanism_fill(m, m->in.t, m->in.y);
  return &m->view;
}

carom_motion carom_mechanism_point(const carom_mechanism_view *view, carom_place place)
{
  if (place.body < 0 || place.body >= view->bodies)
    return (carom_motion){.x = place.x, .y = place.y};
  const carom_motion *b = &view->body[place.body];
  double sine, cosine;
  carom_sincos(b->angle, &sine, &cosine);
  const double ax = cosine * place.x - sine * place.y, ay = sine * place.x + cosine * place.y;
  return (carom_motion){.x = b->x + ax,
                        .y = b->y + ay,
                        .angle = b->angle,
                        .vx = b->vx - b->spin * ay,
                        .vy = b->vy + b->spin * ax,
                        .spin = b->spin,
                        .ax = b->ax - b->alpha * ay - b->spin * b->spin * ax,
                        .ay = b->ay + b->alpha * ax - b->spin * b->spin * ay,
                        .alpha = b->alpha};
}

void carom_mechanism_set_sampler(carom_mechanism *m, double every, carom_mechanism_sampler *sampler,
                                 void *user)
{
  m->sampler = every > 0 ? sampler : NULL;
  m->user = user;
  m->every = every;
  m->sampled_from = m->in.t;
  m->recorded = 1; /* the present instant */
  m->next = m->in.t + every;
  if (m->sampler) m->sampler(user, carom_mechanism_sample(m));
}

void carom_mechanism_set_contact_callback(carom_mechanism *m,
                                          carom_mechanism_contact_callback *contact_callback,
                                          void *user)
{
  m->contact_callback = contact_callback;
  m->callback_user = user;
}

carom_mechanism_closure carom_mechanism_check(carom_mechanism *m)
{
  const int equations = carom_mechanism_equations(m);
  carom_mechanism_closure c = {.freedoms = 3 * m->bodies - m->rows - m->given,
                               .equations = equations,
                               .redundant = m->left_out};
  const double *q = m->in.y, *v = q + 3 * m->bodies;
  carom_mechanism_pose(m, q, v);
  carom_mechanism_constraints_all(m, m->in.t, q);
  carom_mechanism_rows(m, equations, v, m->multiplier);
  for (int i = 0; i < equations; i++) {
    const double gap = CAROM_FABS(m->violation[i]), nu = CAROM_FABS(m->multiplier[i] - m->nu[i]);
    c.position = gap > c.position ? gap : c.position;
    c.velocity = nu > c.velocity ? nu : c.velocity;
  }
  for (int k = 0; k < m->constraints && !c.redundant_name; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    const bool second = constraint->kind == CAROM_CONSTRAINT_PIN &&
                        constraint->row[1] >= m->rows + m->given;
    if (constraint->row[0] < m->rows + m->given && !second) continue;
    c.redundant_name = constraint->joint >= 0
                           ? carom_mechanism_name_of_joint(m, constraint->joint)
                           : carom_mechanism_name_of_driver(m, constraint->driver);
  }
  return c;
}

carom_status carom_mechanism_prepared(const carom_mechanism *m, int clearance, carom_contact *out,
                                      carom_error *err)
{
  if (!m || !out)
    return carom_fail(err, CAROM_ERR_ARGUMENT, m ? "result" : "mechanism",
                      "a mechanism and a place for the result are needed");
  if (clearance < 0 || clearance >= m->bearings)
    return carom_fail(err, CAROM_ERR_RANGE, "clearance", "the mechanism has no clearance %d",
                      clearance);
  *out = m->bearing[clearance].contact;
  return CAROM_OK;
}

carom_status carom_mechanism_encounters(const carom_mechanism *m, int clearance,
                                        carom_encounters *out, carom_error *err)
{
  if (!m || !out)
    return carom_fail(err, CAROM_ERR_ARGUMENT, m ? "result" : "mechanism",
                      "a mechanism and a place for the result are needed");
  if (clearance < 0 || clearance >= m->bearings)
    return carom_fail(err, CAROM_ERR_RANGE, "clearance", "the mechanism has no clearance %d",
                      clearance);
  *out = m->bearing[clearance].met;
  return CAROM_OK;
}

int64_t carom_mechanism_steps(const carom_mechanism *m)
{
  return m->in.steps;
}

int64_t carom_mechanism_rates(const carom_mechanism *m)
{
  return m->in.rates;
}
