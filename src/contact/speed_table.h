/* SPDX-License-Identifier: MIT */
/* A restitution given as a table over speed: "0.01:0.95, 1:0.8, 10:0.6". */
#ifndef CAROM_SRC_SPEED_TABLE_H
#define CAROM_SRC_SPEED_TABLE_H

#include "core/error.h"

/* True if this text is such a table and the field may have one. */
bool carom_speed_table_stands(const carom_field *field, const char *text);

/* The value at `speed` of pairs speed:value with increasing speeds and values within the field's
 * range; interpolated linearly over the logarithm of the speed, constant outside. */
carom_status carom_speed_table_read(const carom_field *field, const char *text, double speed,
                                    double *value, carom_error *err);

#endif
