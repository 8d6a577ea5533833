/* SPDX-License-Identifier: MIT */
/* Planar mechanisms: rigid bodies, joints, drivers, springs, and joints with clearance, which are
 * contacts. Positions in m, angles in rad, counterclockwise. */
#ifndef CAROM_MECHANISM_H
#define CAROM_MECHANISM_H

#include <carom/archive.h>
#include <carom/encounters.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The body that never moves; its frame is that of the plane. */
enum { CAROM_GROUND = -1 };

/* Names are for messages; they are copied, and NULL is a name that is made up from the number.
 * Position and velocity at the start are guesses: the joints are closed from there, heavy bodies
 * moving less than light ones. */
typedef struct carom_mechanism_body {
  const char *name;
  double mass, inertia;      /* kg; kg m2, about the centre of mass */
  double centre_x, centre_y; /* the centre of mass in the frame of the body */
  double x, y, angle;        /* where the frame of the body is */
  double vx, vy, spin;       /* velocity of the frame's origin, and angular velocity */
} carom_mechanism_body;

CAROM_API carom_mechanism_body carom_mechanism_body_default(void);

/* A point of a body, in its frame. */
typedef struct carom_place {
  int body; /* or CAROM_GROUND */
  double x, y;
} carom_place;

typedef enum carom_joint_kind {
  CAROM_REVOLUTE,  /* two points stay together */
  CAROM_PRISMATIC, /* b slides along a line of a and does not turn against a */
  CAROM_FIXED,     /* two points stay together, and b does not turn against a */
  CAROM_DISTANCE   /* two points keep their distance: a massless rod */
} carom_joint_kind;

typedef struct carom_joint {
  const char *name;
  carom_joint_kind kind;
  carom_place a, b;
  double direction; /* prismatic: of the line, in the frame of a, rad */
  double angle;     /* prismatic, fixed: of b against a; CAROM_UNSET: as the guesses are */
  double length;    /* distance; CAROM_UNSET: as the guesses are */
} carom_joint;

CAROM_API carom_joint carom_joint_default(void);

typedef enum carom_driver_kind {
  CAROM_DRIVE_SPIN,   /* b turns against a with a given angular velocity, rad/s */
  CAROM_DRIVE_SLIDE,  /* b slides in a prismatic joint with a given velocity, m/s */
  CAROM_DRIVE_TORQUE, /* a given torque from a on b, N m */
  CAROM_DRIVE_FORCE   /* a given force along a prismatic joint from a on b, N */
} carom_driver_kind;

/* What a motor does: `points` pairs of time and value, linear in between, constant outside; one
 * point is a constant. */
typedef struct carom_driver {
  const char *name;
  carom_driver_kind kind;
  int a, b;  /* spin, torque: two bodies */
  int joint; /* slide, force: which joint */
  int points;
  const double *time, *value;
  double
      start; /* spin, slide: angle (rad) or displacement (m) at time 0; CAROM_UNSET: as guessed */
} carom_driver;

CAROM_API carom_driver carom_driver_default(void);

/* A spring with a damper between two points, along the line that joins them, or, if it twists,
 * between two bodies. */
typedef struct carom_spring {
  const char *name;
  bool twists;
  carom_place a, b;
  double stiffness; /* N/m; twisting N m/rad */
  double damping;   /* N s/m; twisting N m s/rad */
  double rest;      /* length or angle of b against a without force; CAROM_UNSET: at the start */
} carom_spring;

CAROM_API carom_spring carom_spring_default(void);

/* A revolute joint with clearance: a journal of one body in the bearing of another. Not a
 * constraint but a contact. `contact` holds the law with its settings, the material of the journal
 * (contact.a.material) and of the bearing (contact.b.material); shapes, radii and masses are filled
 * in. Plastic memory is that of an episode unless the setting `memory` says otherwise. */
typedef struct carom_clearance {
  const char *name;
  carom_place bearing, journal;
  double bearing_radius, journal_radius;
  carom_contact_def contact;
  double friction;                 /* coefficient */
  double friction_v0, friction_v1; /* m/s: no friction below the first sliding speed, all of it
                                      above the second, linear in between */
  bool centred; /* start with the journal in the middle of the bearing, moving with it */
} carom_clearance;

CAROM_API carom_clearance carom_clearance_default(void);

/* What a mechanism is to be. Start from carom_mechanism_default(). Everything is copied. */
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
  bool drop_redundant; /* leave equations out that repeat others, instead of an error */
  bool no_projection;  /* let the joints drift, for comparison with other codes */
  unsigned cookie;
} carom_mechanism_def;

CAROM_API carom_mechanism_def carom_mechanism_default(void);

/* Fields of a mechanism (gravity_x, gravity_y, tolerance) and of its parts: units, ranges and what
 * files take where nothing is given, the same tables as those of scenario files. Names are those of
 * the members, but for velocity_x and velocity_y (vx, vy), type (kind), start_angle and
 * start_position (start), length and angle of springs (rest), start (centred). */
CAROM_API carom_fields carom_mechanism_fields(void);
CAROM_API carom_fields carom_mechanism_body_fields(void);
CAROM_API carom_fields carom_place_fields(void);
CAROM_API carom_fields carom_joint_fields(void);
CAROM_API carom_fields carom_driver_fields(void);
CAROM_API carom_fields carom_spring_fields(bool twists);
CAROM_API carom_fields carom_clearance_fields(void);

typedef struct carom_mechanism carom_mechanism;

/* Checks the definition, closes the joints and finds velocities that agree with them. */
CAROM_API carom_status carom_mechanism_create(const carom_mechanism_def *def,
                                              carom_mechanism **mechanism, carom_error *err);
CAROM_API void carom_mechanism_destroy(carom_mechanism *mechanism);

/* Advances to this time (s). On an error the mechanism stays at the last good instant. */
CAROM_API carom_status carom_mechanism_advance(carom_mechanism *mechanism, double until,
                                               carom_error *err);

/* As carom_chain_set_stop: called after every step, true ends carom_mechanism_advance early. */
CAROM_API void carom_mechanism_set_stop(carom_mechanism *mechanism, carom_stop *stop, void *user);

/* Visits the complete state, for storing or loading (carom/archive.h). To load: create the
 * mechanism from the same definition, ask for records as before, then visit; it continues with the
 * same bits. */
enum { CAROM_MECHANISM_STATE = 3 }; /* version of the arrays */
CAROM_API carom_status carom_mechanism_archive(carom_mechanism *mechanism, carom_archive *archive,
                                               carom_error *err);

/* A point, or the frame of a body: position, velocity and acceleration. */
typedef struct carom_motion {
  double x, y, angle;
  double vx, vy, spin;
  double ax, ay;
  union {
    double alpha; /* angular acceleration */
    double turn CAROM_DEPRECATED("use alpha");
  };
} carom_motion;

/* What a joint does to body b: force and, where it keeps b from turning, moment about b's point. */
typedef struct carom_reaction {
  double fx, fy, moment;
} carom_reaction;

/* A joint with clearance. The journal's centre as seen from the bearing's is (x, y). */
typedef struct carom_journal {
  double x, y;
  double overlap, approach; /* of the undeformed surfaces, m and m/s */
  double sliding;           /* speed of the journal's surface along the bearing's, m/s */
  carom_force normal;
  double friction;   /* N, along the sliding direction: negative when that is positive */
  carom_reaction on; /* force and moment (about the journal's centre) on the body of the journal */
  bool touching;     /* the undeformed surfaces overlap */
  int64_t touches;   /* how often they met since the start */
  double contact_time;             /* how long they touched since the start, s */
  double peak_overlap, peak_force; /* largest so far; the force without friction */
} carom_journal;

/* Energy by channel, J. `gravity` counts from the origin; `elastic` is stored in springs and
 * contacts; `viscous` was lost in dampers and contacts; `work` came from drivers. The residual is
 * what the budget since the start lacks. */
typedef struct carom_mechanism_energy {
  double kinetic, gravity, elastic, viscous, plastic, friction, work, residual;
} carom_mechanism_energy;

/* Everything at one instant. Pointers stay those of the mechanism and change with it. */
typedef struct carom_mechanism_view {
  double time;
  int bodies, joints, drivers, clearances;
  const carom_motion *body; /* of their frames */
  const carom_reaction *joint;
  const double *driver; /* torque or force of each */
  const carom_journal *journal;
  carom_mechanism_energy energy;
} carom_mechanism_view;

/* The mechanism as it is now. */
CAROM_API const carom_mechanism_view *carom_mechanism_sample(carom_mechanism *mechanism);

/* The motion of a point of a body (or of the ground) in a view. */
CAROM_API carom_motion carom_mechanism_point(const carom_mechanism_view *view, carom_place place);

/* Calls sampler(user, view) every `every` seconds from now on, now included; NULL removes it. */
typedef void carom_mechanism_sampler(void *user, const carom_mechanism_view *view);
CAROM_API void carom_mechanism_set_sampler(carom_mechanism *mechanism, double every,
                                           carom_mechanism_sampler *sampler, void *user);

typedef enum carom_journal_event {
  CAROM_JOURNAL_TOUCH,   /* the undeformed surfaces meet */
  CAROM_JOURNAL_RELEASE, /* the force ends while they still overlap: the dent no longer reaches */
  CAROM_JOURNAL_PART     /* the undeformed surfaces part */
} carom_journal_event;

/* Calls callback(user, clearance, event, view) at these instants from now on; NULL removes it. */
typedef void carom_mechanism_contact_callback(void *user, int clearance, carom_journal_event event,
                                              const carom_mechanism_view *view);
CAROM_API void carom_mechanism_set_contact_callback(carom_mechanism *mechanism,
                                                    carom_mechanism_contact_callback *callback,
                                                    void *user);

/* What is kept of such an instant, and what the impacts of a clearance amount to. */
typedef struct carom_journal_note {
  int clearance;
  carom_journal_event kind;
  double time, speed; /* speed of approach: negative when they part */
} carom_journal_note;

typedef struct carom_journal_impacts {
  int64_t count;
  double fastest, mean; /* speed, m/s; 0 without impacts */
} carom_journal_impacts;

CAROM_API carom_journal_impacts carom_journal_summary(const carom_journal_note *note, int64_t notes,
                                                      int clearance);

/* How many impacts of all clearances fall into each of `bins` equal intervals from 0 to the fastest
 * one, whose speed is returned. */
CAROM_API double carom_journal_histogram(const carom_journal_note *note, int64_t notes, int bins,
                                         int64_t *count);

/* One coordinate of a body in rows that were recorded: its angle, or its place along (ux, uy). The
 * time of row k is time[k * stride]; from motion[k * stride] on come x, y and angle, their rates,
 * and their second rates. */
typedef struct carom_motion_record {
  const double *time, *motion;
  int64_t rows, stride;
  double every; /* time between rows, s */
  bool angle;
  double ux, uy;
} carom_motion_record;

/* The coordinate (0), its rate (1) or its second rate (2) in a row. */
CAROM_API double carom_motion_coordinate(const carom_motion_record *record, int64_t row,
                                         int derivative);

/* The mean of its second rate over `window` seconds around a row; NaN less than half of that from
 * the ends, or if the rows are further apart. */
CAROM_API double carom_motion_mean_acceleration(const carom_motion_record *record, int64_t row,
                                                double window);

/* The largest magnitude among these means, or, with CAROM_UNSET, of the second rate as it is. NaN:
 * there is none. */
CAROM_API double carom_motion_peak_acceleration(const carom_motion_record *record, double window);

/* How the mechanism is built: degrees of freedom, equations of its joints and drivers, how many of
 * them were left out as redundant, and the largest violation now (m or rad; m/s or rad/s). */
typedef struct carom_mechanism_closure {
  int freedoms, equations, redundant;
  const char *redundant_name; /* of the first joint or driver that lost an equation, or NULL */
  double position, velocity;
} carom_mechanism_closure;

CAROM_API carom_mechanism_closure carom_mechanism_check(carom_mechanism *mechanism);

/* The prepared contact of a clearance: its law, constants, and what was asked of it. */
CAROM_API carom_status carom_mechanism_prepared(const carom_mechanism *mechanism, int clearance,
                                                carom_contact *out, carom_error *err);

/* What the contact of a clearance went through since the start, for carom_verdict_of. */
CAROM_API carom_status carom_mechanism_encounters(const carom_mechanism *mechanism, int clearance,
                                                  carom_encounters *out, carom_error *err);

/* Work done by the integrator. */
CAROM_API int64_t carom_mechanism_steps(const carom_mechanism *mechanism);
CAROM_API int64_t carom_mechanism_rates(const carom_mechanism *mechanism);

/* Old names, until the next version. */
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
