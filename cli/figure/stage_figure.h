/* SPDX-License-Identifier: MIT */
/* The curve of a model of a stage: force or couple over a cycle, pull over touching and parting. */
#ifndef CAROM_CLI_STAGE_FIGURE_H
#define CAROM_CLI_STAGE_FIGURE_H

#include <carom/stage.h>

#include "cli/base/message.h"

/* Draws a model with its defaults between two soft spheres, by the ending of the path. */
carom_status stage_figure_write(const char *stage, const carom_stage *model, const char *path,
                                bool force, carom_error *err);

#endif
