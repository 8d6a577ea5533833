/* SPDX-License-Identifier: MIT */
/* The closed form of a free rigid body, by Jacobi's elliptic functions. */
#ifndef CAROM_TESTS_FREE_BODY_H
#define CAROM_TESTS_FREE_BODY_H

#include <math.h>

/* sn, cn, dn by the arithmetic-geometric mean and the descending Landen transformation
 * (Abramowitz and Stegun 16.4). */
static inline void jacobi(double u, double m, double out[3])
{
  double a[24], c[24], b = sqrt(1 - m);
  int n = 0;
  a[0] = 1, c[0] = sqrt(m);
  while (fabs(c[n]) > 1e-16 && n < 22) {
    a[n + 1] = 0.5 * (a[n] + b);
    c[n + 1] = 0.5 * (a[n] - b);
    b = sqrt(a[n] * b);
    n++;
  }
  double phi = ldexp(a[n] * u, n), before = phi;
  for (; n > 0; n--) {
    before = phi;
    phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
  }
  out[0] = sin(phi);
  out[1] = cos(phi);
  out[2] = out[1] / cos(before - phi);
}

/* A racket thrown almost about its middle axis. Landau and Lifshitz, Mechanics, section 37: for
 * moments I1 < I2 < I3 and L^2 > 2 E I2 the spins are cn, sn and dn of a common argument. */
typedef struct racket {
  double inertia[3], amplitude[3], rate, modulus;
} racket;

static inline racket racket_of(const double inertia[3], double energy, double square)
{
  racket r = {.inertia = {inertia[0], inertia[1], inertia[2]}};
  const double *i = r.inertia, e2 = 2 * energy;
  r.amplitude[0] = sqrt((e2 * i[2] - square) / (i[0] * (i[2] - i[0])));
  r.amplitude[1] = sqrt((e2 * i[2] - square) / (i[1] * (i[2] - i[1])));
  r.amplitude[2] = sqrt((square - e2 * i[0]) / (i[2] * (i[2] - i[0])));
  r.rate = sqrt((i[2] - i[1]) * (square - e2 * i[0]) / (i[0] * i[1] * i[2]));
  r.modulus = (i[1] - i[0]) * (e2 * i[2] - square) / ((i[2] - i[1]) * (square - e2 * i[0]));
  return r;
}

/* Spins in principal axes at a time; they start at amplitude[0], 0, amplitude[2]. */
static inline void racket_spin(const racket *r, double time, double spin[3])
{
  double exact[3];
  jacobi(r->rate * time, r->modulus, exact);
  spin[0] = r->amplitude[0] * exact[1];
  spin[1] = r->amplitude[1] * exact[0];
  spin[2] = r->amplitude[2] * exact[2];
}

#endif
