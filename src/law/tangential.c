/* SPDX-License-Identifier: MIT */
/* The registry of tangential models: tangential.def turned into a table. */
#include "law/tangential.h"

#include <assert.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "law/settings.h"

#define CAROM_TANGENTIAL(T)                                                                        \
  static const carom_field T##_fields[] = {CAROM_TANGENTIAL_FIELDS_##T(CAROM_FIELD)};              \
  static_assert(sizeof(carom_##T##_settings) <= sizeof(double[CAROM_TANGENTIAL_SETTINGS]), #T);    \
  static_assert(sizeof(carom_##T##_constants) <= sizeof(double[CAROM_TANGENTIAL_CONSTANTS]), #T);  \
  static bool T##_prepare(const double *set, const carom_tangential_input *input,                  \
                          double *constant)                                                        \
  {                                                                                                \
    return carom_##T##_prepare((const carom_##T##_settings *)set, input,                           \
                               (carom_##T##_constants *)constant);                                 \
  }                                                                                                \
  static bool T##_damped(const double *constant)                                                   \
  {                                                                                                \
    return carom_##T##_damped((const carom_##T##_constants *)constant);                            \
  }                                                                                                \
  static void T##_slide(const double *constant, const carom_slide *in, carom_shear *spring,        \
                        carom_traction *traction)                                                  \
  {                                                                                                \
    const carom_##T##_constants *k = (const carom_##T##_constants *)constant;                      \
    carom_##T##_slide(k, in, carom_##T##_damped(k), spring, traction);                             \
  }                                                                                                \
  static double T##_stored(const double *constant, double d, double radius,                        \
                           const carom_shear *spring)                                              \
  {                                                                                                \
    return carom_##T##_stored((const carom_##T##_constants *)constant, d, radius, spring);         \
  }
#include "tangential.def"
#undef CAROM_TANGENTIAL

#define CAROM_TANGENTIAL(T)                                                                        \
  {.info = {CAROM_TANGENTIAL_INFO_##T},                                                            \
   .numbers = CAROM_TANGENTIAL_NUMBERS_##T,                                                        \
   .field = T##_fields,                                                                            \
   .fields = sizeof T##_fields / sizeof *T##_fields,                                               \
   .prepare = T##_prepare,                                                                         \
   .damped = T##_damped,                                                                           \
   .slide = T##_slide,                                                                             \
   .stored = T##_stored},
static const carom_tangential registry[] = {
#include "tangential.def"
};
#undef CAROM_TANGENTIAL

enum {
  MODELS = sizeof registry / sizeof *registry,
  SETTINGS = sizeof((carom_tangential_def *)0)->setting / sizeof(carom_setting)
};

int carom_tangential_count(void)
{
  return MODELS;
}

const carom_tangential *carom_tangential_at(int index)
{
  return index >= 0 && index < MODELS ? &registry[index] : NULL;
}

int carom_tangential_index(const carom_tangential *model)
{
  return (int)(model - registry);
}

const carom_tangential *carom_tangential_find(const char *name)
{
  for (int i = 0; name && i < MODELS; i++)
    if (carom_same_name(registry[i].info.name, name) ||
        carom_name_listed(registry[i].info.aliases, name))
      return &registry[i];
  return NULL;
}

static const char *name_at(const void *user, int index)
{
  (void)user;
  return registry[index].info.name;
}

carom_status carom_tangential_named(const char *name, const carom_tangential **model,
                                    carom_error *err)
{
  if (!model || !name)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "tangential", "a name and a place are needed");
  *model = carom_tangential_find(name);
  if (*model) return CAROM_OK;
  const char *near = carom_nearest_name(name, MODELS, name_at, NULL);
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

carom_status carom_tangential_prepare(const carom_tangential_def *def,
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
  if (carom_tangential_prepare(def, &unknown, &model, constant, NULL) != CAROM_OK) return false;
  for (int k = 0; k < CAROM_TANGENTIAL_CONSTANTS; k++)
    if (constant[k] != constant[k]) return true;
  return false;
}

carom_slide_kernel *const *carom_slides_of(carom_instructions set)
{
  switch (set) {
  case CAROM_INSTRUCTIONS_AVX512:
    return carom_slides_avx512();
  case CAROM_INSTRUCTIONS_AVX2:
    return carom_slides_avx2();
  default:
    return carom_slides_base();
  }
}
