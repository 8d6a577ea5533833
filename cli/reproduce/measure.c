/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/measure.h"

#include <math.h>
#include <string.h>

#include "core/root.h"
#include "cli/reproduce/verdict.h"

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
  const double root = carom_nth_root(x, 5);
  return root * root;
}

double scale_length(const repro_result *result, carom_scale which)
{
  const carom_contact *c = &result->contact;
  const double speed = result->trial.impact.speed, stiffness = contact_coefficient(c, "stiffness");
  if (which == CAROM_SCALE_LINEAR) return speed * sqrt(c->mass / stiffness);
  const double peak = two_fifths(1.25 * c->mass * speed * speed / stiffness);
  return which == CAROM_SCALE_HERTZ ? peak / two_fifths(1.25) : peak;
}

/* Scales of an impact. */
typedef struct scale {
  double length, time, acceleration;
} scale;

static scale scale_of(const repro_result *result, carom_scale which)
{
  const double v = result->trial.impact.speed;
  if (which == CAROM_SCALE_NONE) return (scale){1, 1, 1};
  const double length = scale_length(result, which);
  return (scale){length, length / v, v * v / length};
}

static scale scale_asked(const repro_result *result, const carom_call *call)
{
  return scale_of(result, (carom_scale)carom_call_word(call, "scale"));
}

typedef double measure(const repro_result *result, const carom_call *call);

/* Measures of an impact. */

static double speed_out(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->outcome.impact.speed_out;
}

static double velocity_out(const repro_result *result, const carom_call *call)
{
  return -speed_out(result, call);
}

static double energy_lost(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->outcome.impact.energy_lost;
}

static double restitution(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->outcome.impact.restitution;
}

static double peak_force(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->outcome.impact.peak_force;
}

static double peak_overlap(const repro_result *result, const carom_call *call)
{
  return result->outcome.impact.peak_overlap / scale_asked(result, call).length;
}

static double time_of_peak_overlap(const repro_result *result, const carom_call *call)
{
  return result->outcome.impact.time_of_peak_overlap / scale_asked(result, call).time;
}

static double duration(const repro_result *result, const carom_call *call)
{
  return result->outcome.impact.duration / scale_asked(result, call).time;
}

double peak_acceleration(const repro_result *result, carom_scale which)
{
  return result->outcome.impact.peak_force /
         (result->contact.mass * scale_of(result, which).acceleration);
}

static double peak_acceleration_asked(const repro_result *result, const carom_call *call)
{
  return peak_acceleration(result, (carom_scale)carom_call_word(call, "scale"));
}

static double peak_acceleration_published(const repro_result *result, const carom_call *call)
{
  carom_impact_request trial = result->trial;
  repro_result again = *result;
  const carom_law *law = carom_law_find(trial.contact.law);
  const double e = carom_call_value(call, "restitution");
  carom_contact_set(&trial.contact, "restitution", CAROM_UNSET);
  carom_contact_set(&trial.contact, "damping_ratio", carom_law_published(law, 0, e));
  if (carom_outcome_find(&trial.contact, &trial.impact, &again.outcome) != CAROM_OK) return nothing;
  return peak_acceleration_asked(&again, call);
}

/* Acceleration at vanishing overlap, from within: at the end if `after`, otherwise at touch. */
static double at_zero(const repro_result *result, double overlap, bool after)
{
  const carom_contact *c = &result->contact;
  const carom_state state = carom_contact_virgin(c);
  const double v = after ? -result->outcome.impact.speed_out : result->trial.impact.speed;
  const carom_force force = carom_contact_force(c, &state, overlap, v);
  return -(force.elastic + force.dissipative) / c->mass;
}

/* even its fourth root is below the printed digits */
static const double tiny = 1e-80;

static double acceleration_at_touch(const repro_result *result, const carom_call *call)
{
  const scale s = scale_asked(result, call);
  const double overlap = carom_call_value(call, "overlap");
  return at_zero(result, overlap > 0 ? overlap * s.length : tiny, false) / s.acceleration;
}

static double acceleration_at_end(const repro_result *result, const carom_call *call)
{
  return at_zero(result, tiny, true) / scale_asked(result, call).acceleration;
}

/* Measures of a contact. */

static double reduced_mass(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->contact.mass;
}

static double body_mass(const repro_result *result, const carom_call *call)
{
  const int bead = (int)carom_call_value(call, "bead");
  if (result->chain) return carom_body_mass(&result->scenario->chain.bead[bead].body);
  return carom_body_mass(&result->trial.contact.a);
}

static double stiffness(const repro_result *result, const carom_call *call)
{
  const int which = (int)carom_call_value(call, "contact");
  carom_contact contact = result->contact;
  if (result->chain &&
      carom_chain_prepared(result->chain->chain, which, &contact, NULL) != CAROM_OK)
    return nothing;
  return contact_coefficient(&contact, "stiffness");
}

static double yield_overlap(const repro_result *result, const carom_call *call)
{
  (void)call;
  return carom_contact_yield_overlap(&result->contact);
}

static double plastic_overlap(const repro_result *result, const carom_call *call)
{
  (void)call;
  return contact_coefficient(&result->contact, "x_p") *
         contact_coefficient(&result->contact, "d_y");
}

static double plastic_stiffness(const repro_result *result, const carom_call *call)
{
  const carom_contact *c = &result->contact;
  return carom_call_value(call, "factor") * contact_coefficient(c, "k_p") *
         contact_coefficient(c, "F_y") / contact_coefficient(c, "d_y");
}

static double restitution_asked(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->contact.asked[0];
}

static double damping_ratio(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->contact.damping[0];
}

static double coefficient(const repro_result *result, const carom_call *call)
{
  (void)call;
  return contact_coefficient(&result->contact, "damping");
}

static double coefficient_published(const repro_result *result, const carom_call *call)
{
  double ratio = carom_law_published(call->law, 0, carom_call_value(call, "restitution"));
  const int decimals = (int)carom_call_value(call, "decimals");
  if (decimals > 0) {
    char text[64];
    snprintf(text, sizeof text, "%.*f", decimals, ratio);
    ratio = verdict_number(text);
  }
  return contact_coefficient(&result->contact, "damping") * ratio;
}

/* The coefficient of the same law and bodies with damping ratio 1 at another expected speed. */
static double unit_coefficient(const repro_result *result, double speed)
{
  carom_contact_def def = result->trial.contact;
  carom_contact unit;
  carom_contact_set(&def, "restitution", CAROM_UNSET);
  carom_contact_set(&def, "damping_ratio", 1);
  if (carom_request_field(carom_law_find(def.law), "reference_speed"))
    carom_contact_set(&def, "reference_speed", speed);
  if (carom_contact_prepare(&def, &unit, NULL) != CAROM_OK) return nothing;
  return contact_coefficient(&unit, "damping");
}

double ratio_at_speed(const repro_result *result, double prepared, double felt)
{
  return result->contact.damping[0] * unit_coefficient(result, prepared) /
         unit_coefficient(result, felt);
}

static double ratio_asked(const repro_result *result, const carom_call *call)
{
  return ratio_at_speed(result, carom_call_value(call, "prepared_at"),
                        carom_call_value(call, "felt_at"));
}

/* The coefficient of kuwabara-kono grows as m^(2/5). */
static double mass_for_coefficient(const repro_result *result, const carom_call *call)
{
  const carom_contact *c = &result->contact;
  const double ratio = carom_call_value(call, "coefficient") / contact_coefficient(c, "damping");
  if (strcmp(carom_law_about(c->law)->name, "kuwabara-kono") != 0) return nothing;
  return c->mass * ratio * ratio * sqrt(ratio);
}

/* Measures of a chain. */

static bool look(const repro_result *result, const carom_call *call, carom_chain_contact *seen)
{
  const int contact = (int)carom_call_value(call, "contact");
  return carom_chain_sample_contact(result->chain->chain, contact, seen, NULL) == CAROM_OK;
}

static double first_overlap(const repro_result *result, const carom_call *call)
{
  carom_chain_contact seen;
  return look(result, call, &seen) ? seen.first_peak_overlap : nothing;
}

static double first_force(const repro_result *result, const carom_call *call)
{
  carom_chain_contact seen;
  return look(result, call, &seen) ? seen.first_peak_force : nothing;
}

static double bead_velocity(const repro_result *result, const carom_call *call)
{
  return carom_chain_velocity(result->chain->chain)[(int)carom_call_value(call, "bead")];
}

static double bead_velocity_error(const repro_result *result, const carom_call *call)
{
  const double reference = carom_call_value(call, "reference");
  return 100 * (reference - bead_velocity(result, call)) / reference;
}

static double bead_velocity_gain(const repro_result *result, const carom_call *call)
{
  const double reference = carom_call_value(call, "reference");
  const double other = carom_call_value(call, "other");
  return 100 * (fabs((bead_velocity(result, call) - reference) / reference) -
                fabs((other - reference) / reference));
}

/* Measures of a bounce. */

static double first_velocity(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->bounce->contacts > 0 ? -result->bounce->contact[0].speed_in : nothing;
}

static double bounces(const repro_result *result, const carom_call *call)
{
  (void)call;
  return (double)result->bounce->result.contacts;
}

static double capture_time(const repro_result *result, const carom_call *call)
{
  (void)call;
  return result->bounce->result.captured ? result->bounce->result.time_of_capture : nothing;
}

/* Measures that need no run. */

static double product(const repro_result *result, const carom_call *call)
{
  (void)result;
  return carom_call_value(call, "x") * carom_call_value(call, "y");
}

static double quotient(const repro_result *result, const carom_call *call)
{
  (void)result;
  return carom_call_value(call, "x") / carom_call_value(call, "y");
}

static double per_cent(const repro_result *result, const carom_call *call)
{
  const double y = carom_call_value(call, "y");
  (void)result;
  return 100 * fabs(carom_call_value(call, "x") - y) / y;
}

static double published_constant(const repro_result *result, const carom_call *call)
{
  (void)result;
  return carom_law_published(call->law, 0, carom_call_value(call, "restitution"));
}

static measure *const measures[CAROM_MEASURE_COUNT] = {
    [CAROM_MEASURE_SPEED_OUT] = speed_out,
    [CAROM_MEASURE_VELOCITY_OUT] = velocity_out,
    [CAROM_MEASURE_ENERGY_LOST] = energy_lost,
    [CAROM_MEASURE_RESTITUTION] = restitution,
    [CAROM_MEASURE_PEAK_FORCE] = peak_force,
    [CAROM_MEASURE_PEAK_OVERLAP] = peak_overlap,
    [CAROM_MEASURE_TIME_OF_PEAK_OVERLAP] = time_of_peak_overlap,
    [CAROM_MEASURE_DURATION] = duration,
    [CAROM_MEASURE_PEAK_ACCELERATION] = peak_acceleration_asked,
    [CAROM_MEASURE_PEAK_ACCELERATION_PUBLISHED] = peak_acceleration_published,
    [CAROM_MEASURE_ACCELERATION_AT_TOUCH] = acceleration_at_touch,
    [CAROM_MEASURE_ACCELERATION_AT_END] = acceleration_at_end,
    [CAROM_MEASURE_REDUCED_MASS] = reduced_mass,
    [CAROM_MEASURE_BODY_MASS] = body_mass,
    [CAROM_MEASURE_STIFFNESS] = stiffness,
    [CAROM_MEASURE_YIELD_OVERLAP] = yield_overlap,
    [CAROM_MEASURE_PLASTIC_OVERLAP] = plastic_overlap,
    [CAROM_MEASURE_PLASTIC_STIFFNESS] = plastic_stiffness,
    [CAROM_MEASURE_RESTITUTION_ASKED] = restitution_asked,
    [CAROM_MEASURE_DAMPING_RATIO] = damping_ratio,
    [CAROM_MEASURE_COEFFICIENT] = coefficient,
    [CAROM_MEASURE_COEFFICIENT_PUBLISHED] = coefficient_published,
    [CAROM_MEASURE_RATIO_AT_SPEED] = ratio_asked,
    [CAROM_MEASURE_MASS_FOR_COEFFICIENT] = mass_for_coefficient,
    [CAROM_MEASURE_FIRST_OVERLAP] = first_overlap,
    [CAROM_MEASURE_FIRST_FORCE] = first_force,
    [CAROM_MEASURE_BEAD_VELOCITY] = bead_velocity,
    [CAROM_MEASURE_BEAD_VELOCITY_ERROR] = bead_velocity_error,
    [CAROM_MEASURE_BEAD_VELOCITY_GAIN] = bead_velocity_gain,
    [CAROM_MEASURE_FIRST_VELOCITY] = first_velocity,
    [CAROM_MEASURE_BOUNCES] = bounces,
    [CAROM_MEASURE_CAPTURE_TIME] = capture_time,
    [CAROM_MEASURE_PRODUCT] = product,
    [CAROM_MEASURE_QUOTIENT] = quotient,
    [CAROM_MEASURE_PER_CENT] = per_cent,
    [CAROM_MEASURE_PUBLISHED_CONSTANT] = published_constant,
};

double measure_take(const repro_result *result, const carom_call *call)
{
  return measures[call->which](result, call);
}
