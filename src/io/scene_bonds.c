/* SPDX-License-Identifier: MIT */
#include "io/scene_bonds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "io/csv.h"
#include "io/file.h"

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for the bonds");
}

static carom_status read_pairs(const char *text, size_t length, const carom_csv *csv,
                               int64_t (*pair)[2], carom_error *err)
{
  static const char *const name[] = {"a", "b"};
  for (int end = 0; end < 2; end++) {
    double factor;
    const int column = carom_csv_find(csv, name[end], "1", &factor, err);
    if (column < 0)
      return carom_fail(err, CAROM_ERR_MISSING, NULL,
                        "there is no column '%s'; the first line is a,b and each other line a pair "
                        "of ids",
                        name[end]);
    for (int64_t i = 0; i < csv->rows; i++) {
      const double value = csv->value[i * csv->columns + column];
      if (!(value >= 0 && value <= UINT32_MAX && value == (double)(int64_t)value)) {
        carom_fail(err, CAROM_ERR_RANGE, NULL, "'%s' is an id, a whole number from 0 to %lu",
                   name[end], (unsigned long)UINT32_MAX);
        if (err) err->line = carom_csv_line(text, length, i);
        return CAROM_ERR_RANGE;
      }
      pair[i][end] = (int64_t)value;
    }
  }
  return CAROM_OK;
}

int64_t (*carom_bond_pairs_read(const char *text, size_t length, int64_t *count,
                                carom_error *err))[2]
{
  carom_csv csv;
  int64_t(*pair)[2] = NULL;
  carom_status status = carom_csv_read(text, length, &csv, err);
  if (status == CAROM_OK) pair = malloc(((size_t)csv.rows + 1) * sizeof *pair);
  if (status == CAROM_OK && !pair) status = no_memory(err);
  if (status == CAROM_OK) status = read_pairs(text, length, &csv, pair, err);
  *count = csv.rows;
  carom_csv_free(&csv);
  if (status == CAROM_OK) return pair;
  free(pair);
  return NULL;
}

/* A particle by its id. */
typedef struct labelled {
  uint32_t id;
  int64_t number;
} labelled;

static int compare(const void *a, const void *b)
{
  const uint32_t x = ((const labelled *)a)->id, y = ((const labelled *)b)->id;
  return x < y ? -1 : x > y;
}

static labelled *by_id(const carom_scene_def *def)
{
  labelled *list = malloc(((size_t)def->particles + 1) * sizeof *list);
  for (int64_t i = 0; list && i < def->particles; i++)
    list[i] = (labelled){def->particle[i].id, i};
  if (list) qsort(list, (size_t)def->particles, sizeof *list, compare);
  return list;
}

/* Converts ids to indices. */
static carom_status number_pairs(const carom_scene_def *def, const labelled *list,
                                 int64_t (*pair)[2], int64_t pairs, carom_error *err)
{
  for (int64_t i = 0; i < pairs; i++)
    for (int end = 0; end < 2; end++) {
      const labelled key = {(uint32_t)pair[i][end], 0};
      const labelled *found = bsearch(&key, list, (size_t)def->particles, sizeof *list, compare);
      if (!found)
        return carom_fail(err, CAROM_ERR_UNKNOWN, NULL,
                          "there is no particle with the id %" PRId64 " of pair %" PRId64,
                          pair[i][end], i + 1);
      pair[i][end] = found->number;
    }
  return CAROM_OK;
}

/* "FILE: line 3: SENTENCE", with the place of the bond in the scenario. */
static carom_status in_file(const carom_scenario_bond *bond, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  const carom_error inside = *err;
  char line[32] = "";
  if (inside.line > 0) snprintf(line, sizeof line, "line %d: ", inside.line);
  carom_fail(err, inside.code, NULL, "%.100s: %s%.300s", bond->file, line, inside.text);
  err->line = bond->node->line;
  err->column = bond->node->column;
  carom_tree_path(bond->node, err->where, sizeof err->where);
  return err->code;
}

static carom_status add_file(const carom_scenario_bond *bond, const char *folder,
                             const carom_scene_def *def, const labelled *list, carom_scene_bond *to,
                             carom_error *err)
{
  enum { LIMIT = 2000000000 };
  char path[4096];
  char *text = NULL;
  size_t length = 0;
  if (!carom_file_path(folder, bond->file, path, sizeof path, err) ||
      carom_file_read(path, LIMIT, &text, &length, err) != CAROM_OK)
    return in_file(bond, err);
  int64_t(*pair)[2] = carom_bond_pairs_read(text, length, &to->pairs, err);
  free(text);
  to->pair = (const int64_t(*)[2])pair;
  if (!pair || number_pairs(def, list, pair, to->pairs, err) != CAROM_OK) return in_file(bond, err);
  if (to->pairs > 0) return CAROM_OK;
  carom_fail(err, CAROM_ERR_MISSING, NULL, "there are no pairs");
  return in_file(bond, err);
}

carom_status carom_scene_bonds_build(const carom_scenario *s, const char *folder,
                                     carom_scene_def *def, carom_scene_parts *parts,
                                     carom_error *err)
{
  const int bonds = s->scene.bonds;
  carom_status status = CAROM_OK;
  if (bonds == 0) return CAROM_OK;
  parts->bond = calloc((size_t)bonds, sizeof *parts->bond);
  labelled *list = by_id(def);
  if (!parts->bond || !list) status = no_memory(err);
  for (int k = 0; k < bonds && status == CAROM_OK; k++) {
    parts->bond[k] = s->scene.bond[k].def;
    parts->bonds = k + 1;
    if (s->scene.bond[k].file)
      status = add_file(&s->scene.bond[k], folder, def, list, &parts->bond[k], err);
  }
  free(list);
  def->bond = parts->bond;
  def->bonds = bonds;
  return status;
}

void carom_scene_bonds_free(carom_scene_parts *parts)
{
  for (int k = 0; k < parts->bonds; k++)
    free((void *)parts->bond[k].pair);
  free(parts->bond);
}
