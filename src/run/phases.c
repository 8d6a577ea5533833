/* SPDX-License-Identifier: MIT */
#include "run/phases.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVERY = 1000 }; /* default number of steps between two checks */

enum {
  TIME,
  PARTICLES_ABOVE,
  PARTICLES_BELOW,
  KINETIC_BELOW,
  FORCE_ABOVE,
  FORCE_BELOW,
  POSITION_ABOVE,
  POSITION_BELOW,
  PRESSURE_ABOVE,
  PRESSURE_BELOW,
  SOLID_FRACTION_ABOVE,
  BROKEN_ABOVE,
  REASONS,
  NONE = -1
};

static const char *const reason[REASONS] = {
    "time",           "particles_above", "particles_below",      "kinetic_below",
    "force_above",    "force_below",     "position_above",       "position_below",
    "pressure_above", "pressure_below",  "solid_fraction_above", "broken_above"};

static const carom_scenario_stage *stage_of(const carom_phases *p, int64_t phase)
{
  return &p->scenario->scene.stage[phase];
}

static int count_of(const carom_phases *p)
{
  return p->scenario ? p->scenario->scene.stages : 0;
}

/* Converts a time to steps, rounded up; at least `least`. */
static int64_t steps_of(double time, double step, int64_t least)
{
  const double steps = time / step;
  const int64_t up = (int64_t)-floor(1e-9 + 1e-15 * steps - steps);
  return up > least ? up : least;
}

/* Times of a motion are relative to the beginning of its phase. */
static carom_status set_motion(const carom_scenario_wall_change *c, carom_scene *scene,
                               double start, carom_error *err)
{
  carom_scene_motion motion = c->motion;
  carom_scene_servo servo;
  carom_scene_body body;
  const size_t drives = (size_t)motion.drives, points = (size_t)motion.points;
  carom_scene_drive *drive = malloc((drives + 1) * sizeof *drive);
  double *time = malloc((points + 1) * sizeof *time);
  carom_status status = CAROM_ERR_MEMORY;
  if (drive && time) {
    for (size_t i = 0; i < drives; i++) {
      drive[i] = motion.drive[i];
      drive[i].start += start;
      if (drive[i].stop != CAROM_UNSET) drive[i].stop += start;
    }
    for (size_t i = 0; i < points; i++)
      time[i] = motion.time[i] + start;
    motion.drive = drive;
    motion.time = time;
    if (motion.servo) {
      servo = *motion.servo;
      servo.start += start;
      motion.servo = &servo;
    }
    if (motion.body) {
      body = *motion.body;
      body.start += start;
      motion.body = &body;
    }
    status = carom_scene_set_wall_motion(scene, c->wall, &motion, err);
  } else {
    carom_fail(err, status, "scene.stages", "out of memory");
  }
  free(drive);
  free(time);
  return status;
}

/* Times of a box are relative to the beginning of its phase, too. */
static carom_status set_box(const carom_scene_box *box, carom_scene *scene, double start,
                            carom_error *err)
{
  carom_scene_box own = *box;
  own.start = start;
  return carom_scene_set_box(scene, &own, err);
}

/* Sets what is not part of the scene's state: motions, targets, friction, selections of groups,
 * deformation of the box. */
static carom_status set_definitions(const carom_phases *p, int64_t phase, carom_scene *scene,
                                    carom_error *err)
{
  const carom_scenario_stage *s = stage_of(p, phase);
  const double start = carom_scene_step(scene) * (double)p->begin[phase];
  for (int k = 0; k < s->changes; k++) {
    const carom_scenario_wall_change *c = &s->change[k];
    if (c->moves) CAROM_TRY(set_motion(c, scene, start, err));
    if (c->target != CAROM_UNSET)
      CAROM_TRY(carom_scene_set_wall_target(scene, c->wall, c->target, err));
  }
  if (s->box) CAROM_TRY(set_box(s->box, scene, start, err));
  for (int k = 0; k < s->frictions; k++) {
    const carom_scenario_contact *c = &p->scenario->contact[s->friction[k].contact];
    carom_tangential_def tangential = c->stage[0]; /* the tangential stage */
    carom_tangential_set(&tangential, "friction", s->friction[k].friction);
    CAROM_TRY(carom_scene_set_tangential(scene, c->a, c->b, &tangential, err));
  }
  for (int k = 0; k < s->groups; k++)
    CAROM_TRY(carom_scene_set_group(scene, s->group[k].group, &s->group[k].members, err));
  return CAROM_OK;
}

static carom_status set_state(const carom_scenario_stage *s, carom_scene *scene, carom_error *err)
{
  for (int k = 0; k < s->changes; k++)
    if (s->change[k].goes)
      CAROM_TRY(carom_scene_set_wall_present(scene, s->change[k].wall, false, err));
  if (s->pulls) CAROM_TRY(carom_scene_set_gravity(scene, s->gravity, err));
  for (int k = 0; k < s->changes; k++)
    if (s->change[k].comes)
      CAROM_TRY(carom_scene_set_wall_present(scene, s->change[k].wall, true, err));
  for (int k = 0; k < s->holds; k++) {
    const carom_scenario_hold_change *h = &s->hold[k];
    CAROM_TRY(carom_scene_set_hold(scene, h->hold, h->on, h->moves ? h->velocity : NULL,
                                   h->turns ? h->spin : NULL, h->shifts ? h->centre : NULL, err));
  }
  for (int k = 0; k < s->sources; k++)
    CAROM_TRY(carom_scene_set_source(scene, s->source[k].number, s->source[k].on, err));
  for (int k = 0; k < s->sinks; k++)
    CAROM_TRY(carom_scene_set_sink(scene, s->sink[k].number, s->sink[k].on, err));
  for (int k = 0; k < s->bonds; k++)
    if (s->bond[k].on) CAROM_TRY(carom_scene_make_bonds(scene, s->bond[k].number, NULL, err));
  return CAROM_OK;
}

static carom_status begin(carom_phases *p, int64_t phase, carom_scene *scene, carom_error *err)
{
  p->now = phase;
  if (phase >= count_of(p)) return CAROM_OK;
  p->begin[phase] = p->looked = carom_scene_steps(scene);
  CAROM_TRY(set_definitions(p, phase, scene, err));
  return set_state(stage_of(p, phase), scene, err);
}

carom_status carom_phases_create(carom_phases *p, const carom_scenario *scenario,
                                 carom_scene *scene, carom_error *err)
{
  const size_t count = (size_t)scenario->scene.stages;
  *p = (carom_phases){.scenario = scenario};
  if (count == 0) return CAROM_OK;
  p->begin = malloc(count * sizeof *p->begin);
  p->end = malloc(count * sizeof *p->end);
  p->why = malloc(count * sizeof *p->why);
  if (!p->begin || !p->end || !p->why)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene.stages", "out of memory");
  for (size_t k = 0; k < count; k++)
    p->begin[k] = p->end[k] = p->why[k] = NONE;
  return begin(p, 0, scene, err);
}

void carom_phases_free(carom_phases *p)
{
  free(p->begin);
  free(p->end);
  free(p->why);
  *p = (carom_phases){.now = 0};
}

bool carom_phases_over(const carom_phases *p)
{
  return count_of(p) > 0 && p->now >= count_of(p);
}

int64_t carom_phases_number(const carom_phases *p)
{
  return carom_phases_over(p) ? p->now : p->now + 1;
}

static bool has_conditions(const carom_scenario_stage *s)
{
  const double end[] = {s->particles_above,      s->particles_below, s->kinetic_below,
                        s->force_above,          s->force_below,     s->position_above,
                        s->position_below,       s->pressure_above,  s->pressure_below,
                        s->solid_fraction_above, s->broken_above};
  for (size_t k = 0; k < sizeof end / sizeof *end; k++)
    if (end[k] != CAROM_UNSET) return true;
  return false;
}

int64_t carom_phases_next(const carom_phases *p, const carom_scene *scene)
{
  int64_t next = INT64_MAX;
  if (p->now >= count_of(p)) return next;
  const carom_scenario_stage *s = stage_of(p, p->now);
  const double step = carom_scene_step(scene);
  const int64_t from = p->begin[p->now];
  if (s->time != CAROM_UNSET) next = from + steps_of(s->time, step, 1);
  if (!has_conditions(s)) return next;
  const int64_t every = s->every == CAROM_UNSET ? EVERY : steps_of(s->every, step, 1);
  const int64_t look = p->looked + every; /* a whole number of intervals after the beginning */
  return look < next ? look : next;
}

double carom_phases_latest(const carom_phases *p, const carom_scene *scene)
{
  const double step = carom_scene_step(scene);
  if (count_of(p) == 0) return HUGE_VAL;
  if (carom_phases_over(p)) return (double)p->end[p->now - 1] * step;
  double steps = (double)p->begin[p->now];
  for (int64_t k = p->now; k < count_of(p); k++) {
    const carom_scenario_stage *s = stage_of(p, k);
    if (s->time == CAROM_UNSET) return HUGE_VAL;
    steps += (double)steps_of(s->time, step, 1);
  }
  return steps * step;
}

/* Mean kinetic energy per particle or clump; fixed and held particles do not count. */
static double kinetic(carom_scene *scene)
{
  const carom_scene_view v = carom_scene_sample(scene);
  carom_scene_box_state b = {.deforms = false};
  double sum = 0;
  (void)carom_scene_sample_box(scene, &b, NULL);
  int64_t bodies = 0;
  for (int64_t i = 0; i < carom_scene_clumps(scene); i++) {
    carom_scene_clump_state c;
    if (carom_scene_sample_clump(scene, i, &c, NULL) != CAROM_OK || c.held) continue;
    bodies++;
    for (int k = 0; k < 3; k++)
      sum += 0.5 * ((b.deforms ? 0 : c.mass * c.velocity[k] * c.velocity[k]) +
                    c.angular_momentum[k] * c.spin[k]);
  }
  for (int64_t i = 0; i < v.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    if (g->clump >= 0 || g->fixed) continue;
    bodies++;
    for (int k = 0; k < 3; k++)
      sum += 0.5 * g->mass *
             ((b.deforms ? 0 : g->velocity[k] * g->velocity[k]) +
              0.4 * g->radius * g->radius * g->spin[k] * g->spin[k]);
  }
  if (b.deforms) /* relative to the flow of the box */
    sum += 0.5 * b.volume * (b.kinetic_stress[0] + b.kinetic_stress[4] + b.kinetic_stress[8]);
  return bodies > 0 ? sum / (double)bodies : 0;
}

static bool above(double value, double limit)
{
  return limit != CAROM_UNSET && value >= limit;
}

static bool below(double value, double limit)
{
  return limit != CAROM_UNSET && value <= limit;
}

static int at_wall(const carom_scenario_stage *s, carom_scene *scene)
{
  const double *d = s->direction;
  const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  carom_scene_wall_state w;
  double force = 0, position = 0;
  if (s->wall < 0 || carom_scene_sample_wall(scene, s->wall, &w, NULL) != CAROM_OK) return NONE;
  for (int k = 0; k < 3; k++) {
    force += w.force[k] * d[k] / length;
    position += w.centre[k] * d[k] / length;
  }
  return above(force, s->force_above)         ? FORCE_ABOVE
         : below(force, s->force_below)       ? FORCE_BELOW
         : above(position, s->position_above) ? POSITION_ABOVE
         : below(position, s->position_below) ? POSITION_BELOW
                                              : NONE;
}

static int at_box(const carom_scenario_stage *s, carom_scene *scene)
{
  carom_scene_box_state b;
  if (s->pressure_above == CAROM_UNSET && s->pressure_below == CAROM_UNSET &&
      s->solid_fraction_above == CAROM_UNSET)
    return NONE;
  if (carom_scene_sample_box(scene, &b, NULL) != CAROM_OK || !b.deforms) return NONE;
  return above(b.pressure, s->pressure_above)               ? PRESSURE_ABOVE
         : below(b.pressure, s->pressure_below)             ? PRESSURE_BELOW
         : above(b.solid_fraction, s->solid_fraction_above) ? SOLID_FRACTION_ABOVE
                                                            : NONE;
}

static double broken(const carom_scene *scene)
{
  const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
  return (double)(n.tension + n.shear);
}

/* The condition that ends the phase now, or NONE. */
static int met(const carom_phases *p, carom_scene *scene)
{
  const carom_scenario_stage *s = stage_of(p, p->now);
  const double particles = (double)carom_scene_particles(scene);
  const double step = carom_scene_step(scene);
  const int64_t passed = carom_scene_steps(scene) - p->begin[p->now];
  if (passed >= steps_of(s->after, step, 0)) {
    if (above(particles, s->particles_above)) return PARTICLES_ABOVE;
    if (below(particles, s->particles_below)) return PARTICLES_BELOW;
    if (s->kinetic_below != CAROM_UNSET && below(kinetic(scene), s->kinetic_below))
      return KINETIC_BELOW;
    if (s->broken_above != CAROM_UNSET && above(broken(scene), s->broken_above))
      return BROKEN_ABOVE;
    const int wall = at_wall(s, scene);
    if (wall != NONE) return wall;
    const int box = at_box(s, scene);
    if (box != NONE) return box;
  }
  return s->time != CAROM_UNSET && passed >= steps_of(s->time, step, 1) ? TIME : NONE;
}

carom_status carom_phases_look(carom_phases *p, carom_scene *scene, int *ended, carom_error *err)
{
  *ended = NONE;
  if (carom_scene_steps(scene) != carom_phases_next(p, scene)) return CAROM_OK;
  const int why = met(p, scene);
  p->looked = carom_scene_steps(scene);
  if (why == NONE) return CAROM_OK;
  *ended = (int)p->now;
  p->end[p->now] = carom_scene_steps(scene);
  p->why[p->now] = why;
  return begin(p, p->now + 1, scene, err);
}

static bool damaged(const carom_phases *p)
{
  const int64_t count = count_of(p);
  bool bad = p->now < 0 || p->now > count || p->looked < 0;
  for (int64_t k = 0; !bad && k < count; k++) {
    bad |= k <= p->now ? p->begin[k] < 0 || p->begin[k] > INT64_MAX / 4 : p->begin[k] != NONE;
    bad |= k < p->now ? p->why[k] < 0 || p->why[k] >= REASONS || p->end[k] < p->begin[k]
                      : p->why[k] != NONE || p->end[k] != NONE;
  }
  return bad;
}

carom_status carom_phases_archive(carom_phases *p, carom_scene *scene, carom_archive *archive,
                                  carom_error *err)
{
  const size_t count = (size_t)count_of(p);
  if (count == 0) return CAROM_OK;
  CAROM_TRY(carom_archive_array(archive, "stages", "now", CAROM_INT64S, &p->now, 1, err));
  CAROM_TRY(carom_archive_array(archive, "stages", "looked", CAROM_INT64S, &p->looked, 1, err));
  CAROM_TRY(carom_archive_array(archive, "stages", "begin", CAROM_INT64S, p->begin, count, err));
  CAROM_TRY(carom_archive_array(archive, "stages", "end", CAROM_INT64S, p->end, count, err));
  CAROM_TRY(carom_archive_array(archive, "stages", "why", CAROM_INT64S, p->why, count, err));
  if (!archive->loading) return CAROM_OK;
  if (damaged(p)) return carom_fail(err, CAROM_ERR_RANGE, "stages", "the checkpoint is damaged");
  for (int64_t k = 1; k <= p->now && k < (int64_t)count; k++) /* phase 0 has been set already */
    CAROM_TRY(set_definitions(p, k, scene, err));
  return CAROM_OK;
}

const char *carom_phase_name(const carom_phases *p, int phase, char text[64])
{
  const char *name = stage_of(p, phase)->name;
  if (name)
    snprintf(text, 64, "%.60s", name);
  else
    snprintf(text, 64, "stage %d", phase + 1);
  return text;
}

const char *carom_phase_reason(const carom_phases *p, int phase)
{
  return p->why[phase] == NONE ? NULL : reason[p->why[phase]];
}

void carom_phases_members(carom_json *json, const carom_phases *p, double step)
{
  char name[64];
  if (count_of(p) == 0) return;
  carom_json_array(json, "stages");
  for (int k = 0; k < count_of(p) && p->begin[k] != NONE; k++) {
    carom_json_object(json, NULL);
    carom_json_string(json, "name", carom_phase_name(p, k, name));
    carom_json_quantity(json, "begin", "s", step * (double)p->begin[k]);
    if (p->why[k] != NONE) {
      carom_json_quantity(json, "end", "s", step * (double)p->end[k]);
      carom_json_string(json, "ended_by", carom_phase_reason(p, k));
    }
    carom_json_end(json);
  }
  carom_json_end(json);
}
