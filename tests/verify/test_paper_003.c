/* SPDX-License-Identifier: MIT */
/* Numbers of R. Kacianauskas, H. Kruggel-Emden, E. Zdancevicius, D. Markauskas, Comparative
 * evaluation of normal viscoelastic contact force models in low velocity impact situations, that
 * one contact gives, each with how well it agrees (printed.h). Tension is kept until the overlap is
 * zero, as in the paper. Damping ratios of `hu` are those of its fit, Eq. 14, which is off by up to
 * 16 %: they match only as such. Those of `lee-herrmann` and `kuwabara-kono` were read off Fig. 2.
 */
#include "printed.h"
#include "setup.h"

static const double any_speed = 1;

static carom_contact_def kept(const char *law, double speed)
{
  carom_contact_def def = two_spheres(law);
  def.speed = speed;
  if (strcmp(law, "hertz") != 0) choose(&def, "tension", "keep");
  return def;
}

/* Beads of the chain of equal spheres. */
static carom_contact_def beads(const char *law, double speed)
{
  carom_contact_def def = kept(law, speed);
  def.a.material = def.b.material = material(193e9, 0.35, 8030, CAROM_UNSET);
  def.a.radius = def.b.radius = 0.0127;
  return def;
}

static carom_contact with(carom_contact_def def, const char *name, double value)
{
  set(&def, name, value);
  return prepared(&def);
}

/* The constant of `hu` by the fit. */
static double by_eq_14(double e)
{
  return carom_law_published(carom_law_find("hu"), 0, e);
}

/* Lengths in L = (5 m v^2/(4 K))^(2/5), times in L/v, accelerations in v^2/L. */
static double scale(const carom_contact *c, double v)
{
  return pow(1.25 * c->mass * v * v / coefficient_of(c, "stiffness"), 0.4);
}

static double a_max(carom_contact_def def, const char *setting, double value)
{
  const double v = def.speed;
  const carom_contact c = with(def, setting, value);
  return struck(&c, v).peak_force * scale(&c, v) / (c.mass * v * v);
}

static void scaled_impacts(void **state)
{
  (void)state;
  const double v = any_speed;
  const carom_contact_def def = kept("hertz", v);
  const carom_contact c = prepared(&def);
  const carom_impact r = struck(&c, v);
  assert_agreement("contact time, Hertz", r.duration * v / scale(&c, v), "2.94", MATCHES);
  assert_agreement("a_max, Hertz", r.peak_force * scale(&c, v) / (c.mass * v * v), "1.25", MATCHES);
  assert_agreement("a_max HU e=0.4", a_max(kept("hu", v), "restitution", 0.4), "1.22", CLOSE);
  assert_agreement("a_max KK e=0.4", a_max(kept("kuwabara-kono", v), "restitution", 0.4), "0.97",
                   CLOSE);
  assert_agreement("a_max TS e=0.4", a_max(kept("tsuji", v), "restitution", 0.4), "0.91", MATCHES);
  assert_agreement("a_max LH e=0.4", a_max(kept("lee-herrmann", v), "restitution", 0.4), "0.87",
                   MATCHES);
  assert_agreement("a_max HU e=0.8", a_max(kept("hu", v), "restitution", 0.8), "1.14", CLOSE);
  assert_agreement("a_max HU e=0.8, Eq. 14", a_max(kept("hu", v), "damping_ratio", by_eq_14(0.8)),
                   "1.14", MATCHES);
  /* no reading gives it: 0.98 belongs to e = 0.607 */
  assert_agreement("a_max LH e=0.8", a_max(kept("lee-herrmann", v), "restitution", 0.8), "0.98",
                   DIFFERS);
}

static void damping_ratios(void **state)
{
  (void)state;
  static const struct {
    const char *law, *name;
    double e;
    const char *printed;
    agreement known;
  } rows[] = {
      {"tsuji", "c_TS(0.865)", 0.865, "0.103", MATCHES},
      {"tsuji", "c_TS(0.965)", 0.965, "0.025", MATCHES},
      {"kuwabara-kono", "c_KK(0.674)", 0.674, "0.351", CLOSE},
      {"kuwabara-kono", "c_KK(0.865)", 0.865, "0.129", CLOSE},
      {"kuwabara-kono", "c_KK(0.965)", 0.965, "0.026", DIFFERS},
      {"lee-herrmann", "c_LH(0.865)", 0.865, "0.078", AS_A_GRAPH},
      {"lee-herrmann", "c_LH(0.965)", 0.965, "0.018", DIFFERS},
      {"hu", "c_HU(0.674)", 0.674, "0.760", DIFFERS},
      {"hu", "c_HU(0.865)", 0.865, "0.261", DIFFERS},
      {"hu", "c_HU(0.965)", 0.965, "0.062", DIFFERS},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    const carom_contact c = with(kept(rows[i].law, any_speed), "restitution", rows[i].e);
    assert_agreement(rows[i].name, c.damping[0], rows[i].printed, rows[i].known);
    if (strcmp(rows[i].law, "hu") == 0)
      assert_agreement("  by Eq. 14", by_eq_14(rows[i].e), rows[i].printed, MATCHES);
  }
}

/* A pendulum of aluminium against rubber: stiffness, mass, speed and damping ratios as printed. */
static void pendulum(void **state)
{
  (void)state;
  carom_contact_def kk = kept("kuwabara-kono", 0.2), hu = kept("hu", 0.2);
  kk.reduced_mass = hu.reduced_mass = 0.306;
  set(&kk, "stiffness", 3.95e5);
  set(&hu, "stiffness", 3.95e5);
  const carom_contact c_kk = with(kk, "damping_ratio", 0.351),
                      c_hu = with(hu, "damping_ratio", 0.760);
  assert_agreement("F_max KK, N", struck(&c_kk, 0.2).peak_force, "11.8", MATCHES);
  assert_agreement("F_max HU, N", struck(&c_hu, 0.2).peak_force, "12.7", MATCHES);
  assert_agreement("C_mod KK", coefficient_of(&c_kk, "damping"), "6.88e2", MATCHES);
  assert_agreement("C_mod HU", coefficient_of(&c_hu, "damping"), "1.50e6", MATCHES);
  /* the mass was found from C_mod, which grows as m^(2/5) */
  assert_agreement("m_eff, kg", 0.306 * pow(6.88e2 / coefficient_of(&c_kk, "damping"), 2.5),
                   "0.306", MATCHES);
  assert_agreement("e = v_r/v_0", 0.135 / 0.2, "0.674", CLOSE);
}

/* What c means at another speed. Two quantities share a symbol in the paper:
 *   - C_mod that delivers the same restitution at v_sim, in units of C_mod(c = 1) at v_ref. These
 *     are the printed numbers, with lambda = v_sim/v_ref = 0.5; Eq. 31 has the inverse.
 *   - the ratio that an impact at v_sim feels while C_mod stays that of v_ref: Eq. 31 as it stands.
 */
static void other_speed(void **state)
{
  (void)state;
  static const struct {
    const char *law, *name;
    double c, exponent; /* 1 - 2 q */
    const char *printed;
  } rows[] = {
      {"kuwabara-kono", "c_KK at 0.5 m/s", 0.129, -0.2, "0.148"},
      {"hu", "c_HU at 0.5 m/s", 0.261, -1, "0.522"},
      {"lee-herrmann", "c_LH at 0.5 m/s", 0.078, 0.2, "0.068"},
  };
  for (int i = 0; i < COUNT(rows); i++) {
    const carom_contact_def fast = kept(rows[i].law, 1), slow = kept(rows[i].law, 0.5);
    const carom_contact c_fast = with(fast, "damping_ratio", rows[i].c),
                        c_slow = with(slow, "damping_ratio", rows[i].c),
                        unit_fast = with(fast, "damping_ratio", 1),
                        unit_slow = with(slow, "damping_ratio", 1);
    const double again = coefficient_of(&c_slow, "damping") / coefficient_of(&unit_fast, "damping");
    const double felt = coefficient_of(&c_fast, "damping") / coefficient_of(&unit_slow, "damping");
    assert_agreement(rows[i].name, again, rows[i].printed, MATCHES);
    assert_agreement("  felt with C_mod of 1 m/s", felt, rows[i].printed, DIFFERS);
    assert_close(felt, rows[i].c * pow(1 / 0.5, rows[i].exponent), 1e-12);
    const carom_contact c_felt = with(slow, "damping_ratio", felt);
    assert_close(struck(&c_slow, 0.5).restitution, struck(&c_fast, 1).restitution, 1e-10);
    assert_close(struck(&c_fast, 0.5).restitution, struck(&c_felt, 0.5).restitution, 1e-10);
  }
}

static void chain_coefficients(void **state)
{
  (void)state;
  static const struct {
    const char *law, *name;
    struct {
      const char *printed;
      agreement known;
    } at[3];
  } rows[] = {
      {"tsuji", "TS", {{"2.07e3", MATCHES}, {"1.67e3", CLOSE}, {"1.35e3", MATCHES}}},
      {"kuwabara-kono", "KK", {{"3.69e4", CLOSE}, {"3.13e4", MATCHES}, {"2.69e4", CLOSE}}},
      {"lee-herrmann",
       "LH",
       {{"1.10e2", AS_A_GRAPH}, {"8.29e1", AS_A_GRAPH}, {"6.27e1", AS_A_GRAPH}}},
      {"hu", "HU", {{"3.05e9", DIFFERS}, {"3.48e9", DIFFERS}, {"3.91e9", DIFFERS}}},
  };
  static const double e[] = {0.865, 0.890, 0.910}, v[] = {1, 0.7, 0.5};
  static const agreement by_fit[] = {MATCHES, CLOSE, MATCHES};
  const carom_contact_def def = beads("hertz", 1);
  const carom_contact hertz = prepared(&def);
  assert_agreement("mass of a bead, kg", carom_body_mass(&def.a), "0.0689", MATCHES);
  assert_agreement("m_eff, kg", hertz.mass, "0.0345", CLOSE); /* 0.03445 was rounded up */
  assert_agreement("K, N/m^1.5", coefficient_of(&hertz, "stiffness"), "1.17e10", MATCHES);
  for (int i = 0; i < COUNT(rows); i++)
    for (int k = 0; k < 3; k++) {
      char name[64];
      const carom_contact c = with(beads(rows[i].law, v[k]), "restitution", e[k]);
      snprintf(name, sizeof name, "C_mod,%s(%.3f, %.1f m/s)", rows[i].name, e[k], v[k]);
      assert_agreement(name, coefficient_of(&c, "damping"), rows[i].at[k].printed,
                       rows[i].at[k].known);
      if (strcmp(rows[i].law, "hu") != 0) continue;
      const carom_contact fit = with(beads("hu", v[k]), "damping_ratio", by_eq_14(e[k]));
      assert_agreement("  by Eq. 14", coefficient_of(&fit, "damping"), rows[i].at[k].printed,
                       by_fit[k]);
    }
}

SUITE("normal viscoelastic contact force models", scaled_impacts, damping_ratios, pendulum,
      other_speed, chain_coefficients)
