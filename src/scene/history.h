/* SPDX-License-Identifier: MIT */
/* What a contact remembers from step to step: the slots of its history, in the order of the stages
 * that own them, with the rule by which each is transported. */
#ifndef CAROM_SRC_SCENE_HISTORY_H
#define CAROM_SRC_SCENE_HISTORY_H

#include "law/law.h"
#include "law/tangential.h"

/* When the two bodies of a contact change their order, and when the contact turns in space. */
enum {
  CAROM_TRANSPORT_KEEP = 0,
  CAROM_TRANSPORT_FLIP = 1,  /* changes its sign with the order of the bodies */
  CAROM_TRANSPORT_ROTATE = 2 /* component of a vector in the contact plane: rotates with it */
};

/* As many slots as the models of a scene need of every stage; the same for all its contacts. */
typedef struct carom_history_layout {
  int tangential, normal, size; /* first slot of each stage; number of all slots */
  const char *name[CAROM_SPRING + CAROM_MAX_STATES];
  unsigned transport[CAROM_SPRING + CAROM_MAX_STATES];
} carom_history_layout;

/* The layout for so many slots of every stage. */
carom_history_layout carom_history_layout_of(int tangential, int normal);
/* The bodies of a contact have changed their order. */
void carom_history_flip(const carom_history_layout *layout, double *history);

#endif
