/* SPDX-License-Identifier: MIT */
/* Location of the first crossing of a guard within a step. It is first located on the dense output,
 * which needs few rates, and then on true steps of varying length from the same start, so that the
 * state at the event has the full order of the method. Both searches share one implementation. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrate/method.h"

#define SAMPLES 8
#define TRIALS 100
#define EARLY 0x1p-20 /* where a step is additionally examined, as a fraction of its length */

/* The bracket: no guard has fired at `low`, one has at `high`. Lengths are measured from t_old. */
typedef struct search {
  bool exact; /* search on true steps instead of the dense output */
  double low, high;
  int active;    /* the guard being followed: the first to cross within the bracket */
  double x, g;   /* the last trial and the value of the active guard there */
  double slope;  /* slope of the active guard */
  bool at_zero;  /* the last trial was at `low`, and the guard is 0 there to rounding */
  bool low_zero; /* the guard is 0 at `low`, to rounding */
  bool flat;     /* the guard has the same value at `high` and just before it */
  double nudge;  /* distance beyond such a zero at which the far side is sought */
  double grain;  /* initial nudge: for how long rounding keeps the guard at 0, if known */
} search;

/* A bracket this short cannot be reduced any further in double precision. */
static double resolution_of(const search *s)
{
  return 2.0 * DBL_EPSILON * s->high;
}

/* A guard fires at x if it is negative there and was awake before. */
static bool fires(const carom_integrator *in, int j, double x, const double *g)
{
  return g[j] < 0.0 && in->g_wake[j] < x;
}

bool carom_integrator_fired(const carom_integrator *in, int guard)
{
  return in->event && fires(in, guard, in->length, in->g);
}

/* The magnitude that counts as zero for a guard, from its earlier values in the step. */
static double zero_of(const carom_integrator *in, int j)
{
  const double rounding = 4.0 * DBL_EPSILON * in->g_scale[j];
  const double grain = in->problem.grain ? in->problem.grain[j] : 0.0;
  return grain > rounding ? grain : rounding;
}

/* Of the guards that fire at x, the one estimated to have crossed first; -1 if none. */
static int first_to_fire(const carom_integrator *in, double low, double x, const double *g)
{
  int first = -1;
  double earliest = 0.0;
  for (int j = 0; j < in->problem.guards; ++j) {
    if (!fires(in, j, x, g)) continue;
    const double before = in->g_low[j] > 0.0 ? in->g_low[j] : 0.0;
    const double root = low + (x - low) * (before / (before - g[j]));
    if (first < 0 || root < earliest) {
      first = j;
      earliest = root;
    }
  }
  return first;
}

/* Evaluates the guards after length x, either of a true step, whose state is left in y, or of the
 * dense output. */
static bool evaluate(carom_integrator *in, bool exact, double x, double *g)
{
  if (exact) {
    carom_integrator_take(in, x);
    ++in->retaken;
    return carom_integrator_finite(in) && carom_integrator_guards(in, x, in->y, g);
  }
  in->tableau->blend(in, x / in->length, in->stage);
  return carom_integrator_guards(in, x, in->stage, g);
}

/* Switches to another guard; its slope is that of the bracket until a better estimate exists. */
static void follow(search *s, const carom_integrator *in, int guard)
{
  s->active = guard;
  s->slope = (in->g_high[guard] - in->g_low[guard]) / (s->high - s->low);
  s->x = s->high;
  s->g = in->g_high[guard];
  s->nudge = s->grain;
}

/* Updates the bracket with the guards at x. */
static void enter(search *s, carom_integrator *in, double x, const double *g)
{
  const size_t bytes = (size_t)in->problem.guards * sizeof *g;
  const int first = first_to_fire(in, s->low, x, g);
  const double move = fabs(x - s->x);
  /* While rounding keeps the guard at the same value, shorter moves carry no information. */
  const bool held = g[s->active] == s->g && move > 0.0 && move < 16.0 * resolution_of(s);
  /* Trials that are very close to each other differ mostly by rounding. */
  if (move > 1e-9 * s->high) s->slope = (g[s->active] - s->g) / (x - s->x);
  s->x = x;
  s->g = g[s->active];
  if (first < 0) {
    if (s->g > in->g_scale[s->active]) in->g_scale[s->active] = s->g;
    s->low = x;
    memcpy(in->g_low, g, bytes);
    s->low_zero = held || s->g <= zero_of(in, s->active);
    s->nudge = s->low_zero && s->at_zero ? 4.0 * s->nudge : s->grain;
    s->at_zero = s->low_zero;
  } else {
    s->high = x;
    memcpy(in->g_high, g, bytes);
    s->at_zero = false;
    s->flat = held && first == s->active;
    if (first != s->active) follow(s, in, first);
  }
}

/* True if `high` is as close after the crossing as double precision permits. */
static bool settled(const search *s, const carom_integrator *in)
{
  const double width = s->high - s->low;
  if (width <= resolution_of(s)) return true;
  if (s->at_zero || s->x != s->high) return false;
  if (s->flat || (s->low_zero && width <= 1.4 * s->nudge)) return true;
  for (int j = 0; j < in->problem.guards; ++j)
    if (fires(in, j, s->high, in->g_high) && -in->g_high[j] > zero_of(in, j)) return false;
  return true;
}

/* The next length to try: from the slope at the last trial, aiming slightly beyond the zero; or
 * from the ends of the bracket; or by bisection if that takes too long. */
static double propose(search *s, const carom_integrator *in, int trial)
{
  const double zero = zero_of(in, s->active), width = s->high - s->low;
  double x = s->low + 0.5 * width;
  if (s->at_zero) {
    double least = resolution_of(s);
    const bool grained = in->problem.grain && in->problem.grain[s->active] > 0.0;
    if (s->slope < 0.0 && (grained || -zero / s->slope < 16.0 * least)) least += -zero / s->slope;
    if (s->nudge < least) s->nudge = least;
    x = s->low + s->nudge;
  } else if (trial < 8 || trial % 2 == 0) {
    const double low = in->g_low[s->active], high = in->g_high[s->active];
    if (low > 0.0) x = s->low + width * (low / (low - high));
    const double newton = s->slope < 0.0 ? s->x - (s->g + 0.5 * zero) / s->slope : s->high;
    if (newton > s->low && newton < s->high) x = newton;
  }
  double margin = resolution_of(s);
  if (margin > 0.25 * width) margin = 0.25 * width;
  if (x < s->low + margin) x = s->low + margin;
  if (x > s->high - margin) x = s->high - margin;
  return x;
}

/* Narrows the bracket until it is settled, starting with a trial at x. */
static bool narrow(search *s, carom_integrator *in, double x)
{
  double *const g = s->exact ? in->g : in->g_probe;
  for (int trial = 0; trial < TRIALS; ++trial) {
    if (!evaluate(in, s->exact, x, g)) return false;
    enter(s, in, x, g);
    if (settled(s, in)) return true;
    x = propose(s, in, trial);
  }
  return true;
}

/* Examines the instant right after the start of the step. A guard that is asleep at both ends may
 * wake up there, like that of a ball that has just bounced: the step may contain the entire flight.
 * A guard that starts from 0 may be negative there and return before the middle of the step. */
static bool suspicious_early(const carom_integrator *in)
{
  const double d = EARLY * in->length;
  bool look = false;
  for (int j = 0; j < in->problem.guards; ++j)
    look |= in->g_old[j] == 0.0 || (in->g_old[j] < 0.0 && in->g[j] < 0.0);
  if (!look) return false;
  for (int i = 0; i < in->problem.states; ++i)
    in->stage[i] = in->y_old[i] + d * in->k_first[i];
  if (!carom_integrator_guards(in, d, in->stage, in->g_probe)) return false;
  for (int j = 0; j < in->problem.guards; ++j) {
    if (in->g_old[j] == 0.0 && in->g_probe[j] < 0.0) return true;
    if (in->g_old[j] < 0.0 && in->g_probe[j] >= 0.0 && in->g[j] < 0.0) return true;
  }
  return false;
}

/* True if the step may contain a crossing, judged at both ends and at the midpoint of the cubic
 * through both ends, which needs no rates. */
static bool suspicious(carom_integrator *in)
{
  const int n = in->problem.states, count = in->problem.guards;
  const double h = in->length;
  for (int j = 0; j < count; ++j)
    if (in->g_old[j] >= 0.0 && in->g[j] < 0.0) return true;
  if (suspicious_early(in)) return true;
  carom_integrator_last_rate(in);
  for (int i = 0; i < n; ++i)
    in->stage[i] = 0.5 * (in->y_old[i] + in->y[i]) + 0.125 * h * (in->k_first[i] - in->k_last[i]);
  if (!carom_integrator_guards(in, 0.5 * h, in->stage, in->g_probe)) return false;
  for (int j = 0; j < count; ++j) {
    const double middle = in->g_probe[j], end = in->g[j];
    if (middle >= 0.0 && end < 0.0) return true;
    if (in->g_old[j] >= 0.0 && middle < -1e-12 * (in->g_old[j] + end)) return true;
  }
  return false;
}

/* Scans samples of the dense output up to the first interval with a crossing, and records since
 * when each guard has been awake and its largest value. Returns false if there is no crossing. */
static bool sample(carom_integrator *in, search *s)
{
  const int count = in->problem.guards;
  const size_t bytes = (size_t)count * sizeof *in->g;
  for (int j = 0; j < count; ++j) {
    in->g_wake[j] = in->g_old[j] >= 0.0 ? 0.0 : DBL_MAX;
    in->g_scale[j] = in->g_old[j] >= 0.0 ? in->g_old[j] : 0.0;
  }
  memcpy(in->g_low, in->g_old, bytes);
  s->low = 0.0;
  for (int k = 0; k <= SAMPLES; ++k) {
    const double x = in->length * (k == 0 ? EARLY : (double)k / SAMPLES);
    if (k == SAMPLES) {
      memcpy(in->g_high, in->g, bytes);
    } else if (!evaluate(in, false, x, in->g_high)) {
      continue;
    }
    s->high = x;
    if (first_to_fire(in, s->low, x, in->g_high) >= 0) return true;
    for (int j = 0; j < count; ++j) {
      if (in->g_high[j] >= 0.0 && in->g_wake[j] == DBL_MAX) in->g_wake[j] = x;
      if (in->g_high[j] > in->g_scale[j]) in->g_scale[j] = in->g_high[j];
    }
    memcpy(in->g_low, in->g_high, bytes);
    s->low = x;
  }
  return false;
}

/* The slope of the active guard on the dense output at x. */
static void differentiate(search *s, carom_integrator *in, double x)
{
  const double d = in->length / 1024.0;
  if (!evaluate(in, false, x - d, in->g_probe)) return;
  const double before = in->g_probe[s->active];
  if (!evaluate(in, false, x + d, in->g_probe)) return;
  s->slope = (in->g_probe[s->active] - before) / (2.0 * d);
}

bool carom_integrator_locate(carom_integrator *in)
{
  if (!suspicious(in)) return true;
  carom_integrator_dense(in);
  search s = {.exact = false};
  if (!sample(in, &s)) return true;
  const double high = s.high;
  follow(&s, in, first_to_fire(in, s.low, s.high, in->g_high));
  s.at_zero = s.low_zero = in->g_low[s.active] <= zero_of(in, s.active);
  /* The shortest possible step to an event. */
  if (s.low == 0.0) s.nudge = 2.0 * DBL_EPSILON * in->length;
  if (!narrow(&s, in, propose(&s, in, 0))) return false;
  const double x = s.high;
  differentiate(&s, in, x);

  /* Repeat on true steps. It remains to be shown that the first sample after the crossing lies
   * beyond it on true steps as well; samples before it are used only as far as they are certain. */
  s = (search){.exact = true,
               .low_zero = in->g_wake[s.active] == 0.0 && in->g_old[s.active] == 0.0,
               .active = s.active,
               .low = in->g_wake[s.active],
               .high = high,
               .x = x,
               .slope = s.slope,
               .at_zero = s.low_zero && x <= 1.4 * s.nudge,
               .nudge = s.nudge,
               .grain = s.nudge};
  /* The dense output of long steps is inaccurate. */
  if (s.grain > 32.0 * DBL_EPSILON * x) s.grain = 32.0 * DBL_EPSILON * x;
  memcpy(in->g_low, in->g_old, (size_t)in->problem.guards * sizeof *in->g);
  if (!narrow(&s, in, x)) return false;
  if (in->length != s.high && !evaluate(in, true, s.high, in->g)) return false;
  in->event = first_to_fire(in, 0.0, s.high, in->g) >= 0;
  return true;
}
