/* SPDX-License-Identifier: MIT */
/* Checks what a paper takes from a run against the scenario of that run. */
#include <string.h>

#include "core/text.h"
#include "io/paper.h"
#include "io/kinds.h"

static bool is_listed(const int *list, int count, int number)
{
  for (int i = 0; i < count; i++)
    if (list[i] == number) return true;
  return false;
}

static bool is_bead(const carom_call *call, const carom_scenario *scenario, int number)
{
  if (scenario->problem != CAROM_KIND_CHAIN) return number == 0;
  return call->points ? is_listed(scenario->record.bead, scenario->record.beads, number)
                      : number < scenario->chain.beads;
}

static bool is_contact(const carom_call *call, const carom_scenario *scenario, int number)
{
  if (scenario->problem != CAROM_KIND_CHAIN) return number == 0;
  if (call->points) return is_listed(scenario->record.contact, scenario->record.contacts, number);
  if (number == CAROM_LEFT_WALL) return scenario->chain.left.present;
  if (number == CAROM_RIGHT_WALL) return scenario->chain.right.present;
  return number < scenario->chain.beads - 1;
}

/* Beads, contacts and bodies that are named must exist; for curves they must be recorded. */
static void check_parameter(const carom_call *call, const char *name, int number,
                            const carom_scenario *scenario, carom_faults *faults)
{
  const char *kind = carom_name_listed("bead|first|second", name) ? "bead"
                     : !strcmp(name, "contact")                   ? "contact"
                     : !strcmp(name, "rod")                       ? "body"
                                                                  : NULL;
  if (!kind) return;
  const bool there = !strcmp(kind, "bead")      ? is_bead(call, scenario, number)
                     : !strcmp(kind, "contact") ? is_contact(call, scenario, number)
                                                : number < scenario->mechanism.def.bodies;
  if (there) return;
  const carom_node *node = carom_tree_get(call->node, name);
  if (call->points && scenario->problem == CAROM_KIND_CHAIN)
    carom_fault(faults, node ? node : call->node, false, CAROM_ERR_RANGE,
                "the run does not record this %s; set record.%ss in it", kind, kind);
  else
    carom_fault(faults, node ? node : call->node, false, CAROM_ERR_RANGE,
                "the run has no such %s; they are counted from 0", kind);
}

void carom_paper_check(const carom_call *call, const carom_scenario *scenario, carom_faults *faults)
{
  const carom_term *term = carom_call_term(call);
  if (!(term->problems & 1u << scenario->problem)) {
    carom_fault(faults, call->node, false, CAROM_ERR_CONFLICT,
                "'%s' cannot be taken from %s; name another run or another %s", term->name,
                carom_kind_about(scenario->problem)->owner, call->points ? "points" : "measure");
    return;
  }
  for (int i = 0; i < term->parameter.count; i++)
    check_parameter(call, term->parameter.field[i].name, (int)call->value[i], scenario, faults);
  if (call->points && call->which == CAROM_POINTS_WAVE_PEAKS &&
      !is_contact(call, scenario, CAROM_RIGHT_WALL))
    carom_fault(faults, call->node, false, CAROM_ERR_RANGE,
                "the run does not record the right wall; set record.contacts in it");
}
