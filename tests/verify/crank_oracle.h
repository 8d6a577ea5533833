/* SPDX-License-Identifier: MIT */
/* The same slider-crank with clearance, written again with two coordinates, the angle of the rod
 * and the position of the slider, by Lagrange's equations, and integrated by classical Runge-Kutta
 * steps that land on every touch. Shares no code with the library. */
#ifndef CAROM_TESTS_CRANK_ORACLE_H
#define CAROM_TESTS_CRANK_ORACLE_H

#include <math.h>
#include <stdbool.h>

typedef struct oracle {
  double w;              /* of the crank */
  double stiffness, chi; /* F = K d^1.5 (1 + chi d'/v0) */
  double mu, gravity;    /* gravity points along -y */
  bool journal_on_rod;   /* otherwise the bearing is */
  double t, phi, x, spin, v;
  bool touching;
  double v0;
} oracle;

typedef struct oracle_gap {
  double overlap, approach, sliding, nx, ny, length, lever;
} oracle_gap;

static const double oracle_r = 0.05, oracle_l = 0.3, oracle_rod = 1.13, oracle_inertia = 0.0153;
static const double oracle_slider = 1.013, oracle_clearance = 0.0005, oracle_bearing = 0.01;

/* The slider as seen from the rod's end. The contact point lies on the bearing's surface: R_B along
 * the normal if the rod carries the bearing; if it carries the journal, R_B from the slider, on the
 * far side. */
static inline oracle_gap oracle_look(const oracle *o, double t, const double *y)
{
  const double a = o->w * t, phi = y[0], x = y[1], spin = y[2], v = y[3];
  const double ex = x - oracle_r * cos(a) - oracle_l * cos(phi);
  const double ey = -oracle_r * sin(a) - oracle_l * sin(phi);
  const double dx = v + oracle_r * o->w * sin(a) + oracle_l * spin * sin(phi);
  const double dy = -oracle_r * o->w * cos(a) - oracle_l * spin * cos(phi);
  oracle_gap g = {.length = sqrt(ex * ex + ey * ey)};
  g.nx = ex / g.length;
  g.ny = ey / g.length;
  g.overlap = g.length - oracle_clearance;
  g.approach = dx * g.nx + dy * g.ny;
  g.lever = o->journal_on_rod ? g.length - oracle_bearing : oracle_bearing;
  g.sliding = dy * g.nx - dx * g.ny - spin * g.lever;
  return g;
}

static inline double oracle_share(double v)
{
  const double size = fabs(v), share = size < 1e-4 ? 0 : size > 1e-3 ? 1 : (size - 1e-4) / 9e-4;
  return v < 0 ? -share : share;
}

static inline void oracle_rate(const oracle *o, double t, const double *y, double *dydt)
{
  const double a = o->w * t, phi = y[0], half = oracle_l / 2;
  double fx = 0, fy = 0, moment = 0; /* on the slider; the moment on the rod */
  const oracle_gap g = oracle_look(o, t, y);
  if (o->touching && g.overlap > 0) {
    const double n = o->stiffness * g.overlap * sqrt(g.overlap) * (1 + o->chi * g.approach / o->v0);
    const double f = -o->mu * n * oracle_share(g.sliding);
    fx = -n * g.nx - f * g.ny;
    fy = -n * g.ny + f * g.nx;
    moment = -f * g.lever;
  }
  const double ax = -oracle_r * o->w * o->w * cos(a), ay = -oracle_r * o->w * o->w * sin(a);
  const double force = fx * oracle_l * sin(phi) - fy * oracle_l * cos(phi) + moment;
  const double carried = oracle_rod * half * (-sin(phi) * ax + cos(phi) * ay);
  const double weight = -oracle_rod * o->gravity * half * cos(phi);
  dydt[0] = y[2];
  dydt[1] = y[3];
  dydt[2] = (force - carried + weight) / (oracle_inertia + oracle_rod * half * half);
  dydt[3] = fx / oracle_slider;
}

static inline void oracle_step(const oracle *o, double h, double *y)
{
  double k1[4], k2[4], k3[4], k4[4], z[4];
  oracle_rate(o, o->t, y, k1);
  for (int i = 0; i < 4; i++)
    z[i] = y[i] + 0.5 * h * k1[i];
  oracle_rate(o, o->t + 0.5 * h, z, k2);
  for (int i = 0; i < 4; i++)
    z[i] = y[i] + 0.5 * h * k2[i];
  oracle_rate(o, o->t + 0.5 * h, z, k3);
  for (int i = 0; i < 4; i++)
    z[i] = y[i] + h * k3[i];
  oracle_rate(o, o->t + h, z, k4);
  for (int i = 0; i < 4; i++)
    y[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
}

/* Goes on to the next touch or parting, or to `until`; true for an event. */
static inline bool oracle_advance(oracle *o, double until, double h)
{
  double y[4] = {o->phi, o->x, o->spin, o->v};
  bool event = false;
  while (o->t < until && !event) {
    double step = o->t + h < until ? h : until - o->t, z[4];
    for (int i = 0; i < 4; i++)
      z[i] = y[i];
    oracle_step(o, step, z);
    event = (oracle_look(o, o->t + step, z).overlap > 0) != o->touching;
    double low = 0, high = step;
    for (int k = 0; event && k < 60; k++) { /* halves, until the step lands behind the crossing */
      const double middle = 0.5 * (low + high);
      double trial[4] = {y[0], y[1], y[2], y[3]};
      oracle_step(o, middle, trial);
      if ((oracle_look(o, o->t + middle, trial).overlap > 0) != o->touching) {
        high = middle;
        for (int i = 0; i < 4; i++)
          z[i] = trial[i];
      } else {
        low = middle;
      }
    }
    o->t += event ? high : step;
    for (int i = 0; i < 4; i++)
      y[i] = z[i];
  }
  o->phi = y[0], o->x = y[1], o->spin = y[2], o->v = y[3];
  if (!event) return false;
  o->touching = !o->touching;
  const double approach = oracle_look(o, o->t, y).approach;
  if (o->touching) o->v0 = approach > 1e-3 ? approach : 1e-3;
  return true;
}

/* At the top dead centre, journal centred; a hair off, so that the normal has a direction. */
static inline oracle oracle_start(double w, double stiffness, double chi)
{
  oracle o = {.w = w, .stiffness = stiffness, .chi = chi, .x = oracle_r + oracle_l + 1e-300};
  o.spin = -oracle_r * w / oracle_l;
  return o;
}

#endif
