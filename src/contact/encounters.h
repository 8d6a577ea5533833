/* SPDX-License-Identifier: MIT */
#ifndef CAROM_SRC_ENCOUNTERS_H
#define CAROM_SRC_ENCOUNTERS_H

#include <carom/encounters.h>

/* The variable part of a record as columns of an archive (core/archive.h), for a structure that
 * holds a record as `member`. */
#define CAROM_ENCOUNTER_COLUMNS(type, member)                                                      \
  CAROM_COLUMN(type, member.touches, CAROM_INT64S),                                                \
      CAROM_COLUMN(type, member.at_floor, CAROM_INT64S),                                           \
      CAROM_COLUMN(type, member.slowest, CAROM_DOUBLES),                                           \
      CAROM_COLUMN(type, member.fastest, CAROM_DOUBLES),                                           \
      CAROM_COLUMN(type, member.deepest, CAROM_DOUBLES),                                           \
      CAROM_COLUMN(type, member.approach, CAROM_DOUBLES),                                          \
      CAROM_COLUMN(type, member.touching, CAROM_FLAGS),                                            \
      CAROM_COLUMN(type, member.floored, CAROM_FLAGS),                                             \
      CAROM_COLUMN(type, member.turned, CAROM_FLAGS),                                              \
      CAROM_COLUMNS(type, member.impacts, CAROM_INTS, CAROM_SPEED_CLASSES),                        \
      CAROM_COLUMNS(type, member.speeds, CAROM_DOUBLES, CAROM_SPEED_CLASSES)

/* Checks a loaded record for consistency. */
bool carom_encounters_sane(const carom_encounters *record);

#endif
