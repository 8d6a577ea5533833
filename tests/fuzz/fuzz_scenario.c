/* SPDX-License-Identifier: MIT */
/* Any bytes as a scenario file: either a scenario or faults with a place, never both. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

static void check_list(const carom_error *list, int count)
{
  require(count <= CAROM_FAULTS);
  for (int i = 0; i < count; i++) {
    const carom_error *err = &list[i];
    require(memchr(err->text, '\0', sizeof err->text) && strlen(err->text) > 0);
    require(memchr(err->where, '\0', sizeof err->where));
    require(i == 0 || err->line >= list[i - 1].line);
  }
}

static void check(const carom_faults *faults)
{
  require(faults->count > 0);
  check_list(faults->fault, faults->count);
  for (int i = 0; i < faults->count; i++)
    require(faults->fault[i].code != CAROM_OK);
}

/* The first byte says how the rest is read, and whether a value is changed. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const carom_change change[] = {{"run.tolerance", "1e-9", NULL},
                                        {"chain.beads.0.velocity", "2 m/s", NULL},
                                        {"materials.m.young", "1", NULL}};
  carom_faults faults;
  if (size == 0) return 0;
  carom_scenario *scenario = carom_scenario_read((const char *)data + 1, size - 1, data[0] & 1,
                                                 change, data[0] >> 1 & 3, &faults);
  check_list(faults.warning, faults.warnings);
  if (!scenario) {
    check(&faults);
    return 0;
  }
  require(faults.count == 0 && faults.more == 0);
  require(scenario->problem >= 0 && scenario->problem < CAROM_KINDS);
  require(scenario->joints > 0 || scenario->chain.beads == 1 ||
          scenario->problem == CAROM_KIND_MECHANISM);
  for (int i = 0; i < scenario->chain.beads; i++)
    require(i == 0 || (scenario->chain.bead[i].contact >= 0 &&
                       scenario->chain.bead[i].contact < scenario->contacts));
  carom_scenario_free(scenario);
  return 0;
}
