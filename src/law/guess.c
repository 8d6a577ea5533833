/* SPDX-License-Identifier: MIT */
#include "law/guess.h"

#include <string.h>

#include <carom/stage.h>

enum { PART = 64 };

/* True if the name, divided at this place, consists of a law and a tangential model in either
 * order. */
static bool both(const char *name, size_t cut, const carom_law **law,
                 const carom_tangential **model)
{
  char first[PART] = "";
  carom_append(first, sizeof first, "%.*s", (int)cut, name);
  const char *second = name + cut + 1;
  *law = carom_law_find(first);
  *model = carom_tangential_find(second);
  if (*law && *model) return true;
  *law = carom_law_find(second);
  *model = carom_tangential_find(first);
  return *law && *model;
}

static bool pair(const char *name, const carom_law **law, const carom_tangential **model)
{
  const size_t length = strlen(name);
  for (size_t cut = 1; cut + 1 < length && cut < PART; cut++)
    if (strchr("-_/+ ", name[cut]) && both(name, cut, law, model)) return true;
  return false;
}

/* The model with this name, from the first stage that has one. */
static const carom_stage *model_named(const char *name, const char **stage)
{
  const carom_stage *model = NULL;
  for (int k = 0; !model && (*stage = carom_stage_name(k)); k++)
    if (carom_stage_named(*stage, name, &model, NULL) != CAROM_OK) model = NULL;
  return model;
}

void carom_law_guess(const char *name, int count, carom_name_at *name_at, const void *user,
                     char *text, size_t size)
{
  const carom_law *law = NULL;
  const char *stage = NULL;
  const carom_tangential *model = model_named(name, &stage);
  text[0] = '\0';
  if (model) {
    carom_append(text, size,
                 "; it is %s %s model, which contacts of scenes take beside their law: "
                 "%s: {model: %s}",
                 *stage == 'a' ? "an" : "a", stage, stage, carom_stage_about(model)->name);
  } else if (pair(name, &law, &model)) {
    carom_append(
        text, size,
        "; did you mean '%s' with the tangential model '%s'? Contacts of scenes take both: "
        "law: %s, tangential: {model: %s}",
        law->info.name, carom_tangential_about(model)->name, law->info.name,
        carom_tangential_about(model)->name);
  } else {
    const char *near = carom_nearest_name(name, count, name_at, user);
    if (near) carom_append(text, size, "; did you mean '%s'?", near);
  }
}
