/* SPDX-License-Identifier: MIT */
/* The base of a stage: an interaction of two bodies in contact besides the normal law. Sliding is
 * one (tangential_base.h); rolling, twisting or a user's own model have the same form.
 *
 * A model T of a stage is one header that defines
 *
 *   CAROM_STAGE_INFO_T          initialisers of carom_tangential_info
 *   CAROM_STAGE_FIELDS_T(F)     settings, as in law_base.h
 *   CAROM_STAGE_CONSTANTS_T(M)  values read by the inner loop, computed once per material pair:
 *                               M(name, unit)
 *   CAROM_STAGE_HISTORY_T(H)    history kept between steps: H(name, transport), components of
 *                               vectors first, in groups of three; may be empty
 *   CAROM_STAGE_GIVES_T         CAROM_GIVES_FORCE, CAROM_GIVES_COUPLE or both; or CAROM_GIVES_PULL
 *   CAROM_STAGE_REACH_T         only for a model that acts across a gap: CAROM_REACHES(constant),
 *                               where the constant is the widest gap, m
 *   CAROM_STAGE_TABOR_T         only for a theory of adhesion: CAROM_REACHES(constant), where the
 *                               constant is the Tabor parameter over the cube root of R*;
 *                               `.softest` is its upper limit
 *   CAROM_STAGE_PRIOR_T         only for a model with many roots and divisions: CAROM_HAS_PRIOR,
 *                               see below
 *
 * then CAROM_DECLARE_STAGE(T), which declares the types carom_T_settings, carom_T_constants and
 * carom_T_history, and four functions:
 *
 *   carom_T_prepare(settings, input, constants)       host; false if a required value is missing
 *   carom_T_damped(constants)                         whether there is a dashpot
 *   carom_T_apply(constants, in, damped, history, out)
 *                                                     one step: pure, selects instead of branching
 *   carom_T_stored(constants, d, radius, history)     recoverable energy
 *
 * and last, outside its include guard, CAROM_STAGE(stage, loss, T). `stage` is also the energy
 * channel of the stored energy, `loss` that of the dissipated energy. Finally it needs a line in
 * stages.def. Kernels are compiled for `damped` true and false, so that contacts without a dashpot
 * do not pay for it. The history is zero when the bodies meet and is reset to zero when they
 * separate. carom_rotate_history rotates its vectors with the contact before `apply` sees them. */
#ifndef CAROM_STAGE_BASE_H
#define CAROM_STAGE_BASE_H

#include "law_base.h"

/* How a value of the history is transformed when the two bodies of a contact change their order,
 * and when the contact rotates in space. */
enum {
  CAROM_TRANSPORT_KEEP = 0,
  CAROM_TRANSPORT_FLIP = 1,   /* changes sign when the bodies are swapped */
  CAROM_TRANSPORT_ROTATE = 2, /* component of a vector in the contact plane; rotates with it */
  CAROM_TRANSPORT_VECTOR = CAROM_TRANSPORT_FLIP | CAROM_TRANSPORT_ROTATE
};

/* What a model produces. A couple is a torque on a and the opposite torque on b, in addition to the
 * torques of the force about the centres; equal and opposite couples conserve angular momentum.
 * Outputs that a model does not give are neither read nor written. A pull is an attraction along
 * the normal that depends on overlap and history alone: the stored energy is its potential, which
 * is negative and measured from the reach. */
enum { CAROM_GIVES_FORCE = 1, CAROM_GIVES_COUPLE = 2, CAROM_GIVES_PULL = 4 };

/* What a model is told when it is prepared. */
typedef struct carom_stage_material {
  double shear;     /* G*: 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, Pa */
  double stiffness; /* of a linear normal law, N/m, or CAROM_UNSET */
  double damping;   /* damping of a linear normal law over the root of the reduced mass, or
                       CAROM_UNSET */
  double ahead;   /* by what fraction of a step velocities are later than the step's mean: 0, 1/2 */
  double modulus; /* E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, Pa */
  double crowd;   /* for a member of a clump: how many couples, each as large as that of a sphere
                     with the mass of the body, it may receive at once; 0 or 1: a single sphere */
} carom_stage_material;

/* The input of a model: one contact in one step. */
typedef struct carom_stage_input {
  carom_real normal;       /* normal force, N; negative in tension */
  carom_real d;            /* overlap, m */
  carom_real radius, mass; /* R*, m* */
  carom_real step;         /* s */
  carom_real x, y, z; /* velocity of a relative to b at the contact point, in the contact plane */
  carom_real nx, ny, nz; /* the normal */
  carom_real wx, wy, wz; /* angular velocity of a relative to b; 0 for models without a couple */
  carom_real patch;      /* carom_patch(radius, d), m: a square root shared by the stages */
  carom_real pace;       /* length of a regular step, s, used where the contact is evaluated
                            without a step: `step` is then 0 and histories do not change */
} carom_stage_input;

/* The contact radius of Hertz's theory. */
CAROM_FN carom_real carom_patch(carom_real radius, carom_real d)
{
  return CAROM_SQRT(radius * carom_positive(d));
}

/* Force and torque on a; b receives the opposite ones. Both are 0 where `normal` is 0. `pull` is
 * the attraction of each body by the other. */
typedef struct carom_stage_output {
  carom_real x, y, z;
  carom_real tx, ty, tz;
  carom_real pull;
} carom_stage_output;

/* Loops over long dependent chains of roots and divisions are bound by latency. A model of that
 * kind computes everything that depends on neither the normal force nor a vector (velocities,
 * vectors of the history) in a function of its own, which kernels run over all contacts first,
 * before these inputs are available:
 *
 *   carom_T_prior(constants, in, damped, history, prior)
 *   carom_T_after(constants, in, damped, prior, history, out)    the rest of the step
 *
 * Its `apply` calls one after the other, so that all give the same bits. */
typedef struct carom_stage_prior {
  carom_real root, add, part;
} carom_stage_prior;

#define CAROM_HAS_PRIOR , CAROM_STAGE_PASSES_WITH_PRIOR,

/* A history vector in the contact plane, and an additional number for models that ask for it. */
typedef struct carom_shear {
  carom_real x, y, z, extra;
} carom_shear;

#define CAROM_HISTORY_COUNT(name, transport) +1
#define CAROM_HISTORY_COMPONENT(name, transport) +((transport)&CAROM_TRANSPORT_ROTATE ? 1 : 0)

/* Settings, constants, and the sizes of the history; the history type itself is declared
 * separately. */
#define CAROM_DECLARE_STAGE_COMMON(T)                                                              \
  typedef struct {                                                                                 \
    CAROM_STAGE_FIELDS_##T(CAROM_MEMBER) carom_real unused;                                        \
  } carom_##T##_settings;                                                                          \
  typedef struct {                                                                                 \
    CAROM_STAGE_CONSTANTS_##T(CAROM_MEMBER) carom_real unused;                                     \
  } carom_##T##_constants;                                                                         \
  enum {                                                                                           \
    CAROM_STAGE_NUMBERS_##T = 0 CAROM_STAGE_HISTORY_##T(CAROM_HISTORY_COUNT),                      \
    CAROM_STAGE_VECTORS_##T = (0 CAROM_STAGE_HISTORY_##T(CAROM_HISTORY_COMPONENT)) / 3             \
  };

/* Structures end with an unused member, because lists may be empty and C has no empty
 * structures. */
#define CAROM_DECLARE_STAGE(T)                                                                     \
  CAROM_DECLARE_STAGE_COMMON(T)                                                                    \
  typedef struct {                                                                                 \
    CAROM_STAGE_HISTORY_##T(CAROM_MEMBER) carom_real unused;                                       \
  } carom_##T##_history;

/* Rotates a history vector with the contact: into the plane of the new normal, and about the normal
 * by `twist`, the mean spin of the two bodies times the step, preserving its length. A vector along
 * the normal is lost. The length is restored by the factor sqrt(1 + e), where e is the squared
 * component lost along the normal minus the square added by the twist, over the square in the
 * plane. A rational function replaces the root; it is accurate to 3e-14 for a rotation of 0.01 rad
 * per step. */
CAROM_FN void carom_rotate_history(carom_real nx, carom_real ny, carom_real nz, carom_real twist,
                                   carom_shear *spring)
{
  const carom_real along = spring->x * nx + spring->y * ny + spring->z * nz;
  const carom_real x = spring->x - along * nx, y = spring->y - along * ny;
  const carom_real z = spring->z - along * nz;
  const carom_real in = x * x + y * y + z * z, added = in * (twist * twist);
  const carom_real is = in + added, quarter = 0.25 * (along * along - added);
  const carom_real under = is + quarter, over = under + (quarter + quarter);
  const carom_real scale = over / (under > 1e-290 ? under : 1.0);
  spring->x = (x + twist * (ny * z - nz * y)) * scale;
  spring->y = (y + twist * (nz * x - nx * z)) * scale;
  spring->z = (z + twist * (nx * y - ny * x)) * scale;
}

#endif
