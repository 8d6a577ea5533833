/* SPDX-License-Identifier: MIT */
/* Steps: move, look whether the lists still hold, forces. */
#include <time.h>

#include "core/error.h"
#include "scene/sweep.h"

double carom_scene_time(const carom_scene *s)
{
  return s->step * (double)s->steps; /* not summed: no drift */
}

double carom_scene_step(const carom_scene *s)
{
  return s->step;
}

long carom_scene_steps(const carom_scene *s)
{
  return s->steps;
}

long carom_scene_particles(const carom_scene *s)
{
  return s->n;
}

int carom_scene_walls(const carom_scene *s)
{
  return s->walls;
}

static double now(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void sum_momentum(const carom_scene *s, int64_t from, int64_t to, double sum[3])
{
  sum[0] = sum[1] = sum[2] = 0;
  for (int64_t i = from; i < to; i++) {
    const double *m = s->motion + CAROM_ROW * i;
    const double mass = m[6] > 0 ? 1 / m[6] : 0;
    for (int k = 0; k < 3; k++)
      sum[k] += mass * m[k];
  }
}

static void move_block(void *user, int worker, long b)
{
  carom_scene *s = user;
  carom_patch *p = &s->patch[b];
  const int64_t from = b * s->block, to = from + s->block < s->n ? from + s->block : s->n;
  const carom_kick kick = {.step = s->step,
                           .ahead = s->predicted ? 0.5 * s->step : 0,
                           .gravity = {s->gravity[0], s->gravity[1], s->gravity[2]}};
  (void)worker;
  s->sweep->collect(s->incoming + p->incoming, p->incomings, s->outer, s->force);
  p->sum.speed = s->sweep->move(&kick, to - from, s->grain + CAROM_GRAIN * from,
                                s->motion + CAROM_ROW * from, s->force + CAROM_ROW * from);
  if (s->turning) sum_momentum(s, from, to, p->sum.momentum);
}

/* Work of a gravity that turns: force times the mean of the velocities before and after the kick.
 */
static void add_gravity_work(carom_scene *s)
{
  double momentum[3] = {0};
  for (int64_t b = 0; b < s->blocks; b++)
    for (int k = 0; k < 3; k++)
      momentum[k] += s->patch[b].sum.momentum[k];
  for (int k = 0; k < 3; k++) {
    s->gravity_work += 0.5 * s->step * s->gravity[k] * (momentum[k] + s->momentum_last[k]);
    s->momentum_last[k] = momentum[k];
  }
}

/* How far any particle is from where it stood at the last rebuild. */
static double farthest(const carom_scene *s)
{
  double most = 0;
  for (int64_t i = 0; i < s->n; i++) {
    const double *x = s->grain + CAROM_GRAIN * i, *r = s->reference + 3 * i;
    const double a = x[0] - r[0], b = x[1] - r[1], c = x[2] - r[2];
    const double square = a * a + b * b + c * c;
    most = square <= most ? most : square;
  }
  return CAROM_SQRT(most);
}

/* The lists hold as long as nothing has moved by more than half the skin. Speeds bound the way
 * cheaply; only when that bound is used up are the ways themselves looked at. */
static carom_status keep_lists(carom_scene *s, carom_error *err)
{
  double most = 0;
  for (int64_t b = 0; b < s->blocks; b++) {
    const double speed = s->patch[b].sum.speed;
    most = speed <= most ? most : speed;
  }
  const double way = s->step * CAROM_SQRT(most), wall = s->step * carom_walls_speed(s);
  s->bound += way;
  s->wall_bound += wall;
  if (s->bound + s->wall_bound <= 0.5 * s->skin) return CAROM_OK;
  s->bound = farthest(s);
  if (!(way - way == 0) || !(s->bound - s->bound == 0) || s->bound + s->wall_bound > 0.4 * s->skin)
    return carom_scene_rebuild(s, err);
  return CAROM_OK;
}

static carom_status step(carom_scene *s, carom_error *err)
{
  const double start = now();
  carom_pool_run(s->pool, s->blocks, move_block, s);
  if (s->turning) add_gravity_work(s);
  s->steps++;
  carom_walls_move(s, carom_scene_time(s), s->step);
  const double moved = now();
  const carom_status status = keep_lists(s, err);
  const double listed = now();
  if (status != CAROM_OK) return status;
  if (s->turning) carom_gravity_at(s, carom_scene_time(s), s->gravity);
  carom_scene_forces(s, s->step);
  s->seconds[0] += now() - listed;
  s->seconds[1] += moved - start;
  s->seconds[2] += listed - moved;
  return carom_scene_guard(s, err);
}

carom_status carom_scene_run(carom_scene *s, long steps, carom_error *err)
{
  if (!s) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "there is no scene");
  if (s->stopped != CAROM_OK)
    return carom_fail(err, s->stopped, "scene", "the scene has stopped at %.9g s and cannot go on",
                      carom_scene_time(s));
  s->looked = false;
  for (long i = 0; i < steps; i++) {
    s->stopped = step(s, err);
    if (s->stopped != CAROM_OK) return s->stopped;
  }
  return CAROM_OK;
}
