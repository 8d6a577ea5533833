/* SPDX-License-Identifier: MIT */
/* Tangential models: the stage that resists sliding. */
#include "law/tangential.h"

#include <assert.h>
#include <string.h>

#include "law/settings.h"

enum { SETTINGS = sizeof((carom_tangential_def *)0)->setting / sizeof(carom_setting) };

#define CAROM_TANGENTIAL(T) static_assert((int)CAROM_STAGE_NUMBERS_##T <= (int)CAROM_SPRING, #T);
#include "tangential.def"
#undef CAROM_TANGENTIAL

/* They come first among the models of all stages. */
int carom_tangential_count(void)
{
  int count = 0;
  for (const carom_stage *s = carom_stage_at(0); s && strcmp(s->stage, "tangential") == 0;)
    s = carom_stage_at(++count);
  return count;
}

const carom_tangential *carom_tangential_at(int index)
{
  return index < carom_tangential_count() ? carom_stage_at(index) : NULL;
}

int carom_tangential_index(const carom_tangential *model)
{
  return carom_stage_index(model);
}

const carom_tangential *carom_tangential_find(const char *name)
{
  return carom_stage_find("tangential", name);
}

carom_status carom_tangential_named(const char *name, const carom_tangential **model,
                                    carom_error *err)
{
  return carom_stage_named("tangential", name, model, err);
}

const carom_tangential_info *carom_tangential_about(const carom_tangential *model)
{
  return carom_stage_about(model);
}

carom_fields carom_tangential_fields(const carom_tangential *model)
{
  return carom_stage_fields(model);
}

int carom_tangential_history_size(const carom_tangential *model)
{
  return model ? model->numbers : 0;
}

carom_tangential_def carom_tangential_default(void)
{
  carom_tangential_def def;
  memset(&def, 0, sizeof def);
  return def;
}

static carom_settings settings_of(carom_tangential_def *def)
{
  return (carom_settings){def->setting, &def->settings, SETTINGS};
}

void carom_tangential_set(carom_tangential_def *def, const char *name, double value)
{
  if (def && name) carom_settings_set(settings_of(def), name, value);
}

void carom_tangential_set_text(carom_tangential_def *def, const char *name, const char *text)
{
  if (def && name && text) carom_settings_set_text(settings_of(def), name, text);
}
