/* SPDX-License-Identifier: MIT */
/* Reading tests/reference: trees, members, and numbers that may be decimal strings. */
#ifndef CAROM_TESTS_REFERENCE_H
#define CAROM_TESTS_REFERENCE_H

#include <stdlib.h>
#include <string.h>

#include "io/file.h"
#include "io/tree.h"
#include "setup.h"

static inline carom_tree *read_tree(const char *path)
{
  char *text;
  size_t length;
  carom_tree *tree;
  carom_error err;
  const size_t limit = (size_t)1 << 24;
  if (carom_file_read(path, limit, &text, &length, &err) != CAROM_OK) {
    print_error("%s: %s\n", path, err.text);
    return NULL;
  }
  if (carom_json_read(text, length, limit, &tree, &err) != CAROM_OK)
    print_error("%s:%d:%d: %s\n", path, err.line, err.column, err.text);
  free(text);
  return tree;
}

static inline const carom_node *member(const carom_node *object, const char *key)
{
  const carom_node *node = carom_tree_get(object, key);
  if (!node) fail_msg("no '%s' among the reference values", key);
  return node;
}

/* A number, or a decimal string. */
static inline double number(const carom_node *object, const char *key)
{
  const carom_node *node = member(object, key);
  if (node->kind == CAROM_NODE_NUMBER) return node->number;
  char *end;
  const double value = strtod(node->text, &end);
  if (node->kind != CAROM_NODE_STRING || *end || end == node->text)
    fail_msg("'%s' is not a number", key);
  return value;
}

/* The values of one file of tests/reference: the tree, and the functions that a suite calls before
 * and after its tests. */
#define REFERENCES(tree, name)                                                                     \
  static carom_tree *tree;                                                                         \
  static int read_references(void **state)                                                         \
  {                                                                                                \
    (void)state;                                                                                   \
    tree = read_tree(CAROM_SOURCE_DIR "/tests/reference/" name);                                   \
    return tree ? 0 : -1;                                                                          \
  }                                                                                                \
  static int free_references(void **state)                                                         \
  {                                                                                                \
    carom_tree_free(tree);                                                                         \
    return close_report(state);                                                                    \
  }

#endif
