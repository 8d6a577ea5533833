/* SPDX-License-Identifier: MIT */
/* One free impact m* d'' = -F from first touch to the end of the episode: the loop that both the
 * calibration and the impact module use. */
#ifndef CAROM_SRC_STRIKE_H
#define CAROM_SRC_STRIKE_H

#include "contact/run.h"
#include "integrate/integrate.h"

enum { CAROM_STRIKE_OVERLAP, CAROM_STRIKE_SPEED, CAROM_STRIKE_WORK, CAROM_STRIKE_STATES };

typedef struct carom_strike_result {
  double speed_out; /* magnitude */
  double duration, overlap_at_separation;
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double viscous;          /* work of the dissipative part until separation */
  carom_energy energy;     /* stored and plastic at separation */
  double residual_overlap; /* of the dent at separation */
  long steps, rates;
} carom_strike_result;

typedef struct carom_strike {
  const carom_contact *contact;
  carom_state *state;
  double speed, tolerance;
  carom_method method;
  bool peaks; /* locate the peak force too; costs more guards */
  /* Called after every accepted step, before the regime changes; and, with switched = true, right
   * after a change of regime at the same instant. May be NULL. */
  void (*observe)(void *user, carom_integrator *in, const carom_run *run, bool switched);
  void *user;
} carom_strike;

/* CAROM_ERR_DIVERGED if the bodies do not part. */
carom_status carom_strike_resolve(const carom_strike *strike, carom_strike_result *result,
                                  carom_error *err);

/* A length L with F(L) L = m v^2 within a factor of 2: the scale of the overlap. */
double carom_strike_scale(const carom_contact *contact, const carom_state *state, double speed);

#endif
