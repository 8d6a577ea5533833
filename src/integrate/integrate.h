/* SPDX-License-Identifier: MIT */
/* Time integration: explicit Runge-Kutta methods with adaptive steps, dense output and event
 * location, and two fixed-step schemes from publications. The caller owns all memory: the
 * integrator itself and one array of carom_integrator_doubles() doubles. Nothing here allocates,
 * and equal input gives equal bits everywhere. */
#ifndef CAROM_INTEGRATE_H
#define CAROM_INTEGRATE_H

#include <carom/archive.h>

typedef enum carom_method {
  CAROM_DOP853, /* order 8, dense output of order 7: the default choice */
  CAROM_DOPRI5, /* order 5, dense output of order 4: for coarse tolerances */
  /* Fixed steps only; dense output is the cubic through the values and rates at both ends. */
  CAROM_EULER_TRAPEZOID, /* order 2: predicted by Euler's rule, then iterated with the implicit
                            trapezoidal rule until no state changes by more than rtol |y| + atol */
  CAROM_GEAR5            /* Gear's predictor-corrector with six values per coordinate: order 5; one
                            rate evaluation per step, no guards */
} carom_method;

/* The problem y' = rate(t, y), smooth as long as no guard is negative. A guard is a function that
 * stays >= 0 while the present regime holds. The regime is frozen during a step, so `rate` is also
 * called slightly outside of it (where some guard is negative) and must return finite values there.
 * A guard that is negative when a step starts is asleep until it has been non-negative again; a
 * guard that is exactly 0 is awake. */
typedef struct carom_ode {
  int states, guards;
  void *user;
  void (*rate)(void *user, double t, const double *y, double *dydt);
  void (*guard)(void *user, double t, const double *y, double *g); /* NULL if guards == 0 */
  /* Optional upper bound of the next step. Each step examines the guards at its ends and in its
   * middle; this function is for guards that could dip below 0 and return between those points. A
   * value that is not positive means no bound. */
  double (*longest)(void *user, double t, const double *y);
  /* Optional, one per guard: how far below 0 an event may be located, if the two regimes hardly
   * differ there; 0 means to rounding. The array is not copied. */
  const double *grain;
  /* Optional: corrects the result of every trial step, for example by projection onto invariants,
   * before guards and errors are evaluated. Events are therefore located on projected states. The
   * correction must be small compared with the tolerance. */
  void (*project)(void *user, double t, double *y);
  /* For GEAR5: the first `pairs` states are coordinates, the next `pairs` their rates, all others
   * are integrals. `damped`: accelerations depend on the rates. */
  int pairs;
  bool damped;
} carom_ode;

typedef struct carom_stepping {
  carom_method method;
  double rtol;         /* raised to 1e-14 if smaller */
  const double *atol;  /* one per state, copied; NULL: all 0 */
  double first_step;   /* 0: chosen automatically */
  double longest_step; /* 0: unbounded */
  double fixed_step;   /* > 0: all steps have this length, without error control and bounds */
  int64_t step_limit;  /* largest number of trial steps since the start, excluding those repeated
                          for events; 0: no limit */
} carom_stepping;

typedef enum carom_step_result {
  CAROM_STEP_TAKEN, /* one step, no event, t < t_end */
  CAROM_STEP_EVENT, /* stopped just after the first crossing; see carom_integrator_fired */
  CAROM_STEP_END,   /* t == t_end, no event */
  CAROM_STEP_FAILED /* t and y are those of the last valid step; `failure` gives the reason */
} carom_step_result;

typedef enum carom_step_failure {
  CAROM_FAILURE_NONE,
  CAROM_FAILURE_STEP,       /* the tolerance requires a step too small to be resolved in t */
  CAROM_FAILURE_NOT_FINITE, /* a rate, a guard or the state is not finite, even for tiny steps */
  CAROM_FAILURE_LIMIT,      /* step_limit reached */
  CAROM_FAILURE_CORRECTOR   /* the corrector does not converge: the step is too long */
} carom_step_failure;

typedef struct carom_integrator {
  /* May be read by the caller. */
  double t;         /* present time */
  double *y;        /* present state; may be modified, followed by ..._resume() */
  double *g;        /* guards at the end of the last step */
  double t_old;     /* where the last step started */
  double length;    /* length of the last step, more precise than t - t_old; 0: none */
  double step;      /* length of the next trial step; may be modified as well */
  int64_t steps;    /* accepted */
  int64_t rejected; /* failed the error test */
  int64_t retaken;  /* repeated with another length to locate events */
  int64_t rates;    /* calls of rate() */
  carom_step_failure failure;

  /* Private. */
  carom_ode problem;
  carom_stepping stepping;
  const struct carom_tableau *tableau;
  double t_rest, t_old_rest;       /* rounding errors of t and t_old (compensated summation of small
                                      steps) */
  double trend_length, trend_root; /* of the last accepted step: its length, and the root of its
                                      error */
  double *y_old, *stage, *atol, *k, *k_first, *k_last, *dense;
  double *g_old, *g_low, *g_high, *g_probe, *g_wake, *g_scale;
  bool fresh;      /* g, and k_last if have_last, are valid for t, y and the regime */
  bool have_last;  /* k_last is evaluated */
  bool have_dense; /* dense output is prepared */
  bool event;      /* the last advance ended with an event */
  bool stuck;      /* the corrector did not converge */
  int past;        /* GEAR5: number of equidistant instants in its history */
  double past_length;
} carom_integrator;

/* The length of the array `work`, in doubles. */
size_t carom_integrator_doubles(carom_method method, int states, int guards);

/* Starts at t from the state y. `y`, `problem` and `stepping` are copied; `work` stays in use. */
void carom_integrator_start(carom_integrator *in, const carom_ode *problem,
                            const carom_stepping *stepping, double t, const double *y,
                            double *work);

/* Takes one accepted step, at most up to t_end. If a guard that is awake becomes negative, the step
 * is repeated with the length that lands just after the first such crossing: the state at an event
 * is thus the result of a true step and has the full order of the method. There the guard is
 * strictly negative, by an amount of the order of rounding. A guard that leaves 0 at the very start
 * causes an event after a tiny step, which may be too short to change t. If the caller continues
 * without a change of regime, that guard is asleep. */
carom_step_result carom_integrator_advance(carom_integrator *in, double t_end);

/* Call this after changing y, or anything that rate() or guard() depend on. Rates and guards are
 * re-evaluated at the next advance; the predicted step length is kept. */
void carom_integrator_resume(carom_integrator *in);

/* True if this guard is one of those that ended the last advance with CAROM_STEP_EVENT. */
bool carom_integrator_fired(const carom_integrator *in, int guard);

/* The state at a time within the last step. The first call for a step may evaluate additional
 * rates, so it must precede any change of y or the regime; later calls evaluate none. */
void carom_integrator_interpolate(carom_integrator *in, double t, double *y);

/* Stores or loads everything that the next step depends on, between two steps. `work` must have
 * been zeroed before the start. To load, start as before, then visit. */
carom_status carom_integrator_archive(carom_integrator *in, carom_archive *archive,
                                      carom_error *err);

#endif
