/* SPDX-License-Identifier: MIT */
/* Chains: bodies on a line that touch their neighbours. */
#ifndef CAROM_CHAIN_H
#define CAROM_CHAIN_H

#include <carom/archive.h>
#include <carom/encounters.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One body of a chain. Start from carom_bead_default(): a steel sphere of 20 mm at rest. Positions
 * are counted from the left; velocities are positive to the right. */
typedef struct carom_bead {
  carom_body body; /* shape sphere or flat, radius, mass, material; fixed */
  double velocity; /* at the start, m/s */
  double gap;      /* to the body before (or the left wall), m; negative: overlap */
  double force;    /* constant, to the right, N */
  /* A body whose velocity is given: `drive_points` pairs of time and velocity, linear in between,
   * constant outside; one point is a constant velocity, none is a free body. */
  int drive_points;
  const double *drive_time, *drive_velocity;
  int contact; /* which definition of carom_chain_def.contact joins it with the body before */
  /* In a settled start: it touches at the first instant but arrives only then, as a striker does,
   * and so rests on nothing. */
  bool arrives;
} carom_bead;

CAROM_API carom_bead carom_bead_default(void);

/* A wall at an end: a fixed flat. */
typedef struct carom_chain_wall {
  bool present;
  carom_material material;
  double gap;  /* between the wall and the last body, m (right wall only) */
  int contact; /* which definition joins it with its neighbour */
} carom_chain_wall;

typedef enum carom_chain_integrator {
  CAROM_CHAIN_DOP853, /* resolved: every switch of every contact is an event */
  CAROM_CHAIN_DOPRI5,
  CAROM_CHAIN_VERLET, /* fixed steps, velocity Verlet, contacts in blocks: for long chains */
  /* Schemes of papers, for comparison: contacts switch where steps happen to end. */
  CAROM_CHAIN_EULER_TRAPEZOID, /* fixed steps, order 2, implicit: corrected until it converges */
  CAROM_CHAIN_RK45,            /* Dormand and Prince 5(4), by tolerance or in fixed steps */
  CAROM_CHAIN_GEAR5            /* fixed steps, Gear's predictor-corrector of order 5 */
} carom_chain_integrator;

/* Their names, as in "euler-trapezoid"; NULL for a number that is none of them. And whether one
 * takes fixed steps only, so that `step` must be given. */
CAROM_API const char *carom_chain_integrator_name(carom_chain_integrator integrator);
CAROM_API bool carom_chain_integrator_fixed(carom_chain_integrator integrator);

/* What a chain is to be. Start from carom_chain_default(). Everything is copied. */
typedef struct carom_chain_def {
  const carom_bead *bead;
  int beads;
  /* Laws and settings; the bodies are filled in from the chain. `speed` of a definition is the
   * speed its calibration expects. */
  const carom_contact_def *contact;
  int contacts;
  carom_chain_wall left, right;
  double gravity; /* along the chain, towards the right end, m/s2 */
  /* Start in static equilibrium under gravity and constant forces; velocities are given then. A
   * body rests if it touches what is right of it (no gap) and that rests, is fixed, driven or the
   * wall; others stay where they are placed: see carom_chain_rest. */
  bool settled;
  carom_chain_integrator integrator;
  double tolerance; /* where steps are chosen, and of the location of events */
  /* Length of fixed steps, s. Needed by verlet, euler-trapezoid and gear5; 0: the others choose
   * their steps by the tolerance. Steps of dop853 and dopri5 still end on events. */
  double step;
  bool any_step; /* also one that is too long to be stable, to repeat what somebody did */
  double corrector_tolerance; /* of euler-trapezoid: what a pass may still change, relative */
  union {
    bool all_active; /* step bodies at rest that nothing has reached yet, too; same bits */
    bool no_window CAROM_DEPRECATED("use all_active");
  };
  /* Laws of verlet see the velocity in the middle of a step, as in LAMMPS, and not the one
   * predicted for its end: an error of first order in the step, for comparison. */
  bool half_velocity;
  /* Contacts whose peaks are looked for by verlet, or all of them; other integrators look at every
   * contact. Without events a peak is the vertex of the parabola through three steps. */
  const int *followed;
  int follow;
  bool follow_all;
  unsigned cookie;
} carom_chain_def;

CAROM_API carom_chain_def carom_chain_default(void);

/* Fields of a chain (gravity, step, tolerance, corrector_tolerance) and of a bead (velocity, gap,
 * force): units, ranges and defaults, the same as in scenario files. Those of its body:
 * carom_body_fields. */
CAROM_API carom_fields carom_chain_fields(void);
CAROM_API carom_fields carom_bead_fields(void);

/* The largest chain for all integrators but verlet. */
enum { CAROM_CHAIN_RESOLVED_BEADS = 2000 };

typedef struct carom_chain carom_chain;

CAROM_API carom_status carom_chain_create(const carom_chain_def *def, carom_chain **chain,
                                          carom_error *err);
CAROM_API void carom_chain_destroy(carom_chain *chain);

/* Advances to this time (s). On an error the chain stays at the last good instant. */
CAROM_API carom_status carom_chain_advance(carom_chain *chain, double until, carom_error *err);

/* Calls stop(user) after every step from now on, or after every few in long chains; when it returns
 * true, carom_chain_advance returns early, without an error. A chain that was stopped and advanced
 * again gives the same bits as one that was not. NULL removes it. */
CAROM_API void carom_chain_set_stop(carom_chain *chain, carom_stop *stop, void *user);

/* Visits the complete state, for storing or loading. To load: create the chain from the same
 * definition, set the sampler as before, then visit; it continues with the same bits. Callbacks
 * are not part of the state, when the next sample is due is. */
enum { CAROM_CHAIN_STATE = 3 }; /* version of the arrays */
CAROM_API carom_status carom_chain_archive(carom_chain *chain, carom_archive *archive,
                                           carom_error *err);

CAROM_API double carom_chain_time(const carom_chain *chain);
CAROM_API int carom_chain_beads(const carom_chain *chain);

/* How a body took part in a settled start. */
typedef enum carom_rest {
  CAROM_REST_NONE,    /* the start was not settled */
  CAROM_REST_SETTLED, /* its weight and force are carried by its right neighbour */
  CAROM_REST_FIXED,   /* these two bear what is above them and press on nothing */
  CAROM_REST_DRIVEN,
  CAROM_REST_ARRIVES, /* left out: carom_bead.arrives */
  CAROM_REST_APART    /* left out: a gap is between it and what could bear it */
} carom_rest;

CAROM_API carom_rest carom_chain_rest(const carom_chain *chain, int bead);

/* The chain as it is now: displacements from the starting positions (m) and velocities (m/s) of all
 * bodies, no copies. Valid until the chain advances or is destroyed. */
typedef struct carom_chain_view {
  double time;
  int beads;
  const double *displacement, *velocity;
} carom_chain_view;

CAROM_API carom_chain_view carom_chain_sample(const carom_chain *chain);
CAROM_API const double *carom_chain_displacement(const carom_chain *chain);
CAROM_API const double *carom_chain_velocity(const carom_chain *chain);

/* Contacts are numbered from the left: contact i joins bodies i and i + 1. The walls have numbers
 * of their own. */
enum { CAROM_LEFT_WALL = -1, CAROM_RIGHT_WALL = -2 };

/* What one contact does now, and its peaks so far. Times are CAROM_UNSET until a peak was seen. */
typedef struct carom_chain_contact {
  double overlap, approach;
  carom_force force;
  double first_peak_overlap, time_of_first_peak_overlap, force_at_first_peak_overlap;
  double first_peak_force, time_of_first_peak_force;
  double peak_force, time_of_peak_force;
  double residual_overlap;
  int64_t touches; /* how often the undeformed surfaces met since the start */
} carom_chain_contact;

CAROM_API carom_status carom_chain_sample_contact(const carom_chain *chain, int contact,
                                                  carom_chain_contact *out, carom_error *err);

/* The prepared contact with this number: its law, constants, and what was asked of it. */
CAROM_API carom_status carom_chain_prepared(const carom_chain *chain, int contact,
                                            carom_contact *out, carom_error *err);

/* What the contact with this number went through since the start, for carom_verdict_of. Verlet does
 * not count impacts: it knows the fastest approach and the deepest overlap of the contacts in a row
 * that are alike, and touches are 0 or 1 where the law needs their speed, and 0 elsewhere. */
CAROM_API carom_status carom_chain_encounters(const carom_chain *chain, int contact,
                                              carom_encounters *out, carom_error *err);

/* Energy by channel, J. `work` is that of drives and constant forces; the residual is what the
 * budget since the start lacks. */
typedef struct carom_chain_energy {
  double kinetic, elastic, viscous, plastic, gravity, work, residual;
} carom_chain_energy;

CAROM_API carom_chain_energy carom_chain_budget(const carom_chain *chain);
CAROM_API double carom_chain_momentum(const carom_chain *chain);

/* The same at an instant that a sampler is called for, with what was handed to it. */
CAROM_API carom_chain_energy carom_chain_budget_at(const carom_chain *chain,
                                                   const double *displacement,
                                                   const double *velocity);

/* Calls sampler(user, time, displacement, velocity) every `every` seconds from now on, now
 * included; NULL removes it. Force at a contact within it: carom_chain_force. */
typedef void carom_chain_sampler(void *user, double time, const double *displacement,
                                 const double *velocity);
CAROM_API void carom_chain_set_sampler(carom_chain *chain, double every,
                                       carom_chain_sampler *sampler, void *user);

/* Calls callback(user, contact, time, approach, touching) whenever undeformed surfaces meet
 * (touching) or part, from now on; NULL removes it. `approach` is negative when they part. */
typedef void carom_chain_contact_callback(void *user, int contact, double time, double approach,
                                          bool touching);
CAROM_API void carom_chain_set_contact_callback(carom_chain *chain,
                                                carom_chain_contact_callback *callback, void *user);

/* Force of a contact for displacements and velocities handed to a sampler. */
CAROM_API carom_force carom_chain_force(const carom_chain *chain, int contact,
                                        const double *displacement, const double *velocity);

/* Overlap of a contact for displacements handed to a sampler; CAROM_UNSET without it. */
CAROM_API double carom_chain_overlap(const carom_chain *chain, int contact,
                                     const double *displacement);

/* Force of a bead as a sensor in it sees it: the mean of the contact forces on its two sides. */
CAROM_API double carom_chain_sensor(const carom_chain *chain, int bead, const double *displacement,
                                    const double *velocity);

/* Over how many beads around this one the force of a sensor is more than half of what it is here,
 * with fractions, counted from the force at rest. CAROM_UNSET where there is no more than that, or
 * where the half is not passed before an end of the chain; a free end sees one contact only. */
CAROM_API double carom_chain_pulse_beads(const carom_chain *chain, int bead, double rest,
                                         const double *displacement, const double *velocity);

/* A pulse in a series of values, such as those of a sensor. Heights are the values themselves;
 * shares and halves of them are counted from the value at the start. CAROM_UNSET: there is none;
 * what rises by less than 1e-12 of the value at the start is rounding. */
typedef struct carom_pulse {
  double first_peak, time_of_first_peak; /* the first maximum above a share of the largest value */
  double peak, time_of_peak;             /* the largest value */
  double arrival;                        /* when a share of the first peak is passed */
  double duration;                       /* how long half of the first peak is passed, s */
} carom_pulse;

/* Finds it among `count` instants; time[i * stride] and value[i * stride] belong together. Peaks
 * are vertices of parabolas through three instants. */
CAROM_API carom_pulse carom_pulse_find(const double *time, const double *value, int64_t count,
                                       int64_t stride, double share);

/* What happens to a pulse between two places this far apart, m. CAROM_UNSET where one of them has
 * no pulse. */
typedef struct carom_wave {
  double speed;         /* by the times of the first peaks, m/s */
  double arrival_speed; /* by the arrivals, m/s */
  double transmission;  /* ratio of the first peaks */
} carom_wave;

CAROM_API carom_wave carom_wave_between(const carom_pulse *from, const carom_pulse *to,
                                        double distance);

/* The rate at which values decay along places: k of value ~ exp(-k place), fitted to logarithms.
 * CAROM_UNSET with fewer than two places or a value that is not positive. */
CAROM_API double carom_wave_decay(const double *place, const double *value, int count);

/* A sensor in a bead and what its record shows. Widths of the pulse are counted in grains: its
 * duration times the speed of the wave over the diameter of the bead, and the number of beads that
 * see more than half of its force at the time of the first peak. */
typedef struct carom_sensor {
  int bead;
  double position, diameter; /* of the bead before anything moved, m */
  bool loose;                /* one side touches nothing: it sees half of what others do */
  double highest;            /* force so far, N: see carom_sensor_width */
  carom_pulse pulse;
  double grains_in_time, grains_in_space;
} carom_sensor;

/* A sensor that has seen nothing yet. */
CAROM_API carom_sensor carom_sensor_in(const carom_chain *chain, int bead, double position,
                                       double diameter);

/* To be called at every instant that is recorded, with the force of the sensor then and at rest:
 * the width across beads if the force is no less than ever before, else CAROM_UNSET. */
CAROM_API double carom_sensor_width(carom_sensor *sensor, const carom_chain *chain, double force,
                                    double rest, const double *displacement,
                                    const double *velocity);

/* What was recorded of a sensor; time[k * stride], force[k * stride] and width[k * stride] belong
 * to row k. */
typedef struct carom_sensor_record {
  const double *time, *force, *width;
  int64_t rows, stride;
} carom_sensor_record;

/* Finds the pulse and its width across beads; `share` as in carom_pulse_find. */
CAROM_API void carom_sensor_measure(carom_sensor *sensor, const carom_sensor_record *record,
                                    double share);

/* Widths in time of sensors in the order of their beads, by the speed from the one before; by that
 * to the second one for the first. Needs carom_sensor_measure of all. */
CAROM_API void carom_sensors_widths(carom_sensor *sensor, int sensors);

/* The wave between two sensors; and the decay of the first peaks from bead to bead, fitted to those
 * sensors that are not loose. */
CAROM_API carom_wave carom_sensors_wave(const carom_sensor *from, const carom_sensor *to);
CAROM_API double carom_sensors_decay(const carom_sensor *sensor, int sensors);

/* Work done by the integrator. */
CAROM_API int64_t carom_chain_steps(const carom_chain *chain);

/* The longest step that is stable at the start: 2/omega of the stiffest contact, at its overlap
 * then and at that of an impact with the speed its definition expects, s. carom_chain_create
 * refuses a longer one, unless any step is wanted. */
CAROM_API double carom_chain_step_limit(const carom_chain *chain);

/* What fixed steps do to that contact. CAROM_UNSET where steps are not fixed, or bodies would not
 * part. */
typedef struct carom_chain_pacing {
  double limit;     /* see above */
  int contact;      /* its number */
  double speed;     /* at which it was tried, m/s */
  double duration;  /* of that impact, s */
  double resolved;  /* restitution of the law */
  double delivered; /* by this integrator in these steps: mean over 32 phases of touch; CAROM_UNSET
                       where it fails */
  double spread;    /* largest difference from that mean */
} carom_chain_pacing;

CAROM_API carom_status carom_chain_pace(const carom_chain *chain, carom_chain_pacing *out,
                                        carom_error *err);

/* Old names, until the next version. */
typedef carom_stop carom_chain_ask CAROM_DEPRECATED("use carom_stop");
typedef carom_chain_sampler carom_chain_record CAROM_DEPRECATED("use carom_chain_sampler");
typedef carom_chain_contact_callback
    carom_chain_listen CAROM_DEPRECATED("use carom_chain_contact_callback");

CAROM_DEPRECATED("use carom_chain_set_stop")
static inline void carom_chain_pause(carom_chain *chain, carom_stop *stop, void *user)
{
  carom_chain_set_stop(chain, stop, user);
}

CAROM_DEPRECATED("use carom_chain_set_sampler")
static inline void carom_chain_watch(carom_chain *chain, double every, carom_chain_sampler *sampler,
                                     void *user)
{
  carom_chain_set_sampler(chain, every, sampler, user);
}

CAROM_DEPRECATED("use carom_chain_set_contact_callback")
static inline void carom_chain_hear(carom_chain *chain, carom_chain_contact_callback *callback,
                                    void *user)
{
  carom_chain_set_contact_callback(chain, callback, user);
}

CAROM_DEPRECATED("use carom_chain_sample_contact")
static inline carom_status carom_chain_look(const carom_chain *chain, int contact,
                                            carom_chain_contact *out, carom_error *err)
{
  return carom_chain_sample_contact(chain, contact, out, err);
}

#ifdef __cplusplus
}
#endif

#endif
