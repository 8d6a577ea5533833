/* SPDX-License-Identifier: MIT */
/* Settings that were renamed since the previous version. Until the next version both names are
 * accepted, in tables of laws and in files; code that reads files reports the new name. */
#ifndef CAROM_CORE_FORMER_NAMES_H
#define CAROM_CORE_FORMER_NAMES_H

#include <carom/base.h>

/* Present and former name, and the words, in the same order. */
typedef struct carom_renamed {
  const char *name, *former_name;
  const char *words, *former_words;
} carom_renamed;

/* The renamed setting with this present or former name; NULL if there is none. */
const carom_renamed *carom_renamed_named(const char *name);

/* The other name of a setting, or NULL. */
const char *carom_other_name(const char *name);

/* The other words of a field, or NULL. */
const char *carom_other_words(const carom_field *field);

#endif
