/* SPDX-License-Identifier: MIT */
/* carom export: a scene for another program. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/base/table.h"
#include "cli/commands/commands.h"
#include "cli/run/scenario_file.h"
#include "io/lammps_scene.h"
#include "io/scene_build.h"
#include "run/quantity.h"

static void put_data(const void *user, FILE *file)
{
  const carom_lammps_scene *l = user;
  const carom_frame_coding plain = {.single = false};
  carom_frame_data(&l->start.frame, &plain, file);
}

static void put_input(const void *user, FILE *file)
{
  carom_lammps_input(user, "scene.data", file);
}

static int write_files(const carom_lammps_scene *l, const char *folder, bool force)
{
  char input[OUTPUT_PATH], data[OUTPUT_PATH];
  carom_error err = {.code = CAROM_OK};
  if (!output_join(input, folder, "in.lammps") || !output_join(data, folder, "scene.data"))
    return message_usage(folder, "the path is too long");
  if (output_folder("--output", folder) != EXIT_OK ||
      output_check("--output", input, force) != EXIT_OK ||
      output_check("--output", data, force) != EXIT_OK)
    return EXIT_INPUT;
  if (output_write(data, force, put_data, l, &err) != CAROM_OK ||
      output_write(input, force, put_input, l, &err) != CAROM_OK)
    return message_error(&err);
  printf("Input     %s\nData      %s\n", input, data);
  return EXIT_OK;
}

static void tell(const carom_lammps_scene *l)
{
  static const cli_column columns[] = {{"contact", "contact", NULL, 0},
                                       {"in LAMMPS", "lammps", NULL, 0},
                                       {"asked", "asked_restitution", "1", 6},
                                       {"delivered", "restitution", "1", 6}};
  cli_table table = table_new(columns, 4);
  char q[CAROM_QUANTITY_ROOM], name[160];
  for (int i = 0; i < l->pairings; i++) {
    const carom_lammps_pairing *p = &l->pairing[i];
    snprintf(name, sizeof name, "%.60s - %.60s%s", l->def->material[p->between[0]].name,
             l->def->material[p->between[1]].name, p->wall ? " (wall)" : "");
    table_text(&table, name);
    table_text(&table, p->law.text);
    table_number(&table, p->asked);
    table_number(&table, p->delivered);
  }
  table_write_text(&table, stdout);
  table_free(&table);
  printf("\n%" PRId64 " particles, %" PRId64 " steps of %s with velocities of the middle of the "
         "step, as LAMMPS has it:\nwhat is delivered is that of these steps.\n\n",
         l->start.frame.bodies, l->steps, carom_quantity_print(l->step, "s", q));
}

static int export_scene(const carom_input *file, const carom_scenario *scenario,
                        const carom_scene_def *def, carom_scene *scene, const char *folder,
                        bool force)
{
  carom_error err = {.code = CAROM_OK};
  carom_lammps_scene l;
  int code = EXIT_OK;
  if (carom_lammps_prepare(scenario, def, scene, &l, &err) != CAROM_OK) {
    carom_input_place(scenario, &err);
    code = file_fault(file, &err);
  } else {
    tell(&l);
    code = write_files(&l, folder, force);
  }
  carom_lammps_free(&l);
  return code;
}

static int build(const carom_input *file, const carom_scenario *scenario, const char *folder,
                 bool force)
{
  carom_error err = {.code = CAROM_OK};
  carom_scene_parts parts;
  carom_scene_def def;
  carom_scene *scene = NULL;
  int code = EXIT_OK;
  carom_status status = carom_scene_build(scenario, file->prefix, &def, &parts, &err);
  def.velocity = CAROM_VELOCITY_HALF; /* the step is chosen for it, too */
  if (status == CAROM_OK) status = carom_scene_create(&def, &scene, &err);
  if (status == CAROM_OK) {
    code = export_scene(file, scenario, &def, scene, folder, force);
  } else {
    carom_scene_blame(scenario, &parts, &err);
    code = file_fault(file, &err);
  }
  carom_scene_destroy(scene);
  carom_scene_parts_free(&parts);
  return code;
}

static int run(const cli_arguments *given)
{
  const char *to = arguments_value(given, "to"), *folder = arguments_value(given, "output");
  int code = EXIT_OK;
  if (!to || strcmp(to, "lammps"))
    return message_usage("--to", "say for which program, as in --to lammps");
  if (!folder)
    return message_usage("--output", "name a folder for input and data file, as in --output box");
  carom_input *file = file_read(given, &code);
  carom_scenario *scenario = code == EXIT_OK ? file_scenario(file, &code) : NULL;
  if (scenario && scenario->problem != CAROM_KIND_SCENE)
    code = message_usage(given->word[0], "only scenes are exported");
  else if (scenario && scenario->axes > 0)
    code = message_usage(given->word[0], "export one combination of a sweep at a time: give its "
                                         "values by PATH=VALUE, and leave 'sweep' out");
  else if (scenario)
    code = build(file, scenario, folder, arguments_has(given, "force"));
  carom_scenario_free(scenario);
  carom_input_destroy(file);
  return code;
}

static const cli_option options[] = {
    {"to", "PROGRAM", "target program: lammps"},
    {"output", "DIR", "folder of the files: in.lammps and scene.data"},
    {"set", "PATH=VALUE", "replaces a value of the file; PATH=VALUE alone means the same"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_export = {
    .name = "export",
    .summary = "a scene as LAMMPS input and data file, with LAMMPS' own laws",
    .usage = "FILE --to lammps --output DIR [PATH=VALUE...]",
    .text = "Writes a scene for use with LAMMPS alone: the particles as a data file, and an input\n"
            "with those laws of 'pair_style granular' that equal carom's to rounding, for the\n"
            "sizes in the scene. The damping constant is the one that delivers the restitution\n"
            "asked for. Whatever has no counterpart in LAMMPS is refused, with its place in the\n"
            "file. The step is chosen for half-step velocities, which LAMMPS uses.",
    .examples = "  carom new scene | tee beads.yaml\n"
                "  carom export beads.yaml --to lammps --output lammps contacts.0.tension=keep\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
