/* SPDX-License-Identifier: MIT */
/* Contacts of particles with shells, among the faces that a rebuild has listed; shell.h has the
 * rules.
 *
 * Contacts are found anew only when a particle has moved far enough that they may have changed. How
 * far it may move follows from distances and their directions: a distance changes by no more than
 * the particle moves, distances from triangles are convex, and the distance is linear above the
 * inside of a triangle. A grain that rests on a mesh, or is carried along by one, costs one
 * comparison per step.
 *
 * Most listed faces stay out of reach for much longer. Now and then all candidates of a particle
 * are examined: those that may be touched before the next time come first and are the active ones.
 * Results depend neither on the order of the candidates, nor on which of them are active, nor on
 * when contacts are found anew. */
#include "scene/shell_contacts.h"

#include <string.h>

enum {
  FEW = 200,   /* margins grow if candidates are examined after fewer steps than this, */
  MANY = 1000, /* and shrink after more */
  /* Most faces that a particle touches at a time, before they are reduced to contacts; the nearest
   * ones are kept. */
  HITS = 256,
  SAMPLES = 16,
  AHEAD = 12 /* contacts whose data are prefetched */
};

/* Least margin of active candidates, as a fraction of the skin. */
#define MARGIN 0.1
/* Errors of distances, as a fraction of the extent of the shell. */
#define ROUNDING 1e-14

/* A particle and a shell, while their contacts are found. */
typedef struct meeting {
  carom_scene *s;
  carom_domain_block *p;
  const carom_active_list *list;
  const carom_shell *shell;
  const carom_face_shape *shape; /* of all its faces */
  int64_t first;                 /* first face of the shell */
  int64_t slot, slots;           /* its slots in the active list */
  uint32_t *choice;
  double x[3], radius; /* in the frame of the shell */
  double reach;
} meeting;

/* What is kept of a particle near a shell, in the head of its candidates. */
typedef struct followed {
  double at[3]; /* where its contacts were found */
  double safe;  /* square of how far it may move from there before they may change */
  /* How far it may move between two examinations of all candidates; its path since its faces were
   * listed, in all and up to the last examination. */
  double margin, path, looked;
} followed;

_Static_assert(sizeof(followed) == (CAROM_CHOICE_HEAD - CAROM_CHOICE_AT) * sizeof(uint32_t),
               "heads of choices");

/* A face that is touched. */
typedef struct hit {
  uint32_t face;
  unsigned feature;
  int rank; /* 0 face, 1 edge, 2 corner */
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

/* Brings the candidates that may be touched soon to the front. Those whose bound excludes this are
 * skipped; bounds hold for a particle with this `path`. */
static void sort_out(const meeting *m, double margin, double path)
{
  const double most = m->radius + m->reach + margin;
  const uint32_t count = m->choice[CAROM_CHOICE_COUNT];
  uint32_t active = 0;
  for (uint32_t k = 0; k < count; k++)
    if (!((double)carom_choice_bound(m->choice, k) - path > most))
      carom_fetch_face(&m->s->walls, m->choice[CAROM_CHOICE_HEAD + k]);
  for (uint32_t k = 0; k < count; k++) {
    if ((double)carom_choice_bound(m->choice, k) - path > most) continue;
    const uint32_t face = m->choice[CAROM_CHOICE_HEAD + k];
    double distance = m->shape->least(row_of(m, face), m->x);
    if (distance < most) distance = seen_from(m, face, m->x).distance;
    carom_choice_set_bound(m->choice, k, distance + path);
    if (distance < most) swap(m, k, active++);
  }
  m->choice[CAROM_CHOICE_ACTIVE] = active;
}

/* Examines all candidates if the particle has used up its margin, or never had one. */
static void look(const meeting *m, followed *f)
{
  const carom_scene *s = m->s;
  const uint32_t now = (uint32_t)s->cpu.passes, steps = now - m->choice[CAROM_CHOICE_PASS];
  const double least = MARGIN * s->model.skin, most = s->model.skin;
  if (f->path - f->looked <= f->margin && f->margin > 0) return;
  const double margin = steps < FEW ? 2 * f->margin : steps > MANY ? 0.5 * f->margin : f->margin;
  f->margin = !(margin > least) ? least : margin > most ? most : margin;
  f->looked = f->path;
  m->choice[CAROM_CHOICE_PASS] = now;
  sort_out(m, f->margin, f->path);
}

static bool nearer(const hit *a, const hit *b)
{
  if (a->distance != b->distance) return a->distance < b->distance;
  if (a->rank != b->rank) return a->rank < b->rank;
  return a->face < b->face;
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

/* Is the feature nearest to the particle on one face also part of another face? */
static bool contains(const meeting *m, uint32_t face, const hit *of)
{
  const int32_t *have = m->shell->node[face - m->first], *own = m->shell->node[of->face - m->first];
  for (int k = 0; k < CAROM_FACE_NODES; k++) {
    if (!(of->feature >> k & 1)) continue;
    if (own[k] < 0 || (own[k] != have[0] && own[k] != have[1] && own[k] != have[2])) return false;
  }
  return true;
}

/* A point on a joint is no minimum if another face that shares it is nearer elsewhere, or is
 * touched inside or on a larger feature. */
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

/* Reduces the hits to contacts, in their order. */
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

/* Ends the contact of a slot without a trace. */
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

/* The slot of each contact, or -1; and which slots are taken. */
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

/* Finds contacts that continue: first those with the same face, then those with another face,
 * always the pair whose directions agree best. */
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

/* How well a slot suits a new contact: best if it already has the face, then a dent of the face's
 * patch, then an empty slot. */
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

/* Faces that are touched without being contacts must not be in a slot. */
static void clear_others(const meeting *m, const slots *o, const hit *hits, int count)
{
  for (int j = 0; j < m->slots; j++) {
    bool is_hit = false;
    for (int k = 0; !o->taken[j] && k < count; k++)
      is_hit |= hits[k].face == face_of(m, j);
    if (is_hit) release(m, j);
  }
}

/* Evaluates a candidate as it is now, which also makes its bound as tight as it can be. */
static hit look_at(const meeting *m, uint32_t k, double path)
{
  const hit h = seen_from(m, m->choice[CAROM_CHOICE_HEAD + k], m->x);
  carom_choice_set_bound(m->choice, k, h.distance + path);
  return h;
}

static hit nearest_choice(const meeting *m, double path)
{
  hit best = {.distance = 1e300};
  for (uint32_t k = 0; k < m->choice[CAROM_CHOICE_ACTIVE]; k++) {
    if ((double)carom_choice_bound(m->choice, k) - path > best.distance) continue;
    const hit h = look_at(m, k, path);
    if (nearer(&h, &best)) best = h;
  }
  return best;
}

static double shorter(double a, double b)
{
  return a < b ? a : b;
}

/* How far the particle may move before triangle `h` may be nearer than `nearest`, while the
 * particle stays above the inside of `nearest`. There the distance from `nearest` is linear; the
 * distance from any triangle is convex and so lies above its tangent. */
static double way_to_nearer(const meeting *m, const hit *nearest, const hit *h)
{
  const double error = ROUNDING * (m->shell->extent + h->distance);
  const double by[3] = {h->normal[0] - nearest->normal[0], h->normal[1] - nearest->normal[1],
                        h->normal[2] - nearest->normal[2]};
  const double left = h->distance - nearest->distance - error;
  return left > 0 ? left / (CAROM_SQRT(carom_dot(by, by)) + error / h->distance) : 0;
}

/* How far before a triangle may be touched from another direction than the nearest one. The vector
 * to the nearest point of a convex set changes by no more than the particle moves. */
static double way_to_other(const meeting *m, const hit *nearest, const hit *h)
{
  const double touched = h->distance - m->radius - m->reach;
  const double alike = carom_dot(nearest->normal, h->normal) - m->shell->smooth - ROUNDING;
  const double turned = 0.5 * alike * h->distance;
  return turned > touched ? turned : touched;
}

/* How far, at most `most`, a particle above the inside of the nearest triangle may move while its
 * only contact is with this triangle. Away from rims, the shell continues behind every edge with a
 * triangle that is then nearer. */
static double safe_above(const meeting *m, double path, double most, const hit *nearest)
{
  if (m->slots > 1) {
    const double inset = carom_triangle_inset(row_of(m, nearest->face), m->x);
    most = shorter(most, inset - ROUNDING * (m->shell->extent + nearest->distance));
  }
  for (uint32_t k = 0; k < m->choice[CAROM_CHOICE_ACTIVE] && most > 0; k++) {
    const double bound = (double)carom_choice_bound(m->choice, k) - path;
    if (m->choice[CAROM_CHOICE_HEAD + k] == nearest->face ||
        (bound - nearest->distance > 2 * most &&
         (m->slots == 1 || bound - m->radius - m->reach > most)))
      continue;
    const hit h = look_at(m, k, path);
    most = shorter(most, way_to_nearer(m, nearest, &h));
    if (m->slots > 1) most = shorter(most, way_to_other(m, nearest, &h));
  }
  return most;
}

/* How far, at most `most`, a particle may move before it may touch a face that is not among the
 * hits. */
static double untouched_within(const meeting *m, double path, double most, const hit *hits,
                               int count)
{
  const double reach = m->radius + m->reach;
  for (uint32_t k = 0; k < m->choice[CAROM_CHOICE_ACTIVE] && most > 0; k++) {
    if ((double)carom_choice_bound(m->choice, k) - path - reach > most) continue;
    int i = 0;
    while (i < count && hits[i].face != m->choice[CAROM_CHOICE_HEAD + k])
      i++;
    if (i < count) continue;
    const double left = look_at(m, k, path).distance - reach;
    most = left < most ? left : most;
  }
  return most;
}

/* Is a slot open and not needed by a dent? */
static bool is_free(const meeting *m, int64_t slot)
{
  return !touching(m, slot) &&
         !(m->s->model.keeps_memory && carom_memory_dented(m->s, history_of(m, slot)));
}

/* How far a particle with a single slot may move before its contact changes, or before the slot no
 * longer holds the nearest face. A slot gets the face before it is touched, so that a particle
 * approaching the shell is not examined in every step. */
static double safe_with_one(const meeting *m, double path, double most, const hit *contact)
{
  const hit nearest = contact ? *contact : nearest_choice(m, path);
  const double gap = nearest.distance - m->radius - m->reach;
  if (gap >= most) return most;
  if (nearest.feature == 0 && !contact && is_free(m, 0)) set_face(m, 0, nearest.face);
  double safe = 0;
  if (nearest.feature == 0 && face_of(m, 0) == nearest.face)
    safe = safe_above(m, path, most, &nearest);
  return safe > gap || touching(m, 0) ? safe : gap;
}

/* The same for a particle with several slots: if it touches one face, or is above the insides of
 * all faces that it touches and none of them hides another. */
static double safe_with_several(const meeting *m, double path, double most, const hit *hits,
                                int count, int contacts)
{
  const bool triangles = m->s->walls.face[m->first].shape == CAROM_FACE_TRIANGLE;
  if (count > 1 && !triangles) return 0;
  if (count > 1 && contacts == 1 && hits[0].feature == 0)
    return safe_above(m, path, most, &hits[0]);
  if (count > contacts) return 0;
  for (int k = 0; k < count && count > 1; k++) {
    const double inset = hits[k].feature ? 0 : carom_triangle_inset(row_of(m, hits[k].face), m->x);
    most = shorter(most, inset - ROUNDING * (m->shell->extent + hits[k].distance));
  }
  return untouched_within(m, path, most, hits, count);
}

/* Finds the contacts; returns how far the particle may move, at most `most`, before they must be
 * found again. */
static double resolve(const meeting *m, double path, double most)
{
  hit hits[HITS], contact[CAROM_SHELL_SLOTS];
  const int count = find_hits(m, path, hits);
  int contacts = 0;
  if (count > 0) { /* otherwise the filter finds that contacts have opened */
    contacts = reduce(m, hits, count, contact);
    slots o = {.taken = {false}};
    for (int k = 0; k < contacts; k++)
      o.of[k] = -1;
    go_on(m, &o, contact, contacts);
    begin(m, &o, contact, contacts);
    clear_others(m, &o, hits, count);
  }
  return m->slots == 1 ? safe_with_one(m, path, most, count ? contact : NULL)
                       : safe_with_several(m, path, most, hits, count, contacts);
}

/* Is the particle so close to where its contacts were found that they are still the same? */
static bool is_settled(const meeting *m)
{
  double f[4];
  memcpy(f, m->choice + CAROM_CHOICE_AT, sizeof f);
  const double by[3] = {m->x[0] - f[0], m->x[1] - f[1], m->x[2] - f[2]};
  return carom_dot(by, by) < f[3];
}

static void follow(const meeting *m)
{
  followed f;
  memcpy(&f, m->choice + CAROM_CHOICE_AT, sizeof f);
  const double by[3] = {m->x[0] - f.at[0], m->x[1] - f.at[1], m->x[2] - f.at[2]};
  f.path += CAROM_SQRT(carom_dot(by, by));
  memcpy(f.at, m->x, sizeof f.at);
  look(m, &f);
  const double safe = (1 - 1e-9) * resolve(m, f.path, f.looked + f.margin - f.path);
  f.safe = safe > 0 ? safe * safe : 0;
  memcpy(m->choice + CAROM_CHOICE_AT, &f, sizeof f);
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

/* Has the centre passed through a face in the last step? If so, the normal of the nearest face
 * reverses between two samples of its path that are no further from the face than from each
 * other. */
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

/* Can a centre pass through a face within a step? */
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

/* Prefetches the face and candidates of a contact, which are far apart in memory. */
CAROM_FN void fetch(const carom_scene *s, int64_t contact, int64_t end)
{
  if (contact >= end) return;
  const uint32_t face = carom_face_at(s->contacts.pair[2 * contact + 1]);
  const uint32_t row = s->contacts.row[contact];
  if (!row) return;
  __builtin_prefetch(&s->walls.face[face]);
  carom_fetch_face(&s->walls, face);
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
    if (only < first || only > last) { /* of another wall than the contact before */
      wall = &s->walls.wall[s->walls.face[only].wall];
      first = (uint32_t)wall->face;
      last = first + (uint32_t)(wall->faces - !wall->shell); /* the absent face included */
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
    if (fast) /* among all candidates, because it may have come from afar */
      look_for_crossing(&m, row ? m.choice + CAROM_CHOICE_HEAD : &only,
                        row ? m.choice[CAROM_CHOICE_COUNT] : 1, carom_particle(pair[0]));
    if (row && !is_settled(&m)) follow(&m);
  }
}
