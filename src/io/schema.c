/* SPDX-License-Identifier: MIT */
/* The JSON Schema of scenario files, from the tables that read them. */
#include "io/schema.h"

#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/former_names.h"
#include "core/text.h"
#include "io/format.h"

/* A number followed by anything, since units are checked by carom itself. */
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
static void write_field(carom_json *json, const carom_field *field, bool deprecated)
{
  const bool truth = field->words && !strcmp(field->words, "false|true");
  char text[400] = "";
  carom_append(text, sizeof text, "%s", field->text);
  if (field->unit && strcmp(field->unit, "1") != 0)
    carom_append(text, sizeof text, " [%s]", field->unit);
  carom_json_object(json, field->name);
  carom_json_string(json, "description", text);
  if (deprecated) carom_json_bool(json, "deprecated", true);
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

/* Writes the property under its former name, too. */
static void write_with_former(carom_json *json, const carom_field *field)
{
  const carom_renamed *r = carom_renamed_named(field->name);
  write_field(json, field, false);
  if (!r || strcmp(r->name, field->name) != 0) return;
  carom_field former = *field;
  former.name = r->former_name;
  former.words = r->former_words;
  write_field(json, &former, true);
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

static void write_type(carom_json *json, const char *type)
{
  carom_json_string(json, "type", type);
}

static void write_list(carom_json *json, const char *items)
{
  write_type(json, "array");
  write_reference(json, "items", items);
}

/* One of the names of a law. */
static void write_names(carom_json *json, const carom_law_info *info)
{
  char name[64];
  carom_json_row(json, "enum");
  carom_json_string(json, NULL, info->name);
  for (const char *alias = info->aliases; *alias;) {
    const size_t length = strcspn(alias, "|");
    snprintf(name, sizeof name, "%.*s", (int)length, alias);
    carom_json_string(json, NULL, name);
    alias += length + (alias[length] == '|');
  }
  carom_json_end(json);
}

static void write_either(carom_json *json, const char *word, const char *target)
{
  carom_json_array(json, "anyOf");
  carom_json_object(json, NULL);
  carom_json_string(json, "const", word);
  carom_json_end(json);
  write_reference(json, NULL, target);
  carom_json_end(json);
}

/* A quantity, or rows of a time and quantities. */
static void write_drive(carom_json *json)
{
  carom_json_array(json, "anyOf");
  write_reference(json, NULL, "#/$defs/quantity");
  carom_json_object(json, NULL);
  write_list(json, "#/$defs/row");
  carom_json_integer(json, "minItems", 1);
  carom_json_end(json);
  carom_json_end(json);
}

static void write_contacts(carom_json *json)
{
  char target[96];
  write_type(json, "array");
  carom_json_integer(json, "minItems", 1);
  carom_json_object(json, "items");
  carom_json_array(json, "oneOf");
  for (int i = 0; i < carom_law_count(); i++) {
    snprintf(target, sizeof target, "#/$defs/%s", carom_law_about(carom_law_at(i))->name);
    write_reference(json, NULL, target);
  }
  carom_json_end(json);
  carom_json_end(json);
}

static void write_stage(carom_json *json, const char *stage)
{
  char target[96];
  carom_json_array(json, "anyOf");
  for (int i = 0; i < carom_stage_models(stage); i++) {
    snprintf(target, sizeof target, "#/$defs/%s_%s", stage,
             carom_stage_about(carom_stage_model(stage, i))->name);
    write_reference(json, NULL, target);
  }
  carom_json_object(json, NULL);
  carom_json_string(json, "const", "none");
  carom_json_end(json);
  carom_json_end(json);
}

static void write_map(carom_json *json, const char *target)
{
  write_type(json, "object");
  carom_json_integer(json, "minProperties", 1);
  write_reference(json, "additionalProperties", target);
}

static void write_numbers(carom_json *json)
{
  carom_json_array(json, "anyOf");
  carom_json_object(json, NULL);
  carom_json_string(json, "const", "all");
  carom_json_end(json);
  carom_json_object(json, NULL);
  write_type(json, "array");
  carom_json_object(json, "items");
  carom_json_array(json, "anyOf");
  carom_json_object(json, NULL);
  write_type(json, "integer");
  carom_json_integer(json, "minimum", 0);
  carom_json_end(json);
  carom_json_object(json, NULL);
  carom_json_row(json, "enum");
  carom_json_string(json, NULL, "left");
  carom_json_string(json, NULL, "right");
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
}

/* Writes the schema of a name or a group into an open object. */
static void write_file(carom_json *json, const char *target)
{
  carom_json_object(json, NULL);
  write_type(json, "string");
  carom_json_end(json);
  carom_json_object(json, NULL);
  carom_json_string(json, "$ref", target);
  carom_json_end(json);
}

/* Writes the schema of one of these, or a list of them. */
static void write_files(carom_json *json, const char *target)
{
  carom_json_array(json, "anyOf");
  write_file(json, target);
  carom_json_object(json, NULL);
  write_type(json, "array");
  carom_json_integer(json, "minItems", 1);
  carom_json_object(json, "items");
  carom_json_array(json, "anyOf");
  write_file(json, target);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
}

/* Writes the schema of a key that is not a field. */
static void write_key(carom_json *json, const carom_key *key, const carom_law *law)
{
  char target[96];
  snprintf(target, sizeof target, "#/$defs/%s", key->of ? key->of : key->name);
  carom_json_object(json, key->name);
  carom_json_string(json, "description", key->text);
  switch (key->kind) {
  case CAROM_KEY_VERSION:
    carom_json_integer(json, "const", CAROM_FORMAT_VERSION);
    break;
  case CAROM_KEY_TEXT:
  case CAROM_KEY_MATERIAL:
    write_type(json, "string");
    break;
  case CAROM_KEY_MAP:
    write_map(json, target);
    break;
  case CAROM_KEY_CONTACTS:
    write_contacts(json);
    break;
  case CAROM_KEY_SWEEP:
    write_map(json, "#/$defs/values");
    break;
  case CAROM_KEY_GROUP:
    carom_json_string(json, "$ref", target);
    break;
  case CAROM_KEY_LIST:
    write_list(json, target);
    carom_json_integer(json, "minItems", 1);
    break;
  case CAROM_KEY_WALL:
    write_either(json, "free", target);
    break;
  case CAROM_KEY_PAIR:
    write_list(json, "#/$defs/name");
    carom_json_integer(json, "minItems", 2);
    carom_json_integer(json, "maxItems", 2);
    break;
  case CAROM_KEY_LAW:
    write_names(json, carom_law_about(law));
    break;
  case CAROM_KEY_STAGE:
    write_stage(json, key->name);
    break;
  case CAROM_KEY_MODEL:
    write_type(json, "string");
    break;
  case CAROM_KEY_DRIVE:
    write_drive(json);
    break;
  case CAROM_KEY_VECTOR:
    write_list(json, "#/$defs/quantity");
    carom_json_integer(json, "minItems", 3);
    carom_json_integer(json, "maxItems", 3);
    break;
  case CAROM_KEY_NUMBERS:
    write_numbers(json);
    break;
  case CAROM_KEY_FILES:
    write_files(json, target);
    break;
  }
  carom_json_end(json);
}

/* Writes required keys and all properties of a group into an open object. */
static void write_properties(carom_json *json, const carom_group *group, const carom_law *law)
{
  carom_json_row(json, "required");
  for (int i = 0; i < group->keys; i++)
    if (group->key[i].required) carom_json_string(json, NULL, group->key[i].name);
  carom_json_end(json);
  carom_json_object(json, "properties");
  for (int i = 0; i < group->keys; i++)
    write_key(json, &group->key[i], law);
  for (int i = 0; i < carom_group_fields(group); i++)
    write_with_former(json, carom_group_field(group, i));
  carom_json_end(json);
}

static void write_group(carom_json *json, carom_group group, const carom_law *law)
{
  begin_object(json, group.name, group.text);
  write_properties(json, &group, law);
  carom_json_end(json);
}

static void write_simple(carom_json *json)
{
  carom_json_object(json, "name");
  write_type(json, "string");
  carom_json_end(json);
  carom_json_object(json, "quantity");
  carom_json_array(json, "anyOf");
  carom_json_object(json, NULL);
  write_type(json, "number");
  carom_json_end(json);
  carom_json_object(json, NULL);
  write_type(json, "string");
  carom_json_string(json, "pattern", quantity);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_object(json, "row");
  write_list(json, "#/$defs/quantity");
  carom_json_integer(json, "minItems", 2);
  carom_json_end(json);
  carom_json_object(json, "values");
  write_type(json, "array");
  carom_json_integer(json, "minItems", 1);
  carom_json_end(json);
}

static void write_definitions(carom_json *json)
{
  carom_json_object(json, "$defs");
  write_simple(json);
  for (int i = 0; i < carom_group_count(); i++)
    write_group(json, carom_group_at(i), NULL);
  const char *stage;
  for (int k = 0; (stage = carom_stage_name(k)); k++)
    for (int i = 0; i < carom_stage_models(stage); i++) {
      const carom_stage *model = carom_stage_model(stage, i);
      char name[96];
      carom_group group = carom_group_stage(stage, model);
      snprintf(name, sizeof name, "%s_%s", stage, carom_stage_about(model)->name);
      group.name = name;
      write_group(json, group, NULL);
    }
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law *law = carom_law_at(i);
    write_group(json, carom_group_contact(law), law);
  }
  carom_json_end(json);
}

void carom_schema_write(carom_json *json)
{
  const carom_group file = carom_group_file();
  carom_json_object(json, NULL);
  carom_json_string(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  carom_json_string(json, "title", "carom scenario");
  carom_json_string(json, "type", "object");
  carom_json_bool(json, "additionalProperties", false);
  write_properties(json, &file, NULL);
  write_definitions(json);
  carom_json_end(json);
}
