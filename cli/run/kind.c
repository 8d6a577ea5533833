/* SPDX-License-Identifier: MIT */
#include "cli/run/kind.h"

static const cli_kind *const kinds[CAROM_PROBLEMS] = {
    [CAROM_PROBLEM_IMPACT] = &kind_impact, [CAROM_PROBLEM_BOUNCE] = &kind_bounce,
    [CAROM_PROBLEM_CHAIN] = &kind_chain,   [CAROM_PROBLEM_MECHANISM] = &kind_mechanism,
    [CAROM_PROBLEM_SCENE] = &kind_scene,
};

const cli_kind *kind_of(carom_problem problem)
{
  return kinds[problem];
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
  *code = ENDED_WELL;
  if (carom_run_of(scenario, file->prefix, &none, &options, &run, &err) != CAROM_OK)
    *code = file_fault(file, &err);
  return run;
}
