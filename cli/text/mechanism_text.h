/* SPDX-License-Identifier: MIT */
/* The report of a mechanism. */
#ifndef CAROM_CLI_MECHANISM_TEXT_H
#define CAROM_CLI_MECHANISM_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/mechanism.h"

void mechanism_summary(const carom_run *run);

/* Where bodies begin (positions and velocities of all, as assembled) otherwise than the definition
 * has it: velocities that were given and are not kept, and, where the start decides the motion,
 * positions that were far off. A line each, after `before`. */
void mechanism_start_changes(const carom_mechanism_def *def, const carom_motion *start,
                             int freedoms, const char *before, FILE *file);

/* A page that shows the motion (of a carom_mechanism_job). */
void mechanism_animation(const void *job, FILE *file);

/* Figures: motion, acceleration, orbit, impacts, energy. Without panels if there is nothing to
 * draw. */
enum { MECHANISM_FIGURES = 5 };
extern const char *const mechanism_figure_name[MECHANISM_FIGURES];
carom_status mechanism_figure(const carom_mechanism_job *run, int which, cli_figure *figure);

#endif
