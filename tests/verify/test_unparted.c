/* SPDX-License-Identifier: MIT */
/* Impacts that do not end say the true reason: what damping does is not blamed on laws without. */
#include "setup.h"

static carom_error unended(const carom_contact *contact, double speed)
{
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  carom_error err = {.code = CAROM_OK};
  def.contact = contact;
  def.speed = speed;
  assert_int_equal(carom_impact_resolve(&def, &impact, &err), CAROM_ERR_DIVERGED);
  return err;
}

static void expect_told(const carom_error *err, const char *text)
{
  if (!strstr(err->text, text)) fail_msg("'%s' does not say '%s'", err->text, text);
}

/* k_2/k_1 = 1 + z: the restitution is (1 + z)^-1/2 = 3.2e-5. */
static void too_slow_out_of_a_dent(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("walton-braun");
  set(&def, "damping_ratio", 1e9);
  const carom_contact c = prepared(&def);
  const carom_error err = unended(&c, 5);
  expect_told(&err, "they keep 3.2e-05 of their speed");
  assert_null(strstr(err.text, "damping"));
}

/* As soft as that the dent of thornton is 17,000 times as deep as the spheres are large. */
static void far_beyond_yield(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("thornton");
  def.a.radius = 2.4e-9;
  def.b.radius = 76e-9;
  def.a.material = material(9.1e9, 0.3, 7800, 343e3);
  def.b.material = material(0.73e6, 0.3, 7800, 18e3);
  set(&def, "stiffness", 8.64e7);
  set(&def, "pressure_ratio", 0.1);
  const carom_contact c = prepared(&def);
  const carom_error err = unended(&c, 6907);
  expect_told(&err, "of their speed");
  assert_null(strstr(err.text, "damping"));
}

static void beyond_critical(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  set(&def, "damping_ratio", 20);
  choose(&def, "tension", "keep");
  const carom_contact c = prepared(&def);
  const carom_error err = unended(&c, 1);
  expect_told(&err, "the damping of law 'tsuji' is beyond critical");
}

SUITE("impacts that do not end", too_slow_out_of_a_dent, far_beyond_yield, beyond_critical)
