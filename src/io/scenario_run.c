/* SPDX-License-Identifier: MIT */
/* Reads how a scenario is run, what is recorded, and what is varied. */
#include <stdlib.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"
#include "io/kinds.h"
#include "io/scenario_parts.h"

void carom_finish_impact_run(carom_scenario *scenario, const carom_group_values *run,
                             const carom_node *node, carom_faults *faults)
{
  (void)node;
  if (scenario->run.integrator > CAROM_CHAIN_DOPRI5)
    carom_fault(faults, carom_group_value_node(run, "integrator"), true, CAROM_ERR_CONFLICT,
                "this one is for chains; single contacts are resolved with dop853 or dopri5");
  if (scenario->run.tolerance == CAROM_UNSET)
    scenario->run.tolerance = carom_impact_default().tolerance;
}

void carom_finish_bounce_run(carom_scenario *scenario, const carom_group_values *run,
                             const carom_node *node, carom_faults *faults)
{
  carom_finish_impact_run(scenario, run, node, faults);
  if (!carom_group_value_node(run, "until"))
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'until' is missing: when the bounce ends, as in run: {until: 2 s}");
}

static const double CHAIN_TOLERANCE = 1e-12;

/* Checks the step: some integrators require a fixed one; one has a corrector. */
static void check_step(const carom_scenario *scenario, const carom_group_values *run,
                       const carom_node *node, carom_faults *faults)
{
  const carom_chain_integrator integrator = (carom_chain_integrator)scenario->run.integrator;
  const char *name = carom_chain_integrator_fixed(integrator)
                         ? carom_chain_integrator_name(integrator)
                         : NULL;
  const carom_node *tolerance = carom_group_value_node(run, "corrector_tolerance");
  const carom_node *step = carom_group_value_node(run, "step");
  const bool chosen = carom_group_value(run, "step") == CAROM_WORD(0);
  const carom_node *accuracy = carom_group_value_node(run, "tolerance");
  if (name && accuracy && scenario->run.tolerance != CHAIN_TOLERANCE)
    carom_warn(faults, accuracy, true,
               "%s takes fixed steps and has no tolerance, so that this changes nothing; its step "
               "decides",
               name);
  if (name && chosen)
    carom_fault(faults, step, false, CAROM_ERR_CONFLICT,
                "%s takes fixed steps and chooses none; write their length, as in step: 20 ns",
                name);
  if (name && !step)
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'step' is missing: %s takes fixed steps, as in step: 20 ns", name);
  if (tolerance && scenario->run.corrector_tolerance != CAROM_UNSET &&
      scenario->run.integrator != CAROM_CHAIN_EULER_TRAPEZOID)
    carom_fault(faults, tolerance, true, CAROM_ERR_CONFLICT,
                "only euler-trapezoid has a corrector that is repeated; leave it out");
}

void carom_finish_chain_run(carom_scenario *scenario, const carom_group_values *run,
                            const carom_node *node, carom_faults *faults)
{
  check_step(scenario, run, node, faults);
  if (scenario->run.tolerance == CAROM_UNSET) scenario->run.tolerance = CHAIN_TOLERANCE;
  if (scenario->run.corrector_tolerance == CAROM_UNSET) scenario->run.corrector_tolerance = 1e-12;
  if (!carom_group_value_node(run, "until"))
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "'until' is missing: when the chain ends, as in run: {until: 600 us}");
}

void carom_read_run(carom_scenario *scenario, const carom_node *node, const carom_node *root,
                    carom_faults *faults)
{
  const carom_group group = carom_group_run();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  scenario->run.until = carom_group_value(&found, "until");
  scenario->run.integrator = carom_group_word(&found, "integrator");
  scenario->run.step = carom_group_value(&found, "step");
  if (scenario->run.step == CAROM_WORD(0)) scenario->run.step = CAROM_UNSET; /* auto */
  scenario->run.tolerance = carom_group_value(&found, "tolerance");
  scenario->run.corrector_tolerance = carom_group_value(&found, "corrector_tolerance");
  scenario->run.checkpoint = carom_group_value(&found, "checkpoint");
  if (scenario->problem == CAROM_KIND_NONE) return;
  const carom_kind_info *kind = carom_kind_about(scenario->problem);
  carom_kind_takes(kind, kind->run, &found, faults);
  if (kind->finish_run) kind->finish_run(scenario, &found, node ? node : root, faults);
}

/* Reads the number of a bead or contact, or the name of a wall. */
static bool read_number(const carom_scenario *scenario, const carom_node *item, bool contact,
                        int *number, carom_faults *faults)
{
  const char *text = carom_schema_read_text(item, faults, "a whole number");
  if (!text) return false;
  const int count = scenario->chain.beads - contact;
  const bool left = contact && scenario->chain.left.present;
  const bool right = contact && scenario->chain.right.present;
  if (left && !strcmp(text, "left")) return *number = CAROM_LEFT_WALL, true;
  if (right && !strcmp(text, "right")) return *number = CAROM_RIGHT_WALL, true;
  const size_t digits = strspn(text, "0123456789");
  if (digits > 0 && digits < 9 && !text[digits] && atoi(text) < count)
    return *number = atoi(text), true;
  if (scenario->chain.beads == 0) return false; /* told already */
  if (contact && (!strcmp(text, "left") || !strcmp(text, "right"))) {
    carom_fault(faults, item, false, CAROM_ERR_CONFLICT,
                "the %s end is free and touches nothing; leave it out, or give the chain a wall "
                "there, as in %s: {wall: steel}",
                text, text);
    return false;
  }
  carom_fault(faults, item, false, CAROM_ERR_RANGE,
              "there is no %s '%.20s'; they are numbered from 0 to %d%s%s",
              contact ? "contact" : "bead", text, count - 1, left ? ", and 'left'" : "",
              right ? ", and 'right'" : "");
  return false;
}

/* Selects all or, if nothing is requested, several that are spread over the chain. */
static int *spread(carom_scenario *scenario, int count, bool all, bool contact, int *chosen,
                   carom_faults *faults)
{
  enum { FEW = 12, SOME = 8 };
  const int total = all || count <= FEW ? count : SOME;
  int *list = carom_scenario_room(scenario, (size_t)(total > 0 ? total : 0) + 2, sizeof *list,
                                  faults);
  if (!list) return NULL;
  *chosen = 0;
  if (contact && scenario->chain.left.present) list[(*chosen)++] = CAROM_LEFT_WALL;
  for (int i = 0; i < total; i++)
    list[(*chosen)++] = total == count ? i : (int)((int64_t)(count - 1) * i / (total - 1));
  if (contact && scenario->chain.right.present) list[(*chosen)++] = CAROM_RIGHT_WALL;
  return list;
}

static int *read_numbers(carom_scenario *scenario, const carom_node *node, bool contact,
                         int *chosen, carom_faults *faults)
{
  const int count = scenario->chain.beads - contact;
  const bool all = node && node->kind == CAROM_NODE_STRING && !strcmp(node->text, "all");
  *chosen = 0;
  if (!node || all) return spread(scenario, count, all, contact, chosen, faults);
  if (!carom_schema_read_list(node, faults, "numbers as in [0, 5, 9], or the word all"))
    return NULL;
  int *list = carom_scenario_room(scenario, (size_t)node->count + 1, sizeof *list, faults);
  if (!list) return NULL;
  char *seen = calloc((size_t)scenario->chain.beads + 2, 1); /* walls before and after the bodies */
  if (!seen) carom_fault(faults, node, false, CAROM_ERR_MEMORY, "there is not enough memory");
  for (const carom_node *item = seen ? node->first : NULL; item; item = item->next) {
    int *number = &list[*chosen];
    if (!read_number(scenario, item, contact, number, faults)) continue;
    char *here = &seen[*number == CAROM_LEFT_WALL    ? 0
                       : *number == CAROM_RIGHT_WALL ? scenario->chain.beads + 1
                                                     : *number + 1];
    if (*here)
      carom_fault(faults, item, false, CAROM_ERR_CONFLICT, "'%.20s' is listed twice; remove one",
                  item->text);
    else
      *here = 1, ++*chosen;
  }
  free(seen);
  return list;
}

void carom_check_instants(const carom_scenario *scenario, const carom_node *every, double interval,
                          carom_faults *faults)
{
  enum { INSTANTS = 10000000 };
  if (every && scenario->run.until / interval > INSTANTS)
    carom_fault(faults, every, false, CAROM_ERR_RANGE,
                "an instant every %g s until %g s makes %.3g of them, at most %d are kept; write a "
                "longer '%s', or end the run earlier (run.until)",
                interval, scenario->run.until, scenario->run.until / interval, INSTANTS,
                every->key ? every->key : "every");
}

void carom_finish_bounce_record(carom_scenario *scenario, const carom_group_values *record,
                                carom_faults *faults)
{
  const carom_node *every = carom_group_value_node(record, "every");
  if (!every) scenario->record.every = scenario->run.until / 1000;
  carom_check_instants(scenario, every, scenario->record.every, faults);
}

void carom_finish_chain_record(carom_scenario *scenario, const carom_group_values *record,
                               carom_faults *faults)
{
  scenario->record.bead = read_numbers(scenario, carom_group_key_node(record, "beads"), false,
                                       &scenario->record.beads, faults);
  scenario->record.contact = read_numbers(scenario, carom_group_key_node(record, "contacts"), true,
                                          &scenario->record.contacts, faults);
  scenario->record.arrival = carom_group_value(record, "arrival");
  scenario->record.all_peaks = carom_group_value(record, "peaks") == CAROM_WORD(1);
  scenario->record.picture = (carom_picture)carom_group_word(record, "picture");
  scenario->record.energies = carom_group_value(record, "energies") == CAROM_WORD(1);
  carom_finish_bounce_record(scenario, record, faults);
}

void carom_read_record(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  const carom_group group = carom_group_record();
  carom_group_values found;
  carom_schema_read(&group, node, faults, &found);
  scenario->record.every = carom_group_value(&found, "every");
  if (scenario->problem == CAROM_KIND_NONE) return;
  const carom_kind_info *kind = carom_kind_about(scenario->problem);
  carom_kind_takes(kind, kind->record, &found, faults);
  if (kind->finish_record) kind->finish_record(scenario, &found, faults);
}

/* Reads a file; a name alone stands for a group with nothing else in it. */
static void read_file(const carom_node *node, carom_scenario_measured *one, carom_faults *faults)
{
  const carom_group group = carom_group_measured();
  const bool alone = node->kind != CAROM_NODE_OBJECT;
  carom_group_values found;
  carom_schema_read(&group, alone ? NULL : node, faults, &found);
  const carom_node *file = alone ? node : carom_group_key_node(&found, "file");
  one->node = node;
  one->file = file ? carom_schema_read_text(file, faults, "the name of a file") : NULL;
  one->shift = carom_group_value(&found, "shift");
  one->share = carom_group_value(&found, "share");
}

void carom_read_measured(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  if (!node) return;
  const bool list = node->kind == CAROM_NODE_ARRAY;
  if (list && node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the list is empty; write files, as in [{file: forces.csv}]");
    return;
  }
  scenario->measured = carom_scenario_room(scenario, list ? (size_t)node->count : 1,
                                           sizeof *scenario->measured, faults);
  if (!scenario->measured) return;
  for (const carom_node *item = list ? node->first : node; item; item = list ? item->next : NULL)
    read_file(item, &scenario->measured[scenario->measured_files++], faults);
}

static bool read_axis(const carom_node *item, carom_faults *faults)
{
  if (!carom_schema_read_list(item, faults, "write the values, as in [1 m/s, 2 m/s]")) return false;
  if (item->count == 0) {
    carom_fault(faults, item, false, CAROM_ERR_MISSING,
                "the list is empty; write the values, as in [1 m/s, 2 m/s]");
    return false;
  }
  if (!strncmp(item->key, "sweep", 5)) {
    carom_fault(faults, item, true, CAROM_ERR_CONFLICT, "a sweep cannot vary itself; remove it");
    return false;
  }
  return true;
}

void carom_read_sweep(carom_scenario *scenario, const carom_node *node, carom_faults *faults)
{
  enum { RUNS = 100000 };
  if (!node || (node->kind == CAROM_NODE_STRING && carom_same_name(node->text, "none"))) return;
  if (node->kind != CAROM_NODE_OBJECT || node->count == 0) {
    carom_fault(faults, node, false, CAROM_ERR_SYNTAX,
                "paths with their values are expected, as in {impact.speed: [1 m/s, 2 m/s]}, or "
                "none, not %s",
                node->kind == CAROM_NODE_OBJECT ? "an empty group" : carom_tree_kind_text(node));
    return;
  }
  scenario->axis = carom_scenario_room(scenario, (size_t)node->count, sizeof *scenario->axis,
                                       faults);
  if (!scenario->axis) return;
  for (const carom_node *item = node->first; item; item = item->next) {
    if (!read_axis(item, faults)) continue;
    scenario->axis[scenario->axes++] = (carom_scenario_axis){.path = item->key, .node = item};
  }
  if (scenario->axes > 0 && carom_scenario_runs(scenario, RUNS + 1) > RUNS)
    carom_fault(faults, node, false, CAROM_ERR_RANGE,
                "a sweep has at most %d combinations; remove some values", RUNS);
}
