/* SPDX-License-Identifier: MIT */
/* Spheres in a fluid. */
#include <math.h>

#include "verify/bulk.h"
#include "verify/stage.h"

static const double g = 9.81, pi = CAROM_PI;

static const carom_material glass = {1e6, 0.25, 2500, CAROM_UNSET, "glass"};

/* A sphere that falls from rest in a fluid of this density: speeds after each of `looks` times of
 * this many steps. */
static bool fall(carom_verify *v, double radius, const carom_scene_force *drag, double step,
                 int64_t steps, int looks, double *speed)
{
  carom_scene_force force[2] = {*drag, carom_scene_force_default()};
  stage s;
  stage_set(&s, &glass, &glass, 1, radius, "hertz");
  force[1].kind = CAROM_FORCE_BUOYANCY;
  force[1].density = drag->density;
  s.def.force = force;
  s.def.forces = 2;
  s.def.gravity[2] = -g;
  s.def.step = step;
  carom_scene *scene = stage_made(&s, v);
  bool ran = scene;
  for (int k = 0; ran && k < looks; k++) {
    ran = stage_run(scene, steps, v);
    speed[k] = -stage_body(scene, 0).velocity[2];
  }
  carom_scene_destroy(scene);
  return ran;
}

enum { LOOKS = 4 };

void carom_verify_terminal(carom_verify *v)
{
  static const char *const still = "1e-6: nothing but rounding is left at rest with the drag";
  static const char *const order = "(h / tau)^2: the kick is of second order";
  const double radius = 0.5e-3, fluid = 1000, volume = 4 / 3.0 * pi * radius * radius * radius;
  const double mass = glass.density * volume, weight = (glass.density - fluid) * volume * g;
  for (int kind = 0; kind < 2; kind++) {
    carom_scene_force drag = carom_scene_force_default();
    drag.kind = kind ? CAROM_FORCE_QUADRATIC : CAROM_FORCE_STOKES;
    drag.density = fluid;
    drag.viscosity = 0.15;
    drag.coefficient = 0.44;
    const double linear = 6 * pi * drag.viscosity * radius,
                 square = 0.5 * drag.coefficient * fluid * pi * radius * radius;
    const double end = kind ? sqrt(weight / square) : weight / linear;
    const double tau = kind ? mass * end / weight : mass / linear;
    const char *name = kind ? "quadratic" : "stokes";
    double speed[LOOKS], rest;
    /* a hundredth of the time that it takes to get there, up to twice that time */
    if (!fall(v, radius, &drag, 0.01 * tau, 50, LOOKS, speed)) return;
    for (int k = 0; k < LOOKS; k++) {
      const double t = 0.5 * (k + 1), x = kind ? tanh(t) : 1 - exp(-t);
      carom_verify_add(v, "m/s", end * x, speed[k], 1e-4 * end, order,
                       "%s: speed after %g of its times", name, t);
    }
    if (!fall(v, radius, &drag, 0.05 * tau, 800, 1, &rest)) return;
    carom_verify_add(v, "m/s", end, rest, 1e-6 * end, still, "%s: terminal velocity", name);
  }
}
