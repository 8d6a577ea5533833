/* SPDX-License-Identifier: MIT */
/* gran-hertz: the normal force of LAMMPS' gran/hertz, written out here from its manual. */
#include "setup.h"

/* (k_n d + m* gamma_n v) sqrt(R* d) */
static double lammps(double k_n, double gamma_n, double radius, double mass, double d, double v)
{
  return (k_n * d + mass * gamma_n * v) * sqrt(radius * d);
}

static carom_contact made(double gamma_n, double r)
{
  carom_contact_def def = two_spheres("gran-hertz");
  def.a.radius = def.b.radius = r;
  set(&def, "damping_rate", gamma_n);
  choose(&def, "tension", "keep");
  return prepared(&def);
}

static void is_the_force_of_lammps(void **state)
{
  (void)state;
  const double k_n = 4.0 / 3 * 2.07e11 / (2 * (1 - 0.09));
  const carom_contact c = made(3e7, 0.02);
  const carom_state fresh = carom_contact_virgin(&c);
  for (int i = 1; i < 20; i++) {
    const double d = 1e-6 * i, v = 0.3 * (10 - i);
    const carom_force f = carom_contact_force(&c, &fresh, d, v);
    assert_close(total(f), lammps(k_n, 3e7, c.radius, c.mass, d, v), 1e-12);
  }
}

/* Other sizes keep the damping rate. */
static void sizes_keep_the_rate(void **state)
{
  (void)state;
  const carom_contact big = made(3e7, 0.02), small = made(3e7, 0.005);
  double coefficient[16];
  carom_contact_coefficients(&big, small.radius, small.mass, coefficient);
  for (int k = 0; k < carom_contact_coefficient_count(&big); k++)
    if (coefficient[k] == coefficient[k] && coefficient[k] > CAROM_UNSET)
      assert_close(coefficient[k], small.coefficient[k], 1e-13);
}

/* For one pair it is kuwabara-kono. */
static void is_kuwabara_kono_for_one_pair(void **state)
{
  (void)state;
  carom_contact_def gran = two_spheres("gran-hertz"), kono = two_spheres("kuwabara-kono");
  set(&gran, "restitution", 0.6);
  set(&kono, "restitution", 0.6);
  const carom_contact a = prepared(&gran), b = prepared(&kono);
  assert_close(coefficient_of(&a, "viscous") * sqrt(a.radius), coefficient_of(&b, "damping"),
               1e-13);
  assert_close(coefficient_of(&a, "elastic") * sqrt(a.radius), coefficient_of(&b, "stiffness"),
               1e-13);
  assert_close(struck(&a, 1).restitution, 0.6, 1e-9);
}

SUITE_CLOSE("gran-hertz", is_the_force_of_lammps, sizes_keep_the_rate,
            is_kuwabara_kono_for_one_pair)
