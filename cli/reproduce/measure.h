/* SPDX-License-Identifier: MIT */
/* Numbers taken from a result; x, y and law are those of the printed number. NaN where the result
 * has no such number. */
#ifndef CAROM_CLI_REPRODUCE_MEASURE_H
#define CAROM_CLI_REPRODUCE_MEASURE_H

#include "cli/reproduce/paper.h"

typedef double repro_measure(const repro_result *result, const repro_number *number);

/* Of an impact. Velocities after it are negative, as papers print them. */
repro_measure measure_speed_out, measure_velocity_out, measure_energy_lost, measure_restitution,
    measure_peak_overlap, measure_peak_force;

/* Of the contact. */
repro_measure measure_mass, measure_body_mass, measure_stiffness, measure_yield_overlap,
    measure_plastic_overlap, measure_plastic_stiffness, measure_asked, measure_damping_ratio,
    measure_coefficient;

/* The coefficient times x over that with damping ratio 1 at speed y: a ratio at another speed. */
repro_measure measure_ratio_again, measure_ratio_felt;

/* Scaled: linear by sqrt(m/k), Hertzian by (m v^2/K)^(2/5) or, with the factor 5/4 in it, by L. */
repro_measure measure_linear_ratio, measure_linear_t_max, measure_linear_d_max, measure_linear_t_c,
    measure_linear_a_touch, measure_linear_a_part;
repro_measure measure_hertz_t_max, measure_hertz_d_max, measure_hertz_t_c, measure_hertz_a_touch,
    measure_hertz_a_part, measure_hertz_a_sample;
repro_measure measure_l_t_c, measure_l_a_max;

/* Of a chain: stiffness of contact x, overlap and force at the first peak of contact x, first peak
 * of the force on the right wall, velocity of bead x at the end. */
repro_measure measure_contact_stiffness, measure_first_overlap, measure_contact_force,
    measure_wall_force, measure_bead_velocity;

/* Of a bounce: velocity before the first contact, contacts, when the last one began. */
repro_measure measure_first_velocity, measure_bounces, measure_capture;

/* Without a run: the product of x and y, x over y, the error of x against y in per cent, the
 * constant that the law's source gives for x. */
repro_measure measure_product, measure_quotient, measure_per_cent, measure_published_constant;

/* The slot of a contact by name, NaN if there is none. */
double contact_coefficient(const carom_contact *contact, const char *name);

/* L = (5 m v^2/(4 K))^(2/5), the largest overlap of a Hertzian impact. */
double contact_length(const carom_contact *contact, double speed);

#endif
