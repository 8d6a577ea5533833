/* SPDX-License-Identifier: MIT */
#include "verify/planar.h"

#include <math.h>

enum { STEPS = 20000 }; /* in one contact */

typedef struct moving {
  double d, rate, u[2], w[2], spring, before;
} moving;

static double normal_force(const planar *p, const moving *m)
{
  const double d = m->d > 0 ? m->d : 0;
  const double f = p->stiffness * pow(d, p->power) +
                   (p->damping > 0 ? p->damping * pow(d, p->damping_power) * m->rate : 0);
  return p->cut && f < 0 ? 0 : f;
}

/* Distances of the centres from the plane of contact. */
static void levers(const planar *p, double d, double lever[2])
{
  const double a = p->radius[0], b = p->radius[1];
  if (p->mass[1] > 0) {
    const double between = a + b - d;
    lever[0] = (between * between + a * a - b * b) / (2 * between);
    lever[1] = between - lever[0];
  } else {
    lever[0] = a - d;
    lever[1] = 0;
  }
}

/* Spring and dashpot side by side behind a slider: it lets through what friction carries, and they
 * move by what is left of the path. `pull` is the force of the spring. */
static double slider_force(double k, double c, double h, double slip, double limit, double *pull)
{
  const double whole = *pull - (k * h + c) * slip;
  const double f = fabs(whole) <= limit ? whole : whole > 0 ? limit : -limit;
  if (k * h + c > 0) *pull -= k * h * (*pull - f) / (k * h + c);
  return f;
}

/* The force on the first sphere; the spring grows by the path of this step. */
static double grip_force(const planar *p, moving *m, double h, double slip, double normal)
{
  const double limit = p->friction * (normal > 0 ? normal : 0);
  const double k = p->model == PLANAR_LINEAR ? p->grip : p->grip * sqrt(m->d > 0 ? m->d : 0);
  const double c = p->grip_damping * (p->model == PLANAR_LINEAR ? 1 : sqrt(k));
  if (p->model == PLANAR_MINDLIN) { /* the spring is a force */
    if (k < m->before) m->spring *= k / m->before;
    m->before = k;
    return slider_force(k, c, h, slip, limit, &m->spring);
  }
  double pull = -k * m->spring;
  const double f = slider_force(k, c, h, slip, limit, &pull);
  m->spring = k > 0 ? -pull / k : 0;
  return f;
}

planar_result planar_solve(const planar *p)
{
  const double h = p->duration / STEPS;
  const bool two = p->mass[1] > 0;
  const double reduced = two ? p->mass[0] * p->mass[1] / (p->mass[0] + p->mass[1]) : p->mass[0];
  moving m = {
      .rate = p->speed, .u = {p->sideways[0], p->sideways[1]}, .w = {p->spin[0], p->spin[1]}};
  planar_result r = {.peak_force = 0};
  double t = 0;
  while (m.d >= 0 && t < 20 * p->duration) {
    /* the middle of the step first: both forces are taken there */
    const double middle_rate = m.rate - 0.5 * h * normal_force(p, &m) / reduced;
    moving middle = m;
    middle.d += 0.5 * h * m.rate;
    middle.rate = middle_rate;
    const double f = normal_force(p, &middle);
    double lever[2];
    levers(p, middle.d, lever);
    const double slip = m.u[0] - m.w[0] * lever[0] - (two ? m.u[1] + m.w[1] * lever[1] : 0);
    const double g = grip_force(p, &middle, h, slip, f);
    m.spring = middle.spring;
    m.before = middle.before;
    m.d += h * middle_rate;
    m.rate -= h * f / reduced;
    for (int k = 0; k < 1 + two; k++) {
      const double inertia = 0.4 * p->mass[k] * p->radius[k] * p->radius[k];
      m.u[k] += (k ? -h : h) * g / p->mass[k];
      m.w[k] -= h * lever[k] * g / inertia;
    }
    r.peak_force = f > r.peak_force ? f : r.peak_force;
    r.peak_overlap = m.d > r.peak_overlap ? m.d : r.peak_overlap;
    t += h;
  }
  r.speed = -m.rate;
  r.duration = t + m.d / -m.rate;
  for (int k = 0; k < 2; k++)
    r.sideways[k] = m.u[k], r.spin[k] = m.w[k];
  return r;
}

double planar_damping(const planar *p, double restitution)
{
  planar trial = *p;
  double low = 0, high = 1;
  if (restitution >= 1) return 0;
  trial.friction = trial.grip = trial.grip_damping = 0;
  trial.model = PLANAR_LINEAR;
  for (trial.damping = high; planar_solve(&trial).speed > restitution * p->speed;)
    trial.damping = high *= 2;
  while (high - low > 1e-9 * high) {
    trial.damping = 0.5 * (low + high);
    if (planar_solve(&trial).speed > restitution * p->speed)
      low = trial.damping;
    else
      high = trial.damping;
  }
  return 0.5 * (low + high);
}
