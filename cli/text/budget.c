/* SPDX-License-Identifier: MIT */
#include "cli/text/budget.h"

#include <inttypes.h>
#include <stdio.h>

#include "run/quantity.h"

static const double much = 0.01, all = 0.5;

void budget_tell(const carom_run_energy *b, bool json)
{
  const double off = carom_energy_off(b);
  char text[400];
  if (!(off > much)) return;
  snprintf(text, sizeof text, "the energy budget is off by %.3g %%%s; %s", 100 * off,
           off > all ? ": the result means nothing" : "", b->remedy);
  if (json) {
    message_warning("energy", "%s", text);
  } else {
    message_keep("energy", text);
    printf("warning: %s\n", text);
  }
}

void budget_tell_sweep(double off, int64_t index)
{
  if (off > much)
    message_warning("energy", "the energy budget of combination %" PRId64 " is off by %.3g %%%s",
                    index + 1, 100 * off, off > all ? ": its result means nothing" : "");
}

int budget_judge(double off, int code)
{
  return code == EXIT_OK && off > all ? EXIT_FAILED : code;
}

void budget_print(const budget_channel *channel, size_t count, double off)
{
  char q[CAROM_QUANTITY_ROOM];
  const char *before = "energy    ";
  for (size_t i = 0; i < count; i++) {
    if (channel[i].value == 0) continue;
    printf("%s%s %s", before, carom_quantity_print(channel[i].value, "J", q), channel[i].name);
    before = ", ";
  }
  printf("%s\n          budget closes within %.1e\n", *before == ',' ? "" : "energy    none", off);
}
