/* SPDX-License-Identifier: MIT */
/* Reads the arrays of a VTK PolyData file. */
#ifndef CAROM_IO_VTP_READ_H
#define CAROM_IO_VTP_READ_H

#include <stdint.h>

#include "io/lines.h"

typedef enum carom_vtp_section {
  CAROM_VTP_FIELDS,
  CAROM_VTP_POINTS,
  CAROM_VTP_POINT_DATA,
  CAROM_VTP_CELL_DATA,
  CAROM_VTP_VERTICES,
  CAROM_VTP_LINES,
  CAROM_VTP_STRIPS,
  CAROM_VTP_POLYGONS,
  CAROM_VTP_SECTIONS
} carom_vtp_section;

enum { CAROM_VTP_ARRAYS = 256 };

typedef struct carom_vtp_array {
  int section;
  carom_chars name;
  int type, width;
  int64_t tuples; /* where given, else -1 */
  bool appended;
  int64_t offset;
  carom_chars text; /* contents of arrays that are not appended */
} carom_vtp_array;

/* Points into the scanned text. */
typedef struct carom_vtp {
  bool swapped, packed;
  int head; /* size of a length field in bytes */
  int pieces;
  int64_t points, lines, polygons;
  carom_chars raw;
  carom_vtp_array array[CAROM_VTP_ARRAYS];
  int arrays;
} carom_vtp;

carom_status carom_vtp_scan(const char *text, size_t length, carom_vtp *vtp, carom_error *err);

/* The first array of this name in a section, or of any name (NULL); NULL if there is none. */
const carom_vtp_array *carom_vtp_find(const carom_vtp *vtp, carom_vtp_section section,
                                      const char *name);

/* Reads its `count` numbers into memory that the caller frees. */
carom_status carom_vtp_values(const carom_vtp *vtp, const carom_vtp_array *array, int64_t count,
                              double **value, carom_error *err);

#endif
