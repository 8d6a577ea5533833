/* SPDX-License-Identifier: MIT */
#include "core/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of digits that can affect the rounding of a double; further digits matter only by not
 * all being zero. */
#define DIGITS_MAX 800
/* Beyond this exponent any number is 0 or too large, whatever its digits (of which there are
 * fewer). */
#define EXPONENT_MAX 2000000000LL

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static size_t skip_digits(const char *text, size_t length, size_t at)
{
  while (at < length && is_digit(text[at]))
    at++;
  return at;
}

size_t carom_number_scan(const char *text, size_t length)
{
  size_t at = 0;
  if (at < length && (text[at] == '+' || text[at] == '-')) at++;
  size_t first = at;
  at = skip_digits(text, length, at);
  size_t digits = at - first;
  if (at < length && text[at] == '.') {
    size_t after = skip_digits(text, length, at + 1);
    digits += after - at - 1;
    if (digits > 0) at = after;
  }
  if (digits == 0) return 0;
  if (at < length && (text[at] == 'e' || text[at] == 'E')) {
    size_t power = at + 1;
    if (power < length && (text[power] == '+' || text[power] == '-')) power++;
    size_t after = skip_digits(text, length, power);
    if (after > power) at = after;
  }
  return at;
}

static long long read_exponent(const char *text, size_t length)
{
  long long exponent = 0;
  bool negative = length > 0 && text[0] == '-';
  for (size_t i = 0; i < length; i++) {
    if (is_digit(text[i]) && exponent < EXPONENT_MAX / 10 - 1)
      exponent = 10 * exponent + (text[i] - '0');
  }
  return negative ? -exponent : exponent;
}

/* Multiplies `used` decimal digits in place, from the right, and returns how many there are then.
 * The buffer must have room for 17 more. */
static size_t multiplied(char *digits, size_t used, uint64_t times)
{
  char more[20];
  uint64_t carry = 0;
  size_t extra = 0;
  for (size_t i = used; i-- > 0;) { /* 9 2^53 + 2^53 is below 2^64 */
    carry += times * (uint64_t)(digits[i] - '0');
    digits[i] = (char)('0' + carry % 10);
    carry /= 10;
  }
  for (; carry > 0; carry /= 10)
    more[extra++] = (char)('0' + carry % 10);
  memmove(digits + extra, digits, used);
  for (size_t i = 0; i < extra; i++)
    digits[i] = more[extra - 1 - i];
  return used + extra;
}

/* Long division from the left, continued into the decimals until nothing is left or DIGITS_MAX
 * digits are produced; a remainder then sets the last digit nonzero. *exponent counts the
 * decimals. */
static size_t divided(char *digits, size_t used, uint64_t by, long long *exponent)
{
  size_t made = 0, at = 0;
  uint64_t rest = 0;
  for (; at < used || (rest > 0 && made < DIGITS_MAX); at++) {
    rest = 10 * rest + (at < used ? (uint64_t)(digits[at] - '0') : 0);
    if (at >= used) (*exponent)--;
    if (made > 0 || rest >= by) digits[made++] = (char)('0' + rest / by);
    rest %= by;
  }
  if (rest > 0) {
    digits[made++] = '1';
    (*exponent)--;
  }
  return made;
}

bool carom_number_value(const char *text, size_t length, int shift, double *value)
{
  return carom_number_ratio(text, length, shift, 1, 1, value);
}

/* The number is rewritten as "digits e exponent", without a decimal point, so that strtod reads it
 * identically in every locale. */
bool carom_number_ratio(const char *text, size_t length, int shift, uint64_t times, uint64_t by,
                        double *value)
{
  char plain[DIGITS_MAX + 64];
  size_t used = 0, at = 0;
  long long exponent = shift;
  bool negative = false, after_point = false, cut = false;

  if (at < length && (text[at] == '+' || text[at] == '-')) negative = text[at++] == '-';
  for (; at < length && text[at] != 'e' && text[at] != 'E'; at++) {
    if (text[at] == '.') {
      after_point = true;
      continue;
    }
    if (after_point) exponent--;
    if (used == 0 && text[at] == '0') continue;
    if (used < DIGITS_MAX) {
      plain[used++] = text[at];
    } else {
      exponent++;
      cut = cut || text[at] != '0';
    }
  }
  if (at < length) exponent += read_exponent(text + at + 1, length - at - 1);
  if (cut) {
    plain[used++] = '1';
    exponent--;
  }
  if (used == 0) {
    *value = negative ? -0.0 : 0.0;
    return true;
  }
  if (times != 1) used = multiplied(plain, used, times);
  if (by != 1) used = divided(plain, used, by, &exponent);
  snprintf(plain + used, sizeof plain - used, "e%lld", exponent);
  double magnitude = strtod(plain, NULL);
  *value = negative ? -magnitude : magnitude;
  return magnitude <= 1.7976931348623157e308;
}

/* Puts a '.' where the locale has its own decimal point, which may take several bytes. */
static void plain_point(char *text)
{
  char *to = text;
  bool foreign = false;
  for (const char *from = text; *from; from++) {
    if (is_digit(*from) || *from == '-' || *from == '+' || *from == 'e') {
      *to++ = *from;
      foreign = false;
    } else if (!foreign) {
      *to++ = '.';
      foreign = true;
    }
  }
  *to = '\0';
}

size_t carom_number_print(double value, char text[CAROM_NUMBER_ROOM])
{
  if (value - value != 0.0) {
    strcpy(text, value != value ? "nan" : value > 0 ? "inf" : "-inf");
    return strlen(text);
  }
  for (int digits = 15; digits <= 17; digits++) {
    double back = 0.0;
    snprintf(text, CAROM_NUMBER_ROOM, "%.*g", digits, value);
    plain_point(text);
    carom_number_value(text, strlen(text), 0, &back);
    if (back == value) break;
  }
  return strlen(text);
}
