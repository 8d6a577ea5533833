/* SPDX-License-Identifier: MIT */
/* How well an energy budget closes, and what is said of one that does not. */
#ifndef CAROM_CLI_BUDGET_H
#define CAROM_CLI_BUDGET_H

#include "cli/base/message.h"
#include "io/json_write.h"

/* Energies in J. `work` is all that was put in since the start, in parts or in all; a part that was
 * taken out again counts as long as it was held at some instant. */
typedef struct cli_budget {
  double residual; /* what the budget lacks */
  double start, end, work;
  const char *remedy; /* what is likely to blame, and what to do, as a part of a sentence */
} cli_budget;

/* The residual over the largest of the three energies; 0 if there is none. */
double budget_off(const cli_budget *budget);

/* The last line of a summary, or on standard error beside JSON: a warning if more than a hundredth
 * is off. Kept for run.json in both cases. */
void budget_tell(const cli_budget *budget, bool json);

/* The same for a sweep, whose combination with the worst budget is off by this share. */
void budget_tell_sweep(double off, long index);

/* Half of it is off: the run went wrong. The exit code, if it was well until now. */
int budget_judge(double off, int code);

#endif
