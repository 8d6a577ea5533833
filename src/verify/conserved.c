/* SPDX-License-Identifier: MIT */
/* What no force between bodies can change. */
#include <math.h>
#include <stdio.h>

#include "verify/stage.h"

static const carom_material glass = {60e9, 0.25, 2500, CAROM_UNSET};

/* Numbers from 0 to 1 that depend on the counter alone. */
static double chance(unsigned *counter)
{
  unsigned x = ++*counter * 2654435769u;
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return (double)(x ^ x >> 16) / 4294967296.0;
}

/* A cube of 27 spheres of different sizes that flies together and spins. */
static void cluster(stage *s, const char *model)
{
  unsigned counter = 0;
  stage_set(s, &glass, &glass, 27, 1e-3, "tsuji");
  stage_normal(s, "restitution", 0.7);
  stage_tangential(s, model, 0.4);
  if (model[0] == 'l') stage_grip(s, "stiffness", 1e6);
  for (int i = 0; i < 27; i++) {
    carom_scene_particle *p = &s->particle[i];
    const int at[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
    p->radius = 0.8e-3 + 0.2e-3 * chance(&counter);
    for (int k = 0; k < 3; k++) {
      p->position[k] = 2.1e-3 * at[k];
      p->velocity[k] = -1.5 * at[k] + 0.5 * (chance(&counter) - 0.5) + (k == 0 ? 0.3 : 0);
      p->spin[k] = 2000 * (chance(&counter) - 0.5);
    }
  }
}

void carom_verify_cluster(carom_verify *v)
{
  static const char *const why = "1e-12: rounding of 5000 steps";
  static const char *const model[] = {"linear", "mindlin", "mindlin-secant"};
  for (int m = 0; m < 3; m++) {
    double linear[2][3], angular[2][3], size[2] = {0, 0};
    stage s;
    cluster(&s, model[m]);
    s.def.step = 5e-8;
    carom_scene *scene = stage_made(&s, v);
    if (!scene) return;
    carom_scene_momentum(scene, linear[0], angular[0]);
    for (int i = 0; i < 27; i++) { /* the size of what is summed */
      const carom_scene_grain b = stage_body(scene, i);
      size[0] += b.mass * 2;
      size[1] += b.mass * 2 * 3e-3 + 0.4 * b.mass * b.radius * b.radius * 1000;
    }
    const bool ran = stage_run(scene, 40000, v);
    const carom_scene_energy e = carom_scene_budget(scene);
    carom_scene_momentum(scene, linear[1], angular[1]);
    carom_scene_destroy(scene);
    if (!ran) return;
    for (int k = 0; k < 3; k++) {
      carom_verify_add(v, "kg m/s", linear[0][k], linear[1][k], 1e-12 * size[0], why,
                       "%s: momentum along %c", model[m], 'x' + k);
      carom_verify_add(v, "kg m2/s", angular[0][k], angular[1][k], 1e-12 * size[1], why,
                       "%s: angular momentum about %c", model[m], 'x' + k);
    }
    /* it did collide: more than a tenth of the energy is lost, and the budget knows where */
    const double all = e.kinetic + e.rotational + e.viscous + e.friction;
    carom_verify_add(v, "1", 0.5, (e.viscous + e.friction) / all, 0.4, "collisions took place",
                     "%s: share of energy lost", model[m]);
    carom_verify_add(v, "1", 0, e.residual / all, 2e-3,
                     "first order in the step where dashpots begin", "%s: residual of the budget",
                     model[m]);
  }
}

/* Spheres without damping or friction in a box: the energy of 1e5 steps. */
static double gas_residual(double step, long steps, carom_verify *v)
{
  unsigned counter = 100;
  stage s;
  carom_scene_energy e = {0};
  stage_set(&s, &glass, &glass, 64, 1e-3, "hertz");
  for (int i = 0; i < 64; i++) {
    carom_scene_particle *p = &s.particle[i];
    const int at[3] = {i % 4, i / 4 % 4, i / 16};
    for (int k = 0; k < 3; k++) {
      p->position[k] = 3e-3 * at[k] + 0.5e-3 * chance(&counter);
      p->velocity[k] = 2 * chance(&counter) - 1;
    }
  }
  stage_floor(&s);
  s.wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s.wall[0].low[k] = -1.5e-3, s.wall[0].high[k] = 11.5e-3;
  s.def.step = step;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return NAN;
  double worst = 0;
  for (int i = 0; i < 100 && stage_run(scene, steps / 100, v); i++) {
    e = carom_scene_budget(scene);
    const double share = fabs(e.residual) / (e.kinetic + e.elastic);
    worst = share > worst ? share : worst;
  }
  carom_scene_destroy(scene);
  return worst;
}

void carom_verify_gas(carom_verify *v)
{
  /* a contact lasts about 7 us at 1 m/s */
  const double h = 2e-8, coarse = gas_residual(2 * h, 50000, v), fine = gas_residual(h, 100000, v);
  carom_verify_add(v, "1", 0, fine, 1e-6, "1e-6 over 1e5 steps of t_c / 350",
                   "largest share of the energy that is missing");
  carom_verify_add(v, "1", 4, coarse / fine, 1.5, "order 2 of the step: 2.5 to 5.5",
                   "error of twice the step over that of the step");
}
