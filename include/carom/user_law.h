/* SPDX-License-Identifier: MIT */
/* User-defined laws, added at run time: a table of settings and a few functions on plain arrays,
 * owned by a context and found by name like any law of the registry. docs/user_laws.md shows
 * how. */
#ifndef CAROM_USER_LAW_H
#define CAROM_USER_LAW_H

#include <carom/law.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Upper limits of a user law. */
enum {
  CAROM_USER_FIELDS = 24,
  CAROM_USER_CONSTANTS = 24,
  CAROM_USER_COEFFICIENTS = 15,
  CAROM_USER_STATES = 8,
  CAROM_USER_BREAKPOINTS = 8,
  CAROM_USER_SLOTS CAROM_DEPRECATED("use CAROM_USER_COEFFICIENTS") = CAROM_USER_COEFFICIENTS,
  CAROM_USER_LEVELS CAROM_DEPRECATED("use CAROM_USER_BREAKPOINTS") = CAROM_USER_BREAKPOINTS
};

/* Name and unit of a value, for output. */
typedef struct carom_label {
  const char *name, *unit;
} carom_label;

/* Definition of a law. Start from carom_user_law_default(); only a name and `force` are required. d
 * is the overlap (m), v the approach speed (m/s); positive forces push the bodies apart. Strings
 * and tables are not copied: they must live as long as the context. Functions may be called from
 * several threads at once, and those from `force` to `energy` also for trial steps, so their
 * results must depend on their arguments alone. */
typedef struct carom_user_law {
  carom_law_info info; /* `name` is required. `traits` declare the properties of the law, `dampings`
                          the number of damping constants to calibrate */

  /* Settings. Some names have a fixed meaning. `stiffness` in N/m^1.5 replaces the modulus of the
   * pair. A law with one damping constant must have `restitution` and may have `calibration`
   * (exact|published), `damping_ratio` and `damping_coefficient`; with two constants these are
   * `restitution_elastic` and `restitution_plastic`, `damping_ratio_elastic` and
   * `damping_ratio_plastic`. `tension` (cut|keep), `memory` (pair|episode) and `reference_speed`
   * have the same meaning as for built-in laws. Without `tension` it is cut: a law that is meant to
   * pull has this setting with the default CAROM_KEEP, or the trait CAROM_LAW_ADHERES. */
  const carom_field *field;
  int fields;

  int constants; /* number of values computed once per pair of materials */
  union {
    int coefficients; /* number of values read by the force, computed once per contact */
    int slots CAROM_DEPRECATED("use coefficients");
  };
  int states; /* number of values that a contact remembers; with CAROM_LAW_REMEMBERS the first two
                 are the largest overlap so far and the residual overlap */
  union {
    int breakpoints; /* number of overlaps at which the branch changes */
    int levels CAROM_DEPRECATED("use breakpoints");
  };
  union {
    const carom_label *coefficient_label; /* NULL: coefficient_0, coefficient_1, ... */
    const carom_label *slot_label CAROM_DEPRECATED("use coefficient_label");
  };
  void *user; /* passed to every function */

  /* Required: the elastic and the dissipative part of the force, separately, by the formula of this
   * branch. A branch is also evaluated slightly outside its own range, including d < 0, and must
   * return finite values there. The caller sets the force to zero without overlap and cuts
   * tension. */
  carom_force (*force)(void *user, const double *coef, const double *state, double d, double v,
                       double branch);
  /* The number 1, 2, ... of the branch that holds at d, in any order; below 0 where a dent shrinks
   * as the bodies part. NULL: always 1. */
  double (*branch)(void *user, const double *coef, const double *state, double d);
  /* Fills breakpoint[0 .. breakpoints-1] with the overlaps at which `branch` changes; -1 for one
   * that cannot occur. Required if there are breakpoints: resolved impacts end a step on each of
   * them. */
  union {
    void (*breakpoint)(void *user, const double *coef, const double *state, double *breakpoint);
    void (*level)(void *user, const double *coef, const double *state, double *breakpoint)
        CAROM_DEPRECATED("use breakpoint");
  };
  /* The widest gap across which the law acts, m; requires CAROM_LAW_REACHES. NULL: 0, no force
   * without overlap. */
  double (*reach)(void *user, const double *coef);
  /* Energy stored by the elastic part at d, and energy dissipated by plastic deformation so far.
   * NULL: computed by quadrature of the elastic part between breakpoints with 32 points each,
   * accurate to 1e-13 of the work where every branch is smooth or begins as a power of the
   * overlap. */
  carom_energy (*energy)(void *user, const double *coef, const double *state, double d);

  /* Computes the constants from the settings (in the order of `field`), the pair and the damping
   * constants. NULL: the constants are the settings followed by the damping constants. */
  void (*prepare_materials)(void *user, const double *setting, const carom_pair *pair,
                            const double *damping, double *constant);
  /* Computes the coefficients from the constants, R* and m*. NULL: the coefficients are the
   * constants. */
  void (*prepare_contact)(void *user, const double *constant, double radius, double mass,
                          double *coef);

  /* The state of a pair that has never been in contact. NULL: zeros. */
  union {
    void (*virgin)(void *user, const double *coef, double *state);
    void (*fresh)(void *user, const double *coef, double *state) CAROM_DEPRECATED("use virgin");
  };
  /* Called when an episode begins at approach speed v. NULL: nothing to do. */
  void (*touch)(void *user, const double *coef, double *state, double v);
  /* Called when an accepted step has reached d. NULL: nothing to do. */
  void (*commit)(void *user, const double *coef, double *state, double d);

  /* The damping constant for restitution e: from a published formula, and from a closed form that
   * is exact for this treatment of tension (CAROM_CUT or CAROM_KEEP). Return NaN, or leave the
   * pointer NULL, where there is none. Without a closed form the last damping constant is found by
   * integrating impacts. The restitution must then decrease with that constant, which should be
   * dimensionless with a usual range from 0 to about 10. */
  double (*published)(void *user, int which, double e);
  double (*exact)(void *user, int which, double e, double tension);
  /* The divisor that converts `damping_coefficient` to the damping constant. */
  double (*damping_unit)(void *user, const double *setting, const carom_pair *pair, int which);

  /* If positive, an overlap in m: on registration the law is tried on two steel spheres with its
   * default settings and refused unless carom_contact_admissible finds it sound up to this
   * overlap. */
  double admissible_to;
  unsigned cookie; /* set by carom_user_law_default */
} carom_user_law;

CAROM_API carom_user_law carom_user_law_default(void);

/* Settings as in built-in laws, for use in a table of your own. */
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
#define CAROM_FIELD_SEPARATION CAROM_FIELD_TENSION /* former name */
#define CAROM_FIELD_MEMORY                                                                         \
  {                                                                                                \
    "memory", NULL, CAROM_WORD(0), 1, 0, "pair|episode",                                           \
        "pair: the dent is kept for ever; episode: forgotten when the undeformed surfaces part"    \
  }

/* Creates an owner of user laws. Memory is allocated once per law, on registration. Registration
 * needs exclusive access to the context; evaluating its laws is safe from any number of threads. */
CAROM_API carom_status carom_context_create(carom_context **context, carom_error *err);

/* Destroys the laws of a context; contacts prepared with any of them must not be used afterwards.
 * NULL is accepted. */
CAROM_API void carom_context_destroy(carom_context *context);

/* Checks a definition and adds the law to the context. Its name and aliases must be new to both the
 * registry and the context. On an error nothing changes, and `err` names the member and the remedy.
 * `law` may be NULL. Afterwards a carom_contact_def with this context finds the law by name. */
CAROM_API carom_status carom_context_register(carom_context *context, const carom_user_law *def,
                                              const carom_law **law, carom_error *err);

/* The laws of a context in order of registration; NULL outside 0 .. count-1. */
CAROM_API int carom_context_count(const carom_context *context);
CAROM_API const carom_law *carom_context_at(const carom_context *context, int index);

/* The law of this name or alias, from the registry or the context (which may be NULL); for an
 * unknown name the error suggests the nearest one. */
CAROM_API carom_status carom_context_named(const carom_context *context, const char *name,
                                           const carom_law **law, carom_error *err);

#ifdef __cplusplus
}
#endif

#endif
