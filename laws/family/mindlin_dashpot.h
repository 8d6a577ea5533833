/* SPDX-License-Identifier: MIT */
/* The dashpot of contacts whose tangential stiffness is k_t = k sqrt(R* d).
 *
 * By a restitution e_t: c_t = 2 z sqrt(m_t k_t), z = -ln e_t / sqrt(pi^2 + ln^2 e_t), a constant
 * share z of the critical damping whatever the overlap. m_t = (2/7) m* is the mass that a sliding
 * contact of solid spheres moves: 1/m_t = 1/m* + r1^2/I1 + r2^2/I2. Solid spheres that swing
 * sideways without slip while their overlap is held pass the middle with e_t times the speed of
 * half a period before. In an impact the overlap is not held, and e_t is not what comes out: see
 * docs/scenes.md.
 * By a rate g: c_t = g m* sqrt(R* d), the gamma_t of LAMMPS' gran/hertz/history. */
#ifndef CAROM_FAMILY_MINDLIN_DASHPOT_H
#define CAROM_FAMILY_MINDLIN_DASHPOT_H

#include "tangential_base.h"
#include "family/oscillator.h"

#define CAROM_FIELDS_MINDLIN_DASHPOT(F)                                                            \
  F(tangential_restitution, "1", 1, 1e-3, 1, NULL,                                                 \
    "of half a swing sideways without slip at a held overlap, not of an impact; 1: no dashpot")    \
  F(damping_rate, "1/(m s)", 0, 0, 1e30, NULL,                                                     \
    "g of a dashpot g m* sqrt(R* d), LAMMPS' gamma_t, instead of a restitution")
#define CAROM_EXCLUSIVE_MINDLIN_DASHPOT "tangential_restitution|damping_rate"

/* Both give the relaxation time c_t/k_t: damping sqrt(m* / k_t) + relaxation m*. */
#define CAROM_CONSTANTS_MINDLIN_DASHPOT(M) M(damping, "1") M(relaxation, "s/kg") M(path, "1")

/* c_t / sqrt(m* k_t) for a restitution; `critical` is that of z = 1. */
CAROM_HOST double carom_mindlin_damping(double restitution, double critical)
{
  return carom_oscillator_damping(-carom_log(restitution), CAROM_TENSION, critical);
}

/* 2 sqrt(m_t / m*) */
CAROM_HOST double carom_mindlin_critical(void)
{
  return 2 * CAROM_SQRT(2.0 / 7.0);
}

CAROM_FN carom_real carom_mindlin_relaxation(carom_real damping, carom_real relaxation,
                                             carom_real mass, carom_real stiffness)
{
  return damping * CAROM_SQRT(mass / (stiffness > 0 ? stiffness : 1.0)) + relaxation * mass;
}

#endif
