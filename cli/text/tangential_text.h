/* SPDX-License-Identifier: MIT */
/* What there is to say about a tangential model, as text, Markdown and JSON. */
#ifndef CAROM_CLI_TANGENTIAL_TEXT_H
#define CAROM_CLI_TANGENTIAL_TEXT_H

#include <stdio.h>

#include <carom/tangential.h>

#include "io/json_write.h"

/* The table of all models, and the page of one. */
void tangential_list(FILE *file);
void tangential_page(const carom_tangential *model, FILE *file);

/* A section of the manual, and the page of the manual with all of them. */
void tangential_section(const carom_tangential *model, FILE *file);
void tangential_manual(FILE *file);

#endif
