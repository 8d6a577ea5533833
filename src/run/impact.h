/* SPDX-License-Identifier: MIT */
/* The run of an impact. */
#ifndef CAROM_RUN_IMPACT_H
#define CAROM_RUN_IMPACT_H

#include "run/outcome.h"
#include "run/run.h"

typedef struct carom_impact_job {
  carom_run base;
  carom_contact_def contact;
  carom_impact_def def; /* complete except for the contact */
  carom_outcome outcome;
  bool done;
} carom_impact_job;

static inline const carom_impact_job *carom_impact_job_of(const carom_run *run)
{
  return (const carom_impact_job *)run;
}

/* The definition of a scenario's impact, or of the first impact of a bounce, without the
 * contact. */
carom_impact_def carom_impact_like(const carom_scenario *scenario);

#endif
