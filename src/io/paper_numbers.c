/* SPDX-License-Identifier: MIT */
/* Printed numbers of a paper: tables whose keys apply to all their rows unless a row has its own. A
 * table with columns has a number for every row and column. */
#include <string.h>

#include "core/number.h"
#include "core/text.h"
#include "io/paper_parts.h"

enum { LARGEST = 10000 }; /* largest number of numbers in a paper */

#define TEXT(name, what)                                                                           \
  {                                                                                                \
    name, CAROM_KEY_TEXT, false, what, NULL                                                        \
  }
#define OF_A_READING                                                                               \
  TEXT("digits", "digits that count where the paper cuts zeros, as in digits: 0.0000"),            \
      TEXT("measured", "what the paper measured"),                                                 \
      TEXT("run", "a run by its name, or a group as under 'runs'"),                                \
      TEXT("measure", "what is taken from the run, as in measure: energy_lost"),                   \
      TEXT("as", "how it is computed: conventions and data"),                                      \
      TEXT("reason", "why it does not match; '' for none"),                                        \
      TEXT("no_property", "yes: the model has no such number")
#define OF_A_NUMBER                                                                                \
  OF_A_READING, TEXT("where", "place in the paper, as in where: Table 2"),                         \
      TEXT("quantity", "what it is"), TEXT("unit", "its unit, 1 for a pure number"),               \
  {                                                                                                \
    "or", CAROM_KEY_LIST, false, "other readings of the same number", NULL                         \
  }
#define PRINTED TEXT("printed", "the number as printed")
#define ID TEXT("id", "a name for programs, as in id: d_y")

static const carom_key reading_keys[] = {OF_A_READING, PRINTED};
static const carom_key cell_keys[] = {OF_A_NUMBER, PRINTED};
static const carom_key column_keys[] = {OF_A_NUMBER, ID};
static const carom_key row_keys[] = {
    OF_A_NUMBER, PRINTED, ID, {"cells", CAROM_KEY_LIST, false, "a number a column", NULL}};
static const carom_key table_keys[] = {
    OF_A_NUMBER,
    {"columns", CAROM_KEY_LIST, false, "what the columns have of their own", NULL},
    {"rows", CAROM_KEY_LIST, true, "its numbers", NULL}};

/* The properties of a number given by a group; NULL where it gives none. */
typedef struct layer layer;
struct layer {
  const carom_node *node; /* node for faults */
  const char *id, *where, *quantity, *unit, *printed, *digits, *measured, *as, *reason;
  const carom_node *no_property, *measured_by, *run_at;
  carom_call measure;         /* from measured_by; `which` is -1 after a fault */
  const carom_paper_run *run; /* from run_at; NULL after a fault */
  const layer *other;         /* readings */
  int others;
};

/* Reads the printed number. Its digits are counted, so nothing may follow them. */
static const char *read_printed(carom_paper_reader *in, const carom_node *node)
{
  const char *text = node ? carom_schema_read_text(node, in->faults, "a number") : NULL;
  double value = 0;
  if (!text) return node ? "0" : NULL;
  const size_t length = strlen(text);
  if (length > 0 && length < 24 && carom_number_scan(text, length) == length &&
      carom_number_value(text, length, 0, &value))
    return text;
  carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
              "a number as printed is expected, as in 1.940e-4, without its unit");
  return "0";
}

static layer read_layer(carom_paper_reader *in, const char *owner, const carom_key *keys, int count,
                        const carom_node *node);
#define READ_LAYER(in, owner, keys, node) read_layer(in, owner, keys, CAROM_COUNT(keys), node)

static void read_others(carom_paper_reader *in, const carom_node *node, layer *of)
{
  const int count = carom_paper_count(in, node, "write '- as: ...' for each reading");
  layer *other = count ? carom_paper_room(in, count, sizeof *other) : NULL;
  if (!other) return;
  of->other = other;
  of->others = count;
  for (const carom_node *item = node->first; item; item = item->next)
    *other++ = READ_LAYER(in, "a reading", reading_keys, item);
}

static void read_measure(carom_paper_reader *in, layer *of)
{
  of->measure.which = -1;
  if (of->measured_by) of->measure = carom_call_read(of->measured_by, false, in->faults);
  if (of->run_at) of->run = carom_read_paper_run(in, of->run_at);
  if (of->run_at && of->measure.which >= 0 && !carom_call_term(&of->measure)->problems)
    carom_fault(in->faults, of->run_at, true, CAROM_ERR_CONFLICT,
                "measure '%s' is taken from no run; leave 'run' out",
                carom_call_term(&of->measure)->name);
}

/* The node of a key; NULL if it is not given, or not a key of this group. */
static const carom_node *given(const carom_group_values *found, const char *name)
{
  const int key = carom_group_find_key(&found->group, name);
  return key < 0 ? NULL : found->key[key];
}

static layer read_layer(carom_paper_reader *in, const char *owner, const carom_key *keys, int count,
                        const carom_node *node)
{
  const carom_group group = {
      .name = "number", .owner = owner, .text = "", .key = keys, .keys = count};
  carom_group_values found;
  layer made = {.node = node, .measure = {.which = -1}};
  carom_schema_read(&group, node, in->faults, &found);
  made.id = carom_paper_text(in, given(&found, "id"));
  made.where = carom_paper_text(in, given(&found, "where"));
  made.quantity = carom_paper_text(in, given(&found, "quantity"));
  made.unit = carom_paper_text(in, given(&found, "unit"));
  made.printed = read_printed(in, given(&found, "printed"));
  made.digits = read_printed(in, given(&found, "digits"));
  made.measured = carom_paper_text(in, given(&found, "measured"));
  made.as = carom_paper_text(in, given(&found, "as"));
  made.reason = carom_paper_text(in, given(&found, "reason"));
  made.no_property = given(&found, "no_property");
  made.measured_by = given(&found, "measure");
  made.run_at = given(&found, "run");
  read_measure(in, &made);
  if (given(&found, "or")) read_others(in, given(&found, "or"), &made);
  return made;
}

/* Combines two layers: what the upper one does not give is taken from the lower one. */
static layer over(const layer *upper, const layer *lower)
{
  layer both = *upper;
#define TAKE(member)                                                                               \
  if (!both.member) both.member = lower->member
  TAKE(id);
  TAKE(where);
  TAKE(quantity);
  TAKE(unit);
  TAKE(printed);
  TAKE(digits);
  TAKE(measured);
  TAKE(as);
  TAKE(reason);
  TAKE(no_property);
#undef TAKE
  if (!both.measured_by) both.measured_by = lower->measured_by, both.measure = lower->measure;
  if (!both.run_at) both.run_at = lower->run_at, both.run = lower->run;
  if (!both.other) both.other = lower->other, both.others = lower->others;
  return both;
}

/* Joins "a" and "b" to "a, b"; or one of them if the other is not given. */
static const char *joined(carom_paper_reader *in, const char *a, const char *between, const char *b)
{
  if (!a || !b) return a ? a : b;
  const size_t size = strlen(a) + strlen(between) + strlen(b) + 1;
  char *text = carom_paper_room(in, (int)size, 1);
  if (text) carom_append(text, size, "%s%s%s", a, between, b);
  return text;
}

static carom_paper_number *add(carom_paper_reader *in, const carom_node *node)
{
  carom_paper *paper = in->paper;
  carom_paper_number *list = in->number;
  if (paper->numbers == LARGEST) {
    carom_fault(in->faults, node, false, CAROM_ERR_RANGE, "a paper has at most %d numbers",
                LARGEST);
    return NULL;
  }
  if ((paper->numbers & (paper->numbers - 1)) == 0) { /* 0 or a power of two: the array is full */
    list = carom_paper_room(in, 2 * paper->numbers + 1, sizeof *list);
    if (!list) return NULL;
    if (paper->numbers) memcpy(list, in->number, (size_t)paper->numbers * sizeof *list);
    paper->number = in->number = list;
  }
  return &list[paper->numbers++];
}

static const char *needed(carom_paper_reader *in, const layer *from, const char *text,
                          const char *key, const char *what)
{
  if (!text)
    carom_fault(in->faults, from->node, false, CAROM_ERR_MISSING, "'%s' is missing: %s", key, what);
  return text;
}

static void put(carom_paper_reader *in, const layer *from, int reading)
{
  static const char table[] = "here or in its table, as in ";
  const carom_term *term = from->measure.which >= 0 ? carom_call_term(&from->measure) : NULL;
  carom_paper_number *number = add(in, from->node);
  if (!number) return;
  *number = (carom_paper_number){
      .id = needed(in, from, from->id, "id", "a name for programs, as in id: d_y"),
      .where = from->where,
      .quantity = needed(in, from, from->quantity, "quantity", "what it is"),
      .unit = from->unit,
      .printed = needed(in, from, from->printed, "printed", "the number as printed"),
      .digits = from->digits ? from->digits : from->printed,
      .measured = from->measured && *from->measured ? from->measured : NULL,
      .run = term && term->problems ? from->run : NULL,
      .measure = from->measure,
      .as = needed(in, from, from->as, "as", "how it is computed: conventions and data"),
      .reason = from->reason && *from->reason ? from->reason : NULL,
      .no_property = carom_paper_truth(in, from->no_property),
      .reading = reading};
  if (!from->where)
    carom_fault(in->faults, from->node, false, CAROM_ERR_MISSING,
                "'where' is missing: the place in the paper, %swhere: Table 2", table);
  if (!from->unit)
    carom_fault(in->faults, from->node, false, CAROM_ERR_MISSING,
                "'unit' is missing, %sunit: m/s, or 1 for a pure number", table);
  if (!from->measured_by)
    carom_fault(in->faults, from->node, false, CAROM_ERR_MISSING,
                "'measure' is missing, %smeasure: energy_lost", table);
  if (term && term->problems && !from->run_at)
    carom_fault(in->faults, from->node, false, CAROM_ERR_MISSING,
                "'run' is missing, from which '%s' is taken, %srun: ml_8", term->name, table);
}

/* Adds a number with its readings. */
static void put_all(carom_paper_reader *in, const layer *first)
{
  const carom_paper *paper = in->paper;
  for (int i = 0; first->id && i < paper->numbers; i++)
    if (paper->number[i].id && !strcmp(paper->number[i].id, first->id)) {
      carom_fault(in->faults, first->node, false, CAROM_ERR_CONFLICT,
                  "there is another number '%.60s'; give one of them another id", first->id);
      break;
    }
  put(in, first, 0);
  layer base = *first; /* without what applies to the first reading only */
  base.measured = base.as = base.reason = NULL;
  base.no_property = NULL;
  for (int i = 0; i < first->others; i++) {
    const layer other = over(&first->other[i], &base);
    put(in, &other, i + 1);
  }
}

/* One cell: a number as printed, or a group. */
static layer read_cell(carom_paper_reader *in, const carom_node *node)
{
  if (node->kind == CAROM_NODE_OBJECT) return READ_LAYER(in, "a cell", cell_keys, node);
  layer made = {.node = node, .measure = {.which = -1}};
  made.printed = read_printed(in, node);
  return made;
}

static void read_row(carom_paper_reader *in, const layer *table, const layer *column, int columns,
                     const carom_node *node)
{
  const layer row = READ_LAYER(in, "a row", row_keys, node);
  const carom_node *cells = carom_tree_get(node, "cells");
  if (!cells && columns == 0) {
    const layer number = over(&row, table);
    put_all(in, &number);
    return;
  }
  if (columns == 0) {
    carom_fault(in->faults, cells, true, CAROM_ERR_CONFLICT,
                "this table has no 'columns'; write the number as 'printed'");
    return;
  }
  if (!cells || cells->kind != CAROM_NODE_ARRAY || cells->count != columns) {
    carom_fault(in->faults, cells ? cells : node, false, CAROM_ERR_SYNTAX,
                "a row of this table has 'cells', a list of %d: one a column", columns);
    return;
  }
  for (const carom_node *item = cells->first; item; item = item->next, column++) {
    const layer cell = read_cell(in, item), of_row = over(&cell, &row);
    layer number = over(&of_row, column);
    number = over(&number, table);
    number.id = joined(in, row.id, "_", column->id);
    if (!cell.quantity) number.quantity = joined(in, column->quantity, ", ", row.quantity);
    put_all(in, &number);
  }
}

static void read_table(carom_paper_reader *in, const carom_node *node)
{
  const layer table = READ_LAYER(in, "a table", table_keys, node);
  const carom_node *columns = carom_tree_get(node, "columns"), *rows = carom_tree_get(node, "rows");
  const int count = carom_paper_count(in, columns, "write '- id: ...' for each column");
  layer *column = count ? carom_paper_room(in, count, sizeof *column) : NULL;
  int k = 0;
  for (const carom_node *item = column ? columns->first : NULL; item; item = item->next)
    column[k++] = READ_LAYER(in, "a column", column_keys, item);
  if (carom_paper_count(in, rows, "write '- id: ...' for each number") == 0) return;
  for (const carom_node *item = rows->first; item; item = item->next)
    read_row(in, &table, column, k, item);
}

void carom_read_paper_numbers(carom_paper_reader *in, const carom_node *node)
{
  if (carom_paper_count(in, node, "write '- where: ...' for each table") == 0) return;
  for (const carom_node *item = node->first; item; item = item->next)
    read_table(in, item);
}
