/* SPDX-License-Identifier: MIT */
#include "core/background.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct carom_background {
  carom_background_def def;
  pthread_t thread;
  bool threaded;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  char *waiting; /* queue, oldest first; one further slot holds the item in progress */
  int count;
  bool working, ending;
  carom_status status;
  carom_error err;
};

static void do_one(carom_background *b, void *item, bool sound)
{
  carom_error err = {.code = CAROM_OK};
  const carom_status status = sound ? b->def.work(b->def.user, item, &err) : CAROM_OK;
  b->def.release(b->def.user, item);
  if (b->threaded) pthread_mutex_lock(&b->lock);
  if (b->status == CAROM_OK && status != CAROM_OK) b->status = status, b->err = err;
  if (b->threaded) pthread_mutex_unlock(&b->lock);
}

static void *work(void *user)
{
  carom_background *b = user;
  const size_t size = b->def.size;
  char *item = b->waiting + (size_t)b->def.waiting * size;
  pthread_mutex_lock(&b->lock);
  for (;;) {
    while (b->count == 0 && !b->ending)
      pthread_cond_wait(&b->changed, &b->lock);
    if (b->count == 0) break;
    memcpy(item, b->waiting, size);
    memmove(b->waiting, b->waiting + size, (size_t)--b->count * size);
    const bool sound = b->status == CAROM_OK;
    b->working = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
    do_one(b, item, sound);
    pthread_mutex_lock(&b->lock);
    b->working = false;
    pthread_cond_broadcast(&b->changed);
  }
  pthread_mutex_unlock(&b->lock);
  return NULL;
}

carom_background *carom_background_create(const carom_background_def *def)
{
  carom_background *b = calloc(1, sizeof *b);
  char *waiting = malloc(((size_t)def->waiting + 1) * def->size);
  if (!b || !waiting) {
    free(b), free(waiting);
    return NULL;
  }
  b->def = *def;
  b->waiting = waiting;
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->changed, NULL);
  b->threaded = true; /* set before the thread reads it */
  if (pthread_create(&b->thread, NULL, work, b) != 0) b->threaded = false;
  return b;
}

static carom_status told(const carom_background *b, carom_error *err)
{
  if (b->status != CAROM_OK && err) *err = b->err;
  return b->status;
}

carom_status carom_background_put(carom_background *b, const void *item, carom_error *err)
{
  const size_t size = b->def.size;
  if (!b->threaded) {
    memcpy(b->waiting, item, size);
    do_one(b, b->waiting, b->status == CAROM_OK);
    return told(b, err);
  }
  pthread_mutex_lock(&b->lock);
  while (b->count == b->def.waiting)
    pthread_cond_wait(&b->changed, &b->lock);
  const carom_status status = told(b, err);
  /* After an error the thread only releases it. */
  memcpy(b->waiting + (size_t)b->count++ * size, item, size);
  pthread_cond_broadcast(&b->changed);
  pthread_mutex_unlock(&b->lock);
  return status;
}

carom_status carom_background_flush(carom_background *b, carom_error *err)
{
  pthread_mutex_lock(&b->lock);
  while (b->threaded && (b->count > 0 || b->working))
    pthread_cond_wait(&b->changed, &b->lock);
  const carom_status status = told(b, err);
  pthread_mutex_unlock(&b->lock);
  return status;
}

void carom_background_destroy(carom_background *b)
{
  if (!b) return;
  if (b->threaded) {
    pthread_mutex_lock(&b->lock);
    b->ending = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
  }
  pthread_cond_destroy(&b->changed);
  pthread_mutex_destroy(&b->lock);
  free(b->waiting);
  free(b);
}
