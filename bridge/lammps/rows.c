/* SPDX-License-Identifier: MIT */
/* Contact histories in rows that LAMMPS moves along with a grain (fix property/atom).
 *
 * Both grains of a contact have it in their rows, directed from themselves to the other, so that
 * either may move to another rank. A row is [n, rank, code 1, history 1, code 2, ...]. The code is
 * 2 t + c for a grain with tag t and -2 (f + 1) - c for a face f; c is 1 while the contact is
 * closed. */
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "core/error.h"

double rows_code(int tag, bool closed)
{
  return 2.0 * tag + closed;
}

double rows_wall_code(uint32_t face, bool closed)
{
  return -2.0 * ((double)face + 1) - closed;
}

bool rows_code_closed(double code)
{
  return (int64_t)code & 1;
}

int rows_code_tag(double code)
{
  return code > 0 ? (int)((int64_t)code / 2) : 0;
}

uint32_t rows_code_face(double code)
{
  return (uint32_t)((int64_t)-code / 2 - 1);
}

/* LAMMPS reserves 1024 numbers for a grain behind those that it has collected for another rank, and
 * does not check for more. Some of them are its own. */
enum { ROW_MOST = 960 };

int rows_slots_most(const bridge *b)
{
  return (ROW_MOST - ROW_HEAD) / b->entry;
}

/* Enough slots for the smallest spheres around the largest one. Each covers a cap of radius r on a
 * sphere of radius R + r, and at the densest 2 pi / sqrt(3) (1 + R/r)^2 of them fit. If sizes
 * differ much, no grain has as many of the smallest partners, and the limit is a choice. */
int rows_slots(const bridge *b)
{
  const carom_model *m = &b->scene->model;
  const double ratio = m->smallest > 0 ? 1 + m->largest / m->smallest : 2;
  const double around = 3.6276 * ratio * ratio;
  int slots = around < 48 ? (int)around + 1 : 48;
  bool keeps = false;
  for (int k = 0; k < m->material_pairs; k++)
    keeps |= m->material_pair[k].keeps_memory;
  if (keeps) slots *= 2; /* dents of past partners */
  slots += b->scene->walls.faces > 0 ? 6 : 0;
  if (b->slots_asked > 0) return b->slots_asked;
  return slots < rows_slots_most(b) ? slots : rows_slots_most(b);
}

int rows_width(const bridge *b)
{
  return ROW_HEAD + b->slots * b->entry;
}

static unsigned place_of(const bridge *b, int tag)
{
  return (unsigned)tag * 2654435769u & (unsigned)b->table_mask;
}

bool rows_index(bridge *b)
{
  const int count = b->here + b->ghosts;
  int size = 64;
  while (size < 2 * count)
    size *= 2;
  if (size > b->table_capacity || count > b->next_capacity) {
    free(b->table);
    free(b->next);
    b->table_capacity = size;
    b->next_capacity = count + count / 4 + 16;
    b->table = malloc((size_t)b->table_capacity * sizeof *b->table);
    b->next = malloc((size_t)b->next_capacity * sizeof *b->next);
    if (!b->table || !b->next) {
      b->table_capacity = b->next_capacity = 0;
      return false;
    }
  }
  b->table_mask = size - 1;
  memset(b->table, 0xff, (size_t)size * sizeof *b->table);
  for (int i = count - 1; i >= 0; i--) { /* grains owned here come first in their chains */
    unsigned at = place_of(b, b->tag[i]);
    while (b->table[at] >= 0 && b->tag[b->table[at]] != b->tag[i])
      at = (at + 1) & (unsigned)b->table_mask;
    b->next[i] = b->table[at];
    b->table[at] = i;
  }
  return true;
}

int rows_find(const bridge *b, int tag, const double at[3])
{
  unsigned place = place_of(b, tag);
  while (b->table[place] >= 0 && b->tag[b->table[place]] != tag)
    place = (place + 1) & (unsigned)b->table_mask;
  int nearest = b->table[place];
  if (nearest < 0 || b->next[nearest] < 0) return nearest;
  double least = 1e300;
  for (int i = b->table[place]; i >= 0; i = b->next[i]) {
    const double *x = b->host.position[i];
    const double u = x[0] - at[0], v = x[1] - at[1], w = x[2] - at[2];
    const double square = u * u + v * v + w * w;
    if (square >= least) continue;
    least = square;
    nearest = i;
  }
  return nearest;
}

bool rows_add(bridge *b, int grain, double code, const double *history)
{
  double *row = b->row[grain];
  const int count = (int)row[ROW_COUNT], size = b->entry - 1;
  const int64_t partner = (int64_t)code / 2;
  double *to = row + ROW_HEAD;
  for (int k = 0; k < count && (int64_t)to[0] / 2 != partner; k++)
    to += b->entry;
  if (to == row + ROW_HEAD + count * b->entry) {
    if (count == b->slots) return false;
    row[ROW_COUNT] = count + 1;
  }
  to[0] = code;
  memcpy(to + 1, history, (size_t)size * sizeof *to);
  return true;
}

void rows_overflow(bridge *b, int tag)
{
  const int most = rows_slots_most(b), more = 2 * b->slots < most ? 2 * b->slots : most;
  if (b->status != CAROM_OK) return;
  if (b->slots < most)
    b->status = carom_fail(&b->error, CAROM_ERR_RANGE, "--slots",
                           "particle %d remembers more than %d contacts; use --slots %d", tag - 1,
                           b->slots, more);
  else
    b->status = carom_fail(
        &b->error, CAROM_ERR_RANGE, "--slots",
        "particle %d remembers more than %d contacts, and no more can be carried "
        "over to LAMMPS; use 'carom run'",
        tag - 1, b->slots);
}

static void pack_contact(void *user, carom_hosted_contact *c)
{
  bridge *b = user;
  const bool wall = carom_partner_is_wall(c->partner);
  const int first = (int)c->first, second = wall ? -1 : (int)c->partner;
  const double code = wall ? rows_wall_code(carom_partner_face(c->partner), c->closed)
                           : rows_code(b->tag[second], c->closed);
  if (first < b->here && !rows_add(b, first, code, c->history)) rows_overflow(b, b->tag[first]);
  if (wall || second >= b->here) return;
  double flipped[CAROM_HISTORY_MOST];
  memcpy(flipped, c->history, (size_t)(b->entry - 1) * sizeof *flipped);
  carom_history_flip(&b->scene->model.history, flipped);
  if (!rows_add(b, second, rows_code(b->tag[first], c->closed), flipped))
    rows_overflow(b, b->tag[second]);
}

carom_status rows_pack(bridge *b)
{
  for (int i = 0; i < b->here; i++)
    b->row[i][ROW_COUNT] = 0;
  if (!carom_hosted_contacts(b->scene, pack_contact, b) && b->status == CAROM_OK)
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for contacts");
  for (int k = 0; k < b->carried_count; k++)
    if (!rows_add(b, b->carried[k].grain, b->carried[k].code,
                  b->carried_history + (int64_t)k * (b->entry - 1)))
      rows_overflow(b, b->tag[b->carried[k].grain]);
  return b->status;
}

int64_t rows_entries(const bridge *b)
{
  int64_t count = 0;
  for (int i = 0; i < b->here; i++)
    count += (int64_t)b->row[i][ROW_COUNT];
  return count;
}

/* Keeps an entry whose partner is not here; it can only be a dent. */
static void carry(bridge *b, int grain, const double *entry)
{
  const int size = b->entry - 1;
  b->carried[b->carried_count] = (carried){grain, entry[0]};
  memcpy(b->carried_history + (int64_t)b->carried_count * size, entry + 1,
         (size_t)size * sizeof *entry);
  b->carried_count++;
}

/* A contact between two grains here is taken from the row of the lower tag. */
static void unpack_entry(bridge *b, int grain, double *entry)
{
  const int other = rows_code_tag(entry[0]);
  carom_hosted_contact c = {
      .first = (uint32_t)grain, .closed = rows_code_closed(entry[0]), .history = entry + 1};
  if (other == 0) {
    c.partner = carom_wall_partner(rows_code_face(entry[0]));
  } else {
    const int at = rows_find(b, other, b->host.position[grain]);
    if (at < 0) {
      carry(b, grain, entry);
      return;
    }
    if (at < b->here && other < b->tag[grain]) return;
    c.partner = (uint32_t)at;
  }
  carom_hosted_remember(b->scene, &c);
}

void rows_unpack(bridge *b)
{
  const int64_t entries = rows_entries(b);
  b->carried_count = 0;
  if (!carom_reserve(&b->carried, &b->carried_capacity, entries, sizeof *b->carried) ||
      !carom_reserve(&b->carried_history, &b->carried_history_capacity, entries * (b->entry - 1),
                     sizeof *b->carried_history)) {
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for contacts");
    return;
  }
  for (int i = 0; i < b->here; i++) {
    double *row = b->row[i];
    const bool came = (int)row[ROW_RANK] != b->rank && (int)row[ROW_RANK] != NOWHERE;
    b->came += came;
    row[ROW_RANK] = b->rank;
    for (int k = 0; k < (int)row[ROW_COUNT]; k++) {
      double *entry = row + ROW_HEAD + (int64_t)k * b->entry;
      b->came_closed += came && rows_code_closed(entry[0]);
      unpack_entry(b, i, entry);
    }
  }
}
