/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/measure.h"

#include <math.h>
#include <string.h>

#include "cli/quantity.h"

static const double nothing = __builtin_nan("");

double contact_coefficient(const carom_contact *contact, const char *name)
{
  for (int i = 0; i < carom_contact_coefficient_count(contact); i++)
    if (!strcmp(carom_contact_coefficient_name(contact, i), name)) return contact->coefficient[i];
  return nothing;
}

/* x^(2/5) */
static double two_fifths(double x)
{
  const double root = quantity_root(x, 5);
  return root * root;
}

double contact_length(const carom_contact *contact, double speed)
{
  return two_fifths(1.25 * contact->mass * speed * speed /
                    contact_coefficient(contact, "stiffness"));
}

#define IMPACT_MEASURE(name, member)                                                               \
  double measure_##name(const repro_result *result, const repro_number *number)                    \
  {                                                                                                \
    (void)number;                                                                                  \
    return result->outcome.impact.member;                                                          \
  }
IMPACT_MEASURE(speed_out, speed_out)
IMPACT_MEASURE(energy_lost, energy_lost)
IMPACT_MEASURE(restitution, restitution)
IMPACT_MEASURE(peak_overlap, peak_overlap)
IMPACT_MEASURE(peak_force, peak_force)

#define CONTACT_MEASURE(name, expression)                                                          \
  double measure_##name(const repro_result *result, const repro_number *number)                    \
  {                                                                                                \
    const carom_contact *c = &result->contact;                                                     \
    (void)number;                                                                                  \
    return expression;                                                                             \
  }
CONTACT_MEASURE(mass, c->mass)
CONTACT_MEASURE(stiffness, contact_coefficient(c, "stiffness"))
CONTACT_MEASURE(yield_overlap, carom_contact_yield_overlap(c))
CONTACT_MEASURE(plastic_overlap, contact_coefficient(c, "x_p") * contact_coefficient(c, "d_y"))
CONTACT_MEASURE(asked, c->asked[0])
CONTACT_MEASURE(damping_ratio, c->damping[0])
CONTACT_MEASURE(coefficient, contact_coefficient(c, "damping"))

/* x is a factor, 0 counts as 1 */
double measure_plastic_stiffness(const repro_result *result, const repro_number *number)
{
  const carom_contact *c = &result->contact;
  const double factor = number->x > 0 ? number->x : 1;
  return factor * contact_coefficient(c, "k_p") * contact_coefficient(c, "F_y") /
         contact_coefficient(c, "d_y");
}

double measure_body_mass(const repro_result *result, const repro_number *number)
{
  if (result->chain.chain)
    return carom_body_mass(&result->scenario->chain.bead[(int)number->x].body);
  return carom_body_mass(&result->trial.contact.a);
}

double measure_velocity_out(const repro_result *result, const repro_number *number)
{
  return -measure_speed_out(result, number);
}

/* The coefficient of the same law and bodies with damping ratio 1 at another expected speed. */
static double unit_coefficient(const repro_result *result, double speed)
{
  carom_contact_def def = result->trial.contact;
  carom_contact unit;
  carom_contact_set(&def, "restitution", CAROM_UNSET);
  carom_contact_set(&def, "damping_ratio", 1);
  if (trial_field(&result->trial, "reference_speed"))
    carom_contact_set(&def, "reference_speed", speed);
  if (carom_contact_prepare(&def, &unit, NULL) != CAROM_OK) return nothing;
  return contact_coefficient(&unit, "damping");
}

/* A coefficient for ratio c at speed x, in units of that for ratio 1 at speed y. */
double measure_ratio_again(const repro_result *result, const repro_number *number)
{
  return result->contact.damping[0] * unit_coefficient(result, number->x) /
         unit_coefficient(result, number->y);
}

/* The coefficient for ratio c at speed y, as an impact at speed x feels it. */
double measure_ratio_felt(const repro_result *result, const repro_number *number)
{
  return result->contact.damping[0] * unit_coefficient(result, number->y) /
         unit_coefficient(result, number->x);
}

/* Scales of an impact: length, time and acceleration. */
typedef struct scale {
  double length, time, acceleration;
} scale;

static scale scale_of(const repro_result *result, double length)
{
  const double v = result->trial.speed;
  return (scale){length, length / v, v * v / length};
}

static scale linear(const repro_result *result)
{
  const carom_contact *c = &result->contact;
  return scale_of(result,
                  result->trial.speed * sqrt(c->mass / contact_coefficient(c, "stiffness")));
}

static scale hertzian(const repro_result *result)
{
  return scale_of(result, contact_length(&result->contact, result->trial.speed) / two_fifths(1.25));
}

/* Acceleration at zero overlap, from within: `after` at the end, otherwise at touch. */
static double at_zero(const repro_result *result, double overlap, bool after)
{
  const carom_contact *c = &result->contact;
  const carom_state state = carom_contact_virgin(c);
  const double v = after ? -result->outcome.impact.speed_out : result->trial.speed;
  const carom_force force = carom_contact_force(c, &state, overlap, v);
  return -(force.elastic + force.dissipative) / c->mass;
}

#define SCALED_MEASURE(kind, name, expression)                                                     \
  double measure_##name(const repro_result *result, const repro_number *number)                    \
  {                                                                                                \
    const scale s = kind(result);                                                                  \
    const carom_impact *i = &result->outcome.impact;                                               \
    (void)number, (void)i, (void)s;                                                                \
    return expression;                                                                             \
  }
/* so small that even its fourth root is below the printed digits */
static const double tiny = 1e-80;
SCALED_MEASURE(linear, linear_ratio, result->contact.damping[0])
SCALED_MEASURE(linear, linear_t_max, i->time_of_peak_overlap / s.time)
SCALED_MEASURE(linear, linear_d_max, i->peak_overlap / s.length)
SCALED_MEASURE(linear, linear_t_c, i->duration / s.time)
SCALED_MEASURE(linear, linear_a_touch, at_zero(result, tiny, false) / s.acceleration)
SCALED_MEASURE(linear, linear_a_part, at_zero(result, tiny, true) / s.acceleration)
SCALED_MEASURE(hertzian, hertz_t_max, i->time_of_peak_overlap / s.time)
SCALED_MEASURE(hertzian, hertz_d_max, i->peak_overlap / s.length)
SCALED_MEASURE(hertzian, hertz_t_c, i->duration / s.time)
SCALED_MEASURE(hertzian, hertz_a_touch, at_zero(result, tiny, false) / s.acceleration)
SCALED_MEASURE(hertzian, hertz_a_part, at_zero(result, tiny, true) / s.acceleration)
SCALED_MEASURE(hertzian, hertz_a_sample,
               at_zero(result, number->x *s.length, false) / s.acceleration)

static scale l_scale(const repro_result *result)
{
  return scale_of(result, contact_length(&result->contact, result->trial.speed));
}
SCALED_MEASURE(l_scale, l_t_c, i->duration / s.time)
SCALED_MEASURE(l_scale, l_a_max, i->peak_force / (result->contact.mass * s.acceleration))

double measure_contact_stiffness(const repro_result *result, const repro_number *number)
{
  carom_contact contact;
  if (carom_chain_prepared(result->chain.chain, (int)number->x, &contact, NULL) != CAROM_OK)
    return nothing;
  return contact_coefficient(&contact, "stiffness");
}

double measure_first_overlap(const repro_result *result, const repro_number *number)
{
  carom_chain_contact seen;
  if (carom_chain_sample_contact(result->chain.chain, (int)number->x, &seen, NULL) != CAROM_OK)
    return nothing;
  return seen.first_peak_overlap;
}

static double first_force(const repro_result *result, int contact)
{
  carom_chain_contact seen;
  if (carom_chain_sample_contact(result->chain.chain, contact, &seen, NULL) != CAROM_OK)
    return nothing;
  return seen.first_peak_force;
}

double measure_contact_force(const repro_result *result, const repro_number *number)
{
  return first_force(result, (int)number->x);
}

double measure_wall_force(const repro_result *result, const repro_number *number)
{
  (void)number;
  return first_force(result, CAROM_RIGHT_WALL);
}

double measure_bead_velocity(const repro_result *result, const repro_number *number)
{
  return carom_chain_velocity(result->chain.chain)[(int)number->x];
}

double measure_first_velocity(const repro_result *result, const repro_number *number)
{
  (void)number;
  return result->bounce.contacts > 0 ? -result->bounce.contact[0].speed_in : nothing;
}

double measure_bounces(const repro_result *result, const repro_number *number)
{
  (void)number;
  return (double)result->bounce.result.contacts;
}

double measure_capture(const repro_result *result, const repro_number *number)
{
  (void)number;
  return result->bounce.result.captured ? result->bounce.result.time_of_capture : nothing;
}

double measure_product(const repro_result *result, const repro_number *number)
{
  (void)result;
  return number->x * number->y;
}

double measure_quotient(const repro_result *result, const repro_number *number)
{
  (void)result;
  return number->x / number->y;
}

double measure_per_cent(const repro_result *result, const repro_number *number)
{
  (void)result;
  return 100 * fabs(number->x - number->y) / number->y;
}

double measure_published_constant(const repro_result *result, const repro_number *number)
{
  (void)result;
  return carom_law_published(carom_law_find(number->law), 0, number->x);
}
