/* SPDX-License-Identifier: MIT */
#include "run/quantity.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

carom_prefix carom_quantity_prefix(double value)
{
  static const carom_prefix ladder[] = {{1e-15, "f"}, {1e-12, "p"}, {1e-9, "n"}, {1e-6, "u"},
                                        {1e-3, "m"},  {1, ""},      {1e3, "k"},  {1e6, "M"},
                                        {1e9, "G"},   {1e12, "T"}};
  const int top = (int)(sizeof ladder / sizeof *ladder) - 1;
  const double size = value < 0 ? -value : value;
  if (!(size > 0) || !(size < 1e15) || size < 1e-15) return (carom_prefix){1, ""};
  int k = 0;
  while (k < top && size >= 0.99995 * ladder[k + 1].factor) /* 999.96 m is 1 km in four digits */
    k++;
  return ladder[k];
}

/* The exponent of the first symbol of a unit, 2 for m2/s2. */
static int first_power(const char *unit)
{
  const char *c = unit;
  while ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z'))
    c++;
  return c > unit && (*c == '2' || *c == '3') ? *c - '0' : 1;
}

carom_prefix carom_quantity_prefix_of(double value, const char *unit)
{
  const double size = value < 0 ? -value : value;
  if (!unit || !strncmp(unit, "kg", 2) || strchr(unit, '^')) return (carom_prefix){1, ""};
  const int power = first_power(unit);
  if (power == 1) return carom_quantity_prefix(value);
  /* the prefix is raised to the same power as the symbol: 1 mm2 is 1e-6 m2 */
  const double milli = power == 3 ? 1e-9 : 1e-6, micro = milli * milli;
  if (!(size >= 1e-3 * micro) || size >= 1e-3) return (carom_prefix){1, ""};
  return size >= 1e-3 * milli ? (carom_prefix){milli, "m"} : (carom_prefix){micro, "u"};
}

const char *carom_quantity_print(double value, const char *unit, char text[CAROM_QUANTITY_ROOM])
{
  if (!(value - value == 0)) return strcpy(text, "-");
  if (!unit || !strcmp(unit, "1")) {
    const bool count = value > -1e9 && value < 1e9 && value == (double)(int64_t)value;
    snprintf(text, CAROM_QUANTITY_ROOM, count ? "%.0f" : "%.4g", value + 0.0); /* no -0 */
    return text;
  }
  const int kilograms = !strcmp(unit, "kg");
  if (kilograms) value *= 1e3, unit = "g";
  const carom_prefix p = carom_quantity_prefix_of(value, unit);
  /* an exponent would apply to the prefix as well; kg/m3 already has a prefix */
  const double size = value < 0 ? -value : value;
  const int speed = !strcmp(unit, "m/s") && size > 1e-3 && size < 1e5;
  const int plain = speed || strchr(unit, '^') != NULL || !strncmp(unit, "kg", 2) || value == 0;
  if (plain)
    snprintf(text, CAROM_QUANTITY_ROOM, "%.4g %s", value, unit);
  else
    snprintf(text, CAROM_QUANTITY_ROOM, "%.4g %s%s", value / p.factor, p.letter, unit);
  return text;
}
