/* SPDX-License-Identifier: MIT */
/* A deforming periodic box. Its lengths change and it is sheared, at prescribed rates or under
 * stress control, component by component.
 *
 * The box keeps its centre and remains a cuboid. Simple shear uses Lees-Edwards boundary
 * conditions: the image one period up along the gradient is shifted by `offset` along the flow and
 * moves with the velocity difference of one period; contacts across the border see both. Let H be
 * the matrix of the box (its lengths and the offset) and s = H^-1 (x - centre) the scaled position
 * of a particle. Then
 *
 *   the flow of the box          dH/dt s = G (x - centre), G the velocity gradient
 *   the peculiar velocity        u = v - dH/dt s
 *   crossing the border          changes the position by -H n and the velocity by -dH/dt n, so that
 *                                u, contacts and their histories are unaffected
 *   motion, if affine            m dv/dt = forces + m d2H/dt2 s: particles follow every change of
 *                                the rate, so that apart from -G u only contacts change u
 *           otherwise            m dv/dt = forces: a change of the rate moves the images only, and
 *                                spreads from the border
 *
 * Kinetic energy is computed from u, and velocity-dependent forces (drag, damping) act on u. The
 * work of the box is that of its stress: - volume x stress : G. */
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
  CAROM_BOX_RATE,  /* prescribed rate */
  CAROM_BOX_STRESS /* rate controlled to reach a prescribed stress */
} carom_box_mode;

/* Rates along the axes are d(ln length)/dt, positive while the box grows; the shear rate is
 * dv_flow/dx_gradient. Normal stresses are positive in compression. A positive shear stress drives
 * shear at a positive rate. */
typedef struct carom_box_component {
  carom_box_mode mode;
  double rate;   /* 1/s */
  double ramp;   /* s, time in which the rate rises linearly from 0 */
  double stress; /* Pa */
  double limit;  /* upper bound of the rate's magnitude, 1/s */
  double gain;   /* rate per stress error, 1/(Pa s); CAROM_UNSET: limit over stress */
} carom_box_component;

typedef struct carom_scene_box {
  carom_box_component component[CAROM_BOX_COMPONENTS];
  int flow, gradient; /* axes of the shear, 0 to 2 */
  bool together;      /* stress-controlled directions share one rate, from the mean of their stress
                         errors */
  bool affine;
  double start;               /* origin of time for ramps and the table, s */
  int points;                 /* table of rates that replaces those of the components, linearly
                                 interpolated */
  const double *time, *table; /* times, s; four rates per time: x, y, z, shear, 1/s */
} carom_scene_box;

/* A box at rest, with flow along x and gradient along y. */
CAROM_API carom_scene_box carom_scene_box_default(void);

/* The present state of the box. Stresses combine contact forces and peculiar velocities; they are
 * nine numbers, row by row, the first index being that of the branch vector (or normal) and the
 * second that of the force. */
typedef struct carom_scene_box_state {
  bool deforms; /* if false, only the corners are meaningful */
  double low[3], high[3];
  int flow, gradient;
  double offset;                       /* m, folded to within half a period along the flow */
  double strain[CAROM_BOX_COMPONENTS]; /* ln(length / initial length); for shear, the integral of
                                          its rate */
  double rate[CAROM_BOX_COMPONENTS];   /* in the last step, 1/s */
  double stress[9], contact_stress[9], kinetic_stress[9]; /* Pa */
  double pressure;                                        /* a third of the trace of `stress` */
  double volume, solid_fraction;
  double work; /* since the start, J */
} carom_scene_box_state;

#ifdef __cplusplus
}
#endif

#endif
