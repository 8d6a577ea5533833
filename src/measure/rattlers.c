/* SPDX-License-Identifier: MIT */
/* Rattlers: bodies whose contacts cannot hold them. A clump is one body with the contacts of all
 * its members. */
#include <stdlib.h>

#include "measure/measure.h"

/* The contacts of each body as a chain of ends. Ends are numbered block after block; a body has the
 * index of the particle that represents it. */
typedef struct graph {
  const carom_look *look;
  const carom_ends *block;
  /* Contacts that a body has left, -1: removed; contacts that a body needs. */
  int32_t *degree, held;
  uint32_t *head, *next; /* one more than the number of an end; 0: end of the chain */
  uint32_t *other;       /* the body at the other end */
  uint32_t *waiting;     /* removed bodies whose neighbours have not been updated yet */
  int64_t waits;
} graph;

bool carom_ends_grow(carom_ends *e)
{
  const int64_t room = e->room ? 2 * e->room : 256;
  uint32_t *grown = realloc(e->end, 2 * (size_t)room * sizeof *grown);
  e->failed |= !grown;
  if (!grown) return false;
  e->end = grown;
  e->room = room;
  return true;
}

/* A sphere is held by four contacts that only push. Its weight replaces one of them, and with
 * friction two suffice. A clump needs no fewer. */
static int32_t contacts_needed(const carom_scene *s)
{
  const double *g = s->gravity;
  for (int k = 0; k < s->model.material_pairs; k++)
    if (s->model.material_pair[k].stages > 0) return 2;
  return g[0] != 0 || g[1] != 0 || g[2] != 0 ? 3 : 4;
}

static uint32_t body_of(const graph *g, uint32_t particle)
{
  return (uint32_t)carom_look_body(g->look, particle);
}

static int64_t count_contacts(const graph *g)
{
  int64_t all = 0;
  for (int64_t b = 0; b < g->look->blocks; b++) {
    const carom_ends *e = &g->block[b];
    for (int64_t c = 0; c < e->contacts; c++) {
      g->degree[body_of(g, e->end[2 * c])]++;
      if (!carom_partner_is_wall(e->end[2 * c + 1])) g->degree[body_of(g, e->end[2 * c + 1])]++;
    }
    all += e->contacts;
  }
  return all;
}

static void link_end(const graph *g, uint32_t number, uint32_t from, uint32_t to)
{
  g->other[number] = to;
  g->next[number] = g->head[from];
  g->head[from] = number + 1;
}

static void link_contacts(const graph *g)
{
  uint32_t number = 0;
  for (int64_t b = 0; b < g->look->blocks; b++) {
    const carom_ends *e = &g->block[b];
    for (int64_t c = 0; c < e->contacts; c++) {
      if (carom_partner_is_wall(e->end[2 * c + 1])) continue;
      const uint32_t first = body_of(g, e->end[2 * c]), second = body_of(g, e->end[2 * c + 1]);
      link_end(g, number++, first, second);
      link_end(g, number++, second, first);
    }
  }
}

/* A body that forces do not move needs no contacts. */
static bool is_loose(const graph *g, int64_t i)
{
  return g->degree[i] < g->held && carom_inv_mass(g->look->s, i) > 0;
}

/* Removes a body with too few contacts left. */
static void consider(graph *g, uint32_t i)
{
  if (!is_loose(g, i)) return;
  g->degree[i] = -1;
  g->waiting[g->waits++] = i;
}

/* Each removed body takes a contact away from each of its neighbours. */
static void peel(graph *g)
{
  while (g->waits > 0)
    for (uint32_t at = g->head[g->waiting[--g->waits]]; at; at = g->next[at - 1]) {
      const uint32_t j = g->other[at - 1];
      if (g->degree[j] < 0) continue;
      g->degree[j]--;
      consider(g, j);
    }
}

bool carom_find_rattlers(const carom_look *look, const carom_ends *block, int32_t *degree)
{
  const int64_t count = look->s->particles.count;
  graph g = {.look = look, .block = block, .degree = degree, .held = contacts_needed(look->s)};
  for (int64_t b = 0; b < look->blocks; b++)
    if (block[b].failed) return false;
  const size_t ends = 2 * (size_t)count_contacts(&g) + 1;
  g.head = calloc((size_t)count + 1, sizeof *g.head);
  g.waiting = malloc(((size_t)count + 1) * sizeof *g.waiting);
  g.next = malloc(ends * sizeof *g.next);
  g.other = malloc(ends * sizeof *g.other);
  const bool ok = g.head && g.waiting && g.next && g.other;
  bool some = false;
  for (int64_t i = 0; ok && i < count; i++) {
    if (carom_look_body(look, i) != i) continue;
    some |= degree[i] > 0 && is_loose(&g, i);
    consider(&g, (uint32_t)i);
  }
  if (some) { /* removed bodies may have held others */
    link_contacts(&g);
    peel(&g);
  }
  uint32_t *const held[] = {g.head, g.waiting, g.next, g.other};
  for (size_t k = 0; k < sizeof held / sizeof *held; k++)
    free(held[k]);
  return ok;
}
