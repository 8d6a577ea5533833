/* SPDX-License-Identifier: MIT */
/* One impact m* d'' = m* g - F from first touch to the end of the episode: the loop that the
 * calibration, impacts (both without g) and bounces use. */
#ifndef CAROM_SRC_IMPACT_INTEGRATION_H
#define CAROM_SRC_IMPACT_INTEGRATION_H

#include "contact/regime.h"
#include "integrate/integrate.h"

enum { CAROM_IMPACT_OVERLAP, CAROM_IMPACT_SPEED, CAROM_IMPACT_WORK, CAROM_IMPACT_STATES };

typedef struct carom_impact_outcome {
  double speed_out; /* magnitude */
  double duration, overlap_at_separation;
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double viscous;                 /* work of the dissipative part */
  carom_energy energy;            /* stored and plastic at the end of the episode */
  double residual_overlap;        /* of the dent */
  double time, overlap, approach; /* at the end */
  bool apart;                     /* the undeformed surfaces have parted: always without a pull */
  bool captured;                  /* too little energy is left for that ever to happen */
  bool rests;                     /* captured, and at rest since the end */
  int64_t steps, rates;
} carom_impact_outcome;

typedef enum carom_moment {
  CAROM_MOMENT_STEP,  /* a step without a switch is over */
  CAROM_MOMENT_EVENT, /* a step has landed on a switch */
  CAROM_MOMENT_SWITCHED
} carom_moment;

typedef struct carom_impact_integration {
  const carom_contact *contact;
  carom_state *state;
  double speed, tolerance;
  double pull;  /* constant acceleration towards each other, m/s2 */
  double until; /* with a pull: end there if the bodies have not parted before */
  double rest;  /* with a pull: speed and force are those of rest within this share */
  carom_method method;
  bool peaks;          /* locate the peak force too; costs more guards */
  double least_energy; /* give up when kinetic and stored energy are below: 0 for never */
  /* Called after every accepted step and, where the regime changes, before and after that. May be
   * NULL. */
  void (*observe)(void *user, carom_integrator *in, const carom_regime *regime,
                  carom_moment moment);
  void *user;
} carom_impact_integration;

/* CAROM_ERR_DIVERGED if the bodies do not part, or not with the least energy. */
carom_status carom_impact_integrate(const carom_impact_integration *integration,
                                    carom_impact_outcome *result, carom_error *err);

/* A length L with F(L) L = m v^2 within a factor of 2: the scale of the overlap. */
double carom_impact_overlap_scale(const carom_contact *contact, const carom_state *state,
                                  double speed);

#endif
