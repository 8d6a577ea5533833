/* SPDX-License-Identifier: MIT */
/* Verification: known answers against what the library computes, for `carom verify` and the tests.
 * References are closed forms, published values, another module, or a plain integration written
 * for this purpose (planar.h); never the code they are compared with. */
#ifndef CAROM_VERIFY_H
#define CAROM_VERIFY_H

#include <stdbool.h>

#include <carom/carom.h>

/* One comparison. Passed if |value - reference| <= tolerance. */
typedef struct carom_verify_row {
  const char *name; /* of the case */
  const char *what, *unit;
  double reference, value, tolerance;
  const char *why; /* what the tolerance is made of */
  bool passed;
} carom_verify_row;

typedef void carom_verify_tell(void *user, const carom_verify_row *row);

/* A case being computed. */
typedef struct carom_verify {
  carom_verify_tell *tell;
  void *user;
  const char *name;
  int rows, failed;
} carom_verify;

typedef struct carom_verify_case {
  const char *name, *title;
  const char *source; /* of the references */
  void (*run)(carom_verify *v);
} carom_verify_case;

/* All cases. */
int carom_verify_cases(void);
const carom_verify_case *carom_verify_case_at(int index);

/* Computes a case and tells every row; the number of rows that did not pass. A case that cannot be
 * computed at all fails with a row that says why. */
int carom_verify_run(const carom_verify_case *which, carom_verify_tell *tell, void *user);

/* For the cases: a row; one whose value must be in an interval; and a case that cannot
 * go on. */
void carom_verify_add(carom_verify *v, const char *unit, double reference, double value,
                      double tolerance, const char *why, const char *what, ...)
    __attribute__((__format__(__printf__, 7, 8)));
void carom_verify_within(carom_verify *v, const char *unit, double low, double high, double value,
                         const char *why, const char *what, ...)
    __attribute__((__format__(__printf__, 7, 8)));
void carom_verify_stop(carom_verify *v, const carom_error *err);

void carom_verify_chung_ooi_1(carom_verify *v);
void carom_verify_chung_ooi_2(carom_verify *v);
void carom_verify_chung_ooi_3(carom_verify *v);
void carom_verify_chung_ooi_4(carom_verify *v);
void carom_verify_chung_ooi_5(carom_verify *v);
void carom_verify_chung_ooi_6(carom_verify *v);
void carom_verify_chung_ooi_7(carom_verify *v);
void carom_verify_chung_ooi_8(carom_verify *v);
void carom_verify_dem01(carom_verify *v);
void carom_verify_dem02(carom_verify *v);
void carom_verify_dem03(carom_verify *v);
void carom_verify_dem04(carom_verify *v);
void carom_verify_dem05(carom_verify *v);
void carom_verify_rolling(carom_verify *v);
void carom_verify_dashpots(carom_verify *v);
void carom_verify_turning(carom_verify *v);
void carom_verify_cluster(carom_verify *v);
void carom_verify_gas(carom_verify *v);
void carom_verify_impact(carom_verify *v);
void carom_verify_row_of_beads(carom_verify *v);
void carom_verify_shakedown(carom_verify *v);

#endif
