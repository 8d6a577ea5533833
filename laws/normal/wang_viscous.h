/* SPDX-License-Identifier: MIT */
/* Wang's viscous law: a Hertzian phase with d^(1/4) damping below first yield, a linear phase with
 * constant damping above. No plastic memory: what the plastic phase loses is lost to its dashpot.
 *
 *     d <= d_y   F = K d^(3/2) + g_e sqrt(K m*) d^(1/4) v
 *     d >  d_y   F = K_p d + g_p sqrt(K_p m*) v                     form: printed
 *                F = F_y + K_p (d - d_y) + g_p sqrt(K_p m*) v       form: continuous
 *                F = F_y + K_p (d - d_y) + g(d) sqrt(m* F_s/d) v    form: sound
 *
 * K_p is the chord of the Ma-Liu curve between first yield and full plasticity, or its secant
 * F_p/d_p (plastic_stiffness). The printed form jumps at d_y by a factor of 4 to 5, so that loads
 * in the gap have no equilibrium; in the sound form F_s is continuous and the damping does not
 * jump either: the secant stiffness F_s/d, with g going from g_e to g_p over d_y < d < 2 d_y.
 *
 * Published constants: g_e as in wang-viscous-elastic, g_p = 2 |ln c| / sqrt(pi^2 + ln^2 c).
 * Exact: g_e is that of `tsuji`; g_p is solved for restitution_plastic over the whole impact at
 * reference_speed.
 * Source: Wang, Faes, Shi, Cheng, Pan, "Investigation on impact behavior with viscous damping and
 * tensile force inspired by Kelvin-Voigt model in granular system", Eqs 11, 12, 23, 25. */
#ifndef CAROM_LAW_WANG_VISCOUS_H
#define CAROM_LAW_WANG_VISCOUS_H

#include "law_base.h"
#include "family/quarter_power.h"
#include "family/wang.h"

#define CAROM_INFO_wang_viscous                                                                    \
  .name = "wang-viscous", .aliases = "", .family = "viscous",                                      \
  .summary = "Two phases: Hertz with d^(1/4) damping below yield, linear with a dashpot above.",   \
  .equation = "d <= d_y:   F = K d^(3/2) + g_e sqrt(K m*) d^(1/4) v\n"                             \
              "d > d_y, printed:      F = K_p d + g_p sqrt(K_p m*) v\n"                            \
              "d > d_y, continuous:   F = F_y + K_p (d - d_y) + g_p sqrt(K_p m*) v\n"              \
              "d > d_y, sound:        F = F_s + g(d) sqrt(m* F_s/d) v,   "                         \
              "F_s = F_y + K_p (d - d_y)",                                                         \
  .validity = "Single impacts; no plastic memory. form: printed jumps at yield by a factor of 4 "  \
              "to 5 and has no equilibrium there. Published constants: g_e (Eq. 23 corrected) "    \
              "delivers about c^2 in elastic impacts.",                                            \
  .source = "G. Wang, M. Faes, T. Shi, F. Cheng, Y. Pan, Investigation on impact behavior with "   \
            "viscous damping and tensile force inspired by Kelvin-Voigt model in granular "        \
            "system, Eqs 11, 12, 23, 25",                                                          \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_JUMPS | CAROM_LAW_YIELDS,              \
  .dampings = 2

#define CAROM_FIELDS_wang_viscous(F) CAROM_FIELDS_TWO_PHASE(F)
#define CAROM_CONSTANTS_wang_viscous(M) CAROM_CONSTANTS_TWO_PHASE(M) M(secant, "1")
#define CAROM_COEFFICIENTS_wang_viscous(M) CAROM_COEFFICIENTS_TWO_PHASE(M, "N s/m") M(secant, "1")
#define CAROM_STATE_wang_viscous(M)
#define CAROM_BREAKPOINTS_wang_viscous 2

CAROM_DECLARE_STATELESS(wang_viscous)
CAROM_TWO_PHASE(wang_viscous)

CAROM_HOST double carom_wang_viscous_published(int which, double e)
{
  return which == 0 ? carom_wang_g_2(e) : carom_wang_g_1(e);
}

CAROM_HOST double carom_wang_viscous_exact(int which, double e, double tension)
{
  return which == 0 ? carom_quarter_power_exact(e, tension) : CAROM_NONE;
}

CAROM_HOST void carom_wang_viscous_prepare_materials(const carom_wang_viscous_settings *set,
                                                     const carom_pair *pair, const double *damping,
                                                     carom_wang_viscous_constants *constant)
{
  const bool sound = set->form == CAROM_WORD(0);
  carom_wang_viscous_prepare_phases(set, pair, damping, constant);
  constant->g_p = sound ? damping[1] : damping[1] * CAROM_SQRT(constant->k_p);
  constant->secant = sound ? 1 : 0;
}

CAROM_FN void carom_wang_viscous_prepare_contact(const carom_wang_viscous_constants *constant,
                                                 carom_real radius, carom_real mass,
                                                 carom_wang_viscous_coefficients *coef)
{
  carom_wang_viscous_prepare_sizes(constant, radius, coef);
  const carom_real impedance = CAROM_SQRT(coef->F_y * coef->per_d_y * mass);
  coef->g_e = constant->g_e * impedance;
  coef->g_p = constant->g_p * impedance;
  coef->secant = constant->secant;
}

CAROM_FN carom_force carom_wang_viscous_force(const carom_wang_viscous_coefficients *coef,
                                              const carom_wang_viscous_state *state, carom_real d,
                                              carom_real v, carom_real branch)
{
  (void)state;
  const carom_real x = carom_positive(d * coef->per_d_y);
  const carom_real root = CAROM_SQRT(x);

  /* the shape of the damping: d^(1/4), the root of the secant stiffness, or constant */
  const carom_real plastic_static = coef->f_0 + coef->k_p * x;
  const carom_real secant = CAROM_SQRT(carom_positive(plastic_static) / (x > 0.5 ? x : 0.5));
  const carom_real plastic_shape = coef->secant > 0.5 ? secant : 1.0;
  const carom_real shape = branch < 1.5 ? CAROM_SQRT(root) : plastic_shape;

  carom_force f;
  f.elastic = coef->F_y * carom_two_phase_static(coef->f_0, coef->k_p, x, branch);
  f.dissipative = carom_two_phase_damping(coef->g_e, coef->g_p, x, branch) * shape * v;
  return f;
}

#endif

CAROM_LAW(wang_viscous)
