/* SPDX-License-Identifier: MIT */
/* The base of a tangential model.
 *
 * A model T is one header that defines
 *
 *   CAROM_TANGENTIAL_INFO_T          initialisers of carom_tangential_info
 *   CAROM_TANGENTIAL_NUMBERS_T       of its spring: 3, or 4 if it needs the one more
 *   CAROM_TANGENTIAL_FIELDS_T(F)     what a user may set, as in law_base.h
 *   CAROM_TANGENTIAL_CONSTANTS_T(M)  what the loop reads, computed once per material pair
 *
 * then CAROM_DECLARE_TANGENTIAL(T) and four functions:
 *
 *   carom_T_prepare(settings, input, constants)      host; false if something is missing
 *   carom_T_damped(constants)                        whether there is a dashpot
 *   carom_T_slide(constants, in, damped, spring, traction)
 *                                                    one step: pure, selects instead of branching
 *   carom_T_stored(constants, d, radius, spring)     recoverable energy
 *
 * and last, outside its include guard, CAROM_TANGENTIAL(T). Kernels are compiled for `damped` true
 * and false: contacts without a dashpot do not pay for it.
 *
 * A spring is what a contact remembers: a vector in the contact plane (a displacement or a force,
 * as the model likes) and, for models that ask for it, one number more. All are zero when the
 * bodies meet. The vector is
 * turned with the contact by carom_rotate_history before `slide` sees it, once for all models. */
#ifndef CAROM_TANGENTIAL_BASE_H
#define CAROM_TANGENTIAL_BASE_H

#include "law_base.h"

/* What a model may know when it is prepared. */
typedef struct carom_tangential_input {
  double shear;     /* G*: 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, Pa */
  double stiffness; /* of a linear normal law, N/m, or CAROM_UNSET */
  double damping;   /* of a linear normal law over the root of the reduced mass, or CAROM_UNSET */
  double ahead; /* steps that velocities seen by contacts are ahead of the step's mean: 0, 1/2 */
} carom_tangential_input;

typedef carom_tangential_input carom_grip CAROM_DEPRECATED("use carom_tangential_input");

/* What a model sees of a contact in a step. */
typedef struct carom_slide {
  carom_real normal;       /* normal force, N; negative when it pulls */
  carom_real d;            /* overlap, m */
  carom_real radius, mass; /* R*, m* */
  carom_real step;         /* s */
  carom_real x, y, z;      /* velocity of the contact point of a over that of b, in the plane */
} carom_slide;

typedef struct carom_shear {
  carom_real x, y, z, extra;
} carom_shear;

/* The force on a. */
typedef struct carom_traction {
  carom_real x, y, z;
} carom_traction;

#define CAROM_DECLARE_TANGENTIAL(T)                                                                \
  typedef struct {                                                                                 \
    CAROM_TANGENTIAL_FIELDS_##T(CAROM_MEMBER)                                                      \
  } carom_##T##_settings;                                                                          \
  typedef struct {                                                                                 \
    CAROM_TANGENTIAL_CONSTANTS_##T(CAROM_MEMBER)                                                   \
  } carom_##T##_constants;

#define CAROM_FIELDS_FRICTION(F)                                                                   \
  F(friction, "1", 0.5, 0, 1e6, NULL, "coefficient of Coulomb friction")

/* Turns the vector of a spring with the contact: into the plane of the new normal with its length
 * kept, and about the normal by `twist`, the mean spin of the two bodies times the step. A vector
 * along the normal is lost. The length is restored by sqrt(1 + e), where e is the
 * square of the part along the normal over that in the plane; a rational function replaces the
 * root, off by 3e-14 where a step turns the contact by 0.01 rad. */
CAROM_FN void carom_rotate_history(carom_real nx, carom_real ny, carom_real nz, carom_real twist,
                                   carom_shear *spring)
{
  const carom_real along = spring->x * nx + spring->y * ny + spring->z * nz;
  const carom_real x = spring->x - along * nx, y = spring->y - along * ny;
  const carom_real z = spring->z - along * nz;
  const carom_real in = x * x + y * y + z * z, out = along * along;
  const carom_real under = in + 0.25 * out;
  const carom_real scale = (in + 0.75 * out) / (under > 1e-290 ? under : 1.0);
  spring->x = (x + twist * (ny * z - nz * y)) * scale;
  spring->y = (y + twist * (nz * x - nx * z)) * scale;
  spring->z = (z + twist * (nx * y - ny * x)) * scale;
}

/* The share of a trial force that friction lets through. */
CAROM_FN carom_real carom_coulomb(carom_real friction, carom_real normal, carom_real square)
{
  const carom_real limit = friction * carom_positive(normal);
  const carom_real slips = square > limit * limit ? square : 1.0;
  const carom_real share = limit / CAROM_SQRT(slips);
  return square > limit * limit ? share : 1.0;
}

#endif
