/* SPDX-License-Identifier: MIT */
/* Creates the segments and arrays of a long chain. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "chain/stepped.h"
#include "core/error.h"

/* Allocates zeroed arrays in one block, each padded by a group on both sides and aligned to a cache
 * line. Their spacing avoids equal addresses modulo the page size for corresponding elements, which
 * processors would mistake for store-to-load conflicts (4K aliasing). */
static bool allocate_bodies(carom_stepped *s)
{
  carom_chain_bodies *at = &s->at;
  double **const array[] = {&at->u,        &at->v,     &at->a,   &at->contact_velocity,
                            &at->inv_mass, &at->outer, &at->gap, &at->force};
  const size_t arrays = sizeof array / sizeof *array, line = 64;
  const size_t least = (size_t)s->padded / CAROM_GROUP + 3;
  const size_t groups = least + (9 + 64 - least % 64) % 64;
  const size_t stride = groups * CAROM_GROUP * sizeof(double);
  char *aligned;
  s->store = calloc(1, arrays * stride + line);
  if (!s->store) return false;
  aligned = (char *)s->store + (line - (uintptr_t)s->store % line) % line;
  for (size_t k = 0; k < arrays; k++)
    *array[k] = (double *)(aligned + k * stride) + CAROM_GROUP;
  return true;
}

/* The bodies on both sides of a link, and the definition that joins them; returns false if none
 * does. */
static bool sides(const carom_chain_def *def, int link, carom_body *left, carom_body *right,
                  int *which)
{
  const int n = def->beads;
  const carom_chain_wall *wall = link == 0 ? &def->left : link == n ? &def->right : NULL;
  carom_body flat = carom_body_default();
  flat.shape = CAROM_FLAT;
  flat.fixed = true;
  if (wall) flat.material = wall->material;
  if (wall && !wall->present) return false;
  *left = link == 0 ? flat : def->bead[link - 1].body;
  *right = link == n ? flat : def->bead[link].body;
  *which = wall ? wall->contact : def->bead[link].contact;
  return true;
}

/* The last prepared contact, reused as long as the bodies and the definition stay the same. */
typedef struct last_pair {
  bool known;
  int which;
  carom_body left, right;
  carom_contact contact;
} last_pair;

static bool same_body(const carom_body *a, const carom_body *b)
{
  return a->shape == b->shape && a->radius == b->radius && a->fixed == b->fixed &&
         a->mass == b->mass && memcmp(&a->material, &b->material, sizeof a->material) == 0;
}

static carom_status prepare(const carom_chain_def *def, int link, int which, const carom_body *left,
                            const carom_body *right, last_pair *last, carom_error *err)
{
  carom_error inner = {.code = CAROM_OK};
  const bool same = last->known && last->which == which && same_body(&last->left, left) &&
                    same_body(&last->right, right);
  if (same) return CAROM_OK;
  if (which < 0 || which >= def->contacts)
    return carom_fail(err, CAROM_ERR_RANGE, "chain", "there is no contact definition %d", which);
  carom_contact_def contact = def->contact[which];
  contact.a = *left;
  contact.b = *right;
  *last = (last_pair){.which = which, .left = *left, .right = *right};
  const carom_status status = carom_contact_prepare(&contact, &last->contact, &inner);
  if (status != CAROM_OK)
    return carom_fail_for(err, &inner, inner.where, "contact %d of the chain: %s", link - 1,
                          inner.text);
  if (last->contact.resolved_only)
    return carom_fail(
        err, CAROM_ERR_CONFLICT, "rule",
        "contact %d of the chain: fixed steps do not track reversals, which rules of law '%s' "
        "other than memory depend on; use another integrator, or rule=memory",
        link - 1, last->contact.law->info.name);
  last->known = true;
  return CAROM_OK;
}

/* Allocates `rows` arrays over the links of a segment, in whole groups, each filled with its
 * value. */
static double *rows_of(const carom_segment *g, int room, int rows, const double *value,
                       double **row)
{
  const int before = g->first % CAROM_GROUP;
  const int stride = (before + room + CAROM_GROUP - 1) / CAROM_GROUP * CAROM_GROUP;
  double *store = malloc(((size_t)rows * (size_t)stride + 1) * sizeof(double));
  for (int k = 0; store && k < rows; k++) {
    row[k] = store + (size_t)k * (size_t)stride + before;
    for (int j = 0; j < stride; j++)
      row[k][j - before] = value[k];
  }
  return store;
}

static bool open_segment(carom_stepped *s, int first, int room, const carom_contact *contact)
{
  carom_segment *g = &s->segment[s->segments++];
  const carom_law *law = contact->law;
  const carom_state virgin = carom_contact_virgin(contact);
  carom_instructions got;
  g->first = first;
  g->contact = *contact;
  g->episode = (law->info.traits & CAROM_LAW_STORES_IMPACT_SPEED) || contact->episode;
  s->episodes |= g->episode;
  if (!law->user)
    g->kernel = carom_blocks_choose(contact->instructions, &got) + carom_law_index(law);
  g->states = rows_of(g, room, law->states, virgin.value, g->state);
  g->coefficients = rows_of(g, room, law->coefficients, contact->coefficient, g->coefficient);
  g->open = malloc((size_t)room);
  g->floor = carom_contact_speed_floor(contact);
  if (g->floor > 0) g->met = calloc((size_t)room, 1);
  if (contact->episode) g->booked_plastic = calloc((size_t)room, sizeof *g->booked_plastic);
  return g->states && g->coefficients && g->open && (g->met || !(g->floor > 0)) &&
         (g->booked_plastic || !contact->episode);
}

static void add_link(carom_stepped *s, carom_segment *g, const carom_contact *contact)
{
  const double reach = carom_contact_reach(contact);
  const int j = g->count++;
  if (reach > g->reach) g->reach = reach;
  if (reach > s->at.reach) s->at.reach = reach;
  const carom_state virgin = carom_contact_virgin(contact);
  for (int k = 0; k < contact->law->coefficients; k++) {
    g->coefficient[k][j] = contact->coefficient[k];
    g->varied |= memcmp(&contact->coefficient[k], &g->contact.coefficient[k],
                        sizeof contact->coefficient[k]) != 0;
  }
  for (int k = 0; k < contact->law->states; k++)
    g->state[k][j] = virgin.value[k];
  g->open[j] = 1;
}

static bool same_pairing(const carom_pairing *p, const carom_contact *c)
{
  return p->modulus == c->modulus && p->radius == c->radius && p->mass == c->mass &&
         p->yield == c->yield && memcmp(p->damping, c->damping, sizeof p->damping) == 0;
}

/* Grows the array by doubling. */
static bool add_pairing(carom_stepped *s, int link, bool first, const carom_contact *contact)
{
  const int n = s->pairings;
  if (!first && n > 0 && same_pairing(&s->pairing[n - 1], contact)) return true;
  if ((n & (n - 1)) == 0) {
    carom_pairing *more = realloc(s->pairing, (n ? 2 * (size_t)n : 1) * sizeof *more);
    if (!more) return false;
    s->pairing = more;
  }
  s->pairing[s->pairings++] = (carom_pairing){
      .first = link,
      .modulus = contact->modulus,
      .radius = contact->radius,
      .mass = contact->mass,
      .yield = contact->yield,
      .damping = {contact->damping[0], contact->damping[1]}};
  return true;
}

/* The number of consecutive links from `link` on with the same definition. */
static int run_length(const carom_chain_def *def, int link, int which)
{
  carom_body a, b;
  int count = 1, other;
  while (link + count <= def->beads && sides(def, link + count, &a, &b, &other) && other == which)
    count++;
  return count;
}

static int count_segments(const carom_chain_def *def)
{
  carom_body a, b;
  int count = 1, which, before = -1;
  for (int link = 0; link <= def->beads; link++) {
    const bool there = sides(def, link, &a, &b, &which);
    count += there && which != before;
    before = there ? which : -1;
  }
  return count;
}

static carom_status make_segments(carom_stepped *s, const carom_chain_def *def, carom_error *err)
{
  last_pair last = {.known = false};
  carom_segment *g = NULL;
  int which_now = -1;
  for (int link = 0; link <= def->beads; link++) {
    carom_body left, right;
    int which;
    if (!sides(def, link, &left, &right, &which)) {
      g = NULL;
      continue;
    }
    CAROM_TRY(prepare(def, link, which, &left, &right, &last, err));
    const bool first = !g || which != which_now;
    if (first) {
      if (!open_segment(s, link, run_length(def, link, which), &last.contact))
        return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
      g = &s->segment[s->segments - 1];
      which_now = which;
    }
    add_link(s, g, &last.contact);
    if (!add_pairing(s, link, first, &last.contact))
      return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  }
  for (int k = 0; k < s->segments; k++)
    if (!s->segment[k].varied) {
      free(s->segment[k].coefficients);
      s->segment[k].coefficients = NULL;
    }
  return CAROM_OK;
}

/* The last body that moves or is pushed or pressed; everything beyond it is at rest. */
static int first_active(const carom_chain *c, const carom_chain_def *def, const carom_stepped *s)
{
  int active = 1;
  for (int j = 1; j < s->padded - 1; j++) {
    const double reach = s->at.reach;
    const bool pressed = s->at.gap[j - 1] < reach || (j == s->padded - 2 && s->at.gap[j] < reach);
    if (s->at.v[j] != 0 || s->at.outer[j] != 0 || c->driven[j - 1] >= 0 || pressed) active = j;
  }
  return def->all_active || active > s->padded - 2 ? s->padded - 2 : active;
}

static void place_bodies(carom_chain *c, const carom_chain_def *def, carom_stepped *s)
{
  const int n = c->beads;
  for (int i = 0; i < n; i++) {
    const bool driven = c->driven[i] >= 0;
    const int j = i + 1;
    s->at.v[j] = driven                    ? carom_drive_value(&c->drive[c->driven[i]].velocity, 0)
                 : def->bead[i].body.fixed ? 0
                                           : def->bead[i].velocity;
    s->at.contact_velocity[j] = s->at.v[j];
    s->at.inv_mass[j] = driven ? 0 : c->inv_mass[i];
    s->at.outer[j] = driven ? 0 : c->force[i] * c->inv_mass[i];
    s->at.gap[i] = def->bead[i].gap;
    if (driven || def->bead[i].force != 0) s->pushed[s->pushes++] = j;
  }
  s->at.gap[n] = def->right.gap;
}

/* Selects kernels with the same vector length as those of the laws. */
static const carom_chain_kernels *kernels_for(const carom_chain_def *def)
{
  carom_instructions got = CAROM_INSTRUCTIONS_BASE;
  if (def->contacts > 0) carom_blocks_choose(def->contact[0].instructions, &got);
  return got == CAROM_INSTRUCTIONS_AVX512 ? carom_chain_kernels_avx512()
         : got == CAROM_INSTRUCTIONS_AVX2 ? carom_chain_kernels_avx2()
                                          : carom_chain_kernels_base();
}

static int by_link(const void *a, const void *b)
{
  return ((const carom_follow *)a)->link - ((const carom_follow *)b)->link;
}

static void follow_link(carom_stepped *s, int link)
{
  s->follow[s->follows++] = (carom_follow){.link = link,
                                           .peak = {.time_of_first_peak_overlap = CAROM_UNSET,
                                                    .time_of_first_peak_force = CAROM_UNSET,
                                                    .time_of_peak_force = CAROM_UNSET}};
}

static void follow_contacts(carom_chain *c, const carom_chain_def *def, carom_stepped *s)
{
  s->follow_all = def->follow_all;
  for (int k = 0; !def->follow_all && k < def->follow; k++)
    follow_link(s, carom_chain_place(c, def->followed[k]));
  for (int link = 0; def->follow_all && link <= c->beads; link++)
    if (carom_stepped_has(s, link)) follow_link(s, link);
  qsort(s->follow, (size_t)s->follows, sizeof *s->follow, by_link);
}

carom_status carom_stepped_create(carom_chain *c, const carom_chain_def *def, carom_error *err)
{
  const int n = c->beads, padded = n + 2;
  carom_stepped *s = calloc(1, sizeof *s);
  c->stepped = s;
  if (!s) return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  s->padded = padded;
  s->step = def->step;
  s->ahead = def->half_velocity ? 0 : 0.5 * def->step;
  s->kernels = kernels_for(def);
  s->segment = calloc((size_t)count_segments(def), sizeof *s->segment);
  s->pushed = calloc((size_t)n, sizeof *s->pushed);
  s->follow = calloc((size_t)(def->follow_all ? n : def->follow) + 1, sizeof *s->follow);
  if (!allocate_bodies(s) || !s->segment || !s->pushed || !s->follow)
    return carom_fail(err, CAROM_ERR_MEMORY, "chain", "out of memory");
  CAROM_TRY(make_segments(s, def, err));
  place_bodies(c, def, s);
  s->active = first_active(c, def, s);
  follow_contacts(c, def, s);
  carom_stepped_start(c);
  return CAROM_OK;
}

void carom_stepped_destroy(carom_stepped *s)
{
  if (!s) return;
  for (int k = 0; s->segment && k < s->segments; k++) {
    free(s->segment[k].coefficients);
    free(s->segment[k].states);
    free(s->segment[k].open);
    free(s->segment[k].met);
    free(s->segment[k].booked_plastic);
  }
  free(s->segment);
  free(s->pairing);
  free(s->pushed);
  free(s->follow);
  free(s->store);
  free(s);
}
