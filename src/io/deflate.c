/* SPDX-License-Identifier: MIT */
/* Compression to a zlib stream: matches from hash chains, and dynamic prefix codes for each
 * block. */
#include "io/deflate_tables.h"
#include "io/zlib_stream.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  WINDOW = 32768,
  HASHES = 32768,
  CHAIN = 24, /* candidates examined */
  SHORTEST = 3,
  LONGEST = 258,
  SYMBOLS = 32768 /* symbols per block */
};

/* A literal (distance 0), or a match. */
struct token {
  uint16_t length, distance;
};

struct packer {
  const uint8_t *bytes;
  size_t length;
  uint8_t *out;
  size_t used, room;
  uint64_t bits;
  int held;
  bool failed;
  int32_t head[HASHES], before[WINDOW]; /* last position with a hash, and the previous one with the
                                           same hash */
  struct token token[SYMBOLS];
  int tokens;
};

static void put_byte(struct packer *p, uint8_t byte)
{
  if (p->used == p->room) {
    const size_t room = 2 * p->room + 1024;
    uint8_t *more = realloc(p->out, room);
    if (!more) {
      p->failed = true;
      return;
    }
    p->out = more;
    p->room = room;
  }
  p->out[p->used++] = byte;
}

static void put(struct packer *p, unsigned value, int bits)
{
  p->bits |= (uint64_t)value << p->held;
  p->held += bits;
  while (p->held >= 8) {
    put_byte(p, (uint8_t)p->bits);
    p->bits >>= 8;
    p->held -= 8;
  }
}

/* A prefix code: the length of every symbol's code and its bits, first bit lowest. */
struct code {
  uint8_t length[CAROM_DEFLATE_LITERALS];
  uint16_t bits[CAROM_DEFLATE_LITERALS];
};

struct node {
  uint32_t weight;
  int16_t symbol, parent;
};

static int by_weight(const void *a, const void *b)
{
  const struct node *p = a, *q = b;
  if (p->weight != q->weight) return p->weight < q->weight ? -1 : 1;
  return p->symbol - q->symbol;
}

/* Shortens codes that are too long, and lengthens others until the code is complete again. */
static void limit(int count[], int longest, int most)
{
  int over = 0;
  for (int bits = longest; bits > most; bits--) {
    over += count[bits];
    count[most] += count[bits];
    count[bits] = 0;
  }
  if (over == 0) return;
  uint64_t sum = 0, full = 1ull << most; /* Kraft's sum */
  for (int bits = 1; bits <= most; bits++)
    sum += (uint64_t)count[bits] << (most - bits);
  while (sum > full) {
    int bits = most - 1;
    while (count[bits] == 0)
      bits--;
    count[bits]--;
    count[bits + 1] += 2;
    count[most]--;
    sum--;
  }
}

/* Huffman's code for these weights, canonical, no code longer than `most`. */
static void build(struct code *code, const uint32_t *weight, int symbols, int most)
{
  struct node node[2 * CAROM_DEFLATE_LITERALS];
  int count[2 * CAROM_DEFLATE_LITERALS] = {0}, leaves = 0, longest = 0;
  memset(code->length, 0, sizeof code->length);
  for (int i = 0; i < symbols; i++)
    if (weight[i]) node[leaves++] = (struct node){weight[i], (int16_t)i, -1};
  if (leaves == 0) return;
  qsort(node, (size_t)leaves, sizeof *node, by_weight);
  int next = 0, inner = leaves, all = leaves;
  for (; all < 2 * leaves - 1; all++) { /* the two lightest nodes, leaves or inner ones */
    uint32_t sum = 0;
    for (int k = 0; k < 2; k++) {
      const bool leaf = next < leaves && (inner == all || node[next].weight <= node[inner].weight);
      struct node *one = &node[leaf ? next++ : inner++];
      one->parent = (int16_t)all;
      sum += one->weight;
    }
    node[all] = (struct node){sum, -1, -1};
  }
  int depth[2 * CAROM_DEFLATE_LITERALS];
  for (int i = all - 1; i >= 0; i--) {
    depth[i] = node[i].parent < 0 ? 0 : depth[node[i].parent] + 1;
    if (leaves == 1) depth[i] = 1;
    if (i >= leaves) continue;
    count[depth[i]]++;
    if (depth[i] > longest) longest = depth[i];
  }
  limit(count, longest, most);
  int leaf = 0; /* the heaviest have the shortest codes */
  for (int bits = most; bits > 0; bits--)
    for (int k = 0; k < count[bits]; k++)
      code->length[node[leaf++].symbol] = (uint8_t)bits;
  unsigned first[CAROM_DEFLATE_BITS + 2] = {0};
  for (int bits = 1; bits <= most; bits++)
    first[bits + 1] = (first[bits] + (unsigned)count[bits]) << 1;
  for (int i = 0; i < symbols; i++) {
    unsigned value = code->length[i] ? first[code->length[i]]++ : 0, turned = 0;
    for (int k = 0; k < code->length[i]; k++, value >>= 1)
      turned = turned << 1 | (value & 1);
    code->bits[i] = (uint16_t)turned;
  }
}

static int range_of(const carom_deflate_range *range, int ranges, unsigned value)
{
  int low = 0, high = ranges - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (range[middle].base <= value)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

/* Encodes code lengths compactly: runs of zeros, and repetitions of the previous length. */
static int runs(const uint8_t *length, int all, uint8_t *symbol, uint8_t *extra)
{
  int count = 0;
  for (int i = 0; i < all;) {
    int same = 1;
    while (i + same < all && length[i + same] == length[i])
      same++;
    symbol[count] = length[i], extra[count] = 0;
    if (length[i] == 0 && same >= 3) {
      same = same > 138 ? 138 : same;
      symbol[count] = same < 11 ? 17 : 18;
      extra[count++] = (uint8_t)(same - (same < 11 ? 3 : 11));
    } else if (i > 0 && length[i] == length[i - 1] && same >= 3) {
      same = same > 6 ? 6 : same;
      symbol[count] = 16;
      extra[count++] = (uint8_t)(same - 3);
    } else {
      same = 1;
      count++;
    }
    i += same;
  }
  return count;
}

static void put_codes(struct packer *p, const struct code *near, const struct code *far)
{
  uint8_t length[CAROM_DEFLATE_LITERALS + 32], symbol[CAROM_DEFLATE_LITERALS + 32],
      extra[CAROM_DEFLATE_LITERALS + 32];
  int literals = 286, distances = CAROM_DEFLATE_DISTANCES, lengths = 19;
  while (literals > 257 && near->length[literals - 1] == 0)
    literals--;
  while (distances > 1 && far->length[distances - 1] == 0)
    distances--;
  memcpy(length, near->length, (size_t)literals);
  memcpy(length + literals, far->length, (size_t)distances);
  const int count = runs(length, literals + distances, symbol, extra);
  uint32_t weight[19] = {0};
  for (int i = 0; i < count; i++)
    weight[symbol[i]]++;
  struct code of_lengths;
  build(&of_lengths, weight, 19, 7);
  while (lengths > 4 && of_lengths.length[carom_deflate_order[lengths - 1]] == 0)
    lengths--;
  put(p, (unsigned)literals - 257, 5);
  put(p, (unsigned)distances - 1, 5);
  put(p, (unsigned)lengths - 4, 4);
  for (int i = 0; i < lengths; i++)
    put(p, of_lengths.length[carom_deflate_order[i]], 3);
  for (int i = 0; i < count; i++) {
    put(p, of_lengths.bits[symbol[i]], of_lengths.length[symbol[i]]);
    if (symbol[i] >= 16) put(p, extra[i], symbol[i] == 16 ? 2 : symbol[i] == 17 ? 3 : 7);
  }
}

static void put_block(struct packer *p, bool last)
{
  uint32_t near_weight[CAROM_DEFLATE_LITERALS] = {[256] = 1}, far_weight[32] = {0};
  struct code near, far;
  for (int i = 0; i < p->tokens; i++) {
    const struct token t = p->token[i];
    if (t.distance == 0) {
      near_weight[t.length]++;
      continue;
    }
    near_weight[257 + range_of(carom_deflate_length, CAROM_DEFLATE_LENGTHS, t.length)]++;
    far_weight[range_of(carom_deflate_distance, CAROM_DEFLATE_DISTANCES, t.distance)]++;
  }
  build(&near, near_weight, 286, CAROM_DEFLATE_BITS);
  build(&far, far_weight, CAROM_DEFLATE_DISTANCES, CAROM_DEFLATE_BITS);
  put(p, last, 1);
  put(p, 2, 2);
  put_codes(p, &near, &far);
  for (int i = 0; i < p->tokens; i++) {
    const struct token t = p->token[i];
    if (t.distance == 0) {
      put(p, near.bits[t.length], near.length[t.length]);
      continue;
    }
    const int l = range_of(carom_deflate_length, CAROM_DEFLATE_LENGTHS, t.length);
    const int d = range_of(carom_deflate_distance, CAROM_DEFLATE_DISTANCES, t.distance);
    put(p, near.bits[257 + l], near.length[257 + l]);
    put(p, t.length - carom_deflate_length[l].base, carom_deflate_length[l].extra);
    put(p, far.bits[d], far.length[d]);
    put(p, t.distance - carom_deflate_distance[d].base, carom_deflate_distance[d].extra);
  }
  put(p, near.bits[256], near.length[256]);
  p->tokens = 0;
}

static unsigned hash_at(const uint8_t *at)
{
  const uint32_t three = (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16;
  return three * 2654435761u >> 17;
}

static void remember(struct packer *p, size_t at)
{
  if (at + SHORTEST > p->length) return;
  const unsigned hash = hash_at(p->bytes + at);
  p->before[at % WINDOW] = p->head[hash];
  p->head[hash] = (int32_t)at;
}

/* The longest match among the last candidates with this hash; length 0: none. */
static struct token find(const struct packer *p, size_t at)
{
  struct token best = {0, 0};
  const size_t left = p->length - at, most = left < LONGEST ? left : LONGEST;
  if (most < SHORTEST) return best;
  const uint8_t *here = p->bytes + at;
  int32_t place = p->head[hash_at(here)];
  for (int tries = 0; place >= 0 && tries < CHAIN && at - (size_t)place < WINDOW; tries++) {
    const uint8_t *there = p->bytes + place;
    if (there[best.length] == here[best.length]) {
      size_t length = 0;
      while (length < most && there[length] == here[length])
        length++;
      if (length > best.length && length >= SHORTEST)
        best = (struct token){(uint16_t)length, (uint16_t)(at - (size_t)place)};
      if (length == most) break;
    }
    const int32_t next = p->before[(size_t)place % WINDOW];
    if (next >= place) break; /* its slot in the ring has been reused */
    place = next;
  }
  return best;
}

static void pack_all(struct packer *p)
{
  for (int i = 0; i < HASHES; i++)
    p->head[i] = -1;
  for (size_t at = 0; at < p->length;) {
    const struct token match = find(p, at);
    const size_t step = match.length ? match.length : 1;
    p->token[p->tokens++] = match.length ? match : (struct token){p->bytes[at], 0};
    for (size_t i = 0; i < step; i++)
      remember(p, at + i);
    at += step;
    if (p->tokens == SYMBOLS && at < p->length) put_block(p, false);
  }
  put_block(p, true);
  if (p->held > 0) put(p, 0, 8 - p->held);
}

uint8_t *carom_zlib_pack(const void *bytes, size_t length, size_t *packed)
{
  struct packer *p = malloc(sizeof *p);
  if (!p || length > INT32_MAX) {
    free(p);
    return NULL;
  }
  *p = (struct packer){.bytes = bytes, .length = length};
  put(p, 0x78, 8);
  put(p, 0x9c, 8);
  pack_all(p);
  const uint32_t sum = carom_adler32(bytes, length);
  for (int k = 24; k >= 0; k -= 8)
    put_byte(p, (uint8_t)(sum >> k));
  uint8_t *out = p->out;
  *packed = p->used;
  if (p->failed) {
    free(out);
    out = NULL;
  }
  free(p);
  return out;
}
