/* SPDX-License-Identifier: MIT */
#include "cli/text/chain_start.h"

#include <carom/verdict.h>

#include "cli/base/quantity.h"

void chain_note_start(cli_chain *run)
{
  carom_chain_contact wall;
  run->wall_force = CAROM_UNSET;
  if (run->scenario->chain.settled &&
      carom_chain_sample_contact(run->chain, CAROM_RIGHT_WALL, &wall, NULL) == CAROM_OK)
    run->wall_force = wall.force.elastic + wall.force.dissipative;
}

void chain_warn_overlap(const cli_chain *run)
{
  const int last = run->scenario->chain.beads - 1;
  double most = CAROM_MOST_OVERLAP;
  int deepest = last;
  for (int i = CAROM_RIGHT_WALL; i < last; i++) {
    carom_contact contact;
    carom_chain_contact now;
    if (carom_chain_prepared(run->chain, i, &contact, NULL) != CAROM_OK ||
        carom_chain_sample_contact(run->chain, i, &now, NULL) != CAROM_OK ||
        !(now.overlap > most * contact.radius))
      continue;
    most = now.overlap / contact.radius;
    deepest = i;
  }
  char name[16];
  if (deepest < last)
    message_warning("chain.beads",
                    "contact %s overlaps by %.3g of its effective radius at the start, no law here "
                    "is meant for more than %g; place bodies farther apart, or press them less",
                    chain_contact_name(deepest, name), most, CAROM_MOST_OVERLAP);
}

void chain_warn_step(const cli_chain *run)
{
  enum { ENOUGH = 10 };
  const double step = run->scenario->run.step;
  carom_chain_pacing pace;
  char q[2][QUANTITY_ROOM], name[16], left[96];
  if (step == CAROM_UNSET || carom_chain_pace(run->chain, &pace, NULL) != CAROM_OK) return;
  chain_contact_name(pace.contact, name);
  if (step > pace.limit)
    message_warning("run.step", "%s is above the stability limit of contact %s, %s",
                    quantity_print(step, "s", q[0]), name, quantity_print(pace.limit, "s", q[1]));
  if (pace.duration == CAROM_UNSET || pace.duration >= ENOUGH * step) return;
  snprintf(left, sizeof left, "the integrator fails");
  if (pace.delivered != CAROM_UNSET)
    snprintf(left, sizeof left, "the restitution is %.4g (within %.2g) instead of %.4g",
             pace.delivered, pace.spread, pace.resolved);
  message_warning("run.step",
                  "a contact has %.3g steps (contact %s, %s at %s), in which %s; take "
                  "shorter ones",
                  pace.duration / step, name, quantity_print(pace.duration, "s", q[0]),
                  quantity_print(pace.speed, "m/s", q[1]), left);
}

/* The first body behind `from` that took part in the start in another way. */
static int end_of(const cli_chain *run, int from)
{
  int end = from + 1;
  while (end < run->scenario->chain.beads &&
         carom_chain_rest(run->chain, end) == carom_chain_rest(run->chain, from))
    end++;
  return end;
}

static void print_beads(FILE *file, int first, int end)
{
  if (end - first > 1)
    fprintf(file, "beads %d to %d", first, end - 1);
  else
    fprintf(file, "bead %d", first);
}

/* Velocities are given to a chain that rests; who meant a striker has to say so. */
static void print_velocities(const cli_chain *run, const char *before, FILE *file)
{
  enum { FEW = 4 };
  const carom_scenario *s = run->scenario;
  int count = 0, first = 0;
  char q[QUANTITY_ROOM];
  while (first < s->chain.beads && carom_chain_rest(run->chain, first) != CAROM_REST_SETTLED)
    first++;
  for (int i = first; i < s->chain.beads; i++) {
    if (carom_chain_rest(run->chain, i) != CAROM_REST_SETTLED || s->chain.bead[i].velocity == 0)
      continue;
    if (++count <= FEW)
      fprintf(file, "%sbead %d%s %s", count > 1 ? ", " : before, i,
              count > 1 ? "" : " then gets a velocity of",
              quantity_print(s->chain.bead[i].velocity, "m/s", q));
  }
  if (count > FEW) fprintf(file, " and %d more", count - FEW);
  if (count > 0 && s->chain.bead[first].velocity != 0)
    fprintf(file, "; if bead %d strikes and did not rest there, write arrives: true", first);
  if (count > 0) fputc('\n', file);
}

void chain_print_start(const cli_chain *run, const char *before, FILE *file)
{
  const int beads = run->scenario->chain.beads;
  char q[QUANTITY_ROOM];
  if (!run->scenario->chain.settled) return;
  for (int first = 0, end; first < beads; first = end) {
    const carom_rest rest = carom_chain_rest(run->chain, first);
    end = end_of(run, first);
    fprintf(file, "%s", before);
    print_beads(file, first, end);
    if (rest == CAROM_REST_SETTLED && end == beads)
      fprintf(file, " settled before the start, %s on the wall\n",
              quantity_print(run->wall_force, "N", q));
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

static const char *reason(carom_rest rest)
{
  static const char *const word[] = {
      [CAROM_REST_NONE] = "placed",     [CAROM_REST_SETTLED] = "settled",
      [CAROM_REST_FIXED] = "fixed",     [CAROM_REST_DRIVEN] = "driven",
      [CAROM_REST_ARRIVES] = "arrives", [CAROM_REST_APART] = "apart"};
  return word[rest];
}

void chain_write_start(carom_json *json, const cli_chain *run)
{
  const int beads = run->scenario->chain.beads;
  if (!run->scenario->chain.settled) return;
  carom_json_object(json, "start");
  carom_json_number(json, "wall_force", run->wall_force);
  carom_json_array(json, "beads");
  for (int first = 0, end; first < beads; first = end) {
    end = end_of(run, first);
    carom_json_object(json, NULL);
    carom_json_integer(json, "first", first);
    carom_json_integer(json, "last", end - 1);
    carom_json_string(json, "rest", reason(carom_chain_rest(run->chain, first)));
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_end(json);
}
