/* SPDX-License-Identifier: MIT */
/* How far a run is, as text and as members of JSON. */
#ifndef CAROM_CLI_PROGRESS_TEXT_H
#define CAROM_CLI_PROGRESS_TEXT_H

#include <time.h>

#include "io/json_write.h"
#include <carom/io.h>

enum { PROGRESS_ROOM = 240 };

/* "0.18 s of 0.4 s, 46 %, 12.3 M particle-steps/s, 0:42 left, kinetic 3.2 mJ, budget 2e-05"; `body`
 * is the word for a body, NULL for combinations of a sweep. */
const char *progress_text(const carom_run_progress *progress, const char *body,
                          char text[PROGRESS_ROOM]);

/* Writes the members into an open object; reads them back. Missing values are CAROM_UNSET or 0. */
void progress_members(carom_json *json, const carom_run_progress *progress);
struct carom_node;
carom_run_progress progress_read(const struct carom_node *object);

/* The word for a body of a kind of problem: "particle". */
const char *progress_body(const char *kind);

/* "1:02:03", "0:07". */
const char *progress_clock(double seconds, char text[32]);

/* "2026-01-31T12:00:00Z". */
const char *time_text(time_t when, char text[32]);

#endif
