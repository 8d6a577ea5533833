/* SPDX-License-Identifier: MIT */
/* A single impact of two bodies, resolved in time. */
#ifndef CAROM_IMPACT_H
#define CAROM_IMPACT_H

#include <carom/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The state at one instant of an impact. */
typedef struct carom_impact_sample {
  double time;     /* s, from first touch */
  double overlap;  /* m */
  double approach; /* m/s, negative while the bodies separate */
  carom_force force;
  carom_energy energy; /* stored and plastic, J */
  double viscous;      /* work dissipated by the dissipative part so far, J */
} carom_impact_sample;

typedef enum carom_integrator_name {
  CAROM_INTEGRATOR_DOP853,
  CAROM_INTEGRATOR_DOPRI5
} carom_integrator_name;

/* Definition of an impact. Start from carom_impact_default(). */
typedef struct carom_impact_def {
  const carom_contact *contact;
  double speed;     /* approach speed at first touch, m/s */
  double tolerance; /* relative tolerance of the integration */
  carom_integrator_name integrator;
  carom_state *state; /* memory of the pair, read and updated; NULL: a virgin pair */
  /* Called, unless NULL, from first touch until the undeformed surfaces separate: at equal
   * intervals or at the steps of the integrator, and in addition at every switch of the law, where
   * the force may jump, once before and once after it. */
  void (*record)(void *user, const carom_impact_sample *sample);
  void *user;
  double every; /* time between samples, s; 0: at the integrator's steps */
  unsigned cookie;
} carom_impact_def;

CAROM_API carom_impact_def carom_impact_default(void);

/* Settings of an impact: speed, tolerance, integrator. */
CAROM_API carom_fields carom_impact_fields(void);

/* Whether a law was used within its range. If several verdicts apply, the gravest is reported;
 * carom_validity_rank gives the order. */
typedef enum carom_validity {
  CAROM_VALID,
  CAROM_BEYOND_YIELD,   /* an elastic law was used beyond first yield of the material */
  CAROM_BEYOND_OVERLAP, /* the overlap exceeded a tenth of the effective radius */
  CAROM_NOT_AS_ASKED,   /* exact calibration was requested, but a different restitution was
                           delivered */
  CAROM_BEYOND_RANGE,   /* the overlap exceeded the range to which the law was fitted */
  CAROM_AT_FLOOR, /* motions only: touches were slower than `impact_speed_floor`, which was used
                     instead */
  CAROM_NOT_AS_DEFAULT, /* like CAROM_NOT_AS_ASKED, for the law's default restitution */
  CAROM_BEYOND_THEORY /* the theory behind the law does not hold for these bodies (Tabor parameter)
                       */
} carom_validity;

/* A sentence that describes a verdict. */
CAROM_API const char *carom_validity_text(carom_validity validity);

/* The outcome of an impact. Speeds are magnitudes. The contact lasts from first touch until the
 * force has vanished for good: at zero overlap, where tension is cut off, or at a plastic dent. */
typedef struct carom_impact {
  double restitution;
  double speed_in, speed_out;
  double duration;
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double overlap_at_separation;
  double residual_overlap;
  double energy_lost; /* kinetic energy lost, J */
  struct {            /* at the end of the episode, when the undeformed surfaces separate */
    double kinetic_in, kinetic_out, stored, viscous, plastic, residual; /* J */
  } energy;
  carom_validity validity;
  double overlap_over_yield; /* peak overlap over the overlap at first yield; CAROM_UNSET without a
                                yield stress */
  int64_t steps, rates;      /* integrator steps and evaluations of the equation of motion */
} carom_impact;

CAROM_API carom_status carom_impact_resolve(const carom_impact_def *def, carom_impact *result,
                                            carom_error *err);

/* An impact in dimensionless form. With the Hertz stiffness K, the reduced mass m and the speed v:
 * length = (5 m v^2 / (4 K))^(2/5), time = length / v, force = m v^2 / length. Starred lengths are
 * in units of (m v^2 / K)^(2/5), starred times in units of that over v. */
typedef struct carom_impact_scaled {
  double length, time, force; /* m, s, N */
  double h_max, t_max, t_c, F_max,
      t_F; /* peak overlap and its time, duration, peak force, its time */
  double e, damping_ratio;
  double d_max_star, t_max_star, t_c_star;
} carom_impact_scaled;

CAROM_API carom_impact_scaled carom_impact_scale(const carom_contact *contact,
                                                 const carom_impact *impact);

/* Approximate duration of a contact at this speed, s: the Hertz time, which damping and yield
 * change only a little; without elastic moduli, the duration of an integrated impact. CAROM_UNSET
 * where there is none. */
CAROM_API double carom_impact_time(const carom_contact *contact, double speed);

/* Restitution of a law with plastic memory from its energies alone, sqrt(W_u/W_l), for a virgin
 * pair; NaN for other laws. */
CAROM_API double carom_impact_restitution_by_energy(const carom_contact *contact, double speed);

#ifdef __cplusplus
}
#endif

#endif
