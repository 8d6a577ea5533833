/* SPDX-License-Identifier: MIT */
/* The same bits everywhere: a slider-crank with clearance, friction and gravity, one hash per law
 * over impacts, motion, forces and energy, compared with tests/golden/mechanism.txt. */
#include <inttypes.h>
#include <stdint.h>

#include "golden.h"
#include "slider_crank.h"

#ifndef CAROM_SOURCE_DIR
#define CAROM_SOURCE_DIR "."
#endif

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

static uint64_t hash_of(const char *law)
{
  uint64_t hash = 0xcbf29ce484222325u;
  slider_crank s;
  heard h = {.count = 0};
  make_slider_crank(&s, 200, law);
  s.clearance[0].contact.a.material.yield = s.clearance[0].contact.b.material.yield = 3e7;
  s.clearance[0].friction = 0.1;
  s.def.gravity_y = -9.81;
  s.def.tolerance = 1e-10;
  carom_mechanism *m = created(&s.def);
  carom_mechanism_set_contact_callback(m, hear, &h);
  advance(m, 0.05);
  for (int k = 0; k < h.count; k++) {
    mix(&hash, h.at[k].time);
    mix(&hash, h.at[k].approach);
  }
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  for (int i = 0; i < v->bodies; i++) {
    const carom_motion *b = &v->body[i];
    const double value[] = {b->x, b->y, b->angle, b->vx, b->vy, b->spin, b->ax, b->ay, b->alpha};
    for (int k = 0; k < 9; k++)
      mix(&hash, value[k]);
  }
  for (int i = 0; i < v->joints; i++) {
    mix(&hash, v->joint[i].fx);
    mix(&hash, v->joint[i].fy);
  }
  mix(&hash, v->driver[0]);
  mix(&hash, v->energy.friction);
  mix(&hash, v->energy.work);
  mix(&hash, v->energy.residual);
  carom_mechanism_destroy(m);
  return hash;
}

static void hashes(void **state)
{
  (void)state;
  static const char *const laws[] = {"hertz", "flores", "tsuji", "wang-dashpot", "ma-liu"};
  int wrong = 0;
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    const uint64_t hash = hash_of(laws[i]);
    if (hash == recorded("mechanism.txt", laws[i])) continue;
    print_message("%s %016" PRIx64 "\n", laws[i], hash);
    wrong++;
  }
  if (wrong) fail_msg("%d hashes differ from tests/golden/mechanism.txt", wrong);
}

SUITE("mechanism", hashes)
