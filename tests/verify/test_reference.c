/* SPDX-License-Identifier: MIT */
/* Every number of single impacts in tests/reference, read when the test runs. */
#include "reference.h"

#include "law/law.h"

static const double tolerance = 1e-9;

static carom_tree *wang, *viscous;

static int read_references(void **state)
{
  (void)state;
  wang = read_tree(CAROM_SOURCE_DIR "/tests/reference/wang.json");
  viscous = read_tree(CAROM_SOURCE_DIR "/tests/reference/viscous.json");
  return wang && viscous ? 0 : -1;
}

static int free_references(void **state)
{
  carom_tree_free(wang);
  carom_tree_free(viscous);
  return close_report(state);
}

/* The values of an entry of wang.json, once its parameters are seen to be the ones used here. */
static const carom_node *wang_values(const char *key, const char *parameters)
{
  const carom_node *entry = member(carom_tree_root(wang), key);
  if (!strstr(member(entry, "parameters")->text, parameters))
    fail_msg("%s: other parameters than '%s'", key, parameters);
  return member(entry, "values");
}

#define MATCH(value, object, key)                                                                  \
  assert_close_named(value, number(object, key), tolerance, key ": " #value)

static const char spheres_000[] = "E1=E2=2.07e11, nu=0.3, R1=R2=0.02 (R=0.01), sy=1.03e9, psi=3, "
                                  "eps=13, rho=7800; M=m/2=0.1306902543893354 kg";
static const char socket_001[] = "E1=2e11 nu1=.29 R1=.02; E2=6.5e10 nu2=.33 R2=.0205 conformal "
                                 "(R=0.82); sy=3e7, psi=3, eps=13; M=m1=0.2613805087786708 kg";

/* Constant of a prepared contact, by name. */
static double constant_of(const carom_contact *c, const char *name)
{
  for (int i = 0; i < c->law->constants; i++)
    if (strcmp(c->law->constant[i].name, name) == 0) return c->constant[i];
  fail_msg("law %s has no constant %s", c->law->info.name, name);
  return 0;
}

static void match_derived_constants(const carom_node *values,
                                    carom_contact_def (*pair)(const char *))
{
  carom_contact_def def = pair("ma-liu");
  choose(&def, "form", "printed");
  const carom_contact ml = prepared(&def);
  const double d_y = coefficient_of(&ml, "d_y"), F_y = coefficient_of(&ml, "F_y"), unit = F_y / d_y;
  const double ln2 = log(2); /* c_2 is kept for logarithms to base 2 */
  const double d_p = coefficient_of(&ml, "x_p") * d_y;
  const carom_state fresh = carom_contact_virgin(&ml);
  MATCH(ml.modulus, values, "E");
  MATCH(4.0 / 3.0 * ml.modulus * sqrt(ml.radius), values, "Kh");
  MATCH(d_y, values, "dy");
  MATCH(carom_contact_yield_overlap(&ml), values, "dy");
  MATCH(F_y, values, "Fy");
  MATCH(d_p, values, "dp");
  MATCH(total(carom_contact_force(&ml, &fresh, d_p, 0)), values, "Fp");
  MATCH(coefficient_of(&ml, "c_1") * unit, values, "c1");
  MATCH(coefficient_of(&ml, "c_2") / ln2 * unit, values, "c2");
  MATCH(coefficient_of(&ml, "c_3") * F_y, values, "c3");
  MATCH(coefficient_of(&ml, "k_1") * unit, values, "k1");
  MATCH(constant_of(&ml, "yield_strain") * ml.radius, values, "dy");

  def = pair("wang-viscous");
  choose(&def, "calibration", "published");
  const carom_contact chord = prepared(&def);
  MATCH(coefficient_of(&chord, "k_p") * coefficient_of(&chord, "F_y") /
            coefficient_of(&chord, "d_y"),
        values, "Kp");
  choose(&def, "plastic_stiffness", "secant");
  const carom_contact secant = prepared(&def);
  MATCH(coefficient_of(&secant, "k_p") * coefficient_of(&secant, "F_y") /
            coefficient_of(&secant, "d_y"),
        values, "Kp0");
}

static void constants_of_two_spheres(void **state)
{
  (void)state;
  match_derived_constants(wang_values("S0 derived constants (Table 1 of 000)", spheres_000),
                          two_spheres);
  const carom_contact_def def = two_spheres("hertz");
  assert_close(prepared(&def).mass, 0.1306902543893354, 1e-15);
  assert_close(prepared(&def).radius, 0.01, 1e-15);
}

static void constants_of_a_sphere_in_a_socket(void **state)
{
  (void)state;
  const carom_node *values = wang_values("S6 derived constants (Table 1 of 001)", socket_001);
  match_derived_constants(values, sphere_in_socket);
  const carom_contact_def def = sphere_in_socket("hertz");
  assert_close(prepared(&def).mass, 0.2613805087786708, 1e-15);
  MATCH(prepared(&def).radius, values, "R");
}

/* Both tension rules of a law whose settings are complete but for the rule. */
static void match_both_rules(carom_contact_def def, double speed, const carom_node *values)
{
  for (int rule = 0; rule < 2; rule++) {
    choose(&def, "tension", rule == 0 ? "cut" : "keep");
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, speed);
    MATCH(r.peak_overlap, values, "dmax");
    MATCH(r.time_of_peak_overlap, values, "t_dmax");
    MATCH(r.peak_force, values, "Fmax");
    if (rule == 0) {
      MATCH(-r.speed_out, values, "v_F0");
      MATCH(r.overlap_at_separation, values, "d_F0");
      MATCH(r.duration, values, "t_F0");
    } else {
      MATCH(-r.speed_out, values, "v_d0");
      MATCH(r.duration, values, "t_d0");
      assert_true(r.overlap_at_separation == 0);
    }
  }
}

static void tsuji_published(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  set(&def, "restitution", 0.70);
  choose(&def, "calibration", "published");
  match_both_rules(def, 8, wang_values("S1 EDEM/Tsuji Eq.26, v0=8, c_r=0.70", spheres_000));
}

/* The instant of first yield: the force is recorded once before and once after the switch. */
static void match_yield(const carom_contact *contact, double speed, const carom_node *values)
{
  history h = {NULL, 0, 0};
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = speed;
  def.record = history_add;
  def.user = &h;
  resolved(&def);
  int found = -1;
  for (int i = 1; i < h.count && found < 0; i++)
    if (h.sample[i].time == h.sample[i - 1].time &&
        fabs(h.sample[i].overlap / coefficient_of(contact, "d_y") - 1) < 1e-6)
      found = i;
  if (found < 0) fail_msg("the switch at yield was not recorded");
  if (carom_tree_get(values, "t_y")) MATCH(h.sample[found].time, values, "t_y");
  MATCH(h.sample[found].approach, values, "v_y");
  MATCH(total(h.sample[found - 1].force), values, "F_y_minus");
  MATCH(total(h.sample[found].force), values, "F_y_plus");
  history_free(&h);
}

static void wang_viscous_published(void **state)
{
  (void)state;
  static const struct {
    const char *key, *form;
    double speed, elastic, plastic;
  } cases[] = {
      {"S2 Eq.25 printed, v0=8, c_e=0.86, c_p=0.70", "printed", 8, 0.86, 0.70},
      {"S2 Eq.25 continuous, v0=8, c_e=0.86, c_p=0.70", "continuous", 8, 0.86, 0.70},
      {"S2 Eq.25 printed, v0=25, c_e=0.84, c_p=0.65", "printed", 25, 0.84, 0.65},
  };
  for (int i = 0; i < COUNT(cases); i++) {
    const carom_node *values = wang_values(cases[i].key, spheres_000);
    carom_contact_def def = two_spheres("wang-viscous");
    choose(&def, "calibration", "published");
    choose(&def, "form", cases[i].form);
    set(&def, "restitution_elastic", cases[i].elastic);
    set(&def, "restitution_plastic", cases[i].plastic);
    match_both_rules(def, cases[i].speed, values);
    choose(&def, "tension", "cut");
    const carom_contact contact = prepared(&def);
    match_yield(&contact, cases[i].speed, values);
    assert_string_equal(member(values, "F0_in")->text, "EP");
    assert_true(struck(&contact, cases[i].speed).overlap_at_separation >
                coefficient_of(&contact, "d_y"));
  }
}

static void wang_viscous_below_yield(void **state)
{
  (void)state;
  const carom_node *values = wang_values("S3 Eq.24 elastic only, v0=0.05, c_e=0.95", spheres_000);
  carom_contact_def def = two_spheres("wang-viscous-elastic");
  set(&def, "restitution", 0.95);
  choose(&def, "calibration", "published");
  match_both_rules(def, 0.05, values);

  def = two_spheres("wang-viscous");
  set(&def, "restitution_elastic", 0.95);
  choose(&def, "calibration", "published");
  match_both_rules(def, 0.05, values);
}

/* Hysteresis damping does not pull in a free rebound: both tension rules agree. */
static void wang_dashpot_published(void **state)
{
  (void)state;
  const carom_node *values = wang_values("S7 Eq.36 printed, v0=4, e_e=0.95, e_p=0.6909",
                                         socket_001);
  static const char *const rules[] = {"cut", "keep"};
  for (int i = 0; i < 2; i++) {
    carom_contact_def def = sphere_in_socket("wang-dashpot");
    choose(&def, "calibration", "published");
    choose(&def, "form", "printed");
    choose(&def, "tension", rules[i]);
    set(&def, "restitution_elastic", 0.95);
    set(&def, "restitution_plastic", 0.6909);
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, 4);
    match_yield(&contact, 4, values);
    MATCH(r.peak_overlap, values, "dmax");
    MATCH(-r.speed_out, values, "v_d0");
  }
}

static void match_ma_liu(carom_contact_def def, double speed, const carom_node *values)
{
  choose(&def, "form", "printed");
  const carom_contact contact = prepared(&def);
  carom_state state = carom_contact_virgin(&contact);
  carom_impact_def impact = carom_impact_default();
  impact.contact = &contact;
  impact.speed = speed;
  impact.state = &state;
  const carom_impact r = resolved(&impact);
  const double K_h = 4.0 / 3.0 * contact.modulus * sqrt(contact.radius);
  MATCH(r.peak_overlap, values, "dmax");
  MATCH(r.peak_force, values, "Fmax");
  MATCH(r.residual_overlap, values, "dr");
  MATCH(r.overlap_at_separation, values, "dr");
  MATCH(carom_contact_residual(&contact, &state), values, "dr");
  MATCH(r.restitution, values, "e");
  MATCH(carom_impact_restitution_by_energy(&contact, speed), values, "e");
  MATCH(-r.speed_out, values, "v_out");
  MATCH(r.energy_lost, values, "loss");
  MATCH(r.energy.plastic, values, "loss");
  MATCH(r.time_of_peak_overlap, values, "t_load");
  MATCH(r.duration, values, "t_contact");
  MATCH(K_h * state.value[2], values, "Ku");
}

static void ma_liu(void **state)
{
  (void)state;
  match_ma_liu(two_spheres("ma-liu"), 8, wang_values("S4 Ma-Liu, v0=8", spheres_000));
  match_ma_liu(sphere_in_socket("ma-liu"), 1.2, wang_values("S9 Ma-Liu 001, v0=1.2", socket_001));
  match_ma_liu(sphere_in_socket("ma-liu"), 4, wang_values("S9 Ma-Liu 001, v0=4", socket_001));
}

static void hysteresis_published(void **state)
{
  (void)state;
  static const char *const laws[][3] = {
      {"lankarani-nikravesh", "Lankarani-Nikravesh v_out", "Lankarani-Nikravesh dmax"},
      {"hunt-crossley", "Hunt-Crossley v_out", "Hunt-Crossley dmax"},
      {"flores", "Flores et al. v_out", "Flores et al. dmax"},
      {"wang-dashpot-elastic", "Eq.16 (001) v_out", "Eq.16 (001) dmax"}};
  const carom_node *values = wang_values("S8 hysteresis family, v0=0.02, e=0.8", socket_001);
  for (int i = 0; i < COUNT(laws); i++) {
    carom_contact_def def = sphere_in_socket(laws[i][0]);
    set(&def, "restitution", 0.8);
    choose(&def, "calibration", "published");
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, 0.02);
    assert_close_named(-r.speed_out, number(values, laws[i][1]), tolerance, laws[i][1]);
    assert_close_named(r.peak_overlap, number(values, laws[i][2]), tolerance, laws[i][2]);
  }
}

/* Stiffness and mass as viscous.json gives them. */
static carom_contact_def given_pair(const char *law, const carom_node *params)
{
  carom_contact_def def = carom_contact_default();
  def.law = law;
  def.reduced_mass = number(params, "m_eff");
  set(&def, "stiffness", number(params, "K_eff"));
  return def;
}

static void set_exponent(carom_contact_def *def, const carom_node *params)
{
  if (strcmp(def->law, "power-law") == 0) set(def, "exponent", number(params, "beta"));
}

static void hertz(void **state)
{
  (void)state;
  const carom_node *entry = member(carom_tree_root(viscous), "A_hertz_elastic");
  const carom_node *params = member(entry, "params");
  const double v = number(params, "v0");
  carom_contact_def from_material = carom_contact_default();
  from_material.a.material = from_material.b.material = material(
      number(params, "E"), number(params, "nu"), number(params, "rho"), CAROM_UNSET);
  from_material.a.radius = from_material.b.radius = number(params, "R");
  MATCH(carom_body_mass(&from_material.a), params, "m_particle");
  const carom_contact_def defs[] = {given_pair("hertz", params), from_material};
  for (int i = 0; i < 2; i++) {
    const carom_contact contact = prepared(&defs[i]);
    const carom_impact r = struck(&contact, v);
    const double L = number(entry, "L_equals_hmax"), T = number(entry, "T_scale");
    const double star = pow(1.25, 0.4);
    MATCH(contact.mass, params, "m_eff");
    MATCH(coefficient_of(&contact, "stiffness"), params, "K_eff");
    MATCH(pow(1.25 * contact.mass * v * v / coefficient_of(&contact, "stiffness"), 0.4), entry,
          "L_equals_hmax");
    MATCH(r.peak_overlap, entry, "L_equals_hmax");
    MATCH(r.peak_overlap / v, entry, "T_scale");
    MATCH(r.duration, entry, "contact_time");
    MATCH(r.duration / T, entry, "T_hertz_const");
    MATCH(r.peak_force, entry, "Fmax");
    MATCH(star * r.duration / T, entry, "tc_star_002");
    MATCH(star * r.peak_overlap / L, entry, "dmax_star_002");
    assert_close(r.restitution, 1.0, 1e-12);
  }
}

/* The overlap at the largest force: the first of equidistant samples is put there. */
static double overlap_at_peak_force(const carom_contact *contact, double speed)
{
  history h = {NULL, 0, 0};
  const double time = struck(contact, speed).time_of_peak_force;
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = speed;
  def.record = history_add;
  def.user = &h;
  def.every = time;
  resolved(&def);
  double overlap = NAN;
  for (int i = 0; i < h.count; i++)
    if (h.sample[i].time == time) overlap = h.sample[i].overlap;
  history_free(&h);
  return overlap;
}

/* An impact of a Hertzian spring with a dashpot of d^b, both tension rules. */
static void match_power_law(const char *law, const char *key, double e)
{
  const carom_node *entry = member(carom_tree_root(viscous), key);
  const carom_node *params = member(entry, "params"), *dimless = member(entry, "dimless");
  const double K = number(params, "K_eff"), m = number(params, "m_eff"), v = number(params, "v0");
  const double L = pow(1.25 * m * v * v / K, 0.4), T = L / v, F = m * v * v / L;
  carom_contact_def def = given_pair(law, params);
  def.speed = v;
  set_exponent(&def, params);
  set(&def, "restitution", e);
  choose(&def, "tension", "keep");
  MATCH(prepared(&def).damping[0], params, "c");
  set(&def, "restitution", CAROM_UNSET);
  set(&def, "damping_ratio", number(params, "c"));
  const carom_contact kept = prepared(&def);
  MATCH(coefficient_of(&kept, "damping"), params, "C_mod");
  const carom_impact r = struck(&kept, v);
  MATCH(r.restitution, entry, "e");
  MATCH(r.speed_out, entry, "v_rebound");
  MATCH(r.duration, entry, "contact_time");
  MATCH(r.peak_overlap, entry, "h_max");
  MATCH(r.time_of_peak_overlap, entry, "t_max");
  MATCH(r.peak_force, entry, "F_max");
  MATCH(r.time_of_peak_force, entry, "t_Fmax");
  MATCH(r.peak_overlap / L, dimless, "hmax");
  MATCH(r.time_of_peak_overlap / T, dimless, "tmax");
  MATCH(r.restitution, dimless, "e");
  MATCH(r.duration / T, dimless, "tc");
  MATCH(r.peak_force / F, dimless, "Fmax");
  MATCH(r.time_of_peak_force / T, dimless, "tF");
  MATCH(overlap_at_peak_force(&kept, v) / L, dimless, "hF");

  choose(&def, "tension", "cut");
  const carom_contact cut = prepared(&def);
  const carom_impact s = struck(&cut, v);
  MATCH(s.restitution, entry, "e_sepF0");
  MATCH(s.duration, entry, "t_sepF0");
  MATCH(s.restitution, dimless, "e0");
  MATCH(s.duration / T, dimless, "t0");
  MATCH(s.overlap_at_separation / L, dimless, "h0");
  MATCH(s.peak_overlap, entry, "h_max");
  MATCH(s.peak_force, entry, "F_max");

  const carom_node *closed = carom_tree_get(entry, "closed_form");
  if (!closed) return;
  MATCH(r.restitution, closed, "e");
  MATCH(r.peak_overlap / L, closed, "hmax");
  if (!carom_tree_get(closed, "tc")) return;
  MATCH(r.duration / T, closed, "tc");
  MATCH(r.time_of_peak_overlap / T, closed, "tmax");
  MATCH(s.restitution, closed, "e_F0");
}

static void power_laws(void **state)
{
  (void)state;
  static const struct {
    const char *law, *key;
    double e;
  } cases[] = {{"tsuji", "TS_e0.8", 0.8},         {"tsuji", "TS_e0.4", 0.4},
               {"lee-herrmann", "LH_e0.8", 0.8},  {"lee-herrmann", "LH_e0.4", 0.4},
               {"kuwabara-kono", "KK_e0.8", 0.8}, {"hu", "HU_e0.8", 0.8}};
  for (int i = 0; i < COUNT(cases); i++) {
    match_power_law(cases[i].law, cases[i].key, cases[i].e);
    match_power_law("power-law", cases[i].key, cases[i].e);
  }
}

/* A pendulum with printed damping ratios. */
static void pendulum(void **state)
{
  (void)state;
  static const char *const cases[][2] = {{"kuwabara-kono", "G_pendulum_KK"},
                                         {"hu", "G_pendulum_HU"},
                                         {"power-law", "G_pendulum_KK"},
                                         {"power-law", "G_pendulum_HU"}};
  for (int i = 0; i < COUNT(cases); i++) {
    const carom_node *entry = member(carom_tree_root(viscous), cases[i][1]);
    const carom_node *params = member(entry, "params");
    carom_contact_def def = given_pair(cases[i][0], params);
    def.speed = 7; /* the reference speed counts */
    set(&def, "reference_speed", number(params, "v0"));
    set_exponent(&def, params);
    set(&def, "damping_ratio", number(params, "c"));
    choose(&def, "tension", "keep");
    const carom_contact contact = prepared(&def);
    const carom_impact r = struck(&contact, number(params, "v0"));
    MATCH(coefficient_of(&contact, "damping"), params, "C_mod");
    MATCH(r.restitution, entry, "e");
    MATCH(r.peak_force, entry, "F_max");
    MATCH(r.duration, entry, "contact_time");
    MATCH(r.peak_overlap, entry, "h_max");
    MATCH(r.time_of_peak_force, entry, "t_Fmax");
  }
}

static void linear_spring_and_dashpot(void **state)
{
  (void)state;
  const carom_node *entry = member(carom_tree_root(viscous), "B_lsd");
  const carom_node *params = member(entry, "params");
  const double v = number(params, "v0");
  carom_contact_def def = carom_contact_default();
  def.law = "linear-spring-dashpot";
  def.reduced_mass = number(params, "m_eff");
  set(&def, "stiffness", number(params, "k"));
  set(&def, "restitution", number(params, "e"));
  choose(&def, "tension", "keep");
  const carom_contact kept = prepared(&def);
  const carom_state fresh = carom_contact_virgin(&kept);
  const carom_impact r = struck(&kept, v);
  MATCH(coefficient_of(&kept, "damping"), entry, "eta");
  MATCH(r.restitution, params, "e");
  MATCH(r.duration, entry, "tc");
  MATCH(r.time_of_peak_overlap, entry, "t_max");
  MATCH(r.peak_overlap, entry, "d_max");
  MATCH(total(carom_contact_force(&kept, &fresh, 1e-300, v)), entry, "F_initial");
  MATCH(total(carom_contact_force(&kept, &fresh, 1e-300, -r.speed_out)), entry, "F_end");

  set(&def, "restitution", CAROM_UNSET);
  set(&def, "damping_coefficient", number(entry, "eta"));
  choose(&def, "tension", "cut");
  const carom_contact cut = prepared(&def);
  MATCH(struck(&cut, v).restitution, entry, "e_if_separated_at_F0");
  MATCH(struck(&cut, v).duration, entry, "t_F0");
}

SUITE_WITH("reference", read_references, free_references, constants_of_two_spheres,
           constants_of_a_sphere_in_a_socket, tsuji_published, wang_viscous_published,
           wang_viscous_below_yield, wang_dashpot_published, ma_liu, hysteresis_published, hertz,
           power_laws, pendulum, linear_spring_and_dashpot)
