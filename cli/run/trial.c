/* SPDX-License-Identifier: MIT */
#include "cli/run/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fields.h"
#include "core/synonyms.h"
#include "core/units.h"
#include "io/plausible.h"

enum owner { NOBODY, LAW, LAW_NAME, IMPACT, REDUCED_MASS, BODY };

/* Where a name leads. */
struct place {
  enum owner owner;
  const carom_field *field;
  bool a, b; /* BODY: whose */
};

static const carom_field reduced_mass_field = {
    "reduced_mass",
    "kg",
    CAROM_UNSET,
    1e-30,
    1e30,
    NULL,
    "reduced mass of the pair; if not given, it follows from the two masses"};

static const carom_field law_field = {"law", NULL, CAROM_UNSET, 1, 0, NULL, "name of the law"};

cli_trial trial_default(const carom_law *law)
{
  const carom_impact_def impact = carom_impact_default();
  cli_trial t = {.contact = carom_contact_default(),
                 .speed = 1,
                 .tolerance = impact.tolerance,
                 .integrator = impact.integrator};
  t.contact.law = carom_law_about(law)->name;
  t.contact.speed = t.speed;
  return t;
}

static const carom_field *in_table(carom_fields table, const char *name)
{
  const int k = carom_field_find(table, name);
  return k < 0 ? NULL : &table.field[k];
}

/* The rest of `name` if it begins with `prefix`, else NULL. */
static const char *after(const char *name, const char *prefix)
{
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) ? NULL : name + length;
}

static struct place find_body(const char *name, bool a, bool b)
{
  const carom_field *field = in_table(carom_body_fields(), name);
  if (!field) field = in_table(carom_material_fields(), name);
  return (struct place){field ? BODY : NOBODY, field, a, b};
}

static struct place find_law(const cli_trial *trial, const char *name)
{
  const carom_law *law = carom_law_find(trial->contact.law);
  const carom_field *field = law ? in_table(carom_law_fields(law), name) : NULL;
  return (struct place){field ? LAW : NOBODY, field, false, false};
}

static struct place find_place(const cli_trial *trial, const char *name)
{
  const char *rest = NULL;
  if (!strcmp(name, "law") || !strcmp(name, "contacts.0.law"))
    return (struct place){LAW_NAME, &law_field, false, false};
  if ((rest = after(name, "contacts.0."))) return find_law(trial, rest);
  if ((rest = after(name, "materials.steel."))) {
    const carom_field *field = in_table(carom_material_fields(), rest);
    return (struct place){field ? BODY : NOBODY, field, true, true};
  }
  if ((rest = after(name, "run."))) {
    const carom_field *field = strcmp(rest, "speed") ? in_table(carom_impact_fields(), rest) : NULL;
    return (struct place){field ? IMPACT : NOBODY, field, false, false};
  }
  const bool from_file = (rest = after(name, "impact.")) != NULL;
  if (from_file) name = rest;
  for (const char *body = "ab"; *body; body++) {
    const char prefix[] = {*body, '.', '\0'};
    if (!(rest = after(name, prefix))) continue;
    const char *material = after(rest, "material.");
    return find_body(material ? material : rest, *body == 'a', *body == 'b');
  }
  if (!from_file) {
    const struct place place = find_law(trial, name);
    if (place.field) return place;
  }
  const carom_field *field = in_table(carom_impact_fields(), name);
  if (field) return (struct place){IMPACT, field, false, false};
  if (carom_same_name(name, reduced_mass_field.name))
    return (struct place){REDUCED_MASS, &reduced_mass_field, false, false};
  return find_body(name, true, true);
}

const carom_field *trial_field(const cli_trial *trial, const char *name)
{
  return find_place(trial, name).field;
}

static void set_impact(cli_trial *trial, const char *field, double value)
{
  if (!strcmp(field, "speed")) {
    trial->speed = trial->contact.speed = value;
  } else if (!strcmp(field, "tolerance")) {
    trial->tolerance = value;
  } else {
    trial->integrator = value == CAROM_WORD(0) ? CAROM_INTEGRATOR_DOP853 : CAROM_INTEGRATOR_DOPRI5;
  }
}

/* "none" and "unset" take back a number that need not be given. */
static bool takes_back(const carom_field *field, const char *text)
{
  return field->fallback == CAROM_UNSET && (!strcmp(text, "none") || !strcmp(text, "unset"));
}

static void mark_given(cli_trial *trial, const struct place *place)
{
  const int property = carom_field_find(carom_material_fields(), place->field->name);
  if (property < 0) return;
  if (place->a) trial->given[0] |= 1u << property;
  if (place->b) trial->given[1] |= 1u << property;
}

void trial_vary(cli_trial *trial, const char *name)
{
  const struct place place = find_place(trial, name);
  if (place.field && place.owner == BODY) mark_given(trial, &place);
}

static carom_status set_body(cli_trial *trial, const struct place *place, const char *text,
                             carom_error *err)
{
  carom_body *const body[] = {place->a ? &trial->contact.a : NULL,
                              place->b ? &trial->contact.b : NULL};
  for (int i = 0; i < 2; i++) {
    if (!body[i]) continue;
    if (takes_back(place->field, text))
      body[i]->mass = CAROM_UNSET; /* the only field of a body without a default */
    else
      CAROM_TRY(carom_body_set(body[i], place->field->name, text, err));
  }
  mark_given(trial, place);
  return CAROM_OK;
}

/* "young, density" of what was not given, or "all". */
static void add_steel(unsigned given, char text[TRIAL_STEEL])
{
  const carom_fields table = carom_material_fields();
  const char *comma = "";
  if (!given) carom_append(text, TRIAL_STEEL, "all");
  for (int k = 0; given && k < table.count; k++) {
    if (given >> k & 1) continue;
    carom_append(text, TRIAL_STEEL, "%s%s", comma, table.field[k].name);
    comma = ", ";
  }
}

const char *trial_steel(const cli_trial *trial, char text[TRIAL_STEEL])
{
  const unsigned all = (1u << carom_material_fields().count) - 1;
  const unsigned *given = trial->given;
  if ((given[0] == all && given[1] == all)) return NULL;
  text[0] = '\0';
  if (given[0] == given[1]) {
    add_steel(given[0], text);
  } else {
    for (int i = 0; i < 2; i++) {
      if (given[i] == all) continue;
      carom_append(text, TRIAL_STEEL, "%s%c: ", *text ? "; " : "", "ab"[i]);
      add_steel(given[i], text);
    }
  }
  carom_append(text, TRIAL_STEEL, " of the built-in steel");
  return text;
}

void trial_steel_members(carom_json *json, const cli_trial *trial)
{
  const carom_fields table = carom_material_fields();
  char name[32];
  carom_json_row(json, "built_in_steel");
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < table.count; k++) {
      snprintf(name, sizeof name, "%c.%s", "ab"[i], table.field[k].name);
      if (!(trial->given[i] >> k & 1)) carom_json_string(json, NULL, name);
    }
  carom_json_end(json);
}

static carom_status set_place(cli_trial *trial, const struct place *place, const char *text,
                              carom_error *err)
{
  double value = CAROM_UNSET;
  if (place->owner == LAW_NAME) {
    const carom_law *law = NULL;
    CAROM_TRY(carom_law_named(text, &law, err));
    trial->contact.law = carom_law_about(law)->name;
    return CAROM_OK;
  }
  if (place->owner == BODY) return set_body(trial, place, text, err);
  if (place->owner == LAW && strncmp(place->field->name, "restitution", 11) == 0 &&
      strchr(text, ':')) { /* a table over the speed */
    carom_contact_set_text(&trial->contact, place->field->name, text);
    return CAROM_OK;
  }
  if (!takes_back(place->field, text))
    CAROM_TRY(carom_field_read(place->field, text, NULL, &value, err));
  if (place->owner == LAW)
    carom_contact_set(&trial->contact, place->field->name, value);
  else if (place->owner == IMPACT)
    set_impact(trial, place->field->name, value);
  else
    trial->contact.reduced_mass = value;
  return CAROM_OK;
}

/* Of the format, as files have it. */
static const char *group_of(const struct place *place)
{
  if (place->owner == IMPACT) return "impact";
  if (place->owner != BODY) return "";
  return in_table(carom_body_fields(), place->field->name) ? "body" : "material";
}

bool trial_question(const cli_trial *trial, const char *name, const char *text, bool tell)
{
  const struct place place = find_place(trial, name);
  if (!place.field || place.owner == LAW_NAME) return false;
  char sentence[320];
  double value = 0;
  if (takes_back(place.field, text) ||
      carom_field_read(place.field, text, NULL, &value, NULL) != CAROM_OK ||
      carom_plausible(group_of(&place), place.field, text, value, sentence, sizeof sentence))
    return false;
  if (tell) message_warning(name, "%s", sentence);
  return true;
}

carom_status trial_set(cli_trial *trial, const char *name, const char *text, carom_error *err)
{
  const struct place place = find_place(trial, name);
  if (!place.field) return carom_fields_unknown((carom_fields){NULL, 0}, name, NULL, name, err);
  const carom_status status = set_place(trial, &place, text, err);
  if (status != CAROM_OK && err) {
    carom_plausible_unit(group_of(&place), place.field, text, err);
    snprintf(err->where, sizeof err->where, "%s", name);
  }
  return status;
}

/* All names that could have been meant: settings of the law, what all impacts have, options of the
 * command, then settings of the other laws. */
struct names {
  carom_fields table[4];
  const cli_command *command;
};

static int options_of(const struct names *names)
{
  return names->command ? names->command->options : 0;
}

static const char *name_at(const void *user, int index)
{
  const struct names *names = user;
  for (int t = 0; t < 4; t++) {
    if (index < names->table[t].count) return names->table[t].field[index].name;
    index -= names->table[t].count;
  }
  if (index-- == 0) return reduced_mass_field.name;
  if (index < options_of(names)) return names->command->option[index].name;
  index -= options_of(names);
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_fields table = carom_law_fields(carom_law_at(i));
    if (index < table.count) return table.field[index].name;
    index -= table.count;
  }
  return NULL;
}

static const char *nearest(const char *name, const carom_law *law, const cli_command *command)
{
  const struct names names = {{law ? carom_law_fields(law) : (carom_fields){NULL, 0},
                               carom_impact_fields(), carom_body_fields(), carom_material_fields()},
                              command};
  int count = 1 + options_of(&names);
  for (int t = 0; t < 4; t++)
    count += names.table[t].count;
  for (int i = 0; i < carom_law_count(); i++)
    count += carom_law_fields(carom_law_at(i)).count;
  const char *last = strrchr(name, '.');
  return carom_nearest_name(last ? last + 1 : name, count, name_at, &names);
}

const char *trial_nearest_setting(const char *name)
{
  return nearest(name, NULL, NULL);
}

/* The first law that has a setting of this name, or NULL. */
static const char *law_with(const char *name)
{
  for (int i = 0; i < carom_law_count(); i++)
    if (in_table(carom_law_fields(carom_law_at(i)), name))
      return carom_law_about(carom_law_at(i))->name;
  return NULL;
}

const carom_field *trial_setting_named(const char *name)
{
  const char *owner = law_with(name);
  const cli_trial trial = trial_default(owner ? carom_law_find(owner) : carom_law_at(0));
  return trial_field(&trial, name);
}

static bool is_option(const cli_command *command, const char *name)
{
  for (int i = 0; i < command->options; i++)
    if (name == command->option[i].name) return true;
  return false;
}

/* The first setting of the law that continues this name, as restitution_elastic does. */
static const char *begins_with(const carom_law *law, const char *name)
{
  const carom_fields fields = carom_law_fields(law);
  const size_t length = strlen(name);
  for (int i = 0; length >= 3 && i < fields.count; i++)
    if (strncmp(fields.field[i].name, name, length) == 0) return fields.field[i].name;
  return NULL;
}

int trial_unknown(const cli_trial *trial, const cli_arguments *given, const char *name)
{
  const cli_command *command = given->command;
  const char *law = trial ? trial->contact.law : NULL, *other = law_with(name);
  const char *longer = law ? begins_with(carom_law_find(law), name) : NULL;
  if (longer)
    return message_usage(
        name, "the law '%s' has no such setting; did you mean '%s'? 'carom law %s' lists all", law,
        longer, law);
  if (other && law)
    return message_usage(name,
                         "the law '%s' has no such setting, but '%s' has; 'carom law %s' "
                         "lists those of '%s'",
                         law, other, law, law);
  if (other)
    return message_usage(name, "none of these laws has such a setting, but '%s' has", other);
  const char *near = nearest(name, law ? carom_law_find(law) : NULL, command);
  if (!near)
    return message_usage(name,
                         "unknown setting or option; 'carom %s --help' and 'carom law %s' list "
                         "what there is",
                         command->name, law ? law : "LAW");
  if (is_option(command, near))
    return message_usage(name, "unknown setting or option; did you mean '--%s'?", near);
  if (trial && !trial_field(trial, near))
    return message_usage(name, "unknown setting; did you mean '%s', which the law '%s' has?", near,
                         law_with(near));
  const char *last = strrchr(name, '.');
  const char *note = carom_synonym_note(last ? last + 1 : name);
  const cli_trial no_law = {.contact.law = ""};
  char whole[64]; /* of the body that was named, if it has such a setting */
  snprintf(whole, sizeof whole, "%.*s%s", last ? (int)(last + 1 - name) : 0, name, near);
  if (!trial_field(trial ? trial : &no_law, whole)) snprintf(whole, sizeof whole, "%s", near);
  return message_usage(name, "unknown setting or option; did you mean '%s'%s?", whole, note);
}

/* A setting that somebody wrote without its value. */
static int without_value(const char *name, const carom_field *field)
{
  char value[96] = "VALUE";
  if (field->fallback != CAROM_UNSET)
    carom_field_print(field, field->fallback, value, sizeof value);
  const char *quote = strchr(value, ' ') ? "'" : "";
  return message_usage(name, "needs a value: %s=%s%s%s", name, quote, value, quote);
}

int trial_law(const char *name, const carom_law **law)
{
  carom_error err = {0};
  carom_unit unit;
  if (carom_law_named(name, law, &err) == CAROM_OK) return ENDED_WELL;
  if (carom_unit_read(name, &unit, NULL, NULL) == CAROM_OK)
    return message_usage("law",
                         "'%s' is a unit, not a law; write number and unit in one, as in "
                         "radius=20mm or radius='20 mm'",
                         name);
  const carom_field *setting = trial_setting_named(name);
  return setting ? without_value(name, setting) : message_error(&err);
}

/* The name of the law on the command line, or NULL. */
static const char *named_law(const cli_arguments *given)
{
  const char *name = given->words > 0 ? given->word[0] : NULL;
  for (int i = 0; i < given->assignments; i++)
    if (!strcmp(given->assigned[i].name, "law")) name = given->assigned[i].value;
  return name;
}

int trial_read(cli_trial *trial, const cli_arguments *given, const char *fallback)
{
  const carom_law *law = NULL;
  const char *name = named_law(given);
  int code = trial_law(name ? name : fallback, &law);
  if (code != ENDED_WELL) return code;
  for (int i = 1; i < given->words && code == ENDED_WELL; i++) {
    const carom_law *other = NULL;
    code = trial_law(given->word[i], &other);
    if (code == ENDED_WELL)
      code = message_usage(given->word[i], "only one law can be named here; 'carom compare' takes "
                                           "several");
  }
  *trial = trial_default(law);
  for (int i = 0; i < given->assignments; i++) {
    const cli_assignment *a = &given->assigned[i];
    carom_error err = {0};
    if (!trial_field(trial, a->name))
      code = trial_unknown(trial, given, a->name);
    else if (trial_set(trial, a->name, a->value, &err) != CAROM_OK)
      code = message_error(&err);
    else
      trial_question(trial, a->name, a->value, true);
  }
  return code;
}

carom_impact_def trial_impact(const cli_trial *trial, const carom_contact *contact)
{
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = trial->speed;
  def.tolerance = trial->tolerance;
  def.integrator = trial->integrator;
  return def;
}

carom_status trial_run(const cli_trial *trial, carom_outcome *outcome)
{
  const carom_impact_def like = trial_impact(trial, NULL);
  return carom_outcome_find(&trial->contact, &like, outcome);
}

carom_status trial_record(const cli_trial *trial, const carom_outcome *outcome,
                          const carom_state *state, long samples, carom_history *history,
                          carom_error *err)
{
  const carom_impact_def like = trial_impact(trial, NULL);
  const double every = samples > 1 ? outcome->impact.duration / (double)(samples - 1) : 0;
  return carom_history_find(&like, outcome, state, every, history, err);
}
