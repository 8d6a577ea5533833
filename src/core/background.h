/* SPDX-License-Identifier: MIT */
/* A background thread that processes items in the order of submission, while the caller
 * continues. */
#ifndef CAROM_CORE_BACKGROUND_H
#define CAROM_CORE_BACKGROUND_H

#include <stddef.h>

#include "core/error.h"

typedef struct carom_background carom_background;

typedef struct carom_background_def {
  size_t size; /* of an item, which is copied */
  int waiting; /* capacity of the queue: carom_background_put blocks while it is full */
  /* Both are called in the background thread. After an error the remaining items are released
   * without being processed. */
  carom_status (*work)(void *user, void *item, carom_error *err);
  void (*release)(void *user, void *item);
  void *user;
} carom_background_def;

/* NULL if memory runs out. If no thread can be started, items are processed by the caller at
 * once. */
carom_background *carom_background_create(const carom_background_def *def);

/* Submits an item. Returns the error of an earlier item, if any; this one is then only released. */
carom_status carom_background_put(carom_background *background, const void *item, carom_error *err);

/* Waits until the queue is empty and the thread is idle. */
carom_status carom_background_flush(carom_background *background, carom_error *err);

/* Processes the remaining items and ends the thread. */
void carom_background_destroy(carom_background *background);

#endif
