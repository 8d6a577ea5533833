/* SPDX-License-Identifier: MIT */
#include "core/fields.h"

#include <stdio.h>
#include <string.h>

#include "core/former_names.h"
#include "core/number.h"
#include "core/synonyms.h"
#include "core/text.h"
#include "core/units.h"

/* Word number k and its length; NULL if there is none. */
static const char *word_at(const carom_field *field, int k, size_t *length)
{
  const char *word = field->words;
  while (word && k > 0) {
    word = strchr(word, '|');
    if (word) word++;
    k--;
  }
  if (!word || k < 0 || *word == '\0') return NULL;
  *length = strcspn(word, "|");
  return word;
}

int carom_field_words(const carom_field *field)
{
  size_t length = 0;
  int count = 0;
  while (word_at(field, count, &length))
    count++;
  return count;
}

size_t carom_field_word(const carom_field *field, int k, char *buffer, size_t size)
{
  size_t length = 0;
  const char *word = word_at(field, k, &length);
  if (!word) length = 0;
  if (size > 0) snprintf(buffer, size, "%.*s", (int)length, word ? word : "");
  return length;
}

/* The index of the word equal to `text`, or -1. */
static int find_in(const carom_field *field, const char *text)
{
  char word[64];
  for (int k = 0; k < carom_field_words(field); k++) {
    if (carom_field_word(field, k, word, sizeof word) < sizeof word && carom_same_name(word, text))
      return k;
  }
  return -1;
}

static int find_word(const carom_field *field, const char *text)
{
  const int found = find_in(field, text);
  const carom_field other = {.words = found < 0 ? carom_other_words(field) : NULL};
  return found < 0 ? find_in(&other, text) : found;
}

static void append_words(const carom_field *field, char *buffer, size_t size)
{
  size_t length = 0;
  const char *word = NULL;
  for (int k = 0; (word = word_at(field, k, &length)) != NULL; k++)
    carom_append(buffer, size, "%s%.*s", k ? ", " : "", (int)length, word);
}

static void append_number(const carom_field *field, double value, char *buffer, size_t size)
{
  char number[CAROM_NUMBER_ROOM];
  double back;
  snprintf(number, sizeof number, "%g", value); /* 1e+14 instead of fifteen digits, if exact */
  const size_t length = value < 1e6 ? 0 : carom_number_scan(number, strlen(number));
  if (length == 0 || !carom_number_value(number, length, 0, &back) || back != value)
    carom_number_print(value, number);
  bool pure = !field->unit || !strcmp(field->unit, "1");
  carom_append(buffer, size, "%s%s%s", number, pure ? "" : " ", pure ? "" : field->unit);
}

/* What a field accepts: "a number in m from 0 to 1", "force or overlap"... */
static void append_accepted(const carom_field *field, char *buffer, size_t size)
{
  const double huge = 1.7976931348623157e308;
  size_t length = 0;
  if (field->words) {
    if (word_at(field, 1, &length)) carom_append(buffer, size, "one of ");
    append_words(field, buffer, size);
    if (!field->unit) return;
    carom_append(buffer, size, ", or ");
  }
  if (field->min > -huge && field->max < huge) {
    carom_append(buffer, size, "a number from ");
    append_number(field, field->min, buffer, size);
    carom_append(buffer, size, " to ");
    append_number(field, field->max, buffer, size);
  } else if (field->min > -huge || field->max < huge) {
    carom_append(buffer, size, "a number of at %s ", field->min > -huge ? "least" : "most");
    append_number(field, field->min > -huge ? field->min : field->max, buffer, size);
  } else if (strcmp(field->unit, "1") != 0) {
    carom_append(buffer, size, "a number in %s", field->unit);
  } else {
    carom_append(buffer, size, "a number");
  }
}

struct words {
  const carom_field *field;
  char (*room)[64];
};

static const char *word_of(const void *user, int index)
{
  const struct words *words = user;
  char *word = words->room[index];
  return carom_field_word(words->field, index, word, sizeof *words->room) < sizeof *words->room
             ? word
             : NULL;
}

static carom_status bad_word(const carom_field *field, const char *text, const char *where,
                             carom_error *err)
{
  char accepted[200] = "", room[16][64];
  struct words words = {field, room};
  int count = carom_field_words(field);
  if (count > 16) count = 16;
  const char *near = carom_nearest_name(text, count, word_of, &words);
  append_accepted(field, accepted, sizeof accepted);
  return carom_fail(err, CAROM_ERR_UNKNOWN, where, "'%.40s' is not accepted; %s%s%swrite %s", text,
                    near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", accepted);
}

carom_status carom_field_check(const carom_field *field, double value, const char *where,
                               carom_error *err)
{
  if (!where) where = field->name;
  char accepted[200] = "";
  if (value == field->fallback) return CAROM_OK;
  if (value == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, where, "'%s' is left unset, which it cannot be",
                      field->name);
  if (field->words && value < 0.0) {
    for (int k = 0; k < carom_field_words(field); k++) {
      if (value == CAROM_WORD(k)) return CAROM_OK;
    }
  } else if (field->unit && value - value == 0.0 && value >= field->min && value <= field->max) {
    return CAROM_OK;
  }
  append_accepted(field, accepted, sizeof accepted);
  if (value != value)
    return carom_fail(err, CAROM_ERR_RANGE, where, "'%s' is not a number (NaN); give it %s",
                      field->name, accepted);
  char given[80] = "";
  append_number(field, value, given, sizeof given);
  return carom_fail(err, CAROM_ERR_RANGE, where, "%s is out of range for '%s': give it %s", given,
                    field->name, accepted);
}

carom_status carom_field_read(const carom_field *field, const char *text, const char *where,
                              double *value, carom_error *err)
{
  if (!field || !text || !value)
    return carom_fail(err, CAROM_ERR_ARGUMENT, where, "a field needs a text and a place for it");
  if (!where) where = field->name;
  while (*text == ' ' || *text == '\t')
    text++;

  int k = find_word(field, text);
  if (k >= 0) {
    *value = CAROM_WORD(k);
    return CAROM_OK;
  }
  /* Text that begins like a number is parsed as one. */
  const char *first = text + (*text == '-' || *text == '+');
  bool numeric = (*first >= '0' && *first <= '9') || *first == '.';
  if (field->words && (!numeric || !field->unit)) return bad_word(field, text, where, err);

  double read = 0.0;
  CAROM_TRY(carom_quantity_read(text, field->unit, &read, err, where));
  if (field->words && read < 0.0) {
    char accepted[200] = "";
    append_accepted(field, accepted, sizeof accepted);
    return carom_fail(err, CAROM_ERR_RANGE, where, "%.60s is out of range for '%s': give it %s",
                      text, field->name, accepted);
  }
  CAROM_TRY(carom_field_check(field, read, where, err));
  *value = read;
  return CAROM_OK;
}

static int find_field(carom_fields table, const char *name)
{
  for (int i = 0; name && i < table.count; i++)
    if (carom_same_name(table.field[i].name, name)) return i;
  return -1;
}

int carom_field_find(carom_fields table, const char *name)
{
  const int found = find_field(table, name);
  return found < 0 ? find_field(table, carom_other_name(name)) : found;
}

size_t carom_field_print(const carom_field *field, double value, char *buffer, size_t size)
{
  char text[96] = "";
  size_t length = 0;
  const char *word = NULL;
  if (value == CAROM_UNSET) {
    carom_append(text, sizeof text, "unset");
  } else {
    for (int k = 0; (word = word_at(field, k, &length)) != NULL; k++) {
      if (value == CAROM_WORD(k)) break;
    }
    if (word)
      carom_append(text, sizeof text, "%.*s", (int)length, word);
    else
      append_number(field, value, text, sizeof text);
  }
  if (size > 0) snprintf(buffer, size, "%s", text);
  return strlen(text);
}

static const char *name_of_field(const void *user, int index)
{
  return ((const carom_field *)user)[index].name;
}

carom_status carom_fields_unknown(carom_fields table, const char *name, const char *owner,
                                  const char *where, carom_error *err)
{
  char known[240] = "";
  const char *near = carom_nearest_name(name, table.count, name_of_field, table.field);
  for (int i = 0; i < table.count; i++)
    carom_append(known, sizeof known, "%s%s", i ? ", " : "", table.field[i].name);
  return carom_fail(err, CAROM_ERR_UNKNOWN, where,
                    "unknown setting '%.40s'%s%s; %s%s%s%s%sknown: %s", name, owner ? " of " : "",
                    owner ? owner : "", near ? "did you mean '" : "", near ? near : "",
                    near ? "'" : "", near ? carom_synonym_note(name) : "", near ? "? " : "",
                    table.count ? known : "none");
}

carom_status carom_fields_exclusive(carom_fields table, const char *exclusive, const bool *given,
                                    carom_error *err)
{
  const char *first = NULL;
  for (int i = 0; exclusive && i < table.count; i++) {
    const char *name = table.field[i].name;
    if (!given[i] || !carom_name_listed(exclusive, name)) continue;
    if (first)
      return carom_fail(err, CAROM_ERR_CONFLICT, first,
                        "give either %s or %s, not both: one follows from the other", first, name);
    first = name;
  }
  return CAROM_OK;
}
