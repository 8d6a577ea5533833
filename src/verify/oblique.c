/* SPDX-License-Identifier: MIT */
#include "verify/oblique.h"

#include <math.h>

static const double pi = CAROM_PI;

const char *const oblique_models[3] = {"linear", "mindlin", "mindlin-secant"};

static double sphere_mass(const carom_material *m, double radius)
{
  return m->density * 4 / 3 * pi * radius * radius * radius;
}

static double partner_mass(const oblique *o)
{
  if (!(o->partner_radius > 0)) return 0;
  return o->partner_mass > 0 ? o->partner_mass : sphere_mass(&o->partner, o->partner_radius);
}

static double modulus(const carom_material *a, const carom_material *b)
{
  return 1 / ((1 - a->poisson * a->poisson) / a->young + (1 - b->poisson * b->poisson) / b->young);
}

static double shear(const carom_material *a, const carom_material *b)
{
  const double ga = a->young / (2 * (1 + a->poisson)), gb = b->young / (2 * (1 + b->poisson));
  return 1 / ((2 - a->poisson) / ga + (2 - b->poisson) / gb);
}

static double reduced_radius(const oblique *o)
{
  return o->partner_radius > 0 ? 1 / (1 / o->radius + 1 / o->partner_radius) : o->radius;
}

hertz_impact hertz_solve(const oblique *o)
{
  hertz_impact h;
  const double own = sphere_mass(&o->body, o->radius), r = reduced_radius(o);
  h.mass = own;
  if (o->partner_radius > 0) h.mass = 1 / (1 / own + 1 / partner_mass(o));
  h.stiffness = 4.0 / 3 * modulus(&o->body, &o->partner) * sqrt(r);
  h.overlap = pow(1.25 * h.mass * o->speed * o->speed / h.stiffness, 0.4);
  h.force = h.stiffness * pow(h.overlap, 1.5);
  h.duration = 2.943275184324705 * h.overlap / o->speed;
  return h;
}

/* A linear spring whose half period is the duration of the Hertzian contact, if none is given. */
static double linear_stiffness(const oblique *o, const hertz_impact *h)
{
  return o->stiffness > 0 ? o->stiffness : h->mass * (pi / h->duration) * (pi / h->duration);
}

static double duration_of(const oblique *o, const hertz_impact *h)
{
  return o->stiffness > 0 ? pi * sqrt(h->mass / o->stiffness) : h->duration;
}

/* c of a tangential dashpot c sqrt(k_t): twice the share of the critical damping times the root of
 * the mass that slides, 2/7 of the reduced one. */
static double swing_damping(const oblique *o, double mass)
{
  const double l = o->swing > 0 ? -log(o->swing) : 0;
  return 2 * l / sqrt(pi * pi + l * l) * sqrt(2.0 / 7 * mass);
}

static planar as_planar(const oblique *o, double *damping)
{
  const hertz_impact h = hertz_solve(o);
  const bool linear = o->model == PLANAR_LINEAR;
  const double root = sqrt(reduced_radius(o)), g = shear(&o->body, &o->partner);
  planar p = {.mass = {sphere_mass(&o->body, o->radius), partner_mass(o)},
              .radius = {o->radius, o->partner_radius},
              .speed = o->speed,
              .sideways = {o->sideways, 0},
              .spin = {o->spin, o->partner_spin},
              .stiffness = linear ? linear_stiffness(o, &h) : h.stiffness,
              .power = linear ? 1 : 1.5,
              .damping_power = linear ? 0 : 0.25,
              .cut = true,
              .model = o->model,
              .friction = o->friction,
              .duration = duration_of(o, &h)};
  if (*damping == 0) *damping = planar_damping(&p, o->restitution);
  p.damping = *damping;
  p.grip = linear ? (o->grip > 0 ? o->grip : 2.0 / 7 * p.stiffness)
                  : (o->model == PLANAR_MINDLIN ? 8.0 : 16.0 / 3) * g * root;
  p.grip_damping = linear ? 0.5 * p.damping : swing_damping(o, h.mass);
  return p;
}

static void as_stage(const oblique *o, stage *s)
{
  const hertz_impact h = hertz_solve(o);
  const bool linear = o->model == PLANAR_LINEAR, pair = o->partner_radius > 0;
  const char *law = linear ? "hooke" : o->restitution < 1 ? "tsuji" : "hertz";
  stage_set(s, &o->body, &o->partner, pair ? 2 : 1, o->radius, law);
  for (int k = 0; k < 3; k++)
    s->contact[k].normal.speed = o->speed;
  if (linear) stage_normal(s, "stiffness", linear_stiffness(o, &h));
  if (linear || o->restitution < 1) stage_normal(s, "restitution", o->restitution);
  stage_tangential(s, oblique_models[o->model], o->friction);
  s->def.step = duration_of(o, &h) / OBLIQUE_STEPS;
  if (o->grip > 0) stage_grip(s, "stiffness", o->grip);
  if (o->swing > 0) stage_grip(s, "tangential_restitution", o->swing);
  carom_scene_particle *a = &s->particle[0], *b = &s->particle[1];
  a->position[2] = o->radius + 0.37 * o->speed * s->def.step; /* any part of a step before */
  a->velocity[0] = o->sideways;
  a->velocity[2] = -o->speed;
  a->spin[1] = o->spin;
  if (pair) {
    b->radius = o->partner_radius;
    b->material = 1;
    b->mass = partner_mass(o);
    b->position[2] = -o->partner_radius;
    b->spin[1] = o->partner_spin;
  } else {
    stage_floor(s);
  }
}

bool oblique_solve(const oblique *o, double *damping, encounter *scene, planar_result *reference,
                   carom_verify *v)
{
  stage s;
  as_stage(o, &s);
  if (reference) {
    const planar p = as_planar(o, damping);
    *reference = planar_solve(&p);
  }
  carom_scene *made = stage_made(&s, v);
  if (!made) return false;
  *scene = stage_meet(made, 20 * OBLIQUE_STEPS, v);
  carom_scene_destroy(made);
  if (!scene->over) {
    const carom_error err = {.where = "contact", .text = "it does not end"};
    carom_verify_stop(v, &err);
  }
  return scene->over;
}
