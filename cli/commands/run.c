/* SPDX-License-Identifier: MIT */
/* carom run: a scenario file, computed. */
#include "cli/run/run.h"

#include <stdio.h>

#include "cli/commands/commands.h"
#include "cli/text/defaults.h"
#include "cli/base/interrupt.h"
#include "cli/base/output.h"
#include "cli/run/kind.h"

static int dispatch(const cli_run *run, const carom_scenario *scenario)
{
  const bool frames = scenario->problem == CAROM_KIND_SCENE &&
                      scenario->record.frames != CAROM_UNSET;
  const bool pictures = scenario->problem == CAROM_KIND_SCENE &&
                        scenario->record.pictures != CAROM_UNSET;
  if ((frames || pictures) && !run->output)
    message_note("no %s (record.%s): they are kept in a folder; name it with --output",
                 frames ? "frames" : "pictures", frames ? "frames" : "pictures");
  interrupt_watch();
  if (scenario->axes == 0) return run_one(run, scenario);
  const int code = run_sweep(run, scenario);
  if (code == EXIT_OK && !run->json) defaults_print(scenario, stdout);
  return code;
}

static int run_file(const cli_arguments *given)
{
  int code = EXIT_OK;
  carom_input *file = file_read(given, &code);
  carom_measured_files measured = {.files = 0};
  cli_claim claim = {.held = false};
  const cli_run run = {.file = file,
                       .measured = &measured,
                       .output = arguments_value(given, "output"),
                       .plot = arguments_value(given, "plot"),
                       .progress = arguments_value(given, "progress"),
                       .claim = &claim,
                       .no_page = arguments_has(given, "no-page"),
                       .json = arguments_has(given, "json"),
                       .force = arguments_has(given, "force") || arguments_has(given, "restart"),
                       .restart = arguments_has(given, "restart"),
                       .threads = arguments_threads(given, &code),
                       .started = carom_monitor_clock()};
  if (file && code == EXIT_OK && run_accepts) code = run_accepts(file);
  if (code == EXIT_OK && run.output) code = claim_take(&claim, run.output);
  carom_scenario *scenario = code == EXIT_OK ? file_scenario(file, &code) : NULL;
  if (run.plot && figure_check("--plot", run.plot) != EXIT_OK) code = EXIT_INPUT;
  if (run.plot && output_check("--plot", run.plot, run.force) != EXIT_OK) code = EXIT_INPUT;
  if (scenario && run_check_restart(&run, scenario) != EXIT_OK) code = EXIT_INPUT;
  if (scenario && code == EXIT_OK) code = run_measured(file, scenario, &measured);
  if (scenario && code == EXIT_OK) code = dispatch(&run, scenario);
  claim_release(&claim);
  carom_measured_files_free(&measured);
  carom_scenario_free(scenario);
  carom_input_destroy(file);
  return code;
}

static const cli_option options[] = {
    {"output", "DIR",
     "folder for run.json, series.csv, report.html and figures; made if it is missing"},
    {"json", NULL, "one JSON object on standard output"},
    {"plot", "FILE", "figure of the forces: .svg, .png or .pdf"},
    {"set", "PATH=VALUE", "replaces a value of the file; PATH=VALUE alone means the same"},
    {"threads", "N",
     "threads of a scene or a sweep, at most 256 (default: one per core); results do not depend on "
     "it"},
    {"restart", NULL, "continue from the checkpoint in the folder; its files are replaced"},
    {"no-page", NULL, "do not write report.html"},
    {"progress", "FILE", "progress for programs: a line of JSON every second"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_run = {
    .name = "run",
    .summary = "compute a scenario file",
    .usage = "FILE [PATH=VALUE...] [OPTION...]",
    .text = "Computes the problem in the file, or all combinations of its sweep. Any value can be\n"
            "replaced by its path: impact.speed='8 m/s', materials.steel.young=100GPa,\n"
            "contacts.0.restitution=0.5, chain.beads.0.velocity=2, run.until='1 ms'.\n"
            "Put sweep. before a path to give a list: sweep.contacts.0.restitution='[0.5, 0.9]';\n"
            "or give all lists at once,\n"
            "'sweep={contacts.0.restitution: [0.5, 0.9], impact.speed: [1 m/s, 8 m/s]}'.\n"
            "sweep=none ignores the sweep of the file.\n"
            "Ctrl-C keeps what was computed so far and leaves a checkpoint, from which --restart\n"
            "continues; run.checkpoint='10 min' writes one every ten minutes. The results are\n"
            "those of a run that was never stopped, bit for bit. SIGUSR1, or 'carom status DIR',\n"
            "shows the progress.",
    .examples =
        "  carom run impact.yaml\n"
        "  carom run chain.yaml chain.beads.0.velocity='2 m/s' --output struck\n"
        "  carom run chain.yaml run.checkpoint='10 min' --output long\n"
        "  carom run impact.yaml --json --set contacts.0.restitution=0.5\n"
        "  carom run impact.yaml sweep.contacts.0.restitution='[0.5, 0.7, 0.9]' --output swept\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run_file};
