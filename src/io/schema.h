/* SPDX-License-Identifier: MIT */
/* The JSON Schema (draft 2020-12) of scenario files: types, ranges, words, defaults, sentences. */
#ifndef CAROM_IO_SCHEMA_H
#define CAROM_IO_SCHEMA_H

#include "io/json_write.h"

void carom_schema_write(carom_json *json);

#endif
