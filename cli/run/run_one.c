/* SPDX-License-Identifier: MIT */
/* Computes one scenario: reports on the way, and delivers the result. */
#include <stdio.h>
#include <unistd.h>

#include "cli/base/interrupt.h"
#include "cli/run/follow.h"
#include "cli/run/kind.h"
#include "cli/run/run_folder.h"
#include "cli/text/budget.h"
#include "cli/text/defaults.h"
#include "io/checkpoint.h"
#include "run/scene.h"

int (*run_accepts)(carom_input *file);
carom_status (*run_taken_over)(carom_run *run, carom_error *err);
carom_status (*run_joins)(carom_run_options *options, carom_error *err);

static bool stop(void *user)
{
  follow_tick(user, 0);
  return interrupt_seen();
}

static void tell(void *user, const carom_diagnostic *d)
{
  cli_follow *follow = user;
  follow_clear(follow);
  file_tell((void *)follow->run->file, d);
}

int run_check_restart(const cli_run *run, const carom_scenario *scenario)
{
  const bool wanted = scenario->run.checkpoint != CAROM_UNSET;
  if (!wanted && !run->restart) return EXIT_OK;
  const char *what = run->restart ? "--restart" : "run.checkpoint";
  if (!carom_checkpoint_known())
    return message_usage(what, "this carom was built without HDF5 and knows no checkpoints; build "
                               "it with HDF5 (Debian: libhdf5-dev)");
  if (scenario->axes > 0)
    return message_usage(what, "a sweep has no checkpoints; its runs are computed anew");
  if (!carom_kind_of(scenario->problem)->module)
    return message_usage(what, "impacts and bounces have no checkpoints; they are computed anew");
  if (!run->output && !run_taken_over) /* one of several processes writes them for all */
    return message_usage(what, "checkpoints are kept in a folder; name it with --output");
  return EXIT_OK;
}

int run_measured(const carom_input *file, const carom_scenario *scenario,
                 carom_measured_files *measured)
{
  carom_record columns = {.rows = 0};
  carom_kind_of(scenario->problem)->columns(scenario, &columns);
  const carom_status status = carom_measured_load(scenario, file->prefix, &columns, measured,
                                                  file_tell, (void *)file, NULL);
  carom_record_free(&columns);
  if (status == CAROM_OK) return EXIT_OK;
  return status == CAROM_ERR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}

carom_status run_frames(const cli_run *run, const carom_scenario *scenario, const char *name,
                        char *path, carom_error *err)
{
  *path = '\0';
  if (scenario->problem != CAROM_KIND_SCENE || !run->output ||
      (scenario->record.frames == CAROM_UNSET && scenario->record.pictures == CAROM_UNSET))
    return CAROM_OK;
  if (!output_join(path, run->output, name) || output_folder("--output", path) != EXIT_OK)
    return carom_fail(err, CAROM_ERR_IO, "record.frames", "there is no folder for frames");
  if (!run->force && carom_scene_frames_there(scenario, path))
    return carom_fail(err, CAROM_ERR_IO, "record.frames",
                      "there are frames in '%s', which are kept; choose another folder, or add "
                      "--force",
                      path);
  return CAROM_OK;
}

static carom_status build(const cli_run *run, const carom_scenario *scenario, const char *frames,
                          cli_follow *follow, carom_error *err)
{
  const cli_kind *kind = kind_of(scenario->problem);
  char checkpoint[OUTPUT_PATH] = "", series[OUTPUT_PATH];
  carom_run_options options = carom_run_default();
  options.threads = run->threads;
  options.record = run->output || run->plot;
  options.stop = stop;
  options.tell = tell;
  options.user = follow;
  if (run->output && carom_checkpoint_known()) output_join(checkpoint, run->output, RUN_CHECKPOINT);
  if (*checkpoint) options.checkpoint = checkpoint;
  if (*frames) options.frames = frames;
  if (run->output && output_join(series, run->output, "series.csv")) options.series = series;
  if (run_joins) CAROM_TRY(run_joins(&options, err));
  CAROM_TRY(
      carom_run_of(scenario, run->file->prefix, run->measured, &options, &follow->going, err));
  if (follow->going->kind->warn) follow->going->kind->warn(follow->going);
  if (kind->announce && !run->json) {
    kind->announce(follow->going);
    fflush(stdout);
  }
  if (run->restart) CAROM_TRY(carom_run_restart(follow->going, checkpoint, err));
  return run_taken_over ? run_taken_over(follow->going, err) : CAROM_OK;
}

/* Builds what is to be computed and loads its checkpoint. An error is one of the file; no empty
 * folder of frames is left then. */
static carom_status begin(const cli_run *run, const carom_scenario *scenario, cli_follow *follow,
                          carom_error *err)
{
  char frames[OUTPUT_PATH];
  CAROM_TRY(run_frames(run, scenario, "frames", frames, err));
  const carom_status status = build(run, scenario, frames, follow, err);
  if (status != CAROM_OK && *frames) rmdir(frames);
  return status;
}

static int print(const cli_run *run, carom_run *done)
{
  carom_error err = {.code = CAROM_OK};
  if (!run->json) {
    kind_of(done->scenario->problem)->summary(done);
    return EXIT_OK;
  }
  const char *text = carom_run_json(done, &err);
  if (text && fputs(text, stdout) >= 0 && fflush(stdout) == 0) return EXIT_OK;
  if (interrupt_reader_gone()) return EXIT_OK; /* the exit code will tell */
  if (text)
    carom_fail(&err, CAROM_ERR_IO, NULL, "the JSON text could not be written; is the disk full?");
  return message_error(&err);
}

static int deliver(const cli_run *run, carom_run *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  const cli_kind *kind = kind_of(done->scenario->problem);
  const bool draw = (run->plot || run->output) && done->record.rows > 1 && figure_possible();
  if (run->output) status = folder_fill(run, done, draw, &err);
  if (status == CAROM_OK && draw && run->plot) {
    cli_figure usual = {.panels = 0};
    status = kind->figure(done, &usual, &err);
    if (status == CAROM_OK) status = folder_plot(run, done, &usual, &err);
    figure_free(&usual);
  }
  return status == CAROM_OK ? EXIT_OK : message_error(&err);
}

/* Keeps what a failed run has computed so far. */
static int fail(const cli_run *run, carom_run *done, const carom_error *err)
{
  const cli_kind *kind = kind_of(done->scenario->problem);
  const int code = message_error(err);
  if (!kind->shows_failed && !(carom_run_time(done) > 0)) {
    if (run->output) deliver(run, done);
    return code;
  }
  if (kind->shows_failed) print(run, done);
  if (kind->close) kind->close(done);
  if (run->output || (run->plot && kind->shows_failed)) deliver(run, done);
  return EXIT_FAILED;
}

static int finish(const cli_run *run, carom_run *done)
{
  const cli_kind *kind = kind_of(done->scenario->problem);
  int code = print(run, done);
  if (kind->close) kind->close(done);
  const carom_run_energy budget = carom_run_budget(done);
  if (!run->json) defaults_print(done->scenario, stdout);
  budget_tell(&budget, run->json);
  const int kept = deliver(run, done); /* even if printing failed */
  if (code == EXIT_OK) code = kept;
  code = budget_judge(budget.off, code);
  if (!done->interrupted) return code;
  message_note("interrupted at %g s of %g s; what was computed is kept%s", carom_run_time(done),
               carom_run_until(done),
               done->monitor.path && !done->monitor.failing ? ", --restart goes on from there"
                                                            : "");
  return interrupt_code();
}

/* Everything after the folder has been claimed. */
static int compute(const cli_run *run, const carom_scenario *scenario, cli_follow *follow)
{
  carom_error err = {.code = CAROM_OK};
  if (begin(run, scenario, follow, &err) != CAROM_OK) {
    follow_abandon(follow);
    carom_input_place(scenario, &err);
    return file_fault(run->file, &err);
  }
  carom_run *going = follow->going;
  if (run->output) {
    const int code = follow_start(follow);
    if (code != EXIT_OK) return code;
  }
  carom_status status = carom_run_advance(going, CAROM_RUN_END, &err);
  follow_clear(follow);
  if (status == CAROM_OK) status = carom_run_conclude(going, &err);
  const int code = status == CAROM_OK ? finish(run, going) : fail(run, going, &err);
  follow_end(follow,
             status != CAROM_OK   ? "failed"
             : going->interrupted ? "interrupted"
                                  : "done",
             0);
  return code;
}

int run_one(const cli_run *run, const carom_scenario *scenario)
{
  const cli_kind *kind = kind_of(scenario->problem);
  cli_follow follow = {.run = run};
  int code = run->output ? folder_check(run, kind->file, kind->files) : EXIT_OK;
  if (code == EXIT_OK) code = follow_begin(&follow, run, scenario, 0);
  if (code == EXIT_OK) code = compute(run, scenario, &follow);
  carom_run_destroy(follow.going);
  return code;
}
