/* SPDX-License-Identifier: MIT */
#include "io/deflate_tables.h"

#include "io/zlib_stream.h"

const carom_deflate_range carom_deflate_length[CAROM_DEFLATE_LENGTHS] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};

const carom_deflate_range carom_deflate_distance[CAROM_DEFLATE_DISTANCES] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

const uint8_t carom_deflate_order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                         11, 4,  12, 3, 13, 2, 14, 1, 15};

uint32_t carom_adler32(const void *bytes, size_t length)
{
  enum { PRIME = 65521, PIECE = 5552 }; /* sums over this many bytes cannot overflow 32 bits */
  const uint8_t *at = bytes;
  uint32_t a = 1, b = 0;
  while (length > 0) {
    const size_t piece = length < PIECE ? length : PIECE;
    for (size_t i = 0; i < piece; i++)
      b += a += at[i];
    a %= PRIME, b %= PRIME;
    at += piece, length -= piece;
  }
  return b << 16 | a;
}

uint32_t carom_crc32(uint32_t crc, const void *bytes, size_t length)
{
  const uint8_t *at = bytes;
  uint32_t table[16]; /* four bits at a time: no table to keep between calls */
  for (uint32_t i = 0; i < 16; i++) {
    uint32_t value = i;
    for (int k = 0; k < 4; k++)
      value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
  crc = ~crc;
  for (size_t i = 0; i < length; i++) {
    crc ^= at[i];
    crc = crc >> 4 ^ table[crc & 15];
    crc = crc >> 4 ^ table[crc & 15];
  }
  return ~crc;
}
