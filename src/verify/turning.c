/* SPDX-License-Identifier: MIT */
/* What a contact remembers turns with it: with the normal, and about the normal. The references
 * need no such rule: a spring along the tangent is a number, and one in a plane that stands still a
 * complex number. */
#include <complex.h>
#include <math.h>
#include <stdio.h>

#include "verify/stage.h"

enum { STEPS = 40000 }; /* of the references, in one contact */

static const double pi = CAROM_PI;
static const carom_material rubber = {1e7, 0.3, 1000, CAROM_UNSET, "rubber"};
static const char *const models[] = {"linear", "mindlin-secant", "mindlin"};

/* Two equal spheres of rubber, or one on a floor: Hertz and friction. */
typedef struct gripping {
  double radius, mass, inertia, stiffness, grip, friction, duration;
  int model;
} gripping;

static gripping gripping_of(int model, bool floor, double speed)
{
  gripping g = {.radius = 0.01, .friction = 0.5, .model = model};
  const double modulus = rubber.young / (2 * (1 - 0.09)), r = floor ? g.radius : g.radius / 2;
  const double shear = rubber.young / (2 * 1.3) / (2 * (2 - 0.3));
  g.mass = rubber.density * 4 / 3 * pi * 1e-6;
  g.inertia = 0.4 * g.mass * g.radius * g.radius;
  g.stiffness = 4.0 / 3 * modulus * sqrt(r);
  const double reduced = floor ? g.mass : g.mass / 2;
  const double overlap = pow(1.25 * reduced * speed * speed / g.stiffness, 0.4);
  g.duration = 2.943275184324705 * overlap / speed;
  g.grip = model == 0 ? 0.5 * 1.5 * g.stiffness * sqrt(overlap)
                      : (model == 1 ? 16.0 / 3 : 8.0) * shear * sqrt(r);
  return g;
}

/* What the spring is now worth, after the cap: a force that is real or complex. */
static double complex pull(const gripping *g, double d, double normal, double complex path,
                           double complex *spring, double *before)
{
  const double k = g->model == 0 ? g->grip : g->grip * sqrt(d), limit = g->friction * normal;
  if (g->model == 2 && *before > k) *spring *= k / *before;
  *before = k;
  *spring += g->model == 2 ? -k * path : path;
  double complex f = g->model == 2 ? *spring : -k * *spring;
  if (cabs(f) > limit) {
    *spring *= limit / cabs(f);
    f *= limit / cabs(f);
  }
  return f;
}

/* Two spheres in a plane: position, velocity and spin of the first over the second as seen from
 * their centre of mass; by symmetry the spins are equal. */
typedef struct orbit {
  double complex x, v; /* of the first from the second */
  double w;            /* of each, counterclockwise */
} orbit;

static void solve_orbit(const gripping *g, orbit *o)
{
  const double h = g->duration / STEPS;
  double complex spring = 0;
  double before = 0;
  for (int64_t i = 0; i < 4 * STEPS; i++) {
    const double complex x = o->x + 0.5 * h * o->v;
    const double distance = cabs(x), d = 2 * g->radius - distance;
    const double complex n = -x / distance, t = I * n; /* n from the first to the second */
    if (d <= 0 && i > 10) break;
    const double normal = d > 0 ? g->stiffness * pow(d, 1.5) : 0;
    /* the contact point of each lies half the distance from its centre */
    const double slip = creal(o->v * conj(t)) + o->w * distance;
    const double f = creal(pull(g, d > 0 ? d : 0, normal, slip * h, &spring, &before));
    o->v += h * 2 / g->mass * (-normal * n + f * t);
    o->w += h * 0.5 * distance * f / g->inertia;
    o->x += h * o->v; /* with the new velocity: as good as the middle, over many steps */
  }
}

static void set_pair(const gripping *g, stage *s, bool floor)
{
  stage_set(s, &rubber, &rubber, floor ? 1 : 2, g->radius, "hertz");
  stage_tangential(s, models[g->model], g->friction);
  if (g->model == 0) stage_grip(s, "stiffness", g->grip);
  s->def.step = g->duration / 2000;
}

static void turning_normal(carom_verify *v, int model)
{
  static const char *const why = "3 / N of what friction changes, N = 2000 steps";
  const double speed = 1;
  const gripping g = gripping_of(model, false, speed);
  /* some ten degrees; spins that almost roll, so that the spring holds */
  const double sideways = 0.2 * 2 * g.radius / g.duration;
  const double spin = (0.6 - sideways) / (2 * g.radius);
  stage s;
  set_pair(&g, &s, false);
  /* from touch at an angle of 45 degrees to the axes, in the plane of x and z */
  const double complex n = cexp(I * pi / 4);
  orbit o = {.x = 2 * g.radius * n, .v = (-speed - I * sideways) * n, .w = spin};
  const double complex x = o.x - 0.3 * s.def.step * o.v;
  s.particle[0].position[0] = creal(x), s.particle[0].position[2] = cimag(x);
  for (int k = 0; k < 2; k++)
    s.particle[k].velocity[0] = (k ? -0.5 : 0.5) * creal(o.v),
    s.particle[k].velocity[2] = (k ? -0.5 : 0.5) * cimag(o.v), s.particle[k].spin[1] = -spin;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return;
  const encounter e = stage_meet(scene, 20000, v);
  carom_scene_destroy(scene);
  solve_orbit(&g, &o);
  const double size = 3.0 / 2000 * (1 + g.friction) * 2 * speed;
  carom_verify_add(v, "m/s", 0.5 * creal(o.v), e.a.velocity[0], size, why, "%s: velocity along x",
                   models[model]);
  carom_verify_add(v, "m/s", 0.5 * cimag(o.v), e.a.velocity[2], size, why, "%s: velocity along z",
                   models[model]);
  /* counterclockwise from x to z is about -y */
  carom_verify_add(v, "rad/s", -o.w, e.a.spin[1], 2.5 * size / g.radius, why, "%s: spin",
                   models[model]);
}

/* A sphere on a floor that spins about the normal: its spring turns at half that rate. */
static void turning_about(carom_verify *v, int model)
{
  static const char *const why = "3 / N of what friction changes, N = 2000 steps";
  const double speed = 1, friction = 0.5;
  const gripping g = gripping_of(model, true, speed);
  const double spin = 4 / g.duration, h = g.duration / STEPS;
  double complex u = 0.6, w = 0, spring = 0; /* velocity and spin, x + i y */
  double d = 0, rate = speed, before = 0;
  stage s;
  set_pair(&g, &s, true);
  stage_floor(&s);
  s.particle[0].position[2] = g.radius + 0.3 * s.def.step * speed;
  s.particle[0].velocity[0] = creal(u);
  s.particle[0].velocity[2] = -speed;
  s.particle[0].spin[2] = spin;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return;
  const encounter e = stage_meet(scene, 20000, v);
  carom_scene_destroy(scene);
  for (int64_t i = 0; i < 4 * STEPS && (d > 0 || i < 10); i++) {
    const double middle = d + 0.5 * h * rate, lever = g.radius - middle;
    const double normal = middle > 0 ? g.stiffness * pow(middle, 1.5) : 0;
    spring *= cexp(I * 0.5 * spin * h);
    const double complex slip = u + I * lever * w;
    const double complex f = pull(&g, middle > 0 ? middle : 0, normal, slip * h, &spring, &before);
    u += h * f / g.mass;
    w += -I * h * lever * f / g.inertia;
    rate -= h * normal / g.mass;
    d += h * rate;
  }
  const double size = 3.0 / 2000 * friction * 2 * speed;
  carom_verify_add(v, "m/s", creal(u), e.a.velocity[0], size, why, "%s, twisted: along x",
                   models[model]);
  carom_verify_add(v, "m/s", cimag(u), e.a.velocity[1], size, why, "%s, twisted: along y",
                   models[model]);
  carom_verify_add(v, "rad/s", creal(w), e.a.spin[0], 2.5 * size / g.radius, why,
                   "%s, twisted: spin about x", models[model]);
  carom_verify_add(v, "rad/s", cimag(w), e.a.spin[1], 2.5 * size / g.radius, why,
                   "%s, twisted: spin about y", models[model]);
}

void carom_verify_turning(carom_verify *v)
{
  for (int model = 0; model < 3; model++) {
    turning_normal(v, model);
    turning_about(v, model);
  }
}
