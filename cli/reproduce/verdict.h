/* SPDX-License-Identifier: MIT */
/* How a computed value compares with a printed one. */
#ifndef CAROM_CLI_REPRODUCE_VERDICT_H
#define CAROM_CLI_REPRODUCE_VERDICT_H

typedef enum repro_verdict {
  REPRO_MATCH,       /* to the printed digits: within half a unit of the last one */
  REPRO_CLOSE,       /* within 1.5 % */
  REPRO_DIFFERS,     /* neither */
  REPRO_NO_PROPERTY, /* neither, and it is no property of the model: see repro_number.no_property */
  REPRO_NOTHING,     /* there is no value */
  REPRO_VERDICTS
} repro_verdict;

/* `digits` has the significant digits; usually it is `printed` itself. */
repro_verdict verdict_of(double value, const char *printed, const char *digits);

/* For reading, and as one word for programs. */
const char *verdict_text(repro_verdict verdict);
const char *verdict_name(repro_verdict verdict);

/* Half a unit of the last digit of a number such as "1.940e-4". */
double verdict_half_unit(const char *digits);

/* The number that is printed; the relative difference, NaN where zero is printed. */
double verdict_number(const char *printed);
double verdict_relative(double value, const char *printed);

#endif
