/* SPDX-License-Identifier: MIT */
/* The slots of a contact's history and how they are transported. */
#include "scene/history.h"

/* Slots of the law's state are scalars and kept. Vectors belong to stages, whose kernels rotate
 * them and take them as the first numbers. */
static const carom_history_slot normal[CAROM_MAX_STATES] = {
    {"state_0", CAROM_TRANSPORT_KEEP}, {"state_1", CAROM_TRANSPORT_KEEP},
    {"state_2", CAROM_TRANSPORT_KEEP}, {"state_3", CAROM_TRANSPORT_KEEP},
    {"state_4", CAROM_TRANSPORT_KEEP}, {"state_5", CAROM_TRANSPORT_KEEP},
    {"state_6", CAROM_TRANSPORT_KEEP}, {"state_7", CAROM_TRANSPORT_KEEP}};

/* Appends the slots of a stage; returns the first. */
static int add(carom_history_layout *layout, const carom_history_slot *first, int count)
{
  const int before = layout->size;
  for (int k = 0; k < count; k++) {
    layout->name[layout->size] = first[k].name;
    layout->transport[layout->size++] = first[k].transport;
  }
  return before;
}

carom_history_layout carom_history_layout_of(const carom_stage *const *model, int stages,
                                             int states)
{
  carom_history_layout layout = {.size = 0};
  for (int k = 0; k < stages; k++)
    layout.stage[k] = model[k] ? add(&layout, model[k]->slot, model[k]->numbers) : layout.size;
  layout.normal = add(&layout, normal, states);
  return layout;
}

void carom_history_flip(const carom_history_layout *layout, double *history)
{
  for (int k = 0; k < layout->size; k++)
    if (layout->transport[k] & CAROM_TRANSPORT_FLIP) history[k] = -history[k];
}
