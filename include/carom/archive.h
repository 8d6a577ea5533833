/* SPDX-License-Identifier: MIT */
/* The complete state of a chain, a mechanism or a scene as named arrays, so that it can be stored
 * anywhere and taken up again: continuing then equals not having stopped, bit for bit. */
#ifndef CAROM_ARCHIVE_H
#define CAROM_ARCHIVE_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an array is made of. */
typedef enum carom_element {
  CAROM_DOUBLES, /* double */
  CAROM_INT64S,  /* int64_t */
  CAROM_INTS,    /* int, of 32 bits */
  CAROM_COUNTS,  /* uint32_t */
  CAROM_BYTES,   /* unsigned char */
  CAROM_FLAGS    /* bool: nothing but 0 and 1 */
} carom_element;

/* The former name, for one more version. */
#define CAROM_LONGS CAROM_INT64S

CAROM_API size_t carom_element_size(carom_element element);

/* Whoever stores states provides one of these. A module hands over its arrays one by one, always in
 * the same order and with the same names; `array` copies from `data`, or to it when `loading`. An
 * error ends the visit; an object that was being loaded is then good for nothing but its
 * destruction. Names are made of a-z, 0-9, '_' and '/'. */
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
