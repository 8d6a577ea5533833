/* SPDX-License-Identifier: MIT */
/* Chains: bodies on a line, each in contact with its neighbours. A chain is used by one thread at a
 * time. */
#ifndef CAROM_CHAIN_H
#define CAROM_CHAIN_H

#include <carom/archive.h>
#include <carom/encounters.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One body of a chain. Start from carom_bead_default(): a steel sphere of 20 mm radius at rest.
 * Bodies are numbered from the left; velocities are positive to the right. */
typedef struct carom_bead {
  carom_body body; /* sphere or flat, with radius, mass, material and `fixed` */
  double velocity; /* initial velocity, m/s */
  double gap;      /* to the previous body (or the left wall), m; negative: overlap */
  double force;    /* constant force to the right, N */
  /* Prescribed velocity: `drive_points` pairs of time and velocity, linear in between and constant
   * outside. One point is a constant velocity; no points leave the body free. */
  int drive_points;
  const double *drive_time, *drive_velocity;
  int contact; /* index in carom_chain_def.contact: contact with the previous body */
  /* Only for a settled start: the body touches its right neighbour at the first instant but arrives
   * only then, like a striker, and is therefore not part of the static equilibrium. */
  bool arrives;
} carom_bead;

CAROM_API carom_bead carom_bead_default(void);

/* A wall at an end of the chain: a fixed flat. */
typedef struct carom_chain_wall {
  bool present;
  carom_material material;
  double gap;  /* between the wall and the last body, m (right wall only) */
  int contact; /* index in carom_chain_def.contact */
} carom_chain_wall;

typedef enum carom_chain_integrator {
  CAROM_CHAIN_DOP853, /* resolved: every switch of every contact is located as an event */
  CAROM_CHAIN_DOPRI5,
  CAROM_CHAIN_VERLET, /* fixed steps of velocity Verlet, contacts evaluated in blocks: for long
                         chains */
  /* Schemes from publications, for comparison. They do not locate events: contacts switch at the
   * ends of steps. */
  CAROM_CHAIN_EULER_TRAPEZOID, /* fixed steps, implicit, order 2, iterated to convergence */
  CAROM_CHAIN_RK45,            /* Dormand-Prince 5(4), with error control or in fixed steps */
  CAROM_CHAIN_GEAR5            /* fixed steps, Gear's predictor-corrector of order 5 */
} carom_chain_integrator;

/* The name of an integrator, such as "euler-trapezoid", or NULL for an invalid number; and whether
 * it takes fixed steps only, so that `step` must be given. */
CAROM_API const char *carom_chain_integrator_name(carom_chain_integrator integrator);
CAROM_API bool carom_chain_integrator_fixed(carom_chain_integrator integrator);

/* Definition of a chain. Start from carom_chain_default(). carom_chain_create copies everything. */
typedef struct carom_chain_def {
  const carom_bead *bead;
  int beads;
  /* Laws and settings; the bodies of each definition are filled in by the chain. `speed` of a
   * definition is the approach speed that its calibration assumes. */
  const carom_contact_def *contact;
  int contacts;
  carom_chain_wall left, right;
  double gravity; /* along the chain, towards the right end, m/s2 */
  /* Start in static equilibrium under gravity and constant forces; initial velocities are applied
   * on top. A body is supported if it touches its right neighbour (no gap) and that one is itself
   * supported, fixed, driven or the wall. Other bodies stay where they are placed; see
   * carom_chain_rest. */
  bool settled;
  carom_chain_integrator integrator;
  double tolerance; /* relative, of adaptive steps and of event location */
  /* Length of fixed steps, s. Required by verlet, euler-trapezoid and gear5; with 0 the other
   * integrators choose their steps by the tolerance. Steps of dop853 and dopri5 end on events even
   * when they are fixed. */
  double step;
  bool any_step; /* accept a step beyond the stability limit, to reproduce earlier work */
  double corrector_tolerance; /* euler-trapezoid: relative change at which the iteration stops */
  union {
    bool all_active; /* also step bodies that no disturbance has reached yet; same bits */
    bool no_window CAROM_DEPRECATED("use all_active");
  };
  /* Verlet only: evaluate contact laws with the half-step velocity, as LAMMPS does, instead of the
   * velocity predicted for the end of the step. This is a first-order error in the step, for
   * comparison. */
  bool half_velocity;
  /* Verlet only: contacts whose peaks are recorded (`follow_all`: all of them); the other
   * integrators record the peaks of every contact. Since events are not located, a peak is the
   * vertex of the parabola through three steps. */
  const int *followed;
  int follow;
  bool follow_all;
  unsigned cookie;
} carom_chain_def;

CAROM_API carom_chain_def carom_chain_default(void);

/* Settings of a chain (gravity, step, tolerance, corrector_tolerance) and of a bead (velocity, gap,
 * force) with units, ranges and defaults, the same as in scenario files. For the body of a bead see
 * carom_body_fields. */
CAROM_API carom_fields carom_chain_fields(void);
CAROM_API carom_fields carom_bead_fields(void);

/* The largest chain for all integrators except verlet. */
enum { CAROM_CHAIN_RESOLVED_BEADS = 2000 };

typedef struct carom_chain carom_chain;

CAROM_API carom_status carom_chain_create(const carom_chain_def *def, carom_chain **chain,
                                          carom_error *err);
CAROM_API void carom_chain_destroy(carom_chain *chain);

/* Advances to this time (s). On an error the chain stays at the last valid instant. */
CAROM_API carom_status carom_chain_advance(carom_chain *chain, double until, carom_error *err);

/* From now on calls stop(user) after every step, or after every few steps in long chains. When it
 * returns true, carom_chain_advance returns early, without an error. A chain that was stopped and
 * advanced again gives the same bits as one that was not. NULL removes the callback. */
CAROM_API void carom_chain_set_stop(carom_chain *chain, carom_stop *stop, void *user);

/* Visits the complete state, to store or load it. To load, create the chain from the same
 * definition, set the same sampler, then visit; the chain continues with the same bits. Callbacks
 * are not part of the state, but the time of the next sample is. */
enum { CAROM_CHAIN_STATE = 3 }; /* version of the arrays */
CAROM_API carom_status carom_chain_archive(carom_chain *chain, carom_archive *archive,
                                           carom_error *err);

CAROM_API double carom_chain_time(const carom_chain *chain);
CAROM_API int carom_chain_beads(const carom_chain *chain);

/* The role of a body in a settled start. */
typedef enum carom_rest {
  CAROM_REST_NONE,    /* the start was not settled */
  CAROM_REST_SETTLED, /* its weight and force are carried by its right neighbour */
  CAROM_REST_FIXED,   /* fixed and driven bodies carry what rests on them and load nothing */
  CAROM_REST_DRIVEN,
  CAROM_REST_ARRIVES, /* not in the equilibrium: carom_bead.arrives */
  CAROM_REST_APART    /* not in the equilibrium: a gap separates it from its support */
} carom_rest;

CAROM_API carom_rest carom_chain_rest(const carom_chain *chain, int bead);

/* The present state: displacements from the initial positions (m) and velocities (m/s) of all
 * bodies. The arrays belong to the chain and are valid until it advances or is destroyed. */
typedef struct carom_chain_view {
  double time;
  int beads;
  const double *displacement, *velocity;
} carom_chain_view;

CAROM_API carom_chain_view carom_chain_sample(const carom_chain *chain);
CAROM_API const double *carom_chain_displacement(const carom_chain *chain);
CAROM_API const double *carom_chain_velocity(const carom_chain *chain);

/* Contacts are numbered from the left: contact i joins bodies i and i + 1. The walls have their own
 * numbers. */
enum { CAROM_LEFT_WALL = -1, CAROM_RIGHT_WALL = -2 };

/* The present state of a contact and its peaks so far. Times are CAROM_UNSET until a peak was
 * observed. */
typedef struct carom_chain_contact {
  double overlap, approach;
  carom_force force;
  double first_peak_overlap, time_of_first_peak_overlap, force_at_first_peak_overlap;
  double first_peak_force, time_of_first_peak_force;
  double peak_force, time_of_peak_force;
  double residual_overlap;
  int64_t touches; /* how often the undeformed surfaces have met since the start */
} carom_chain_contact;

CAROM_API carom_status carom_chain_sample_contact(const carom_chain *chain, int contact,
                                                  carom_chain_contact *out, carom_error *err);

/* A copy of the prepared contact with this number: its law, its constants and the restitution asked
 * for. */
CAROM_API carom_status carom_chain_prepared(const carom_chain *chain, int contact,
                                            carom_contact *out, carom_error *err);

/* The record of encounters of this contact since the start, for carom_verdict_of. Verlet does not
 * count impacts: it reports the fastest approach and the deepest overlap over the neighbouring
 * contacts of the same kind, and touches are 0 or 1 for laws that need their speed, and 0
 * otherwise. */
CAROM_API carom_status carom_chain_encounters(const carom_chain *chain, int contact,
                                              carom_encounters *out, carom_error *err);

/* Energy by channel, J. `work` is that of drives and constant forces; `residual` is the amount by
 * which the energy budget fails to close since the start. */
typedef struct carom_chain_energy {
  double kinetic, elastic, viscous, plastic, gravity, work, residual;
} carom_chain_energy;

CAROM_API carom_chain_energy carom_chain_budget(const carom_chain *chain);
CAROM_API double carom_chain_momentum(const carom_chain *chain);

/* The energy at an instant for which a sampler is called, from the arrays passed to it. */
CAROM_API carom_chain_energy carom_chain_budget_at(const carom_chain *chain,
                                                   const double *displacement,
                                                   const double *velocity);

/* From now on calls sampler(user, time, displacement, velocity) every `every` seconds, beginning
 * now; NULL removes it. The arrays are valid during the call. Contact forces are available from
 * carom_chain_force. */
typedef void carom_chain_sampler(void *user, double time, const double *displacement,
                                 const double *velocity);
CAROM_API void carom_chain_set_sampler(carom_chain *chain, double every,
                                       carom_chain_sampler *sampler, void *user);

/* From now on calls callback(user, contact, time, approach, touching) whenever undeformed surfaces
 * meet (`touching`) or separate; NULL removes it. `approach` is negative at separation. */
typedef void carom_chain_contact_callback(void *user, int contact, double time, double approach,
                                          bool touching);
CAROM_API void carom_chain_set_contact_callback(carom_chain *chain,
                                                carom_chain_contact_callback *callback, void *user);

/* Force of a contact for displacements and velocities passed to a sampler. */
CAROM_API carom_force carom_chain_force(const carom_chain *chain, int contact,
                                        const double *displacement, const double *velocity);

/* Overlap of a contact for displacements passed to a sampler; CAROM_UNSET if there is no such
 * contact. */
CAROM_API double carom_chain_overlap(const carom_chain *chain, int contact,
                                     const double *displacement);

/* The force that a sensor inside a bead measures: the mean of the contact forces on its two
 * sides. */
CAROM_API double carom_chain_sensor(const carom_chain *chain, int bead, const double *displacement,
                                    const double *velocity);

/* The width of a pulse in beads, with fractions: around this bead, how far the sensor force in
 * excess of its value at rest stays above half of its value here. CAROM_UNSET where the excess is
 * not positive, or where an end of the chain comes before the half is passed; a free end has only
 * one contact. */
CAROM_API double carom_chain_pulse_beads(const carom_chain *chain, int bead, double rest,
                                         const double *displacement, const double *velocity);

/* A pulse in a series of values, such as those of a sensor. Peaks are the values themselves;
 * fractions and halves of them are measured from the initial value. CAROM_UNSET: not found. A rise
 * of less than 1e-12 of the initial value is taken for rounding. */
typedef struct carom_pulse {
  double first_peak,
      time_of_first_peak;    /* first maximum above a given share of the largest value */
  double peak, time_of_peak; /* largest value */
  double arrival;            /* when that share of the first peak is first exceeded */
  double duration;           /* full width at half maximum of the first peak, s */
} carom_pulse;

/* Finds the pulse among `count` instants; time[i * stride] and value[i * stride] belong together.
 * Peaks are vertices of parabolas through three instants. */
CAROM_API carom_pulse carom_pulse_find(const double *time, const double *value, int64_t count,
                                       int64_t stride, double share);

/* Propagation of a pulse between two places this far apart, m. CAROM_UNSET where either has no
 * pulse. */
typedef struct carom_wave {
  double speed;         /* from the times of the first peaks, m/s */
  double arrival_speed; /* from the arrival times, m/s */
  double transmission;  /* ratio of the first peaks */
} carom_wave;

CAROM_API carom_wave carom_wave_between(const carom_pulse *from, const carom_pulse *to,
                                        double distance);

/* The decay rate k of value ~ exp(-k place), fitted to the logarithms. CAROM_UNSET for fewer than
 * two places or a value that is not positive. */
CAROM_API double carom_wave_decay(const double *place, const double *value, int count);

/* A sensor in a bead and the results from its record. The width of the pulse is given in grains in
 * two ways: as its duration times the wave speed over the diameter of the bead, and as the number
 * of beads with more than half of its force at the time of the first peak. */
typedef struct carom_sensor {
  int bead;
  double position, diameter; /* of the bead, initially, m */
  bool loose;                /* one side is free, so it measures half the force */
  double highest;            /* largest force so far, N; see carom_sensor_width */
  carom_pulse pulse;
  double grains_in_time, grains_in_space;
} carom_sensor;

/* A new sensor without any record. */
CAROM_API carom_sensor carom_sensor_in(const carom_chain *chain, int bead, double position,
                                       double diameter);

/* Call this at every recorded instant with the sensor's force and its force at rest. Returns the
 * width in beads if the force is at least as large as ever before, otherwise CAROM_UNSET. */
CAROM_API double carom_sensor_width(carom_sensor *sensor, const carom_chain *chain, double force,
                                    double rest, const double *displacement,
                                    const double *velocity);

/* The record of a sensor; time[k * stride], force[k * stride] and width[k * stride] belong to row
 * k. */
typedef struct carom_sensor_record {
  const double *time, *force, *width;
  int64_t rows, stride;
} carom_sensor_record;

/* Finds the pulse and its width in beads; `share` as in carom_pulse_find. */
CAROM_API void carom_sensor_measure(carom_sensor *sensor, const carom_sensor_record *record,
                                    double share);

/* Computes grains_in_time of sensors given in the order of their beads, with the wave speed from
 * the previous sensor (for the first one, and past a free end and its neighbour, of the next pair).
 * Call carom_sensor_measure for all of them first. */
CAROM_API void carom_sensors_widths(carom_sensor *sensor, int sensors);

/* The wave between two sensors (loose ones: no transmission, no speed to a neighbour), and the
 * decay of the first peaks from bead to bead, fitted to the sensors that are not loose. */
CAROM_API carom_wave carom_sensors_wave(const carom_sensor *from, const carom_sensor *to);
CAROM_API double carom_sensors_decay(const carom_sensor *sensor, int sensors);

/* Steps taken by the integrator. */
CAROM_API int64_t carom_chain_steps(const carom_chain *chain);

/* The longest stable step at the start, s: 2/omega of the stiffest contact, evaluated at its
 * initial overlap and at that of an impact with the speed of its definition. carom_chain_create
 * refuses a longer step unless `any_step` is set. */
CAROM_API double carom_chain_step_limit(const carom_chain *chain);

/* The effect of fixed steps on that stiffest contact. CAROM_UNSET where steps are not fixed, or
 * where the bodies would not separate. */
typedef struct carom_chain_pacing {
  double limit;     /* carom_chain_step_limit */
  int contact;      /* number of the contact */
  double speed;     /* speed of the trial impact, m/s */
  double duration;  /* duration of that impact, s */
  double resolved;  /* restitution of the law, resolved in time */
  double delivered; /* restitution in fixed steps: mean over 32 phases of first touch within a step;
                       CAROM_UNSET if the trial fails */
  double spread;    /* largest deviation from that mean */
} carom_chain_pacing;

CAROM_API carom_status carom_chain_pace(const carom_chain *chain, carom_chain_pacing *out,
                                        carom_error *err);

/* Former names, kept for one more version. */
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
