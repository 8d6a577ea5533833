/* SPDX-License-Identifier: MIT */
#include "contact/calibrate.h"

#include <string.h>

#include "contact/needs.h"
#include "contact/impact_integration.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/text.h"
#include "family/oscillator.h"
#include "family/root.h"

/* The settings that fix damping constant `which`: a restitution, or one of several numbers, whose
 * names are separated by '|'. */
typedef struct names {
  const char *restitution, *numbers;
} names;

static names names_of(const carom_law_info *info, int which)
{
  if (info->dampings == 1)
    return (names){"restitution",
                   info->numbers ? info->numbers : "damping_ratio|damping_coefficient"};
  return which == 0 ? (names){"restitution_elastic", "damping_ratio_elastic"}
                    : (names){"restitution_plastic", "damping_ratio_plastic"};
}

static double value_of(const carom_contact *c, int field)
{
  return field < 0 ? CAROM_UNSET : c->setting[field];
}

/* Virgin loading work at overlap d, minus the kinetic energy. */
typedef struct loading {
  const carom_contact *contact;
  carom_state virgin;
  double energy;
} loading;

static double loading_residual(double d, const void *user)
{
  const loading *l = user;
  const carom_energy e = carom_contact_energy(l->contact, &l->virgin, d);
  return e.stored + e.plastic - l->energy;
}

double carom_restitution_by_energy(const carom_contact *contact, double speed)
{
  if (!(contact->law->info.traits & CAROM_LAW_REMEMBERS)) return CAROM_NONE;
  const loading l = {contact, carom_contact_virgin(contact), 0.5 * contact->mass * speed * speed};
  double high = carom_impact_overlap_scale(contact, &l.virgin, speed);
  while (loading_residual(high, &l) < 0)
    high *= 2;
  const double d_m = carom_root(loading_residual, &l, 0, high);
  return CAROM_SQRT(carom_contact_energy(contact, &l.virgin, d_m).stored / l.energy);
}

/* Elastic waves carry energy away: Wang, Ma, Liu, Liu, compliant dashpot model, Eq. 37, with the
 * wave speeds of body a. */
static double restitution_by_waves(const carom_pair *pair, double speed)
{
  const double c_0 = CAROM_SQRT(pair->young / pair->density);
  const double c_0_over_c_2 = CAROM_SQRT(2 * (1 + pair->poisson));
  return carom_exp(-0.6 * c_0_over_c_2 * carom_pow(speed / c_0, 0.6));
}

/* The restitution of `ma-liu` for the same bodies at this speed, in the sound or printed form like
 * the law itself. */
static carom_status restitution_by_ma_liu(const carom_contact *c, const carom_pair *pair,
                                          double speed, double *e, carom_error *err)
{
  carom_contact other;
  memset(&other, 0, sizeof other);
  CAROM_TRY(carom_law_named("ma-liu", &other.law, err));
  for (int i = 0; i < other.law->fields; i++) {
    const int same = carom_law_field(c->law, other.law->field[i].name);
    const bool form = strcmp(other.law->field[i].name, "form") == 0;
    const double value = same < 0 ? other.law->field[i].fallback : c->setting[same];
    other.setting[i] = form && value != CAROM_WORD(0) ? CAROM_WORD(1) : value;
  }
  other.cut = true;
  other.radius = pair->radius;
  other.mass = pair->mass;
  carom_contact_build(&other, pair, NULL);
  *e = carom_restitution_by_energy(&other, speed);
  return CAROM_OK;
}

/* The target restitution: a number, or computed from the source that a word names. */
static carom_status intended(const carom_contact *c, const carom_pair *pair, int field,
                             double speed, double *e, carom_error *err)
{
  char word[32] = "";
  *e = c->setting[field];
  if (*e > 0) return CAROM_OK;
  carom_field_word(&c->law->field[field], -1 - (int)*e, word, sizeof word);
  if (strcmp(word, "ma-liu") == 0) {
    CAROM_TRY(restitution_by_ma_liu(c, pair, speed, e, err));
  } else {
    const carom_material a = {.young = pair->young,
                              .poisson = pair->poisson,
                              .density = pair->density,
                              .yield = pair->yield};
    CAROM_TRY(carom_material_needs(&a, "a", "the restitution 'wave'", true, err));
    *e = restitution_by_waves(pair, speed);
  }
  if (*e <= 1) return CAROM_OK;
  return carom_fail(
      err, CAROM_ERR_UNATTAINABLE, c->law->field[field].name,
      "'%s' gives a restitution of %.6g at %g m/s: as printed that law creates energy "
      "here; use form=sound, or give a number",
      word, *e, speed);
}

/* The setting given in place of a restitution, or -1. */
static carom_status number_of(const carom_contact *c, const names *n, const bool *given,
                              int *number, carom_error *err)
{
  const int restitution = carom_law_field(c->law, n->restitution);
  int other = given[restitution] ? restitution : -1;
  *number = -1;
  for (int field = 0; field < c->law->fields; field++) {
    if (!carom_name_listed(n->numbers, c->law->field[field].name)) continue;
    if (c->setting[field] == CAROM_UNSET) continue;
    if (other >= 0)
      return carom_fail(err, CAROM_ERR_CONFLICT, c->law->field[other].name,
                        "give either %s or %s, not both: one follows from the other",
                        c->law->field[other].name, c->law->field[field].name);
    *number = other = field;
  }
  return CAROM_OK;
}

/* A damping constant given as a number; a dimensionless number is the constant itself. Returns
 * CAROM_OK with *found false if there is none. */
static carom_status by_number(const carom_contact *c, const carom_pair *pair, int which,
                              const bool *given, double *damping, bool *found, carom_error *err)
{
  const names n = names_of(&c->law->info, which);
  int number;
  CAROM_TRY(number_of(c, &n, given, &number, err));
  *found = number >= 0;
  if (!*found) return CAROM_OK;
  const carom_field *field = &c->law->field[number];
  const double value = c->setting[number];
  const bool plain = strcmp(field->unit, "1") == 0;
  *damping = plain ? value : value / c->law->damping_unit(c->law, c->setting, pair, which);
  if (*damping >= 0) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, field->name,
                    "%g %s is too small for the other settings of law '%s': it would create energy",
                    value, field->unit, c->law->info.name);
}

/* An impact with a trial value for the last damping constant. */
typedef struct trial {
  carom_contact contact;
  const carom_pair *pair;
  double damping[CAROM_MAX_DAMPINGS];
  double speed, target;
} trial;

static const double finest = 1e-13;

/* The restitution with this damping. It counts as 0 if the bodies never separate or keep less than
 * `hopeless` times the target. */
static double delivered(const trial *t, double damping, double tolerance, double hopeless)
{
  trial with = *t;
  with.damping[with.contact.law->info.dampings - 1] = damping;
  carom_contact_build(&with.contact, with.pair, with.damping);
  carom_state state = carom_contact_virgin(&with.contact);
  const double least_speed = hopeless * t->target * t->speed;
  const carom_impact_integration integration = {
      .contact = &with.contact,
      .state = &state,
      .speed = with.speed,
      .tolerance = tolerance * with.target, /* small restitutions need a finer tolerance */
      .method = CAROM_DOP853,
      .least_energy = 0.5 * t->contact.mass * least_speed * least_speed};
  carom_impact_outcome r;
  return carom_impact_integrate(&integration, &r, NULL) == CAROM_OK ? r.speed_out / with.speed : 0;
}

/* The tolerance for the next impact of a search whose last one missed by y. */
static double tolerance_after(double y, double coarsest)
{
  const double wanted = 1e-3 * y * y;
  return wanted < finest ? finest : wanted > coarsest ? coarsest : wanted;
}

/* ln(delivered / asked), which decreases almost linearly as damping grows. */
static double residual(const trial *t, double damping, double tolerance)
{
  const double e = delivered(t, damping, tolerance, 0.5);
  return e > 0 ? carom_log(e / t->target) : CAROM_UNSET;
}

typedef struct search {
  double low, high;                /* bracket of the root; high < 0: not yet known */
  double x, y, x_before, y_before; /* the last two trials */
} search;

/* The zero of the straight line through the last two trials; NaN or the last trial if one of them
 * was hopeless. The line is drawn over ln(1 + x), because the restitution falls in proportion to
 * weak damping, but as a power of strong damping. */
static double straight_on(const search *s)
{
  const double u = carom_log(1 + s->x), u_before = carom_log(1 + s->x_before);
  return carom_exp(u - s->y * (u - u_before) / (s->y - s->y_before)) - 1;
}

/* The same, limited to the bracket and to `strongest`. */
static double next_trial(const search *s, double strongest)
{
  const double x = straight_on(s), farthest = 4 * s->x < strongest ? 4 * s->x : strongest;
  if (s->high < 0) return x > s->low && x < farthest ? x : farthest;
  return x > s->low && x < s->high ? x : 0.5 * (s->low + s->high);
}

/* Bracketed secant method, iterated until a further correction changes nothing. Restitution must
 * fall as damping grows; returns false if it does not fall far enough up to `strongest`. An impact
 * that only just reaches a switch may miss it when resolved coarsely; a root that was not found is
 * then sought again with finer tolerance. */
static bool find_damping(const trial *t, double undamped, double strongest, double coarsest,
                         double *damping)
{
  search s = {.low = 0, .high = -1, .x = 0, .y = carom_log(undamped / t->target)};
  *damping = 0.5 * carom_oscillator_damping(s.y, CAROM_KEEP, 3);
  const int trials = coarsest == finest ? 100 : 25;
  for (int i = 0; i < trials; i++) {
    const double x = *damping, tolerance = tolerance_after(s.y, coarsest);
    const double y = residual(t, x, tolerance);
    if (x != s.x) s.x_before = s.x, s.y_before = s.y;
    s.x = x, s.y = y;
    if (CAROM_FABS(y) < 1e-10 && tolerance == finest) {
      const double better = straight_on(&s);
      if (CAROM_FABS(better - x) < 1e-3 * x) *damping = better;
      return true;
    }
    const bool certain = tolerance == finest || CAROM_FABS(y) > 1e3 * tolerance;
    if (certain && y > 0) s.low = x;
    if (certain && !(y > 0)) s.high = x;
    if (s.high < 0 && s.low >= strongest) return false;
    *damping = next_trial(&s, strongest);
    if (*damping == x && tolerance == finest) break; /* no number lies between the bounds */
  }
  return coarsest == finest;
}

/* The attainable interval ranges from no damping to very strong damping; beyond that the impact
 * becomes stiff while the restitution hardly changes. */
static carom_status solve(const trial *t, const char *name, double *damping, carom_error *err)
{
  const double undamped = delivered(t, 0, finest, 0), strongest = 1024;
  *damping = 0;
  if (CAROM_FABS(undamped - t->target) < 1e-11) return CAROM_OK;
  if (undamped > t->target && (find_damping(t, undamped, strongest, 1e-6, damping) ||
                               find_damping(t, undamped, strongest, finest, damping)))
    return CAROM_OK;
  if (undamped == 0) {
    carom_fail(err, CAROM_ERR_UNATTAINABLE, name,
               "law '%s' cannot deliver %.6g at %g m/s: the bodies stick together there, with any "
               "damping; expect a higher speed, or give a damping_ratio instead",
               t->contact.law->info.name, t->target, t->speed);
    if (err) err->attainable[0] = err->attainable[1] = 0;
    return CAROM_ERR_UNATTAINABLE;
  }
  const double least = delivered(t, strongest, finest, 0);
  if (least == undamped && t->contact.law->info.dampings == 2)
    carom_fail(err, CAROM_ERR_UNATTAINABLE, name,
               "law '%s' cannot deliver %.6g at %g m/s: the impact stays below yield there, and "
               "delivers %.6g whatever the plastic damping; expect a higher speed",
               t->contact.law->info.name, t->target, t->speed, undamped);
  else
    carom_fail(err, CAROM_ERR_UNATTAINABLE, name,
               "law '%s' cannot deliver %.6g at %g m/s with these settings; attainable is "
               "%.6g to %.6g (damping ratios up to %g)",
               t->contact.law->info.name, t->target, t->speed, least, undamped, strongest);
  if (err) err->attainable[0] = least, err->attainable[1] = undamped;
  return CAROM_ERR_UNATTAINABLE;
}

static carom_status by_restitution(carom_contact *c, const carom_pair *pair, int which,
                                   const bool *given, double speed, double *damping,
                                   carom_error *err)
{
  const names n = names_of(&c->law->info, which);
  const int calibration = carom_law_field(c->law, "calibration");
  const double tension = c->cut ? CAROM_CUT : CAROM_KEEP;
  const int field = carom_law_field(c->law, n.restitution);
  double e;
  CAROM_TRY(intended(c, pair, field, speed, &e, err));
  c->intended[which] = e;
  if (given[field]) c->asked[which] = e;
  if (value_of(c, calibration) == CAROM_WORD(1)) {
    damping[which] = c->law->published(c->law, which, e);
    if (damping[which] == damping[which]) return CAROM_OK;
    return carom_fail(err, CAROM_ERR_MISSING, "calibration",
                      "law '%s' has no published formula for a restitution of %g; use "
                      "calibration=exact",
                      c->law->info.name, e);
  }
  damping[which] = c->law->exact(c->law, which, e, tension);
  if (damping[which] == damping[which]) return CAROM_OK;
  trial t = {.contact = *c, .pair = pair, .speed = speed, .target = e};
  memcpy(t.damping, damping, sizeof t.damping);
  const carom_status status = solve(&t, n.restitution, &damping[which], err);
  if (status != CAROM_ERR_UNATTAINABLE || given[field]) return status;
  /* this restitution is a default, not a request, and it is unattainable (below yield, for
   * example): fall back to the published constant */
  damping[which] = c->law->published(c->law, which, e);
  if (damping[which] != damping[which]) return status; /* no published constant */
  c->intended[which] = CAROM_UNSET;
  return CAROM_OK;
}

carom_status carom_calibrate(carom_contact *contact, const carom_pair *pair, const bool *given,
                             carom_error *err)
{
  double damping[CAROM_MAX_DAMPINGS] = {0, 0};
  const double reference = value_of(contact, carom_law_field(contact->law, "reference_speed"));
  const double speed = reference == CAROM_UNSET ? pair->speed : reference;
  for (int which = 0; which < contact->law->info.dampings; which++) {
    bool found;
    CAROM_TRY(by_number(contact, pair, which, given, &damping[which], &found, err));
    if (!found) CAROM_TRY(by_restitution(contact, pair, which, given, speed, damping, err));
  }
  carom_contact_build(contact, pair, damping);
  return CAROM_OK;
}
