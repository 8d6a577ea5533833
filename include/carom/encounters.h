/* SPDX-License-Identifier: MIT */
/* What a contact went through: how often, how fast and how deep. Whoever moves bodies keeps such a
 * record beside the state of each contact; carom/verdict.h decides from it whether the law was used
 * where it is meant to be. */
#ifndef CAROM_ENCOUNTERS_H
#define CAROM_ENCOUNTERS_H

#include <carom/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Speeds are counted in classes, eight a decade from 1 um/s on; what is slower or faster counts in
 * the first or last one. */
enum { CAROM_SPEED_CLASSES = 72 };

/* The record of one contact, or the sum of several. All zeros: nothing has happened yet.
 *
 * An encounter lasts from where the undeformed surfaces meet until they part. Its speed is the
 * largest approach before the bodies first turn: after a flight that of the touch or little more,
 * and for bodies that touched at rest the one at which they were pressed together. What never
 * approaches faster than CAROM_SLOWEST_IMPACT is a touch, but no impact; neither is a touch at the
 * floor, which is damped by another speed than its own. */
typedef struct carom_encounters {
  int64_t touches;  /* encounters, those that the start found touching included */
  int64_t at_floor; /* those whose law took `impact_speed_floor` for a lower speed at touch */
  double slowest, fastest; /* of impacts, m/s; 0 without any */
  double deepest;          /* largest overlap, that of the start included, m */
  double approach;         /* speed of the present encounter so far, m/s */
  bool touching, floored;  /* there is a present one; it is one at the floor */
  bool turned;             /* its bodies have turned */
  bool shared; /* fastest and deepest are those of several contacts alike, not of this one */
  int impacts[CAROM_SPEED_CLASSES];   /* by speed; all 0 where speeds are not counted */
  double speeds[CAROM_SPEED_CLASSES]; /* their sum, m/s */
} carom_encounters;

#define CAROM_SLOWEST_IMPACT 1e-9

/* The undeformed surfaces meet; `latched` is the speed handed to carom_contact_touch: 0 where
 * the motion starts with an overlap. */
CAROM_API void carom_encounters_begin(carom_encounters *record, const carom_contact *contact,
                                      double latched);

/* An instant of the present encounter. */
CAROM_API void carom_encounters_note(carom_encounters *record, double overlap, double approach);

/* The undeformed surfaces part. */
CAROM_API void carom_encounters_end(carom_encounters *record);

/* Adds a record to a sum; its present encounter counts as one that is over. */
CAROM_API void carom_encounters_add(carom_encounters *sum, const carom_encounters *record);

/* The lowest speed at touch that the damping of this contact distinguishes: slower touches count as
 * this one. 0: it needs no such speed, or one that is fixed. */
CAROM_API double carom_contact_speed_floor(const carom_contact *contact);

/* The overlap up to which the law was fitted, m; CAROM_UNSET: its source states none. */
CAROM_API double carom_contact_range(const carom_contact *contact);

/* Is the theory behind the law not meant for such bodies? See carom_law_info.judged. */
CAROM_API bool carom_contact_outside_theory(const carom_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
