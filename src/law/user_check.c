/* SPDX-License-Identifier: MIT */
/* Checks a user's definition of a law before it is used. */
#include "law/user.h"

#include <string.h>

#include "core/error.h"
#include "core/fields.h"
#include "core/text.h"
#include "core/units.h"

enum { COOKIE = 0x05e21a30, NAME_ROOM = 48, SETTING_ROOM = 32 };

carom_user_law carom_user_law_default(void)
{
  carom_user_law def;
  memset(&def, 0, sizeof def);
  def.cookie = COOKIE;
  return def;
}

/* Lower-case letters and digits with '-' and '_' between them, starting with a letter, and short
 * enough to fit. */
static bool is_name(const char *text, size_t length, size_t room)
{
  if (length == 0 || length >= room || text[0] < 'a' || text[0] > 'z') return false;
  for (size_t i = 0; i < length; i++) {
    const char c = text[i];
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (!letter && ((c != '-' && c != '_') || i + 1 == length)) return false;
  }
  return true;
}

static carom_status check_names(const carom_law_info *info, carom_error *err)
{
  const char *rule = "lower-case letters, digits and '-', a letter first";
  if (!info->name || !*info->name)
    return carom_fail(err, CAROM_ERR_MISSING, "info.name", "a law needs a name; use %s", rule);
  if (!is_name(info->name, strlen(info->name), NAME_ROOM))
    return carom_fail(err, CAROM_ERR_SYNTAX, "info.name",
                      "'%.60s' cannot be the name of a law; use %s, fewer than %d", info->name,
                      rule, NAME_ROOM);
  for (const char *alias = info->aliases; alias && *alias;) {
    const size_t length = strcspn(alias, "|");
    if (!is_name(alias, length, NAME_ROOM))
      return carom_fail(err, CAROM_ERR_SYNTAX, "info.aliases",
                        "'%.60s' is not a list of names separated by '|'; use %s", info->aliases,
                        rule);
    alias += length + (alias[length] == '|');
  }
  return CAROM_OK;
}

/* A trait that refers to a state requires that state. */
static carom_status check_traits(const carom_user_law *def, carom_error *err)
{
  const unsigned traits = def->info.traits;
  if (traits >= CAROM_LAW_ADHERES << 1)
    return carom_fail(err, CAROM_ERR_RANGE, "info.traits", "%#x has bits beyond CAROM_LAW_*",
                      traits);
  if ((traits & CAROM_LAW_REMEMBERS) && (def->states < 2 || !def->commit))
    return carom_fail(err, CAROM_ERR_MISSING, "info.traits",
                      "a law that remembers needs `commit` and at least two states: the largest "
                      "overlap so far and the residual overlap");
  if ((traits & CAROM_LAW_STORES_IMPACT_SPEED) && (def->states < 1 || !def->touch))
    return carom_fail(err, CAROM_ERR_MISSING, "info.traits",
                      "a law that stores the impact speed needs `touch` and a state");
  return CAROM_OK;
}

static carom_status check_count(const char *name, int count, int most, carom_error *err)
{
  if (count >= 0 && count <= most) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, name, "%d is outside 0 to %d", count, most);
}

static carom_status check_counts(const carom_user_law *def, carom_error *err)
{
  CAROM_TRY(check_count("fields", def->fields, CAROM_USER_FIELDS, err));
  CAROM_TRY(check_count("constants", def->constants, CAROM_USER_CONSTANTS, err));
  CAROM_TRY(check_count("coefficients", def->coefficients, CAROM_USER_COEFFICIENTS, err));
  CAROM_TRY(check_count("states", def->states, CAROM_USER_STATES, err));
  CAROM_TRY(check_count("breakpoints", def->breakpoints, CAROM_USER_BREAKPOINTS, err));
  CAROM_TRY(check_count("info.dampings", def->info.dampings, CAROM_MAX_DAMPINGS, err));
  const int constants = carom_user_law_constants(def),
            coefficients = carom_user_law_coefficients(def);
  if (constants > CAROM_USER_CONSTANTS || (def->constants && def->constants != constants))
    return carom_fail(err, CAROM_ERR_CONFLICT, "constants",
                      "without `prepare_materials` the constants are the %d settings and the "
                      "damping constants: leave the number 0, or give that function",
                      def->fields);
  if (coefficients > CAROM_USER_COEFFICIENTS ||
      (def->coefficients && def->coefficients != coefficients))
    return carom_fail(
        err, CAROM_ERR_CONFLICT, "coefficients",
        "without `prepare_contact` the coefficients are the %d constants, of which %d fit: "
        "leave the number 0, or give that function",
        constants, CAROM_USER_COEFFICIENTS);
  for (int i = 0; def->coefficient_label && i < coefficients; i++)
    if (!def->coefficient_label[i].name || !def->coefficient_label[i].unit)
      return carom_fail(err, CAROM_ERR_MISSING, "coefficient_label",
                        "coefficient %d of %d has no name or no unit; a pure number has \"1\"", i,
                        coefficients);
  return CAROM_OK;
}

static carom_status check_functions(const carom_user_law *def, carom_error *err)
{
  if (!def->force)
    return carom_fail(err, CAROM_ERR_MISSING, "force", "a law needs the function `force`");
  if (!def->reach != !(def->info.traits & CAROM_LAW_REACHES))
    return carom_fail(err, CAROM_ERR_MISSING, def->reach ? "info.traits" : "reach",
                      "a law that acts across a gap has both CAROM_LAW_REACHES and `reach`");
  if (def->breakpoints > 0 && (!def->breakpoint || !def->branch))
    return carom_fail(
        err, CAROM_ERR_MISSING, def->branch ? "breakpoint" : "branch",
        "a law with breakpoints needs `breakpoint` and `branch`: which formula holds, and the "
        "overlaps where that changes");
  return CAROM_OK;
}

/* Fields with the same meaning for every law must have the same unit or words. */
typedef struct meaning {
  const char *name, *unit, *words;
} meaning;

static const meaning meanings[] = {
    {"restitution", "1", NULL},           {"restitution_elastic", "1", NULL},
    {"restitution_plastic", "1", NULL},   {"damping_ratio", "1", NULL},
    {"damping_ratio_elastic", "1", NULL}, {"damping_ratio_plastic", "1", NULL},
    {"reference_speed", "m/s", NULL},     {"calibration", NULL, "exact|published"},
    {"tension", NULL, "cut|keep"},        {"separation", NULL, "force|overlap"}, /* former name */
    {"memory", NULL, "pair|episode"},
};

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static carom_status check_meaning(const carom_field *f, const char *where, carom_error *err)
{
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    const meaning *m = &meanings[i];
    if (!carom_same_name(m->name, f->name)) continue;
    if (!same_text(m->unit, f->unit) || !same_text(m->words, f->words))
      return carom_fail(err, CAROM_ERR_CONFLICT, where,
                        "'%s' means the same for every law: %s %s; use another name or that form",
                        f->name, m->unit ? "a number in" : "one of", m->unit ? m->unit : m->words);
    const bool restitution = strncmp(m->name, "restitution", 11) == 0;
    if (restitution && !(f->min > 0 && f->max <= 1))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "'%s' must lie above 0 and not above 1: [%g, %g]", f->name, f->min, f->max);
  }
  return CAROM_OK;
}

static carom_status check_field(const carom_user_law *def, int i, carom_error *err)
{
  const carom_field *f = &def->field[i];
  char where[64] = "";
  carom_append(where, sizeof where, "field[%d]", i);
  if (!f->name || !is_name(f->name, strlen(f->name), SETTING_ROOM))
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' cannot be the name of a setting; use lower-case letters, digits and "
                      "'_', a letter first, fewer than %d",
                      f->name ? f->name : "", SETTING_ROOM);
  carom_append(where, sizeof where, " %s", f->name);
  for (int k = 0; k < i; k++)
    if (carom_same_name(def->field[k].name, f->name))
      return carom_fail(err, CAROM_ERR_CONFLICT, where, "there is a setting '%s' already", f->name);
  if (!f->text)
    return carom_fail(err, CAROM_ERR_MISSING, where, "'%s' needs a sentence that explains it",
                      f->name);
  if (!f->unit && (!f->words || !*f->words))
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "'%s' accepts nothing: give it a unit (\"1\" for a pure number), or words",
                      f->name);
  carom_unit unit;
  if (f->unit) {
    CAROM_TRY(carom_unit_read(f->unit, &unit, err, where));
    if (!(f->min <= f->max) || (f->words && f->min < 0))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "the range of '%s', %g to %g, holds no number, or negative ones where "
                        "there are words",
                        f->name, f->min, f->max);
  }
  if (f->fallback != CAROM_UNSET) {
    carom_field limits = *f; /* the default always passes its own check, so it is removed */
    limits.fallback = CAROM_UNSET;
    CAROM_TRY(carom_field_check(&limits, f->fallback, where, err));
  }
  return check_meaning(f, where, err);
}

/* Settings named in a list must exist. */
static carom_status check_listed(const carom_user_law *def, const char *list, const char *where,
                                 carom_error *err)
{
  const carom_fields table = {def->field, def->fields};
  while (list && *list) {
    char name[SETTING_ROOM + 8] = "";
    const size_t length = strcspn(list, "|");
    carom_append(name, sizeof name, "%.*s", (int)length, list);
    if (carom_field_find(table, name) < 0)
      return carom_fail(err, CAROM_ERR_UNKNOWN, where, "there is no setting '%s' in the table",
                        name);
    list += length + (list[length] == '|');
  }
  return CAROM_OK;
}

/* Settings that replace the only damping constant; those with a unit require `damping_unit`. */
static carom_status check_numbers(const carom_user_law *def, carom_error *err)
{
  const char *numbers = def->info.numbers ? def->info.numbers : "damping_ratio|damping_coefficient";
  for (int i = 0; i < def->fields; i++) {
    const carom_field *f = &def->field[i];
    if (!carom_name_listed(numbers, f->name)) continue;
    if (!f->unit || f->fallback != CAROM_UNSET)
      return carom_fail(err, CAROM_ERR_CONFLICT, "field",
                        "'%s' stands for the damping constant: it must be a number without a "
                        "default (CAROM_UNSET), or no restitution could be asked for",
                        f->name);
    if (strcmp(f->unit, "1") != 0 && !def->damping_unit)
      return carom_fail(err, CAROM_ERR_MISSING, "damping_unit",
                        "'%s' can be set, so that `damping_unit` is needed", f->name);
  }
  return CAROM_OK;
}

/* The range of the law is given in multiples of a coefficient, which must exist. */
static carom_status check_range(const carom_user_law *def, carom_error *err)
{
  const char *of = def->info.range_of;
  bool found = !of;
  for (int i = 0; !found && i < carom_user_law_coefficients(def); i++)
    found = strcmp(carom_user_law_coefficient(def, i).name, of) == 0;
  if (!found)
    return carom_fail(err, CAROM_ERR_UNKNOWN, "info.range_of",
                      "there is no coefficient '%.60s'; `coefficient_label` gives them their names",
                      of);
  if (of && !(def->info.range > 0 && def->info.range - def->info.range == 0))
    return carom_fail(err, CAROM_ERR_RANGE, "info.range", "must be a positive multiple of '%.60s'",
                      of);
  return CAROM_OK;
}

static carom_status check_damping(const carom_user_law *def, carom_error *err)
{
  static const char *const needed[] = {"restitution", "restitution_elastic", "restitution_plastic"};
  const carom_fields table = {def->field, def->fields};
  const int dampings = def->info.dampings;
  for (int i = dampings == 2; dampings > 0 && i <= (dampings == 2 ? 2 : 0); i++) {
    const int k = carom_field_find(table, needed[i]);
    if (k < 0 || def->field[k].fallback == CAROM_UNSET)
      return carom_fail(err, CAROM_ERR_MISSING, "field",
                        "a law with %d damping constant%s needs the setting '%s', with a default",
                        dampings, dampings == 1 ? "" : "s", needed[i]);
  }
  return dampings == 1 ? check_numbers(def, err) : CAROM_OK;
}

carom_status carom_user_law_check(const carom_user_law *def, carom_error *err)
{
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "law",
                      "the definition was not made by carom_user_law_default()");
  CAROM_TRY(check_names(&def->info, err));
  CAROM_TRY(check_counts(def, err));
  CAROM_TRY(check_functions(def, err));
  CAROM_TRY(check_traits(def, err));
  if (def->fields > 0 && !def->field)
    return carom_fail(err, CAROM_ERR_MISSING, "field", "%d fields, but no table", def->fields);
  for (int i = 0; i < def->fields; i++)
    CAROM_TRY(check_field(def, i, err));
  CAROM_TRY(check_listed(def, def->info.exclusive, "info.exclusive", err));
  CAROM_TRY(check_listed(def, def->info.numbers, "info.numbers", err));
  CAROM_TRY(check_range(def, err));
  return check_damping(def, err);
}
