/* SPDX-License-Identifier: MIT */
/* Settings as recorded in definitions of contacts, and their validation against a table of fields;
 * shared by laws and tangential models. */
#ifndef CAROM_SRC_SETTINGS_H
#define CAROM_SRC_SETTINGS_H

#include <carom/contact.h>

/* The settings of a definition: `count` of them in an array with space for `room`. A larger count
 * means that more were given. */
typedef struct carom_settings {
  carom_setting *setting;
  int *count, room;
} carom_settings;

/* Record a number or a text. A later value of the same name replaces the earlier one. */
void carom_settings_set(carom_settings to, const char *name, double value);
void carom_settings_set_text(carom_settings to, const char *name, const char *text);

/* The owner of the fields, for messages: "law" and its name. */
typedef struct carom_owner {
  const char *kind, *name;
  carom_fields fields;
} carom_owner;

/* True if this text of the field is to be read later by other code. */
typedef bool carom_setting_later(const carom_field *field, const char *text);

/* Fills in the defaults, then the recorded settings, checked against the fields: names, units,
 * ranges, words. `given` receives which ones were recorded and must be all false on entry. `later`
 * may be NULL. */
carom_status carom_settings_read(const carom_setting *setting, int count, int room,
                                 const carom_owner *owner, carom_setting_later *later,
                                 double *value, bool *given, carom_error *err);

#endif
