/* SPDX-License-Identifier: MIT */
/* The record of what a contact went through: how often it closed, how fast and how deep. Chains,
 * scenes and other owners of bodies store a record with the state of each contact; carom/verdict.h
 * judges from it whether the law was used within its range. */
#ifndef CAROM_ENCOUNTERS_H
#define CAROM_ENCOUNTERS_H

#include <carom/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Impact speeds are counted in logarithmic classes, eight per decade from 1 um/s upwards; slower or
 * faster impacts count in the first or last class. */
enum { CAROM_SPEED_CLASSES = 72 };

/* The record of one contact, or the sum of several. All zeros: nothing has happened yet.
 *
 * An encounter lasts from the instant the undeformed surfaces meet until they separate. Its speed
 * is the largest approach speed before the first turning point: after a free flight the speed at
 * touch or slightly more, and for bodies initially at rest in contact the speed at which they were
 * pressed together. An encounter that never exceeds CAROM_SLOWEST_IMPACT is a touch but not an
 * impact. Neither is a touch at the speed floor, because its damping was chosen for another
 * speed. */
typedef struct carom_encounters {
  int64_t touches;  /* encounters, including contacts closed at the start */
  int64_t at_floor; /* encounters slower than `impact_speed_floor`, which the law used instead */
  double slowest, fastest; /* impact speeds, m/s; 0 without impacts */
  double deepest;          /* largest overlap, including the initial one, m */
  double approach;         /* speed of the present encounter so far, m/s */
  bool touching, floored;  /* an encounter is in progress; it began below the speed floor */
  bool turned;             /* the present encounter has passed its first turning point */
  bool shared;             /* fastest and deepest are taken over several contacts, not this one */
  int impacts[CAROM_SPEED_CLASSES];   /* per class; all 0 where speeds are not counted */
  double speeds[CAROM_SPEED_CLASSES]; /* sum of the speeds in each class, m/s */
} carom_encounters;

#define CAROM_SLOWEST_IMPACT 1e-9

/* Records that the undeformed surfaces meet. `latched` is the speed passed to carom_contact_touch;
 * it is 0 if the motion starts with an overlap. */
CAROM_API void carom_encounters_begin(carom_encounters *record, const carom_contact *contact,
                                      double latched);

/* Records one instant of the present encounter. */
CAROM_API void carom_encounters_note(carom_encounters *record, double overlap, double approach);

/* Records that the undeformed surfaces separate. */
CAROM_API void carom_encounters_end(carom_encounters *record);

/* Adds a record to a sum; an encounter in progress counts as complete. */
CAROM_API void carom_encounters_add(carom_encounters *sum, const carom_encounters *record);

/* The lowest speed at touch that the damping of this contact distinguishes: slower touches are
 * treated as if they had this speed. 0 for a law that does not use the speed at touch, or uses a
 * fixed one. */
CAROM_API double carom_contact_speed_floor(const carom_contact *contact);

/* The overlap up to which the law was fitted, m; CAROM_UNSET if its source states none. */
CAROM_API double carom_contact_range(const carom_contact *contact);

/* True if the theory behind the law does not hold for these bodies; see carom_law_info.judged. */
CAROM_API bool carom_contact_outside_theory(const carom_contact *contact);

#ifdef __cplusplus
}
#endif

#endif
