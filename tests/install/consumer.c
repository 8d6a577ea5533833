/* SPDX-License-Identifier: MIT */
/* A program that uses an installed carom: prints the version if header and library agree. */
#include <carom/base.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  if (strcmp(carom_version(), CAROM_VERSION) != 0) return 1;
  return puts(carom_version()) < 0;
}
