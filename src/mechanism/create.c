/* SPDX-License-Identifier: MIT */
/* Creates a mechanism from its definition: memory, names, scales, initial state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arithmetic.h"
#include "core/error.h"
#include "mechanism/check.h"
#include "mechanism/mechanism.h"

enum { COOKIE = 0x0c4a3ec4 };

carom_mechanism_body carom_mechanism_body_default(void)
{
  carom_mechanism_body body;
  memset(&body, 0, sizeof body);
  body.mass = body.inertia = 1;
  return body;
}

carom_joint carom_joint_default(void)
{
  carom_joint joint;
  memset(&joint, 0, sizeof joint);
  joint.a.body = joint.b.body = CAROM_GROUND;
  joint.angle = joint.length = CAROM_UNSET;
  return joint;
}

carom_driver carom_driver_default(void)
{
  carom_driver driver;
  memset(&driver, 0, sizeof driver);
  driver.a = driver.b = CAROM_GROUND;
  driver.start = CAROM_UNSET;
  return driver;
}

carom_spring carom_spring_default(void)
{
  carom_spring spring;
  memset(&spring, 0, sizeof spring);
  spring.a.body = spring.b.body = CAROM_GROUND;
  spring.rest = CAROM_UNSET;
  return spring;
}

carom_clearance carom_clearance_default(void)
{
  carom_clearance c;
  memset(&c, 0, sizeof c);
  c.bearing.body = c.journal.body = CAROM_GROUND;
  c.bearing_radius = 10e-3;
  c.journal_radius = 9.5e-3;
  c.contact = carom_contact_default();
  c.contact.law = "lankarani-nikravesh";
  c.friction_v0 = 1e-4;
  c.friction_v1 = 1e-3;
  c.centred = true;
  return c;
}

carom_mechanism_def carom_mechanism_default(void)
{
  carom_mechanism_def def;
  memset(&def, 0, sizeof def);
  def.tolerance = carom_mechanism_fields().field[2].fallback;
  def.cookie = COOKIE;
  return def;
}

const char *carom_mechanism_name_of_body(const carom_mechanism *m, int body)
{
  return body < 0 || body >= m->bodies ? "ground" : m->name[body];
}

const char *carom_mechanism_name_of_joint(const carom_mechanism *m, int joint)
{
  return m->name[m->bodies + joint];
}

const char *carom_mechanism_name_of_driver(const carom_mechanism *m, int driver)
{
  return m->name[m->bodies + m->joints + driver];
}

const char *carom_mechanism_name_of_clearance(const carom_mechanism *m, int clearance)
{
  return m->name[m->bodies + m->joints + m->drivers + clearance];
}

enum { NAME = 48 };

static void copy_name(carom_mechanism *m, int *next, const char *name, int number)
{
  if (name)
    snprintf(m->name[*next], NAME, "%.*s", NAME - 1, name);
  else
    snprintf(m->name[*next], NAME, "%d", number);
  ++*next;
}

static void copy_names(carom_mechanism *m, const carom_mechanism_def *def)
{
  int next = 0;
  for (int i = 0; i < def->bodies; i++)
    copy_name(m, &next, def->body[i].name, i);
  for (int i = 0; i < def->joints; i++)
    copy_name(m, &next, def->joint[i].name, i);
  for (int i = 0; i < def->drivers; i++)
    copy_name(m, &next, def->driver[i].name, i);
  for (int i = 0; i < def->clearances; i++)
    copy_name(m, &next, def->clearance[i].name, i);
}

/* Hands out parts of one block of doubles; without a block it only counts. */
static double *take(double **next, size_t count, size_t *total)
{
  double *part = *next;
  if (part) *next += count;
  *total += count;
  return part;
}

static size_t lay_out(carom_mechanism *m, double *block)
{
  const size_t n = (size_t)m->bodies, room = (size_t)m->room;
  const size_t states = (size_t)carom_mechanism_states(m);
  size_t total = 0;
  m->mass = take(&block, n, &total);
  m->inertia = take(&block, n, &total);
  m->inv_mass = take(&block, n + 1, &total);
  m->inv_inertia = take(&block, n + 1, &total);
  m->centre = take(&block, 2 * n, &total);
  m->jacobian = take(&block, 6 * room, &total);
  m->violation = take(&block, room, &total);
  m->nu = take(&block, room, &total);
  m->gamma = take(&block, room, &total);
  m->pivot = take(&block, room, &total);
  m->multiplier = take(&block, room, &total);
  m->applied = take(&block, 3 * n, &total);
  m->sample = take(&block, states, &total);
  m->rate = take(&block, states, &total);
  m->motor_effort = take(&block, (size_t)m->drivers + 1, &total);
  return total;
}

static bool make_parts(carom_mechanism *m, const carom_mechanism_def *def)
{
  const size_t joints = (size_t)def->joints, drivers = (size_t)def->drivers;
  const size_t clearances = (size_t)def->clearances, bodies = (size_t)def->bodies;
  const size_t room = (size_t)m->room, names = bodies + joints + drivers + clearances;
  m->constraint = calloc(2 * joints + drivers + clearances + 1, sizeof *m->constraint);
  m->spare = calloc(2 * joints + drivers + clearances + 1, sizeof *m->spare);
  m->prescribed = calloc(bodies, sizeof *m->prescribed);
  m->prescribed_of = calloc(bodies, sizeof *m->prescribed_of);
  m->held = calloc(bodies + 1, sizeof *m->held);
  m->drive = calloc(drivers + 1, sizeof *m->drive);
  m->motor = calloc(drivers + 1, sizeof *m->motor);
  m->spring = calloc((size_t)def->springs + 1, sizeof *m->spring);
  m->bearing = calloc(clearances + 1, sizeof *m->bearing);
  m->of = calloc(2 * room + 2, sizeof *m->of);
  m->steady = calloc(room + 1, sizeof *m->steady);
  m->row_start = calloc(room + 2, sizeof *m->row_start);
  m->dependent = calloc(room + 1, sizeof *m->dependent);
  m->pose = calloc(bodies + 1, sizeof *m->pose);
  m->motion = calloc(bodies, sizeof *m->motion);
  m->reaction = calloc(joints + 1, sizeof *m->reaction);
  m->journal = calloc(clearances + 1, sizeof *m->journal);
  m->memory = calloc(lay_out(m, NULL), sizeof *m->memory);
  m->name = calloc(names, sizeof *m->name);
  m->letters = calloc(names, NAME);
  if (!m->constraint || !m->spare || !m->prescribed || !m->prescribed_of || !m->held || !m->drive ||
      !m->motor || !m->spring || !m->bearing || !m->of || !m->steady || !m->row_start ||
      !m->dependent || !m->pose || !m->motion || !m->reaction || !m->journal || !m->memory ||
      !m->name || !m->letters)
    return false;
  lay_out(m, m->memory);
  m->held[m->bodies] = true;
  for (size_t i = 0; i < names; i++)
    m->name[i] = m->letters + i * NAME;
  copy_names(m, def);
  return true;
}

static double larger(double a, double b)
{
  return a > b ? a : b;
}

static double reach(const carom_anchor *a)
{
  return CAROM_SQRT(a->x * a->x + a->y * a->y);
}

/* A characteristic length: the longest arm, or the spread of the points on the ground. */
static double size_of(const carom_mechanism *m)
{
  double size = 0, low_x = 0, high_x = 0, low_y = 0, high_y = 0;
  bool any = false;
  for (int k = 0; k < m->constraints + m->springs + m->bearings; k++) {
    const int c = k - m->constraints, b = c - m->springs;
    const carom_anchor *end[2] = {k < m->constraints ? &m->constraint[k].a
                                  : c < m->springs   ? &m->spring[c].a
                                                     : &m->bearing[b].bearing,
                                  k < m->constraints ? &m->constraint[k].b
                                  : c < m->springs   ? &m->spring[c].b
                                                     : &m->bearing[b].journal};
    for (int e = 0; e < 2; e++) {
      const carom_anchor *a = end[e];
      if (a->body < m->bodies) {
        size = larger(size, reach(a));
        continue;
      }
      low_x = !any || a->x < low_x ? a->x : low_x;
      high_x = !any || a->x > high_x ? a->x : high_x;
      low_y = !any || a->y < low_y ? a->y : low_y;
      high_y = !any || a->y > high_y ? a->y : high_y;
      any = true;
    }
  }
  size = larger(size, larger(high_x - low_x, high_y - low_y));
  return size > 1e-9 ? size : 1;
}

/* An estimate of the speeds that the mechanism may reach, from the initial state, drivers, gravity
 * and springs. */
static double speed_of(const carom_mechanism *m, const double *y)
{
  const double g2 = m->gravity_x * m->gravity_x + m->gravity_y * m->gravity_y;
  double speed = CAROM_SQRT(CAROM_SQRT(g2) * m->size), lightest = m->mass[0];
  for (int i = 0; i < m->bodies; i++) {
    const double *v = y + 3 * (m->bodies + i);
    speed = larger(speed, CAROM_SQRT(v[0] * v[0] + v[1] * v[1]));
    speed = larger(speed, CAROM_FABS(v[2]) * m->size);
    lightest = m->mass[i] < lightest ? m->mass[i] : lightest;
  }
  for (int k = 0; k < m->constraints; k++)
    for (int p = 0; m->constraint[k].drive && p < m->constraint[k].drive->points; p++)
      speed = larger(speed, CAROM_FABS(m->constraint[k].drive->value[p]) *
                                (m->constraint[k].kind == CAROM_CONSTRAINT_ANGLE ? m->size : 1));
  for (int k = 0; k < m->motors; k++)
    for (int p = 0; p < m->motor[k].drive->points; p++) {
      const double value = CAROM_FABS(m->motor[k].drive->value[p]);
      const double energy = m->motor[k].twists ? value : value * m->size;
      speed = larger(speed, CAROM_SQRT(energy / lightest));
    }
  for (int k = 0; k < m->springs; k++) {
    const carom_spring_element *c = &m->spring[k];
    const double stretch = c->twists ? 1 : 0.1 * m->size;
    speed = larger(speed, 0.1 * stretch * CAROM_SQRT(c->stiffness / lightest));
  }
  return speed > 1e-6 ? speed : 1e-3;
}

/* Absolute tolerances are derived from a length and a speed, and are the same in all directions. */
static void set_scales(const carom_mechanism *m, double tolerance, double *atol)
{
  const int n = 3 * m->bodies;
  const double share = 0.25 * tolerance; /* per step, because the errors of many steps add up */
  double heaviest = 0;
  for (int i = 0; i < n; i++) {
    const bool angle = i % 3 == 2;
    atol[i] = share * (angle ? 1 : m->size);
    atol[n + i] = share * (angle ? m->speed / m->size : m->speed);
    if (!m->held[i / 3]) heaviest = larger(heaviest, m->mass[i / 3]);
  }
  if (heaviest == 0) heaviest = m->mass[0];
  /* the work integrals have no feedback, but their errors appear in the budget */
  for (int i = 0; i < CAROM_WORKS; i++)
    atol[2 * n + i] = 0.1 * share * heaviest * m->speed * m->speed;
}

static carom_status start(carom_mechanism *m, const carom_mechanism_def *def, double *y,
                          carom_error *err)
{
  const int states = carom_mechanism_states(m);
  double *atol = m->rate;
  m->speed = speed_of(m, y);
  m->grain = calloc((size_t)m->guards + 1, sizeof *m->grain);
  if (!m->grain) return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  set_scales(m, def->tolerance, atol);
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  for (int k = 0; k < m->bearings; k++) {
    carom_bearing *b = &m->bearing[k];
    const carom_bearing_kinematics gap = carom_bearing_kinematics_of(b, m->pose);
    carom_regime_start(&b->regime, &b->contact, &b->state, gap.overlap, gap.approach);
    b->zone = carom_bearing_zone(b, gap.sliding);
    b->touches = b->regime.open ? 0 : 1;
    if (!b->regime.open) { /* contacts closed at the start had no observed touch */
      carom_encounters_begin(&b->met, &b->contact,
                             carom_within(b->regime.reach, gap.overlap) ? 0 : gap.approach);
      carom_encounters_note(&b->met, gap.overlap, gap.approach);
    }
    /* the onset and the completion of friction are only kinks, so they need not be located to
     * rounding */
    for (int g = carom_regime_guards(&b->contact); g < carom_bearing_guards(b); g++)
      m->grain[b->guard + g] = 1e-6 * b->v0;
  }
  m->work = calloc(carom_integrator_doubles(CAROM_DOP853, states, m->guards), sizeof *m->work);
  if (!m->work) return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  const carom_ode problem = {.states = states,
                             .guards = m->guards,
                             .user = m,
                             .rate = carom_mechanism_rate,
                             .guard = carom_mechanism_guard,
                             .longest = carom_mechanism_longest,
                             .grain = m->grain,
                             .project = m->drifting ? NULL : carom_mechanism_project};
  /* the relative part matters when speeds exceed the estimate */
  const carom_stepping stepping = {
      .method = CAROM_DOP853, .rtol = 0.25 * def->tolerance, .atol = atol};
  carom_integrator_start(&m->in, &problem, &stepping, 0, y, m->work);
  carom_mechanism_fill(m, 0, y);
  const carom_mechanism_energy *e = &m->view.energy;
  m->energy_at_start = e->kinetic + e->gravity + e->elastic + e->viscous + e->plastic + e->friction;
  return CAROM_OK;
}

static carom_status prepare(carom_mechanism *m, const carom_mechanism_def *def, carom_error *err)
{
  double *y = m->sample;
  m->gravity_x = def->gravity_x;
  m->gravity_y = def->gravity_y;
  m->drifting = def->no_projection;
  CAROM_TRY(carom_mechanism_build(m, def, y, err));
  m->size = size_of(m);
  CAROM_TRY(carom_mechanism_assemble(m, y, def->drop_redundant, err));
  return start(m, def, y, err);
}

carom_status carom_mechanism_create(const carom_mechanism_def *def, carom_mechanism **mechanism,
                                    carom_error *err)
{
  if (!mechanism)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "mechanism", "no place for the mechanism");
  *mechanism = NULL;
  CAROM_TRY(carom_arithmetic_check(err));
  if (!def || def->cookie != COOKIE)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "mechanism",
                      "the definition was not made by carom_mechanism_default()");
  CAROM_TRY(carom_mechanism_def_check(def, err));
  carom_mechanism *m = calloc(1, sizeof *m);
  if (!m) return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  m->bodies = def->bodies;
  m->joints = def->joints;
  m->drivers = def->drivers;
  m->room = 3 * def->joints + def->drivers + 2 * def->clearances + 1;
  const carom_status status = make_parts(m, def)
                                  ? prepare(m, def, err)
                                  : carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  if (status != CAROM_OK) {
    carom_mechanism_destroy(m);
    return status;
  }
  *mechanism = m;
  return CAROM_OK;
}

void carom_mechanism_destroy(carom_mechanism *m)
{
  if (!m) return;
  for (int k = 0; m->drive && k < m->drivers; k++)
    carom_drive_free(&m->drive[k]);
  void *part[] = {m->constraint, m->spare,       m->prescribed, m->prescribed_of, m->held,
                  m->drive,      m->motor,       m->spring,     m->bearing,       m->of,
                  m->steady,     m->pair,        m->product,    m->column,        m->product_start,
                  m->entry,      m->entry_start, m->row_start,  m->dependent,     m->pose,
                  m->motion,     m->reaction,    m->journal,    m->memory,        m->name,
                  m->letters,    m->work,        m->grain};
  for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
    free(part[i]);
  free(m);
}
