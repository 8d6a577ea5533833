/* SPDX-License-Identifier: MIT */
/* The dimensional damping coefficient of laws whose dashpot is C d^b v beside a Hertzian spring. */
#ifndef CAROM_CLI_LAW_POWER_H
#define CAROM_CLI_LAW_POWER_H

#include <stdio.h>

#include "cli/trial.h"
#include "io/json_write.h"

/* C = c m*^(1-q) K^q v_r^(1-2q), q = 2 (1 + b)/5, for the bodies of a trial. */
typedef struct cli_power {
  double b, q;
  double mass, stiffness, reference, speed; /* m*, K, v_r, v */
  double per_ratio, per_ratio_here;         /* C for c = 1 at v_r, at v */
  double ratio;                             /* c in force; NaN: it cannot be had */
  bool cut;                                 /* the separation rule in force */
  char unit[32];                            /* of C */
} cli_power;

/* False for laws of another kind. */
bool law_power(const cli_trial *trial, cli_power *power);

/* What an impact at v feels while C stays that of v_r; and C with which v would be as v_r is now:
 * the same ratio, the same restitution. */
double law_power_felt(const cli_power *power);
double law_power_again(const cli_power *power);

/* Some lines below the table; members of an object that is open. */
void law_power_text(const cli_power *power, FILE *file);
void law_power_members(carom_json *json, const cli_power *power);

#endif
