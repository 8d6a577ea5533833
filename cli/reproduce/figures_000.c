/* SPDX-License-Identifier: MIT */
/* Figures of the viscous model. */
#include "cli/reproduce/points.h"
#include "cli/reproduce/runs_000.h"

#define NEW_PRINTED "new model, as printed"
#define NEW_CONT "new model, continuous"
#define DOTTED "2,3"
#define DASHED "6,3"

static const repro_curve ml_loops[] = {
    CURVE("Ma-Liu, 25 m/s: plastic", "ma-liu", "", points_force_overlap, ML_25),
    CURVE("8 m/s: elastoplastic", "ma-liu", DASHED, points_force_overlap, ML_8),
    CURVE("Hertz, 8 m/s", "hertz", NULL, points_force_overlap, SPHERES("8", STEEL("hertz"))),
};

static const repro_curve loss_factors[] = {
    {.title = "g_1, Eq. 11",
     .law = "wang-viscous",
     .dash = "",
     .index = 1,
     .points = points_published_constant},
    {.title = "g_2, Eq. 23 corrected",
     .law = "wang-viscous",
     .index = 0,
     .points = points_published_constant},
};

/* The three panels of an impact: the loop, the damping part of the force, the velocity. */
#define IMPACT(name, drawer, new_run, cont_run, edem_run, hc_run)                                  \
  static const repro_curve name[] = {                                                              \
      CURVE(NEW_CONT, "wang-viscous", "", drawer, cont_run),                                       \
      CURVE(NEW_PRINTED, "wang-viscous", NULL, drawer, new_run),                                   \
      CURVE("EDEM", "tsuji", NULL, drawer, edem_run),                                              \
      CURVE("Hunt-Crossley", "hunt-crossley", NULL, drawer, hc_run)}
#define SLOW(name, drawer)                                                                         \
  static const repro_curve name[] = {                                                              \
      CURVE("EDEM, c = 0.90", "tsuji", NULL, drawer, EDEM_005_KEPT),                               \
      CURVE("new model, c = 0.95", "wang-viscous", NULL, drawer, NEW_005_KEPT),                    \
      CURVE("Hunt-Crossley, c = 0.90", "hunt-crossley", NULL, drawer, HC_005)}
SLOW(slow_loop, points_force_overlap);
SLOW(slow_damping, points_damping_time);
SLOW(slow_velocity, points_velocity_time);
IMPACT(middle_loop, points_force_overlap, NEW_8_KEPT, CONT_8_KEPT, EDEM_8_KEPT, HC_8);
IMPACT(middle_damping, points_damping_time, NEW_8_KEPT, CONT_8_KEPT, EDEM_8_KEPT, HC_8);
IMPACT(middle_velocity, points_velocity_time, NEW_8_KEPT, CONT_8_KEPT, EDEM_8_KEPT, HC_8);
IMPACT(fast_loop, points_force_overlap, NEW_25_KEPT, CONT_25_KEPT, EDEM_25_KEPT, HC_25);
IMPACT(fast_damping, points_damping_time, NEW_25_KEPT, CONT_25_KEPT, EDEM_25_KEPT, HC_25);
IMPACT(fast_velocity, points_velocity_time, NEW_25_KEPT, CONT_25_KEPT, EDEM_25_KEPT, HC_25);

static const repro_curve against_ml[] = {
    CURVE(NEW_PRINTED, "wang-viscous", NULL, points_force_overlap, NEW_25_CUT),
    CURVE(NEW_CONT, "wang-viscous", "", points_force_overlap, CONT_25_CUT),
    CURVE("Ma-Liu", "ma-liu", "", points_force_overlap, ML_25),
};

static const repro_curve bouncing[] = {
    CURVE("Flores et al., e = 0.9", "flores", NULL, points_height, BOUNCE_FLORES),
    CURVE("new model, elastic", "wang-viscous-elastic", NULL, points_height, BOUNCE_EQ_24),
    CURVE("new model, plastic", "wang-viscous", "", points_height, BOUNCE_EQ_25("force")),
    CURVE("Ma-Liu, plastic", "ma-liu", NULL, points_height, BOUNCE_ML),
};

/* Particles 13 and 17 and the base, shifted by 25, 0 and -30 N as in the paper. */
#define WAVES(title, law, dash, ...)                                                               \
  CURVE_AT(title, law, dash, points_bead_force, 13, 25, __VA_ARGS__),                              \
      CURVE_AT(NULL, law, dash, points_bead_force, 17, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_contact_force, CAROM_RIGHT_WALL, -30, __VA_ARGS__)

static const repro_curve vertical_1[] = {
    WAVES("Ma-Liu", "ma-liu", "", V1_ML),
    WAVES("EDEM", "tsuji", NULL, V1_EDEM("force")),
    WAVES(NEW_PRINTED, "wang-viscous", NULL, V1_NEW("printed", "force")),
    WAVES(NEW_CONT, "wang-viscous", "", V1_NEW("continuous", "force")),
};

static const repro_curve vertical_peaks[] = {
    {.title = "Ma-Liu",
     .law = "ma-liu",
     .marks = 9,
     .x = 13,
     .y = 17,
     .points = points_wave_peaks,
     .run = V1_ML},
    {.title = "EDEM",
     .law = "tsuji",
     .marks = 5,
     .x = 13,
     .y = 17,
     .points = points_wave_peaks,
     .run = V1_EDEM("force")},
    {.title = NEW_PRINTED,
     .law = "wang-viscous",
     .marks = 7,
     .x = 13,
     .y = 17,
     .points = points_wave_peaks,
     .run = V1_NEW("printed", "force")},
    {.title = NEW_CONT,
     .law = "wang-viscous",
     .marks = 6,
     .x = 13,
     .y = 17,
     .points = points_wave_peaks,
     .run = V1_NEW("continuous", "force")},
};

static const repro_curve vertical_2[] = {
    WAVES("Ma-Liu", "ma-liu", "", V2_ML),
    WAVES("EDEM", "tsuji", NULL, V2_EDEM),
    WAVES(NEW_CONT, "wang-viscous", "", V2_CONT),
};

#define LOOPS(name, contact)                                                                       \
  static const repro_curve name[] = {                                                              \
      CURVE_AT("EDEM, tension kept", "tsuji", "", points_loop, contact, 0, V1_EDEM("overlap")),    \
      CURVE_AT("EDEM, tension cut", "hertz", DOTTED, points_loop, contact, 0, V1_EDEM("force")),   \
      CURVE_AT("new model, kept", "wang-viscous", "", points_loop, contact, 0,                     \
               V1_NEW("continuous", "overlap")),                                                   \
      CURVE_AT("new model, cut", "hooke", DASHED, points_loop, contact, 0,                         \
               V1_NEW("continuous", "force"))}
LOOPS(loop_13, 12);
LOOPS(loop_17, 16);
LOOPS(loop_base, CAROM_RIGHT_WALL);

/* All sensors of the horizontal chain. */
#define SENSORS(title, law, dash, ...)                                                             \
  CURVE_AT(title, law, dash, points_bead_force, 9, 0, __VA_ARGS__),                                \
      CURVE_AT(NULL, law, dash, points_bead_force, 16, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 24, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 31, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 40, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 50, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 56, 0, __VA_ARGS__),                            \
      CURVE_AT(NULL, law, dash, points_bead_force, 63, 0, __VA_ARGS__)

static const repro_curve horizontal[] = {
    SENSORS("Ma-Liu", "ma-liu", "", HORIZONTAL_ML),
    SENSORS("EDEM", "tsuji", NULL, HORIZONTAL_EDEM),
    SENSORS(NEW_PRINTED, "wang-viscous", NULL, HORIZONTAL_NEW),
    SENSORS(NEW_CONT, "wang-viscous", "", HORIZONTAL_CONT),
};

static const repro_curve horizontal_peaks[] = {
    CURVE("Ma-Liu", "ma-liu", "", points_sensor_peaks, HORIZONTAL_ML),
    CURVE("EDEM", "tsuji", NULL, points_sensor_peaks, HORIZONTAL_EDEM),
    CURVE(NEW_PRINTED, "wang-viscous", NULL, points_sensor_peaks, HORIZONTAL_NEW),
    CURVE(NEW_CONT, "wang-viscous", "", points_sensor_peaks, HORIZONTAL_CONT),
    CURVE("Hertz, no loss", "hertz", NULL, points_sensor_peaks, HORIZONTAL_HERTZ),
};

static const repro_curve hopkinson[] = {
    CURVE_AT(NEW_PRINTED, "wang-viscous", NULL, points_bead_velocity, 39, 0, HOPKINSON_NEW),
    CURVE_AT(NEW_CONT, "wang-viscous", "", points_bead_velocity, 39, 0, HOPKINSON_CONT),
    CURVE_AT("EDEM", "tsuji", NULL, points_bead_velocity, 39, 0, HOPKINSON_EDEM),
    CURVE_AT("Ma-Liu", "ma-liu", NULL, points_bead_velocity, 39, 0, HOPKINSON_ML),
};

#define OVERLAP_AXIS .x_label = "overlap", .x_unit = "m", .y_label = "force", .y_unit = "N"
#define TIME_AXIS .x_label = "time", .x_unit = "s"
#define FORCE_TIME TIME_AXIS, .y_label = "force", .y_unit = "N"
#define DAMPING_TIME TIME_AXIS, .y_label = "damping part of the force", .y_unit = "N"
#define VELOCITY_TIME TIME_AXIS, .y_label = "relative velocity", .y_unit = "m/s"
#define NO_EXPERIMENT "The measured curves are not in the paper's text."

static const repro_panel panels[] = {
    {.name = "1",
     .title = "Force and overlap of the Ma-Liu law",
     .caption = "Loading and unloading of two steel spheres after impacts at 8 and 25 m/s; the "
                "paper's figure is a sketch.",
     OVERLAP_AXIS,
     CURVES(ml_loops)},
    {.name = "2",
     .title = "Loss factors",
     .caption = "Loss factors against the restitution that they are meant for.",
     .x_label = "coefficient of restitution",
     .y_label = "loss factor",
     .unit_x = true,
     .y_range = {0, 6},
     CURVES(loss_factors)},
    {.name = "4a",
     .title = "Loops at 0.05 m/s",
     .caption = "Elastic impact at 0.05 m/s: force against overlap, tension kept.",
     OVERLAP_AXIS,
     CURVES(slow_loop)},
    {.name = "4b",
     .title = "Damping force at 0.05 m/s",
     .caption = "The damping part of the force at 0.05 m/s.",
     DAMPING_TIME,
     CURVES(slow_damping)},
    {.name = "4c",
     .title = "Velocity at 0.05 m/s",
     .caption = "Relative velocity at 0.05 m/s.",
     VELOCITY_TIME,
     CURVES(slow_velocity)},
    {.name = "5a",
     .title = "Loops at 8 m/s",
     .caption = "Elastoplastic impact at 8 m/s: force against overlap, tension kept. As printed, "
                "the new model jumps at yield.",
     OVERLAP_AXIS,
     CURVES(middle_loop)},
    {.name = "5b",
     .title = "Damping force at 8 m/s",
     .caption = "The damping part of the force at 8 m/s.",
     DAMPING_TIME,
     CURVES(middle_damping)},
    {.name = "5c",
     .title = "Velocity at 8 m/s",
     .caption = "Relative velocity at 8 m/s.",
     VELOCITY_TIME,
     CURVES(middle_velocity)},
    {.name = "6a",
     .title = "Loops at 25 m/s",
     .caption = "Plastic impact at 25 m/s: force against overlap, tension kept.",
     OVERLAP_AXIS,
     CURVES(fast_loop)},
    {.name = "6b",
     .title = "Damping force at 25 m/s",
     .caption = "The damping part of the force at 25 m/s.",
     DAMPING_TIME,
     CURVES(fast_damping)},
    {.name = "6c",
     .title = "Velocity at 25 m/s",
     .caption = "Relative velocity at 25 m/s.",
     VELOCITY_TIME,
     CURVES(fast_velocity)},
    {.name = "7",
     .title = "New model and Ma-Liu at 25 m/s",
     .caption = "Tension cut, as in the paper. Where the viscous loop ends (point A) is no dent; "
                "where that of Ma-Liu ends (point B) is one.",
     OVERLAP_AXIS,
     CURVES(against_ml)},
    {.name = "9",
     .wide = true,
     .title = "Bouncing ball",
     .caption =
         "Height of the ball above the ground. The paper's elastic curve is that of another "
         "paper with the law of Flores et al.; its plastic one ends after 2.5 s, which Eq. 25 "
         "does not give.",
     TIME_AXIS,
     .x_range = {0, 8},
     .y_label = "height",
     .y_unit = "m",
     CURVES(bouncing)},
    {.name = "11",
     .wide = true,
     .title = "Vertical chain without magnet",
     .caption = "Forces at particle 13 (shifted by 25 N), particle 17 and the base (shifted by "
                "-30 N).",
     .missing = NO_EXPERIMENT,
     FORCE_TIME,
     CURVES(vertical_1)},
    {.name = "12",
     .title = "Vertical chain: peaks of the first wave",
     .caption = "Largest force of the incoming wave at particles 13 and 17 and at the base (22). "
                "The paper shows errors against measured peaks, which its text does not give.",
     .missing = "Peaks, not errors: the measured ones are not in the text.",
     .x_label = "particle (22: the base)",
     .y_label = "peak force",
     .y_unit = "N",
     .x_range = {11, 24},
     .y_range = {0, 30},
     CURVES(vertical_peaks)},
    {.name = "13",
     .wide = true,
     .title = "Vertical chain with magnet",
     .caption = "Forces at particle 13 (shifted by 25 N), particle 17 and the base (shifted by "
                "-30 N). As printed, Eq. 25 has no static start under this preload: 2.385 N lies "
                "in its jump at yield.",
     .missing = NO_EXPERIMENT,
     FORCE_TIME,
     CURVES(vertical_2)},
    {.name = "14a",
     .title = "Loop at particle 13",
     .caption = "Force against overlap of the contact before particle 13, vertical chain without "
                "magnet, continuous form; tension kept and cut.",
     OVERLAP_AXIS,
     CURVES(loop_13)},
    {.name = "14b",
     .title = "Loop at particle 17",
     .caption = "The same at particle 17.",
     OVERLAP_AXIS,
     CURVES(loop_17)},
    {.name = "14c",
     .title = "Loop at the base",
     .caption = "The same at the base.",
     OVERLAP_AXIS,
     CURVES(loop_base)},
    {.name = "16",
     .wide = true,
     .title = "Horizontal chain: sensors 9 to 63",
     .caption = "Forces at sensors 9, 16, 24, 31, 40, 50, 56 and 63. As printed, the new model "
                "runs faster than a chain without any loss.",
     .missing = NO_EXPERIMENT,
     FORCE_TIME,
     CURVES(horizontal)},
    {.name = "17",
     .title = "Horizontal chain: peaks",
     .caption = "Largest force at each sensor. The paper shows errors against measured peaks, "
                "which its text does not give.",
     .missing = "Peaks, not errors: the measured ones are not in the text.",
     .x_label = "sensor in bead",
     .y_label = "peak force",
     .y_unit = "N",
     CURVES(horizontal_peaks)},
    {.name = "19",
     .title = "Hopkinson chain: particle 40",
     .caption = "Velocity of particle 40, the first one driven at 13 m/s.",
     .missing = NO_EXPERIMENT,
     TIME_AXIS,
     .y_label = "velocity",
     .y_unit = "m/s",
     CURVES(hopkinson)},
};

const repro_figures repro_figures_000 = {panels, COUNT(panels)};
