/* SPDX-License-Identifier: MIT */
/* A periodic box that deforms: its lengths grow or shrink and it is sheared, at given rates or such
 * that its stress is what is asked for, component by component.
 *
 * The box keeps its centre and stays a cuboid. Simple shear is that of Lees and Edwards: what is
 * one period up along the gradient is also shifted by `offset` along the flow, and moves with the
 * velocity difference of one period; contacts across the border see both. With H the matrix of
 * the box (its lengths, and the offset), s = H^-1 (x - centre) where a particle is in it:
 *
 *   the flow of the box          dH/dt s = G (x - centre), G the gradient of its velocity
 *   the peculiar velocity        u = v - dH/dt s
 *   a particle that crosses      position by -H n, velocity by -dH/dt n: u, contacts and their
 *                                histories stay what they are
 *   its motion, affine           m dv/dt = forces + m d2H/dt2 s: particles follow every change of
 *                                the rate, so that only contacts change u (beside -G u)
 *              else              m dv/dt = forces: a change of the rate moves the images alone, and
 *                                spreads from the border
 *
 * Kinetic energy is that of u, and forces that depend on a velocity (drag, damping) see u. The work
 * of the box is that of its stress: - volume x stress : G. */
#ifndef CAROM_BOX_H
#define CAROM_BOX_H

#include <stdbool.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Components of the deformation. */
enum { CAROM_BOX_X, CAROM_BOX_Y, CAROM_BOX_Z, CAROM_BOX_SHEAR, CAROM_BOX_COMPONENTS };

typedef enum carom_box_mode {
  CAROM_BOX_RATE,  /* a given rate */
  CAROM_BOX_STRESS /* the rate that brings about a stress */
} carom_box_mode;

/* Rates of directions are d(ln length)/dt, positive where the box grows; that of shear is
 * dv_flow/dx_gradient. Stresses press where they are positive; that of shear drives: positive, it
 * shears the box at a positive rate. */
typedef struct carom_box_component {
  carom_box_mode mode;
  double rate;   /* 1/s */
  double ramp;   /* s, within which it is reached from 0 */
  double stress; /* Pa */
  double limit;  /* 1/s: no faster than this */
  double gain;   /* rate per stress that is lacking, 1/(Pa s); CAROM_UNSET: limit over stress */
} carom_box_component;

typedef struct carom_scene_box {
  carom_box_component component[CAROM_BOX_COMPONENTS];
  int flow, gradient; /* axes of the shear, 0 to 2 */
  bool together;      /* directions with a stress share one rate, by the mean of what they lack */
  bool affine;
  double start;               /* s: ramps and the table count from here */
  int points;                 /* a table of rates in place of those of components, linear between */
  const double *time, *table; /* s; 1/s, four numbers a time: x, y, z, shear */
} carom_scene_box;

/* At rest; shear of x along y. */
CAROM_API carom_scene_box carom_scene_box_default(void);

/* The box now. Stress is that of contacts and of peculiar velocities, nine numbers row by row: the
 * second index is that of the force, the first that of the branch or the normal. */
typedef struct carom_scene_box_state {
  bool deforms; /* else only its corners mean something */
  double low[3], high[3];
  int flow, gradient;
  double offset;                       /* m, within half a period of the flow */
  double strain[CAROM_BOX_COMPONENTS]; /* ln(length / first length); the rate of shear over time */
  double rate[CAROM_BOX_COMPONENTS];   /* in the last step, 1/s */
  double stress[9], contact_stress[9], kinetic_stress[9]; /* Pa */
  double pressure;                                        /* a third of the trace */
  double volume, solid_fraction;
  double work; /* since the start, J */
} carom_scene_box_state;

#ifdef __cplusplus
}
#endif

#endif
