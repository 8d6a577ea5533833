/* SPDX-License-Identifier: MIT */
/* The base of a law header: the contract, and the macros that keep it short.
 *
 * A law L is one header that defines
 *
 *   CAROM_INFO_L              initialisers of carom_law_info
 *   CAROM_FIELDS_L(F)         settings:  F(name, unit, default, min, max, words, text)
 *   CAROM_CONSTANTS_L(M)      values computed once per material pair:  M(name, unit)
 *   CAROM_COEFFICIENTS_L(M)   values read by the force, computed once per contact
 *   CAROM_STATE_L(M)          values that a contact remembers between steps
 *   CAROM_BREAKPOINTS_L       number of overlaps at which the branch changes
 *   CAROM_REACH_L             only for a law that acts across a gap: CAROM_REACHES(coefficient),
 *                             where the coefficient is the widest gap, m
 *   CAROM_PARTS_L             only for a law whose force is a long chain of roots and divisions:
 *                             CAROM_IN_PARTS, see below
 *
 * then CAROM_DECLARE(L) (or CAROM_DECLARE_STATELESS(L)), which declares the types carom_L_settings,
 * carom_L_constants, carom_L_coefficients and carom_L_state, and then these functions, each named
 * carom_L_...:
 *
 *   prepare_materials(settings, pair, damping, constants)   host, once per material pair
 *   prepare_contact(constants, radius, mass, coefficients)  inexpensive, without branches
 *   branch(coefficients, state, d)           number 1, 2, ... of the formula that holds at d;
 *                                            -1 where a dent shrinks while the bodies separate
 *   force(coefficients, state, d, v, branch) elastic and dissipative part, separately
 *   breakpoints(coefficients, state, breakpoint)            overlaps at which `branch` changes
 *   energy(coefficients, state, d)           stored, and dissipated by plastic deformation so far
 *   virgin(coefficients, state)              state of a pair that has never been in contact
 *   touch(coefficients, state, v)            an episode begins at approach speed v
 *   commit(coefficients, state, d)           an accepted step has reached overlap d
 *   published(which, e), exact(which, e, tension)
 *                                            damping constant for restitution e
 *   damping_unit(settings, pair, which)      divisor that converts a dimensional damping
 *                                            coefficient to the damping constant
 *
 * and last, outside its include guard, CAROM_LAW(L). Macros below define the trivial ones.
 *
 * d is the overlap (m, positive in contact), v its rate (m/s, positive when approaching); the force
 * is positive when it pushes the bodies apart. Functions of the inner loop are pure: they select
 * instead of branching and have no early return and no loop, so that compilers vectorise them. A
 * branch must stay finite slightly outside its own range, because the resolved integrator freezes
 * the branch during a step. Opening at d <= -reach and the cutting of tension are not part of a
 * law: carom_clamp_tension below does both for all of them. Stored energy is measured from the
 * reach. */
#ifndef CAROM_LAW_BASE_H
#define CAROM_LAW_BASE_H

#include "qualify.h"
#include "law_math.h"
#include "old_words.h"
#include <carom/law.h>

/* The reach of a law beyond touch, m: the coefficient named by CAROM_REACH_L, or 0 for a law
 * without that macro (an undefined name expands without a comma, so it is the first argument and 0
 * the second). */
#define CAROM_REACHES(name) , coef->name,
#define CAROM_SECOND(first, second, ...) second
#define CAROM_REACH_VALUE(...) CAROM_SECOND(__VA_ARGS__, 0, 0)

/* In a loop over a long dependent chain of roots and divisions the processor has too few contacts
 * in flight to hide their latency. A law of that kind (jkr.h) writes its force and its commit as
 * three functions, which the kernels run in separate loops; `part` passes up to CAROM_LAW_PARTS
 * numbers between them:
 *
 *   begin(coefficients, d, part)      depends on the overlap alone
 *   refine(part)                      continues begin
 *   force_from(coefficients, state, d, v, branch, part), commit_from(coefficients, state, d, part)
 *
 * The law's own force and commit call them in sequence, so that all give the same bits. */
#define CAROM_IN_PARTS , CAROM_LOOPS_IN_PARTS,
enum { CAROM_LAW_PARTS = 2 };

/* Each list of a law is a list of names; these macros turn it into members and field tables. */
#define CAROM_MEMBER(name, ...) carom_real name;
#define CAROM_FIELD(name, unit, fallback, min, max, words, text)                                   \
  {#name, unit, fallback, min, max, words, text},

#define CAROM_DECLARE_COMMON(L)                                                                    \
  typedef struct {                                                                                 \
    CAROM_FIELDS_##L(CAROM_MEMBER)                                                                 \
  } carom_##L##_settings;                                                                          \
  typedef struct {                                                                                 \
    CAROM_CONSTANTS_##L(CAROM_MEMBER)                                                              \
  } carom_##L##_constants;                                                                         \
  typedef struct {                                                                                 \
    carom_real min_force; /* the smallest force that is let through: 0, or -infinity */            \
    CAROM_COEFFICIENT_LIST(L, CAROM_MEMBER)                                                        \
  } carom_##L##_coefficients;                                                                      \
  CAROM_OLD_TYPE(L)                                                                                \
  CAROM_FN carom_real carom_##L##_reach(const carom_##L##_coefficients *coef)                      \
  {                                                                                                \
    (void)coef;                                                                                    \
    return CAROM_REACH_VALUE(CAROM_REACH_##L);                                                     \
  }

#define CAROM_DECLARE(L)                                                                           \
  CAROM_DECLARE_COMMON(L)                                                                          \
  typedef struct {                                                                                 \
    CAROM_STATE_##L(CAROM_MEMBER)                                                                  \
  } carom_##L##_state;                                                                             \
  enum { CAROM_STATES_##L = sizeof(carom_##L##_state) / sizeof(carom_real) };

/* A law without state. Its structure has an unused member, because C has no empty structures. */
#define CAROM_DECLARE_STATELESS(L)                                                                 \
  CAROM_DECLARE_COMMON(L)                                                                          \
  typedef struct {                                                                                 \
    carom_real none;                                                                               \
  } carom_##L##_state;                                                                             \
  enum { CAROM_STATES_##L = 0 };                                                                   \
  CAROM_FN void CAROM_VIRGIN(L)(const carom_##L##_coefficients *coef, carom_##L##_state *state)    \
  {                                                                                                \
    (void)coef, (void)state;                                                                       \
  }                                                                                                \
  CAROM_FN void carom_##L##_touch(const carom_##L##_coefficients *coef, carom_##L##_state *state,  \
                                  carom_real v)                                                    \
  {                                                                                                \
    (void)coef, (void)state, (void)v;                                                              \
  }                                                                                                \
  CAROM_NO_COMMIT(L)

/* Nothing to do at accepted steps. */
#define CAROM_NO_COMMIT(L)                                                                         \
  CAROM_FN void carom_##L##_commit(const carom_##L##_coefficients *coef, carom_##L##_state *state, \
                                   carom_real d)                                                   \
  {                                                                                                \
    (void)coef, (void)state, (void)d;                                                              \
  }

/* One formula for every overlap. */
#define CAROM_ONE_BRANCH(L)                                                                        \
  CAROM_FN carom_real carom_##L##_branch(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d)             \
  {                                                                                                \
    (void)coef, (void)state, (void)d;                                                              \
    return 1;                                                                                      \
  }                                                                                                \
  CAROM_FN void CAROM_BREAKPOINTS(L)(const carom_##L##_coefficients *coef,                         \
                                     const carom_##L##_state *state, carom_real *breakpoint)       \
  {                                                                                                \
    (void)coef, (void)state, (void)breakpoint;                                                     \
  }

/* No damping constant to calibrate. */
#define CAROM_NO_DAMPING(L)                                                                        \
  CAROM_HOST double carom_##L##_published(int which, double e)                                     \
  {                                                                                                \
    (void)which, (void)e;                                                                          \
    return CAROM_NONE;                                                                             \
  }                                                                                                \
  CAROM_HOST double carom_##L##_exact(int which, double e, double tension)                         \
  {                                                                                                \
    (void)which, (void)e, (void)tension;                                                           \
    return CAROM_NONE;                                                                             \
  }                                                                                                \
  CAROM_NO_DAMPING_UNIT(L)

/* A law whose damping constants have no dimensional form. */
#define CAROM_NO_DAMPING_UNIT(L)                                                                   \
  CAROM_HOST double carom_##L##_damping_unit(const carom_##L##_settings *set,                      \
                                             const carom_pair *pair, int which)                    \
  {                                                                                                \
    (void)set, (void)pair, (void)which;                                                            \
    return CAROM_NONE;                                                                             \
  }

/* Not available: no closed form, or no published formula. */
#define CAROM_NONE (0.0 / 0.0)

/* Settings shared by several laws. A setting of a single law is in its own header. */
#define CAROM_FIELDS_HERTZIAN(F)                                                                   \
  F(stiffness, "N/m^1.5", CAROM_UNSET, 1e-6, 1e30, NULL,                                           \
    "Hertz stiffness K of F = K d^(3/2); if not given, it follows from the moduli and radii")

#define CAROM_FIELDS_TENSION(F)                                                                    \
  F(tension, NULL, CAROM_CUT, 1, 0, "cut|keep",                                                    \
    "cut: a contact does not pull, F = max(F, 0); keep: tension is kept until the overlap is "     \
    "zero")

#define CAROM_FIELDS_RESTITUTION(F)                                                                \
  F(restitution, "1", 0.7, 1e-3, 1, NULL, "coefficient of restitution that is asked for")          \
  F(calibration, NULL, CAROM_WORD(0), 1, 0, "exact|published",                                     \
    "exact: the restitution asked for is delivered; published: the formula of the source")         \
  F(damping_ratio, "1", CAROM_UNSET, 0, 1e9, NULL,                                                 \
    "dimensionless damping constant instead of a restitution")

#define CAROM_FIELDS_DAMPED(F, coefficient_unit)                                                   \
  CAROM_FIELDS_RESTITUTION(F)                                                                      \
  F(damping_coefficient, coefficient_unit, CAROM_UNSET, 0, 1e30, NULL,                             \
    "dimensional damping constant instead of a restitution")                                       \
  CAROM_FIELDS_TENSION(F)

#define CAROM_FIELDS_ADHESION(F)                                                                   \
  F(work_of_adhesion, "J/m2", 0.05, 1e-12, 1e6, NULL,                                              \
    "G, the energy that parting takes per area: twice the surface energy of like bodies")          \
  F(atomic_distance, "m", 4e-10, 1e-11, 1e-6, NULL,                                                \
    "z0 of the Tabor parameter, which tells whether the theory holds")

/* The Tabor parameter (R* G^2/(E*^2 z0^3))^(1/3) over the cube root of R*; 0 if E* is not known. */
CAROM_HOST double carom_tabor(double work, double modulus, double distance)
{
  return modulus > 0 ? carom_pow(work / modulus, 2.0 / 3.0) / distance : 0.0;
}

/* E* and R* to the Hertz stiffness (4/3) E* sqrt(R*), N/m^1.5. */
CAROM_FN carom_real carom_hertz_stiffness(carom_real modulus, carom_real radius)
{
  return 4.0 / 3.0 * modulus * CAROM_SQRT(radius);
}

/* Energy stored in a Hertzian spring, for a law L with a coefficient `stiffness`. */
#define CAROM_HERTZ_ENERGY(L)                                                                      \
  CAROM_FN carom_energy carom_##L##_energy(const carom_##L##_coefficients *coef,                   \
                                           const carom_##L##_state *state, carom_real d)           \
  {                                                                                                \
    (void)state;                                                                                   \
    const carom_real h = carom_positive(d);                                                        \
    carom_energy e;                                                                                \
    e.stored = 0.4 * coef->stiffness * (h * h * CAROM_SQRT(h));                                    \
    e.plastic = 0;                                                                                 \
    return e;                                                                                      \
  }

/* The only definition of "in contact": a law acts while the overlap is above -reach. */
CAROM_FN bool carom_within(carom_real reach, carom_real d)
{
  return d > -reach;
}

/* The clamp around every law: no force beyond its reach, and no tension below `min_force`. Where
 * tension is cut, the dissipative part is set to minus the elastic part: the energy that the
 * elastic part would return counts as dissipated and the budget closes. A NaN overlap gives a NaN
 * force, so that integrators detect it. */
CAROM_FN carom_force carom_clamp_tension(carom_real min_force, carom_real reach, carom_real d,
                                         carom_force raw)
{
  const carom_real total = raw.elastic + raw.dissipative;
  const carom_real lost = total < min_force ? -raw.elastic : raw.dissipative;
  const carom_real apart = d <= -reach ? 0.0 : d;
  carom_force f;
  f.elastic = carom_within(reach, d) ? raw.elastic : apart;
  f.dissipative = carom_within(reach, d) ? lost : apart;
  return f;
}

/* max(x, 0): keeps square roots real where a branch is evaluated slightly outside a contact. */
CAROM_FN carom_real carom_positive(carom_real x)
{
  return x > 0 ? x : 0.0;
}

#endif
