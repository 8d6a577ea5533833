/* SPDX-License-Identifier: MIT */
#include "cli/text/chain_text.h"

#include "run/quantity.h"

static void print_beads(FILE *file, int first, int end)
{
  if (end - first > 1)
    fprintf(file, "beads %d to %d", first, end - 1);
  else
    fprintf(file, "bead %d", first);
}

/* Velocities of a settled chain begin from rest; a striker must be defined as such. */
static void print_velocities(const carom_chain_job *run, const char *before, FILE *file)
{
  enum { FEW = 4 };
  const carom_scenario *s = run->base.scenario;
  int count = 0, first = 0;
  char q[CAROM_QUANTITY_ROOM];
  while (first < s->chain.beads && carom_chain_rest(run->chain, first) != CAROM_REST_SETTLED)
    first++;
  for (int i = first; i < s->chain.beads; i++) {
    if (carom_chain_rest(run->chain, i) != CAROM_REST_SETTLED || s->chain.bead[i].velocity == 0)
      continue;
    if (++count <= FEW)
      fprintf(file, "%sbead %d%s %s", count > 1 ? ", " : before, i,
              count > 1 ? "" : " then gets a velocity of",
              carom_quantity_print(s->chain.bead[i].velocity, "m/s", q));
  }
  if (count > FEW) fprintf(file, " and %d more", count - FEW);
  if (count > 0 && s->chain.bead[first].velocity != 0)
    fprintf(file, "; if bead %d strikes and did not rest there, write arrives: true", first);
  if (count > 0) fputc('\n', file);
}

void chain_print_start(const carom_chain_job *run, const char *before, FILE *file)
{
  const int beads = run->base.scenario->chain.beads;
  char q[CAROM_QUANTITY_ROOM];
  if (!run->base.scenario->chain.settled) return;
  for (int first = 0, end; first < beads; first = end) {
    const carom_rest rest = carom_chain_rest(run->chain, first);
    end = carom_chain_rest_end(run, first);
    fprintf(file, "%s", before);
    print_beads(file, first, end);
    if (rest == CAROM_REST_SETTLED && end == beads)
      fprintf(file, " settled before the start, %s on the wall\n",
              carom_quantity_print(run->wall_force, "N", q));
    else if (rest == CAROM_REST_SETTLED)
      fprintf(file, " settled before the start, on bead %d\n", end);
    else if (rest == CAROM_REST_ARRIVES)
      fprintf(file, " not settled: %s\n", end - first > 1 ? "they arrive" : "it arrives");
    else if (rest == CAROM_REST_APART)
      fprintf(file, " not settled: behind the gap at bead %d nothing bears %s\n", end,
              end - first > 1 ? "them" : "it");
    else
      fprintf(file, " not settled: %s\n", rest == CAROM_REST_FIXED ? "fixed" : "driven");
  }
  print_velocities(run, before, file);
}
