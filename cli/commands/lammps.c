/* SPDX-License-Identifier: MIT */
/* carom lammps: runs a scene over MPI ranks on LAMMPS. The work is done by carom-lammps, a separate
 * program because everything linked with LAMMPS is under the GPL. This command finds and starts
 * it. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/base/output.h"
#include "cli/commands/commands.h"
#include "core/units.h"

#define PROGRAM "carom-lammps"

/* The first executable file of this name in a list of folders such as PATH. */
static bool find_in(const char *folders, const char *name, char path[OUTPUT_PATH])
{
  for (const char *at = folders; at && *at;) {
    const size_t length = strcspn(at, ":");
    if (snprintf(path, OUTPUT_PATH, "%.*s/%s", (int)length, at, name) < OUTPUT_PATH &&
        access(path, X_OK) == 0)
      return true;
    at += length + (at[length] == ':');
  }
  return false;
}

/* Looks beside this program, then on the PATH. */
static bool find_program(char path[OUTPUT_PATH])
{
  char own[OUTPUT_PATH];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  own[length > 0 ? length : 0] = '\0';
  char *end = strrchr(own, '/');
  if (end) {
    *end = '\0';
    if (find_in(own, PROGRAM, path)) return true;
  }
  return find_in(getenv("PATH"), PROGRAM, path);
}

static char *joined(const char *name, const char *value)
{
  const size_t room = strlen(name) + strlen(value) + 4;
  char *text = malloc(room);
  if (text) snprintf(text, room, "%s=%s", name, value);
  return text;
}

/* Open MPI must be told what is usual in containers: running as root, and with more ranks than
 * cores. It also binds the ranks of every run to the same first cores even if others are free, so
 * binding is turned off. Other MPI libraries ignore these variables. */
static void prepare_environment(int64_t ranks)
{
  if (ranks < carom_cores()) setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 0);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  setenv("OMPI_MCA_orte_execute_quiet", "1", 0);
  if (geteuid() != 0) return;
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
}

/* A length in m; 0 if not given. */
static double skin_of(const cli_arguments *given, int *code)
{
  const char *text = arguments_value(given, "skin");
  double skin = 0;
  if (text && (carom_quantity_read(text, "m", &skin, NULL, NULL) != CAROM_OK || !(skin > 0)))
    *code = message_usage("--skin", "'%s' is not accepted; give a length above 0, as in '0.5 mm'",
                          text);
  return skin;
}

static void check_grid(const cli_arguments *given, int64_t ranks, int *code)
{
  const char *text = arguments_value(given, "grid");
  int n[3] = {0}, end = 0;
  if (!text) return;
  const bool read = sscanf(text, "%6dx%6dx%6d%n", &n[0], &n[1], &n[2], &end) == 3 && !text[end];
  if (read && n[0] > 0 && n[1] > 0 && n[2] > 0 && (int64_t)n[0] * n[1] * n[2] == ranks) return;
  *code = message_usage("--grid",
                        "'%s' is not accepted; give the ranks in x, y and z, whose product is "
                        "--ranks, as in 2x1x1 for 2",
                        text);
}

static volatile sig_atomic_t asked; /* this signal has asked to stop */
static volatile pid_t starting;     /* mpirun */

/* The first signal asks all ranks to keep their results; a second one ends them. SIGUSR2 is used
 * because mpirun would kill the ranks a second after one of the usual signals, while it passes
 * others on. */
static void hand_on(int signal)
{
  kill(starting, signal == SIGUSR1 ? SIGUSR1 : asked ? SIGTERM : SIGUSR2);
  if (signal != SIGUSR1) asked = signal;
}

/* Starts mpirun in a process group of its own, which Ctrl-C does not reach, but which ends with
 * this program. */
static void become(char *starter, char **words, const sigset_t *mask)
{
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
  sigprocmask(SIG_SETMASK, mask, NULL);
  execv(starter, words);
  _exit(message_usage("carom lammps", "'%s' could not be started", starter));
}

/* Its exit code. */
static int wait_for(char *starter, char **words)
{
  static const int heard[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
  struct sigaction action = {.sa_handler = hand_on, .sa_flags = SA_RESTART};
  sigset_t before, own;
  int status = 0;
  sigemptyset(&own);
  for (size_t k = 0; k < sizeof heard / sizeof *heard; k++)
    sigaddset(&own, heard[k]);
  sigprocmask(SIG_BLOCK, &own, &before);
  starting = fork();
  if (starting == 0) become(starter, words, &before);
  if (starting < 0) return message_usage("carom lammps", "'%s' could not be started", starter);
  for (size_t k = 0; k < sizeof heard / sizeof *heard; k++) {
    struct sigaction was;
    const bool ignored = sigaction(heard[k], NULL, &was) == 0 && was.sa_handler == SIG_IGN;
    if (heard[k] != SIGHUP || !ignored) sigaction(heard[k], &action, NULL); /* nohup */
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  while (waitpid(starting, &status, 0) < 0 && errno == EINTR)
    ;
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return code != EXIT_OK && asked ? 128 + (int)asked : code;
}

/* Starts carom-lammps with the arguments given here, without the number of ranks and with lengths
 * in m. */
static int start(const cli_arguments *given, char *starter, char *program, char *ranks, double skin)
{
  char length[32];
  snprintf(length, sizeof length, "%.17g", skin);
  const cli_command *command = given->command;
  char **words = calloc((size_t)(given->words + given->assignments + 2 * command->options) + 8,
                        sizeof *words);
  int count = 0;
  if (!words) return EXIT_FAILED;
  words[count++] = starter;
  words[count++] = "-np";
  words[count++] = ranks;
  words[count++] = program;
  for (int i = 0; i < given->words; i++)
    words[count++] = (char *)given->word[i];
  for (int i = 0; i < given->assignments; i++)
    words[count++] = joined(given->assigned[i].name, given->assigned[i].value);
  for (int i = 0; i < command->options; i++) {
    char name[32];
    if (!given->option[i] || !strcmp(command->option[i].name, "ranks")) continue;
    snprintf(name, sizeof name, "--%s", command->option[i].name);
    const char *value = !command->option[i].value                  ? ""
                        : !strcmp(command->option[i].name, "skin") ? length
                                                                   : given->option[i];
    words[count++] = joined(name, value);
    if (!command->option[i].value && words[count - 1]) *strchr(words[count - 1], '=') = '\0';
  }
  prepare_environment(atoi(ranks));
  if (!freopen("/dev/null", "r", stdin)) return EXIT_FAILED; /* mpirun would consume it */
  return wait_for(starter, words);
}

static int run(const cli_arguments *given)
{
  char program[OUTPUT_PATH], starter[OUTPUT_PATH], ranks[16];
  int code = EXIT_OK;
  const int64_t wanted = arguments_whole(given, "ranks", carom_cores(), 1, 1000000, &code);
  (void)arguments_whole(given, "slots", 0, 1, 10000, &code);
  const double skin = skin_of(given, &code);
  check_grid(given, wanted, &code);
  const char *file = arguments_value(given, "commands");
  struct stat about;
  if (file && (access(file, R_OK) != 0 || stat(file, &about) != 0 || S_ISDIR(about.st_mode)))
    code = message_usage("--commands", "'%s' cannot be read; name a file with commands of LAMMPS",
                         file);
  if (code != EXIT_OK) return code;
  if (given->words != 1)
    return message_usage("carom lammps",
                         "one scenario file is wanted: carom lammps FILE --ranks N");
  if (!find_program(program))
    return message_usage("carom lammps",
                         "the program " PROGRAM
                         " is not there; it is built where LAMMPS and MPI are "
                         "found (Debian: liblammps-dev, then configure and build again)");
  if (!find_in(getenv("PATH"), "mpirun", starter))
    return message_usage("carom lammps", "there is no mpirun; install MPI (Debian: openmpi-bin)");
  snprintf(ranks, sizeof ranks, "%d", (int)wanted);
  return start(given, starter, program, ranks, skin);
}

static const cli_option options[] = {
    {"ranks", "N", "MPI processes (default: one per core); results agree to rounding"},
    {"output", "DIR",
     "folder for run.json, series.csv, report.html and figures; made if it is missing"},
    {"json", NULL, "one JSON object on standard output"},
    {"plot", "FILE", "figure of the forces: .svg, .png or .pdf"},
    {"restart", NULL, "continue from the checkpoint in the folder, on any number of ranks"},
    {"no-page", NULL, "do not write report.html"},
    {"progress", "FILE", "progress for programs: a line of JSON every second"},
    {"force", NULL, "replace files that exist"},
    {"grid", "NxNxN", "ranks in each direction, with equal parts; by default the load is balanced"},
    {"slots", "N", "contacts that a grain can remember (default: chosen from the sizes)"},
    {"skin", "LENGTH", "how far beyond contacts other ranks' grains are known (default: chosen)"},
    {"commands", "FILE", "commands for LAMMPS before the first step: thermo, dump, restart ..."},
};

const cli_command command_lammps = {
    .name = "lammps",
    .summary = "compute a scene on LAMMPS, over MPI ranks",
    .usage = "FILE [PATH=VALUE...] --ranks N [OPTION...]",
    .text = "Computes a scene as 'carom run' does, with the grains distributed by LAMMPS. carom\n"
            "computes their contacts and moves them, with the same laws, memory and calibration.\n"
            "With --commands LAMMPS moves them, so that its own output sees every step.\n"
            "Contacts see half-step velocities (scene.velocity: half). Folder, checkpoints and\n"
            "results are those of 'carom run', which can continue from its checkpoints. Features\n"
            "that LAMMPS cannot take over are refused; docs/lammps.md has a table.",
    .examples = "  carom lammps bed.yaml --ranks 4 --output settled\n"
                "  carom lammps bed.yaml --ranks 8 --restart --output settled\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
