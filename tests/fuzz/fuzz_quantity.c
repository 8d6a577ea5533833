/* SPDX-License-Identifier: MIT */
/* Any text as a quantity, a unit and a field: read without a fault, and what is accepted is finite
 * and is printed and read back to the same bits. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "core/units.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

static void judge(carom_status status, const carom_error *err, double value)
{
  if (status == CAROM_OK) {
    require(value - value == 0.0);
  } else {
    require(err->code == status && value == -99.0 && err->text[0] != '\0');
    require(memchr(err->text, '\0', sizeof err->text) != NULL);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const units[] = {"1",  "m",       "m/s",        "kg",
                                      "Pa", "N/m^1.5", "N s/m^1.25", "rad/s"};
  static const carom_field fields[] = {
      {"radius", "m", 0.01, 0.0, __builtin_inf(), NULL, "A length."},
      {"impact_speed", "m/s", CAROM_WORD(0), 1e-3, 1e3, "latched|first-touch",
       "A speed or a word."},
      {"separation", NULL, CAROM_WORD(0), 0.0, 0.0, "force|overlap", "A word."},
  };
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';

  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    double value = -99.0;
    carom_error err = {.code = CAROM_OK};
    judge(carom_quantity_read(text, units[i], &value, &err, "x"), &err, value);
  }
  carom_unit unit;
  if (carom_unit_read(text, &unit, NULL, NULL) == CAROM_OK) require(carom_unit_fits(&unit, &unit));

  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
    double value = -99.0, back = 0.0;
    char printed[96];
    carom_error err = {.code = CAROM_OK};
    carom_status status = carom_field_read(&fields[i], text, NULL, &value, &err);
    judge(status, &err, value);
    if (status != CAROM_OK) continue;
    require(carom_field_print(&fields[i], value, printed, sizeof printed) < sizeof printed);
    require(carom_field_read(&fields[i], printed, NULL, &back, NULL) == CAROM_OK);
    require(!memcmp(&back, &value, sizeof value));
  }
  carom_error err;
  carom_fields_unknown((carom_fields){fields, 3}, text, text, text, &err);
  carom_nearest_of(text, 8, units);
  free(text);
  return 0;
}
