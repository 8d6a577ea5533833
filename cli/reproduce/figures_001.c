/* SPDX-License-Identifier: MIT */
/* Figures of the dashpot model. */
#include "cli/reproduce/points.h"
#include "cli/reproduce/runs_000.h"
#include "cli/reproduce/runs_001.h"

#define NEW_PRINTED "new model, as printed"
#define NEW_CONT "new model, continuous"
#define DASHED "6,3"

static const repro_curve ml_loops[] = {
    CURVE("Ma-Liu, 6 m/s: plastic", "ma-liu", "", points_force_overlap, SOCKET_ML_6),
    CURVE("4 m/s: elastoplastic", "ma-liu", DASHED, points_force_overlap, SOCKET_ML_4),
    CURVE("Hertz, 1.2 m/s", "hertz", NULL, points_force_overlap, IN_SOCKET("1.2", "hertz")),
};

static const repro_curve elastic_loop[] = {
    CURVE("new model, e = 0.99945", "wang-dashpot", NULL, points_force_overlap, SOCKET_WAVE),
    CURVE("Ma-Liu", "ma-liu", NULL, points_force_overlap, SOCKET_ML_002),
};

static const repro_curve velocities[] = {
    CURVE("Hunt-Crossley", "hunt-crossley", NULL, points_velocity_time, SOCKET_HC),
    CURVE("Lankarani-Nikravesh", "lankarani-nikravesh", NULL, points_velocity_time, SOCKET_LN),
    CURVE("Flores et al.", "flores", NULL, points_velocity_time, SOCKET_FLORES),
    CURVE("new model, Eq. 16", "wang-dashpot", NULL, points_velocity_time, SOCKET_NEW),
};

static const repro_curve ml_4[] = {
    CURVE("Ma-Liu", "ma-liu", "", points_force_overlap, SOCKET_ML_4),
};
static const repro_curve ml_6[] = {
    CURVE("Ma-Liu", "ma-liu", "", points_force_overlap, SOCKET_ML_6),
};

#define BESIDE(name, speed)                                                                        \
  static const repro_curve name[] = {                                                              \
      CURVE(NEW_PRINTED, "wang-dashpot", NULL, points_force_overlap,                               \
            SOCKET_DASHPOT(speed, "printed", "chord")),                                            \
      CURVE(NEW_CONT, "wang-dashpot", DASHED, points_force_overlap,                                \
            SOCKET_DASHPOT(speed, "continuous", "chord")),                                         \
      CURVE("Ma-Liu", "ma-liu", NULL, points_force_overlap, IN_SOCKET(speed, MA_LIU_3_13))}
BESIDE(beside_4, "4");
BESIDE(beside_6, "6");

static const repro_curve all_laws[] = {
    CURVE("Ma-Liu", "ma-liu", NULL, points_force_overlap, SOCKET_ML_4),
    CURVE(NEW_PRINTED, "wang-dashpot", NULL, points_force_overlap,
          SOCKET_DASHPOT("4", "printed", "chord")),
    CURVE("Hunt-Crossley", "hunt-crossley", NULL, points_force_overlap,
          IN_SOCKET("4", "hunt-crossley, restitution: 0.6909, calibration: published")),
    CURVE("Lankarani-Nikravesh", "lankarani-nikravesh", NULL, points_force_overlap,
          IN_SOCKET("4", "lankarani-nikravesh, restitution: 0.6909, calibration: published")),
    CURVE("Flores et al.", "flores", NULL, points_force_overlap,
          IN_SOCKET("4", "flores, restitution: 0.6909, calibration: published")),
};

static const repro_curve crank_new[] = {
    CURVE("new model, 0.5 m/s in the law", "wang-dashpot", NULL, points_slider_mean,
          CRANK_200("wang-dashpot-elastic" TABLE_3_SPEED)),
    CURVE("new model, speed of each touch", "hooke", DASHED, points_slider_mean,
          CRANK_200("wang-dashpot-elastic")),
    CURVE_AT("ideal joint", "hertz", NULL, points_slider, 2, 0, CRANK_IDEAL_200),
};

#define CRANK_LAWS(name, drawer, which)                                                            \
  static const repro_curve name[] = {                                                              \
      CURVE("new model", "wang-dashpot", NULL, drawer,                                             \
            CRANK_200("wang-dashpot-elastic" TABLE_3_SPEED)),                                      \
      CURVE("Lankarani-Nikravesh", "lankarani-nikravesh", NULL, drawer,                            \
            CRANK_200("lankarani-nikravesh" TABLE_3_SPEED)),                                       \
      CURVE("Flores et al.", "tsuji", DASHED, drawer, CRANK_200("flores" TABLE_3_SPEED)),          \
      CURVE_AT("ideal joint", "hertz", NULL, points_slider, which, 0, CRANK_IDEAL_200)}
CRANK_LAWS(crank_position, points_slider, 0);
CRANK_LAWS(crank_acceleration, points_slider_mean, 2);

static const repro_curve crank_plastic[] = {
    CURVE(NEW_PRINTED, "wang-dashpot", NULL, points_slider, CRANK_300_NEW),
    CURVE("Ma-Liu", "ma-liu", NULL, points_slider, CRANK_300_ML),
    CURVE("ideal joint", "hertz", NULL, points_slider, CRANK_IDEAL_300),
};

/* The rod is body 1, 0.3 m long. */
#define DEVIATION(name, of_law, dashes, ...)                                                       \
  {                                                                                                \
    .title = name, .law = of_law, .dash = dashes, .points = points_slider_deviation, .index = 1,   \
    .x = 0.3, .run = __VA_ARGS__                                                                   \
  }
static const repro_curve crank_deviation[] = {
    DEVIATION(NEW_PRINTED, "wang-dashpot", NULL, CRANK_300_NEW),
    DEVIATION("Ma-Liu", "ma-liu", "", CRANK_300_ML),
};

static const repro_curve hopkinson[] = {
    CURVE_AT(NEW_PRINTED, "wang-dashpot", NULL, points_bead_velocity, 39, 0,
             HOPKINSON_DASHPOT("printed")),
    CURVE_AT(NEW_CONT, "wang-dashpot", DASHED, points_bead_velocity, 39, 0,
             HOPKINSON_DASHPOT("continuous")),
    CURVE_AT("Ma-Liu", "ma-liu", NULL, points_bead_velocity, 39, 0, HOPKINSON_ML),
};

#define OVERLAP_AXIS .x_label = "overlap", .x_unit = "m", .y_label = "force", .y_unit = "N"

#define TIME_AXIS .x_label = "time", .x_unit = "s"

static const repro_panel panels[] = {
    {.name = "2",
     .title = "Force and overlap of the Ma-Liu law",
     .caption = "Loading and unloading of the ball in its socket; the paper's figure is a sketch.",
     OVERLAP_AXIS,
     CURVES(ml_loops)},
    {.name = "4",
     .title = "Elastic phase, 0.02 m/s",
     .caption = "With the restitution of elastic waves (Eq. 37) the loop all but closes.",
     OVERLAP_AXIS,
     CURVES(elastic_loop)},
    {.name = "5",
     .title = "Velocities at 0.02 m/s, e = 0.8",
     .caption = "Newton's definition gives -0.016 m/s.",
     .x_label = "time",
     .x_unit = "s",
     .y_label = "relative velocity",
     .y_unit = "m/s",
     CURVES(velocities)},
    {.name = "6",
     .title = "Ma-Liu at 4 m/s",
     .caption = "Elastoplastic impact of the ball in its socket.",
     OVERLAP_AXIS,
     CURVES(ml_4)},
    {.name = "7",
     .title = "New model and Ma-Liu at 4 m/s",
     .caption =
         "The new model with the restitution of Ma-Liu, 0.6909, by the published factors; as "
         "printed it jumps at yield, and it delivers 0.78.",
     OVERLAP_AXIS,
     CURVES(beside_4)},
    {.name = "8",
     .title = "Ma-Liu at 6 m/s",
     .caption = "Fully plastic impact of the ball in its socket.",
     OVERLAP_AXIS,
     CURVES(ml_6)},
    {.name = "9",
     .title = "New model and Ma-Liu at 6 m/s",
     .caption = "The new model with the restitution of Ma-Liu, 0.6558, by the published factors.",
     OVERLAP_AXIS,
     CURVES(beside_6)},
    {.name = "10",
     .title = "Dashpot models and Ma-Liu at 4 m/s",
     .caption = "Laws on a Hertzian spring overestimate the force of an elastoplastic impact.",
     OVERLAP_AXIS,
     CURVES(all_laws)},
    {.name = "12",
     .wide = true,
     .title = "Slider-crank: acceleration, new model",
     .caption =
         "Acceleration of the slider at 200 rpm, averaged over 1 ms: single peaks last 0.2 ms "
         "and reach ten times as much. After one to four revolutions the trace depends on the "
         "smallest change.",
     .missing = "The measured curve is not in the paper's text.",
     TIME_AXIS,
     .y_label = "acceleration",
     .y_unit = "m/s2",
     CURVES(crank_new)},
    {.name = "13a",
     .title = "Slider-crank: displacement",
     .caption =
         "Position of the slider at 200 rpm; no law departs by more than 0.52 mm from the ideal "
         "joint.",
     TIME_AXIS,
     .y_label = "position of the slider",
     .y_unit = "m",
     .y_range = {0.24, 0.36},
     CURVES(crank_position)},
    {.name = "13b",
     .wide = true,
     .title = "Slider-crank: acceleration",
     .caption =
         "Acceleration of the slider at 200 rpm in the second revolution, averaged over 1 ms.",
     TIME_AXIS,
     .x_range = {0.3, 0.6},
     .y_label = "acceleration",
     .y_unit = "m/s2",
     CURVES(crank_acceleration)},
    {.name = "14a",
     .title = "Slider-crank at 300 rpm, plastic",
     .caption =
         "Position of the slider with materials that yield at 30 MPa. The change and delay that "
         "the paper describes are not found.",
     TIME_AXIS,
     .y_label = "position of the slider",
     .y_unit = "m",
     .y_range = {0.24, 0.36},
     CURVES(crank_plastic)},
    {.name = "14b",
     .title = "The same, against the ideal joint",
     .caption =
         "Distance of the slider from where it would stand with an ideal joint: never more than "
         "the clearance of 0.5 mm and the overlap, times 1.0142. Not in the paper.",
     TIME_AXIS,
     .y_label = "distance",
     .y_unit = "m",
     CURVES(crank_deviation)},
    {.name = "16",
     .title = "Hopkinson chain: particle 40",
     .caption = "Velocity of particle 40, the first one driven at 13 m/s; restitution 0.11.",
     .missing = "The measured curve is not in the paper's text.",
     .x_label = "time",
     .x_unit = "s",
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(hopkinson)},
};

const repro_figures repro_figures_001 = {panels, COUNT(panels)};
