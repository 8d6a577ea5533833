/* SPDX-License-Identifier: MIT */
/* The stages of a scenario, called phases here, because steps and contacts have stages of their
 * own. The sequence belongs to the run and not to the scene, which only sees changes that a caller
 * makes between steps. A checkpoint of a run stores the present phase and when each phase began.
 * Gravity and the presence of walls are part of the scene's state; motions and friction are
 * definitions, so they are set again from the file before that state is loaded. */
#ifndef CAROM_RUN_PHASES_H
#define CAROM_RUN_PHASES_H

#include "core/archive.h"
#include "io/json_write.h"
#include "io/scenario.h"

typedef struct carom_phases {
  const carom_scenario *scenario;
  int64_t now;        /* index of the present phase; equal to their number when all are over */
  int64_t looked;     /* step at which its conditions were last checked */
  int64_t *begin;     /* first step of each */
  int64_t *end, *why; /* last step, and the condition that ended it; -1: not yet */
} carom_phases;

/* Begins the first phase. */
carom_status carom_phases_create(carom_phases *p, const carom_scenario *scenario,
                                 carom_scene *scene, carom_error *err);
void carom_phases_free(carom_phases *p);

/* The step of the next check of the conditions; INT64_MAX if there is none. */
int64_t carom_phases_next(const carom_phases *p, const carom_scene *scene);
/* If a check is due at this step and a condition is met, ends the present phase and begins the
 * next. *ended: the phase that ended, or -1. */
carom_status carom_phases_look(carom_phases *p, carom_scene *scene, int *ended, carom_error *err);
/* When the last phase ends at the latest, or did end; infinite if a remaining phase has no
 * `time`. */
double carom_phases_latest(const carom_phases *p, const carom_scene *scene);
/* The number of the present phase, from 1 on; of the last one after its end. */
int64_t carom_phases_number(const carom_phases *p);
/* True if the last phase has ended, which ends the run. */
bool carom_phases_over(const carom_phases *p);

/* Call before the archive of the scene. */
carom_status carom_phases_archive(carom_phases *p, carom_scene *scene, carom_archive *archive,
                                  carom_error *err);

/* The name of a phase: "fill", or "stage 1"; and the condition that ended it: "particles_above". */
const char *carom_phase_name(const carom_phases *p, int phase, char text[64]);
const char *carom_phase_reason(const carom_phases *p, int phase);
void carom_phases_members(carom_json *json, const carom_phases *p, double step);

#endif
