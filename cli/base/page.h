/* SPDX-License-Identifier: MIT */
/* Pages that need no other file: style, text and inline pictures. */
#ifndef CAROM_CLI_PAGE_H
#define CAROM_CLI_PAGE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the head of a page: its title, a line below it, and additional CSS ("" for none). */
void page_begin(FILE *file, const char *title, const char *line, const char *more_style);
void page_end(FILE *file);

/* Includes an SVG picture from the folder, if it exists. `single`: it stands alone. */
void page_figure(FILE *file, const char *folder, const char *name, const char *caption,
                 bool single);

void page_paragraph(FILE *file, const char *text);

#endif
