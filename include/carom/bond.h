/* SPDX-License-Identifier: MIT */
/* Elastic bonds between the particles of a scene: beams between two centres that resist stretching,
 * shear, bending and twisting, and break.
 *
 * A bond is unloaded when it is made. Its energy is a function of the present positions and
 * orientations of both particles, so that a closed path does no work, and a rigid rotation of both
 * changes nothing. With the length L, the elongation u, the bending angle theta between its ends,
 * their twist angle phi, and the shear angle gamma between the line of the centres and the mean
 * direction of its ends,
 *
 *   U = k_n u^2/2 + k_s L^2 gamma^2/2 + k_b theta^2/2 + k_t phi^2/2,
 *   k_n = E A/L, k_b = E I/L, k_t = G J/L of a circular section,
 *   k_s = 12 E I/(L^3 (1 + 12 E I/(kappa G A L^2)))  timoshenko, kappa of Cowper (1966)
 *         12 E I/L^3                                 euler-bernoulli
 *         G A/L                                      parallel, as of Potyondy and Cundall (2004)
 *
 * It breaks for good when the largest tensile or shear stress at its surface reaches the strength:
 *   sigma = N/A + M R/I,   tau = Q/A + T R/J,
 * where M is the bending moment at the more loaded end of a beam or, as in the paper, in the middle
 * of a parallel bond. Dashpot forces are not included.
 *
 * The ordinary contact of both particles acts in addition to the bond, as in the paper and in
 * LIGGGHTS, or only after it: then there is no contact while the bond is whole, and one from the
 * step in which it breaks. The energy of a contact that appears or disappears in this way is booked
 * in the channel bond_breaking. */
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

/* When two bonded particles also have an ordinary contact. */
typedef enum carom_bond_contact {
  CAROM_BOND_CONTACT_BESIDE, /* always */
  CAROM_BOND_CONTACT_AFTER   /* only once the bond is broken */
} carom_bond_contact;

enum { CAROM_BOND_NORMAL, CAROM_BOND_SHEAR, CAROM_BOND_BENDING, CAROM_BOND_TWISTING };
enum { CAROM_BOND_MODES = 4 };

/* One kind of bond, and which particles it joins. Start from carom_scene_bond_default(). */
typedef struct carom_scene_bond {
  const char *name; /* for reports; may be NULL */
  carom_bond_model model;
  double young;            /* Pa */
  double poisson;          /* determines the shear modulus if that is not given */
  double shear_modulus;    /* Pa; CAROM_UNSET: young/(2 (1 + poisson)) */
  double radius;           /* of the cross-section, m; CAROM_UNSET: radius_factor times the radius
                              of the smaller particle */
  double radius_factor;    /* used if no `radius` is given */
  double tensile_strength; /* Pa; CAROM_UNSET: never breaks in tension */
  double shear_strength;   /* Pa; CAROM_UNSET: never breaks in shear */
  double damping[CAROM_BOND_MODES]; /* per mode, as a share of the critical damping of the two
                                       isolated particles */

  /* Bonds join all pairs with a gap of at most `gap` whose materials and groups match (-1: any);
   * or, if `pair` is given, exactly these pairs of particles, whatever their distance. Two
   * particles share at most one bond. */
  int between[2], group[2];
  double gap;               /* m */
  const int64_t (*pair)[2]; /* indices of particles */
  int64_t pairs;
  bool later; /* not made at the start but by carom_scene_make_bonds */
  carom_bond_contact contact;
} carom_scene_bond;

CAROM_API carom_scene_bond carom_scene_bond_default(void);

/* Settings of a bond with units, ranges and defaults, the same as in scenario files. */
CAROM_API carom_fields carom_scene_bond_fields(void);

typedef struct carom_scene carom_scene;

/* Makes the bonds of this kind between particles that are close enough now and not yet bonded.
 * *made, unless NULL, receives their number. Call it between advances only. */
CAROM_API carom_status carom_scene_make_bonds(carom_scene *scene, int kind, int64_t *made,
                                              carom_error *err);

typedef enum carom_bond_state {
  CAROM_BOND_WHOLE,
  CAROM_BOND_BROKEN_TENSION,
  CAROM_BOND_BROKEN_SHEAR,
  CAROM_BOND_REMOVED /* removed together with one of its particles */
} carom_bond_state;

/* The present state of a bond. */
typedef struct carom_bond_view {
  int64_t a, b; /* indices of its particles; -1: no longer in the scene */
  int kind;
  carom_bond_state state;
  double apart[3];               /* vector from a to b to the nearest periodic image; 0 if one of
                                    them is gone */
  double length, radius;         /* length at rest, radius of the cross-section, m */
  double tension, shear;         /* axial force, positive in tension, and shear force, N */
  double bending, torsion;       /* moments, N m */
  double tensile_stress;         /* largest tensile stress at its surface, Pa */
  double shear_stress;           /* largest shear stress at its surface, Pa */
  double energy;                 /* stored energy; for a broken bond, what it stored when it broke,
                                    J */
  double time;                   /* when it broke, s; CAROM_UNSET: it has not */
  double force[3], torque[2][3]; /* force on b; torques on a and b about their centres; dashpots
                                    included */
} carom_bond_view;

/* Calls visit(user, bond) for every bond that was ever made, in a fixed order, and returns their
 * number. visit may be NULL. */
typedef void carom_bond_visit(void *user, const carom_bond_view *bond);
CAROM_API int64_t carom_scene_bonds(carom_scene *scene, carom_bond_visit *visit, void *user);

/* Numbers of bonds of one kind, or of all kinds (-1). */
typedef struct carom_bond_counts {
  int64_t made, whole;
  int64_t tension, shear; /* broken in tension, in shear */
  int64_t removed;        /* removed with their particles */
  double released;        /* energy stored in bonds when they broke, J */
} carom_bond_counts;

CAROM_API carom_bond_counts carom_scene_count_bonds(const carom_scene *scene, int kind);

#ifdef __cplusplus
}
#endif

#endif
