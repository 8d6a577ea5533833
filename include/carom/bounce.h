/* SPDX-License-Identifier: MIT */
/* Bounces: a body that falls repeatedly on a fixed partner. Contacts are integrated with the weight
 * of the body acting in them; the flights in between are evaluated exactly. */
#ifndef CAROM_BOUNCE_H
#define CAROM_BOUNCE_H

#include <carom/encounters.h>
#include <carom/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The motion at one instant. Heights are those of the body's undeformed surface above its
 * partner's, negative while they overlap. Velocities are positive upwards. */
typedef struct carom_bounce_sample {
  double time, height, velocity;
  carom_force force;
} carom_bounce_sample;

/* One contact, from the instant the undeformed surfaces meet until they separate. Speeds are
 * magnitudes at zero overlap, so the following flight begins and ends with speed_out. */
typedef struct carom_bounce_contact {
  double time;        /* s, from the start of the fall */
  double speed_in;    /* m/s */
  double speed_out;   /* 0 if the body does not separate */
  double restitution; /* speed_out / speed_in */
  double time_out;    /* when the surfaces separate; CAROM_UNSET if they do not */
  double duration;    /* until the force has vanished for good; CAROM_UNSET if it has not */
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double residual_overlap; /* depth of the plastic dent so far */
  double energy_lost;      /* in this contact, J */
  double rise;             /* height reached by the following flight, m */
  bool captured;           /* the body stays in contact: its energy does not suffice to separate */
} carom_bounce_contact;

/* Definition of a bounce. Start from carom_bounce_default(). */
typedef struct carom_bounce_def {
  const carom_contact *contact; /* between the body and a fixed partner */
  double height;                /* drop height: distance of the surfaces at the start, m */
  double speed;     /* initial speed towards the partner, m/s; negative: thrown upwards */
  double gravity;   /* m/s2 */
  double until;     /* end time, s */
  double rest;      /* a captured body counts as at rest once its speed, relative to that of a fall
                       through its overlap, and its force, relative to its weight, are within this
                       fraction of their values at rest */
  double tolerance; /* relative tolerance of the integration */
  carom_integrator_name integrator;
  carom_state *state; /* memory of the pair, read and updated; NULL: a virgin pair */
  /* Optional callbacks (may be NULL). `contact_over` is called after every contact; `record` every
   * `every` seconds and whenever the surfaces meet or separate; returning true from `stop` ends the
   * computation early. */
  void (*contact_over)(void *user, const carom_bounce_contact *contact);
  void (*record)(void *user, const carom_bounce_sample *sample);
  bool (*stop)(void *user);
  void *user;
  double every;
  unsigned cookie;
} carom_bounce_def;

CAROM_API carom_bounce_def carom_bounce_default(void);

/* Settings of a bounce: height, speed, gravity, rest. */
CAROM_API carom_fields carom_bounce_fields(void);

/* The largest number of contacts that is followed. */
enum { CAROM_BOUNCE_CONTACTS = 1000000 };

typedef struct carom_bounce {
  int64_t contacts;       /* including the one that captures the body */
  bool captured, rests;   /* state at the end */
  double time_of_capture; /* start of the capturing contact; CAROM_UNSET without one */
  double time_of_rest;    /* CAROM_UNSET: not yet at rest at the end */
  double overlap_at_rest;
  double highest; /* greatest height after the first contact, m */
  /* Final state: at `until`, or when a captured body came to rest or, if it is undamped, when it
   * was given up. */
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
