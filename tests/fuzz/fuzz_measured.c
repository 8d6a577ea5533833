/* SPDX-License-Identifier: MIT */
/* Any bytes as a table of measured data: curves whose times grow, or an error with a place; and a
 * comparison of the first curve with the last that is finite or says that there is nothing. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/measured.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

static const char *unit_of(const void *user, const char *name)
{
  (void)user;
  return *name == 'f' ? "N" : *name == 'v' ? "m/s" : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  carom_measured m;
  carom_error err = {.code = CAROM_OK};
  if (carom_measured_read((const char *)data, size, 1e-6, unit_of, NULL, &m, &err) != CAROM_OK) {
    require(m.curves == 0 && err.code != CAROM_OK && strlen(err.text) > 0);
    require(err.line >= 1 && err.column >= 1);
    return 0;
  }
  require(m.curves > 0);
  for (int k = 0; k < m.curves; k++) {
    require(m.curve[k].points >= 2);
    for (int64_t i = 0; i < m.curve[k].points; i++)
      require(isfinite(m.curve[k].time[i]) || isinf(m.curve[k].time[i]));
  }
  const carom_measured_curve *a = &m.curve[0], *b = &m.curve[m.curves - 1];
  const carom_trace first = {a->time, a->value, a->points, 1},
                    last = {b->time, b->value, b->points, 1};
  const carom_misfit misfit = carom_misfit_of(first, last, 0.5);
  require(misfit.points >= 0 && misfit.points <= b->points);
  carom_measured_free(&m);
  return 0;
}
