/* SPDX-License-Identifier: MIT */
/* What steps of a fixed length do to a contact: the longest that is stable, and the restitution
 * that is left of an impact. */
#ifndef CAROM_SRC_FIXED_STEPS_H
#define CAROM_SRC_FIXED_STEPS_H

#include <carom/contact.h>

/* Phases of the first touch within a step that a restitution is the mean of. */
enum { CAROM_STEP_PHASES = 32 };

/* The overlap at which a contact in this state has taken up so much energy by pressing alone; up to
 * the radius of the pair. */
double carom_depth(const carom_contact *contact, const carom_state *state, double energy);

/* 2/omega at this overlap, s, by the stiffer of loading and unloading: longer steps are unstable.
 * No stiffness: for ever. */
double carom_step_limit(const carom_contact *contact, const carom_state *state, double overlap);

/* The same at the largest overlap of a free impact at this speed. */
double carom_step_limit_at(const carom_contact *contact, const carom_state *state, double speed);

/* The restitution of an impact in steps of velocity Verlet, where the law sees the velocity
 * `predicted` for the end of the step or that of its middle; the mean over the phases, and the
 * largest difference from it. `duration` is that of the contact. */
double carom_step_delivers(const carom_contact *contact, double speed, double step, double duration,
                           bool predicted, double *spread);

/* The mean and the spread of what the phases gave. */
double carom_phase_mean(const double value[CAROM_STEP_PHASES], double *spread);

#endif
