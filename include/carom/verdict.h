/* SPDX-License-Identifier: MIT */
/* Judges a contact from the record of its encounters: which restitution it delivered at the speeds
 * that occurred, compared with the one asked for, and whether its law was used within its range.
 * The same rules hold for bounces, chains, mechanisms and scenes. */
#ifndef CAROM_VERDICT_H
#define CAROM_VERDICT_H

#include <carom/encounters.h>
#include <carom/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No law in carom is valid for overlaps beyond this share of R*, because strains are then no longer
 * small. */
#define CAROM_MOST_OVERLAP 0.1

/* A restitution that differs by more than this counts as a different one. */
#define CAROM_RESTITUTION_OFF 0.01

/* The verdict. Restitutions are those of resolved free impacts of a virgin pair. CAROM_UNSET:
 * unknown, for example because nothing has happened yet. The restitution asked for is in the
 * contact. */
typedef struct carom_verdict {
  carom_validity validity;    /* the gravest, by carom_validity_rank */
  double overlap_over_radius; /* deepest overlap over R* */
  double overlap_over_range;  /* deepest overlap over the range to which the law was fitted */
  double overlap_over_yield;  /* deepest overlap over the overlap at first yield */
  bool yield_judged;      /* false: the law is valid for elastic bodies only, but first yield is not
                             known */
  double off;             /* share of impacts whose restitution differs by more than
                             CAROM_RESTITUTION_OFF from the one asked for (or the law's default if
                             none was); judged at the fastest impact if speeds are not counted */
  double delivered;       /* restitution at the expected speed of the contact */
  double duration;        /* duration of that impact, s */
  double lowest, highest; /* extremes of the restitution delivered over the speeds that occurred */
  double tabor;           /* Tabor parameter of an adhesive law, or CAROM_UNSET */
} carom_verdict;

/* Judges a contact by its record, or several contacts of the same kind by the sum of their
 * records. */
CAROM_API carom_verdict carom_verdict_of(const carom_contact *contact,
                                         const carom_encounters *record);

/* The part of the verdict that follows from the deepest overlap alone; inexpensive. */
CAROM_API carom_validity carom_verdict_of_overlap(const carom_contact *contact, double overlap);

/* A short name: "valid", "beyond yield", "beyond overlap", "not as asked", "not as default",
 * "beyond range", "latched at the floor", "beyond theory". */
CAROM_API const char *carom_validity_name(carom_validity validity);

/* The gravity of a verdict: 0 for CAROM_VALID, larger for graver ones. */
CAROM_API int carom_validity_rank(carom_validity validity);

#ifdef __cplusplus
}
#endif

#endif
