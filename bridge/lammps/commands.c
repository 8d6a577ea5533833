/* SPDX-License-Identifier: MIT */
/* The user's own commands for LAMMPS, as far as carom must know them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#define LAMMPS_LIB_MPI
#include <lammps/library.h>

#include "core/error.h"

/* Number of words in the rest of a line. */
static int count_words(char *text)
{
  int count = 0;
  for (char *rest, *word = strtok_r(text, " \t\r\n", &rest); word && *word != '#';
       word = strtok_r(NULL, " \t\r\n", &rest))
    count++;
  return count;
}

/* Reads: thermo N / restart 0 / restart N name / restart N name name, with a value after each
 * keyword. LAMMPS carries out both kinds of restart. */
void commands_read(bridge *b)
{
  char line[1024];
  FILE *file = fopen(b->commands, "r");
  while (file && fgets(line, sizeof line, file)) {
    long long every;
    int end = 0;
    if (sscanf(line, " thermo %lld", &every) == 1) b->thermo = every > 0 ? every : 0;
    if (sscanf(line, " restart %lld%n", &every, &end) != 1) continue;
    b->restart[count_words(line + end) % 2] = every;
    if (every == 0) b->restart[0] = b->restart[1] = 0;
  }
  if (file) fclose(file);
}

int64_t commands_before_restart(const bridge *b)
{
  int64_t last = INT64_MAX;
  for (int k = 0; k < 2; k++) {
    if (b->restart[k] <= 0) continue;
    const int64_t next = (b->step / b->restart[k] + 1) * b->restart[k];
    last = next - 1 < last ? next - 1 : last;
  }
  return last;
}

bool commands_hold_tags(bridge *b)
{
  const int64_t count = b->here + b->ghosts;
  if (!carom_reserve(&b->held_tag, &b->held_tag_capacity, count + 1, sizeof *b->held_tag))
    return false;
  memcpy(b->held_tag, b->tag, (size_t)count * sizeof *b->held_tag);
  return true;
}

bool commands_have_exchanged(const bridge *b)
{
  const int here = lammps_extract_setting(b->lammps, "nlocal");
  const int ghosts = lammps_extract_setting(b->lammps, "nghost");
  const int *tag = lammps_extract_atom(b->lammps, "id");
  return here != b->here || ghosts != b->ghosts ||
         memcmp(tag, b->held_tag, (size_t)(here + ghosts) * sizeof *tag) != 0;
}
