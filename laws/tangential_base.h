/* SPDX-License-Identifier: MIT */
/* The base of a tangential model: a stage (stage_base.h) that resists sliding, without torques
 * other than those of its force. A model T declares itself with CAROM_DECLARE_TANGENTIAL(T), lists
 * its header in tangential.def and ends with CAROM_TANGENTIAL(T).
 *
 * Its history is a spring, CAROM_HISTORY_SPRING: a vector in the contact plane, which may be a
 * displacement or a force. Models that ask for it have one more value, `extra`. */
#ifndef CAROM_TANGENTIAL_BASE_H
#define CAROM_TANGENTIAL_BASE_H

#include "stage_base.h"

typedef carom_stage_material carom_tangential_input;
typedef carom_stage_input carom_slide;
typedef carom_stage_output carom_traction;

typedef carom_tangential_input carom_grip CAROM_DEPRECATED("use carom_tangential_input");

#define CAROM_HISTORY_SPRING(H)                                                                    \
  H(x, CAROM_TRANSPORT_VECTOR) H(y, CAROM_TRANSPORT_VECTOR) H(z, CAROM_TRANSPORT_VECTOR)

#define CAROM_DECLARE_TANGENTIAL(T)                                                                \
  CAROM_DECLARE_STAGE_COMMON(T)                                                                    \
  enum { CAROM_STAGE_GIVES_##T = CAROM_GIVES_FORCE };                                              \
  typedef carom_shear carom_##T##_history;

#define CAROM_FIELDS_FRICTION(F)                                                                   \
  F(friction, "1", 0.5, 0, 1e6, NULL, "coefficient of Coulomb friction")

/* The fraction of a trial force that Coulomb friction transmits. */
CAROM_FN carom_real carom_coulomb(carom_real friction, carom_real normal, carom_real square)
{
  const carom_real limit = friction * carom_positive(normal);
  const carom_real slips = square > limit * limit ? square : 1.0;
  const carom_real share = limit / CAROM_SQRT(slips);
  return square > limit * limit ? share : 1.0;
}

#endif
