/* SPDX-License-Identifier: MIT */
/* Contact laws: what there is, what each one does, and what can be set. */
#ifndef CAROM_LAW_H
#define CAROM_LAW_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact force in its two parts, N, positive when it pushes the bodies apart. Their sum acts;
 * the elastic part gives its work back, the dissipative part never does. */
typedef struct carom_force {
  double elastic;
  double dissipative;
} carom_force;

/* What the elastic part holds, J: recoverable, and already lost to plastic deformation. */
typedef struct carom_energy {
  double stored;
  double plastic;
} carom_energy;

/* What a law may know of two bodies when it is prepared. SI units. */
typedef struct carom_pair {
  double modulus;                 /* E*: 1/E* = (1 - nu1^2)/E1 + (1 - nu2^2)/E2; NaN if one of
                                     these is not known, so that what uses it is seen */
  double radius;                  /* R*: 1/R* = 1/R1 + 1/R2, the radius of a socket negative */
  double mass;                    /* m*: m1 m2 / (m1 + m2); the mass of body a when b is fixed */
  double yield;                   /* yield stress of the softer body, or CAROM_UNSET */
  double yield_poisson;           /* Poisson's ratio of that body, or NaN */
  double speed;                   /* approach speed that is expected */
  double young, poisson, density; /* of body a alone, or CAROM_UNSET */
} carom_pair;

/* What a law does, declared by the law and compared with what it is seen to do by the tests. */
enum {
  CAROM_LAW_JUMPS = 1 << 0, /* the force may jump as the overlap grows */
  CAROM_LAW_PULLS = 1 << 1, /* the uncut force may become tensile at positive overlap */
  CAROM_LAW_STORES_IMPACT_SPEED = 1 << 2, /* needs the approach speed at first touch */
  CAROM_LAW_REMEMBERS = 1 << 3,           /* plastic: the largest overlap so far is kept */
  CAROM_LAW_VISCOUS = 1 << 4,             /* part of the force depends on the approach speed */
  CAROM_LAW_ELASTIC = 1 << 5, /* meant for elastic bodies: beyond yield it is out of its range */
  CAROM_LAW_YIELDS = 1 << 6,  /* needs a yield stress */
  CAROM_LAW_JUMPS_AT_TOUCH = 1 << 7, /* the force may begin with a finite value */
  CAROM_LAW_REACHES = 1 << 8,        /* acts across a gap: carom_contact_reach is above 0 */
  CAROM_LAW_ADHERES = 1 << 9, /* holds bodies together: tension is never cut, and what snapping in
                                 cost is kept until they part */
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
  const char *exclusive; /* settings of which one at most may be given, separated by '|', or NULL */
  const char *numbers;   /* settings that fix the only damping constant instead of a restitution,
                            separated by '|'; NULL: damping_ratio|damping_coefficient */
  unsigned traits;       /* CAROM_LAW_* */
  int dampings;          /* how many damping constants are calibrated: 0, 1 or 2 */
  double range; /* how far its source fitted the law: up to so many times the overlap that */
  const char *range_of; /* is the coefficient of this name; NULL: no such limit is stated */
  const char *judged; /* the coefficient that must lie from `least` to `most` for the theory behind
                         the law to hold, such as the Tabor parameter; NULL: there is none */
  double least, most;
  /* Of laws that adhere: the constant, N/m, that times R* is added to the normal force where
   * friction is capped, or NULL; and the number of the state, counted from 1, that is a^2/R*, m, a
   * the contact radius, 0 while bodies do not adhere; 0: there is none. */
  const char *grip;
  int bed;
} carom_law_info;

/* Sets of processor instructions that block kernels are compiled for. All give the same bits. */
typedef enum carom_instructions {
  CAROM_INSTRUCTIONS_BEST, /* the widest that this processor has */
  CAROM_INSTRUCTIONS_BASE,
  CAROM_INSTRUCTIONS_AVX2,
  CAROM_INSTRUCTIONS_AVX512
} carom_instructions;

/* A law. Opaque. Those of the registry live as long as the library, those that were registered by a
 * user as long as their context (carom/user_law.h). */
typedef struct carom_law carom_law;
typedef struct carom_context carom_context;

/* The number of laws of the registry, and law number `index` (0 .. count-1) in a fixed order; NULL
 * outside. */
CAROM_API int carom_law_count(void);
CAROM_API const carom_law *carom_law_at(int index);

/* The law of that name or alias ('-' and '_' are equal), or NULL. */
CAROM_API const carom_law *carom_law_find(const char *name);

/* As carom_law_find, but an unknown name fills the error with the nearest one. */
CAROM_API carom_status carom_law_named(const char *name, const carom_law **law, carom_error *err);

CAROM_API const carom_law_info *carom_law_about(const carom_law *law);
CAROM_API carom_fields carom_law_fields(const carom_law *law);

/* The damping constant that delivers restitution `e`: `which` is 0 (the only or the elastic one)
 * or 1 (the plastic one of a two-phase law). `published` is the formula of the law's source;
 * `exact` is the closed form or single-equation solution for that rule of tension (CAROM_CUT or
 * CAROM_KEEP below). Both are NaN where there is none: then only an impact gives it. */
CAROM_API double carom_law_published(const carom_law *law, int which, double e);
CAROM_API double carom_law_exact(const carom_law *law, int which, double e, double tension);

/* The values of the field `tension` (formerly `separation`: force or overlap). */
#define CAROM_CUT CAROM_WORD(0)  /* a contact does not pull */
#define CAROM_KEEP CAROM_WORD(1) /* tension is kept until the overlap is zero */
#define CAROM_TENSION CAROM_KEEP /* its former name */

#ifdef __cplusplus
}
#endif

#endif
