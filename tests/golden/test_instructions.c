/* SPDX-License-Identifier: MIT */
/* Is skipped (77) where this processor lacks an instruction set: the tests that compare the bits of
 * all sets leave it out, and the summary of CTest shows it. */
#include "instructions.h"

int main(void)
{
  bool all = true;
  for (int set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++)
    all &= has_instructions((carom_instructions)set);
  if (!has_instructions(CAROM_INSTRUCTIONS_BASE)) return 1;
  return all ? 0 : 77;
}
