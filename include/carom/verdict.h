/* SPDX-License-Identifier: MIT */
/* What was asked of a contact, what it delivered at the speeds that occurred, and whether its law
 * was used where it is meant to be: judged from the record of its encounters, the same for bounces,
 * chains, mechanisms and scenes. */
#ifndef CAROM_VERDICT_H
#define CAROM_VERDICT_H

#include <carom/encounters.h>
#include <carom/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No law here is meant for overlaps beyond this share of R*: strains are no longer small. */
#define CAROM_MOST_OVERLAP 0.1

/* Off by more than this is another restitution than the one asked for. */
#define CAROM_RESTITUTION_OFF 0.01

/* Restitutions are those of free impacts of a virgin pair, resolved. CAROM_UNSET: not known,
 * as where nothing has happened. What was asked is in the contact. */
typedef struct carom_verdict {
  carom_validity validity;    /* the gravest, in the order below */
  double overlap_over_radius; /* of the deepest overlap: over R*, */
  double overlap_over_range;  /* over that up to which the law was fitted, */
  double overlap_over_yield;  /* and over that at first yield */
  bool yield_judged;      /* false: the law is for elastic bodies, and first yield is not known */
  double off;             /* share of impacts that deliver something else than asked (or than
                             the default of the law, where nobody asked), by more than
                             CAROM_RESTITUTION_OFF; of the fastest where speeds are not counted */
  double delivered;       /* at the expected speed of the contact */
  double duration;        /* of that impact, s */
  double lowest, highest; /* delivered over the speeds that occurred */
  double tabor;           /* the Tabor parameter of a law that adheres, or CAROM_UNSET */
} carom_verdict;

/* Judges a contact by its record, or several contacts alike by the sum of theirs. */
CAROM_API carom_verdict carom_verdict_of(const carom_contact *contact,
                                         const carom_encounters *record);

/* The part that the deepest overlap alone decides; cheap. */
CAROM_API carom_validity carom_verdict_of_overlap(const carom_contact *contact, double overlap);

/* A name of few words: "valid", "beyond yield", "beyond overlap", "not as asked", "not as default",
 * "beyond range", "latched at the floor", "beyond theory". */
CAROM_API const char *carom_validity_name(carom_validity validity);

/* How grave: 0 for CAROM_VALID, and more for what comes before it. */
CAROM_API int carom_validity_rank(carom_validity validity);

#ifdef __cplusplus
}
#endif

#endif
