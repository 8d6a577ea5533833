/* SPDX-License-Identifier: MIT */
/* Decimal numbers as text, the same in every locale. */
#ifndef CAROM_CORE_NUMBER_H
#define CAROM_CORE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for any double as carom_number_print writes it. */
#define CAROM_NUMBER_ROOM 32

/* The length of the decimal number that text[0 .. length) begins with, 0 if there is none: a sign,
 * digits with at most one point among, before or after them, and an exponent. Nothing else counts
 * as a number: no hexadecimals, no "inf", no "nan", no leading blanks. */
size_t carom_number_scan(const char *text, size_t length);

/* The double nearest to that number times 10^shift. `length` is what carom_number_scan returned.
 * False, with an infinite value, if the number is too large for a double. */
bool carom_number_value(const char *text, size_t length, int shift, double *value);

/* The double nearest to that number times 10^shift times/by, rounded once. The factors are from 1
 * to below CAROM_NUMBER_FACTOR = 2^53. False, with an infinite value, if it is too large. */
#define CAROM_NUMBER_FACTOR 9007199254740992.0
bool carom_number_ratio(const char *text, size_t length, int shift, uint64_t times, uint64_t by,
                        double *value);

/* The shortest decimal text that reads back to the same bits. Returns its length; "nan", "inf" and
 * "-inf" for what is not a number. */
size_t carom_number_print(double value, char text[CAROM_NUMBER_ROOM]);

#endif
