/* SPDX-License-Identifier: MIT */
/* Filling a carom_error and passing a status on. */
#ifndef CAROM_CORE_ERROR_H
#define CAROM_CORE_ERROR_H

#include "carom/base.h"

#if defined(__GNUC__) || defined(__clang__)
#define CAROM_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define CAROM_PRINTF(text, first)
#endif

/* Leaves the calling function with the status of `call` unless it is CAROM_OK. */
#define CAROM_TRY(call)                                                                            \
  do {                                                                                             \
    carom_status carom_try_status = (call);                                                        \
    if (carom_try_status != CAROM_OK) return carom_try_status;                                     \
  } while (0)

/* Fills `err` (unless NULL) and returns `code`. `where` may be NULL for an error without a place.
 * Text that does not fit ends in "...". `where` and the arguments may point into `err` itself. */
carom_status carom_fail(carom_error *err, carom_status code, const char *where, const char *format,
                        ...) CAROM_PRINTF(4, 5);

/* Like carom_fail, with another error as the reason: code, position in a file and numbers are
 * copied from it. */
carom_status carom_fail_for(carom_error *err, const carom_error *reason, const char *where,
                            const char *format, ...) CAROM_PRINTF(4, 5);

/* Like carom_fail, for an error at a position in a file. */
carom_status carom_fail_at(carom_error *err, carom_status code, int line, int column,
                           const char *where, const char *format, ...) CAROM_PRINTF(6, 7);

#endif
