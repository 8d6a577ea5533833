/* SPDX-License-Identifier: MIT */
/* Contacts by default: `between: [any, any]` stands for every pair of a scene that can meet and has
 * no contact of its own, `[glass, any]` for those of one material. */
#include "io/grains_read.h"
#include "io/scenario_parts.h"

static bool is_wild(const carom_scenario_contact *c)
{
  return c->a == CAROM_ANY || c->b == CAROM_ANY;
}

void carom_refuse_any(const carom_scenario *scenario, carom_faults *faults)
{
  for (int i = 0; i < scenario->contacts; i++)
    if (is_wild(&scenario->contact[i]))
      carom_fault(faults, carom_tree_get(scenario->contact[i].node, "between"), false,
                  CAROM_ERR_CONFLICT, "'any' goes with scenes; name the two materials");
}

/* Marks the materials of particles; those in files may be any. */
static void mark_moving(const carom_scenario *scenario, bool *moves)
{
  const carom_scenario_scene *scene = &scenario->scene;
  for (int g = 0; g < scene->groups; g++) {
    const bool any = scene->group[g].file && !(scene->group[g].given & CAROM_GIVEN_MATERIAL);
    for (int m = 0; any && m < scenario->materials; m++)
      moves[m] = true;
    moves[scene->group[g].like.material] = true;
  }
  for (int k = 0; k < scene->sizes; k++)
    moves[scene->size[k].material] = true;
  for (int k = 0; k < scene->sources; k++)
    for (int p = 0; p < scene->source[k].parts; p++)
      moves[scene->source[k].part[p].material] = true;
}

/* The contact of a pair, or the most specific one that includes it. */
static const carom_scenario_contact *best(const carom_scenario *scenario, int a, int b)
{
  const carom_scenario_contact *found = NULL;
  int named = -1;
  for (int i = 0; i < scenario->contacts; i++) {
    const carom_scenario_contact *c = &scenario->contact[i];
    const int pair[2] = {c->a, c->b};
    for (int k = 0; k < 2; k++) {
      const int one = pair[k], other = pair[1 - k];
      if ((one != CAROM_ANY && one != a) || (other != CAROM_ANY && other != b)) continue;
      const int names = (one != CAROM_ANY) + (other != CAROM_ANY);
      if (names <= named) continue;
      named = names;
      found = c;
    }
  }
  return found;
}

void carom_expand_any(carom_scenario *scenario, carom_faults *faults)
{
  const int materials = scenario->materials;
  int wild = 0, missing = 0, count = 0;
  for (int i = 0; i < scenario->contacts; i++)
    wild += is_wild(&scenario->contact[i]);
  if (wild == 0 || faults->count > 0) return;
  bool *moves = carom_scenario_room(scenario, (size_t)materials, sizeof *moves, faults);
  if (!moves) return;
  mark_moving(scenario, moves);
  for (int a = 0; a < materials; a++)
    for (int b = a; b < materials; b++) {
      const bool meet = (moves[a] || moves[b]) && scenario->material[a].used &&
                        scenario->material[b].used;
      const carom_scenario_contact *c = meet ? best(scenario, a, b) : NULL;
      missing += c && is_wild(c);
    }
  carom_scenario_contact *all = carom_scenario_room(
      scenario, (size_t)(scenario->contacts - wild + missing) + 1, sizeof *all, faults);
  if (!all) return;
  for (int i = 0; i < scenario->contacts; i++)
    if (!is_wild(&scenario->contact[i])) all[count++] = scenario->contact[i];
  for (int a = 0; a < materials; a++)
    for (int b = a; b < materials; b++) {
      const bool meet = (moves[a] || moves[b]) && scenario->material[a].used &&
                        scenario->material[b].used;
      const carom_scenario_contact *c = meet ? best(scenario, a, b) : NULL;
      if (!c || !is_wild(c)) continue;
      all[count] = *c;
      all[count].a = a;
      all[count++].b = b;
    }
  scenario->contact = all;
  scenario->contacts = count;
}
