/* SPDX-License-Identifier: MIT */
/* Decompression of a zlib stream. Every count in the stream is checked before use. */
#include "io/deflate_tables.h"
#include "io/zlib_stream.h"

#include <string.h>

/* A canonical prefix code: the number of codes of each length, and the symbols in order. */
struct code {
  uint16_t count[CAROM_DEFLATE_BITS + 1];
  uint16_t symbol[CAROM_DEFLATE_LITERALS];
};

struct input {
  const uint8_t *at, *end;
  uint64_t bits;
  int held;
  bool failed; /* input ended prematurely */
};

struct output {
  uint8_t *start, *at, *end;
};

static unsigned take(struct input *in, int bits)
{
  while (in->held < bits) {
    if (in->at == in->end) {
      in->failed = true;
      return 0;
    }
    in->bits |= (uint64_t)*in->at++ << in->held;
    in->held += 8;
  }
  const unsigned value = (unsigned)(in->bits & ((1ull << bits) - 1));
  in->bits >>= bits;
  in->held -= bits;
  return value;
}

/* Returns false for lengths that do not form a code: over-subscribed, or incomplete unless there is
 * a single code. */
static bool build(struct code *code, const uint8_t *length, int symbols)
{
  uint16_t next[CAROM_DEFLATE_BITS + 2] = {0};
  int left = 1, used = 0;
  memset(code->count, 0, sizeof code->count);
  for (int i = 0; i < symbols; i++)
    code->count[length[i]]++;
  code->count[0] = 0;
  for (int bits = 1; bits <= CAROM_DEFLATE_BITS; bits++) {
    left = 2 * left - code->count[bits];
    if (left < 0) return false;
    used += code->count[bits];
    next[bits + 1] = (uint16_t)(next[bits] + code->count[bits]);
  }
  for (int i = 0; i < symbols; i++)
    if (length[i]) code->symbol[next[length[i]]++] = (uint16_t)i;
  return left == 0 || used <= 1;
}

/* The next symbol; -1 if there is none. */
static int decode(struct input *in, const struct code *code)
{
  int value = 0, first = 0, index = 0;
  for (int bits = 1; bits <= CAROM_DEFLATE_BITS; bits++) {
    value |= (int)take(in, 1);
    if (in->failed) return -1;
    const int count = code->count[bits];
    if (value - count < first) return code->symbol[index + (value - first)];
    index += count;
    first = (first + count) << 1;
    value <<= 1;
  }
  return -1;
}

static bool copy_stored(struct input *in, struct output *out)
{
  in->bits = 0, in->held = 0; /* at most seven bits are buffered here: the rest of a byte */
  if (in->end - in->at < 4) return false;
  const size_t length = in->at[0] | (size_t)in->at[1] << 8;
  const size_t check = in->at[2] | (size_t)in->at[3] << 8;
  in->at += 4;
  if (length != (check ^ 0xffff) || length > (size_t)(in->end - in->at) ||
      length > (size_t)(out->end - out->at))
    return false;
  memcpy(out->at, in->at, length);
  in->at += length;
  out->at += length;
  return true;
}

static bool copy_match(struct input *in, struct output *out, int symbol, const struct code *far)
{
  const int which = symbol - 257;
  if (which >= CAROM_DEFLATE_LENGTHS) return false;
  const size_t length = carom_deflate_length[which].base +
                        take(in, carom_deflate_length[which].extra);
  const int distance = decode(in, far);
  if (distance < 0 || distance >= CAROM_DEFLATE_DISTANCES) return false;
  const size_t back = carom_deflate_distance[distance].base +
                      take(in, carom_deflate_distance[distance].extra);
  if (in->failed || back > (size_t)(out->at - out->start) || length > (size_t)(out->end - out->at))
    return false;
  for (size_t i = 0; i < length; i++, out->at++)
    *out->at = out->at[-(ptrdiff_t)back];
  return true;
}

static bool expand(struct input *in, struct output *out, const struct code *near,
                   const struct code *far)
{
  for (;;) {
    const int symbol = decode(in, near);
    if (symbol < 0) return false;
    if (symbol == 256) return true;
    if (symbol < 256) {
      if (out->at == out->end) return false;
      *out->at++ = (uint8_t)symbol;
    } else if (!copy_match(in, out, symbol, far)) {
      return false;
    }
  }
}

static bool expand_fixed(struct input *in, struct output *out)
{
  struct code near, far;
  uint8_t length[CAROM_DEFLATE_LITERALS];
  for (int i = 0; i < CAROM_DEFLATE_LITERALS; i++)
    length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  build(&near, length, CAROM_DEFLATE_LITERALS);
  memset(length, 5, CAROM_DEFLATE_DISTANCES);
  build(&far, length, CAROM_DEFLATE_DISTANCES); /* 30 of 32 codes; the missing ones are rejected on
                                                   use */
  return expand(in, out, &near, &far);
}

/* Reads the lengths of both codes, which are themselves coded: 16 repeats the last, 17 and 18 are
 * runs of 0. */
static bool read_lengths(struct input *in, const struct code *code, uint8_t *length, int all)
{
  for (int i = 0; i < all;) {
    const int symbol = decode(in, code);
    if (symbol < 0) return false;
    if (symbol < 16) {
      length[i++] = (uint8_t)symbol;
      continue;
    }
    if (symbol == 16 && i == 0) return false;
    const uint8_t value = symbol == 16 ? length[i - 1] : 0;
    const int times = symbol == 16   ? 3 + (int)take(in, 2)
                      : symbol == 17 ? 3 + (int)take(in, 3)
                                     : 11 + (int)take(in, 7);
    if (in->failed || times > all - i) return false;
    memset(length + i, value, (size_t)times);
    i += times;
  }
  return true;
}

static bool expand_dynamic(struct input *in, struct output *out)
{
  struct code near, far;
  uint8_t length[CAROM_DEFLATE_LITERALS + 32] = {0}, of_lengths[19] = {0};
  const int literals = 257 + (int)take(in, 5), distances = 1 + (int)take(in, 5),
            lengths = 4 + (int)take(in, 4);
  if (in->failed || literals > 286 || distances > 30) return false;
  for (int i = 0; i < lengths; i++)
    of_lengths[carom_deflate_order[i]] = (uint8_t)take(in, 3);
  if (in->failed || !build(&near, of_lengths, 19) ||
      !read_lengths(in, &near, length, literals + distances))
    return false;
  return build(&far, length + literals, distances) && build(&near, length, literals) &&
         length[256] > 0 && expand(in, out, &near, &far);
}

bool carom_zlib_unpack(const void *packed, size_t length, void *bytes, size_t room)
{
  const uint8_t *head = packed;
  struct output out = {bytes, bytes, (uint8_t *)bytes + room};
  if (length < 6 || (head[0] & 15) != 8 || (head[0] << 8 | head[1]) % 31 || (head[1] & 32))
    return false;
  struct input in = {.at = head + 2, .end = head + length - 4};
  for (bool last = false; !last;) {
    last = take(&in, 1);
    const unsigned kind = take(&in, 2);
    if (in.failed || kind == 3) return false;
    const bool good = kind == 0   ? copy_stored(&in, &out)
                      : kind == 1 ? expand_fixed(&in, &out)
                                  : expand_dynamic(&in, &out);
    if (!good) return false;
  }
  const uint8_t *sum = head + length - 4;
  const uint32_t told = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 |
                        sum[3];
  return out.at == out.end && told == carom_adler32(bytes, room);
}
