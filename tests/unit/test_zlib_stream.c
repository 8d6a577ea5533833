/* SPDX-License-Identifier: MIT */
/* Compressed streams: those of zlib itself are expanded, ours come back, damage is refused.
 * tests/frames gives ours to the zlib of Python. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chance.h"
#include "io/deflate_tables.h"
#include "io/zlib_stream.h"

/* Made by zlib 1.2.13: a stored block, the fixed code, a code of its own. */
static void streams_of_zlib_are_expanded(void **state)
{
  (void)state;
  static const uint8_t stored[] = {0x78, 0x01, 0x01, 0x03, 0x00, 0xfc, 0xff,
                                   0x61, 0x62, 0x63, 0x02, 0x4d, 0x01, 0x27};
  static const uint8_t fixed[] = {0x78, 0x01, 0x4b, 0x4c, 0x4a, 0x4e, 0x4c, 0x04, 0x62, 0x20,
                                  0x02, 0x13, 0x30, 0x36, 0x00, 0x72, 0xc4, 0x09, 0x2f};
  static const uint8_t own[] = {
      0x78, 0xda, 0x2d, 0x8e, 0x89, 0x0d, 0x00, 0x31, 0x0c, 0xc2, 0x56, 0x61, 0x35, 0xc3, 0xfe,
      0x3b, 0x1c, 0xe1, 0x1a, 0xa9, 0xaa, 0xea, 0xf0, 0x14, 0x8c, 0xa4, 0x80, 0x48, 0x90, 0x29,
      0xe8, 0x84, 0x43, 0xba, 0x47, 0x59, 0x8e, 0x3a, 0xd8, 0x55, 0x4e, 0xe8, 0xda, 0xaa, 0xb2,
      0x7a, 0x75, 0xb1, 0x49, 0xd7, 0xd3, 0x2e, 0x27, 0x72, 0x6a, 0xd2, 0x56, 0xcb, 0xbc, 0xb4,
      0xcb, 0xf7, 0xc0, 0x89, 0x5b, 0x50, 0xf7, 0x05, 0x33, 0xe3, 0xce, 0x2a, 0xf8, 0x29, 0xcf,
      0x90, 0x17, 0xc0, 0xe0, 0xfe, 0xe0, 0x2b, 0x7e, 0x51, 0xe1, 0x03, 0xd7, 0x6f, 0x45, 0x98};
  char text[200];
  assert_true(carom_zlib_unpack(stored, sizeof stored, text, 3));
  assert_memory_equal(text, "abc", 3);
  assert_false(carom_zlib_unpack(stored, sizeof stored, text, 2));
  assert_false(carom_zlib_unpack(stored, sizeof stored, text, 4));
  assert_true(carom_zlib_unpack(fixed, sizeof fixed, text, 24));
  assert_memory_equal(text, "abcaabcabcacabcaabcabcac", 24);
  assert_true(carom_zlib_unpack(own, sizeof own, text, 200));
  assert_memory_equal(text, "aaba   caa acca baabaaaacacaa  abaa bacaababcabb", 48);
}

/* Values of RFC 1950's and PNG's checksums that are widely printed. */
static void checksums_are_those_of_others(void **state)
{
  (void)state;
  assert_int_equal(carom_adler32("Wikipedia", 9), 0x11e60398);
  assert_int_equal(carom_crc32(0, "123456789", 9), 0xcbf43926);
  assert_int_equal(carom_crc32(carom_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
}

/* Noise, runs, few letters, a slope; from nothing to several blocks. */
static uint8_t *sample(int kind, size_t length, chance *c)
{
  uint8_t *bytes = malloc(length + 1);
  for (size_t i = 0; i < length; i++) {
    const uint64_t bits = chance_bits(c);
    bytes[i] = (uint8_t)(kind == 0   ? bits
                         : kind == 1 ? bits % 4
                         : kind == 2 ? i % 97
                         : kind == 3 ? (bits % 50 == 0 || i == 0 ? bits >> 8 : bytes[i - 1])
                                     : i * i >> 9);
  }
  return bytes;
}

static void what_is_packed_comes_back(void **state)
{
  (void)state;
  chance c = {.seed = 7};
  static const size_t lengths[] = {0, 1, 2, 3, 4, 258, 259, 1000, 40000, 200000};
  for (int kind = 0; kind < 5; kind++)
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
      const size_t length = lengths[k];
      size_t packed;
      uint8_t *bytes = sample(kind, length, &c), *back = malloc(length + 1);
      uint8_t *stream = carom_zlib_pack(bytes, length, &packed);
      assert_non_null(stream);
      assert_true(carom_zlib_unpack(stream, packed, back, length));
      assert_memory_equal(back, bytes, length);
      if (kind == 2 && length == 200000) assert_true(packed < 2000);
      if (kind == 0) assert_true(packed < length + length / 100 + 400);
      for (size_t at = 0; at < packed && length == 1000; at++) { /* nothing changed is taken */
        stream[at] ^= 4;
        if (carom_zlib_unpack(stream, packed, back, length))
          assert_memory_equal(back, bytes, length);
        assert_false(carom_zlib_unpack(stream, at, back, length));
        stream[at] ^= 4;
      }
      free(bytes), free(back), free(stream);
    }
}

/* Weights like Fibonacci's numbers ask for codes longer than 15 bits. */
static void long_codes_are_limited(void **state)
{
  (void)state;
  size_t length = 0, packed;
  uint32_t one = 1, two = 1;
  uint8_t *bytes = malloc(400000);
  for (int symbol = 0; symbol < 24; symbol++) {
    for (uint32_t i = 0; i < one && length < 400000; i++)
      bytes[length++] = (uint8_t)symbol;
    const uint32_t next = one + two;
    one = two, two = next;
  }
  chance c = {.seed = 3};
  for (size_t i = length - 1; i > 0; i--) { /* shuffled, so that there are no matches */
    const size_t k = (size_t)(chance_bits(&c) % (i + 1));
    const uint8_t kept = bytes[i];
    bytes[i] = bytes[k], bytes[k] = kept;
  }
  uint8_t *stream = carom_zlib_pack(bytes, length, &packed), *back = malloc(length);
  assert_true(carom_zlib_unpack(stream, packed, back, length));
  assert_memory_equal(back, bytes, length);
  free(bytes), free(back), free(stream);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(streams_of_zlib_are_expanded),
      cmocka_unit_test(checksums_are_those_of_others),
      cmocka_unit_test(what_is_packed_comes_back),
      cmocka_unit_test(long_codes_are_limited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
