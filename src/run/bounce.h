/* SPDX-License-Identifier: MIT */
/* The run of a bounce. */
#ifndef CAROM_RUN_BOUNCE_H
#define CAROM_RUN_BOUNCE_H

#include <carom/bounce.h>

#include "run/outcome.h"
#include "run/run.h"

typedef struct carom_bounce_job {
  carom_run base;
  carom_outcome first; /* the first contact without weight, for the restitution asked for and
                          delivered */
  carom_bounce result;
  carom_bounce_contact *contact;
  int64_t contacts, contact_room;
  bool done, out_of_memory;
} carom_bounce_job;

static inline const carom_bounce_job *carom_bounce_job_of(const carom_run *run)
{
  return (const carom_bounce_job *)run;
}

#endif
