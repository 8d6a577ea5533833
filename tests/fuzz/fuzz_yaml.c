/* SPDX-License-Identifier: MIT */
/* Any bytes as YAML: read without a fault, and what is read is written as JSON, which is YAML, and
 * read back the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/json_write.h"
#include "io/tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

static void write_node(carom_json *json, const carom_node *node)
{
  switch (node->kind) {
  case CAROM_NODE_NULL:
    carom_json_null(json, node->key);
    break;
  case CAROM_NODE_BOOL:
  case CAROM_NODE_NUMBER:
    abort(); /* plain scalars stay text */
  case CAROM_NODE_STRING:
    carom_json_string(json, node->key, node->text);
    break;
  case CAROM_NODE_ARRAY:
  case CAROM_NODE_OBJECT:
    if (node->kind == CAROM_NODE_ARRAY)
      carom_json_array(json, node->key);
    else
      carom_json_object(json, node->key);
    for (const carom_node *item = node->first; item; item = item->next)
      write_node(json, item);
    carom_json_end(json);
    break;
  }
}

static void compare(const carom_node *a, const carom_node *b)
{
  require(a->kind == b->kind && a->count == b->count && !a->key == !b->key);
  require(!a->key || !strcmp(a->key, b->key));
  require(a->kind != CAROM_NODE_STRING || !strcmp(a->text, b->text));
  require(a->length == strlen(a->text) && a->line >= 1 && a->column >= 1);
  require(!a->key || (a->key_line >= 1 && a->key_column >= 1));
  const carom_node *other = b->first;
  for (const carom_node *item = a->first; item; item = item->next) {
    compare(item, other);
    require(item->parent == a && carom_tree_at(a, 0) == a->first);
    other = other->next;
  }
  require(!other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  carom_tree *tree = NULL, *again = NULL;
  carom_error err = {.code = CAROM_OK};
  carom_status status = carom_yaml_read((const char *)data, size, 1 << 20, &tree, &err);
  require((status == CAROM_OK) == (tree != NULL));
  if (status != CAROM_OK) {
    require(err.code == status && memchr(err.text, '\0', sizeof err.text));
    require(memchr(err.where, '\0', sizeof err.where) && strlen(err.text) > 0);
    return 0;
  }
  carom_json json = carom_json_to_memory();
  write_node(&json, carom_tree_root(tree));
  require(carom_json_finish(&json, &err) == CAROM_OK);
  require(carom_json_read(json.text, json.length, SIZE_MAX, &again, &err) == CAROM_OK);
  compare(carom_tree_root(tree), carom_tree_root(again));
  free(json.text);
  carom_tree_free(tree);
  carom_tree_free(again);
  return 0;
}
