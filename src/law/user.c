/* SPDX-License-Identifier: MIT */
/* Turns a user's definition into a law with the same entries as those of the registry. Users number
 * their coefficients from 0; ours, the smallest force of the clamp, comes before them. */
#include "law/user.h"

#include <string.h>

#include "law/entries.h"

int carom_user_law_constants(const carom_user_law *def)
{
  return def->prepare_materials ? def->constants : def->fields + def->info.dampings;
}

int carom_user_law_coefficients(const carom_user_law *def)
{
  return def->prepare_contact ? def->coefficients : carom_user_law_constants(def);
}

carom_label carom_user_law_coefficient(const carom_user_law *def, int index)
{
  static const char *const unnamed[CAROM_USER_COEFFICIENTS] = {
      "coefficient_0",  "coefficient_1",  "coefficient_2",  "coefficient_3",  "coefficient_4",
      "coefficient_5",  "coefficient_6",  "coefficient_7",  "coefficient_8",  "coefficient_9",
      "coefficient_10", "coefficient_11", "coefficient_12", "coefficient_13", "coefficient_14"};
  return def->coefficient_label ? def->coefficient_label[index] : (carom_label){unnamed[index], ""};
}

static void prepare_materials(const carom_law *law, const double *set, const carom_pair *pair,
                              const double *damping, double *constant)
{
  const carom_user_law *u = law->user;
  if (u->prepare_materials) {
    u->prepare_materials(u->user, set, pair, damping, constant);
    return;
  }
  for (int i = 0; i < u->fields; i++)
    constant[i] = set[i];
  for (int i = 0; i < u->info.dampings; i++)
    constant[u->fields + i] = damping[i];
}

static void prepare_contact(const carom_law *law, const double *constant, double radius,
                            double mass, double *coef)
{
  const carom_user_law *u = law->user;
  if (u->prepare_contact)
    u->prepare_contact(u->user, constant, radius, mass, coef + 1);
  else
    memcpy(coef + 1, constant, (size_t)law->constants * sizeof *coef);
}

static double published(const carom_law *law, int which, double e)
{
  const carom_user_law *u = law->user;
  return u->published ? u->published(u->user, which, e) : CAROM_NONE;
}

static double exact(const carom_law *law, int which, double e, double tension)
{
  const carom_user_law *u = law->user;
  return u->exact ? u->exact(u->user, which, e, tension) : CAROM_NONE;
}

static double damping_unit(const carom_law *law, const double *set, const carom_pair *pair,
                           int which)
{
  const carom_user_law *u = law->user;
  return u->damping_unit ? u->damping_unit(u->user, set, pair, which) : CAROM_NONE;
}

static carom_force raw(const carom_law *law, const double *coef, const double *state, double d,
                       double v, double branch)
{
  const carom_user_law *u = law->user;
  return u->force(u->user, coef + 1, state, d, v, branch);
}

static double branch_at(const carom_law *law, const double *coef, const double *state, double d)
{
  const carom_user_law *u = law->user;
  return u->branch ? u->branch(u->user, coef + 1, state, d) : 1;
}

static double reach(const carom_law *law, const double *coef)
{
  const carom_user_law *u = law->user;
  return u->reach ? u->reach(u->user, coef + 1) : 0;
}

static carom_force force(const carom_law *law, const double *coef, const double *state, double d,
                         double v)
{
  return carom_clamp_tension(coef[0], reach(law, coef), d,
                             raw(law, coef, state, d, v, branch_at(law, coef, state, d)));
}

static void breakpoint(const carom_law *law, const double *coef, const double *state, double *out)
{
  const carom_user_law *u = law->user;
  if (u->breakpoint) u->breakpoint(u->user, coef + 1, state, out);
}

static carom_energy energy(const carom_law *law, const double *coef, const double *state, double d)
{
  const carom_user_law *u = law->user;
  return u->energy ? u->energy(u->user, coef + 1, state, d)
                   : carom_user_law_quadrature(law, coef, state, d);
}

static void virgin(const carom_law *law, const double *coef, double *state)
{
  const carom_user_law *u = law->user;
  memset(state, 0, (size_t)law->states * sizeof *state);
  if (u->virgin) u->virgin(u->user, coef + 1, state);
}

static void touch(const carom_law *law, const double *coef, double *state, double v)
{
  const carom_user_law *u = law->user;
  if (u->touch) u->touch(u->user, coef + 1, state, v);
}

static void commit(const carom_law *law, const double *coef, double *state, double d)
{
  const carom_user_law *u = law->user;
  if (u->commit) u->commit(u->user, coef + 1, state, d);
}

static const char *or_empty(const char *text)
{
  return text ? text : "";
}

static carom_law_info complete(carom_law_info info)
{
  info.aliases = or_empty(info.aliases);
  info.family = info.family ? info.family : "user";
  info.summary = or_empty(info.summary);
  info.equation = or_empty(info.equation);
  info.validity = or_empty(info.validity);
  info.source = or_empty(info.source);
  info.status = or_empty(info.status);
  return info;
}

carom_law carom_user_law_make(const carom_user_law *def)
{
  return (carom_law){.info = complete(def->info),
                     .field = def->field,
                     .fields = def->fields,
                     .constants = carom_user_law_constants(def),
                     .coefficients = 1 + carom_user_law_coefficients(def),
                     .states = def->states,
                     .breakpoints = def->breakpoints,
                     CAROM_LAW_FUNCTIONS(),
                     .user = def};
}
