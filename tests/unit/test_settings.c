/* SPDX-License-Identifier: MIT */
/* Settings of laws and of tangential models are recorded and read alike. */
#include "law/settings.h"
#include "setup.h"

/* What lies behind a definition must stay as it is. */
typedef struct guarded {
  carom_contact_def contact;
  unsigned char behind[512];
} guarded;

/* One setting more than there is room for is counted, none is written behind the others; not even
 * one whose name is what lies there. */
static void too_many_settings(void **state)
{
  (void)state;
  guarded g = {.contact = two_spheres("tsuji")};
  carom_contact contact;
  carom_error err = {.code = CAROM_OK};
  char name[32];
  const int room = COUNT(g.contact.setting);
  for (int i = 0; i <= room; i++) {
    snprintf(name, sizeof name, "setting_%d", i);
    set(&g.contact, name, i);
  }
  const unsigned cookie = g.contact.cookie;
  memset(name, 0, sizeof name);
  memcpy(name, &g.contact.cookie, sizeof g.contact.cookie);
  set(&g.contact, name, 7);
  choose(&g.contact, name, "text");
  assert_true(g.contact.cookie == cookie);
  for (size_t i = 0; i < sizeof g.behind; i++)
    assert_true(g.behind[i] == 0);
  set(&g.contact, "setting_3", 30); /* those that are there can still be replaced */
  assert_true(g.contact.setting[3].value == 30 && g.contact.settings == room + 1);
  assert_int_equal(carom_contact_prepare(&g.contact, &contact, &err), CAROM_ERR_ARGUMENT);
  assert_string_equal(err.where, "setting");
}

/* A later value replaces an earlier one, whether number or text; '-' is '_'; unset removes. */
static void later_values_replace_earlier_ones(void **state)
{
  (void)state;
  carom_contact_def def = two_spheres("tsuji");
  set(&def, "restitution", 0.5);
  choose(&def, "restitution", "0.6");
  assert_true(prepared(&def).asked[0] == 0.6);
  set(&def, "restitution", 0.7);
  assert_true(prepared(&def).asked[0] == 0.7);
  assert_int_equal(def.settings, 1);
  set(&def, "restitution", CAROM_UNSET);
  assert_true(prepared(&def).asked[0] == CAROM_UNSET);
  set(&def, "tension", CAROM_KEEP);
  choose(&def, "separation", "force"); /* its former name */
  assert_int_equal(def.settings, 2);
  assert_true(prepared(&def).cut);
  carom_tangential_def tangential = carom_tangential_default();
  carom_tangential_set(&tangential, "stiffness_ratio", 0.5);
  carom_tangential_set_text(&tangential, "stiffness-ratio", "0.25");
  assert_int_equal(tangential.settings, 1);
  assert_string_equal(tangential.setting[0].text, "0.25");
}

static const carom_field fields[] = {{"first", "m", 2, 0, 10, NULL, ""},
                                     {"second", "1", 3, 0, 10, "none", ""}};
static const carom_owner owner = {"kind", "name", {fields, 2}};

static bool later(const carom_field *field, const char *text)
{
  return field == &fields[0] && text[0] == '@';
}

static carom_status read_one(const char *name, const char *text, double value[2], bool given[2],
                             carom_error *err)
{
  carom_setting setting[2];
  int count = 0;
  carom_settings_set_text((carom_settings){setting, &count, 2}, name, text);
  given[0] = given[1] = false;
  return carom_settings_read(setting, count, 2, &owner, later, value, given, err);
}

static void settings_are_read_against_their_fields(void **state)
{
  (void)state;
  double value[2];
  bool given[2];
  carom_error err;
  assert_int_equal(read_one("first", "5 mm", value, given, &err), CAROM_OK);
  assert_true(value[0] == 5e-3 && value[1] == 3 && given[0] && !given[1]);
  assert_int_equal(read_one("second", "none", value, given, &err), CAROM_OK);
  assert_true(value[0] == 2 && value[1] == CAROM_WORD(0) && !given[0] && given[1]);
  assert_int_equal(read_one("first", "@", value, given, &err), CAROM_OK);
  assert_true(value[0] == 2 && !given[0]);
  assert_int_not_equal(read_one("first", "11 m", value, given, &err), CAROM_OK);
  assert_int_equal(read_one("frist", "1 m", value, given, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "kind 'name'"));
}

SUITE("settings", too_many_settings, later_values_replace_earlier_ones,
      settings_are_read_against_their_fields)
