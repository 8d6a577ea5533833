/* SPDX-License-Identifier: MIT */
/* Inches, pounds and what is made of them: exact by definition (1 in = 0.0254 m, 1 lb =
 * 0.45359237 kg, standard gravity 9.80665 m/s2), so a value is the double nearest to the true one,
 * to the last bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "core/number.h"
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

/* By exact fractions, to 30 digits. */
static void definitions_are_exact(void **state)
{
  (void)state;
  static const struct {
    const char *text, *unit;
    double value;
  } known[] = {
      {"1 in", "m", 0.0254},
      {"0.7 inch", "m", 0.01778},
      {"1e-3 mil", "m", 2.54e-8},
      {"3 ft", "m", 0.9144},
      {"1 yd", "m", 0.9144},
      {"25 micron", "m", 25e-6},
      {"5 cc", "m3", 5e-6},
      {"0.3 l", "m3", 0.0003},
      {"20 mL", "m3", 20e-6},
      {"1 lb", "kg", 0.45359237},
      {"0.1 lbm", "kg", 0.045359237},
      {"1 oz", "kg", 0.028349523125},
      {"3.7 oz", "kg", 0.1048932355625},
      {"1 lbf", "N", 4.4482216152605},
      {"1 ft lbf", "J", 1.3558179483314004},
      {"1 psi", "Pa", 6894.75729316836133672267344535},
      {"30e6 psi", "Pa", 206842718795.050840101680203360},
      {"29.7 Mpsi", "Pa", 204774291607.100331700663401327},
      {"36.3 ksi", "Pa", 250279689.742011516523033046066},
      {"1 1/psi", "1/Pa", 0.000145037737730209215154241027951},
      {"0.284 lb/in3", "kg/m3", 7861.09293769768641899488523386},
      {"490 lb/ft^3", "kg/m3", 7849.04705324046839403098462073},
      {"120 lbf/in", "N/m", 21015.2202295771653543307086614},
      {"7 lbf s/in", "N s/m", 1225.88784672533464566929133858},
      {"12 in/min", "m/s", 0.00508},
      {"60 mph", "m/s", 26.8224},
      {"32.174 ft/s2", "m/s2", 9.8066352},
      {"0.1 min", "s", 6},
      {"0.7 km/h", "m/s", 0.194444444444444444444444444444},
      {"-2 in", "m", -0.0508},
      {"0 psi", "Pa", 0},
  };
  for (size_t i = 0; i < COUNT(known); i++)
    reads_as(known[i].text, known[i].unit, known[i].value);
}

static uint64_t draw(uint64_t *seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

/* k thousandths of an inch are 254 k e-7 m, which the compiler's own library rounds. */
static void whole_factors_round_once(void **state)
{
  (void)state;
  static const struct {
    const char *unit, *si;
    uint64_t times;
    int ten;
  } whole[] = {{"in", "m", 254, -4},
               {"ft", "m", 3048, -4},
               {"lb", "kg", 45359237, -8},
               {"mph", "m/s", 44704, -5},
               {"min", "s", 60, 0},
               {"h", "s", 3600, 0},
               {"lbf", "N", 44482216152605, -13}};
  uint64_t seed = 88172645463325252u;
  for (size_t u = 0; u < COUNT(whole); u++) {
    for (int sample = 0; sample < 500; sample++) {
      const uint64_t k = draw(&seed) % 100000; /* times the largest factor: below 2^63 */
      char text[64], literal[64];
      snprintf(text, sizeof text, "%llu.%03llu %s", (unsigned long long)(k / 1000),
               (unsigned long long)(k % 1000), whole[u].unit);
      snprintf(literal, sizeof literal, "%llue%d", (unsigned long long)(k * whole[u].times),
               whole[u].ten - 3);
      reads_as(text, whole[u].si, strtod(literal, NULL));
    }
  }
}

/* a / b of whole numbers below 2^53 is what the processor divides, rounded once as well. */
static void ratios_are_divided(void **state)
{
  (void)state;
  uint64_t seed = 2463534242u;
  for (int sample = 0; sample < 5000; sample++) {
    const uint64_t a = draw(&seed) >> (11 + draw(&seed) % 50), b = 1 + (draw(&seed) >> 12);
    const uint64_t by = sample % 2 ? b : 1 + b % 1000;
    double value = -1.0;
    assert_true(carom_number_ratio("1", 1, 0, a ? a : 1, by, &value));
    assert_true(value == (double)(a ? a : 1) / (double)by);
  }
  double value = 0.0;
  assert_false(carom_number_ratio("1e308", 5, 0, 2, 1, &value));
  assert_true(carom_number_ratio("1e309", 5, 0, 1, 100, &value));
  assert_true(value == 1e307);
  /* a tie of two doubles, decided by the last of very many digits */
  char text[1002];
  memset(text, '0', sizeof text);
  memcpy(text, "9007199254740993.", 17);
  assert_true(carom_number_ratio(text, 1000, 0, 3, 3, &value) && value == 9007199254740992.0);
  text[999] = '1';
  assert_true(carom_number_ratio(text, 1000, 0, 3, 3, &value) && value == 9007199254740994.0);
}

static void mass_is_no_force(void **state)
{
  (void)state;
  double value = 0.0;
  carom_error err = {0};
  assert_int_equal(carom_quantity_read("5 lb", "N", &value, &err, "force"), CAROM_ERR_UNIT);
  assert_int_equal(carom_quantity_read("5 lbf", "kg", &value, &err, "mass"), CAROM_ERR_UNIT);
  assert_int_equal(carom_quantity_read("5 kin", "m", &value, &err, "radius"), CAROM_ERR_UNIT);
  assert_int_equal(carom_quantity_read("5 feet", "m", &value, &err, "radius"), CAROM_ERR_UNIT);
  assert_non_null(strstr(err.text, "in, ft"));
  assert_null(strstr(err.text, "...")); /* the list is whole */
}

SUITE("customary units", definitions_are_exact, whole_factors_round_once, ratios_are_divided,
      mass_is_no_force)
