/* SPDX-License-Identifier: MIT */
/* Scenario files with one fault each, for every field and key of the format's tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "core/fields.h"
#include "core/text.h"
#include "io/kinds.h"

enum { ROOM = 4096 };

#define STEEL "{young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}"
#define JSON_STEEL "{\"young\": 207e9, \"poisson\": 0.3, \"density\": 7800, \"yield\": 1.03e9}"

/* Lines of a file, each with the group it belongs to. '@' is where something is put in; the number
 * of blanks before it is the indentation. LAW stands for a law. */
struct line {
  const char *group, *text;
};

static const struct line impact_file[] = {{"file", "carom: 1"},
                                          {"file", "@"},
                                          {"file", "materials:"},
                                          {"name", "  steel:"},
                                          {"material", "    @"},
                                          {"material", "    young: 207 GPa"},
                                          {"material", "    poisson: 0.3"},
                                          {"material", "    density: 7800 kg/m3"},
                                          {"material", "    yield: 1.03 GPa"},
                                          {"file", "contacts:"},
                                          {"name", "  -"},
                                          {"contact", "    @"},
                                          {"contact", "    between: [steel, steel]"},
                                          {"contact", "    law: LAW"},
                                          {"file", "impact:"},
                                          {"impact", "  @"},
                                          {"impact", "  a:"},
                                          {"body", "    @"},
                                          {"body", "    material: steel"},
                                          {"body", "    radius: 20 mm"},
                                          {"impact", "  b: {material: steel}"},
                                          {"file", "run:"},
                                          {"run", "  @"},
                                          {"run", "  integrator: dop853"},
                                          {"file", "record:"},
                                          {"record", "  @"},
                                          {"record", "  every: 1 us"},
                                          {NULL, NULL}};

static const struct line chain_file[] = {
    {"file", "carom: 1"},
    {"file", "materials: {steel: " STEEL "}"},
    {"file", "contacts: [{between: [steel, steel], law: hertz}]"},
    {"file", "chain:"},
    {"chain", "  @"},
    {"chain", "  beads:"},
    {"name", "    -"},
    {"bead", "      @"},
    {"bead", "      material: steel"},
    {"bead", "      radius: 5 mm"},
    {"bead", "      velocity: 1 m/s"},
    {"chain", "  right:"},
    {"wall", "    @"},
    {"wall", "    wall: steel"},
    {"wall", "    gap: 1 um"},
    {"file", "run:"},
    {"run", "  @"},
    {"run", "  until: 1 ms"},
    {"run", "  integrator: euler-trapezoid"},
    {"run", "  step: 100 ns"},
    {"file", "record:"},
    {"record", "  @"},
    {"record", "  every: 1 us"},
    {NULL, NULL}};

static const struct line bounce_file[] = {
    {"file", "carom: 1"},
    {"file", "materials: {steel: " STEEL "}"},
    {"file", "contacts: [{between: [steel, steel], law: hertz}]"},
    {"file", "bounce:"},
    {"bounce", "  @"},
    {"bounce", "  body:"},
    {"body", "    @"},
    {"body", "    material: steel"},
    {"body", "    radius: 5 mm"},
    {"bounce", "  ground: {shape: flat, material: steel}"},
    {"bounce", "  height: 1 m"},
    {"bounce", "  speed: 1 m/s"},
    {"file", "run: {until: 1 s}"},
    {"file", "measured:"},
    {"measured", "  @"},
    {"measured", "  file: heights.csv"},
    {"measured", "  share: 0.1"},
    {NULL, NULL}};

static const struct line mechanism_file[] = {
    {"file", "carom: 1"},
    {"file", "materials: {steel: " STEEL "}"},
    {"file", "contacts: [{between: [steel, steel], law: hertz}]"},
    {"file", "mechanism:"},
    {"mechanism", "  @"},
    {"mechanism", "  bodies:"},
    {"name", "    arm:"},
    {"mechanism_body", "      @"},
    {"mechanism_body", "      mass: 1 kg"},
    {"mechanism_body", "      inertia: 0.1 kg m2"},
    {"mechanism_body", "      x: 1 mm"},
    {"mechanism_body", "      points:"},
    {"name", "        end:"},
    {"point", "          @"},
    {"point", "          x: 1 m"},
    {"name", "    block: {mass: 1 kg, inertia: 1 kg m2, x: 1 m}"},
    {"mechanism", "  joints:"},
    {"name", "    pivot:"},
    {"joint", "      @"},
    {"joint", "      a: ground"},
    {"joint", "      b: arm"},
    {"joint", "      type: revolute"},
    {"mechanism", "  clearances:"},
    {"name", "    pin:"},
    {"clearance", "      @"},
    {"clearance", "      bearing: arm.end"},
    {"clearance", "      journal: block"},
    {"clearance", "      bearing_radius: 10 mm"},
    {"clearance", "      journal_radius: 9 mm"},
    {"clearance", "      bearing_material: steel"},
    {"clearance", "      journal_material: steel"},
    {"mechanism", "  drivers:"},
    {"name", "    motor:"},
    {"driver", "      @"},
    {"driver", "      joint: pivot"},
    {"driver", "      speed: 1 rad/s"},
    {"mechanism", "  springs:"},
    {"name", "    coil:"},
    {"spring", "      @"},
    {"spring", "      a: ground"},
    {"spring", "      b: block"},
    {"mechanism", "  torsion_springs:"},
    {"name", "    twist:"},
    {"torsion_spring", "      @"},
    {"torsion_spring", "      a: ground"},
    {"torsion_spring", "      b: block"},
    {"file", "run:"},
    {"run", "  @"},
    {"run", "  until: 1 ms"},
    {"file", "record:"},
    {"record", "  @"},
    {"record", "  every: 1 us"},
    {NULL, NULL}};

static const struct line scene_file[] = {{"file", "carom: 1"},
                                         {"file", "materials: {glass: " STEEL "}"},
                                         {"file", "contacts:"},
                                         {"name", "  - between: [glass, glass]"},
                                         {"contact", "    law: hertz"},
                                         {"contact", "    tangential:"},
                                         {"tangential", "      @"},
                                         {"tangential", "      model: LAW"},
                                         {"tangential", "      friction: 0.5"},
                                         {"file", "scene:"},
                                         {"scene", "  @"},
                                         {"scene", "  particles:"},
                                         {"name", "    -"},
                                         {"particles", "      @"},
                                         {"particles", "      material: glass"},
                                         {"particles", "      radius: 5 mm"},
                                         {"particles", "      low: [0, 0, 0]"},
                                         {"particles", "      high: [1 m, 1 m, 1 m]"},
                                         {"scene", "  sizes:"},
                                         {"name", "    -"},
                                         {"size", "      @"},
                                         {"size", "      material: glass"},
                                         {"size", "      radius: 5 mm"},
                                         {"scene", "  walls:"},
                                         {"name", "    drum:"},
                                         {"scene_wall", "      @"},
                                         {"scene_wall", "      shape: cylinder"},
                                         {"scene_wall", "      material: glass"},
                                         {"scene_wall", "      radius: 5 m"},
                                         {"scene", "  sinks:"},
                                         {"name", "    out:"},
                                         {"sink", "      @"},
                                         {"sink", "      shape: cylinder"},
                                         {"sink", "      radius: 5 mm"},
                                         {"sink", "      inner_radius: 1 mm"},
                                         {"sink", "      length: 5 mm"},
                                         {"scene", "  sources:"},
                                         {"name", "    feeder:"},
                                         {"source", "      @"},
                                         {"source", "      shape: cylinder"},
                                         {"source", "      point: [0.5 m, 0.5 m, 0.5 m]"},
                                         {"source", "      radius: 50 mm"},
                                         {"source", "      inner_radius: 10 mm"},
                                         {"source", "      length: 50 mm"},
                                         {"source", "      count: 5"},
                                         {"source", "      particles:"},
                                         {"name", "        -"},
                                         {"source_part", "          @"},
                                         {"source_part", "          material: glass"},
                                         {"source_part", "          radius: 5 mm"},
                                         {"scene", "  domain:"},
                                         {"domain", "    @"},
                                         {"domain", "    low: [0, 0, 0]"},
                                         {"domain", "    high: [1 m, 1 m, 1 m]"},
                                         {"file", "run:"},
                                         {"run", "  @"},
                                         {"run", "  until: 1 ms"},
                                         {"file", "record:"},
                                         {"record", "  @"},
                                         {"record", "  every: 1 us"},
                                         {NULL, NULL}};

static const struct line dense_file[] = {{"file", "carom: 1"},
                                         {"file", "materials: {glass: " STEEL "}"},
                                         {"file", "contacts:"},
                                         {"name", "  - between: [glass, glass]"},
                                         {"contact", "    law: hertz"},
                                         {"contact", "    tangential:"},
                                         {"tangential", "      @"},
                                         {"tangential", "      model: LAW"},
                                         {"tangential", "      friction: 0.5"},
                                         {"file", "scene:"},
                                         {"scene", "  @"},
                                         {"scene", "  particles:"},
                                         {"name", "    -"},
                                         {"particles", "      @"},
                                         {"particles", "      arrange: dense"},
                                         {"particles", "      material: glass"},
                                         {"particles", "      radius: 5 mm"},
                                         {"particles", "      count: 20"},
                                         {"particles", "      within:"},
                                         {"region", "        @"},
                                         {"region", "        shape: cylinder"},
                                         {"region", "        radius: 50 mm"},
                                         {"region", "        inner_radius: 10 mm"},
                                         {"region", "        length: 50 mm"},
                                         {"file", "run:"},
                                         {"run", "  @"},
                                         {"run", "  until: 1 ms"},
                                         {"file", "record:"},
                                         {"record", "  @"},
                                         {"record", "  every: 1 us"},
                                         {NULL, NULL}};

/* Where things are in the file that was made. */
struct made {
  char text[ROOM];
  int line, column; /* of what was put in */
  int group_line, group_column;
};

static bool is_key(const char *text, const char *key)
{
  const char *start = text + strspn(text, " ");
  return strcspn(start, ":") == strlen(key) && !strncmp(start, key, strlen(key));
}

/* The file with `what` put into a group, and without the key of that group that it replaces. */
static struct made make(const struct line *lines, const char *group, const char *law,
                        const char *what, const char *without)
{
  struct made m = {.text = ""};
  size_t used = 0;
  int number = 0, skipped_indent = -1;
  for (const struct line *l = lines; l->group; l++) {
    const int indent = (int)strspn(l->text, " ");
    if (skipped_indent >= 0 && indent > skipped_indent) continue; /* what stood under it */
    skipped_indent = -1;
    const bool here = !strcmp(l->group, group), place = l->text[indent] == '@';
    if (place && (!here || !what)) continue;
    if (here && !place && without && is_key(l->text, without)) {
      skipped_indent = indent;
      continue;
    }
    number++;
    if (here && !m.group_line) {
      m.group_line = number;
      m.group_column = indent + 1;
    }
    if (place) {
      m.line = number;
      m.column = indent + 1;
    }
    const char *at = strstr(l->text, "LAW");
    used += (size_t)(place ? snprintf(m.text + used, ROOM - used, "%*s%s\n", indent, "", what)
                     : at  ? snprintf(m.text + used, ROOM - used, "%.*s%s\n", (int)(at - l->text),
                                      l->text, law)
                           : snprintf(m.text + used, ROOM - used, "%s\n", l->text));
  }
  return m;
}

static carom_faults faults_of(const char *text)
{
  carom_faults faults;
  carom_scenario *scenario = carom_scenario_read(text, strlen(text), false, NULL, 0, &faults);
  assert_int_equal(scenario == NULL, faults.count > 0);
  carom_scenario_free(scenario);
  return faults;
}

static int tried;

/* One fault, at this place, of this kind, with this in its sentence. */
static void expect(const struct made *m, int line, int column, carom_status code, const char *says)
{
  const carom_faults faults = faults_of(m->text);
  const carom_error *err = &faults.fault[0];
  tried++;
  if (faults.count != 1 || err->line != line || err->column != column || err->code != code ||
      (says && !strstr(err->text, says)))
    fail_msg("expected %d:%d %s '%s', got %d faults, %d:%d: %s: %s (%s) in\n%s", line, column,
             carom_status_text(code), says ? says : "", faults.count, err->line, err->column,
             err->where, err->text, carom_status_text(err->code), m->text);
}

/* What a group of the tables is in the files above. */
struct case_of {
  const struct line *lines;
  carom_group group;
  const char *name, *law;
  const char *takes; /* what this problem takes of the group; NULL: everything */
};

static void try_value(const struct case_of *c, const carom_field *field, const char *value,
                      carom_status code)
{
  char what[200];
  snprintf(what, sizeof what, "%s: %s", field->name, value);
  const struct made m = make(c->lines, c->name, c->law, what, field->name);
  expect(&m, m.line, m.column + (int)strlen(field->name) + 2, code, NULL);
}

static void try_numbers(const struct case_of *c, const carom_field *field)
{
  char value[64];
  if (!field->unit) {
    try_value(c, field, "5 kg", CAROM_ERR_UNKNOWN);
    try_value(c, field, "sideways", CAROM_ERR_UNKNOWN);
    return;
  }
  const bool mass = !strcmp(field->unit, "kg");
  try_value(c, field, mass ? "5 m" : "5 kg", CAROM_ERR_UNIT);
  try_value(c, field, "5 furlongs", CAROM_ERR_UNIT);
  try_value(c, field, "sideways", field->words ? CAROM_ERR_UNKNOWN : CAROM_ERR_SYNTAX);
  snprintf(value, sizeof value, "%.17g", field->max > 0 ? 2 * field->max : field->max + 1);
  try_value(c, field, value, CAROM_ERR_RANGE);
  snprintf(value, sizeof value, "%.17g", field->min > 0 ? 0.5 * field->min : 2 * field->min - 1);
  try_value(c, field, value, CAROM_ERR_RANGE);
  try_value(c, field, "1e999", CAROM_ERR_RANGE);
}

static void try_types(const struct case_of *c, const carom_field *field)
{
  static const char *const wrong[] = {"[1, 2]", "{a: 1}", "[]"};
  char what[200];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    try_value(c, field, wrong[i], CAROM_ERR_SYNTAX);
  snprintf(what, sizeof what, "%s:", field->name);
  const struct made m = make(c->lines, c->name, c->law, what, field->name);
  expect(&m, m.line, m.column + (int)strlen(field->name) + 1, CAROM_ERR_SYNTAX, "nothing");
}

/* A letter too many is told with the right name; the same key twice is told at the second. */
static void try_names(const struct case_of *c, const char *name, const char *value)
{
  char what[400], says[80];
  snprintf(what, sizeof what, "%sq: %s", name, value);
  if (strlen(name) > 1)
    snprintf(says, sizeof says, "did you mean '%s'", name);
  else
    snprintf(says, sizeof says, "known: "); /* one letter is near to nothing */
  struct made m = make(c->lines, c->name, c->law, what, NULL);
  expect(&m, m.line, m.column, CAROM_ERR_UNKNOWN, says);
  snprintf(what, sizeof what, "%s: %s\n%*s%s: %s", name, value, m.column - 1, "", name, value);
  m = make(c->lines, c->name, c->law, what, name);
  expect(&m, m.line + 1, m.column, CAROM_ERR_SYNTAX, "given twice");
  const char *dash = strchr(name, '_');
  if (!dash) return;
  snprintf(what, sizeof what, "%s: %s\n%*s%.*s-%s: %s", name, value, m.column - 1, "",
           (int)(dash - name), name, dash + 1, value);
  m = make(c->lines, c->name, c->law, what, name);
  expect(&m, m.line + 1, m.column, CAROM_ERR_SYNTAX, "given twice");
}

/* A value that is accepted: the default, or the middle of a small range. */
static void good_value(const carom_field *field, char value[96])
{
  double number = field->fallback;
  if (number == CAROM_UNSET) number = field->min > 0 ? field->min : 0;
  if (number > field->max) number = field->max;
  carom_field_print(field, number, value, 96);
}

static void try_group(const struct case_of *c)
{
  char value[96];
  for (int i = 0; i < carom_group_fields(&c->group); i++) {
    const carom_field *field = carom_group_field(&c->group, i);
    if (c->takes && !carom_name_listed(c->takes, field->name)) continue;
    good_value(field, value);
    try_numbers(c, field);
    try_types(c, field);
    try_names(c, field->name, value);
  }
  for (int i = 0; i < c->group.keys; i++) {
    const carom_key *key = &c->group.key[i];
    if (!key->required) continue;
    char says[80];
    snprintf(says, sizeof says, "'%s' is missing", key->name);
    const struct made m = make(c->lines, c->name, c->law, NULL, key->name);
    expect(&m, m.group_line, m.group_column, CAROM_ERR_MISSING, says);
  }
}

static void needs_yaml(void)
{
  if (!carom_yaml_known()) skip();
}

static void every_field_of_every_group(void **state)
{
  (void)state;
  needs_yaml();
  const struct case_of cases[] = {
      {impact_file, carom_group_material(), "material", "hertz", NULL},
      {impact_file, carom_group_impact(), "impact", "hertz", NULL},
      {impact_file, carom_group_body(), "body", "hertz", NULL},
      {bounce_file, carom_group_bounce(), "bounce", "hertz", NULL},
      {bounce_file, carom_group_measured(), "measured", "hertz", NULL},
      {chain_file, carom_group_run(), "run", "hertz", NULL},
      {chain_file, carom_group_record(), "record", "hertz",
       carom_kind_about(CAROM_KIND_CHAIN)->record},
      {mechanism_file, carom_group_record(), "record", "hertz",
       carom_kind_about(CAROM_KIND_MECHANISM)->record},
      {chain_file, carom_group_chain(), "chain", "hertz", NULL},
      {chain_file, carom_group_bead(), "bead", "hertz", NULL},
      {chain_file, carom_group_wall(), "wall", "hertz", NULL},
      {mechanism_file, carom_group_mechanism(), "mechanism", "hertz", NULL},
      {mechanism_file, carom_group_mechanism_body(), "mechanism_body", "hertz", NULL},
      {mechanism_file, carom_group_point(), "point", "hertz", NULL},
      {mechanism_file, carom_group_joint(), "joint", "hertz", NULL},
      {mechanism_file, carom_group_clearance(), "clearance", "hertz", NULL},
      {mechanism_file, carom_group_driver(), "driver", "hertz", NULL},
      {mechanism_file, carom_group_spring(), "spring", "hertz", NULL},
      {mechanism_file, carom_group_torsion_spring(), "torsion_spring", "hertz", NULL},
      {scene_file, carom_group_run(), "run", "mindlin", carom_kind_about(CAROM_KIND_SCENE)->run},
      {scene_file, carom_group_record(), "record", "mindlin",
       carom_kind_about(CAROM_KIND_SCENE)->record},
      {scene_file, carom_group_scene(), "scene", "mindlin", NULL},
      {scene_file, carom_group_particles(), "particles", "mindlin", NULL},
      {scene_file, carom_group_size(), "size", "mindlin", NULL},
      {scene_file, carom_group_scene_wall(), "scene_wall", "mindlin", NULL},
      {scene_file, carom_group_domain(), "domain", "mindlin", NULL},
      {scene_file, carom_group_sink(), "sink", "mindlin", NULL},
      {dense_file, carom_group_particles(), "particles", "mindlin", NULL},
      {dense_file, carom_group_region(), "region", "mindlin", NULL},
      {scene_file, carom_group_source(), "source", "mindlin", NULL},
      {scene_file, carom_group_source_part(), "source_part", "mindlin", NULL},
      {impact_file, carom_group_file(), "file", "hertz", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    try_group(&cases[i]);
  assert_true(tried > 250);
}

static void every_setting_of_every_law(void **state)
{
  (void)state;
  needs_yaml();
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law *law = carom_law_at(i);
    const struct case_of c = {impact_file, carom_group_contact(law), "contact",
                              carom_law_about(law)->name, NULL};
    try_group(&c);
  }
}

/* With the group of the stage, and one setting of the model, for those of sliding. */
static void every_setting_of_every_stage(void **state)
{
  const char *stage;
  (void)state;
  needs_yaml();
  for (int k = 0; (stage = carom_stage_name(k)); k++)
    for (int i = 0; i < carom_stage_models(stage); i++) {
      const carom_stage *model = carom_stage_model(stage, i);
      struct line file[sizeof scene_file / sizeof *scene_file];
      char key[48], setting[48];
      memcpy(file, scene_file, sizeof file);
      snprintf(key, sizeof key, "    %s:", stage);
      snprintf(setting, sizeof setting, "      %s: 0.5", carom_stage_fields(model).field[0].name);
      for (struct line *l = file; l->text; l++) {
        if (!strcmp(l->text, "    tangential:")) l->text = key;
        if (!strcmp(l->text, "      friction: 0.5")) l->text = setting;
        if (!strcmp(l->group, "tangential")) l->group = stage;
      }
      const struct case_of c = {file, carom_group_stage(stage, model), stage,
                                carom_stage_about(model)->name, NULL};
      try_group(&c);
    }
}

static void files_without_faults(void **state)
{
  (void)state;
  needs_yaml();
  for (int i = 0; i < carom_law_count(); i++) {
    const struct made m = make(impact_file, "", carom_law_about(carom_law_at(i))->name, NULL, NULL);
    const carom_faults faults = faults_of(m.text);
    if (faults.count > 0) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  }
  const struct made chain = make(chain_file, "", "", NULL, NULL),
                    bounce = make(bounce_file, "", "", NULL, NULL);
  assert_int_equal(faults_of(chain.text).count, 0);
  assert_int_equal(faults_of(bounce.text).count, 0);
  const struct made mechanism = make(mechanism_file, "", "", NULL, NULL);
  const carom_faults faults = faults_of(mechanism.text);
  if (faults.count > 0) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
}

/* The same scenario from JSON and from YAML. */
static void both_readers_agree(void **state)
{
  (void)state;
  static const char text[] =
      "{\"carom\": 1, \"materials\": {\"m\": {\"young\": \"70 GPa\", \"poisson\": 0.3,\n"
      " \"density\": 7800, \"yield\": \"none\"}},\n"
      " \"contacts\": [{\"between\": [\"m\", \"m\"], \"law\": \"tsuji\", \"restitution\": 0.5}],\n"
      " \"chain\": {\"beads\": [{\"count\": 3, \"radius\": 0.001, \"material\": \"m\", \"fixed\": "
      "false},\n"
      "   {\"radius\": \"2 mm\", \"material\": \"m\", \"driven\": [[0, 1], [\"1 ms\", 2]]}],\n"
      "   \"right\": {\"wall\": \"m\", \"gap\": \"1 um\"}, \"start\": \"placed\"},\n"
      " \"run\": {\"until\": \"1 ms\"}, \"record\": {\"contacts\": [\"right\", 1], \"beads\": "
      "\"all\"}}";
  for (int json = carom_yaml_known() ? 0 : 1; json < 2; json++) {
    carom_faults faults;
    carom_scenario *s = carom_scenario_read(text, strlen(text), json, NULL, 0, &faults);
    if (!s) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
    assert_int_equal(s->problem, CAROM_KIND_CHAIN);
    assert_int_equal(s->chain.beads, 4);
    assert_int_equal(s->chain.bead[3].drive_points, 2);
    assert_true(s->chain.bead[3].drive_time[1] == 1e-3 && s->chain.bead[3].drive_velocity[1] == 2);
    assert_true(s->chain.speed == 2 && s->contact[0].def.speed == 2);
    assert_true(s->material[0].material.young == 70e9);
    assert_true(s->material[0].material.yield == CAROM_NEVER);
    assert_true(s->chain.right.present && s->chain.right.gap == 1e-6);
    assert_int_equal(s->record.beads, 4);
    assert_int_equal(s->record.contacts, 2);
    assert_int_equal(s->record.contact[0], CAROM_RIGHT_WALL);
    assert_true(s->record.every == 1e-6 && s->run.tolerance == 1e-12);
    assert_int_equal(s->joints, 3);
    carom_scenario_free(s);
  }
}

/* A cell is the same as its bodies written out; contacts that come again are prepared once. */
static void cells_are_repeated(void **state)
{
  (void)state;
  static const char *const beads[] = {
      "{\"count\": 3, \"cell\": [{\"radius\": 1, \"material\": \"a\"}, {\"count\": 2, "
      "\"radius\": 2, \"material\": \"b\", \"gap\": 1e-6}]}",
      "{\"radius\": 1, \"material\": \"a\"}, {\"count\": 2, \"radius\": 2, \"material\": \"b\", "
      "\"gap\": 1e-6}, {\"radius\": 1, \"material\": \"a\"}, {\"count\": 2, \"radius\": 2, "
      "\"material\": \"b\", \"gap\": 1e-6}, {\"radius\": 1, \"material\": \"a\"}, {\"count\": 2, "
      "\"radius\": 2, \"material\": \"b\", \"gap\": 1e-6}"};
  carom_scenario *s[2];
  for (int k = 0; k < 2; k++) {
    char text[ROOM];
    carom_faults faults;
    snprintf(text, sizeof text,
             "{\"carom\": 1, \"materials\": {\"a\": " JSON_STEEL ", \"b\": " JSON_STEEL
             ", \"c\": " JSON_STEEL "}, \"contacts\": ["
             "{\"between\": [\"c\", \"a\"], \"law\": \"hertz\"}, "
             "{\"between\": [\"a\", \"b\"], \"law\": \"hertz\"}, "
             "{\"between\": [\"b\", \"b\"], \"law\": \"tsuji\"}], \"chain\": {\"beads\": ["
             "{\"radius\": 3, \"material\": \"c\", \"velocity\": 1}, %s], \"right\": "
             "{\"wall\": \"b\"}}, \"run\": {\"until\": 1}}",
             beads[k]);
    s[k] = carom_scenario_read(text, strlen(text), true, NULL, 0, &faults);
    if (!s[k]) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  }
  assert_int_equal(s[0]->chain.beads, 10);
  assert_int_equal(s[1]->chain.beads, 10);
  for (int i = 0; i < 10; i++) {
    assert_int_equal(s[0]->chain.bead[i].contact, s[1]->chain.bead[i].contact);
    assert_true(s[0]->chain.bead[i].body.radius == s[1]->chain.bead[i].body.radius);
    assert_true(s[0]->chain.bead[i].gap == s[1]->chain.bead[i].gap);
  }
  assert_int_equal(s[0]->joints, 5); /* c-a, a-b, b-b, b-a, b-wall */
  assert_int_equal(s[1]->joints, 10);
  assert_int_equal(s[0]->joint[1].repeats, 3);
  assert_int_equal(s[0]->joint[1].period, 3);
  assert_int_equal(s[0]->joint[3].repeats, 2);
  carom_scenario_free(s[0]);
  carom_scenario_free(s[1]);
}

static void changes_come_before_the_walk(void **state)
{
  (void)state;
  needs_yaml();
  const struct made m = make(chain_file, "", "", NULL, NULL);
  const carom_change good[] = {{"contacts.0.law", "ma-liu", NULL},
                               {"materials.steel.young", "100 GPa", NULL},
                               {"chain.beads.0.count", "5", NULL},
                               {"chain.gravity", "9.81", NULL},
                               {"run.until", "2 ms", NULL}};
  const carom_change bad[] = {{"chain.beads.0.velocity", "2 m", NULL},
                              {"chain.baeds.0.velocity", "2", NULL}};
  carom_faults faults;
  carom_scenario *s = carom_scenario_read(m.text, strlen(m.text), false, good, 5, &faults);
  assert_non_null(s);
  assert_string_equal(s->contact[0].def.law, "ma-liu");
  assert_true(s->chain.bead[4].body.material.young == 100e9 && s->run.until == 2e-3);
  carom_scenario_free(s);
  assert_null(carom_scenario_read(m.text, strlen(m.text), false, bad, 2, &faults));
  assert_int_equal(faults.count, 2);
  assert_string_equal(faults.fault[0].where, "chain.baeds");
  assert_non_null(strstr(faults.fault[0].text, "'beads'"));
  assert_string_equal(faults.fault[1].where, "chain.beads[0].velocity");
  assert_int_equal(faults.fault[1].line, 0);
}

static void sweeps_are_counted_through(void **state)
{
  (void)state;
  needs_yaml();
  struct made m = make(impact_file, "file", "hertz",
                       "sweep: {impact.speed: [1, 2, 3], materials.steel.young: [1 GPa, 2 GPa]}",
                       NULL);
  carom_faults faults;
  carom_scenario *s = carom_scenario_read(m.text, strlen(m.text), false, NULL, 0, &faults);
  assert_non_null(s);
  assert_int_equal(carom_scenario_runs(s, 1000), 6);
  assert_string_equal(carom_scenario_value(s, 4, 0)->text, "3");
  assert_string_equal(carom_scenario_value(s, 3, 1)->text, "2 GPa");
  carom_scenario_free(s);
}

/* A change that every combination replaces again is refused; `none` leaves the sweep out. */
static void changes_and_sweeps(void **state)
{
  (void)state;
  needs_yaml();
  static const struct {
    const char *path, *value;
    bool good;
    int axes;
  } given[] = {{"impact.speed", "4", false, 0},
               {"materials.steel.young", "3 GPa", false, 0},
               {"materials.steel.poisson", "0.2", false, 0},
               {"sweep.impact.speed", "[4, 5]", true, 2},
               {"impact.a.radius", "1 mm", true, 2},
               {"sweep", "none", true, 0},
               {"sweep", "{}", false, 0}};
  struct made m = make(impact_file, "file", "hertz",
                       "sweep: {impact.speed: [1, 2], materials.steel: [{young: 2 GPa, poisson: "
                       "0.3, density: 7800, yield: none}]}",
                       NULL);
  for (int i = 0; i < (int)(sizeof given / sizeof *given); i++) {
    const carom_change change = {given[i].path, given[i].value, NULL};
    carom_faults faults;
    carom_scenario *s = carom_scenario_read(m.text, strlen(m.text), false, &change, 1, &faults);
    if (!!s != given[i].good) fail_msg("%s=%s", given[i].path, given[i].value);
    if (s) assert_int_equal(s->axes, given[i].axes);
    if (!s) assert_string_equal(faults.fault[0].where, given[i].path);
    carom_scenario_free(s);
  }
}

/* Twenty are kept, the others counted, in the order of the file. */
static void many_faults(void **state)
{
  (void)state;
  needs_yaml();
  char text[ROOM] = "carom: 1\nmaterials:\n";
  for (int i = 0; i < 30; i++)
    snprintf(text + strlen(text), ROOM - strlen(text), "  m%d: {young: -1}\n", i);
  const carom_faults faults = faults_of(text);
  assert_int_equal(faults.count, CAROM_FAULTS);
  assert_true(faults.more >= 10);
  for (int i = 1; i < faults.count; i++)
    assert_true(faults.fault[i].line >= faults.fault[i - 1].line);
}

SUITE("scenario", files_without_faults, every_field_of_every_group, every_setting_of_every_law,
      every_setting_of_every_stage, both_readers_agree, cells_are_repeated,
      changes_come_before_the_walk, sweeps_are_counted_through, changes_and_sweeps, many_faults)
