/* SPDX-License-Identifier: MIT */
#include "io/paper_terms.h"

#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "io/format_group.h"
#include "io/paper.h"

enum {
  IMPACT = 1 << CAROM_KIND_IMPACT,
  BOUNCE = 1 << CAROM_KIND_BOUNCE,
  CHAIN = 1 << CAROM_KIND_CHAIN,
  MECHANISM = 1 << CAROM_KIND_MECHANISM,
  CONTACT = IMPACT | BOUNCE | CHAIN /* has a first contact */
};

/* Any number that a paper may print. */
#define ANY -1e15, 1e15, NULL
#define NOT_NEGATIVE 0, 1e15, NULL
#define WHOLE 0, 1e6, NULL

#define SCALE                                                                                      \
  {                                                                                                \
    "scale", NULL, CAROM_WORD(0), 1, 0, "none|linear|hertz|hertz_peak",                            \
        "what lengths are divided by: v sqrt(m/k), (m v^2/K)^(2/5) or (5 m v^2/(4 K))^(2/5)"       \
  }
#define BEAD                                                                                       \
  {                                                                                                \
    "bead", "1", CAROM_UNSET, WHOLE, "its number, from 0"                                          \
  }
#define A_CONTACT                                                                                  \
  {                                                                                                \
    "contact", "1", CAROM_UNSET, 0, 1e6, "left|right",                                             \
        "its number (0 joins beads 0 and 1), or left or right for a wall"                          \
  }
#define RESTITUTION                                                                                \
  {                                                                                                \
    "restitution", "1", CAROM_UNSET, 0, 1, NULL, "the restitution asked for"                       \
  }
#define SHIFT(unit)                                                                                \
  {                                                                                                \
    "shift", unit, 0, ANY, "added to every value, so that curves lie apart"                        \
  }

static const carom_field scaled[] = {SCALE};
static const carom_field scaled_published[] = {SCALE, RESTITUTION};
static const carom_field at_touch[] = {
    SCALE, {"overlap", "1", 0, NOT_NEGATIVE, "scaled overlap at which it is taken; 0: at touch"}};
static const carom_field of_body[] = {{"bead", "1", 0, WHOLE, "its number, from 0"}};
static const carom_field of_contact[] = {{"contact", "1", 0, 0, 1e6, "left|right",
                                          "its number, or left or right for a wall of a chain"}};
static const carom_field factor[] = {{"factor", "1", 1, NOT_NEGATIVE, "multiplied by it"}};
static const carom_field published[] = {
    RESTITUTION, {"decimals", "1", 0, 0, 15, NULL, "the constant is rounded to so many; 0: not"}};
static const carom_field at_speed[] = {
    {"prepared_at", "m/s", CAROM_UNSET, 0, 1e6, NULL, "the speed that the coefficient is for"},
    {"felt_at", "m/s", CAROM_UNSET, 0, 1e6, NULL, "the speed of the impact that feels it"}};
static const carom_field coefficient[] = {
    {"coefficient", "1", CAROM_UNSET, NOT_NEGATIVE, "as printed"}};
static const carom_field contact[] = {A_CONTACT};
static const carom_field bead[] = {BEAD};
static const carom_field bead_error[] = {
    BEAD, {"reference", "m/s", CAROM_UNSET, ANY, "the velocity that it is compared with"}};
static const carom_field bead_gain[] = {
    BEAD,
    {"reference", "m/s", CAROM_UNSET, ANY, "the velocity that both are compared with"},
    {"other", "m/s", CAROM_UNSET, ANY, "the velocity whose error is taken off"}};
static const carom_field two[] = {{"x", "1", CAROM_UNSET, ANY, "a number"},
                                  {"y", "1", CAROM_UNSET, ANY, "another"}};
static const carom_field restitution[] = {RESTITUTION};

#define PLAIN(name, problems, text)                                                                \
  {                                                                                                \
    name, problems, {NULL, 0}, false, text                                                         \
  }
#define WITH(name, problems, fields, text)                                                         \
  {                                                                                                \
    name, problems, {fields, CAROM_COUNT(fields)}, false, text                                     \
  }
#define OF_LAW(name, problems, fields, text)                                                       \
  {                                                                                                \
    name, problems, {fields, CAROM_COUNT(fields)}, true, text                                      \
  }

static const carom_term measures[CAROM_MEASURE_COUNT] = {
    [CAROM_MEASURE_SPEED_OUT] = PLAIN("speed_out", IMPACT, "speed after the impact"),
    [CAROM_MEASURE_VELOCITY_OUT] = PLAIN("velocity_out", IMPACT,
                                         "velocity after the impact, which is negative"),
    [CAROM_MEASURE_ENERGY_LOST] = PLAIN("energy_lost", IMPACT, "energy lost in the impact"),
    [CAROM_MEASURE_RESTITUTION] = PLAIN("restitution", IMPACT, "restitution of the impact"),
    [CAROM_MEASURE_PEAK_FORCE] = PLAIN("peak_force", IMPACT, "largest force"),
    [CAROM_MEASURE_PEAK_OVERLAP] = WITH("peak_overlap", IMPACT, scaled, "largest overlap"),
    [CAROM_MEASURE_TIME_OF_PEAK_OVERLAP] = WITH("time_of_peak_overlap", IMPACT, scaled,
                                                "time from touch to the largest overlap"),
    [CAROM_MEASURE_DURATION] = WITH("duration", IMPACT, scaled, "time from touch to separation"),
    [CAROM_MEASURE_PEAK_ACCELERATION] = WITH("peak_acceleration", IMPACT, scaled,
                                             "largest force over the reduced mass"),
    [CAROM_MEASURE_PEAK_ACCELERATION_PUBLISHED] = WITH(
        "peak_acceleration_published", IMPACT, scaled_published,
        "the same with the damping constant of the law's source"),
    [CAROM_MEASURE_ACCELERATION_AT_TOUCH] = WITH("acceleration_at_touch", IMPACT, at_touch,
                                                 "acceleration when the contact begins"),
    [CAROM_MEASURE_ACCELERATION_AT_END] = WITH("acceleration_at_end", IMPACT, scaled,
                                               "acceleration at zero overlap when it ends"),
    [CAROM_MEASURE_REDUCED_MASS] = PLAIN("reduced_mass", CONTACT, "of the first contact"),
    [CAROM_MEASURE_BODY_MASS] = WITH("body_mass", IMPACT | CHAIN, of_body,
                                     "mass of body a of an impact, of a bead of a chain"),
    [CAROM_MEASURE_STIFFNESS] = WITH("stiffness", CONTACT, of_contact, "stiffness of a contact"),
    [CAROM_MEASURE_YIELD_OVERLAP] = PLAIN("yield_overlap", CONTACT, "overlap at first yield"),
    [CAROM_MEASURE_PLASTIC_OVERLAP] = PLAIN("plastic_overlap", CONTACT,
                                            "overlap at full plasticity"),
    [CAROM_MEASURE_PLASTIC_STIFFNESS] = WITH("plastic_stiffness", CONTACT, factor,
                                             "linearised stiffness beyond yield"),
    [CAROM_MEASURE_RESTITUTION_ASKED] = PLAIN("restitution_asked", CONTACT,
                                              "the restitution that the law was asked for"),
    [CAROM_MEASURE_DAMPING_RATIO] = PLAIN("damping_ratio", CONTACT,
                                          "the damping constant of the law"),
    [CAROM_MEASURE_COEFFICIENT] = PLAIN("coefficient", CONTACT,
                                        "what multiplies the speed in the force"),
    [CAROM_MEASURE_COEFFICIENT_PUBLISHED] = OF_LAW(
        "coefficient_published", CONTACT, published,
        "the same of a run with damping ratio 1, times the constant of the law's source"),
    [CAROM_MEASURE_RATIO_AT_SPEED] = WITH(
        "ratio_at_speed", IMPACT, at_speed,
        "the damping ratio of a coefficient for one speed, as an impact at another feels it"),
    [CAROM_MEASURE_MASS_FOR_COEFFICIENT] = WITH(
        "mass_for_coefficient", CONTACT, coefficient,
        "the mass with which law kuwabara-kono has this coefficient"),
    [CAROM_MEASURE_FIRST_OVERLAP] = WITH("first_overlap", CHAIN, contact,
                                         "overlap at the first peak of a contact"),
    [CAROM_MEASURE_FIRST_FORCE] = WITH("first_force", CHAIN, contact,
                                       "force at the first peak of a contact"),
    [CAROM_MEASURE_BEAD_VELOCITY] = WITH("bead_velocity", CHAIN, bead,
                                         "velocity of a bead at the end"),
    [CAROM_MEASURE_BEAD_VELOCITY_ERROR] = WITH(
        "bead_velocity_error", CHAIN, bead_error,
        "how far it is below a reference, in per cent of that"),
    [CAROM_MEASURE_BEAD_VELOCITY_GAIN] = WITH(
        "bead_velocity_gain", CHAIN, bead_gain,
        "by how much another velocity comes closer to a reference, in per cent of that"),
    [CAROM_MEASURE_FIRST_VELOCITY] = PLAIN("first_velocity", BOUNCE,
                                           "velocity before the first contact"),
    [CAROM_MEASURE_BOUNCES] = PLAIN("bounces", BOUNCE, "number of contacts"),
    [CAROM_MEASURE_CAPTURE_TIME] = PLAIN("capture_time", BOUNCE,
                                         "when the contact began that the body stays in"),
    [CAROM_MEASURE_PRODUCT] = WITH("product", 0, two, "x times y"),
    [CAROM_MEASURE_QUOTIENT] = WITH("quotient", 0, two, "x over y"),
    [CAROM_MEASURE_PER_CENT] = WITH("per_cent", 0, two, "difference of x from y in per cent of y"),
    [CAROM_MEASURE_PUBLISHED_CONSTANT] = OF_LAW("published_constant", 0, restitution,
                                                "the damping constant of the law's source"),
};

#define SAMPLES "time|overlap|force|damping|velocity|acceleration"
static const carom_field history[] = {
    {"x", NULL, CAROM_UNSET, 1, 0, SAMPLES, "what is drawn to the right"},
    {"y", NULL, CAROM_UNSET, 1, 0, SAMPLES, "what is drawn upwards"},
    SCALE};
static const carom_field phase[] = {{"phase", NULL, CAROM_WORD(0), 1, 0, "elastic|plastic",
                                     "which constant of a law with two phases"}};
static const carom_field constant[] = {
    {"constant", "1", 0, NOT_NEGATIVE, "what is corrected; 0: the damping ratio of the run"}};
static const carom_field bead_force[] = {BEAD, SHIFT("N")};
static const carom_field bead_velocity[] = {BEAD, SHIFT("m/s")};
static const carom_field contact_force[] = {A_CONTACT, SHIFT("N")};
static const carom_field instant[] = {{"time", "s", CAROM_UNSET, 0, 1e9, NULL, "when"}};
static const carom_field two_beads[] = {
    {"first", "1", CAROM_UNSET, WHOLE, "number of a bead, from 0"},
    {"second", "1", CAROM_UNSET, WHOLE, "number of another"}};
static const carom_field height[] = {SHIFT("m")};
static const carom_field motion[] = {
    {"of", NULL, CAROM_UNSET, 1, 0, "position|velocity|acceleration", "what is drawn"}};
static const carom_field rod[] = {
    {"rod", "1", CAROM_UNSET, WHOLE, "number of the body that drives the slider, from 0"},
    {"length", "m", CAROM_UNSET, 0, 1e6, NULL, "of this rod"}};
static const carom_field level[] = {
    {"to", "1", CAROM_UNSET, ANY, "where the line ends; it begins at 0"},
    {"height", "1", CAROM_UNSET, ANY, "of the line"}};

static const carom_term points[CAROM_POINTS_COUNT] = {
    [CAROM_POINTS_IMPACT] = WITH("impact", IMPACT, history, "history of an impact"),
    [CAROM_POINTS_PUBLISHED_CONSTANT] = OF_LAW(
        "published_constant", 0, phase,
        "damping constant of the law's source over the restitution, 0.05 to 1"),
    [CAROM_POINTS_EXACT_CONSTANT] = WITH("exact_constant", IMPACT, factor,
                                         "the exact one, times a factor"),
    [CAROM_POINTS_LARGEST_ACCELERATION] = PLAIN(
        "largest_acceleration", IMPACT,
        "largest acceleration over the restitution, scaled by hertz_peak"),
    [CAROM_POINTS_CORRECTION] = WITH(
        "correction", IMPACT, constant,
        "constant that keeps the restitution, over the ratio of speeds, 0.1 to 2"),
    [CAROM_POINTS_RESTITUTION_SPEED] = PLAIN(
        "restitution_speed", IMPACT,
        "restitution over the speed, 0.02 to 2 m/s, of a dashpot that is prepared once"),
    [CAROM_POINTS_BEAD_FORCE] = WITH("bead_force", CHAIN, bead_force,
                                     "force of the sensor in a bead over time"),
    [CAROM_POINTS_BEAD_VELOCITY] = WITH("bead_velocity", CHAIN, bead_velocity,
                                        "velocity of a bead over time"),
    [CAROM_POINTS_CONTACT_FORCE] = WITH("contact_force", CHAIN, contact_force,
                                        "force of a contact over time"),
    [CAROM_POINTS_LOOP] = WITH("loop", CHAIN, contact, "force of a contact over its overlap"),
    [CAROM_POINTS_PROFILE] = WITH("profile", CHAIN, instant,
                                  "velocities of beads 1, 2, ... at an instant"),
    [CAROM_POINTS_SENSOR_PEAKS] = PLAIN("sensor_peaks", CHAIN,
                                        "largest force at each bead that is recorded"),
    [CAROM_POINTS_WAVE_PEAKS] = WITH("wave_peaks", CHAIN, two_beads,
                                     "first peaks at two beads and at the right wall"),
    [CAROM_POINTS_HEIGHT] = WITH("height", BOUNCE, height, "height over time"),
    [CAROM_POINTS_FALL_VELOCITY] = PLAIN("fall_velocity", BOUNCE, "velocity over time"),
    [CAROM_POINTS_SLIDER] = WITH("slider", MECHANISM, motion,
                                 "motion of the body that is recorded, over time"),
    [CAROM_POINTS_SLIDER_MEAN] = PLAIN("slider_mean", MECHANISM,
                                       "its acceleration, averaged by the filter of the scenario"),
    [CAROM_POINTS_SLIDER_DEVIATION] = WITH(
        "slider_deviation", MECHANISM, rod,
        "its distance from where it would be with an ideal joint, over time"),
    [CAROM_POINTS_POINT] = WITH("point", 0, two, "one point"),
    [CAROM_POINTS_LEVEL] = WITH("level", 0, level, "a level line"),
};

const carom_term *carom_measure_at(int index)
{
  return index >= 0 && index < CAROM_MEASURE_COUNT ? &measures[index] : NULL;
}

const carom_term *carom_points_at(int index)
{
  return index >= 0 && index < CAROM_POINTS_COUNT ? &points[index] : NULL;
}

const carom_term *carom_call_term(const carom_call *call)
{
  return call->points ? carom_points_at(call->which) : carom_measure_at(call->which);
}

double carom_call_value(const carom_call *call, const char *name)
{
  const carom_fields table = carom_call_term(call)->parameter;
  for (int i = 0; i < table.count; i++)
    if (!strcmp(table.field[i].name, name)) return call->value[i];
  return CAROM_UNSET;
}

int carom_call_word(const carom_call *call, const char *name)
{
  return -1 - (int)carom_call_value(call, name);
}

static const char *name_at(const void *user, int index)
{
  const bool *of_points = user;
  return (*of_points ? carom_points_at(index) : carom_measure_at(index))->name;
}

/* The index of a term, or -1 after a fault. */
static int find(const carom_node *node, bool of_points, carom_faults *faults)
{
  const int count = of_points ? CAROM_POINTS_COUNT : CAROM_MEASURE_COUNT;
  char known[240] = "";
  const char *name = carom_schema_read_text(node, faults, "a name");
  if (!name) return -1;
  for (int i = 0; i < count; i++) {
    if (carom_same_name(name, name_at(&of_points, i))) return i;
    carom_append(known, sizeof known, "%s%s", i ? ", " : "", name_at(&of_points, i));
  }
  const char *near = carom_nearest_name(name, count, name_at, &of_points);
  carom_fault(faults, node, false, CAROM_ERR_UNKNOWN, "unknown %s '%.40s'; %s%s%s",
              of_points ? "points" : "measure", name, near ? "did you mean '" : "there are ",
              near ? near : known, near ? "'?" : "");
  return -1;
}

static void check_parameter(const carom_call *call, int which, const carom_node *given,
                            carom_faults *faults)
{
  const carom_term *term = carom_call_term(call);
  const carom_field *field = &term->parameter.field[which];
  const double value = call->value[which];
  if (given && value == CAROM_UNSET) return; /* reported already */
  if (!given && field->fallback == CAROM_UNSET)
    carom_fault(faults, call->node, false, CAROM_ERR_MISSING,
                "'%s' is missing: %s; write {name: %s, %s: ...}", field->name, field->text,
                term->name, field->name);
  else if (carom_name_listed("bead|contact|first|second|rod|decimals", field->name) &&
           value != (double)(int)value)
    carom_fault(faults, given, false, CAROM_ERR_RANGE, "'%s' is a whole number, not %g",
                field->name, value);
}

/* `node` contains the parameters; NULL: none are given. */
static void read_parameters(carom_call *call, const carom_node *node, carom_faults *faults)
{
  const carom_term *term = carom_call_term(call);
  static const carom_key keys[] = {
      {"name", CAROM_KEY_TEXT, true, "which one it is, as in name: energy_lost", NULL},
      {"law", CAROM_KEY_LAW, false, "name of the law, as in law: hu", NULL}};
  char owner[80];
  snprintf(owner, sizeof owner, "%s '%s'", call->points ? "points" : "measure", term->name);
  const carom_group group = {.name = "term",
                             .owner = owner,
                             .text = term->text,
                             .table = {term->parameter, CAROM_NO_FIELDS},
                             .key = keys,
                             .keys = term->law ? 2 : 1};
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  for (int i = 0; i < term->parameter.count; i++) {
    call->value[i] = found.value[i];
    check_parameter(call, i, found.at[i], faults);
  }
  if (!term->law) return;
  const carom_node *law = carom_group_key_node(&found, "law");
  const char *name = law ? carom_schema_read_text(law, faults, "the name of a law") : NULL;
  carom_error err = {.code = CAROM_OK};
  if (!law)
    carom_fault(faults, call->node, false, CAROM_ERR_MISSING,
                "'law' is missing: write {name: %s, law: ...}", term->name);
  else if (name && carom_law_named(name, &call->law, &err) != CAROM_OK)
    carom_fault(faults, law, false, err.code, "%s", err.text);
}

carom_call carom_call_read(const carom_node *node, bool of_points, carom_faults *faults)
{
  carom_call call = {.points = of_points, .which = -1, .node = node};
  const bool group = node->kind == CAROM_NODE_OBJECT;
  const carom_node *name = group ? carom_tree_get(node, "name") : node;
  const int before = faults->count + faults->more;
  if (name)
    call.which = find(name, of_points, faults);
  else
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'name' is missing: which one it is, as in {name: %s, contact: 1}",
                of_points ? "loop" : "first_force");
  if (call.which >= 0) read_parameters(&call, group ? node : NULL, faults);
  if (faults->count + faults->more > before) call.which = -1;
  return call;
}
