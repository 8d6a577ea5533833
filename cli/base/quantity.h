/* SPDX-License-Identifier: MIT */
/* Numbers for people: with a prefix that keeps them short, and a few roots. */
#ifndef CAROM_CLI_QUANTITY_H
#define CAROM_CLI_QUANTITY_H

#include <stddef.h>

enum { QUANTITY_ROOM = 48 };

/* The factor and the letter of the SI prefix that brings |value| between 1 and 1000. */
typedef struct cli_prefix {
  double factor; /* value in SI = number * factor */
  const char *letter;
} cli_prefix;

cli_prefix quantity_prefix(double value);

/* "12.34 us", "130.7 g", "0.7" for the unit "1"; "-" for what is not finite. */
const char *quantity_print(double value, const char *unit, char text[QUANTITY_ROOM]);

/* The n-th root of x > 0. */
double quantity_root(double x, int n);

#endif
