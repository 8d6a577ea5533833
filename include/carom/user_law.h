/* SPDX-License-Identifier: MIT */
/* Laws of your own, at run time: a table and a few functions on plain arrays, kept by a context and
 * found by name like any law of the registry. docs/user_laws.md shows how. */
#ifndef CAROM_USER_LAW_H
#define CAROM_USER_LAW_H

#include <carom/law.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How much a law of a user may have. */
enum {
  CAROM_USER_FIELDS = 24,
  CAROM_USER_CONSTANTS = 24,
  CAROM_USER_COEFFICIENTS = 15,
  CAROM_USER_STATES = 8,
  CAROM_USER_BREAKPOINTS = 8,
  CAROM_USER_SLOTS CAROM_DEPRECATED("use CAROM_USER_COEFFICIENTS") = CAROM_USER_COEFFICIENTS,
  CAROM_USER_LEVELS CAROM_DEPRECATED("use CAROM_USER_BREAKPOINTS") = CAROM_USER_BREAKPOINTS
};

/* Name and unit of a value, for those who print it. */
typedef struct carom_label {
  const char *name, *unit;
} carom_label;

/* A law. Start from carom_user_law_default(); a name and `force` are enough. d is the overlap (m),
 * v the approach speed (m/s), forces push apart. Texts and tables are not copied: they must live as
 * long as the context. Functions may be called from several threads at once, and those from `force`
 * to `energy` more often than there are steps: they must depend on their arguments alone. */
typedef struct carom_user_law {
  carom_law_info info; /* `name` is needed. `traits` say what the law does, `dampings` how many
                          damping constants are calibrated for it */

  /* What can be set. Some names mean something: `stiffness` in N/m^1.5 replaces the modulus of the
   * pair; with one damping constant there must be `restitution`, and there may be `calibration`
   * (exact|published), `damping_ratio`, `damping_coefficient`; with two `restitution_elastic` and
   * `restitution_plastic`, `damping_ratio_elastic` and `damping_ratio_plastic`; `tension`
   * (cut|keep), `memory` (pair|episode), `reference_speed` are what they are for other laws.
   */
  const carom_field *field;
  int fields;

  int constants; /* values computed once per pair of materials */
  union {
    int coefficients; /* values that the force reads, computed once per contact */
    int slots CAROM_DEPRECATED("use coefficients");
  };
  int states; /* values that a contact keeps; CAROM_LAW_REMEMBERS: the first two are the largest
                 overlap so far and the residual overlap */
  union {
    int breakpoints; /* overlaps at which the branch changes */
    int levels CAROM_DEPRECATED("use breakpoints");
  };
  union {
    const carom_label *coefficient_label; /* NULL: coefficient_0, coefficient_1, ... */
    const carom_label *slot_label CAROM_DEPRECATED("use coefficient_label");
  };
  void *user; /* handed to every function */

  /* Needed: elastic and dissipative part of the force, apart, by the formula of this branch. A
   * branch is also asked a little outside its own range, d < 0 included: results must be finite.
   * No force without overlap and the cutting of tension are seen to by the caller. */
  carom_force (*force)(void *user, const double *coef, const double *state, double d, double v,
                       double branch);
  /* The number 1, 2, ... of the formula that holds at d. NULL: always 1. */
  double (*branch)(void *user, const double *coef, const double *state, double d);
  /* Fills breakpoint[0 .. breakpoints-1], the overlaps where `branch` changes; -1 for one out of
   * reach. Needed if there are breakpoints: resolved impacts land on each. */
  union {
    void (*breakpoint)(void *user, const double *coef, const double *state, double *breakpoint);
    void (*level)(void *user, const double *coef, const double *state, double *breakpoint)
        CAROM_DEPRECATED("use breakpoint");
  };
  /* The widest gap across which the law acts, m; needs CAROM_LAW_REACHES. NULL: none, no force
   * without overlap. */
  double (*reach)(void *user, const double *coef);
  /* What the elastic part stores at d, and what plastic deformation has cost so far. NULL: by
   * quadrature of the elastic part between breakpoints, 32 points each: to 1e-13 of the work where
   * every branch is smooth or begins as a power of the overlap. */
  carom_energy (*energy)(void *user, const double *coef, const double *state, double d);

  /* Settings (in the order of `field`), pair and damping constants to constants. NULL: the
   * constants are the settings, then the damping constants. */
  void (*prepare_materials)(void *user, const double *setting, const carom_pair *pair,
                            const double *damping, double *constant);
  /* Constants, R* and m* to coefficients. NULL: the coefficients are the constants. */
  void (*prepare_contact)(void *user, const double *constant, double radius, double mass,
                          double *coef);

  /* The state of a pair that never touched. NULL: zeros. */
  union {
    void (*virgin)(void *user, const double *coef, double *state);
    void (*fresh)(void *user, const double *coef, double *state) CAROM_DEPRECATED("use virgin");
  };
  /* An episode begins at approach speed v. NULL: nothing to do. */
  void (*touch)(void *user, const double *coef, double *state, double v);
  /* An accepted step has reached d. NULL: nothing to do. */
  void (*commit)(void *user, const double *coef, double *state, double d);

  /* The damping constant for restitution e by a published formula, and by a closed form that is
   * exact for that rule of tension (CAROM_CUT or CAROM_KEEP); NaN or NULL where there is none.
   * Without a closed form the last constant is found by impacts: restitution must fall as it grows,
   * and it should be dimensionless, so that 0 to some 10 is its usual range. */
  double (*published)(void *user, int which, double e);
  double (*exact)(void *user, int which, double e, double tension);
  /* What `damping_coefficient` is divided by to give the damping constant. */
  double (*damping_unit)(void *user, const double *setting, const carom_pair *pair, int which);

  /* If positive, m: the law is tried on two steel spheres with its default settings when it is
   * registered, and refused unless carom_contact_admissible finds it sound up to this overlap. */
  double admissible_to;
  unsigned cookie; /* set by carom_user_law_default */
} carom_user_law;

CAROM_API carom_user_law carom_user_law_default(void);

/* Fields as built-in laws have them, for a table of your own. */
#define CAROM_FIELD_STIFFNESS                                                                      \
  {                                                                                                \
    "stiffness", "N/m^1.5", CAROM_UNSET, 1e-6, 1e30, NULL,                                         \
        "Hertz stiffness K of F = K d^(3/2) instead of that of the bodies"                         \
  }
#define CAROM_FIELD_RESTITUTION                                                                    \
  {                                                                                                \
    "restitution", "1", 0.7, 1e-3, 1, NULL, "coefficient of restitution that is asked for"         \
  }
#define CAROM_FIELD_CALIBRATION                                                                    \
  {                                                                                                \
    "calibration", NULL, CAROM_WORD(0), 1, 0, "exact|published",                                   \
        "exact: the restitution asked for is delivered; published: the formula of the source"      \
  }
#define CAROM_FIELD_DAMPING_RATIO                                                                  \
  {                                                                                                \
    "damping_ratio", "1", CAROM_UNSET, 0, 1e9, NULL,                                               \
        "dimensionless damping constant instead of a restitution"                                  \
  }
#define CAROM_FIELD_TENSION                                                                        \
  {                                                                                                \
    "tension", NULL, CAROM_CUT, 1, 0, "cut|keep",                                                  \
        "cut: a contact does not pull; keep: tension is kept until the overlap is zero"            \
  }
#define CAROM_FIELD_SEPARATION CAROM_FIELD_TENSION /* its former name */
#define CAROM_FIELD_MEMORY                                                                         \
  {                                                                                                \
    "memory", NULL, CAROM_WORD(0), 1, 0, "pair|episode",                                           \
        "pair: the dent is kept for ever; episode: forgotten when the undeformed surfaces part"    \
  }

/* An owner of laws. Allocates for each law once, when it is registered. Registering needs the
 * context for itself; whatever uses its laws may run on many threads. */
CAROM_API carom_status carom_context_create(carom_context **context, carom_error *err);

/* Ends the laws of the context, and with them every contact that was prepared with one. NULL is
 * fine. */
CAROM_API void carom_context_destroy(carom_context *context);

/* Checks the definition and takes it up. Names must be new to the registry and to the context. On
 * an error nothing changes, and `err` names the member and the remedy. `law` may be NULL. From then
 * on a carom_contact_def with this context finds the law by name. */
CAROM_API carom_status carom_context_register(carom_context *context, const carom_user_law *def,
                                              const carom_law **law, carom_error *err);

/* The laws of a context in the order of registration; NULL outside 0 .. count-1. */
CAROM_API int carom_context_count(const carom_context *context);
CAROM_API const carom_law *carom_context_at(const carom_context *context, int index);

/* The law of that name or alias, in the registry or in the context (which may be NULL); an unknown
 * name fills the error with the nearest one. */
CAROM_API carom_status carom_context_named(const carom_context *context, const char *name,
                                           const carom_law **law, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
