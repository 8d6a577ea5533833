/* SPDX-License-Identifier: MIT */
/* What every part of carom shares: versions, status codes, errors, fields, parallel loops. */
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CAROM_VERSION_MAJOR 0
#define CAROM_VERSION_MINOR 1
#define CAROM_VERSION_PATCH 0
#define CAROM_VERSION "0.1.0"

#if defined(__GNUC__) || defined(__clang__)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

/* Names of the version before, accepted with a warning for this version alone. Define
 * CAROM_OLD_NAMES before including a header of carom to accept them without one. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(CAROM_OLD_NAMES)
#define CAROM_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define CAROM_DEPRECATED(text)
#endif

/* Status codes. 0 is success, everything else is an error; the texts come from the same list. */
#define CAROM_STATUS_LIST(X)                                                                       \
  X(OK, "done")                                                                                    \
  X(ERR_ARGUMENT, "an argument is missing or was never initialised")                               \
  X(ERR_UNKNOWN, "an unknown name")                                                                \
  X(ERR_RANGE, "a value outside its range")                                                        \
  X(ERR_UNIT, "a wrong unit")                                                                      \
  X(ERR_SYNTAX, "text that cannot be read")                                                        \
  X(ERR_MISSING, "a value that is needed and not given")                                           \
  X(ERR_CONFLICT, "values that exclude each other")                                                \
  X(ERR_UNATTAINABLE, "a restitution that the law cannot deliver")                                 \
  X(ERR_DIVERGED, "a computation that went wrong")                                                 \
  X(ERR_MEMORY, "out of memory")                                                                   \
  X(ERR_IO, "a file that cannot be read or written")                                               \
  X(ERR_ARITHMETIC, "a program or library whose arithmetic is not that of IEEE 754")

#define CAROM_STATUS_ENUM(code, text) CAROM_##code,
typedef enum carom_status { CAROM_STATUS_LIST(CAROM_STATUS_ENUM) CAROM_STATUS_COUNT } carom_status;
#undef CAROM_STATUS_ENUM

/* The sentence that belongs to a status code. Never NULL. */
CAROM_API const char *carom_status_text(carom_status status);

/* What went wrong, where, and what to do about it. Filled for the caller, who owns it; every
 * function that takes one accepts NULL. `line` and `column` are 0 unless a file was read. The
 * restitutions between attainable[0] and attainable[1] can be had where CAROM_ERR_UNATTAINABLE
 * refuses another; both are CAROM_UNSET where no interval is known. */
typedef struct carom_error {
  carom_status code;
  int line, column;
  char where[96]; /* path of the field, such as "a.radius" or "restitution" */
  char text[288]; /* a full sentence with the remedy */
  double attainable[2];
} carom_error;

/* The version of the library that is linked, as "major.minor.patch". */
CAROM_API const char *carom_version(void);

/* A number that was not given. Distinct from every legal value; NaN is always an error. */
#define CAROM_UNSET (-__builtin_inf())

#define CAROM_PI 3.14159265358979323846

/* A field may accept words instead of, or besides, numbers. Word number k of its list (counted
 * from 0) is stored as -(k + 1); fields that accept words never accept negative numbers. */
#define CAROM_WORD(k) (-1.0 - (int)(k))

/* One thing that a user can set: C API, command line, scenario files, JSON schema and manual all
 * read these tables and nothing else. */
typedef struct carom_field {
  const char *name;
  const char *unit;  /* "m", "Pa", "1" for a pure number, NULL when only words are accepted */
  double fallback;   /* the default; CAROM_UNSET when there is none */
  double min, max;   /* inclusive range of numbers */
  const char *words; /* "force|overlap", or NULL when only numbers are accepted */
  const char *text;  /* one sentence */
} carom_field;

/* A read-only table of fields. */
typedef struct carom_fields {
  const carom_field *field;
  int count;
} carom_fields;

/* Asked between steps; true ends carom_..._advance early, without an error. */
typedef bool carom_stop(void *user);

/* More threads than this are refused wherever their number is given. */
enum { CAROM_THREADS_MAX = 256 };

/* Runs body(user, i) for i = 0 .. count-1 on `threads` threads (0: one per core; the calling
 * thread works too, and alone if no other can be started). Every index runs exactly once; which
 * thread runs it is not defined, so the body must write only to its own index: results are then
 * the same for any number of threads. */
CAROM_API carom_status carom_parallel(int threads, int64_t count,
                                      void (*body)(void *user, int64_t index), void *user);

/* The number of cores that carom_parallel uses when asked for 0 threads, at most
 * CAROM_THREADS_MAX: those that the process may run on and, in a container, has a quota for. */
CAROM_API int carom_cores(void);

#ifdef __cplusplus
}
#endif

#endif
