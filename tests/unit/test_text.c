/* SPDX-License-Identifier: MIT */
/* Errors, names and numbers as text. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "core/error.h"
#include "core/number.h"
#include "core/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void every_status_has_its_own_text(void **state)
{
  (void)state;
  for (int a = 0; a < CAROM_STATUS_COUNT; a++) {
    const char *text = carom_status_text((carom_status)a);
    assert_non_null(text);
    assert_true(strlen(text) > 3);
    for (int b = 0; b < a; b++)
      assert_string_not_equal(text, carom_status_text((carom_status)b));
  }
  assert_string_equal(carom_status_text(CAROM_OK), "done");
  assert_non_null(carom_status_text((carom_status)-1));
  assert_non_null(carom_status_text(CAROM_STATUS_COUNT));
}

static void version_is_that_of_the_header(void **state)
{
  (void)state;
  char made[32];
  snprintf(made, sizeof made, "%d.%d.%d", CAROM_VERSION_MAJOR, CAROM_VERSION_MINOR,
           CAROM_VERSION_PATCH);
  assert_string_equal(carom_version(), made);
}

static void a_name_is_found_in_a_list(void **state)
{
  (void)state;
  assert_true(carom_name_listed("kelvin-voigt|lsd", "kelvin_voigt"));
  assert_true(carom_name_listed("kelvin-voigt|lsd", "lsd"));
  assert_true(carom_name_listed("lsd", "lsd"));
  assert_false(carom_name_listed("kelvin-voigt|lsd", "kelvin"));
  assert_false(carom_name_listed("kelvin-voigt|lsd", "lsd2"));
  assert_false(carom_name_listed("kelvin-voigt|lsd", "kelvin-voigt|lsd"));
  assert_false(carom_name_listed("a||b", ""));
  assert_false(carom_name_listed("", "a"));
  assert_false(carom_name_listed("", ""));
}

static void fail_fills_the_error(void **state)
{
  (void)state;
  carom_error err = {.line = 7, .column = 8};
  assert_int_equal(carom_fail(&err, CAROM_ERR_RANGE, "a.radius", "%d is too %s", 5, "much"),
                   CAROM_ERR_RANGE);
  assert_int_equal(err.code, CAROM_ERR_RANGE);
  assert_string_equal(err.where, "a.radius");
  assert_string_equal(err.text, "5 is too much");
  assert_int_equal(err.line, 0);
  assert_int_equal(err.column, 0);
  assert_int_equal(carom_fail(NULL, CAROM_ERR_IO, NULL, "x"), CAROM_ERR_IO);
  assert_int_equal(carom_fail_at(&err, CAROM_ERR_SYNTAX, 3, 4, NULL, "y"), CAROM_ERR_SYNTAX);
  assert_int_equal(err.line, 3);
  assert_int_equal(err.column, 4);
  assert_string_equal(err.where, "");
  carom_fail(&err, CAROM_ERR_SYNTAX, err.where, "again: %s", err.text);
  assert_string_equal(err.text, "again: y");
}

/* Whatever the length, the text is terminated, and one that was cut ends in "..." and is UTF-8. */
static void fail_cuts_long_text(void **state)
{
  (void)state;
  char text[1024];
  for (size_t length = 0; length + 2 < sizeof text; length++) {
    memset(text, 'x', length);
    memcpy(text + length, "\xC2\xB5", 3);
    carom_error err;
    memset(&err, 'z', sizeof err);
    carom_fail(&err, CAROM_ERR_IO, text, "%s%s", text, "\xC2\xB5\xC2\xB5");
    size_t used = strlen(err.text), place = strlen(err.where);
    assert_true(used < sizeof err.text && place < sizeof err.where);
    if (length + 6 < sizeof err.text) {
      assert_int_equal(used, length + 6);
    } else {
      assert_string_equal(err.text + used - 3, "...");
      assert_true(used >= sizeof err.text - 3);
    }
    if (length + 2 < sizeof err.where)
      assert_string_equal(err.where, text);
    else
      assert_string_equal(err.where + place - 3, "...");
    for (size_t at = 0; at < used;) {
      size_t bytes = carom_utf8_length(err.text + at, used - at);
      assert_true(bytes > 0);
      at += bytes;
    }
  }
}

static carom_status try_twice(carom_status first, carom_status second)
{
  CAROM_TRY(first);
  CAROM_TRY(second);
  return CAROM_OK;
}

static void try_leaves_at_the_first_fault(void **state)
{
  (void)state;
  assert_int_equal(try_twice(CAROM_OK, CAROM_OK), CAROM_OK);
  assert_int_equal(try_twice(CAROM_ERR_IO, CAROM_ERR_UNIT), CAROM_ERR_IO);
  assert_int_equal(try_twice(CAROM_OK, CAROM_ERR_UNIT), CAROM_ERR_UNIT);
}

static const char *const laws[] = {
    "hooke",          "hertz",         "lee-herrmann",  "tsuji",       "kuwabara-kono", "hu",
    "power-law",      "hunt-crossley", "flores",        "gonthier",    "hu-guo",        "ma-liu",
    "hardness_ratio", "plastic_ratio", "damping_ratio", "walton-braun"};
#define LAWS ((int)COUNT(laws))

static void nearest_name_of_common_slips(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"tsuij", "tsuji"},
      {"Tsuji", "tsuji"},
      {"herz", "hertz"},
      {"hert", "hertz"},
      {"ma_liu", "ma-liu"},
      {"maliu", "ma-liu"},
      {"hardnes_ratio", "hardness_ratio"},
      {"hardness-ratio", "hardness_ratio"},
      {"ahrdness_ratio", "hardness_ratio"},
      {"plastic", "plastic_ratio"},
      {"walton", "walton-braun"},
      {"hunt-crosley", "hunt-crossley"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *near = carom_nearest_of(cases[i][0], LAWS, laws);
    assert_non_null(near);
    assert_string_equal(near, cases[i][1]);
  }
  static const char *const strange[] = {"", "x", "zzzzz", "banana", "q-q-q", "temperature", "hugo"};
  for (size_t i = 0; i < COUNT(strange); i++)
    assert_null(carom_nearest_of(strange[i], LAWS, laws));
  assert_null(carom_nearest_of("tsuji", 0, laws));
  assert_null(carom_nearest_of(NULL, LAWS, laws));
}

/* Every single slip in every name that is long enough leads back to it. */
static void nearest_name_of_every_slip(void **state)
{
  (void)state;
  int tried = 0;
  for (int n = 0; n < LAWS; n++) {
    size_t length = strlen(laws[n]);
    if (length < 6) continue;
    for (size_t i = 0; i < length; i++) {
      char slip[4][64];
      snprintf(slip[0], 64, "%.*s%s", (int)i, laws[n], laws[n] + i + 1);
      snprintf(slip[1], 64, "%.*sq%s", (int)i, laws[n], laws[n] + i);
      snprintf(slip[2], 64, "%.*sq%s", (int)i, laws[n], laws[n] + i + 1);
      snprintf(slip[3], 64, "%s", laws[n]);
      if (i + 1 < length) {
        slip[3][i] = laws[n][i + 1];
        slip[3][i + 1] = laws[n][i];
      }
      for (int k = 0; k < 4; k++) {
        const char *near = carom_nearest_of(slip[k], LAWS, laws);
        assert_non_null(near);
        assert_string_equal(near, laws[n]);
        tried++;
      }
    }
  }
  assert_true(tried > 300);
}

static void long_names_do_no_harm(void **state)
{
  (void)state;
  char name[300];
  for (size_t length = 1; length < sizeof name; length++) {
    memset(name, 'a', length);
    name[length] = '\0';
    const char *list[] = {name, NULL, "tsuji"};
    const char *near = carom_nearest_of(name, 3, list);
    assert_true(length <= 63 ? near == name : near == NULL);
  }
}

static void same_name_takes_hyphen_for_underscore(void **state)
{
  (void)state;
  assert_true(carom_same_name("ma-liu", "ma_liu"));
  assert_true(carom_same_name("", ""));
  assert_false(carom_same_name("ma-liu", "maliu"));
  assert_false(carom_same_name("ma", "ma-"));
  assert_false(carom_same_name("Ma", "ma"));
}

static void append_stays_inside(void **state)
{
  (void)state;
  char text[16] = "";
  assert_true(carom_append(text, sizeof text, "%s", "0123456789"));
  assert_true(carom_append(text, sizeof text, "%d", 12345));
  assert_string_equal(text, "012345678912345");
  assert_false(carom_append(text, sizeof text, "6"));
  assert_string_equal(text, "012345678912...");
  assert_false(carom_append(text, sizeof text, "more"));
  assert_string_equal(text, "012345678912...");
}

static void utf8_is_judged_strictly(void **state)
{
  (void)state;
  int good = 0;
  for (uint32_t code = 0; code <= 0x1FFFFF; code++) {
    char text[4] = {(char)(0xF0 | (code >> 18)), (char)(0x80 | ((code >> 12) & 0x3F)),
                    (char)(0x80 | ((code >> 6) & 0x3F)), (char)(0x80 | (code & 0x3F))};
    size_t length = carom_utf8_length(text, 4);
    bool right = code >= 0x10000 && code <= 0x10FFFF;
    assert_int_equal(length, right ? 4 : 0);
    if (code <= 0xFFFF) {
      text[1] = (char)(0xE0 | (code >> 12));
      right = code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
      assert_int_equal(carom_utf8_length(text + 1, 3), right ? 3 : 0);
    }
    if (code <= 0x7FF) {
      text[2] = (char)(0xC0 | (code >> 6));
      assert_int_equal(carom_utf8_length(text + 2, 2), code >= 0x80 ? 2 : 0);
      assert_int_equal(carom_utf8_length(text + 2, 1), 0);
    }
    good += length == 4;
  }
  assert_int_equal(good, 0x100000);
  assert_int_equal(carom_utf8_length("\x80", 1), 0);
  assert_int_equal(carom_utf8_length("a", 1), 1);
  assert_int_equal(carom_utf8_length("", 0), 0);
}

static void numbers_are_told_from_other_text(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    size_t length;
  } cases[] = {
      {"8", 1},    {"-8.5e-3x", 7}, {"+.5", 3},  {"5.", 2},    {".", 0},
      {"", 0},     {"-", 0},        {"e5", 0},   {"1e", 1},    {"1e+", 1},
      {"1e+5", 4}, {"0x10", 1},     {"inf", 0},  {"nan", 0},   {"1.2.3", 3},
      {" 1", 0},   {"1,5", 1},      {"--1", 0},  {"1e5.5", 3}, {"1E5", 3},
      {"+-1", 0},  {"1..2", 2},     {"-.e1", 0}, {"00012", 5}, {"1 e5", 1},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_int_equal(carom_number_scan(cases[i].text, strlen(cases[i].text)), cases[i].length);
}

static uint64_t bits(double value)
{
  uint64_t made;
  memcpy(&made, &value, sizeof made);
  return made;
}

static void read_as(const char *text, int shift, double want)
{
  double value = 1.0;
  size_t length = carom_number_scan(text, strlen(text));
  assert_int_equal(length, strlen(text));
  assert_true(carom_number_value(text, length, shift, &value));
  if (bits(value) != bits(want)) fail_msg("%s: %a, not %a", text, value, want);
}

static void numbers_are_rounded_once(void **state)
{
  (void)state;
  read_as("0.1", 0, 0.1);
  read_as("-0", 0, -0.0);
  read_as("000.000", 0, 0.0);
  read_as("0.45", -3, 0.00045);
  read_as("207", 9, 207e9);
  read_as("9007199254740993", 0, 9007199254740992.0);
  read_as("9007199254740993.0000000000000000000000000000000000000000001", 0, 9007199254740994.0);
  read_as("1.7976931348623157e308", 0, 1.7976931348623157e308);
  read_as("4.9e-324", 0, 4.9e-324);
  read_as("2e-324", 0, 0.0);
  read_as("1e-99999999999999999999", 0, 0.0);
  read_as("0e99999999999999999999", 0, 0.0);
  read_as("1000000e-99999", 15, 0.0);
  double value = 0.0;
  assert_false(carom_number_value("1e309", 5, 0, &value));
  assert_false(carom_number_value("1", 1, 400, &value));
  assert_false(carom_number_value("-1e99999999999999999999", 23, 0, &value));
}

/* A tie that only the last of many digits breaks. */
static void digits_far_away_still_count(void **state)
{
  (void)state;
  for (size_t zeros = 1; zeros < 3000; zeros += 97) {
    char text[3100] = "9007199254740993.";
    memset(text + 17, '0', zeros);
    text[17 + zeros] = '\0';
    read_as(text, 0, 9007199254740992.0);
    strcpy(text + 17 + zeros, "1");
    read_as(text, 0, 9007199254740994.0);
  }
  char text[1100] = "0.";
  memset(text + 2, '0', 1000);
  strcpy(text + 1002, "25e1001");
  read_as(text, 0, 2.5);
}

static uint64_t draw(uint64_t *seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

static void random_numbers_come_back(void **state)
{
  (void)state;
  uint64_t seed = 0x9E3779B97F4A7C15u;
  char text[CAROM_NUMBER_ROOM], other[64];
  for (int i = 0; i < 100000; i++) {
    uint64_t raw = draw(&seed);
    double value, back;
    memcpy(&value, &raw, sizeof value);
    if (value - value != 0.0) continue;
    size_t length = carom_number_print(value, text);
    assert_int_equal(length, strlen(text));
    assert_true(carom_number_value(text, length, 0, &back));
    assert_true(bits(back) == bits(value));
    snprintf(other, sizeof other, "%.15g", value);
    if (strtod(other, NULL) == value) assert_string_equal(text, other);
    /* The same digits by the C library, which rounds correctly in the C locale. */
    snprintf(other, sizeof other, "%.*e", (int)(raw % 25), value);
    assert_true(carom_number_value(other, strlen(other), 0, &back) || strtod(other, NULL) > 1e308 ||
                strtod(other, NULL) < -1e308);
    assert_true(bits(back) == bits(strtod(other, NULL)));
  }
}

static void numbers_are_printed_short(void **state)
{
  (void)state;
  static const struct {
    double value;
    const char *text;
  } cases[] = {
      {0.1, "0.1"},
      {0.3, "0.3"},
      {-0.0, "-0"},
      {3.0, "3"},
      {1e22, "1e+22"},
      {0.00045, "0.00045"},
      {0.1 + 0.2, "0.30000000000000004"},
      {1.0 / 3.0, "0.3333333333333333"},
  };
  char text[CAROM_NUMBER_ROOM];
  for (size_t i = 0; i < COUNT(cases); i++) {
    carom_number_print(cases[i].value, text);
    assert_string_equal(text, cases[i].text);
  }
  carom_number_print(CAROM_UNSET, text);
  assert_string_equal(text, "-inf");
}

/* A host program may have chosen a locale with a decimal comma; skipped where there is none. */
static void locale_changes_nothing(void **state)
{
  (void)state;
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",     "fr_FR.UTF-8",
                                      "fr_FR.utf8",  "it_IT.utf8", "sv_SE.utf8"};
  const char *chosen = NULL;
  for (size_t i = 0; i < COUNT(names) && !chosen; i++)
    chosen = setlocale(LC_NUMERIC, names[i]);
  if (!chosen) skip();
  char point[8];
  snprintf(point, sizeof point, "%.1f", 0.5);
  assert_string_equal(point, "0,5");
  numbers_are_rounded_once(state);
  numbers_are_printed_short(state);
  setlocale(LC_NUMERIC, "C");
}

SUITE("text", every_status_has_its_own_text, version_is_that_of_the_header, fail_fills_the_error,
      a_name_is_found_in_a_list, fail_cuts_long_text, try_leaves_at_the_first_fault,
      nearest_name_of_common_slips, nearest_name_of_every_slip, long_names_do_no_harm,
      same_name_takes_hyphen_for_underscore, append_stays_inside, utf8_is_judged_strictly,
      numbers_are_told_from_other_text, numbers_are_rounded_once, digits_far_away_still_count,
      random_numbers_come_back, numbers_are_printed_short, locale_changes_nothing)
