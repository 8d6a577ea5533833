/* SPDX-License-Identifier: MIT */
/* Internals of a mechanism. The unknowns are position and angle of the centre of mass of every
 * body. Joints are constraint equations between them, whose Lagrange multipliers follow from S = J
 * M^-1 J^T at every evaluation (index 1). After each step the state is projected back onto the
 * constraints with mass weights. The ground is body number `bodies`, with an inverse mass of 0. */
#ifndef CAROM_SRC_MECHANISM_H
#define CAROM_SRC_MECHANISM_H

#include <carom/mechanism.h>

#include "contact/encounters.h"
#include "contact/regime.h"
#include "integrate/drive.h"
#include "integrate/integrate.h"

/* A point of a body relative to its centre of mass, in the body's frame. */
typedef struct carom_anchor {
  int body;
  double x, y;
} carom_anchor;

/* The pose of a body in one evaluation. */
typedef struct carom_pose {
  double x, y, angle, cosine, sine;
  double vx, vy, spin;
} carom_pose;

typedef enum carom_constraint_kind {
  CAROM_CONSTRAINT_PIN,    /* two points coincide: two rows */
  CAROM_CONSTRAINT_ACROSS, /* b's point stays on a line of a */
  CAROM_CONSTRAINT_ALONG,  /* b's point moves along a direction of a as prescribed by a drive */
  CAROM_CONSTRAINT_ANGLE,  /* the angle of b relative to a is constant or prescribed by a drive */
  CAROM_CONSTRAINT_ROD     /* two points keep their distance */
} carom_constraint_kind;

/* One or two equations between two bodies. */
typedef struct carom_constraint {
  carom_constraint_kind kind;
  carom_anchor a, b;
  double ux, uy;      /* across: normal of the line; along: direction; in the frame of a */
  double target;      /* angle, length, or initial value of a drive */
  carom_drive *drive; /* may be NULL */
  int row[2];
  int joint, driver, clearance; /* index of its owner; the other two are -1 */
} carom_constraint;

/* A motor that applies a given force or torque. */
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
  double clearance, radius; /* radial clearance; radius of the bearing */
  double friction, v0, v1;
  bool centred;
  int zone;  /* zone of the sliding speed, -2 .. 2, frozen within a step */
  int guard; /* index of its first guard */
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

/* A contribution to an entry of S: two rows that share a body, and the offsets of their
 * derivatives. Where the derivatives for x and y are constant, only the rotational term is
 * recomputed. */
typedef struct carom_shared {
  int entry, at_i, at_j, body;
  bool constant;
} carom_shared;

/* Two entries of L whose product is subtracted from a third. */
typedef struct carom_product {
  int a, b;
} carom_product;

/* A body with known motion: pinned to the ground, its angle prescribed. */
typedef struct carom_prescribed {
  int body;
  const carom_constraint *pin, *angle;
  double sense; /* -1 if the angle is prescribed for the ground relative to the body; else 1 */
  double missing_reaction[3]; /* force and moment that its joints must provide */
} carom_prescribed;

/* Rows are numbered in this order: those solved for, those of prescribed bodies, redundant ones. */
struct carom_mechanism {
  int bodies, joints, drivers, springs, bearings, constraints, motors, prescribed_bodies;
  int rows;     /* equations solved for */
  int given;    /* equations of prescribed bodies */
  int left_out; /* redundant equations */
  int solved_constraints;
  int room; /* allocated rows */
  int guards, pairs, products, entries;
  double *inv_mass, *inv_inertia;  /* with an additional entry for the ground */
  double *mass, *inertia, *centre; /* centre: x and y of the centre of mass in each body's frame */
  double gravity_x, gravity_y;
  double size, speed;    /* characteristic length and speed, which scale the tolerance */
  bool drifting;         /* no projection */
  char **name, *letters; /* names of bodies, joints, drivers, clearances, in this order */
  carom_constraint *constraint, *spare;
  carom_prescribed *prescribed;
  int *prescribed_of; /* index in `prescribed` of each prescribed body */
  bool *held;         /* bodies not solved for: prescribed ones and the ground */
  carom_drive *drive; /* one per driver */
  carom_motor *motor;
  carom_spring_element *spring;
  carom_bearing *bearing;
  carom_shared *pair;
  int *of;         /* the two bodies of every row */
  bool *steady;    /* per row: its derivatives for x and y are constant */
  bool *dependent; /* scratch: rows that depend on others */
  carom_product *product;
  int *row_start,
      *column;         /* entries of L below the diagonal: first entry of each row, and columns */
  int *product_start;  /* first product of every entry */
  double *entry;       /* entries of L, then the diagonal of S */
  double *entry_start; /* constant part of S */

  /* Scratch of one evaluation. */
  carom_pose *pose;
  double *jacobian;  /* six entries per row: those of a, then those of b */
  double *violation; /* violation of each equation */
  double *nu;        /* right-hand side of J v = nu: the rate of a drive, otherwise 0 */
  double *gamma;     /* right-hand side of J v' = gamma */
  double *pivot, *multiplier;
  double *applied; /* accelerations due to applied forces alone */
  int weakest;     /* row with the smallest pivot, and that pivot relative to its diagonal */
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

/* Layout of the state vector: positions, velocities, then work integrals. */
enum { CAROM_WORK_VISCOUS, CAROM_WORK_FRICTION, CAROM_WORK_OUTER, CAROM_WORKS };

static inline int carom_mechanism_works(const carom_mechanism *m)
{
  return 6 * m->bodies;
}

/* The number of all equations, including prescribed and redundant ones. */
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

/* The owner of a row's equation: "joint 'x'", "driver 'x'" or "clearance 'x'". */
void carom_mechanism_owner(const carom_mechanism *m, int row, char *text, size_t size);

/* Poses from positions q and, unless NULL, velocities v. */
void carom_mechanism_pose(carom_mechanism *m, const double *q, const double *v);

/* A point of a body: its arm from the centre of mass, position and velocity. */
typedef struct carom_body_point {
  double ax, ay; /* arm, in global axes */
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

/* Evaluates the equations at the present poses: violation, Jacobian, nu and gamma, either of the
 * constraints that are solved for or of all. The positions q are needed for angles. */
void carom_mechanism_constraints(carom_mechanism *m, double t, const double *q);
void carom_mechanism_constraints_all(carom_mechanism *m, double t, const double *q);

/* Finds the bodies with known motion; their constraints are moved to the end. */
void carom_mechanism_find_prescribed(carom_mechanism *m);

/* For prescribed bodies: sets positions and velocities at time t; sets accelerations in `applied`;
 * finally computes the multipliers of their own rows from the others, and the power of their
 * drivers. */
void carom_mechanism_place_prescribed(const carom_mechanism *m, double t, double *q, double *v);
void carom_mechanism_accelerate_prescribed(carom_mechanism *m);
double carom_mechanism_hold_prescribed(carom_mechanism *m, double t);

/* Writes the constant derivatives. */
void carom_mechanism_constant_jacobian(carom_mechanism *m);

/* Finds the pairs of rows that share a body; call it whenever rows were renumbered. Returns false
 * if memory runs out. */
bool carom_mechanism_pair(carom_mechanism *m);

/* Factorises S = J M^-1 J^T = L D L^T. Rows with a pivot below `least` times their diagonal depend
 * on earlier ones: they are marked in `dependent`, if given, and left out; otherwise the result is
 * false. */
bool carom_mechanism_factor(carom_mechanism *m, double least, bool *dependent);

/* Solves S x = b in place. */
void carom_mechanism_solve(const carom_mechanism *m, double *x);

/* Adds factor M^-1 J^T x to a vector of velocities or accelerations. */
void carom_mechanism_react(const carom_mechanism *m, double factor, const double *x, double *v);

/* x = J v, for the first `rows` rows. */
void carom_mechanism_rows(const carom_mechanism *m, int rows, const double *v, double *x);

/* Powers, whose integrals are the work terms. */
typedef struct carom_powers {
  double viscous, friction, outer;
} carom_powers;

/* Computes the accelerations due to all forces except joint reactions, in `applied`. */
carom_powers carom_mechanism_applied(carom_mechanism *m, double t, const double *q);

/* A clearance at the present poses. */
typedef struct carom_bearing_kinematics {
  carom_body_point bearing, journal;
  double ex, ey, length; /* centre of the journal relative to that of the bearing */
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

/* The force of a spring at this length (or angle) and rate, positive when it pulls its ends
 * together, and the geometry along which it acts. */
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

/* Builds joints, drivers and so on from the definition, before anything is placed. */
carom_status carom_mechanism_build(carom_mechanism *m, const carom_mechanism_def *def, double *y,
                                   carom_error *err);

/* Closes the joints, starting from the guesses in y, and makes the velocities consistent. */
carom_status carom_mechanism_assemble(carom_mechanism *m, double *y, bool drop, carom_error *err);

/* Fills the view for the state y at time t. */
void carom_mechanism_fill(carom_mechanism *m, double t, const double *y);

#endif
