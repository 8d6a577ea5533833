/* SPDX-License-Identifier: MIT */
/* Any bytes as a table of numbers: read without a fault, and every number is one, or missing. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  carom_csv csv;
  carom_error err = {0};
  double factor;
  if (carom_csv_read((const char *)data, size, &csv, &err) != CAROM_OK) {
    if (!err.text[0] || csv.value) abort();
    return 0;
  }
  for (int64_t i = 0; i < csv.rows * csv.columns; i++)
    if (isinf(csv.value[i])) abort();
  for (int k = 0; k < csv.columns; k++)
    carom_csv_find(&csv, csv.name[k], "m", &factor, NULL);
  carom_csv_free(&csv);
  return 0;
}
