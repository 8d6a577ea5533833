/* SPDX-License-Identifier: MIT */
/* A scene for people. */
#ifndef CAROM_CLI_SCENE_TEXT_H
#define CAROM_CLI_SCENE_TEXT_H

#include <stdio.h>

#include "cli/figure/figure.h"
#include "run/scene.h"

/* Who meets whom, and what is asked and delivered at this step. */
void scene_print_pairings(const carom_scene_job *run, FILE *file);

/* Number, mass and solid volume of the particles by material, and the size of frames to come. */
void scene_print_amounts(const carom_scene_job *run, const char *before, FILE *file);

/* How deep bodies will be pressed by the weight above and by the heaviest of them, in a line that
 * begins with `before`. */
void scene_print_pressed(const carom_scene_job *run, const char *before, FILE *file);

void scene_summary(const carom_run *run);

/* Tells, after a run, of contacts that went beyond what their law is meant for, or were faster than
 * what their restitution was asked for. */
void scene_tell_verdicts(const carom_run *run);

/* Energies against time. */
carom_status scene_energies(const carom_run *run, cli_figure *figure, carom_error *err);

#endif
