/* SPDX-License-Identifier: MIT */
/* The report of a bounce. */
#ifndef CAROM_CLI_BOUNCE_TEXT_H
#define CAROM_CLI_BOUNCE_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/bounce.h"

/* A summary; the contacts (of a carom_bounce_job) as CSV. */
void bounce_summary(const carom_run *run);
void bounce_contacts_csv(const void *job, FILE *file);

/* Height against time, restitution against the number of the contact. */
carom_status bounce_figure(const carom_run *run, cli_figure *figure, carom_error *err);

#endif
