/* SPDX-License-Identifier: MIT */
#include "io/tree.h"

#include <limits.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

#define BLOCK_FIRST 4096
#define BLOCK_LARGEST (1u << 20)

/* Memory comes in blocks that are freed together with the tree. */
struct block {
  struct block *before;
  size_t used, size;
  alignas(max_align_t) unsigned char bytes[];
};

struct carom_tree {
  struct block *block;
  carom_node *root;
};

carom_tree *carom_tree_new(void)
{
  return calloc(1, sizeof(carom_tree));
}

carom_status carom_tree_begin(const char *text, size_t length, size_t limit, carom_tree **tree,
                              carom_tree **made, carom_error *err)
{
  if (!tree) return carom_fail(err, CAROM_ERR_ARGUMENT, NULL, "there is no place for the tree");
  *tree = NULL;
  if (!text && length > 0)
    return carom_fail(err, CAROM_ERR_ARGUMENT, NULL, "there is no text to read");
  if (length > limit || length > INT_MAX)
    return carom_fail(err, CAROM_ERR_RANGE, NULL,
                      "the text has %zu bytes; at most %zu are accepted", length,
                      limit < INT_MAX ? limit : (size_t)INT_MAX);
  *made = carom_tree_new();
  if (!*made) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "there is not enough memory");
  return CAROM_OK;
}

carom_status carom_tree_end(carom_tree *made, carom_status status, carom_tree **tree)
{
  if (status == CAROM_OK)
    *tree = made;
  else
    carom_tree_free(made);
  return status;
}

void carom_tree_free(carom_tree *tree)
{
  if (!tree) return;
  for (struct block *block = tree->block; block;) {
    struct block *before = block->before;
    free(block);
    block = before;
  }
  free(tree);
}

size_t carom_tree_mark(const char *text, size_t length)
{
  return length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
}

const carom_node *carom_tree_root(const carom_tree *tree)
{
  return tree ? tree->root : NULL;
}

static struct block *new_block(carom_tree *tree, size_t size)
{
  size_t room = tree->block ? 2 * tree->block->size : BLOCK_FIRST;
  if (room > BLOCK_LARGEST) room = BLOCK_LARGEST;
  if (room < size) room = size;
  struct block *block = malloc(sizeof *block + room);
  if (!block) return NULL;
  *block = (struct block){.before = tree->block, .used = 0, .size = room};
  tree->block = block;
  return block;
}

static void *take(carom_tree *tree, size_t size, size_t alignment)
{
  struct block *block = tree->block;
  size_t at = block ? (block->used + alignment - 1) / alignment * alignment : 0;
  if (!block || at > block->size || block->size - at < size) {
    block = new_block(tree, size);
    at = 0;
  }
  if (!block) return NULL;
  block->used = at + size;
  return block->bytes + at;
}

char *carom_tree_room(carom_tree *tree, size_t size)
{
  return take(tree, size, 1);
}

void *carom_tree_items(carom_tree *tree, size_t count, size_t size)
{
  if (size > 0 && count > (size_t)-1 / 4 / size) return NULL;
  void *items = take(tree, count * size, alignof(max_align_t));
  if (items) memset(items, 0, count * size);
  return items;
}

char *carom_tree_copy(carom_tree *tree, const char *text, size_t length)
{
  char *copy = carom_tree_room(tree, length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

carom_node *carom_tree_add(carom_tree *tree, carom_node *parent, carom_node_kind kind, int line,
                           int column)
{
  carom_node *node = take(tree, sizeof *node, alignof(carom_node));
  if (!node) return NULL;
  *node = (carom_node){.kind = kind, .line = line, .column = column, .text = "", .parent = parent};
  if (!parent) {
    tree->root = node;
    return node;
  }
  node->index = parent->count++;
  if (parent->last)
    parent->last->next = node;
  else
    parent->first = node;
  parent->last = node;
  return node;
}

const carom_node *carom_tree_get(const carom_node *object, const char *key)
{
  if (!object || object->kind != CAROM_NODE_OBJECT || !key) return NULL;
  for (const carom_node *item = object->first; item; item = item->next) {
    if (item->key && !strcmp(item->key, key)) return item;
  }
  return NULL;
}

const carom_node *carom_tree_at(const carom_node *node, int index)
{
  if (!node || index < 0 || index >= node->count) return NULL;
  const carom_node *item = node->first;
  while (item && index-- > 0)
    item = item->next;
  return item;
}

void carom_tree_path(const carom_node *node, char *buffer, size_t size)
{
  const carom_node *chain[CAROM_TREE_DEPTH + 2];
  int length = 0;
  if (size == 0) return;
  buffer[0] = '\0';
  for (; node && node->parent && length < CAROM_TREE_DEPTH + 2; node = node->parent)
    chain[length++] = node;
  while (length-- > 0) {
    if (chain[length]->key)
      carom_append(buffer, size, "%s%s", *buffer ? "." : "", chain[length]->key);
    else
      carom_append(buffer, size, "[%d]", chain[length]->index);
  }
}

const char *carom_tree_kind_text(const carom_node *node)
{
  switch (node ? node->kind : CAROM_NODE_NULL) {
  case CAROM_NODE_NULL:
    return "nothing";
  case CAROM_NODE_BOOL:
    return "true or false";
  case CAROM_NODE_NUMBER:
    return "a number";
  case CAROM_NODE_STRING:
    return "a text";
  case CAROM_NODE_ARRAY:
    return "a list";
  case CAROM_NODE_OBJECT:
    return "a group of settings";
  }
  return "nothing";
}

static int by_key(const void *a, const void *b)
{
  const carom_node *one = *(const carom_node *const *)a, *other = *(const carom_node *const *)b;
  int order = strcmp(one->key, other->key);
  if (order != 0) return order;
  return (one->index > other->index) - (one->index < other->index);
}

/* Sorts the keys, because comparing every key with every other would take hours for a file with a
 * million keys. */
bool carom_tree_repeated(const carom_node *object, const carom_node **repeated)
{
  *repeated = NULL;
  if (object->count < 2) return true;
  const carom_node **sorted = malloc((size_t)object->count * sizeof *sorted);
  if (!sorted) return false;
  size_t count = 0;
  for (const carom_node *item = object->first; item; item = item->next) {
    if (item->key) sorted[count++] = item;
  }
  qsort(sorted, count, sizeof *sorted, by_key);
  for (size_t i = 1; i < count; i++) {
    if (strcmp(sorted[i - 1]->key, sorted[i]->key) != 0) continue;
    if (!*repeated || sorted[i]->index < (*repeated)->index) *repeated = sorted[i];
  }
  free(sorted);
  return true;
}
