/* SPDX-License-Identifier: MIT */
/* What no force between bodies can change. */
#include <math.h>
#include <stdio.h>

#include "verify/stage.h"

static const carom_material glass = {60e9, 0.25, 2500, CAROM_UNSET, "glass"},
                            rubber = {1e7, 0.3, 2500, CAROM_UNSET, "rubber"};

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
    p->radius = 0.8e-3 + 0.2e-3 * stage_chance(&counter);
    for (int k = 0; k < 3; k++) {
      p->position[k] = 2.1e-3 * at[k];
      p->velocity[k] = -1.5 * at[k] + 0.5 * (stage_chance(&counter) - 0.5) + (k == 0 ? 0.3 : 0);
      p->spin[k] = 2000 * (stage_chance(&counter) - 0.5);
    }
  }
}

/* A loose lattice of 216 soft spheres that drift into each other: lists are rebuilt on the way. */
static void drifting(stage *s, const char *model)
{
  stage_set(s, &rubber, &rubber, 216, 1e-3, "tsuji");
  stage_normal(s, "restitution", 0.6);
  stage_tangential(s, model, 0.4);
  if (model[0] == 'l') stage_grip(s, "stiffness", 5e3);
  stage_lattice(s, 6, 1.7e-3, 0.2, 100);
}

/* What is summed, and how well a sum is kept: a share of the momentum and of the angular momentum
 * of all bodies, one way. */
typedef struct keeping {
  const char *name;
  void (*set)(stage *s, const char *model);
  double step;
  int64_t steps;
  double speed, arm, spin; /* of a body, about */
  double share;
  const char *why;
  double lost; /* of the energy, at least */
} keeping;

static bool conserves(const keeping *c, const char *model, carom_verify *v)
{
  double linear[2][3], angular[2][3], size[2] = {0, 0};
  stage s;
  c->set(&s, model);
  s.def.step = c->step;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return false;
  carom_scene_momentum(scene, linear[0], angular[0]);
  const carom_scene_energy start = carom_scene_budget(scene);
  for (int i = 0; i < s.def.particles; i++) {
    const carom_scene_grain b = stage_body(scene, i);
    size[0] += b.mass * c->speed;
    size[1] += b.mass * c->speed * c->arm + 0.4 * b.mass * b.radius * b.radius * c->spin;
  }
  const bool ran = stage_run(scene, c->steps, v);
  const carom_scene_energy e = carom_scene_budget(scene);
  const double rebuilds = (double)carom_scene_stats(scene).rebuilds;
  carom_scene_momentum(scene, linear[1], angular[1]);
  carom_scene_destroy(scene);
  if (!ran) return false;
  for (int k = 0; k < 3; k++) {
    carom_verify_add(v, "kg m/s", linear[0][k], linear[1][k], c->share * size[0], c->why,
                     "%s, %s: momentum along %c", c->name, model, 'x' + k);
    carom_verify_add(v, "kg m2/s", angular[0][k], angular[1][k], c->share * size[1], c->why,
                     "%s, %s: angular momentum about %c", c->name, model, 'x' + k);
  }
  /* it did collide: energy is lost, and the budget knows where */
  const double all = start.kinetic + start.rotational + start.elastic;
  carom_verify_within(v, "1", c->lost, 0.9, (e.viscous + e.friction) / all, "collisions took place",
                      "%s, %s: share of energy lost", c->name, model);
  carom_verify_within(v, "1", 0.01, 0.9, e.friction / all, "they were rough",
                      "%s, %s: share lost by friction", c->name, model);
  carom_verify_within(v, "1", 4, 400, rebuilds, "the bodies got about",
                      "%s, %s: rebuilds of the lists", c->name, model);
  carom_verify_add(v, "1", 0, e.residual / all, 2e-3,
                   "first order in the step where dashpots begin", "%s, %s: residual of the budget",
                   c->name, model);
  return true;
}

void carom_verify_cluster(carom_verify *v)
{
  static const char *const models[] = {"linear", "mindlin", "mindlin-secant"};
  static const keeping cases[] = {
      {"glass", cluster, 5e-8, 40000, 2, 3e-3, 1000, 1e-12, "1e-12: rounding of 40000 steps", 0.1},
      {"rubber", drifting, 2e-6, 2000, 0.1, 0.01, 0, 1e-13, "1e-13: rounding of 2000 steps", 0.1}};
  for (int c = 0; c < 2; c++)
    for (int m = 0; m < 3; m++)
      if (!conserves(&cases[c], models[m], v)) return;
}

/* The largest share of the energy at the start that is missing at a hundred instants; NaN if it
 * cannot be computed. */
static double missing(stage *s, int64_t steps, double *friction, carom_verify *v)
{
  carom_scene *scene = stage_made(s, v);
  if (!scene) return NAN;
  const double start = carom_scene_budget(scene).kinetic;
  double worst = 0;
  for (int i = 0; i < 100; i++) {
    if (!stage_run(scene, steps / 100, v)) {
      worst = NAN;
      break;
    }
    const double share = fabs(carom_scene_budget(scene).residual) / start;
    worst = share > worst ? share : worst;
  }
  *friction = carom_scene_budget(scene).friction / start;
  carom_scene_destroy(scene);
  return worst;
}

/* Spheres without damping or friction in a box: the energy of 1e5 steps. */
static double glass_gas(double step, int64_t steps, carom_verify *v)
{
  unsigned counter = 100;
  double friction;
  stage s;
  stage_set(&s, &glass, &glass, 64, 1e-3, "hertz");
  for (int i = 0; i < 64; i++) {
    carom_scene_particle *p = &s.particle[i];
    const int at[3] = {i % 4, i / 4 % 4, i / 16};
    for (int k = 0; k < 3; k++) {
      p->position[k] = 3e-3 * at[k] + 0.5e-3 * stage_chance(&counter);
      p->velocity[k] = 2 * stage_chance(&counter) - 1;
    }
  }
  stage_box(&s, -1.5e-3, 11.5e-3);
  s.def.step = step;
  return missing(&s, steps, &friction, v);
}

/* A dense gas of soft spheres of different sizes, smooth or rough. */
typedef struct rough {
  const char *model; /* NULL: smooth */
  double swing;      /* tangential restitution; 0: no dashpot */
  double limit;
} rough;

static double rubber_gas(const rough *r, double step, int64_t steps, double *friction,
                         carom_verify *v)
{
  stage s;
  stage_set(&s, &rubber, &rubber, 125, 1e-3, "hertz");
  stage_lattice(&s, 5, 2.2e-3, 1, 0);
  stage_tangential(&s, r->model, 0.3);
  if (r->swing > 0)
    stage_grip(&s, "tangential_restitution", r->swing);
  else if (r->model && r->model[0] == 'l')
    stage_grip(&s, "stiffness", 3e3);
  stage_box(&s, 0, 11e-3);
  s.def.step = step;
  return missing(&s, steps, friction, v);
}

void carom_verify_gas(carom_verify *v)
{
  static const char *const order = "order 2 of the step: 3 to 5";
  static const rough cases[] = {{NULL, 0, 1e-6},
                                {"linear", 0, 1e-6},
                                {"mindlin-secant", 0, 1e-6},
                                {"mindlin", 0.4, 3e-7},
                                {"mindlin-secant", 0.4, 3e-7}};
  /* a contact of glass lasts about 7 us at 1 m/s */
  const double h = 2e-8, coarse = glass_gas(2 * h, 50000, v), fine = glass_gas(h, 100000, v);
  double friction;
  carom_verify_add(v, "1", 0, fine, 1e-6, "1e-6 over 1e5 steps of t_c / 350",
                   "glass: largest share of the energy that is missing");
  carom_verify_add(v, "1", 4, coarse / fine, 1, order,
                   "glass: error of twice the step over that of the step");
  for (int i = 0; i < 5; i++) {
    const rough *r = &cases[i];
    const int64_t steps = r->model ? 2500 : 5000;
    const double twice = rubber_gas(r, 4e-7, steps, &friction, v),
                 once = rubber_gas(r, 2e-7, 2 * steps, &friction, v);
    char label[64];
    snprintf(label, sizeof label, "rubber, %s%s", r->model ? r->model : "smooth",
             r->swing > 0 ? " with dashpots" : "");
    carom_verify_add(v, "1", 0, once, r->limit, "what an error of order 2 comes to",
                     "%s: largest share of the energy that is missing", label);
    carom_verify_add(v, "1", 4, twice / once, 1, order,
                     "%s: error of twice the step over that of the step", label);
    if (r->model)
      carom_verify_within(v, "1", r->swing > 0 ? 0.1 : 0.01, 0.9, friction, "they were rough",
                          "%s: share lost by friction", label);
  }
  const rough mindlin = {"mindlin", 0, 1e-3};
  carom_verify_add(v, "1", 0, rubber_gas(&mindlin, CAROM_UNSET, 400, &friction, v), mindlin.limit,
                   "the step that is chosen where none is given",
                   "rubber, mindlin: share that is missing");
}
