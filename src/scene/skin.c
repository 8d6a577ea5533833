/* SPDX-License-Identifier: MIT */
/* Unless the definition gives a skin, it is tuned while a scene runs, by how many pairs it lists.
 *
 * In a gas or a rain few pairs are near each other: a wider skin costs little and lists last
 * longer. In beds and dense flows every additional pair costs memory and work, and the skin stays
 * that of the start. The decision depends only on the present lists, which are part of a
 * checkpoint, and not on any clock. So the skin has the same bits for any number of threads and
 * after a restart. It does not change which contacts close, but it does change the order of
 * particles and thereby that of sums. */
#include "scene/scene.h"

#define WIDER 1.25 /* factor at a rebuild */
#define WIDEST 4.0 /* most, relative to the skin of the start */

enum {
  ENOUGH = 4096, /* particles */
  FEW = 3,
  MANY = 6 /* limits on the listed pairs per two particles */
};

static bool repeats(const carom_scene *s)
{
  bool all = true;
  for (int k = 0; k < 3; k++)
    for (int64_t f = 0; s->model.periodic[k] && f < s->walls.faces; f++)
      all = all && carom_face_repeats(s, f, k);
  return all;
}

/* Is there room for a wider skin? Periods and walls have been checked with the skin of the start, a
 * host brings only as many ghosts as that needs, and faces of shells are tested in every step. */
static bool has_room(const carom_scene *s, double skin)
{
  const carom_model *m = &s->model;
  bool room = !s->hosted && !s->box.deforms && s->walls.faces == s->walls.open_faces && repeats(s);
  for (int k = 0; k < 3; k++)
    room = room && (!m->periodic[k] || m->length[k] >= 4 * m->largest + 2 * (skin + m->reach));
  return room;
}

void carom_skin_tune(carom_scene *s)
{
  carom_model *m = &s->model;
  const double wider = WIDER * m->skin;
  int64_t pairs = 0;
  if (m->skin_given || s->contacts.pair_bins == 0 || s->particles.count < ENOUGH) return;
  for (int64_t k = 0; k < s->contacts.pair_bins; k++)
    if (s->contacts.pair_bin[k].kind != CAROM_PAIR_WALL) pairs += s->contacts.pair_bin[k].contacts;
  if (2 * pairs > MANY * s->particles.count || !has_room(s, m->skin))
    m->skin = m->skin_start;
  else if (2 * pairs < FEW * s->particles.count && wider <= WIDEST * m->skin_start &&
           has_room(s, wider))
    m->skin = wider;
}

bool carom_skin_sane(double skin, double start, double largest)
{
  return start > 0 && start < 0.26 * largest && skin >= start && skin <= WIDEST * start;
}
