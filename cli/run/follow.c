/* SPDX-License-Identifier: MIT */
#include "cli/run/follow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/interrupt.h"
#include "cli/text/progress_text.h"

/* Seconds between reports. Plain lines come soon at first and then rarely, so that the log of a
 * long run stays short. */
static const double line_pace = 0.2, json_pace = 1, folder_pace = 1, plain_first = 10,
                    plain_last = 600;
/* Reporting takes at most a hundredth of the time. */
static const double thrift = 100;

static carom_run_progress look(const cli_follow *f, int64_t done)
{
  if (f->going) return carom_run_progress_now(f->going);
  const double seconds = carom_monitor_clock() - f->began;
  carom_run_progress p = {.until = f->scenario->run.until,
                          .share = f->combinations ? (double)done / (double)f->combinations : 0,
                          .seconds = seconds,
                          .left = CAROM_UNSET,
                          .bodies = f->combinations,
                          .rate = CAROM_UNSET,
                          .kinetic = CAROM_UNSET,
                          .budget = CAROM_UNSET,
                          .rows = done};
  if (done > 0) p.left = seconds * (double)(f->combinations - done) / (double)done;
  return p;
}

static const char *body_of(const cli_follow *f)
{
  return f->combinations ? NULL : progress_body(carom_kind_name((int)f->scenario->problem));
}

static int width_of_terminal(void)
{
  struct winsize size = {.ws_col = 0};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

static void put_line(cli_follow *f, const carom_run_progress *p)
{
  char text[PROGRESS_ROOM];
  const int width = width_of_terminal() - 1;
  fprintf(stderr, "\r\033[K%.*s", width, progress_text(p, body_of(f), text));
  fflush(stderr);
  f->shown = true;
}

static void put_plain(cli_follow *f, const carom_run_progress *p)
{
  char text[PROGRESS_ROOM];
  follow_clear(f);
  message_note("%s", progress_text(p, body_of(f), text));
}

/* One object in one line. */
static void put_json(cli_follow *f, const char *state, const carom_run_progress *p)
{
  carom_json json = carom_json_to_memory();
  carom_json_row(&json, NULL);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "state", state);
  progress_members(&json, p);
  carom_json_end(&json);
  carom_json_end(&json);
  if (carom_json_finish(&json, NULL) != CAROM_OK) return;
  char *from = strchr(json.text, '{'), *to = strrchr(json.text, '}');
  for (char *c = from; from && c < to; c++)
    if (*c == '\n') *c = ' ';
  if (from && to) fprintf(f->lines, "%.*s\n", (int)(to - from + 1), from);
  const bool told = fflush(f->lines) == 0 && !ferror(f->lines);
  if (!told && !f->unheard) {
    follow_clear(f);
    message_note("--progress: '%s' cannot be written: %s; the run goes on", f->run->progress,
                 strerror(errno));
  }
  f->unheard |= !told;
  clearerr(f->lines); /* a full disk may have room again */
  free(json.text);
}

static carom_status put_folder(cli_follow *f, const carom_run_progress *p, carom_error *err)
{
  const cli_folder folder = {
      .run = f->run, .scenario = f->scenario, .state = "running", .progress = p};
  return folder_beat(&folder, f->there, err);
}

/* Time of the next report: after its pace, but no sooner than its cost allows. */
static double after(double began, double pace)
{
  const double cost = carom_monitor_clock() - began;
  return began + (pace > thrift * cost ? pace : thrift * cost);
}

void follow_tick(cli_follow *f, int64_t done)
{
  const double now = carom_monitor_clock();
  const bool asked = interrupt_asked();
  const bool line = f->terminal && now >= f->line_due, plain = now >= f->plain_due;
  const bool json = f->lines && now >= f->json_due, folder = f->there && now >= f->folder_due;
  if (!asked && !line && !plain && !json && !folder) return;
  const carom_run_progress p = look(f, done);
  if (asked || (plain && !f->terminal && !f->run->json)) put_plain(f, &p);
  if (plain) {
    f->plain_wait = f->plain_wait * 2 < plain_last ? f->plain_wait * 2 : plain_last;
    f->plain_due = now + f->plain_wait;
  }
  if (line) put_line(f, &p);
  if (json) put_json(f, "running", &p);
  if (folder) put_folder(f, &p, NULL); /* a full disk is reported by more important writes */
  if (line) f->line_due = after(now, line_pace);
  if (json) f->json_due = after(now, json_pace);
  if (folder) f->folder_due = after(now, folder_pace);
}

/* Is it a non-empty regular file, not a pipe or a terminal? */
static bool holds_something(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

int follow_begin(cli_follow *f, const cli_run *run, const carom_scenario *scenario,
                 int64_t combinations)
{
  carom_error err = {.code = CAROM_OK};
  const double now = carom_monitor_clock();
  *f = (cli_follow){.run = run,
                    .scenario = scenario,
                    .combinations = combinations,
                    .terminal = message_rewrites() && !run->json,
                    .began = now,
                    .line_due = now + line_pace,
                    .plain_due = now + plain_first,
                    .plain_wait = plain_first,
                    .folder_due = now + folder_pace};
  if (run->progress) {
    if (holds_something(run->progress) &&
        output_check("--progress", run->progress, run->force) != EXIT_OK)
      return EXIT_INPUT;
    f->lines = fopen(run->progress, "w");
    if (!f->lines)
      return message_usage("--progress", "'%s' cannot be written: %s", run->progress,
                           strerror(errno));
  }
  if (!run->output) return EXIT_OK;
  /* results of another run stay until this one is certain to begin */
  char path[OUTPUT_PATH];
  const bool older = output_join(path, run->output, "run.json") && access(path, F_OK) == 0;
  const carom_run_progress p = look(f, 0);
  if (!older && put_folder(f, &p, &err) != CAROM_OK) return message_error(&err);
  f->there = !older;
  return EXIT_OK;
}

int follow_start(cli_follow *f)
{
  carom_error err = {.code = CAROM_OK};
  const carom_run_progress p = look(f, 0);
  if (put_folder(f, &p, &err) != CAROM_OK) return message_error(&err);
  f->there = true;
  claim_reserve(f->run->claim, f->run->output);
  return EXIT_OK;
}

void follow_clear(cli_follow *f)
{
  if (f->shown) fputs("\r\033[K", stderr);
  f->shown = false;
}

void follow_end(cli_follow *f, const char *state, int64_t done)
{
  follow_clear(f);
  if (!f->lines) return;
  const carom_run_progress p = look(f, done);
  put_json(f, state, &p);
  fclose(f->lines);
  f->lines = NULL;
}

void follow_abandon(cli_follow *f)
{
  char path[OUTPUT_PATH];
  follow_clear(f);
  if (f->lines) fclose(f->lines);
  f->lines = NULL;
  if (f->there && output_join(path, f->run->output, "run.json")) unlink(path);
  f->there = false;
}
