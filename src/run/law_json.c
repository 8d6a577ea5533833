/* SPDX-License-Identifier: MIT */
#include "run/law_json.h"

#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "run/contact_json.h"

const char *carom_law_trait(const carom_law *law, int k, unsigned *trait)
{
  static const struct {
    unsigned trait;
    const char *name;
  } traits[] = {{CAROM_LAW_VISCOUS, "viscous"},     {CAROM_LAW_PULLS, "pulls"},
                {CAROM_LAW_JUMPS, "jumps"},         {CAROM_LAW_JUMPS_AT_TOUCH, "jumps-at-touch"},
                {CAROM_LAW_REACHES, "reaches"},     {CAROM_LAW_STORES_IMPACT_SPEED, "latches"},
                {CAROM_LAW_REMEMBERS, "remembers"}, {CAROM_LAW_ELASTIC, "elastic"},
                {CAROM_LAW_YIELDS, "yields"},       {CAROM_LAW_ADHERES, "adheres"}};
  for (size_t i = 0; i < sizeof traits / sizeof *traits; i++)
    if (carom_law_about(law)->traits & traits[i].trait && k-- == 0) {
      if (trait) *trait = traits[i].trait;
      return traits[i].name;
    }
  return NULL;
}

static void write_field(carom_json *json, const carom_field *f)
{
  char word[64];
  carom_json_object(json, NULL);
  carom_json_string(json, "name", f->name);
  carom_json_string(json, "unit", f->unit);
  carom_field named = *f;
  named.name = "default";
  carom_contact_setting_member(json, &named, f->fallback);
  if (f->unit) {
    carom_json_number(json, "min", f->min);
    carom_json_number(json, "max", f->max);
  }
  carom_json_row(json, "words");
  for (int k = 0; k < carom_field_words(f); k++) {
    carom_field_word(f, k, word, sizeof word);
    carom_json_string(json, NULL, word);
  }
  carom_json_end(json);
  carom_json_string(json, "text", f->text);
  carom_json_end(json);
}

static void settings_members(carom_json *json, carom_fields fields)
{
  carom_json_array(json, "settings");
  for (int i = 0; i < fields.count; i++)
    write_field(json, &fields.field[i]);
  carom_json_end(json);
}

static void aliases_members(carom_json *json, const char *aliases)
{
  char alias[64];
  carom_json_row(json, "aliases");
  while (*aliases) {
    const size_t length = strcspn(aliases, "|");
    snprintf(alias, sizeof alias, "%.*s", (int)length, aliases);
    carom_json_string(json, NULL, alias);
    aliases += length + (aliases[length] == '|');
  }
  carom_json_end(json);
}

void carom_law_members(carom_json *json, const carom_law *law)
{
  const carom_law_info *info = carom_law_about(law);
  const carom_fields fields = carom_law_fields(law);
  carom_json_string(json, "name", info->name);
  aliases_members(json, info->aliases);
  carom_json_string(json, "family", info->family);
  carom_json_string(json, "summary", info->summary);
  carom_json_string(json, "equation", info->equation);
  carom_json_string(json, "validity", info->validity);
  carom_json_string(json, "source", info->source);
  carom_json_string(json, "status", info->status);
  carom_json_row(json, "traits");
  for (int k = 0; carom_law_trait(law, k, NULL); k++)
    carom_json_string(json, NULL, carom_law_trait(law, k, NULL));
  carom_json_end(json);
  carom_json_integer(json, "dampings", info->dampings);
  settings_members(json, fields);
}

void carom_stage_members(carom_json *json, const char *stage, const carom_stage *model)
{
  const carom_stage_info *info = carom_stage_about(model);
  carom_json_string(json, "name", info->name);
  aliases_members(json, info->aliases);
  carom_json_string(json, "family", stage);
  carom_json_string(json, "summary", info->summary);
  carom_json_string(json, "equation", info->equation);
  if (info->validity) carom_json_string(json, "validity", info->validity);
  carom_json_string(json, "source", info->source);
  settings_members(json, carom_stage_fields(model));
}
