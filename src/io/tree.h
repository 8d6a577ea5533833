/* SPDX-License-Identifier: MIT */
/* The contents of a scenario file as a tree of nodes that know their line and column. */
#ifndef CAROM_IO_TREE_H
#define CAROM_IO_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

#define CAROM_TREE_DEPTH 64                 /* greatest nesting of objects and arrays */
#define CAROM_TREE_BYTES ((size_t)16 << 20) /* more than any scenario file needs */

typedef enum carom_node_kind {
  CAROM_NODE_NULL,
  CAROM_NODE_BOOL,
  CAROM_NODE_NUMBER,
  CAROM_NODE_STRING,
  CAROM_NODE_ARRAY,
  CAROM_NODE_OBJECT
} carom_node_kind;

/* A node is read-only for everyone but the reader that builds it. Iterate over an array or object
 * by for (const carom_node *item = node->first; item; item = item->next) Texts are terminated UTF-8
 * without U+0000. */
typedef struct carom_node carom_node;
struct carom_node {
  carom_node_kind kind;
  int line, column; /* start of the value, counted from 1; columns count characters */
  int key_line, key_column;
  const char *key;  /* key of a member of an object; else NULL */
  const char *text; /* string: its characters; number, bool, null: as written; else "" */
  size_t length;    /* length of `text` */
  double number;    /* number: its value; else 0 */
  bool truth;       /* bool: its value; else false */
  bool assumed;     /* a default that was inserted; values from outside the file have line 0 */
  int index;        /* index among its siblings */
  int count;        /* array, object: number of items */
  const carom_node *parent, *first, *next;
  carom_node *last;
};

typedef struct carom_tree carom_tree;

/* The length of a byte order mark at the start of a text, 0 without one. Some editors write it
 * invisibly: readers skip it, and columns are counted after it. */
size_t carom_tree_mark(const char *text, size_t length);

/* Reads a JSON text (RFC 8259, UTF-8) of at most `limit` bytes. Duplicate keys,
 * U+0000 in strings, unpaired surrogates, numbers too large for a double and more than
 * CAROM_TREE_DEPTH levels are errors. On an error *tree is NULL. */
carom_status carom_json_read(const char *text, size_t length, size_t limit, carom_tree **tree,
                             carom_error *err);

/* Likewise for a YAML text (1.1, UTF-8). Every scalar is a string as written, except that an empty
 * plain one is null. Anchors, aliases, tags, keys that are not scalars and a second document are
 * errors, as is everything that carom_json_read rejects. CAROM_ERR_IO if the library was built
 * without libyaml. */
carom_status carom_yaml_read(const char *text, size_t length, size_t limit, carom_tree **tree,
                             carom_error *err);

/* True if the library was built with libyaml. */
bool carom_yaml_known(void);

const carom_node *carom_tree_root(const carom_tree *tree);
void carom_tree_free(carom_tree *tree);

/* The member of an object with this key; NULL if there is none or the node is NULL or not an
 * object. */
const carom_node *carom_tree_get(const carom_node *object, const char *key);

/* Item number `index` of an array or object, from 0; NULL if there is none. */
const carom_node *carom_tree_at(const carom_node *node, int index);

/* The path of a node, such as "chain.beads[0].radius"; "" for the root. Truncated to the buffer. */
void carom_tree_path(const carom_node *node, char *buffer, size_t size);

/* Sets the value at a path such as "chain.beads.0.velocity" or "chain.beads[0].velocity", replacing
 * an existing one or adding a member; missing objects along the path are created. The text is taken
 * as a string, or as a list or group if it begins with '[' or '{'. New nodes have line 0. On an
 * error the tree is unchanged except for created objects. */
carom_status carom_tree_set(carom_tree *tree, const char *path, const char *text, carom_error *err);

/* Like carom_tree_set, with a copy of a node of another tree. */
carom_status carom_tree_put(carom_tree *tree, const char *path, const carom_node *value,
                            carom_error *err);

/* Like carom_tree_set, for a default that depends on more than its table. */
carom_status carom_tree_assume(carom_tree *tree, const char *path, const char *text,
                               carom_error *err);

/* Removes the next key or index from a path. Returns false if there is none, or if it is too
 * long. */
enum { CAROM_TREE_STEP = 96 };
bool carom_tree_step(const char **path, char step[CAROM_TREE_STEP]);

/* Prints a value in one line, such as "{law: hertz}", truncated to the buffer. */
void carom_tree_print(const carom_node *node, char *buffer, size_t size);

/* The type of a node for messages: "a number", "an array"... */
const char *carom_tree_kind_text(const carom_node *node);

/* For readers: checks the text to be read and creates an empty tree; then passes it to `tree`, or
 * frees it if reading failed. */
carom_status carom_tree_begin(const char *text, size_t length, size_t limit, carom_tree **tree,
                              carom_tree **made, carom_error *err);
carom_status carom_tree_end(carom_tree *made, carom_status status, carom_tree **tree);

/* For readers: creates an empty tree; appends a node to `parent` (NULL: the root, once), whose
 * `key` and `text` must come from carom_tree_copy; allocates memory that lives as long as the tree.
 * NULL: out of memory. */
carom_tree *carom_tree_new(void);
carom_node *carom_tree_add(carom_tree *tree, carom_node *parent, carom_node_kind kind, int line,
                           int column);
char *carom_tree_room(carom_tree *tree, size_t size);

/* Allocates `count` zeroed elements of `size` bytes that live as long as the tree. */
void *carom_tree_items(carom_tree *tree, size_t count, size_t size);
char *carom_tree_copy(carom_tree *tree, const char *text, size_t length);

/* Finds the member that repeats the key of an earlier one, first in the file; NULL if all keys
 * differ. Returns false if memory runs out. */
bool carom_tree_repeated(const carom_node *object, const carom_node **repeated);

#endif
