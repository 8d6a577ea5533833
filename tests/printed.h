/* SPDX-License-Identifier: MIT */
/* Numbers as papers print them, and how well a computed value agrees with one. */
#ifndef CAROM_TESTS_PRINTED_H
#define CAROM_TESTS_PRINTED_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "close.h"

/* Half a unit of the last printed digit. */
static inline double half_digit(const char *printed)
{
  const char *exponent = strpbrk(printed, "eE"), *point = strchr(printed, '.');
  const char *end = exponent ? exponent : printed + strlen(printed);
  const int64_t decimals = point ? end - point - 1 : 0;
  return 0.5 * pow(10, (exponent ? strtod(exponent + 1, NULL) : 0) - (double)decimals);
}

/* Does the value round to what is printed? The last factor allows for the rounding of this sum. */
static inline bool rounds_to(double value, const char *printed)
{
  return fabs(value - strtod(printed, NULL)) <= half_digit(printed) * (1 + 1e-9);
}

static inline void assert_printed(double value, const char *printed)
{
  if (!rounds_to(value, printed)) fail_msg("%.9g does not round to the printed %s", value, printed);
}

/* How a computed value compares with a printed one. */
typedef enum agreement {
  MATCHES,    /* to the printed digits */
  CLOSE,      /* within 1.5 % */
  AS_A_GRAPH, /* within 2.5 %: the paper read the number off a curve */
  DIFFERS
} agreement;

static inline agreement agreement_of(double value, const char *printed)
{
  const double reference = strtod(printed, NULL);
  const double relative = fabs(value - reference) / fabs(reference);
  if (rounds_to(value, printed)) return MATCHES;
  if (relative <= 0.015) return CLOSE;
  return relative <= 0.025 ? AS_A_GRAPH : DIFFERS;
}

/* The agreement must be neither worse nor better than known: a number that suddenly matches is
 * news, too. */
static inline void assert_agreement(const char *name, double value, const char *printed,
                                    agreement known)
{
  static const char *const words[] = {"matches", "is close", "is as read off a graph", "differs"};
  const agreement found = agreement_of(value, printed);
  print_message("  %-34s printed %-8s computed %-12.6g %s\n", name, printed, value, words[found]);
  if (found != known)
    fail_msg("%s: printed %s, computed %.9g: %s; known: %s", name, printed, value, words[found],
             words[known]);
}

#endif
