/* SPDX-License-Identifier: MIT */
/* Integration in time: explicit Runge-Kutta with adaptive steps, dense output and located events;
 * two schemes of fixed steps that papers use.
 *
 * The caller owns all memory: the integrator itself and one array of carom_integrator_doubles()
 * doubles. Nothing here allocates, and the same input gives the same bits everywhere. */
#ifndef CAROM_INTEGRATE_H
#define CAROM_INTEGRATE_H

#include <carom/archive.h>

typedef enum carom_method {
  CAROM_DOP853, /* order 8, dense output of order 7: the one to use */
  CAROM_DOPRI5, /* order 5, dense output of order 4: for coarse tolerances */
  /* Fixed steps only; dense output is the cubic of the values and rates at both ends. */
  CAROM_EULER_TRAPEZOID, /* order 2: predicted by Euler's rule, corrected by the trapezoid until
                            the change of no state is above rtol |y| + atol */
  CAROM_GEAR5            /* Gear's predictor-corrector with six values a coordinate: order 5; one
                            rate a step, no guards */
} carom_method;

/* y' = rate(t, y), smooth as long as no guard is negative.
 *
 * A guard is a function that stays >= 0 while the present regime holds. During a step the right
 * side stays in its regime, so `rate` is also called a little outside of it (where some guard is
 * negative) and must return finite values there. A guard that is negative when a step starts is
 * asleep until it has been non-negative again; one that is exactly 0 is awake. */
typedef struct carom_ode {
  int states, guards;
  void *user;
  void (*rate)(void *user, double t, const double *y, double *dydt);
  void (*guard)(void *user, double t, const double *y, double *g); /* NULL if guards == 0 */
  /* Optional cap on the next step. Each step looks at the guards at its ends and in its middle;
   * this is for guards that could dip below 0 and come back between those. Values that are not
   * positive mean: no cap. */
  double (*longest)(void *user, double t, const double *y);
  /* Optional, one per guard: how far below 0 an event may be located, where the two regimes hardly
   * differ there; 0 means rounding. Kept, not copied. */
  const double *grain;
  /* Optional: moves the result of every tried step back to where it belongs, as onto invariants,
   * before guards and errors are looked at; so an event is located on states that were moved. The
   * correction must be small against the tolerance. */
  void (*project)(void *user, double t, double *y);
  /* For GEAR5: the first `pairs` states are coordinates, the next `pairs` their rates. All others
   * are integrals. `damped`: accelerations depend on the rates. */
  int pairs;
  bool damped;
} carom_ode;

typedef struct carom_stepping {
  carom_method method;
  double rtol;         /* raised to 1e-14 if smaller */
  const double *atol;  /* one per state, copied; NULL: all 0 */
  double first_step;   /* 0: chosen */
  double longest_step; /* 0: no cap */
  double fixed_step;   /* > 0: all steps have this length, without error control and caps */
  int64_t step_limit;  /* tried steps since the start, re-taken ones not counted; 0: no limit */
} carom_stepping;

typedef enum carom_step_result {
  CAROM_STEP_TAKEN, /* one step, no event, t < t_end */
  CAROM_STEP_EVENT, /* stopped just behind the first crossing; see carom_integrator_fired */
  CAROM_STEP_END,   /* t == t_end, no event */
  CAROM_STEP_FAILED /* t and y are those of the last good step; `failure` says why */
} carom_step_result;

typedef enum carom_step_failure {
  CAROM_FAILURE_NONE,
  CAROM_FAILURE_STEP,       /* the tolerance asks for a step that t cannot resolve */
  CAROM_FAILURE_NOT_FINITE, /* a rate, a guard or the state is not finite, even for tiny steps */
  CAROM_FAILURE_LIMIT,      /* step_limit reached */
  CAROM_FAILURE_CORRECTOR   /* the corrector does not converge: the step is too long */
} carom_step_failure;

typedef struct carom_integrator {
  /* To be read by the caller. */
  double t;         /* present time */
  double *y;        /* present state; may be changed in place, followed by ..._resume() */
  double *g;        /* guards at the end of the last step */
  double t_old;     /* where the last step started */
  double length;    /* of the last step, with more digits than t - t_old; 0: none */
  double step;      /* length tried next; may be changed as well */
  int64_t steps;    /* accepted */
  int64_t rejected; /* failed the error test */
  int64_t retaken;  /* repeated with another length to locate events */
  int64_t rates;    /* calls of rate() */
  carom_step_failure failure;

  /* Private. */
  carom_ode problem;
  carom_stepping stepping;
  const struct carom_tableau *tableau;
  double t_rest, t_old_rest; /* what t and t_old lack: sums of small steps keep their digits */
  double trend_length, trend_root; /* of the last step that passed: length, root of its error */
  double *y_old, *stage, *atol, *k, *k_first, *k_last, *dense;
  double *g_old, *g_low, *g_high, *g_probe, *g_wake, *g_scale;
  bool fresh;      /* g, and k_last if have_last, belong to t, y and the regime */
  bool have_last;  /* k_last is evaluated */
  bool have_dense; /* dense output is prepared */
  bool event;      /* the last advance ended with an event */
  bool stuck;      /* the corrector did not converge */
  int past;        /* GEAR5: how many instants of equal distance its history holds */
  double past_length;
} carom_integrator;

/* The length of the array `work`, in doubles. */
size_t carom_integrator_doubles(carom_method method, int states, int guards);

/* Starts at t with a copy of the state y. `problem` and `stepping` are copied, `work` is kept. */
void carom_integrator_start(carom_integrator *in, const carom_ode *problem,
                            const carom_stepping *stepping, double t, const double *y,
                            double *work);

/* Takes one accepted step, at most up to t_end. If a guard that is awake goes negative on the way,
 * the step is repeated with the length that lands just behind the first such crossing: that state
 * is the result of a true step and has the full order of the method. There the guard is strictly
 * negative, by an amount at the level of rounding. A guard that leaves 0 at the very start leads to
 * an event after a tiny step, possibly too short to be seen in t. The caller who goes on without a
 * change finds that guard asleep. */
carom_step_result carom_integrator_advance(carom_integrator *in, double t_end);

/* To be called after the caller changed y, or anything that rate() or guard() depend on. Rates and
 * guards are re-evaluated at the next advance; the guess for the step length is kept. */
void carom_integrator_resume(carom_integrator *in);

/* Whether this guard is one of those that ended the last advance with CAROM_STEP_EVENT. */
bool carom_integrator_fired(const carom_integrator *in, int guard);

/* The state at a time within the last step. The first call for a step evaluates further rates, so
 * it has to come before the caller changes y or the regime; later calls cost no rates. */
void carom_integrator_interpolate(carom_integrator *in, double t, double *y);

/* All that the next step depends on, between two steps. `work` must have been zeroed before the
 * start. To load: start as before, then visit. */
carom_status carom_integrator_archive(carom_integrator *in, carom_archive *archive,
                                      carom_error *err);

#endif
