/* SPDX-License-Identifier: MIT */
#include "run/series.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Seconds between two writes, and before a retry: quick enough for a reader, rare enough for runs
 * that record a million rows per second. */
static const double pace = 0.1, patience = 1;

static carom_status cannot(const carom_run *run, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, run->series.path, "cannot write the file: %s",
                    strerror(errno));
}

/* Writes the lines and returns how many bytes were kept: a partial line is removed again. The
 * stream is unbuffered, so that all lines of a piece are written at once. */
static size_t put(FILE *file, const char *text, size_t length)
{
  const long before = ftell(file);
  errno = 0;
  size_t kept = before < 0 ? 0 : fwrite(text, 1, length, file);
  if (kept == length) return kept;
  const int reason = errno ? errno : ENOSPC;
  while (kept > 0 && text[kept - 1] != '\n')
    kept--;
  clearerr(file);
  const long end = before + (long)kept;
  if (before >= 0 && ftruncate(fileno(file), end) == 0) fseek(file, end, SEEK_SET);
  errno = reason;
  return kept;
}

static carom_record_tail tail_of(const carom_run *run)
{
  return run->kind->tail ? run->kind->tail(run) : (carom_record_tail){.name = NULL};
}

static bool put_names(carom_run *run)
{
  const carom_record_tail tail = tail_of(run);
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  if (!memory) return false;
  carom_record_names(&run->record, &tail, memory);
  const bool written = fclose(memory) == 0 && put(run->series.file, text, length) == length;
  free(text);
  return written;
}

/* Appends missing rows, in pieces to bound the memory. */
static bool append(carom_run *run)
{
  enum { PIECE = 4096 };
  carom_series *s = &run->series;
  const carom_record_tail tail = tail_of(run);
  bool written = true;
  while (written && s->rows < run->record.rows) {
    char *text = NULL;
    size_t length = 0, kept = 0;
    const int64_t left = run->record.rows - s->rows, now = left < PIECE ? left : PIECE;
    FILE *memory = open_memstream(&text, &length);
    if (!memory) return false;
    carom_record_rows(&run->record, &tail, s->rows, s->rows + now, memory);
    if (fclose(memory) == 0) kept = put(s->file, text, length);
    for (size_t i = 0; i < kept; i++)
      s->rows += text[i] == '\n';
    written = kept == length && length > 0;
    free(text);
  }
  return written;
}

/* Creates the file under a temporary name until it has its header and rows, so that an existing
 * file is replaced by a complete one. */
static carom_status make(carom_run *run, carom_error *err)
{
  carom_series *s = &run->series;
  const size_t room = strlen(run->series.path) + 16;
  char *part = malloc(room);
  if (!part) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  snprintf(part, room, "%s.part", run->series.path);
  carom_series_close(run);
  s->file = fopen(part, "wb");
  s->rows = 0;
  carom_status status = CAROM_OK;
  if (!s->file || setvbuf(s->file, NULL, _IONBF, 0) != 0 || !put_names(run) || !append(run) ||
      rename(part, run->series.path) != 0) {
    status = cannot(run, err);
    remove(part);
    carom_series_close(run);
  }
  free(part);
  return status;
}

carom_status carom_series_begin(carom_run *run, carom_error *err)
{
  return run->series.path && !run->series.file ? make(run, err) : CAROM_OK;
}

void carom_series_grow(carom_run *run, double now)
{
  carom_series *s = &run->series;
  if (!s->file || s->rows == run->record.rows || now < s->due) return;
  const bool written = append(run);
  if (!written && !s->failing)
    carom_run_note(run, "%s: cannot write the file: %s; rows are kept in memory", run->series.path,
                   strerror(errno));
  s->failing = !written;
  s->due = carom_monitor_clock() + (written ? pace : patience);
}

carom_status carom_series_finish(carom_run *run, carom_error *err)
{
  carom_series *s = &run->series;
  if (!s->path || (s->whole && s->rows == run->record.rows)) return CAROM_OK;
  if (s->file && !append(run)) return cannot(run, err);
  if (!s->file || run->kind->tail) CAROM_TRY(make(run, err));
  s->whole = true;
  return CAROM_OK;
}

void carom_series_close(carom_run *run)
{
  if (run->series.file) fclose(run->series.file);
  run->series.file = NULL;
}
