/* SPDX-License-Identifier: MIT */
/* A hash of what a run computes, by which a checkpoint recognises its input. */
#include <stdio.h>
#include <string.h>

#include "core/hash64.h"
#include "io/scenario.h"

/* True for what may differ between a run and its continuation. */
static bool is_free(const carom_node *node)
{
  static const char *const path[] = {"title", "run.until", "run.checkpoint"};
  char own[64];
  carom_tree_path(node, own, sizeof own);
  for (size_t k = 0; k < sizeof path / sizeof *path; k++)
    if (!strcmp(own, path[k])) return true;
  return false;
}

static void add_text(carom_hash64 *hash, const char *text)
{
  if (text) carom_hash64_add(hash, text, strlen(text) + 1);
}

static void add_node(carom_hash64 *hash, const carom_node *node)
{
  const unsigned char kind = (unsigned char)node->kind;
  if (is_free(node)) return;
  carom_hash64_add(hash, &kind, 1);
  add_text(hash, node->key);
  add_text(hash, node->text);
  for (const carom_node *item = node->first; item; item = item->next)
    add_node(hash, item);
  carom_hash64_add(hash, "", 1);
}

void carom_scenario_hash(const carom_scenario *scenario, char text[CAROM_SCENARIO_HASH])
{
  carom_hash64 hash = carom_hash64_start();
  add_node(&hash, carom_tree_root(scenario->tree));
  snprintf(text, CAROM_SCENARIO_HASH, "%016llx", (unsigned long long)carom_hash64_end(&hash));
}
