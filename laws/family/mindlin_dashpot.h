/* SPDX-License-Identifier: MIT */
/* The dashpot of contacts whose tangential stiffness is k_t = k sqrt(R* d).
 *
 * From a restitution e_t: c_t = 2 z sqrt(m_t k_t), z = -ln e_t / sqrt(pi^2 + ln^2 e_t), a constant
 * share z of the critical damping whatever the overlap. m_t = (2/7) m* is the mass that a sliding
 * contact of solid spheres moves: 1/m_t = 1/m* + r1^2/I1 + r2^2/I2. Solid spheres that oscillate
 * sideways without slip at a constant overlap pass the equilibrium with e_t times the speed of half
 * a period before. In an impact the overlap varies, so the tangential restitution differs from e_t:
 * see docs/scenes.md. From a rate g: c_t = g m* sqrt(R* d), the gamma_t of LAMMPS'
 * gran/hertz/history. */
#ifndef CAROM_FAMILY_MINDLIN_DASHPOT_H
#define CAROM_FAMILY_MINDLIN_DASHPOT_H

#include "tangential_base.h"
#include "family/oscillator.h"

#define CAROM_FIELDS_MINDLIN_DASHPOT(F)                                                            \
  F(tangential_restitution, "1", CAROM_UNSET, 1e-3, 1, NULL,                                       \
    "of half a swing sideways at a held overlap, not of an impact; if not given, no dashpot")      \
  F(damping_rate, "1/(m s)", CAROM_UNSET, 0, 1e30, NULL,                                           \
    "g of a dashpot g m* sqrt(R* d), LAMMPS' gamma_t, instead of a restitution")
#define CAROM_EXCLUSIVE_MINDLIN_DASHPOT "tangential_restitution|damping_rate"

/* c_t / k_t = damping sqrt(m* / k_t) + relaxation m*; one of the two is zero. */
#define CAROM_CONSTANTS_MINDLIN_DASHPOT(M) M(damping, "1") M(relaxation, "s/kg") M(path, "1")

/* c_t / sqrt(m* k_t) for a restitution, if there is one; `critical` is that of z = 1. */
CAROM_HOST double carom_mindlin_damping(double restitution, double critical)
{
  if (!(restitution > 0)) return 0;
  return carom_oscillator_damping(-carom_log(restitution), CAROM_KEEP, critical);
}

/* 2 sqrt(m_t / m*) */
CAROM_HOST double carom_mindlin_critical(void)
{
  return 2 * CAROM_SQRT(2.0 / 7.0);
}

/* One step of a spring k with its dashpot c. Friction is a slider in series with both:
 *
 *     F = k (xi + p u dt) + c u,   |F| <= mu F_n,   u = v unless it slips,   then xi += u dt
 *
 * Spring and dashpot see the velocity u that friction leaves to them, not v. Their sum is therefore
 * inside the cap, and no step stores more energy than the work done in it. (The common alternative,
 * to give the spring what is left of the cap after subtracting c v, gains energy: the spring ends
 * up stretched the wrong way.) p is 1 where v is the mean velocity over the step. Where v is the
 * velocity at the end of the step, p = 1 would act like an additional dashpot k dt/2, so p is 1/2.
 *
 * In terms of displacements: the trial is a spring stretched by v `reach`, reach = p dt + c/k, and
 * the spring takes the share `part` = dt/reach of the stretch that friction permits. */
typedef struct carom_swing {
  carom_real reach, part;
} carom_swing;

CAROM_FN carom_swing carom_mindlin_swing(carom_real damping, carom_real relaxation, carom_real path,
                                         const carom_slide *in, carom_real k)
{
  const carom_real root = CAROM_SQRT(in->mass / (k > 0 ? k : 1.0));
  carom_swing s;
  s.reach = path * in->step + (damping * root + relaxation * in->mass);
  s.part = in->step / (s.reach > 0 ? s.reach : 1.0);
  return s;
}

#endif
