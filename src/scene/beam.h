/* SPDX-License-Identifier: MIT */
/* One elastic beam between two bodies; see carom/bond.h for its energy. */
#ifndef CAROM_SRC_SCENE_BEAM_H
#define CAROM_SRC_SCENE_BEAM_H

#include <carom/bond.h>

/* What it is made of; constant. */
typedef struct carom_beam {
  double length;                      /* at rest */
  double axis[3];                     /* from the first to the second, in the frame of the first */
  double turn[4];                     /* from the frame of the first to that of the second */
  double stiffness[CAROM_BOND_MODES]; /* N/m, N/m, N m/rad, N m/rad */
  double dashpot[CAROM_BOND_MODES];   /* N s/m, N s/m, N m s/rad, N m s/rad */
} carom_beam;

/* Both bodies now. */
typedef struct carom_beam_motion {
  double apart[3];       /* from the first to the second */
  double velocity[3];    /* of the second over the first */
  const double *spin[2]; /* of each */
  const double *orientation[2];
} carom_beam_motion;

typedef struct carom_beam_load {
  double force[3];            /* on the second; the first feels the opposite */
  double torque[2][3];        /* on each, about its centre */
  double energy;              /* stored */
  double quickness;           /* what it would store if its rates were its deformations, J/s2 */
  double power;               /* that dashpots take */
  double tension, shear;      /* elastic force along and across */
  double bending[3], torsion; /* elastic moments in the middle and at both ends; about the axis */
  double straight;            /* cosine of the angle by which it is bent */
} carom_beam_load;

void carom_beam_apply(const carom_beam *b, const carom_beam_motion *m, carom_beam_load *out);

/* Stiffness of each mode of a bond with this section and length. */
void carom_beam_stiffness(const carom_scene_bond *kind, double radius, double length,
                          double out[CAROM_BOND_MODES]);

/* One body as a mode sees it: shares of 1/m and 1/I that one bond has to move alone. */
typedef struct carom_beam_inertia {
  double inv_mass[2], inv_inertia[2];
} carom_beam_inertia;

/* What each mode moves: kg, kg, kg m2, kg m2; infinite where nothing can. */
void carom_beam_masses(const carom_beam_inertia *of, double length, double out[CAROM_BOND_MODES]);
/* Square of the largest frequency of two bodies that nothing else holds. */
double carom_beam_frequency_squared(const carom_beam *b, const carom_beam_inertia *of);

#endif
