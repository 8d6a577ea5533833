/* SPDX-License-Identifier: MIT */
#include "io/schema_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "contact/speed_table.h"
#include "core/fields.h"
#include "core/former_names.h"
#include "core/text.h"
#include "io/plausible.h"

/* Inserts in the order of lines, so that users can go through the file once; an entry with the same
 * place and words is not repeated. */
static void insert(carom_error *list, int *count, int *more, const carom_error *err)
{
  for (int i = 0; i < *count; i++) {
    const carom_error *other = &list[i];
    if (other->line == err->line && other->column == err->column &&
        !strcmp(other->where, err->where) && !strcmp(other->text, err->text))
      return;
  }
  if (*count == CAROM_FAULTS) {
    (*more)++;
    return;
  }
  int place = (*count)++;
  for (; place > 0; place--) {
    const carom_error *before = &list[place - 1];
    if (before->line < err->line || (before->line == err->line && before->column <= err->column))
      break;
    list[place] = *before;
  }
  list[place] = *err;
}

static void keep(carom_faults *faults, const carom_error *err)
{
  insert(faults->fault, &faults->count, &faults->more, err);
}

void carom_fault_error(carom_faults *faults, const carom_node *node, const carom_error *err)
{
  carom_error copy = *err;
  if (node) {
    copy.line = node->line;
    copy.column = node->column;
    carom_tree_path(node, copy.where, sizeof copy.where);
  }
  keep(faults, &copy);
}

CAROM_PRINTF(4, 0)
static carom_error at_node(const carom_node *node, bool key, carom_status code, const char *format,
                           va_list list)
{
  carom_error err = {.code = code, .attainable = {CAROM_UNSET, CAROM_UNSET}};
  const int length = vsnprintf(err.text, sizeof err.text, format, list);
  if (length >= (int)sizeof err.text) carom_cut(err.text, sizeof err.text);
  if (node) {
    err.line = key && node->key ? node->key_line : node->line;
    err.column = key && node->key ? node->key_column : node->column;
    carom_tree_path(node, err.where, sizeof err.where);
  }
  return err;
}

void carom_fault(carom_faults *faults, const carom_node *node, bool key, carom_status code,
                 const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const carom_error err = at_node(node, key, code, format, list);
  va_end(list);
  keep(faults, &err);
}

void carom_warn_error(carom_faults *faults, const carom_error *err)
{
  insert(faults->warning, &faults->warnings, &faults->more_warnings, err);
}

void carom_warn(carom_faults *faults, const carom_node *node, bool key, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const carom_error err = at_node(node, key, CAROM_OK, format, list);
  va_end(list);
  carom_warn_error(faults, &err);
}

const char *carom_schema_read_text(const carom_node *node, carom_faults *faults, const char *wanted)
{
  switch (node->kind) {
  case CAROM_NODE_ARRAY:
  case CAROM_NODE_OBJECT:
  case CAROM_NODE_NULL:
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX, "%s is expected, not %s", wanted,
                carom_tree_kind_text(node));
    return NULL;
  default:
    return node->text;
  }
}

bool carom_schema_read_list(const carom_node *node, carom_faults *faults, const char *wanted)
{
  if (node->kind == CAROM_NODE_ARRAY) return true;
  carom_fault(faults, node, false, CAROM_ERR_SYNTAX, "a list is expected, not %s: %s",
              carom_tree_kind_text(node), wanted);
  return false;
}

bool carom_schema_read_vector(const carom_node *node, const char *unit, int count, double *value,
                              carom_faults *faults)
{
  const carom_field field = {
      node->key ? node->key : "number", unit, CAROM_UNSET, -1e15, 1e15, NULL, "one of its numbers"};
  if (node->kind != CAROM_NODE_ARRAY || node->count != count) {
    const bool pure = !strcmp(unit, "1");
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "a list of %d numbers is expected, as in [0%s%s, ...], not %s", count,
                pure ? "" : " ", pure ? "" : unit,
                node->kind == CAROM_NODE_ARRAY    ? "one of another length"
                : node->kind == CAROM_NODE_STRING ? "a single value" /* of YAML: number or word */
                                                  : carom_tree_kind_text(node));
    return false;
  }
  bool good = true;
  for (int i = 0; i < count; i++)
    good = carom_schema_read_value(&field, carom_tree_at(node, i), faults, &value[i]) && good;
  return good;
}

static bool read_value(const char *group, const carom_field *field, const carom_node *node,
                       carom_faults *faults, double *value)
{
  char wanted[320] = "one value";
  carom_error err = {.code = CAROM_OK};
  carom_append(wanted, sizeof wanted, " for '%s' (%s)", field->name, field->text);
  const char *text = carom_schema_read_text(node, faults, wanted);
  if (!text) return false;
  const carom_status status = carom_speed_table_stands(field, text)
                                  ? carom_speed_table_read(field, text, 1, value,
                                                           /* Read again when the speed is known. */
                                                           &err)
                                  : carom_field_read(field, text, NULL, value, &err);
  if (status == CAROM_OK) return true;
  carom_plausible_unit(group, field, text, &err);
  carom_fault_error(faults, node, &err);
  return false;
}

bool carom_schema_read_value(const carom_field *field, const carom_node *node, carom_faults *faults,
                             double *value)
{
  return read_value("", field, node, faults, value);
}

/* True for a setting in the file of a contact whose law was replaced from outside. (A contact with
 * very many keys is not searched for each of them.) */
static bool of_another_law(const carom_node *item, carom_faults *faults)
{
  const carom_node *contact = item->parent, *list = contact->parent;
  if (item->line == 0 || contact->count > 100 || !list || !list->key ||
      strcmp(list->key, "contacts") != 0)
    return false;
  const carom_node *law = carom_tree_get(contact, "law");
  if (!law || law->line > 0 || law->kind != CAROM_NODE_STRING) return false;
  carom_fault(faults, item, true, CAROM_ERR_UNKNOWN,
              "law '%.40s' has no '%.40s', which the file gives for another law; replace the whole "
              "contact: contacts.%d='{between: [...], law: %.40s}'",
              law->text, item->key, contact->index, law->text);
  return true;
}

static bool group_has(const carom_group *group, const char *name)
{
  for (int i = 0; i < group->keys; i++)
    if (strcmp(group->key[i].name, name) == 0) return true;
  for (int i = 0; i < carom_group_fields(group); i++)
    if (strcmp(carom_group_field(group, i)->name, name) == 0) return true;
  return false;
}

/* Reports a setting of `run` or `record` in another group, such as `step` under `scene`. */
static bool of_another_group(const carom_group *group, const carom_node *item, carom_faults *faults)
{
  const carom_group homes[] = {carom_group_run(), carom_group_record()};
  for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
    if (strcmp(group->name, homes[i].name) == 0 || !group_has(&homes[i], item->key)) continue;
    carom_fault(faults, item, true, CAROM_ERR_UNKNOWN,
                "unknown setting '%.40s'%s%s; it belongs to '%s', as in %s: {%s: ...}", item->key,
                group->owner ? " of " : "", group->owner ? group->owner : "", homes[i].name,
                homes[i].name, item->key);
    return true;
  }
  return false;
}

/* Reports an unknown name; suggestions include fields and keys. */
static void unknown(const carom_group *group, const carom_node *item, carom_faults *faults)
{
  carom_field all[CAROM_GROUP_FIELDS + CAROM_GROUP_KEYS];
  carom_error err = {.code = CAROM_OK};
  int count = 0;
  if (of_another_law(item, faults)) return;
  for (int i = 0; i < group->keys; i++)
    all[count++] = (carom_field){.name = group->key[i].name};
  for (int i = 0; i < carom_group_fields(group); i++)
    all[count++] = *carom_group_field(group, i);
  carom_fields_unknown((carom_fields){all, count}, item->key, group->owner, NULL, &err);
  if (!strstr(err.text, "did you mean") && of_another_group(group, item, faults)) return;
  carom_fault(faults, item, true, CAROM_ERR_UNKNOWN, "%s", err.text);
}

/* Reports keys given twice: '-' and '_' are equivalent, so keys that differ in the file may be
 * equal. */
static bool twice(const carom_node *before, const carom_node *item, carom_faults *faults)
{
  if (!before) return false;
  carom_fault(faults, item, true, CAROM_ERR_SYNTAX, "'%s' is given twice; remove one of them",
              item->key);
  return true;
}

static void question(const carom_group_values *found, int field, const carom_node *item,
                     carom_faults *faults)
{
  char sentence[sizeof((carom_error *)0)->text];
  if (!carom_plausible(found->group.name, carom_group_field(&found->group, field), item->text,
                       found->value[field], sentence, sizeof sentence))
    carom_warn(faults, item, false, "%s", sentence);
}

/* Notes that the name or word is that of the previous version. */
static void tell_former(const carom_field *field, double value, const carom_node *item,
                        carom_faults *faults)
{
  const carom_renamed *r = carom_renamed_named(field->name);
  char now[64], before[64];
  if (!r || strcmp(field->name, r->name) != 0) return; /* a law that still uses this name */
  if (!carom_same_name(item->key, r->former_name) &&
      !carom_name_listed(r->former_words, item->text))
    return;
  const carom_field former = {.words = r->former_words};
  carom_field_print(field, value, now, sizeof now);
  carom_field_print(&former, value, before, sizeof before);
  carom_warn(faults, item, true,
             "'%s: %s' is now written '%s: %s'; the former words are accepted in this version only",
             r->former_name, before, r->name, now);
}

static void take(carom_group_values *found, const carom_node *item, carom_faults *faults)
{
  const int field = carom_group_find_field(&found->group, item->key);
  const int key = carom_group_find_key(&found->group, item->key);
  if (field >= 0) {
    if (twice(found->at[field], item, faults)) return;
    found->at[field] = item;
    if (read_value(found->group.name, carom_group_field(&found->group, field), item, faults,
                   &found->value[field])) {
      question(found, field, item, faults);
      tell_former(carom_group_field(&found->group, field), found->value[field], item, faults);
    }
  } else if (key >= 0) {
    if (!twice(found->key[key], item, faults)) found->key[key] = item;
  } else {
    unknown(&found->group, item, faults);
  }
}

void carom_schema_read(const carom_group *group, const carom_node *node, carom_faults *faults,
                       carom_group_values *found)
{
  memset(found, 0, sizeof *found);
  found->group = *group;
  found->node = node;
  for (int i = 0; i < carom_group_fields(group); i++)
    found->value[i] = carom_group_field(group, i)->fallback;
  if (!node) return;
  if (node->kind != CAROM_NODE_OBJECT) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "a group of settings of %s is expected, as in {name: value}, not %s", group->owner,
                carom_tree_kind_text(node));
    return;
  }
  for (const carom_node *item = node->first; item; item = item->next)
    take(found, item, faults);
  for (int i = 0; i < group->keys; i++) {
    if (group->key[i].required && !found->key[i])
      carom_fault(faults, node, false, CAROM_ERR_MISSING, "'%s' is missing: %s", group->key[i].name,
                  group->key[i].text);
  }
}

double carom_group_value(const carom_group_values *found, const char *name)
{
  const int k = carom_group_find_field(&found->group, name);
  return k < 0 ? __builtin_nan("") : found->value[k];
}

int carom_group_word(const carom_group_values *found, const char *name)
{
  const double value = carom_group_value(found, name);
  return value <= -1 && value > -1e6 ? -1 - (int)value : 0;
}

const carom_node *carom_group_value_node(const carom_group_values *found, const char *name)
{
  const int k = carom_group_find_field(&found->group, name);
  return k < 0 ? NULL : found->at[k];
}

const carom_node *carom_group_key_node(const carom_group_values *found, const char *name)
{
  const int k = carom_group_find_key(&found->group, name);
  return k < 0 ? NULL : found->key[k];
}
