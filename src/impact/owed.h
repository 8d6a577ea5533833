/* SPDX-License-Identifier: MIT */
/* What a contact owes to those who asked for a restitution. */
#ifndef CAROM_SRC_OWED_H
#define CAROM_SRC_OWED_H

#include <carom/contact.h>

#include "law/law.h"

/* Calibration is exact: not the formula of the source is tried. */
static inline bool carom_owes(const carom_contact *c)
{
  const int calibration = carom_law_field(c->law, "calibration");
  return calibration < 0 || c->setting[calibration] != CAROM_WORD(1);
}

/* The restitution asked for in an impact this deep: of two phases, the elastic one below yield. */
static inline double carom_asked_at(const carom_contact *c, double overlap_over_yield)
{
  return c->asked[c->law->info.dampings == 2 && overlap_over_yield > 1];
}

#endif
