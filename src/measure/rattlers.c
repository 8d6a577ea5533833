/* SPDX-License-Identifier: MIT */
/* Rattlers: particles whose contacts cannot hold them. */
#include <stdlib.h>

#include "measure/measure.h"

/* Contacts between particles, and how many each particle has, walls included. */
typedef struct graph {
  const carom_look *look;
  uint32_t *end; /* two indices a contact */
  int64_t contacts, room;
  uint32_t *degree;
  int64_t *first; /* of the neighbours of each particle */
  uint32_t *neighbour, *waiting;
  bool *gone;
  bool failed;
  uint32_t held; /* contacts that a particle needs */
} graph;

/* Contacts that only push hold a sphere with four; its weight is as good as one; with friction two
 * can. */
static uint32_t contacts_needed(const carom_scene *s)
{
  const double *g = s->gravity;
  for (int k = 0; k < s->model.material_pairs; k++)
    if (s->model.material_pair[k].stages > 0) return 2;
  return g[0] != 0 || g[1] != 0 || g[2] != 0 ? 3 : 4;
}

static void add(void *user, const carom_contact_view *v)
{
  graph *g = user;
  if (!carom_view_closed(g->look->s, v)) return;
  g->degree[v->first]++;
  if (carom_partner_is_wall(v->partner)) return;
  g->degree[v->partner]++;
  if (g->contacts == g->room) {
    const int64_t room = g->room ? 2 * g->room : 1024;
    uint32_t *grown = realloc(g->end, 2 * (size_t)room * sizeof *grown);
    g->failed |= !grown;
    if (!grown) return;
    g->end = grown;
    g->room = room;
  }
  g->end[2 * g->contacts] = v->first;
  g->end[2 * g->contacts + 1] = v->partner;
  g->contacts++;
}

/* Those of particle i are neighbour[first[i]] to neighbour[first[i + 1] - 1]. */
static void find_neighbours(const graph *g, int64_t count)
{
  for (int64_t c = 0; c < 2 * g->contacts; c++)
    g->first[g->end[c] + 1]++;
  for (int64_t i = 0; i < count; i++)
    g->first[i + 1] += g->first[i];
  for (int64_t c = 0; c < 2 * g->contacts; c++)
    g->neighbour[--g->first[g->end[c] + 1]] = g->end[c ^ 1];
  for (int64_t i = 0; i < count; i++)
    g->first[i] = g->first[i + 1];
  g->first[count] = 2 * g->contacts;
}

/* Takes rattlers away, and with each the contacts that it gave its neighbours. */
static void peel(const graph *g, int64_t count)
{
  int64_t waits = 0;
  for (int64_t i = 0; i < count; i++)
    if (g->degree[i] < g->held) g->waiting[waits++] = (uint32_t)i, g->gone[i] = true;
  while (waits > 0) {
    const uint32_t i = g->waiting[--waits];
    for (int64_t k = g->first[i]; k < g->first[i + 1]; k++) {
      const uint32_t j = g->neighbour[k];
      if (!g->gone[j] && --g->degree[j] < g->held) g->waiting[waits++] = j, g->gone[j] = true;
    }
  }
}

static bool gather(graph *g, int64_t count)
{
  const size_t n = (size_t)count + 2;
  g->degree = calloc(n, sizeof *g->degree);
  g->first = calloc(n, sizeof *g->first);
  g->waiting = malloc(n * sizeof *g->waiting);
  g->gone = calloc(n, sizeof *g->gone);
  if (!g->degree || !g->first || !g->waiting || !g->gone) return false;
  g->look->s->engine->contacts(g->look->s, true, add, g);
  g->neighbour = g->failed ? NULL : malloc((2 * (size_t)g->contacts + 1) * sizeof *g->neighbour);
  return g->neighbour != NULL;
}

carom_status carom_count_rattlers(const carom_look *look, int64_t *rattlers, int64_t *rest_ends,
                                  carom_error *err)
{
  const int64_t count = look->s->particles.count;
  graph g = {.look = look, .held = contacts_needed(look->s)};
  const bool ok = gather(&g, count);
  *rattlers = *rest_ends = 0;
  if (ok) {
    find_neighbours(&g, count);
    peel(&g, count);
  }
  for (int64_t i = 0; ok && i < count; i++) {
    double folded[3];
    if (!carom_look_at(look, i, folded)) continue;
    *rattlers += g.gone[i];
    *rest_ends += g.gone[i] ? 0 : g.degree[i];
  }
  void *held[] = {g.end, g.degree, g.first, g.neighbour, g.waiting, g.gone};
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
  return ok ? CAROM_OK : carom_look_no_room(err);
}
