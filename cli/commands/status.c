/* SPDX-License-Identifier: MIT */
/* carom status: how far the run in a folder is, or how it ended. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/base/output.h"
#include "cli/commands/commands.h"
#include "cli/run/claim.h"
#include "cli/text/progress_text.h"
#include "io/file.h"
#include "io/tree.h"

struct status {
  const char *folder, *state; /* "killed", or a state of run.json */
  const carom_node *about;
  carom_run_progress progress;
  double age; /* s since run.json was written */
};

static const char *text_of(const carom_node *object, const char *key)
{
  const carom_node *node = carom_tree_get(object, key);
  return node && node->kind == CAROM_NODE_STRING ? node->text : "";
}

/* A run that claims to be running but no longer holds its folder was killed. Folders of versions
 * that wrote no state belong to finished runs. */
static const char *state_of(const carom_node *about, const char *folder)
{
  const char *state = text_of(about, "state");
  const carom_node *interrupted = carom_tree_get(about, "interrupted");
  if (!*state) return interrupted && interrupted->truth ? "interrupted" : "done";
  return !strcmp(state, "running") && claim_is_taken(folder) == 0 ? "killed" : state;
}

static void print_running(const struct status *s)
{
  char text[PROGRESS_ROOM];
  const bool killed = !strcmp(s->state, "killed");
  const carom_node *sweep = carom_tree_get(s->about, "sweep");
  const char *body = sweep && sweep->truth ? NULL : progress_body(text_of(s->about, "kind"));
  printf("%s\n", progress_text(&s->progress, body, text));
  if (s->progress.steps > 0)
    printf("%" PRId64 " bodies, %" PRId64 " steps, %" PRId64 " rows, %" PRId64 " frames\n",
           s->progress.bodies, s->progress.steps, s->progress.rows, s->progress.frames);
  if (killed)
    printf("It ended without a word: killed, or the machine went down. What was kept is in the "
           "folder;\n--restart goes on from a checkpoint, if there is one.\n");
  else
    printf("process %.0f on %s, heard of %.0f s ago\n",
           carom_tree_get(s->about, "process") ? carom_tree_get(s->about, "process")->number : 0,
           text_of(s->about, "host"), s->age);
}

static void print_ended(const struct status *s)
{
  char clock[32];
  const carom_node *wall = carom_tree_get(s->about, "wall_time");
  const carom_node *warnings = carom_tree_get(s->about, "warnings");
  if (wall) printf("took %s\n", progress_clock(wall->number, clock));
  if (*text_of(s->about, "error")) printf("error: %s\n", text_of(s->about, "error"));
  for (const carom_node *w = warnings ? warnings->first : NULL; w; w = w->next)
    printf("warning: %s\n", w->text);
}

static void print_text(const struct status *s)
{
  const char *title = text_of(s->about, "title");
  printf("%s: %s%s%s\n", s->folder, s->state, *title ? ", " : "", title);
  if (!strcmp(s->state, "running") || !strcmp(s->state, "killed"))
    print_running(s);
  else
    print_ended(s);
}

static int print_json(const struct status *s)
{
  carom_error err = {.code = CAROM_OK};
  carom_json json = carom_json_to_file(stdout);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "state", s->state);
  carom_json_string(&json, "title", text_of(s->about, "title"));
  carom_json_string(&json, "started", text_of(s->about, "started"));
  carom_json_string(&json, "written", text_of(s->about, "written"));
  if (carom_tree_get(s->about, "progress")) {
    carom_json_object(&json, "progress");
    progress_members(&json, &s->progress);
    carom_json_end(&json);
  }
  if (*text_of(s->about, "error")) carom_json_string(&json, "error", text_of(s->about, "error"));
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? EXIT_OK : message_error(&err);
}

static int report(const char *folder, const carom_node *about, double age, bool json)
{
  const struct status s = {.folder = folder,
                           .about = about,
                           .state = state_of(about, folder),
                           .progress = progress_read(carom_tree_get(about, "progress")),
                           .age = age};
  int code = EXIT_OK;
  if (json)
    code = print_json(&s);
  else
    print_text(&s);
  const bool well = !strcmp(s.state, "running") || !strcmp(s.state, "done");
  return code != EXIT_OK || well ? code : EXIT_FAILED;
}

static int run(const cli_arguments *given)
{
  char path[OUTPUT_PATH];
  carom_error err = {.code = CAROM_OK};
  if (given->words != 1 || given->assignments)
    return message_usage(NULL, "name the folder of one run, as in 'carom status out'");
  const char *folder = given->word[0];
  char *text = NULL;
  size_t length = 0;
  carom_tree *tree = NULL;
  if (!output_join(path, folder, "run.json")) return message_usage(folder, "the path is too long");
  if (carom_file_read(path, (size_t)-1, &text, &length, &err) != CAROM_OK)
    return message_usage(folder, "there is no run.json in it; name a folder that 'carom run "
                                 "--output' has written");
  struct stat about;
  const double age = stat(path, &about) == 0 ? difftime(time(NULL), about.st_mtime) : 0;
  int code = EXIT_INPUT;
  if (carom_json_read(text, length, (size_t)-1, &tree, &err) != CAROM_OK)
    message_place(path, &err);
  else
    code = report(folder, carom_tree_root(tree), age, arguments_has(given, "json"));
  carom_tree_free(tree);
  free(text);
  return code;
}

static const cli_option options[] = {
    {"json", NULL, "one JSON object on standard output"},
};

const cli_command command_status = {
    .name = "status",
    .summary = "the progress of a run, or how it ended",
    .usage = "DIR [OPTION...]",
    .text = "Shows the state of the run that writes to a folder, from any other terminal: time,\n"
            "share, speed, time left, kinetic energy, energy budget. Or how it ended: done,\n"
            "interrupted, failed, or killed. Exit code 0 if it is running or done, else 1.",
    .examples = "  carom status struck\n"
                "  carom status struck --json\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
