/* SPDX-License-Identifier: MIT */
/* Elastic bonds between the particles of a scene: beams between two centres that resist stretching,
 * shear, bending and twisting, and break.
 *
 * A bond is without load where it is made. It follows the orientations of both particles: its
 * energy is a function of where they are and how they are turned now, so that a motion that comes
 * back gives back what it took, and turning everything at once changes nothing. With the length L,
 * the elongation u, the angles theta by which its ends are turned against each other, phi by which
 * they are twisted, and gamma between the line of the centres and the mean of its ends,
 *
 *   U = k_n u^2/2 + k_s L^2 gamma^2/2 + k_b theta^2/2 + k_t phi^2/2,
 *   k_n = E A/L, k_b = E I/L, k_t = G J/L of a circular section,
 *   k_s = 12 E I/(L^3 (1 + 12 E I/(kappa G A L^2)))  timoshenko, kappa of Cowper (1966)
 *         12 E I/L^3                                 euler-bernoulli
 *         G A/L                                      parallel, as of Potyondy and Cundall (2004)
 *
 * It breaks for good where the largest tensile or shear stress at its surface reaches the strength:
 *   sigma = N/A + M R/I,   tau = Q/A + T R/J,
 * M being the bending moment at the more loaded end of a beam, and that in the middle of a parallel
 * bond, as in the paper. Dashpots do not count.
 *
 * The ordinary contact of both particles acts beside the bond, as in the paper and in LIGGGHTS, or
 * only after it: then there is none while the bond is whole, and one from the step in which it
 * breaks. What such a contact holds where it comes or goes is in the channel bond_breaking. */
#ifndef CAROM_BOND_H
#define CAROM_BOND_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/base.h>
#include <carom/law.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_bond_model {
  CAROM_BOND_TIMOSHENKO,
  CAROM_BOND_EULER_BERNOULLI,
  CAROM_BOND_PARALLEL
} carom_bond_model;

/* When two particles that are bonded have an ordinary contact. */
typedef enum carom_bond_contact {
  CAROM_BOND_CONTACT_BESIDE, /* always */
  CAROM_BOND_CONTACT_AFTER   /* from the moment at which the bond breaks */
} carom_bond_contact;

enum { CAROM_BOND_NORMAL, CAROM_BOND_SHEAR, CAROM_BOND_BENDING, CAROM_BOND_TWISTING };
enum { CAROM_BOND_MODES = 4 };

/* Bonds of one kind, and between whom they are made. Start from carom_scene_bond_default(). */
typedef struct carom_scene_bond {
  const char *name; /* for reports; may be NULL */
  carom_bond_model model;
  double young;            /* Pa */
  double poisson;          /* gives the shear modulus, unless that is given */
  double shear_modulus;    /* Pa; CAROM_UNSET: young/(2 (1 + poisson)) */
  double radius;           /* of the section, m; CAROM_UNSET: a share of the smaller particle */
  double radius_factor;    /* that share */
  double tensile_strength; /* Pa; CAROM_UNSET: it does not break in tension */
  double shear_strength;   /* Pa; CAROM_UNSET: it does not break in shear */
  double damping[CAROM_BOND_MODES]; /* of the two particles alone, as a share of critical */

  /* Between all pairs whose gap is at most `gap`, of these materials and groups (-1: any); or
   * between these pairs of particles, whatever their distance. Two particles have one bond. */
  int between[2], group[2];
  double gap;               /* m */
  const int64_t (*pair)[2]; /* numbers of particles */
  int64_t pairs;
  bool later; /* not at the start, but by carom_scene_make_bonds */
  carom_bond_contact contact;
} carom_scene_bond;

CAROM_API carom_scene_bond carom_scene_bond_default(void);

/* Fields of a bond: units, ranges and defaults, the same as in scenario files. */
CAROM_API carom_fields carom_scene_bond_fields(void);

typedef struct carom_scene carom_scene;

/* Makes the bonds of a kind between those who are near each other now, and have none; *made, unless
 * NULL, is how many. Between advances. */
CAROM_API carom_status carom_scene_make_bonds(carom_scene *scene, int kind, int64_t *made,
                                              carom_error *err);

typedef enum carom_bond_state {
  CAROM_BOND_WHOLE,
  CAROM_BOND_BROKEN_TENSION,
  CAROM_BOND_BROKEN_SHEAR,
  CAROM_BOND_REMOVED /* with one of its particles */
} carom_bond_state;

/* A bond as it is now. */
typedef struct carom_bond_view {
  int64_t a, b; /* numbers of its particles; -1: gone */
  int kind;
  carom_bond_state state;
  double apart[3];               /* from a to b, across the nearest border; 0 where one is gone */
  double length, radius;         /* at rest; of the section, m */
  double tension, shear;         /* force along it, positive where it pulls, and across, N */
  double bending, torsion;       /* moments, N m */
  double tensile_stress;         /* the largest at its surface, Pa */
  double shear_stress;           /* likewise */
  double energy;                 /* stored; of one that is broken, what it had then, J */
  double time;                   /* at which it broke, s; CAROM_UNSET: it has not */
  double force[3], torque[2][3]; /* on b, and on a and b about their centres, with dashpots */
} carom_bond_view;

/* Calls visit(user, bond) for every bond that was ever made, in a fixed order; returns their
 * number. visit may be NULL. */
typedef void carom_bond_visit(void *user, const carom_bond_view *bond);
CAROM_API int64_t carom_scene_bonds(carom_scene *scene, carom_bond_visit *visit, void *user);

/* Bonds of a kind, or of all (-1). */
typedef struct carom_bond_counts {
  int64_t made, whole;
  int64_t tension, shear; /* broken */
  int64_t removed;        /* with their particles */
  double released;        /* energy that those had which broke, J */
} carom_bond_counts;

CAROM_API carom_bond_counts carom_scene_count_bonds(const carom_scene *scene, int kind);

#ifdef __cplusplus
}
#endif

#endif
