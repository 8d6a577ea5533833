/* SPDX-License-Identifier: MIT */
/* Work in the background: in order, never more than there is room for, errors carried back. */
#include <pthread.h>

#include "core/background.h"
#include "setup.h"
#include "suite.h"

enum { WAITING = 2, MOST = 100 };

typedef struct desk {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool open;
  int begun, done[MOST], count, released;
  int fails; /* item that fails; -1: none */
} desk;

static desk *desk_new(bool open, int fails)
{
  desk *d = calloc(1, sizeof *d);
  assert_non_null(d);
  pthread_mutex_init(&d->lock, NULL);
  pthread_cond_init(&d->changed, NULL);
  d->open = open;
  d->fails = fails;
  return d;
}

static void desk_free(desk *d)
{
  pthread_cond_destroy(&d->changed);
  pthread_mutex_destroy(&d->lock);
  free(d);
}

/* Waits until the desk is open. */
static carom_status work(void *user, void *item, carom_error *err)
{
  desk *d = user;
  const int number = *(int *)item;
  pthread_mutex_lock(&d->lock);
  d->begun++;
  pthread_cond_broadcast(&d->changed);
  while (!d->open)
    pthread_cond_wait(&d->changed, &d->lock);
  d->done[d->count++] = number;
  pthread_mutex_unlock(&d->lock);
  return number == d->fails ? carom_fail(err, CAROM_ERR_IO, "desk", "item %d", number) : CAROM_OK;
}

static void release(void *user, void *item)
{
  desk *d = user;
  (void)item;
  pthread_mutex_lock(&d->lock);
  d->released++;
  pthread_mutex_unlock(&d->lock);
}

static carom_background *background(desk *d)
{
  const carom_background_def def = {
      .size = sizeof(int), .waiting = WAITING, .work = work, .release = release, .user = d};
  carom_background *b = carom_background_create(&def);
  assert_non_null(b);
  return b;
}

static void put(carom_background *b, int number)
{
  assert_int_equal(carom_background_put(b, &number, NULL), CAROM_OK);
}

/* One is being done and two wait: the caller has not waited for any of them. */
static void the_caller_goes_on(void **state)
{
  (void)state;
  desk *d = desk_new(false, -1);
  carom_background *b = background(d);
  put(b, 0);
  pthread_mutex_lock(&d->lock);
  while (d->begun == 0)
    pthread_cond_wait(&d->changed, &d->lock);
  pthread_mutex_unlock(&d->lock);
  put(b, 1);
  put(b, 2);
  pthread_mutex_lock(&d->lock);
  assert_int_equal(d->count, 0);
  d->open = true;
  pthread_cond_broadcast(&d->changed);
  pthread_mutex_unlock(&d->lock);
  for (int i = 3; i < MOST; i++)
    put(b, i);
  assert_int_equal(carom_background_flush(b, NULL), CAROM_OK);
  assert_int_equal(d->count, MOST);
  for (int i = 0; i < MOST; i++)
    assert_int_equal(d->done[i], i);
  carom_background_destroy(b);
  assert_int_equal(d->released, MOST);
  desk_free(d);
}

typedef struct pushing {
  carom_background *to;
  desk *at;
  int number;
} pushing;

static void *push(void *user)
{
  pushing *p = user;
  for (int i = 1; i <= WAITING + 1; i++) {
    put(p->to, i);
    pthread_mutex_lock(&p->at->lock);
    p->number = i;
    pthread_cond_broadcast(&p->at->changed);
    pthread_mutex_unlock(&p->at->lock);
  }
  return NULL;
}

/* The item for which there is no room waits, however long that takes. */
static void there_is_room_for_two(void **state)
{
  (void)state;
  desk *d = desk_new(false, -1);
  carom_background *b = background(d);
  pushing p = {.to = b, .at = d};
  pthread_t thread;
  put(b, 0);
  pthread_mutex_lock(&d->lock);
  while (d->begun == 0)
    pthread_cond_wait(&d->changed, &d->lock);
  assert_int_equal(pthread_create(&thread, NULL, push, &p), 0);
  while (p.number < WAITING)
    pthread_cond_wait(&d->changed, &d->lock);
  for (int i = 0; i < 1000; i++) { /* time enough to go wrong */
    pthread_mutex_unlock(&d->lock);
    pthread_mutex_lock(&d->lock);
  }
  assert_int_equal(p.number, WAITING);
  d->open = true;
  pthread_cond_broadcast(&d->changed);
  pthread_mutex_unlock(&d->lock);
  pthread_join(thread, NULL);
  assert_int_equal(p.number, WAITING + 1);
  carom_background_destroy(b); /* does what is left */
  assert_int_equal(d->count, WAITING + 2);
  desk_free(d);
}

/* What follows an error is given back undone; the first error is told by whoever is asked next. */
static void errors_come_back(void **state)
{
  (void)state;
  desk *d = desk_new(true, 5);
  carom_background *b = background(d);
  carom_error err = {.code = CAROM_OK};
  int put = 0, told = -1;
  for (int i = 0; i < MOST; i++, put++)
    if (carom_background_put(b, &i, &err) != CAROM_OK && told < 0) told = i;
  assert_int_equal(carom_background_flush(b, &err), CAROM_ERR_IO);
  assert_string_equal(err.where, "desk");
  assert_non_null(strstr(err.text, "item 5"));
  assert_true(told > 5 && told <= 5 + WAITING + 2);
  assert_int_equal(d->count, 6);
  carom_background_destroy(b);
  assert_int_equal(d->released, put);
  desk_free(d);
}

SUITE("work in the background", the_caller_goes_on, there_is_room_for_two, errors_come_back)
