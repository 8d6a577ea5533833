/* SPDX-License-Identifier: MIT */
/* A sphere of Hertz's law that slides on a plane and begins to roll. */
#include <math.h>

#include "verify/stage.h"

static const double g = 9.81, pi = CAROM_PI;
static const carom_material plastic = {1e9, 0.3, 2500, CAROM_UNSET, "plastic"};

/* It slides with a deceleration of mu g until it rolls, on a lever arm a that is shorter than the
 * radius by what it sinks in: at v q / (1 + q), q = a^2 / (0.4 r^2), 5/7 of v but for that. */
static bool slides_and_rolls(const char *model, carom_verify *v)
{
  const double r = 10e-3, mu = 0.2, speed = 0.5, mass = 4.0 / 3 * pi * r * r * r * 2500;
  const double stiffness = 4.0 / 3 * 1e9 / (2 * (1 - 0.09)) * sqrt(r);
  const double sag = pow(mass * g / stiffness, 2.0 / 3), arm = r - sag;
  const double q = arm * arm / (0.4 * r * r), rolls = speed * q / (1 + q);
  const double until = (speed - rolls) / (mu * g), energy = 0.5 * mass * speed * speed;
  stage s;
  stage_set(&s, &plastic, &plastic, 1, r, "tsuji");
  stage_normal(&s, "restitution", 0.5);
  stage_tangential(&s, model, mu);
  stage_floor(&s);
  s.particle[0].position[2] = arm;
  s.particle[0].velocity[0] = speed;
  s.def.gravity[2] = -g;
  s.def.step = 2e-6;
  carom_scene *scene = stage_made(&s, v);
  if (!scene || !stage_run(scene, (int64_t)(0.5 * until / s.def.step), v)) {
    carom_scene_destroy(scene);
    return false;
  }
  const double half = speed - mu * g * carom_scene_time(scene);
  carom_verify_add(v, "m/s", half, stage_body(scene, 0).velocity[0], 1e-4 * half,
                   "1e-4: the spring that grows first", "%s: half way, it slides", model);
  const bool ran = stage_run(scene, (int64_t)(2 * until / s.def.step), v);
  const carom_scene_grain b = stage_body(scene, 0);
  const carom_scene_energy e = carom_scene_budget(scene);
  carom_scene_wall_state wall = {.force = {0, 0, 0}};
  carom_scene_sample_wall(scene, 0, &wall, NULL);
  carom_scene_destroy(scene);
  if (!ran) return false;
  carom_verify_add(v, "m/s", rolls, b.velocity[0], 2e-4 * rolls, "2e-4: the spring swings",
                   "%s: rolls", model);
  carom_verify_add(v, "m/s", 5 * speed / 7, b.velocity[0], 1e-3 * rolls, "1e-3: the lever arm",
                   "%s: rolls, of a rigid sphere", model);
  carom_verify_add(v, "m/s", b.velocity[0], b.spin[1] * arm, 1e-3 * rolls,
                   "1e-3: the spring swings", "%s: spin times lever arm", model);
  carom_verify_add(v, "J", energy, e.kinetic + e.rotational + e.friction, 1e-3 * energy,
                   "1e-3: what the spring holds", "%s: energy, friction included", model);
  carom_verify_add(v, "J", 0, e.residual, 1e-6 * e.kinetic, "1e-6: order 2 of the step",
                   "%s: residual of the budget", model);
  carom_verify_add(v, "N", -mass * g, wall.force[2], 1e-3 * mass * g, "1e-3: it swings a little",
                   "%s: weight on the plane", model);
  return true;
}

void carom_verify_rolling(carom_verify *v)
{
  if (slides_and_rolls("mindlin", v)) slides_and_rolls("mindlin-secant", v);
}
