/* SPDX-License-Identifier: MIT */
/* Tangential models: the stage that resists sliding. */
#include "law/tangential.h"

#include <assert.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "law/settings.h"

enum { SETTINGS = sizeof((carom_tangential_def *)0)->setting / sizeof(carom_setting) };

#define CAROM_TANGENTIAL(T) static_assert((int)CAROM_STAGE_NUMBERS_##T <= (int)CAROM_SPRING, #T);
#include "tangential.def"
#undef CAROM_TANGENTIAL

/* They are the first among the models of all stages. */
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

static const char *name_at(const void *user, int index)
{
  (void)user;
  return carom_stage_at(index)->info.name;
}

carom_status carom_tangential_named(const char *name, const carom_tangential **model,
                                    carom_error *err)
{
  if (!model || !name)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "tangential", "a name and a place are needed");
  *model = carom_tangential_find(name);
  if (*model) return CAROM_OK;
  const char *near = carom_nearest_name(name, carom_tangential_count(), name_at, NULL);
  return carom_fail(err, CAROM_ERR_UNKNOWN, "tangential", "unknown tangential model '%s'; %s%s%s",
                    name, near ? "did you mean '" : "'carom law' lists them, and there is 'none'",
                    near ? near : "", near ? "'?" : "");
}

const carom_tangential_info *carom_tangential_about(const carom_tangential *model)
{
  return &model->info;
}

carom_fields carom_tangential_fields(const carom_tangential *model)
{
  return (carom_fields){model->field, model->fields};
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

carom_status carom_tangential_constants(const carom_tangential_def *def,
                                        const carom_tangential_input *input,
                                        const carom_tangential **model, double *constant,
                                        carom_error *err)
{
  double value[CAROM_TANGENTIAL_SETTINGS];
  bool given[CAROM_TANGENTIAL_SETTINGS] = {false};
  *model = NULL;
  if (!def->model || carom_same_name(def->model, "none")) return CAROM_OK;
  CAROM_TRY(carom_tangential_named(def->model, model, err));
  const carom_owner owner = {"tangential model", (*model)->info.name,
                             carom_tangential_fields(*model)};
  CAROM_TRY(
      carom_settings_read(def->setting, def->settings, SETTINGS, &owner, NULL, value, given, err));
  CAROM_TRY(carom_fields_exclusive(owner.fields, (*model)->info.exclusive, given, err));
  if (!(*model)->prepare(value, input, constant))
    return carom_fail(err, CAROM_ERR_MISSING, "stiffness",
                      "tangential model '%s' takes its stiffness from a linear normal law; give "
                      "stiffness= with any other",
                      (*model)->info.name);
  return CAROM_OK;
}

/* Models do not declare what they use, which depends on their settings: a NaN input shows it. */
bool carom_tangential_shears(const carom_tangential_def *def)
{
  const carom_tangential_input unknown = {.shear = CAROM_NONE, .stiffness = 1};
  const carom_tangential *model = NULL;
  double constant[CAROM_TANGENTIAL_CONSTANTS] = {0};
  if (carom_tangential_constants(def, &unknown, &model, constant, NULL) != CAROM_OK) return false;
  for (int k = 0; k < CAROM_TANGENTIAL_CONSTANTS; k++)
    if (constant[k] != constant[k]) return true;
  return false;
}
