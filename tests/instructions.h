/* SPDX-License-Identifier: MIT */
/* Which instruction sets this processor has. A set that is skipped is named. */
#ifndef CAROM_TESTS_INSTRUCTIONS_H
#define CAROM_TESTS_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include <carom/contact.h>

static inline bool has_instructions(carom_instructions set)
{
  static const char *const name[] = {"best", "base", "avx2", "avx512"};
  static enum { UNKNOWN, PRESENT, ABSENT } found[4];
  if (found[set] == UNKNOWN) {
    carom_contact_def def = carom_contact_default();
    carom_contact contact;
    def.instructions = set;
    found[set] = carom_contact_prepare(&def, &contact, NULL) == CAROM_OK ? PRESENT : ABSENT;
    if (found[set] == ABSENT) printf("this processor has no %s: left out\n", name[set]);
  }
  return found[set] == PRESENT;
}

#endif
