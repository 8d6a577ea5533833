/* SPDX-License-Identifier: MIT */
/* Shared by every part of carom: version, status codes, errors, tables of settings and parallel
 * loops.
 *
 * Rules that hold for all headers:
 *
 * - Quantities are in SI units, angles in rad.
 * - A function that returns a carom_status checks its arguments, pointers included. After an error
 *   its results mean nothing, and an object that was to be made is NULL. Every other function needs
 *   valid arguments: it is meant to be called for every contact or row. All destroy functions
 *   accept NULL.
 * - Definitions are structures. Start from their ..._default function and change members; a
 * `cookie` catches those that did not. A create function copies what it is given, unless its header
 * says otherwise, and the caller destroys what it made.
 * - Memory that an object returns belongs to it and is valid until it changes or is destroyed.
 * - An object that changes is used by one thread at a time, different objects by any number of
 *   threads. The library has no global state.
 * - A callback may read its object, but must not advance, load or destroy it.
 * - Structures may grow from one 0.x version to the next; the soname contains both numbers. */
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

/* Names from the previous version are accepted for this version only, with a deprecation warning.
 * Define CAROM_OLD_NAMES before including any header of carom to silence it. */
#if (defined(__GNUC__) || defined(__clang__)) && !defined(CAROM_OLD_NAMES)
#define CAROM_DEPRECATED(text) __attribute__((deprecated(text)))
#else
#define CAROM_DEPRECATED(text)
#endif

/* Status codes. 0 is success, everything else is an error. */
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

/* A short description of a status code. Never NULL. */
CAROM_API const char *carom_status_text(carom_status status);

/* What went wrong, where, and what to do about it. The caller owns the structure; every function
 * that takes one accepts NULL. Its content is meaningful only after a failure. `line` and `column`
 * are 0 unless a file was being read. With CAROM_ERR_UNATTAINABLE, `attainable` is the interval of
 * restitutions that can be delivered; both ends are CAROM_UNSET where it is not known. */
typedef struct carom_error {
  carom_status code;
  int line, column;
  char where[96]; /* path of the setting, such as "a.radius" or "restitution" */
  char text[288]; /* a full sentence with the remedy */
  double attainable[2];
} carom_error;

/* The version of the linked library, as "major.minor.patch". */
CAROM_API const char *carom_version(void);

/* Marks a number that was not given. It differs from every legal value; NaN is always an error. */
#define CAROM_UNSET (-__builtin_inf())

#define CAROM_PI 3.14159265358979323846

/* A setting may accept words instead of numbers, or both. Word number k of its list (counted from
 * 0) is stored as -(k + 1); settings that accept words never accept negative numbers. */
#define CAROM_WORD(k) (-1.0 - (int)(k))

/* A setting that a user can change. The C API, the command line, scenario files, the JSON schema
 * and the manual all read these tables, so that units, ranges and defaults are stated only once. */
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

/* Called between steps. Returning true makes carom_..._advance return early, without an error. */
typedef bool carom_stop(void *user);

/* The largest number of threads accepted anywhere. */
enum { CAROM_THREADS_MAX = 256 };

/* Runs body(user, i) for i = 0 .. count-1 on `threads` threads; 0 means one per core. The calling
 * thread works too, and does everything if no other thread can be started. Every index runs exactly
 * once, on a thread that is not specified, so the body may write only to data of its own index.
 * Results are then the same for any number of threads. */
CAROM_API carom_status carom_parallel(int threads, int64_t count,
                                      void (*body)(void *user, int64_t index), void *user);

/* The number of threads that carom_parallel uses when asked for 0: the cores that the process may
 * run on, limited by the CPU quota of a container and by CAROM_THREADS_MAX. */
CAROM_API int carom_cores(void);

#ifdef __cplusplus
}
#endif

#endif
