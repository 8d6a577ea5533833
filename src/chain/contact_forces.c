/* SPDX-License-Identifier: MIT */
/* Forces of the links of a tile: beginning and end of contacts, laws, plastic memory. Positions
 * within a tile are offsets. */
#include <string.h>

#include "chain/stepped.h"

int carom_stepped_segment(const carom_stepped *s, int link)
{
  int low = 0, high = s->segments;
  while (low < high) {
    const int middle = (low + high) / 2;
    const carom_segment *g = &s->segment[middle];
    if (g->first + g->count <= link)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Pointers to the coefficients and states, from a link on. */
static void coefficients_from(const carom_segment *g, int link, const double **coefficient)
{
  for (int k = 0; k < g->contact.law->coefficients; k++)
    coefficient[k] = g->coefficient[k] + (link - g->first);
}

static void states_from(const carom_segment *g, int link, double **state)
{
  for (int k = 0; k < g->contact.law->states; k++)
    state[k] = g->state[k] + (link - g->first);
}

/* The reach of a link's law; coefficients may differ between the links of a segment. */
static double reach_of(const carom_segment *g, int link)
{
  if (!g->varied || g->reach == 0) return g->reach;
  const carom_contact own = carom_segment_contact(g, link);
  return carom_contact_reach(&own);
}

/* Begins and ends episodes of links that came within reach or left it since the last step. */
static void note_touches(carom_segment *g, int link, int count, const double *d, const double *v)
{
  const carom_contact *c = &g->contact;
  for (int i = 0; i < count; i++) {
    const int j = link + i - g->first;
    const bool open = !carom_within(reach_of(g, link + i), d[i]);
    if (open == (g->open[j] != 0)) continue;
    carom_contact own = carom_segment_contact(g, link + i);
    carom_state state = carom_segment_state(g, link + i);
    if (open && c->episode) g->booked_plastic[j] += carom_episode_end(&own, &state, d[i]);
    if (!open) carom_episode_begin(&own, &state, v[i]);
    if (!open && g->met) g->met[j] |= CAROM_MET | (v[i] < g->floor ? CAROM_MET_AT_FLOOR : 0);
    for (int k = 0; k < c->law->states; k++)
      g->state[k][j] = state.value[k];
    g->open[j] = open;
  }
}

/* Dents grow where the overlap exceeds the largest one so far, which is the first value of the
 * state. Whole groups are committed: for a link that is no deeper this has no effect, and links of
 * other segments in the group are committed to padding. */
static void commit(carom_segment *g, const carom_tile *tile, int from, int to)
{
  const double *largest = g->state[0] + (tile->first - g->first), *d = tile->d;
  const int group = from / CAROM_GROUP * CAROM_GROUP;
  double *state[CAROM_MAX_STATES];
  bool deeper = false;
  for (int i = from; i < to; i++)
    deeper |= d[i] > largest[i];
  if (deeper && g->kernel && !g->varied) {
    const int groups = (to - group + CAROM_GROUP - 1) / CAROM_GROUP;
    states_from(g, tile->first + group, state);
    g->kernel->commit(groups, g->contact.coefficient, state, d + group);
    return;
  }
  for (int i = from; deeper && i < to; i++) {
    const int link = tile->first + i;
    if (!(d[i] > largest[i])) continue;
    carom_contact own = carom_segment_contact(g, link);
    carom_state now = carom_segment_state(g, link);
    carom_contact_commit(&own, &now, d[i]);
    for (int k = 0; k < own.law->states; k++)
      g->state[k][link - g->first] = now.value[k];
  }
}

static void run_kernel(const carom_segment *g, const carom_tile *tile, int from, int groups,
                       double *elastic, double *dissipative)
{
  const double *coefficient[CAROM_MAX_COEFFICIENTS], *d = tile->d + from, *v = tile->v + from;
  double *state[CAROM_MAX_STATES];
  const double *const *states = (const double *const *)state;
  states_from(g, tile->first + from, state);
  if (g->varied) {
    coefficients_from(g, tile->first + from, coefficient);
    g->kernel->varied(groups, coefficient, states, d, v, elastic, dissipative);
  } else {
    g->kernel->shared(groups, g->contact.coefficient, states, d, v, elastic, dissipative);
  }
}

/* Evaluates the law of a segment for links from .. to - 1. Whole groups are computed in place; a
 * group shared with another segment is computed in a buffer, from which its own links are copied.
 * States and coefficients of a segment are padded for the links of other segments in its first and
 * last group. */
static void evaluate(const carom_segment *g, carom_tile *tile, int from, int to)
{
  while (from < to) {
    const int group = from / CAROM_GROUP * CAROM_GROUP, room = group + CAROM_GROUP;
    if (from == group && room <= to) {
      const int groups = (to - from) / CAROM_GROUP;
      run_kernel(g, tile, from, groups, tile->elastic + from, tile->dissipative + from);
      from += groups * CAROM_GROUP;
    } else {
      double elastic[CAROM_GROUP], dissipative[CAROM_GROUP];
      run_kernel(g, tile, group, 1, elastic, dissipative);
      for (; from < to && from < room; from++) {
        tile->elastic[from] = elastic[from - group];
        tile->dissipative[from] = dissipative[from - group];
      }
    }
  }
}

/* For user laws, which have no kernels. */
static void evaluate_one_by_one(const carom_segment *g, carom_tile *tile, int from, int to)
{
  const double *coefficient[CAROM_MAX_COEFFICIENTS] = {NULL};
  double *state[CAROM_MAX_STATES] = {NULL};
  const carom_block block = {.count = to - from,
                             .overlap = tile->d + from,
                             .approach = tile->v + from,
                             .state = state,
                             .coefficient = g->varied ? coefficient : NULL,
                             .elastic = tile->elastic + from,
                             .dissipative = tile->dissipative + from};
  states_from(g, tile->first + from, state);
  if (g->varied) coefficients_from(g, tile->first + from, coefficient);
  carom_contact_forces(&g->contact, &block);
}

static void segment_forces(carom_segment *g, carom_tile *tile, int from, int to, bool touching)
{
  const unsigned traits = g->contact.law->info.traits;
  const size_t size = (size_t)(to - from) * sizeof(double);
  if (g->episode) note_touches(g, tile->first + from, to - from, tile->d + from, tile->v + from);
  if (!touching) return;
  if (g->kernel)
    evaluate(g, tile, from, to);
  else
    evaluate_one_by_one(g, tile, from, to);
  if (traits & CAROM_LAW_REMEMBERS) commit(g, tile, from, to);
  if (!(traits & CAROM_LAW_VISCOUS)) memset(tile->v + from, 0, size); /* no dissipation */
}

static void note_one(carom_pairing *own, double reach, double overlap, double approach)
{
  if (overlap > own->deepest) own->deepest = overlap;
  if (carom_within(reach, overlap) && approach > own->fastest) own->fastest = approach;
}

/* Updates the largest overlap and approach of links from .. to - 1. Links of one kind seldom exceed
 * the previous values, so a vectorised test comes first. */
static void note_extremes(carom_stepped *s, const carom_tile *tile, int from, int to)
{
  const int first = tile->first + from, end = tile->first + to;
  int p = carom_stepped_pairing(s, first);
  const carom_pairing *own = &s->pairing[p];
  const bool alike = p + 1 == s->pairings || s->pairing[p + 1].first >= end;
  if (alike && from % CAROM_GROUP == 0 && to % CAROM_GROUP == 0 &&
      !s->kernels->beyond(&s->at, tile, from, (to - from) / CAROM_GROUP, own->deepest,
                          own->fastest))
    return;
  for (int i = from; i < to; i++) {
    while (p + 1 < s->pairings && s->pairing[p + 1].first <= tile->first + i)
      p++;
    note_one(&s->pairing[p], s->at.reach, tile->d[i], tile->v[i]);
  }
}

/* The forces of a chunk of links whose first segment is k; links without a law have no force. */
static void chunk_forces(carom_stepped *s, carom_tile *tile, int from, int to, bool touching, int k)
{
  const int first = tile->first + from, end = tile->first + to;
  const carom_segment *only = k < s->segments ? &s->segment[k] : NULL;
  if (touching && (!only || only->first > first || only->first + only->count < end)) {
    memset(tile->elastic + from, 0, (size_t)(to - from) * sizeof(double));
    memset(tile->dissipative + from, 0, (size_t)(to - from) * sizeof(double));
  }
  for (; k < s->segments && s->segment[k].first < end; k++) {
    carom_segment *g = &s->segment[k];
    const int begin = g->first > first ? g->first : first;
    const int last = g->first + g->count < end ? g->first + g->count : end;
    if (touching) note_extremes(s, tile, begin - tile->first, last - tile->first);
    segment_forces(g, tile, begin - tile->first, last - tile->first, touching);
  }
}

/* Chunks without a link within reach skip the laws, but ends of episodes are still recorded. */
void carom_stepped_contact_forces(carom_stepped *s, carom_tile *tile, double *lane)
{
  const int count = tile->end - tile->first;
  int k = carom_stepped_segment(s, tile->first);
  for (int from = 0; from < count; from += CAROM_TILE_CHUNK) {
    const int to = from + CAROM_TILE_CHUNK < count ? from + CAROM_TILE_CHUNK : count;
    const bool touching = tile->touching[from / CAROM_TILE_CHUNK];
    while (k < s->segments && s->segment[k].first + s->segment[k].count <= tile->first + from)
      k++;
    if (touching || s->episodes) chunk_forces(s, tile, from, to, touching, k);
    if (touching)
      s->kernels->join(&s->at, tile, from, (to - from) / CAROM_GROUP, lane);
    else
      memset(s->at.force + tile->first + from, 0, (size_t)(to - from) * sizeof(double));
  }
}
