/* SPDX-License-Identifier: MIT */
/* Plastic memory of contacts: where episodes begin and end, and of pairs that are not listed.
 *
 * A listed pair keeps the state of its law in its history, open or closed. A row of zeros is a
 * pair without a dent, because such laws store their largest overlap. At a rebuild, dents of
 * pairs that are no longer listed are merged into a table sorted by key, in which new pairs
 * are looked up. An entry stays when its pair is listed again, and is replaced when that pair
 * leaves the list. */
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

/* R* and m* as the kernels compute them, to the bit: a law must find its own state again. */
static carom_contact contact_of(const carom_material_pair *c, const double *a, const double *b)
{
  if (!b) return carom_material_pair_contact(c, a[7], 1 / a[3]);
  const double reach = a[7] + b[7], radius_difference = a[7] - b[7], inv_mass = a[3] + b[3];
  const double part = 0.25 / (reach * inv_mass);
  return carom_material_pair_contact(
      c, (reach - radius_difference) * (reach + radius_difference) * inv_mass * part,
      4 * reach * part);
}

static carom_state state_in(const carom_contact *own, const double *row)
{
  carom_state state = {{0}};
  for (int k = 0; k < own->law->states; k++)
    state.value[k] = row[k];
  return state;
}

double carom_memory_end(const carom_scene *s, const carom_material_pair *c, const double *a,
                        const double *b, double *history)
{
  const size_t size = (size_t)c->contact.law->states * sizeof *history;
  double plastic = 0;
  bool dented = false;
  if (c->contact.law->info.traits & CAROM_LAW_REMEMBERS) {
    const carom_contact own = contact_of(c, a, b);
    const carom_state state = state_in(&own, history + s->springs);
    const carom_state fresh = carom_contact_virgin(&own);
    plastic = carom_contact_energy(&own, &state, 0).plastic;
    dented = c->keeps_memory && memcmp(state.value, fresh.value, size) != 0;
  }
  for (int k = 0; k < (dented ? s->springs : s->history_size); k++)
    history[k] = 0;
  return plastic;
}

static bool any(const double *row, int count)
{
  bool found = false;
  for (int k = 0; k < count; k++)
    found |= row[k] != 0;
  return found;
}

double carom_memory_begin(const carom_material_pair *c, const carom_contact *own, double approach,
                          double *row)
{
  const bool again = c->keeps_memory && any(row, own->law->states);
  carom_state state = again ? state_in(own, row) : carom_contact_virgin(own);
  const double plastic = again ? carom_contact_energy(own, &state, 0).plastic : 0;
  carom_contact_touch(own, &state, approach);
  for (int k = 0; k < own->law->states; k++)
    row[k] = state.value[k];
  return plastic;
}

static int width(const carom_scene *s)
{
  return s->history_size - s->springs;
}

bool carom_memory_dented(const carom_scene *s, const double *history)
{
  return any(history + s->springs, width(s));
}

/* Of a particle and its partner: the lower tag, then the higher one, or the face beyond all of
 * them. */
static int64_t key_of(const carom_scene *s, uint32_t i, uint32_t partner)
{
  const int64_t a = s->tag[i], b = partner < s->n ? s->tag[partner] : partner;
  return a < b ? a << 32 | b : b << 32 | a;
}

void carom_memory_recall(const carom_scene *s, uint32_t i, uint32_t partner, double *history)
{
  const carom_dents *d = &s->dents;
  const int64_t key = key_of(s, i, partner);
  int64_t low = 0, high = d->count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (d->key[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  for (int k = 0; low < d->count && d->key[low] == key && k < width(s); k++)
    history[s->springs + k] = d->state[low * width(s) + k];
}

/* A dent on its way from the old list to the table. */
typedef struct carom_leaving {
  int64_t key;
  const double *state;
} carom_leaving;

static int by_key(const void *a, const void *b)
{
  const carom_leaving *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

/* A contact that is closed can leave the list through a step longer than the skin. */
static void tear(carom_scene *s, const carom_kept *kept, double *history)
{
  const uint32_t i = kept->first;
  const int which = carom_material_pair_between(s, i, kept->partner);
  const double *b = kept->partner < s->n ? carom_contact_velocity_of(s, kept->partner) : NULL;
  s->domain_block[0].sum.plastic += carom_memory_end(s, s->material_pair + which,
                                                     carom_contact_velocity_of(s, i), b, history);
}

/* The dents of contacts that leave, sorted; returns how many, or -1 without memory. */
static int64_t collect_leaving(carom_scene *s)
{
  int64_t count = 0;
  for (int64_t k = 0; k < s->kept_count; k++)
    count += s->kept[k].partner != CAROM_NO_PARTICLE;
  if (count == 0) return 0;
  if (!carom_reserve(&s->leaving, &s->leaving_capacity, count, sizeof *s->leaving)) return -1;
  count = 0;
  for (int64_t k = 0; k < s->kept_count; k++) {
    const carom_kept *kept = &s->kept[k];
    double *history = s->kept_history + s->history_size * k;
    if (kept->partner == CAROM_NO_PARTICLE) continue;
    if (kept->closed) tear(s, kept, history);
    if (carom_memory_dented(s, history))
      s->leaving[count++] = (carom_leaving){key_of(s, kept->first, kept->partner),
                                            history + s->springs};
  }
  qsort(s->leaving, (size_t)count, sizeof *s->leaving, by_key);
  return count;
}

bool carom_memory_reserve(const carom_scene *s, carom_dents *d, int64_t count)
{
  return carom_reserve(&d->key, &d->key_capacity, count, sizeof *d->key) &&
         carom_reserve(&d->state, &d->state_capacity, count * width(s), sizeof *d->state);
}

static void put(const carom_scene *s, carom_dents *d, int64_t key, const double *state)
{
  d->key[d->count] = key;
  for (int k = 0; k < width(s); k++)
    d->state[d->count * width(s) + k] = state[k];
  d->count++;
}

bool carom_memory_leave(carom_scene *s)
{
  const carom_dents old = s->dents;
  const int64_t leaving = collect_leaving(s);
  if (leaving <= 0) return leaving == 0;
  carom_dents *to = &s->dents_b;
  if (!carom_memory_reserve(s, to, old.count + leaving)) return false;
  to->count = 0;
  for (int64_t k = 0, i = 0; k < leaving || i < old.count;) {
    if (k == leaving || (i < old.count && old.key[i] < s->leaving[k].key)) {
      put(s, to, old.key[i], old.state + i * width(s));
      i++;
    } else {
      i += i < old.count && old.key[i] == s->leaving[k].key;
      put(s, to, s->leaving[k].key, s->leaving[k].state);
      k++;
    }
  }
  s->dents = s->dents_b;
  s->dents_b = old;
  return true;
}

bool carom_memory_fits(const carom_scene *s)
{
  const carom_dents *d = &s->dents;
  for (int64_t k = 0; k < d->count; k++) {
    const int64_t low = d->key[k] >> 32, high = d->key[k] & UINT32_MAX;
    if (k > 0 && d->key[k] <= d->key[k - 1]) return false;
    if (low < 0 || low >= s->n || high <= low || high >= s->n + s->faces) return false;
  }
  return true;
}

void carom_memory_destroy(carom_scene *s)
{
  void *held[] = {s->dents.key, s->dents.state, s->dents_b.key, s->dents_b.state, s->leaving};
  for (size_t i = 0; i < sizeof held / sizeof *held; i++)
    free(held[i]);
}
