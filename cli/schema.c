/* SPDX-License-Identifier: MIT */
/* carom schema: the JSON Schema of scenario files, from the tables of fields. */
#include <stdio.h>
#include <string.h>

#include <carom/impact.h>

#include "cli/commands.h"
#include "core/fields.h"
#include "io/json_write.h"

/* A number followed by anything: units are checked by carom itself. */
static const char quantity[] =
    "^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?( ?[^0-9 ].*)?$";

static void write_words(carom_json *json, const carom_field *field)
{
  char word[64];
  carom_json_array(json, "enum");
  for (int k = 0; k < carom_field_words(field); k++) {
    carom_field_word(field, k, word, sizeof word);
    carom_json_string(json, NULL, word);
  }
  carom_json_end(json);
}

static void write_default(carom_json *json, const carom_field *field, bool truth)
{
  char text[96];
  if (field->fallback == CAROM_UNSET) return;
  if (truth) {
    carom_json_bool(json, "default", field->fallback == CAROM_WORD(1));
  } else if (field->words && field->fallback < 0) {
    carom_field_print(field, field->fallback, text, sizeof text);
    carom_json_string(json, "default", text);
  } else {
    carom_json_number(json, "default", field->fallback);
  }
}

/* What a field accepts: a number in its range, a quantity as text, a word. */
static void write_field(carom_json *json, const carom_field *field)
{
  const bool truth = field->words && !strcmp(field->words, "false|true");
  char text[400] = "";
  carom_append(text, sizeof text, "%s", field->text);
  if (field->unit && strcmp(field->unit, "1") != 0)
    carom_append(text, sizeof text, " [%s]", field->unit);
  carom_json_object(json, field->name);
  carom_json_string(json, "description", text);
  write_default(json, field, truth);
  if (truth) {
    carom_json_string(json, "type", "boolean");
  } else if (!field->unit) {
    write_words(json, field);
  } else {
    carom_json_array(json, "anyOf");
    carom_json_object(json, NULL);
    carom_json_string(json, "type", "number");
    carom_json_number(json, "minimum", field->min);
    carom_json_number(json, "maximum", field->max);
    carom_json_end(json);
    carom_json_object(json, NULL);
    carom_json_string(json, "type", "string");
    carom_json_string(json, "pattern", quantity);
    carom_json_end(json);
    if (field->words) {
      carom_json_object(json, NULL);
      write_words(json, field);
      carom_json_end(json);
    }
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_fields(carom_json *json, carom_fields fields)
{
  for (int i = 0; i < fields.count; i++)
    write_field(json, &fields.field[i]);
}

static void begin_object(carom_json *json, const char *key, const char *description)
{
  carom_json_object(json, key);
  carom_json_string(json, "description", description);
  carom_json_string(json, "type", "object");
  carom_json_bool(json, "additionalProperties", false);
}

static void write_reference(carom_json *json, const char *key, const char *target)
{
  carom_json_object(json, key);
  carom_json_string(json, "$ref", target);
  carom_json_end(json);
}

static void write_required(carom_json *json, const char *const *names, int count)
{
  carom_json_row(json, "required");
  for (int i = 0; i < count; i++)
    carom_json_string(json, NULL, names[i]);
  carom_json_end(json);
}

static void write_material(carom_json *json)
{
  begin_object(json, "material", "A material.");
  carom_json_object(json, "properties");
  write_fields(json, carom_material_fields());
  carom_json_end(json);
  carom_json_end(json);
}

static void write_body(carom_json *json)
{
  begin_object(json, "body", "One of the two bodies.");
  carom_json_object(json, "properties");
  write_fields(json, carom_body_fields());
  carom_json_object(json, "material");
  carom_json_string(json, "description", "name of one of the materials");
  carom_json_string(json, "type", "string");
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
}

static void write_impact(carom_json *json)
{
  static const char *const required[] = {"a", "b"};
  begin_object(json, "impact", "One impact of two bodies.");
  write_required(json, required, 2);
  carom_json_object(json, "properties");
  write_reference(json, "a", "#/$defs/body");
  write_reference(json, "b", "#/$defs/body");
  write_fields(json, carom_impact_fields());
  carom_json_object(json, "reduced_mass");
  carom_json_string(json, "description",
                    "reduced mass; if not given, it follows from the two masses [kg]");
  carom_json_row(json, "type");
  carom_json_string(json, NULL, "number");
  carom_json_string(json, NULL, "string");
  carom_json_end(json);
  carom_json_number(json, "exclusiveMinimum", 0);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
}

static void write_names(carom_json *json, const carom_law_info *info)
{
  char name[64];
  carom_json_object(json, "law");
  carom_json_string(json, "description", "name of the law");
  carom_json_row(json, "enum");
  carom_json_string(json, NULL, info->name);
  for (const char *alias = info->aliases; *alias;) {
    const size_t length = strcspn(alias, "|");
    snprintf(name, sizeof name, "%.*s", (int)length, alias);
    carom_json_string(json, NULL, name);
    alias += length + (alias[length] == '|');
  }
  carom_json_end(json);
  carom_json_end(json);
}

static void write_law(carom_json *json, const carom_law *law)
{
  static const char *const required[] = {"between", "law"};
  const carom_law_info *info = carom_law_about(law);
  begin_object(json, info->name, info->summary);
  write_required(json, required, 2);
  carom_json_object(json, "properties");
  carom_json_object(json, "between");
  carom_json_string(json, "description", "the two materials");
  carom_json_string(json, "type", "array");
  write_reference(json, "items", "#/$defs/name");
  carom_json_integer(json, "minItems", 2);
  carom_json_integer(json, "maxItems", 2);
  carom_json_end(json);
  write_names(json, info);
  write_fields(json, carom_law_fields(law));
  carom_json_end(json);
  carom_json_end(json);
}

static void write_definitions(carom_json *json)
{
  carom_json_object(json, "$defs");
  carom_json_object(json, "name");
  carom_json_string(json, "type", "string");
  carom_json_end(json);
  write_material(json);
  write_body(json);
  write_impact(json);
  for (int i = 0; i < carom_law_count(); i++)
    write_law(json, carom_law_at(i));
  carom_json_end(json);
}

static void write_properties(carom_json *json)
{
  char target[96];
  carom_json_object(json, "properties");
  carom_json_object(json, "carom");
  carom_json_string(json, "description", "version of the format");
  carom_json_integer(json, "const", 1);
  carom_json_end(json);
  carom_json_object(json, "title");
  carom_json_string(json, "type", "string");
  carom_json_end(json);
  carom_json_object(json, "materials");
  carom_json_string(json, "description", "materials by name");
  carom_json_string(json, "type", "object");
  write_reference(json, "additionalProperties", "#/$defs/material");
  carom_json_end(json);
  carom_json_object(json, "contacts");
  carom_json_string(json, "description", "which law acts between which materials");
  carom_json_string(json, "type", "array");
  carom_json_object(json, "items");
  carom_json_array(json, "oneOf");
  for (int i = 0; i < carom_law_count(); i++) {
    snprintf(target, sizeof target, "#/$defs/%s", carom_law_about(carom_law_at(i))->name);
    write_reference(json, NULL, target);
  }
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  write_reference(json, "impact", "#/$defs/impact");
  carom_json_end(json);
}

static int run(const cli_arguments *given)
{
  static const char *const required[] = {"carom"};
  if (given->words || given->assignments)
    return message_usage(given->words ? given->word[0] : given->assigned[0].name,
                         "'carom schema' takes nothing; leave this out");
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  carom_json_string(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  carom_json_string(&json, "title", "carom scenario");
  carom_json_string(&json, "type", "object");
  carom_json_bool(&json, "additionalProperties", false);
  write_required(&json, required, 1);
  write_properties(&json);
  write_definitions(&json);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static const cli_option options[] = {
    {"json", NULL, "no difference: the schema is JSON"},
};

const cli_command command_schema = {
    .name = "schema",
    .summary = "the JSON Schema of scenario files",
    .usage = "",
    .text =
        "Prints a JSON Schema (draft 2020-12) of materials, contacts and impacts, made from the "
        "same\ntables that the command itself reads: types, ranges, words, defaults, "
        "sentences.",
    .examples = "  carom schema\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
