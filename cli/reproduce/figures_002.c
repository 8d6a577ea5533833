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
};

const repro_figures repro_figures_002 = {panels, COUNT(panels)};
