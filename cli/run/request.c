/* SPDX-License-Identifier: MIT */
#include "cli/run/request.h"

#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/synonyms.h"
#include "core/units.h"
#include "run/diagnostics.h"

/* Adds "young, density" for what was not given, or "all". */
static void add_steel(unsigned given, char text[REQUEST_STEEL])
{
  const carom_fields table = carom_material_fields();
  const char *comma = "";
  if (!given) carom_append(text, REQUEST_STEEL, "all");
  for (int k = 0; given && k < table.count; k++) {
    if (given >> k & 1) continue;
    carom_append(text, REQUEST_STEEL, "%s%s", comma, table.field[k].name);
    comma = ", ";
  }
}

const char *request_steel(const carom_impact_request *request, char text[REQUEST_STEEL])
{
  const unsigned all = (1u << carom_material_fields().count) - 1;
  const unsigned *given = request->given;
  if ((given[0] == all && given[1] == all)) return NULL;
  text[0] = '\0';
  if (given[0] == given[1]) {
    add_steel(given[0], text);
  } else {
    for (int i = 0; i < 2; i++) {
      if (given[i] == all) continue;
      carom_append(text, REQUEST_STEEL, "%s%c: ", *text ? "; " : "", "ab"[i]);
      add_steel(given[i], text);
    }
  }
  carom_append(text, REQUEST_STEEL, " of the built-in steel");
  return text;
}

static void tell(void *user, const carom_diagnostic *diagnostic)
{
  (void)user;
  message_diagnostic("", diagnostic);
}

int request_tell(const carom_faults *faults)
{
  carom_faults_tell(faults, tell, NULL);
  carom_warnings_tell(faults, tell, NULL);
  if (faults->count == 0) return EXIT_OK;
  return faults->fault[0].code == CAROM_ERR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}

/* All names that may be meant: settings of the law, those of every impact, options of the command,
 * then settings of other laws. */
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
  if (index-- == 0) return "reduced_mass";
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

const char *request_nearest_setting(const char *name)
{
  return nearest(name, NULL, NULL);
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

int request_unknown(const carom_law *own, const cli_arguments *given, const char *name)
{
  const cli_command *command = given->command;
  const char *law = own ? carom_law_about(own)->name : NULL, *other = carom_law_with_setting(name);
  const char *longer = own ? begins_with(own, name) : NULL;
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
  const char *near = nearest(name, own, command);
  if (!near)
    return message_usage(name,
                         "unknown setting or option; 'carom %s --help' and 'carom law %s' list "
                         "what there is",
                         command->name, law ? law : "LAW");
  if (is_option(command, near))
    return message_usage(name, "unknown setting or option; did you mean '--%s'?", near);
  if (own && !carom_request_field(own, near))
    return message_usage(name, "unknown setting; did you mean '%s', which the law '%s' has?", near,
                         carom_law_with_setting(near));
  const char *last = strrchr(name, '.');
  const char *note = carom_synonym_note(last ? last + 1 : name);
  char whole[64]; /* of the body named, if it has such a setting */
  snprintf(whole, sizeof whole, "%.*s%s", last ? (int)(last + 1 - name) : 0, name, near);
  if (!carom_request_field(own, whole)) snprintf(whole, sizeof whole, "%s", near);
  return message_usage(name, "unknown setting or option; did you mean '%s'%s?", whole, note);
}

/* Reports a setting without a value. */
static int without_value(const char *name, const carom_field *field)
{
  char value[96] = "VALUE";
  if (field->fallback != CAROM_UNSET)
    carom_field_print(field, field->fallback, value, sizeof value);
  const char *quote = strchr(value, ' ') ? "'" : "";
  return message_usage(name, "needs a value: %s=%s%s%s", name, quote, value, quote);
}

int request_law(const char *name, const carom_law **law)
{
  carom_error err = {0};
  carom_unit unit;
  if (carom_law_named(name, law, &err) == CAROM_OK) return EXIT_OK;
  if (carom_unit_read(name, &unit, NULL, NULL) == CAROM_OK)
    return message_usage("law",
                         "'%s' is a unit, not a law; write number and unit in one, as in "
                         "radius=20mm or radius='20 mm'",
                         name);
  const carom_field *setting = carom_setting_named(name);
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

int request_read(carom_impact_request *request, const cli_arguments *given, const char *fallback)
{
  const carom_law *law = NULL;
  const char *name = named_law(given);
  *request = (carom_impact_request){.law = NULL};
  int code = request_law(name ? name : fallback, &law);
  if (code != EXIT_OK) return code;
  for (int i = 1; i < given->words && code == EXIT_OK; i++) {
    const carom_law *other = NULL;
    code = request_law(given->word[i], &other);
    if (code == EXIT_OK)
      code = message_usage(given->word[i], "only one law can be named here; 'carom compare' takes "
                                           "several");
  }
  carom_faults faults;
  for (int i = 0; i < given->assignments; i++)
    if (!carom_request_field(law, given->assigned[i].name))
      code = request_unknown(law, given, given->assigned[i].name);
  carom_request_read(request, law, given->assigned, given->assignments, &faults);
  const int told = request_tell(&faults);
  return told == EXIT_OK ? code : told;
}
