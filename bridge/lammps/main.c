/* SPDX-License-Identifier: MIT */
/* carom-lammps: 'carom run' of a scene over the ranks of MPI, on LAMMPS. Started by 'carom lammps'.
 * See LICENCE.md: linked with LAMMPS, the program is under LAMMPS's licence, the GPL version 2. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"
#include "cli/base/interrupt.h"
#include "cli/commands/commands.h"
#include "cli/run/run.h"
#include "io/kinds.h"

const cli_command *const commands[] = {&command_run};
const int commands_count = 1;

static bridge here;

/* Accepts single scenes; contacts see velocities at mid-step. A file that cannot be read is
 * reported later, when it is read. */
static int accept(carom_input *file)
{
  carom_faults faults;
  carom_scenario *scenario = carom_input_scenario(file, &faults);
  int code = EXIT_OK;
  if (!scenario) return EXIT_OK;
  if (scenario->problem != CAROM_KIND_SCENE)
    code = message_usage(carom_kind_about(scenario->problem)->name,
                         "LAMMPS takes scenes only; use 'carom run'");
  else if (scenario->axes > 0)
    code = message_usage("sweep",
                         "LAMMPS takes one scene at a time; use 'carom run', or sweep=none");
  else if (!carom_input_change(file, "scene.velocity", "half", NULL))
    code = EXIT_FAILED;
  carom_scenario_free(scenario);
  return code;
}

static carom_status take_over(carom_run *run, carom_error *err)
{
  const carom_status status = leader_take_over(&here, run, err);
  if (here.rank != 0) return CAROM_ERR_CONFLICT; /* the run belongs to rank 0 */
  if (status == CAROM_OK)
    carom_run_note(run,
                   "LAMMPS, %d rank%s: contacts see velocities at mid-step (velocity: half), the "
                   "step is chosen for that",
                   here.ranks, here.ranks == 1 ? "" : "s");
  return status;
}

static carom_status join(carom_run_options *options, carom_error *err)
{
  return here.rank == 0 ? CAROM_OK : leader_join(&here, options, err);
}

/* Options of this program, and options for rank 0 alone. */
typedef struct own_option {
  const char *name;
  bool value;  /* it has a value */
  bool rank_0; /* passed on to the run on rank 0 */
} own_option;

static const own_option own[] = {
    {"--slots", true, false}, {"--skin", true, false},    {"--commands", true, false},
    {"--grid", true, false},  {"--threads", true, false}, {"--output", true, true},
    {"--plot", true, true},   {"--progress", true, true}, {"--restart", false, true},
    {"--json", false, true},  {"--force", false, true},   {"--no-page", false, true},
};

static void take_own(const char *name, const char *value)
{
  if (!strcmp(name, "--slots")) here.slots_asked = atoi(value);
  if (!strcmp(name, "--skin")) here.skin_given = (here.skin = strtod(value, NULL)) > 0;
  if (!strcmp(name, "--grid")) sscanf(value, "%dx%dx%d", here.grid, here.grid + 1, here.grid + 2);
  if (!strcmp(name, "--commands")) here.commands = value;
}

/* Collects the arguments that the run should see; returns their number. */
static int sift(int argc, char **argv, char **to)
{
  int count = 0;
  for (int i = 1; i < argc; i++) {
    const own_option *found = NULL;
    size_t length = strcspn(argv[i], "=");
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
      if (strlen(own[k].name) == length && !strncmp(argv[i], own[k].name, length)) found = &own[k];
    if (!found) {
      to[count++] = argv[i];
      continue;
    }
    const bool joined = argv[i][length] == '=';
    char *value = !found->value ? NULL : joined ? argv[i] + length + 1 : argv[i + 1];
    if (found->rank_0 && here.rank == 0) to[count++] = argv[i];
    if (found->value && !joined && value) {
      i++;
      if (found->rank_0 && here.rank == 0) to[count++] = argv[i];
    }
    if (!found->rank_0 && value) take_own(found->name, value);
  }
  to[count++] = "--threads=1";
  return count;
}

static int run(int argc, char **argv)
{
  char **words = calloc((size_t)argc + 8, sizeof *words);
  cli_arguments given;
  if (!words) return EXIT_FAILED;
  const int count = sift(argc, argv, words);
  int code = arguments_read(&command_run, count, words, &given);
  if (code == EXIT_OK) code = command_run.run(&given);
  arguments_free(&given);
  free(words);
  return code;
}

static FILE *aloud; /* standard error of ranks other than 0 */

/* Only rank 0 writes and reacts to signals. */
static void be_quiet(void)
{
  const int error = dup(STDERR_FILENO);
  if (error >= 0) aloud = fdopen(error, "w");
  if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) return;
  signal(SIGINT, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
}

/* Reports a failure before any other rank could. */
static void give_up(void)
{
  if (aloud)
    fprintf(aloud,
            "carom: rank %d of %d cannot take part: it does not see the files of the scene, or "
            "lacks memory\n",
            here.rank, here.ranks);
  if (aloud) fflush(aloud);
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILED);
}

/* Reports what went between ranks. */
static void tell_traffic(void)
{
  int64_t mine[2] = {here.came, here.came_closed}, all[2] = {0};
  int most[2] = {here.here, here.ghosts}, load[2];
  MPI_Reduce(mine, all, 2, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(most, load, 2, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  if (here.rank != 0 || here.ranks == 1 || here.exchanges == 0) return;
  message_note(
      "%lld exchanges between ranks, %lld of them for balance: %lld grains changed theirs, "
      "with %lld closed contacts; at the end at most %d grains and %d ghosts a rank",
      (long long)here.exchanges, (long long)here.rebalances, (long long)all[0], (long long)all[1],
      load[0], load[1]);
}

int main(int argc, char **argv)
{
  interrupt_by(SIGUSR2); /* sent by 'carom lammps' through mpirun */
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &here.ranks);
  if (here.rank != 0) be_quiet();
  run_accepts = accept;
  run_taken_over = take_over;
  run_joins = join;
  int code = run(argc, argv);
  if (here.rank == 0) {
    code = leader_end(&here, code);
  } else if (!here.ended) {
    code = here.joined ? -1 : leader_wait(&here);
    if (code < 0) give_up(); /* other ranks can */
  } else {
    code = here.code;
  }
  if (here.lammps) tell_traffic();
  host_destroy(&here);
  if (here.rank == 0) carom_scene_destroy(here.scene);
  MPI_Finalize();
  return code;
}
