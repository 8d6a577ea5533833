/* SPDX-License-Identifier: MIT */
#include "cli/run/run_folder.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/report/run_page.h"
#include "cli/run/kind.h"
#include "cli/text/measured_text.h"
#include "cli/text/progress_text.h"
#include "core/text.h"
#include "io/file.h"
#include "run/defaults.h"
#include "run/series.h"

int folder_check(const cli_run *run, const char *const *names, int count)
{
  char path[OUTPUT_PATH];
  int code = output_folder("--output", run->output);
  if (code == EXIT_OK) code = claim_take(run->claim, run->output);
  for (int i = 0; i < count && code == EXIT_OK; i++) {
    if (!output_join(path, run->output, names[i]))
      return message_usage("--output", "the path is too long");
    code = output_check("--output", path, run->force);
  }
  if (code == EXIT_OK && !run->no_page && output_join(path, run->output, RUN_PAGE))
    code = output_check("--output", path, run->force);
  if (code == EXIT_OK) output_sweep(run->output, names, count);
  return code;
}

static carom_status join(const cli_folder *folder, const char *name, char path[OUTPUT_PATH],
                         carom_error *err)
{
  if (output_join(path, folder->run->output, name)) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_IO, name, "the path is too long");
}

static void written(cli_folder *folder, const char *name)
{
  if (folder->files < FOLDER_FILES) folder->file[folder->files++] = name;
}

static carom_status put(cli_folder *folder, const char *name, bool force,
                        void (*write)(const void *user, FILE *file), const void *user,
                        carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(join(folder, name, path, err));
  CAROM_TRY(output_write(path, force, write, user, err));
  written(folder, name);
  return CAROM_OK;
}

carom_status folder_write(cli_folder *folder, const char *name,
                          void (*write)(const void *user, FILE *file), const void *user,
                          carom_error *err)
{
  return put(folder, name, folder->run->force, write, user, err);
}

carom_status folder_replace(cli_folder *folder, const char *name,
                            void (*write)(const void *user, FILE *file), const void *user,
                            carom_error *err)
{
  return put(folder, name, true, write, user, err);
}

carom_status folder_draw(cli_folder *folder, const char *name, const cli_figure *figure,
                         carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(join(folder, name, path, err));
  CAROM_TRY(figure_write(figure, path, folder->run->force, err));
  written(folder, name);
  return CAROM_OK;
}

static carom_status draw_measured(cli_folder *folder, const carom_run *done, carom_error *err)
{
  if (done->misfits.count == 0) return CAROM_OK;
  cli_figure figure;
  carom_status status = measured_figure(&done->misfits, &done->record, &figure);
  if (status == CAROM_OK) status = folder_draw(folder, "measured.svg", &figure, err);
  figure_free(&figure);
  return status;
}

carom_status folder_plot(const cli_run *run, const carom_run *done, const cli_figure *usual,
                         carom_error *err)
{
  if (done->misfits.count == 0) {
    if (usual->panels == 0 || usual->panel[0].curves == 0) return CAROM_OK;
    return figure_write(usual, run->plot, run->force, err);
  }
  cli_figure figure;
  carom_status status = measured_figure(&done->misfits, &done->record, &figure);
  if (status == CAROM_OK) status = figure_write(&figure, run->plot, run->force, err);
  figure_free(&figure);
  return status;
}

static void write_files(carom_json *json, const cli_folder *folder)
{
  carom_json_object(json, "files");
  for (int i = 0; i < folder->files; i++) {
    char path[OUTPUT_PATH], hash[CAROM_HASH_ROOM] = "";
    char *text = NULL;
    size_t length = 0;
    if (output_join(path, folder->run->output, folder->file[i]) &&
        carom_file_read(path, (size_t)-1, &text, &length, NULL) == CAROM_OK)
      carom_hash(text, length, hash);
    carom_json_string(json, folder->file[i], *hash ? hash : NULL);
    free(text);
  }
  carom_json_end(json);
}

/* Owner of the folder while the run goes on; when it began, and when this was written. */
static void write_state(carom_json *json, const cli_folder *folder)
{
  char host[256] = "", text[32];
  const time_t now = time(NULL);
  const time_t began = now - (time_t)(carom_monitor_clock() - folder->run->started);
  carom_json_string(json, "state", folder->state);
  carom_json_string(json, "started", time_text(began, text));
  carom_json_string(json, "written", time_text(now, text));
  if (!folder->progress) return;
  gethostname(host, sizeof host - 1);
  carom_json_string(json, "host", host);
  carom_json_integer(json, "process", getpid());
  carom_json_object(json, "progress");
  progress_members(json, folder->progress);
  carom_json_end(json);
}

/* Of a path that is set twice the last value counts, and a key stands once in an object. */
static bool is_changed_again(const carom_input *file, int index)
{
  for (int i = index + 1; i < file->changes; i++)
    if (carom_same_name(file->change[i].path, file->change[index].path)) return true;
  return false;
}

static void write_manifest(const void *user, FILE *file)
{
  const cli_folder *folder = user;
  const cli_run *run = folder->run;
  carom_json json = carom_json_to_file(file);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "carom", carom_version());
  carom_json_string(&json, "title", folder->scenario->title);
  carom_json_string(&json, "kind", carom_kind_name((int)folder->scenario->problem));
  carom_json_bool(&json, "sweep", folder->scenario->axes > 0);
  carom_json_object(&json, "input");
  carom_json_string(&json, "file", run->file->path);
  carom_json_string(&json, "sha256", run->file->hash);
  carom_json_object(&json, "set");
  for (int i = 0; i < run->file->changes; i++)
    if (!is_changed_again(run->file, i))
      carom_json_string(&json, run->file->change[i].path, run->file->change[i].value);
  carom_json_end(&json);
  carom_json_end(&json);
  carom_defaults_members(&json, folder->scenario);
  carom_json_integer(&json, "threads", run->threads ? run->threads : carom_cores());
  carom_json_number(&json, "wall_time", carom_monitor_clock() - run->started);
  write_state(&json, folder);
  carom_json_bool(&json, "interrupted", folder->interrupted);
  if (folder->error) carom_json_string(&json, "error", folder->error->text);
  carom_json_array(&json, "warnings");
  for (int i = 0; i < message_warnings(); i++)
    carom_json_string(&json, NULL, message_warning_at(i));
  carom_json_end(&json);
  write_files(&json, folder);
  if (folder->members) {
    carom_json_object(&json, "result");
    folder->members(&json, folder->user);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  carom_json_finish(&json, NULL);
}

static carom_status put_manifest(const cli_folder *folder, bool force, carom_error *err)
{
  char path[OUTPUT_PATH];
  CAROM_TRY(join(folder, "run.json", path, err));
  return output_write(path, force, write_manifest, folder, err);
}

carom_status folder_beat(const cli_folder *folder, bool again, carom_error *err)
{
  return put_manifest(folder, again || folder->run->force, err);
}

carom_status folder_begin(cli_folder *folder, carom_error *err)
{
  claim_spend(folder->run->claim);
  return put_manifest(folder, true, err); /* the claim has put a file there */
}

carom_status folder_finish(cli_folder *folder, carom_status status, carom_error *err)
{
  const carom_status renewed = put_manifest(folder, true, status == CAROM_OK ? err : NULL);
  return status == CAROM_OK ? renewed : status;
}

carom_status folder_page(const cli_run *run, carom_error *err)
{
  return run->no_page ? CAROM_OK : run_page_write(run->output, err);
}

static void members(carom_json *json, const void *user)
{
  const carom_run *run = user;
  run->kind->members(json, run);
}

carom_status folder_fill(const cli_run *run, carom_run *done, bool draw, carom_error *err)
{
  cli_folder folder = {.run = run,
                       .scenario = done->scenario,
                       .state = done->error.code != CAROM_OK ? "failed"
                                : done->interrupted          ? "interrupted"
                                                             : "done",
                       .interrupted = done->interrupted,
                       .error = done->error.code != CAROM_OK ? &done->error : NULL,
                       .members = members,
                       .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  carom_status status = carom_series_finish(done, err);
  if (status == CAROM_OK) written(&folder, "series.csv");
  if (status == CAROM_OK && draw) status = draw_measured(&folder, done, err);
  if (status == CAROM_OK) status = kind_of(done->scenario->problem)->fill(&folder, done, draw, err);
  status = folder_finish(&folder, status, err);
  return status == CAROM_OK ? folder_page(run, err) : status;
}
