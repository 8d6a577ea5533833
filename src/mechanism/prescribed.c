/* SPDX-License-Identifier: MIT */
/* Bodies that rotate about a point of the ground as prescribed by a driver, or are fixed there.
 * Their motion is known, so they are not part of the system to be solved; their joint reactions
 * follow from the balance of forces afterwards. */
#include "law_math.h"
#include "mechanism/mechanism.h"

static bool joins_ground(const carom_mechanism *m, const carom_constraint *constraint)
{
  return (constraint->a.body == m->bodies) != (constraint->b.body == m->bodies);
}

static int body_on_ground(const carom_mechanism *m, const carom_constraint *constraint)
{
  return constraint->a.body == m->bodies ? constraint->b.body : constraint->a.body;
}

/* The constraint of this kind between the ground and a body, or -1. */
static int find_constraint(const carom_mechanism *m, carom_constraint_kind kind, int body)
{
  for (int k = 0; k < m->constraints; k++)
    if (m->constraint[k].kind == kind && joins_ground(m, &m->constraint[k]) &&
        body_on_ground(m, &m->constraint[k]) == body)
      return k;
  return -1;
}

/* Moves constraints of prescribed bodies to the end, so that their rows follow those that are
 * solved for. */
static void put_last(carom_mechanism *m, const bool *last)
{
  int next = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < m->constraints; k++)
      if (last[k] == (pass == 1)) m->spare[next++] = m->constraint[k];
    if (pass == 0) m->solved_constraints = next;
  }
  m->rows = m->given = 0;
  for (int k = 0; k < m->constraints; k++) {
    m->constraint[k] = m->spare[k];
    const int count = m->constraint[k].kind == CAROM_CONSTRAINT_PIN ? 2 : 1;
    int *rows = k < m->solved_constraints ? &m->rows : &m->given;
    for (int r = 0; r < count; r++)
      m->constraint[k].row[r] = m->rows + (k < m->solved_constraints ? 0 : m->given), ++*rows;
  }
}

void carom_mechanism_find_prescribed(carom_mechanism *m)
{
  bool *last = m->dependent; /* scratch with one element per row, which suffices, because there are
                                fewer constraints */
  for (int k = 0; k < m->constraints; k++)
    last[k] = false;
  for (int body = 0; body < m->bodies; body++) {
    const int pin = find_constraint(m, CAROM_CONSTRAINT_PIN, body),
              turn = find_constraint(m, CAROM_CONSTRAINT_ANGLE, body);
    if (pin < 0 || turn < 0) continue;
    last[pin] = last[turn] = true;
    m->held[body] = true;
    m->prescribed[m->prescribed_bodies++].body = body;
  }
  if (m->prescribed_bodies == 0) return;
  put_last(m, last);
  for (int g = 0; g < m->prescribed_bodies; g++) {
    carom_prescribed *prescribed = &m->prescribed[g];
    prescribed->pin = &m->constraint[find_constraint(m, CAROM_CONSTRAINT_PIN, prescribed->body)];
    prescribed
        ->angle = &m->constraint[find_constraint(m, CAROM_CONSTRAINT_ANGLE, prescribed->body)];
    prescribed->sense = prescribed->angle->b.body == prescribed->body ? 1 : -1;
    m->prescribed_of[prescribed->body] = g;
  }
}

static const carom_anchor *own_end(const carom_prescribed *g)
{
  return g->pin->b.body == g->body ? &g->pin->b : &g->pin->a;
}

static const carom_anchor *ground_end(const carom_prescribed *g)
{
  return g->pin->b.body == g->body ? &g->pin->a : &g->pin->b;
}

void carom_mechanism_place_prescribed(const carom_mechanism *m, double t, double *q, double *v)
{
  for (int k = 0; k < m->prescribed_bodies; k++) {
    const carom_prescribed *g = &m->prescribed[k];
    const carom_drive *drive = g->angle->drive;
    const carom_anchor *own = own_end(g), *ground = ground_end(g);
    const double area = drive ? carom_drive_frozen_area(drive, t) : 0;
    const double angle = g->sense * (g->angle->target + area);
    const double spin = drive ? g->sense * carom_drive_frozen_value(drive, t) : 0;
    double sine, cosine, *at = q + 3 * g->body, *rate = v + 3 * g->body;
    carom_sincos(angle, &sine, &cosine);
    const double ax = cosine * own->x - sine * own->y, ay = sine * own->x + cosine * own->y;
    at[0] = ground->x - ax, at[1] = ground->y - ay, at[2] = angle;
    rate[0] = spin * ay, rate[1] = -spin * ax, rate[2] = spin;
  }
}

void carom_mechanism_accelerate_prescribed(carom_mechanism *m)
{
  for (int k = 0; k < m->prescribed_bodies; k++) {
    carom_prescribed *g = &m->prescribed[k];
    double *applied = m->applied + 3 * g->body;
    const carom_body_point pin = carom_body_point_of(m->pose, own_end(g));
    const double spin = m->pose[g->body].spin;
    const double alpha = g->angle->drive ? g->sense * carom_drive_frozen_slope(g->angle->drive) : 0;
    const double known[3] = {alpha * pin.ay + spin * spin * pin.ax,
                             -alpha * pin.ax + spin * spin * pin.ay, alpha};
    /* what its joints must provide in addition to the other forces, before the reactions that are
     * solved for */
    g->missing_reaction[0] = m->mass[g->body] * (known[0] - applied[0]);
    g->missing_reaction[1] = m->mass[g->body] * (known[1] - applied[1]);
    g->missing_reaction[2] = m->inertia[g->body] * (known[2] - applied[2]);
    for (int i = 0; i < 3; i++)
      applied[i] = known[i];
  }
}

double carom_mechanism_hold_prescribed(carom_mechanism *m, double t)
{
  double power = 0;
  for (int end = 0; end < 2 * m->rows; end++) {
    const int body = m->of[end];
    if (body == m->bodies || !m->held[body]) continue;
    carom_prescribed *g = &m->prescribed[m->prescribed_of[body]];
    for (int i = 0; i < 3; i++)
      g->missing_reaction[i] += m->multiplier[end / 2] * m->jacobian[3 * end + i];
  }
  for (int k = 0; k < m->prescribed_bodies; k++) {
    const carom_prescribed *g = &m->prescribed[k];
    const carom_body_point pin = carom_body_point_of(m->pose, own_end(g));
    const double side = g->pin->b.body == g->body ? 1 : -1, *missing_reaction = g->missing_reaction;
    m->multiplier[g->pin->row[0]] = -side * missing_reaction[0];
    m->multiplier[g->pin->row[1]] = -side * missing_reaction[1];
    const double torque = missing_reaction[2] -
                          (pin.ax * missing_reaction[1] - pin.ay * missing_reaction[0]);
    m->multiplier[g->angle->row[0]] = -g->sense * torque;
    if (g->angle->drive) power += g->sense * torque * carom_drive_frozen_value(g->angle->drive, t);
  }
  return power;
}
