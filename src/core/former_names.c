/* SPDX-License-Identifier: MIT */
#include "core/former_names.h"

#include <string.h>

#include "core/array.h"
#include "core/text.h"

static const carom_renamed renamed[] = {
    {"tension", "separation", "cut|keep", "force|overlap"},
};

const carom_renamed *carom_renamed_named(const char *name)
{
  for (int i = 0; i < CAROM_COUNT(renamed); i++)
    if (carom_same_name(renamed[i].name, name) || carom_same_name(renamed[i].former_name, name))
      return &renamed[i];
  return NULL;
}

const char *carom_other_name(const char *name)
{
  const carom_renamed *r = name ? carom_renamed_named(name) : NULL;
  if (!r) return NULL;
  return carom_same_name(r->name, name) ? r->former_name : r->name;
}

const char *carom_other_words(const carom_field *field)
{
  const carom_renamed *r = carom_renamed_named(field->name);
  if (!r || !field->words) return NULL;
  if (!strcmp(field->words, r->words)) return r->former_words;
  return strcmp(field->words, r->former_words) ? NULL : r->words;
}
