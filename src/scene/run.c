/* SPDX-License-Identifier: MIT */
/* Steps: move, check the lists, forces. */
#include <string.h>
#include <time.h>

#include "core/error.h"
#include "scene/scene.h"

double carom_scene_time(const carom_scene *s)
{
  return s->model.step * (double)s->steps; /* not summed: no drift */
}

double carom_scene_step(const carom_scene *s)
{
  return s->model.step;
}

long carom_scene_steps(const carom_scene *s)
{
  return s->steps;
}

long carom_scene_particles(const carom_scene *s)
{
  return s->particles.count;
}

int carom_scene_walls(const carom_scene *s)
{
  return s->walls.count;
}

static double now(void)
{
  struct timespec t;
  timespec_get(&t, TIME_UTC);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Work of varying gravity: force times the mean of the velocities before and after the kick. */
static void add_gravity_work(carom_scene *s)
{
  const carom_block_sums sums = s->engine->sums(s);
  const double *momentum = sums.momentum;
  for (int k = 0; k < 3; k++) {
    s->accounting.gravity_work += 0.5 * s->model.step * s->gravity[k] *
                                  (momentum[k] + s->accounting.momentum_last[k]);
    s->accounting.momentum_last[k] = momentum[k];
  }
}

/* A particle that moves farther in a step than the smallest radius can pass through others
 * unseen. (NaN is reported by the rebuild.) */
static carom_status check_speed(carom_scene *s, carom_error *err)
{
  double most = 0;
  int64_t who = -1;
  if (s->engine->speed(s) * s->model.step <= s->model.smallest || s->model.smallest == 0 ||
      s->engine->speed(s) > 1e150)
    return CAROM_OK;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *v = s->particles.half_velocity
                          ? s->particles.half_velocity + CAROM_ROW_DOUBLES * i
                          : carom_contact_velocity_of(s, i);
    const double speed = CAROM_SQRT(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (speed <= most) continue;
    most = speed;
    who = i;
  }
  if (who < 0 || most * s->model.step <= s->model.smallest)
    return CAROM_OK; /* the speed was a bound */
  const double chosen = carom_pair_reports_choose_step(s), travel = 0.1 * s->model.smallest / most;
  return carom_fail(
      err, CAROM_ERR_DIVERGED, "particle",
      "particle %lu (id %lu) has %.4g m/s at %.9g s and moves by %.4g m in a step, "
      "more than the smallest radius that moves, %.4g m: contacts would be missed; %s %.3g s",
      (unsigned long)s->particles.tag[who], (unsigned long)s->particles.id[who], most,
      carom_scene_time(s), most * s->model.step, s->model.smallest,
      chosen != CAROM_UNSET && chosen < s->model.step
          ? "without a given step one is chosen for the "
            "expected speed,"
          : "it is too fast for the step, use one of",
      chosen != CAROM_UNSET && chosen < s->model.step ? chosen : travel);
}

/* A NaN is not adopted: nothing moves by it, and velocities can still be read. */
static carom_status renew_gravity(carom_scene *s, carom_error *err)
{
  double before[3];
  if (!s->model.gravity_varies) return CAROM_OK;
  memcpy(before, s->gravity, sizeof before);
  carom_gravity_at(s, carom_scene_time(s), s->gravity);
  const carom_status status = carom_gravity_check(s, err);
  if (status != CAROM_OK) memcpy(s->gravity, before, sizeof before);
  return status;
}

/* After a motion: time, walls, lists, gravity. */
static carom_status arrive(carom_scene *s, carom_error *err)
{
  const double start = now();
  if (s->model.gravity_varies) add_gravity_work(s);
  s->steps++;
  const double wall = carom_walls_move(s, carom_scene_time(s), s->model.step);
  const bool hold = s->engine->lists_hold(s, wall);
  CAROM_TRY(check_speed(s, err));
  carom_status status = hold ? CAROM_OK : s->engine->rebuild(s, err);
  if (status == CAROM_OK) status = renew_gravity(s, err);
  s->accounting.seconds[2] += now() - start;
  return status;
}

/* Each step is a motion and the forces at its end; all but the first motion and the last
 * forces share a pass. */
static carom_status run(carom_scene *s, long steps, carom_error *err)
{
  double start = now();
  s->engine->move(s);
  s->accounting.seconds[1] += now() - start;
  CAROM_TRY(arrive(s, err));
  for (long i = 1; i < steps; i++) {
    start = now();
    s->engine->forces_and_move(s);
    s->accounting.seconds[0] += now() - start;
    CAROM_TRY(carom_scene_guard(s, err));
    CAROM_TRY(arrive(s, err));
  }
  start = now();
  s->engine->forces(s, s->model.step);
  s->accounting.seconds[0] += now() - start;
  return carom_scene_guard(s, err);
}

carom_status carom_scene_advance_steps(carom_scene *s, long steps, carom_error *err)
{
  if (!s) return carom_fail(err, CAROM_ERR_ARGUMENT, "scene", "there is no scene");
  if (s->stopped != CAROM_OK)
    return carom_fail(err, s->stopped, "scene", "the scene has stopped at %.9g s and cannot go on",
                      carom_scene_time(s));
  s->view_valid = false;
  if (steps > 0) s->stopped = run(s, steps, err);
  return s->stopped;
}

carom_status carom_scene_advance(carom_scene *s, double until, carom_error *err)
{
  const double most = 1e15; /* steps that a double still counts one by one, with room */
  if (!s || !(until - until == 0))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "until", "a scene and a finite time are needed");
  if (!(until < most * s->step))
    return carom_fail(err, CAROM_ERR_RANGE, "until",
                      "%g s are more than %g steps of %g s; take an earlier time", until, most,
                      s->step);
  long end = until > 0 ? (long)(until / s->step) : 0;
  while (s->step * (double)end + 0.5 * s->step < until)
    end++;
  while (end > 0 && s->step * (double)(end - 1) + 0.5 * s->step >= until)
    end--;
  return carom_scene_advance_steps(s, end - s->steps, err);
}
