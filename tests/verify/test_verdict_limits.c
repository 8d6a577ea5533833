/* SPDX-License-Identifier: MIT */
/* Verdicts just below and just above each of their limits: another restitution than asked, in
 * impacts and in records; the floor of a latched speed; the slowest impact; and which of two
 * verdicts is the graver one. */
#include "setup.h"

static const double aside = 1e-4; /* of a limit */

/* A restitution of 0.46 at 0.1 m/s that falls with the speed; by default 0.7 or what it may be. */
static carom_contact slowing(bool asked)
{
  carom_contact_def pair = two_spheres("kuwabara-kono");
  pair.a.material.yield = pair.b.material.yield = CAROM_UNSET;
  pair.speed = 0.1;
  if (asked) set(&pair, "restitution", 0.46);
  return prepared(&pair);
}

/* The speed between two others where the restitution is e, by halving. */
static double speed_for(const carom_contact *c, double e, double low, double high)
{
  assert_true(struck(c, low).restitution > e && struck(c, high).restitution < e);
  for (int i = 0; i < 80; i++) {
    const double middle = 0.5 * (low + high);
    *(struck(c, middle).restitution > e ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

/* An impact may be off by a millionth, or by a hundred times the tolerance asked for. */
static void impacts_off_by_a_millionth(void **state)
{
  (void)state;
  for (int asked = 0; asked < 2; asked++) {
    const carom_contact c = slowing(asked);
    const carom_validity missed = asked ? CAROM_NOT_AS_ASKED : CAROM_NOT_AS_DEFAULT;
    const double wanted = struck(&c, 0.1).restitution;
    if (asked) assert_close(wanted, 0.46, 1e-9);
    static const double tolerance[] = {1e-10, 1e-6}, allowed[] = {1e-6, 1e-4},
                        margin[] = {0.01, 0.1}; /* coarse impacts have their own error */
    for (int k = 0; k < 2; k++)
      for (int side = -1; side < 2; side += 2) {
        const double limit = side * allowed[k];
        carom_impact_def def = carom_impact_default();
        def.contact = &c;
        def.tolerance = tolerance[k];
        def.speed = speed_for(&c, wanted + limit * (1 - margin[k]), 0.01, 1);
        assert_int_equal(resolved(&def).validity, CAROM_VALID);
        def.speed = speed_for(&c, wanted + limit * (1 + margin[k]), 0.01, 1);
        assert_int_equal(resolved(&def).validity, missed);
      }
  }
}

static carom_encounters met(const carom_contact *c, double speed)
{
  carom_encounters e = {0};
  carom_encounters_begin(&e, c, speed);
  carom_encounters_note(&e, 1e-7, 0.9 * speed);
  carom_encounters_note(&e, 1e-7, -0.5 * speed);
  carom_encounters_end(&e);
  return e;
}

/* What occurred in a run may be off by 0.01, to both sides. */
static void records_off_by_a_hundredth(void **state)
{
  (void)state;
  for (int asked = 0; asked < 2; asked++) {
    const carom_contact c = slowing(asked);
    const double wanted = struck(&c, 0.1).restitution;
    for (int side = -1; side < 2; side += 2) {
      const double within = speed_for(&c, wanted + side * 0.01 * (1 - aside), 1e-3, 10);
      const double beyond = speed_for(&c, wanted + side * 0.01 * (1 + aside), 1e-3, 10);
      const carom_encounters good = met(&c, within), bad = met(&c, beyond);
      const carom_verdict v = carom_verdict_of(&c, &good), w = carom_verdict_of(&c, &bad);
      assert_int_equal(v.validity, CAROM_VALID);
      assert_true(v.off == 0);
      assert_int_equal(w.validity, asked ? CAROM_NOT_AS_ASKED : CAROM_NOT_AS_DEFAULT);
      assert_true(w.off == 1);
      assert_close(w.lowest, wanted + side * 0.01 * (1 + aside), 1e-8);
    }
  }
}

static void the_floor_of_a_latched_speed(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("hunt-crossley");
  set(&pair, "restitution", 0.8);
  set(&pair, "impact_speed_floor", 0.02);
  choose(&pair, "impact_speed", "latched");
  const carom_contact c = prepared(&pair);
  assert_true(carom_contact_speed_floor(&c) == 0.02);
  const carom_encounters above = met(&c, 0.02 * (1 + 1e-12)), at = met(&c, 0.02),
                         below = met(&c, 0.02 * (1 - 1e-12));
  assert_true(above.at_floor == 0 && at.at_floor == 0 && below.at_floor == 1);
  assert_int_equal(carom_verdict_of(&c, &above).validity, CAROM_VALID);
  assert_int_equal(carom_verdict_of(&c, &at).validity, CAROM_VALID);
  assert_int_equal(carom_verdict_of(&c, &below).validity, CAROM_AT_FLOOR);
  carom_encounters sum = {0};
  carom_encounters_add(&sum, &below);
  carom_encounters_add(&sum, &below);
  carom_encounters_add(&sum, &above);
  assert_true(sum.touches == 3 && sum.at_floor == 2);
}

/* Bodies that come nearer by less than this rest on each other. */
static void the_slowest_impact(void **state)
{
  (void)state;
  const carom_contact c = slowing(true);
  const double limit = CAROM_SLOWEST_IMPACT;
  const carom_encounters impact = met(&c, limit), rest = met(&c, limit * (1 - 1e-12));
  assert_true(impact.touches == 1 && rest.touches == 1);
  assert_true(impact.fastest == limit && impact.slowest == limit);
  assert_true(rest.fastest == 0 && rest.slowest == 0);
  assert_int_equal(carom_verdict_of(&c, &rest).validity, CAROM_VALID);
  assert_true(carom_verdict_of(&c, &rest).off == CAROM_UNSET);
  assert_true(carom_verdict_of(&c, &impact).off == 1);
}

/* From the least to the gravest; where two hold at once, the graver is what is told. */
static void the_gravest_is_told(void **state)
{
  (void)state;
  static const carom_validity order[] = {
      CAROM_VALID,    CAROM_BEYOND_YIELD, CAROM_NOT_AS_DEFAULT, CAROM_NOT_AS_ASKED,
      CAROM_AT_FLOOR, CAROM_BEYOND_RANGE, CAROM_BEYOND_THEORY,  CAROM_BEYOND_OVERLAP};
  for (int i = 1; i < COUNT(order); i++)
    assert_true(carom_validity_rank(order[i]) > carom_validity_rank(order[i - 1]));
  carom_contact_def pair = two_spheres("hunt-crossley");
  set(&pair, "restitution", 0.8);
  set(&pair, "impact_speed_floor", 0.02);
  const carom_contact c = prepared(&pair);
  const double yield = carom_contact_yield_overlap(&c);
  carom_encounters e = met(&c, 0.01);
  e.deepest = 2 * yield;
  assert_int_equal(carom_verdict_of(&c, &e).validity, CAROM_AT_FLOOR);
  e.at_floor = 0;
  assert_int_equal(carom_verdict_of(&c, &e).validity, CAROM_BEYOND_YIELD);
  e.deepest = 0.1 * c.radius * (1 + 1e-12);
  e.at_floor = 1;
  assert_int_equal(carom_verdict_of(&c, &e).validity, CAROM_BEYOND_OVERLAP);
  e.deepest = 0.1 * c.radius * (1 - 1e-12);
  assert_int_equal(carom_verdict_of(&c, &e).validity, CAROM_AT_FLOOR);
  assert_int_equal(carom_verdict_of_overlap(&c, yield * (1 - 1e-12)), CAROM_VALID);
  assert_int_equal(carom_verdict_of_overlap(&c, yield * (1 + 1e-12)), CAROM_BEYOND_YIELD);
}

/* Of a law with two restitutions the elastic one is owed up to first yield, the plastic one beyond:
 * each is delivered on its own side of the limit, and not on the other. */
static void the_phase_that_is_owed(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("wang-viscous");
  set(&pair, "restitution_elastic", 0.9);
  set(&pair, "damping_ratio_plastic", 0.3);
  carom_contact c = prepared(&pair);
  double low = 1e-4, high = 10;
  for (int i = 0; i < 80; i++) { /* the speed at which first yield is reached, by halving */
    const double middle = sqrt(low * high);
    *(struck(&c, middle).overlap_over_yield > 1 ? &high : &low) = middle;
  }
  const double deeper = 1.3 * high;
  const carom_impact other = struck(&c, deeper);
  assert_true(other.overlap_over_yield > 1.05 && other.overlap_over_yield < 1.9);
  pair.settings = 0;
  pair.speed = deeper;
  set(&pair, "restitution_elastic", 0.9);
  set(&pair, "restitution_plastic", other.restitution);
  set(&pair, "reference_speed", deeper);
  c = prepared(&pair);
  const carom_impact elastic = struck(&c, low * (1 - 1e-6)), plastic = struck(&c, deeper);
  assert_true(elastic.overlap_over_yield <= 1 && plastic.overlap_over_yield > 1.05);
  assert_close(elastic.restitution, 0.9, 1e-6);
  assert_close(plastic.restitution, other.restitution, 1e-6);
  assert_true(fabs(other.restitution - 0.9) > 1e-3);
  assert_int_equal(elastic.validity, CAROM_VALID);
  assert_int_equal(plastic.validity, CAROM_VALID);
}

SUITE("limits of verdicts", impacts_off_by_a_millionth, records_off_by_a_hundredth,
      the_floor_of_a_latched_speed, the_slowest_impact, the_gravest_is_told, the_phase_that_is_owed)
