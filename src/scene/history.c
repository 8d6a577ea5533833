/* SPDX-License-Identifier: MIT */
/* The slots of a contact's history and how they are transported. */
#include "scene/history.h"

typedef struct slot {
  const char *name;
  unsigned transport;
} slot;

enum { VECTOR = CAROM_TRANSPORT_FLIP | CAROM_TRANSPORT_ROTATE, SCALAR = CAROM_TRANSPORT_KEEP };

/* Springs rotate in the tangential kernels, which take them as the first three numbers. */
static const slot tangential[CAROM_SPRING] = {
    {"spring_x", VECTOR}, {"spring_y", VECTOR}, {"spring_z", VECTOR}, {"spring_extra", SCALAR}};

static const slot normal[CAROM_MAX_STATES] = {
    {"state_0", SCALAR}, {"state_1", SCALAR}, {"state_2", SCALAR}, {"state_3", SCALAR},
    {"state_4", SCALAR}, {"state_5", SCALAR}, {"state_6", SCALAR}, {"state_7", SCALAR}};

/* Adds slots of a stage; returns the first. */
static int add(carom_history_layout *layout, const slot *first, int count)
{
  const int before = layout->size;
  for (int k = 0; k < count; k++) {
    layout->name[layout->size] = first[k].name;
    layout->transport[layout->size++] = first[k].transport;
  }
  return before;
}

carom_history_layout carom_history_layout_of(int tangential_slots, int normal_slots)
{
  carom_history_layout layout = {.size = 0};
  layout.tangential = add(&layout, tangential, tangential_slots);
  layout.normal = add(&layout, normal, normal_slots);
  return layout;
}

void carom_history_flip(const carom_history_layout *layout, double *history)
{
  for (int k = 0; k < layout->size; k++)
    if (layout->transport[k] & CAROM_TRANSPORT_FLIP) history[k] = -history[k];
}
