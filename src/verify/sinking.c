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

/* The scenario, for longer: grains sink at their own velocities while they are apart; then the
 * large ones lie on the floor and the small ones still sink. What they weigh, less buoyancy, is
 * carried by the floor and by drag. */
typedef struct settled {
  double velocity;    /* over the terminal one, mean of all */
  double floor, drag; /* what they carry, over the weight */
  double higher;      /* the small ones are */
} settled;

static const double viscosity = 0.15, lift = 1500; /* of the scenario; kg/m3 above the fluid's */

/* Mean velocity over the terminal one. */
static double relative_velocity(carom_scene *scene)
{
  const carom_scene_view view = carom_scene_sample(scene);
  double sum = 0;
  for (int64_t i = 0; i < view.count; i++) {
    const double r = view.grain[i].radius;
    sum -= view.grain[i].velocity[2] / (2 * lift * g * r * r / (9 * viscosity));
  }
  return sum / (double)view.count;
}

/* Adds a share of what is seen now. */
static bool glance(bulk *b, double share, settled *out)
{
  carom_error err = {.code = CAROM_OK};
  carom_scene_wall_state box;
  carom_scene *scene = bulk_scene(b);
  if (!bulk_ok(b, carom_scene_sample_wall(scene, 0, &box, &err), &err)) return false;
  const carom_scene_view view = carom_scene_sample(scene);
  double weight = 0, drag = 0, mean[2] = {0, 0}, count[2] = {0, 0};
  for (int64_t i = 0; i < view.count; i++) {
    const carom_scene_grain *p = &view.grain[i];
    const double r = p->radius;
    const int small = r < 0.75e-3;
    weight += lift * g * 4 / 3.0 * pi * r * r * r;
    drag -= 6 * pi * viscosity * r * p->velocity[2];
    mean[small] += p->position[2] - r;
    count[small]++;
  }
  out->floor -= share * box.force[2] / weight;
  out->drag += share * drag / weight;
  out->higher += share * (mean[1] / count[1] - mean[0] / count[0]);
  return true;
}

static bool settle(carom_verify *v, int seed, settled *out)
{
  enum { GLANCES = 200 };
  bulk b = {.v = v};
  bulk_open(&b, "sedimentation.yaml");
  bulk_set(&b, "scene.particles.0.seed", "%d", 2 * seed);
  bulk_set(&b, "scene.particles.1.seed", "%d", 2 * seed + 1);
  bulk_set(&b, "run.until", "3 s");
  bulk_set(&b, "record.every", "1 s");
  bulk_start(&b);
  bulk_advance(&b, 0.02); /* many of the times that they take; few have met */
  *out = (settled){.velocity = b.failed ? NAN : relative_velocity(bulk_scene(&b))};
  for (int k = 1; k <= GLANCES && bulk_advance(&b, 2.5 + 0.5 * k / GLANCES); k++)
    glance(&b, 1.0 / GLANCES, out);
  bulk_close(&b);
  return !b.failed;
}

void carom_verify_sedimentation(carom_verify *v)
{
  const int seeds = bulk_pick(v, 2, 5);
  carom_verify_mean velocity = {0}, weight = {0}, order = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    settled s = {.velocity = NAN};
    bulk_note(v, "seed %d of %d", seed, seeds);
    if (!settle(v, seed, &s)) return;
    carom_verify_sample(&velocity, s.velocity);
    carom_verify_sample(&weight, s.floor + s.drag);
    carom_verify_sample(&order, s.higher);
  }
  carom_verify_band(v, "1", 0.99, 1.01, &velocity, "Stokes, but for the few that meet",
                    "velocity over the terminal one, mean of all");
  carom_verify_band(v, "1", 1 - 1e-3, 1 + 1e-3, &weight, "weight less buoyancy, and inertia",
                    "carried by floor and drag, over what they weigh");
  carom_verify_band(v, "m", 1e-3, 3e-2, &order, "the large ones come down first",
                    "small grains are higher by");
}
