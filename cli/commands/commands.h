/* SPDX-License-Identifier: MIT */
/* The sub-commands, one file each. */
#ifndef CAROM_CLI_COMMANDS_H
#define CAROM_CLI_COMMANDS_H

#include "cli/base/arguments.h"

extern const cli_command command_lammps;
extern const cli_command command_law;
extern const cli_command command_impact;
extern const cli_command command_compare;
extern const cli_command command_completion;
extern const cli_command command_new;
extern const cli_command command_check;
extern const cli_command command_convert;
extern const cli_command command_export;
extern const cli_command command_run;
extern const cli_command command_plot;
extern const cli_command command_picture;
extern const cli_command command_report;
extern const cli_command command_reproduce;
extern const cli_command command_schema;
extern const cli_command command_status;
extern const cli_command command_verify;

/* All of them, in the order of the help. */
extern const cli_command *const commands[];
extern const int commands_count;

#endif
