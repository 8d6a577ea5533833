/* SPDX-License-Identifier: MIT */
/* Points of a curve, taken from a result by the names of io/paper_terms.h. */
#ifndef CAROM_CLI_REPRODUCE_POINTS_H
#define CAROM_CLI_REPRODUCE_POINTS_H

#include "cli/reproduce/result.h"

/* A growing list of points; the caller frees x and y. */
typedef struct repro_points {
  double *x, *y;
  int64_t count, room;
} repro_points;

carom_status points_add(repro_points *points, double x, double y);

/* Without a run `result` is NULL. */
carom_status points_take(const repro_result *result, const carom_call *call, repro_points *out);

typedef carom_status repro_drawer(const repro_result *result, const carom_call *call,
                                  repro_points *out);

/* Points of chains, bounces and slider-cranks, from the rows that were kept. */
repro_drawer points_bead_force, points_bead_velocity, points_contact_force, points_loop,
    points_profile, points_sensor_peaks, points_wave_peaks, points_height, points_fall_velocity;
repro_drawer points_slider, points_slider_mean, points_slider_deviation;

#endif
