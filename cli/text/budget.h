/* SPDX-License-Identifier: MIT */
/* An energy budget: its channels, how well it closes, and what is reported if it does not. */
#ifndef CAROM_CLI_BUDGET_H
#define CAROM_CLI_BUDGET_H

#include <stddef.h>

#include "cli/base/message.h"
#include "run/budget.h"

/* The last line of a summary, or a message beside JSON: a warning if more than a hundredth is
 * missing. In both cases it is kept for run.json. */
void budget_tell(const carom_run_energy *budget, bool json);

/* The same message for a sweep; `off` is the error of its worst combination, `index`. */
void budget_tell_sweep(double off, int64_t index);

/* If half of it is off, the run has failed: returns the exit code, unless `code` is an error
 * already. */
int budget_judge(double off, int code);

typedef struct budget_channel {
  const char *name;
  double value; /* J */
} budget_channel;

/* Prints "energy    1 J kinetic, 2 J elastic": channels that are not zero, then how well the budget
 * closes. */
void budget_print(const budget_channel *channel, size_t count, double off);

#endif
