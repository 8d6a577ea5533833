/* SPDX-License-Identifier: MIT */
/* Synonyms of setting names: symbols of the papers and names in other programs. They are never
 * accepted, because two names for one setting make files hard to read, but they are recognised so
 * that the message can suggest the name. */
#ifndef CAROM_CORE_SYNONYMS_H
#define CAROM_CORE_SYNONYMS_H

#include "core/text.h"

/* The name in the list that a word such as "E", "nu" or "cor" stands for; the case of a single
 * letter matters. NULL if the word is not known or the list has no such name. */
const char *carom_synonym(const char *word, int count, carom_name_at *name_at, const void *user);

/* A remark to print after the name, such as " (half the diameter)"; usually "". */
const char *carom_synonym_note(const char *word);

#endif
