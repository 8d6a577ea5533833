/* SPDX-License-Identifier: MIT */
/* Planar mechanisms: rigid bodies with joints, drivers and springs, and revolute joints with
 * clearance, which are modelled as contacts. Positions in m, angles in rad, counterclockwise. A
 * mechanism is used by one thread at a time. */
#ifndef CAROM_MECHANISM_H
#define CAROM_MECHANISM_H

#include <carom/archive.h>
#include <carom/encounters.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The fixed body; its frame is the global one. */
enum { CAROM_GROUND = -1 };

/* A rigid body. Names appear in messages; they are copied, and NULL stands for a name made from the
 * number. Initial positions and velocities are guesses: the joints are closed starting from them,
 * and heavy bodies move less than light ones. */
typedef struct carom_mechanism_body {
  const char *name;
  double mass, inertia;      /* kg; kg m2, about the centre of mass */
  double centre_x, centre_y; /* centre of mass in the body's frame */
  double x, y, angle;        /* pose of the body's frame */
  double vx, vy, spin;       /* velocity of the frame's origin, angular velocity */
} carom_mechanism_body;

CAROM_API carom_mechanism_body carom_mechanism_body_default(void);

/* A point of a body, in the body's frame. */
typedef struct carom_place {
  int body; /* or CAROM_GROUND */
  double x, y;
} carom_place;

typedef enum carom_joint_kind {
  CAROM_REVOLUTE,  /* two points coincide */
  CAROM_PRISMATIC, /* b slides along a line fixed to a and does not rotate relative to a */
  CAROM_FIXED,     /* two points coincide, and b does not rotate relative to a */
  CAROM_DISTANCE   /* two points keep their distance: a massless rod */
} carom_joint_kind;

typedef struct carom_joint {
  const char *name;
  carom_joint_kind kind;
  carom_place a, b;
  double direction; /* prismatic: direction of the line in the frame of a, rad */
  double angle;     /* prismatic, fixed: of b relative to a; CAROM_UNSET: from the guesses */
  double length;    /* distance; CAROM_UNSET: from the guesses */
} carom_joint;

CAROM_API carom_joint carom_joint_default(void);

typedef enum carom_driver_kind {
  CAROM_DRIVE_SPIN,   /* prescribed angular velocity of b relative to a, rad/s */
  CAROM_DRIVE_SLIDE,  /* prescribed velocity in a prismatic joint, m/s */
  CAROM_DRIVE_TORQUE, /* given torque of a on b, N m */
  CAROM_DRIVE_FORCE   /* given force of a on b along a prismatic joint, N */
} carom_driver_kind;

/* A motor: `points` pairs of time and value, linear in between and constant outside. One point is a
 * constant. */
typedef struct carom_driver {
  const char *name;
  carom_driver_kind kind;
  int a, b;  /* spin, torque: the two bodies */
  int joint; /* slide, force: the prismatic joint */
  int points;
  const double *time, *value;
  double start; /* spin, slide: angle (rad) or displacement (m) at time 0; CAROM_UNSET: from the
                   guesses */
} carom_driver;

CAROM_API carom_driver carom_driver_default(void);

/* A spring-damper between two points, acting along the line that joins them, or, if `twists`, a
 * torsional one between two bodies. */
typedef struct carom_spring {
  const char *name;
  bool twists;
  carom_place a, b;
  double stiffness; /* N/m; torsional: N m/rad */
  double damping;   /* N s/m; torsional: N m s/rad */
  double rest;      /* unloaded length, or angle of b relative to a; CAROM_UNSET: the initial one */
} carom_spring;

CAROM_API carom_spring carom_spring_default(void);

/* A revolute joint with clearance: a journal of one body in the bearing of another. It is a
 * contact, not a constraint. `contact` holds the law with its settings and the materials of the
 * journal (contact.a.material) and of the bearing (contact.b.material); shapes, radii and masses
 * are filled in. Plastic memory lasts for one episode unless the setting `memory` says
 * otherwise. */
typedef struct carom_clearance {
  const char *name;
  carom_place bearing, journal;
  double bearing_radius, journal_radius;
  carom_contact_def contact;
  double friction;                 /* coefficient of friction */
  double friction_v0, friction_v1; /* m/s: friction is zero up to sliding speed v0 and full from v1
                                      on, linear in between */
  bool centred; /* start with the journal at the centre of the bearing and moving with it */
} carom_clearance;

CAROM_API carom_clearance carom_clearance_default(void);

/* Definition of a mechanism. Start from carom_mechanism_default(). carom_mechanism_create copies
 * everything. */
typedef struct carom_mechanism_def {
  const carom_mechanism_body *body;
  int bodies;
  const carom_joint *joint;
  int joints;
  const carom_driver *driver;
  int drivers;
  const carom_spring *spring;
  int springs;
  const carom_clearance *clearance;
  int clearances;
  double gravity_x, gravity_y; /* m/s2 */
  double tolerance;
  bool drop_redundant; /* drop redundant constraint equations instead of reporting an error */
  bool no_projection;  /* allow constraint drift, for comparison with other codes */
  unsigned cookie;
} carom_mechanism_def;

CAROM_API carom_mechanism_def carom_mechanism_default(void);

/* Settings of a mechanism (gravity_x, gravity_y, tolerance) and of its parts with units, ranges and
 * the defaults of scenario files. Names are those of the members, except velocity_x and velocity_y
 * (vx, vy), type (kind), start_angle and start_position (start), length and angle of springs (rest)
 * and start (centred). */
CAROM_API carom_fields carom_mechanism_fields(void);
CAROM_API carom_fields carom_mechanism_body_fields(void);
CAROM_API carom_fields carom_place_fields(void);
CAROM_API carom_fields carom_joint_fields(void);
CAROM_API carom_fields carom_driver_fields(void);
CAROM_API carom_fields carom_spring_fields(bool twists);
CAROM_API carom_fields carom_clearance_fields(void);

typedef struct carom_mechanism carom_mechanism;

/* Checks the definition, closes the joints and finds consistent velocities. */
CAROM_API carom_status carom_mechanism_create(const carom_mechanism_def *def,
                                              carom_mechanism **mechanism, carom_error *err);
CAROM_API void carom_mechanism_destroy(carom_mechanism *mechanism);

/* Advances to this time (s). On an error the mechanism stays at the last valid instant. */
CAROM_API carom_status carom_mechanism_advance(carom_mechanism *mechanism, double until,
                                               carom_error *err);

/* Like carom_chain_set_stop: stop(user) is called after every step, and returning true ends
 * carom_mechanism_advance early. */
CAROM_API void carom_mechanism_set_stop(carom_mechanism *mechanism, carom_stop *stop, void *user);

/* Visits the complete state, to store or load it (carom/archive.h). To load, create the mechanism
 * from the same definition, set the same sampler, then visit; it continues with the same bits. */
enum { CAROM_MECHANISM_STATE = 3 }; /* version of the arrays */
CAROM_API carom_status carom_mechanism_archive(carom_mechanism *mechanism, carom_archive *archive,
                                               carom_error *err);

/* Position, velocity and acceleration of a point or of a body's frame. */
typedef struct carom_motion {
  double x, y, angle;
  double vx, vy, spin;
  double ax, ay;
  union {
    double alpha; /* angular acceleration */
    double turn CAROM_DEPRECATED("use alpha");
  };
} carom_motion;

/* The reaction of a joint on body b: a force and, where the joint prevents rotation, a moment about
 * b's point. */
typedef struct carom_reaction {
  double fx, fy, moment;
} carom_reaction;

/* The present state of a joint with clearance. (x, y) is the journal's centre relative to the
 * bearing's. */
typedef struct carom_journal {
  double x, y;
  double overlap, approach; /* of the undeformed surfaces, m and m/s */
  double sliding; /* sliding speed of the journal's surface relative to the bearing's, m/s */
  carom_force normal;
  double friction;   /* N, along the sliding direction: its sign is opposite to that of `sliding` */
  carom_reaction on; /* force, and moment about the journal's centre, on the journal's body */
  bool touching;     /* the undeformed surfaces overlap */
  int64_t touches;   /* how often they have met since the start */
  double contact_time;             /* total time in contact since the start, s */
  double peak_overlap, peak_force; /* largest so far; normal force only */
} carom_journal;

/* Energy by channel, J. `gravity` is measured from the origin; `elastic` is stored in springs and
 * contacts; `viscous` was dissipated in dampers and contacts; `work` was done by drivers.
 * `residual` is the amount by which the energy budget fails to close since the start. */
typedef struct carom_mechanism_energy {
  double kinetic, gravity, elastic, viscous, plastic, friction, work, residual;
} carom_mechanism_energy;

/* The complete mechanism at one instant. The arrays belong to the mechanism and change with it. */
typedef struct carom_mechanism_view {
  double time;
  int bodies, joints, drivers, clearances;
  const carom_motion *body; /* motion of the bodies' frames */
  const carom_reaction *joint;
  const double *driver; /* torque or force of each driver */
  const carom_journal *journal;
  carom_mechanism_energy energy;
} carom_mechanism_view;

/* The present state; valid until the mechanism changes or is destroyed. */
CAROM_API const carom_mechanism_view *carom_mechanism_sample(carom_mechanism *mechanism);

/* The motion of a point of a body (or of the ground) in a view. */
CAROM_API carom_motion carom_mechanism_point(const carom_mechanism_view *view, carom_place place);

/* From now on calls sampler(user, view) every `every` seconds, beginning now; NULL removes it. */
typedef void carom_mechanism_sampler(void *user, const carom_mechanism_view *view);
CAROM_API void carom_mechanism_set_sampler(carom_mechanism *mechanism, double every,
                                           carom_mechanism_sampler *sampler, void *user);

typedef enum carom_journal_event {
  CAROM_JOURNAL_TOUCH,   /* the undeformed surfaces meet */
  CAROM_JOURNAL_RELEASE, /* the force ends while they still overlap, because of a plastic dent */
  CAROM_JOURNAL_PART     /* the undeformed surfaces separate */
} carom_journal_event;

/* From now on calls callback(user, clearance, event, view) at these events; NULL removes it. */
typedef void carom_mechanism_contact_callback(void *user, int clearance, carom_journal_event event,
                                              const carom_mechanism_view *view);
CAROM_API void carom_mechanism_set_contact_callback(carom_mechanism *mechanism,
                                                    carom_mechanism_contact_callback *callback,
                                                    void *user);

/* A recorded event, and a summary of the impacts in a clearance. */
typedef struct carom_journal_note {
  int clearance;
  carom_journal_event kind;
  double time, speed; /* approach speed, negative at separation */
} carom_journal_note;

typedef struct carom_journal_impacts {
  int64_t count;
  double fastest, mean; /* impact speeds, m/s; 0 without impacts */
} carom_journal_impacts;

CAROM_API carom_journal_impacts carom_journal_summary(const carom_journal_note *note, int64_t notes,
                                                      int clearance);

/* Counts the impacts of all clearances in `bins` equal intervals from 0 to the fastest impact,
 * whose speed is returned. */
CAROM_API double carom_journal_histogram(const carom_journal_note *note, int64_t notes, int bins,
                                         int64_t *count);

/* One coordinate of a body in recorded rows: its angle, or its position along (ux, uy). The time of
 * row k is time[k * stride]. From motion[k * stride] on come x, y and angle, then their first and
 * then their second time derivatives. */
typedef struct carom_motion_record {
  const double *time, *motion;
  int64_t rows, stride;
  double every; /* time between rows, s */
  bool angle;
  double ux, uy;
} carom_motion_record;

/* The coordinate (derivative 0), its first (1) or second (2) time derivative in a row. */
CAROM_API double carom_motion_coordinate(const carom_motion_record *record, int64_t row,
                                         int derivative);

/* The second derivative averaged over `window` seconds around a row; NaN within half a window of
 * the ends, or if the rows are more than half a window apart. */
CAROM_API double carom_motion_mean_acceleration(const carom_motion_record *record, int64_t row,
                                                double window);

/* The largest magnitude of this average or, if `window` is CAROM_UNSET, of the second derivative
 * itself. NaN if there is none. */
CAROM_API double carom_motion_peak_acceleration(const carom_motion_record *record, double window);

/* The constraints of a mechanism: degrees of freedom, equations of joints and drivers, how many
 * were dropped as redundant, and the largest present violation (m or rad; m/s or rad/s). */
typedef struct carom_mechanism_closure {
  int freedoms, equations, redundant;
  const char *redundant_name; /* of the first joint or driver with a dropped equation, or NULL */
  double position, velocity;
} carom_mechanism_closure;

CAROM_API carom_mechanism_closure carom_mechanism_check(carom_mechanism *mechanism);

/* A copy of the prepared contact of a clearance: its law, its constants and the restitution asked
 * for. */
CAROM_API carom_status carom_mechanism_prepared(const carom_mechanism *mechanism, int clearance,
                                                carom_contact *out, carom_error *err);

/* The record of encounters of a clearance since the start, for carom_verdict_of. */
CAROM_API carom_status carom_mechanism_encounters(const carom_mechanism *mechanism, int clearance,
                                                  carom_encounters *out, carom_error *err);

/* Integrator steps, and evaluations of the equations of motion. */
CAROM_API int64_t carom_mechanism_steps(const carom_mechanism *mechanism);
CAROM_API int64_t carom_mechanism_rates(const carom_mechanism *mechanism);

/* Former names, kept for one more version. */
typedef carom_stop carom_mechanism_ask CAROM_DEPRECATED("use carom_stop");
typedef carom_mechanism_sampler
    carom_mechanism_record CAROM_DEPRECATED("use carom_mechanism_sampler");
typedef carom_mechanism_contact_callback
    carom_mechanism_listen CAROM_DEPRECATED("use carom_mechanism_contact_callback");

CAROM_DEPRECATED("use carom_mechanism_set_stop")
static inline void carom_mechanism_pause(carom_mechanism *mechanism, carom_stop *stop, void *user)
{
  carom_mechanism_set_stop(mechanism, stop, user);
}

CAROM_DEPRECATED("use carom_mechanism_set_sampler")
static inline void carom_mechanism_watch(carom_mechanism *mechanism, double every,
                                         carom_mechanism_sampler *sampler, void *user)
{
  carom_mechanism_set_sampler(mechanism, every, sampler, user);
}

CAROM_DEPRECATED("use carom_mechanism_set_contact_callback")
static inline void carom_mechanism_hear(carom_mechanism *mechanism,
                                        carom_mechanism_contact_callback *callback, void *user)
{
  carom_mechanism_set_contact_callback(mechanism, callback, user);
}

CAROM_DEPRECATED("use carom_mechanism_sample")
static inline const carom_mechanism_view *carom_mechanism_look(carom_mechanism *mechanism)
{
  return carom_mechanism_sample(mechanism);
}

#ifdef __cplusplus
}
#endif

#endif
