/* SPDX-License-Identifier: MIT */
/* Numbers of the three balls. The finite-element velocities are the paper's; the model behind them
 * is not rebuilt here. */
#include "cli/reproduce/measure.h"
#include "cli/reproduce/runs_004.h"

/* The captions of both tables state case A (20.07 mm, 3 m/s). Table 1 is that of case B, of the
 * text around Figs 3, 8 and 9. */
#define CASE_A "case A: gap 0.07 mm, 3 m/s, as the caption states"
#define CASE_B "case B: gap 0.06 mm, 1.5 m/s"
#define CAPTION                                                                                    \
  "the caption states case A, which momentum excludes: ball 1 would pass through ball 2; the "     \
  "numbers are those of case B"
#define STEP "a step of 1e-7 s across the force jump of the basic rule would explain the difference"

/* Velocity of ball x (0 to 2) against the finite elements, in per cent. */
static double error_against_fem(const repro_result *result, const repro_number *number)
{
  const double v = carom_chain_velocity(result->chain.chain)[(int)number->x];
  return 100 * (number->y - v) / number->y;
}

#define VELOCITY(table, key, ball, index, which, rule_text, text, finite_elements, reading, why)   \
  {                                                                                                \
    .id = "v" ball "_" key, .where = table, .quantity = "velocity of ball " ball ", " rule_text,   \
    .unit = "m/s", .printed = text, .measured = finite_elements, .run = BALLS(which, rule_text),   \
    .value = measure_bead_velocity, .x = index, .as = reading, .reason = why                       \
  }
#define ERROR(table, key, ball, index, which, rule_text, text, finite_elements, reading, why)      \
  {                                                                                                \
    .id = "error" ball "_" key, .where = table, .quantity = "error of ball " ball ", " rule_text,  \
    .unit = "%", .printed = text, .run = BALLS(which, rule_text), .value = error_against_fem,      \
    .x = index, .y = finite_elements, .as = reading ", against the printed finite elements",       \
    .reason = why                                                                                  \
  }

/* A number of Table 1: by its caption, and as case B. */
#define TABLE_1(KIND, key, ball, index, rule_text, text, finite_elements)                          \
  KIND("Table 1", key, ball, index, "a", rule_text, text, finite_elements, CASE_A, CAPTION),       \
      KIND("Table 1", key, ball, index, "b", rule_text, text, finite_elements, CASE_B, NULL)

/* By how much the enhanced rule lowers the error of ball 2 in Table 2: our errors. */
static double error_reduced(const repro_result *result, const repro_number *number)
{
  const double basic = carom_chain_velocity(result->chain.chain)[1];
  const double fem = number->x, enhanced = number->y;
  return 100 * ((basic - fem) / fem - (fem - enhanced) / fem);
}

static const repro_number numbers[] = {
    TABLE_1(VELOCITY, "B_basic", "2", 1, "basic", "0.94188", "0.91398"),
    TABLE_1(VELOCITY, "B_basic", "3", 2, "basic", "1.34048", "1.36217"),
    TABLE_1(VELOCITY, "B_enhanced", "2", 1, "enhanced", "0.92441", "0.91398"),
    TABLE_1(VELOCITY, "B_enhanced", "3", 2, "enhanced", "1.35795", "1.36217"),
    TABLE_1(ERROR, "B_basic", "2", 1, "basic", "-3.05", 0.91398),
    TABLE_1(ERROR, "B_basic", "3", 2, "basic", "1.59", 1.36217),
    TABLE_1(ERROR, "B_enhanced", "2", 1, "enhanced", "-1.14", 0.91398),
    TABLE_1(ERROR, "B_enhanced", "3", 2, "enhanced", "0.31", 1.36217),
    VELOCITY("Table 2", "A_basic", "2", 1, "a", "basic", "1.29691", "1.26341", CASE_A, STEP),
    VELOCITY("Table 2", "A_basic", "3", 2, "a", "basic", "2.40896", "2.44515", CASE_A, STEP),
    VELOCITY("Table 2", "A_enhanced", "2", 1, "a", "enhanced", "1.25946", "1.26341", CASE_A, NULL),
    VELOCITY("Table 2", "A_enhanced", "3", 2, "a", "enhanced", "2.41681", "2.44515", CASE_A,
             "one unit of the last digit"),
    ERROR("Table 2", "A_basic", "2", 1, "a", "basic", "-2.65", 1.26341, CASE_A, STEP),
    ERROR("Table 2", "A_basic", "3", 2, "a", "basic", "1.48", 2.44515, CASE_A, NULL),
    ERROR("Table 2", "A_enhanced", "2", 1, "a", "enhanced", "0.31", 1.26341, CASE_A, NULL),
    ERROR("Table 2", "A_enhanced", "3", 2, "a", "enhanced", "1.16", 2.44515, CASE_A, NULL),
    {.id = "reduction",
     .where = "abstract, conclusions",
     .quantity = "largest reduction of the error",
     .unit = "%",
     .printed = "2.34",
     .run = BALLS("a", "basic"),
     .value = error_reduced,
     .x = 1.26341,
     .y = 1.25946,
     .as = "ball 2 of Table 2: 2.65 less 0.31"},
};

const repro_numbers repro_numbers_004 = {numbers, COUNT(numbers)};
