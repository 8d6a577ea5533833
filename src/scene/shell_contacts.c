/* SPDX-License-Identifier: MIT */
/* The contacts of particles with shells, found anew in every step among the faces that a rebuild
 * has listed; shell.h has the rules.
 *
 * Most listed faces are out of reach for many steps. They are looked at now and then: those that
 * may be touched before the next look come first among the choices of a particle and are the active
 * ones. A particle with one active face needs no resolution at all. Neither the order of choices
 * nor which of them are active has an influence on results. */
#include "scene/shell_contacts.h"

#include <string.h>

enum {
  FEW = 16,  /* steps between looks, below which margins grow */
  MANY = 64, /* and above which they shrink */
  HITS =
      256, /* faces that a particle touches at a time, before they are reduced; the nearest ones */
  SAMPLES = 16,
  AHEAD = 12 /* contacts whose data are fetched before they are needed */
};

/* The least margin of active choices, as a fraction of the skin. */
#define MARGIN 0.02

/* A particle and a shell. */
typedef struct meeting {
  carom_scene *s;
  carom_domain_block *p;
  const carom_active_list *list;
  const carom_shell *shell;
  const carom_face_shape *shape; /* of all its faces */
  int64_t first;                 /* face of the shell */
  int64_t slot, slots;           /* in the active list */
  uint32_t *choice;
  double x[3], radius; /* seen from the shell */
  double reach;
} meeting;

/* A face that is touched. */
typedef struct hit {
  uint32_t face;
  unsigned feature;
  int rank; /* face, edge, corner */
  double distance, normal[3];
} hit;

static const double *row_of(const meeting *m, uint32_t face)
{
  return m->s->walls.face_row + CAROM_FACE_DOUBLES * (size_t)face;
}

/* A face as seen from a point. */
static hit seen_from(const meeting *m, uint32_t face, const double x[3])
{
  double to[4];
  hit h = {.face = face, .feature = m->shape->nearest(row_of(m, face), x, to)};
  h.rank = h.feature == 0 ? 0 : 3 - __builtin_popcount(h.feature);
  h.distance = to[0];
  memcpy(h.normal, to + 1, sizeof h.normal);
  return h;
}

static uint32_t face_of(const meeting *m, int64_t slot)
{
  return carom_face_at(m->s->contacts.pair[2 * (m->slot + slot) + 1]);
}

static void set_face(const meeting *m, int64_t slot, uint32_t face)
{
  m->s->contacts.pair[2 * (m->slot + slot) + 1] = CAROM_FACE_OFFSET * face;
}

static bool touching(const meeting *m, int64_t slot)
{
  return carom_is_touching(&m->s->contacts, m->slot + slot);
}

static double *history_of(const meeting *m, int64_t slot)
{
  return m->s->contacts.history + (m->slot + slot) * m->s->model.history.size;
}

static void swap(const meeting *m, uint32_t k, uint32_t other)
{
  uint32_t *face = m->choice + CAROM_CHOICE_HEAD, *bound = face + m->choice[CAROM_CHOICE_COUNT];
  const uint32_t a = face[k], b = bound[k];
  face[k] = face[other], bound[k] = bound[other];
  face[other] = a, bound[other] = b;
}

/* Brings the choices that may be touched soon to the front. Those whose bound says that they cannot
 * are not looked at; bounds hold for a particle that has gone `path`. */
static void sort_out(const meeting *m, double margin, double path)
{
  const double most = m->radius + m->reach + margin;
  uint32_t active = 0;
  for (uint32_t k = 0; k < m->choice[CAROM_CHOICE_COUNT]; k++) {
    if ((double)carom_choice_bound(m->choice, k) - path > most) continue;
    const uint32_t face = m->choice[CAROM_CHOICE_HEAD + k];
    double distance = m->shape->least(row_of(m, face), m->x);
    if (distance < most) distance = seen_from(m, face, m->x).distance;
    carom_choice_set_bound(m->choice, k, distance + path);
    if (distance < most) swap(m, k, active++);
  }
  m->choice[CAROM_CHOICE_ACTIVE] = active;
}

/* Looks at the choices where the particle has used up its margin. New ones have none. Returns how
 * far it has gone in all. */
static double look(const meeting *m)
{
  const carom_scene *s = m->s;
  const uint32_t now = (uint32_t)s->cpu.passes, steps = now - m->choice[CAROM_CHOICE_PASS];
  const double least = MARGIN * s->model.skin, most = s->model.skin;
  double at[6];
  memcpy(at, m->choice + CAROM_CHOICE_AT, sizeof at);
  const double by[3] = {m->x[0] - at[0], m->x[1] - at[1], m->x[2] - at[2]};
  const double path = at[4] + CAROM_SQRT(carom_dot(by, by));
  double margin = at[3];
  memcpy(at, m->x, sizeof m->x);
  at[4] = path;
  if (!(path - at[5] <= margin && margin > 0)) {
    margin = steps < FEW ? 2 * margin : steps > MANY ? 0.5 * margin : margin;
    at[3] = margin = !(margin > least) ? least : margin > most ? most : margin;
    at[5] = path;
    m->choice[CAROM_CHOICE_PASS] = now;
    sort_out(m, margin, path);
  }
  memcpy(m->choice + CAROM_CHOICE_AT, at, sizeof at);
  return path;
}

static bool nearer(const hit *a, const hit *b)
{
  if (a->distance != b->distance) return a->distance < b->distance;
  if (a->rank != b->rank) return a->rank < b->rank;
  return a->face < b->face;
}

/* Active faces that may be within reach, as their bounds say; returns how many, at most `most`. */
static uint32_t find_near(const meeting *m, double path, uint32_t *out, uint32_t most)
{
  const double reach = m->radius + m->reach;
  uint32_t count = 0;
  for (uint32_t k = 0; k < m->choice[CAROM_CHOICE_ACTIVE] && count < most; k++)
    if (!((double)carom_choice_bound(m->choice, k) - path > reach))
      out[count++] = m->choice[CAROM_CHOICE_HEAD + k];
  return count;
}

/* The faces within reach, nearest first. */
static int find_hits(const meeting *m, double path, hit *out)
{
  const uint32_t active = m->choice[CAROM_CHOICE_ACTIVE];
  int count = 0;
  for (uint32_t k = 0; k < active; k++) {
    if ((double)carom_choice_bound(m->choice, k) - path > m->radius + m->reach) continue;
    const hit h = seen_from(m, m->choice[CAROM_CHOICE_HEAD + k], m->x);
    carom_choice_set_bound(m->choice, k, h.distance + path);
    if (!(m->radius + m->reach - h.distance > 0)) continue;
    if (count == HITS && !nearer(&h, &out[HITS - 1])) continue;
    int at = count < HITS ? count++ : HITS - 1;
    for (; at > 0 && nearer(&h, &out[at - 1]); at--)
      out[at] = out[at - 1];
    out[at] = h;
  }
  return count;
}

/* Is the nearest feature of one face a part of another face? */
static bool contains(const meeting *m, uint32_t face, const hit *of)
{
  const int32_t *have = m->shell->node[face - m->first], *own = m->shell->node[of->face - m->first];
  for (int k = 0; k < CAROM_FACE_NODES; k++) {
    if (!(of->feature >> k & 1)) continue;
    if (own[k] < 0 || (own[k] != have[0] && own[k] != have[1] && own[k] != have[2])) return false;
  }
  return true;
}

/* A point on a joint is no contact if some face that has it too is nearer elsewhere, or is touched
 * inside of it. */
static bool is_minimum(const meeting *m, const hit *hits, int count, const hit *h)
{
  if (h->feature == 0) return true;
  for (const hit *other = hits; other < hits + count; other++)
    if (other != h && (other->distance < h->distance || other->rank < h->rank) &&
        contains(m, other->face, h))
      return false;
  return true;
}

static bool same_direction(const meeting *m, const double a[3], const double b[3])
{
  return carom_dot(a, b) > m->shell->smooth;
}

/* Keeps the contacts among the hits, in their order. */
static int reduce(const meeting *m, const hit *hits, int count, hit *out)
{
  int kept = 0;
  for (const hit *h = hits; h < hits + count && kept < m->slots; h++) {
    bool is_new = is_minimum(m, hits, count, h);
    for (int k = 0; is_new && k < kept; k++)
      is_new = !same_direction(m, h->normal, out[k].normal);
    if (is_new) out[kept++] = *h;
  }
  return kept;
}

/* The contact of a slot ends without a trace. */
static void release(const meeting *m, int64_t slot)
{
  const int64_t contact = m->slot + slot;
  if (touching(m, slot)) {
    carom_contact_end(m->s, m->p, m->list, contact);
    m->s->contacts.touching[contact / CAROM_LANES] &= (unsigned char)~(1u << contact % CAROM_LANES);
  }
  memset(history_of(m, slot), 0, (size_t)m->s->model.history.size * sizeof(double));
  set_face(m, slot, m->shell->absent);
}

/* Which slot each contact has, or -1; of which slots the contact is known. */
typedef struct slots {
  int of[CAROM_SHELL_SLOTS];
  bool taken[CAROM_SHELL_SLOTS];
} slots;

static void assign(const meeting *m, slots *o, const hit *contact, int k, int slot)
{
  o->of[k] = slot;
  o->taken[slot] = true;
  set_face(m, slot, contact[k].face);
}

/* Contacts that go on with the same face, then those that go on with another one: of all, the two
 * whose directions agree best. */
static void go_on(const meeting *m, slots *o, const hit *contact, int contacts)
{
  double best;
  for (int k = 0; k < contacts; k++)
    for (int j = 0; j < m->slots && o->of[k] < 0; j++)
      if (!o->taken[j] && touching(m, j) && face_of(m, j) == contact[k].face)
        assign(m, o, contact, k, j);
  do {
    int at = -1, slot = -1;
    best = m->shell->smooth;
    for (int j = 0; j < m->slots; j++) {
      if (o->taken[j] || !touching(m, j)) continue;
      const hit now = seen_from(m, face_of(m, j), m->x);
      for (int k = 0; k < contacts; k++) {
        const double cosine = carom_dot(now.normal, contact[k].normal);
        if (o->of[k] >= 0 || !(cosine > best)) continue;
        best = cosine, at = k, slot = j;
      }
    }
    if (at < 0) return;
    assign(m, o, contact, at, slot);
  } while (true);
}

/* How well an open slot suits a new contact: it has its face, or a dent of its patch, or none. */
static int suits(const meeting *m, int slot, const hit *contact)
{
  const uint32_t face = face_of(m, slot);
  const bool dented = m->s->model.keeps_memory && carom_memory_dented(m->s, history_of(m, slot));
  const bool same = dented &&
                    m->shell->patch[face - m->first] == m->shell->patch[contact->face - m->first];
  return touching(m, slot) ? 1 : dented ? (same ? 4 : 2) : face == contact->face ? 5 : 3;
}

static void begin(const meeting *m, slots *o, const hit *contact, int contacts)
{
  for (int k = 0; k < contacts; k++) {
    int best = 0, slot = -1;
    for (int j = 0; j < m->slots && o->of[k] < 0; j++) {
      const int suit = o->taken[j] ? 0 : suits(m, j, &contact[k]);
      if (suit > best) best = suit, slot = j;
    }
    if (slot < 0) continue;
    if (best < 3) release(m, slot);
    assign(m, o, contact, k, slot);
  }
}

/* Faces that are touched and yet no contact must not be in a slot. */
static void clear_others(const meeting *m, const slots *o, const hit *hits, int count)
{
  for (int j = 0; j < m->slots; j++) {
    bool is_hit = false;
    for (int k = 0; !o->taken[j] && k < count; k++)
      is_hit |= hits[k].face == face_of(m, j);
    if (is_hit) release(m, j);
  }
}

static void resolve(const meeting *m, double path)
{
  hit hits[HITS], contact[CAROM_SHELL_SLOTS];
  const int count = find_hits(m, path, hits);
  if (count == 0) return; /* the filter finds that contacts have opened */
  const int contacts = reduce(m, hits, count, contact);
  slots o = {.taken = {false}};
  for (int k = 0; k < contacts; k++)
    o.of[k] = -1;
  go_on(m, &o, contact, contacts);
  begin(m, &o, contact, contacts);
  clear_others(m, &o, hits, count);
}

/* Is the only contact that there can be still above the inside of its face, and nearer there than
 * any other face? */
static bool stays(const meeting *m, double path)
{
  const uint32_t face = face_of(m, 0), *choice = m->choice;
  if (m->slots > 1 || face == m->shell->absent) return false;
  const hit now = seen_from(m, face, m->x);
  bool nearest = now.feature == 0;
  for (uint32_t k = 0; nearest && k < choice[CAROM_CHOICE_ACTIVE]; k++)
    nearest = (double)carom_choice_bound(choice, k) - path > now.distance ||
              choice[CAROM_CHOICE_HEAD + k] == face;
  return nearest;
}

/* Nothing can be within reach but what a slot has already. */
static bool is_settled(const meeting *m, double path)
{
  uint32_t near[2];
  const uint32_t count = find_near(m, path, near, 2);
  if (count > 1) return stays(m, path);
  bool has = count == 0;
  for (int j = 0; j < m->slots && count == 1; j++)
    has |= face_of(m, j) == near[0];
  return has;
}

/* The nearest of some faces as seen from a point. */
static hit nearest_of(const meeting *m, const uint32_t *face, uint32_t count, const double x[3])
{
  hit best = {.distance = 1e300};
  for (uint32_t k = 0; k < count; k++) {
    const hit h = seen_from(m, face[k], x);
    if (h.distance < best.distance) best = h;
  }
  return best;
}

/* Did the centre come through a face in the last step? Then the normal of the nearest one has
 * turned round from one point of its way to the next, no farther from the face than these points
 * are from each other. */
static void look_for_crossing(const meeting *m, const uint32_t *face, uint32_t count,
                              uint32_t particle)
{
  carom_scene *s = m->s;
  const double *v = s->particles.half_velocity
                        ? s->particles.half_velocity + CAROM_ROW_DOUBLES * (size_t)particle
                        : carom_contact_velocity_of(s, particle);
  const carom_wall *wall = &s->walls.wall[s->walls.face[m->first].wall];
  const double *at = carom_position_of(s, particle);
  double arm[3], by[3], from[3], before[3];
  for (int k = 0; k < 3; k++)
    arm[k] = at[k] - wall->centre[k];
  carom_cross(wall->spin, arm, by);
  for (int k = 0; k < 3; k++)
    before[k] = at[k] - s->model.step * (v[k] - wall->velocity[k] - by[k]);
  carom_shell_inside(m->shell, before, from);
  const double way[3] = {m->x[0] - from[0], m->x[1] - from[1], m->x[2] - from[2]};
  const double part = CAROM_SQRT(carom_dot(way, way)) / SAMPLES;
  hit last = nearest_of(m, face, count, from);
  for (int i = 1; i <= SAMPLES; i++) {
    double x[3];
    for (int k = 0; k < 3; k++)
      x[k] = from[k] + way[k] * i / SAMPLES;
    const hit now = nearest_of(m, face, count, x);
    if (now.feature == 0 && last.feature == 0 && now.distance <= part && last.distance <= part &&
        carom_dot(now.normal, last.normal) < 0) {
      m->p->crossing = (carom_crossing){particle, now.face, true};
      m->p->sum.bad++;
      return;
    }
    last = now;
  }
}

/* May a centre come through a face within a step? */
static bool is_fast(const carom_scene *s, const carom_domain_block *p)
{
  double square = 0;
  for (int c = 0; c < 3; c++) {
    const double high = p->velocity.high[c], low = -p->velocity.low[c];
    const double most = high > low ? high : low;
    square += most * most;
  }
  const double moved = s->model.step * CAROM_SQRT(square) + s->cpu.wall_step;
  return !(moved < (1 - s->model.overlap_limit) * s->model.smallest);
}

/* Rows of a large mesh and choices are far apart in memory. (Not inlined, it would be taken for a
 * function without effects.) */
CAROM_FN void fetch(const carom_scene *s, int64_t contact, int64_t end)
{
  if (contact >= end) return;
  const uint32_t face = carom_face_at(s->contacts.pair[2 * contact + 1]);
  const uint32_t row = s->contacts.row[contact];
  const double *numbers = s->walls.face_row + CAROM_FACE_DOUBLES * (size_t)face;
  if (!row) return;
  __builtin_prefetch(&s->walls.face[face]);
  __builtin_prefetch(numbers);
  __builtin_prefetch(numbers + CAROM_ROW_DOUBLES);
  __builtin_prefetch(s->contacts.choice + row - 1, 1);
  __builtin_prefetch(s->contacts.choice + row - 1 + CAROM_CHOICE_HEAD, 1);
}

void carom_shell_contacts(carom_scene *s, carom_domain_block *p, const carom_active_list *list)
{
  const int64_t from = CAROM_LANES * list->group, end = from + list->contacts;
  const bool fast = is_fast(s, p);
  meeting m = {.s = s, .p = p, .list = list};
  m.reach = s->model.material_pair[list->material_pair].reach;
  p->crossing.found = false;
  const carom_wall *wall = NULL;
  uint32_t first = 1, last = 0;
  for (int64_t c = from; c < from + AHEAD; c++)
    fetch(s, c, end);
  for (int64_t c = from; c < end; c += m.slots) {
    const uint32_t *pair = s->contacts.pair + 2 * c, row = s->contacts.row[c];
    m.slots = 1;
    fetch(s, c + AHEAD, end);
    if (!row && !fast) continue;
    const uint32_t only = carom_face_at(pair[1]);
    if (only < first || only > last) { /* of another wall than the one before */
      wall = &s->walls.wall[s->walls.face[only].wall];
      first = (uint32_t)wall->face;
      last = first + (uint32_t)(wall->faces - !wall->shell); /* with the absent one */
    }
    if (!wall->shell) continue;
    const double *x = carom_at_offset(s->particles.position_radius, pair[0]);
    m.choice = row ? s->contacts.choice + row - 1 : NULL;
    m.shell = wall->shell;
    m.first = wall->face;
    m.shape = carom_face_shape_of(&s->walls.face[wall->face]);
    m.slot = c;
    m.slots = row ? m.choice[CAROM_CHOICE_SLOTS] : 1;
    m.radius = x[3];
    carom_shell_inside(m.shell, x, m.x);
    if (fast) /* all of them: it may have come from afar */
      look_for_crossing(&m, row ? m.choice + CAROM_CHOICE_HEAD : &only,
                        row ? m.choice[CAROM_CHOICE_COUNT] : 1, carom_particle(pair[0]));
    if (!row) continue;
    const double path = look(&m);
    if (!is_settled(&m, path)) resolve(&m, path);
  }
}
