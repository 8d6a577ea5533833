/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "core/fields.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HUGE __builtin_inf()

enum { RADIUS, RATIO, SPEED, SEPARATION, ANYTHING, OPTIONAL, STIFFNESS, FIELDS };

static const carom_field list[FIELDS] = {
    {"radius", "m", 0.01, 1e-9, 1e3, NULL, "The radius."},
    {"hardness_ratio", "1", 2.84, 1.0, 10.0, NULL, "Hardness over yield strength."},
    {"impact_speed", "m/s", CAROM_WORD(0), 1e-6, HUGE, "latched|first-touch",
     "The speed at touch."},
    {"separation", NULL, CAROM_WORD(0), 0.0, 0.0, "force|overlap", "When a contact ends."},
    {"gravity", "m/s2", 0.0, -HUGE, HUGE, NULL, "Along the chain."},
    {"damping_ratio", "1", CAROM_UNSET, 0.0, HUGE, NULL, "Instead of the restitution."},
    {"stiffness", "N/m^1.5", CAROM_UNSET, -HUGE, 1e20, NULL, "Instead of the moduli."},
};
static const carom_fields table = {list, FIELDS};

static void reads_as(int field, const char *text, double want)
{
  double value = -99.0;
  carom_error err = {.code = CAROM_OK};
  if (carom_field_read(&list[field], text, NULL, &value, &err) != CAROM_OK)
    fail_msg("%s: '%s': %s", list[field].name, text, err.text);
  assert_true(value == want);
  assert_int_equal(carom_field_check(&list[field], value, NULL, NULL), CAROM_OK);
}

static void refused(int field, const char *text, carom_status code, const char *message)
{
  double value = -99.0;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_field_read(&list[field], text, "a.b", &value, &err), code);
  assert_string_equal(err.where, "a.b");
  if (message) assert_string_equal(err.text, message);
  assert_true(value == -99.0);
  assert_int_equal(carom_field_read(&list[field], text, NULL, &value, NULL), code);
  carom_field_read(&list[field], text, NULL, &value, &err);
  assert_string_equal(err.where, list[field].name);
}

static void numbers_and_words_are_read(void **state)
{
  (void)state;
  reads_as(RADIUS, "20 mm", 0.02);
  reads_as(RADIUS, "1e3", 1e3);
  reads_as(RADIUS, "1 nm", 1e-9);
  reads_as(RATIO, "280 %", 2.8);
  reads_as(SPEED, "8 m/s", 8.0);
  reads_as(SPEED, "latched", CAROM_WORD(0));
  reads_as(SPEED, " first-touch", CAROM_WORD(1));
  reads_as(SPEED, "first_touch", -2.0);
  reads_as(SEPARATION, "overlap", CAROM_WORD(1));
  reads_as(ANYTHING, "-9.81", -9.81);
  reads_as(OPTIONAL, "0", 0.0);
}

static void faults_name_the_remedy(void **state)
{
  (void)state;
  refused(RADIUS, "2 km", CAROM_ERR_RANGE,
          "2000 m is out of range for 'radius': give it a number from 1e-09 m to 1000 m");
  refused(RADIUS, "-1 mm", CAROM_ERR_RANGE, NULL);
  refused(RADIUS, "8 kg", CAROM_ERR_UNIT, "'8 kg' is a mass (kg); a length in m is expected");
  refused(RADIUS, "big", CAROM_ERR_SYNTAX, "'big' is not a number; write one such as 1.5 m");
  refused(RADIUS, "nan", CAROM_ERR_SYNTAX, NULL);
  refused(RATIO, "0.5", CAROM_ERR_RANGE,
          "0.5 is out of range for 'hardness_ratio': give it a number from 1 to 10");
  refused(SPEED, "lached", CAROM_ERR_UNKNOWN,
          "'lached' is not accepted; did you mean 'latched'? write one of latched, first-touch, or "
          "a number of at least 1e-06 m/s");
  refused(SPEED, "-1", CAROM_ERR_RANGE, NULL);
  refused(SPEED, "-2 m/s", CAROM_ERR_RANGE, NULL);
  refused(SPEED, "0", CAROM_ERR_RANGE, NULL);
  refused(SPEED, "8 kg", CAROM_ERR_UNIT, NULL);
  refused(SPEED, "latched|first-touch", CAROM_ERR_UNKNOWN, NULL);
  refused(SPEED, "", CAROM_ERR_UNKNOWN, NULL);
  refused(SEPARATION, "1", CAROM_ERR_UNKNOWN, "'1' is not accepted; write one of force, overlap");
  refused(SEPARATION, "-1", CAROM_ERR_UNKNOWN, NULL);
  refused(ANYTHING, "1e999", CAROM_ERR_RANGE, NULL);
  refused(ANYTHING, "-inf", CAROM_ERR_SYNTAX, NULL);
  refused(
      STIFFNESS, "2e20", CAROM_ERR_RANGE,
      "2e+20 N/m^1.5 is out of range for 'stiffness': give it a number of at most 1e+20 N/m^1.5");
  double value;
  assert_int_equal(carom_field_read(NULL, "1", NULL, &value, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_field_read(&list[0], NULL, NULL, &value, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_field_read(&list[0], "1", NULL, NULL, NULL), CAROM_ERR_ARGUMENT);
}

static void numbers_are_checked(void **state)
{
  (void)state;
  static const struct {
    int field;
    double value;
    carom_status code;
  } cases[] = {
      {RADIUS, 0.01, CAROM_OK},
      {RADIUS, 1e-9, CAROM_OK},
      {RADIUS, 1e3, CAROM_OK},
      {RADIUS, 1000.0000000000001, CAROM_ERR_RANGE},
      {RADIUS, 9.999999e-10, CAROM_ERR_RANGE},
      {RADIUS, -1.0, CAROM_ERR_RANGE},
      {RADIUS, CAROM_UNSET, CAROM_ERR_MISSING},
      {RADIUS, __builtin_nan(""), CAROM_ERR_RANGE},
      {SPEED, -1.0, CAROM_OK},
      {SPEED, -2.0, CAROM_OK},
      {SPEED, -3.0, CAROM_ERR_RANGE},
      {SPEED, -1.5, CAROM_ERR_RANGE},
      {SPEED, CAROM_UNSET, CAROM_ERR_MISSING},
      {SPEED, HUGE, CAROM_ERR_RANGE},
      {SPEED, __builtin_nan(""), CAROM_ERR_RANGE},
      {SEPARATION, -2.0, CAROM_OK},
      {SEPARATION, 0.0, CAROM_ERR_RANGE},
      {SEPARATION, -3.0, CAROM_ERR_RANGE},
      {ANYTHING, -1e300, CAROM_OK},
      {ANYTHING, HUGE, CAROM_ERR_RANGE},
      {ANYTHING, CAROM_UNSET, CAROM_ERR_MISSING},
      {OPTIONAL, CAROM_UNSET, CAROM_OK},
      {OPTIONAL, -1.0, CAROM_ERR_RANGE},
      {STIFFNESS, CAROM_UNSET, CAROM_OK},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    carom_error err = {.code = CAROM_OK};
    carom_status status = carom_field_check(&list[cases[i].field], cases[i].value, NULL, &err);
    if (status != cases[i].code)
      fail_msg("%s = %g: %d, %s", list[cases[i].field].name, cases[i].value, (int)status, err.text);
    assert_int_equal(err.code, status);
    if (status != CAROM_OK) assert_string_equal(err.where, list[cases[i].field].name);
    assert_int_equal(carom_field_check(&list[cases[i].field], cases[i].value, "x", NULL), status);
  }
}

/* Every default is valid, and what is printed is read back to the same bits. */
static void printed_values_are_read_back(void **state)
{
  (void)state;
  static const double values[] = {0.1, 1.0 / 3.0, 1e-9, 2.5, 9.999999999999999, 1e-5, 7.0};
  for (int f = 0; f < FIELDS; f++) {
    char text[96];
    double back = 0.0;
    assert_int_equal(carom_field_check(&list[f], list[f].fallback, NULL, NULL), CAROM_OK);
    size_t length = carom_field_print(&list[f], list[f].fallback, text, sizeof text);
    assert_int_equal(length, strlen(text));
    if (list[f].fallback == CAROM_UNSET) {
      assert_string_equal(text, "unset");
    } else {
      assert_int_equal(carom_field_read(&list[f], text, NULL, &back, NULL), CAROM_OK);
      assert_true(back == list[f].fallback);
    }
    for (size_t i = 0; i < COUNT(values); i++) {
      if (carom_field_check(&list[f], values[i], NULL, NULL) != CAROM_OK) continue;
      carom_field_print(&list[f], values[i], text, sizeof text);
      assert_int_equal(carom_field_read(&list[f], text, NULL, &back, NULL), CAROM_OK);
      assert_true(back == values[i]);
    }
  }
  char small[4] = "zzz";
  assert_int_equal(carom_field_print(&list[RADIUS], 0.02, small, sizeof small), 6);
  assert_string_equal(small, "0.0");
  assert_int_equal(carom_field_print(&list[RADIUS], 0.02, NULL, 0), 6);
  carom_field_print(&list[SEPARATION], CAROM_WORD(1), small, sizeof small);
  assert_string_equal(small, "ove");
}

static void words_are_found(void **state)
{
  (void)state;
  char word[32];
  assert_int_equal(carom_field_words(&list[RADIUS]), 0);
  assert_int_equal(carom_field_words(&list[SPEED]), 2);
  assert_int_equal(carom_field_word(&list[SPEED], 1, word, sizeof word), 11);
  assert_string_equal(word, "first-touch");
  assert_int_equal(carom_field_word(&list[SPEED], 2, word, sizeof word), 0);
  assert_string_equal(word, "");
  assert_int_equal(carom_field_word(&list[SPEED], -1, word, sizeof word), 0);
  assert_int_equal(carom_field_word(&list[RADIUS], 0, word, sizeof word), 0);
  assert_int_equal(carom_field_word(&list[SPEED], 0, word, 4), 7);
  assert_string_equal(word, "lat");
}

static void fields_are_found(void **state)
{
  (void)state;
  for (int f = 0; f < FIELDS; f++)
    assert_int_equal(carom_field_find(table, list[f].name), f);
  assert_int_equal(carom_field_find(table, "hardness-ratio"), RATIO);
  assert_int_equal(carom_field_find(table, "hardness"), -1);
  assert_int_equal(carom_field_find(table, ""), -1);
  assert_int_equal(carom_field_find(table, NULL), -1);
  assert_int_equal(carom_field_find((carom_fields){NULL, 0}, "radius"), -1);
}

static void unknown_settings_are_explained(void **state)
{
  (void)state;
  carom_error err;
  carom_fields three = {list + 1, 3};
  assert_int_equal(carom_fields_unknown(three, "hardnes_ratio", "law 'ma-liu'",
                                        "contacts[0].hardnes_ratio", &err),
                   CAROM_ERR_UNKNOWN);
  assert_string_equal(err.text,
                      "unknown setting 'hardnes_ratio' of law 'ma-liu'; did you mean "
                      "'hardness_ratio'? known: hardness_ratio, impact_speed, separation");
  assert_string_equal(err.where, "contacts[0].hardnes_ratio");
  carom_fields_unknown(three, "colour", NULL, NULL, &err);
  assert_string_equal(err.text,
                      "unknown setting 'colour'; known: hardness_ratio, impact_speed, separation");
  carom_fields_unknown((carom_fields){NULL, 0}, "colour", "law 'hertz'", NULL, &err);
  assert_string_equal(err.text, "unknown setting 'colour' of law 'hertz'; known: none");
  assert_int_equal(carom_fields_unknown(table, "x", NULL, NULL, NULL), CAROM_ERR_UNKNOWN);
}

/* Many words, and words that do not fit anywhere, are cut and do no harm. */
static void long_lists_are_safe(void **state)
{
  (void)state;
  char words[2000] = "";
  for (int i = 0; i < 100; i++)
    snprintf(words + strlen(words), 20, "%sword-%d", i ? "|" : "", i);
  carom_field many = {"many", "m", 1.0, 0.0, 1.0, words, "Many words."};
  carom_error err;
  double value = 0.0;
  assert_int_equal(carom_field_words(&many), 100);
  assert_int_equal(carom_field_read(&many, "word-99", NULL, &value, &err), CAROM_OK);
  assert_true(value == CAROM_WORD(99));
  assert_int_equal(carom_field_read(&many, "wrd-1", NULL, &value, &err), CAROM_ERR_UNKNOWN);
  assert_non_null(strstr(err.text, "did you mean 'word-1'?"));
  memset(words, 'x', sizeof words - 1);
  assert_int_equal(carom_field_read(&many, words, NULL, &value, &err), CAROM_ERR_UNKNOWN);
  assert_int_equal(carom_field_print(&many, CAROM_WORD(0), words, 10), 95);
}

/* Both names and both lists of words, in either direction; words of other fields stay theirs. */
static void former_names(void **state)
{
  static const carom_field now[] = {{"tension", NULL, CAROM_WORD(0), 1, 0, "cut|keep", "Now."},
                                    {"rule", NULL, CAROM_WORD(0), 1, 0, "cut|keep", "Another."}},
                           before[] = {{"separation", NULL, CAROM_WORD(0), 1, 0, "force|overlap",
                                        "A law of a user."}};
  static const char *const words[2][2] = {{"cut", "force"}, {"keep", "overlap"}};
  (void)state;
  assert_int_equal(carom_field_find((carom_fields){now, 2}, "separation"), 0);
  assert_int_equal(carom_field_find((carom_fields){before, 1}, "tension"), 0);
  assert_int_equal(carom_field_find((carom_fields){now + 1, 1}, "separation"), -1);
  for (int k = 0; k < 2; k++)
    for (int which = 0; which < 2; which++) {
      double value = 0;
      assert_int_equal(carom_field_read(now, words[k][which], NULL, &value, NULL), CAROM_OK);
      assert_true(value == CAROM_WORD(k));
      value = 0;
      assert_int_equal(carom_field_read(before, words[k][which], NULL, &value, NULL), CAROM_OK);
      assert_true(value == CAROM_WORD(k));
    }
  double value = 0;
  assert_int_equal(carom_field_read(now + 1, "force", NULL, &value, NULL), CAROM_ERR_UNKNOWN);
}

SUITE("fields", numbers_and_words_are_read, faults_name_the_remedy, numbers_are_checked,
      printed_values_are_read_back, words_are_found, fields_are_found, former_names,
      unknown_settings_are_explained, long_lists_are_safe)
