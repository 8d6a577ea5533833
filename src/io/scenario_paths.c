/* SPDX-License-Identifier: MIT */
/* Paths from outside a file change what it contains, so a name that does not exist was misspelt. */
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/scenario_parts.h"

static const char *key_at(const void *user, int index)
{
  return carom_tree_at(user, index)->key;
}

static const carom_node *member(const carom_node *node, const char *name)
{
  const bool group = node && node->kind == CAROM_NODE_OBJECT;
  for (const carom_node *item = group ? node->first : NULL; item; item = item->next)
    if (carom_same_name(item->key, name)) return item;
  return NULL;
}

/* Reports an unknown name with a few of the names under the key. */
static carom_status no_name(const carom_node *map, const char *key, const char *name,
                            const char *path, carom_error *err)
{
  enum { SHOWN = 12 };
  char known[160] = "";
  if (!map || map->count == 0)
    return carom_fail(
        err, CAROM_ERR_UNKNOWN, path,
        "the file has nothing under '%s'; a path changes what is there, write '%.40s' "
        "into the file",
        key, name);
  const char *near = carom_nearest_name(name, map->count, key_at, map);
  for (int i = 0; i < map->count && i < SHOWN; i++)
    carom_append(known, sizeof known, "%s%.40s", i ? ", " : "", key_at(map, i));
  if (map->count > SHOWN) carom_append(known, sizeof known, ", ...");
  return carom_fail(
      err, CAROM_ERR_UNKNOWN, path,
      "the file has no '%.40s' under '%s'; %s%.40s%sthere are: %s (a path changes what "
      "is there; what is new is written into the file)",
      name, key, near ? "did you mean '" : "", near ? near : "", near ? "'? " : "", known);
}

static carom_status no_item(const carom_node *list, const char *key, const char *step,
                            const char *path, carom_error *err)
{
  const int count = list && list->kind == CAROM_NODE_ARRAY ? list->count : 0;
  return carom_fail(err, CAROM_ERR_UNKNOWN, path,
                    "there is no item '%.40s' under '%s', which has %d, counted from 0 (a path "
                    "changes what is there; what is new is written into the file)",
                    step, key, count);
}

/* The item of a list that a step refers to; NULL if there is none. */
static const carom_node *item_at(const carom_node *list, const char *step)
{
  const size_t digits = strspn(step, "0123456789");
  if (!list || list->kind != CAROM_NODE_ARRAY || step[digits] || digits == 0 || digits > 8)
    return NULL;
  return carom_tree_at(list, atoi(step));
}

/* One step below a key that holds entries. */
static carom_status enter(const carom_key *key, const char *step, const char *path,
                          const carom_node **node, carom_error *err)
{
  const carom_node *entries = *node;
  if (key->kind == CAROM_KEY_MAP) {
    *node = member(entries, step);
    return *node ? CAROM_OK : no_name(entries, key->name, step, path, err);
  }
  *node = item_at(entries, step);
  return *node ? CAROM_OK : no_item(entries, key->name, step, path, err);
}

static bool holds_groups(carom_key_kind kind)
{
  return kind == CAROM_KEY_GROUP || kind == CAROM_KEY_WALL || kind == CAROM_KEY_LIST ||
         kind == CAROM_KEY_MAP;
}

carom_status carom_path_check(const carom_tree *tree, const char *path, carom_error *err)
{
  carom_group group = carom_group_file();
  const carom_node *node = carom_tree_root(tree);
  char step[CAROM_TREE_STEP];
  for (const char *rest = path; *rest;) {
    if (!carom_tree_step(&rest, step)) return CAROM_OK; /* not a path: reported where it is set */
    const int found = carom_group_find_key(&group, step);
    if (found < 0) return CAROM_OK; /* a field, or a name that the format does not know */
    const carom_key *key = &group.key[found];
    node = member(node, step);
    if (!*rest) return CAROM_OK; /* the whole value is given */
    if (key->kind == CAROM_KEY_MAP || key->kind == CAROM_KEY_LIST ||
        key->kind == CAROM_KEY_CONTACTS) {
      if (!carom_tree_step(&rest, step)) return CAROM_OK;
      CAROM_TRY(enter(key, step, path, &node, err));
    }
    if (!holds_groups(key->kind)) return CAROM_OK; /* only values below */
    group = carom_group_under(key);
  }
  return CAROM_OK;
}
