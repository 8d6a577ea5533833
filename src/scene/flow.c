/* SPDX-License-Identifier: MIT */
/* What is due at fixed steps, independently of neighbour lists. */
#include "scene/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

int64_t carom_flow_interval(const carom_scene *s, double every)
{
  const double most = 1e15, steps = every / s->model.step;
  if (every == CAROM_UNSET) return CAROM_FLOW_STEPS;
  return steps < 1 ? 1 : steps > most ? (int64_t)most : (int64_t)floor(steps + 0.5);
}

char *carom_flow_name(const char *name)
{
  const size_t size = name ? strlen(name) + 1 : 0;
  char *copy = name ? malloc(size) : NULL;
  return copy ? memcpy(copy, name, size) : NULL;
}

carom_status carom_flow_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  CAROM_TRY(carom_sinks_create(s, def, err));
  return carom_sources_create(s, def, err);
}

void carom_flow_free(carom_flow *f)
{
  carom_sinks_free(f);
  carom_sources_free(f);
  *f = (carom_flow){.sinks = 0};
}

static int64_t sooner(const carom_scene *s, int64_t every, int64_t next)
{
  const int64_t left = every - s->steps % every;
  return left < next ? left : next;
}

int64_t carom_flow_next(const carom_scene *s)
{
  const carom_flow *f = &s->flow;
  int64_t next = INT64_MAX;
  for (int k = 0; k < f->sinks; k++)
    if (f->sink[k].enabled) next = sooner(s, f->sink[k].every, next);
  for (int k = 0; k < f->sources; k++)
    if (f->source[k].enabled) next = sooner(s, f->source[k].every, next);
  return f->call_every > 0 ? sooner(s, f->call_every, next) : next;
}

bool carom_flow_is_due(const carom_scene *s)
{
  bool due = s->flow.call_every > 0 && s->steps % s->flow.call_every == 0;
  for (int k = 0; k < s->flow.sinks; k++)
    due |= s->flow.sink[k].enabled && s->steps % s->flow.sink[k].every == 0;
  for (int k = 0; k < s->flow.sources; k++)
    due |= carom_source_is_due(s, &s->flow.source[k]);
  return due;
}

static carom_status exchange(carom_scene *s, carom_error *err)
{
  if (!carom_flow_is_due(s)) return CAROM_OK;
  if (!carom_exchange_open(s))
    return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for sinks and sources");
  carom_sinks_take(s);
  CAROM_TRY(carom_sources_give(s, err));
  return carom_exchange_commit(s, err);
}

/* If an exchange fails half way, counts no longer match the particles: the scene stops. */
static carom_status exchange_or_stop(carom_scene *s, carom_error *err)
{
  const carom_status status = exchange(s, err);
  if (status != CAROM_OK) s->stopped = status;
  return status;
}

carom_status carom_flow_run(carom_scene *s, carom_error *err)
{
  carom_flow *f = &s->flow;
  carom_error own = {.code = CAROM_OK};
  CAROM_TRY(exchange_or_stop(s, err));
  if (f->call_every == 0 || s->steps % f->call_every != 0) return CAROM_OK;
  f->calling = true;
  const carom_status status = f->call(f->user, s, &own);
  f->calling = false;
  if (status == CAROM_OK) return CAROM_OK;
  if (own.code == CAROM_OK)
    return carom_fail(err, status, "call", "the function that the scene calls ended its advance");
  if (err) *err = own;
  return status;
}

carom_status carom_flow_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  CAROM_TRY(carom_sinks_archive(s, archive, err));
  return carom_sources_archive(s, archive, err);
}

carom_status carom_scene_every(carom_scene *s, int64_t steps, carom_scene_call *call, void *user,
                               carom_error *err)
{
  if (!s || steps < 0 || (steps > 0 && !call))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "steps",
                      "a scene, a number of steps and a function are needed; 0 steps: none");
  s->flow.call_every = steps;
  s->flow.call = call;
  s->flow.user = user;
  return CAROM_OK;
}
