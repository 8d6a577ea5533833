/* SPDX-License-Identifier: MIT */
/* A chain that was stored, thrown away and loaded continues with the same bits as one that was not:
 * every law, every integrator, at every step. */
#include <stdlib.h>
#include <string.h>

#include "core/hash64.h"
#include "memory_archive.h"
#include "setup.h"

enum { BEADS = 6 };

typedef struct setting {
  const char *law;
  carom_chain_integrator integrator;
  const char *rule;
  bool driven, settled, episode;
} setting;

static carom_chain *made(const setting *s)
{
  static const double time[] = {0, 20e-6, 60e-6}, velocity[] = {0, 1, -0.5};
  carom_bead bead[BEADS];
  carom_contact_def contact[2] = {carom_contact_default(), carom_contact_default()};
  carom_chain_def def = carom_chain_default();
  static const int followed[] = {0, 3, CAROM_RIGHT_WALL};
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 2e-3 + 1e-4 * i;
    bead[i].body.material = material(193e9, 0.3, 8000, 940e6);
    bead[i].contact = i > BEADS / 2;
    bead[i].gap = s->settled ? 0 : 1e-6 * (i % 3);
  }
  bead[0].velocity = 1.5;
  if (s->driven) {
    bead[0].drive_points = 3;
    bead[0].drive_time = time;
    bead[0].drive_velocity = velocity;
  }
  contact[0].law = contact[1].law = s->law;
  contact[0].speed = contact[1].speed = 1.5;
  if (s->rule) choose(&contact[0], "rule", s->rule), choose(&contact[1], "rule", s->rule);
  if (s->episode) choose(&contact[1], "memory", "episode");
  def.bead = bead;
  def.beads = BEADS;
  def.contact = contact;
  def.contacts = 2;
  def.right.present = true;
  def.right.material = bead[0].body.material;
  def.gravity = s->settled ? 9.81 : 0;
  def.settled = s->settled;
  def.integrator = s->integrator;
  def.step = s->integrator > CAROM_CHAIN_DOPRI5 ? 50e-9 : 0;
  def.followed = followed;
  def.follow = 3;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s: %s", s->law, err.where, err.text);
  return chain;
}

/* Everything that a user can see goes into one hash. */
typedef struct recorder {
  carom_hash64 hash;
  bool off;
} recorder;

static void record(void *user, double t, const double *x, const double *v)
{
  recorder *r = user;
  if (r->off) return;
  carom_hash64_add(&r->hash, &t, sizeof t);
  carom_hash64_add(&r->hash, x, BEADS * sizeof *x);
  carom_hash64_add(&r->hash, v, BEADS * sizeof *v);
}

static void look(const carom_chain *chain, recorder *r)
{
  carom_hash64 *hash = &r->hash;
  const carom_chain_energy energy = carom_chain_budget(chain);
  const double t = carom_chain_time(chain);
  const int64_t steps = carom_chain_steps(chain);
  record(r, t, carom_chain_displacement(chain), carom_chain_velocity(chain));
  carom_hash64_add(hash, &energy, sizeof energy);
  carom_hash64_add(hash, &steps, sizeof steps);
  for (int i = CAROM_RIGHT_WALL; i < BEADS - 1; i++) {
    carom_chain_contact c;
    if (i == CAROM_LEFT_WALL) continue;
    memset(&c, 0, sizeof c);
    assert_int_equal(carom_chain_sample_contact(chain, i, &c, NULL), CAROM_OK);
    carom_hash64_add(hash, &c, offsetof(carom_chain_contact, touches) + sizeof c.touches);
    carom_encounters met, sum;
    memset(&sum, 0, sizeof sum);
    assert_int_equal(carom_chain_encounters(chain, i, &met, NULL), CAROM_OK);
    carom_encounters_add(&sum, &met);
    assert_true(sum.deepest >= c.overlap);
    carom_hash64_add(hash, &sum, sizeof sum);
  }
}

static bool countdown(void *user)
{
  return --*(int *)user == 0;
}

static const double until = 150e-6;

static void visited(carom_chain *chain, memory *m)
{
  carom_error err;
  if (carom_chain_archive(chain, &m->archive, &err) != CAROM_OK) fail_msg("%s", err.text);
}

/* Stops after every `stride` steps (0: never), stores the chain and goes on with another one. */
static uint64_t computed(const setting *s, int stride)
{
  recorder r = {.hash = carom_hash64_start()};
  carom_chain *chain = made(s);
  carom_chain_set_sampler(chain, 3e-6, record, &r);
  int left = stride;
  carom_chain_set_stop(chain, stride ? countdown : NULL, &left);
  while (carom_chain_advance(chain, until, NULL) == CAROM_OK && left == 0 && stride) {
    memory m = {.archive = {false, put_or_get}};
    visited(chain, &m);
    carom_chain_destroy(chain);
    chain = made(s);
    r.off = true; /* the start is not told once more */
    carom_chain_set_sampler(chain, 3e-6, record, &r);
    r.off = false;
    m.archive.loading = true;
    visited(chain, &m);
    assert_int_equal(m.at, m.used);
    free(m.bytes);
    left = stride;
    carom_chain_set_stop(chain, countdown, &left);
  }
  if (stride == 1) assert_true(carom_chain_steps(chain) > 50);
  look(chain, &r);
  carom_chain_destroy(chain);
  return carom_hash64_end(&r.hash);
}

static void same(const setting *s, int stride)
{
  if (computed(s, stride) != computed(s, 0))
    fail_msg("%s%s%s, integrator %d: stopped after every %d steps", s->law, s->rule ? " " : "",
             s->rule ? s->rule : "", (int)s->integrator, stride);
}

static void every_law_continues_with_the_same_bits(void **state)
{
  (void)state;
  for (int k = 0; k < carom_law_count(); k++) {
    const char *law = carom_law_about(carom_law_at(k))->name;
    same(&(setting){.law = law}, 11);
    same(&(setting){.law = law, .integrator = CAROM_CHAIN_VERLET}, 101);
  }
}

static void rules_drives_and_static_starts_too(void **state)
{
  (void)state;
  static const setting s[] = {
      {.law = "kogut-etsion", .rule = "basic"},
      {.law = "kogut-etsion", .rule = "enhanced"},
      {.law = "kogut-etsion", .rule = "enhanced", .integrator = CAROM_CHAIN_DOPRI5},
      {.law = "tsuji"},
      {.law = "hunt-crossley", .integrator = CAROM_CHAIN_DOPRI5},
      {.law = "tsuji", .driven = true},
      {.law = "ma-liu", .driven = true, .integrator = CAROM_CHAIN_VERLET},
      {.law = "ma-liu", .settled = true},
      {.law = "tsuji", .integrator = CAROM_CHAIN_GEAR5},
      {.law = "ma-liu", .integrator = CAROM_CHAIN_GEAR5, .driven = true},
      {.law = "tsuji", .integrator = CAROM_CHAIN_EULER_TRAPEZOID},
      {.law = "ma-liu", .integrator = CAROM_CHAIN_RK45, .driven = true},
      {.law = "ma-liu", .episode = true},
      {.law = "thornton", .episode = true, .integrator = CAROM_CHAIN_VERLET},
  };
  for (int k = 0; k < COUNT(s); k++)
    same(&s[k], s[k].integrator > CAROM_CHAIN_DOPRI5 ? 17 : 1);
}

SUITE("restart", every_law_continues_with_the_same_bits, rules_drives_and_static_starts_too)
