/* SPDX-License-Identifier: MIT */
/* carom: contact and impact dynamics on the command line. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <carom/contact.h>

#include "cli/base/interrupt.h"
#include "cli/commands/commands.h"

const cli_command *const commands[] = {
    &command_law,    &command_impact,    &command_compare, &command_new,       &command_check,
    &command_run,    &command_lammps,    &command_status,  &command_picture,   &command_plot,
    &command_report, &command_export,    &command_convert, &command_reproduce, &command_verify,
    &command_schema, &command_completion};
enum { COMMANDS = sizeof commands / sizeof *commands };
const int commands_count = COMMANDS;

static int help(void)
{
  puts("carom: contact and impact dynamics\n\n"
       "Usage: carom COMMAND [ARGUMENT...]\n\nCommands:");
  for (int i = 0; i < COMMANDS; i++) /* two blanks at least: cli/man.sh makes entries of these */
    printf("  %-10s  %s\n", commands[i]->name, commands[i]->summary);
  puts(
      "\nOptions:\n"
      "  --help      this text; after a command, the help of that command\n"
      "  --version   version, compiler, instruction set, laws\n\n"
      "Values may carry units: radius=20mm, young='207 GPa', --speed '8 m/s'. Without a unit they\n"
      "are SI. Exit codes: 0 done, 2 a fault found before the run started, 1 a failure "
      "afterwards.\n\n"
      "Examples:\n"
      "  carom law                                   list all laws\n"
      "  carom impact tsuji restitution=0.5          one impact\n"
      "  carom compare --speed '8 m/s'               all laws side by side\n"
      "  carom new chain                             a scenario file to start from");
  return EXIT_OK;
}

/* Name of the instruction set that contacts use here. */
static const char *instruction_set(void)
{
  static const char *const names[] = {"best", "base", "AVX2", "AVX-512"};
  const carom_contact_def def = carom_contact_default();
  carom_contact contact;
  if (carom_contact_prepare(&def, &contact, NULL) != CAROM_OK) return "unknown";
  return names[contact.instructions];
}

static int version(void)
{
#if defined(__clang__)
  const char *compiler = "", *compiler_version = __VERSION__;
#else
  const char *compiler = "gcc ", *compiler_version = __VERSION__;
#endif
#ifdef NDEBUG
  const char *build = "release";
#else
  const char *build = "debug";
#endif
  printf("carom %s\ncompiler         %s%s\nbuild            %s\ninstruction set  %s\n"
         "cores            %d\nlaws             %d\n",
         carom_version(), compiler, compiler_version, build, instruction_set(), carom_cores(),
         carom_law_count());
  return EXIT_OK;
}

static bool asks_for_help(int argc, char **argv)
{
  for (int i = 0; i < argc; i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return true;
  return false;
}

static const char *command_name(const void *user, int index)
{
  (void)user;
  return commands[index]->name;
}

static int unknown(const char *name)
{
  static const char *const options[] = {"help", "version"};
  if (name[0] == '-') { /* one dash with a single letter may stand for a word, too */
    const char *word = name + strspn(name, "-"), *meant = carom_nearest_of(word, 2, options);
    for (int i = 0; i < 2 && !meant; i++)
      if ((word[0] | 0x20) == options[i][0] && !word[1]) meant = options[i];
    if (meant) return message_usage(name, "unknown option; did you mean '--%s'?", meant);
    return message_usage(name, "unknown option; 'carom --help' lists commands and options");
  }
  const char *near = carom_nearest_name(name, COMMANDS, command_name, NULL);
  if (near) return message_usage(name, "unknown command; did you mean 'carom %s'?", near);
  return message_usage(name, "unknown command; 'carom --help' lists them");
}

static int run(const cli_command *command, int argc, char **argv)
{
  cli_arguments given;
  if (asks_for_help(argc, argv)) {
    arguments_help(command);
    return EXIT_OK;
  }
  int code = arguments_read(command, argc, argv, &given);
  if (code == EXIT_OK) code = command->run(&given);
  arguments_free(&given);
  return code;
}

static int choose(int argc, char **argv)
{
  if (argc < 2) {
    help();
    return EXIT_INPUT;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--version")) return version();
  if (!strcmp(name, "--help") || !strcmp(name, "-h")) return help();
  if (!strcmp(name, "help") && argc == 2) return help();
  const bool about = !strcmp(name, "help");
  if (about) name = argv[2];
  for (int i = 0; i < COMMANDS; i++) {
    if (strcmp(name, commands[i]->name)) continue;
    if (!about) return run(commands[i], argc - 2, argv + 2);
    arguments_help(commands[i]);
    return EXIT_OK;
  }
  return unknown(name);
}

int main(int argc, char **argv)
{
  const int code = choose(argc, argv);
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  if (interrupt_reader_gone()) return code ? code : 128 + SIGPIPE; /* what a shell would report */
  message_usage(NULL, "cannot write to standard output");
  return code ? code : EXIT_FAILED;
}
