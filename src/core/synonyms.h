/* SPDX-License-Identifier: MIT */
/* Other words for what a setting is called here: symbols of the papers, names in other programs.
 * They are never accepted, because two names for one thing make files hard to read; but they are
 * understood, so that the message can say the name. */
#ifndef CAROM_CORE_SYNONYMS_H
#define CAROM_CORE_SYNONYMS_H

#include "core/text.h"

/* The name of the list that is meant by a word such as "E", "nu" or "cor"; the case of a single
 * letter matters. NULL if the word is not known or the list has no such name. */
const char *carom_synonym(const char *word, int count, carom_name_at *name_at, const void *user);

/* What must be said beside the name: " (half the diameter)"; mostly "". */
const char *carom_synonym_note(const char *word);

#endif
