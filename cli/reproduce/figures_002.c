/* SPDX-License-Identifier: MIT */
/* Figures of the linear and the nonlinear dashpot. */
#include "cli/reproduce/points.h"
#include "cli/reproduce/runs_002.h"

/* One law, so colours tell the values apart. */
static const repro_curve linear[] = {
    CURVE("e = 0.9", "tsuji", "", points_linear_d_t, TABLE_1("0.9")),
    CURVE("e = 0.7", "wang-viscous", "12,4", points_linear_d_t, TABLE_1("0.7")),
    CURVE("e = 0.5", "kuwabara-kono", "6,3", points_linear_d_t, TABLE_1("0.5")),
    CURVE("e = 0.3", "ma-liu", "10,3,2,3", points_linear_d_t, TABLE_1("0.3")),
    CURVE("e = 0.1", "hertz", "2,3", points_linear_d_t, TABLE_1("0.1")),
};

static const repro_curve nonlinear[] = {
    CURVE("nu_A* = 0", "tsuji", "", points_hertz_d_t, TABLE_2("0")),
    CURVE("nu_A* = 0.1", "wang-viscous", "12,4", points_hertz_d_t, TABLE_2("0.2")),
    CURVE("nu_A* = 0.25", "kuwabara-kono", "6,3", points_hertz_d_t, TABLE_2("0.5")),
    CURVE("nu_A* = 0.4", "ma-liu", "10,3,2,3", points_hertz_d_t, TABLE_2("0.8")),
    CURVE("nu_A* = 0.6", "hertz", "2,3", points_hertz_d_t, TABLE_2("1.2")),
};

/* Position of the centre, and velocity. */
#define FALLS(name, law, which)                                                                    \
  static const repro_curve name##_y[] = {                                                          \
      CURVE_AT("centre of the ball", law, "", points_height, 0, 0.1, FALL(which))};                \
  static const repro_curve name##_v[] = {                                                          \
      CURVE("velocity", law, "6,3", points_fall_velocity, FALL(which))}
FALLS(linear_09, "hooke", "linear_0.9");
FALLS(linear_07, "hooke", "linear_0.7");
FALLS(nonlinear_09, "tsuji", "nonlinear_0.9");

static const repro_curve nonlinear_07_y[] = {
    CURVE_AT("Eq. 40", "tsuji", "", points_height, 0, 0.1, FALL("nonlinear_0.7")),
    CURVE_AT("factor 2 of MFIX", "hertz", NULL, points_height, 0, 0.1, FALL("nonlinear_0.7_mfix")),
};
static const repro_curve nonlinear_07_v[] = {
    CURVE("Eq. 40", "tsuji", "", points_fall_velocity, FALL("nonlinear_0.7")),
    CURVE("factor 2 of MFIX", "hertz", NULL, points_fall_velocity, FALL("nonlinear_0.7_mfix")),
};

#define FALL_PANELS(key, what, list)                                                               \
  {.name = key "a",                                                                                \
   .title = "Position, " what,                                                                     \
   .caption = "Height of the ball's centre, " what "; it touches the wall at 0.1 m.",              \
   .x_label = "time",                                                                              \
   .x_unit = "s",                                                                                  \
   .y_label = "position of the centre",                                                            \
   .y_unit = "m",                                                                                  \
   .y_range = {0, 0.5},                                                                            \
   CURVES(list##_y)},                                                                              \
  {                                                                                                \
    .name = key "b", .title = "Velocity, " what, .caption = "Velocity of the ball, " what ".",     \
    .x_label = "time", .x_unit = "s", .y_label = "velocity", .y_unit = "m/s", CURVES(list##_v)     \
  }

#define SCALED_AXES .x_label = "scaled time t*", .y_label = "scaled overlap d*"

static const repro_panel panels[] = {
    {.name = "2",
     .title = "Overlap, linear model",
     .caption = "Scaled overlap of the linear model until the overlap is zero.",
     SCALED_AXES,
     CURVES(linear)},
    {.name = "3",
     .title = "Overlap, nonlinear model",
     .caption = "Scaled overlap of the nonlinear model until the overlap is zero. In real time the "
                "contact gets shorter with speed, as v^(-1/5).",
     SCALED_AXES,
     CURVES(nonlinear)},
    FALL_PANELS("5", "linear, e = 0.9", linear_09),
    FALL_PANELS("6", "linear, e = 0.7", linear_07),
    FALL_PANELS("7", "nonlinear, e = 0.9", nonlinear_09),
    FALL_PANELS("8", "nonlinear, e = 0.7", nonlinear_07),
};

const repro_figures repro_figures_002 = {panels, COUNT(panels)};
