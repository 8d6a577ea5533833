/* SPDX-License-Identifier: MIT */
/* Numbers for people, with a prefix that keeps them short. */
#ifndef CAROM_RUN_QUANTITY_H
#define CAROM_RUN_QUANTITY_H

#include <stddef.h>

enum { CAROM_QUANTITY_ROOM = 48 };

/* The factor and the letter of the SI prefix that brings |value| between 1 and 1000. */
typedef struct carom_prefix {
  double factor; /* value in SI = number * factor */
  const char *letter;
} carom_prefix;

carom_prefix carom_quantity_prefix(double value);
/* Likewise for a unit that may begin with a power: 1e-4 m2/s2 is 100 mm2/s2. kg gets no prefix. */
carom_prefix carom_quantity_prefix_of(double value, const char *unit);

/* Prints "12.34 us", "130.7 g", "0.7" for the unit "1", or "-" if not finite. */
const char *carom_quantity_print(double value, const char *unit, char text[CAROM_QUANTITY_ROOM]);

#endif
