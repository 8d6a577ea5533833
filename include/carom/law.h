/* SPDX-License-Identifier: MIT */
/* Contact laws: which ones exist, what each of them does and which settings it has. */
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact force in two parts, N, positive when it pushes the bodies apart; their sum acts. The
 * elastic part depends on the overlap and on plastic memory; the dissipative part depends on the
 * approach speed as well, and its work is lost. */
typedef struct carom_force {
  double elastic;
  double dissipative;
} carom_force;

/* Work done against the elastic part, J: what is recoverable, and what plastic deformation has
 * dissipated. */
typedef struct carom_energy {
  double stored;
  double plastic;
} carom_energy;

/* What a law is told about the two bodies when it is prepared. SI units. */
typedef struct carom_pair {
  double modulus; /* E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2; NaN if any of these is unknown, so
                     that a law that uses it yields NaN */
  double radius;  /* R*: 1/R* = 1/R1 + 1/R2; the radius of a socket counts as negative */
  double mass;    /* m*: m1 m2 / (m1 + m2); the mass of body a when b is fixed */
  double yield;   /* yield stress of the softer body, or CAROM_UNSET */
  double yield_poisson;           /* Poisson's ratio of that softer body, or NaN */
  double speed;                   /* expected approach speed, m/s */
  double young, poisson, density; /* of body a alone, or CAROM_UNSET */
} carom_pair;

/* Properties of a law. The law declares them; the tests compare them with its behaviour. */
enum {
  CAROM_LAW_JUMPS = 1 << 0, /* the force may be discontinuous in the overlap */
  CAROM_LAW_PULLS = 1 << 1, /* the force before clamping may be tensile at positive overlap */
  CAROM_LAW_STORES_IMPACT_SPEED = 1 << 2, /* needs the approach speed at first touch */
  CAROM_LAW_REMEMBERS = 1 << 3,           /* plastic: the largest overlap so far is stored */
  CAROM_LAW_VISCOUS = 1 << 4,             /* part of the force depends on the approach speed */
  CAROM_LAW_ELASTIC = 1 << 5,        /* valid for elastic bodies: out of its range beyond yield */
  CAROM_LAW_YIELDS = 1 << 6,         /* needs a yield stress */
  CAROM_LAW_JUMPS_AT_TOUCH = 1 << 7, /* the force may start at a finite value */
  CAROM_LAW_REACHES = 1 << 8,        /* acts across a gap: carom_contact_reach is positive */
  CAROM_LAW_ADHERES = 1 << 9,        /* adhesive: tension is never cut; the loss at snap-in is kept
                                        until separation */
  CAROM_LAW_LATCHES CAROM_DEPRECATED(
      "use CAROM_LAW_STORES_IMPACT_SPEED") = CAROM_LAW_STORES_IMPACT_SPEED
};

/* The description of a law, from its own header. */
typedef struct carom_law_info {
  const char *name;      /* as the user types it, such as "ma-liu" */
  const char *aliases;   /* other names, separated by '|', or "" */
  const char *family;    /* "elastic", "viscous", "hysteresis", "elastoplastic" */
  const char *summary;   /* one sentence */
  const char *equation;  /* plain text, several lines allowed */
  const char *validity;  /* one or two sentences */
  const char *source;    /* where it was published */
  const char *status;    /* how it was tested, beyond the properties every law is tested for */
  const char *exclusive; /* settings of which at most one may be given, separated by '|', or NULL */
  const char *numbers;   /* settings that fix the single damping constant in place of a restitution,
                            separated by '|'; NULL: damping_ratio|damping_coefficient */
  unsigned traits;       /* CAROM_LAW_* */
  int dampings;          /* how many damping constants are calibrated: 0, 1 or 2 */
  double range;          /* the source fitted the law up to `range` times the overlap */
  const char *range_of;  /* held by the coefficient of this name; NULL: no limit is stated */
  const char *judged;    /* name of the coefficient that must lie between `least` and `most` for the
                            theory behind the law to hold, such as the Tabor parameter; NULL: none */
  double least, most;
  /* Adhesive laws only. `grip` names the constant, N/m, that times R* is added to the normal force
   * that caps friction; it may be NULL. `bed` is the number, counted from 1, of the state value
   * a^2/R*, m, where a is the contact radius; that state is 0 while the bodies do not adhere. `bed`
   * is 0 where there is no such state. */
  const char *grip;
  int bed;
} carom_law_info;

/* Instruction sets that block kernels are compiled for. All give the same bits. */
typedef enum carom_instructions {
  CAROM_INSTRUCTIONS_BEST, /* the widest that this processor supports */
  CAROM_INSTRUCTIONS_BASE,
  CAROM_INSTRUCTIONS_AVX2,
  CAROM_INSTRUCTIONS_AVX512
} carom_instructions;

/* A law, opaque. Laws of the registry live as long as the library, user laws as long as their
 * context (carom/user_law.h). */
typedef struct carom_law carom_law;
typedef struct carom_context carom_context;

/* The number of laws in the registry, and law number `index` (0 .. count-1) in a fixed order, or
 * NULL outside that range. */
CAROM_API int carom_law_count(void);
CAROM_API const carom_law *carom_law_at(int index);

/* The law of this name or alias ('-' and '_' are equal), or NULL. */
CAROM_API const carom_law *carom_law_find(const char *name);

/* Like carom_law_find, but for an unknown name the error suggests the nearest one. */
CAROM_API carom_status carom_law_named(const char *name, const carom_law **law, carom_error *err);

CAROM_API const carom_law_info *carom_law_about(const carom_law *law);
CAROM_API carom_fields carom_law_fields(const carom_law *law);

/* The damping constant that delivers restitution `e`. `which` is 0 for the only constant or the
 * elastic one, and 1 for the plastic constant of a two-phase law. `published` evaluates the formula
 * of the law's source. `exact` evaluates a closed form or solves a single equation for the given
 * treatment of tension (CAROM_CUT or CAROM_KEEP below). Either returns NaN where the law has no
 * such formula; the constant is then found by integrating impacts. */
CAROM_API double carom_law_published(const carom_law *law, int which, double e);
CAROM_API double carom_law_exact(const carom_law *law, int which, double e, double tension);

/* Values of the setting `tension` (formerly `separation`: force or overlap). */
#define CAROM_CUT CAROM_WORD(0)  /* tension is cut: the contact never pulls */
#define CAROM_KEEP CAROM_WORD(1) /* tension is kept until the overlap is zero */
#define CAROM_TENSION CAROM_KEEP /* former name */

#ifdef __cplusplus
}
#endif

#endif
