/* SPDX-License-Identifier: MIT */
/* Laws under a rule that depends on the direction of the last turn: the same name, settings and
 * description as in the registry, but entries of their own and no block kernels. */
#include "law/turning.h"

#include <assert.h>

#define CAROM_LAW(L)
#include "turning/kogut_etsion_rules.h"
#undef CAROM_LAW

typedef carom_kogut_etsion_rules_coefficients coefficients;
typedef carom_kogut_etsion_rules_state memory;

static_assert(sizeof(coefficients) <= sizeof(double[CAROM_MAX_COEFFICIENTS]), "coefficients");
static_assert(sizeof(memory) <= sizeof(double[CAROM_MAX_STATES]), "states");

static void prepare_materials(const carom_law *law, const double *set, const carom_pair *pair,
                              const double *damping, double *constant)
{
  const carom_kogut_etsion_settings *s = (const carom_kogut_etsion_settings *)set;
  carom_kogut_etsion_rules_constants *c = (carom_kogut_etsion_rules_constants *)constant;
  (void)law;
  carom_kogut_etsion_prepare_materials(s, pair, damping, &c->virgin);
  c->basic = s->rule == CAROM_WORD(1);
}

static void prepare_contact(const carom_law *law, const double *constant, double radius,
                            double mass, double *coef)
{
  const carom_kogut_etsion_rules_constants *c = (const carom_kogut_etsion_rules_constants *)
      constant;
  coefficients *s = (coefficients *)coef;
  (void)law;
  carom_kogut_etsion_prepare_contact(&c->virgin, radius, mass, &s->virgin);
  s->basic = c->basic;
}

static double published(const carom_law *law, int which, double e)
{
  (void)law;
  return carom_kogut_etsion_published(which, e);
}

static double exact(const carom_law *law, int which, double e, double separation)
{
  (void)law;
  return carom_kogut_etsion_exact(which, e, separation);
}

static double damping_unit(const carom_law *law, const double *set, const carom_pair *pair,
                           int which)
{
  (void)law;
  return carom_kogut_etsion_damping_unit((const carom_kogut_etsion_settings *)set, pair, which);
}

static carom_force raw(const carom_law *law, const double *coef, const double *state, double d,
                       double v, double branch)
{
  (void)law, (void)v;
  return carom_kogut_etsion_rules_force((const coefficients *)coef, (const memory *)state, d,
                                        branch);
}

static double branch_at(const carom_law *law, const double *coef, const double *state, double d)
{
  (void)law;
  return carom_kogut_etsion_rules_branch((const coefficients *)coef, (const memory *)state, d);
}

static carom_force force(const carom_law *law, const double *coef, const double *state, double d,
                         double v)
{
  return carom_clamp_tension(coef[0], d,
                             raw(law, coef, state, d, v, branch_at(law, coef, state, d)));
}

static void breakpoint(const carom_law *law, const double *coef, const double *state, double *out)
{
  (void)law;
  carom_kogut_etsion_rules_breakpoints((const coefficients *)coef, (const memory *)state, out);
}

static carom_energy energy(const carom_law *law, const double *coef, const double *state, double d)
{
  (void)law;
  return carom_kogut_etsion_rules_energy((const coefficients *)coef, (const memory *)state, d);
}

static void virgin(const carom_law *law, const double *coef, double *state)
{
  (void)law;
  carom_kogut_etsion_rules_virgin((const coefficients *)coef, (memory *)state);
}

static void touch(const carom_law *law, const double *coef, double *state, double v)
{
  (void)law;
  carom_kogut_etsion_rules_on_reversal((const coefficients *)coef, (memory *)state, 0, v);
}

static void commit(const carom_law *law, const double *coef, double *state, double d)
{
  (void)law;
  carom_kogut_etsion_rules_commit((const coefficients *)coef, (memory *)state, d);
}

static void on_reversal(const carom_law *law, const double *coef, double *state, double d, double v)
{
  (void)law;
  carom_kogut_etsion_rules_on_reversal((const coefficients *)coef, (memory *)state, d, v);
}

#define LABEL(name, unit) {#name, unit},
static const carom_field fields[] = {CAROM_FIELDS_kogut_etsion(CAROM_FIELD)};
static const carom_label constant_labels[] = {CAROM_CONSTANTS_kogut_etsion(LABEL){"basic", "1"}};
static const carom_label coefficient_labels[] = {
    {"min_force", "N"}, CAROM_COEFFICIENTS_kogut_etsion(LABEL){"basic", "1"}};

static const carom_law kogut_etsion_rules = {
    .info = {CAROM_INFO_kogut_etsion},
    .field = fields,
    .constant = constant_labels,
    .coef = coefficient_labels,
    .fields = sizeof fields / sizeof *fields,
    .constants = sizeof constant_labels / sizeof *constant_labels,
    .coefficients = sizeof coefficient_labels / sizeof *coefficient_labels,
    .states = sizeof(memory) / sizeof(double),
    .breakpoints = CAROM_BREAKPOINTS_kogut_etsion,
    .prepare_materials = prepare_materials,
    .prepare_contact = prepare_contact,
    .published = published,
    .exact = exact,
    .damping_unit = damping_unit,
    .force = force,
    .raw = raw,
    .branch = branch_at,
    .breakpoint = breakpoint,
    .energy = energy,
    .virgin = virgin,
    .touch = touch,
    .commit = commit,
    .on_reversal = on_reversal};

const carom_law *carom_law_ruled(const carom_law *law, const double *set)
{
  if (law != carom_law_find(kogut_etsion_rules.info.name)) return law;
  const int rule = carom_law_field(law, "rule");
  return set[rule] == CAROM_WORD(0) ? law : &kogut_etsion_rules;
}
