/* SPDX-License-Identifier: MIT */
/* What a contact remembers from step to step: the slots of its history, in the order of the stages
 * that own them, with the rule by which each is transported. */
#ifndef CAROM_SRC_SCENE_HISTORY_H
#define CAROM_SRC_SCENE_HISTORY_H

#include "law/law.h"
#include "law/tangential.h"

/* The stages after the normal law, in the order of carom_stage_name: at most one model of each acts
 * in a contact. */
enum {
  CAROM_STAGE_TANGENTIAL,
  CAROM_STAGE_ROLLING,
  CAROM_STAGE_TWISTING,
  CAROM_STAGE_ADHESION,
  CAROM_PAIR_STAGES = 4, /* at most */
  CAROM_HISTORY_MOST = CAROM_PAIR_STAGES * CAROM_STAGE_HISTORY + CAROM_MAX_STATES
};

/* Which stages turn. */
enum { CAROM_ROLLS = 1, CAROM_TWISTS = 2 };

/* As many slots as the models of a scene need of every stage; the same for all its contacts. */
typedef struct carom_history_layout {
  int tangential, normal, size; /* first slot of each stage; number of all slots */
  int stage[CAROM_PAIR_STAGES]; /* first slot of each stage after the normal law */
  const char *name[CAROM_HISTORY_MOST];
  unsigned transport[CAROM_HISTORY_MOST];
} carom_history_layout;

/* The layout for the numbers of one model of each stage, the one of the scene that has most of them
 * (NULL: none), and so many states of normal laws. */
carom_history_layout carom_history_layout_of(const carom_stage *const *model, int stages,
                                             int normal);
/* The bodies of a contact have changed their order. */
void carom_history_flip(const carom_history_layout *layout, double *history);

#endif
