/* SPDX-License-Identifier: MIT */
/* One impact of two bodies, resolved in time. */
#ifndef CAROM_IMPACT_H
#define CAROM_IMPACT_H

#include <carom/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One instant of an impact. */
typedef struct carom_impact_sample {
  double time;     /* s, from first touch */
  double overlap;  /* m */
  double approach; /* m/s, negative when the bodies part */
  carom_force force;
  carom_energy energy; /* stored and plastic, J */
  double viscous;      /* work of the dissipative part so far, J */
} carom_impact_sample;

typedef enum carom_integrator_name {
  CAROM_INTEGRATOR_DOP853,
  CAROM_INTEGRATOR_DOPRI5
} carom_integrator_name;

/* What is to be computed. Start from carom_impact_default(). */
typedef struct carom_impact_def {
  const carom_contact *contact;
  double speed;     /* approach speed at first touch, m/s */
  double tolerance; /* relative, of the integration */
  carom_integrator_name integrator;
  carom_state *state; /* the pair's memory, read and updated; NULL: a virgin pair */
  /* Called, if not NULL, from first touch until the undeformed surfaces part: at equal intervals,
   * or at the steps of the integrator; and at every switch of the law, where the force may jump,
   * once before and once after. */
  void (*record)(void *user, const carom_impact_sample *sample);
  void *user;
  double every; /* time between samples, s; 0: at the integrator's steps */
  unsigned cookie;
} carom_impact_def;

CAROM_API carom_impact_def carom_impact_default(void);

/* Fields of an impact: speed, tolerance, integrator. */
CAROM_API carom_fields carom_impact_fields(void);

/* Whether a law stayed where it is meant to be used. The gravest verdict counts: the overlap, then
 * the range of the law, then the restitution, then yield. */
typedef enum carom_validity {
  CAROM_VALID,
  CAROM_BEYOND_YIELD,   /* an elastic law was pushed past the first yield of the material */
  CAROM_BEYOND_OVERLAP, /* the overlap passed a tenth of the effective radius */
  CAROM_NOT_AS_ASKED,   /* calibrated exactly, but another restitution than asked was delivered */
  CAROM_BEYOND_RANGE,   /* the overlap passed the one up to which the law was fitted */
  CAROM_AT_FLOOR, /* of motions: touches slower than `impact_speed_floor`, which decided instead */
  CAROM_NOT_AS_DEFAULT, /* as CAROM_NOT_AS_ASKED where nobody asked: not the default of the law */
  CAROM_BEYOND_THEORY /* the theory behind the law is not meant for such bodies: Tabor parameter */
} carom_validity;

/* The sentence that belongs to a verdict. */
CAROM_API const char *carom_validity_text(carom_validity validity);

/* The outcome. Speeds are magnitudes. The contact lasts from first touch until the force has
 * vanished for good: at zero overlap, where tension is cut, or at a plastic dent. */
typedef struct carom_impact {
  double restitution;
  double speed_in, speed_out;
  double duration;
  double peak_force, time_of_peak_force;
  double peak_overlap, time_of_peak_overlap;
  double overlap_at_separation;
  double residual_overlap;
  double energy_lost; /* kinetic energy lost, J */
  struct {            /* at the end of the episode, when the undeformed surfaces part */
    double kinetic_in, kinetic_out, stored, viscous, plastic, residual; /* J */
  } energy;
  carom_validity validity;
  double overlap_over_yield; /* peak overlap over that at first yield; CAROM_UNSET without yield */
  int64_t steps, rates;      /* work done by the integrator */
} carom_impact;

CAROM_API carom_status carom_impact_resolve(const carom_impact_def *def, carom_impact *result,
                                            carom_error *err);

/* An impact without dimensions. With K the Hertz stiffness, m the reduced mass and v the speed:
 * length = (5 m v^2 / (4 K))^(2/5), time = length / v, force = m v^2 / length. Quantities with a
 * star are in units of (m v^2 / K)^(2/5) instead. */
typedef struct carom_impact_scaled {
  double length, time, force; /* m, s, N */
  double h_max, t_max, t_c, F_max,
      t_F; /* peak overlap and its time, duration, peak force, its time */
  double e, damping_ratio;
  double d_max_star, t_max_star, t_c_star;
} carom_impact_scaled;

CAROM_API carom_impact_scaled carom_impact_scale(const carom_contact *contact,
                                                 const carom_impact *impact);

/* About how long a contact lasts at this speed, s: Hertz's time, which damping and yield change a
 * little; without moduli, that of an impact. CAROM_UNSET: there is none. */
CAROM_API double carom_impact_time(const carom_contact *contact, double speed);

/* Restitution of a memory law from its energies alone, sqrt(W_u/W_l), for a virgin pair; NaN for
 * other laws. */
CAROM_API double carom_impact_restitution_by_energy(const carom_contact *contact, double speed);

#ifdef __cplusplus
}
#endif

#endif
