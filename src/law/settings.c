/* SPDX-License-Identifier: MIT */
#include "law/settings.h"

#include <string.h>

#include "core/fields.h"
#include "core/former_names.h"
#include "core/text.h"

static carom_setting *setting_named(carom_settings to, const char *name)
{
  const char *other = carom_other_name(name);
  for (int i = 0; i < *to.count && i < to.room; i++)
    if (carom_same_name(to.setting[i].name, name) ||
        (other && carom_same_name(to.setting[i].name, other)))
      return &to.setting[i];
  if (*to.count >= to.room) { /* counted nevertheless, so that reading can report it */
    *to.count = to.room + 1;
    return NULL;
  }
  carom_setting *s = &to.setting[(*to.count)++];
  memset(s, 0, sizeof *s);
  carom_append(s->name, sizeof s->name, "%s", name);
  return s;
}

void carom_settings_set(carom_settings to, const char *name, double value)
{
  carom_setting *s = setting_named(to, name);
  if (!s) return;
  s->value = value;
  s->text[0] = 0;
}

void carom_settings_set_text(carom_settings to, const char *name, const char *text)
{
  carom_setting *s = setting_named(to, name);
  if (!s) return;
  s->text[0] = 0;
  carom_append(s->text, sizeof s->text, "%s", *text ? text : " ");
}

carom_status carom_settings_read(const carom_setting *setting, int count, int room,
                                 const carom_owner *owner, carom_setting_later *later,
                                 double *value, bool *given, carom_error *err)
{
  for (int i = 0; i < owner->fields.count; i++)
    value[i] = owner->fields.field[i].fallback;
  if (count < 0 || count > room)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "setting", "%s settings than any %s has",
                      count < 0 ? "fewer" : "more", owner->kind);
  for (int i = 0; i < count; i++) {
    const carom_setting *s = &setting[i];
    const int k = carom_field_find(owner->fields, s->name);
    if (k < 0) {
      char name[64] = "";
      carom_append(name, sizeof name, "%s '%s'", owner->kind, owner->name);
      return carom_fields_unknown(owner->fields, s->name, name, s->name, err);
    }
    const carom_field *field = &owner->fields.field[k];
    double v = s->value;
    if (later && later(field, s->text)) continue;
    if (s->text[0]) CAROM_TRY(carom_field_read(field, s->text, s->name, &v, err));
    if (v == CAROM_UNSET) continue;
    CAROM_TRY(carom_field_check(field, v, s->name, err));
    value[k] = v;
    given[k] = true;
  }
  return CAROM_OK;
}
