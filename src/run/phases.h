/* SPDX-License-Identifier: MIT */
/* The stages of a scenario, called phases here because a step and a contact have stages of their
 * own. The sequence lives in the run and not in the scene: a scene knows only the changes that a
 * caller makes between steps. A checkpoint of a run holds which phase it is in and when each began;
 * gravity and the presence of walls are part of the scene's state, and motions and friction, which
 * are definitions, are set again from the file before that state is loaded. */
#ifndef CAROM_RUN_PHASES_H
#define CAROM_RUN_PHASES_H

#include "core/archive.h"
#include "io/json_write.h"
#include "io/scenario.h"

typedef struct carom_phases {
  const carom_scenario *scenario;
  int64_t now;        /* the present one; as many as there are: all are over */
  int64_t looked;     /* the step of the last look at its conditions */
  int64_t *begin;     /* first step of each */
  int64_t *end, *why; /* last step, and what ended it; -1: not yet */
} carom_phases;

/* Begins the first one. */
carom_status carom_phases_create(carom_phases *p, const carom_scenario *scenario,
                                 carom_scene *scene, carom_error *err);
void carom_phases_free(carom_phases *p);

/* The step of the next look, INT64_MAX without one. */
int64_t carom_phases_next(const carom_phases *p, const carom_scene *scene);
/* If a look is due at this step: ends the present phase and begins the next where a condition is
 * met. *ended: the phase that did, or -1. */
carom_status carom_phases_look(carom_phases *p, carom_scene *scene, int *ended, carom_error *err);
/* When the last one ends at the latest, or did end; infinite if one that is still to end has no
 * `time`. */
double carom_phases_latest(const carom_phases *p, const carom_scene *scene);
/* Of the present one, from 1 on; of the last one after its end. */
int64_t carom_phases_number(const carom_phases *p);
/* The last one has ended, which ends the run. */
bool carom_phases_over(const carom_phases *p);

/* Before the archive of the scene. */
carom_status carom_phases_archive(carom_phases *p, carom_scene *scene, carom_archive *archive,
                                  carom_error *err);

/* "fill", or "stage 1"; what ended it: "particles_above". */
const char *carom_phase_name(const carom_phases *p, int phase, char text[64]);
const char *carom_phase_reason(const carom_phases *p, int phase);
void carom_phases_members(carom_json *json, const carom_phases *p, double step);

#endif
