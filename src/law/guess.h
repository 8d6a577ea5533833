/* SPDX-License-Identifier: MIT */
/* Suggestions for an unknown law name. */
#ifndef CAROM_LAW_GUESS_H
#define CAROM_LAW_GUESS_H

#include "core/text.h"
#include "law/law.h"

/* A suggestion for the end of a sentence, such as "; did you mean 'tsuji'?": the nearest of `count`
 * names; a law and a tangential model if both are combined in one name, as in other programs
 * (hertz-mindlin); or a tangential model. "" if nothing comes close. */
void carom_law_guess(const char *name, int count, carom_name_at *name_at, const void *user,
                     char *text, size_t size);

#endif
