/* SPDX-License-Identifier: MIT */
/* Plastic memory of contacts: where episodes begin and end, and the dents of pairs that are not
 * listed.
 *
 * A listed pair keeps the state of its law in its history, open or closed. A row of zeros means a
 * pair without a dent, because such laws store their largest overlap. At a rebuild, dents of pairs
 * that are no longer listed are merged into a table sorted by key, in which newly listed pairs are
 * looked up. An entry stays in the table while its pair is listed again, and is replaced when the
 * pair leaves the list. */
#include <stdlib.h>
#include <string.h>

#include "contact/episode.h"
#include "scene/geometry.h"
#include "scene/scene.h"

/* 1/m*. It is 0 if both bodies have been held since they touched; the losses of their contact are
 * then evaluated for the mass that the law was calibrated for, since stiffnesses may depend on the
 * mass. */
static double inverse(const carom_material_pair *c, double inv_mass)
{
  return inv_mass > 0 ? inv_mass : 1 / c->contact.mass;
}

carom_contact carom_contact_of_rows(const carom_material_pair *c, const double *a, const double *b)
{
  const double reach = a[7] + b[7], inv_mass = inverse(c, a[3] + b[3]);
  const double share = CAROM_REDUCED_SHARE(reach, inv_mass);
  return carom_material_pair_contact(c, CAROM_REDUCED_RADIUS(reach, a[7] - b[7], inv_mass, share),
                                     CAROM_REDUCED_MASS(reach, share));
}

/* Effective 1/m of a wall where a particle leaves it, as contacts with free bodies see it. */
static double wall_gives(const carom_scene *s, uint32_t i, uint32_t face)
{
  const carom_wall *wall = &s->walls.wall[s->walls.face[face].wall];
  double x[3], n[3], arm[3];
  if (!wall->body.free) return 0;
  carom_fold(&s->model, carom_position_of(s, i), x);
  const double distance = carom_face_distance(&s->walls, face, x, n);
  for (int k = 0; k < 3; k++)
    arm[k] = x[k] - distance * n[k] - wall->centre[k];
  return carom_wall_body_inv_mass(&wall->body, arm[0], arm[1], arm[2], n[0], n[1], n[2]);
}

/* The contact of a particle and its partner. */
static carom_contact contact_of(const carom_scene *s, const carom_material_pair *c, uint32_t i,
                                uint32_t partner)
{
  const double *a = carom_contact_velocity_of(s, i);
  if (!carom_partner_is_wall(partner))
    return carom_contact_of_rows(c, a, carom_contact_velocity_of(s, partner));
  const double inv_mass = a[3] + wall_gives(s, i, carom_partner_face(partner));
  return carom_material_pair_contact(c, a[7], 1 / inverse(c, inv_mass));
}

static carom_state state_in(const carom_contact *own, const double *row)
{
  carom_state state = {{0}};
  for (int k = 0; k < own->law->states; k++)
    state.value[k] = row[k];
  return state;
}

double carom_memory_end(const carom_scene *s, const carom_material_pair *c, uint32_t i,
                        uint32_t partner, double *history)
{
  const size_t size = (size_t)c->contact.law->states * sizeof *history;
  double plastic = 0;
  bool dented = false;
  if (c->contact.law->info.traits & CAROM_LAW_REMEMBERS) {
    const carom_contact own = contact_of(s, c, i, partner);
    const carom_state virgin = carom_contact_virgin(&own);
    carom_state state = state_in(&own, history + s->model.history.normal);
    plastic = carom_episode_leave(&own, &state);
    dented = memcmp(state.value, virgin.value, size) != 0;
  }
  for (int k = 0; k < (dented ? s->model.history.normal : s->model.history.size); k++)
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
  const double plastic = carom_episode_return(own, &state, approach);
  for (int k = 0; k < own->law->states; k++)
    row[k] = state.value[k];
  return plastic;
}

static int width(const carom_scene *s)
{
  return s->model.history.size - s->model.history.normal;
}

bool carom_memory_dented(const carom_scene *s, const double *history)
{
  return any(history + s->model.history.normal, width(s));
}

/* Key of a particle and its partner: two tags, the lower one first, or a tag, the wall and a
 * surface or patch of that wall. Tags have 27 bits (CAROM_SCENE_PARTICLES_MAX). */
enum { TAG_SHIFT = 36, WALL_SHIFT = 20 };
#define WALL_KEY (INT64_C(1) << 35)
_Static_assert(CAROM_SCENE_PARTICLES_MAX < 1 << 27 && CAROM_WALLS_MAX <= 1 << (35 - WALL_SHIFT),
               "keys of 63 bits");
#define SURFACES_MAX (INT64_C(1) << WALL_SHIFT)

static int64_t key_of(const carom_scene *s, uint32_t i, uint32_t partner)
{
  const int64_t a = s->particles.tag[i];
  if (carom_partner_is_wall(partner)) {
    const uint32_t face = carom_partner_face(partner);
    return a << TAG_SHIFT | WALL_KEY | (int64_t)s->walls.face[face].wall << WALL_SHIFT |
           carom_face_patch(&s->walls, face);
  }
  const int64_t b = s->particles.tag[partner];
  return a < b ? a << TAG_SHIFT | b : b << TAG_SHIFT | a;
}

/* Does the key belong to particles and walls that exist? */
static bool key_fits(const carom_scene *s, int64_t key)
{
  const int64_t tag = key >> TAG_SHIFT, rest = key & ((INT64_C(1) << TAG_SHIFT) - 1);
  if (tag < 0 || tag >= s->particles.count) return false;
  if (!(rest & WALL_KEY)) return rest > tag && rest < s->particles.count;
  const int64_t wall = (rest & ~WALL_KEY) >> WALL_SHIFT, number = rest & (SURFACES_MAX - 1);
  if (wall >= s->walls.count) return false;
  const carom_wall *w = &s->walls.wall[wall];
  return number < (w->shell ? w->shell->patches : w->surfaces);
}

void carom_memory_recall(const carom_scene *s, uint32_t i, uint32_t partner, double *history)
{
  const carom_dents *d = &s->contacts.dents;
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
    history[s->model.history.normal + k] = d->state[low * width(s) + k];
}

/* The first face of a wall with this surface or patch. */
static uint32_t face_of(const carom_scene *s, int wall, int64_t patch)
{
  uint32_t face = (uint32_t)s->walls.wall[wall].face;
  while (carom_face_patch(&s->walls, face) != patch)
    face++;
  return face;
}

void carom_memory_dent(const carom_scene *s, int64_t k, uint32_t *first, uint32_t *partner,
                       double *history)
{
  const carom_dents *d = &s->contacts.dents;
  const int64_t key = d->key[k], rest = key & ((INT64_C(1) << TAG_SHIFT) - 1);
  *first = (uint32_t)(key >> TAG_SHIFT);
  *partner = (uint32_t)rest;
  if (rest & WALL_KEY)
    *partner = carom_wall_partner(
        face_of(s, (int)((rest & ~WALL_KEY) >> WALL_SHIFT), rest & (SURFACES_MAX - 1)));
  memset(history, 0, (size_t)s->model.history.normal * sizeof *history);
  memcpy(history + s->model.history.normal, d->state + k * width(s),
         (size_t)width(s) * sizeof *history);
}

/* A dent on its way from the old lists to the table. */
typedef struct carom_leaving {
  int64_t key;
  const double *state;
} carom_leaving;

/* Sorts by key. Only shells can have several dents with one key: the one with the largest first
 * number, which is the largest overlap, comes first. */
static int by_key(const void *a, const void *b)
{
  const carom_leaving *x = a, *y = b;
  if (x->key != y->key) return x->key > y->key ? 1 : -1;
  return (x->state[0] < y->state[0]) - (x->state[0] > y->state[0]);
}

/* Ends a contact that leaves the lists while closed, which takes a step longer than the skin. */
static void tear(carom_scene *s, const carom_kept *kept, double *history)
{
  const uint32_t i = kept->first;
  const int which = carom_material_pair_between(s, i, kept->partner);
  const carom_material_pair *c = s->model.material_pair + which;
  s->cpu.domain_block[0].sum.plastic += c->share *
                                        carom_memory_end(s, c, i, kept->partner, history);
}

/* Collects the dents of contacts that leave the lists, sorted; returns their number, or -1 without
 * memory. */
static int64_t collect_leaving(carom_scene *s)
{
  int64_t count = 0;
  for (int64_t k = 0; k < s->cpu.kept_count; k++)
    count += s->cpu.kept[k].partner != CAROM_NO_PARTICLE;
  if (count == 0) return 0;
  if (!carom_reserve(&s->cpu.leaving, &s->cpu.leaving_capacity, count, sizeof *s->cpu.leaving))
    return -1;
  count = 0;
  for (int64_t k = 0; k < s->cpu.kept_count; k++) {
    const carom_kept *kept = &s->cpu.kept[k];
    double *history = s->cpu.kept_history + s->model.history.size * k;
    if (kept->partner == CAROM_NO_PARTICLE) continue;
    if (kept->closed) tear(s, kept, history);
    if (carom_memory_dented(s, history))
      s->cpu.leaving[count++] = (carom_leaving){key_of(s, kept->first, kept->partner),
                                                history + s->model.history.normal};
  }
  qsort(s->cpu.leaving, (size_t)count, sizeof *s->cpu.leaving, by_key);
  int64_t single = 0;
  for (int64_t k = 0; k < count; k++)
    if (k == 0 || s->cpu.leaving[k].key != s->cpu.leaving[single - 1].key)
      s->cpu.leaving[single++] = s->cpu.leaving[k];
  return single;
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
  const carom_dents old = s->contacts.dents;
  const int64_t leaving = collect_leaving(s);
  if (leaving <= 0) return leaving == 0;
  carom_dents *to = &s->cpu.dents_b;
  if (!carom_memory_reserve(s, to, old.count + leaving)) return false;
  to->count = 0;
  for (int64_t k = 0, i = 0; k < leaving || i < old.count;) {
    if (k == leaving || (i < old.count && old.key[i] < s->cpu.leaving[k].key)) {
      put(s, to, old.key[i], old.state + i * width(s));
      i++;
    } else {
      i += i < old.count && old.key[i] == s->cpu.leaving[k].key;
      put(s, to, s->cpu.leaving[k].key, s->cpu.leaving[k].state);
      k++;
    }
  }
  s->contacts.dents = s->cpu.dents_b;
  s->cpu.dents_b = old;
  return true;
}

/* The key after tags have changed; -1 if one of them is gone. Keys keep their order, as tags do. */
static int64_t renumbered(int64_t key, const uint32_t *new_tag)
{
  const int64_t below = INT64_C(1) << TAG_SHIFT, rest = key & (below - 1);
  const uint32_t a = new_tag[key >> TAG_SHIFT], b = rest & WALL_KEY ? 0 : new_tag[rest];
  if (a == CAROM_GONE || b == CAROM_GONE) return -1;
  return (int64_t)a << TAG_SHIFT | (rest & WALL_KEY ? rest : b);
}

void carom_memory_renumber(carom_scene *s, const uint32_t *new_tag)
{
  carom_dents *d = &s->contacts.dents;
  const int64_t count = d->count;
  d->count = 0;
  for (int64_t k = 0; k < count; k++) {
    const int64_t key = renumbered(d->key[k], new_tag);
    if (key >= 0) put(s, d, key, d->state + k * width(s));
  }
}

bool carom_memory_fits(const carom_scene *s)
{
  const carom_dents *d = &s->contacts.dents;
  for (int64_t k = 0; k < d->count; k++) {
    if (k > 0 && d->key[k] <= d->key[k - 1]) return false;
    if (!key_fits(s, d->key[k])) return false;
  }
  return true;
}
