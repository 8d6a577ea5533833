/* SPDX-License-Identifier: MIT */
/* carom check: checks a scenario file and prints what follows from it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands/commands.h"
#include "cli/text/impact_text.h"
#include "cli/run/kind.h"
#include "run/quantity.h"
#include "cli/run/scenario_file.h"

static void name_contacts(const carom_scenario *s, const carom_scenario_joint *joint, FILE *file)
{
  const carom_scenario_contact *c = &s->contact[joint->contact];
  fputs("# ", file);
  kind_of(s->problem)->name_contact(joint, file);
  fprintf(file, ": %s between %s and %s\n", c->def.law, s->material[c->a].name,
          s->material[c->b].name);
}

static void print_joint(const carom_scenario *s, const carom_scenario_joint *joint, FILE *file)
{
  const carom_contact_def def = carom_scenario_joint_def(s, joint);
  carom_contact c;
  char q[4][CAROM_QUANTITY_ROOM];
  if (carom_contact_prepare(&def, &c, NULL) != CAROM_OK) return; /* reported before */
  const int dampings = carom_law_about(c.law)->dampings;
  const double yield = carom_contact_yield_overlap(&c);
  name_contacts(s, joint, file);
  fprintf(file, "#   E* %s   R* %s   m* %s\n",
          c.modulus == CAROM_UNSET ? "not given" : carom_quantity_print(c.modulus, "Pa", q[0]),
          carom_quantity_print(c.radius, "m", q[1]), carom_quantity_print(c.mass, "kg", q[2]));
  if (dampings == 1)
    fprintf(file, "#   damping ratio %.9g\n", c.damping[0]);
  else if (dampings == 2)
    fprintf(file, "#   damping ratio %.9g elastic, %.9g plastic\n", c.damping[0], c.damping[1]);
  if (carom_contact_unjudged(&c))
    fprintf(file, "#   %s\n", carom_contact_unjudged(&c));
  else if (yield != CAROM_UNSET && yield != CAROM_NEVER)
    fprintf(file, "#   first yield at an overlap of %s\n", carom_quantity_print(yield, "m", q[0]));
  fprintf(file, "#   contact time about %s at %s\n",
          carom_quantity_print(carom_impact_time(&c, joint->speed), "s", q[0]),
          carom_quantity_print(joint->speed, "m/s", q[1]));
}

static int print_derived(const carom_input *input, const carom_scenario *s, FILE *file)
{
  const cli_kind *kind = kind_of(s->problem);
  for (int i = 0; i < s->joints; i++)
    print_joint(s, &s->joint[i], file);
  if (s->axes > 0) fprintf(file, "# %" PRId64 " combinations\n", carom_scenario_runs(s, 1000000));
  return kind->derive ? kind->derive(input, s, file) : EXIT_OK;
}

/* Later parts may find another error, so nothing is printed before all are done. */
static int print_all(const carom_input *file, const carom_scenario *scenario)
{
  char *derived = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&derived, &length);
  if (!memory) return message_usage(file->path, "out of memory");
  const int code = print_derived(file, scenario, memory);
  fclose(memory);
  if (code == EXIT_OK) {
    carom_scenario_print(scenario, stdout);
    printf("\n%s", derived ? derived : "");
  }
  free(derived);
  return code;
}

static int run(const cli_arguments *given)
{
  int code = EXIT_OK;
  carom_input *file = file_read(given, &code);
  carom_scenario *scenario = code == EXIT_OK ? file_scenario(file, &code) : NULL;
  carom_measured_files measured = {.files = 0};
  if (scenario) code = run_measured(file, scenario, &measured);
  carom_measured_files_free(&measured);
  if (scenario && code == EXIT_OK) code = print_all(file, scenario);
  carom_scenario_free(scenario);
  carom_input_destroy(file);
  return code;
}

static const cli_option options[] = {
    {"set", "PATH=VALUE", "replaces a value of the file; PATH=VALUE alone means the same"},
};

const cli_command command_check = {
    .name = "check",
    .summary = "check a scenario file and write out all defaults",
    .usage = "FILE [PATH=VALUE...]",
    .text = "Prints the file with every default written out; the output is itself a scenario\n"
            "file. Remarks say where values come from that are not in the file (a default, the\n"
            "command line, or derived from others), and which material properties are not given.\n"
            "The constants of every contact follow as comments: E*, R*, m*, damping, first yield,\n"
            "contact time.\n"
            "A file with faults is refused with exit code 2 and a list of all of them, as\n"
            "FILE:LINE:COLUMN: PATH: SENTENCE. Warnings about input that was hardly intended\n"
            "(names that nothing uses, numbers without their unit) do not stop anything.",
    .examples = "  carom check impact.yaml\n"
                "  carom check chain.yaml contacts.0.law=ma-liu\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
