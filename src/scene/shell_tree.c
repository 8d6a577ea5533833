/* SPDX-License-Identifier: MIT */
/* The broad phase of shells: a tree of bounding boxes in the frame of the shell, so that it is
 * built only once, however the shell moves. */
#include <stdlib.h>

#include "law_math.h"
#include "scene/shell.h"

enum {
  LEAF = 4, /* faces per leaf */
  /* Trees of up to this many faces have one face per leaf: the box of several large faces would be
   * as large as the whole. */
  SMALL = 256,
  DEPTH = 64
};

typedef struct building {
  carom_box_tree *tree;
  const double (*box)[6]; /* low and high */
  int64_t leaf;
} building;

static double middle(const building *b, uint32_t face, int k)
{
  return b->box[face][k] + b->box[face][3 + k];
}

/* Orders faces by their middle, equal ones by number, so that the tree is the same on every
 * machine. */
static bool before(const building *b, uint32_t one, uint32_t other, int k)
{
  const double x = middle(b, one, k), y = middle(b, other, k);
  return x < y || (x == y && one < other);
}

/* Partial sort: brings the face of rank `nth` to its place, lesser ones before it and others
 * behind. */
static void part(const building *b, int64_t from, int64_t to, int64_t nth, int k)
{
  uint32_t *face = b->tree->face;
  while (to - from > 1) {
    const uint32_t pivot = face[from + (to - from) / 2];
    int64_t i = from, j = to - 1;
    while (i <= j) {
      while (before(b, face[i], pivot, k))
        i++;
      while (before(b, pivot, face[j], k))
        j--;
      if (i > j) break;
      const uint32_t swapped = face[i];
      face[i++] = face[j];
      face[j--] = swapped;
    }
    if (nth <= j)
      to = j + 1;
    else if (nth >= i)
      from = i;
    else
      return;
  }
}

/* The direction in which the middles of some faces vary most. */
static int widest(const building *b, int64_t from, int64_t to)
{
  int best = 0;
  double most = -1;
  for (int k = 0; k < 3; k++) {
    double low = 1e300, high = -1e300;
    for (int64_t i = from; i < to; i++) {
      const double x = middle(b, b->tree->face[i], k);
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    if (high - low > most) most = high - low, best = k;
  }
  return best;
}

static void enclose(const building *b, carom_box_tree_node *node, int64_t from, int64_t to)
{
  for (int k = 0; k < 3; k++)
    node->low[k] = 1e300, node->high[k] = -1e300;
  for (int64_t i = from; i < to; i++)
    for (int k = 0; k < 3; k++) {
      const double *box = b->box[b->tree->face[i]];
      node->low[k] = box[k] < node->low[k] ? box[k] : node->low[k];
      node->high[k] = box[3 + k] > node->high[k] ? box[3 + k] : node->high[k];
    }
}

/* Halves recursively until leaves remain, so the depth is logarithmic. */
static uint32_t build(const building *b, int64_t from, int64_t to)
{
  const uint32_t at = (uint32_t)b->tree->nodes++;
  carom_box_tree_node *node = &b->tree->node[at];
  *node = (carom_box_tree_node){.first = (uint32_t)from};
  enclose(b, node, from, to);
  if (to - from <= b->leaf) {
    node->faces = (uint32_t)(to - from);
    return at;
  }
  const int64_t half = from + (to - from) / 2;
  part(b, from, to, half, widest(b, from, to));
  build(b, from, half);
  node->second = build(b, half, to);
  return at;
}

bool carom_box_tree_build(carom_box_tree *tree, const double (*box)[6], int64_t faces)
{
  tree->nodes = 0;
  tree->face = malloc((size_t)faces * sizeof *tree->face);
  tree->node = malloc((size_t)(faces > SMALL ? faces : 2 * faces) * sizeof *tree->node);
  if (!tree->face || !tree->node) return false;
  for (int64_t i = 0; i < faces; i++)
    tree->face[i] = (uint32_t)i;
  build(&(building){tree, box, faces > SMALL ? LEAF : 1}, 0, faces);
  carom_box_tree_node *fitting = realloc(tree->node, (size_t)tree->nodes * sizeof *fitting);
  if (fitting) tree->node = fitting;
  return true;
}

void carom_box_tree_free(carom_box_tree *tree)
{
  free(tree->node);
  free(tree->face);
}

static double square_from(const carom_box_tree_node *node, const double x[3])
{
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double below = node->low[k] - x[k], above = x[k] - node->high[k];
    const double off = below > 0 ? below : above > 0 ? above : 0;
    square += off * off;
  }
  return square;
}

int64_t carom_box_tree_near(const carom_box_tree *tree, const double x[3], double most,
                            uint32_t *face, int64_t capacity, double *beyond)
{
  uint32_t stack[DEPTH];
  int depth = 0;
  int64_t count = 0;
  double least = *beyond * *beyond;
  const double square = most * most * (1 + 1e-12); /* rounding must not lose any face */
  stack[depth++] = 0;
  while (depth > 0) {
    const uint32_t at = stack[--depth];
    const carom_box_tree_node *node = &tree->node[at];
    const double off = square_from(node, x);
    if (off > square) {
      least = off < least ? off : least;
      continue;
    }
    if (node->faces == 0) {
      stack[depth++] = node->second;
      stack[depth++] = at + 1;
      continue;
    }
    for (uint32_t i = 0; i < node->faces; i++, count++)
      if (count < capacity) face[count] = tree->face[node->first + i];
  }
  *beyond = CAROM_SQRT(least) * (1 - 1e-12);
  return count;
}
