/* SPDX-License-Identifier: MIT */
/* carom impact: one impact, or many of a kind. */
#include <stdio.h>
#include <string.h>

#include "cli/commands/commands.h"
#include "cli/figure/figure.h"
#include "cli/figure/impact_figure.h"
#include "cli/run/impact_series.h"
#include "cli/text/impact_text.h"
#include "cli/base/output.h"
#include "cli/base/table.h"

void impact_history_csv(const void *user, FILE *file)
{
  enum { MOST = 16 };
  const carom_history *history = user;
  carom_record record = {.rows = 0};
  cli_column column[MOST];
  double row[MOST];
  carom_history_columns(&record);
  for (int i = 0; i < record.columns; i++)
    column[i] = (cli_column){"", record.column[i].name, record.column[i].unit, 0};
  cli_table table = table_new(column, record.columns);
  for (int64_t i = 0; i < history->count; i++) {
    carom_history_row(&history->sample[i], row);
    for (int k = 0; k < record.columns; k++)
      table_number(&table, row[k]);
  }
  table_write_csv(&table, file);
  table_free(&table);
  carom_record_free(&record);
}

static int write_history(const cli_series *job, const carom_outcome *outcome, int64_t samples)
{
  carom_history history = {0};
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = carom_history_find(&job->trial->impact, outcome, NULL,
                                           carom_history_every(outcome, samples), &history, &err);
  if (status == CAROM_OK) {
    if (!strcmp(job->csv, "-"))
      impact_history_csv(&history, stdout);
    else
      status = output_write(job->csv, job->force, impact_history_csv, &history, &err);
  }
  carom_history_free(&history);
  return status == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int draw(const cli_series *job, const carom_outcome *outcome)
{
  const carom_law_info *law = carom_law_about(outcome->contact.law);
  const carom_impact_def *like = &job->trial->impact;
  cli_figure figure = impact_figure();
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  if (!figure_possible()) return EXIT_OK;
  if (law->traits & CAROM_LAW_VISCOUS) status = impact_figure_elastic(&figure, like, outcome, &err);
  if (status == CAROM_OK)
    status = impact_figure_add(&figure, like, outcome, NULL, law->name, look_of_law(law->name),
                               &err);
  if (status == CAROM_OK) status = figure_write(&figure, job->plot, job->force, &err);
  figure_free(&figure);
  return status == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int write_json(const carom_impact_request *trial, const carom_outcome *outcome,
                      bool with_scaled)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  impact_members(&json, outcome, with_scaled);
  carom_request_steel(&json, trial);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int single(const cli_series *job, int64_t samples)
{
  char steel[REQUEST_STEEL];
  carom_outcome outcome;
  int code = EXIT_OK;
  if (carom_outcome_find(&job->trial->contact, &job->trial->impact, &outcome) != CAROM_OK)
    return message_error(&outcome.error);
  if (job->json)
    code = write_json(job->trial, &outcome, job->scaled);
  else if (!job->csv || strcmp(job->csv, "-"))
    impact_summary(&job->trial->contact, request_steel(job->trial, steel), &outcome, job->scaled);
  const carom_run_energy budget = carom_impact_energy(&outcome.impact);
  budget_tell(&budget, job->json || (job->csv && !strcmp(job->csv, "-")));
  if (code == EXIT_OK && job->csv) code = write_history(job, &outcome, samples);
  if (code == EXIT_OK && job->plot) code = draw(job, &outcome);
  return budget_judge(carom_energy_off(&budget), code);
}

static int check_output(const cli_series *job)
{
  int code = EXIT_OK;
  if (job->csv) code = output_check("--csv", job->csv, job->force);
  if (job->plot && figure_check("--plot", job->plot) != EXIT_OK) code = EXIT_INPUT;
  if (job->plot && output_check("--plot", job->plot, job->force) != EXIT_OK) code = EXIT_INPUT;
  if (job->json && job->csv && !strcmp(job->csv, "-"))
    code = message_usage("--csv", "standard output is taken by --json; name a file");
  return code;
}

static int run_request(const cli_arguments *given, const carom_impact_request *trial, int code)
{
  const int64_t samples = arguments_whole(given, "samples", 200, 0, 10000000, &code);
  if (samples == 1)
    code = message_usage("--samples", "the history has two ends; ask for 2 or more, or for 0: the "
                                      "integrator's steps");
  const int64_t count = arguments_whole(given, "repeat", 0, 1, 1000000, &code);
  const char *sweep = arguments_value(given, "sweep");
  const cli_series job = {.given = given,
                          .trial = trial,
                          .csv = arguments_value(given, "csv"),
                          .plot = arguments_value(given, "plot"),
                          .json = arguments_has(given, "json"),
                          .scaled = arguments_has(given, "scaled"),
                          .force = arguments_has(given, "force"),
                          .threads = arguments_threads(given, &code)};
  if (check_output(&job) != EXIT_OK) code = EXIT_INPUT;
  if (count && sweep) code = message_usage("--repeat", "cannot be combined with --sweep");
  if (arguments_has(given, "rebound") && !count)
    code = message_usage("--rebound", "says at which speed impacts repeat; add --repeat N");
  if (code != EXIT_OK) return code;
  if (count) return series_repeat(&job, (int)count, arguments_has(given, "rebound"));
  return sweep ? series_sweep(&job, sweep) : single(&job, samples);
}

static int run(const cli_arguments *given)
{
  carom_impact_request trial;
  const int read = request_read(&trial, given, "tsuji"), code = run_request(given, &trial, read);
  carom_request_free(&trial);
  return code;
}

static const cli_option options[] = {
    {"json", NULL, "one JSON object on standard output"},
    {"scaled", NULL, "also print dimensionless results"},
    {"csv", "FILE", "history of the impact (or the table of a series); - is standard output"},
    {"samples", "N",
     "equidistant instants of the history from touch to the end (default 200; 0: the steps of the "
     "integrator)"},
    {"plot", "FILE", "figure: .svg, .png or .pdf"},
    {"repeat", "N", "N impacts of the same pair, which keeps its dents"},
    {"rebound", NULL, "with --repeat: each impact at the rebound speed of the previous one"},
    {"sweep", "NAME=LIST",
     "one impact for each value: a,b,c or low:high:count or "
     "low:high:count:log"},
    {"threads", "N", "threads of a sweep (default: one per core); results do not depend on it"},
    {"set", "NAME=VALUE", "the same as NAME=VALUE"},
    {"force", NULL, "replace files that exist"},
};

const cli_command command_impact = {
    .name = "impact",
    .summary = "one impact of two bodies, resolved in time",
    .usage = "[LAW] [NAME=VALUE...] [OPTION...]",
    .text = "Two steel spheres of 20 mm radius meet at 1 m/s under the law tsuji, unless you say\n"
            "otherwise. Anything that has a name can be set, as NAME=VALUE, --NAME VALUE or\n"
            "--NAME=VALUE:\n"
            "  settings of the law    restitution, calibration, tension ... ('carom law LAW')\n"
            "  the impact             speed, tolerance, integrator\n"
            "  both bodies            shape, radius, mass, fixed, young, poisson, density, yield\n"
            "  one body               a.radius, b.shape=flat, b.fixed=true, b.young ...\n"
            "  the pair               reduced_mass\n"
            "Paths of scenario files work too: impact.a.radius, contacts.0.restitution. Material\n"
            "properties that you do not set are those of the built-in steel, and the summary\n"
            "names them; in scenario files a material has only the properties that the file\n"
            "gives.",
    .examples = "  carom impact\n"
                "  carom impact ma-liu speed='8 m/s' radius=20mm --plot loop.svg\n"
                "  carom impact tsuji restitution=0.5 tension=keep --scaled --json\n"
                "  carom impact ma-liu --speed 8 --sweep speed=0.01:100:9:log\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
