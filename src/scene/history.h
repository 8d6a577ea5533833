/* SPDX-License-Identifier: MIT */
/* What a contact remembers from step to step: history slots, in the order of the stages that own
 * them, each with its transport rule. */
#ifndef CAROM_SRC_SCENE_HISTORY_H
#define CAROM_SRC_SCENE_HISTORY_H

#include "law/law.h"
#include "law/tangential.h"

/* The stages after the normal law, in the order of carom_stage_name. A contact has at most one
 * model of each. */
enum {
  CAROM_STAGE_TANGENTIAL,
  CAROM_STAGE_ROLLING,
  CAROM_STAGE_TWISTING,
  CAROM_STAGE_ADHESION,
  CAROM_PAIR_STAGES = 4, /* at most */
  CAROM_HISTORY_MOST = CAROM_PAIR_STAGES * CAROM_STAGE_HISTORY + CAROM_MAX_STATES
};

/* Kinds of couples. */
enum { CAROM_ROLLS = 1, CAROM_TWISTS = 2 };

/* Slots for the largest history of each stage among the models of a scene; the same layout for all
 * contacts. */
typedef struct carom_history_layout {
  int tangential, normal, size; /* first slot of each stage; number of all slots */
  int stage[CAROM_PAIR_STAGES]; /* first slot of each stage after the normal law */
  const char *name[CAROM_HISTORY_MOST];
  unsigned transport[CAROM_HISTORY_MOST];
} carom_history_layout;

/* Lays out the histories. `model`: for each stage the model of the scene with the most numbers, or
 * NULL; `normal`: number of states of the normal laws. */
carom_history_layout carom_history_layout_of(const carom_stage *const *model, int stages,
                                             int normal);
/* The two bodies of a contact have been exchanged. */
void carom_history_flip(const carom_history_layout *layout, double *history);

#endif
