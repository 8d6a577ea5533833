/* SPDX-License-Identifier: MIT */
/* Curves of single impacts, and the table of all. */
#include "cli/reproduce/points.h"

#include <stdlib.h>

#include "cli/reproduce/measure.h"

carom_status points_add(repro_points *points, double x, double y)
{
  if (points->count == points->room) {
    const int64_t room = points->room ? 2 * points->room : 512;
    double *more_x = realloc(points->x, (size_t)room * sizeof *more_x);
    if (!more_x) return CAROM_ERR_MEMORY;
    points->x = more_x;
    double *more_y = realloc(points->y, (size_t)room * sizeof *more_y);
    if (!more_y) return CAROM_ERR_MEMORY;
    points->y = more_y;
    points->room = room;
  }
  points->x[points->count] = x;
  points->y[points->count++] = y;
  return CAROM_OK;
}

/* A quantity of a sample; `length` 0: not scaled. */
static double sampled(const carom_impact_sample *s, carom_sample which, double mass, double v,
                      double length)
{
  const double force = s->force.elastic + s->force.dissipative;
  switch (which) {
  case CAROM_SAMPLE_TIME:
    return length > 0 ? s->time * v / length : s->time;
  case CAROM_SAMPLE_OVERLAP:
    return length > 0 ? s->overlap / length : s->overlap;
  case CAROM_SAMPLE_VELOCITY:
    return length > 0 ? s->approach / v : s->approach;
  case CAROM_SAMPLE_DAMPING:
    return length > 0 ? s->force.dissipative * length / (mass * v * v) : s->force.dissipative;
  case CAROM_SAMPLE_FORCE:
    return length > 0 ? force * length / (mass * v * v) : force;
  case CAROM_SAMPLE_ACCELERATION:
    return length > 0 ? force * length / (mass * v * v) : force / mass;
  }
  return __builtin_nan("");
}

static carom_status impact(const repro_result *result, const carom_call *call, repro_points *out)
{
  const carom_scale scale = (carom_scale)carom_call_word(call, "scale");
  const carom_sample x = (carom_sample)carom_call_word(call, "x");
  const carom_sample y = (carom_sample)carom_call_word(call, "y");
  const double length = scale == CAROM_SCALE_NONE ? 0 : scale_length(result, scale);
  const double mass = result->contact.mass, v = result->trial.impact.speed;
  for (int64_t i = 0; i < result->history.count; i++) {
    const carom_impact_sample *s = &result->history.sample[i];
    CAROM_TRY(points_add(out, sampled(s, x, mass, v, length), sampled(s, y, mass, v, length)));
  }
  return CAROM_OK;
}

enum { GRID = 96 };

/* 0.05, 0.06 ... 1 */
static double asked(int k)
{
  return (5 + k) / 100.0;
}

static carom_status published_constant(const repro_result *result, const carom_call *call,
                                       repro_points *out)
{
  const int phase = carom_call_word(call, "phase");
  (void)result;
  for (int k = 0; k < GRID; k++)
    CAROM_TRY(points_add(out, asked(k), carom_law_published(call->law, phase, asked(k))));
  return CAROM_OK;
}

static carom_status exact_constant(const repro_result *result, const carom_call *call,
                                   repro_points *out)
{
  const double factor = carom_call_value(call, "factor");
  carom_contact_def def = result->trial.contact;
  for (int k = 0; k < GRID; k++) {
    carom_contact contact;
    carom_contact_set(&def, "restitution", asked(k));
    if (carom_contact_prepare(&def, &contact, NULL) == CAROM_OK)
      CAROM_TRY(points_add(out, asked(k), factor * contact.damping[0]));
  }
  return CAROM_OK;
}

static carom_status largest_acceleration(const repro_result *result, const carom_call *call,
                                         repro_points *out)
{
  repro_result again = *result;
  (void)call;
  for (int k = 0; k < GRID; k++) {
    carom_contact_set(&again.trial.contact, "restitution", asked(k));
    if (carom_outcome_find(&again.trial.contact, &again.trial.impact, &again.outcome) != CAROM_OK)
      continue;
    CAROM_TRY(points_add(out, asked(k), peak_acceleration(&again, CAROM_SCALE_HERTZ_PEAK)));
  }
  return CAROM_OK;
}

/* c lambda^b over lambda = 0.1 to 2, with b = 1 - 2q of the law. */
static carom_status correction(const repro_result *result, const carom_call *call,
                               repro_points *out)
{
  const double given = carom_call_value(call, "constant"), own = result->contact.damping[0];
  const double c = given > 0 ? given : own, v = result->trial.impact.speed;
  for (int k = 2; k <= 40; k++) {
    const double lambda = k / 20.0;
    CAROM_TRY(points_add(out, lambda, c * (ratio_at_speed(result, lambda * v, v) / own)));
  }
  return CAROM_OK;
}

static carom_status restitution_speed(const repro_result *result, const carom_call *call,
                                      repro_points *out)
{
  (void)call;
  for (int k = 1; k <= 100; k++) {
    carom_impact seen;
    carom_impact_def def = result->trial.impact;
    def.contact = &result->contact;
    def.speed = k / 50.0;
    if (carom_impact_resolve(&def, &seen, NULL) != CAROM_OK) continue;
    CAROM_TRY(points_add(out, def.speed, seen.restitution));
  }
  return CAROM_OK;
}

static carom_status point(const repro_result *result, const carom_call *call, repro_points *out)
{
  (void)result;
  return points_add(out, carom_call_value(call, "x"), carom_call_value(call, "y"));
}

static carom_status level(const repro_result *result, const carom_call *call, repro_points *out)
{
  const double height = carom_call_value(call, "height");
  (void)result;
  CAROM_TRY(points_add(out, 0, height));
  return points_add(out, carom_call_value(call, "to"), height);
}

static repro_drawer *const drawers[CAROM_POINTS_COUNT] = {
    [CAROM_POINTS_IMPACT] = impact,
    [CAROM_POINTS_PUBLISHED_CONSTANT] = published_constant,
    [CAROM_POINTS_EXACT_CONSTANT] = exact_constant,
    [CAROM_POINTS_LARGEST_ACCELERATION] = largest_acceleration,
    [CAROM_POINTS_CORRECTION] = correction,
    [CAROM_POINTS_RESTITUTION_SPEED] = restitution_speed,
    [CAROM_POINTS_BEAD_FORCE] = points_bead_force,
    [CAROM_POINTS_BEAD_VELOCITY] = points_bead_velocity,
    [CAROM_POINTS_CONTACT_FORCE] = points_contact_force,
    [CAROM_POINTS_LOOP] = points_loop,
    [CAROM_POINTS_PROFILE] = points_profile,
    [CAROM_POINTS_SENSOR_PEAKS] = points_sensor_peaks,
    [CAROM_POINTS_WAVE_PEAKS] = points_wave_peaks,
    [CAROM_POINTS_HEIGHT] = points_height,
    [CAROM_POINTS_FALL_VELOCITY] = points_fall_velocity,
    [CAROM_POINTS_SLIDER] = points_slider,
    [CAROM_POINTS_SLIDER_MEAN] = points_slider_mean,
    [CAROM_POINTS_SLIDER_DEVIATION] = points_slider_deviation,
    [CAROM_POINTS_POINT] = point,
    [CAROM_POINTS_LEVEL] = level,
};

carom_status points_take(const repro_result *result, const carom_call *call, repro_points *out)
{
  return drawers[call->which](result, call, out);
}
