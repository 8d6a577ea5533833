/* SPDX-License-Identifier: MIT */
#include "cli/text/measured_text.h"

#include <inttypes.h>
#include <math.h>

#include "cli/base/table.h"
#include "run/quantity.h"

void measured_print(const carom_misfits *misfits)
{
  static const cli_column columns[] = {{"measured", "column", NULL, 0},
                                       {"points", "points", NULL, 0},
                                       {"peak", "measured_peak", NULL, 0},
                                       {"computed", "peak", NULL, 0},
                                       {"error", "peak_error", NULL, 0},
                                       {"arrival", "measured_arrival", "s", 0},
                                       {"computed", "arrival", "s", 0},
                                       {"error", "arrival_error", "s", 0},
                                       {"RMS", "rms", NULL, 0},
                                       {"of peak", "rms_share", NULL, 0}};
  if (misfits->count == 0) return;
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int i = 0; i < misfits->count; i++) {
    const carom_curve_misfit *one = &misfits->item[i];
    const carom_misfit *m = &one->misfit;
    const char *unit = one->curve->unit;
    char text[CAROM_QUANTITY_ROOM];
    table_text(&table, one->curve->name);
    snprintf(text, sizeof text, "%" PRId64, m->points);
    table_text(&table, text);
    table_text(&table, carom_quantity_print(m->measured_peak, unit, text));
    table_text(&table, carom_quantity_print(m->peak, unit, text));
    snprintf(text, sizeof text, "%+.2f %%", 100 * m->peak_error);
    table_text(&table, isfinite(m->peak_error) ? text : NULL);
    table_number(&table, m->measured_arrival);
    table_number(&table, m->arrival);
    table_number(&table, m->arrival_error);
    table_text(&table, carom_quantity_print(m->rms, unit, text));
    snprintf(text, sizeof text, "%.2f %%", 100 * m->rms_share);
    table_text(&table, isfinite(m->rms_share) ? text : NULL);
  }
  putchar('\n');
  if (table_ok(&table)) table_write_text(&table, stdout);
  table_free(&table);
}
