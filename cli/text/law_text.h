/* SPDX-License-Identifier: MIT */
/* Information about a law as text, Markdown and JSON. */
#ifndef CAROM_CLI_LAW_TEXT_H
#define CAROM_CLI_LAW_TEXT_H

#include <stdio.h>

#include <carom/law.h>

#include "io/json_write.h"

/* The table of all laws. */
void law_list(FILE *file);

/* The page of one law. */
void law_page(const carom_law *law, FILE *file);

/* The same as a page of the manual, with what the law delivers; `picture` is a file beside it, or
 * NULL. And the index of these pages. */
void law_markdown(const carom_law *law, const char *picture, FILE *file);
void law_markdown_index(FILE *file);

/* Parts common to pages of laws and of other models: aliases, equation, settings; as text, and as
 * Markdown with a heading above the table of settings. */
void law_print_body(const char *aliases, const char *equation, carom_fields fields, FILE *file);
void law_markdown_body(const char *aliases, const char *equation, const char *heading,
                       carom_fields fields, FILE *file);

/* The values that a field accepts: "0.001 .. 1 m", "cut | keep". */
const char *law_accepts(const carom_field *field, char text[200]);

/* Fact number k about a law, from its traits and from trials; NULL after the last one. */
const char *law_fact(const carom_law *law, int k, char text[320]);

#endif
