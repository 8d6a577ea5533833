/* SPDX-License-Identifier: MIT */
/* Sets values in a tree from outside its file. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/former_names.h"
#include "core/text.h"
#include "io/tree.h"

/* Trees are read-only everywhere else. */
static carom_node *writable(const carom_node *node)
{
  return (carom_node *)(uintptr_t)node;
}

/* Up to '.', or between brackets. */
bool carom_tree_step(const char **path, char step[CAROM_TREE_STEP])
{
  const bool bracket = **path == '[';
  const char *start = *path + bracket;
  const size_t length = strcspn(start, bracket ? "]" : ".[");
  if (length == 0 || length >= CAROM_TREE_STEP) return false;
  if (bracket && start[length] != ']') return false;
  memcpy(step, start, length);
  step[length] = '\0';
  *path = start + length + bracket;
  if (**path == '.') {
    (*path)++;
    return **path != '\0' && **path != '.' && **path != '[';
  }
  return **path == '\0' || **path == '[';
}

/* Finds a member by its present or former name. */
static carom_node *member(const carom_node *object, const char *key)
{
  const char *other = carom_other_name(key);
  for (const carom_node *item = object->first; item; item = item->next)
    if (item->key &&
        (carom_same_name(item->key, key) || (other && carom_same_name(item->key, other))))
      return writable(item);
  return NULL;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "there is not enough memory");
}

/* The item that a step refers to; a missing member is created, as a group for now. */
static carom_status follow(carom_tree *tree, carom_node *node, const char *step, const char *path,
                           carom_node **item, carom_error *err)
{
  if (node->kind == CAROM_NODE_ARRAY) {
    const size_t digits = strspn(step, "0123456789");
    int index = 0;
    if (step[digits] || digits > 8 || sscanf(step, "%d", &index) != 1 || index >= node->count)
      return carom_fail(err, CAROM_ERR_UNKNOWN, path,
                        "there is no item '%.40s': the list has %d, counted from 0", step,
                        node->count);
    *item = writable(carom_tree_at(node, index));
    return CAROM_OK;
  }
  if (node->kind != CAROM_NODE_OBJECT)
    return carom_fail(err, CAROM_ERR_UNKNOWN, path,
                      "the path goes on to '%.40s', but there is %s already; give all of it, as in "
                      "'{%.40s: ...}'",
                      step, carom_tree_kind_text(node), step);
  *item = member(node, step);
  if (*item) return CAROM_OK;
  *item = carom_tree_add(tree, node, CAROM_NODE_OBJECT, 0, 0);
  if (!*item) return no_memory(err);
  (*item)->key = carom_tree_copy(tree, step, strlen(step));
  return (*item)->key ? CAROM_OK : no_memory(err);
}

/* Copies `from` of another tree, with everything below it, to `to`. */
static bool graft(carom_tree *tree, carom_node *to, const carom_node *from)
{
  to->kind = from->kind;
  to->line = to->column = 0;
  to->number = from->number;
  to->truth = from->truth;
  to->length = from->length;
  to->text = carom_tree_copy(tree, from->text, from->length);
  to->first = NULL;
  to->last = NULL;
  to->count = 0;
  if (!to->text) return false;
  for (const carom_node *item = from->first; item; item = item->next) {
    carom_node *copy = carom_tree_add(tree, to, item->kind, 0, 0);
    if (!copy) return false;
    if (item->key) copy->key = carom_tree_copy(tree, item->key, strlen(item->key));
    if ((item->key && !copy->key) || !graft(tree, copy, item)) return false;
  }
  return true;
}

/* The node that a path refers to, created if missing. */
static carom_status reach(carom_tree *tree, const char *path, carom_node **found, carom_error *err)
{
  carom_node *node = writable(carom_tree_root(tree));
  char step[CAROM_TREE_STEP];
  int depth = 0;
  for (const char *rest = path; *rest || rest == path; depth++) {
    if (depth + 1 >= CAROM_TREE_DEPTH || !carom_tree_step(&rest, step))
      return carom_fail(err, CAROM_ERR_SYNTAX, path,
                        "this is no path; write keys and indices joined by points, such as "
                        "chain.beads.0.velocity");
    CAROM_TRY(follow(tree, node, step, path, &node, err));
    /* The keys of a sweep are paths. */
    if (depth == 0 && *rest && carom_same_name(step, "sweep"))
      return follow(tree, node, rest, path, found, err);
  }
  *found = node;
  return CAROM_OK;
}

carom_status carom_tree_put(carom_tree *tree, const char *path, const carom_node *value,
                            carom_error *err)
{
  carom_node *node = NULL;
  if (!tree || !carom_tree_root(tree) || !path || !value)
    return carom_fail(err, CAROM_ERR_ARGUMENT, NULL, "a tree, a path and a value are needed");
  CAROM_TRY(reach(tree, path, &node, err));
  return graft(tree, node, value) ? CAROM_OK : no_memory(err);
}

carom_status carom_tree_set(carom_tree *tree, const char *path, const char *text, carom_error *err)
{
  if (!path || !text)
    return carom_fail(err, CAROM_ERR_ARGUMENT, NULL, "a tree, a path and a value are needed");
  const carom_node plain = {.kind = CAROM_NODE_STRING, .text = text, .length = strlen(text)};
  if (*text != '[' && *text != '{') return carom_tree_put(tree, path, &plain, err);
  carom_tree *given = NULL;
  carom_status status = (carom_yaml_known() ? carom_yaml_read : carom_json_read)(
      text, strlen(text), CAROM_TREE_BYTES, &given, err);
  if (status == CAROM_OK) {
    status = carom_tree_put(tree, path, carom_tree_root(given), err);
    carom_tree_free(given);
  } else if (err) { /* line numbers within the text are not those of the file */
    err->line = err->column = 0;
    snprintf(err->where, sizeof err->where, "%s", path);
  }
  return status;
}

carom_status carom_tree_assume(carom_tree *tree, const char *path, const char *text,
                               carom_error *err)
{
  carom_node *node = NULL;
  CAROM_TRY(carom_tree_set(tree, path, text, err));
  CAROM_TRY(reach(tree, path, &node, err));
  node->assumed = true;
  return CAROM_OK;
}

static void print_node(const carom_node *node, char *buffer, size_t size)
{
  const bool list = node->kind == CAROM_NODE_ARRAY;
  if (!list && node->kind != CAROM_NODE_OBJECT) {
    carom_append(buffer, size, "%s", node->text);
    return;
  }
  carom_append(buffer, size, list ? "[" : "{");
  for (const carom_node *item = node->first; item; item = item->next) {
    if (item->key) carom_append(buffer, size, "%s: ", item->key);
    print_node(item, buffer, size);
    if (item->next) carom_append(buffer, size, ", ");
  }
  carom_append(buffer, size, list ? "]" : "}");
}

void carom_tree_print(const carom_node *node, char *buffer, size_t size)
{
  if (size == 0) return;
  buffer[0] = '\0';
  print_node(node, buffer, size);
}
