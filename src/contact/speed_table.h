/* SPDX-License-Identifier: MIT */
/* Restitution as a table over the speed: "0.01:0.95, 1:0.8, 10:0.6". */
#ifndef CAROM_SRC_SPEED_TABLE_H
#define CAROM_SRC_SPEED_TABLE_H

#include "core/error.h"

/* Is this text such a table, for a field that may have one? */
bool carom_speed_table_stands(const carom_field *field, const char *text);

/* The value at `speed`: pairs speed:value with growing speeds, each value within the field's
 * range; straight lines over the logarithm of the speed between them, constant outside. */
carom_status carom_speed_table_read(const carom_field *field, const char *text, double speed,
                                    double *value, carom_error *err);

#endif
