/* SPDX-License-Identifier: MIT */
/* Points of a curve, taken from a result. */
#ifndef CAROM_CLI_REPRODUCE_POINTS_H
#define CAROM_CLI_REPRODUCE_POINTS_H

#include "cli/reproduce/paper.h"

typedef carom_status repro_drawer(const repro_result *result, const repro_curve *curve,
                                  repro_points *out);

/* Of an impact: force, its damping part, relative velocity and overlap. */
repro_drawer points_force_overlap, points_force_time, points_damping_time, points_velocity_time,
    points_overlap_time;

/* The same scaled: by L and v (paper 003), by sqrt(m/k) and by (m v^2/K)^(2/5) (paper 002). */
repro_drawer points_scaled_a_t, points_scaled_a_h, points_linear_d_t, points_hertz_d_t;

/* Over the restitution asked for, 0.05 to 1: the damping constant of the source (phase `index`),
 * the exact one times x, the largest acceleration. */
repro_drawer points_published_constant, points_exact_constant, points_largest_a;

/* The correction c lambda^b over lambda = 0.1 to 2, with b = 1 - 2q of the law and c = x, or that
 * of the run if x is 0. */
repro_drawer points_correction;

/* The restitution delivered over the speed, for a dashpot calibrated once. */
repro_drawer points_restitution_speed;

/* Of a chain, shifted by y: force of the sensor in bead `index`, velocity of that bead, force of
 * contact `index`, force against overlap of that contact, velocities of beads 1 .. n at time x,
 * largest sensor forces of all recorded beads, first peaks at beads x and y and at the right wall.
 */
repro_drawer points_bead_force, points_bead_velocity, points_contact_force, points_loop,
    points_profile, points_sensor_peaks, points_wave_peaks;

/* Of a bounce: height, shifted by y, and velocity. */
repro_drawer points_height, points_fall_velocity;

/* Of a slider-crank: position, velocity or acceleration of the slider (`index` 0 to 2), its
 * acceleration averaged by the filter of the scenario, the distance from where it would stand with
 * an ideal joint (rod of length x, body number `index`). */
repro_drawer points_slider, points_slider_mean, points_slider_deviation;

/* Without a run: one point, and a level line from 0 to `x` at height y. */
repro_drawer points_one, points_level;

#endif
