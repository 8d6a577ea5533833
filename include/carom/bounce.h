/* SPDX-License-Identifier: MIT */
/* Bounces: one body that falls on a fixed partner again and again. Contacts are resolved with the
 * weight acting in them; flights between them are exact. */
#ifndef CAROM_BOUNCE_H
#define CAROM_BOUNCE_H

#include <carom/encounters.h>
#include <carom/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One instant. Heights are those of the body's surface above its partner's, both undeformed;
 * negative: they overlap. Velocities are positive upwards. */
typedef struct carom_bounce_sample {
  double time, height, velocity;
  carom_force force;
} carom_bounce_sample;

/* One contact: from where the undeformed surfaces meet until they part. Speeds are magnitudes, both
 * at zero overlap, so that the flight after it has speed_out at both ends. */
typedef struct carom_bounce_contact {
  double time;        /* s, from the start of the fall */
  double speed_in;    /* m/s */
  double speed_out;   /* 0 where the body does not get away */
  double restitution; /* speed_out / speed_in */
  double time_out;    /* when the surfaces part; CAROM_UNSET if they do not */
  double duration;    /* until the force has vanished for good; CAROM_UNSET if it has not */
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double residual_overlap; /* of the dent so far */
  double energy_lost;      /* in the contact, J */
  double rise;             /* the height that the flight after it reaches, m */
  bool captured;           /* the body stays: its energy does not suffice to part */
} carom_bounce_contact;

/* What is computed. Start from carom_bounce_default(). */
typedef struct carom_bounce_def {
  const carom_contact *contact; /* of the body with a partner that is fixed */
  double height;                /* of fall: distance of the surfaces at the start, m */
  double speed;                 /* at the start, towards the partner, m/s; negative: thrown up */
  double gravity;               /* m/s2 */
  double until;                 /* the end, s */
  double rest; /* a captured body rests when its speed, over that of a fall through its overlap, and
                  its force, over its weight, differ from those of rest by this share */
  double tolerance; /* relative, of the integration */
  carom_integrator_name integrator;
  carom_state *state; /* the pair's memory, read and updated; NULL: a virgin pair */
  /* Called, if not NULL, after every contact; and every `every` seconds, and where surfaces meet
   * and part. Ends early if `stop` returns true. */
  void (*contact_over)(void *user, const carom_bounce_contact *contact);
  void (*record)(void *user, const carom_bounce_sample *sample);
  bool (*stop)(void *user);
  void *user;
  double every;
  unsigned cookie;
} carom_bounce_def;

CAROM_API carom_bounce_def carom_bounce_default(void);

/* Fields of a bounce: height, speed, gravity, rest. */
CAROM_API carom_fields carom_bounce_fields(void);

/* The most contacts that are followed. */
enum { CAROM_BOUNCE_CONTACTS = 1000000 };

typedef struct carom_bounce {
  int64_t contacts;       /* the one that captures counts */
  bool captured, rests;   /* by the end */
  double time_of_capture; /* when the contact that captures began; CAROM_UNSET without one */
  double time_of_rest;    /* CAROM_UNSET: not at rest by the end */
  double overlap_at_rest;
  double highest; /* after the first contact, m */
  /* at the end: `until`, or where a captured body came to rest or, without damping, was left */
  double time, height, velocity;
  struct {
    double kinetic, gravity, elastic, viscous, plastic, residual; /* J; gravity: m g height */
  } energy;
  int64_t steps;
  carom_encounters encounters; /* for carom_verdict_of */
} carom_bounce;

CAROM_API carom_status carom_bounce_resolve(const carom_bounce_def *def, carom_bounce *result,
                                            carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
