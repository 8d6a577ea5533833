/* SPDX-License-Identifier: MIT */
/* An impact as described on the command line, and how unknown names are reported. */
#ifndef CAROM_CLI_REQUEST_H
#define CAROM_CLI_REQUEST_H

#include "cli/base/arguments.h"
#include "run/contact_json.h"
#include "run/impact_request.h"

/* Reads a request: the defaults with the law named by a word or as law=NAME, otherwise `fallback`,
 * and all settings given. Every error is reported. EXIT_OK or EXIT_INPUT. */
int request_read(carom_impact_request *request, const cli_arguments *given, const char *fallback);

/* Names the material values that were not given, as in "poisson, density, yield of the built-in
 * steel"; NULL if there are none. */
enum { REQUEST_STEEL = 160 };
const char *request_steel(const carom_impact_request *request, char text[REQUEST_STEEL]);

/* Finds a law; reports an unknown name, with a hint if it looks like a lost unit. */
int request_law(const char *name, const carom_law **law);

/* Prints the errors and warnings of one or several requests. EXIT_OK without an error. */
int request_tell(const carom_faults *faults);

/* The nearest name among all fields, NULL if none is near. */
const char *request_nearest_setting(const char *name);

/* Reports that `name` is neither a setting of this law (NULL: of any of several) nor an option of
 * the command. Offers the nearest name, or says which law has it. EXIT_INPUT. */
int request_unknown(const carom_law *own, const cli_arguments *given, const char *name);

#endif
