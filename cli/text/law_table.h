/* SPDX-License-Identifier: MIT */
/* Damping constants of a law against the restitution asked for: published, delivered, exact. */
#ifndef CAROM_CLI_LAW_TABLE_H
#define CAROM_CLI_LAW_TABLE_H

#include "cli/text/law_power.h"
#include "cli/base/table.h"
#include "cli/run/request.h"

enum { LAW_ROWS = 22 }; /* 0.05, 0.10 ... 0.95, 0.98, 0.99, 1 */

/* Index 0 of a pair is for tension: cut, 1 for tension: keep. NaN: no value. */
typedef struct cli_law_row {
  double asked;
  double published;    /* the constant of the source's formula */
  double delivered[2]; /* the restitution that it actually gives */
  double exact[2];     /* the constant that gives the restitution asked for */
  char note[64];       /* why there is no exact one */
} cli_law_row;

/* Fills the rows for phase `which` of the law of this trial (0: the only or the elastic one). */
carom_status law_rows(const carom_impact_request *trial, int which, int threads,
                      cli_law_row row[LAW_ROWS]);

/* The speed at which phase `which` is measured: the trial's own, or one well below yield. */
double law_row_speed(const carom_impact_request *trial, int which);

/* A table with the coefficient C under the tension rule in force, if the law has one (otherwise
 * NULL). */
cli_table law_rows_table(const cli_law_row row[LAW_ROWS], const carom_dashpot *power);

enum { LAW_EXACT, LAW_PUBLISHED }; /* the words of `calibration` */

/* The restitution delivered when e is asked for, by exact calibration or by the published formula;
 * NaN if there is none. */
double law_delivered(const carom_impact_request *trial, int which, double e, double tension,
                     int calibration);

/* An impact within the range of the law: two steel spheres, below yield if necessary. */
carom_impact_request law_trial(const carom_law *law);

/* Short tables for the manual: restitution delivered against asked for phase `which`, by both
 * calibrations and both tension rules; or, for a law without damping constant, restitution and dent
 * by speed. */
cli_table law_asked_table(const carom_impact_request *trial, int which);
cli_table law_speed_table(const carom_law *law);

#endif
