/* SPDX-License-Identifier: MIT */
/* Johnson, Kendall and Roberts: elastic spheres that adhere over their contact circle,
 *
 *     d = a^2/R* - sqrt(2 pi G a/E*)
 *     F = 4 E* a^3/(3 R*) - sqrt(8 pi G E* a^3)
 *
 * a contact radius, G work of adhesion (energy per area needed to separate the surfaces).
 * Approaching surfaces do not interact until they touch at d = 0. There they snap into contact with
 * the radius a1, a1^3 = 2 pi G R*^2/E*, and from then on follow the curve in both directions, down
 * to its smallest overlap d = -(3/4) 4^(-1/3) a1^2/R*, where they separate; the largest tension is
 * (3/2) pi G R*. The difference between the work of approach and that of separation is lost: W =
 * 7.0922 (G^5 R*^4/E*^2)^(1/3), so that bodies slower than v_s = sqrt(2 W/m*) stick, and faster
 * ones have e^2 = 1 - (v_s/v)^2 without other losses.
 *
 * The dashpot is Tsuji's on the contact radius, c = alpha sqrt((4/3) E* m* a): for strong impacts,
 * where a^2 = R* d, it is that law. Restitution is solved for at the expected speed; `published`
 * takes the alpha that delivers it without adhesion.
 *
 * For soft, large bodies of high surface energy: Tabor parameter (R* G^2/(E*^2 z0^3))^(1/3) of 5
 * and more, z0 the interatomic distance in contact. Source: K. L. Johnson, K. Kendall, A. D.
 * Roberts, Proc. R. Soc. Lond. A 324 (1971) 301; sticking: C. Thornton, Z. Ning, Powder Technol. 99
 * (1998) 154 (neither checked). */
#ifndef CAROM_LAW_JKR_H
#define CAROM_LAW_JKR_H

#include "law_base.h"
#include "family/jkr_curve.h"
#include "family/quarter_power.h"

#define CAROM_INFO_jkr                                                                             \
  .name = "jkr", .aliases = "johnson-kendall-roberts", .family = "adhesive",                       \
  .summary = "Elastic spheres that adhere over their contact circle, with snap-in and pull-off.",  \
  .equation = "d = a^2/R* - sqrt(2 pi G a/E*)\n"                                                   \
              "F = 4 E* a^3/(3 R*) - sqrt(8 pi G E* a^3) + alpha sqrt((4/3) E* m* a) v\n"          \
              "from touch on, until the smallest overlap -0.4725 (2 pi G/E*)^(2/3) R*^(1/3)",      \
  .validity = "Tabor parameter of 5 or more: soft, large bodies; small strains, below yield.",     \
  .source = "K. L. Johnson, K. Kendall, A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301; "     \
            "C. Thornton, Z. Ning, Powder Technol. 99 (1998) 154 (curve and pull-off force as in " \
            "the manual of LAMMPS, with G = 2 gamma; the papers were not checked)",                \
  .status = "Pull-off force and overlap, sticking speed and restitution by closed forms.",         \
  .traits = CAROM_LAW_ELASTIC | CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_REACHES |          \
            CAROM_LAW_REMEMBERS | CAROM_LAW_JUMPS_AT_TOUCH | CAROM_LAW_ADHERES,                    \
  .dampings = 1, .judged = "tabor", .least = 5, .most = -CAROM_UNSET, .grip = "grip", .bed = 1

#define CAROM_FIELDS_jkr(F)                                                                        \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_ADHESION(F)                                                                         \
  CAROM_FIELDS_RESTITUTION(F)                                                                      \
  F(damping_coefficient, "N s/m^1.25", CAROM_UNSET, 0, 1e30, NULL,                                 \
    "dimensional damping constant instead of a restitution, as in tsuji")
#define CAROM_CONSTANTS_jkr(M)                                                                     \
  M(modulus, "Pa")                                                                                 \
  M(work, "N/m") M(length, "m^(2/3)") M(damping_ratio, "1") M(grip, "N/m") M(tabor, "1/m^(1/3)")
#define CAROM_COEFFICIENTS_jkr(M)                                                                  \
  M(force, "N")                                                                                    \
  M(overlap, "m")                                                                                  \
  M(per_overlap, "1/m") M(widest, "m") M(dashpot, "N s/m") M(work, "J") M(tabor, "1")
#define CAROM_STATE_jkr(M) M(bed, "m")
#define CAROM_BREAKPOINTS_jkr 1
#define CAROM_REACH_jkr CAROM_REACHES(widest)
#define CAROM_PARTS_jkr CAROM_IN_PARTS

CAROM_DECLARE(jkr)

/* The constants are such that coefficients need one cube root: of R*. */
CAROM_HOST void carom_jkr_prepare_materials(const carom_jkr_settings *set, const carom_pair *pair,
                                            const double *damping, carom_jkr_constants *constant)
{
  const double work = set->work_of_adhesion / pair->modulus;
  constant->modulus = pair->modulus;
  constant->work = 2 * CAROM_PI * set->work_of_adhesion;
  constant->length = carom_pow(2 * CAROM_PI * work, 2.0 / 3.0);
  constant->damping_ratio = damping[0];
  constant->grip = 3 * CAROM_PI * set->work_of_adhesion;
  constant->tabor = carom_tabor(set->work_of_adhesion, pair->modulus, set->atomic_distance);
}

CAROM_FN void carom_jkr_prepare_contact(const carom_jkr_constants *constant, carom_real radius,
                                        carom_real mass, carom_jkr_coefficients *coef)
{
  const carom_real root = carom_pow(radius, 1.0 / 3.0), overlap = constant->length * root;
  const carom_real a1 = CAROM_SQRT(overlap * radius);
  coef->force = constant->work * radius;
  coef->overlap = overlap;
  coef->per_overlap = 1 / overlap;
  coef->widest = CAROM_JKR_REACH * overlap;
  coef->dashpot = constant->damping_ratio * CAROM_SQRT(4.0 / 3.0 * constant->modulus * mass * a1);
  coef->work = coef->force * overlap;
  coef->tabor = constant->tabor * root;
}

/* 2: at positive overlap for the first time, 1: otherwise. The state, a^2/R* of the last step, is
 * positive once the bodies have touched. */
CAROM_FN carom_real carom_jkr_branch(const carom_jkr_coefficients *coef,
                                     const carom_jkr_state *state, carom_real d)
{
  (void)coef;
  const carom_real first = d > 0 ? 2.0 : 1.0;
  return state->bed > 0 ? 1.0 : first;
}

CAROM_FN void carom_jkr_breakpoints(const carom_jkr_coefficients *coef,
                                    const carom_jkr_state *state, carom_real *breakpoint)
{
  (void)coef;
  breakpoint[0] = state->bed > 0 ? -1.0 : 0.0;
}

CAROM_FN void carom_jkr_begin(const carom_jkr_coefficients *coef, carom_real d, carom_real part[2])
{
  carom_jkr_root_begin(d * coef->per_overlap, part);
}

CAROM_FN void carom_jkr_refine(carom_real part[2])
{
  carom_jkr_root_refine(part);
}

CAROM_FN carom_force carom_jkr_force_from(const carom_jkr_coefficients *coef,
                                          const carom_jkr_state *state, carom_real d, carom_real v,
                                          carom_real branch, const carom_real part[2])
{
  (void)d;
  /* numbers instead of truth values: compilers turn them into vector code */
  const carom_real now = branch > 1 ? 1.0 : 0.0, holds = state->bed > 0 ? 1.0 : now;
  const carom_real y = part[0];
  carom_force f;
  f.elastic = holds > 0 ? coef->force * carom_jkr_curve_force(y) : 0.0;
  f.dissipative = holds > 0 ? coef->dashpot * y * v : 0.0;
  return f;
}

CAROM_FN carom_force carom_jkr_force(const carom_jkr_coefficients *coef,
                                     const carom_jkr_state *state, carom_real d, carom_real v,
                                     carom_real branch)
{
  carom_real part[2];
  carom_jkr_begin(coef, d, part);
  carom_jkr_refine(part);
  return carom_jkr_force_from(coef, state, d, v, branch, part);
}

CAROM_FN carom_energy carom_jkr_energy(const carom_jkr_coefficients *coef,
                                       const carom_jkr_state *state, carom_real d)
{
  const bool adheres = state->bed > 0 || d > 0;
  const carom_real y = carom_jkr_root(d * coef->per_overlap);
  carom_energy e;
  e.stored = adheres ? coef->work * carom_jkr_curve_energy(y) : 0.0;
  e.plastic = adheres ? coef->work * CAROM_JKR_WORK : 0.0;
  return e;
}

CAROM_FN void carom_jkr_virgin(const carom_jkr_coefficients *coef, carom_jkr_state *state)
{
  (void)coef;
  state->bed = 0;
}

CAROM_FN void carom_jkr_touch(const carom_jkr_coefficients *coef, carom_jkr_state *state,
                              carom_real v)
{
  (void)coef, (void)state, (void)v;
}

CAROM_FN void carom_jkr_commit_from(const carom_jkr_coefficients *coef, carom_jkr_state *state,
                                    carom_real d, const carom_real part[2])
{
  const carom_real square = part[0] * part[0];
  const carom_real now = d > 0 ? 1.0 : 0.0, holds = state->bed > 0 ? 1.0 : now;
  state->bed = holds > 0 ? coef->overlap * (square * square) : 0.0;
}

CAROM_FN void carom_jkr_commit(const carom_jkr_coefficients *coef, carom_jkr_state *state,
                               carom_real d)
{
  carom_real part[2];
  carom_jkr_begin(coef, d, part);
  carom_jkr_refine(part);
  carom_jkr_commit_from(coef, state, d, part);
}

CAROM_HOST double carom_jkr_published(int which, double e)
{
  (void)which;
  return carom_quarter_power_exact(e, CAROM_KEEP);
}

CAROM_HOST double carom_jkr_exact(int which, double e, double tension)
{
  (void)which, (void)e, (void)tension;
  return CAROM_NONE;
}

CAROM_HOST double carom_jkr_damping_unit(const carom_jkr_settings *set, const carom_pair *pair,
                                         int which)
{
  (void)set, (void)which;
  return CAROM_SQRT(carom_hertz_stiffness(pair->modulus, pair->radius) * pair->mass);
}

#endif

CAROM_LAW(jkr)
