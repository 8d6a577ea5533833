/* SPDX-License-Identifier: MIT */
#include "scene/holds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_base.h"
#include "scene/rotation.h"
#include "scene/scene.h"
#include "scene/state.h"

carom_scene_hold carom_scene_hold_default(void)
{
  return (carom_scene_hold){.group = -1};
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

carom_status carom_holds_check(const carom_scene_def *def, carom_error *err)
{
  if (def->holds < 0 || def->holds > CAROM_SCENE_HOLDS_MAX || (def->holds > 0 && !def->hold))
    return carom_fail(err, CAROM_ERR_RANGE, "hold", "a scene has up to %d holds",
                      CAROM_SCENE_HOLDS_MAX);
  if (def->holds > 0 && def->box)
    return carom_fail(err, CAROM_ERR_CONFLICT, "hold",
                      "particles of a box that deforms follow its flow; leave the holds out");
  for (int k = 0; k < def->holds; k++) {
    const carom_scene_hold *h = &def->hold[k];
    char where[32];
    snprintf(where, sizeof where, "hold[%d].%s", k,
             h->group < 0 || h->group >= def->groups ? "group" : "velocity");
    if (h->group < 0 || h->group >= def->groups)
      return carom_fail(err, CAROM_ERR_RANGE, where, "there is no group %d", h->group);
    if (!finite3(h->velocity) || !finite3(h->spin) || !finite3(h->centre))
      return carom_fail(err, CAROM_ERR_RANGE, where, "velocity, spin and centre must be numbers");
  }
  return CAROM_OK;
}

carom_status carom_holds_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  if (def->holds == 0) return CAROM_OK;
  s->model.hold = calloc((size_t)def->holds, sizeof *s->model.hold);
  if (!s->model.hold) return carom_fail(err, CAROM_ERR_MEMORY, "hold", "no memory");
  s->model.holds = def->holds;
  for (int k = 0; k < def->holds; k++) {
    const carom_scene_hold *from = &def->hold[k];
    carom_hold *to = &s->model.hold[k];
    *to = (carom_hold){.group = from->group, .on = !from->off};
    memcpy(to->velocity, from->velocity, sizeof to->velocity);
    memcpy(to->spin, from->spin, sizeof to->spin);
    memcpy(to->centre, from->centre, sizeof to->centre);
    if (!from->name) continue;
    char *name = malloc(strlen(from->name) + 1);
    if (!name) return carom_fail(err, CAROM_ERR_MEMORY, "hold", "no memory");
    to->name = strcpy(name, from->name);
  }
  return CAROM_OK;
}

void carom_holds_destroy(carom_scene *s)
{
  for (int k = 0; k < s->model.holds; k++)
    free((char *)(uintptr_t)s->model.hold[k].name);
  free(s->model.hold);
}

/* Centre of a hold some steps from now; it rests while the hold is off. */
static void centre_at(const carom_scene *s, const carom_hold *h, int64_t later, double out[3])
{
  const double time = h->on ? s->model.step * (double)(s->steps + later - h->since) : 0;
  for (int k = 0; k < 3; k++)
    out[k] = h->centre[k] + h->velocity[k] * time;
}

/* Vector from the centre to a particle, unfolded across periodic borders. */
static void arm_of(const carom_scene *s, int64_t i, const double centre[3], double out[3])
{
  const double *x = carom_position_of(s, i);
  for (int k = 0; k < 3; k++)
    out[k] = x[k] + s->particles.image[3 * i + k] * s->model.length[k] - centre[k];
}

static void rigid_velocity(const carom_hold *h, const double arm[3], double out[3])
{
  double turned[3];
  carom_cross(h->spin, arm, turned);
  for (int k = 0; k < 3; k++)
    out[k] = h->velocity[k] + turned[k];
}

static const carom_hold *hold_of(const carom_scene *s, int64_t i)
{
  return s->particles.held[i] > 0 ? &s->model.hold[s->particles.held[i] - 1] : NULL;
}

void carom_hold_velocity(const carom_scene *s, int64_t i, double velocity[3], double spin[3])
{
  const carom_hold *h = hold_of(s, i);
  double centre[3], arm[3];
  centre_at(s, h, 0, centre);
  arm_of(s, i, centre, arm);
  rigid_velocity(h, arm, velocity);
  memcpy(spin, h->spin, sizeof h->spin);
}

void carom_holds_apply_to(carom_scene *s, int64_t i)
{
  carom_particles *p = &s->particles;
  double *v = carom_contact_velocity_row(p, i);
  int32_t by = 0;
  if (p->held[i] == 0 && !(v[3] > 0)) return; /* fixed for good */
  for (int k = s->model.holds; k > 0; k--)
    if (s->model.hold[k - 1].on && p->group[i] >> s->model.hold[k - 1].group & 1) by = k;
  if (by == 0 && p->held[i] == 0) return;
  const bool member = s->model.clumps && p->clump[i];
  const double mass = member ? carom_clump_mass(s, i) : p->mass[p->tag[i]];
  const double r = carom_position_row(p, i)[3];
  p->held[i] = by;
  v[3] = by ? 0 : 1 / mass;
  p->inv_inertia[i] = by || member ? 0 : 2.5 / (mass * r * r);
  if (!by) return;
  carom_hold_velocity(s, i, v, v + 4);
  double *half = carom_half_velocity_row(p, i);
  if (half == v) return;
  memcpy(half, v, 3 * sizeof *v);
  memcpy(half + 4, v + 4, 3 * sizeof *v);
}

/* Gives held clumps the momenta of their prescribed motion. */
static void take_clumps(carom_scene *s)
{
  for (int64_t i = 0; i < s->clumps.count; i++) {
    carom_rigid_body *b = &s->clumps.clump[i].rigid;
    const carom_hold *h = carom_clump_hold(s, &s->clumps.clump[i]);
    if (!h) continue;
    carom_hold_body_velocity(s, h, 0, b, b->velocity);
    carom_rigid_momentum(b, h->spin, b->angular_momentum);
  }
}

void carom_holds_apply(carom_scene *s)
{
  for (int64_t i = 0; s->model.holds > 0 && i < s->particles.count; i++)
    carom_holds_apply_to(s, i);
  if (s->model.holds > 0) take_clumps(s);
}

const carom_hold *carom_clump_hold(const carom_scene *s, const carom_clump *c)
{
  return s->particles.held ? hold_of(s, s->particles.index_of[c->first]) : NULL;
}

void carom_hold_body_velocity(const carom_scene *s, const carom_hold *h, int64_t later,
                              const carom_rigid_body *b, double out[3])
{
  double centre[3], arm[3];
  centre_at(s, h, later, centre);
  for (int k = 0; k < 3; k++)
    arm[k] = b->position[k] - centre[k];
  rigid_velocity(h, arm, out);
}

void carom_hold_lead_body(const carom_scene *s, const carom_hold *h, carom_rigid_body *b)
{
  const carom_rotation turn = carom_rotation_of(h->spin, s->model.step);
  double from[3], to[3], arm[3], q[4], turned[4];
  centre_at(s, h, 0, from);
  centre_at(s, h, 1, to);
  for (int k = 0; k < 3; k++)
    arm[k] = b->position[k] - from[k];
  carom_rotate(&turn, arm);
  for (int k = 0; k < 3; k++) {
    const double next = to[k] + arm[k];
    b->velocity[k] = (next - b->position[k]) / s->model.step;
    b->position[k] = next;
  }
  carom_rotation_quaternion(h->spin, s->model.step, q);
  carom_quaternion_product(q, b->orientation, turned);
  memcpy(b->orientation, turned, sizeof turned);
  carom_rigid_momentum(b, h->spin, b->angular_momentum);
}

static double power_of(const double force[3], const double torque[3], const double velocity[3],
                       const double spin[3])
{
  return -carom_dot(force, velocity) - carom_dot(torque, spin);
}

/* The hold of a single particle; members are moved with their clump. */
static const carom_hold *hold_of_single(const carom_scene *s, int64_t i)
{
  return s->model.clumps && s->particles.clump[i] ? NULL : hold_of(s, i);
}

/* A step of a hold: the centre at both ends, and the rotation between them. */
typedef struct lead {
  double from[3], to[3];
  carom_rotation turn;
} lead;

double carom_holds_lead(const carom_scene *s, int64_t from, int64_t to, const double *force)
{
  lead all[CAROM_SCENE_HOLDS_MAX];
  double power = 0;
  for (int k = 0; k < s->model.holds; k++) {
    const carom_hold *h = &s->model.hold[k];
    centre_at(s, h, 0, all[k].from);
    centre_at(s, h, 1, all[k].to);
    all[k].turn = carom_rotation_of(h->spin, s->model.step);
  }
  for (int64_t i = from; i < to; i++) {
    const carom_hold *h = hold_of_single(s, i);
    if (!h) continue;
    const lead *by = &all[h - s->model.hold];
    const double *row = force + CAROM_ROW_DOUBLES * (i - from);
    double arm[3], next[3], velocity[3], *v = carom_half_velocity_row(&s->particles, i);
    arm_of(s, i, by->from, arm);
    rigid_velocity(h, arm, velocity);
    power += power_of(row, row + 4, velocity, h->spin);
    memcpy(next, arm, sizeof next);
    carom_rotate(&by->turn, next);
    for (int k = 0; k < 3; k++) {
      const double turned = by->turn.still ? 0 : (next[k] - arm[k]) / s->model.step;
      v[k] = h->velocity[k] + turned;
      v[4 + k] = h->spin[k];
    }
  }
  return power;
}

/* Contacts that see mid-step velocities need no change. */
void carom_holds_arrive(const carom_scene *s, int64_t from, int64_t to)
{
  if (!s->particles.half_velocity) return;
  for (int64_t i = from; i < to; i++) {
    const carom_hold *h = hold_of_single(s, i);
    double centre[3], arm[3];
    if (!h) continue;
    centre_at(s, h, 1, centre);
    arm_of(s, i, centre, arm);
    rigid_velocity(h, arm, carom_contact_velocity_of(s, i));
  }
}

double carom_holds_power(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  double power = 0;
  for (int64_t i = 0; s->model.holds > 0 && i < s->particles.count; i++) {
    const carom_scene_grain *g = &v.grain[s->particles.tag[i]];
    if (s->particles.held[i]) power += power_of(g->force, g->torque, g->velocity, g->spin);
  }
  return power;
}

/* Changes who is held, or how, between steps. */
static carom_status changed(carom_scene *s, const carom_held *before, carom_error *err)
{
  carom_holds_apply(s);
  s->stopped = carom_scene_begin(s, false, err);
  if (s->stopped != CAROM_OK) return s->stopped;
  carom_budget_resume(s);
  carom_budget_continue(s, before);
  return CAROM_OK;
}

static carom_held pause(carom_scene *s)
{
  const carom_held before = carom_budget_held(s);
  carom_budget_pause(s);
  carom_budget_settle_gravity(s);
  carom_scene_take_velocities(s);
  return before;
}

/* A hold that ends leaves its particles to the holds behind it. */
static carom_status check_turns(carom_scene *s, carom_hold *h, bool on, const double spin[3],
                                carom_error *err)
{
  const bool was = h->on;
  h->on = on;
  const carom_status status = on ? carom_hold_check_turn(s, (int)(h - s->model.hold), spin, err)
                                 : carom_holds_check_turns(s, err);
  h->on = was;
  return status;
}

carom_status carom_scene_set_hold(carom_scene *s, int hold, bool on, const double velocity[3],
                                  const double spin[3], const double centre[3], carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("hold", hold, s->model.holds, err));
  if ((velocity && !finite3(velocity)) || (spin && !finite3(spin)) || (centre && !finite3(centre)))
    return carom_fail(err, CAROM_ERR_RANGE, "hold", "velocity, spin and centre must be numbers");
  carom_hold *h = &s->model.hold[hold];
  double now[3];
  CAROM_TRY(check_turns(s, h, on, spin ? spin : h->spin, err));
  const carom_held before = pause(s);
  centre_at(s, h, 0, now);
  h->on = on;
  h->since = s->steps;
  memcpy(h->centre, centre ? centre : now, sizeof h->centre);
  if (velocity) memcpy(h->velocity, velocity, sizeof h->velocity);
  if (spin) memcpy(h->spin, spin, sizeof h->spin);
  return changed(s, &before, err);
}

carom_status carom_scene_set_group(carom_scene *s, int group, const carom_selection *members,
                                   carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("group", group, s->model.groups, err));
  if (members) CAROM_TRY(carom_selection_check(s, members, err));
  if (members && members->group >= group)
    return carom_fail(err, CAROM_ERR_RANGE, "group", "a group can be a part of one before it only");
  const carom_held before = pause(s);
  if (members) s->model.group[group] = *members;
  carom_groups_renew(s, group);
  s->stopped = carom_holds_check_turns(s, err);
  if (s->stopped != CAROM_OK) return s->stopped;
  return changed(s, &before, err);
}

int carom_scene_holds(const carom_scene *s)
{
  return s->model.holds;
}

carom_status carom_scene_sample_hold(carom_scene *s, int hold, carom_scene_hold_state *out,
                                     carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("hold", hold, s->model.holds, err));
  const carom_scene_view v = carom_scene_sample(s);
  const carom_hold *h = &s->model.hold[hold];
  *out = (carom_scene_hold_state){.name = h->name, .enabled = h->on};
  memcpy(out->velocity, h->velocity, sizeof out->velocity);
  memcpy(out->spin, h->spin, sizeof out->spin);
  centre_at(s, h, 0, out->centre);
  for (int64_t i = 0; i < s->particles.count; i++) {
    const carom_scene_grain *g = &v.grain[s->particles.tag[i]];
    double arm[3], turns[3];
    if (s->particles.held[i] != hold + 1) continue;
    out->particles++;
    arm_of(s, i, out->centre, arm);
    carom_cross(arm, g->force, turns);
    for (int k = 0; k < 3; k++) {
      out->force[k] += g->force[k];
      out->torque[k] += g->torque[k] + turns[k];
    }
  }
  return CAROM_OK;
}

static const carom_column column[] = {
    CAROM_COLUMN(carom_hold, on, CAROM_INT64S),
    CAROM_COLUMN(carom_hold, since, CAROM_INT64S),
    CAROM_COLUMNS(carom_hold, velocity, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_hold, spin, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_hold, centre, CAROM_DOUBLES, 3),
};

carom_status carom_holds_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  if (s->model.holds == 0) return CAROM_OK;
  CAROM_VISIT("hold", column, s->model.hold, s->model.holds);
  CAROM_TRY(carom_archive_array(archive, "hold", "work", CAROM_DOUBLES, &s->accounting.held_work, 1,
                                err));
  if (!archive->loading) return CAROM_OK;
  for (int k = 0; k < s->model.holds; k++) {
    const carom_hold *h = &s->model.hold[k];
    if (!carom_sane(h->on, 1) || h->since < 0 || h->since > s->steps || !finite3(h->velocity) ||
        !finite3(h->spin) || !finite3(h->centre))
      return carom_state_damaged(err, "hold");
  }
  for (int64_t i = 0; i < s->particles.count; i++)
    if (!carom_sane(s->particles.held[i], s->model.holds))
      return carom_state_damaged(err, "particle");
  return CAROM_OK;
}
