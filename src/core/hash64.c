/* SPDX-License-Identifier: MIT */
#include "core/hash64.h"

#include <string.h>

/* Odd numbers without pattern: the 64 bits behind the point of sqrt 2 (made odd), 3, 5 and 7. */
#define ODD_2 0x6a09e667f3bcc909u
#define ODD_3 0xbb67ae8584caa73bu
#define ODD_5 0x3c6ef372fe94f82bu
#define ODD_7 0xa54ff53a5f1d36f1u

enum { LANES = 4, BLOCK = 32 };

static uint64_t turn(uint64_t x, int bits)
{
  return (x << bits) | (x >> (64 - bits));
}

/* Little-endian, so that every machine gets the same value. */
static uint64_t word(const unsigned char *at)
{
  uint64_t x = 0;
  for (int i = 7; i >= 0; i--)
    x = x << 8 | at[i];
  return x;
}

static void add_block(uint64_t lane[LANES], const unsigned char *at)
{
  for (int k = 0; k < LANES; k++)
    lane[k] = turn(lane[k] + word(at + 8 * k) * ODD_3, 31) * ODD_2;
}

carom_hash64 carom_hash64_start(void)
{
  return (carom_hash64){.lane = {ODD_2, ODD_3, ODD_5, ODD_7}};
}

void carom_hash64_add(carom_hash64 *hash, const void *bytes, size_t length)
{
  const unsigned char *at = bytes;
  const size_t held = hash->length % BLOCK;
  hash->length += length;
  if (held + length < BLOCK) {
    if (length) memcpy(hash->rest + held, at, length);
    return;
  }
  if (held) {
    memcpy(hash->rest + held, at, BLOCK - held);
    add_block(hash->lane, hash->rest);
    at += BLOCK - held;
    length -= BLOCK - held;
  }
  uint64_t lane[LANES];
  memcpy(lane, hash->lane, sizeof lane);
  for (; length >= BLOCK; at += BLOCK, length -= BLOCK)
    add_block(lane, at);
  memcpy(hash->lane, lane, sizeof lane);
  if (length) memcpy(hash->rest, at, length);
}

uint64_t carom_hash64_end(const carom_hash64 *hash)
{
  unsigned char last[BLOCK] = {0};
  uint64_t lane[LANES], sum = hash->length * ODD_5;
  memcpy(lane, hash->lane, sizeof lane);
  memcpy(last, hash->rest, hash->length % BLOCK);
  add_block(lane, last);
  for (int k = 0; k < LANES; k++)
    sum = turn(sum ^ lane[k] * ODD_7, 27) * ODD_2 + ODD_3;
  sum = (sum ^ sum >> 33) * ODD_3;
  sum = (sum ^ sum >> 29) * ODD_5;
  return sum ^ sum >> 32;
}

uint64_t carom_hash64_of(const void *bytes, size_t length)
{
  carom_hash64 hash = carom_hash64_start();
  carom_hash64_add(&hash, bytes, length);
  return carom_hash64_end(&hash);
}
