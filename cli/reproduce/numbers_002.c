/* SPDX-License-Identifier: MIT */
/* Numbers of the linear and the nonlinear dashpot: two tables in scaled variables, and falls. */
#include "cli/reproduce/measure.h"
#include "cli/reproduce/runs_002.h"

/* Table 1: restitution e, then what is printed. In its first row the paper writes 0 and 1 without
 * decimals; `d` are the digits that count. */
#define LINEAR(key, e_text, name, text, measure, d, why)                                           \
  {                                                                                                \
    .id = "t1_" e_text "_" key, .where = "Table 1", .quantity = name ", e = " e_text, .unit = "1", \
    .printed = text, .digits = d, .run = TABLE_1(e_text), .value = measure,                        \
    .as = "tension kept, separation at zero overlap", .reason = why                                \
  }
#define TABLE_1_ROW(e, nu, t_max, d_max, t_c, a_touch, a_part, d, why)                             \
  LINEAR("nu", e, "damping ratio nu*", nu, measure_linear_ratio, d, NULL),                         \
      LINEAR("tmax", e, "time of largest overlap t_max*", t_max, measure_linear_t_max, NULL, why), \
      LINEAR("dmax", e, "largest overlap d_max*", d_max, measure_linear_d_max, d, NULL),           \
      LINEAR("tc", e, "contact time t_c*", t_c, measure_linear_t_c, NULL, NULL),                   \
      LINEAR("a0", e, "acceleration a*(0)", a_touch, measure_linear_a_touch, d, NULL),             \
      LINEAR("atc", e, "acceleration a*(t_c)", a_part, measure_linear_a_part, d, NULL)

/* Table 2: nu_A* is half the damping ratio of tsuji. */
#define NONLINEAR(key, nu, c, name, text, measure, d, param, reading, why, sampled)                \
  {                                                                                                \
    .id = "t2_" nu "_" key, .where = "Table 2", .quantity = name ", nu_A* = " nu, .unit = "1",     \
    .printed = text, .digits = d, .run = TABLE_2(c), .value = measure, .x = param, .as = reading,  \
    .reason = why, .no_property = sampled                                                          \
  }
#define KEPT "tension kept, separation at zero overlap"
#define SOLVER_START "at the first sample of the paper's solver, d* = 3.991e-6"
/* At the start one overlap explains all rows; at the end each needs its own, so that nothing of the
 * model is printed there (`last`: the last sample of a solver). */
#define START_WHY "exactly 0 for a d^(1/4) dashpot; printed is the first sample of a solver"
#define END_WHY                                                                                    \
  "exactly 0 for a d^(1/4) dashpot; printed is the last sample of a solver, at an overlap that "   \
  "differs by row"
#define TABLE_2_ROW(nu, c, e, t_max, d_max, t_c, a_touch, a_part, d, why, why_0, why_c, last)      \
  NONLINEAR("e", nu, c, "restitution", e, measure_restitution, NULL, 0, KEPT, NULL, false),        \
      NONLINEAR("tmax", nu, c, "time of largest overlap t_max*", t_max, measure_hertz_t_max, NULL, \
                0, KEPT, NULL, false),                                                             \
      NONLINEAR("dmax", nu, c, "largest overlap d_max*", d_max, measure_hertz_d_max, NULL, 0,      \
                KEPT, why, false),                                                                 \
      NONLINEAR("tc", nu, c, "contact time t_c*", t_c, measure_hertz_t_c, NULL, 0, KEPT, NULL,     \
                false),                                                                            \
      NONLINEAR("a0", nu, c, "acceleration a*(0)", a_touch, measure_hertz_a_touch, d, 0,           \
                "at touch", why_0, false),                                                         \
      NONLINEAR("a0", nu, c, "acceleration a*(0)", a_touch, measure_hertz_a_sample, d, 3.991e-6,   \
                SOLVER_START, NULL, false),                                                        \
      NONLINEAR("atc", nu, c, "acceleration a*(t_c)", a_part, measure_hertz_a_part, d, 0,          \
                "at zero overlap", why_c, last)

#define COUNTED "gravity acts in contact, the one that captures counts"

static const repro_number numbers[] = {
    TABLE_1_ROW("1", "0", "1.5708", "1", "3.1416", "0", "0", "0.0000", NULL),
    TABLE_1_ROW("0.9", "0.0335", "1.5381", "0.9498", "3.1434", "-0.0670", "0.0603", NULL, NULL),
    TABLE_1_ROW("0.7", "0.1128", "1.4671", "0.8475", "3.1618", "-0.2256", "0.1579", NULL, NULL),
    TABLE_1_ROW("0.5", "0.2155", "1.3862", "0.7418", "3.2172", "-0.4309", "0.2155", NULL, NULL),
    TABLE_1_ROW("0.3", "0.3579", "1.2903", "0.6302", "3.3644", "-0.7157", "0.2147", NULL, NULL),
    TABLE_1_ROW("0.1", "0.5912", "1.1635", "0.5027", "3.8951", "-1.1823", "0.1182", NULL,
                "the closed form gives 1.16335"),
    TABLE_2_ROW("0", "0", "1.0000", "1.6090", "1.0936", "3.2181", "0", "0", "0.0000",
                "the closed form (5/4)^(2/5) is 1.09336", NULL, NULL, false),
    TABLE_2_ROW("0.02", "0.04", "0.9453", "1.5976", "1.0693", "3.2366", "-0.0018", "0.0034", NULL,
                NULL, START_WHY, END_WHY, true),
    TABLE_2_ROW("0.04", "0.08", "0.8936", "1.5864", "1.0465", "3.2562", "-0.0036", "0.0050", NULL,
                "the closed form gives 1.04634", START_WHY, END_WHY, true),
    TABLE_2_ROW("0.1", "0.2", "0.7542", "1.5542", "0.9830", "3.3213", "-0.0089", "0.0089", NULL,
                NULL, START_WHY, END_WHY, true),
    TABLE_2_ROW("0.4", "0.8", "0.3001", "1.4181", "0.7557", "3.8449", "-0.0358", "0.0096", NULL,
                NULL, START_WHY, END_WHY, true),
    TABLE_2_ROW("0.6", "1.2", "0.1356", "1.3449", "0.6559", "4.5368", "-0.0536", "0.0057", NULL,
                NULL, START_WHY, END_WHY, true),
    {.id = "v0",
     .where = "section 3.1",
     .quantity = "velocity of the first impact",
     .unit = "m/s",
     .printed = "-2.801",
     .run = FALL("linear_0.9"),
     .value = measure_first_velocity,
     .as = "the centre falls 0.4 m"},
    {.id = "n_linear_0.9",
     .where = "section 3.1",
     .quantity = "contacts within 1.6 s, linear, e = 0.9",
     .unit = "1",
     .printed = "3",
     .run = FALL("linear_0.9"),
     .value = measure_bounces,
     .as = COUNTED},
    {.id = "n_linear_0.7",
     .where = "section 3.1",
     .quantity = "contacts within 1.6 s, linear, e = 0.7",
     .unit = "1",
     .printed = "7",
     .run = FALL("linear_0.7"),
     .value = measure_bounces,
     .as = COUNTED},
    {.id = "n_linear_0.7",
     .run = FALL_CUT("linear_0.7"),
     .value = measure_bounces,
     .as = "the same damping, tension cut"},
    {.id = "n_nonlinear_0.9",
     .where = "section 3.2",
     .quantity = "contacts within 1.6 s, nonlinear, e = 0.9 (as in Fig. 5)",
     .unit = "1",
     .printed = "3",
     .run = FALL("nonlinear_0.9"),
     .value = measure_bounces,
     .as = COUNTED},
    {.id = "n_nonlinear_0.7",
     .where = "section 3.2",
     .quantity = "contacts within 1.6 s, nonlinear, e = 0.7",
     .unit = "1",
     .printed = "5",
     .run = FALL("nonlinear_0.7"),
     .value = measure_bounces,
     .as = "Eq. 40; " COUNTED,
     .reason = "the sixth contact, at 1.495 s, captures the ball; it may not have been counted"},
    {.id = "n_nonlinear_0.7",
     .run = FALL("nonlinear_0.7_mfix"),
     .value = measure_bounces,
     .as = "the factor 2 of public MFIX sources in place of sqrt(5)"},
};

const repro_numbers repro_numbers_002 = {numbers, COUNT(numbers)};
