/* SPDX-License-Identifier: MIT */
/* A program that uses an installed carom-io: a scenario from a text, changed, run and read. Prints
 * the version if the restitution asked for is the one delivered, and contacts agree with libcarom.
 */
#include <carom/io.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
    "{\"carom\": 1, \"materials\": {\"steel\": {\"young\": \"207 GPa\", \"poisson\": 0.3,"
    " \"density\": \"7800 kg/m3\"}}, \"contacts\": [{\"between\": [\"steel\", \"steel\"],"
    " \"law\": \"tsuji\", \"restitution\": 0.7}], \"impact\": {\"a\": {\"radius\": \"20 mm\","
    " \"material\": \"steel\"}, \"b\": {\"radius\": \"20 mm\", \"material\": \"steel\"},"
    " \"speed\": \"1 m/s\"}}";

int main(void)
{
  carom_error err = {.code = CAROM_OK};
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_result e = {.number = 0};
  if (strcmp(carom_version(), CAROM_VERSION) != 0) return 1;
  if (carom_input_read(text, strlen(text), NULL, &input, &err) == CAROM_OK &&
      carom_input_set(input, "contacts.0.restitution", "0.5", &err) == CAROM_OK &&
      carom_run_create(input, NULL, &run, &err) == CAROM_OK &&
      carom_run_advance(run, CAROM_RUN_END, &err) == CAROM_OK)
    carom_run_result(run, "restitution", &e, &err);
  carom_run_destroy(run);
  carom_input_destroy(input);
  if (!(fabs(e.number - 0.5) < 1e-9)) return fprintf(stderr, "%s: %s\n", err.where, err.text), 1;
  return puts(carom_version()) < 0;
}
