/* SPDX-License-Identifier: MIT */
/* Memory of the lists, generated from contacts.def. */
#include "scene/contacts.h"

#include <stdlib.h>
#include <string.h>

#include "core/lines.h"

enum { DRAFTED, FINAL };

bool carom_reserve(void *array, int64_t *capacity, int64_t count, size_t size)
{
  void **held = array;
  if (count <= *capacity && *held) return true;
  free(*held);
  const int64_t wanted = count + count / 8 + 64;
  *held = carom_lines((size_t)wanted * size);
  *capacity = *held ? wanted : 0;
  return *held != NULL;
}

/* New memory is zeroed, so that nothing undefined is ever stored in an archive. */
static bool reserve_empty(void *array, int64_t *capacity, int64_t count, size_t size)
{
  const int64_t before = *capacity;
  if (!carom_reserve(array, capacity, count, size)) return false;
  if (*capacity != before) memset(*(void **)array, 0, (size_t)*capacity * size);
  return true;
}

bool carom_contacts_reserve(carom_contacts *c, const carom_model *m)
{
  const int64_t pairs = CAROM_LANES * c->groups;
  bool ok = reserve_empty(&c->neighbour_pair, &c->neighbour_pair_capacity, 2 * pairs,
                          sizeof *c->neighbour_pair) &&
            reserve_empty(&c->neighbour_row, &c->neighbour_row_capacity, pairs,
                          sizeof *c->neighbour_row) &&
            reserve_empty(&c->active_list, &c->active_list_capacity, 2 * c->pair_bins,
                          sizeof *c->active_list);
  /* padded, because kernels read springs of four numbers and so beyond the last history */
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  ok = ok && (!(condition) || reserve_empty(&c->name, &c->name##_capacity,                         \
                                            (width)*c->groups + CAROM_LANES, sizeof(type)));
#include "scene/contacts.def"
#undef CAROM_CONTACT
  return ok;
}

bool carom_draft_reserve(carom_draft *d, const carom_model *m, int64_t groups)
{
  bool ok = true;
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  ok = ok && ((drafted) != DRAFTED || !(condition) ||                                              \
              carom_reserve(&d->name, &d->name##_capacity, (width)*groups, sizeof(type)));
#include "scene/contacts.def"
#undef CAROM_CONTACT
  return ok;
}

void carom_draft_take(carom_contacts *c, const carom_model *m, const carom_draft *d, int64_t from,
                      int64_t to, int64_t groups)
{
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  if ((drafted) == DRAFTED && (condition))                                                         \
    memcpy(c->name + (width)*to, d->name + (width)*from, (size_t)((width)*groups) * sizeof(type));
#include "scene/contacts.def"
#undef CAROM_CONTACT
}

size_t carom_contacts_bytes(const carom_contacts *c)
{
  size_t sum = (size_t)c->neighbour_pair_capacity * sizeof *c->neighbour_pair +
               (size_t)c->neighbour_row_capacity * sizeof *c->neighbour_row +
               (size_t)c->choice_capacity * sizeof *c->choice +
               (size_t)(c->dents.key_capacity + c->dents.state_capacity) * sizeof(double);
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  sum += (size_t)c->name##_capacity * sizeof(type);
#include "scene/contacts.def"
#undef CAROM_CONTACT
  return sum;
}

void carom_contacts_free(carom_contacts *c)
{
  free(c->pair_bin);
  free(c->neighbour_pair);
  free(c->neighbour_row);
  free(c->choice);
  free(c->active_list);
  free(c->dents.key);
  free(c->dents.state);
#define CAROM_CONTACT(name, type, width, drafted, condition) free(c->name);
#include "scene/contacts.def"
#undef CAROM_CONTACT
  *c = (carom_contacts){0};
}

void carom_draft_free(carom_draft *d)
{
#define CAROM_CONTACT(name, type, width, drafted, condition) free(d->name);
#include "scene/contacts.def"
#undef CAROM_CONTACT
  *d = (carom_draft){0};
}

/* Of groups [from, to). */
static void clear_groups(carom_contacts *c, const carom_model *m, int64_t from, int64_t to)
{
  if (from >= to) return;
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  if (condition)                                                                                   \
    memset(c->name + (size_t)(width) * (size_t)from, 0,                                            \
           (size_t)(width) * (size_t)(to - from) * sizeof(type));
#include "scene/contacts.def"
#undef CAROM_CONTACT
}

/* What is recorded of contacts that are open is left over from when they were closed. */
static void clear_open(carom_contacts *c, const carom_model *m, int64_t from, int64_t to)
{
  for (int64_t i = CAROM_LANES * from; i < CAROM_LANES * to; i++) {
    if (c->touching[i / CAROM_LANES] >> i % CAROM_LANES & 1) continue;
    if (m->records_forces) memset(c->applied + 3 * i, 0, 3 * sizeof *c->applied);
    if (m->records_traction) memset(c->traction + 3 * i, 0, 3 * sizeof *c->traction);
  }
}

void carom_contacts_clear_unused(carom_contacts *c, const carom_model *m, int64_t from, int64_t to,
                                 int64_t end)
{
  clear_open(c, m, from, to);
  clear_groups(c, m, to, end);
}

/* Archive type of the elements of an array. */
#define ELEMENT(type)                                                                              \
  _Generic((type){0}, double : CAROM_DOUBLES, uint32_t : CAROM_COUNTS, unsigned char : CAROM_BYTES)

carom_status carom_contacts_archive(carom_contacts *c, const carom_model *m, carom_archive *archive,
                                    carom_error *err)
{
  const size_t groups = (size_t)c->groups;
  CAROM_TRY(carom_archive_array(archive, "contacts", "neighbour_pair", CAROM_COUNTS,
                                c->neighbour_pair, 2 * CAROM_LANES * groups, err));
  CAROM_TRY(carom_archive_array(archive, "contacts", "neighbour_row", CAROM_COUNTS,
                                c->neighbour_row, CAROM_LANES * groups, err));
  CAROM_TRY(carom_archive_array(archive, "contacts", "choice", CAROM_COUNTS, c->choice,
                                (size_t)c->choices, err));
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  CAROM_TRY(carom_archive_array(archive, "contacts", #name, ELEMENT(type), c->name,                \
                                (condition) ? (size_t)(width)*groups : 0, err));
#include "scene/contacts.def"
#undef CAROM_CONTACT
  return CAROM_OK;
}
