/* SPDX-License-Identifier: MIT */
/* Settings that had another name in the version before. Until the next one both are accepted, in
 * tables of laws as in files; whoever reads files says which is the name now. */
#ifndef CAROM_CORE_FORMER_NAMES_H
#define CAROM_CORE_FORMER_NAMES_H

#include <carom/base.h>

/* Its name now and before, and its words, in the same order. */
typedef struct carom_renamed {
  const char *name, *former_name;
  const char *words, *former_words;
} carom_renamed;

/* The setting that has, or had, this name; NULL: it was always called so. */
const carom_renamed *carom_renamed_named(const char *name);

/* The other name of a setting, or NULL. */
const char *carom_other_name(const char *name);

/* The other words of a field, or NULL. */
const char *carom_other_words(const carom_field *field);

#endif
