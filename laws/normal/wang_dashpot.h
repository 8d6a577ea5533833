/* SPDX-License-Identifier: MIT */
/* Wang's compliant dashpot law: a Hertzian phase below first yield, a linear phase above, both with
 * hysteresis damping. No plastic memory: what the plastic phase loses is lost to its damping.
 *
 *     d <= d_y   F = K d^(3/2) (1 + chi_e v/v0)
 *     d >  d_y   F = K_p d (1 + chi_p v/v0)                          form: printed
 *                F = [F_y + K_p (d - d_y)] (1 + chi_p v/v0)          form: continuous
 *                F = [F_y + K_p (d - d_y)] (1 + chi(d) v/v0)         form: sound
 *
 * d overlap, v approach speed, v0 approach speed at first touch, K = (4/3) E* sqrt(R*). K_p is the
 * chord of the Ma-Liu curve between first yield and full plasticity, or its secant F_p/d_p
 * (plastic_stiffness). The printed form jumps at d_y by a factor of 4 to 5, so that loads in the
 * gap have no equilibrium; in the sound form chi goes from chi_e to chi_p over d_y < d < 2 d_y, so
 * that nothing jumps. Printed and continuous form have the same restitution.
 *
 * Published: chi_e = 3 (1 - e^2) / [2 (2 - 3 e + 3 e^2)], chi_p = 192 (1 - e) / [pi^2 (24 - pi^2)];
 * the latter never delivers less than 0.511. Exact: chi_e is that of the hysteresis laws; chi_p is
 * solved for restitution_plastic over the whole impact at reference_speed.
 * Source: Wang, Ma, Liu, Liu, "Development of a Compliant Dashpot Model with Nonlinear and Linear
 * Behaviors for the Contact of Multibody Systems", Eqs 15-17, 34-36. */
#ifndef CAROM_LAW_WANG_DASHPOT_H
#define CAROM_LAW_WANG_DASHPOT_H

#include "law_base.h"
#include "family/hysteresis.h"
#include "family/wang.h"

#define CAROM_INFO_wang_dashpot                                                                    \
  .name = "wang-dashpot", .aliases = "", .family = "hysteresis",                                   \
  .summary = "Two phases with hysteresis damping: Hertz below yield, linear above.",               \
  .equation = "d <= d_y:   F = K d^(3/2) (1 + chi_e v/v0)\n"                                       \
              "d > d_y, printed:      F = K_p d (1 + chi_p v/v0)\n"                                \
              "d > d_y, continuous:   F = F_s (1 + chi_p v/v0),   F_s = F_y + K_p (d - d_y)\n"     \
              "d > d_y, sound:        F = F_s (1 + chi(d) v/v0)",                                  \
  .validity =                                                                                      \
      "Single impacts; no plastic memory. form: printed jumps at yield by a factor of 4 to 5 and " \
      "has no equilibrium there. Published constants: chi_e is not for e below 0.6, chi_p never "  \
      "delivers less than 0.511. Not for lasting contacts: v0 stays that of the first touch.",     \
  .source =                                                                                        \
      "G. Wang, D. Ma, C. Liu, Y. Liu, Development of a Compliant Dashpot Model with Nonlinear "   \
      "and Linear Behaviors for the Contact of Multibody Systems, Eqs 15-17, 34-36",               \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_JUMPS | CAROM_LAW_YIELDS |             \
            CAROM_LAW_STORES_IMPACT_SPEED,                                                         \
  .dampings = 2

#define CAROM_FIELDS_wang_dashpot(F) CAROM_FIELDS_TWO_PHASE(F) CAROM_FIELDS_LATCHED(F)
#define CAROM_CONSTANTS_wang_dashpot(M)                                                            \
  CAROM_CONSTANTS_TWO_PHASE(M) M(fixed_speed, "m/s") M(speed_floor, "m/s")
#define CAROM_COEFFICIENTS_wang_dashpot(M)                                                         \
  CAROM_COEFFICIENTS_TWO_PHASE(M, "1") M(fixed_speed, "m/s") M(speed_floor, "m/s")
#define CAROM_STATE_wang_dashpot(M) M(per_speed, "s/m")
#define CAROM_BREAKPOINTS_wang_dashpot 2

CAROM_DECLARE(wang_dashpot)
CAROM_TWO_PHASE(wang_dashpot)
CAROM_NO_COMMIT(wang_dashpot)

CAROM_HOST double carom_wang_dashpot_published(int which, double e)
{
  return which == 0 ? carom_wang_chi_e(e) : carom_wang_chi_p(e);
}

CAROM_HOST double carom_wang_dashpot_exact(int which, double e, double tension)
{
  (void)tension;
  return which == 0 ? carom_hysteresis_exact(e) : CAROM_NONE;
}

CAROM_HOST void carom_wang_dashpot_prepare_materials(const carom_wang_dashpot_settings *set,
                                                     const carom_pair *pair, const double *damping,
                                                     carom_wang_dashpot_constants *constant)
{
  carom_wang_dashpot_prepare_phases(set, pair, damping, constant);
  constant->fixed_speed = carom_fixed_speed(set->impact_speed, pair->speed);
  constant->speed_floor = set->impact_speed_floor;
}

CAROM_FN void carom_wang_dashpot_prepare_contact(const carom_wang_dashpot_constants *constant,
                                                 carom_real radius, carom_real mass,
                                                 carom_wang_dashpot_coefficients *coef)
{
  (void)mass;
  carom_wang_dashpot_prepare_sizes(constant, radius, coef);
  coef->fixed_speed = constant->fixed_speed;
  coef->speed_floor = constant->speed_floor;
}

CAROM_FN void carom_wang_dashpot_touch(const carom_wang_dashpot_coefficients *coef,
                                       carom_wang_dashpot_state *state, carom_real v)
{
  state->per_speed = 1 / carom_latched_speed(coef->fixed_speed, coef->speed_floor, v);
}

CAROM_FN void carom_wang_dashpot_virgin(const carom_wang_dashpot_coefficients *coef,
                                        carom_wang_dashpot_state *state)
{
  carom_wang_dashpot_touch(coef, state, 0);
}

CAROM_FN carom_force carom_wang_dashpot_force(const carom_wang_dashpot_coefficients *coef,
                                              const carom_wang_dashpot_state *state, carom_real d,
                                              carom_real v, carom_real branch)
{
  const carom_real x = carom_positive(d * coef->per_d_y);
  const carom_real chi = carom_two_phase_damping(coef->g_e, coef->g_p, x, branch);
  carom_force f;
  f.elastic = coef->F_y * carom_two_phase_static(coef->f_0, coef->k_p, x, branch);
  f.dissipative = f.elastic * (chi * state->per_speed * v);
  return f;
}

#endif

CAROM_LAW(wang_dashpot)
