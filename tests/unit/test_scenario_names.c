/* SPDX-License-Identifier: MIT */
/* Names in paths and in files: a path never makes an entry, and what nothing uses is told. */
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "io/scenario_parts.h"

/* Every map and list of the format that can stand in a file of its kind. */
static const char mechanism[] =
    "{\"carom\": 1,\n"
    " \"materials\": {\"steel\": {\"young\": \"207 GPa\", \"poisson\": 0.3, \"density\": 2500}},\n"
    " \"contacts\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"hertz\"}],\n"
    " \"mechanism\": {\n"
    "  \"bodies\": {\"rod\": {\"mass\": 1, \"inertia\": 1, \"points\": {\"end\": {\"x\": 1}}},\n"
    "             \"slider\": {\"mass\": 1, \"inertia\": 1, \"x\": 1}},\n"
    "  \"ground\": {\"right\": {\"x\": 0}},\n"
    "  \"joints\": {\"pivot\": {\"a\": \"ground.right\", \"b\": \"rod\"}},\n"
    "  \"clearances\": {\"wrist\": {\"bearing\": \"rod.end\", \"journal\": \"slider\",\n"
    "    \"bearing_radius\": 0.01, \"journal_radius\": 0.0095,\n"
    "    \"bearing_material\": \"steel\", \"journal_material\": \"steel\"}},\n"
    "  \"drivers\": {\"motor\": {\"joint\": \"pivot\", \"speed\": 1}},\n"
    "  \"springs\": {\"coil\": {\"a\": \"ground\", \"b\": \"rod.end\"}},\n"
    "  \"torsion_springs\": {\"twist\": {\"a\": \"ground\", \"b\": \"rod\"}}},\n"
    " \"run\": {\"until\": 1}}";

static const char scene[] =
    "{\"carom\": 1,\n"
    " \"materials\": {\"glass\": {\"young\": \"10 MPa\", \"poisson\": 0.3, \"density\": 2500}},\n"
    " \"contacts\": [{\"between\": [\"glass\", \"glass\"], \"law\": \"hertz\"}],\n"
    " \"scene\": {\"particles\": [{\"position\": [0, 0, 1], \"radius\": 0.1, \"material\": "
    "\"glass\"}],\n"
    "  \"walls\": {\"box\": {\"shape\": \"plane\", \"material\": \"glass\"}}},\n"
    " \"run\": {\"until\": 1}}";

static const char chain[] =
    "{\"carom\": 1,\n"
    " \"materials\": {\"st\": {\"young\": \"207 GPa\", \"poisson\": 0.3, \"density\": 2500}, "
    "\"brass\": {}},\n"
    " \"contacts\": [{\"between\": [\"st\", \"st\"], \"law\": \"hertz\"}],\n"
    " \"chain\": {\"beads\": [{\"cell\": [{\"radius\": 0.01, \"material\": \"st\"}], \"count\": "
    "3}]},\n"
    " \"run\": {\"until\": 1}}";

static carom_tree *tree_of(const char *text)
{
  carom_tree *tree = NULL;
  assert_int_equal(carom_json_read(text, strlen(text), CAROM_TREE_BYTES, &tree, NULL), CAROM_OK);
  return tree;
}

static int maps, groups;

static void must(const carom_tree *tree, const char *path, carom_status wanted)
{
  carom_error err = {.code = CAROM_OK};
  const carom_status status = carom_path_check(tree, path, &err);
  if (status != wanted)
    fail_msg("%s: %s, expected %s", path, carom_status_text(status), carom_status_text(wanted));
  if (status == CAROM_OK) return;
  assert_string_equal(err.where, path);
  assert_non_null(strstr(err.text, "into the file")); /* the remedy */
}

/* Every key of a group that stands at `node`, and what is below. */
static void try_group(const carom_tree *tree, const carom_group *group, const carom_node *node,
                      const char *prefix)
{
  char path[200];
  for (int i = 0; i < group->keys; i++) {
    const carom_key *key = &group->key[i];
    const carom_node *there = carom_tree_get(node, key->name);
    const bool map = key->kind == CAROM_KEY_MAP, list = key->kind == CAROM_KEY_LIST;
    const bool one = key->kind == CAROM_KEY_GROUP || key->kind == CAROM_KEY_WALL;
    if (!map && !list && !one) continue;
    const carom_group below = carom_group_under(key);
    const char *field = carom_group_fields(&below) ? carom_group_field(&below, 0)->name
                                                   : below.key[0].name;
    snprintf(path, sizeof path, "%s%s", prefix, key->name);
    must(tree, path, CAROM_OK); /* a whole value */
    if (one) {
      snprintf(path, sizeof path, "%s%s.%s", prefix, key->name, field);
      must(tree, path, CAROM_OK); /* may be made */
      groups++;
      snprintf(path, sizeof path, "%s%s.", prefix, key->name);
      if (there) try_group(tree, &below, there, path);
      continue;
    }
    maps++;
    snprintf(path, sizeof path, "%s%s.%s", prefix, key->name, map ? "nosuch" : "7");
    must(tree, path, CAROM_ERR_UNKNOWN);
    snprintf(path, sizeof path, "%s%s.%s.%s", prefix, key->name, map ? "nosuch" : "7", field);
    must(tree, path, CAROM_ERR_UNKNOWN);
    snprintf(path, sizeof path, "%s%s[%s].%s", prefix, key->name, map ? "nosuch" : "7", field);
    must(tree, path, CAROM_ERR_UNKNOWN);
    for (const carom_node *item = there ? there->first : NULL; item; item = item->next) {
      char name[40];
      snprintf(name, sizeof name, "%d", item->index);
      snprintf(path, sizeof path, "%s%s.%s.%s", prefix, key->name, map ? item->key : name, field);
      must(tree, path, CAROM_OK); /* also one left to its default */
      snprintf(path, sizeof path, "%s%s.%s.", prefix, key->name, map ? item->key : name);
      try_group(tree, &below, item, path);
    }
  }
}

static void no_path_makes_an_entry(void **state)
{
  (void)state;
  static const char *const file[] = {mechanism, scene, chain};
  const carom_group group = carom_group_file();
  for (int i = 0; i < 3; i++) {
    carom_tree *tree = tree_of(file[i]);
    maps = groups = 0;
    try_group(tree, &group, carom_tree_root(tree), "");
    must(tree, "contacts.1", CAROM_ERR_UNKNOWN);
    must(tree, "contacts.1.law", CAROM_ERR_UNKNOWN);
    must(tree, "contacts.0.tangential.friction", CAROM_OK);
    assert_true(maps >= 3 && groups >= 8);
    carom_tree_free(tree);
  }
}

static void misspelt(const char *text, const char *path, const char *says)
{
  const carom_change change = {path, "1", NULL};
  carom_faults faults;
  assert_null(carom_scenario_read(text, strlen(text), true, &change, 1, &faults));
  assert_int_equal(faults.count, 1);
  assert_int_equal(faults.fault[0].code, CAROM_ERR_UNKNOWN);
  assert_string_equal(faults.fault[0].where, path);
  if (!strstr(faults.fault[0].text, says)) fail_msg("%s: %s", path, faults.fault[0].text);
}

static void the_right_name_is_offered(void **state)
{
  (void)state;
  misspelt(chain, "materials.stt.young", "did you mean 'st'?");
  misspelt(mechanism, "mechanism.ground.rigth.x", "did you mean 'right'?");
  misspelt(mechanism, "mechanism.bodies.rod.points.edn.x", "did you mean 'end'?");
  misspelt(scene, "scene.walls.bx.point", "did you mean 'box'?");
  misspelt(chain, "chain.beads.0.cell.3.radius", "which has 1, counted from 0");
}

static carom_faults warnings_of(const char *text)
{
  carom_faults faults;
  carom_scenario *scenario = carom_scenario_read(text, strlen(text), true, NULL, 0, &faults);
  if (!scenario) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  carom_scenario_free(scenario);
  return faults;
}

static void unused_materials_are_told(void **state)
{
  (void)state;
  char text[2048];
  carom_faults faults = warnings_of(chain);
  assert_int_equal(faults.warnings, 1);
  assert_string_equal(faults.warning[0].where, "materials.brass");
  assert_int_equal(faults.warning[0].line, 2);
  assert_int_equal(faults.warning[0].column, 77); /* of its name */
  snprintf(text, sizeof text, "%.*s, \"sweep\": {\"chain.beads.0.cell.0.material\": [\"st\"]}}",
           (int)(strlen(chain) - 1), chain);
  assert_int_equal(warnings_of(text).warnings, 1);
  strcpy(strstr(text, "[\"st\"]}}"), "[\"st\", \"brass\"]}}"); /* a sweep names it */
  assert_int_equal(warnings_of(text).warnings, 0);
  assert_int_equal(warnings_of(scene).warnings, 0);
}

/* A file of particles may name any material; only the run reads it. */
static void files_may_use_materials(void **state)
{
  (void)state;
  static const char grains[] =
      "{\"carom\": 1,\n"
      " \"materials\": {\"glass\": {\"young\": \"10 MPa\", \"poisson\": 0.3, \"density\": 2500}, "
      "\"wood\": {}},\n"
      " \"contacts\": [{\"between\": [\"glass\", \"glass\"], \"law\": \"hertz\"}],\n"
      " \"scene\": {\"particles\": [{\"file\": \"grains.xyz\"%s}]},\n"
      " \"run\": {\"until\": 1}}";
  char text[1024];
  snprintf(text, sizeof text, grains, "");
  assert_int_equal(warnings_of(text).warnings, 0);
  snprintf(text, sizeof text, grains, ", \"material\": \"glass\"");
  assert_int_equal(warnings_of(text).warnings, 1);
}

static void unused_points_are_told(void **state)
{
  (void)state;
  char text[2048];
  assert_int_equal(warnings_of(mechanism).warnings, 0);
  const char *end = strstr(mechanism, "\"end\": {\"x\": 1}");
  snprintf(text, sizeof text, "%.*s\"ned\": {\"x\": 2}, %s", (int)(end - mechanism), mechanism,
           end);
  carom_faults faults = warnings_of(text);
  assert_int_equal(faults.warnings, 1);
  assert_string_equal(faults.warning[0].where, "mechanism.bodies.rod.points.ned");
  assert_non_null(strstr(faults.warning[0].text, "'rod.ned'"));
  const char *right = strstr(mechanism, "\"right\": {\"x\": 0}");
  snprintf(text, sizeof text, "%.*s\"left\": {\"x\": 2}, %s", (int)(right - mechanism), mechanism,
           right);
  faults = warnings_of(text);
  assert_int_equal(faults.warnings, 1);
  assert_string_equal(faults.warning[0].where, "mechanism.ground.left");
  assert_int_equal(faults.warning[0].line, 7);
}

/* In the order of the file, each once, twenty of them. */
static void warnings_are_kept_in_order(void **state)
{
  (void)state;
  carom_faults faults = {.count = 0};
  carom_tree *tree = tree_of(chain);
  const carom_node *root = carom_tree_root(tree);
  carom_warn(&faults, carom_tree_get(root, "run"), true, "late");
  carom_warn(&faults, carom_tree_get(root, "materials"), true, "early");
  carom_warn(&faults, carom_tree_get(root, "run"), true, "late");
  assert_int_equal(faults.warnings, 2);
  assert_int_equal(faults.count, 0);
  assert_string_equal(faults.warning[0].text, "early");
  for (int i = 0; i < 30; i++)
    carom_warn(&faults, carom_tree_get(root, "run"), true, "number %d", i);
  assert_int_equal(faults.warnings, CAROM_FAULTS);
  assert_int_equal(faults.more_warnings, 12);
  carom_tree_free(tree);
}

/* A path leads to a setting under its name now and under the former one; a material knows its name.
 */
static void former_names_in_paths(void **state)
{
  (void)state;
  static const char text[] = "{\"carom\": 1, \"materials\": {\"cork\": {\"young\": \"1 GPa\", "
                             "\"poisson\": 0.3, \"density\": 200}},"
                             " \"contacts\": [{\"between\": [\"cork\", \"cork\"], \"law\": "
                             "\"tsuji\", \"tension\": \"keep\"}],"
                             " \"impact\": {\"a\": {\"radius\": 0.01, \"material\": \"cork\"},"
                             " \"b\": {\"radius\": 0.01, \"material\": \"cork\"}, \"speed\": 1}}";
  static const carom_change changes[] = {{"contacts.0.tension", "cut", NULL},
                                         {"contacts.0.separation", "force", NULL}};
  for (int k = 0; k < 2; k++) {
    carom_faults faults;
    carom_contact contact;
    carom_scenario *s = carom_scenario_read(text, strlen(text), true, &changes[k], 1, &faults);
    assert_non_null(s);
    assert_int_equal(faults.warnings, k); /* the former words are told */
    const carom_contact_def def = carom_scenario_joint_def(s, &s->joint[0]);
    assert_int_equal(carom_contact_prepare(&def, &contact, NULL), CAROM_OK);
    assert_true(contact.cut);
    assert_string_equal(def.a.material.name, "cork");
    carom_scenario_free(s);
  }
}

SUITE("scenario names", no_path_makes_an_entry, the_right_name_is_offered,
      unused_materials_are_told, files_may_use_materials, unused_points_are_told,
      warnings_are_kept_in_order, former_names_in_paths)
