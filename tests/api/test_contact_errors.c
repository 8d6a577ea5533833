/* SPDX-License-Identifier: MIT */
/* What carom_contact_prepare refuses: the code, the field it names, a word of the remedy, and a
 * contact that is left as it was. */
#include "setup.h"

/* Prepares a contact that must be refused. */
static void refused(const carom_contact_def *def, carom_status code, const char *where,
                    const char *word)
{
  carom_contact contact, before;
  carom_error err;
  memset(&contact, 0xa5, sizeof contact);
  memset(&err, 0xa5, sizeof err);
  memcpy(&before, &contact, sizeof before);
  const carom_status status = carom_contact_prepare(def, &contact, &err);
  if (status != code)
    fail_msg("%s: status %d, not %d (%s)", where, (int)status, (int)code,
             status == CAROM_OK ? "accepted" : err.text);
  assert_int_equal(err.code, code);
  assert_string_equal(err.where, where);
  if (!strstr(err.text, word)) fail_msg("no '%s' in '%s'", word, err.text);
  assert_true(strlen(err.text) > 10);
  assert_int_equal(err.line, 0);
  assert_int_equal(err.column, 0);
  assert_memory_equal(&contact, &before, sizeof contact);
  assert_int_equal(carom_contact_prepare(def, &contact, NULL), code);
  assert_memory_equal(&contact, &before, sizeof contact);
}

static void arguments_are_needed(void **state)
{
  (void)state;
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  const carom_contact_def def = carom_contact_default();
  assert_int_equal(carom_contact_prepare(NULL, &contact, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(err.code, CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_contact_prepare(&def, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_contact_prepare(NULL, NULL, NULL), CAROM_ERR_ARGUMENT);
}

static void an_uninitialised_definition_is_noticed(void **state)
{
  (void)state;
  carom_contact_def def;
  memset(&def, 0, sizeof def);
  refused(&def, CAROM_ERR_ARGUMENT, "contact", "carom_contact_default");
  memset(&def, 0xff, sizeof def);
  refused(&def, CAROM_ERR_ARGUMENT, "contact", "carom_contact_default");
}

static void an_unknown_law_has_a_nearest_name(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.law = "hert";
  refused(&def, CAROM_ERR_UNKNOWN, "law", "'hertz'");
  def.law = "lankarani-nikravsh";
  refused(&def, CAROM_ERR_UNKNOWN, "law", "'lankarani-nikravesh'");
  def.law = "qqqqqqqqqqqqqqqqqqqq";
  refused(&def, CAROM_ERR_UNKNOWN, "law", "qqqq");
  def.law = "";
  refused(&def, CAROM_ERR_MISSING, "law", "law");
  def.law = NULL;
  refused(&def, CAROM_ERR_MISSING, "law", "law");
}

static void an_unknown_setting_has_a_nearest_name(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    carom_contact_def def = carom_contact_default();
    const carom_law *law = carom_law_at(k);
    char wrong[32] = "", nearest[40];
    def.law = carom_law_about(law)->name;
    /* the first setting, without its last letter */
    const char *right = carom_law_fields(law).field[0].name;
    snprintf(wrong, sizeof wrong, "%.*s", (int)strlen(right) - 1, right);
    snprintf(nearest, sizeof nearest, "'%s'", right);
    set(&def, wrong, 1);
    refused(&def, CAROM_ERR_UNKNOWN, wrong, nearest);
    refused(&def, CAROM_ERR_UNKNOWN, wrong, def.law);
  }
  carom_contact_def def = carom_contact_default();
  def.law = "hertz"; /* has nothing to calibrate */
  set(&def, "restitution", 0.5);
  refused(&def, CAROM_ERR_UNKNOWN, "restitution", "stiffness");
}

static void every_number_has_a_range(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    const carom_fields table = carom_law_fields(law);
    for (int i = 0; i < table.count; i++) {
      const carom_field *f = &table.field[i];
      carom_contact_def def = carom_contact_default();
      def.law = carom_law_about(law)->name;
      const double wrong[] = {NAN, INFINITY, f->unit ? 2 * f->max : 0, f->words ? -77 : f->min - 1};
      for (int j = 0; j < COUNT(wrong); j++) {
        set(&def, f->name, wrong[j]);
        refused(&def, CAROM_ERR_RANGE, f->name, f->name);
      }
      choose(&def, f->name, "nonsense");
      refused(&def, f->words ? CAROM_ERR_UNKNOWN : CAROM_ERR_SYNTAX, f->name, "nonsense");
      choose(&def, f->name, "");
      carom_contact contact;
      assert_true(carom_contact_prepare(&def, &contact, NULL) != CAROM_OK);
      if (!f->unit) continue;
      choose(&def, f->name, "3 lightyear");
      refused(&def, CAROM_ERR_UNIT, f->name, "lightyear");
      choose(&def, f->name, strcmp(f->unit, "m/s") == 0 ? "3 kg" : "3 m/s");
      refused(&def, CAROM_ERR_UNIT, f->name, "");
    }
  }
}

static void every_number_of_a_body_has_a_range(void **state)
{
  (void)state;
  static const char *const name[] = {"radius", "mass", "young", "poisson", "density", "yield"};
  static const double wrong[][5] = {{NAN, INFINITY, 0, -1, 1e10}, {NAN, INFINITY, 0, -1, 1e31},
                                    {NAN, INFINITY, 0, -1, 1e15}, {NAN, INFINITY, 0.6, -1, 7},
                                    {NAN, INFINITY, 0, -1, 1e7},  {NAN, 1e300, 0, -2, 1e15}};
  for (int body = 0; body < 2; body++) {
    for (int i = 0; i < COUNT(name); i++) {
      for (int j = 0; j < 5; j++) {
        carom_contact_def def = carom_contact_default();
        carom_body *b = body == 0 ? &def.a : &def.b;
        double *const place[] = {&b->radius,           &b->mass,
                                 &b->material.young,   &b->material.poisson,
                                 &b->material.density, &b->material.yield};
        char where[32];
        snprintf(where, sizeof where, "%c.%s", "ab"[body], name[i]);
        *place[i] = wrong[i][j];
        refused(&def, CAROM_ERR_RANGE, where, name[i]);
      }
    }
  }
}

/* The word "none" is stored as CAROM_NEVER; -1, the value of a first word, is no yield stress. */
static void a_yield_stress_of_minus_one_is_refused(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.a.material.yield = -1;
  refused(&def, CAROM_ERR_RANGE, "a.yield", "yield");
}

static void an_unknown_shape_is_refused(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.b.shape = (carom_shape)3;
  refused(&def, CAROM_ERR_RANGE, "b.shape", "socket");
}

static void absurd_speeds_and_masses_are_refused(void **state)
{
  (void)state;
  static const double speed[] = {0, -1, 1e-10, 1e6, NAN, INFINITY, CAROM_UNSET};
  static const double mass[] = {0, -1, 1e31, NAN, INFINITY};
  for (int i = 0; i < COUNT(speed); i++) {
    carom_contact_def def = carom_contact_default();
    def.speed = speed[i];
    refused(&def, CAROM_ERR_RANGE, "speed", "m/s");
  }
  for (int i = 0; i < COUNT(mass); i++) {
    carom_contact_def def = carom_contact_default();
    def.reduced_mass = mass[i];
    refused(&def, CAROM_ERR_RANGE, "reduced_mass", "kg");
  }
}

static void a_yield_stress_is_needed_where_it_is_used(void **state)
{
  (void)state;
  int laws = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *info = carom_law_about(carom_law_at(k));
    carom_contact_def def = carom_contact_default();
    def.law = info->name;
    def.a.material.yield = CAROM_NEVER;
    assert_true(prepared(&def).yield == def.b.material.yield); /* one is enough */
    def.b.material.yield = CAROM_NEVER;
    if (info->traits & CAROM_LAW_YIELDS) {
      refused(&def, CAROM_ERR_MISSING, "yield", "GPa");
      laws++;
    } else {
      const carom_contact contact = prepared(&def);
      assert_true(contact.yield == CAROM_NEVER);
      assert_true(carom_contact_yield_overlap(&contact) == CAROM_NEVER);
    }
  }
  assert_true(laws > 0);
}

static void shapes_that_cannot_touch_are_refused(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.b.shape = CAROM_SOCKET;
  def.b.radius = 0.9 * def.a.radius;
  refused(&def, CAROM_ERR_CONFLICT, "b.radius", "wider");
  def.b.radius = def.a.radius;
  refused(&def, CAROM_ERR_CONFLICT, "b.radius", "wider");
  def.a.shape = CAROM_SOCKET, def.b.shape = CAROM_SPHERE;
  refused(&def, CAROM_ERR_CONFLICT, "a.radius", "wider");
  static const carom_shape hollow[] = {CAROM_FLAT, CAROM_SOCKET};
  for (int i = 0; i < 4; i++) {
    def.a.shape = hollow[i / 2], def.b.shape = hollow[i % 2];
    refused(&def, CAROM_ERR_CONFLICT, "a.shape", "sphere");
  }
}

static void something_must_move(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.a.fixed = def.b.fixed = true;
  refused(&def, CAROM_ERR_CONFLICT, "a.fixed", "fixed=false");
  def.b.fixed = false;
  def.b.shape = CAROM_FLAT; /* without a mass: fixed anyway */
  refused(&def, CAROM_ERR_CONFLICT, "a.fixed", "fixed=false");
  def.reduced_mass = 1;
  assert_true(prepared(&def).mass == 1);
}

static void a_constant_is_given_once(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    const int dampings = carom_law_about(law)->dampings;
    static const char *const names[][3] = {{"restitution", "damping_ratio", "damping_coefficient"},
                                           {"restitution_elastic", "damping_ratio_elastic", ""},
                                           {"restitution_plastic", "damping_ratio_plastic", ""}};
    for (int i = 0; i < COUNT(names); i++) {
      const bool two_phase = i > 0;
      if (dampings != (two_phase ? 2 : 1)) continue;
      carom_contact_def def = carom_contact_default();
      def.law = carom_law_about(law)->name;
      set(&def, names[i][0], 0.5);
      set(&def, names[i][1], 0.1);
      refused(&def, CAROM_ERR_CONFLICT, names[i][0], names[i][1]);
      if (!has_field(law, names[i][2])) continue;
      set(&def, names[i][1], CAROM_UNSET);
      set(&def, names[i][2], 0.1);
      refused(&def, CAROM_ERR_CONFLICT, names[i][0], names[i][2]);
      set(&def, names[i][0], CAROM_UNSET);
      set(&def, names[i][1], 0.1);
      refused(&def, CAROM_ERR_CONFLICT, names[i][1], names[i][2]);
    }
  }
}

static void a_formula_that_was_not_published_is_not_made_up(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law *law = carom_law_at(k);
    if (!has_field(law, "calibration")) continue;
    carom_contact_def def = carom_contact_default();
    def.law = carom_law_about(law)->name;
    choose(&def, "calibration", "published");
    bool published = true;
    for (int which = 0; which < carom_law_about(law)->dampings; which++)
      published = published && !isnan(carom_law_published(law, which, 0.7));
    if (published)
      prepared(&def);
    else
      refused(&def, CAROM_ERR_MISSING, "calibration", "exact");
  }
}

static void more_settings_than_fit_are_noticed(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  for (int i = 0; i < 100; i++) {
    char name[16];
    snprintf(name, sizeof name, "setting_%d", i);
    set(&def, name, 1);
  }
  refused(&def, CAROM_ERR_ARGUMENT, "setting", "more settings");
}

static void overlong_texts_are_refused_not_cut(void **state)
{
  (void)state;
  char text[400];
  memset(text, '1', sizeof text - 1);
  text[sizeof text - 1] = 0;
  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  choose(&def, "stiffness", text);
  assert_true(carom_contact_prepare(&def, &contact, NULL) != CAROM_OK);
  def = carom_contact_default();
  set(&def, text, 1);
  assert_int_equal(carom_contact_prepare(&def, &contact, NULL), CAROM_ERR_UNKNOWN);
}

static void an_unknown_instruction_set_is_refused(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.instructions = (carom_instructions)77;
  refused(&def, CAROM_ERR_UNKNOWN, "instructions", "processor");
}

static void body_set_refuses_and_leaves_the_body_alone(void **state)
{
  (void)state;
  static const struct {
    const char *name, *text;
    carom_status code;
  } wrong[] = {{"radius", "20 kg", CAROM_ERR_UNIT},     {"radius", "-1 mm", CAROM_ERR_RANGE},
               {"radius", "wide", CAROM_ERR_SYNTAX},    {"colour", "red", CAROM_ERR_UNKNOWN},
               {"shape", "cube", CAROM_ERR_UNKNOWN},    {"fixed", "perhaps", CAROM_ERR_UNKNOWN},
               {"young", "207 Gm", CAROM_ERR_UNIT},     {"poisson", "0.7", CAROM_ERR_RANGE},
               {"yield", "nothing", CAROM_ERR_UNKNOWN}, {"yield", "-1", CAROM_ERR_RANGE}};
  for (int i = 0; i < COUNT(wrong); i++) {
    carom_body body = carom_body_default(), before = body;
    carom_error err = {.code = CAROM_OK};
    const carom_status status = carom_body_set(&body, wrong[i].name, wrong[i].text, &err);
    if (status != wrong[i].code)
      fail_msg("%s=%s: status %d (%s)", wrong[i].name, wrong[i].text, (int)status, err.text);
    assert_int_equal(err.code, wrong[i].code);
    assert_string_equal(err.where, wrong[i].name);
    assert_memory_equal(&body, &before, sizeof body);
  }
  carom_body body = carom_body_default();
  assert_int_equal(carom_body_set(NULL, "radius", "1 m", NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_body_set(&body, NULL, "1 m", NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_body_set(&body, "radius", NULL, NULL), CAROM_ERR_ARGUMENT);
}

/* Without damping after yield the plastic loss is left: more cannot be had. Whoever prepares
 * contacts hands the interval on. */
static void an_unattainable_restitution_has_its_interval(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  carom_error err = {.code = CAROM_OK}, other = err;
  def.law = "wang-viscous";
  carom_contact_def none = def;
  set(&def, "restitution_plastic", 0.99);
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_UNATTAINABLE);
  set(&none, "damping_ratio_plastic", 0);
  const carom_contact undamped = prepared(&none);
  assert_close(err.attainable[1], struck(&undamped, none.speed).restitution, 1e-9);
  assert_true(err.attainable[0] > 0 && err.attainable[0] < 0.2);

  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  carom_chain_def row = carom_chain_default();
  carom_chain *chain;
  set(&def, "restitution_plastic", 0.99);
  bead[0].body = def.a;
  bead[1].body = def.b;
  row.bead = bead;
  row.beads = 2;
  row.contact = &def;
  row.contacts = 1;
  for (int verlet = 0; verlet < 2; verlet++) {
    row.integrator = verlet ? CAROM_CHAIN_VERLET : CAROM_CHAIN_DOP853;
    row.step = verlet ? 1e-7 : 0;
    assert_int_equal(carom_chain_create(&row, &chain, &other), CAROM_ERR_UNATTAINABLE);
    assert_memory_equal(other.attainable, err.attainable, sizeof err.attainable);
    assert_string_equal(other.where, "restitution_plastic");
  }
  def.law = "nothing";
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_UNKNOWN);
  assert_true(err.attainable[0] == CAROM_UNSET && err.attainable[1] == CAROM_UNSET);
}

static carom_error error_of_chain(const carom_material *material)
{
  carom_bead bead = carom_bead_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  carom_error err = {.code = CAROM_OK};
  bead.body.material = *material;
  def.bead = &bead;
  def.beads = 1;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_MISSING);
  return err;
}

/* A material with a name is called by it, by whoever refuses it. */
static void a_material_is_called_by_its_name(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  carom_contact contact;
  carom_error err;
  def.b.material.young = CAROM_UNSET;
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_MISSING);
  assert_non_null(strstr(err.text, "needs 'young' of this material,"));
  def.b.material.name = "cork";
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "b.young");
  assert_non_null(strstr(err.text, "needs 'young' of 'cork',"));
  def.b.material.density = CAROM_UNSET;
  err = error_of_chain(&def.b.material);
  assert_non_null(strstr(err.text, "or the density of 'cork'"));
  def.b.material.name = NULL;
  err = error_of_chain(&def.b.material);
  assert_non_null(strstr(err.text, "or the density of its material"));
}

SUITE("contact errors", arguments_are_needed, an_uninitialised_definition_is_noticed,
      an_unknown_law_has_a_nearest_name, an_unknown_setting_has_a_nearest_name,
      every_number_has_a_range, every_number_of_a_body_has_a_range,
      a_yield_stress_of_minus_one_is_refused, an_unknown_shape_is_refused,
      absurd_speeds_and_masses_are_refused, a_yield_stress_is_needed_where_it_is_used,
      a_material_is_called_by_its_name, shapes_that_cannot_touch_are_refused, something_must_move,
      a_constant_is_given_once, a_formula_that_was_not_published_is_not_made_up,
      more_settings_than_fit_are_noticed, overlong_texts_are_refused_not_cut,
      an_unknown_instruction_set_is_refused, body_set_refuses_and_leaves_the_body_alone,
      an_unattainable_restitution_has_its_interval)
