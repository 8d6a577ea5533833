/* SPDX-License-Identifier: MIT */
/* The same bits everywhere: long chains in fixed steps, one hash per law and instruction set over
 * motion and energy, compared with tests/golden/chain.txt. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "golden.h"
#include "suite.h"

#include <carom/carom.h>

#include "instructions.h"

#ifndef CAROM_SOURCE_DIR
#define CAROM_SOURCE_DIR "."
#endif

enum { BEADS = 600 };

/* FNV-1a over the bytes of numbers, lowest byte first. */
static void mix(uint64_t *hash, const double *value, int count)
{
  for (int k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &value[k], sizeof bits);
    for (int i = 0; i < 8; i++) {
      *hash ^= bits >> (8 * i) & 0xff;
      *hash *= 0x100000001b3u;
    }
  }
}

/* Two beads strike a row of two sizes with a wall at its end. */
static uint64_t hash_of(const char *law, carom_instructions set)
{
  static carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  uint64_t hash = 0xcbf29ce484222325u;
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = i < 300 ? 4e-3 : 3e-3;
    bead[i].body.material.yield = 500e6;
  }
  bead[0].velocity = 3;
  bead[299].velocity = -1;
  contact.law = law;
  contact.instructions = set;
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.right.present = true;
  def.right.material = bead[0].body.material;
  def.integrator = CAROM_CHAIN_VERLET;
  def.step = 1e-7;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  if (carom_chain_advance(chain, 2e-4, &err) != CAROM_OK) fail_msg("%s", err.text);
  const carom_chain_energy e = carom_chain_budget(chain);
  const double energy[] = {e.kinetic, e.elastic, e.viscous, e.plastic, e.residual};
  mix(&hash, carom_chain_displacement(chain), BEADS);
  mix(&hash, carom_chain_velocity(chain), BEADS);
  mix(&hash, energy, sizeof energy / sizeof *energy);
  carom_chain_destroy(chain);
  return hash;
}

static void test_hashes(void **state)
{
  (void)state;
  static const char *const laws[] = {"hertz", "tsuji", "lankarani-nikravesh", "wang-viscous",
                                     "ma-liu"};
  static const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BASE, CAROM_INSTRUCTIONS_AVX2,
                                            CAROM_INSTRUCTIONS_AVX512};
  int changed = 0;
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
      if (!has_instructions(sets[k])) continue;
      const uint64_t hash = hash_of(laws[i], sets[k]), golden = recorded("chain.txt", laws[i]);
      if (hash == golden) continue;
      print_message("%s: recorded %016" PRIx64 ", now %016" PRIx64 "\n", laws[i], golden, hash);
      changed++;
    }
  if (changed)
    fail_msg("%d chains give other bits than tests/golden/chain.txt. If the change is meant, put "
             "the new values there and say so in CHANGELOG.md under Numbers",
             changed);
}

SUITE("chain", test_hashes)
