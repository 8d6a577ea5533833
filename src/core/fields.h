/* SPDX-License-Identifier: MIT */
/* Reading, checking and printing values by their carom_field. */
#ifndef CAROM_CORE_FIELDS_H
#define CAROM_CORE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* Reads one of the field's words (stored as CAROM_WORD(k)) or a number with or without a unit, and
 * checks its range. On an error `value` is not modified. `where` = NULL stands for the field's
 * name. */
carom_status carom_field_read(const carom_field *field, const char *text, const char *where,
                              double *value, carom_error *err);

/* Checks a value given as a number: NaN and infinities are errors, CAROM_UNSET is accepted only if
 * it is the default, CAROM_WORD(k) only if the field has that many words. */
carom_status carom_field_check(const carom_field *field, double value, const char *where,
                               carom_error *err);

/* The index of the field with this present or former name ('-' equals '_'), or -1. */
int carom_field_find(carom_fields table, const char *name);

/* How many words the field accepts. */
int carom_field_words(const carom_field *field);

/* Copies word number k and returns its length, as snprintf does; 0 and "" if there is no such word.
 */
size_t carom_field_word(const carom_field *field, int k, char *buffer, size_t size);

/* The value as text that carom_field_read reads back to the same bits: a word, a number with its
 * unit. CAROM_UNSET becomes "unset", which is not read back. Returns the length, as snprintf does.
 */
size_t carom_field_print(const carom_field *field, double value, char *buffer, size_t size);

/* Reports a name that is not in the table, with the nearest name and a list of all. `owner` tells
 * whose settings these are, such as "law 'ma-liu'", or is NULL. Returns CAROM_ERR_UNKNOWN. */
carom_status carom_fields_unknown(carom_fields table, const char *name, const char *owner,
                                  const char *where, carom_error *err);

/* Checks that at most one of the fields listed in `exclusive` (separated by '|', NULL: none) is
 * given. */
carom_status carom_fields_exclusive(carom_fields table, const char *exclusive, const bool *given,
                                    carom_error *err);

#endif
