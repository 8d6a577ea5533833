/* SPDX-License-Identifier: MIT */
#include "cli/problem.h"

static const cli_problem *const problems[CAROM_PROBLEMS] = {
    [CAROM_PROBLEM_IMPACT] = &problem_impact,
    [CAROM_PROBLEM_BOUNCE] = &problem_bounce,
    [CAROM_PROBLEM_CHAIN] = &problem_chain,
};

const cli_problem *problem_of(carom_problem problem)
{
  return problems[problem];
}

void problem_keep(cli_sweep_row *row, void (*members)(carom_json *json, const void *user),
                  const void *user)
{
  carom_json json = carom_json_to_memory();
  carom_json_object(&json, NULL);
  members(&json, user);
  carom_json_end(&json);
  row->status = carom_json_finish(&json, &row->error);
  row->json = json.text;
}
