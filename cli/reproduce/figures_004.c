/* SPDX-License-Identifier: MIT */
/* Figures of the three balls: force between balls 2 and 3. */
#include "cli/reproduce/points.h"
#include "cli/reproduce/runs_004.h"

#define KE "kogut-etsion"
#define OURS "thornton"

#define BOTH(name, which, rule_text)                                                               \
  static const repro_curve name##_time[] = {                                                       \
      CURVE_AT(rule_text, KE, "", points_contact_force, 1, 0, BALLS(which, rule_text))};           \
  static const repro_curve name##_loop[] = {                                                       \
      CURVE_AT(rule_text, KE, "", points_loop, 1, 0, BALLS(which, rule_text))}
BOTH(basic_a, "a", "basic");
BOTH(basic_b, "b", "basic");

/* Beside it the rule that never loses what nothing took. */
#define BESIDE(name, which)                                                                        \
  static const repro_curve name##_time[] = {                                                       \
      CURVE_AT("enhanced", KE, "", points_contact_force, 1, 0, BALLS(which, "enhanced")),          \
      CURVE_AT("memory (carom's own)", OURS, "6,3", points_contact_force, 1, 0,                    \
               BALLS(which, "memory"))};                                                           \
  static const repro_curve name##_loop[] = {                                                       \
      CURVE_AT("enhanced", KE, "", points_loop, 1, 0, BALLS(which, "enhanced")),                   \
      CURVE_AT("memory (carom's own)", OURS, "6,3", points_loop, 1, 0, BALLS(which, "memory"))}
BESIDE(enhanced_a, "a");
BESIDE(enhanced_b, "b");

#define IN_TIME(key, name_text, note, list)                                                        \
  {                                                                                                \
    .name = key "a", .title = name_text ": time",                                                  \
    .caption = "Force between balls 2 and 3 against time, " name_text ".", .missing = note,        \
    .x_label = "time", .x_unit = "s", .x_range = {0, 250e-6}, .y_label = "force", .y_unit = "N",   \
    CURVES(list##_time)                                                                            \
  }
#define AS_LOOP(key, name_text, note, list)                                                        \
  {                                                                                                \
    .name = key "b", .title = name_text ": overlap",                                               \
    .caption = "Force between balls 2 and 3 against overlap, " name_text ".", .missing = note,     \
    .x_label = "overlap", .x_unit = "m", .y_label = "force", .y_unit = "N", CURVES(list##_loop)    \
  }
#define NO_FEM "The finite-element dots are not in the paper's text."

static const repro_panel panels[] = {
    IN_TIME("2", "case A, basic rule", NULL, basic_a),
    AS_LOOP("2", "case A, basic rule", NULL, basic_a),
    IN_TIME("3", "case B, basic rule", NULL, basic_b),
    AS_LOOP("3", "case B, basic rule", NULL, basic_b),
    IN_TIME("6", "case A, basic rule", NO_FEM, basic_a),
    AS_LOOP("6", "case A, basic rule", NO_FEM, basic_a),
    IN_TIME("7", "case A, enhanced rule", NO_FEM, enhanced_a),
    AS_LOOP("7", "case A, enhanced rule", NO_FEM, enhanced_a),
    IN_TIME("8", "case B, basic rule", NO_FEM, basic_b),
    AS_LOOP("8", "case B, basic rule", NO_FEM, basic_b),
    IN_TIME("9", "case B, enhanced rule", NO_FEM, enhanced_b),
    AS_LOOP("9", "case B, enhanced rule", NO_FEM, enhanced_b),
};

const repro_figures repro_figures_004 = {panels, COUNT(panels)};
