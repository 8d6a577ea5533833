/* SPDX-License-Identifier: MIT */
/* The registry of stages: stages.def turned into a table. */
#include "law/stage.h"

#include <assert.h>
#include <string.h>

#include "core/text.h"

/* The headers, then entries on plain arrays. */
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
    memcpy(&s, history, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
    carom_##T##_apply(k, in, carom_##T##_damped(k), &s, out);                                      \
    memcpy(history, &s, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
  }                                                                                                \
  static double T##_stored(const double *constant, double d, double radius, const void *history)   \
  {                                                                                                \
    carom_##T##_history s = {0};                                                                   \
    memcpy(&s, history, CAROM_STAGE_NUMBERS_##T * sizeof(double));                                 \
    return carom_##T##_stored((const carom_##T##_constants *)constant, d, radius, &s);             \
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
   .torques = CAROM_STAGE_TORQUES_##T,                                                             \
   .prepare = T##_prepare,                                                                         \
   .damped = T##_damped,                                                                           \
   .apply = T##_apply,                                                                             \
   .stored = T##_stored},
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
