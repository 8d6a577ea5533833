/* SPDX-License-Identifier: MIT */
/* A contact: two bodies and a law, prepared once and then evaluated as often as needed. A prepared
 * contact is never written to, so threads may share it; the state of a pair belongs to one thread
 * at a time. */
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

/* Definition of a contact. Start from carom_contact_default(): two steel spheres, law `hertz`. It
 * is read by carom_contact_prepare only and need not outlive that call; `context` must. */
typedef struct carom_contact_def {
  const char *law;
  carom_body a, b;
  double reduced_mass; /* kg; CAROM_UNSET: from the two bodies */
  double speed;        /* expected approach speed, m/s. Two-phase laws are calibrated at it and
                          reported restitutions computed at it, unless a setting says otherwise */
  carom_instructions instructions;
  const carom_context *context; /* holds user-defined laws (carom/user_law.h), or NULL */
  int settings;
  carom_setting setting[24];
  unsigned cookie; /* set by carom_contact_default; catches an uninitialised definition */
} carom_contact_def;

CAROM_API carom_contact_def carom_contact_default(void);

/* Records a setting of the law: a number in SI units (words have CAROM_WORD values), or text with
 * an optional unit. A later value of the same name replaces the earlier one; CAROM_UNSET removes
 * it. A restitution may be a table over speed, "0.01:0.95, 1:0.8, 10:0.6" (m/s to e, interpolated
 * linearly over the logarithm of the speed). The contact is then calibrated to the value at the
 * setting `reference_speed` or, without one, at the expected speed. Names, ranges and units are
 * checked later, by carom_contact_prepare, which knows the law. */
CAROM_API void carom_contact_set(carom_contact_def *def, const char *name, double value);
CAROM_API void carom_contact_set_text(carom_contact_def *def, const char *name, const char *text);

/* A prepared contact: a plain value that may be copied and stays constant. */
typedef struct carom_contact {
  const carom_law *law;
  double modulus, radius, mass; /* E*, R*, m*; E* is CAROM_UNSET if a Young's modulus or Poisson's
                                   ratio is unknown, which some laws permit */
  double yield;                 /* yield stress of the softer body, Pa; CAROM_NEVER if neither
                                   yields, CAROM_UNSET if one is unknown */
  double speed;                 /* expected approach speed, m/s */
  double asked[2]; /* restitution asked for: [0] the only or the elastic one, [1] the plastic one;
                      CAROM_UNSET where none was given */
  double intended[2]; /* target of the calibration: `asked` or, if that was not given, the law's
                         default; CAROM_UNSET where a damping constant was given instead */
  double damping[2];  /* damping constants in use, CAROM_UNSET where there are none */
  bool episode;       /* plastic memory is erased when the undeformed surfaces separate */
  bool cut;           /* tension is cut: the contact never pulls */
  /* The law's rule depends on the direction of the last turning point, which only resolved impacts
   * and chains report to it. Callers with their own time steps cannot use it: carom_contact_commit
   * and carom_contact_commits set the state to NaN, carom_contact_forces returns NaN, and
   * carom_contact_admissible examines the law without the rule and reports it as not sound. */
  bool resolved_only;
  double setting[24];
  double constant[24];
  union {
    double coefficient[16]; /* read by the force; from `constant`, R* and m* */
    double slot[16] CAROM_DEPRECATED("use coefficient");
  };
  carom_instructions instructions; /* instruction set of the block kernels */
} carom_contact;

/* Checks a definition, derives the constants of the pair and calibrates the law. On an error the
 * contact is not modified and `err` names the setting and the remedy. CAROM_ERR_ARITHMETIC means
 * that the program flushes subnormal numbers to zero (linked with -ffast-math) or does not round to
 * nearest, or that the library was compiled with flags that change results; creating a chain,
 * mechanism or scene makes the same check. */
CAROM_API carom_status carom_contact_prepare(const carom_contact_def *def, carom_contact *contact,
                                             carom_error *err);

/* What a pair of bodies remembers between steps and between impacts. Owned by the caller, one per
 * pair. */
typedef struct carom_state {
  double value[8];
} carom_state;

/* The state of a pair that has never been in contact. */
CAROM_API carom_state carom_contact_virgin(const carom_contact *contact);

/* Call this when an episode of contact begins: the undeformed surfaces meet at this approach
 * speed. */
CAROM_API void carom_contact_touch(const carom_contact *contact, carom_state *state,
                                   double approach);

/* Call this after every accepted step and never for a trial step: it updates plastic memory. */
CAROM_API void carom_contact_commit(const carom_contact *contact, carom_state *state,
                                    double overlap);

/* The force at this overlap (m) and approach speed (m/s). Has no side effects and cannot fail; a
 * NaN overlap gives a NaN force. */
CAROM_API carom_force carom_contact_force(const carom_contact *contact, const carom_state *state,
                                          double overlap, double approach);

/* Energy stored at this overlap, and energy dissipated by plastic deformation so far. */
CAROM_API carom_energy carom_contact_energy(const carom_contact *contact, const carom_state *state,
                                            double overlap);

/* The widest gap across which the law acts, m: bodies are in contact while their overlap exceeds
 * -reach. 0 for laws without CAROM_LAW_REACHES. */
CAROM_API double carom_contact_reach(const carom_contact *contact);

/* Behaviour of an adhesive law (CAROM_LAW_ADHERES) without damping. All members are 0 for other
 * laws, and for laws whose adhesion grows with the dent, because bodies that just touch then do not
 * adhere. */
typedef struct carom_adhesion {
  double pull_off;       /* largest tension, N */
  double overlap;        /* overlap at that tension, m */
  double reach;          /* gap at which bodies that are pulled apart separate, m */
  double work;           /* energy lost in one approach and separation, J */
  double sticking_speed; /* sqrt(2 work/m*): bodies slower than this stick, m/s */
  double tabor;          /* (R* G^2/(E*^2 z0^3))^(1/3), or CAROM_UNSET */
} carom_adhesion;

CAROM_API carom_adhesion carom_contact_adhesion(const carom_contact *contact);

/* What friction, rolling and twisting models see of a contact with this force: the normal force
 * that caps them and the overlap that sets their stiffness. For adhesive laws the pull-off force is
 * added twice, F + 2 F_c, and the overlap is a^2/R*. */
typedef struct carom_footing {
  double normal_force, overlap;
} carom_footing;

CAROM_API carom_footing carom_contact_footing(const carom_contact *contact,
                                              const carom_state *state, double overlap,
                                              carom_force force);

/* Residual overlap left by plastic deformation, m; 0 for laws without memory. */
CAROM_API double carom_contact_residual(const carom_contact *contact, const carom_state *state);

/* Overlap at first yield, where the largest Hertz pressure is 1.61 times the yield stress;
 * CAROM_NEVER for bodies that never yield, CAROM_UNSET if the yield stress or E* is unknown. */
CAROM_API double carom_contact_yield_overlap(const carom_contact *contact);

/* The speed at which an undamped Hertzian impact just reaches that overlap, m/s; CAROM_NEVER and
 * CAROM_UNSET as above. */
CAROM_API double carom_contact_yield_speed(const carom_contact *contact);

/* Hertz's law for this pair, whatever the law of the contact: the stiffness 4/3 E* sqrt(R*),
 * N/m^1.5, and the duration of an undamped impact at this speed, s. CAROM_UNSET without E*. */
CAROM_API double carom_contact_hertz_stiffness(const carom_contact *contact);
CAROM_API double carom_contact_hertz_time(const carom_contact *contact, double speed);

/* The dimensional coefficient C of laws that combine a Hertzian spring K d^1.5 with a dashpot C d^b
 * v: C = c m*^(1-q) K^q v_r^(1-2q), q = 2 (1 + b)/5, where c is the damping ratio and v_r the
 * reference speed. */
typedef struct carom_dashpot {
  double exponent, q;                       /* b, q */
  double mass, stiffness, reference, speed; /* m*, K, v_r; v, the expected speed */
  double per_ratio, per_ratio_here;         /* C for c = 1 at v_r and at v */
  double ratio;                             /* c in use; NaN: not available */
  double ratio_felt;       /* effective c of an impact at v when C is kept at its value for v_r */
  double coefficient_here; /* C that delivers the same c, and so the same restitution, at v */
  bool cut;                /* tension is cut */
  char unit[32];           /* unit of C */
} carom_dashpot;

/* Returns false for laws of another form, and where the contact cannot be prepared. */
CAROM_API bool carom_contact_dashpot(const carom_contact_def *def, carom_dashpot *out);

/* Many contacts at once, as structure of arrays. Every array holds `count` values; state[k][i] is
 * value k of contact i, for as many values as the law keeps (carom_contact_states). Contacts of
 * different sizes that share the materials of this contact are described in one of two ways: by
 * their R* and m* (`radius` and `mass`, given together), from which coefficients are computed on
 * the fly, or by coefficient[k][i] as filled by carom_contact_coefficients. If neither is given,
 * all contacts use the coefficients of this contact. */
typedef struct carom_block {
  int64_t count;
  const double *overlap, *approach;
  double *const *state;
  union {
    const double *const *coefficient;
    const double *const *slot CAROM_DEPRECATED("use coefficient");
  };
  double *elastic, *dissipative;
  const double *radius, *mass; /* R*, m*; take precedence over `coefficient` */
} carom_block;

CAROM_API int carom_contact_states(const carom_contact *contact);
CAROM_API void carom_contact_forces(const carom_contact *contact, const carom_block *block);

/* Commits block->overlap to block->state, as carom_contact_commit does. Of the other arrays only
 * sizes or coefficients are read. */
CAROM_API void carom_contact_commits(const carom_contact *contact, const carom_block *block);

/* The number of coefficients, their names and units, and their values for bodies of another size
 * made of the same materials (coefficients[0] .. coefficients[count-1]). */
CAROM_API int carom_contact_coefficient_count(const carom_contact *contact);
CAROM_API const char *carom_contact_coefficient_name(const carom_contact *contact, int index);
CAROM_API const char *carom_contact_coefficient_unit(const carom_contact *contact, int index);
CAROM_API void carom_contact_coefficients(const carom_contact *contact, double radius, double mass,
                                          double *coefficients);

/* Examines a law between zero overlap and `max_overlap`, above all whether a closed path of loading
 * and unloading can create energy. Shares are relative to the force at max_overlap unless stated
 * otherwise. */
typedef struct carom_admissible {
  bool sound;          /* no closed path creates energy and no residual overlap is negative */
  double gain;         /* largest energy gain over a closed path, as a share of its loading work */
  double gain_overlap; /* overlap at which it occurs, m */
  double jump;         /* largest jump of the force during loading, share */
  double jump_overlap; /* overlap at which it occurs, m */
  double touch_jump;   /* force just after first touch at the expected speed, share */
  double worst_residual; /* most negative residual overlap, as a share of its largest overlap d_m */
} carom_admissible;

CAROM_API carom_admissible carom_contact_admissible(const carom_contact *contact,
                                                    double max_overlap);

/* Former names, kept for one more version. */
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
