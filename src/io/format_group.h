/* SPDX-License-Identifier: MIT */
/* Macros with which the files of the format define their tables. */
#ifndef CAROM_IO_FORMAT_GROUP_H
#define CAROM_IO_FORMAT_GROUP_H

#include "core/array.h"
#include "core/ranges.h"
#include "io/format.h"

#define CAROM_TABLE(array) ((carom_fields){array, CAROM_COUNT(array)})
#define CAROM_NO_FIELDS ((carom_fields){NULL, 0})

/* Name, owner of the settings, one-sentence description; one or two tables of fields; keys. */
#define CAROM_GROUP(title, owned, sentence, first, second, list)                                   \
  ((carom_group){.name = title,                                                                    \
                 .owner = owned,                                                                   \
                 .text = sentence,                                                                 \
                 .table = {first, second},                                                         \
                 .key = list,                                                                      \
                 .keys = CAROM_COUNT(list)})

/* Size distribution, wherever many spheres are created. */
#define CAROM_DISTRIBUTION_FIELDS                                                                  \
  {"distribution",                                                                                 \
   NULL,                                                                                           \
   CAROM_WORD(0),                                                                                  \
   1,                                                                                              \
   0,                                                                                              \
   "uniform|normal|log-normal|rosin-rammler|table",                                                \
   "how radii are spread between radius and radius_max"},                                          \
      {"weighted",                                                                                 \
       NULL,                                                                                       \
       CAROM_WORD(0),                                                                              \
       1,                                                                                          \
       0,                                                                                          \
       "number|mass",                                                                              \
       "whether the distribution is that of the number of particles or of their mass"},            \
      {"radius_mean",                                                                              \
       "m",                                                                                        \
       CAROM_UNSET,                                                                                \
       CAROM_RANGE_RADIUS,                                                                         \
       NULL,                                                                                       \
       "normal: the mean; log-normal: the median; rosin-rammler: that which the share 1/e is "     \
       "above"},                                                                                   \
      {"deviation", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "normal: the standard deviation"}, \
      {"log_deviation",                                                                            \
       "1",                                                                                        \
       CAROM_UNSET,                                                                                \
       1e-6,                                                                                       \
       10,                                                                                         \
       NULL,                                                                                       \
       "log-normal: the standard deviation of the logarithm of the radius"},                       \
  {                                                                                                \
    "exponent", "1", CAROM_UNSET, 1e-3, 100, NULL, "rosin-rammler: the exponent"                   \
  }
#define CAROM_DISTRIBUTION_KEY                                                                     \
  {                                                                                                \
    "table", CAROM_KEY_DRIVE, false,                                                               \
        "a sieve curve: rows of a radius and the share that is smaller, from 0 to 1, as in "       \
        "table: [[1 mm, 0], [2 mm, 0.3], [3 mm, 1]]",                                              \
        NULL                                                                                       \
  }

#endif
