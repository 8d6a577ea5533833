/* SPDX-License-Identifier: MIT */
/* Figures of the comparison of four dashpots. */
#include "cli/reproduce/points.h"
#include "cli/reproduce/runs_003.h"

/* dashes as well as colours, for print */
#define LH_DASH "10,3,2,3"
#define TS_DASH ""
#define KK_DASH "12,4"
#define HU_DASH "6,3"
#define DASHED "6,3"
#define LH "lee-herrmann"
#define TS "tsuji"
#define KK "kuwabara-kono"
#define HU "hu"

#define FOUR(name, drawer, e)                                                                      \
  static const repro_curve name[] = {CURVE("LH", LH, LH_DASH, drawer, SCALED_E(LH, e)),            \
                                     CURVE("TS", TS, TS_DASH, drawer, SCALED_E(TS, e)),            \
                                     CURVE("KK", KK, KK_DASH, drawer, SCALED_E(KK, e)),            \
                                     CURVE("HU", HU, HU_DASH, drawer, SCALED_E(HU, e)),            \
                                     CURVE("Hertz", "hertz", NULL, drawer, SCALED_HERTZ)}
FOUR(a_t_08, points_scaled_a_t, "0.8");
FOUR(a_t_04, points_scaled_a_t, "0.4");
FOUR(a_h_08, points_scaled_a_h, "0.8");
FOUR(a_h_04, points_scaled_a_h, "0.4");

static const repro_curve ratios[] = {
    CURVE("LH", LH, LH_DASH, points_exact_constant, SCALED_E(LH, "0.5")),
    CURVE("TS", TS, TS_DASH, points_exact_constant, SCALED_E(TS, "0.5")),
    CURVE("KK", KK, KK_DASH, points_exact_constant, SCALED_E(KK, "0.5")),
    CURVE("HU", HU, HU_DASH, points_exact_constant, SCALED_E(HU, "0.5")),
    {.title = "HU by Eq. 14", .law = HU, .dash = "2,3", .points = points_published_constant},
};

static const repro_curve largest[] = {
    CURVE("LH", LH, LH_DASH, points_largest_a, SCALED_E(LH, "0.5")),
    CURVE("TS", TS, TS_DASH, points_largest_a, SCALED_E(TS, "0.5")),
    CURVE("KK", KK, KK_DASH, points_largest_a, SCALED_E(KK, "0.5")),
    CURVE("HU", HU, HU_DASH, points_largest_a, SCALED_E(HU, "0.5")),
};

#define MEASURED(name, from, height)                                                               \
  {                                                                                                \
    .title = name, .law = "hertz", .points = points_level, .x = from, .y = height                  \
  }

static const repro_curve pendulum_force[] = {
    CURVE("KK", KK, KK_DASH, points_force_time, PENDULUM(KK, "0.351")),
    CURVE("HU", HU, HU_DASH, points_force_time, PENDULUM(HU, "0.760")),
    MEASURED("largest measured, 12.1 N", 0.0172, 12.1),
};
static const repro_curve pendulum_velocity[] = {
    CURVE("KK", KK, KK_DASH, points_velocity_time, PENDULUM(KK, "0.351")),
    CURVE("HU", HU, HU_DASH, points_velocity_time, PENDULUM(HU, "0.760")),
    MEASURED("measured at the end, -0.135 m/s", 0.0172, -0.135),
};
static const repro_curve pendulum_overlap[] = {
    CURVE("KK", KK, KK_DASH, points_overlap_time, PENDULUM(KK, "0.351")),
    CURVE("HU", HU, HU_DASH, points_overlap_time, PENDULUM(HU, "0.760")),
};

/* Over lambda = v/v_ref: the factor, and the ratio with c(0.865). */
#define CORRECTIONS(name, value)                                                                   \
  static const repro_curve name[] = {{.title = "LH",                                               \
                                      .law = LH,                                                   \
                                      .dash = LH_DASH,                                             \
                                      .points = points_correction,                                 \
                                      .x = value,                                                  \
                                      .run = SCALED_E(LH, "0.865")},                               \
                                     {.title = "TS",                                               \
                                      .law = TS,                                                   \
                                      .dash = TS_DASH,                                             \
                                      .points = points_correction,                                 \
                                      .x = value,                                                  \
                                      .run = SCALED_E(TS, "0.865")},                               \
                                     {.title = "KK",                                               \
                                      .law = KK,                                                   \
                                      .dash = KK_DASH,                                             \
                                      .points = points_correction,                                 \
                                      .x = value,                                                  \
                                      .run = SCALED_E(KK, "0.865")},                               \
                                     {.title = "HU",                                               \
                                      .law = HU,                                                   \
                                      .dash = HU_DASH,                                             \
                                      .points = points_correction,                                 \
                                      .x = value,                                                  \
                                      .run = SCALED_E(HU, "0.865")}}
CORRECTIONS(factors, 1);
CORRECTIONS(corrected, 0);

/* 0.5^(1/5), 1, 0.5^(-1/5), 0.5^(-1) */
#define HALF(name, law_name, factor)                                                               \
  {                                                                                                \
    .title = name, .law = law_name, .dash = DASHED, .points = points_exact_constant, .x = factor,  \
    .run = SCALED_E(law_name, "0.5")                                                               \
  }
static const repro_curve half_speed[] = {
    CURVE("LH", LH, "", points_exact_constant, SCALED_E(LH, "0.5")),
    HALF("LH at 0.5", LH, 0.870550563296124),
    CURVE("TS", TS, "", points_exact_constant, SCALED_E(TS, "0.5")),
    CURVE("KK", KK, "", points_exact_constant, SCALED_E(KK, "0.5")),
    HALF("KK at 0.5", KK, 1.148698354997035),
    CURVE("HU", HU, "", points_exact_constant, SCALED_E(HU, "0.5")),
    HALF("HU at 0.5", HU, 2),
};

/* Calibrated at 1 m/s in the chain's beads; the speeds do not matter but for their ratio. */
#define AT_1(law) SCALED(law ", restitution: 0.865, reference_speed: 1 m/s")
#define POINT(name, speed, e)                                                                      \
  {                                                                                                \
    .title = name, .law = "hertz", .points = points_one, .x = speed, .y = e, .marks = 7            \
  }
static const repro_curve over_speed[] = {
    CURVE("LH", LH, LH_DASH, points_restitution_speed, AT_1(LH)),
    CURVE("TS", TS, TS_DASH, points_restitution_speed, SCALED_E(TS, "0.865")),
    CURVE("KK", KK, KK_DASH, points_restitution_speed, AT_1(KK)),
    CURVE("HU", HU, HU_DASH, points_restitution_speed, AT_1(HU)),
    POINT("measured, as quoted in the text", 0.5, 0.910),
    POINT(NULL, 0.7, 0.890),
    POINT(NULL, 1.0, 0.865),
};

/* Beads 1 .. 50 at 1 and 2 ms, then the force between the last two. */
#define PROFILE(title_text, law_name, dashes, at, ...)                                             \
  {                                                                                                \
    .title = title_text, .law = law_name, .dash = dashes, .points = points_profile, .x = at,       \
    .run = __VA_ARGS__                                                                             \
  }
#define CASE(suffix, which, e, v)                                                                  \
  static const repro_curve profile_##suffix[] = {                                                  \
      PROFILE("LH", LH, LH_DASH, 1e-3, MONO(which, LH, e, v)),                                     \
      PROFILE("TS", TS, TS_DASH, 1e-3, MONO_TS(which, e)),                                         \
      PROFILE("KK", KK, KK_DASH, 1e-3, MONO(which, KK, e, v)),                                     \
      PROFILE("HU", HU, HU_DASH, 1e-3, MONO(which, HU, e, v)),                                     \
      PROFILE(NULL, LH, LH_DASH, 2e-3, MONO(which, LH, e, v)),                                     \
      PROFILE(NULL, TS, TS_DASH, 2e-3, MONO_TS(which, e)),                                         \
      PROFILE(NULL, KK, KK_DASH, 2e-3, MONO(which, KK, e, v)),                                     \
      PROFILE(NULL, HU, HU_DASH, 2e-3, MONO(which, HU, e, v))};                                    \
  static const repro_curve force_##suffix[] = {                                                    \
      CURVE_AT("LH", LH, LH_DASH, points_contact_force, 49, 0, MONO(which, LH, e, v)),             \
      CURVE_AT("TS", TS, TS_DASH, points_contact_force, 49, 0, MONO_TS(which, e)),                 \
      CURVE_AT("KK", KK, KK_DASH, points_contact_force, 49, 0, MONO(which, KK, e, v)),             \
      CURVE_AT("HU", HU, HU_DASH, points_contact_force, 49, 0, MONO(which, HU, e, v))}
CASE(a, "a", "0.865", "1.0");
CASE(b, "b", "0.890", "0.7");
CASE(c, "c", "0.910", "0.5");

#define WALL(title, law, dash, ...)                                                                \
  CURVE_AT(title, law, dash, points_contact_force, CAROM_RIGHT_WALL, 0, __VA_ARGS__)
static const repro_curve stepped[] = {
    WALL("LH", LH, LH_DASH, STEPPED_F1(LH_STEPPED)),
    WALL("TS", TS, TS_DASH, STEPPED_F1(TS_STEPPED)),
    WALL("KK", KK, KK_DASH, STEPPED_F1(KK_STEPPED)),
    WALL("HU", HU, HU_DASH, STEPPED_F1(HU_STEPPED)),
    WALL(NULL, LH, LH_DASH, STEPPED_F2(LH_STEPPED)),
    WALL(NULL, TS, TS_DASH, STEPPED_F2(TS_STEPPED)),
    WALL(NULL, KK, KK_DASH, STEPPED_F2(KK_STEPPED)),
    WALL(NULL, HU, HU_DASH, STEPPED_F2(HU_STEPPED)),
    {.title = "measured peaks, 110.0 and 57.0 N",
     .law = "hertz",
     .points = points_level,
     .x = 0.8e-3,
     .y = 110.0},
    {.law = "hertz", .points = points_level, .x = 3e-3, .y = 57.0},
};

#define A_T .x_label = "scaled time", .y_label = "scaled acceleration"
#define A_H .x_label = "scaled overlap", .y_label = "scaled acceleration"
#define TIME_AXIS .x_label = "time", .x_unit = "s"
#define OVER_E .x_label = "coefficient of restitution", .unit_x = true
#define NO_EXPERIMENT "The measured curve is not in the paper's text."

static const repro_panel panels[] = {
    {.name = "2",
     .title = "Damping ratio and restitution",
     .caption = "Damping ratios solved for the restitution, separation at zero overlap. The fit of "
                "Eq. 14 is 15 % high near e = 1.",
     OVER_E,
     .y_label = "damping ratio c",
     .y_range = {0, 4},
     CURVES(ratios)},
    {.name = "3a",
     .title = "Acceleration against time, e = 0.8",
     .caption = "Scaled acceleration during an impact, e = 0.8.",
     A_T,
     CURVES(a_t_08)},
    {.name = "3b",
     .title = "Acceleration against time, e = 0.4",
     .caption = "Scaled acceleration during an impact, e = 0.4.",
     A_T,
     CURVES(a_t_04)},
    {.name = "4a",
     .title = "Acceleration against overlap, e = 0.8",
     .caption = "Scaled acceleration against scaled overlap, e = 0.8.",
     A_H,
     CURVES(a_h_08)},
    {.name = "4b",
     .title = "Acceleration against overlap, e = 0.4",
     .caption = "Scaled acceleration against scaled overlap, e = 0.4.",
     A_H,
     CURVES(a_h_04)},
    {.name = "5",
     .title = "Largest acceleration and restitution",
     .caption = "Largest scaled acceleration; 1.25 without damping.",
     OVER_E,
     .y_label = "largest scaled acceleration",
     .y_range = {0, 4},
     CURVES(largest)},
    {.name = "6a",
     .title = "Pendulum: force",
     .caption = "Aluminium on rubber at 0.2 m/s, damping ratios as printed.",
     .missing = NO_EXPERIMENT,
     TIME_AXIS,
     .y_label = "force",
     .y_unit = "N",
     CURVES(pendulum_force)},
    {.name = "6b",
     .title = "Pendulum: velocity",
     .caption = "Velocity of approach of the pendulum.",
     .missing = NO_EXPERIMENT,
     TIME_AXIS,
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(pendulum_velocity)},
    {.name = "6c",
     .title = "Pendulum: overlap",
     .caption = "Overlap of pendulum and rubber.",
     .missing = NO_EXPERIMENT,
     TIME_AXIS,
     .y_label = "overlap",
     .y_unit = "m",
     CURVES(pendulum_overlap)},
    {.name = "7a",
     .title = "Correction factor",
     .caption = "Factor of the damping constant that keeps the restitution, against lambda = "
                "v_sim/v_ref (the inverse of Eq. 31).",
     .x_label = "lambda = v_{sim}/v_{ref}",
     .y_label = "factor",
     .y_range = {0, 4},
     CURVES(factors)},
    {.name = "7b",
     .title = "Damping ratios at half the speed",
     .caption = "Damping ratios (full lines) and those corrected for lambda = 0.5 (dashed).",
     OVER_E,
     .y_label = "damping ratio c",
     .y_range = {0, 4},
     CURVES(half_speed)},
    {.name = "7c",
     .title = "Corrected damping ratios, e = 0.865",
     .caption = "Damping ratio that keeps e = 0.865, against lambda = v_sim/v_ref.",
     .x_label = "lambda = v_{sim}/v_{ref}",
     .y_label = "damping ratio c",
     .y_range = {0, 0.8},
     CURVES(corrected)},
    {.name = "7d",
     .title = "Restitution and speed",
     .caption = "Restitution of dashpots whose constant belongs to e = 0.865 at 1 m/s.",
     .missing = "Of the measured curve the text quotes three points.",
     .x_label = "impact speed",
     .x_unit = "m/s",
     .y_label = "coefficient of restitution",
     .y_range = {0.6, 1},
     CURVES(over_speed)},
    {.name = "9a",
     .title = "Velocities at 1 and 2 ms, case a",
     .caption = "Velocities of the 50 beads at 1 and 2 ms; e = 0.865 at 1 m/s.",
     .x_label = "bead",
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(profile_a)},
    {.name = "9b",
     .title = "Velocities at 1 and 2 ms, case b",
     .caption = "The same with e = 0.890 at 0.7 m/s.",
     .x_label = "bead",
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(profile_b)},
    {.name = "9c",
     .title = "Velocities at 1 and 2 ms, case c",
     .caption = "The same with e = 0.910 at 0.5 m/s.",
     .x_label = "bead",
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(profile_c)},
    {.name = "10a",
     .title = "Force between beads 49 and 50, case a",
     .caption = "Force between the last two beads; e = 0.865 at 1 m/s, damping ratios exact.",
     TIME_AXIS,
     .x_range = {1.6e-3, 2.2e-3},
     .y_label = "force",
     .y_unit = "N",
     CURVES(force_a)},
    {.name = "10b",
     .title = "Force between beads 49 and 50, case b",
     .caption = "The same with e = 0.890 at 0.7 m/s: the smallest spread.",
     TIME_AXIS,
     .x_range = {1.6e-3, 2.2e-3},
     .y_label = "force",
     .y_unit = "N",
     CURVES(force_b)},
    {.name = "10c",
     .title = "Force between beads 49 and 50, case c",
     .caption = "The same with e = 0.910 at 0.5 m/s: the order of the laws is reversed.",
     TIME_AXIS,
     .x_range = {1.6e-3, 2.2e-3},
     .y_label = "force",
     .y_unit = "N",
     CURVES(force_c)},
    {.name = "11",
     .title = "Stepped chain: forces F_1 and F_2",
     .caption = "Force on a wall behind the 7 large beads (F_1, first pulse) and behind the whole "
                "chain (F_2, the train of pulses), damping ratios as printed.",
     .missing = NO_EXPERIMENT,
     TIME_AXIS,
     .y_label = "force",
     .y_unit = "N",
     CURVES(stepped)},
};

const repro_figures repro_figures_003 = {panels, COUNT(panels)};
