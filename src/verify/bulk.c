/* SPDX-License-Identifier: MIT */
#include "verify/bulk.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool bulk_ok(bulk *b, carom_status status, const carom_error *err)
{
  if (status == CAROM_OK) return true;
  carom_verify_stop(b->v, err);
  b->failed = true;
  return false;
}

bool bulk_open(bulk *b, const char *scenario)
{
  carom_error err = {.code = CAROM_ERR_UNKNOWN, .where = "scenario", .text = "nobody knows them"};
  char *text = NULL;
  size_t length = 0;
  if (!b->v->options.scenario) return bulk_ok(b, err.code, &err);
  carom_status status = b->v->options.scenario(scenario, &text, &length, &err);
  if (status == CAROM_OK) status = carom_input_read(text, length, NULL, &b->input, &err);
  free(text);
  return bulk_ok(b, status, &err);
}

bool bulk_set(bulk *b, const char *path, const char *format, ...)
{
  char value[256];
  carom_error err = {.code = CAROM_OK};
  if (b->failed) return false;
  va_list list;
  va_start(list, format);
  vsnprintf(value, sizeof value, format, list);
  va_end(list);
  return bulk_ok(b, carom_input_set(b->input, path, value, &err), &err);
}

bool bulk_start(bulk *b)
{
  carom_error err = {.code = CAROM_OK};
  carom_run_options options = carom_run_default();
  options.threads = b->v->options.threads;
  if (b->failed || !bulk_ok(b, carom_input_check(b->input, &err), &err)) return false;
  return bulk_ok(b, carom_run_create(b->input, &options, &b->run, &err), &err);
}

bool bulk_advance(bulk *b, double until)
{
  carom_error err = {.code = CAROM_OK};
  return !b->failed && bulk_ok(b, carom_run_advance(b->run, until, &err), &err);
}

double bulk_result(bulk *b, const char *name)
{
  carom_error err = {.code = CAROM_OK};
  carom_result result;
  if (b->failed || !bulk_ok(b, carom_run_result(b->run, name, &result, &err), &err)) return NAN;
  return result.number;
}

carom_scene *bulk_scene(bulk *b)
{
  return b->failed ? NULL : carom_run_scene(b->run);
}

void bulk_close(bulk *b)
{
  carom_run_destroy(b->run);
  carom_input_destroy(b->input);
  b->run = NULL;
  b->input = NULL;
}

void bulk_note(carom_verify *v, const char *format, ...)
{
  char text[96];
  if (!v->options.note) return;
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  v->options.note(v->name, text);
}

int bulk_pick(const carom_verify *v, int few, int many)
{
  return v->options.full ? many : few;
}

double bulk_slope(int count, const double *x, const double *y, double *offset)
{
  double middle[2] = {0, 0}, up = 0, along = 0;
  for (int i = 0; i < count; i++)
    middle[0] += x[i] / count, middle[1] += y[i] / count;
  for (int i = 0; i < count; i++) {
    up += (x[i] - middle[0]) * (y[i] - middle[1]);
    along += (x[i] - middle[0]) * (x[i] - middle[0]);
  }
  if (offset) *offset = middle[1] - up / along * middle[0];
  return up / along;
}
