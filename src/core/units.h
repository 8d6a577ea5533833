/* SPDX-License-Identifier: MIT */
/* Quantities as text: a number and a unit, converted to SI. */
#ifndef CAROM_CORE_UNITS_H
#define CAROM_CORE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* A unit: scale * 10^(ten/4) m^(length/4) kg^(mass/4) s^(time/4) rad^(angle/4), where the scale is
 * times / by. Decimal prefixes are kept as the exponent `ten`, so that reading "0.45 g" rounds only
 * once. Exponents count quarters. */
typedef struct carom_unit {
  int length, mass, time, angle;
  int ten;
  double times, by;
  bool cyclic; /* written with deg, rpm, rev, Hz or %; an angle must then not be dropped or added */
} carom_unit;

/* Reads a unit such as "m/s", "kg/m3", "N s/m^1.25", "1/(Pa s)", "GPa", "µs" or "1". */
carom_status carom_unit_read(const char *text, carom_unit *unit, carom_error *err,
                             const char *where);

/* True if a quantity given in `given` is acceptable where `expected` is required. */
bool carom_unit_fits(const carom_unit *given, const carom_unit *expected);

/* Reads a quantity such as "8", "8 m/s", "20mm", "600 µs" or "5 %" into `value`, expressed in
 * `unit` (the expected SI unit, such as "m/s"; "1" for a pure number). A number without a unit is
 * taken to be in that unit. On an error `value` is not modified. CAROM_ERR_SYNTAX: not a number;
 * CAROM_ERR_UNIT: an unknown unit, or one of another dimension; CAROM_ERR_RANGE: too large for a
 * double. */
carom_status carom_quantity_read(const char *text, const char *unit, double *value,
                                 carom_error *err, const char *where);

/* The SI unit of a quantity of a common kind, such as "m/s" for "500 mm/s", and its value in that
 * unit; "" for a number without a unit; NULL for other text, in which case `value` is not
 * modified. */
const char *carom_quantity_si(const char *text, double *value);

#endif
