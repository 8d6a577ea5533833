/* SPDX-License-Identifier: MIT */
/* Curves of single impacts. */
#include "cli/reproduce/points.h"

#include <math.h>

#include "cli/quantity.h"
#include "cli/reproduce/measure.h"

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

#define HISTORY_POINTS(name, abscissa, ordinate)                                                   \
  carom_status points_##name(const repro_result *result, const repro_curve *curve,                 \
                             repro_points *out)                                                    \
  {                                                                                                \
    (void)curve;                                                                                   \
    for (long i = 0; i < result->history.count; i++) {                                             \
      const carom_impact_sample *s = &result->history.sample[i];                                   \
      CAROM_TRY(points_add(out, abscissa, ordinate));                                              \
    }                                                                                              \
    return CAROM_OK;                                                                               \
  }
HISTORY_POINTS(force_overlap, s->overlap, total(s->force))
HISTORY_POINTS(force_time, s->time, total(s->force))
HISTORY_POINTS(damping_time, s->time, s->force.dissipative)
HISTORY_POINTS(velocity_time, s->time, s->approach)
HISTORY_POINTS(overlap_time, s->time, s->overlap)

#define SCALED_POINTS(name, length_of, abscissa, ordinate)                                         \
  carom_status points_##name(const repro_result *result, const repro_curve *curve,                 \
                             repro_points *out)                                                    \
  {                                                                                                \
    const carom_contact *c = &result->contact;                                                     \
    const double v = result->trial.speed, length = length_of;                                      \
    (void)curve, (void)c, (void)v;                                                                 \
    for (long i = 0; i < result->history.count; i++) {                                             \
      const carom_impact_sample *s = &result->history.sample[i];                                   \
      CAROM_TRY(points_add(out, abscissa, ordinate));                                              \
    }                                                                                              \
    return CAROM_OK;                                                                               \
  }
/* lengths of paper 002 are those of 003 over (5/4)^(2/5) */
static double hertz_length(const carom_contact *c, double v)
{
  const double root = quantity_root(1.25, 5);
  return contact_length(c, v) / (root * root);
}
SCALED_POINTS(scaled_a_t, contact_length(c, v), s->time *v / length,
              total(s->force) * length / (c->mass * v * v))
SCALED_POINTS(scaled_a_h, contact_length(c, v), s->overlap / length,
              total(s->force) * length / (c->mass * v * v))
SCALED_POINTS(linear_d_t, v *sqrt(c->mass / contact_coefficient(c, "stiffness")),
              s->time *v / length, s->overlap / length)
SCALED_POINTS(hertz_d_t, hertz_length(c, v), s->time *v / length, s->overlap / length)

enum { GRID = 96 };

/* 0.05, 0.06 ... 1 */
static double asked(int k)
{
  return (5 + k) / 100.0;
}

carom_status points_published_constant(const repro_result *result, const repro_curve *curve,
                                       repro_points *out)
{
  (void)result;
  for (int k = 0; k < GRID; k++)
    CAROM_TRY(points_add(out, asked(k),
                         carom_law_published(carom_law_find(curve->law), curve->index, asked(k))));
  return CAROM_OK;
}

carom_status points_exact_constant(const repro_result *result, const repro_curve *curve,
                                   repro_points *out)
{
  const double factor = curve->x == 0 ? 1 : curve->x;
  carom_contact_def def = result->trial.contact;
  for (int k = 0; k < GRID; k++) {
    carom_contact contact;
    carom_contact_set(&def, "restitution", asked(k));
    if (carom_contact_prepare(&def, &contact, NULL) == CAROM_OK)
      CAROM_TRY(points_add(out, asked(k), factor * contact.damping[0]));
  }
  return CAROM_OK;
}

carom_status points_largest_a(const repro_result *result, const repro_curve *curve,
                              repro_points *out)
{
  repro_result again = *result;
  (void)curve;
  for (int k = 0; k < GRID; k++) {
    carom_contact_set(&again.trial.contact, "restitution", asked(k));
    if (trial_run(&again.trial, &again.outcome) != CAROM_OK) continue;
    CAROM_TRY(points_add(out, asked(k), measure_l_a_max(&again, NULL)));
  }
  return CAROM_OK;
}

carom_status points_correction(const repro_result *result, const repro_curve *curve,
                               repro_points *out)
{
  const double c = curve->x > 0 ? curve->x : result->contact.damping[0];
  for (int k = 2; k <= 40; k++) {
    const double lambda = k / 20.0;
    const repro_number at = {.x = lambda * result->trial.speed, .y = result->trial.speed};
    const double ratio = measure_ratio_again(result, &at) / result->contact.damping[0];
    CAROM_TRY(points_add(out, lambda, c * ratio));
  }
  return CAROM_OK;
}

carom_status points_restitution_speed(const repro_result *result, const repro_curve *curve,
                                      repro_points *out)
{
  (void)curve;
  for (int k = 1; k <= 100; k++) {
    carom_impact impact;
    carom_impact_def def = trial_impact(&result->trial, &result->contact);
    def.speed = k / 50.0;
    if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK) continue;
    CAROM_TRY(points_add(out, def.speed, impact.restitution));
  }
  return CAROM_OK;
}

carom_status points_one(const repro_result *result, const repro_curve *curve, repro_points *out)
{
  (void)result;
  return points_add(out, curve->x, curve->y);
}

carom_status points_level(const repro_result *result, const repro_curve *curve, repro_points *out)
{
  (void)result;
  CAROM_TRY(points_add(out, 0, curve->y));
  return points_add(out, curve->x, curve->y);
}
