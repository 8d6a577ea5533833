/* SPDX-License-Identifier: MIT */
/* Wraps the functions of a law header as entries on plain arrays, and builds the table that points
 * at them. A structure of doubles and an array of doubles have the same layout. */
#ifndef CAROM_SRC_ENTRIES_H
#define CAROM_SRC_ENTRIES_H

#include <assert.h>

#include "law/law.h"

#define CAROM_LABEL(name, unit) {#name, unit},

#define CAROM_LAW_ENTRIES(L)                                                                       \
  static const carom_field L##_fields[] = {CAROM_FIELDS_##L(CAROM_FIELD)};                         \
  static const carom_label L##_constant_labels[] = {CAROM_CONSTANTS_##L(CAROM_LABEL)};             \
  static const carom_label L##_coefficient_labels[] = {{"min_force", "N"},                         \
                                                       CAROM_COEFFICIENT_LIST(L, CAROM_LABEL)};    \
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
  static double L##_exact(const carom_law *law, int which, double e, double tension)               \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_exact(which, e, tension);                                                   \
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
  static double L##_branch_at(const carom_law *law, const double *coef, const double *state,       \
                              double d)                                                            \
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
  static double L##_reach(const carom_law *law, const double *coef)                                \
  {                                                                                                \
    (void)law;                                                                                     \
    return carom_##L##_reach((const carom_##L##_coefficients *)coef);                              \
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

/* The functions of a law: prepare_materials, ... with this prefix. */
#define CAROM_LAW_FUNCTIONS(prefix)                                                                \
  .prepare_materials = prefix##prepare_materials, .prepare_contact = prefix##prepare_contact,      \
  .published = prefix##published, .exact = prefix##exact, .damping_unit = prefix##damping_unit,    \
  .force = prefix##force, .raw = prefix##raw, .branch = prefix##branch_at,                         \
  .breakpoint = prefix##breakpoint, .reach = prefix##reach, .energy = prefix##energy,              \
  .virgin = prefix##virgin, .touch = prefix##touch, .commit = prefix##commit

/* The members of its descriptor. */
#define CAROM_LAW_DESCRIPTOR(L)                                                                    \
  .info = {CAROM_INFO_##L}, .field = L##_fields, .constant = L##_constant_labels,                  \
  .coefficient = L##_coefficient_labels, .fields = sizeof L##_fields / sizeof *L##_fields,         \
  .constants = sizeof L##_constant_labels / sizeof *L##_constant_labels,                           \
  .coefficients = sizeof L##_coefficient_labels / sizeof *L##_coefficient_labels,                  \
  .states = CAROM_STATES_##L, .breakpoints = CAROM_BREAKPOINT_COUNT(L), CAROM_LAW_FUNCTIONS(L##_)

#endif
