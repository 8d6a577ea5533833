/* SPDX-License-Identifier: MIT */
/* What is said of an energy budget that does not close. */
#ifndef CAROM_CLI_BUDGET_H
#define CAROM_CLI_BUDGET_H

#include "cli/base/message.h"
#include "run/budget.h"

/* The last line of a summary, or on standard error beside JSON: a warning if more than a hundredth
 * is off. Kept for run.json in both cases. */
void budget_tell(const carom_run_energy *budget, bool json);

/* The same for a sweep, whose combination with the worst budget is off by this share. */
void budget_tell_sweep(double off, int64_t index);

/* Half of it is off: the run went wrong. The exit code, if it was well until now. */
int budget_judge(double off, int code);

#endif
