/* SPDX-License-Identifier: MIT */
/* Work that a thread of its own does, one item after the other in the order they came, while the
 * caller goes on. */
#ifndef CAROM_CORE_BACKGROUND_H
#define CAROM_CORE_BACKGROUND_H

#include <stddef.h>

#include "core/error.h"

typedef struct carom_background carom_background;

typedef struct carom_background_def {
  size_t size; /* of an item, which is copied */
  int waiting; /* items that wait at most: a caller who is ahead of them waits */
  /* Both are called in the thread. After an error items are released, no more worked at. */
  carom_status (*work)(void *user, void *item, carom_error *err);
  void (*release)(void *user, void *item);
  void *user;
} carom_background_def;

/* NULL without memory. Where there can be no further thread, items are done at once. */
carom_background *carom_background_create(const carom_background_def *def);

/* Hands an item over. The error of an earlier one: this one is released. */
carom_status carom_background_put(carom_background *background, const void *item, carom_error *err);

/* Waits until nothing is left to do. */
carom_status carom_background_flush(carom_background *background, carom_error *err);

/* Does what is left, and ends. */
void carom_background_destroy(carom_background *background);

#endif
