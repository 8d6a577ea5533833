/* SPDX-License-Identifier: MIT */
/* Reads a number together with its unit, and reports when they do not fit. */
#include "core/units.h"

#include <stdint.h>
#include <string.h>

#include "core/array.h"
#include "core/number.h"
#include "core/text.h"

/* Names of dimensions: the first with the same text of the unit or, failing that, the first with
 * the same dimension. */
static const struct dimension {
  const char *unit, *name;
} dimensions[] = {
    {"1", "a pure number"},
    {"m", "a length"},
    {"kg", "a mass"},
    {"s", "a time"},
    {"m/s", "a speed"},
    {"m/s2", "an acceleration"},
    {"N", "a force"},
    {"Pa", "a pressure"},
    {"J", "an energy"},
    {"N m", "a moment"},
    {"W", "a power"},
    {"kg/m3", "a density"},
    {"m2", "an area"},
    {"m3", "a volume"},
    {"Hz", "a frequency"},
    {"rad", "an angle"},
    {"rad/s", "an angular speed"},
    {"rad/s2", "an angular acceleration"},
    {"N/m", "a stiffness"},
    {"J/m2", "an energy per area"},
    {"N/m^1.5", "a stiffness"},
    {"N s/m", "a damping coefficient"},
    {"N s/m^1.25", "a damping coefficient"},
    {"N s/m^1.5", "a damping coefficient"},
    {"N s/m^2.5", "a damping coefficient"},
    {"kg m/s", "a momentum"},
    {"kg m2", "a moment of inertia"},
    {"N m/rad", "a rotational stiffness"},
    {"s/m", "a reciprocal speed"},
};

static bool same_dimension(const carom_unit *a, const carom_unit *b)
{
  return a->length == b->length && a->mass == b->mass && a->time == b->time && a->angle == b->angle;
}

static const struct dimension *find_dimension(const char *text, const carom_unit *unit)
{
  for (int i = 0; text && i < CAROM_COUNT(dimensions); i++) {
    if (!strcmp(dimensions[i].unit, text)) return &dimensions[i];
  }
  for (int i = 0; i < CAROM_COUNT(dimensions); i++) {
    carom_unit known;
    if (carom_unit_read(dimensions[i].unit, &known, NULL, NULL) == CAROM_OK &&
        same_dimension(&known, unit))
      return &dimensions[i];
  }
  return NULL;
}

static void append_base(char *text, size_t size, const char *name, int quarters)
{
  if (quarters == 0) return;
  carom_append(text, size, "%s%s", *text ? " " : "", name);
  if (quarters == 4) return;
  char number[CAROM_NUMBER_ROOM];
  carom_number_print(quarters / 4.0, number);
  carom_append(text, size, "^%s", number);
}

static carom_status wrong_dimension(const char *text, const carom_unit *given, const char *unit,
                                    const carom_unit *expected, const char *where, carom_error *err)
{
  char is[96] = "", base[64] = "", asked[96] = "";
  const struct dimension *known = find_dimension(NULL, given);
  if (known) {
    carom_append(is, sizeof is, "%s", known->name);
    if (strcmp(known->unit, "1")) carom_append(is, sizeof is, " (%s)", known->unit);
  } else {
    append_base(base, sizeof base, "kg", given->mass);
    append_base(base, sizeof base, "m", given->length);
    append_base(base, sizeof base, "s", given->time);
    append_base(base, sizeof base, "rad", given->angle);
    carom_append(is, sizeof is, "in %s", base);
  }
  known = find_dimension(unit, expected);
  if (!strcmp(unit, "1"))
    carom_append(asked, sizeof asked, "a pure number");
  else
    carom_append(asked, sizeof asked, "%s in %s", known ? known->name : "a quantity", unit);
  return carom_fail(err, CAROM_ERR_UNIT, where, "'%.60s' is %s; %s is expected", text, is, asked);
}

/* Reports why a text does not begin with a number. */
static carom_status no_number(const char *text, const char *unit, const char *where,
                              carom_error *err)
{
  bool pure = !strcmp(unit, "1");
  const char *example = pure ? "0.5" : "1.5 ", *suffix = pure ? "" : unit;
  if (*text == '\0')
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "there is no value; write a number such as %s%s", example, suffix);
  const char *word = text + (*text == '-' || *text == '+');
  static const char *const endless[] = {"inf", "nan", "infinity", ".inf", ".nan"};
  for (int i = 0; i < CAROM_COUNT(endless); i++) {
    const char *a = word, *b = endless[i];
    while (*a && *b && (*a | 0x20) == (*b | 0x20))
      a++, b++;
    if (*b == '\0' && !((*a >= 'a' && *a <= 'z') || (*a >= 'A' && *a <= 'Z')))
      return carom_fail(err, CAROM_ERR_SYNTAX, where,
                        "'%.60s' is not a finite number; write one such as %s%s", text, example,
                        suffix);
  }
  return carom_fail(err, CAROM_ERR_SYNTAX, where, "'%.60s' is not a number; write one such as %s%s",
                    text, example, suffix);
}

/* Rejects characters after the digits that other programs read differently. */
static carom_status check_rest(const char *text, size_t digits, const char *where, carom_error *err)
{
  const char *rest = text + digits;
  if (*rest == ',')
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' has a comma; write a decimal point and no thousands separators",
                      text);
  if ((*rest == 'x' || *rest == 'X') && rest[-1] == '0')
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' looks hexadecimal; write a decimal number", text);
  if (*rest == '_' || *rest == '\'')
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' has a digit separator; write the digits without it", text);
  if ((*rest == 'e' || *rest == 'E') && (rest[1] == '\0' || rest[1] == '+' || rest[1] == '-'))
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' has an exponent without digits; write one such as 1e-3", text);
  if (*rest == '.' || *rest == '-' || *rest == '+')
    return carom_fail(err, CAROM_ERR_SYNTAX, where,
                      "'%.60s' is not one number; write one number and a unit", text);
  return CAROM_OK;
}

static bool is_whole(double factor)
{
  return factor < CAROM_NUMBER_FACTOR && (double)(uint64_t)factor == factor;
}

/* The number in the first `digits` characters of `text` times the ratio of two units; rounded once
 * unless it involves a root or an angle in degrees. */
static bool scaled(const char *text, size_t digits, const carom_unit *from, const carom_unit *to,
                   double *value)
{
  static const double roots[] = {1.0, 1.7782794100389228, 3.1622776601683795, 5.623413251903491};
  int ten = from->ten - to->ten;
  int rest = ((ten % 4) + 4) % 4;
  double number = 0.0;
  double times = from->times * to->by, by = from->by * to->times;
  if (rest == 0 && is_whole(times) && is_whole(by))
    return carom_number_ratio(text, digits, ten / 4, (uint64_t)times, (uint64_t)by, value);
  if (!carom_number_value(text, digits, (ten - rest) / 4, &number)) return false;
  if (rest != 0) number *= roots[rest];
  if (times != 1.0) number *= times;
  if (by != 1.0) number /= by;
  *value = number;
  return number - number == 0.0;
}

carom_status carom_quantity_read(const char *text, const char *unit, double *value,
                                 carom_error *err, const char *where)
{
  carom_unit expected, given;
  if (!text || !unit || !value || carom_unit_read(unit, &expected, NULL, NULL) != CAROM_OK)
    return carom_fail(err, CAROM_ERR_ARGUMENT, where,
                      "a quantity needs a text, a place for its value and a valid unit");
  while (*text == ' ' || *text == '\t')
    text++;
  size_t digits = carom_number_scan(text, strlen(text));
  if (digits == 0) return no_number(text, unit, where, err);
  CAROM_TRY(check_rest(text, digits, where, err));

  given = expected;
  const char *rest = text + digits;
  while (*rest == ' ' || *rest == '\t')
    rest++;
  if (*rest != '\0') CAROM_TRY(carom_unit_read(rest, &given, err, where));
  if (!carom_unit_fits(&given, &expected))
    return wrong_dimension(text, &given, unit, &expected, where, err);
  double read = 0.0;
  if (!scaled(text, digits, &given, &expected, &read))
    return carom_fail(err, CAROM_ERR_RANGE, where,
                      "'%.60s' is too large for a double; the largest is about 1.8e308", text);
  *value = read;
  return CAROM_OK;
}

const char *carom_quantity_si(const char *text, double *value)
{
  static const char *const known[] = {
      "m",    "m/s",   "m/s2",    "s",     "kg",      "N",    "Pa",   "J",    "W",    "kg/m3",
      "N/m",  "N m",   "rad",     "rad/s", "Hz",      "1/s",  "kg/s", "m2",   "m3",   "J/m2",
      "Pa s", "kg m2", "N/m^1.5", "N s/m", "N m/rad", "m3/s", "1/m",  "1/m3", "N/m2", "1"};
  const size_t length = strlen(text);
  double number = 0;
  if (length > 0 && carom_number_scan(text, length) == length)
    return carom_quantity_read(text, "1", value, NULL, NULL) == CAROM_OK ? "" : NULL;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (carom_quantity_read(text, known[i], &number, NULL, NULL) == CAROM_OK) {
      *value = number;
      return known[i];
    }
  return NULL;
}
