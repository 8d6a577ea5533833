/* SPDX-License-Identifier: MIT */
/* An energy budget: its channels, how well it closes, and what is said of one that does not. */
#ifndef CAROM_CLI_BUDGET_H
#define CAROM_CLI_BUDGET_H

#include <stddef.h>

#include "cli/base/message.h"
#include "run/budget.h"

/* The last line of a summary, or on standard error beside JSON: a warning if more than a hundredth
 * is off. Kept for run.json in both cases. */
void budget_tell(const carom_run_energy *budget, bool json);

/* The same for a sweep, whose combination with the worst budget is off by this share. */
void budget_tell_sweep(double off, int64_t index);

/* Half of it is off: the run went wrong. The exit code, if it was well until now. */
int budget_judge(double off, int code);

typedef struct budget_channel {
  const char *name;
  double value; /* J */
} budget_channel;

/* "energy    1 J kinetic, 2 J elastic": those that are not zero; then how well the budget closes.
 */
void budget_print(const budget_channel *channel, size_t count, double off);

#endif
