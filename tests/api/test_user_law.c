/* SPDX-License-Identifier: MIT */
/* Laws of users, through the public headers alone: equal to the built-in twin, closed forms, and
 * every way to define one wrongly. (tests/law runs the properties of all laws on them as well.) */
#include "setup.h"
#include "chance.h"
#include "user_laws.h"

static carom_context *new_context(void)
{
  carom_context *context = NULL;
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  return context;
}

static const carom_law *must_register(carom_context *context, carom_user_law def)
{
  const carom_law *law = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_context_register(context, &def, &law, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return law;
}

/* The least that a law is: F = K d, nothing to set. The `user` pointer carries K. */
static carom_force spring(void *user, const double *coefficient, const double *state, double d,
                          double v, double branch)
{
  (void)coefficient, (void)state, (void)v, (void)branch;
  return (carom_force){*(const double *)user * d, 0};
}

static void a_name_and_a_force_are_enough(void **state)
{
  (void)state;
  double K = 2e6;
  carom_context *context = new_context();
  carom_user_law law = carom_user_law_default();
  law.info.name = "spring";
  law.force = spring;
  law.user = &K;
  law.admissible_to = 1e-3;
  must_register(context, law);
  carom_contact_def def = two_spheres("spring");
  def.context = context;
  const carom_contact c = prepared(&def);
  const carom_impact r = struck(&c, 0.5);
  const double w = sqrt(K / c.mass), pi = 3.14159265358979323846;
  assert_close(r.restitution, 1, 1e-12);
  assert_close(r.duration, pi / w, 1e-12);
  assert_close(r.peak_overlap, 0.5 / w, 1e-12);
  assert_close(r.peak_force, 0.5 * c.mass * w, 1e-12);
  const carom_state fresh = carom_contact_virgin(&c);
  assert_close(carom_contact_energy(&c, &fresh, 3e-4).stored, 0.5 * K * 9e-8, 1e-14);
  assert_true(carom_contact_energy(&c, &fresh, -3e-4).stored == 0);
  carom_context_destroy(context);
}

/* Two contacts, one of the built-in law and one of its copy, from one definition. */
typedef struct twins {
  carom_contact built_in, copy;
} twins;

static twins both(const carom_context *context, carom_contact_def def)
{
  twins t;
  def.context = context;
  def.law = "tsuji";
  t.built_in = prepared(&def);
  def.law = "my_tsuji"; /* '-' and '_' are equal here too */
  t.copy = prepared(&def);
  return t;
}

static void same(double a, double b)
{
  assert_memory_equal(&a, &b, sizeof a);
}

static void compare_forces(const twins *t, chance *c)
{
  enum { N = 21 };
  double d[N], v[N], elastic[2][N], dissipative[2][N], coefficients[16];
  double coefficient[16][N], *coefficient_row[16], radius[N], mass[N];
  const int count = carom_contact_coefficient_count(&t->copy);
  const carom_state fresh = carom_contact_virgin(&t->copy);
  assert_int_equal(count, carom_contact_coefficient_count(&t->built_in));
  for (int k = 0; k < count; k++) {
    assert_string_equal(carom_contact_coefficient_name(&t->copy, k),
                        carom_contact_coefficient_name(&t->built_in, k));
    assert_string_equal(carom_contact_coefficient_unit(&t->copy, k),
                        carom_contact_coefficient_unit(&t->built_in, k));
    same(t->copy.coefficient[k], t->built_in.coefficient[k]);
    coefficient_row[k] = coefficient[k];
  }
  for (int i = 0; i < N; i++) {
    d[i] = t->copy.radius * chance_between(c, -1e-4, 1e-3);
    v[i] = chance_between(c, -10, 10);
    const carom_force f = carom_contact_force(&t->copy, &fresh, d[i], v[i]),
                      g = carom_contact_force(&t->built_in, &fresh, d[i], v[i]);
    same(f.elastic, g.elastic);
    same(f.dissipative, g.dissipative);
    same(carom_contact_energy(&t->copy, &fresh, d[i]).stored,
         carom_contact_energy(&t->built_in, &fresh, d[i]).stored);
    radius[i] = t->copy.radius * (1 + i);
    mass[i] = t->copy.mass * (1 + i);
    carom_contact_coefficients(&t->copy, radius[i], mass[i], coefficients);
    for (int k = 0; k < count; k++)
      coefficient[k][i] = coefficients[k];
  }
  for (int how = 0; how < 3; how++) { /* coefficients of the contact, of each; sizes of each */
    for (int k = 0; k < 2; k++) {
      const carom_block block = {.count = N,
                                 .overlap = d,
                                 .approach = v,
                                 .coefficient = how == 1 ? (const double *const *)coefficient_row
                                                         : NULL,
                                 .radius = how == 2 ? radius : NULL,
                                 .mass = how == 2 ? mass : NULL,
                                 .elastic = elastic[k],
                                 .dissipative = dissipative[k]};
      carom_contact_forces(k ? &t->copy : &t->built_in, &block);
      carom_contact_commits(k ? &t->copy : &t->built_in, &block);
    }
    assert_memory_equal(elastic[0], elastic[1], sizeof elastic[0]);
    assert_memory_equal(dissipative[0], dissipative[1], sizeof dissipative[0]);
  }
}

static void compare_impacts(const twins *t, double speed)
{
  const carom_impact a = struck(&t->built_in, speed), b = struck(&t->copy, speed);
  assert_close(b.restitution, a.restitution, 1e-12);
  assert_close(b.duration, a.duration, 1e-12);
  assert_close(b.peak_force, a.peak_force, 1e-12);
  assert_close(b.peak_overlap, a.peak_overlap, 1e-12);
  assert_close(b.energy.viscous + b.energy.kinetic_out, a.energy.viscous + a.energy.kinetic_out,
               1e-12);
  assert_small(b.energy.residual / b.energy.kinetic_in, 1e-12);
  assert_int_equal(b.validity, a.validity);
}

static void a_copy_is_equal_to_the_built_in_law(void **state)
{
  (void)state;
  chance c = {.seed = 501};
  carom_context *context = new_context();
  must_register(context, my_tsuji());
  for (int i = 0; i < 200; i++) {
    carom_contact_def def = two_spheres("tsuji");
    def.a.radius = chance_of_scale(&c, 1e-3, 1);
    def.speed = chance_of_scale(&c, 1e-2, 10);
    choose(&def, "tension", i % 2 ? "cut" : "keep");
    switch (i / 2 % 4) {
    case 0:
      set(&def, "restitution", chance_between(&c, 0.1, 1));
      break;
    case 1:
      set(&def, "restitution", chance_between(&c, 0.1, 1));
      choose(&def, "calibration", "published");
      break;
    case 2:
      choose(&def, "stiffness", "5e9 N/m^1.5");
      set(&def, "damping_ratio", chance_between(&c, 0, 2));
      break;
    default:
      choose(&def, "damping_coefficient", "30 N s/m^1.25");
    }
    const twins t = both(context, def);
    same(t.copy.asked[0], t.built_in.asked[0]);
    same(t.copy.damping[0], t.built_in.damping[0]);
    compare_forces(&t, &c);
    compare_impacts(&t, def.speed);
  }
  carom_context_destroy(context);
}

static void without_a_closed_form_impacts_find_the_damping(void **state)
{
  (void)state;
  carom_context *context = new_context();
  carom_user_law law = my_tsuji();
  law.exact = NULL;
  law.published = NULL;
  must_register(context, law);
  carom_contact_def def = two_spheres("my-tsuji");
  def.context = context;
  for (int kept = 0; kept < 2; kept++) {
    choose(&def, "tension", kept ? "keep" : "cut");
    set(&def, "restitution", 0.4);
    const carom_contact c = prepared(&def);
    assert_close(struck(&c, 0.7).restitution, 0.4, 1e-9);
    assert_close(c.damping[0],
                 carom_law_exact(carom_law_find("tsuji"), 0, 0.4, kept ? CAROM_KEEP : CAROM_CUT),
                 1e-9);
  }
  choose(&def, "calibration", "published");
  carom_contact c;
  carom_error err;
  assert_int_equal(carom_contact_prepare(&def, &c, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "calibration");
  carom_context_destroy(context);
}

static void energy_by_quadrature_is_the_closed_form(void **state)
{
  (void)state;
  carom_context *context = new_context();
  carom_user_law law = my_tsuji();
  law.energy = NULL;
  must_register(context, law);
  must_register(context, my_dent());
  carom_contact_def def = two_spheres("my-tsuji");
  def.context = context;
  const carom_contact hertz = prepared(&def);
  const carom_state none = carom_contact_virgin(&hertz);
  const double K = coefficient_of(&hertz, "stiffness");
  for (double d = 1e-12; d < 1; d *= 3)
    assert_close(carom_contact_energy(&hertz, &none, d).stored, 0.4 * K * d * d * sqrt(d), 1e-14);
  assert_true(carom_contact_admissible(&hertz, 1e-4).sound);
  assert_small(struck(&hertz, 1).energy.residual / struck(&hertz, 1).energy.kinetic_in, 1e-12);

  def.law = "my-dent";
  const carom_contact dent = prepared(&def);
  const double K_1 = 1e7, ratio = 4, d_m = 1e-5;
  carom_state pair = carom_contact_virgin(&dent);
  carom_contact_commit(&dent, &pair, d_m);
  const carom_energy at_rest = carom_contact_energy(&dent, &pair, 0),
                     loaded = carom_contact_energy(&dent, &pair, 2 * d_m);
  assert_true(at_rest.stored == 0);
  assert_close(at_rest.plastic, 0.5 * K_1 * d_m * d_m * (1 - 1 / ratio), 1e-13);
  assert_close(loaded.stored, 2 * K_1 * d_m * d_m / ratio, 1e-13);
  assert_close(loaded.plastic, 2 * K_1 * d_m * d_m * (1 - 1 / ratio), 1e-13);
  carom_context_destroy(context);
}

/* my-dent is walton-braun with other names. */
static void a_law_with_memory_is_equal_to_the_built_in_one(void **state)
{
  (void)state;
  chance c = {.seed = 502};
  carom_context *context = new_context();
  must_register(context, my_dent());
  for (int i = 0; i < 50; i++) {
    const double ratio = 1 + chance_of_scale(&c, 1e-2, 20), K_1 = chance_of_scale(&c, 1e4, 1e8);
    carom_contact_def mine = two_spheres("my-dent"), theirs = two_spheres("walton-braun");
    mine.context = context;
    set(&mine, "load_stiffness", K_1);
    set(&mine, "ratio", ratio);
    set(&theirs, "loading_stiffness", K_1);
    set(&theirs, "damping_ratio", ratio - 1);
    const carom_contact a = prepared(&mine), b = prepared(&theirs);
    carom_state pair_a = carom_contact_virgin(&a), pair_b = carom_contact_virgin(&b);
    for (int k = 0; k < 5; k++) { /* each impact finds the dents of those before */
      carom_impact_def def = carom_impact_default();
      def.speed = chance_of_scale(&c, 0.1, 10);
      def.contact = &a;
      def.state = &pair_a;
      const carom_impact x = resolved(&def);
      def.contact = &b;
      def.state = &pair_b;
      const carom_impact y = resolved(&def);
      assert_close(x.restitution, y.restitution, 1e-12);
      assert_close(x.duration, y.duration, 1e-12);
      assert_close(x.peak_force, y.peak_force, 1e-12);
      assert_close(x.residual_overlap, y.residual_overlap, 1e-12);
      assert_small((x.energy.plastic - y.energy.plastic) / x.energy.kinetic_in, 1e-12);
      assert_small(x.energy.residual / x.energy.kinetic_in, 1e-12);
    }
  }
  carom_context_destroy(context);
}

static void a_dent_is_remembered(void **state)
{
  (void)state;
  carom_context *context = new_context();
  must_register(context, my_dent());
  carom_contact_def def = two_spheres("my-dent");
  def.context = context;
  set(&def, "ratio", 2.5);
  const carom_contact c = prepared(&def);
  carom_state pair = carom_contact_virgin(&c);
  carom_impact_def impact = carom_impact_default();
  impact.contact = &c;
  impact.speed = 0.8;
  impact.state = &pair;
  const double w_1 = sqrt(1e7 / c.mass), half_pi = 1.57079632679489661923;
  const carom_impact first = resolved(&impact);
  assert_close(first.restitution, 1 / sqrt(2.5), 1e-12);
  assert_close(first.peak_overlap, 0.8 / w_1, 1e-12);
  assert_close(first.duration, half_pi / w_1 * (1 + 1 / sqrt(2.5)), 1e-12);
  assert_close(first.residual_overlap, 0.8 / w_1 * (1 - 1 / 2.5), 1e-12);
  assert_close(first.energy.plastic, first.energy.kinetic_in * (1 - 1 / 2.5), 1e-12);
  assert_close(carom_impact_restitution_by_energy(&c, 3), 1 / sqrt(2.5), 1e-12);
  impact.speed = 0.99 * first.speed_out; /* within the dent: elastic */
  assert_close(resolved(&impact).restitution, 1, 1e-12);
  impact.speed = 0.8;
  const carom_impact again = resolved(&impact);
  assert_true(again.restitution > first.restitution);
  assert_small(again.energy.residual / again.energy.kinetic_in, 1e-12);

  choose(&def, "memory", "episode");
  const carom_contact forgetful = prepared(&def);
  pair = carom_contact_virgin(&forgetful);
  impact.contact = &forgetful;
  const double once = resolved(&impact).restitution;
  same(resolved(&impact).restitution, once);
  carom_context_destroy(context);
}

/* my-dent with loading as formula 1, which holds at the largest overlap itself, or as 2. */
static double loading_first(void *user, const double *coefficient, const double *state, double d)
{
  (void)user, (void)coefficient;
  return d >= state[0] ? 1 : 2;
}

static carom_force loading_first_force(void *user, const double *coefficient, const double *state,
                                       double d, double v, double branch)
{
  return my_dent_force(user, coefficient, state, d, v, 3 - branch);
}

/* No breakpoint while there is no dent. */
static void dent_if_any(void *user, const double *coefficient, const double *state,
                        double *breakpoint)
{
  my_dent_breakpoint(user, coefficient, state, breakpoint);
  for (int k = 0; k < 2; k++)
    if (!(breakpoint[k] > 0)) breakpoint[k] = -1;
}

static void formulas_are_numbered_as_one_likes(void **state)
{
  (void)state;
  for (int first = 0; first < 2; first++) {
    carom_context *context = new_context();
    carom_user_law law = my_dent();
    law.breakpoint = dent_if_any;
    if (first) law.branch = loading_first, law.force = loading_first_force;
    must_register(context, law);
    carom_contact_def def = two_spheres("my-dent");
    def.context = context;
    set(&def, "ratio", 2.5);
    const carom_contact c = prepared(&def);
    carom_state pair = carom_contact_virgin(&c);
    carom_impact_def impact = carom_impact_default();
    impact.contact = &c;
    impact.state = &pair;
    const carom_impact one = resolved(&impact);
    assert_close(one.restitution, 1 / sqrt(2.5), 1e-12);
    assert_close(one.residual_overlap, one.peak_overlap * (1 - 1 / 2.5), 1e-12);
    impact.speed = 0.5 * one.speed_out; /* within the dent */
    assert_close(resolved(&impact).restitution, 1, 1e-12);
    impact.speed = 2; /* beyond it: the virgin curve has taken all of this, and its first loss */
    const carom_impact two = resolved(&impact);
    const double old = one.energy.plastic, in = two.energy.kinetic_in;
    assert_close(old + two.energy.plastic, (in + old) * (1 - 1 / 2.5), 1e-12);
    assert_small(two.energy.residual / in, 1e-12);
    carom_context_destroy(context);
  }
}

/* Impacts of one context on many threads, each with its own index. */
typedef struct many {
  const carom_contact *contact;
  double restitution[64];
} many;

static void strike_one(void *user, int64_t i)
{
  many *m = user;
  carom_impact_def def = carom_impact_default();
  carom_impact r;
  def.contact = m->contact;
  def.speed = 0.1 + 0.1 * (double)i;
  m->restitution[i] = carom_impact_resolve(&def, &r, NULL) == CAROM_OK ? r.restitution : 0;
}

static void threads_change_nothing(void **state)
{
  (void)state;
  carom_context *context = new_context();
  must_register(context, my_tsuji());
  carom_contact_def def = two_spheres("mine"); /* an alias */
  def.context = context;
  const carom_contact c = prepared(&def);
  many one = {&c, {0}}, four = {&c, {0}};
  assert_int_equal(carom_parallel(1, 64, strike_one, &one), CAROM_OK);
  assert_int_equal(carom_parallel(4, 64, strike_one, &four), CAROM_OK);
  assert_memory_equal(one.restitution, four.restitution, sizeof one.restitution);
  carom_context_destroy(context);
}

/* Damping that pushes along the motion. */
static carom_force pushing(void *user, const double *coefficient, const double *state, double d,
                           double v, double branch)
{
  carom_force f = my_tsuji_force(user, coefficient, state, d, v, branch);
  f.dissipative = -f.dissipative;
  return f;
}

/* A spring that pulls as well: without the setting `tension` that is cut. */
static carom_force sticky(void *user, const double *coefficient, const double *state, double d,
                          double v, double branch)
{
  (void)user, (void)coefficient, (void)state, (void)v, (void)branch;
  return (carom_force){1e6 * d - 1, 0};
}

/* A dent that heals when it should grow. */
static void heal(void *user, const double *coefficient, double *state, double d)
{
  my_dent_commit(user, coefficient, state, d);
  state[1] = -0.5 * state[0];
}

static void laws_that_create_energy_are_found_out(void **state)
{
  (void)state;
  carom_context *context = new_context();
  carom_error err;
  carom_user_law law = my_tsuji();
  law.force = pushing;
  law.admissible_to = 1e-5;
  assert_int_equal(carom_context_register(context, &law, NULL, &err), CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "admissible_to");
  assert_non_null(strstr(err.text, "creates energy"));
  law = my_dent();
  law.commit = heal;
  law.admissible_to = 1e-5;
  assert_int_equal(carom_context_register(context, &law, NULL, &err), CAROM_ERR_CONFLICT);
  law.admissible_to = CAROM_UNSET;
  assert_int_equal(carom_context_register(context, &law, NULL, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_context_count(context), 0);
  carom_user_law glue = carom_user_law_default();
  const carom_field keep = {"tension", NULL, CAROM_KEEP, 1, 0, "cut|keep", "tension is kept"};
  glue.info.name = "glue";
  glue.info.traits = CAROM_LAW_PULLS | CAROM_LAW_JUMPS_AT_TOUCH;
  glue.force = sticky;
  glue.admissible_to = 1e-5;
  assert_int_equal(carom_context_register(context, &glue, NULL, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "CAROM_KEEP"));
  glue.field = &keep;
  glue.fields = 1;
  must_register(context, glue);
  /* not asked for, it is let through, and says so when asked */
  law.admissible_to = 0;
  must_register(context, law);
  carom_contact_def def = two_spheres("my-dent");
  def.context = context;
  const carom_contact c = prepared(&def);
  assert_false(carom_contact_admissible(&c, 1e-5).sound);
  carom_context_destroy(context);
}

static void settings_are_checked_by_the_table(void **state)
{
  (void)state;
  carom_context *context = new_context();
  const carom_law *law = must_register(context, my_dent());
  assert_ptr_equal(carom_context_at(context, 0), law);
  assert_string_equal(carom_law_about(law)->name, "my-dent");
  assert_string_equal(carom_law_about(law)->family, "user");
  assert_int_equal(carom_law_fields(law).count, 3);
  assert_true(isnan(carom_law_exact(law, 0, 0.5, CAROM_CUT)));
  carom_contact_def def = two_spheres("my-dent");
  carom_contact c;
  carom_error err;
  assert_int_equal(carom_contact_prepare(&def, &c, &err), CAROM_ERR_UNKNOWN); /* no context */
  def.context = context;
  choose(&def, "load_stiffness", "20 N/mm");
  c = prepared(&def);
  assert_close(c.coefficient[1], 2e4, 1e-15);
  assert_string_equal(carom_contact_coefficient_name(&c, 0), "min_force");
  assert_string_equal(carom_contact_coefficient_name(&c, 1), "coefficient_0");
  const struct {
    const char *name, *text;
    carom_status status;
  } faults[] = {{"ratio", "0.5", CAROM_ERR_RANGE},
                {"ratio", "2 m", CAROM_ERR_UNIT},
                {"memory", "nobody", CAROM_ERR_UNKNOWN},
                {"ration", "2", CAROM_ERR_UNKNOWN}};
  for (int i = 0; i < COUNT(faults); i++) {
    carom_contact_def bad = def;
    choose(&bad, faults[i].name, faults[i].text);
    assert_int_equal(carom_contact_prepare(&bad, &c, &err), faults[i].status);
    assert_string_equal(err.where, faults[i].name);
  }
  def.law = "my-dnet";
  assert_int_equal(carom_contact_prepare(&def, &c, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "my-dent"));
  def.law = "tsuij";
  assert_int_equal(carom_contact_prepare(&def, &c, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "'tsuji'"));
  carom_context_destroy(context);
}

/* One fault in a definition that is right otherwise. */
static carom_user_law faulty(int fault, const char **where, carom_status *status)
{
  static carom_field table[25];
  static const carom_field no_default[] = {
      {"restitution", "1", CAROM_UNSET, 1e-3, 1, NULL, "asked for"}};
  static const carom_label unnamed[] = {{"stiffness", "N/m^1.5"}, {NULL, NULL}};
  carom_user_law law = my_tsuji();
  memcpy(table, law.field, (size_t)law.fields * sizeof *table);
#define FAULT(number, at, code, change)                                                            \
  case number:                                                                                     \
    change;                                                                                        \
    *where = at;                                                                                   \
    *status = CAROM_ERR_##code;                                                                    \
    return law;
  switch (fault) {
    FAULT(0, "law", ARGUMENT, law.cookie = 0)
    FAULT(1, "info.name", MISSING, law.info.name = NULL)
    FAULT(2, "info.name", SYNTAX, law.info.name = "My law")
    FAULT(3, "info.name", SYNTAX, law.info.name = "ends-in-")
    FAULT(4, "info.name", CONFLICT, law.info.name = "tsuji")
    FAULT(5, "info.name", CONFLICT, law.info.name = "taken")
    FAULT(6, "info.name", CONFLICT, law.info.name = "taken_too")
    FAULT(7, "info.aliases", CONFLICT, law.info.aliases = "fine|edem")
    FAULT(8, "info.aliases", SYNTAX, law.info.aliases = "fine||x")
    FAULT(9, "force", MISSING, law.force = NULL)
    FAULT(10, "branch", MISSING, law.breakpoints = 1)
    FAULT(11, "states", RANGE, law.states = 9)
    FAULT(12, "coefficients", RANGE, law.coefficients = 16)
    FAULT(13, "constants", RANGE, law.constants = -1)
    FAULT(14, "breakpoints", RANGE, law.breakpoints = 99)
    FAULT(15, "fields", RANGE, law.fields = 25)
    FAULT(16, "info.dampings", RANGE, law.info.dampings = 3)
    FAULT(17, "info.traits", RANGE, law.info.traits = 1u << 20)
    FAULT(18, "info.traits", MISSING, law.info.traits |= CAROM_LAW_REMEMBERS)
    FAULT(19, "info.traits", MISSING, law.info.traits |= CAROM_LAW_STORES_IMPACT_SPEED)
    FAULT(20, "constants", CONFLICT, law.prepare_materials = NULL)
    FAULT(21, "coefficients", CONFLICT, (law.prepare_contact = NULL, law.constants = 3))
    FAULT(22, "field", MISSING, law.field = NULL)
    FAULT(23, "field", MISSING, (law.field = no_default, law.fields = 1))
    FAULT(24, "field", MISSING, law.info.dampings = 2)
    FAULT(25, "damping_unit", MISSING, law.damping_unit = NULL)
    FAULT(26, "coefficient_label", MISSING, law.coefficient_label = unnamed)
    FAULT(27, "field[0]", SYNTAX, (law.field = table, table[0].name = "No name"))
    FAULT(28, "field[1] stiffness", CONFLICT, (law.field = table, table[1].name = "stiffness"))
    FAULT(29, "field[0] stiffness", MISSING, (law.field = table, table[0].text = NULL))
    FAULT(30, "field[0] stiffness", UNIT, (law.field = table, table[0].unit = "parsnips"))
    FAULT(31, "field[0] stiffness", MISSING, (law.field = table, table[0].unit = NULL))
    FAULT(32, "field[0] stiffness", RANGE, (law.field = table, table[0].max = -1))
    FAULT(33, "field[0] stiffness", RANGE, (law.field = table, table[0].fallback = 0))
    FAULT(34, "field[1] restitution", RANGE, (law.field = table, table[1].min = 0))
    FAULT(35, "field[1] restitution", CONFLICT, (law.field = table, table[1].unit = "m"))
    FAULT(36, "field[5] tension", CONFLICT, (law.field = table, table[5].words = "keep|cut"))
    FAULT(37, "info.exclusive", UNKNOWN, law.info.exclusive = "stiffness|nothing")
    FAULT(38, "info.numbers", UNKNOWN, law.info.numbers = "nothing")
    FAULT(40, "info.range_of", UNKNOWN, (law.info.range = 2, law.info.range_of = "nothing"))
    FAULT(41, "info.range", RANGE, (law.info.range = 0, law.info.range_of = "damping"))
    FAULT(39, "field", CONFLICT, (law.field = table, table[3].fallback = 0.1))
  default:
    *where = NULL;
    return law;
  }
}

static void every_fault_is_named(void **state)
{
  (void)state;
  carom_context *context = new_context();
  carom_user_law taken = my_dent();
  taken.info.name = "taken";
  taken.info.aliases = "taken-too";
  must_register(context, taken);
  int faults = 0;
  for (;; faults++) {
    const char *where;
    carom_status status = CAROM_OK;
    const carom_user_law law = faulty(faults, &where, &status);
    if (!where) break;
    carom_error err = {.code = CAROM_OK};
    const carom_status got = carom_context_register(context, &law, NULL, &err);
    if (got != status || err.code != status || strcmp(err.where, where) != 0)
      fail_msg("fault %d: status %d at '%s' (%s), not %d at '%s'", faults, got, err.where, err.text,
               status, where);
    assert_true(strlen(err.text) > 10);
  }
  assert_true(faults == 42);
  assert_int_equal(carom_context_count(context), 1);
  must_register(context, my_tsuji());
  assert_int_equal(carom_context_count(context), 2);
  assert_null(carom_context_at(context, 2));
  assert_null(carom_context_at(context, -1));
  carom_context_destroy(context);
}

static void a_context_needs_little(void **state)
{
  (void)state;
  const carom_user_law law = my_dent();
  const carom_law *found = NULL;
  assert_int_equal(carom_context_create(NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_context_register(NULL, &law, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_context_count(NULL), 0);
  assert_null(carom_context_at(NULL, 0));
  assert_int_equal(carom_context_named(NULL, "edem", &found, NULL), CAROM_OK);
  assert_ptr_equal(found, carom_law_find("tsuji"));
  carom_context_destroy(NULL);
  /* two contexts do not know of each other */
  carom_context *a = new_context(), *b = new_context();
  must_register(a, law);
  must_register(b, law);
  assert_int_equal(carom_context_named(a, "my_dent", &found, NULL), CAROM_OK);
  assert_ptr_equal(found, carom_context_at(a, 0));
  assert_null(carom_law_find("my-dent"));
  assert_int_equal(carom_context_named(a, "my_dent", NULL, NULL), CAROM_ERR_ARGUMENT);
  carom_context_destroy(a);
  carom_context_destroy(b);
}

SUITE_CLOSE("user laws", a_name_and_a_force_are_enough, a_copy_is_equal_to_the_built_in_law,
            without_a_closed_form_impacts_find_the_damping, energy_by_quadrature_is_the_closed_form,
            a_law_with_memory_is_equal_to_the_built_in_one, a_dent_is_remembered,
            formulas_are_numbered_as_one_likes, threads_change_nothing,
            laws_that_create_energy_are_found_out, settings_are_checked_by_the_table,
            every_fault_is_named, a_context_needs_little)
