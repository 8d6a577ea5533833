/* SPDX-License-Identifier: MIT */
/* Units are read by a small recursive parser:
 *   unit   = factor { [ "*" | "." | "·" | "/" ] factor }       "/" divides by the next factor only
 *   factor = ( name | "1" | "(" unit ")" ) [ [ "^" ] power ]
 *   power  = number | "(" number [ "/" number ] ")" | "²" | "³"
 * and the whole may stand in square brackets. */
#include "core/units.h"

#include <string.h>

#include "core/array.h"
#include "core/number.h"
#include "core/text.h"

#define NESTING_MAX 8
#define POWER_MAX 64 /* quarters: no physical unit has a power above 16 */
#define TOTAL_MAX 4096

/* A named unit: times/by 10^ten of its SI unit; exponents are whole numbers, not quarters. Factors
 * that are exact by definition are stored as integers, so that a value in such a unit is rounded
 * only once. */
struct named {
  const char *name;
  signed char length, mass, time, angle, ten;
  bool prefixes, cyclic;
  double times, by;
};

/* A pound is 0.45359237 kg, its weight that times 9.80665 m/s2; an inch is 0.0254 m. */
#define POUND 45359237.0              /* 1e-8 kg */
#define POUND_WEIGHT 44482216152605.0 /* 1e-13 N */
#define SQUARE_INCH 64516.0           /* 1e-8 m2 */

static const struct named named_units[] = {
    {"m", 1, 0, 0, 0, 0, true, false, 1, 1},
    {"g", 0, 1, 0, 0, -3, true, false, 1, 1},
    {"s", 0, 0, 1, 0, 0, true, false, 1, 1},
    {"N", 1, 1, -2, 0, 0, true, false, 1, 1},
    {"Pa", -1, 1, -2, 0, 0, true, false, 1, 1},
    {"J", 2, 1, -2, 0, 0, true, false, 1, 1},
    {"W", 2, 1, -3, 0, 0, true, false, 1, 1},
    {"Hz", 0, 0, -1, 0, 0, true, true, 1, 1},
    {"rad", 0, 0, 0, 1, 0, true, false, 1, 1},
    {"bar", -1, 1, -2, 0, 5, true, false, 1, 1},
    {"t", 0, 1, 0, 0, 3, false, false, 1, 1},
    {"min", 0, 0, 1, 0, 0, false, false, 60, 1},
    {"h", 0, 0, 1, 0, 0, false, false, 3600, 1},
    {"deg", 0, 0, 0, 1, 0, false, true, 0.017453292519943295, 1},
    {"\xC2\xB0", 0, 0, 0, 1, 0, false, true, 0.017453292519943295, 1},
    {"rev", 0, 0, 0, 1, 0, false, true, 6.283185307179586, 1},
    {"rpm", 0, 0, -1, 1, 0, false, true, 0.10471975511965977, 1},
    {"%", 0, 0, 0, 0, -2, false, true, 1, 1},
    {"micron", 1, 0, 0, 0, -6, false, false, 1, 1},
    {"l", 3, 0, 0, 0, -3, true, false, 1, 1},
    {"L", 3, 0, 0, 0, -3, true, false, 1, 1},
    {"cc", 3, 0, 0, 0, -6, false, false, 1, 1},
    {"mil", 1, 0, 0, 0, -7, false, false, 254, 1},
    {"in", 1, 0, 0, 0, -4, false, false, 254, 1},
    {"inch", 1, 0, 0, 0, -4, false, false, 254, 1},
    {"ft", 1, 0, 0, 0, -4, false, false, 3048, 1},
    {"yd", 1, 0, 0, 0, -4, false, false, 9144, 1},
    {"mph", 1, 0, -1, 0, -5, false, false, 44704, 1},
    {"oz", 0, 1, 0, 0, -8, false, false, POUND, 16},
    {"lb", 0, 1, 0, 0, -8, false, false, POUND, 1},
    {"lbm", 0, 1, 0, 0, -8, false, false, POUND, 1},
    {"lbf", 1, 1, -2, 0, -13, false, false, POUND_WEIGHT, 1},
    {"psi", -1, 1, -2, 0, -5, true, false, POUND_WEIGHT, SQUARE_INCH},
    {"ksi", -1, 1, -2, 0, -2, false, false, POUND_WEIGHT, SQUARE_INCH},
};

static const struct prefix {
  const char *name;
  int ten;
} prefixes[] = {
    {"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"\xC2\xB5", -6}, {"\xCE\xBC", -6},
    {"m", -3},  {"c", -2},  {"d", -1}, {"da", 1}, {"h", 2},         {"k", 3},
    {"M", 6},   {"G", 9},   {"T", 12}, {"P", 15},
};

struct reader {
  const char *at;
  const char *whole; /* for messages */
  const char *where;
  carom_error *err;
  int nesting;
};

static const carom_unit pure = {0, 0, 0, 0, 0, 1.0, 1.0, false};

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || (unsigned char)c >= 0x80;
}

/* Multiplication signs and superscripts are not part of names, although they are not ASCII
 * either. */
static bool is_sign(const char *at)
{
  return (unsigned char)at[0] == 0xC2 &&
         ((unsigned char)at[1] == 0xB7 || (unsigned char)at[1] == 0xB2 ||
          (unsigned char)at[1] == 0xB3);
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static void skip_blanks(struct reader *in)
{
  while (*in->at == ' ' || *in->at == '\t')
    in->at++;
}

static carom_status bad_unit(struct reader *in, const char *fault)
{
  return carom_fail(in->err, CAROM_ERR_SYNTAX, in->where,
                    "cannot read '%.80s': %s; write a unit like m/s, kg/m3 or N/m^1.5", in->whole,
                    fault);
}

static const struct named *find_named(const char *name, size_t length, int *ten)
{
  for (int i = 0; i < CAROM_COUNT(named_units); i++) {
    *ten = 0;
    if (strlen(named_units[i].name) == length && !memcmp(named_units[i].name, name, length))
      return &named_units[i];
  }
  for (int p = 0; p < CAROM_COUNT(prefixes); p++) {
    size_t head = strlen(prefixes[p].name);
    if (head >= length || memcmp(prefixes[p].name, name, head)) continue;
    *ten = prefixes[p].ten;
    for (int i = 0; i < CAROM_COUNT(named_units); i++) {
      const struct named *unit = &named_units[i];
      if (unit->prefixes && strlen(unit->name) == length - head &&
          !memcmp(unit->name, name + head, length - head))
        return unit;
    }
  }
  return NULL;
}

static carom_status read_name(struct reader *in, carom_unit *unit)
{
  const char *name = in->at;
  while (is_letter(*in->at) && !is_sign(in->at))
    in->at++;
  size_t length = (size_t)(in->at - name);
  int ten = 0;
  const struct named *found = find_named(name, length, &ten);
  const bool alone = name == in->whole && !*in->at; /* otherwise the message quotes its place */
  if (!found)
    return carom_fail(in->err, CAROM_ERR_UNIT, in->where,
                      "unknown unit '%.*s'%s%.40s%s; known are m, g, s, N, Pa, J, W, Hz, rad, bar, "
                      "l, psi with prefixes (mm, kg, GPa), t, min, h, deg, rev, rpm, %%, micron, "
                      "cc, mil, in, ft, yd, mph, oz, lb, lbf, ksi",
                      length > 40 ? 40 : (int)length, name, alone ? "" : " in '",
                      alone ? "" : in->whole, alone ? "" : "'");
  *unit = (carom_unit){4 * found->length,      4 * found->mass, 4 * found->time, 4 * found->angle,
                       4 * (found->ten + ten), found->times,    found->by,       found->cyclic};
  return CAROM_OK;
}

/* Reads a number in quarters, such as 1.25 for 5. */
static carom_status read_quarters(struct reader *in, bool sign, int *quarters)
{
  const char *begin = in->at;
  size_t length = 0;
  if (sign && (begin[length] == '-' || begin[length] == '+')) length++;
  while (is_digit(begin[length]))
    length++;
  if (begin[length] == '.' && is_digit(begin[length + 1])) {
    length++;
    while (is_digit(begin[length]))
      length++;
  }
  double value = 0.0;
  if (carom_number_scan(begin, length) != length || length == 0)
    return bad_unit(in, "a power is missing");
  carom_number_value(begin, length, 0, &value);
  if (!(value >= -POWER_MAX / 4 && value <= POWER_MAX / 4))
    return bad_unit(in, "a power is too large");
  *quarters = (int)(4.0 * value);
  if ((double)*quarters != 4.0 * value) return bad_unit(in, "powers go in steps of 0.25");
  in->at += length;
  return CAROM_OK;
}

/* A power in brackets, which may be a fraction: ^(3/2). */
static carom_status read_bracketed_power(struct reader *in, int *quarters)
{
  in->at++;
  skip_blanks(in);
  CAROM_TRY(read_quarters(in, true, quarters));
  skip_blanks(in);
  if (*in->at == '/') {
    int below = 0;
    in->at++;
    skip_blanks(in);
    CAROM_TRY(read_quarters(in, false, &below));
    if (below == 0 || 4 * *quarters % below != 0) return bad_unit(in, "powers go in steps of 0.25");
    *quarters = 4 * *quarters / below;
    skip_blanks(in);
  }
  if (*in->at != ')') return bad_unit(in, "a bracket is not closed");
  in->at++;
  return CAROM_OK;
}

static carom_status read_power(struct reader *in, int *quarters)
{
  *quarters = 4;
  if ((unsigned char)in->at[0] == 0xC2 &&
      ((unsigned char)in->at[1] == 0xB2 || (unsigned char)in->at[1] == 0xB3)) {
    *quarters = (unsigned char)in->at[1] == 0xB2 ? 8 : 12;
    in->at += 2;
    return CAROM_OK;
  }
  if (*in->at == '^') {
    in->at++;
    if (*in->at == '(') return read_bracketed_power(in, quarters);
    return read_quarters(in, true, quarters);
  }
  if (is_digit(*in->at) || ((*in->at == '-' || *in->at == '+') && is_digit(in->at[1])))
    return read_quarters(in, true, quarters);
  return CAROM_OK;
}

/* base^(quarters/4) for quarters >= 0. */
static double power(double base, int quarters)
{
  double result = 1.0;
  if (base == 1.0) return result;
  for (int i = 0; i < quarters / 4; i++)
    result *= base;
  if (quarters & 2) result *= __builtin_sqrt(base);
  if (quarters & 1) result *= __builtin_sqrt(__builtin_sqrt(base));
  return result;
}

/* *unit *= factor^(quarters/4); false if an exponent is no whole number of quarters or anything
 * grows too large. */
static bool multiply(carom_unit *unit, const carom_unit *factor, int quarters)
{
  const int from[] = {factor->length, factor->mass, factor->time, factor->angle, factor->ten};
  int *to[] = {&unit->length, &unit->mass, &unit->time, &unit->angle, &unit->ten};
  for (int i = 0; i < CAROM_COUNT(from); i++) {
    if (from[i] * quarters % 4 != 0) return false;
    *to[i] += from[i] * quarters / 4;
    if (*to[i] > TOTAL_MAX || *to[i] < -TOTAL_MAX) return false;
  }
  int size = quarters < 0 ? -quarters : quarters;
  unit->times *= power(quarters < 0 ? factor->by : factor->times, size);
  unit->by *= power(quarters < 0 ? factor->times : factor->by, size);
  unit->cyclic = unit->cyclic || factor->cyclic;
  return unit->times > 1e-100 && unit->times < 1e100 && unit->by > 1e-100 && unit->by < 1e100;
}

static carom_status read_product(struct reader *in, carom_unit *unit);

static carom_status read_factor(struct reader *in, carom_unit *unit, int *quarters)
{
  if (*in->at == '(') {
    if (++in->nesting > NESTING_MAX) return bad_unit(in, "too many brackets");
    in->at++;
    CAROM_TRY(read_product(in, unit));
    if (*in->at != ')') return bad_unit(in, "a bracket is not closed");
    in->at++;
    in->nesting--;
  } else if (*in->at == '1' && !is_digit(in->at[1])) {
    in->at++;
    *unit = pure;
    *quarters = 4;
    return CAROM_OK;
  } else if (is_letter(*in->at) && !is_sign(in->at)) {
    CAROM_TRY(read_name(in, unit));
  } else {
    return bad_unit(in, *in->at ? "there is something that is no unit" : "a unit is missing");
  }
  return read_power(in, quarters);
}

/* The sign before a factor: 1 to multiply, -1 to divide, 0 if the product ends here. */
static int read_sign(struct reader *in)
{
  skip_blanks(in);
  int sign = 1;
  if (*in->at == '\0' || *in->at == ')' || *in->at == ']') return 0;
  if (*in->at == '/') {
    sign = -1;
    in->at++;
  } else if (*in->at == '*' || *in->at == '.') {
    in->at++;
  } else if ((unsigned char)in->at[0] == 0xC2 && (unsigned char)in->at[1] == 0xB7) {
    in->at += 2;
  }
  skip_blanks(in);
  return sign;
}

static carom_status read_product(struct reader *in, carom_unit *unit)
{
  carom_unit product = pure;
  int sign = 1;
  skip_blanks(in);
  do {
    carom_unit factor = pure;
    int quarters = 4;
    CAROM_TRY(read_factor(in, &factor, &quarters));
    if (!multiply(&product, &factor, sign * quarters)) return bad_unit(in, "a power is too odd");
    sign = read_sign(in);
  } while (sign != 0);
  *unit = product;
  return CAROM_OK;
}

static carom_status read_unit(struct reader *in, carom_unit *unit)
{
  skip_blanks(in);
  bool square = *in->at == '[';
  if (square) in->at++;
  CAROM_TRY(read_product(in, unit));
  if (square) {
    if (*in->at != ']') return bad_unit(in, "a bracket is not closed");
    in->at++;
    skip_blanks(in);
  }
  if (*in->at != '\0') return bad_unit(in, "there is a bracket too many");
  return CAROM_OK;
}

carom_status carom_unit_read(const char *text, carom_unit *unit, carom_error *err,
                             const char *where)
{
  if (!text || !unit)
    return carom_fail(err, CAROM_ERR_ARGUMENT, where, "no unit was given to be read");
  struct reader in = {.at = text, .whole = text, .where = where, .err = err};
  return read_unit(&in, unit);
}

bool carom_unit_fits(const carom_unit *given, const carom_unit *expected)
{
  if (given->length != expected->length || given->mass != expected->mass ||
      given->time != expected->time)
    return false;
  return given->angle == expected->angle || !(given->cyclic || expected->cyclic);
}
