/* SPDX-License-Identifier: MIT */
/* One elastic beam between two bodies; see carom/bond.h for its energy. */
#ifndef CAROM_SRC_SCENE_BEAM_H
#define CAROM_SRC_SCENE_BEAM_H

#include <carom/bond.h>

/* Constants of a beam. */
typedef struct carom_beam {
  double length;  /* at rest */
  double axis[3]; /* from the first to the second body, in the frame of the first */
  double turn[4]; /* rotation from the frame of the first body to that of the second */
  double stiffness[CAROM_BOND_MODES]; /* N/m, N/m, N m/rad, N m/rad */
  double dashpot[CAROM_BOND_MODES];   /* N s/m, N s/m, N m s/rad, N m s/rad */
} carom_beam;

/* Present positions and motion of both bodies. */
typedef struct carom_beam_motion {
  double apart[3];       /* from the first body to the second */
  double velocity[3];    /* of the second body relative to the first */
  const double *spin[2]; /* of each body */
  const double *orientation[2];
} carom_beam_motion;

typedef struct carom_beam_load {
  double force[3];     /* on the second body; the first feels the opposite */
  double torque[2][3]; /* on each body, about its centre */
  double energy;       /* stored */
  /* The energy that it would store if its deformation rates were deformations, J/s2. */
  double quickness;
  double power;               /* dissipated by the dashpots */
  double tension, shear;      /* elastic force along and across the axis */
  double bending[3], torsion; /* elastic moments at the middle and at the ends; about the axis */
  double straight;            /* cosine of the angle between its ends */
} carom_beam_load;

void carom_beam_apply(const carom_beam *b, const carom_beam_motion *m, carom_beam_load *out);

/* Stiffness of each mode of a bond with this section and length. */
void carom_beam_stiffness(const carom_scene_bond *kind, double radius, double length,
                          double out[CAROM_BOND_MODES]);

/* Inverse masses and moments of inertia of both bodies: the share of each body that this one bond
 * has to move. */
typedef struct carom_beam_inertia {
  double inv_mass[2], inv_inertia[2];
} carom_beam_inertia;

/* Mass moved by each mode, in kg, kg, kg m2, kg m2; infinite where nothing can move. */
void carom_beam_masses(const carom_beam_inertia *of, double length, double out[CAROM_BOND_MODES]);
/* Square of the highest frequency of two bodies connected by this beam alone. */
double carom_beam_frequency_squared(const carom_beam *b, const carom_beam_inertia *of);

#endif
