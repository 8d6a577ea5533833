/* SPDX-License-Identifier: MIT */
/* Prefixes: of a unit that begins with a power they count as often as its symbol does. Counts keep
 * their digits. */
#include "run/quantity.h"
#include "setup.h"
#include "suite.h"

static void prefixes(void **state)
{
  (void)state;
  static const struct {
    double value;
    const char *unit, *text;
  } known[] = {{1.234e-5, "s", "12.34 us"},
               {2e4, "Pa", "20 kPa"},
               {1e-4, "m2/s2", "100 mm2/s2"},
               {4e-9, "m2/s2", "0.004 mm2/s2"},
               {0.25, "m2", "0.25 m2"},
               {3, "m2/s2", "3 m2/s2"},
               {2e-13, "m3", "2e+05 um3"},
               {1.5e-7, "m3", "150 mm3"},
               {1.047e-5, "kg", "10.47 mg"},
               {2500, "kg/m3", "2500 kg/m3"},
               {1e-3, "kg/m2/s", "0.001 kg/m2/s"},
               {18351, "1", "18351"},
               {123456789, NULL, "123456789"},
               {18351.5, "1", "1.835e+04"},
               {1e9, "1", "1e+09"},
               {-0.0, "1", "0"},
               {0.7, "1", "0.7"}};
  for (int k = 0; k < COUNT(known); k++) {
    char text[CAROM_QUANTITY_ROOM];
    carom_quantity_print(known[k].value, known[k].unit, text);
    if (strcmp(text, known[k].text)) fail_msg("'%s' instead of '%s'", text, known[k].text);
  }
}

SUITE("quantities", prefixes)
