/* SPDX-License-Identifier: MIT */
/* Impacts as a user meets them: results, refusals, histories, and the memory of a pair. */
#include "setup.h"

static carom_impact_def at_speed(const carom_contact *contact, double speed)
{
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = speed;
  return def;
}

static carom_impact_def recorded(const carom_contact *contact, double speed, history *h)
{
  carom_impact_def def = at_speed(contact, speed);
  def.record = history_add;
  def.user = h;
  return def;
}

static void defaults_are_those_of_the_fields(void **state)
{
  (void)state;
  const carom_impact_def def = carom_impact_default();
  const carom_fields table = carom_impact_fields();
  assert_int_equal(table.count, 3);
  assert_string_equal(table.field[0].name, "speed");
  assert_string_equal(table.field[1].name, "tolerance");
  assert_string_equal(table.field[2].name, "integrator");
  assert_true(def.speed == table.field[0].fallback);
  assert_true(def.tolerance == table.field[1].fallback);
  assert_int_equal(def.integrator, CAROM_INTEGRATOR_DOP853);
  assert_null(def.contact);
  assert_null(def.state);
  assert_null(def.record);
  assert_true(def.every == 0);
}

static void refused(const carom_impact_def *def, carom_status code, const char *where)
{
  carom_impact result, before;
  carom_error err = {.code = CAROM_OK};
  memset(&result, 0xa5, sizeof result);
  memcpy(&before, &result, sizeof before);
  const carom_status status = carom_impact_resolve(def, &result, &err);
  if (status != code)
    fail_msg("%s: status %d, not %d (%s)", where, (int)status, (int)code, err.text);
  assert_int_equal(err.code, code);
  assert_string_equal(err.where, where);
  assert_true(strlen(err.text) > 10);
  assert_memory_equal(&result, &before, sizeof result);
  assert_int_equal(carom_impact_resolve(def, &result, NULL), code);
}

static void wrong_definitions_are_refused(void **state)
{
  (void)state;
  const carom_contact_def pair = carom_contact_default();
  const carom_contact contact = prepared(&pair);
  carom_contact unprepared;
  carom_impact_def def;
  memset(&unprepared, 0, sizeof unprepared);
  memset(&def, 0, sizeof def);
  refused(&def, CAROM_ERR_ARGUMENT, "impact");
  refused(NULL, CAROM_ERR_ARGUMENT, "impact");
  def = carom_impact_default();
  refused(&def, CAROM_ERR_ARGUMENT, "contact");
  def.contact = &unprepared;
  refused(&def, CAROM_ERR_ARGUMENT, "contact");
  static const double speed[] = {0, -1, 1e-10, 1e6, NAN, INFINITY, CAROM_UNSET};
  static const double tolerance[] = {0, -1, 1e-15, 1e-2, NAN, INFINITY};
  static const double every[] = {-1, NAN};
  for (int i = 0; i < COUNT(speed); i++) {
    def = at_speed(&contact, speed[i]);
    refused(&def, speed[i] == CAROM_UNSET ? CAROM_ERR_MISSING : CAROM_ERR_RANGE, "speed");
  }
  for (int i = 0; i < COUNT(tolerance); i++) {
    def = at_speed(&contact, 1);
    def.tolerance = tolerance[i];
    refused(&def, CAROM_ERR_RANGE, "tolerance");
  }
  for (int i = 0; i < COUNT(every); i++) {
    def = at_speed(&contact, 1);
    def.every = every[i];
    refused(&def, CAROM_ERR_RANGE, "every");
  }
  def = at_speed(&contact, 1);
  def.integrator = (carom_integrator_name)9;
  refused(&def, CAROM_ERR_RANGE, "integrator");
  def = at_speed(&contact, 1);
  assert_int_equal(carom_impact_resolve(&def, NULL, NULL), CAROM_ERR_ARGUMENT);
}

/* Overdamped and held by tension: the bodies never part, and the state stays as it was. */
static void bodies_that_do_not_part_are_reported(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("tsuji");
  set(&pair, "damping_ratio", 3);
  choose(&pair, "tension", "keep");
  const carom_contact contact = prepared(&pair);
  carom_impact_def def = at_speed(&contact, 1);
  refused(&def, CAROM_ERR_DIVERGED, "speed");
  carom_state memory = carom_contact_virgin(&contact), before = memory;
  def.state = &memory;
  refused(&def, CAROM_ERR_DIVERGED, "speed");
  assert_memory_equal(&memory, &before, sizeof memory);
}

/* What holds between the numbers of any impact of any law. */
static void results_agree_with_each_other(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def pair = two_spheres(carom_law_about(carom_law_at(k))->name);
    const carom_contact contact = prepared(&pair);
    const carom_impact r = struck(&contact, 1);
    assert_true(r.speed_in == 1);
    assert_close(r.restitution, r.speed_out / r.speed_in, 1e-15);
    assert_true(r.restitution > 0 && r.restitution <= 1 + 1e-12);
    assert_true(r.time_of_peak_overlap > 0 && r.time_of_peak_overlap < r.duration);
    assert_true(r.time_of_peak_force >= 0 && r.time_of_peak_force < r.duration);
    assert_true(r.time_of_peak_force <= r.time_of_peak_overlap * (1 + 1e-9));
    assert_true(r.overlap_at_separation >= -carom_contact_reach(&contact) &&
                r.overlap_at_separation < r.peak_overlap);
    assert_true(r.residual_overlap >= 0 && r.residual_overlap <= r.peak_overlap);
    assert_close(r.overlap_over_yield, r.peak_overlap / carom_contact_yield_overlap(&contact),
                 1e-15);
    assert_close(r.energy.kinetic_in, 0.5 * contact.mass, 1e-15);
    assert_close(r.energy.kinetic_out, 0.5 * contact.mass * r.speed_out * r.speed_out, 1e-15);
    assert_true(r.steps > 0 && r.rates > r.steps);
    const carom_impact again = struck(&contact, 1);
    assert_memory_equal(&again, &r, sizeof r);
  }
}

static void both_integrators_agree(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def pair = two_spheres(carom_law_about(carom_law_at(k))->name);
    const carom_contact contact = prepared(&pair);
    carom_impact_def def = at_speed(&contact, 1);
    const carom_impact eight = resolved(&def);
    def.integrator = CAROM_INTEGRATOR_DOPRI5;
    def.tolerance = 1e-11;
    const carom_impact five = resolved(&def);
    assert_close(five.restitution, eight.restitution, 1e-8);
    assert_close(five.duration, eight.duration, 1e-8);
    assert_close(five.peak_force, eight.peak_force, 1e-8);
  }
}

static void verdicts_follow_the_overlap(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("hertz"); /* first yield at 0.0765 m/s */
  carom_contact contact = prepared(&pair);
  assert_int_equal(struck(&contact, 0.07).validity, CAROM_VALID);
  assert_int_equal(struck(&contact, 0.08).validity, CAROM_BEYOND_YIELD);
  assert_true(struck(&contact, 0.07).overlap_over_yield < 1);
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  contact = prepared(&pair);
  assert_int_equal(struck(&contact, 0.08).validity, CAROM_VALID);
  assert_true(struck(&contact, 0.08).overlap_over_yield == CAROM_UNSET);
  assert_int_equal(struck(&contact, 1000).validity, CAROM_BEYOND_OVERLAP);
  assert_true(struck(&contact, 1000).peak_overlap > 0.1 * contact.radius);
  pair = two_spheres("ma-liu"); /* meant for it */
  contact = prepared(&pair);
  assert_int_equal(struck(&contact, 1).validity, CAROM_VALID);
  for (int i = 0; i <= CAROM_NOT_AS_ASKED; i++)
    assert_true(strlen(carom_validity_text((carom_validity)i)) > 10);
  assert_non_null(carom_validity_text((carom_validity)99));
}

static carom_validity verdict_of(const carom_contact_def *pair, double speed)
{
  const carom_contact contact = prepared(pair);
  return struck(&contact, speed).validity;
}

/* A law that is calibrated for another speed than it meets says so. */
static void another_restitution_than_asked_is_told(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("lankarani-nikravesh");
  set(&pair, "restitution", 0.5);
  assert_int_equal(verdict_of(&pair, 0.05), CAROM_VALID);
  assert_int_equal(verdict_of(&pair, 1e-4), CAROM_NOT_AS_ASKED); /* below impact_speed_floor */
  set(&pair, "impact_speed", 2);
  assert_int_equal(verdict_of(&pair, 1), CAROM_NOT_AS_ASKED); /* graver than beyond yield */
  assert_int_equal(verdict_of(&pair, 2), CAROM_BEYOND_YIELD);
  assert_int_equal(verdict_of(&pair, 2000), CAROM_BEYOND_OVERLAP);
  choose(&pair, "calibration", "published"); /* promises nothing */
  assert_int_equal(verdict_of(&pair, 1), CAROM_BEYOND_YIELD);
  pair = two_spheres("lankarani-nikravesh");
  set(&pair, "damping_ratio", 0.3); /* nothing was asked */
  assert_int_equal(verdict_of(&pair, 1e-4), CAROM_VALID);
}

static void two_phases_are_judged_by_the_one_that_is_reached(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("wang-viscous"); /* first yield at 0.0765 m/s */
  set(&pair, "restitution_plastic", 0.7);
  set(&pair, "reference_speed", 8);
  assert_int_equal(verdict_of(&pair, 8), CAROM_VALID);
  assert_int_equal(verdict_of(&pair, 2), CAROM_NOT_AS_ASKED);
  assert_int_equal(verdict_of(&pair, 0.05), CAROM_VALID);
  set(&pair, "damping_ratio_elastic", 0.2);
  assert_int_equal(verdict_of(&pair, 0.05), CAROM_VALID);
  assert_int_equal(verdict_of(&pair, 2), CAROM_NOT_AS_ASKED);
}

/* A coarse integration is no reason to doubt the calibration. */
static void a_loose_tolerance_is_no_broken_promise(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("tsuji");
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  const carom_contact contact = prepared(&pair);
  carom_impact_def def = at_speed(&contact, 1);
  for (def.tolerance = 1e-3; def.tolerance > 1e-13; def.tolerance /= 10)
    assert_int_equal(resolved(&def).validity, CAROM_VALID);
}

/* What every history has: order, ends, and energies that add up at every instant. */
static void check_history(const carom_contact *contact, const history *h, const carom_impact *r)
{
  const carom_impact_sample *first = &h->sample[0], *last = &h->sample[h->count - 1];
  const double in = r->energy.kinetic_in;
  assert_true(h->count > 10);
  assert_true(first->time == 0 && first->overlap == 0 - carom_contact_reach(contact) &&
              first->approach == r->speed_in);
  const unsigned traits = carom_law_about(contact->law)->traits;
  assert_true(first->viscous == 0);
  assert_true(total(first->force) == 0 || (traits & CAROM_LAW_JUMPS_AT_TOUCH));
  assert_true(last->time >= r->duration);
  assert_close(-last->approach, r->speed_out, 1e-9);
  assert_small((last->overlap + carom_contact_reach(contact)) / r->peak_overlap, 1e-9);
  assert_true(total(last->force) == 0);
  double most_overlap = 0, most_force = 0;
  for (int i = 0; i < h->count; i++) {
    const carom_impact_sample *s = &h->sample[i];
    assert_true(i == 0 || s->time >= h->sample[i - 1].time);
    const double kinetic = 0.5 * contact->mass * s->approach * s->approach;
    const double sum = kinetic + s->energy.stored + s->energy.plastic + s->viscous;
    assert_small(sum / in - 1, 1e-11);
    if (s->overlap > most_overlap) most_overlap = s->overlap;
    if (total(s->force) > most_force) most_force = total(s->force);
  }
  assert_true(most_overlap <= r->peak_overlap * (1 + 1e-12));
  assert_true(most_force <= r->peak_force * (1 + 1e-12));
}

static void histories_of_every_law_add_up(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def pair = two_spheres(carom_law_about(carom_law_at(k))->name);
    const carom_contact contact = prepared(&pair);
    history h = {NULL, 0, 0};
    carom_impact_def def = recorded(&contact, 1, &h);
    const carom_impact r = resolved(&def), plain = struck(&contact, 1);
    assert_memory_equal(&r, &plain, sizeof r); /* watching changes nothing */
    check_history(&contact, &h, &r);
    h.count = 0;
    def.every = r.duration / 50;
    resolved(&def);
    check_history(&contact, &h, &r);
    history_free(&h);
  }
}

/* Equidistant samples, and besides them only the start, the end and pairs at switches. */
static void samples_can_be_equidistant(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def pair = two_spheres(carom_law_about(carom_law_at(k))->name);
    const carom_contact contact = prepared(&pair);
    history h = {NULL, 0, 0};
    carom_impact_def def = recorded(&contact, 1, &h);
    def.every = struck(&contact, 1).duration / 40.5;
    resolved(&def);
    int due = 1, others = 0;
    for (int i = 1; i + 1 < h.count; i++) {
      const carom_impact_sample *s = &h.sample[i];
      if (fabs(s->time - due * def.every) < 1e-12 * due * def.every)
        due++;
      else if (s->time != s[-1].time && s->time != s[1].time)
        others++;
    }
    const double end = h.sample[h.count - 1].time;
    history_free(&h);
    assert_int_equal(due - 1, (int)(end / def.every));
    if (others)
      fail_msg("%s: %d samples are neither equidistant nor at a switch",
               carom_law_about(contact.law)->name, others);
  }
}

/* A pair that remembers finds its dent again: an impact as fast as the last rebound reaches the
 * same overlap and is elastic, one as fast as the first deepens the dent. A pair that forgets when
 * the surfaces part repeats the first impact. */
static void repeated_impacts_remember_as_asked(void **state)
{
  (void)state;
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (!has_field(law, "memory")) continue;
    laws++;
    for (int episode = 0; episode < 2; episode++) {
      carom_contact_def pair = two_spheres(carom_law_about(law)->name);
      choose(&pair, "memory", episode ? "episode" : "pair");
      const carom_contact contact = prepared(&pair);
      assert_true(contact.episode == (episode == 1));
      carom_state memory = carom_contact_virgin(&contact);
      carom_impact_def def = at_speed(&contact, 3);
      def.state = &memory;
      const carom_impact first = resolved(&def);
      assert_true(first.restitution < 0.95);
      const carom_state after_first = memory;
      if (episode) {
        const carom_state fresh = carom_contact_virgin(&contact);
        const carom_impact second = resolved(&def);
        assert_memory_equal(&second, &first, sizeof second);
        assert_memory_equal(&memory, &fresh, sizeof fresh);
        continue;
      }
      assert_true(first.residual_overlap > 0);
      assert_true(carom_contact_residual(&contact, &memory) == first.residual_overlap);
      def.speed = first.speed_out;
      const carom_impact second = resolved(&def);
      assert_close(second.restitution, 1, 1e-9);
      assert_close(second.peak_overlap, first.peak_overlap, 1e-9);
      assert_close(second.residual_overlap, first.residual_overlap, 1e-9);
      assert_small(second.energy.plastic / second.energy.kinetic_in, 1e-9);
      /* a copied state is the state */
      carom_state copy = after_first;
      def.state = &copy;
      const carom_impact third = resolved(&def);
      assert_memory_equal(&third, &second, sizeof third);
      assert_memory_equal(&copy, &memory, sizeof copy);
      def.speed = 0.5 * first.speed_out;
      assert_close(resolved(&def).restitution, 1, 1e-9);
      def.speed = 3;
      const carom_impact equal = resolved(&def);
      assert_true(equal.restitution > first.restitution && equal.restitution < 1 - 1e-3);
      assert_true(equal.residual_overlap > first.residual_overlap);
      assert_true(equal.energy.plastic > 0);
    }
  }
  assert_true(laws > 0);
}

/* Reaching the same largest overlap in two impacts costs what it costs in one: the energy lost
 * depends on the dent alone. */
static void losses_do_not_depend_on_the_path(void **state)
{
  (void)state;
  const carom_contact_def pair = two_spheres("ma-liu");
  const carom_contact contact = prepared(&pair);
  carom_state memory = carom_contact_virgin(&contact);
  carom_impact_def def = at_speed(&contact, 1);
  double lost = 0;
  def.state = &memory;
  for (int i = 0; i < 8; i++) {
    def.speed = 1 + 0.5 * i;
    lost += resolved(&def).energy_lost;
  }
  assert_close(lost, carom_contact_energy(&contact, &memory, 0).plastic, 1e-10);
}

/* NULL stands for a fresh pair. */
static void without_a_state_every_impact_is_the_first(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_contact_def pair = two_spheres(carom_law_about(carom_law_at(k))->name);
    const carom_contact contact = prepared(&pair);
    carom_state memory = carom_contact_virgin(&contact);
    carom_impact_def def = at_speed(&contact, 2);
    const carom_impact without = resolved(&def), again = resolved(&def);
    def.state = &memory;
    const carom_impact with = resolved(&def);
    assert_memory_equal(&with, &without, sizeof with);
    assert_memory_equal(&again, &without, sizeof again);
  }
}

SUITE_CLOSE("impact", defaults_are_those_of_the_fields, wrong_definitions_are_refused,
            bodies_that_do_not_part_are_reported, results_agree_with_each_other,
            both_integrators_agree, verdicts_follow_the_overlap,
            another_restitution_than_asked_is_told,
            two_phases_are_judged_by_the_one_that_is_reached,
            a_loose_tolerance_is_no_broken_promise, histories_of_every_law_add_up,
            samples_can_be_equidistant, repeated_impacts_remember_as_asked,
            losses_do_not_depend_on_the_path, without_a_state_every_impact_is_the_first)
