/* SPDX-License-Identifier: MIT */
/* Names as users type them, and text put together in a buffer of fixed size. */
#ifndef CAROM_CORE_TEXT_H
#define CAROM_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* Equal, with '-' and '_' taken as the same character. */
bool carom_same_name(const char *a, const char *b);

/* Is `name` one of the names of a list separated by '|'? */
bool carom_name_listed(const char *list, const char *name);

/* Name number `index` of a list, 0 <= index < count. A NULL is passed over. */
typedef const char *carom_name_at(const void *user, int index);

/* The name of the list that `name` was most likely meant to be: the one with the fewest letters
 * inserted, left out, changed or swapped with their neighbour, or one that begins with `name`;
 * upper and lower case count as equal, and so do '-' and '_'. Among equals the first of the list.
 * Before that, what the word is another name of (core/synonyms.h).
 * NULL if none is near enough to be worth mentioning. */
const char *carom_nearest_name(const char *name, int count, carom_name_at *name_at,
                               const void *user);

/* The same for an array of names. */
const char *carom_nearest_of(const char *name, int count, const char *const *names);

/* The length in bytes of the UTF-8 character that text[0 .. length) begins with; 0 if it is not one
 * (overlong, a surrogate, beyond U+10FFFF, cut off, or nothing there). */
size_t carom_utf8_length(const char *text, size_t length);

/* Does this text, in UTF-8, begin with a control character, which a terminal would obey? */
bool carom_control_at(const char *text);

/* Ends a text that fills its buffer in "...", without leaving half of a UTF-8 character. */
void carom_cut(char *text, size_t size);

/* Appends to the text in buffer[size], which must be terminated. Text that does not fit is cut to
 * end in "..."; false if that happened. */
bool carom_append(char *buffer, size_t size, const char *format, ...) CAROM_PRINTF(3, 4);

#endif
