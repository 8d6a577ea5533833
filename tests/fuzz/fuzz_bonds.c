/* SPDX-License-Identifier: MIT */
/* Any bytes as pairs of ids: read without a fault, or told why not. */
#include <stdint.h>
#include <stdlib.h>

#include "io/scene_bonds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  carom_error err = {0};
  int64_t count = 0;
  int64_t(*pair)[2] = carom_bond_pairs_read((const char *)data, size, &count, &err);
  if (!pair && !err.text[0]) abort();
  for (int64_t i = 0; pair && i < count; i++)
    for (int end = 0; end < 2; end++)
      if (pair[i][end] < 0 || pair[i][end] > UINT32_MAX) abort();
  free(pair);
  return 0;
}
