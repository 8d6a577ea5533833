/* SPDX-License-Identifier: MIT */
/* The run of an impact. */
#ifndef CAROM_RUN_IMPACT_H
#define CAROM_RUN_IMPACT_H

#include "run/outcome.h"
#include "run/run.h"

typedef struct carom_impact_job {
  carom_run base;
  carom_contact_def contact;
  carom_impact_def def; /* all but the contact */
  carom_outcome outcome;
  bool done;
} carom_impact_job;

static inline const carom_impact_job *carom_impact_job_of(const carom_run *run)
{
  return (const carom_impact_job *)run;
}

/* How the impact of a scenario, or the first one of a bounce, is resolved: all but the contact. */
carom_impact_def carom_impact_like(const carom_scenario *scenario);

#endif
