/* SPDX-License-Identifier: MIT */
/* Oblique impacts with a tangential dashpot, of a sphere on a plane and of unequal spheres: from
 * one that never slips to one that slides all along. */
#include <stdio.h>

#include "verify/oblique.h"

static const double N = OBLIQUE_STEPS;

/* How fast it comes sideways, over the speed of approach, and the friction. */
typedef struct way {
  double slope, friction;
} way;

static bool compare(carom_verify *v, const oblique *o, double *damping, const way *w)
{
  const bool pair = o->partner_radius > 0;
  const char *const why = pair
                              ? "3 / N of the slip: the line of centres turns, not in the reference"
                              : "0.3 / N of the slip: friction turns within a step, N = 1000";
  const double allowed = (pair ? 3 : 0.3) / N * w->slope * o->speed;
  char label[80];
  encounter e;
  planar_result p;
  snprintf(label, sizeof label, "%s, %s, e_t %g, slope %g, friction %g", pair ? "pair" : "plane",
           oblique_models[o->model], o->swing, w->slope, w->friction);
  if (!oblique_solve(o, damping, &e, &p, v)) return false;
  carom_verify_add(v, "m/s", p.sideways[0], e.a.velocity[0], allowed, why, "%s: sideways", label);
  carom_verify_add(v, "rad/s", p.spin[0], e.a.spin[1], 2.5 * allowed / o->radius, why, "%s: spin",
                   label);
  return true;
}

void carom_verify_dashpots(carom_verify *v)
{
  static const way ways[] = {{0.2, 5}, {0.5, 0.5}, {1, 0.2}, {3, 0.2}};
  static const double swing[] = {0.9, 0.5, 0.1};
  const carom_material glass = {70e9, 0.25, 2500, CAROM_UNSET, "glass"},
                       steel = {208e9, 0.3, 7850, CAROM_UNSET, "steel"};
  for (int pair = 0; pair < 2; pair++) {
    double damping = 0; /* the same for all: only what happens sideways differs */
    for (int model = PLANAR_MINDLIN; model <= PLANAR_SECANT; model++)
      for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
          const oblique o = {.body = glass,
                             .partner = steel,
                             .radius = 2e-3,
                             .partner_radius = pair ? 3e-3 : 0,
                             .speed = 0.5,
                             .sideways = 0.5 * ways[k].slope,
                             .restitution = 0.8,
                             .friction = ways[k].friction,
                             .model = (planar_model)model,
                             .swing = swing[i]};
          if (!compare(v, &o, &damping, &ways[k])) return;
        }
  }
}
