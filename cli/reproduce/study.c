/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const repro_paper *repro_paper_at(int index)
{
  static const repro_paper *const papers[REPRO_PAPERS] = {
      &repro_paper_000, &repro_paper_001, &repro_paper_002, &repro_paper_003, &repro_paper_004};
  return papers[index];
}

/* "7" wants "7", "7a" and "7b", not "70". */
bool study_wants(const repro_study *study, const repro_panel *panel)
{
  if (!study->pictures) return false;
  if (!study->figure) return true;
  const size_t length = strlen(study->figure);
  if (strncmp(panel->name, study->figure, length) != 0) return false;
  return panel->name[length] < '0' || panel->name[length] > '9';
}

static void ask_all(repro_study *study)
{
  for (int p = 0; p < study->papers; p++) {
    const repro_figures *figures = study->paper[p]->figures;
    for (int i = 0; i < figures->count; i++)
      for (int k = 0; study_wants(study, &figures->item[i]) && k < figures->item[i].curves; k++)
        lab_ask(&study->lab, &figures->item[i].curve[k].run);
    for (int i = 0; i < study->paper[p]->numbers->count; i++)
      lab_ask(&study->lab, &study->paper[p]->numbers->item[i].run);
  }
}

static void take(const repro_study *study, repro_row *row)
{
  const repro_number *number = row->number;
  const repro_result *result = lab_find(&study->lab, &number->run);
  const bool done = !number->run.scenario || (result && result->status == CAROM_OK);
  const char *printed = row_printed(row);
  row->value = done ? number->value(result, number) + 0.0 : __builtin_nan(""); /* no -0 */
  row->relative = verdict_relative(row->value, printed);
  row->verdict = verdict_of(row->value, printed, number->digits ? number->digits : printed);
  if (number->no_property && (row->verdict == REPRO_CLOSE || row->verdict == REPRO_DIFFERS))
    row->verdict = REPRO_NO_PROPERTY;
}

static void take_one(void *user, long index)
{
  const repro_study *study = user;
  for (int p = 0; p < study->papers; p++) {
    const int count = study->paper[p]->numbers->count;
    if (index < count) {
      take(study, &study->row[p][index]);
      return;
    }
    index -= count;
  }
}

/* Rows know the first reading of their number. Returns how many there are, -1 without memory. */
static long make_rows(repro_study *study)
{
  long total = 0;
  for (int p = 0; p < study->papers; p++) {
    const repro_numbers *numbers = study->paper[p]->numbers;
    repro_row *row = calloc((size_t)numbers->count + 1, sizeof *row);
    study->row[p] = row;
    if (!row) return -1;
    for (int i = 0; i < numbers->count; i++) {
      const bool again = i > 0 && !strcmp(numbers->item[i].id, numbers->item[i - 1].id);
      row[i].number = &numbers->item[i];
      row[i].first = again ? row[i - 1].first : row[i].number;
      row[i].reading = again ? row[i - 1].reading + 1 : 0;
      row[i].run = run_text(&row[i].number->run);
      if (!row[i].run) return -1;
    }
    total += numbers->count;
  }
  return total;
}

carom_status study_compute(repro_study *study)
{
  const long rows = make_rows(study);
  if (rows < 0) return CAROM_ERR_MEMORY;
  ask_all(study);
  const carom_status status = lab_compute(&study->lab, study->threads);
  if (status != CAROM_OK) return status;
  return carom_parallel(study->threads, rows, take_one, study);
}

void study_free(repro_study *study)
{
  for (int p = 0; p < study->papers; p++) {
    for (int i = 0; study->row[p] && i < study->paper[p]->numbers->count; i++)
      free(study->row[p][i].run);
    free(study->row[p]);
  }
  lab_free(&study->lab);
}

repro_counts study_counts(const repro_study *study, int paper)
{
  repro_counts counts = {.numbers = 0};
  const int rows = study->paper[paper]->numbers->count;
  for (int i = 0; i < rows;) {
    const repro_row *first = &study->row[paper][i];
    repro_verdict best = first->verdict;
    for (i++; i < rows && study->row[paper][i].reading > 0; i++)
      best = study->row[paper][i].verdict < best ? study->row[paper][i].verdict : best;
    counts.numbers++;
    counts.stated[first->verdict]++;
    counts.best[best]++;
  }
  return counts;
}

const char *row_where(const repro_row *row)
{
  return row->number->where ? row->number->where : row->first->where;
}

const char *row_unit(const repro_row *row)
{
  return row->number->unit ? row->number->unit : row->first->unit;
}

const char *row_printed(const repro_row *row)
{
  return row->number->printed ? row->number->printed : row->first->printed;
}

static int significant(const char *printed)
{
  int digits = 0;
  bool started = false;
  for (; *printed && *printed != 'e'; printed++) {
    started = started || (*printed >= '1' && *printed <= '9');
    digits += started && *printed >= '0' && *printed <= '9';
  }
  return digits;
}

static const char *digits_of(const repro_row *row)
{
  return row->number->digits ? row->number->digits : row_printed(row);
}

const char *study_value(const repro_row *row, char text[32])
{
  const int digits = significant(digits_of(row)) + 2;
  if (row->verdict == REPRO_NOTHING) return "-";
  if (fabs(row->value) < 1e-4 * verdict_half_unit(digits_of(row))) return "0";
  snprintf(text, 32, "%.*g", digits > 4 ? digits : 4, row->value);
  return text;
}

const char *study_difference(const repro_row *row, char text[32])
{
  const double difference = row->relative, size = fabs(difference);
  if (!(difference - difference == 0) || row->verdict == REPRO_NO_PROPERTY) return "";
  if (size < 1e-12) return "0";
  snprintf(text, 32, size < 5e-5 ? "%+.0e" : "%+.2f %%",
           size < 5e-5 ? difference : 100 * difference);
  return text;
}
