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
  const char *why; /* what the tolerance is made of, or who published the band */
  bool passed;
  int samples;  /* the value is the mean of so many realisations; 0: it is a single number */
  double error; /* standard error of that mean; NaN of one */
} carom_verify_row;

typedef void carom_verify_tell(void *user, const carom_verify_row *row);

/* Sets of cases: those of contacts take seconds, those of the bulk minutes. */
typedef enum carom_verify_set {
  CAROM_VERIFY_CONTACTS,
  CAROM_VERIFY_BULK,
  CAROM_VERIFY_SETS
} carom_verify_set;

/* How cases are computed. The text of a scenario file by its name, to be freed by the caller: cases
 * of the bulk run scenarios of the project. */
typedef struct carom_verify_options {
  bool full;   /* as many seeds, as large and as long as the published bands ask for */
  int threads; /* of scenes; 0: one per core */
  carom_status (*scenario)(const char *name, char **text, size_t *length, carom_error *err);
  void (*note)(const char *name, const char *text); /* how far a case is; may be NULL */
} carom_verify_options;

/* A case being computed. */
typedef struct carom_verify {
  carom_verify_tell *tell;
  void *user;
  const char *name;
  int rows, failed;
  carom_verify_options options;
} carom_verify;

typedef struct carom_verify_case {
  const char *name, *title;
  const char *source; /* of the references */
  void (*run)(carom_verify *v);
} carom_verify_case;

/* All cases, set by set. */
int carom_verify_cases(void);
const carom_verify_case *carom_verify_case_at(int index);
carom_verify_set carom_verify_set_of(const carom_verify_case *which);
const char *carom_verify_set_name(carom_verify_set set);

/* Computes a case and tells every row; the number of rows that did not pass. A case that cannot be
 * computed at all fails with a row that says why. */
int carom_verify_run(const carom_verify_case *which, const carom_verify_options *options,
                     carom_verify_tell *tell, void *user);

/* For the cases: a row; one whose value must be in an interval; and a case that cannot
 * go on. */
void carom_verify_add(carom_verify *v, const char *unit, double reference, double value,
                      double tolerance, const char *why, const char *what, ...)
    __attribute__((__format__(__printf__, 7, 8)));
void carom_verify_within(carom_verify *v, const char *unit, double low, double high, double value,
                         const char *why, const char *what, ...)
    __attribute__((__format__(__printf__, 7, 8)));
void carom_verify_stop(carom_verify *v, const carom_error *err);

/* A number of several realisations. */
typedef struct carom_verify_mean {
  int count;
  double mean, squares; /* squares: of the deviations from the mean */
} carom_verify_mean;

void carom_verify_sample(carom_verify_mean *m, double value);
double carom_verify_error(const carom_verify_mean *m); /* standard error; NaN below two */

/* A row whose mean must be in a published band. One that is not known to half the width of the band
 * decides nothing, and does not pass. */
void carom_verify_band(carom_verify *v, const char *unit, double low, double high,
                       const carom_verify_mean *m, const char *source, const char *what, ...)
    __attribute__((__format__(__printf__, 7, 8)));

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

/* Of the bulk. */
void carom_verify_terminal(carom_verify *v);
void carom_verify_haff(carom_verify *v);
void carom_verify_jamming(carom_verify *v);
void carom_verify_simple_shear(carom_verify *v);
void carom_verify_triaxial(carom_verify *v);
void carom_verify_repose(carom_verify *v);
void carom_verify_sedimentation(carom_verify *v);
void carom_verify_chute(carom_verify *v);
void carom_verify_balance(carom_verify *v);
void carom_verify_sound(carom_verify *v);

#endif
