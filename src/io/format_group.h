/* SPDX-License-Identifier: MIT */
/* How the files of the format write their tables down. */
#ifndef CAROM_IO_FORMAT_GROUP_H
#define CAROM_IO_FORMAT_GROUP_H

#include "core/array.h"
#include "core/ranges.h"
#include "io/format.h"

#define CAROM_TABLE(array) ((carom_fields){array, CAROM_COUNT(array)})
#define CAROM_NO_FIELDS ((carom_fields){NULL, 0})

/* Its name, whose settings they are, what it is in a sentence; one or two tables of fields; keys.
 */
#define CAROM_GROUP(title, owned, sentence, first, second, list)                                   \
  ((carom_group){.name = title,                                                                    \
                 .owner = owned,                                                                   \
                 .text = sentence,                                                                 \
                 .table = {first, second},                                                         \
                 .key = list,                                                                      \
                 .keys = CAROM_COUNT(list)})

#endif
