/* SPDX-License-Identifier: MIT */
/* Integrates one impact, m* d'' = m* g - F, from first touch to the end of the episode. Calibration
 * and impacts use it with g = 0, bounces with the weight. */
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
  double residual_overlap;        /* depth of the dent */
  double time, overlap, approach; /* final values */
  bool apart;                     /* the undeformed surfaces have separated; always so without a
                                     pull */
  bool captured;                  /* too little energy is left to separate */
  bool rests;                     /* captured, and at rest at the end */
  int64_t steps, rates;
} carom_impact_outcome;

typedef enum carom_moment {
  CAROM_MOMENT_STEP,  /* end of a step without a switch */
  CAROM_MOMENT_EVENT, /* end of a step that landed on a switch */
  CAROM_MOMENT_SWITCHED
} carom_moment;

typedef struct carom_impact_integration {
  const carom_contact *contact;
  carom_state *state;
  double speed, tolerance;
  double pull;  /* constant acceleration towards each other, m/s2 */
  double until; /* with a pull: final time, if the bodies have not separated before */
  double rest;  /* with a pull: relative tolerance within which speed and force count as those of
                   rest */
  carom_method method;
  bool peaks; /* also locate the peak force, which needs more guards */
  /* Give up when the sum of kinetic and stored energy is below this; 0: never. */
  double least_energy;
  /* Called, unless NULL, after every accepted step and, at a change of regime, both before and
   * after it. */
  void (*observe)(void *user, carom_integrator *in, const carom_regime *regime,
                  carom_moment moment);
  void *user;
} carom_impact_integration;

/* Returns CAROM_ERR_DIVERGED if the bodies do not separate, or fall below the least energy. */
carom_status carom_impact_integrate(const carom_impact_integration *integration,
                                    carom_impact_outcome *result, carom_error *err);

/* A length L with F(L) L = m v^2 within a factor of 2: the scale of the overlap. */
double carom_impact_overlap_scale(const carom_contact *contact, const carom_state *state,
                                  double speed);

#endif
