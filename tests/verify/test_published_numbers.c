/* SPDX-License-Identifier: MIT */
/* Numbers that papers print and these laws give. "The viscous paper" is G. Wang, M. Faes, T. Shi,
 * F. Cheng, Y. Pan, Investigation on impact behavior with viscous damping and tensile force
 * inspired by Kelvin-Voigt model in granular system; "the dashpot paper" is G. Wang, D. Ma,
 * C. Liu, Y. Liu, Development of a compliant dashpot model with nonlinear and linear behaviors for
 * the contact of multibody systems. Where a printed number needs other data than the paper states,
 * the test says which. */
#include "printed.h"
#include "setup.h"

/* Numbers that come close but not to the printed digits. */
static void assert_about(double value, double printed, double relative)
{
  assert_close(value, printed, relative);
}

static carom_contact_def ma_liu_printed(carom_contact_def def)
{
  def.law = "ma-liu";
  choose(&def, "form", "printed");
  return def;
}

static void digits_are_counted(void **state)
{
  (void)state;
  assert_close(half_digit("5.2453e-6"), 0.5e-10, 1e-12);
  assert_close(half_digit("24.7119"), 0.5e-4, 1e-12);
  assert_close(half_digit("6.6e10"), 0.5e9, 1e-12);
}

/* Overlaps at first yield and at full plasticity. */
static void yield_overlaps(void **state)
{
  (void)state;
  carom_contact_def def = ma_liu_printed(two_spheres(""));
  carom_contact c = prepared(&def);
  assert_printed(carom_contact_yield_overlap(&c), "5.2453e-6");
  assert_printed(coefficient_of(&c, "d_y"), "5.2453e-6");
  assert_printed(coefficient_of(&c, "x_p") * coefficient_of(&c, "d_y"), "4.4323e-4");

  def = ma_liu_printed(sphere_in_socket(""));
  c = prepared(&def);
  assert_printed(carom_contact_yield_overlap(&c), "1.5788e-6");
  assert_printed(coefficient_of(&c, "x_p") * coefficient_of(&c, "d_y"), "1.3340e-4");

  /* beads of the horizontal chain: the printed number needs a yield stress of 900 MPa, the table
   * says 940 */
  def = ma_liu_printed(two_spheres(""));
  def.a.radius = def.b.radius = 2.38e-3;
  def.a.material = def.b.material = material(193e9, 0.3, 8000, 900e6);
  c = prepared(&def);
  assert_printed(coefficient_of(&c, "d_y"), "5.4822e-7");
  def.a.material.yield = def.b.material.yield = 940e6;
  c = prepared(&def);
  assert_printed(coefficient_of(&c, "d_y"), "5.9803e-7");

  /* beads of the Hopkinson bar: the printed number needs nu = 0.300, the table says 0.307 */
  def.a.radius = def.b.radius = 3.175e-3;
  def.a.material = def.b.material = material(200e9, 0.3, 7800, 940e6);
  c = prepared(&def);
  assert_printed(coefficient_of(&c, "d_y"), "7.4292e-7");
  def.a.material.poisson = def.b.material.poisson = 0.307;
  c = prepared(&def);
  assert_printed(coefficient_of(&c, "d_y"), "7.3600e-7");
}

static void stiffnesses(void **state)
{
  (void)state;
  carom_contact_def def = sphere_in_socket("hertz");
  carom_contact c = prepared(&def);
  assert_printed(coefficient_of(&c, "stiffness"), "6.6e10");

  /* the linear stiffness that the dashpot paper uses is the secant, with pi taken as 3.1416 */
  def = sphere_in_socket("wang-viscous");
  choose(&def, "calibration", "published");
  choose(&def, "plastic_stiffness", "secant");
  c = prepared(&def);
  const double K = coefficient_of(&c, "k_p") * coefficient_of(&c, "F_y") /
                   coefficient_of(&c, "d_y");
  assert_printed(K * 3.1416 / 3.14159265358979323846, "3.8765e8");
}

/* Tables 2 and 3 of the viscous paper: energy lost at 8 and 25 m/s, two spheres. */
static void ma_liu_losses(void **state)
{
  (void)state;
  const carom_contact_def def = ma_liu_printed(two_spheres(""));
  const carom_contact c = prepared(&def);
  assert_printed(struck(&c, 8).energy_lost, "1.9381");
  assert_printed(struck(&c, 25).energy_lost, "24.7119");
}

/* The dashpot paper: largest overlaps and restitutions. The pair printed for 1.25 m/s belongs to
 * 1.20 m/s. */
static void ma_liu_restitutions(void **state)
{
  (void)state;
  const carom_contact_def def = ma_liu_printed(sphere_in_socket(""));
  const carom_contact c = prepared(&def);
  const carom_impact slow = struck(&c, 1.2), middle = struck(&c, 4), fast = struck(&c, 6);
  assert_printed(slow.restitution, "0.8103");
  assert_printed(slow.peak_overlap, "3.8310e-5");
  assert_printed(middle.restitution, "0.6909");
  assert_printed(middle.peak_overlap, "1.1152e-4");
  assert_printed(fast.restitution, "0.6558");
  assert_printed(fast.peak_overlap, "1.6082e-4");
  const carom_impact stated = struck(&c, 1.25);
  assert_printed(stated.restitution, "0.8063");
  assert_printed(stated.peak_overlap, "3.9703e-5");
}

/* The viscous paper: rebound at 0.05 m/s with c = 0.95, taken where the force vanishes. */
static void slow_rebound_of_the_viscous_law(void **state)
{
  (void)state;
  static const char *const laws[] = {"wang-viscous", "wang-viscous-elastic"};
  for (int i = 0; i < COUNT(laws); i++) {
    carom_contact_def def = two_spheres(laws[i]);
    choose(&def, "calibration", "published");
    choose(&def, "tension", "cut");
    set(&def, i == 0 ? "restitution_elastic" : "restitution", 0.95);
    const carom_contact c = prepared(&def);
    assert_printed(-struck(&c, 0.05).speed_out, "-0.04512");
  }
}

/* The dashpot paper: rebound speeds of hysteresis laws at 0.02 m/s, e = 0.8. Flores' -0.0157 is
 * cut, not rounded, from -0.01577. */
static void rebounds_of_hysteresis_laws(void **state)
{
  (void)state;
  static const char *const laws[][2] = {{"lankarani-nikravesh", "-0.0169"},
                                        {"hunt-crossley", "-0.0167"},
                                        {"flores", "-0.0158"},
                                        {"wang-dashpot-elastic", "-0.0162"}};
  for (int i = 0; i < COUNT(laws); i++) {
    carom_contact_def def = sphere_in_socket(laws[i][0]);
    choose(&def, "calibration", "published");
    set(&def, "restitution", 0.8);
    const carom_contact c = prepared(&def);
    assert_printed(-struck(&c, 0.02).speed_out, laws[i][1]);
  }
}

static carom_contact viscous_pair(const char *form, const char *tension, double elastic,
                                  double plastic)
{
  carom_contact_def def = two_spheres("wang-viscous");
  choose(&def, "calibration", "published");
  choose(&def, "form", form);
  choose(&def, "tension", tension);
  set(&def, "restitution_elastic", elastic);
  set(&def, "restitution_plastic", plastic);
  return prepared(&def);
}

static carom_contact tsuji_pair(const char *tension, double restitution)
{
  carom_contact_def def = two_spheres("tsuji");
  choose(&def, "calibration", "published");
  choose(&def, "tension", tension);
  set(&def, "restitution", restitution);
  return prepared(&def);
}

/* Numbers of the viscous paper that no reading gives to the printed digits: within 1.5 %. The
 * rebound at 8 m/s is that at vanishing force, the one at 25 m/s that at zero overlap. */
static void numbers_that_come_close(void **state)
{
  (void)state;
  static const char *const forms[] = {"printed", "continuous"};
  for (int i = 0; i < COUNT(forms); i++) {
    const carom_contact slow = viscous_pair(forms[i], "cut", 0.86, 0.70);
    const carom_contact fast = viscous_pair(forms[i], "keep", 0.84, 0.65);
    assert_about(struck(&slow, 8).speed_out, 5.75541, 0.015);
    assert_about(struck(&fast, 25).speed_out, 16.22, 0.015);
  }
  const carom_contact kept = tsuji_pair("keep", 0.65), cut = tsuji_pair("cut", 0.65),
                      cut_70 = tsuji_pair("cut", 0.70);
  assert_about(struck(&kept, 25).speed_out, 16.22, 0.015);
  assert_about(struck(&cut_70, 8).energy_lost, 2.0389, 0.015);
  assert_about(struck(&cut, 25).energy_lost, 22.5590, 0.015);
}

SUITE("published numbers", digits_are_counted, yield_overlaps, stiffnesses, ma_liu_losses,
      ma_liu_restitutions, slow_rebound_of_the_viscous_law, rebounds_of_hysteresis_laws,
      numbers_that_come_close)
