/* SPDX-License-Identifier: MIT */
/* The default linear loading stiffness of laws whose stiffness is not given. */
#ifndef CAROM_FAMILY_EQUAL_DEPTH_H
#define CAROM_FAMILY_EQUAL_DEPTH_H

#include "law_base.h"

/* The given stiffness or, without one, that with which an impact at this speed reaches the same
 * overlap as with Hertz's law: k = m* v^2/d^2 with d = (5 m* v^2 / 4 K)^(2/5). */
CAROM_FN carom_real carom_equal_depth_stiffness(carom_real given, carom_real modulus,
                                                carom_real radius, carom_real mass,
                                                carom_real speed)
{
  const carom_real K = carom_hertz_stiffness(modulus, radius), energy = mass * speed * speed;
  const carom_real hertz = energy / carom_pow(1.25 * energy / K, 0.8);
  return given > 0 ? given : hertz;
}

#endif
