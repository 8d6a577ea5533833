/* SPDX-License-Identifier: MIT */
/* Comparison of names as users type them, and text assembled in a buffer of fixed size. */
#ifndef CAROM_CORE_TEXT_H
#define CAROM_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* Equal, with '-' and '_' taken as the same character. */
bool carom_same_name(const char *a, const char *b);

/* True if `name` is one of the names of a list separated by '|'. */
bool carom_name_listed(const char *list, const char *name);

/* Returns name number `index` of a list, 0 <= index < count. NULL entries are skipped. */
typedef const char *carom_name_at(const void *user, int index);

/* The name in the list that `name` was most likely meant to be: the one at the smallest edit
 * distance (insertions, deletions, substitutions, swaps of neighbours), or one that begins with
 * `name`. Upper and lower case count as equal, and so do '-' and '_'; among equal candidates the
 * first one wins. Synonyms (core/synonyms.h) take precedence. NULL if no name is close enough to be
 * worth mentioning. */
const char *carom_nearest_name(const char *name, int count, carom_name_at *name_at,
                               const void *user);

/* Like carom_nearest_name, for an array of names. */
const char *carom_nearest_of(const char *name, int count, const char *const *names);

/* The length in bytes of the UTF-8 character at the start of text[0 .. length); 0 if it is invalid
 * (overlong, a surrogate, beyond U+10FFFF, truncated, or empty). */
size_t carom_utf8_length(const char *text, size_t length);

/* True if this UTF-8 text begins with a control character, which a terminal would interpret. */
bool carom_control_at(const char *text);

/* Ends a text that fills its buffer with "...", without leaving a partial UTF-8 character. */
void carom_cut(char *text, size_t size);

/* Appends to the text in buffer[size], which must be terminated. Text that does not fit is
 * truncated and ends in "..."; the function then returns false. */
bool carom_append(char *buffer, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

#endif
