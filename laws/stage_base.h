/* SPDX-License-Identifier: MIT */
/* The base of a stage: what acts between two bodies in contact besides the normal law. Sliding is
 * one (tangential_base.h); rolling, twisting or a model of your own are others of the same shape.
 *
 * A model T of a stage is one header that defines
 *
 *   CAROM_STAGE_INFO_T          initialisers of carom_tangential_info
 *   CAROM_STAGE_FIELDS_T(F)     what a user may set, as in law_base.h
 *   CAROM_STAGE_CONSTANTS_T(M)  what the loop reads, computed once per material pair: M(name, unit)
 *   CAROM_STAGE_HISTORY_T(H)    what a contact keeps between steps: H(name, transport), the
 *                               components of vectors first, three by three; may be empty
 *   CAROM_STAGE_GIVES_T         CAROM_GIVES_FORCE, CAROM_GIVES_COUPLE, or both; or CAROM_GIVES_PULL
 *   CAROM_STAGE_REACH_T         only for a model that acts across a gap: CAROM_REACHES(constant),
 * the one that is the widest gap, m
 *   CAROM_STAGE_TABOR_T         only for a theory of adhesion: CAROM_REACHES(constant), the one
 * that is the Tabor parameter over the cube root of R*; `.softest` is its limit
 *   CAROM_STAGE_PRIOR_T         only for a model with many roots and divisions: CAROM_HAS_PRIOR,
 * see there
 *
 * then CAROM_DECLARE_STAGE(T), which makes the types carom_T_settings, carom_T_constants and
 * carom_T_history, and four functions:
 *
 *   carom_T_prepare(settings, input, constants)       host; false if something is missing
 *   carom_T_damped(constants)                         whether there is a dashpot
 *   carom_T_apply(constants, in, damped, history, out)
 *                                                     one step: pure, selects instead of branching
 *   carom_T_stored(constants, d, radius, history)     recoverable energy
 *
 * and last, outside its include guard, CAROM_STAGE(stage, loss, T): the stage, which is also the
 * energy channel of what is stored, and the channel of what is lost. Then it needs a line in
 * stages.def. Kernels are compiled for `damped` true and false: contacts without a dashpot do not
 * pay for it. History is zero when the bodies meet and becomes zero when they part. Vectors are
 * rotated with the contact by carom_rotate_history before `apply` sees them. */
#ifndef CAROM_STAGE_BASE_H
#define CAROM_STAGE_BASE_H

#include "law_base.h"

/* What becomes of a number of the history when the two bodies of a contact change their order, and
 * when the contact rotates in space. */
enum {
  CAROM_TRANSPORT_KEEP = 0,
  CAROM_TRANSPORT_FLIP = 1,   /* changes its sign with the order of the bodies */
  CAROM_TRANSPORT_ROTATE = 2, /* component of a vector in the contact plane: rotates with it */
  CAROM_TRANSPORT_VECTOR = CAROM_TRANSPORT_FLIP | CAROM_TRANSPORT_ROTATE
};

/* What acts on the two bodies. A couple is a torque on a and the opposite one on b, beyond the
 * torques of the force on its arms: nothing else keeps the angular momentum. Columns of what is not
 * given are neither read nor written. A pull is an attraction along the normal, which depends on
 * the overlap and the history alone: what is stored is its potential, negative, counted from the
 * reach.
 */
enum { CAROM_GIVES_FORCE = 1, CAROM_GIVES_COUPLE = 2, CAROM_GIVES_PULL = 4 };

/* What a model may know when it is prepared. */
typedef struct carom_stage_material {
  double shear;     /* G*: 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, Pa */
  double stiffness; /* of a linear normal law, N/m, or CAROM_UNSET */
  double damping;   /* of a linear normal law over the root of the reduced mass, or CAROM_UNSET */
  double ahead;   /* steps that velocities seen by contacts are ahead of the step's mean: 0, 1/2 */
  double modulus; /* E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, Pa */
  double crowd;   /* how many couples, each as of a sphere of the mass of the body, it may meet at
                     once as a member of a clump; 0 or 1: a sphere */
} carom_stage_material;

/* What a model sees of a contact in a step. */
typedef struct carom_stage_input {
  carom_real normal;       /* normal force, N; negative when it pulls */
  carom_real d;            /* overlap, m */
  carom_real radius, mass; /* R*, m* */
  carom_real step;         /* s */
  carom_real x, y, z;      /* velocity of the contact point of a over that of b, in the plane */
  carom_real nx, ny, nz;   /* the normal */
  carom_real wx, wy, wz;   /* angular velocity of a over that of b; 0 for models without a couple */
  carom_real patch;        /* carom_patch(radius, d), m: a root that stages share */
  carom_real pace;         /* of steps, s, where none is made now: the step is 0, histories stay */
} carom_stage_input;

/* The radius of a Hertzian contact. */
CAROM_FN carom_real carom_patch(carom_real radius, carom_real d)
{
  return CAROM_SQRT(radius * carom_positive(d));
}

/* The force and the torque on a; b gets the opposite ones. Where `normal` is 0 both are 0. The pull
 * of each on the other. */
typedef struct carom_stage_output {
  carom_real x, y, z;
  carom_real tx, ty, tz;
  carom_real pull;
} carom_stage_output;

/* Loops over long chains of roots and divisions wait for them. A model of that kind states the part
 * that needs no vector (normal force, velocities, the vectors of the history) as a function of its
 * own, which kernels run over all contacts first:
 *
 *   carom_T_prior(constants, in, damped, history, prior)
 *   carom_T_after(constants, in, damped, prior, history, out)    the rest of the step
 *
 * Its `apply` calls one after the other, so that all give the same bits. */
typedef struct carom_stage_prior {
  carom_real root, add, part;
} carom_stage_prior;

#define CAROM_HAS_PRIOR , CAROM_STAGE_PASSES_WITH_PRIOR,

/* A vector of the history in the contact plane, and one number more for models that ask for it. */
typedef struct carom_shear {
  carom_real x, y, z, extra;
} carom_shear;

#define CAROM_HISTORY_COUNT(name, transport) +1
#define CAROM_HISTORY_COMPONENT(name, transport) +((transport)&CAROM_TRANSPORT_ROTATE ? 1 : 0)

/* Settings, constants, and the sizes of the history, whose type is declared apart. */
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

/* Structures end with a member of no use: lists may be empty, and C has no empty structures. */
#define CAROM_DECLARE_STAGE(T)                                                                     \
  CAROM_DECLARE_STAGE_COMMON(T)                                                                    \
  typedef struct {                                                                                 \
    CAROM_STAGE_HISTORY_##T(CAROM_MEMBER) carom_real unused;                                       \
  } carom_##T##_history;

/* Rotates a vector of the history with the contact: into the plane of the new normal, and about the
 * normal by `twist`, the mean spin of the two bodies times the step, with its length kept. A vector
 * along the normal is lost. The length is restored by sqrt(1 + e), where e is the square that was
 * lost along the normal, less the one that the twist has added, over the square in the plane; a
 * rational function replaces the root, off by 3e-14 where a step turns the contact by 0.01 rad. */
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
