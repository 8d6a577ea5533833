/* SPDX-License-Identifier: MIT */
/* What a checkpoint knows its input by: bytes and their number, and of a scenario all that decides
 * what is computed, but not until when and how often it is stored. */
#include <string.h>

#include "core/hash64.h"
#include "io/scenario.h"
#include "setup.h"

/* Zeros at the end are bytes, too. */
static void the_number_of_bytes_counts(void **state)
{
  (void)state;
  static const unsigned char zero[100];
  uint64_t seen[100];
  for (size_t n = 0; n < 100; n++) {
    seen[n] = carom_hash64_of(zero, n);
    for (size_t k = 0; k < n; k++)
      assert_true(seen[k] != seen[n]);
  }
}

static const char *const text =
    "{\"carom\": 1, \"title\": \"three\","
    " \"materials\": {\"steel\": {\"young\": \"200 GPa\", \"poisson\": 0.3, \"density\": 7800}},"
    " \"contacts\": [{\"between\": [\"steel\", \"steel\"], \"law\": \"hertz\"}],"
    " \"chain\": {\"beads\": [{\"count\": 1, \"radius\": \"5 mm\", \"material\": \"steel\","
    " \"velocity\": \"1 m/s\"}, {\"count\": 2, \"radius\": \"5 mm\", \"material\": \"steel\"}]},"
    " \"run\": {\"until\": \"1 ms\", \"integrator\": \"verlet\", \"step\": \"10 ns\"}}";

static void hash(const char *path, const char *value, char out[CAROM_SCENARIO_HASH])
{
  carom_faults faults;
  const carom_change change = {.path = path, .value = value};
  carom_scenario *s = carom_scenario_read(text, strlen(text), true, &change, path != NULL, &faults);
  if (!s) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  carom_scenario_hash(s, out);
  carom_scenario_free(s);
}

static void a_scenario_by_what_it_computes(void **state)
{
  (void)state;
  static const struct {
    const char *path, *value;
    bool same;
  } change[] = {
      {NULL, NULL, true},
      {"title", "another", true},
      {"run.until", "2 ms", true},
      {"run.checkpoint", "10 s", true},
      {"run.step", "20 ns", false},
      {"run.integrator", "gear5", false},
      {"chain.beads.0.velocity", "2 m/s", false},
      {"chain.beads.1.count", "3", false},
      {"materials.steel.young", "201 GPa", false},
      {"contacts.0.law", "tsuji", false},
      {"record.every", "1 us", false},
  };
  char first[CAROM_SCENARIO_HASH], other[CAROM_SCENARIO_HASH];
  hash(NULL, NULL, first);
  for (int i = 0; i < COUNT(change); i++) {
    hash(change[i].path, change[i].value, other);
    if ((strcmp(first, other) == 0) != change[i].same)
      fail_msg("%s: %s and %s", change[i].path, first, other);
  }
}

/* A value of another tree takes the place of one of this, as a sweep has it. */
static void values_of_other_trees(void **state)
{
  (void)state;
  static const char *const value = "{\"radius\": \"7 mm\"}";
  carom_tree *tree;
  carom_faults faults;
  assert_int_equal(carom_json_read(value, strlen(value), 1000, &tree, NULL), CAROM_OK);
  const carom_change change = {.path = "chain.beads.0.radius",
                               .node = carom_tree_get(carom_tree_root(tree), "radius")};
  carom_scenario *s = carom_scenario_read(text, strlen(text), true, &change, 1, &faults);
  assert_non_null(s);
  assert_close(s->chain.bead[0].body.radius, 7e-3, 1e-15);
  assert_close(s->chain.bead[1].body.radius, 5e-3, 1e-15);
  carom_scenario_free(s);
  carom_tree_free(tree);
}

SUITE("hashes", the_number_of_bytes_counts, a_scenario_by_what_it_computes, values_of_other_trees)
