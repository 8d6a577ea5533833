/* SPDX-License-Identifier: MIT */
/* Every word for periodic directions means the directions that it names. */
#include <stdlib.h>
#include <string.h>

#include "close.h"
#include "io/scenario.h"

static void words_are_directions(void **state)
{
  (void)state;
  static const char *const words[] = {"none", "x", "y", "z", "xy", "xz", "yz", "xyz"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char text[1024];
    carom_faults faults;
    snprintf(
        text, sizeof text,
        "{\"carom\": 1, \"materials\": {\"glass\": {\"young\": 1e9, \"poisson\": 0.2, "
        "\"density\": 2500}}, \"contacts\": [{\"between\": [\"glass\", \"glass\"], \"law\": "
        "\"hertz\"}], \"scene\": {\"particles\": [{\"position\": [0.5, 0.5, 0.5], "
        "\"radius\": 0.01, \"material\": \"glass\"}], \"domain\": {\"low\": [0, 0, 0], "
        "\"high\": [1, 1, 1], \"periodic\": \"%s\"}}, \"run\": {\"until\": 1, \"step\": 1e-4}}",
        words[i]);
    carom_scenario *s = carom_scenario_read(text, strlen(text), true, NULL, 0, &faults);
    if (!s) fail_msg("%s: %s: %s", words[i], faults.fault[0].where, faults.fault[0].text);
    const bool none = strcmp(words[i], "none") == 0;
    for (int k = 0; k < 3; k++)
      assert_int_equal(s->scene.def.periodic[k], !none && strchr(words[i], "xyz"[k]) != NULL);
    carom_scenario_free(s);
  }
}

SUITE("periodic directions", words_are_directions)
