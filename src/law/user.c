/* SPDX-License-Identifier: MIT */
/* A user's definition as a law: the same entries as those of the registry. Users number their slots
 * from 0; before them stands our own, the floor of the gate. */
#include "law/user.h"

#include <string.h>

int carom_user_law_constants(const carom_user_law *def)
{
  return def->prepare_materials ? def->constants : def->fields + def->info.dampings;
}

int carom_user_law_slots(const carom_user_law *def)
{
  return def->prepare_contact ? def->slots : carom_user_law_constants(def);
}

carom_label carom_user_law_slot(const carom_user_law *def, int index)
{
  static const char *const unnamed[CAROM_USER_SLOTS] = {
      "slot_0", "slot_1", "slot_2",  "slot_3",  "slot_4",  "slot_5",  "slot_6", "slot_7",
      "slot_8", "slot_9", "slot_10", "slot_11", "slot_12", "slot_13", "slot_14"};
  return def->slot_label ? def->slot_label[index] : (carom_label){unnamed[index], ""};
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
                            double mass, double *slot)
{
  const carom_user_law *u = law->user;
  if (u->prepare_contact)
    u->prepare_contact(u->user, constant, radius, mass, slot + 1);
  else
    memcpy(slot + 1, constant, (size_t)law->constants * sizeof *slot);
}

static double published(const carom_law *law, int which, double e)
{
  const carom_user_law *u = law->user;
  return u->published ? u->published(u->user, which, e) : CAROM_NONE;
}

static double exact(const carom_law *law, int which, double e, double separation)
{
  const carom_user_law *u = law->user;
  return u->exact ? u->exact(u->user, which, e, separation) : CAROM_NONE;
}

static double damping_unit(const carom_law *law, const double *set, const carom_pair *pair,
                           int which)
{
  const carom_user_law *u = law->user;
  return u->damping_unit ? u->damping_unit(u->user, set, pair, which) : CAROM_NONE;
}

static carom_force raw(const carom_law *law, const double *slot, const double *state, double d,
                       double v, double branch)
{
  const carom_user_law *u = law->user;
  return u->force(u->user, slot + 1, state, d, v, branch);
}

static double branch_at(const carom_law *law, const double *slot, const double *state, double d)
{
  const carom_user_law *u = law->user;
  return u->branch ? u->branch(u->user, slot + 1, state, d) : 1;
}

static carom_force force(const carom_law *law, const double *slot, const double *state, double d,
                         double v)
{
  return carom_gate(slot[0], d, raw(law, slot, state, d, v, branch_at(law, slot, state, d)));
}

static void level(const carom_law *law, const double *slot, const double *state, double *out)
{
  const carom_user_law *u = law->user;
  if (u->level) u->level(u->user, slot + 1, state, out);
}

static carom_energy energy(const carom_law *law, const double *slot, const double *state, double d)
{
  const carom_user_law *u = law->user;
  return u->energy ? u->energy(u->user, slot + 1, state, d)
                   : carom_user_law_quadrature(law, slot, state, d);
}

static void fresh(const carom_law *law, const double *slot, double *state)
{
  const carom_user_law *u = law->user;
  memset(state, 0, (size_t)law->states * sizeof *state);
  if (u->fresh) u->fresh(u->user, slot + 1, state);
}

static void touch(const carom_law *law, const double *slot, double *state, double v)
{
  const carom_user_law *u = law->user;
  if (u->touch) u->touch(u->user, slot + 1, state, v);
}

static void commit(const carom_law *law, const double *slot, double *state, double d)
{
  const carom_user_law *u = law->user;
  if (u->commit) u->commit(u->user, slot + 1, state, d);
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
                     .slots = 1 + carom_user_law_slots(def),
                     .states = def->states,
                     .levels = def->levels,
                     .prepare_materials = prepare_materials,
                     .prepare_contact = prepare_contact,
                     .published = published,
                     .exact = exact,
                     .damping_unit = damping_unit,
                     .force = force,
                     .raw = raw,
                     .branch = branch_at,
                     .level = level,
                     .energy = energy,
                     .fresh = fresh,
                     .touch = touch,
                     .commit = commit,
                     .user = def};
}
