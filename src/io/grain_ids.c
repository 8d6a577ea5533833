/* SPDX-License-Identifier: MIT */
#include "io/grain_ids.h"

#include <stdlib.h>

struct labelled {
  uint32_t id;
  int group;
  int64_t index;
};

static int by_id(const void *a, const void *b)
{
  const struct labelled *p = a, *q = b;
  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  return p->index < q->index ? -1 : p->index > q->index;
}

static int64_t end_of(const carom_id_group *group, int groups, int g, int64_t count)
{
  return g + 1 < groups ? group[g + 1].first : count;
}

/* Finds two neighbours with the same id in a sorted list. */
static carom_status compare(const struct labelled *all, int64_t count, carom_id_clash *clash)
{
  for (int64_t i = 1; i < count; i++) {
    if (all[i - 1].id != all[i].id) continue;
    *clash = (carom_id_clash){.id = all[i].id,
                              .index = {all[i - 1].index, all[i].index},
                              .group = {all[i - 1].group, all[i].group}};
    return CAROM_ERR_CONFLICT;
  }
  return CAROM_OK;
}

carom_status carom_grain_ids(carom_scene_particle *list, int64_t count, const carom_id_group *group,
                             int groups, carom_id_clash *clash)
{
  struct labelled *all = malloc(((size_t)count + 1) * sizeof *all);
  int64_t given = 0;
  if (!all) return CAROM_ERR_MEMORY;
  for (int g = 0; g < groups; g++)
    for (int64_t i = group[g].first; group[g].given && i < end_of(group, groups, g, count); i++)
      all[given++] = (struct labelled){list[i].id, g, i};
  qsort(all, (size_t)given, sizeof *all, by_id);
  carom_status status = compare(all, given, clash);
  uint64_t next = given > 0 ? (uint64_t)all[given - 1].id + 1 : 1;
  free(all);
  for (int g = 0; status == CAROM_OK && g < groups; g++)
    for (int64_t i = group[g].first; !group[g].given && i < end_of(group, groups, g, count); i++) {
      if (next > UINT32_MAX) {
        *clash = (carom_id_clash){.index = {i, i}, .group = {g, g}};
        return CAROM_ERR_RANGE;
      }
      list[i].id = (uint32_t)next++;
    }
  return status;
}
