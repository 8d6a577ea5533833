/* SPDX-License-Identifier: MIT */
/* Calibrated laws deliver the restitution that was asked for, or say what can be asked for. */
#include "random_bodies.h"

/* Laws with one damping constant and a closed form; all others solve for their last constant. */
static bool has_closed_form(const carom_law *law)
{
  return carom_law_about(law)->dampings == 1 && !isnan(carom_law_exact(law, 0, 0.5, CAROM_CUT)) &&
         !isnan(carom_law_exact(law, 0, 0.5, CAROM_KEEP));
}

static double random_restitution(chance *c)
{
  switch (chance_index(c, 12)) {
  case 0:
    return 1;
  case 1:
    return 0.05;
  case 2:
    return 1 - chance_of_scale(c, 1e-9, 1e-2);
  default:
    return chance_between(c, 0.05, 1);
  }
}

static void closed_forms_deliver_what_was_asked(void **state)
{
  (void)state;
  chance c = {.seed = 201};
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (!has_closed_form(law)) continue;
    laws++;
    for (int i = 0; i < 2500; i++) {
      carom_contact_def def = random_bodies(&c, carom_law_about(law)->name);
      const double e = random_restitution(&c);
      random_words(&c, &def);
      choose(&def, "calibration", "exact");
      set(&def, "restitution", e);
      def.speed = yield_speed(def) * chance_of_scale(&c, 1e-2, 1e2);
      if (def.speed < 1e-2) def.speed = 1e-2; /* above the floor of latched speeds */
      const carom_contact contact = prepared(&def);
      assert_true(contact.asked[0] == e);
      const double tension = contact.cut ? CAROM_CUT : CAROM_KEEP;
      assert_close(contact.damping[0], carom_law_exact(law, 0, e, tension), 1e-15);
      assert_close_named(struck(&contact, def.speed).restitution, e, 1e-9, def.law);
    }
  }
  assert_true(laws >= 3);
}

/* Every form, both plastic stiffnesses, both rules, random bodies and speeds. */
static carom_contact_def random_two_phase(chance *c, const char *law)
{
  carom_contact_def def = random_bodies(c, law);
  def.speed = yield_speed(def) * chance_of_scale(c, 0.5, 300);
  random_words(c, &def);
  set_if_any(&def, "calibration", CAROM_WORD(0));
  set_if_any(&def, "restitution_elastic", chance_between(c, 0.3, 1));
  set_if_any(&def, "hardness_ratio", chance_between(c, 2, 3.5));
  set_if_any(&def, "plastic_ratio", chance_between(c, 8, 30));
  return def;
}

/* What the text of a refusal names as attainable: an interval, or below yield, where the plastic
 * constant changes nothing, the one value that is delivered. */
static void read_interval(const char *text, double *low, double *high)
{
  const char *at = strstr(text, "below yield there, and delivers ");
  if (at && sscanf(at, "below yield there, and delivers %lf whatever", low) == 1) {
    *high = *low;
    return;
  }
  at = strstr(text, "attainable is ");
  if (!at || sscanf(at, "attainable is %lf to %lf", low, high) != 2)
    fail_msg("no interval in '%s'", text);
}

static carom_status ask(carom_contact_def *def, const char *name, double e, carom_contact *contact,
                        carom_error *err)
{
  set(def, name, e);
  return carom_contact_prepare(def, contact, err);
}

/* The relative error that is allowed. Bodies that adhere keep e^2 of their energy as the difference
 * of two that nearly cancel close to sticking. */
static double allowed(const carom_contact *contact, double e)
{
  const bool adheres = carom_law_about(contact->law)->traits & CAROM_LAW_ADHERES;
  return 1e-8 + (adheres ? 1e-13 / (e * e) : 0);
}

static void must_deliver(carom_contact_def *def, const char *name, double e)
{
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  if (ask(def, name, e, &contact, &err) != CAROM_OK)
    fail_msg("%.17g is inside the interval that was named: %s", e, err.text);
  assert_close_named(struck(&contact, def->speed).restitution, e, allowed(&contact, e),
                     "just inside");
}

typedef struct outcome {
  int delivered, refused, inside;
} outcome;

/* Undamped, too, below the speed that is told, and above it they part slowly. */
static void must_stick(carom_contact_def def, const char *name)
{
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  set(&def, name, CAROM_UNSET);
  assert_int_equal(ask(&def, "damping_ratio", 0, &contact, &err), CAROM_OK);
  carom_impact_def impact = carom_impact_default();
  carom_impact none;
  impact.contact = &contact;
  impact.speed = def.speed;
  assert_int_not_equal(carom_impact_resolve(&impact, &none, &err), CAROM_OK);
  const char *at = strstr(err.text, "they part from ");
  double least = 0;
  if (!at || sscanf(at, "they part from %lf", &least) != 1) fail_msg("no speed in '%s'", err.text);
  assert_true(def.speed < least);
  def.speed = 2 * least; /* e^2 = 1 - (v_s/v)^2; the speed is told to four digits */
  contact = prepared(&def);
  assert_close_named(struck(&contact, def.speed).restitution, sqrt(0.75), 2e-4,
                     "above the speed that is told");
}

/* Asks for e; a refusal must name an interval without e whose inside can be had. */
static void deliver_or_refuse(carom_contact_def *def, const char *name, double e, outcome *count)
{
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  const carom_status status = ask(def, name, e, &contact, &err);
  if (status == CAROM_OK) {
    assert_close_named(struck(&contact, def->speed).restitution, e, allowed(&contact, e), def->law);
    count->delivered++;
    return;
  }
  if (status != CAROM_ERR_UNATTAINABLE) fail_msg("%s: %s", err.where, err.text);
  assert_int_equal(err.code, CAROM_ERR_UNATTAINABLE);
  assert_string_equal(err.where, name);
  count->refused++;
  if (strstr(err.text, "the bodies stick together")) {
    must_stick(*def, name);
    return;
  }
  double low, high;
  read_interval(err.text, &low, &high);
  assert_close_named(err.attainable[0], low, 1e-5, "what is printed");
  assert_close_named(err.attainable[1], high, 1e-5, "what is printed");
  assert_true(low >= 0 && low <= high && high <= 1 + 1e-9);
  assert_true(e < low + 1e-5 * high || e > high - 1e-5 * high);
  const double width = high - low;
  if (width < 1e-3) return; /* below yield the plastic constant changes nothing */
  /* six digits are printed */
  const double from = low + 1e-3 * width, to = high - 1e-3 * width;
  count->inside++;
  must_deliver(def, name, from > 1e-3 ? from : 1e-3);
  must_deliver(def, name, to);
}

static void solved_laws_deliver_or_refuse(void **state)
{
  (void)state;
  chance c = {.seed = 202};
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    const int dampings = carom_law_about(law)->dampings;
    if (dampings == 0 || has_closed_form(law)) continue;
    const char *name = dampings == 1 ? "restitution" : "restitution_plastic";
    outcome count = {0, 0, 0};
    laws++;
    const int tries = carom_law_about(law)->traits & CAROM_LAW_ADHERES ? 500 : 2500;
    for (int i = 0; i < tries; i++) {
      carom_contact_def def = random_two_phase(&c, carom_law_about(law)->name);
      deliver_or_refuse(&def, name, random_restitution(&c), &count);
    }
    print_message("%s: %d delivered, %d refused, %d of them with an interval that was tried\n",
                  carom_law_about(law)->name, count.delivered, count.refused, count.inside);
    assert_true(count.delivered > 2 * tries / 5);
    assert_true(dampings == 1 || count.inside > 200);
  }
  assert_true(laws > 0);
}

static void two_phase_laws_keep_their_elastic_restitution(void **state)
{
  (void)state;
  chance c = {.seed = 203};
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (carom_law_about(law)->dampings != 2) continue;
    laws++;
    for (int i = 0; i < 200; i++) {
      carom_contact_def def = random_two_phase(&c, carom_law_about(law)->name);
      const double e = random_restitution(&c), slow = 0.9 * yield_speed(def);
      set(&def, "restitution_elastic", e);
      set(&def, "damping_ratio_plastic", chance_between(&c, 0, 3));
      set_if_any(&def, "impact_speed_floor", 1e-9); /* slower touches are not what is asked here */
      const carom_contact contact = prepared(&def);
      assert_close_named(struck(&contact, slow).restitution, e, 1e-9, def.law);
    }
  }
  assert_true(laws > 0);
}

/* The plastic constant belongs to the reference speed, wherever the contact is used. */
static void the_reference_speed_is_where_a_law_is_calibrated(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("wang-viscous");
  def.speed = 2;
  set(&def, "reference_speed", 8);
  set(&def, "restitution_plastic", 0.6);
  const carom_contact contact = prepared(&def);
  assert_close(struck(&contact, 8).restitution, 0.6, 1e-8);
  assert_true(fabs(struck(&contact, 2).restitution - 0.6) > 1e-4);
}

/* Just above yield the printed form of ma-liu gives more than 1; a damping constant made from that
 * would be negative and create energy. It may be refused or limited, not passed on. */
static void no_word_makes_a_negative_damping(void **state)
{
  (void)state;
  static const char *const calibrations[] = {"exact", "published"};
  for (int i = 0; i < COUNT(calibrations); i++) {
    carom_contact_def def = two_spheres("wang-viscous");
    carom_contact contact;
    def.speed = 0.15; /* twice the speed of first yield */
    choose(&def, "form", "printed");
    choose(&def, "restitution_plastic", "ma-liu");
    choose(&def, "calibration", calibrations[i]);
    if (carom_contact_prepare(&def, &contact, NULL) != CAROM_OK) continue;
    assert_true(contact.asked[1] <= 1);
    assert_true(contact.damping[1] >= 0);
  }
}

SUITE_CLOSE("delivered restitution", closed_forms_deliver_what_was_asked,
            solved_laws_deliver_or_refuse, two_phase_laws_keep_their_elastic_restitution,
            the_reference_speed_is_where_a_law_is_calibrated, no_word_makes_a_negative_damping)
