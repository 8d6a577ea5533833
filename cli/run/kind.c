/* SPDX-License-Identifier: MIT */
#include "cli/run/kind.h"

#include <math.h>

static const cli_kind *const kinds[CAROM_KINDS] = {
    [CAROM_KIND_IMPACT] = &kind_impact, [CAROM_KIND_BOUNCE] = &kind_bounce,
    [CAROM_KIND_CHAIN] = &kind_chain,   [CAROM_KIND_MECHANISM] = &kind_mechanism,
    [CAROM_KIND_SCENE] = &kind_scene,
};

const cli_kind *kind_of(carom_scenario_kind problem)
{
  return kinds[problem];
}

double kind_instants(const carom_scenario *scenario)
{
  return 1 + ceil(scenario->run.until / scenario->record.every - 1e-9);
}

carom_run *kind_try(const carom_input *file, const carom_scenario *scenario, int *code)
{
  const carom_measured_files none = {.files = 0};
  carom_run_options options = carom_run_default();
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  options.record = false;
  options.tell = file_tell;
  options.user = (void *)file;
  *code = EXIT_OK;
  if (carom_run_of(scenario, file->prefix, &none, &options, &run, &err) != CAROM_OK)
    *code = file_fault(file, &err);
  return run;
}
