/* SPDX-License-Identifier: MIT */
/* What the laws of Wang et al. share: two phases and the published constants.
 *
 * Below first yield, x = d/d_y < 1, the static part is Hertz; above it is linear,
 *
 *     f = F/F_y = f_0 + k_p x
 *
 * with f_0 = 0 as printed, which jumps at yield, or f_0 = 1 - k_p, which does not. k_p is the chord
 * of the Ma-Liu curve from first yield to full plasticity, or its secant. A damping constant g goes
 * from g_e to g_p at yield or, in the sound form, over 1 < x < 2. */
#ifndef CAROM_FAMILY_WANG_H
#define CAROM_FAMILY_WANG_H

#include "law_base.h"
#include "family/ma_liu_curve.h"
#include "family/oscillator.h"

/* Two phases: an elastic and a plastic damping constant, each from a restitution or given
 * directly. */
#define CAROM_FIELDS_TWO_PHASE(F)                                                                  \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_MA_LIU_CURVE(F)                                                                     \
  F(restitution_elastic, "1", 0.86, 1e-3, 1, "wave",                                               \
    "restitution of an impact below yield; wave: from the elastic waves at the impact speed")      \
  F(restitution_plastic, "1", 0.7, 1e-3, 1, "ma-liu",                                              \
    "restitution of the whole impact at reference_speed; ma-liu: what that law gives there")       \
  F(calibration, NULL, CAROM_WORD(0), 1, 0, "exact|published",                                     \
    "exact: the restitution asked for is delivered; published: the formula of the source")         \
  F(damping_ratio_elastic, "1", CAROM_UNSET, 0, 1e9, NULL,                                         \
    "dimensionless damping constant below yield instead of a restitution")                         \
  F(damping_ratio_plastic, "1", CAROM_UNSET, 0, 1e9, NULL,                                         \
    "dimensionless damping constant above yield instead of a restitution")                         \
  F(reference_speed, "m/s", CAROM_UNSET, 1e-9, 1e5, NULL,                                          \
    "speed at which the plastic constant is calibrated; if not given, the impact speed")           \
  F(plastic_stiffness, NULL, CAROM_WORD(0), 1, 0, "chord|secant",                                  \
    "K_p: chord from first yield to full plasticity, or secant F_p/d_p")                           \
  F(form, NULL, CAROM_WORD(0), 1, 0, "sound|printed|continuous",                                   \
    "sound: no jump at yield; printed: as published; continuous: only the static part joined")     \
  CAROM_FIELDS_TENSION(F)

#define CAROM_CONSTANTS_TWO_PHASE(M)                                                               \
  M(yield_strain, "1")                                                                             \
  M(yield_pressure, "Pa")                                                                          \
  M(k_p, "1") M(f_0, "1") M(g_e, "1") M(g_p, "1") M(blend_end, "1")
#define CAROM_COEFFICIENTS_TWO_PHASE(M, damping_unit)                                              \
  M(d_y, "m")                                                                                      \
  M(F_y, "N")                                                                                      \
  M(per_d_y, "1/m")                                                                                \
  M(k_p, "1") M(f_0, "1") M(g_e, damping_unit) M(g_p, damping_unit) M(blend_end, "1")

/* The static part over F_y. Branch 1 is Hertzian, 2 blends the damping, 3 is plastic. */
CAROM_FN carom_real carom_two_phase_static(carom_real f_0, carom_real k_p, carom_real x,
                                           carom_real branch)
{
  return branch < 1.5 ? x * CAROM_SQRT(x) : f_0 + k_p * x;
}

/* The damping constant. */
CAROM_FN carom_real carom_two_phase_damping(carom_real g_e, carom_real g_p, carom_real x,
                                            carom_real branch)
{
  const carom_real blend = g_e + (g_p - g_e) * (x - 1);
  const carom_real plastic = branch > 2.5 ? g_p : blend;
  return branch < 1.5 ? g_e : plastic;
}

/* The phases of a law L whose fields, constants and coefficients begin with the lists above: their
 * part of the preparation (prepare_phases, prepare_sizes), branch, breakpoints, energy,
 * damping_unit. */
#define CAROM_TWO_PHASE(L)                                                                         \
  CAROM_HOST void carom_##L##_prepare_phases(const carom_##L##_settings *set,                      \
                                             const carom_pair *pair, const double *damping,        \
                                             carom_##L##_constants *constant)                      \
  {                                                                                                \
    const carom_ma_liu_curve c = carom_ma_liu_curve_make(set->hardness_ratio, set->plastic_ratio); \
    const bool chord = set->plastic_stiffness == CAROM_WORD(0);                                    \
    const bool sound = set->form == CAROM_WORD(0), printed = set->form == CAROM_WORD(1);           \
    constant->yield_strain = carom_ma_liu_yield_strain(pair->modulus, pair->yield);                \
    constant->yield_pressure = 1.61 * pair->yield;                                                 \
    constant->k_p = chord ? (c.f_p - 1) / (c.x_p - 1) : c.f_p / c.x_p;                             \
    constant->f_0 = printed ? 0 : 1 - constant->k_p;                                               \
    constant->g_e = damping[0];                                                                    \
    constant->g_p = damping[1];                                                                    \
    constant->blend_end = sound ? 2 : 1;                                                           \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_prepare_sizes(const carom_##L##_constants *constant,                   \
                                          carom_real radius, carom_##L##_coefficients *coef)       \
  {                                                                                                \
    const carom_real pi = CAROM_PI;                                                                \
    coef->d_y = constant->yield_strain * radius;                                                   \
    coef->F_y = 2.0 / 3.0 * pi * radius * constant->yield_pressure * coef->d_y;                    \
    coef->per_d_y = 1 / coef->d_y;                                                                 \
    coef->k_p = constant->k_p;                                                                     \
    coef->f_0 = constant->f_0;                                                                     \
    coef->g_e = constant->g_e;                                                                     \
    coef->g_p = constant->g_p;                                                                     \
    coef->blend_end = constant->blend_end;                                                         \
  }                                                                                                \
                                                                                                   \
  /* 1 Hertzian, 2 while the sound form blends its damping, 3 plastic. */                          \
  CAROM_FN carom_real carom_##L##_branch(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d)             \
  {                                                                                                \
    (void)state;                                                                                   \
    const carom_real plastic = d > coef->blend_end * coef->d_y ? 3.0 : 2.0;                        \
    return d > coef->d_y ? plastic : 1.0;                                                          \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void CAROM_BREAKPOINTS(L)(const carom_##L##_coefficients *coef,                         \
                                     const carom_##L##_state *state, carom_real *breakpoint)       \
  {                                                                                                \
    (void)state;                                                                                   \
    breakpoint[0] = coef->d_y;                                                                     \
    breakpoint[1] = coef->blend_end * coef->d_y;                                                   \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_energy carom_##L##_energy(const carom_##L##_coefficients *coef,                   \
                                           const carom_##L##_state *state, carom_real d)           \
  {                                                                                                \
    (void)state;                                                                                   \
    const carom_real x = carom_positive(d * coef->per_d_y);                                        \
    const carom_real h = x < 1 ? x : 1.0;                                                          \
    const carom_real p = x < 1 ? 1.0 : x;                                                          \
    const carom_real hertz = 0.4 * (h * h * CAROM_SQRT(h));                                        \
    const carom_real plastic = (p - 1) * (coef->f_0 + 0.5 * coef->k_p * (p + 1));                  \
    carom_energy e;                                                                                \
    e.stored = coef->F_y * coef->d_y * (hertz + plastic);                                          \
    e.plastic = 0;                                                                                 \
    return e;                                                                                      \
  }                                                                                                \
                                                                                                   \
  /* two constants of different dimensions: ratios only */                                         \
  CAROM_NO_DAMPING_UNIT(L)

/* Eq. 11 of the viscous paper: the damping of a linear oscillator with restitution c. */
CAROM_HOST double carom_wang_g_1(double c)
{
  return carom_oscillator_damping(-carom_log(c), CAROM_KEEP, 2);
}

/* Eq. 23 of the viscous paper in the corrected form; it prints c [9 pi (1 - c^2) + 16] in the
 * denominator, which does not follow from its own preceding line. */
CAROM_HOST double carom_wang_g_2(double c)
{
  const double sqrt5 = 2.23606797749978969641, pi = CAROM_PI;
  return 9 * sqrt5 * (1 - c * c) / (c * (c * (9 * pi - 16) + 16));
}

/* Eq. 15 of the dashpot paper, elastic phase. The cubic term that was dropped on its way would make
 * it 3 (1 - c^2) / [2 (1 + c^3)]; below c = 0.3 it falls as the damping should rise. */
CAROM_HOST double carom_wang_chi_e(double c)
{
  return 3 * (1 - c * c) / (2 * (2 - 3 * c + 3 * c * c));
}

/* Eq. 35 of the dashpot paper, plastic phase. */
CAROM_HOST double carom_wang_chi_p(double c)
{
  const double square = CAROM_PI * CAROM_PI;
  return 192 * (1 - c) / (square * (24 - square));
}

#endif
