/* SPDX-License-Identifier: MIT */
/* The report of a scene. */
#ifndef CAROM_CLI_SCENE_TEXT_H
#define CAROM_CLI_SCENE_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/scene.h"

/* Prints which materials meet, and what is asked and delivered at this step. */
void scene_print_pairings(const carom_scene_job *run, FILE *file);

/* Prints number, mass and solid volume of the particles by material, and the size of frames to
 * come. */
void scene_print_amounts(const carom_scene_job *run, const char *before, FILE *file);

/* Prints how deep bodies will be pressed by the weight above them and by the heaviest of them, in a
 * line that begins with `before`. */
void scene_print_pressed(const carom_scene_job *run, const char *before, FILE *file);

void scene_summary(const carom_run *run);

/* Reports, after a run, contacts beyond the range of their law, or faster than the speed for which
 * their restitution was asked. */
void scene_tell_verdicts(const carom_run *run);

/* Energies against time. */
carom_status scene_energies(const carom_run *run, cli_figure *figure, carom_error *err);

#endif
