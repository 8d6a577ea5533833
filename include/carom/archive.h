/* SPDX-License-Identifier: MIT */
/* The complete state of a chain, a mechanism or a scene as a sequence of named arrays. It can be
 * stored anywhere and loaded later; the continued run is bit for bit the one that was never
 * interrupted. */
#ifndef CAROM_ARCHIVE_H
#define CAROM_ARCHIVE_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Type of the elements of an array. */
typedef enum carom_element {
  CAROM_DOUBLES, /* double */
  CAROM_INT64S,  /* int64_t */
  CAROM_INTS,    /* int, 32 bits wide */
  CAROM_COUNTS,  /* uint32_t */
  CAROM_BYTES,   /* unsigned char */
  CAROM_FLAGS    /* bool: only 0 and 1 */
} carom_element;

/* Former name, kept for one more version. */
#define CAROM_LONGS CAROM_INT64S

CAROM_API size_t carom_element_size(carom_element element);

/* The interface that a program implements to store or load a state. The object calls `array` once
 * per array, always in the same order and with the same names; `array` copies from `data`, or into
 * it when `loading`. Make it the first member of a structure with whatever `array` needs. An error
 * status ends the visit. An object whose loading failed can only be destroyed. Names consist of
 * a-z, 0-9, '_' and '/'. */
typedef struct carom_archive carom_archive;
struct carom_archive {
  bool loading;
  carom_status (*array)(carom_archive *archive, const char *name, carom_element element, void *data,
                        size_t count, carom_error *err);
};

#ifdef __cplusplus
}
#endif

#endif
