/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "core/units.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void reads_as(const char *text, const char *unit, double want)
{
  double value = -99.0;
  carom_error err = {.code = CAROM_OK};
  if (carom_quantity_read(text, unit, &value, &err, "x") != CAROM_OK)
    fail_msg("'%s' for %s: %s", text, unit, err.text);
  if (memcmp(&value, &want, sizeof value) != 0)
    fail_msg("'%s' for %s: %.17g, not %.17g", text, unit, value, want);
}

static void refused(const char *text, const char *unit, carom_status code)
{
  double value = -99.0;
  carom_error err = {.code = CAROM_OK};
  carom_status status = carom_quantity_read(text, unit, &value, &err, "x");
  if (status != code)
    fail_msg("'%s' for %s: status %d (%s), not %d", text, unit, (int)status, err.text, (int)code);
  assert_int_equal(err.code, code);
  assert_string_equal(err.where, "x");
  assert_true(strlen(err.text) > 10);
  assert_true(value == -99.0);
  assert_int_equal(carom_quantity_read(text, unit, &value, NULL, NULL), code);
}

static void common_quantities_are_exact(void **state)
{
  (void)state;
  reads_as("8", "m/s", 8.0);
  reads_as("  8\t", "m/s", 8.0);
  reads_as("8 m/s", "m/s", 8.0);
  reads_as("-8 m/s", "m/s", -8.0);
  reads_as("+8m/s", "m/s", 8.0);
  reads_as("207 GPa", "Pa", 207e9);
  reads_as("20mm", "m", 0.02);
  reads_as("20 mm ", "m", 0.02);
  reads_as("0.45 g", "kg", 0.00045);
  reads_as("2.38 mm", "m", 0.00238);
  reads_as("600 us", "s", 600e-6);
  reads_as("600 \xC2\xB5s", "s", 600e-6);
  reads_as("600 \xCE\xBCs", "s", 600e-6);
  reads_as("7800 kg/m3", "kg/m3", 7800.0);
  reads_as("7800 kg/m\xC2\xB3", "kg/m3", 7800.0);
  reads_as("7.8 g/cm^3", "kg/m3", 7800.0);
  reads_as("7.8 t/m3", "kg/m3", 7800.0);
  reads_as("940 MPa", "Pa", 940e6);
  reads_as("940 N/mm2", "Pa", 940e6);
  reads_as("2 kbar", "Pa", 2e8);
  reads_as("1e10 N/m^1.5", "N/m^1.5", 1e10);
  reads_as("1e10 N/m1.5", "N/m^1.5", 1e10);
  reads_as("1e10 N m^-1.5", "N/m^1.5", 1e10);
  reads_as("1e10 N/m^(3/2)", "N/m^1.5", 1e10);
  reads_as("1 kN/um^1.5", "N/m^1.5", 1e12);
  reads_as("2.5e3 N s/m^1.25", "N s/m^1.25", 2500.0);
  reads_as("2.5e3 N*s*m^-1.25", "N s/m^1.25", 2500.0);
  reads_as("2.5 kN.s/m^1.25", "N s/m^1.25", 2500.0);
  reads_as("2.5 kN\xC2\xB7s/m^1.25", "N s/m^1.25", 2500.0);
  reads_as("5 %", "1", 0.05);
  reads_as("5%", "1", 0.05);
  reads_as("1e-3", "1", 0.001);
  reads_as("0.3 1", "1", 0.3);
  reads_as("30 rpm", "rad/s", 3.141592653589793);
  reads_as("180 deg", "rad", 3.141592653589793);
  reads_as("90\xC2\xB0", "rad", 1.5707963267948966);
  reads_as("1 rev", "rad", 6.283185307179586);
  reads_as("250 mrad", "rad", 0.25);
  reads_as("36 km/h", "m/s", 10.0);
  reads_as("2 min", "s", 120.0);
  reads_as("1 1/min", "1/s", 1.0 / 60.0);
  reads_as("9.81 m/s2", "m/s2", 9.81);
  reads_as("9.81 m/s/s", "m/s2", 9.81);
  reads_as("9.81 m s-2", "m/s2", 9.81);
  reads_as("9.81 [m/s^2]", "m/s2", 9.81);
  reads_as("981 cm/s\xC2\xB2", "m/s2", 9.81);
  reads_as("4 N/(m/s)", "N s/m", 4.0);
  reads_as("4 (m/s)^2", "J/kg", 4.0);
  reads_as("4 1/(Pa s)", "1/(Pa s)", 4.0);
  reads_as("5 N m", "J", 5.0);
  reads_as("3 kHz", "Hz", 3000.0);
  reads_as("3 1/s", "rad/s", 3.0);
  reads_as("3 rad/s", "1/s", 3.0);
  reads_as("2 N m", "N m/rad", 2.0);
  reads_as("3", "mm", 3.0);
  reads_as("3 cm", "mm", 30.0);
  reads_as("1e320 fm", "m", 1e305); /* the number alone would be too large */
}

static void dimensions_are_checked(void **state)
{
  (void)state;
  carom_error err;
  double value = 0.0;
  assert_int_equal(carom_quantity_read("8 kg", "m/s", &value, &err, "speed"), CAROM_ERR_UNIT);
  assert_string_equal(err.text, "'8 kg' is a mass (kg); a speed in m/s is expected");
  assert_string_equal(err.where, "speed");
  carom_quantity_read("8 m", "1", &value, &err, "poisson");
  assert_string_equal(err.text, "'8 m' is a length (m); a pure number is expected");
  carom_quantity_read("8 kg2/m^1.5", "N s/m^1.75", &value, &err, "x");
  assert_string_equal(err.text,
                      "'8 kg2/m^1.5' is in kg^2 m^-1.5; a quantity in N s/m^1.75 is expected");
  /* Half a turn a second is not half a radian a second. */
  refused("30 Hz", "rad/s", CAROM_ERR_UNIT);
  refused("30 rpm", "Hz", CAROM_ERR_UNIT);
  refused("30 rad/s", "Hz", CAROM_ERR_UNIT);
  refused("12 deg", "1", CAROM_ERR_UNIT);
  refused("5 %", "rad", CAROM_ERR_UNIT);
}

static void faulty_text_is_refused(void **state)
{
  (void)state;
  static const char *const syntax[] = {
      "",          " ",       "m",          "nan",
      "NaN",       "inf",     "-inf",       "Infinity",
      "+INF",      "0x10",    "0X1p3",      "1,5",
      "1,000",     "1_000",   "1'000",      "1e",
      "1e+",       "--1",     "+-1",        "1.2.3",
      "1..2",      "5-3",     "abc",        ".",
      "-",         "5 m/",    "5 m//s",     "5 /",
      "5 m^",      "5 m^x",   "5 m^1.3",    "5 m^99",
      "5 (m",      "5 m)",    "5 [m",       "5 m]",
      "5 m*",      "5 m**",   "5 m!",       "5 m m^-",
      "5 2",       "5 m 2 2", "5 m^(",      "5 m^(1",
      "5 m^(1/0)", "5 m#",    "5 ()",       "5 m^(1/3)",
      "5 m^1/2",   "\"5\"",   "5;",         "5 ((((((((((m))))))))))",
      ".nan",      "1.e+",    "5 \xC2\xB2", "m 5",
      "five",      "1 000",   "5\n",        "5 m\n",
      "5 [m/s]]",
  };
  for (size_t i = 0; i < COUNT(syntax); i++)
    refused(syntax[i], "m", CAROM_ERR_SYNTAX);
  static const char *const unit[] = {
      "5 parsec", "5 m^1e1000", "5 x",    "5 mM",  "5 kmm",  "5 kdeg",
      "5 m x",    "5 inf",      "5 GGPa", "5 mt",  "5 K",    "5 A",
      "5 pa",     "5 Kg",       "5 sec",  "5\xFF", "5 \xC2", "5 \xE2\x80\x89m"};
  for (size_t i = 0; i < COUNT(unit); i++)
    refused(unit[i], "m", CAROM_ERR_UNIT);
  refused("1e309", "m", CAROM_ERR_RANGE);
  refused("-1e309", "m", CAROM_ERR_RANGE);
  refused("1e306 km", "m", CAROM_ERR_RANGE);
  refused("1e308 rev", "rad", CAROM_ERR_RANGE);
  double value = 0.0;
  assert_int_equal(carom_quantity_read(NULL, "m", &value, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_quantity_read("1", NULL, &value, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_quantity_read("1", "m", NULL, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_quantity_read("1", "parsec", &value, NULL, NULL), CAROM_ERR_ARGUMENT);
}

static void long_text_is_safe(void **state)
{
  (void)state;
  size_t size = 100000;
  char *text = malloc(size + 1);
  assert_non_null(text);
  static const char fill[] = "9m(/ ^*.[\xC2-e";
  for (size_t k = 0; k + 1 < sizeof fill; k++) {
    memset(text, fill[k], size);
    text[size] = '\0';
    text[0] = '7';
    double value = 0.0;
    carom_status status = carom_quantity_read(text, "1", &value, NULL, NULL);
    if (fill[k] == ' ')
      assert_int_equal(status, CAROM_OK);
    else
      assert_int_not_equal(status, CAROM_OK);
  }
  for (size_t i = 0; i + 2 <= size; i += 2)
    memcpy(text + i, "m ", 2);
  text[0] = '1';
  refused(text, "m", CAROM_ERR_SYNTAX);
  free(text);
}

static const struct {
  const char *name;
  int ten;
} prefixes[] = {{"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"\xC2\xB5", -6}, {"m", -3},
                {"c", -2},  {"d", -1},  {"", 0},   {"da", 1}, {"h", 2},         {"k", 3},
                {"M", 6},   {"G", 9},   {"T", 12}, {"P", 15}};

/* Units that take prefixes, and the SI unit that they are counted in. */
static const struct {
  const char *name, *si;
  int ten;
} bases[] = {{"m", "m", 0}, {"g", "kg", -3}, {"s", "s", 0},   {"N", "N", 0},     {"Pa", "Pa", 0},
             {"J", "J", 0}, {"W", "W", 0},   {"Hz", "Hz", 0}, {"rad", "rad", 0}, {"bar", "Pa", 5}};

static uint64_t draw(uint64_t *seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

/* Each prefix of each unit, to each of some powers, against the decimal literal that it stands for.
 */
static void every_prefix_of_every_unit(void **state)
{
  (void)state;
  uint64_t seed = 88172645463325252u;
  for (size_t b = 0; b < COUNT(bases); b++) {
    for (size_t p = 0; p < COUNT(prefixes); p++) {
      for (int power = -3; power <= 3; power++) {
        if (power == 0) continue;
        for (int sample = 0; sample < 20; sample++) {
          char text[96], literal[96], unit[32], number[32];
          snprintf(number, sizeof number, "%llu.%03llu", (unsigned long long)(draw(&seed) % 10000),
                   (unsigned long long)(draw(&seed) % 1000));
          snprintf(text, sizeof text, "%s %s%s^%d", number, prefixes[p].name, bases[b].name, power);
          snprintf(unit, sizeof unit, "%s^%d", bases[b].si, power);
          snprintf(literal, sizeof literal, "%se%d", number,
                   power * (prefixes[p].ten + bases[b].ten));
          reads_as(text, unit, strtod(literal, NULL));
          snprintf(text, sizeof text, "%s%s%s%d", number, prefixes[p].name, bases[b].name, power);
          reads_as(text, unit, strtod(literal, NULL));
          snprintf(text, sizeof text, "%s 1/%s%s%d", number, prefixes[p].name, bases[b].name,
                   -power);
          reads_as(text, unit, strtod(literal, NULL));
        }
      }
    }
  }
}

/* Powers in quarter steps: (10^k m)^(q/4), squared and squared again, is 10^(k q). */
static void quarter_powers(void **state)
{
  (void)state;
  static const char *const quarters[] = {"0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75", "2.5"};
  static const int count[] = {1, 2, 3, 4, 5, 6, 7, 10};
  static const int tens[] = {-9, -6, -3, -2, 3, 6};
  static const char *const names[] = {"n", "u", "m", "c", "k", "M"};
  for (size_t q = 0; q < COUNT(quarters); q++) {
    for (size_t p = 0; p < COUNT(tens); p++) {
      char text[64], unit[32], literal[32];
      double value = 0.0;
      snprintf(text, sizeof text, "1 %sm^%s", names[p], quarters[q]);
      snprintf(unit, sizeof unit, "m^%s", quarters[q]);
      snprintf(literal, sizeof literal, "1e%d", tens[p] * count[q]);
      assert_int_equal(carom_quantity_read(text, unit, &value, NULL, NULL), CAROM_OK);
      double fourth = value * value * value * value, want = strtod(literal, NULL);
      assert_true(fourth > want * (1 - 2e-15) && fourth < want * (1 + 2e-15));
    }
  }
  double minute = 0.0;
  assert_int_equal(carom_quantity_read("1 min^0.5", "s^0.5", &minute, NULL, NULL), CAROM_OK);
  assert_true(minute == 7.745966692414834);
}

/* Units of different dimension exclude each other, all pairs, both ways; a unit fits itself. */
static void every_wrong_dimension_is_refused(void **state)
{
  (void)state;
  static const char *const units[] = {
      "m",      "kg",    "s",   "m/s",  "m/s2",    "N",     "Pa",         "J",         "W",
      "kg/m3",  "m2",    "m3",  "N/m",  "N/m^1.5", "N s/m", "N s/m^1.25", "N s/m^1.5", "N s/m^2.5",
      "kg m/s", "kg m2", "s/m", "1/Pa", "1",       "1/s",   "m^0.25",     "s^-0.25",   "kg^0.5",
  };
  for (size_t a = 0; a < COUNT(units); a++) {
    for (size_t b = 0; b < COUNT(units); b++) {
      char text[40];
      snprintf(text, sizeof text, "2.5 %s", units[a]);
      if (a == b)
        reads_as(text, units[b], 2.5);
      else
        refused(text, units[b], CAROM_ERR_UNIT);
    }
  }
}

static void units_are_read_alone(void **state)
{
  (void)state;
  carom_unit unit;
  carom_error err;
  assert_int_equal(carom_unit_read("kN s/mm^1.25", &unit, &err, NULL), CAROM_OK);
  assert_int_equal(unit.mass, 4);
  assert_int_equal(unit.length, 4 - 5);
  assert_int_equal(unit.time, -8 + 4);
  assert_int_equal(unit.angle, 0);
  assert_int_equal(unit.ten, 12 + 15);
  assert_true(unit.times == 1.0 && unit.by == 1.0 && !unit.cyclic);
  assert_int_equal(carom_unit_read("", &unit, &err, "u"), CAROM_ERR_SYNTAX);
  assert_string_equal(err.where, "u");
  assert_int_equal(carom_unit_read(NULL, &unit, &err, NULL), CAROM_ERR_ARGUMENT);
}

/* Skipped where no locale with a decimal comma is installed. */
static void locale_changes_nothing(void **state)
{
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  const char *chosen = NULL;
  for (size_t i = 0; i < COUNT(names) && !chosen; i++)
    chosen = setlocale(LC_ALL, names[i]);
  if (!chosen) skip();
  common_quantities_are_exact(state);
  faulty_text_is_refused(state);
  setlocale(LC_ALL, "C");
}

/* The SI unit that belongs to a quantity, where nobody says which one is expected. */
static void si_units(void **state)
{
  (void)state;
  static const struct {
    const char *text, *unit;
    double value;
  } known[] = {{"500 mm/s", "m/s", 0.5},
               {"2", "", 2},
               {"1e-3", "", 1e-3},
               {"207 GPa", "Pa", 207e9},
               {"5 %", "1", 0.05},
               {"20mm", "m", 0.02},
               {"50 Hz", "Hz", 50},
               {"7.8 g/cm3", "kg/m3", 7800},
               {"60 rpm", "rad/s", 6.283185307179586},
               {"tsuji", NULL, 0},
               {"", NULL, 0},
               {"1 m^7", NULL, 0},
               {"[1, 2]", NULL, 0},
               {"1e999", NULL, 0},
               {"mm", NULL, 0}};
  for (size_t k = 0; k < COUNT(known); k++) {
    double value = 0;
    const char *unit = carom_quantity_si(known[k].text, &value);
    const bool same = unit && known[k].unit ? !strcmp(unit, known[k].unit) : unit == known[k].unit;
    if (!same) fail_msg("'%s' is in '%s'", known[k].text, unit ? unit : "no unit");
    if (value != known[k].value) fail_msg("'%s' is %.17g", known[k].text, value);
  }
}

SUITE("units", si_units, common_quantities_are_exact, dimensions_are_checked,
      faulty_text_is_refused, long_text_is_safe, every_prefix_of_every_unit, quarter_powers,
      every_wrong_dimension_is_refused, units_are_read_alone, locale_changes_nothing)
