/* SPDX-License-Identifier: MIT */
#include "cli/run/problem.h"

static const cli_problem *const problems[CAROM_PROBLEMS] = {
    [CAROM_PROBLEM_IMPACT] = &problem_impact, [CAROM_PROBLEM_BOUNCE] = &problem_bounce,
    [CAROM_PROBLEM_CHAIN] = &problem_chain,   [CAROM_PROBLEM_MECHANISM] = &problem_mechanism,
    [CAROM_PROBLEM_SCENE] = &problem_scene,
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

int problem_measured(const cli_file *file, const carom_scenario *scenario, cli_measured *measured)
{
  const cli_problem *problem = problem_of(scenario->problem);
  cli_record record = {.columns = 0};
  *measured = (cli_measured){.files = 0};
  if (scenario->measured_files > 0 && !problem->record)
    return message_usage("measured", "there is nothing in such a file to compare data with");
  if (problem->record) problem->record(scenario, &record);
  const char *repeated = record_repeated(&record);
  const int code = repeated ? message_usage("record",
                                            "two columns of series.csv would be called '%.80s'; "
                                            "rename one of the things they belong to, or keep one",
                                            repeated)
                            : measured_load(file, scenario, &record, measured);
  record_free(&record);
  return code;
}
