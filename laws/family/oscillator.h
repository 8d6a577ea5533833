/* SPDX-License-Identifier: MIT */
/* Restitution of the damped linear oscillator, to which several laws can be transformed.
 *
 *     m d'' + 2 z sqrt(k m) d' + k d = 0,   z the damping as a share of the critical one
 *
 *     tension kept   -ln e = pi z / sqrt(1 - z^2)
 *     tension cut    -ln e = z b / sqrt(1 - z^2),  b = atan2(2 z sqrt(1 - z^2), 2 z^2 - 1)
 *                    -ln e = (z/s) ln((z + s)/(z - s)),  s = sqrt(z^2 - 1),  for z > 1
 *
 * In every case -ln e = z sqrt(k/m) t, where t is the time until the bodies separate. */
#ifndef CAROM_FAMILY_OSCILLATOR_H
#define CAROM_FAMILY_OSCILLATOR_H

#include "law_base.h"
#include "family/root.h"

/* -ln e for tension cut. */
CAROM_HOST double carom_oscillator_cut_loss(double z)
{
  const double square = (1 - z) * (1 + z);
  if (square > 0) {
    const double w = CAROM_SQRT(square);
    return z / w * carom_atan2(2 * z * w, 2 * z * z - 1);
  }
  if (square == 0) return 2; /* the limit from both sides */
  const double s = CAROM_SQRT(-square);
  return z / s * 2 * carom_log(z + s); /* (z + s)/(z - s) = (z + s)^2 */
}

CAROM_HOST double carom_oscillator_cut_residual(double z, const void *loss)
{
  return carom_oscillator_cut_loss(z) - *(const double *)loss;
}

/* The damping constant for -ln e = loss, where `critical` is the constant of critical damping (z =
 * 1). */
CAROM_HOST double carom_oscillator_damping(double loss, double tension, double critical)
{
  const double pi = CAROM_PI;
  if (!(loss > 0)) return 0;
  if (tension == CAROM_KEEP) return critical * loss / CAROM_SQRT(pi * pi + loss * loss);
  return critical * carom_root(carom_oscillator_cut_residual, &loss, 0, 1e6);
}

/* Time until the bodies separate, times sqrt(k/m). NaN where they never do. */
CAROM_HOST double carom_oscillator_time(double z, double tension)
{
  const double pi = CAROM_PI;
  if (!(z > 0)) return pi;
  if (tension == CAROM_KEEP) return pi / CAROM_SQRT((1 - z) * (1 + z));
  return carom_oscillator_cut_loss(z) / z;
}

#endif
