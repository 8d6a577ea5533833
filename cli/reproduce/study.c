/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/reproduce/measure.h"

/* "7" wants "7", "7a" and "7b", not "70". */
bool study_wants(const repro_study *study, const carom_paper_panel *panel)
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
    const carom_paper *paper = study->paper[p];
    for (int i = 0; i < paper->panels; i++)
      for (int k = 0; study_wants(study, &paper->panel[i]) && k < paper->panel[i].curves; k++)
        lab_ask(&study->lab, paper->panel[i].curve[k].run, p);
    for (int i = 0; i < paper->numbers; i++)
      lab_ask(&study->lab, paper->number[i].run, p);
  }
}

/* An error in a file of scenarios/ itself, or a missing file, is no error of the paper. */
static void check_run(const repro_result *result, carom_faults *faults)
{
  const carom_error *err = &result->error;
  if (!result->misread || err->line > 0 || err->code == CAROM_ERR_IO ||
      err->code == CAROM_ERR_MEMORY)
    return;
  carom_fault(faults, result->run->node, false, err->code, "%s.yaml: %s%s%s", result->run->scenario,
              err->where, *err->where ? ": " : "", err->text);
}

static void check_call(const repro_study *study, const carom_paper_run *run, const carom_call *call,
                       carom_faults *faults)
{
  const repro_result *result = lab_find(&study->lab, run);
  if (result && !result->misread) carom_paper_check(call, result->scenario, faults);
}

static int check_paper(const repro_study *study, int p)
{
  const carom_paper *paper = study->paper[p];
  carom_faults faults = {.count = 0};
  for (int i = 0; i < study->lab.results; i++)
    if (study->lab.result[i].paper == p) check_run(&study->lab.result[i], &faults);
  for (int i = 0; i < paper->numbers; i++)
    check_call(study, paper->number[i].run, &paper->number[i].measure, &faults);
  for (int i = 0; i < paper->panels; i++)
    for (int k = 0; study_wants(study, &paper->panel[i]) && k < paper->panel[i].curves; k++)
      check_call(study, paper->panel[i].curve[k].run, &paper->panel[i].curve[k].points, &faults);
  return faults_tell(study->path[p], &faults);
}

int study_prepare(repro_study *study)
{
  int code = EXIT_OK;
  ask_all(study);
  if (lab_read(&study->lab, study->threads) != CAROM_OK) {
    message_usage(NULL, "out of memory");
    return EXIT_FAILED;
  }
  for (int p = 0; p < study->papers; p++) {
    const int ended = check_paper(study, p);
    if (code == EXIT_OK) code = ended;
  }
  return code;
}

static void take(const repro_study *study, repro_row *row)
{
  const carom_paper_number *number = row->number;
  const repro_result *result = lab_find(&study->lab, number->run);
  const bool done = !number->run || (result && result->status == CAROM_OK);
  row->value = done ? measure_take(result, &number->measure) + 0.0 : __builtin_nan(""); /* no -0 */
  row->relative = verdict_relative(row->value, number->printed);
  row->verdict = verdict_of(row->value, number->printed, number->digits);
  if (number->no_property && (row->verdict == REPRO_CLOSE || row->verdict == REPRO_DIFFERS))
    row->verdict = REPRO_NO_PROPERTY;
}

static void take_one(void *user, int64_t index)
{
  const repro_study *study = user;
  for (int p = 0; p < study->papers; p++) {
    const int count = study->paper[p]->numbers;
    if (index < count) {
      take(study, &study->row[p][index]);
      return;
    }
    index -= count;
  }
}

/* Returns their number, -1 without memory. */
static int64_t make_rows(repro_study *study)
{
  int64_t total = 0;
  for (int p = 0; p < study->papers; p++) {
    const carom_paper *paper = study->paper[p];
    repro_row *row = calloc((size_t)paper->numbers + 1, sizeof *row);
    study->row[p] = row;
    if (!row) return -1;
    for (int i = 0; i < paper->numbers; i++) {
      row[i].number = &paper->number[i];
      row[i].run = run_text(paper->number[i].run);
      if (!row[i].run) return -1;
    }
    total += paper->numbers;
  }
  return total;
}

carom_status study_compute(repro_study *study)
{
  const int64_t rows = make_rows(study);
  if (rows < 0) return CAROM_ERR_MEMORY;
  const carom_status status = lab_compute(&study->lab, study->threads);
  if (status != CAROM_OK) return status;
  return carom_parallel(study->threads, rows, take_one, study);
}

void study_free(repro_study *study)
{
  for (int p = 0; p < study->papers; p++) {
    for (int i = 0; study->row[p] && i < study->paper[p]->numbers; i++)
      free(study->row[p][i].run);
    free(study->row[p]);
  }
  lab_free(&study->lab);
}

repro_counts study_counts(const repro_study *study, int paper)
{
  repro_counts counts = {.numbers = 0};
  const int rows = study->paper[paper]->numbers;
  for (int i = 0; i < rows;) {
    const repro_row *first = &study->row[paper][i];
    repro_verdict best = first->verdict;
    for (i++; i < rows && study->row[paper][i].number->reading > 0; i++)
      best = study->row[paper][i].verdict < best ? study->row[paper][i].verdict : best;
    counts.numbers++;
    counts.stated[first->verdict]++;
    counts.best[best]++;
  }
  return counts;
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

const char *study_value(const repro_row *row, char text[32])
{
  const int digits = significant(row->number->digits) + 2;
  if (row->verdict == REPRO_NOTHING) return "-";
  if (fabs(row->value) < 1e-4 * verdict_half_unit(row->number->digits)) return "0";
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
