/* SPDX-License-Identifier: MIT */
/* The eight impacts of Y. C. Chung and J. Y. Ooi, Granular Matter 13 (2011) 643; parameters as
 * three other codes have them. The stick branch depends on the tangential model: one row for each.
 */
#include <math.h>
#include <stdio.h>

#include "verify/oblique.h"

static const double N = OBLIQUE_STEPS;
static const double degree = CAROM_PI / 180;

static const carom_material glass = {48e9, 0.20, 2800, CAROM_UNSET, "glass"},
                            limestone = {20e9, 0.25, 2500, CAROM_UNSET, "limestone"},
                            al_alloy = {70e9, 0.30, 2699, CAROM_UNSET, "al alloy"},
                            mg_alloy = {40e9, 0.35, 1800, CAROM_UNSET, "mg alloy"},
                            al_oxide = {380e9, 0.23, 4000, CAROM_UNSET, "al oxide"},
                            cast_iron = {100e9, 0.25, 7000, CAROM_UNSET, "cast iron"},
                            alloy = {70e9, 0.33, 2700, CAROM_UNSET, "alloy"},
                            steel = {208e9, 0.30, 7850, CAROM_UNSET, "steel"},
                            polyethylene = {1e9, 0.40, 1400, CAROM_UNSET, "polyethylene"},
                            nylon = {2.5e9, 0.40, 1000, CAROM_UNSET, "nylon"},
                            copper = {120e9, 0.35, 8900, CAROM_UNSET, "copper"};

/* A plane a thousand times as stiff, or as stiff as materials may be; references use the same. */
static carom_material stiff(const carom_material *m)
{
  carom_material plane = *m;
  plane.young = 1000 * m->young < 1e14 ? 1000 * m->young : 1e14;
  return plane;
}

static const char *const second_order = "20 / N^2: velocity Verlet, N = 1000 steps a contact";
static const char *const first_order = "3 / N: friction turns within a step, N = 1000";
static const char
    *const growing = "3 / N, and 0.03 s: a damped contact sticks until its spring has grown";
static const char *const damped = "1 / N: a dashpot begins and ends within a step, N = 1000";
static const char *const both = "3 / N, and the lever arm is r - d: overlap / r";

static double parting(const oblique *o, const encounter *e)
{
  return o->partner_radius > 0 ? e->a.velocity[2] - e->b.velocity[2] : e->a.velocity[2];
}

static void elastic(carom_verify *v, const char *name, const oblique *o)
{
  const hertz_impact h = hertz_solve(o);
  encounter e;
  if (!oblique_solve(o, NULL, &e, NULL, v)) return;
  const double share = 20 / (N * N);
  carom_verify_add(v, "N", h.force, e.peak_force, share * h.force, second_order,
                   "%s: largest force", name);
  carom_verify_add(v, "m", h.overlap, e.peak_overlap, share * h.overlap, second_order,
                   "%s: largest overlap", name);
  carom_verify_add(v, "s", h.duration, e.duration, share * h.duration, second_order, "%s: duration",
                   name);
  carom_verify_add(v, "m/s", o->speed, parting(o, &e), share * o->speed, second_order,
                   "%s: speed out", name);
}

void carom_verify_chung_ooi_1(carom_verify *v)
{
  oblique o = {.radius = 0.01,
               .partner_radius = 0.01,
               .speed = 20,
               .restitution = 1,
               .friction = 0.35,
               .model = PLANAR_MINDLIN};
  o.body = o.partner = glass, elastic(v, "glass", &o);
  o.body = o.partner = limestone, elastic(v, "limestone", &o);
}

void carom_verify_chung_ooi_2(carom_verify *v)
{
  oblique o = {.radius = 0.1, .speed = 0.2, .restitution = 1, .model = PLANAR_MINDLIN};
  o.body = al_alloy, o.partner = stiff(&al_alloy), elastic(v, "aluminium alloy", &o);
  o.body = mg_alloy, o.partner = stiff(&mg_alloy), elastic(v, "magnesium alloy", &o);
}

void carom_verify_chung_ooi_3(carom_verify *v)
{
  static const char *const why = "60 / N^2 of the speed in: the dashpot begins within a step";
  const struct {
    const char *name;
    carom_material material;
  } ball[] = {{"aluminium oxide", al_oxide}, {"cast iron", cast_iron}};
  for (int k = 0; k < 2; k++)
    for (int i = 2; i <= 10; i++) {
      oblique o = {.body = ball[k].material,
                   .partner = stiff(&ball[k].material),
                   .radius = 2.5e-3,
                   .speed = 3.9,
                   .restitution = 0.1 * i,
                   .model = PLANAR_MINDLIN};
      planar_result reference;
      encounter e;
      double damping = 0;
      if (i == 10) o.restitution = 1, elastic(v, ball[k].name, &o);
      if (!oblique_solve(&o, &damping, &e, &reference, v)) return;
      carom_verify_add(v, "1", o.restitution, e.a.velocity[2] / o.speed, 60 / (N * N), why,
                       "%s: restitution of %.1f", ball[k].name, o.restitution);
      carom_verify_add(v, "N", reference.peak_force, e.peak_force, 1e-3 * reference.peak_force,
                       "1e-3: the largest force of the planar integration",
                       "%s: largest force at %.1f", ball[k].name, o.restitution);
    }
}

/* One oblique impact against the planar integration, and against the closed form of one that slides
 * all along: up to the share `grown` of its impulse, which is lost before the spring has grown; <
 * 0: it does not slide. */
static bool compare(carom_verify *v, const oblique *o, double *damping, double grown,
                    const char *label, double *slip)
{
  encounter e;
  planar_result p;
  if (!oblique_solve(o, damping, &e, &p, v)) return false;
  *slip = e.a.velocity[0] - o->radius * e.a.spin[1]; /* of the undeformed contact point */
  const double impulse = o->friction * (1 + o->restitution) * o->speed; /* over the mass */
  const double turn = 2.5 * impulse / o->radius, depth = hertz_solve(o).overlap / o->radius;
  const double sign = o->sideways - o->radius * o->spin > 0 ? 1 : -1;
  carom_verify_add(v, "m/s", p.sideways[0], e.a.velocity[0], 3 / N * impulse, first_order,
                   "%s: sideways", label);
  carom_verify_add(v, "rad/s", p.spin[0], e.a.spin[1], 3 / N * turn, first_order, "%s: spin",
                   label);
  carom_verify_add(v, "m/s", o->restitution * o->speed, parting(o, &e), o->speed / N, damped,
                   "%s: speed out", label);
  const double lost = 2.5 *
                      (o->sideways - e.a.velocity[0]); /* angular momentum about the contact */
  carom_verify_add(v, "m/s", o->spin * o->radius + lost, e.a.spin[1] * o->radius,
                   depth * fabs(lost) + 3 / N * impulse, both, "%s: spin by what was lost sideways",
                   label);
  if (grown < 0) return true;
  const double share = 3 / N + grown;
  carom_verify_add(v, "m/s", o->sideways - sign * impulse, e.a.velocity[0], share * impulse,
                   grown > 0 ? growing : first_order, "%s: sideways, closed form", label);
  carom_verify_add(v, "rad/s", o->spin + sign * turn, e.a.spin[1], (share + depth) * turn, both,
                   "%s: spin, closed form", label);
  return true;
}

static void name_it(char text[64], const char *material, int model, const char *what, double value)
{
  snprintf(text, 64, "%s, %s, %s %g", material, oblique_models[model], what, value);
}

/* Read by another code (Kratos) from the figures of the paper, for the first material of each test:
 * places, values, and how well a figure can be read. Where the contact sticks (below 15 degrees,
 * psi below 6, s above 1) the figures follow models with other tangential stiffnesses or partial
 * slip: there only the planar integration of the same model is a reference. */
typedef struct reading {
  int count;
  const double *at, *value;
  double tolerance;
} reading;

static const double angles_at[] = {15, 20, 25, 30, 35, 40, 50, 60, 70, 80},
                    angles_out[] = {-5.5, -7.5, -7.5, -3.5, 3.4, 11.6, 29.4, 47.8, 64.6, 78.7};
static const reading angles = {10, angles_at, angles_out, 1};
static const double psi_at[] = {6, 10}, psi_out[] = {-1.01, 3.01};
static const reading psis = {2, psi_at, psi_out, 0.15};
static const double beta_at[] = {0.18, 0.55, 0.97}, beta_out[] = {-0.82, -0.44, -0.03};
static const reading betas = {3, beta_at, beta_out, 0.03};

static void read_off(carom_verify *v, const reading *r, double at, double value, const char *unit,
                     const char *label)
{
  for (int i = 0; i < r->count; i++)
    if (r->at[i] == at)
      carom_verify_add(v, unit, r->value[i], value, r->tolerance, "how well the figure can be read",
                       "%s: as printed", label);
}

void carom_verify_chung_ooi_4(carom_verify *v)
{
  const struct {
    const char *name;
    carom_material material;
  } ball[] = {{"oxide", al_oxide}, {"alloy", alloy}};
  for (int k = 0; k < 2; k++)
    for (int model = 0; model < 3; model++) {
      double damping = 0;
      for (int angle = 5; angle <= 85; angle += 5) {
        const oblique o = {.body = ball[k].material,
                           .partner = stiff(&ball[k].material),
                           .radius = 2.5e-3,
                           .speed = 3.9 * cos(angle * degree),
                           .sideways = 3.9 * sin(angle * degree),
                           .restitution = 0.98,
                           .friction = 0.092,
                           .model = (planar_model)model};
        char label[64];
        name_it(label, ball[k].name, model, "degrees", angle);
        if (model == PLANAR_LINEAR) damping = 0; /* its stiffness depends on the speed */
        double slip;
        if (!compare(v, &o, &damping, angle >= 50 ? 0 : -1, label, &slip)) return;
        if (k == 0 && model == PLANAR_MINDLIN)
          read_off(v, &angles, angle, atan2(slip, o.restitution * o.speed) / degree, "degrees",
                   label);
      }
    }
}

void carom_verify_chung_ooi_5(carom_verify *v)
{
  static const double psi[] = {0.33, 1.01, 2, 2.99, 3.34, 4, 5, 6, 8, 10, 14};
  const struct {
    const char *name;
    carom_material material;
  } ball[] = {{"steel", steel}, {"polyethylene", polyethylene}};
  for (int k = 0; k < 2; k++)
    for (int model = 0; model < 3; model++)
      for (int i = 0; i < 11; i++) {
        const oblique o = {.body = ball[k].material,
                           .partner = stiff(&ball[k].material),
                           .radius = 1e-5,
                           .speed = 5,
                           .sideways = psi[i] * 0.3 * 5,
                           .restitution = 1,
                           .friction = 0.3,
                           .model = (planar_model)model};
        char label[64];
        double damping = 0;
        name_it(label, ball[k].name, model, "psi", psi[i]);
        double slip;
        if (!compare(v, &o, &damping, psi[i] >= 10 ? 0 : -1, label, &slip)) return;
        if (k == 0 && model == PLANAR_MINDLIN)
          read_off(v, &psis, psi[i], slip / (o.friction * o.speed), "1", label);
      }
}

/* Spinning sphere: s = 3.5 mu (1 + e) v_n / (r w); small s: it slides all along. */
static void spinning(carom_verify *v, const char *name, const carom_material *body,
                     const carom_material *partner, double partner_radius, double partner_mass)
{
  static const double s[] = {0.18, 0.55, 0.97, 1.19, 1.45, 2.09, 3, 5.7, 11.9};
  for (int model = 0; model < 3; model++) {
    double damping = 0;
    for (int i = 0; i < 9; i++) {
      const double impulse = 0.4 * 1.5 * 0.2;
      const oblique o = {.body = *body,
                         .partner = *partner,
                         .radius = 0.1,
                         .partner_radius = partner_radius,
                         .partner_mass = partner_mass,
                         .speed = 0.2,
                         .spin = -3.5 * impulse / s[i] / 0.1,
                         .restitution = 0.5,
                         .friction = 0.4,
                         .model = (planar_model)model};
      char label[64];
      name_it(label, name, model, "s", s[i]);
      double slip;
      if (!compare(v, &o, &damping, s[i] <= 0.55 ? 0.03 * s[i] : -1, label, &slip)) return;
      if (body == &alloy && partner_radius == 0 && model == PLANAR_MINDLIN)
        read_off(v, &betas, s[i], slip / (o.radius * o.spin), "1", label);
    }
  }
}

void carom_verify_chung_ooi_6(carom_verify *v)
{
  const carom_material rigid[] = {stiff(&alloy), stiff(&nylon)};
  spinning(v, "alloy", &alloy, &rigid[0], 0, 0);
  spinning(v, "nylon", &nylon, &rigid[1], 0, 0);
}

void carom_verify_chung_ooi_7(carom_verify *v)
{
  static const double spin[] = {0.175, 1.5, 5, 11, 22.9};
  static const char *const why = "rounding: nothing slides";
  static const char *const name[] = {"alloy", "copper"};
  const carom_material ball[] = {alloy, copper};
  for (int k = 0; k < 2; k++)
    for (int model = 0; model < 3; model++)
      for (int i = 0; i < 5; i++) {
        const oblique o = {.body = ball[k],
                           .partner = ball[k],
                           .radius = 0.1,
                           .partner_radius = 0.1,
                           .speed = 0.4,
                           .spin = spin[i],
                           .partner_spin = -spin[i],
                           .restitution = 0.5,
                           .friction = 0.4,
                           .model = (planar_model)model};
        encounter e;
        char label[64];
        name_it(label, name[k], model, "spin", spin[i]);
        if (!oblique_solve(&o, NULL, &e, NULL, v)) return;
        carom_verify_add(v, "rad/s", spin[i], e.a.spin[1], 1e-12 * spin[i], why, "%s: first",
                         label);
        carom_verify_add(v, "rad/s", -spin[i], e.b.spin[1], 1e-12 * spin[i], why, "%s: second",
                         label);
        carom_verify_add(v, "m/s", 0, e.a.velocity[0], 1e-12 * o.speed, why, "%s: sideways", label);
      }
}

void carom_verify_chung_ooi_8(carom_verify *v)
{
  const struct {
    const char *name;
    carom_material material;
  } ball[] = {{"alloy", alloy}, {"nylon", nylon}};
  for (int k = 0; k < 2; k++)
    for (int equal = 0; equal < 2; equal++) {
      char name[32];
      const carom_material large = equal ? ball[k].material : stiff(&ball[k].material);
      const double mass = 1000 * large.density * 4 / 3 * 180 * degree * 0.125;
      snprintf(name, sizeof name, "%s %c", ball[k].name, equal ? 'B' : 'A');
      spinning(v, name, &ball[k].material, &large, 0.5, mass);
    }
}
