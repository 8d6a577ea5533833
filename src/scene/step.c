/* SPDX-License-Identifier: MIT */
/* Steps: runs the stages of stages.def in order. */
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "scene/scene.h"

double carom_scene_time(const carom_scene *s)
{
  return s->model.step * (double)s->steps; /* a product, not a sum, so that time does not drift */
}

double carom_scene_step(const carom_scene *s)
{
  return s->model.step;
}

int64_t carom_scene_steps(const carom_scene *s)
{
  return s->steps;
}

int64_t carom_scene_particles(const carom_scene *s)
{
  return s->particles.count;
}

int carom_scene_walls(const carom_scene *s)
{
  return s->walls.count;
}

/* What the stages of one step share. */
typedef struct step {
  carom_scene *s;
  unsigned parts;           /* FORCES, MOTION or both */
  double wall_displacement; /* bound on it in this step */
  bool lists_hold;
} step;

enum { FORCES = 1, MOTION = 2 };

/* Slots of accounting.seconds. The time of all stages but the first is booked as lists. */
enum { IN_FORCES, IN_MOTION, IN_LISTS };

static carom_status advance(step *o, carom_error *err)
{
  carom_scene *s = o->s;
  if (o->parts & FORCES && s->engine->await) CAROM_TRY(s->engine->await(s, o->parts & MOTION, err));
  if (o->parts == (FORCES | MOTION))
    s->engine->forces_and_move(s);
  else if (o->parts == MOTION)
    s->engine->move(s);
  else
    s->engine->forces(s, s->model.step);
  return CAROM_OK;
}

static carom_status guard(step *o, carom_error *err)
{
  return carom_scene_guard(o->s, err);
}

static carom_status move_clumps(step *o, carom_error *err)
{
  (void)err;
  if (o->s->model.clumps) o->s->engine->move_clumps(o->s);
  return CAROM_OK;
}

/* Work of varying gravity: force times the mean of the velocities before and after the kick. */
static carom_status add_gravity_work(step *o, carom_error *err)
{
  carom_scene *s = o->s;
  carom_accounting *a = &s->accounting;
  (void)err;
  if (!s->model.gravity_varies) return CAROM_OK;
  double momentum[3];
  s->engine->momentum(s, momentum);
  carom_clumps_add_momentum(s, momentum);
  for (int k = 0; k < 3; k++) {
    a->gravity_work += 0.5 * s->model.step * s->gravity[k] * (momentum[k] + a->momentum_last[k]);
    a->momentum_last[k] = momentum[k];
  }
  return CAROM_OK;
}

static carom_status move_walls(step *o, carom_error *err)
{
  (void)err;
  o->s->steps++;
  o->s->half_step_back = false;
  o->wall_displacement = carom_walls_move(o->s, carom_scene_time(o->s), o->s->model.step);
  return CAROM_OK;
}

static carom_status check_walls(step *o, carom_error *err)
{
  return o->s->walls.feeling > 0 ? carom_walls_check(o->s, err) : CAROM_OK;
}

static carom_status move_box(step *o, carom_error *err)
{
  return o->s->box.deforms ? carom_box_move(o->s, err) : CAROM_OK;
}

static carom_status check_lists(step *o, carom_error *err)
{
  (void)err;
  o->lists_hold = o->s->engine->lists_hold(o->s, o->wall_displacement);
  return CAROM_OK;
}

/* A particle that moves farther in a step than the smallest radius can pass through others
 * unnoticed. (The rebuild reports NaN.) */
static carom_status check_speed(step *o, carom_error *err)
{
  const carom_scene *s = o->s;
  double most = 0;
  int64_t who = -1;
  if (s->engine->speed(s) * s->model.step <= s->model.smallest || s->model.smallest == 0 ||
      s->engine->speed(s) > 1e150)
    return CAROM_OK;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *v = carom_half_velocity_row(&s->particles, i);
    const double speed = CAROM_SQRT(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (speed <= most) continue;
    most = speed;
    who = i;
  }
  if (who < 0 || most * s->model.step <= s->model.smallest)
    return CAROM_OK; /* the engine's speed was only a bound */
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

static carom_status rebuild(step *o, carom_error *err)
{
  return o->lists_hold ? CAROM_OK : o->s->engine->rebuild(o->s, err);
}

/* A NaN is not adopted, so that nothing moves by it and velocities can still be read. */
static carom_status renew_gravity(step *o, carom_error *err)
{
  carom_scene *s = o->s;
  double before[3];
  if (!s->model.gravity_varies) return CAROM_OK;
  memcpy(before, s->gravity, sizeof before);
  carom_gravity_at(s, carom_scene_time(s), s->gravity);
  const carom_status status = carom_gravity_check(s, err);
  if (status != CAROM_OK) memcpy(s->gravity, before, sizeof before);
  return status;
}

typedef struct stage {
  carom_status (*run)(step *o, carom_error *err);
  unsigned when;
} stage;

static const stage stages[] = {
#define CAROM_STEP_STAGE(function, when, reads, writes) {function, when},
#include "scene/stages.def"
};

/* Runs the stages that belong to these parts of a step. */
static carom_status run_stages(carom_scene *s, unsigned parts, carom_error *err)
{
  step o = {.s = s, .parts = parts};
  double *seconds = s->accounting.seconds, start = carom_clock();
  for (size_t k = 0; k < sizeof stages / sizeof *stages; k++) {
    if (!(stages[k].when & parts)) continue;
    CAROM_TRY(stages[k].run(&o, err));
    if (k > 0) continue;
    carom_clock_book(&start, &seconds[parts & FORCES ? IN_FORCES : IN_MOTION]);
  }
  carom_clock_book(&start, &seconds[IN_LISTS]);
  return CAROM_OK;
}

/* A step is a motion followed by the forces at its end. All but the first motion and the last
 * forces share a pass. */
static carom_status run(carom_scene *s, int64_t steps, carom_error *err)
{
  CAROM_TRY(run_stages(s, MOTION, err));
  for (int64_t i = 1; i < steps; i++)
    CAROM_TRY(run_stages(s, FORCES | MOTION, err));
  return run_stages(s, FORCES, err);
}

carom_status carom_scene_advance_steps(carom_scene *s, int64_t steps, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  if (s->flow.calling)
    return carom_fail(err, CAROM_ERR_CONFLICT, "scene",
                      "a function that is called by the scene cannot advance it");
  while (steps > 0) {
    const int64_t due = carom_flow_next(s), now = steps < due ? steps : due;
    s->view_valid = false;
    s->stopped = s->engine->advance ? s->engine->advance(s, now, err) : run(s, now, err);
    if (s->stopped != CAROM_OK) return s->stopped;
    CAROM_TRY(carom_flow_run(s, err));
    steps -= now;
  }
  return CAROM_OK;
}

carom_status carom_scene_advance(carom_scene *s, double until, carom_error *err)
{
  const double most = 1e15; /* steps: well within the integers that a double represents exactly */
  if (!s || !(until - until == 0))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "until", "a scene and a finite time are needed");
  if (!(until < most * s->model.step))
    return carom_fail(err, CAROM_ERR_RANGE, "until",
                      "%g s are more than %g steps of %g s; take an earlier time", until, most,
                      s->model.step);
  int64_t end = until > 0 ? (int64_t)(until / s->model.step) : 0;
  while (s->model.step * (double)end + 0.5 * s->model.step < until)
    end++;
  while (end > 0 && s->model.step * (double)(end - 1) + 0.5 * s->model.step >= until)
    end--;
  return carom_scene_advance_steps(s, end - s->steps, err);
}
