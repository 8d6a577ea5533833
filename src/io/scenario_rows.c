/* SPDX-License-Identifier: MIT */
/* Reads tables over time (drives, motions of walls, rotating gravity) and of sizes. */
#include <string.h>

#include "core/text.h"
#include "io/scenario_parts.h"

static bool read_row(const carom_node *item, const carom_field *column, int columns, double *row,
                     carom_faults *faults)
{
  if (item->kind != CAROM_NODE_ARRAY || item->count != columns) {
    char wanted[160] = "";
    for (int k = 0; k < columns; k++)
      carom_append(wanted, sizeof wanted, "%s%s", k ? ", " : "", column[k].name);
    carom_fault(faults, item, false, CAROM_ERR_SYNTAX, "a row is expected, [%s], not %s", wanted,
                item->kind == CAROM_NODE_ARRAY ? "a list of another length"
                                               : carom_tree_kind_text(item));
    return false;
  }
  for (int k = 0; k < columns; k++)
    if (!carom_schema_read_value(&column[k], carom_tree_at(item, k), faults, &row[k])) return false;
  return true;
}

double *carom_read_rows(carom_scenario *scenario, const carom_node *node, const carom_field *column,
                        int columns, int *rows, carom_faults *faults)
{
  const bool table = node->kind == CAROM_NODE_ARRAY;
  *rows = table ? node->count : 1;
  if (*rows == 0) {
    carom_fault(faults, node, false, CAROM_ERR_MISSING,
                "the table is empty; write rows, each with its time first");
    return NULL;
  }
  double *value = carom_scenario_room(scenario, (size_t)*rows * (size_t)columns, sizeof *value,
                                      faults);
  if (!value) return NULL;
  if (!table) {
    value[0] = 0;
    if (columns != 2)
      return carom_schema_read_list(node, faults, "write rows, each with its time first"), NULL;
    return carom_schema_read_value(&column[1], node, faults, &value[1]) ? value : NULL;
  }
  double *row = value;
  for (const carom_node *item = node->first; item; item = item->next, row += columns) {
    if (!read_row(item, column, columns, row, faults)) return NULL;
    if (row == value || row[0] > row[-columns]) continue;
    carom_fault(faults, item->first, false, CAROM_ERR_RANGE,
                "%ss must grow from row to row; this one is not %s the one before", column[0].name,
                !strcmp(column[0].name, "time") ? "after" : "above");
    return NULL;
  }
  return value;
}
