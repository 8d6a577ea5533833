/* SPDX-License-Identifier: MIT */
/* Decimal numbers as text, the same in every locale. */
#ifndef CAROM_CORE_NUMBER_H
#define CAROM_CORE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Buffer size for any double as written by carom_number_print. */
#define CAROM_NUMBER_ROOM 32

/* The length of the decimal number at the start of text[0 .. length), or 0 if there is none: a
 * sign, digits with at most one point among, before or after them, and an exponent. Hexadecimal
 * numbers, "inf", "nan" and leading blanks are not accepted. */
size_t carom_number_scan(const char *text, size_t length);

/* The double nearest to that number times 10^shift. `length` is the result of carom_number_scan.
 * Returns false and an infinite value if the number is too large for a double. */
bool carom_number_value(const char *text, size_t length, int shift, double *value);

/* The double nearest to that number times 10^shift times/by, rounded once. Both factors are at
 * least 1 and below CAROM_NUMBER_FACTOR = 2^53. Returns false and an infinite value if the result
 * is too large. */
#define CAROM_NUMBER_FACTOR 9007199254740992.0
bool carom_number_ratio(const char *text, size_t length, int shift, uint64_t times, uint64_t by,
                        double *value);

/* Writes the shortest decimal text that reads back to the same bits, or "nan", "inf" or "-inf", and
 * returns its length. */
size_t carom_number_print(double value, char text[CAROM_NUMBER_ROOM]);

#endif
