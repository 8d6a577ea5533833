/* SPDX-License-Identifier: MIT */
/* The registry of stages: stages.def turned into a table. */
#include "law/stage.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/fields.h"
#include "core/text.h"
#include "law/law.h"
#include "law/settings.h"

/* The headers, then their entries on plain arrays. */
#define CAROM_STAGE(kind, lost, T)
#include "stages.def"
#undef CAROM_STAGE

#define SLOT(name, transport) {#name, transport},

#define CAROM_STAGE(kind, lost, T)                                                                 \
  static const carom_field T##_fields[] = {                                                        \
      CAROM_STAGE_FIELDS_##T(CAROM_FIELD){NULL, NULL, 0, 0, 0, NULL, NULL}};                       \
  static const carom_history_slot T##_history[] = {CAROM_STAGE_HISTORY_##T(SLOT){NULL, 0}};        \
  static_assert(sizeof(carom_##T##_settings) <= sizeof(double[CAROM_STAGE_SETTINGS]), #T);         \
  static_assert(sizeof(carom_##T##_constants) <= sizeof(double[CAROM_STAGE_CONSTANTS]), #T);       \
  static_assert(sizeof(carom_##T##_history) <= sizeof(double[CAROM_STAGE_HISTORY]), #T);           \
  static bool T##_prepare(const double *set, const carom_stage_material *material,                 \
                          double *constant)                                                        \
  {                                                                                                \
    return carom_##T##_prepare((const carom_##T##_settings *)set, material,                        \
                               (carom_##T##_constants *)constant);                                 \
  }                                                                                                \
  static bool T##_damped(const double *constant)                                                   \
  {                                                                                                \
    return carom_##T##_damped((const carom_##T##_constants *)constant);                            \
  }                                                                                                \
  static void T##_apply(const double *constant, const carom_stage_input *in, void *history,        \
                        carom_stage_output *out)                                                   \
  {                                                                                                \
    const carom_##T##_constants *k = (const carom_##T##_constants *)constant;                      \
    carom_##T##_history s = {0};                                                                   \
    carom_stage_input full = *in;                                                                  \
    full.patch = carom_patch(in->radius, in->d);                                                   \
    memcpy(&s, history, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
    carom_##T##_apply(k, &full, carom_##T##_damped(k), &s, out);                                   \
    memcpy(history, &s, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
  }                                                                                                \
  static double T##_stored(const double *constant, double d, double radius, const void *history)   \
  {                                                                                                \
    carom_##T##_history s = {0};                                                                   \
    memcpy(&s, history, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
    return carom_##T##_stored((const carom_##T##_constants *)constant, d, radius, &s);             \
  }                                                                                                \
  static double T##_reach(const double *constant)                                                  \
  {                                                                                                \
    const carom_##T##_constants *coef = (const carom_##T##_constants *)constant;                   \
    (void)coef;                                                                                    \
    return CAROM_REACH_VALUE(CAROM_STAGE_REACH_##T);                                               \
  }                                                                                                \
  static double T##_tabor(const double *constant)                                                  \
  {                                                                                                \
    const carom_##T##_constants *coef = (const carom_##T##_constants *)constant;                   \
    (void)coef;                                                                                    \
    return CAROM_REACH_VALUE(CAROM_STAGE_TABOR_##T);                                               \
  }
#include "stages.def"
#undef CAROM_STAGE

#define CAROM_STAGE(kind, lost, T)                                                                 \
  {.stage = #kind,                                                                                 \
   .loss = #lost,                                                                                  \
   .info = {CAROM_STAGE_INFO_##T},                                                                 \
   .field = T##_fields,                                                                            \
   .fields = sizeof T##_fields / sizeof *T##_fields - 1,                                           \
   .slot = T##_history,                                                                            \
   .numbers = CAROM_STAGE_NUMBERS_##T,                                                             \
   .vectors = CAROM_STAGE_VECTORS_##T,                                                             \
   .gives = CAROM_STAGE_GIVES_##T,                                                                 \
   .prepare = T##_prepare,                                                                         \
   .damped = T##_damped,                                                                           \
   .apply = T##_apply,                                                                             \
   .stored = T##_stored,                                                                           \
   .reach = T##_reach,                                                                             \
   .tabor = T##_tabor},
static const carom_stage registry[] = {
#include "stages.def"
};
#undef CAROM_STAGE

enum { MODELS = sizeof registry / sizeof *registry };

int carom_stage_count(void)
{
  return MODELS;
}

const carom_stage *carom_stage_at(int index)
{
  return index >= 0 && index < MODELS ? &registry[index] : NULL;
}

int carom_stage_index(const carom_stage *model)
{
  return (int)(model - registry);
}

const carom_stage *carom_stage_find(const char *stage, const char *name)
{
  for (int i = 0; name && i < MODELS; i++)
    if (strcmp(registry[i].stage, stage) == 0 &&
        (carom_same_name(registry[i].info.name, name) ||
         carom_name_listed(registry[i].info.aliases, name)))
      return &registry[i];
  return NULL;
}

double carom_stage_tabor_of(const carom_stage *model, const double *constant, double radius)
{
  const double known = model->tabor(constant);
  return known > 0 ? known * carom_pow(radius, 1.0 / 3.0) : CAROM_UNSET;
}

carom_stage_kernel *const *carom_stages_of(carom_instructions set)
{
  switch (set) {
  case CAROM_INSTRUCTIONS_AVX512:
    return carom_stages_avx512();
  case CAROM_INSTRUCTIONS_AVX2:
    return carom_stages_avx2();
  default:
    return carom_stages_base();
  }
}

static const char *const stages[] = {"tangential", "rolling", "twisting", "adhesion"};

enum { STAGES = sizeof stages / sizeof *stages };

const char *carom_stage_name(int index)
{
  return index >= 0 && index < STAGES ? stages[index] : NULL;
}

int carom_stage_place(const char *stage)
{
  for (int k = 0; stage && k < STAGES; k++)
    if (strcmp(stages[k], stage) == 0) return k;
  return -1;
}

/* Model number `index` of a stage, or NULL; counts the models of the stage. */
static const carom_stage *nth_of(const char *stage, int index, int *count)
{
  *count = 0;
  for (int i = 0; stage && i < MODELS; i++)
    if (strcmp(registry[i].stage, stage) == 0 && (*count)++ == index) return &registry[i];
  return NULL;
}

int carom_stage_models(const char *stage)
{
  int count;
  (void)nth_of(stage, -1, &count);
  return count;
}

const carom_stage *carom_stage_model(const char *stage, int index)
{
  int count;
  return nth_of(stage, index, &count);
}

static const char *name_at(const void *user, int index)
{
  return carom_stage_model(user, index)->info.name;
}

carom_status carom_stage_named(const char *stage, const char *name, const carom_stage **model,
                               carom_error *err)
{
  if (!model || !name || carom_stage_place(stage) < 0)
    return carom_fail(err, CAROM_ERR_ARGUMENT, stage ? stage : "stage",
                      "a stage, a name and a place are needed");
  *model = carom_stage_find(stage, name);
  if (*model) return CAROM_OK;
  if (carom_law_find(name))
    return carom_fail(err, CAROM_ERR_UNKNOWN, stage,
                      "unknown %s model '%s'; it is a law, which stands beside: law: %s", stage,
                      name, carom_law_find(name)->info.name);
  const char *near = carom_nearest_name(name, carom_stage_models(stage), name_at, stage);
  return carom_fail(err, CAROM_ERR_UNKNOWN, stage, "unknown %s model '%s'; %s%s%s", stage, name,
                    near ? "did you mean '" : "'carom law' lists them, and there is 'none'",
                    near ? near : "", near ? "'?" : "");
}

const carom_stage_info *carom_stage_about(const carom_stage *model)
{
  return &model->info;
}

carom_fields carom_stage_fields(const carom_stage *model)
{
  return (carom_fields){model->field, model->fields};
}

carom_status carom_stage_constants(const char *stage, const carom_stage_def *def,
                                   const carom_stage_material *material, const carom_stage **model,
                                   double *constant, carom_error *err)
{
  enum { SETTINGS = sizeof((carom_stage_def *)0)->setting / sizeof(carom_setting) };
  double value[CAROM_STAGE_SETTINGS];
  bool given[CAROM_STAGE_SETTINGS] = {false};
  char what[32];
  *model = NULL;
  if (!def->model || carom_same_name(def->model, "none")) return CAROM_OK;
  CAROM_TRY(carom_stage_named(stage, def->model, model, err));
  snprintf(what, sizeof what, "%.20s model", stage);
  const carom_owner owner = {what, (*model)->info.name, carom_stage_fields(*model)};
  CAROM_TRY(
      carom_settings_read(def->setting, def->settings, SETTINGS, &owner, NULL, value, given, err));
  CAROM_TRY(carom_fields_exclusive(owner.fields, (*model)->info.exclusive, given, err));
  if (!(*model)->prepare(value, material, constant))
    return carom_fail(err, CAROM_ERR_MISSING, "stiffness",
                      "%s model '%s' takes its stiffness from a linear normal law; give "
                      "stiffness= with any other",
                      stage, (*model)->info.name);
  return CAROM_OK;
}

/* Models do not declare what they use, since that depends on their settings: a NaN as input reveals
 * it. */
bool carom_stage_uses_moduli(const char *stage, const carom_stage_def *def, bool linear)
{
  const carom_stage_material unknown = {
      .shear = CAROM_NONE, .modulus = CAROM_NONE, .stiffness = linear ? 1 : CAROM_UNSET};
  const carom_stage *model = NULL;
  double constant[CAROM_STAGE_CONSTANTS] = {0};
  if (carom_stage_constants(stage, def, &unknown, &model, constant, NULL) != CAROM_OK) return false;
  for (int k = 0; k < CAROM_STAGE_CONSTANTS; k++)
    if (constant[k] != constant[k]) return true;
  return false;
}
