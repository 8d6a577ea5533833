/* SPDX-License-Identifier: MIT */
/* Contacts as a user meets them: defaults, pairs of bodies, settings, damping, memory. */
#include "setup.h"

static void defaults_are_two_steel_spheres(void **state)
{
  (void)state;
  const carom_contact_def def = carom_contact_default();
  const carom_material steel = carom_material_default();
  const carom_body body = carom_body_default();
  assert_string_equal(def.law, "hertz");
  assert_true(def.speed == 1);
  assert_true(def.reduced_mass == CAROM_UNSET);
  assert_int_equal(def.settings, 0);
  assert_int_equal(def.instructions, CAROM_INSTRUCTIONS_BEST);
  assert_true(steel.young == 207e9 && steel.poisson == 0.3);
  assert_true(steel.density == 7800 && steel.yield == 1.03e9);
  assert_true(body.shape == CAROM_SPHERE && body.radius == 0.02 && !body.fixed);
  assert_true(body.mass == CAROM_UNSET);
  assert_close(carom_body_mass(&body), 0.2613805087786708, 1e-15);
  const carom_contact c = prepared(&def);
  assert_true(c.law == carom_law_find("hertz"));
  assert_close(c.modulus, 207e9 / 2 / 0.91, 1e-15);
  assert_close(c.radius, 0.01, 1e-15);
  assert_close(c.mass, 0.1306902543893354, 1e-15);
  assert_true(c.yield == 1.03e9 && c.speed == 1);
  assert_true(c.asked[0] == CAROM_UNSET && c.damping[0] == CAROM_UNSET);
  assert_true(c.instructions != CAROM_INSTRUCTIONS_BEST);
}

static void tables_of_fields_hold_the_defaults(void **state)
{
  (void)state;
  const carom_material m = carom_material_default();
  const double value[] = {m.young, m.poisson, m.density, m.yield};
  const carom_fields table = carom_material_fields();
  assert_int_equal(table.count, COUNT(value));
  for (int i = 0; i < table.count; i++)
    assert_true(table.field[i].fallback == value[i]);
  assert_int_equal(carom_body_fields().count, 4);
}

static void every_law_can_be_prepared_as_it_is(void **state)
{
  (void)state;
  assert_true(carom_law_count() > 0);
  assert_null(carom_law_at(-1));
  assert_null(carom_law_at(carom_law_count()));
  assert_null(carom_law_find(NULL));
  assert_null(carom_law_find(""));
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k), *found = NULL;
    const carom_law_info *info = carom_law_about(law);
    assert_true(carom_law_find(info->name) == law);
    assert_int_equal(carom_law_named(info->name, &found, NULL), CAROM_OK);
    assert_true(found == law);
    assert_true(strlen(info->summary) > 10 && strlen(info->equation) > 5);
    assert_true(strlen(info->validity) > 10 && strlen(info->source) > 10);
    carom_contact_def def = carom_contact_default();
    def.law = info->name;
    const carom_contact c = prepared(&def);
    assert_true(carom_contact_coefficient_count(&c) > 1);
    assert_string_equal(carom_contact_coefficient_name(&c, 0), "min_force");
    assert_null(carom_contact_coefficient_name(&c, -1));
    assert_null(carom_contact_coefficient_unit(&c, carom_contact_coefficient_count(&c)));
    for (int i = 0; i < info->dampings; i++)
      assert_true(c.damping[i] >= 0 && c.asked[i] == CAROM_UNSET && c.intended[i] > 0);
    assert_true(isnan(carom_law_published(law, -1, 0.5)));
    assert_true(isnan(carom_law_exact(law, info->dampings, 0.5, CAROM_CUT)));
    const carom_state fresh = carom_contact_virgin(&c);
    assert_true(total(carom_contact_force(&c, &fresh, -1e-6, 1)) == 0);
    assert_true(total(carom_contact_force(&c, &fresh, 0, 1)) == 0);
    assert_true(total(carom_contact_force(&c, &fresh, 1e-6, 0)) > 0);
    assert_true(carom_contact_residual(&c, &fresh) == 0);
  }
  assert_true(carom_law_find("edem") == carom_law_find("tsuji"));
  assert_true(carom_law_find("ma_liu") == carom_law_find("ma-liu"));
}

static void a_later_value_replaces_an_earlier_one(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  set(&def, "restitution", 7); /* would be refused */
  set(&def, "restitution", 0.4);
  assert_int_equal(def.settings, 1);
  assert_true(prepared(&def).asked[0] == 0.4);
  choose(&def, "restitution", "0.6");
  assert_int_equal(def.settings, 1);
  assert_true(prepared(&def).asked[0] == 0.6);
  set(&def, "restitution", 0.3);
  assert_true(prepared(&def).asked[0] == 0.3);
  set(&def, "restitution", CAROM_UNSET); /* back to the default */
  assert_true(prepared(&def).asked[0] == CAROM_UNSET && prepared(&def).intended[0] == 0.7);
  choose(&def, "damping-ratio", "0.1");
  set(&def, "damping_ratio", 0.2); /* the same name */
  assert_true(prepared(&def).damping[0] == 0.2);
  carom_contact_set(NULL, "restitution", 1);
  carom_contact_set(&def, NULL, 1);
  carom_contact_set_text(&def, "restitution", NULL);
  assert_true(prepared(&def).damping[0] == 0.2);
}

static void texts_have_units(void **state)
{
  (void)state;
  carom_contact_def a = two_spheres("hertz"), b = a;
  choose(&a, "stiffness", "2.5e9 N/m^1.5");
  set(&b, "stiffness", 2.5e9);
  const carom_contact from_text = prepared(&a), from_number = prepared(&b);
  assert_memory_equal(from_text.coefficient, from_number.coefficient, sizeof from_text.coefficient);
  carom_body body = carom_body_default();
  assert_int_equal(carom_body_set(&body, "radius", "5 mm", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "mass", "3 g", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "young", "70 GPa", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "poisson", "0.33", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "density", "2.7 g/cm3", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "yield", "none", NULL), CAROM_OK);
  assert_int_equal(carom_body_set(&body, "fixed", "true", NULL), CAROM_OK);
  assert_close(body.radius, 5e-3, 1e-15);
  assert_close(body.mass, 3e-3, 1e-15);
  assert_close(body.material.young, 70e9, 1e-15);
  assert_close(body.material.density, 2700, 1e-15);
  assert_true(body.material.poisson == 0.33 && body.material.yield == CAROM_NEVER && body.fixed);
  assert_int_equal(carom_body_set(&body, "shape", "socket", NULL), CAROM_OK);
  assert_true(body.shape == CAROM_SOCKET);
  assert_int_equal(carom_body_set(&body, "yield", "250 MPa", NULL), CAROM_OK);
  assert_close(body.material.yield, 250e6, 1e-15);
}

/* Effective radius and mass of all pairs, in both orders. */
static void pairs_have_effective_radius_and_mass(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("hertz");
  def.a.radius = 0.02, def.a.mass = 3, def.b.mass = 6, def.b.radius = 0.03;
  assert_close(prepared(&def).radius, 0.012, 1e-15);
  assert_close(prepared(&def).mass, 2, 1e-15);
  def.b.fixed = true;
  assert_true(prepared(&def).mass == 3);
  def.b.fixed = false, def.a.fixed = true;
  assert_true(prepared(&def).mass == 6);
  def.a.fixed = false;
  def.reduced_mass = 0.125;
  assert_true(prepared(&def).mass == 0.125);
  def.reduced_mass = CAROM_UNSET;
  def.b.shape = CAROM_FLAT; /* with a mass it moves, its radius does not count */
  def.b.radius = NAN;
  assert_true(prepared(&def).radius == 0.02);
  assert_close(prepared(&def).mass, 2, 1e-15);
  def.b.mass = CAROM_UNSET;
  assert_true(carom_body_mass(&def.b) == CAROM_UNSET);
  assert_true(prepared(&def).mass == 3);
  def.b.shape = CAROM_SOCKET;
  def.b.radius = 0.025;
  assert_close(prepared(&def).radius, 0.1, 1e-14);
  assert_true(prepared(&def).mass == 3);
  const carom_body first = def.a;
  def.a = def.b, def.b = first;
  assert_close(prepared(&def).radius, 0.1, 1e-14);
  assert_true(prepared(&def).mass == 3);
}

static void the_softer_body_yields_first(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("ma-liu");
  def.b.material.yield = 0.4e9;
  assert_true(prepared(&def).yield == 0.4e9);
  def.a.material.yield = CAROM_NEVER;
  assert_true(prepared(&def).yield == 0.4e9);
  const carom_contact c = prepared(&def);
  assert_close(carom_contact_yield_overlap(&c), coefficient_of(&c, "d_y"), 1e-15);
}

static bool has_hertz_stiffness(const carom_law *law)
{
  const carom_fields table = carom_law_fields(law);
  for (int i = 0; i < table.count; i++)
    if (strcmp(table.field[i].name, "stiffness") == 0)
      return strcmp(table.field[i].unit, "N/m^1.5") == 0;
  return false;
}

/* Slots that do not come out of a numerical solution agree to rounding. */
static void a_stiffness_may_replace_the_moduli(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (!has_hertz_stiffness(law)) continue;
    carom_contact_def def = two_spheres(carom_law_about(law)->name);
    if (has_field(law, "damping_ratio")) set(&def, "damping_ratio", 0.2);
    if (has_field(law, "damping_ratio_plastic")) set(&def, "damping_ratio_plastic", 0.2);
    const carom_contact moduli = prepared(&def);
    set(&def, "stiffness", 4.0 / 3.0 * moduli.modulus * sqrt(moduli.radius));
    def.a.material.young = def.b.material.young = 1e5; /* no longer counts */
    const carom_contact given = prepared(&def);
    assert_close(given.modulus, moduli.modulus, 1e-15);
    for (int i = 1; i < carom_contact_coefficient_count(&given); i++)
      assert_close_named(given.coefficient[i], moduli.coefficient[i], 1e-14,
                         carom_contact_coefficient_name(&given, i));
    assert_close(struck(&given, 1).restitution, struck(&moduli, 1).restitution, 1e-12);
  }
}

static void a_damping_ratio_equals_the_calibrated_one(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    const int dampings = carom_law_about(law)->dampings;
    if (dampings == 0) continue;
    carom_contact_def def = two_spheres(carom_law_about(law)->name);
    const carom_contact calibrated = prepared(&def);
    set(&def, dampings == 1 ? "damping_ratio" : "damping_ratio_elastic", calibrated.damping[0]);
    if (dampings == 2) set(&def, "damping_ratio_plastic", calibrated.damping[1]);
    const carom_contact given = prepared(&def);
    assert_memory_equal(given.coefficient, calibrated.coefficient, sizeof given.coefficient);
    for (int i = 0; i < dampings; i++) {
      assert_true(given.damping[i] == calibrated.damping[i]);
      assert_true(given.asked[i] == CAROM_UNSET);
    }
  }
}

/* The coefficient is that of the law's own power of d times v: what a coefficient of 1 amounts to
 * gives its unit. Where it can be said from outside, it is compared: chi K / v0 of d^(3/2) v, or
 * the slot `damping`. */
static void a_damping_coefficient_equals_the_calibrated_one(void **state)
{
  (void)state;
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    const carom_law_info *info = carom_law_about(law);
    const bool hysteresis = strcmp(info->family, "hysteresis") == 0;
    if (!has_field(law, "damping_coefficient")) continue;
    carom_contact_def def = two_spheres(info->name);
    def.speed = 2.5;
    const carom_contact calibrated = prepared(&def);
    set(&def, "damping_coefficient", 1);
    const double coefficient = calibrated.damping[0] / prepared(&def).damping[0];
    if (hysteresis)
      assert_close(coefficient,
                   calibrated.damping[0] * coefficient_of(&calibrated, "stiffness") / def.speed,
                   1e-14);
    else if (has_coefficient(&calibrated, "damping"))
      assert_close(coefficient, coefficient_of(&calibrated, "damping"), 1e-14);
    set(&def, "damping_coefficient", coefficient);
    const carom_contact given = prepared(&def);
    assert_close(given.damping[0], calibrated.damping[0], 1e-14);
    assert_close(struck(&given, 2.5).restitution, struck(&calibrated, 2.5).restitution, 1e-12);
    laws++;
  }
  assert_true(laws >= 2);
}

static void a_fixed_impact_speed_is_not_latched(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("lankarani-nikravesh");
  set(&def, "restitution", 0.5);
  set(&def, "impact_speed", 2);
  const carom_contact fixed = prepared(&def);
  assert_close(struck(&fixed, 2).restitution, 0.5, 1e-9);
  assert_true(struck(&fixed, 1).restitution > 0.6);
  choose(&def, "impact_speed", "latched");
  const carom_contact latched = prepared(&def);
  assert_close(struck(&latched, 1).restitution, 0.5, 1e-9);
  assert_true(struck(&latched, 1e-4).restitution > 0.6); /* below the floor of 1e-3 m/s */
}

/* Where the uncut force pulls, the cut one is exactly 0 in sum. */
static void tension_is_cut_or_kept(void **state)
{
  (void)state;
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (!has_field(law, "tension")) continue;
    carom_contact_def def = two_spheres(carom_law_about(law)->name);
    const carom_contact cut = prepared(&def);
    choose(&def, "tension", "keep");
    const carom_contact kept = prepared(&def);
    carom_state s = carom_contact_virgin(&cut);
    carom_contact_touch(&cut, &s, 1);
    const carom_force pulled = carom_contact_force(&kept, &s, 1e-7, -50);
    const carom_force released = carom_contact_force(&cut, &s, 1e-7, -50);
    assert_true(cut.cut && !kept.cut);
    assert_true(total(pulled) < 0);
    assert_true(total(released) == 0);
    assert_true(released.elastic == pulled.elastic); /* what it gives back is lost at once */
    const carom_force pressed = carom_contact_force(&cut, &s, 1e-7, 1);
    assert_true(pressed.elastic > 0 && pressed.dissipative > 0);
    laws++;
  }
  assert_true(laws > 0);
}

static void memory_is_what_was_committed(void **state)
{
  (void)state;
  const carom_contact_def def = two_spheres("ma-liu");
  const carom_contact c = prepared(&def);
  const double d = 20 * coefficient_of(&c, "d_y");
  carom_state s = carom_contact_virgin(&c);
  carom_contact_touch(&c, &s, 1);
  const double virgin = total(carom_contact_force(&c, &s, d, 1));
  const carom_energy work = carom_contact_energy(&c, &s, d);
  carom_contact_commit(&c, &s, d);
  assert_close(total(carom_contact_force(&c, &s, d, -1)), virgin, 1e-14);
  assert_close(carom_contact_energy(&c, &s, d).stored, work.stored, 1e-14);
  assert_close(carom_contact_energy(&c, &s, d).plastic, work.plastic, 1e-14);
  const double residual = carom_contact_residual(&c, &s);
  assert_true(residual > 0 && residual < d);
  assert_true(total(carom_contact_force(&c, &s, 0.999 * residual, 1)) == 0);
  const carom_state copy = s;
  carom_contact_commit(&c, &s, 0.5 * d); /* less than before: nothing new */
  assert_memory_equal(&s, &copy, sizeof s);
  assert_true(total(carom_contact_force(&c, &s, 2 * d, 1)) > virgin);
  assert_memory_equal(&s, &copy, sizeof s); /* forces change nothing */
}

/* A restitution given as a table is asked for at the expected speed. */
static void a_table_over_the_speed(void **state)
{
  (void)state;
  carom_contact_def pair = two_spheres("tsuji");
  carom_contact contact;
  carom_error err;
  carom_contact_set_text(&pair, "restitution", "0.01:0.95, 1 m/s:0.8, 100 m/s : 0.6");
  static const double speed[] = {1e-4, 0.01, 0.1, 1, 10, 100, 1000};
  static const double wanted[] = {0.95, 0.95, 0.875, 0.8, 0.7, 0.6, 0.6};
  for (int i = 0; i < 7; i++) {
    pair.speed = speed[i];
    contact = prepared(&pair);
    assert_close(contact.asked[0], wanted[i], 1e-15);
    assert_close(struck(&contact, 0.05).restitution, wanted[i], 1e-9);
  }
  pair = two_spheres("wang-viscous"); /* at the speed of calibration */
  pair.speed = 1;
  carom_contact_set(&pair, "reference_speed", 10);
  carom_contact_set_text(&pair, "restitution_plastic", "1:0.8,100:0.6");
  contact = prepared(&pair);
  assert_close(contact.asked[1], 0.7, 1e-15);
  static const char *const bad[] = {
      "1:0.9,junk", "1:0.9,0.5:0.8", "1:1.9", "0:0.9", "1 kg:0.9", "1:", ":0.9", "1:0.9,,2:0.8"};
  for (int i = 0; i < 8; i++) {
    pair = two_spheres("tsuji");
    carom_contact_set_text(&pair, "restitution", bad[i]);
    if (carom_contact_prepare(&pair, &contact, &err) == CAROM_OK) fail_msg("'%s' passes", bad[i]);
    assert_string_equal(err.where, "restitution");
  }
}

SUITE_CLOSE("contact", defaults_are_two_steel_spheres, tables_of_fields_hold_the_defaults,
            every_law_can_be_prepared_as_it_is, a_later_value_replaces_an_earlier_one,
            texts_have_units, pairs_have_effective_radius_and_mass, the_softer_body_yields_first,
            a_stiffness_may_replace_the_moduli, a_damping_ratio_equals_the_calibrated_one,
            a_damping_coefficient_equals_the_calibrated_one, a_fixed_impact_speed_is_not_latched,
            tension_is_cut_or_kept, memory_is_what_was_committed, a_table_over_the_speed)
