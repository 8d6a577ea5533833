/* SPDX-License-Identifier: MIT */
/* Three equal steel balls in a row, as in tests/reference/multiple_impacts.json: the first impact
 * of the last two, and the chain of two-body impacts that case B consists of. */
#ifndef CAROM_TESTS_THREE_BALLS_H
#define CAROM_TESTS_THREE_BALLS_H

#include "setup.h"

#include "io/file.h"
#include "io/tree.h"

static carom_tree *three_balls_tree;

static inline int three_balls_read(void **state)
{
  (void)state;
  char *text;
  size_t length;
  carom_error err;
  const size_t limit = (size_t)1 << 24;
  const char *path = CAROM_SOURCE_DIR "/tests/reference/multiple_impacts.json";
  if (carom_file_read(path, limit, &text, &length, &err) == CAROM_OK) {
    carom_json_read(text, length, limit, &three_balls_tree, &err);
    free(text);
  }
  if (!three_balls_tree) print_error("%s: %s\n", path, err.text);
  return three_balls_tree ? 0 : -1;
}

static inline int three_balls_free(void **state)
{
  carom_tree_free(three_balls_tree);
  return close_report(state);
}

/* "params" or "results", and what is asked of it. */
static inline const carom_node *three_balls_node(const char *section, const char *key)
{
  const carom_node *balls = carom_tree_get(carom_tree_root(three_balls_tree), "three_balls");
  const carom_node *node = carom_tree_get(carom_tree_get(balls, section), key);
  if (!node) fail_msg("no '%s' among the reference values", key);
  return node;
}

static inline double three_balls_parameter(const char *key)
{
  return three_balls_node("params", key)->number;
}

/* Number `index` of event `event` of the contact between the last two balls, such as
 * ["max", time, overlap, force] or ["separate", time, overlap]. */
static inline double three_balls_event(const char *result, int event, const char *kind, int index)
{
  const carom_node *log = carom_tree_get(three_balls_node("results", result), "log");
  const carom_node *entry = carom_tree_at(carom_tree_at(log, 1), event);
  assert_non_null(entry);
  assert_string_equal(entry->first->text, kind);
  return carom_tree_at(entry, index)->number;
}

/* Two of the balls. */
static inline carom_contact_def two_balls(const char *law)
{
  carom_contact_def def = carom_contact_default();
  def.law = law;
  def.a.material = def.b.material = material(
      three_balls_parameter("E"), three_balls_parameter("nu"), three_balls_parameter("rho"),
      three_balls_parameter("Sy"));
  def.a.radius = def.b.radius = three_balls_parameter("R");
  return def;
}

/* The first impact of the last two balls, at 1 m/s, until ball 1 arrives. */
static inline void match_first_impact(const carom_contact *c, const char *result, bool separates)
{
  const carom_impact r = struck(c, 1);
  assert_close(r.time_of_peak_overlap, three_balls_event(result, 1, "max", 1), 1e-9);
  assert_close(r.peak_overlap, three_balls_event(result, 1, "max", 2), 1e-9);
  assert_close(r.peak_force, three_balls_event(result, 1, "max", 3), 1e-9);
  if (!separates) return;
  assert_close(r.duration, three_balls_event(result, 2, "separate", 1), 1e-9);
  assert_close(r.overlap_at_separation, three_balls_event(result, 2, "separate", 2), 1e-9);
  assert_close(r.residual_overlap, three_balls_event(result, 2, "separate", 2), 1e-9);
}

/* Two balls of equal mass at v[0] and v[1] collide; the pair keeps its dent. */
static inline void collide(const carom_contact *c, carom_state *pair, double *v)
{
  carom_impact_def def = carom_impact_default();
  def.contact = c;
  def.state = pair;
  def.speed = v[0] - v[1];
  const double e = resolved(&def).restitution, sum = v[0] + v[1], part = e * (v[0] - v[1]);
  v[0] = 0.5 * (sum - part);
  v[1] = 0.5 * (sum + part);
}

/* Case B: 2-3 part before ball 1 arrives, and their second impact finds the dent of the first. */
static inline void match_case_b(const carom_contact *c, const char *result, double relative)
{
  static const char *const names[] = {"v1", "v2", "v3"};
  double v[3] = {1.5, 1, 0};
  carom_state last = carom_contact_virgin(c);
  collide(c, &last, v + 1);
  collide(c, NULL, v);
  const double before = v[1] - v[2];
  assert_true(before > 0);
  collide(c, &last, v + 1);
  assert_close_named(v[2] - v[1], before, 1e-12, "the second impact of 2-3 is elastic");
  const carom_node *reference = carom_tree_get(three_balls_node("results", result), "v");
  for (int i = 0; i < 3; i++)
    assert_close_named(v[i], carom_tree_at(reference, i)->number, relative, names[i]);
}

#endif
