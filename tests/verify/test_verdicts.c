/* SPDX-License-Identifier: MIT */
/* What is told of contacts, from both sides of every limit: a tenth of R*, first yield, the range
 * of a law, the floor of a latched speed, the restitution asked for; in impacts, bounces, chains,
 * mechanisms and scenes. */
#include <math.h>

#include "setup.h"

static const double pi = 3.14159265358979323846;

/* The speed at which Hertz presses two bodies together by d: m* v^2/2 = (2/5) K d^(5/2). */
static double hertz_speed(const carom_contact *c, double d)
{
  const double stiffness = 4.0 / 3 * c->modulus * sqrt(c->radius);
  return sqrt(0.8 * stiffness * pow(d, 2.5) / c->mass);
}

/* Overlap at first yield by the pressure of Hertz, 1.61 times the yield stress. */
static double yield_overlap(const carom_contact *c)
{
  return c->radius * pow(pi * 1.61 * c->yield / (2 * c->modulus), 2);
}

static const double aside = 1e-6;

static void a_tenth_of_the_radius_from_both_sides(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("hertz");
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  const carom_contact c = prepared(&pair);
  const double speed = hertz_speed(&c, 0.1 * c.radius);
  assert_int_equal(struck(&c, speed * (1 - aside)).validity, CAROM_VALID);
  assert_int_equal(struck(&c, speed * (1 + aside)).validity, CAROM_BEYOND_OVERLAP);
}

static void first_yield_from_both_sides(void **state)
{
  (void)state;
  const carom_contact_def pair = two_spheres("hertz");
  const carom_contact c = prepared(&pair);
  const double speed = hertz_speed(&c, yield_overlap(&c));
  assert_int_equal(struck(&c, speed * (1 - aside)).validity, CAROM_VALID);
  assert_int_equal(struck(&c, speed * (1 + aside)).validity, CAROM_BEYOND_YIELD);
}

/* The work of loading up to 110 d_c as the formulas of the law have it, integrated by hand. */
static void the_range_of_a_law_from_both_sides(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("kogut-etsion");
  choose(&pair, "form", "printed");
  for (int i = 0; i < 3; i++) {
    static const char *const rule[] = {"memory", "basic", "enhanced"};
    choose(&pair, "rule", rule[i]);
    const carom_contact c = prepared(&pair);
    const double root = 0.5 * pi * (0.454 + 0.41 * 0.3) * 2.8 * 1.03e9 / c.modulus;
    const double d_c = root * root * c.radius;
    const double f_c = 4.0 / 3 * c.modulus * sqrt(c.radius) * pow(d_c, 1.5);
    const double work = f_c * d_c *
                        (0.4 + 1.03 / 2.425 * (pow(6, 2.425) - 1) +
                         1.40 / 2.263 * (pow(110, 2.263) - pow(6, 2.263)));
    const double speed = sqrt(2 * work / c.mass);
    assert_close(carom_contact_range(&c), 110 * d_c, 1e-12);
    assert_int_equal(struck(&c, speed * (1 - aside)).validity, CAROM_VALID);
    assert_int_equal(struck(&c, speed * (1 + aside)).validity, CAROM_BEYOND_RANGE);
  }
  pair = two_spheres("ma-liu"); /* nobody stated one */
  const carom_contact free = prepared(&pair);
  assert_true(carom_contact_range(&free) == CAROM_UNSET);
}

/* Without a yield stress nobody can tell, and the verdict says so; laws that know plasticity need
 * no such judgement. */
static void yield_that_is_not_given_is_not_judged(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("hertz");
  const carom_encounters deep = {.deepest = 1e-4};
  carom_contact c = prepared(&pair);
  assert_int_equal(carom_verdict_of(&c, &deep).validity, CAROM_BEYOND_YIELD);
  assert_true(carom_verdict_of(&c, &deep).yield_judged);
  assert_close(carom_verdict_of(&c, &deep).overlap_over_yield, 1e-4 / yield_overlap(&c), 1e-12);
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  c = prepared(&pair);
  assert_int_equal(carom_verdict_of(&c, &deep).validity, CAROM_VALID);
  assert_false(carom_verdict_of(&c, &deep).yield_judged);
  pair = two_spheres("ma-liu");
  c = prepared(&pair);
  assert_int_equal(carom_verdict_of(&c, &deep).validity, CAROM_VALID);
  assert_true(carom_verdict_of(&c, &deep).yield_judged);
}

static void meet(carom_encounters *e, const carom_contact *c, double speed, double depth)
{
  carom_encounters_begin(e, c, speed);
  carom_encounters_note(e, depth, 0.5 * speed);
  carom_encounters_end(e);
}

/* The share of impacts that are off, and the range of what they deliver. */
static void impacts_are_judged_at_their_own_speeds(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("kuwabara-kono");
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  pair.speed = 0.1;
  set(&pair, "restitution", 0.46);
  const carom_contact c = prepared(&pair);
  carom_encounters few = {0}, more = {0}, sum = {0};
  meet(&few, &c, 0.1, 1e-6);
  meet(&few, &c, 0.1, 2e-6);
  carom_verdict v = carom_verdict_of(&c, &few);
  assert_int_equal(v.validity, CAROM_VALID);
  assert_true(v.off == 0);
  assert_close(v.delivered, 0.46, 1e-9);
  meet(&more, &c, 2.391, 3e-6);
  carom_encounters_begin(&more, &c, 0); /* one that rests, and one that is still under way */
  carom_encounters_end(&more);
  carom_encounters_begin(&more, &c, 1.7);
  carom_encounters_add(&sum, &few);
  carom_encounters_add(&sum, &more);
  assert_int_equal(sum.touches, 5);
  assert_int_equal(sum.at_floor, 0);
  assert_true(sum.slowest == 0.1 && sum.fastest == 2.391 && sum.deepest == 3e-6);
  v = carom_verdict_of(&c, &sum);
  assert_int_equal(v.validity, CAROM_NOT_AS_ASKED);
  assert_true(v.off == 0.5);
  assert_close(v.lowest, struck(&c, 2.391).restitution, 1e-6);
  assert_close(v.highest, 0.46, 1e-6);
  pair.settings = 0;
  set(&pair, "damping_ratio", 0.3); /* nothing is asked */
  const carom_contact given = prepared(&pair);
  v = carom_verdict_of(&given, &sum);
  assert_int_equal(v.validity, CAROM_VALID);
  assert_true(v.off == CAROM_UNSET);
  assert_true(v.lowest < v.highest);
}

/* A law whose restitution is the same at every speed is as asked at every speed. */
static void speed_alone_is_no_fault(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("tsuji");
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  set(&pair, "restitution", 0.46);
  const carom_contact c = prepared(&pair);
  carom_encounters e = {0};
  for (double speed = 1e-5; speed < 20; speed *= 3)
    meet(&e, &c, speed, 1e-6);
  const carom_verdict v = carom_verdict_of(&c, &e);
  assert_int_equal(v.validity, CAROM_VALID);
  assert_true(v.off == 0 && fabs(v.lowest - 0.46) < 1e-6 && fabs(v.highest - 0.46) < 1e-6);
}

/* Every law that latches can be given the expected speed instead: the floor is then of no account,
 * and an impact at that speed is the same. */
static void every_latching_law_takes_the_expected_speed(void **state)
{
  (void)state;
  int found = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    if (!(info->traits & CAROM_LAW_STORES_IMPACT_SPEED)) continue;
    found++;
    carom_contact_def pair = two_spheres(info->name);
    pair.speed = 0.05;
    const carom_contact latched = prepared(&pair);
    assert_true(carom_contact_speed_floor(&latched) == 1e-3);
    choose(&pair, "impact_speed", "expected");
    const carom_contact c = prepared(&pair);
    set(&pair, "impact_speed_floor", 1);
    const carom_contact other = prepared(&pair);
    assert_true(carom_contact_speed_floor(&c) == 0 && carom_contact_speed_floor(&other) == 0);
    const carom_impact a = struck(&latched, 0.05), b = struck(&c, 0.05);
    assert_true(a.restitution == b.restitution && a.peak_force == b.peak_force);
    const carom_impact slow = struck(&c, 1e-4), same = struck(&other, 1e-4);
    assert_true(slow.restitution == same.restitution);
    set(&pair, "impact_speed", 0.05);
    const carom_contact number = prepared(&pair);
    assert_true(struck(&number, 1e-4).restitution == slow.restitution);
    /* 0 is the word that was the first before there were two */
    set(&pair, "impact_speed", CAROM_WORD(0));
    set(&pair, "impact_speed_floor", 1e-3);
    const carom_contact again = prepared(&pair);
    assert_true(struck(&again, 1e-4).restitution == struck(&latched, 1e-4).restitution);
  }
  assert_true(found >= 8);
}

static void every_verdict_has_words(void **state)
{
  (void)state;
  for (int i = 0; i <= CAROM_AT_FLOOR; i++) {
    assert_true(strlen(carom_validity_text((carom_validity)i)) > 10);
    assert_string_not_equal(carom_validity_name((carom_validity)i), "unknown");
    for (int k = 0; k < i; k++)
      assert_int_not_equal(carom_validity_rank((carom_validity)i),
                           carom_validity_rank((carom_validity)k));
  }
  assert_int_equal(carom_validity_rank(CAROM_VALID), 0);
  assert_string_equal(carom_validity_name((carom_validity)99), "unknown");
}

SUITE("verdicts", a_tenth_of_the_radius_from_both_sides, first_yield_from_both_sides,
      the_range_of_a_law_from_both_sides, yield_that_is_not_given_is_not_judged,
      impacts_are_judged_at_their_own_speeds, speed_alone_is_no_fault,
      every_latching_law_takes_the_expected_speed, every_verdict_has_words)
