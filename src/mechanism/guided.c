/* SPDX-License-Identifier: MIT */
/* Bodies that turn about a point of the ground as a driver says, or are fixed there: their motion
 * is known, so they take no part in solving for the others. What holds them follows from their
 * balance of forces afterwards. */
#include "law_math.h"
#include "mechanism/mechanism.h"

static bool joins_ground(const carom_mechanism *m, const carom_tie *tie)
{
  return (tie->a.body == m->bodies) != (tie->b.body == m->bodies);
}

static int body_on_ground(const carom_mechanism *m, const carom_tie *tie)
{
  return tie->a.body == m->bodies ? tie->b.body : tie->a.body;
}

/* The tie of this kind between the ground and a body, or -1. */
static int find_tie(const carom_mechanism *m, carom_tie_kind kind, int body)
{
  for (int k = 0; k < m->ties; k++)
    if (m->tie[k].kind == kind && joins_ground(m, &m->tie[k]) &&
        body_on_ground(m, &m->tie[k]) == body)
      return k;
  return -1;
}

/* Ties of guided bodies come last, and their rows behind those that are solved for. */
static void put_last(carom_mechanism *m, const bool *last)
{
  int next = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < m->ties; k++)
      if (last[k] == (pass == 1)) m->spare[next++] = m->tie[k];
    if (pass == 0) m->solved_ties = next;
  }
  m->rows = m->given = 0;
  for (int k = 0; k < m->ties; k++) {
    m->tie[k] = m->spare[k];
    const int count = m->tie[k].kind == CAROM_TIE_PIN ? 2 : 1;
    int *rows = k < m->solved_ties ? &m->rows : &m->given;
    for (int r = 0; r < count; r++)
      m->tie[k].row[r] = m->rows + (k < m->solved_ties ? 0 : m->given), ++*rows;
  }
}

void carom_mechanism_guide(carom_mechanism *m)
{
  bool *last = m->dependent; /* scratch, one a row: there are fewer ties */
  for (int k = 0; k < m->ties; k++)
    last[k] = false;
  for (int body = 0; body < m->bodies; body++) {
    const int pin = find_tie(m, CAROM_TIE_PIN, body), turn = find_tie(m, CAROM_TIE_TURN, body);
    if (pin < 0 || turn < 0) continue;
    last[pin] = last[turn] = true;
    m->held[body] = true;
    m->guided[m->guides++].body = body;
  }
  if (m->guides == 0) return;
  put_last(m, last);
  for (int g = 0; g < m->guides; g++) {
    carom_guided *guided = &m->guided[g];
    guided->pin = &m->tie[find_tie(m, CAROM_TIE_PIN, guided->body)];
    guided->turn = &m->tie[find_tie(m, CAROM_TIE_TURN, guided->body)];
    guided->sense = guided->turn->b.body == guided->body ? 1 : -1;
    m->guide_of[guided->body] = g;
  }
}

static const carom_anchor *own_end(const carom_guided *g)
{
  return g->pin->b.body == g->body ? &g->pin->b : &g->pin->a;
}

static const carom_anchor *ground_end(const carom_guided *g)
{
  return g->pin->b.body == g->body ? &g->pin->a : &g->pin->b;
}

void carom_mechanism_place_guided(const carom_mechanism *m, double t, double *q, double *v)
{
  for (int k = 0; k < m->guides; k++) {
    const carom_guided *g = &m->guided[k];
    const carom_drive *drive = g->turn->drive;
    const carom_anchor *own = own_end(g), *ground = ground_end(g);
    const double area = drive ? carom_drive_frozen_area(drive, t) : 0;
    const double angle = g->sense * (g->turn->target + area);
    const double spin = drive ? g->sense * carom_drive_frozen_value(drive, t) : 0;
    double sine, cosine, *at = q + 3 * g->body, *rate = v + 3 * g->body;
    carom_sincos(angle, &sine, &cosine);
    const double ax = cosine * own->x - sine * own->y, ay = sine * own->x + cosine * own->y;
    at[0] = ground->x - ax, at[1] = ground->y - ay, at[2] = angle;
    rate[0] = spin * ay, rate[1] = -spin * ax, rate[2] = spin;
  }
}

void carom_mechanism_accelerate_guided(carom_mechanism *m)
{
  for (int k = 0; k < m->guides; k++) {
    carom_guided *g = &m->guided[k];
    double *pull = m->pull + 3 * g->body;
    const carom_spot pin = carom_spot_of(m->pose, own_end(g));
    const double spin = m->pose[g->body].spin;
    const double turn = g->turn->drive ? g->sense * carom_drive_frozen_slope(g->turn->drive) : 0;
    const double known[3] = {turn * pin.ay + spin * spin * pin.ax,
                             -turn * pin.ax + spin * spin * pin.ay, turn};
    /* what its joints have to add to the other forces, apart from those that are solved for */
    g->lack[0] = m->mass[g->body] * (known[0] - pull[0]);
    g->lack[1] = m->mass[g->body] * (known[1] - pull[1]);
    g->lack[2] = m->inertia[g->body] * (known[2] - pull[2]);
    for (int i = 0; i < 3; i++)
      pull[i] = known[i];
  }
}

double carom_mechanism_hold_guided(carom_mechanism *m, double t)
{
  double power = 0;
  for (int end = 0; end < 2 * m->rows; end++) {
    const int body = m->of[end];
    if (body == m->bodies || !m->held[body]) continue;
    carom_guided *g = &m->guided[m->guide_of[body]];
    for (int i = 0; i < 3; i++)
      g->lack[i] += m->multiplier[end / 2] * m->jacobian[3 * end + i];
  }
  for (int k = 0; k < m->guides; k++) {
    const carom_guided *g = &m->guided[k];
    const carom_spot pin = carom_spot_of(m->pose, own_end(g));
    const double side = g->pin->b.body == g->body ? 1 : -1, *lack = g->lack;
    m->multiplier[g->pin->row[0]] = -side * lack[0];
    m->multiplier[g->pin->row[1]] = -side * lack[1];
    const double torque = lack[2] - (pin.ax * lack[1] - pin.ay * lack[0]);
    m->multiplier[g->turn->row[0]] = -g->sense * torque;
    if (g->turn->drive) power += g->sense * torque * carom_drive_frozen_value(g->turn->drive, t);
  }
  return power;
}
