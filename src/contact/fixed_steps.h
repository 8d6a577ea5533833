/* SPDX-License-Identifier: MIT */
/* The effect of fixed time steps on a contact: the longest stable step, and the restitution that an
 * impact delivers. */
#ifndef CAROM_SRC_FIXED_STEPS_H
#define CAROM_SRC_FIXED_STEPS_H

#include <carom/contact.h>

/* Number of phases of first touch within a step, over which a restitution is averaged. */
enum { CAROM_STEP_PHASES = 32 };

/* The overlap at which a contact in this state has absorbed this energy in quasi-static loading; at
 * most the radius of the pair. */
double carom_depth(const carom_contact *contact, const carom_state *state, double energy);

/* The stability limit 2/omega at this overlap, s, from the stiffer of loading and unloading.
 * Infinite without stiffness. */
double carom_step_limit(const carom_contact *contact, const carom_state *state, double overlap);

/* The stability limit at the largest overlap of a free impact at this speed. */
double carom_step_limit_at(const carom_contact *contact, const carom_state *state, double speed);

/* The restitution of an impact in steps of velocity Verlet, where the law uses the velocity
 * `predicted` for the end of the step, or the half-step velocity: the mean over the phases, and the
 * largest deviation from it. `duration` is that of the contact. */
double carom_step_delivers(const carom_contact *contact, double speed, double step, double duration,
                           bool predicted, double *spread);

/* Mean and spread of the values for all phases. */
double carom_phase_mean(const double value[CAROM_STEP_PHASES], double *spread);

#endif
