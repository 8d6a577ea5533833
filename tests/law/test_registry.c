/* SPDX-License-Identifier: MIT */
/* What the header of a law says about itself: names that can be typed and told apart, texts that
 * are there, settings whose defaults are legal, published constants that damp. */
#include <stdio.h>
#include <string.h>
#include "suite.h"

#include <carom/carom.h>

#include "core/fields.h"
#include "core/text.h"
#include "core/units.h"

static const carom_law_info *about(int k)
{
  return carom_law_about(carom_law_at(k));
}

/* Small letters, digits and single separators between them. */
static bool well_formed(const char *name, char separator)
{
  if (*name < 'a' || *name > 'z') return false;
  for (const char *p = name; *p; p++) {
    const bool letter = (*p >= 'a' && *p <= 'z') || (*p >= '0' && *p <= '9');
    const bool between = *p == separator && p[1] && p[1] != separator;
    if (!letter && !between) return false;
  }
  return true;
}

/* Name number k of a list separated by '|'; false after the last one. */
static bool listed(const char *list, int k, char name[64])
{
  for (; k > 0 && list; k--) {
    list = strchr(list, '|');
    if (list) list++;
  }
  if (!list || (k == 0 && !*list)) return false;
  snprintf(name, 64, "%.*s", (int)strcspn(list, "|"), list);
  return true;
}

static void test_names_can_be_typed_and_told_apart(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++) {
    const char *name = about(i)->name;
    if (!well_formed(name, '-')) fail_msg("%s: write the name as in your-law", name);
    for (int k = 0; k < i; k++)
      if (carom_same_name(name, about(k)->name)) fail_msg("two laws are called %s", name);
    assert_ptr_equal(carom_law_find(name), carom_law_at(i));
  }
}

static void test_aliases_belong_to_one_law(void **state)
{
  (void)state;
  char alias[64];
  for (int i = 0; i < carom_law_count(); i++) {
    if (!about(i)->aliases) fail_msg("%s: .aliases is \"\" where there are none", about(i)->name);
    for (int k = 0; listed(about(i)->aliases, k, alias); k++) {
      if (!well_formed(alias, '-')) fail_msg("%s: alias '%s'", about(i)->name, alias);
      int owners = 0;
      for (int other = 0; other < carom_law_count(); other++) {
        if (carom_same_name(about(other)->name, alias))
          fail_msg("%s: alias '%s' is the name of a law", about(i)->name, alias);
        char taken[64];
        for (int n = 0; listed(about(other)->aliases, n, taken); n++)
          owners += carom_same_name(taken, alias);
      }
      if (owners != 1) fail_msg("%s: alias '%s' is taken twice", about(i)->name, alias);
      assert_ptr_equal(carom_law_find(alias), carom_law_at(i));
    }
  }
}

static void test_texts_are_there(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law_info *info = about(i);
    const struct {
      const char *name, *text;
    } member[] = {{"family", info->family},     {"summary", info->summary},
                  {"equation", info->equation}, {"validity", info->validity},
                  {"source", info->source},     {"status", info->status}};
    for (size_t k = 0; k < sizeof member / sizeof *member; k++)
      if (!member[k].text || !*member[k].text)
        fail_msg("%s: .%s is empty", info->name, member[k].name);
  }
}

/* A negative constant would drive the motion. Where a formula gives none, it says CAROM_NONE. */
static void test_published_constants_damp(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++)
    for (int which = 0; which < about(i)->dampings; which++)
      for (int percent = 5; percent <= 100; percent++) {
        const double e = percent / 100.0;
        const double constant = carom_law_published(carom_law_at(i), which, e);
        if (constant != constant) continue;
        if (!(constant >= 0 && constant < 1e300))
          fail_msg("%s: published(%d, e = %g) is %g; return CAROM_NONE where the source has no "
                   "usable constant",
                   about(i)->name, which, e, constant);
      }
}

static void check_field(const char *law, carom_fields table, int k)
{
  const carom_field *f = &table.field[k];
  carom_error err = {0};
  carom_unit unit;
  if (!well_formed(f->name, '_')) fail_msg("%s: write '%s' as in your_setting", law, f->name);
  if (carom_field_find(table, f->name) != k)
    fail_msg("%s: the setting %s is there twice", law, f->name);
  if (!f->text || !*f->text) fail_msg("%s: %s has no text", law, f->name);
  if (!f->unit && !f->words) fail_msg("%s: %s accepts nothing", law, f->name);
  if (carom_field_check(f, f->fallback, f->name, &err) != CAROM_OK)
    fail_msg("%s: the default of %s is not accepted: %s", law, f->name, err.text);
  if (!f->unit) return;
  if (carom_unit_read(f->unit, &unit, &err, f->name) != CAROM_OK)
    fail_msg("%s: the unit of %s: %s", law, f->name, err.text);
  if (!(f->min <= f->max)) fail_msg("%s: %s has an empty range", law, f->name);
  if (f->words && !(f->min >= 0))
    fail_msg("%s: %s takes words, which are stored as negative numbers, so its range must not "
             "reach below 0",
             law, f->name);
}

static void test_settings_are_in_order(void **state)
{
  (void)state;
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_fields table = carom_law_fields(carom_law_at(i));
    for (int k = 0; k < table.count; k++)
      check_field(about(i)->name, table, k);
    const char *const lists[] = {about(i)->exclusive, about(i)->numbers};
    char name[64];
    for (int l = 0; l < 2; l++)
      for (int k = 0; listed(lists[l], k, name); k++)
        if (carom_field_find(table, name) < 0)
          fail_msg("%s: .%s names %s, which is no setting", about(i)->name,
                   l == 0 ? "exclusive" : "numbers", name);
  }
}

SUITE("registry", test_names_can_be_typed_and_told_apart, test_aliases_belong_to_one_law,
      test_texts_are_there, test_published_constants_damp, test_settings_are_in_order)
