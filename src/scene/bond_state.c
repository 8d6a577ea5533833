/* SPDX-License-Identifier: MIT */
/* The state of bonds: all that were ever made, with the rows of the last forces. */
#include <stdlib.h>

#include "scene/state.h"

/* What must be known before the arrays can be read, and sums. */
typedef struct sums {
  int64_t kinds, count;
  double power, lost, released;
} sums;

static const carom_column sums_column[] = {
    CAROM_COLUMN(sums, kinds, CAROM_INT64S),     CAROM_COLUMN(sums, count, CAROM_INT64S),
    CAROM_COLUMN(sums, power, CAROM_DOUBLES),    CAROM_COLUMN(sums, lost, CAROM_DOUBLES),
    CAROM_COLUMN(sums, released, CAROM_DOUBLES),
};

static const carom_column bond_column[] = {
    CAROM_COLUMN(carom_bond, beam.length, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_bond, beam.axis, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_bond, beam.turn, CAROM_DOUBLES, 4),
    CAROM_COLUMN(carom_bond, broken_at, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bond, released, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bond, radius, CAROM_DOUBLES),
    CAROM_COLUMN(carom_bond, kind, CAROM_INT64S),
    CAROM_COLUMN(carom_bond, state, CAROM_INT64S),
    CAROM_COLUMNS(carom_bond, tag, CAROM_INT64S, 2),
};

static const carom_column row_column[] = {
    CAROM_COLUMNS(carom_bond_row, force, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_bond_row, torque, CAROM_DOUBLES, 6),
    CAROM_COLUMN(carom_bond_row, energy, CAROM_DOUBLES),
};

static bool reserve(carom_bonds *b, int64_t count)
{
  if (count <= b->capacity) return true;
  carom_bond *bond = realloc(b->bond, (size_t)count * sizeof *bond);
  if (bond) b->bond = bond;
  carom_bond_row *row = bond ? realloc(b->row, (size_t)count * sizeof *row) : NULL;
  if (!row) return false;
  b->row = row;
  b->capacity = b->row_capacity = count;
  return true;
}

static bool end_fits(const carom_scene *s, const carom_bond *b, int end)
{
  return carom_sane(b->tag[end], s->particles.count - 1) ||
         (b->tag[end] == CAROM_GONE && b->state != CAROM_BOND_WHOLE);
}

/* Is every index valid, and can intact bonds be computed? */
static bool fits(carom_scene *s)
{
  carom_bonds *b = &s->bonds;
  b->whole = 0;
  for (int64_t k = 0; k < b->count; k++) {
    carom_bond *one = &b->bond[k];
    if (!carom_sane(one->kind, b->kinds - 1) || !carom_sane(one->state, CAROM_BOND_REMOVED) ||
        !(one->beam.length > 0 && one->beam.length < 1e75) || !end_fits(s, one, 0) ||
        !end_fits(s, one, 1) ||
        (one->tag[0] == one->tag[1] && one->tag[0] != CAROM_GONE)) /* both are gone */
      return false;
    b->longest = one->beam.length > b->longest ? one->beam.length : b->longest;
    if (one->state != CAROM_BOND_WHOLE) continue;
    carom_bond_prepare(s, one);
    b->whole++;
  }
  return true;
}

carom_status carom_bonds_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  carom_bonds *b = &s->bonds;
  sums to = {b->kinds, b->count, b->power, b->lost, b->released};
  if (b->kinds == 0) return CAROM_OK;
  CAROM_VISIT("bonds", sums_column, &to, 1);
  if (archive->loading) {
    b->count = 0;
    if (to.kinds != b->kinds || !carom_sane(to.count, INT64_C(0x7fffffff)))
      return carom_state_damaged(err, "bonds");
    if (!reserve(b, to.count)) return carom_state_no_memory(err);
    b->count = to.count;
    b->power = to.power;
    b->lost = to.lost;
    b->released = to.released;
  }
  carom_status status = carom_archive_table(archive, "bond", bond_column,
                                            (int)(sizeof bond_column / sizeof *bond_column),
                                            b->bond, sizeof *b->bond, (size_t)b->count, err);
  if (status == CAROM_OK)
    status = carom_archive_table(archive, "bond", row_column,
                                 (int)(sizeof row_column / sizeof *row_column), b->row,
                                 sizeof *b->row, (size_t)b->count, err);
  if (!archive->loading) return status;
  if (status == CAROM_OK && !fits(s)) status = carom_state_damaged(err, "bond");
  if (status != CAROM_OK) b->count = b->whole = 0;
  if (!carom_bonds_index(s) && status == CAROM_OK) status = carom_state_no_memory(err);
  return status;
}
