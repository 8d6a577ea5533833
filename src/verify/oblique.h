/* SPDX-License-Identifier: MIT */
/* A sphere that meets a plane or another sphere obliquely: as a scene, as a planar integration. */
#ifndef CAROM_VERIFY_OBLIQUE_H
#define CAROM_VERIFY_OBLIQUE_H

#include "verify/planar.h"
#include "verify/stage.h"

enum { OBLIQUE_STEPS = 1000 }; /* in one contact */

typedef struct oblique {
  carom_material body, partner;
  double radius, partner_radius;     /* partner_radius 0: a plane */
  double speed;                      /* of approach, m/s */
  double sideways, spin;             /* as in planar.h */
  double partner_spin, partner_mass; /* mass 0: of its density */
  double restitution, friction;
  planar_model model;     /* linear: with a linear normal law of the same duration */
  double swing;           /* Mindlin's models: tangential restitution; 0: no dashpot */
  double stiffness, grip; /* linear: of both springs, N/m; 0: by the duration, and 2/7 of that */
} oblique;

extern const char *const oblique_models[3];

/* Hertz, closed form. */
typedef struct hertz_impact {
  double mass, stiffness, force, overlap, duration;
} hertz_impact;

hertz_impact hertz_solve(const oblique *o);

/* Both solutions; the second is left out if `reference` is NULL. False after a row that says why
 * not. `damping`: as found before for the same pair and restitution, or 0: it is found and kept
 * there. */
bool oblique_solve(const oblique *o, double *damping, encounter *scene, planar_result *reference,
                   carom_verify *v);

#endif
