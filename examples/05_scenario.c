/* SPDX-License-Identifier: MIT */
/* A scenario file, run: 05_scenario [FILE [PATH VALUE]...] prints its results as JSON. */
#include <carom/io.h>

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
  carom_error err = {.code = CAROM_OK};
  carom_input *input = NULL;
  carom_run *run = NULL;
  const char *example = carom_kind_example(0); /* an impact, if no file is named */
  carom_status status = argc > 1 ? carom_input_open(argv[1], &input, &err)
                                 : carom_input_read(example, strlen(example), NULL, &input, &err);
  for (int i = 2; i + 1 < argc && status == CAROM_OK; i += 2)
    status = carom_input_set(input, argv[i], argv[i + 1], &err);
  carom_run_options options = carom_run_default();
  options.record = false; /* only the end is wanted */
  if (status == CAROM_OK) status = carom_run_create(input, &options, &run, &err);
  if (status == CAROM_OK) status = carom_run_advance(run, CAROM_RUN_END, &err);
  const char *json = status == CAROM_OK ? carom_run_json(run, &err) : NULL;
  if (json) fputs(json, stdout);
  if (!json) fprintf(stderr, "%s: %s\n", err.where, err.text);
  carom_run_destroy(run);
  carom_input_destroy(input);
  return json ? 0 : 1;
}
