/* SPDX-License-Identifier: MIT */
#include "run/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "run/run.h"
#include "run/series.h"

double carom_monitor_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool carom_monitor_start(carom_run *run)
{
  carom_monitor *m = &run->monitor;
  const char *path = run->options.checkpoint;
  *m = (carom_monitor){.every = run->options.checkpoint_every, .halt = CAROM_RUN_END};
  if (m->every == CAROM_UNSET) m->every = run->scenario->run.checkpoint;
  carom_scenario_hash(run->scenario, m->input);
  m->saved = carom_monitor_clock();
  if (!path || !run->kind->module) return true;
  m->path = calloc(strlen(path) + 1, 1);
  if (m->path) strcpy(m->path, path);
  return m->path != NULL;
}

static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  carom_run *run = user;
  return run->kind->archive(run, archive, err);
}

carom_status carom_monitor_save(carom_run *run, const char *path, carom_error *err)
{
  const carom_checkpoint about = {.module = run->kind->module,
                                  .version = run->kind->version,
                                  .input = run->monitor.input,
                                  .time = run->kind->time(run)};
  return carom_checkpoint_write(path, &about, visit, run, err);
}

/* A failure is reported once, not every time. */
static void save(carom_run *run)
{
  carom_monitor *m = &run->monitor;
  const double start = carom_monitor_clock();
  carom_error err = {.code = CAROM_OK};
  const carom_status status = carom_monitor_save(run, m->path, &err);
  if (status == CAROM_OK) m->saved_time = run->kind->time(run);
  m->has_one |= status == CAROM_OK;
  if (status != CAROM_OK && !m->failing) carom_run_note(run, "%s: %s", err.where, err.text);
  m->failing = status != CAROM_OK;
  m->saved = carom_monitor_clock();
  if (m->unasked) m->every = carom_checkpoint_wait(m->saved - start);
}

bool carom_monitor_pause(void *user)
{
  carom_run *run = user;
  carom_monitor *m = &run->monitor;
  if (run->series.file) carom_series_grow(run, carom_monitor_clock());
  m->stopped |= run->options.stop && run->options.stop(run->options.user);
  if (m->stopped) return true;
  if (m->path && m->every != CAROM_UNSET && carom_monitor_clock() >= m->saved + m->every) save(run);
  return m->halt < CAROM_RUN_END && run->kind->time(run) >= m->halt;
}

void carom_monitor_insure(carom_run *run)
{
  carom_monitor *m = &run->monitor;
  m->unasked = m->path && m->every == CAROM_UNSET && carom_checkpoint_known();
  if (m->unasked) m->every = carom_checkpoint_wait(0);
}

void carom_monitor_end(carom_run *run, carom_status status)
{
  carom_monitor *m = &run->monitor;
  if (status != CAROM_OK) {
    if (m->has_one)
      carom_run_note(run, "the last good state, that of %g s, is in %s", m->saved_time, m->path);
    return;
  }
  if (m->path && m->stopped && run->kind->time(run) > m->saved_time) save(run);
  if (run->over && m->unasked && m->has_one && !m->stopped && !m->restarted) remove(m->path);
}
