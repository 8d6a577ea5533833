/* SPDX-License-Identifier: MIT */
/* The restitution that a contact is calibrated to deliver. */
#ifndef CAROM_SRC_OWED_H
#define CAROM_SRC_OWED_H

#include <carom/impact.h>

#include "law/law.h"

/* True if calibration is exact, rather than by the published formula. */
static inline bool carom_owes(const carom_contact *c)
{
  const int calibration = carom_law_field(c->law, "calibration");
  return calibration < 0 || c->setting[calibration] != CAROM_WORD(1);
}

/* Index of the phase that decides: with two phases, the elastic one in an impact that stays below
 * yield. */
static inline int carom_phase_at(const carom_contact *c, double overlap_over_yield)
{
  return c->law->info.dampings == 2 && overlap_over_yield > 1;
}

/* The restitution for which an impact of this depth is calibrated: the one asked for, or the
 * default. */
static inline double carom_intended_at(const carom_contact *c, double overlap_over_yield)
{
  return c->intended[carom_phase_at(c, overlap_over_yield)];
}

/* The verdict if a different restitution is delivered. */
static inline carom_validity carom_missed_at(const carom_contact *c, double overlap_over_yield)
{
  const bool asked = c->asked[carom_phase_at(c, overlap_over_yield)] != CAROM_UNSET;
  return asked ? CAROM_NOT_AS_ASKED : CAROM_NOT_AS_DEFAULT;
}

#endif
