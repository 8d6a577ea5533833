/* SPDX-License-Identifier: MIT */
/* The registry of tangential models: tangential.def turned into a table. */
#include "law/tangential.h"

#include <assert.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"

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

enum { MODELS = sizeof registry / sizeof *registry };

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

static carom_setting *setting_named(carom_tangential_def *def, const char *name)
{
  const int room = sizeof def->setting / sizeof *def->setting;
  for (int i = 0; i < def->settings && i < room; i++)
    if (carom_same_name(def->setting[i].name, name)) return &def->setting[i];
  if (def->settings >= room) { /* counted, so that prepare can report it */
    def->settings = room + 1;
    return NULL;
  }
  carom_setting *s = &def->setting[def->settings++];
  memset(s, 0, sizeof *s);
  carom_append(s->name, sizeof s->name, "%s", name);
  return s;
}

void carom_tangential_set(carom_tangential_def *def, const char *name, double value)
{
  carom_setting *s = def && name ? setting_named(def, name) : NULL;
  if (!s) return;
  s->value = value;
  s->text[0] = 0;
}

void carom_tangential_set_text(carom_tangential_def *def, const char *name, const char *text)
{
  carom_setting *s = def && name && text ? setting_named(def, name) : NULL;
  if (!s) return;
  s->text[0] = 0;
  carom_append(s->text, sizeof s->text, "%s", *text ? text : " ");
}

static carom_status read_setting(const carom_tangential *model, const carom_setting *s,
                                 double *value, bool *given, carom_error *err)
{
  const carom_fields table = carom_tangential_fields(model);
  const int k = carom_field_find(table, s->name);
  double v = s->value;
  if (k < 0) {
    char owner[64] = "tangential model '";
    carom_append(owner, sizeof owner, "%s'", model->info.name);
    return carom_fields_unknown(table, s->name, owner, s->name, err);
  }
  if (s->text[0]) CAROM_TRY(carom_field_read(&model->field[k], s->text, s->name, &v, err));
  if (v == CAROM_UNSET) return CAROM_OK;
  CAROM_TRY(carom_field_check(&model->field[k], v, s->name, err));
  value[k] = v;
  given[k] = true;
  return CAROM_OK;
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
  for (int k = 0; k < (*model)->fields; k++)
    value[k] = (*model)->field[k].fallback;
  if (def->settings > (int)(sizeof def->setting / sizeof *def->setting))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "setting", "more settings than any model has");
  for (int i = 0; i < def->settings; i++)
    CAROM_TRY(read_setting(*model, &def->setting[i], value, given, err));
  CAROM_TRY(carom_fields_exclusive(carom_tangential_fields(*model), (*model)->info.exclusive, given,
                                   err));
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
