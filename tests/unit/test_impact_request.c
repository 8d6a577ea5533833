/* SPDX-License-Identifier: MIT */
/* Names of 'carom impact' are aliases of paths in the tree that 'carom new impact' prints. */
#include <string.h>

#include <carom/io.h>

#include "run/impact_request.h"
#include "setup.h"
#include "suite.h"

static carom_impact_request read(const char *law, const carom_assignment *assigned, int count)
{
  carom_impact_request request;
  carom_faults faults;
  if (!carom_request_read(&request, carom_law_find(law), assigned, count, &faults))
    fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  assert_int_equal(faults.warnings, 0);
  return request;
}

static void same_body(const carom_body *a, const carom_body *b)
{
  assert_int_equal(a->shape, b->shape);
  assert_int_equal(a->fixed, b->fixed);
  assert_true(a->radius == b->radius);
  assert_true(a->mass == b->mass || (a->mass == CAROM_UNSET && b->mass == CAROM_UNSET));
  assert_true(a->material.young == b->material.young);
  assert_true(a->material.poisson == b->material.poisson);
  assert_true(a->material.density == b->material.density);
  assert_true(a->material.yield == b->material.yield);
}

static void same_request(const carom_impact_request *a, const carom_impact_request *b)
{
  same_body(&a->contact.a, &b->contact.a);
  same_body(&a->contact.b, &b->contact.b);
  assert_string_equal(a->contact.law, b->contact.law);
  assert_true(a->contact.speed == b->contact.speed);
  assert_true(a->contact.reduced_mass == b->contact.reduced_mass);
  assert_true(a->impact.speed == b->impact.speed);
  assert_true(a->impact.tolerance == b->impact.tolerance);
  assert_int_equal(a->impact.integrator, b->impact.integrator);
}

static void defaults_of_every_law(void **state)
{
  (void)state;
  assert_true(carom_law_count() > 20);
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_impact_request plain = carom_request_default(carom_law_at(i));
    carom_impact_request made = read(plain.contact.law, NULL, 0);
    same_request(&made, &plain);
    assert_int_equal(made.contact.settings, 0);
    carom_request_free(&made);
  }
}

/* The example gives the defaults of its law, and one material for both bodies. */
static void tree_of_the_example(void **state)
{
  (void)state;
  carom_faults faults;
  int kind = 0;
  if (!carom_yaml_known()) skip();
  while (strcmp(carom_kind_name(kind), "impact") != 0)
    kind++;
  const char *text = carom_kind_example(kind);
  carom_scenario *example = carom_scenario_read(text, strlen(text), false, NULL, 0, &faults);
  carom_impact_request made = read("tsuji", NULL, 0), wanted = made;
  carom_contact of_example, own;
  assert_non_null(example);
  wanted.contact = carom_scenario_joint_def(example, &example->joint[0]);
  wanted.impact.speed = example->impact.speed;
  wanted.impact.tolerance = example->run.tolerance;
  same_request(&made, &wanted);
  of_example = prepared(&wanted.contact);
  own = prepared(&made.contact);
  assert_memory_equal(of_example.coefficient, own.coefficient, sizeof own.coefficient);
  carom_request_free(&made);
  carom_scenario_free(example);
}

/* What a name sets, read back from the definitions. */
static double *where(carom_impact_request *r, int body, const char *field)
{
  carom_body *b = body ? &r->contact.b : &r->contact.a;
  if (!strcmp(field, "radius")) return &b->radius;
  if (!strcmp(field, "young")) return &b->material.young;
  if (!strcmp(field, "speed")) return &r->impact.speed;
  if (!strcmp(field, "tolerance")) return &r->impact.tolerance;
  return &r->contact.reduced_mass;
}

static void every_spelling(void **state)
{
  static const struct {
    const char *name, *value, *field;
    double wanted[2]; /* of a and b; 0: as before */
  } cases[] = {
      {"radius", "5 mm", "radius", {5e-3, 5e-3}},
      {"a.radius", "5 mm", "radius", {5e-3, 0}},
      {"b.radius", "5 mm", "radius", {0, 5e-3}},
      {"impact.a.radius", "5 mm", "radius", {5e-3, 0}},
      {"impact.radius", "5 mm", "radius", {5e-3, 5e-3}},
      {"young", "70 GPa", "young", {70e9, 70e9}},
      {"materials.steel.young", "70 GPa", "young", {70e9, 70e9}},
      {"a.young", "70 GPa", "young", {70e9, 0}},
      {"b.material.young", "70 GPa", "young", {0, 70e9}},
      {"impact.a.material.young", "70 GPa", "young", {70e9, 0}},
      {"impact.b.young", "70 GPa", "young", {0, 70e9}},
      {"speed", "3 m/s", "speed", {3, 3}},
      {"impact.speed", "3 m/s", "speed", {3, 3}},
      {"tolerance", "1e-9", "tolerance", {1e-9, 1e-9}},
      {"run.tolerance", "1e-9", "tolerance", {1e-9, 1e-9}},
      {"reduced_mass", "2 kg", "reduced_mass", {2, 2}},
      {"impact.reduced-mass", "2 kg", "reduced_mass", {2, 2}},
  };
  (void)state;
  for (int i = 0; i < COUNT(cases); i++) {
    const carom_assignment one = {cases[i].name, cases[i].value};
    carom_impact_request before = carom_request_default(carom_law_find("tsuji"));
    carom_impact_request made = read("tsuji", &one, 1);
    for (int body = 0; body < 2; body++) {
      const double wanted = cases[i].wanted[body];
      const double old = *where(&before, body, cases[i].field);
      assert_true(*where(&made, body, cases[i].field) == (wanted > 0 ? wanted : old));
      assert_true(wanted == 0 || wanted != old);
      const bool steel = strcmp(cases[i].field, "young") != 0 || wanted == 0;
      assert_int_equal(made.given[body], steel ? 0 : 1);
    }
    assert_true(made.contact.speed == made.impact.speed);
    carom_request_free(&made);
  }
}

static void the_last_one_counts(void **state)
{
  static const carom_assignment given[] = {{"mass", "1 kg"},        {"a.mass", "none"},
                                           {"b.mass", "2 kg"},      {"restitution", "0.5"},
                                           {"restitution", "0.25"}, {"contacts.0.tension", "keep"}};
  (void)state;
  carom_impact_request made = read("tsuji", given, COUNT(given));
  assert_true(made.contact.a.mass == CAROM_UNSET);
  assert_true(made.contact.b.mass == 2);
  assert_int_equal(made.contact.settings, 2);
  assert_true(made.contact.setting[0].value == 0.25);
  const carom_assignment more = {"restitution", "0.75"};
  carom_impact_request varied;
  carom_faults faults;
  assert_true(carom_request_with(&made, &more, &varied, &faults));
  assert_true(varied.contact.setting[0].value == 0.75);
  assert_true(made.contact.setting[0].value == 0.25);
  carom_request_free(&varied);
  carom_request_free(&made);
}

/* Faults carry the names that were written, once each, and none is lost. */
static void faults_by_name(void **state)
{
  static const carom_assignment given[] = {
      {"radius", "-1"}, {"b.young", "2"}, {"contacts.0.restitution", "2"}, {"speed", "8 kg"}};
  (void)state;
  carom_impact_request made;
  carom_faults faults;
  assert_false(carom_request_read(&made, carom_law_find("tsuji"), given, COUNT(given), &faults));
  carom_request_free(&made);
  assert_int_equal(faults.count, COUNT(given));
  for (int i = 0; i < COUNT(given); i++) {
    int told = 0;
    for (int k = 0; k < faults.count; k++)
      told += !strcmp(faults.fault[k].where, given[i].name);
    assert_int_equal(told, 1);
  }
}

static void names_of_no_meaning(void **state)
{
  static const char *const names[] = {"a.speed",
                                      "foo.young",
                                      "contacts.1.restitution",
                                      "until",
                                      "materials.a.young",
                                      "impact.restitution",
                                      "run.radius",
                                      ""};
  (void)state;
  for (int i = 0; i < COUNT(names); i++)
    assert_null(carom_request_field(carom_law_find("tsuji"), names[i]));
  assert_null(carom_request_field(carom_law_find("hertz"), "restitution"));
  assert_non_null(carom_request_field(carom_law_find("tsuji"), "restitution"));
}

SUITE("impact requests", defaults_of_every_law, tree_of_the_example, every_spelling,
      the_last_one_counts, faults_by_name, names_of_no_meaning)
