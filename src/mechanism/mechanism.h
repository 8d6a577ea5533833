/* SPDX-License-Identifier: MIT */
/* The inside of a mechanism. Unknowns are position and angle of every body's centre of mass; joints
 * are equations between them, whose multipliers follow from S = J M^-1 J^T at every evaluation
 * (index 1). After each step the state is moved back onto the equations, with mass weights.
 *
 * The ground is body number `bodies`, with an inverse mass of 0. */
#ifndef CAROM_SRC_MECHANISM_H
#define CAROM_SRC_MECHANISM_H

#include <carom/mechanism.h>

#include "contact/encounters.h"
#include "contact/regime.h"
#include "integrate/drive.h"
#include "integrate/integrate.h"

/* A point of a body as seen from its centre of mass, in its frame. */
typedef struct carom_anchor {
  int body;
  double x, y;
} carom_anchor;

/* Where a body is, at one evaluation. */
typedef struct carom_pose {
  double x, y, angle, cosine, sine;
  double vx, vy, spin;
} carom_pose;

typedef enum carom_constraint_kind {
  CAROM_CONSTRAINT_PIN,    /* two rows: both points coincide */
  CAROM_CONSTRAINT_ACROSS, /* b's point stays on a line of a */
  CAROM_CONSTRAINT_ALONG,  /* b's point moves along a direction of a as a drive says */
  CAROM_CONSTRAINT_ANGLE,  /* the angle of b against a is constant, or as a drive says */
  CAROM_CONSTRAINT_ROD     /* the distance of both points */
} carom_constraint_kind;

/* One or two equations between two bodies. */
typedef struct carom_constraint {
  carom_constraint_kind kind;
  carom_anchor a, b;
  double ux, uy;      /* across: normal of the line; along: direction; in the frame of a */
  double target;      /* angle, length, or start of a drive */
  carom_drive *drive; /* or NULL */
  int row[2];
  int joint, driver, clearance; /* whose it is; the others are -1 */
} carom_constraint;

/* A motor that gives force or torque. */
typedef struct carom_motor {
  bool twists;
  carom_anchor a, b;
  double ux, uy; /* direction in the frame of a */
  const carom_drive *drive;
  int driver;
} carom_motor;

typedef struct carom_spring_element {
  bool twists;
  carom_anchor a, b;
  double stiffness, damping, rest;
} carom_spring_element;

/* A joint with clearance. */
typedef struct carom_bearing {
  carom_anchor bearing, journal;
  double clearance, radius; /* radial; of the bearing */
  double friction, v0, v1;
  bool centred;
  int zone;  /* of the sliding speed: -2 .. 2, frozen within a step */
  int guard; /* number of its first guard */
  carom_contact contact;
  carom_state state;
  carom_regime regime;
  int64_t touches;
  double touched_at, contact_time;
  double peak_overlap, peak_force;
  double last[2]; /* overlap and force at the end of the last step */
  bool idle;      /* no force although the surfaces overlap */
  carom_encounters met;
} carom_bearing;

/* A part of an entry of S: two rows that share a body, and the offsets of their derivatives. Where
 * those for x and y are constant, only the turning part is added again and again. */
typedef struct carom_shared {
  int entry, at_i, at_j, body;
  bool constant;
} carom_shared;

/* Two entries of L whose product is taken off a third. */
typedef struct carom_product {
  int a, b;
} carom_product;

/* A body whose motion is known: pinned to the ground, its angle given. */
typedef struct carom_prescribed {
  int body;
  const carom_constraint *pin, *angle;
  double sense; /* of the angle that is given: -1 if it is that of the ground against the body */
  double missing_reaction[3]; /* force and moment that its joints have to add */
} carom_prescribed;

/* Rows are numbered: those that are solved for, those of prescribed bodies, those left out. */
struct carom_mechanism {
  int bodies, joints, drivers, springs, bearings, constraints, motors, prescribed_bodies;
  int rows;     /* equations that are solved for */
  int given;    /* those of prescribed bodies */
  int left_out; /* those that were redundant */
  int solved_constraints;
  int room; /* rows that there is memory for */
  int guards, pairs, products, entries;
  double *inv_mass, *inv_inertia;  /* one more for the ground */
  double *mass, *inertia, *centre; /* centre: x and y of each body's frame */
  double gravity_x, gravity_y;
  double size, speed;    /* of the mechanism: scales of the tolerance */
  bool drifting;         /* no projection */
  char **name, *letters; /* of bodies, joints, drivers, clearances, in this order */
  carom_constraint *constraint, *spare;
  carom_prescribed *prescribed;
  int *prescribed_of; /* of a prescribed body */
  bool *held;         /* bodies that are not solved for: prescribed ones, and the ground */
  carom_drive *drive; /* one per driver */
  carom_motor *motor;
  carom_spring_element *spring;
  carom_bearing *bearing;
  carom_shared *pair;
  int *of;         /* the two bodies of every row */
  bool *steady;    /* whether its derivatives for x and y are constant */
  bool *dependent; /* scratch: rows that repeat others */
  carom_product *product;
  int *row_start, *column; /* of the entries of L below the diagonal: the first of a row, columns */
  int *product_start;      /* the first product of every entry */
  double *entry;           /* of L, then of the diagonal of S */
  double *entry_start;     /* the constant part of S */

  /* One evaluation. */
  carom_pose *pose;
  double *jacobian;  /* six entries a row: those of a, those of b */
  double *violation; /* violation of each equation */
  double *nu;        /* right-hand side of J v = nu: the rate of a drive, 0 otherwise */
  double *gamma;     /* right-hand side of J v' = gamma */
  double *pivot, *multiplier;
  double *applied; /* accelerations by the applied forces alone */
  int weakest;     /* the row with the smallest pivot, and that pivot relative to its diagonal */
  double weakness;

  carom_integrator in;
  double *memory, *work, *sample, *rate, *grain;
  double energy_at_start;
  double every, sampled_from, next;
  int64_t recorded;
  carom_mechanism_sampler *sampler;
  void *user;
  carom_mechanism_contact_callback *contact_callback;
  void *callback_user;
  carom_stop *stop;
  void *stop_user;

  carom_mechanism_view view;
  carom_motion *motion;
  carom_reaction *reaction;
  double *motor_effort;
  carom_journal *journal;
};

/* Layout of the state vector: positions, velocities, then works. */
enum { CAROM_WORK_VISCOUS, CAROM_WORK_FRICTION, CAROM_WORK_OUTER, CAROM_WORKS };

static inline int carom_mechanism_works(const carom_mechanism *m)
{
  return 6 * m->bodies;
}

/* All equations, whatever becomes of them. */
static inline int carom_mechanism_equations(const carom_mechanism *m)
{
  return m->rows + m->given + m->left_out;
}

static inline int carom_mechanism_states(const carom_mechanism *m)
{
  return 6 * m->bodies + CAROM_WORKS;
}

/* Names for messages. */
const char *carom_mechanism_name_of_body(const carom_mechanism *m, int body);
const char *carom_mechanism_name_of_joint(const carom_mechanism *m, int joint);
const char *carom_mechanism_name_of_driver(const carom_mechanism *m, int driver);
const char *carom_mechanism_name_of_clearance(const carom_mechanism *m, int clearance);

/* "joint 'x'", "driver 'x'" or "clearance 'x'": whose equation this row is. */
void carom_mechanism_owner(const carom_mechanism *m, int row, char *text, size_t size);

/* Poses from positions q and, unless NULL, velocities v. */
void carom_mechanism_pose(carom_mechanism *m, const double *q, const double *v);

/* A point that belongs to a body: its arm from the centre of mass, position and velocity. */
typedef struct carom_body_point {
  double ax, ay; /* the arm, in the plane */
  double x, y, vx, vy;
} carom_body_point;

static inline carom_body_point carom_body_point_of(const carom_pose *pose,
                                                   const carom_anchor *anchor)
{
  const carom_pose *p = &pose[anchor->body];
  carom_body_point s;
  s.ax = p->cosine * anchor->x - p->sine * anchor->y;
  s.ay = p->sine * anchor->x + p->cosine * anchor->y;
  s.x = p->x + s.ax;
  s.y = p->y + s.ay;
  s.vx = p->vx - p->spin * s.ay;
  s.vy = p->vy + p->spin * s.ax;
  return s;
}

/* Equations at the present poses: violation, Jacobian, nu and gamma of the rows of the constraints
 * that are solved for, or of all. The positions q are for angles. */
void carom_mechanism_constraints(carom_mechanism *m, double t, const double *q);
void carom_mechanism_constraints_all(carom_mechanism *m, double t, const double *q);

/* Finds the bodies whose motion is known; their constraints go last. */
void carom_mechanism_find_prescribed(carom_mechanism *m);

/* Their positions and velocities at time t; their accelerations, in `applied`; at last, the
 * multipliers of their own rows from the others', and the power of their drivers. */
void carom_mechanism_place_prescribed(const carom_mechanism *m, double t, double *q, double *v);
void carom_mechanism_accelerate_prescribed(carom_mechanism *m);
double carom_mechanism_hold_prescribed(carom_mechanism *m, double t);

/* Writes the derivatives that never change. */
void carom_mechanism_constant_jacobian(carom_mechanism *m);

/* Finds the pairs of rows that share a body; to be called when rows were numbered. False without
 * memory. */
bool carom_mechanism_pair(carom_mechanism *m);

/* S = J M^-1 J^T = L D L^T. Rows whose pivot is below `least` of their diagonal depend on earlier
 * ones: they are marked in `dependent`, if given, and left out; otherwise the result is false. */
bool carom_mechanism_factor(carom_mechanism *m, double least, bool *dependent);

/* Solves S x = b in place. */
void carom_mechanism_solve(const carom_mechanism *m, double *x);

/* Adds factor M^-1 J^T x to a vector of velocities or accelerations. */
void carom_mechanism_react(const carom_mechanism *m, double factor, const double *x, double *v);

/* x = J v, for the first `rows` rows. */
void carom_mechanism_rows(const carom_mechanism *m, int rows, const double *v, double *x);

/* Powers that the works are integrals of. */
typedef struct carom_powers {
  double viscous, friction, outer;
} carom_powers;

/* Forces other than those of the joints, divided by mass, in `applied`. */
carom_powers carom_mechanism_applied(carom_mechanism *m, double t, const double *q);

/* A clearance at the present poses. */
typedef struct carom_bearing_kinematics {
  carom_body_point bearing, journal;
  double ex, ey, length; /* journal as seen from the bearing */
  double nx, ny;
  double overlap, approach, sliding;
} carom_bearing_kinematics;

carom_bearing_kinematics carom_bearing_kinematics_of(const carom_bearing *b,
                                                     const carom_pose *pose);
double carom_bearing_friction(const carom_bearing *b, double normal, double sliding);
int carom_bearing_guards(const carom_bearing *b);
void carom_bearing_guard(const carom_bearing *b, const carom_bearing_kinematics *gap,
                         double *guard);
int carom_bearing_zone(const carom_bearing *b, double sliding);

/* The force of a spring of this length (or angle) and its rate, pulling its ends together, and the
 * geometry it acts along. */
typedef struct carom_stretch {
  double length, rate, nx, ny;
  carom_body_point a, b;
} carom_stretch;

carom_stretch carom_spring_stretch(const carom_spring_element *spring, const carom_pose *pose,
                                   const double *q, int bodies);

/* The callbacks of the integration. */
void carom_mechanism_rate(void *user, double t, const double *y, double *dydt);
void carom_mechanism_guard(void *user, double t, const double *y, double *guard);
double carom_mechanism_longest(void *user, double t, const double *y);
void carom_mechanism_project(void *user, double t, double *y);

/* Joints, drivers and so on from the definition, before anything is placed. */
carom_status carom_mechanism_build(carom_mechanism *m, const carom_mechanism_def *def, double *y,
                                   carom_error *err);

/* Closes the joints from the guesses in y, and makes the velocities fit. */
carom_status carom_mechanism_assemble(carom_mechanism *m, double *y, bool drop, carom_error *err);

/* What the state y at time t looks like. */
void carom_mechanism_fill(carom_mechanism *m, double t, const double *y);

#endif
