/* SPDX-License-Identifier: MIT */
/* Comparing numbers: assert_close(value, reference, relative) says both when they differ, and the
 * largest difference that was accepted is remembered, so that a test can say how close it came. */
#ifndef CAROM_TESTS_CLOSE_H
#define CAROM_TESTS_CLOSE_H

#include <math.h>
#include <stdio.h>

#include "suite.h"

/* The largest relative difference seen so far, and the largest share of a tolerance used up. */
static double close_worst, close_worst_share;
static const char *close_worst_name = "nothing";

static inline void close_check(double value, double reference, double relative, const char *name,
                               const char *file, int line)
{
  const double difference = fabs(value - reference), scale = fabs(reference);
  if (!(difference <= relative * scale)) {
    print_error("%s:%d: %s = %.17g, reference %.17g, off by %.3g (relative), allowed %.3g\n", file,
                line, name, value, reference, difference / scale, relative);
    _fail(file, line);
  }
  if (scale > 0 && difference / scale > close_worst) {
    close_worst = difference / scale;
    close_worst_name = name;
  }
  if (relative * scale > 0 && difference / (relative * scale) > close_worst_share)
    close_worst_share = difference / (relative * scale);
}

#define assert_close(value, reference, relative)                                                   \
  close_check(value, reference, relative, #value, __FILE__, __LINE__)

/* As above, with a name made at run time. */
#define assert_close_named(value, reference, relative, name)                                       \
  close_check(value, reference, relative, name, __FILE__, __LINE__)

/* |value| <= limit, for numbers that should be zero. */
#define assert_small(value, limit)                                                                 \
  do {                                                                                             \
    const double small_value = (value), small_limit = (limit);                                     \
    if (!(fabs(small_value) <= small_limit))                                                       \
      fail_msg("%s = %.17g, allowed %.3g", #value, small_value, small_limit);                      \
  } while (0)

/* Group teardown: what the comparisons amounted to. */
static inline int close_report(void **state)
{
  (void)state;
  print_message("largest relative difference %.2e (%s), %.0f %% of its tolerance at most\n",
                close_worst, close_worst_name, 100 * close_worst_share);
  return 0;
}

/* A suite that ends with that. */
#define SUITE_CLOSE(name, ...) SUITE_WITH(name, NULL, close_report, __VA_ARGS__)

#endif
