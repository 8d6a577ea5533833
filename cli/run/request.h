/* SPDX-License-Identifier: MIT */
/* An impact as the command line describes it, and what is said of names that mean nothing. */
#ifndef CAROM_CLI_REQUEST_H
#define CAROM_CLI_REQUEST_H

#include "cli/base/arguments.h"
#include "run/contact_json.h"
#include "run/impact_request.h"

/* The default request with the law that was named, by a word or as law=NAME, or else `fallback`,
 * and with all settings that were given. Every fault is told. EXIT_OK or EXIT_INPUT. */
int request_read(carom_impact_request *request, const cli_arguments *given, const char *fallback);

/* What of the two materials nobody gave, as in "poisson, density, yield of the built-in steel";
 * NULL if there is nothing. */
enum { REQUEST_STEEL = 160 };
const char *request_steel(const carom_impact_request *request, char text[REQUEST_STEEL]);

/* Finds a law; an unknown name is told, with a hint if it looks like a lost unit. */
int request_law(const char *name, const carom_law **law);

/* Faults and warnings of a request, or of several, on standard error. EXIT_OK without a fault. */
int request_tell(const carom_faults *faults);

/* The nearest name of all fields, NULL if none is near. */
const char *request_nearest_setting(const char *name);

/* Tells that nothing is called `name`: not with this law (NULL: with none of several), and no
 * option of the command. Offers the nearest, or says which law has it. EXIT_INPUT. */
int request_unknown(const carom_law *own, const cli_arguments *given, const char *name);

#endif
