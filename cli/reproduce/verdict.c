/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/verdict.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double nearness = 0.015;

double verdict_half_unit(const char *digits)
{
  const char *exponent = strpbrk(digits, "eE"), *point = strchr(digits, '.');
  const char *end = exponent ? exponent : digits + strlen(digits);
  int64_t power = exponent ? strtoll(exponent + 1, NULL, 10) : 0;
  double unit = 1;
  if (point) power -= (int64_t)(end - point) - 1;
  for (; power > 0; power--)
    unit *= 10;
  for (; power < 0; power++)
    unit /= 10;
  return 0.5 * unit;
}

double verdict_number(const char *printed)
{
  return strtod(printed, NULL);
}

double verdict_relative(double value, const char *printed)
{
  const double number = verdict_number(printed);
  return number == 0 ? __builtin_nan("") : (value - number) / number;
}

repro_verdict verdict_of(double value, const char *printed, const char *digits)
{
  if (!(value - value == 0)) return REPRO_NOTHING;
  /* the last factor allows for the rounding of this difference */
  if (fabs(value - verdict_number(printed)) <= verdict_half_unit(digits) * (1 + 1e-9))
    return REPRO_MATCH;
  return fabs(verdict_relative(value, printed)) <= nearness ? REPRO_CLOSE : REPRO_DIFFERS;
}

const char *verdict_text(repro_verdict verdict)
{
  static const char *const texts[] = {"match", "close", "differs", "not a property", "missing"};
  return texts[verdict];
}

const char *verdict_name(repro_verdict verdict)
{
  return verdict == REPRO_NO_PROPERTY ? "not_a_property" : verdict_text(verdict);
}
