/* SPDX-License-Identifier: MIT */
/* The same bits everywhere: one hash per law over forces, commits and resolved impacts, compared
 * with tests/golden/laws.txt. Every compiler, optimisation level and instruction set runs this. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "golden.h"
#include "suite.h"

#include <carom/carom.h>

#include "contact/impact_integration.h"
#include "law/random_contact.h"

#ifndef CAROM_SOURCE_DIR
#define CAROM_SOURCE_DIR "."
#endif

enum { CONTACTS = 40, BLOCK = 100 };

/* FNV-1a over the bytes of numbers, lowest byte first. */
static void mix(uint64_t *hash, double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 8; i++) {
    *hash ^= bits >> (8 * i) & 0xff;
    *hash *= 0x100000001b3u;
  }
}

static void mix_block(const carom_contact *c, random_stream *r, uint64_t *hash)
{
  double d[BLOCK], v[BLOCK], value[CAROM_MAX_STATES][BLOCK], elastic[BLOCK], dissipative[BLOCK];
  double *values[CAROM_MAX_STATES];
  carom_state s = carom_contact_virgin(c);
  const double scale = carom_impact_overlap_scale(c, &s, c->speed);
  carom_contact_touch(c, &s, c->speed);
  for (int i = 0; i < BLOCK; i++) {
    d[i] = scale * random_between(r, -0.2, 4);
    v[i] = c->speed * random_between(r, -2, 2);
    for (int k = 0; k < CAROM_MAX_STATES; k++)
      value[k][i] = s.value[k];
  }
  for (int k = 0; k < CAROM_MAX_STATES; k++)
    values[k] = value[k];
  const carom_block block = {.count = BLOCK,
                             .overlap = d,
                             .approach = v,
                             .state = values,
                             .elastic = elastic,
                             .dissipative = dissipative};
  carom_contact_forces(c, &block);
  carom_contact_commits(c, &block);
  for (int i = 0; i < BLOCK; i++) {
    mix(hash, elastic[i]);
    mix(hash, dissipative[i]);
    for (int k = 0; k < carom_contact_states(c); k++)
      mix(hash, value[k][i]);
  }
}

static void mix_impact(const carom_contact *c, uint64_t *hash)
{
  carom_impact_def def = carom_impact_default();
  carom_impact r;
  carom_error err;
  def.contact = c;
  def.speed = c->speed;
  if (carom_impact_resolve(&def, &r, &err) != CAROM_OK) {
    mix(hash, (double)err.code); /* strong damping with tension kept may never part */
    return;
  }
  const double outcome[] = {r.restitution,    r.duration,       r.peak_force,
                            r.peak_overlap,   r.energy_lost,    r.time_of_peak_force,
                            r.energy.viscous, r.energy.plastic, (double)r.rates};
  for (size_t i = 0; i < sizeof outcome / sizeof *outcome; i++)
    mix(hash, outcome[i]);
}

static uint64_t hash_of(const carom_law *law)
{
  uint64_t hash = 0xcbf29ce484222325u;
  random_stream r = random_from(4000);
  for (int k = 0; k < CONTACTS; k++) {
    carom_contact c;
    random_contact(law, &r, &c);
    for (int i = 0; i < law->coefficients; i++)
      mix(&hash, c.coefficient[i]);
    mix_block(&c, &r, &hash);
    mix_impact(&c, &hash);
  }
  return hash;
}

static void test_hashes(void **state)
{
  (void)state;
  int changed = 0, fresh = 0;
  for (int i = 0; i < carom_law_count(); i++) {
    const char *name = carom_law_about(carom_law_at(i))->name;
    const uint64_t hash = hash_of(carom_law_at(i)), golden = recorded("laws.txt", name);
    if (hash == golden) continue;
    if (golden) {
      print_message("%s: recorded %016" PRIx64 ", now %016" PRIx64 "\n", name, golden, hash);
      changed++;
    } else {
      print_message("new law: add to tests/golden/laws.txt:\n%s %016" PRIx64 "\n", name, hash);
      fresh++;
    }
  }
  if (changed)
    fail_msg("%d laws give other bits than tests/golden/laws.txt. If the change is meant, put the "
             "new values there and say so in CHANGELOG.md under Numbers",
             changed);
  if (fresh) fail_msg("%d laws have no hash yet", fresh);
}

SUITE("laws", test_hashes)
