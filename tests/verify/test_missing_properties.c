/* SPDX-License-Identifier: MIT */
/* A material that is described without a property, for every kind of problem, every law and every
 * property: either it is refused at its place, with the property and who needs it, or the property
 * makes no difference to anything that is computed. Nothing is taken from elsewhere. */
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "../setup.h"
#include "core/fields.h"
#include "core/text.h"
#include "io/kinds.h"
#include "io/scenario.h"
#include "io/scene_build.h"

enum { ROOM = 2048, SLOTS = 16 };

static const struct property {
  const char *name, *value[2]; /* the one of the material, and one that no law takes for the same */
} property[] = {{"young", {"2e9", "9e9"}},
                {"poisson", {"0.4", "0.1"}},
                {"density", {"1500", "4000"}},
                {"yield", {"50e6", "80e6"}}};

/* By carom_scenario_kind. */
static const char *const problem[] = {
    "\"impact\": {\"a\": {\"radius\": 0.02, \"material\": \"soft\"}, \"b\": {\"shape\": \"flat\", "
    "\"material\": \"steel\"}, \"speed\": 0.1}",
    "\"bounce\": {\"height\": 0.01, \"body\": {\"radius\": 0.02, \"material\": \"soft\"}, "
    "\"ground\": {\"shape\": \"flat\", \"material\": \"steel\"}}, \"run\": {\"until\": 0.1}",
    "\"chain\": {\"beads\": [{\"radius\": 0.01, \"material\": \"steel\", \"velocity\": 1}, "
    "{\"radius\": 0.01, \"material\": \"soft\"}]}, \"run\": {\"until\": 0.001}",
    "\"mechanism\": {\"bodies\": {\"rod\": {\"mass\": 1, \"inertia\": 0.01}}, \"clearances\": "
    "{\"pin\": {\"bearing\": \"ground\", \"journal\": \"rod\", \"bearing_radius\": 0.01, "
    "\"journal_radius\": 0.0095, \"bearing_material\": \"steel\", \"journal_material\": "
    "\"soft\"}}}, \"run\": {\"until\": 0.001}",
    "\"scene\": {\"particles\": [{\"position\": [0, 0, 0], \"radius\": 0.005, \"material\": "
    "\"soft\"}, {\"position\": [0.1, 0, 0], \"radius\": 0.005, \"material\": \"steel\"}]}, "
    "\"run\": {\"until\": 0.001}"};

/* A file in which property `left_out` of the soft material is missing (-1: none) or, if `other`,
 * has its other value. */
static carom_scenario *scenario_of(int kind, const char *law, const char *setting, int left_out,
                                   bool other, carom_faults *faults)
{
  char text[ROOM] = "{\"carom\": 1, \"materials\": {\"soft\": {", *comma = "";
  for (int p = 0; p < COUNT(property); p++) {
    if (p == left_out && !other) continue;
    carom_append(text, sizeof text, "%s\"%s\": %s", comma, property[p].name,
                 property[p].value[p == left_out]);
    comma = ", ";
  }
  carom_append(text, sizeof text,
               "}, \"steel\": {\"young\": 207e9, \"poisson\": 0.3, \"density\": 7800, \"yield\": "
               "1.03e9}}, \"contacts\": [{\"between\": [\"soft\", \"steel\"], \"law\": \"%s\"%s}], "
               "%s}",
               law, setting, problem[kind]);
  return carom_scenario_read(text, strlen(text), true, NULL, 0, faults);
}

/* All that one contact is computed with, and what the scene makes of it. */
typedef struct computed {
  double radius, mass, coefficient[SLOTS], scene[3];
} computed;

static computed of_contact(const carom_contact *c)
{
  computed all;
  memset(&all, 0, sizeof all);
  all.radius = c->radius;
  all.mass = c->mass;
  memcpy(all.coefficient, c->coefficient,
         (size_t)carom_contact_coefficient_count(c) * sizeof *all.coefficient);
  return all;
}

static computed of_scene(const carom_scenario *s)
{
  carom_scene_def def;
  carom_scene_parts parts;
  carom_scene *scene = NULL;
  carom_scene_pairing pairing;
  carom_error err = {.code = CAROM_OK};
  carom_status status = carom_scene_build(s, ".", &def, &parts, &err);
  def.threads = 1;
  if (status == CAROM_OK) status = carom_scene_create(&def, &scene, &err);
  if (status == CAROM_OK) status = carom_scene_pairing_at(scene, 0, &pairing, &err);
  if (status != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  computed all = of_contact(&pairing.contact);
  all.scene[0] = pairing.step; /* tangential stiffness is in it */
  all.scene[1] = pairing.resolved;
  all.scene[2] = pairing.duration;
  carom_scene_destroy(scene);
  carom_scene_parts_free(&parts);
  return all;
}

static computed of_scenario(const carom_scenario *s)
{
  if (s->problem == CAROM_KIND_SCENE) return of_scene(s);
  assert_int_equal(s->joints, 1);
  const carom_contact_def def = carom_scenario_joint_def(s, &s->joint[0]);
  const carom_contact contact = prepared(&def);
  return of_contact(&contact);
}

/* The yield stress of the contact must not be anybody else's. */
static void is_not_judged(const carom_scenario *s)
{
  for (int i = 0; i < s->joints; i++) {
    const carom_contact_def def = carom_scenario_joint_def(s, &s->joint[i]);
    const carom_contact c = prepared(&def);
    assert_true(c.yield == CAROM_UNSET && carom_contact_yield_overlap(&c) == CAROM_UNSET);
  }
}

static void makes_no_difference(carom_scenario *without, int kind, const char *law,
                                const char *setting, int p)
{
  const computed alone = of_scenario(without);
  for (int other = 0; other < 2; other++) {
    carom_faults faults;
    carom_scenario *with = scenario_of(kind, law, setting, other ? p : -1, other, &faults);
    assert_non_null(with);
    const computed same = of_scenario(with);
    if (memcmp(&same, &alone, sizeof same) != 0)
      fail_msg("'%s' counts in %s with %s%s, and was not missed", property[p].name,
               carom_kind_about((carom_scenario_kind)kind)->name, law, setting);
    carom_scenario_free(with);
  }
}

static void is_told(const carom_faults *faults, const char *who, int p)
{
  char quoted[32];
  snprintf(quoted, sizeof quoted, "'%s'", property[p].name);
  const carom_error *fault = &faults->fault[0];
  if (faults->count != 1 || fault->code != CAROM_ERR_MISSING || fault->line != 1 ||
      strcmp(fault->where, "materials.soft") != 0 || !strstr(fault->text, quoted) ||
      (strcmp(property[p].name, "density") != 0 && !strstr(fault->text, who)))
    fail_msg("%s without %s: %d faults, %s: %s", who, quoted, faults->count, fault->where,
             fault->text);
}

/* One way to leave a property out. Returns whether the file was refused. */
static bool left_out(int kind, const char *law, const char *setting, const char *who, int p)
{
  carom_faults faults;
  carom_scenario *without = scenario_of(kind, law, setting, p, false, &faults);
  if (!without) {
    is_told(&faults, who, p);
    return true;
  }
  if (!strcmp(property[p].name, "yield")) is_not_judged(without);
  makes_no_difference(without, kind, law, setting, p);
  carom_scenario_free(without);
  return false;
}

/* A setting of this law that may change what it needs; "" if the complete file does not take it. */
static const char *setting_of(const carom_law *law, const carom_field *field, int kind, char *text,
                              size_t size)
{
  static const struct {
    const char *unit;
    double value;
  } value[] = {{"N/m^1.5", 1e8}, {"N/m", 1e8}, {"s", 1e-3}, {"m/s", 0.2}, {"1", 0.3}};
  carom_faults faults;
  *text = '\0';
  for (int i = 0; i < COUNT(value) && field->fallback == CAROM_UNSET && field->unit; i++)
    if (!strcmp(field->unit, value[i].unit))
      carom_append(text, size, ", \"%s\": %g", field->name, value[i].value);
  if (!*text) return text;
  carom_scenario *complete = scenario_of(kind, carom_law_about(law)->name, text, -1, false,
                                         &faults);
  if (!complete) *text = '\0';
  carom_scenario_free(complete);
  return text;
}

static void every_law_in_every_problem(void **state)
{
  (void)state;
  int refused[COUNT(property)] = {0}, without[COUNT(property)] = {0};
  assert_int_equal(COUNT(problem), CAROM_KINDS);
  for (int kind = 0; kind < CAROM_KINDS; kind++) {
    for (int k = 0; k < carom_law_count(); k++) {
      const carom_law *law = carom_law_at(k);
      const carom_law_info *about = carom_law_about(law);
      const carom_fields fields = carom_law_fields(law);
      char who[64], setting[96];
      snprintf(who, sizeof who, "law '%s'", about->name);
      for (int p = 0; p < COUNT(property); p++) {
        const bool first = left_out(kind, about->name, "", who, p);
        if (!strcmp(property[p].name, "yield"))
          assert_int_equal(first, (about->traits & CAROM_LAW_YIELDS) != 0);
        refused[p] += first;
        without[p] += !first;
        for (int f = 0; f < fields.count; f++)
          if (*setting_of(law, &fields.field[f], kind, setting, sizeof setting))
            without[p] += !left_out(kind, about->name, setting, who, p);
      }
    }
  }
  for (int p = 0; p < COUNT(property); p++)
    assert_true(refused[p] > 0 && without[p] > 0); /* both ways are seen of each */
}

/* Of a model only the shear moduli can be missing. */
static void every_tangential_model(void **state)
{
  (void)state;
  int refused = 0, without = 0;
  for (int k = 0; k < carom_tangential_count(); k++) {
    const char *name = carom_tangential_about(carom_tangential_at(k))->name;
    for (int given = 0; given < 2; given++) {
      char setting[160], who[64];
      snprintf(setting, sizeof setting,
               ", \"stiffness\": 1e5, \"tangential\": {\"model\": \"%s\"%s}", name,
               given ? ", \"stiffness\": 5e4" : "");
      snprintf(who, sizeof who, "tangential model '%s'", name);
      for (int p = 0; p < 2; p++) {
        const bool missed = left_out(CAROM_KIND_SCENE, "hooke", setting, who, p);
        refused += missed;
        without += !missed;
      }
    }
  }
  assert_true(refused > 0 && without > 0);
}

/* A restitution that is computed from elastic waves needs more than the law. */
static void waves_need_a_density(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  carom_error err;
  def.law = "wang-dashpot";
  def.a.mass = def.b.mass = 0.1;
  carom_contact_set_text(&def, "restitution_elastic", "wave");
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_OK);
  def.a.material.density = CAROM_UNSET;
  assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "a.density");
  assert_non_null(strstr(err.text, "wave"));
}

/* The same from C: what is not known is CAROM_UNSET, and the default is steel. */
static void the_library_names_the_body(void **state)
{
  (void)state;
  static const char *const where[2][3] = {{"a.young", "a.poisson", "a.density"},
                                          {"b.young", "b.poisson", "b.density"}};
  for (int body = 0; body < 2; body++)
    for (int i = 0; i < 3; i++) {
      carom_contact_def def = carom_contact_default();
      carom_material *m = body ? &def.b.material : &def.a.material;
      double *const place[] = {&m->young, &m->poisson, &m->density};
      carom_contact contact;
      carom_error err;
      *place[i] = CAROM_UNSET;
      assert_int_equal(carom_contact_prepare(&def, &contact, &err), CAROM_ERR_MISSING);
      assert_string_equal(err.where, where[body][i]);
    }
  carom_contact_def def = carom_contact_default();
  def.law = "hooke";
  def.a.material.young = def.b.material.poisson = CAROM_UNSET;
  set(&def, "stiffness", 1e5);
  assert_true(prepared(&def).modulus == CAROM_UNSET);
}

/* Whatever nobody asked for is the law's own wish, and calibrated for as any other. */
static void a_default_is_not_asked(void **state)
{
  (void)state;
  int dampings = 0;
  for (int k = 0; k < carom_law_count(); k++) {
    const carom_law_info *about = carom_law_about(carom_law_at(k));
    const bool two = about->dampings == 2;
    carom_contact_def def = carom_contact_default();
    def.law = about->name;
    const carom_contact unasked = prepared(&def);
    for (int i = 0; i < about->dampings; i++) {
      const char *const name = !two ? "restitution"
                               : i  ? "restitution_plastic"
                                    : "restitution_elastic";
      const carom_fields fields = carom_law_fields(carom_law_at(k));
      const double usual = fields.field[carom_field_find(fields, name)].fallback;
      assert_true(unasked.asked[i] == CAROM_UNSET && unasked.intended[i] == usual);
      set(&def, name, usual);
      dampings++;
    }
    const carom_contact asked = prepared(&def);
    for (int i = 0; i < about->dampings; i++)
      assert_true(asked.asked[i] == unasked.intended[i] && asked.damping[i] == unasked.damping[i]);
  }
  assert_true(dampings > 20);
}

/* Below the floor of the speed a hysteresis law delivers another restitution: whose? */
static void the_verdict_knows_who_asked(void **state)
{
  (void)state;
  carom_contact_def def = carom_contact_default();
  def.law = "flores";
  const carom_contact unasked = prepared(&def);
  assert_int_equal(struck(&unasked, 1e-4).validity, CAROM_NOT_AS_DEFAULT);
  set(&def, "restitution", 0.7);
  const carom_contact asked = prepared(&def);
  assert_int_equal(struck(&asked, 1e-4).validity, CAROM_NOT_AS_ASKED);
  assert_true(struck(&asked, 1e-4).restitution == struck(&unasked, 1e-4).restitution);
}

SUITE("missing properties", every_law_in_every_problem, every_tangential_model,
      waves_need_a_density, the_library_names_the_body, a_default_is_not_asked,
      the_verdict_knows_who_asked)
