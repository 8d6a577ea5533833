/* SPDX-License-Identifier: MIT */
/* Information about a model of a stage (tangential, rolling, twisting), as text and Markdown. */
#ifndef CAROM_CLI_STAGE_TEXT_H
#define CAROM_CLI_STAGE_TEXT_H

#include <stdio.h>

#include <carom/stage.h>

/* The model of any stage with that name or alias, or NULL; `stage` becomes its stage. */
const carom_stage *stage_model_named(const char *name, const char **stage);

/* Tables of all models, one per stage, and the page of one model. */
void stage_lists(FILE *file);
void stage_page(const char *stage, const carom_stage *model, FILE *file);

/* A section of the manual, the manual page of a stage, and the file names of its pictures. */
void stage_section(const carom_stage *model, FILE *file);
void stage_manual(const char *stage, FILE *file);
void stage_picture(const char *stage, const carom_stage *model, char name[128]);

#endif
