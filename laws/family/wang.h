/* SPDX-License-Identifier: MIT */
/* What the laws of Wang et al. share: the settings of two-phase laws and published constants. */
#ifndef CAROM_FAMILY_WANG_H
#define CAROM_FAMILY_WANG_H

#include "law_base.h"
#include "family/oscillator.h"

/* Two phases: an elastic and a plastic constant, each by restitution or by number. */
#define CAROM_FIELDS_TWO_PHASE(F)                                                                  \
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
  CAROM_FIELDS_SEPARATION(F)

/* Eq. 11 of the viscous paper: the damping of a linear oscillator with restitution c. */
CAROM_HOST double carom_wang_g_1(double c)
{
  return carom_oscillator_damping(-carom_log(c), CAROM_TENSION, 2);
}

/* Eq. 23 of the viscous paper in the corrected form; it prints c [9 pi (1 - c^2) + 16] in the
 * denominator, which does not follow from its own preceding line. */
CAROM_HOST double carom_wang_g_2(double c)
{
  const double sqrt5 = 2.23606797749978969641, pi = 3.14159265358979323846;
  return 9 * sqrt5 * (1 - c * c) / (c * (c * (9 * pi - 16) + 16));
}

#endif
