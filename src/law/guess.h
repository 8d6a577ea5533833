/* SPDX-License-Identifier: MIT */
/* What was meant by a name that is no law. */
#ifndef CAROM_LAW_GUESS_H
#define CAROM_LAW_GUESS_H

#include "core/text.h"
#include "law/law.h"

/* "; did you mean 'tsuji'?" and the like, for the end of a sentence: the nearest of `count` names,
 * a law and a tangential model in one name, as other programs have them (hertz-mindlin), or a
 * tangential model. "" if nothing comes to mind. */
void carom_law_guess(const char *name, int count, carom_name_at *name_at, const void *user,
                     char *text, size_t size);

#endif
