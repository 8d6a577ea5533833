/* SPDX-License-Identifier: MIT */
/* A contact: two bodies and a law, prepared once, then evaluated as often as needed. */
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include <carom/law.h>
#include <carom/material.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A setting of the law, as recorded by carom_contact_set and carom_contact_set_text. */
typedef struct carom_setting {
  char name[32];
  double value; /* used when text is empty */
  char text[160];
} carom_setting;

/* What a contact is to be. Start from carom_contact_default(): two steel spheres, `hertz`. */
typedef struct carom_contact_def {
  const char *law;
  carom_body a, b;
  double reduced_mass; /* kg; CAROM_UNSET: from the two bodies */
  double speed;        /* expected approach speed, m/s: where two-phase laws are calibrated and
                          computed restitutions are taken, unless a setting says otherwise */
  carom_instructions instructions;
  const carom_context *context; /* laws of your own (carom/user_law.h), or NULL */
  int settings;
  carom_setting setting[24];
  unsigned cookie; /* set by carom_contact_default; catches a structure nobody initialised */
} carom_contact_def;

CAROM_API carom_contact_def carom_contact_default(void);

/* Records a setting of the law: a number in SI units (words have CAROM_WORD values), or text with
 * an optional unit. A later value of the same name replaces the earlier one; CAROM_UNSET removes
 * it. A restitution may be a table over the speed, "0.01:0.95, 1:0.8, 10:0.6" (m/s to e, straight
 * lines over the logarithm of the speed): its value at the reference speed, or else the expected
 * one, is asked for. Names, ranges and units are checked by carom_contact_prepare, which knows the
 * law. */
CAROM_API void carom_contact_set(carom_contact_def *def, const char *name, double value);
CAROM_API void carom_contact_set_text(carom_contact_def *def, const char *name, const char *text);

/* A contact that is ready: plain values, free to be copied, constant once prepared. */
typedef struct carom_contact {
  const carom_law *law;
  double modulus, radius, mass; /* E*, R*, m*; E* is CAROM_UNSET where a modulus or a Poisson's
                                   ratio is not known and the law does without */
  double yield;                 /* of the softer body; CAROM_NEVER if none of them yields,
                                   CAROM_UNSET if that of one is not known */
  double speed;                 /* the one expected */
  double asked[2]; /* restitution asked for: [0] the only or the elastic one, [1] the plastic one;
                      CAROM_UNSET where none was */
  double intended[2]; /* the one that calibration aims at: the one asked for or, where nobody asked,
                         the default of the law; CAROM_UNSET where a damping constant was given */
  double damping[2];  /* the damping constants in force, CAROM_UNSET where there are none */
  bool episode;       /* plastic memory ends with the episode */
  bool cut;           /* tension is cut */
  bool resolved_only; /* its rule depends on the direction of the last turn, which impacts and
                         chains report to it. Callers that step on their own cannot:
                         carom_contact_commit and carom_contact_commits set such a state to NaN,
                         carom_contact_forces gives NaN forces, carom_contact_admissible examines
                         the law without the rule and calls it not sound */
  double setting[24];
  double constant[24];
  union {
    double coefficient[16]; /* what the law reads, from the constants, R* and m* */
    double slot[16] CAROM_DEPRECATED("use coefficient");
  };
  carom_instructions instructions; /* of its block kernels */
} carom_contact;

/* Checks and prepares: derives the pair's constants and calibrates the law. On error the contact
 * is not touched and `err` names the field and the remedy. CAROM_ERR_ARITHMETIC: the program
 * flushes small numbers to zero (linked with -ffast-math) or does not round to nearest, or the
 * library was compiled with flags that change results; chains, mechanisms and scenes look at that,
 * too. */
CAROM_API carom_status carom_contact_prepare(const carom_contact_def *def, carom_contact *contact,
                                             carom_error *err);

/* What a pair of bodies keeps between steps and impacts. Owned by the caller, one per pair. */
typedef struct carom_state {
  double value[8];
} carom_state;

/* The state of a pair that never touched. */
CAROM_API carom_state carom_contact_virgin(const carom_contact *contact);

/* To be called when an episode begins: the undeformed surfaces meet at this approach speed. */
CAROM_API void carom_contact_touch(const carom_contact *contact, carom_state *state,
                                   double approach);

/* To be called after an accepted step, never within one. */
CAROM_API void carom_contact_commit(const carom_contact *contact, carom_state *state,
                                    double overlap);

/* The force at this overlap (m) and approach speed (m/s). Pure, and cannot fail: a NaN
 * overlap gives a NaN force. */
CAROM_API carom_force carom_contact_force(const carom_contact *contact, const carom_state *state,
                                          double overlap, double approach);

/* What is stored at this overlap, and what plastic deformation has cost so far. */
CAROM_API carom_energy carom_contact_energy(const carom_contact *contact, const carom_state *state,
                                            double overlap);

/* The widest gap across which the law acts, m: bodies are in contact where the overlap is above
 * -reach. 0 for laws without CAROM_LAW_REACHES. */
CAROM_API double carom_contact_reach(const carom_contact *contact);

/* What a law that adheres (CAROM_LAW_ADHERES) does without damping; all 0 for others, and where
 * adhesion grows with the dent, so that bodies which just touch have none. */
typedef struct carom_adhesion {
  double pull_off;       /* the largest tension, N, */
  double overlap;        /* and where it is, m */
  double reach;          /* the gap at which bodies part that are drawn apart, m */
  double work;           /* lost in touching and parting, J */
  double sticking_speed; /* sqrt(2 work/m*): slower bodies stick together, m/s */
  double tabor;          /* (R* G^2/(E*^2 z0^3))^(1/3), or CAROM_UNSET */
} carom_adhesion;

CAROM_API carom_adhesion carom_contact_adhesion(const carom_contact *contact);

/* What friction, rolling and twisting see of a contact with this force: the normal force by which
 * they are capped and the overlap that their stiffness follows. Of laws that adhere the pull-off
 * force counts twice, F + 2 F_c, and the overlap is a^2/R*. */
typedef struct carom_footing {
  double normal_force, overlap;
} carom_footing;

CAROM_API carom_footing carom_contact_footing(const carom_contact *contact,
                                              const carom_state *state, double overlap,
                                              carom_force force);

/* Overlap left behind by plastic deformation, 0 for laws without memory. */
CAROM_API double carom_contact_residual(const carom_contact *contact, const carom_state *state);

/* Overlap at first yield by the Hertz pressure 1.61 times the yield stress; CAROM_NEVER if there is
 * none, CAROM_UNSET if the yield stress or E* is not known. */
CAROM_API double carom_contact_yield_overlap(const carom_contact *contact);

/* The speed at which an undamped Hertzian impact just reaches that overlap, m/s; CAROM_NEVER and
 * CAROM_UNSET likewise. */
CAROM_API double carom_contact_yield_speed(const carom_contact *contact);

/* Hertz's law for this pair, whatever the law of the contact: its stiffness 4/3 E* sqrt(R*),
 * N/m^1.5, and how long an undamped impact at this speed lasts, s. CAROM_UNSET without E*. */
CAROM_API double carom_contact_hertz_stiffness(const carom_contact *contact);
CAROM_API double carom_contact_hertz_time(const carom_contact *contact, double speed);

/* The dimensional coefficient C of laws whose dashpot is C d^b v beside a Hertzian spring K d^1.5:
 * C = c m*^(1-q) K^q v_r^(1-2q), q = 2 (1 + b)/5, with the damping ratio c. */
typedef struct carom_dashpot {
  double exponent, q;                       /* b, q */
  double mass, stiffness, reference, speed; /* m*, K, v_r; v: the expected speed */
  double per_ratio, per_ratio_here;         /* C for c = 1, at v_r and at v */
  double ratio;                             /* c in force; NaN: it cannot be had */
  double ratio_felt;       /* c that an impact at v feels while C stays that of v_r */
  double coefficient_here; /* C that keeps the restitution at v: c stays */
  bool cut;                /* tension is cut */
  char unit[32];           /* of C */
} carom_dashpot;

/* False for laws of another kind, and where the contact cannot be prepared. */
CAROM_API bool carom_contact_dashpot(const carom_contact_def *def, carom_dashpot *out);

/* Many contacts at once. Arrays hold `count` values each; state[k][i] is value k of contact i, for
 * as many values as the law keeps (carom_contact_states). Contacts of different sizes that share
 * the materials of this contact have R* and m* of their own (radius and mass, both or none), from
 * which coefficients are computed on the way, or coefficient[k][i], as filled by
 * carom_contact_coefficients. With neither, all have the coefficients of this contact. */
typedef struct carom_block {
  int64_t count;
  const double *overlap, *approach;
  double *const *state;
  union {
    const double *const *coefficient;
    const double *const *slot CAROM_DEPRECATED("use coefficient");
  };
  double *elastic, *dissipative;
  const double *radius, *mass; /* R*, m*; they take precedence over `coefficient` */
} carom_block;

CAROM_API int carom_contact_states(const carom_contact *contact);
CAROM_API void carom_contact_forces(const carom_contact *contact, const carom_block *block);

/* Commits block->overlap to block->state; of the other arrays only sizes or coefficients are read.
 */
CAROM_API void carom_contact_commits(const carom_contact *contact, const carom_block *block);

/* The number of coefficients, their names and units, and their values for bodies of another size
 * that share the materials of this contact (coefficients[0] .. coefficients[count-1]). */
CAROM_API int carom_contact_coefficient_count(const carom_contact *contact);
CAROM_API const char *carom_contact_coefficient_name(const carom_contact *contact, int index);
CAROM_API const char *carom_contact_coefficient_unit(const carom_contact *contact, int index);
CAROM_API void carom_contact_coefficients(const carom_contact *contact, double radius, double mass,
                                          double *coefficients);

/* Does the law keep its promises between no overlap and `max_overlap`? Whether energy can be
 * created is the first question; the others say where. Shares are of the force at max_overlap. */
typedef struct carom_admissible {
  bool sound;            /* no energy can be created, no residual overlap is negative */
  double gain;           /* largest energy gain of a closed path, share of its loading work */
  double gain_overlap;   /* the overlap where that happens, m */
  double jump;           /* largest jump of the force while loading, share */
  double jump_overlap;   /* where, m */
  double touch_jump;     /* the force just after touch at the expected speed, share */
  double worst_residual; /* most negative residual overlap, share of its d_m */
} carom_admissible;

CAROM_API carom_admissible carom_contact_admissible(const carom_contact *contact,
                                                    double max_overlap);

/* Old names, until the next version. */
CAROM_DEPRECATED("use carom_contact_virgin")
static inline carom_state carom_contact_fresh(const carom_contact *contact)
{
  return carom_contact_virgin(contact);
}

CAROM_DEPRECATED("use carom_contact_coefficient_count")
static inline int carom_contact_slot_count(const carom_contact *contact)
{
  return carom_contact_coefficient_count(contact);
}

CAROM_DEPRECATED("use carom_contact_coefficient_name")
static inline const char *carom_contact_slot_name(const carom_contact *contact, int index)
{
  return carom_contact_coefficient_name(contact, index);
}

CAROM_DEPRECATED("use carom_contact_coefficient_unit")
static inline const char *carom_contact_slot_unit(const carom_contact *contact, int index)
{
  return carom_contact_coefficient_unit(contact, index);
}

CAROM_DEPRECATED("use carom_contact_coefficients")
static inline void carom_contact_slots(const carom_contact *contact, double radius, double mass,
                                       double *coefficients)
{
  carom_contact_coefficients(contact, radius, mass, coefficients);
}

#ifdef __cplusplus
}
#endif

#endif
