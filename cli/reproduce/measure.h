/* SPDX-License-Identifier: MIT */
/* Numbers taken from a result, by the measures of io/paper_terms.h. */
#ifndef CAROM_CLI_REPRODUCE_MEASURE_H
#define CAROM_CLI_REPRODUCE_MEASURE_H

#include "cli/reproduce/result.h"

/* NaN if the result has no such number. Without a run `result` is NULL. */
double measure_take(const repro_result *result, const carom_call *call);

/* The coefficient of a contact by name, NaN if there is none. */
double contact_coefficient(const carom_contact *contact, const char *name);

/* The length by which lengths of an impact are divided. */
double scale_length(const repro_result *result, carom_scale scale);

/* The largest force over mass, divided by the scale. */
double peak_acceleration(const repro_result *result, carom_scale scale);

/* The damping ratio, for an impact at speed `felt`, of the coefficient calibrated at speed
 * `prepared`. */
double ratio_at_speed(const repro_result *result, double prepared, double felt);

#endif
