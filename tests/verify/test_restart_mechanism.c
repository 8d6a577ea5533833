/* SPDX-License-Identifier: MIT */
/* A mechanism that was stored, thrown away and loaded continues with the same bits as one that was
 * not: impacts, friction, plastic dents that are forgotten, a driver with corners. */
#include "core/hash64.h"
#include "memory_archive.h"
#include "slider_crank.h"

typedef struct recorder {
  carom_hash64 hash;
  bool off;
} recorder;

static void record(void *user, const carom_mechanism_view *view)
{
  recorder *r = user;
  if (r->off) return;
  carom_hash64_add(&r->hash, &view->time, sizeof view->time);
  carom_hash64_add(&r->hash, view->body, (size_t)view->bodies * sizeof *view->body);
  carom_hash64_add(&r->hash, view->joint, (size_t)view->joints * sizeof *view->joint);
  carom_hash64_add(&r->hash, &view->energy, sizeof view->energy);
  for (int i = 0; i < view->clearances; i++) {
    const carom_journal *j = &view->journal[i];
    const double seen[] = {j->x,
                           j->y,
                           j->overlap,
                           j->contact_time,
                           j->peak_overlap,
                           j->peak_force,
                           (double)j->touches};
    carom_hash64_add(&r->hash, seen, sizeof seen);
  }
}

static bool countdown(void *user)
{
  return --*(int *)user == 0;
}

static void visited(carom_mechanism *m, memory *archive)
{
  carom_error err;
  if (carom_mechanism_archive(m, &archive->archive, &err) != CAROM_OK) fail_msg("%s", err.text);
}

/* Stops after every `stride` steps (0: never), stores the mechanism and goes on with another. */
static uint64_t computed(const carom_mechanism_def *def, int stride)
{
  const double until = 0.1;
  recorder r = {.hash = carom_hash64_start()};
  carom_mechanism *m = created(def);
  carom_mechanism_set_sampler(m, 1e-3, record, &r);
  int left = stride;
  carom_mechanism_set_stop(m, stride ? countdown : NULL, &left);
  while (carom_mechanism_advance(m, until, NULL) == CAROM_OK && left == 0 && stride) {
    memory archive = {.archive = {false, put_or_get}};
    visited(m, &archive);
    carom_mechanism_destroy(m);
    m = created(def);
    r.off = true; /* the start is not told once more */
    carom_mechanism_set_sampler(m, 1e-3, record, &r);
    r.off = false;
    archive.archive.loading = true;
    visited(m, &archive);
    assert_int_equal(archive.at, archive.used);
    free(archive.bytes);
    left = stride;
    carom_mechanism_set_stop(m, countdown, &left);
  }
  const carom_mechanism_view *view = carom_mechanism_sample(m);
  assert_true(view->time == until);
  if (def->clearances) assert_true(view->journal[0].touches > 3);
  record(&r, view);
  for (int i = 0; i < view->clearances; i++) {
    carom_encounters met, sum;
    memset(&sum, 0, sizeof sum);
    assert_int_equal(carom_mechanism_encounters(m, i, &met, NULL), CAROM_OK);
    assert_int_equal(met.touches, view->journal[i].touches);
    carom_encounters_add(&sum, &met);
    carom_hash64_add(&r.hash, &sum, sizeof sum);
  }
  carom_mechanism_destroy(m);
  return carom_hash64_end(&r.hash);
}

static void compare(const carom_mechanism_def *def)
{
  static const int stride[] = {1, 7, 100};
  const uint64_t whole = computed(def, 0);
  for (int i = 0; i < 3; i++)
    if (computed(def, stride[i]) != whole) fail_msg("stopped after every %d steps", stride[i]);
}

static void a_mechanism_continues_with_the_same_bits(void **state)
{
  (void)state;
  static const double time[] = {0, 0.03, 0.05}, speed[] = {20, 30, 10};
  static const char *const law[] = {"hunt-crossley", "ma-liu", "kogut-etsion"};
  for (int k = 0; k < 3; k++) {
    slider_crank s;
    make_slider_crank(&s, 200, law[k]);
    s.clearance[0].contact.a.material.yield = s.clearance[0].contact.b.material.yield = 50e6;
    s.clearance[0].friction = 0.05;
    s.driver[0].points = 3;
    s.driver[0].time = time;
    s.driver[0].value = speed;
    compare(&s.def);
  }
}

SUITE("restart mechanism", a_mechanism_continues_with_the_same_bits)
