/* SPDX-License-Identifier: MIT */
#include "scene/applied.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/holds.h"
#include "scene/scene.h"

static const double pi = 3.14159265358979323846;

carom_scene_force carom_scene_force_default(void)
{
  return (carom_scene_force){.group = -1};
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static carom_status check(const carom_scene_def *def, const carom_scene_force *f, carom_error *err)
{
  const bool drags = f->kind == CAROM_FORCE_QUADRATIC;
  if ((unsigned)f->kind > CAROM_FORCE_CALLED)
    return carom_fail(err, CAROM_ERR_RANGE, "kind", "there is no force of kind %d", (int)f->kind);
  if (f->group >= def->groups)
    return carom_fail(err, CAROM_ERR_RANGE, "group", "there is no group %d", f->group);
  if (!finite3(f->force) || !finite3(f->torque) || !finite3(f->flow))
    return carom_fail(err, CAROM_ERR_RANGE, "force", "must be numbers");
  if (f->kind == CAROM_FORCE_STOKES && !(f->viscosity > 0 && f->viscosity < 1e30))
    return carom_fail(err, CAROM_ERR_MISSING, "viscosity", "give the viscosity, above 0");
  if ((drags || f->kind == CAROM_FORCE_BUOYANCY) && !(f->density > 0 && f->density < 1e30))
    return carom_fail(err, CAROM_ERR_MISSING, "density", "give the density of the fluid, above 0");
  if (drags && !(f->coefficient > 0 && f->coefficient < 1e30))
    return carom_fail(err, CAROM_ERR_MISSING, "coefficient", "give the drag coefficient, above 0");
  if (f->kind == CAROM_FORCE_DAMPING && !(f->coefficient > 0 && f->coefficient < 1))
    return carom_fail(err, CAROM_ERR_RANGE, "coefficient", "local damping is above 0 and below 1");
  if (f->kind == CAROM_FORCE_CALLED && !f->call)
    return carom_fail(err, CAROM_ERR_MISSING, "call", "there is no function");
  return CAROM_OK;
}

carom_status carom_applied_check(const carom_scene_def *def, carom_error *err)
{
  if (def->forces < 0 || def->forces > CAROM_SCENE_FORCES_MAX || (def->forces > 0 && !def->force))
    return carom_fail(err, CAROM_ERR_RANGE, "force", "a scene has up to %d forces",
                      CAROM_SCENE_FORCES_MAX);
  for (int k = 0; k < def->forces; k++) {
    const carom_status status = check(def, &def->force[k], err);
    if (status == CAROM_OK) continue;
    char member[32];
    if (err) snprintf(member, sizeof member, "%.30s", err->where);
    if (err) snprintf(err->where, sizeof err->where, "force[%d].%s", k, member);
    return status;
  }
  return CAROM_OK;
}

carom_status carom_applied_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  if (def->forces == 0) return CAROM_OK;
  s->model.force = calloc((size_t)def->forces, sizeof *s->model.force);
  if (!s->model.force) return carom_fail(err, CAROM_ERR_MEMORY, "force", "no memory");
  s->model.forces = def->forces;
  for (int k = 0; k < def->forces; k++) {
    const carom_scene_force *f = &def->force[k];
    carom_applied *to = &s->model.force[k];
    to->def = *f;
    to->def.time = to->def.table = NULL;
    CAROM_TRY(
        carom_motion_table_copy(&to->table, f->points, f->time, f->table, NULL, "force", err));
  }
  return CAROM_OK;
}

void carom_applied_destroy(carom_scene *s)
{
  for (int k = 0; k < s->model.forces; k++)
    carom_motion_table_free(&s->model.force[k].table);
  free(s->model.force);
}

/* A particle or clump while forces are added to it. */
typedef struct body {
  const carom_scene *s;
  int64_t index;
  double half, inv_mass, inv_inertia, radius, volume;
  const double *velocity;        /* half a step earlier */
  double flow[3];                /* flow of a deforming box, which also carries the fluid */
  double *row;                   /* forces and torques so far */
  const carom_rigid_body *rigid; /* of a clump, whose inertia is a tensor; NULL: a sphere */
} body;

/* Change of the spin by a torque that acts for some time. */
static void turn(const body *b, double time, const double torque[3], double out[3])
{
  if (b->rigid) carom_rigid_spin(b->rigid, torque, out);
  for (int k = 0; k < 3; k++)
    out[k] = time * (b->rigid ? out[k] : torque[k] * b->inv_inertia);
}

/* -c times the spin of the instant, including the effect of this torque itself during `half`. */
static void slow_down(const body *b, double c, const double spin[3], double out[3])
{
  double own[3];
  if (!b->rigid) {
    for (int k = 0; k < 3; k++)
      out[k] = -c * spin[k] / (1 + b->half * c * b->inv_inertia);
    return;
  }
  carom_quaternion_rotate_back(b->rigid->orientation, spin, own);
  for (int k = 0; k < 3; k++)
    own[k] *= -c / (1 + b->half * c / b->rigid->inertia[k]);
  carom_quaternion_rotate(b->rigid->orientation, own, out);
}

/* Velocity and spin of the instant with the forces so far, relative to the flow of the box. */
static void instant(const body *b, double velocity[3], double spin[3])
{
  turn(b, b->half, b->row + 4, spin);
  for (int k = 0; k < 3; k++) {
    velocity[k] = b->velocity[k] + b->half * (b->row[k] * b->inv_mass + b->s->gravity[k]) -
                  b->flow[k];
    spin[k] = b->velocity[4 + k] + spin[k];
  }
}

/* w is the velocity of the flow relative to the body: w = w0 - half / m * c * w, so w = w0 / (1 +
 * half c / m). */
static void stokes(const body *b, const carom_scene_force *f, double out[6])
{
  const double r = b->radius, drag = 6 * pi * f->viscosity * r;
  double v[3], spin[3];
  instant(b, v, spin);
  for (int k = 0; k < 3; k++)
    out[k] = drag * (f->flow[k] - v[k]) / (1 + b->half * drag * b->inv_mass);
  slow_down(b, 8 * pi * f->viscosity * r * r * r, spin, out + 3);
}

/* |w| (1 + q |w|) = |w0|, with q = half c / m. */
static void quadratic(const body *b, const carom_scene_force *f, double out[6])
{
  const double c = 0.5 * f->coefficient * f->density * pi * b->radius * b->radius;
  const double q = b->half * c * b->inv_mass;
  double v[3], spin[3], square = 0;
  instant(b, v, spin);
  for (int k = 0; k < 3; k++) {
    v[k] = f->flow[k] - v[k];
    square += v[k] * v[k];
  }
  const double size = CAROM_SQRT(square), root = 1 + CAROM_SQRT(1 + 4 * q * size);
  const double left = 2 / root; /* |w| / |w0| */
  for (int k = 0; k < 3; k++)
    out[k] = c * size * left * left * v[k];
}

/* Local damping: against the velocity, proportional to the force. A means to reach rest, not a law
 * of nature. */
static void damping(const body *b, const carom_scene_force *f, double out[6])
{
  double v[3], spin[3];
  instant(b, v, spin);
  for (int k = 0; k < 3; k++) {
    const double acts = b->row[k] + b->s->gravity[k] / b->inv_mass, turns = b->row[4 + k];
    const double size = acts < 0 ? -acts : acts, twist = turns < 0 ? -turns : turns;
    out[k] = v[k] > 0 ? -f->coefficient * size : v[k] < 0 ? f->coefficient * size : 0;
    out[3 + k] = spin[k] > 0 ? -f->coefficient * twist : spin[k] < 0 ? f->coefficient * twist : 0;
  }
}

static void called(const body *b, const carom_scene_force *f, double out[6])
{
  const carom_particles *p = &b->s->particles;
  const double *x = carom_position_of(b->s, b->index);
  carom_scene_moved seen = {.radius = b->radius,
                            .mass = 1 / b->inv_mass,
                            .material = p->material[b->index],
                            .id = p->id[b->index]};
  instant(b, seen.velocity, seen.spin);
  for (int k = 0; k < 3; k++) {
    const double unfolded = p->image[3 * b->index + k] * b->s->model.length[k];
    seen.position[k] = b->rigid            ? b->rigid->position[k]
                       : b->s->box.deforms ? x[k]
                                           : x[k] + unfolded;
    seen.velocity[k] += b->flow[k];
  }
  f->call(f->user, carom_scene_time(b->s), &seen, out, out + 3);
}

static void evaluate(const body *b, const carom_applied *a, double out[6])
{
  const carom_scene_force *f = &a->def;
  memset(out, 0, 6 * sizeof *out);
  switch (f->kind) {
  case CAROM_FORCE_STOKES:
    stokes(b, f, out);
    return;
  case CAROM_FORCE_QUADRATIC:
    quadratic(b, f, out);
    return;
  case CAROM_FORCE_BUOYANCY:
    for (int k = 0; k < 3; k++)
      out[k] = -f->density * b->volume * b->s->gravity[k];
    return;
  case CAROM_FORCE_DAMPING:
    damping(b, f, out);
    return;
  case CAROM_FORCE_CALLED:
    called(b, f, out);
    return;
  default:
    memcpy(out, f->force, sizeof f->force);
    memcpy(out + 3, f->torque, sizeof f->torque);
    if (a->table.points > 0)
      carom_motion_table_at(&a->table, a->table.velocity, carom_scene_time(b->s), out);
  }
}

/* Force times velocity; with `split`, times the mean of this velocity and that of half a step
 * earlier. */
static void add_work(const body *b, const double out[][6], const carom_applied_work *to)
{
  double v[3], spin[3];
  instant(b, v, spin);
  for (int k = 0; k < 3 && to->split; k++) {
    v[k] = 0.5 * (v[k] + (b->velocity[k] - b->flow[k]));
    spin[k] = 0.5 * (spin[k] + b->velocity[4 + k]);
  }
  for (int f = 0; f < b->s->model.forces; f++)
    for (int k = 0; k < 3; k++)
      to->work[f] += to->factor * (out[f][k] * v[k] + out[f][3 + k] * spin[k]);
}

/* Forces that depend on the velocity see the effect of those that do not; damping sees that of
 * all. */
enum { FREE, DRAG, DAMPS, RANKS };

static int rank_of(carom_force_kind kind)
{
  if (kind == CAROM_FORCE_DAMPING) return DAMPS;
  return kind == CAROM_FORCE_GIVEN || kind == CAROM_FORCE_BUOYANCY ? FREE : DRAG;
}

static void add_all(const body *b, const carom_applied_work *to)
{
  const carom_scene *s = b->s;
  const int64_t i = b->index;
  double out[CAROM_SCENE_FORCES_MAX][6];
  memset(out, 0, sizeof out);
  for (int rank = 0; rank < RANKS; rank++)
    for (int f = 0; f < s->model.forces; f++) {
      const carom_applied *a = &s->model.force[f];
      if (rank_of(a->def.kind) != rank) continue;
      if (a->def.group >= 0 && !(s->particles.group[i] >> a->def.group & 1)) continue;
      evaluate(b, a, out[f]);
      for (int k = 0; k < 3; k++) {
        b->row[k] += out[f][k];
        b->row[4 + k] += out[f][3 + k];
      }
    }
  if (to) add_work(b, (const double(*)[6])out, to);
}

void carom_applied_add(const carom_scene *s, int64_t i, double half, const double *velocity,
                       double *row, const carom_applied_work *to)
{
  const double radius = carom_position_of(s, i)[3];
  body b = {s,
            i,
            half,
            carom_inv_mass(s, i),
            s->particles.inv_inertia[i],
            radius,
            4.0 / 3.0 * pi * radius * radius * radius,
            velocity,
            {0, 0, 0},
            row,
            NULL};
  if (!(b.inv_mass > 0)) return; /* forces do not move it */
  if (s->box.deforms) carom_box_flow(s, carom_position_of(s, i), b.flow);
  add_all(&b, to);
}

void carom_applied_add_clump(const carom_scene *s, const carom_clump *c, double half,
                             carom_clump_load *load, const carom_applied_work *to)
{
  const double volume = s->clumps.shape[c->shape].volume * c->scale * c->scale * c->scale;
  double velocity[CAROM_ROW_DOUBLES] = {0}, row[CAROM_ROW_DOUBLES] = {0};
  memcpy(velocity, c->rigid.velocity, sizeof c->rigid.velocity);
  carom_rigid_spin(&c->rigid, c->rigid.angular_momentum, velocity + 4);
  memcpy(row, load->force, sizeof load->force);
  memcpy(row + 4, load->torque, sizeof load->torque);
  body b = {.s = s,
            .index = s->particles.index_of[c->first],
            .half = half,
            .inv_mass = 1 / c->rigid.mass,
            .radius = carom_pow(0.75 / pi * volume, 1.0 / 3),
            .volume = volume,
            .velocity = velocity,
            .row = row,
            .rigid = &c->rigid};
  if (s->box.deforms) carom_box_flow(s, c->rigid.position, b.flow);
  add_all(&b, to);
  memcpy(load->force, row, sizeof load->force);
  memcpy(load->torque, row + 4, sizeof load->torque);
}

/* Shifts mid-step velocities by half a kick of a force. When the force changes, velocities of the
 * instant stay as they are and those of mid-step change. */
static void shift_velocities(carom_scene *s, int force, double sign)
{
  const carom_scene_force *f = &s->model.force[force].def;
  const double half = 0.5 * s->model.step * sign;
  for (int64_t i = 0; i < s->particles.count; i++) {
    double *v = carom_half_velocity_row(&s->particles, i);
    if (s->model.clumps && s->particles.clump[i]) continue;
    if (f->group >= 0 && !(s->particles.group[i] >> f->group & 1)) continue;
    for (int k = 0; k < 3; k++) {
      v[k] -= half * f->force[k] * carom_inv_mass(s, i);
      v[4 + k] -= half * f->torque[k] * s->particles.inv_inertia[i];
    }
  }
  for (int64_t i = 0; i < s->clumps.count; i++) {
    carom_clump *c = &s->clumps.clump[i];
    const uint32_t *group = s->particles.group;
    if (carom_clump_hold(s, c)) continue;
    if (f->group >= 0 && !(group[s->particles.index_of[c->first]] >> f->group & 1)) continue;
    carom_rigid_kick(&c->rigid, f->force, f->torque, -half);
  }
}

carom_status carom_scene_push(carom_scene *s, int force, const double newton[3],
                              const double torque[3], carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("force", force, s->model.forces, err));
  if (s->model.force[force].def.kind != CAROM_FORCE_GIVEN || s->model.force[force].table.points > 0)
    return carom_fail(err, CAROM_ERR_RANGE, "force",
                      "force %d is not of the kind that can be given, or a table", force);
  if ((newton && !finite3(newton)) || (torque && !finite3(torque)))
    return carom_fail(err, CAROM_ERR_RANGE, "force", "must be numbers");
  carom_scene_force *f = &s->model.force[force].def;
  const double none[3] = {0};
  carom_budget_pause(s);
  shift_velocities(s, force, -1);
  memcpy(f->force, newton ? newton : none, sizeof f->force);
  memcpy(f->torque, torque ? torque : none, sizeof f->torque);
  shift_velocities(s, force, 1);
  s->view_valid = false;
  carom_budget_resume(s);
  return CAROM_OK;
}

int carom_scene_forces(const carom_scene *s)
{
  return s->model.forces;
}

double carom_scene_force_work(carom_scene *s, int force)
{
  if (!s || force < 0 || force >= s->model.forces) return 0;
  carom_scene_sample(s);
  const carom_block_sums sums = s->engine->sums(s);
  return sums.applied[force] + s->accounting.applied_work[force] + s->accounting.applied_now[force];
}
