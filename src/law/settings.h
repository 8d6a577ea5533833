/* SPDX-License-Identifier: MIT */
/* Settings as definitions of contacts record them, and how they are read against a table of fields:
 * the same for laws and for tangential models. */
#ifndef CAROM_SRC_SETTINGS_H
#define CAROM_SRC_SETTINGS_H

#include <carom/contact.h>

/* The settings of a definition: `count` of them in an array with room for `room`. A count beyond
 * that says that there were more. */
typedef struct carom_settings {
  carom_setting *setting;
  int *count, room;
} carom_settings;

/* Record a number or a text. A later value of the same name replaces the earlier one. */
void carom_settings_set(carom_settings to, const char *name, double value);
void carom_settings_set_text(carom_settings to, const char *name, const char *text);

/* Whose fields these are, for messages: "law" and its name. */
typedef struct carom_owner {
  const char *kind, *name;
  carom_fields fields;
} carom_owner;

/* Is this text for the field to be read later, by somebody else? */
typedef bool carom_setting_later(const carom_field *field, const char *text);

/* Defaults, then what was recorded, checked against the fields: names, units, ranges, words.
 * `given` says which were; it must be false everywhere. `later` may be NULL. */
carom_status carom_settings_read(const carom_setting *setting, int count, int room,
                                 const carom_owner *owner, carom_setting_later *later,
                                 double *value, bool *given, carom_error *err);

#endif
