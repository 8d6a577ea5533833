/* SPDX-License-Identifier: MIT */
/* One impact, its outcome and its history. */
#ifndef CAROM_RUN_OUTCOME_H
#define CAROM_RUN_OUTCOME_H

#include <carom/impact.h>

#include "run/record.h"

typedef struct carom_outcome {
  carom_status status;
  carom_error error;
  carom_contact contact;
  carom_impact impact;
} carom_outcome;

/* Prepares the contact and resolves the impact of a virgin pair; `like` is the definition without
 * the contact. */
carom_status carom_outcome_find(const carom_contact_def *contact, const carom_impact_def *like,
                                carom_outcome *outcome);

/* The instants of an impact, in a growing array. */
typedef struct carom_history {
  carom_impact_sample *sample;
  int64_t count, room;
  double end, near; /* time at which the contact ends, and the tolerance for it */
  double reach;     /* reach of its law, m */
  bool out_of_memory;
} carom_history;

/* Resolves the impact again and records instants at equal intervals (`every` 0: at the integrator's
 * steps) from touch to the end of contact, both included, and both sides of every switch in
 * between. `state` is the pair's memory before the impact, or NULL for a virgin pair; it is not
 * modified. */
carom_status carom_history_find(const carom_impact_def *like, const carom_outcome *outcome,
                                const carom_state *state, double every, carom_history *history,
                                carom_error *err);

/* The interval between `samples` instants of an impact, for carom_history_find. */
double carom_history_every(const carom_outcome *outcome, int64_t samples);
void carom_history_free(carom_history *history);

/* The columns of a record (time, overlap, approach, forces, energies), and an instant as its
 * row. */
void carom_history_columns(carom_record *record);
void carom_history_row(const carom_impact_sample *sample, double *row);

#endif
