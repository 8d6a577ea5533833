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

static const repro_curve hopkinson[] = {
    CURVE_AT(NEW_PRINTED, "wang-dashpot", NULL, points_bead_velocity, 39, 0,
             HOPKINSON_DASHPOT("printed")),
    CURVE_AT(NEW_CONT, "wang-dashpot", DASHED, points_bead_velocity, 39, 0,
             HOPKINSON_DASHPOT("continuous")),
    CURVE_AT("Ma-Liu", "ma-liu", NULL, points_bead_velocity, 39, 0, HOPKINSON_ML),
};

#define OVERLAP_AXIS .x_label = "overlap", .x_unit = "m", .y_label = "force", .y_unit = "N"

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
