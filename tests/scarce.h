/* SPDX-License-Identifier: MIT */
/* Memory that runs out. The linker sends every allocation of this program and of the libraries in
 * it through the functions below (--wrap, see CaromTests.cmake). They can refuse one allocation, or
 * one and all that follow, and count what has not been freed. */
#ifndef CAROM_TESTS_SCARCE_H
#define CAROM_TESTS_SCARCE_H

#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <carom/base.h>

#include "close.h"

static struct {
  /* Allocations until the one that is refused; none is while this is below 1. */
  _Atomic(int64_t) left;
  atomic_bool lasting;      /* also refuse all that follow */
  atomic_bool out;          /* the refusal has happened */
  _Atomic(int64_t) refused; /* number of refused allocations */
  _Atomic(int64_t) calls;   /* number of calls for memory */
  _Atomic(int64_t) live;    /* allocated and not yet freed */
} scarce;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t unit, size_t size);
void __real_free(void *piece);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t unit, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *piece);

static inline bool refused(void)
{
  atomic_fetch_add(&scarce.calls, 1);
  const bool again = atomic_load(&scarce.out) && atomic_load(&scarce.lasting);
  const bool now = atomic_load(&scarce.left) > 0 && atomic_fetch_sub(&scarce.left, 1) == 1;
  if (now) atomic_store(&scarce.out, true);
  atomic_fetch_add(&scarce.refused, now || again);
  return now || again;
}

static inline void *counted(void *piece)
{
  atomic_fetch_add(&scarce.live, piece != NULL);
  return piece;
}

void *__wrap_malloc(size_t size)
{
  return refused() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
  return refused() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_aligned_alloc(size_t unit, size_t size)
{
  return refused() ? NULL : counted(__real_aligned_alloc(unit, size));
}

void *__wrap_realloc(void *old, size_t size)
{
  if (refused()) return NULL;
  void *piece = __real_realloc(old, size);
  return old ? piece : counted(piece);
}

char *__wrap_strdup(const char *text)
{
  char *copy = __wrap_malloc(strlen(text) + 1);
  return copy ? memcpy(copy, text, strlen(text) + 1) : NULL;
}

void __wrap_free(void *piece)
{
  atomic_fetch_sub(&scarce.live, piece != NULL);
  __real_free(piece);
}

static inline void plenty(void)
{
  atomic_store(&scarce.left, 0);
  atomic_store(&scarce.out, false);
}

/* Something that allocates and leaves nothing behind. It returns the status of its first failure;
 * whatever it does afterwards it does with plenty of memory. */
typedef carom_status attempt(const void *user, carom_error *err);

/* Lets the first allocation fail, then the second, and so on until all have been tried, once alone
 * and once with all that follow. Every failure must be CAROM_ERR_MEMORY with a text. */
static inline void starve(const char *name, attempt *try, const void *user, int64_t least)
{
  int64_t tries = 0;
  atomic_store(&scarce.refused, 0);
  for (int lasting = 0; lasting < 2; lasting++)
    for (int64_t k = 1;; k++, tries++) {
      carom_error err = {.code = CAROM_OK};
      const int64_t before = atomic_load(&scarce.live);
      atomic_store(&scarce.lasting, lasting);
      atomic_store(&scarce.left, k);
      const carom_status status = try(user, &err);
      const bool out = atomic_exchange(&scarce.refused, 0) > 0;
      plenty();
      if (atomic_load(&scarce.live) != before)
        fail_msg("%s: allocation %" PRId64 " fails: %" PRId64 " not freed", name, k,
                 atomic_load(&scarce.live) - before);
      if (!out) {
        if (status != CAROM_OK) fail_msg("%s: with memory enough: %s", name, err.text);
        break;
      }
      if (status != CAROM_ERR_MEMORY || err.code != status || !err.text[0])
        fail_msg("%s: allocation %" PRId64 " fails%s: status %d, %s: %s", name, k,
                 lasting ? " and all that follow" : "", status, err.where, err.text);
    }
  print_message("%s: %" PRId64 " allocations failed in turn\n", name, tries / 2);
  assert_true(tries / 2 >= least);
}

#endif
