/* SPDX-License-Identifier: MIT */
/* Pages that need no other file: style, text, and pictures drawn into them. */
#ifndef CAROM_CLI_PAGE_H
#define CAROM_CLI_PAGE_H

#include <stdbool.h>
#include <stdio.h>

/* The head of a page: its title, a line below it, and CSS of its own ("" for none). */
void page_begin(FILE *file, const char *title, const char *line, const char *more_style);
void page_end(FILE *file);

/* A picture (SVG) of the folder; nothing if it is not there. `single`: it stands alone. */
void page_figure(FILE *file, const char *folder, const char *name, const char *caption,
                 bool single);

void page_paragraph(FILE *file, const char *text);

#endif
