/* SPDX-License-Identifier: MIT */
/* The registry: laws.def turned into a table of descriptors. */
#include "law/law.h"
#include "law/evaluate.h"
#include "law/guess.h"
#include "law/user.h"
#include "core/error.h"
#include "core/text.h"

#include <assert.h>

/* First pass: the headers themselves. */
#define CAROM_LAW(L)
#include "laws.def"
#undef CAROM_LAW

#define LABEL(name, unit) {#name, unit},

/* Second pass: tables, and scalar entries on plain arrays. A structure of doubles and an array of
 * doubles have the same layout. */
#define CAROM_LAW(L)                                                                               \
  CAROM_EVALUATE(L)                                                                                \
  static const carom_field L##_fields[] = {CAROM_FIELDS_##L(CAROM_FIELD)};                         \
  static const carom_label L##_constant_labels[] = {CAROM_CONSTANTS_##L(LABEL)};                   \
  static const carom_label L##_coefficient_labels[] = {{"min_force", "N"},                         \
                                                       CAROM_COEFFICIENT_LIST(L, LABEL)};          \
  static_assert(sizeof(carom_##L##_settings) <= sizeof(double[CAROM_MAX_SETTINGS]), #L);           \
  static_assert(sizeof(carom_##L##_constants) <= sizeof(double[CAROM_MAX_CONSTANTS]), #L);         \
  static_assert(sizeof(carom_##L##_coefficients) <= sizeof(double[CAROM_MAX_COEFFICIENTS]), #L);   \
  static_assert(sizeof(carom_##L##_state) <= sizeof(double[CAROM_MAX_STATES]), #L);                \
  static_assert(CAROM_BREAKPOINT_COUNT(L) <= CAROM_MAX_BREAKPOINTS, #L);                           \
  static void L##_prepare_materials(const carom_law *law, const double *set,                       \
                                    const carom_pair *pair, const double *damping,                 \
                                    double *constant)                                              \
  {                                                                                                \
    (void)law;                                                                                     \
    carom_##L##_prepare_materials((const carom_##L##_settings *)set, pair, damping,                \
                                  (carom_##L##_constants *)constant);                              \
  }                                                                                                \
  static void L##_prepare_contact(const carom_law *law, const double *constant, double radius,     \
                                  double mass, double *coef)                                       \
  {                                                                                                \
    (void)law;                                                                                     \
    carom_##L##_prepare_contact((const carom_##L##_constants *)constant, radius, mass,             \
                                (carom_##L##_coefficients *)coef);                                 \
  }                                                                                                \
  static double L##_damping_unit(const carom_law *law, const double *set, const carom_pair *pair,  \
                                 int which)                                                        \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_damping_unit((const carom_##L##_settings *)set, pair, which);               \
  }                                                                                                \
  static double L##_published(const carom_law *law, int which, double e)                           \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_published(which, e);                                                        \
  }                                                                                                \
  static double L##_exact(const carom_law *law, int which, double e, double separation)            \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_exact(which, e, separation);                                                \
  }                                                                                                \
  static carom_force L##_force(const carom_law *law, const double *coef, const double *state,      \
                               double d, double v)                                                 \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_evaluate((const carom_##L##_coefficients *)coef,                            \
                                (const carom_##L##_state *)state, d, v);                           \
  }                                                                                                \
  static carom_force L##_raw(const carom_law *law, const double *coef, const double *state,        \
                             double d, double v, double branch)                                    \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_force((const carom_##L##_coefficients *)coef,                               \
                             (const carom_##L##_state *)state, d, v, branch);                      \
  }                                                                                                \
  static double L##_branch(const carom_law *law, const double *coef, const double *state,          \
                           double d)                                                               \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_branch((const carom_##L##_coefficients *)coef,                              \
                              (const carom_##L##_state *)state, d);                                \
  }                                                                                                \
  static void L##_breakpoint(const carom_law *law, const double *coef, const double *state,        \
                             double *breakpoint)                                                   \
  {                                                                                                \
    (void)law;                                                                                     \
    CAROM_BREAKPOINTS(L)                                                                           \
    ((const carom_##L##_coefficients *)coef, (const carom_##L##_state *)state, breakpoint);        \
  }                                                                                                \
  static carom_energy L##_energy(const carom_law *law, const double *coef, const double *state,    \
                                 double d)                                                         \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_energy((const carom_##L##_coefficients *)coef,                              \
                              (const carom_##L##_state *)state, d);                                \
  }                                                                                                \
  static void L##_virgin(const carom_law *law, const double *coef, double *state)                  \
  {                                                                                                \
    (void)law;                                                                                     \
    CAROM_VIRGIN(L)((const carom_##L##_coefficients *)coef, (carom_##L##_state *)state);           \
  }                                                                                                \
  static void L##_touch(const carom_law *law, const double *coef, double *state, double v)         \
  {                                                                                                \
    (void)law;                                                                                     \
    carom_##L##_touch((const carom_##L##_coefficients *)coef, (carom_##L##_state *)state, v);      \
  }                                                                                                \
  static void L##_commit(const carom_law *law, const double *coef, double *state, double d)        \
  {                                                                                                \
    (void)law;                                                                                     \
    carom_##L##_commit((const carom_##L##_coefficients *)coef, (carom_##L##_state *)state, d);     \
  }
#include "laws.def"
#undef CAROM_LAW

/* Third pass: the table. */
#define CAROM_LAW(L)                                                                               \
  {.info = {CAROM_INFO_##L},                                                                       \
   .field = L##_fields,                                                                            \
   .constant = L##_constant_labels,                                                                \
   .coef = L##_coefficient_labels,                                                                 \
   .fields = sizeof L##_fields / sizeof *L##_fields,                                               \
   .constants = sizeof L##_constant_labels / sizeof *L##_constant_labels,                          \
   .coefficients = sizeof L##_coefficient_labels / sizeof *L##_coefficient_labels,                 \
   .states = CAROM_STATES_##L,                                                                     \
   .breakpoints = CAROM_BREAKPOINT_COUNT(L),                                                       \
   .prepare_materials = L##_prepare_materials,                                                     \
   .prepare_contact = L##_prepare_contact,                                                         \
   .published = L##_published,                                                                     \
   .exact = L##_exact,                                                                             \
   .damping_unit = L##_damping_unit,                                                               \
   .force = L##_force,                                                                             \
   .raw = L##_raw,                                                                                 \
   .branch = L##_branch,                                                                           \
   .breakpoint = L##_breakpoint,                                                                   \
   .energy = L##_energy,                                                                           \
   .virgin = L##_virgin,                                                                           \
   .touch = L##_touch,                                                                             \
   .commit = L##_commit},
static const carom_law registry[] = {
#include "laws.def"
};
#undef CAROM_LAW

enum { LAWS = sizeof registry / sizeof *registry };

int carom_law_count(void)
{
  return LAWS;
}

const carom_law *carom_law_at(int index)
{
  return index >= 0 && index < LAWS ? &registry[index] : NULL;
}

int carom_law_index(const carom_law *law)
{
  return (int)(law - registry);
}

bool carom_law_is(const carom_law *law, const char *name)
{
  return carom_same_name(law->info.name, name) || carom_name_listed(law->info.aliases, name);
}

const carom_law *carom_law_find(const char *name)
{
  if (!name) return NULL;
  for (int i = 0; i < LAWS; i++)
    if (carom_law_is(&registry[i], name)) return &registry[i];
  return NULL;
}

static const char *name_at(const void *user, int index)
{
  (void)user;
  return registry[index].info.name;
}

carom_status carom_law_named(const char *name, const carom_law **law, carom_error *err)
{
  if (!law) return carom_fail(err, CAROM_ERR_ARGUMENT, "law", "no place for the law was given");
  if (!name || !*name)
    return carom_fail(err, CAROM_ERR_MISSING, "law", "no law is named; 'carom law' lists them");
  *law = carom_law_find(name);
  if (*law) return CAROM_OK;
  char guess[200];
  carom_law_guess(name, LAWS, name_at, NULL, guess, sizeof guess);
  return carom_fail(err, CAROM_ERR_UNKNOWN, "law", "unknown law '%s'%s", name,
                    *guess ? guess : "; 'carom law' lists them");
}

const carom_law_info *carom_law_about(const carom_law *law)
{
  return &law->info;
}

carom_fields carom_law_fields(const carom_law *law)
{
  return (carom_fields){law->field, law->fields};
}

double carom_law_published(const carom_law *law, int which, double e)
{
  return which >= 0 && which < law->info.dampings ? law->published(law, which, e) : CAROM_NONE;
}

double carom_law_exact(const carom_law *law, int which, double e, double separation)
{
  return which >= 0 && which < law->info.dampings ? law->exact(law, which, e, separation)
                                                  : CAROM_NONE;
}

carom_label carom_law_coefficient(const carom_law *law, int index)
{
  if (!law->user) return law->coef[index];
  return index > 0 ? carom_user_law_coefficient(law->user, index - 1) : registry[0].coef[0];
}

int carom_law_field(const carom_law *law, const char *name)
{
  for (int i = 0; i < law->fields; i++)
    if (carom_same_name(law->field[i].name, name)) return i;
  return -1;
}
