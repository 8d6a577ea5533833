/* SPDX-License-Identifier: MIT */
#include "cli/run/scenario_file.h"

#include <stdio.h>

#include "cli/base/message.h"

carom_input *file_read(const cli_arguments *given, int *code)
{
  carom_error err = {.code = CAROM_OK};
  if (given->words != 1) {
    *code = message_usage(given->words ? given->word[1] : NULL,
                          given->words ? "only one file can be named"
                                       : "name a scenario file ('carom new impact' prints one)");
    return NULL;
  }
  carom_input *input = carom_input_load(given->word[0], &err);
  if (!input) *code = message_usage(NULL, "%s", err.text);
  for (int i = 0; input && i < given->assignments; i++)
    if (!carom_input_change(input, given->assigned[i].name, given->assigned[i].value, NULL)) {
      message_usage(NULL, "out of memory");
      *code = EXIT_FAILED;
    }
  return input;
}

int file_fault(const carom_input *file, const carom_error *err)
{
  message_place(file->path, err);
  return err->code == CAROM_ERR_MEMORY && err->line == 0 ? EXIT_FAILED : EXIT_INPUT;
}

void file_tell(void *input, const carom_diagnostic *d)
{
  const carom_input *file = input;
  message_diagnostic(*d->file ? d->file : file->path, d);
}

carom_scenario *file_scenario(const carom_input *file, int *code)
{
  carom_faults faults;
  carom_scenario *scenario = carom_input_scenario(file, &faults);
  if (scenario) {
    carom_warnings_tell(&faults, file_tell, (void *)file);
    return scenario;
  }
  carom_faults_tell(&faults, file_tell, (void *)file);
  *code = faults.fault[0].code == CAROM_ERR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
  return NULL;
}
