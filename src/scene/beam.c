/* SPDX-License-Identifier: MIT */
#include "scene/beam.h"

#include "law_base.h"
#include "law_math.h"
#include "scene/rigid_body.h"
#include "scene/wall_shapes.h"

static const double pi = 3.14159265358979323846;

/* 1/(1 + Phi), where Phi compares the compliances in shear and bending; Phi is 0 for a beam that is
 * rigid in shear. */
static double shear_share(const carom_scene_bond *kind, double radius, double length, double shear)
{
  if (kind->model == CAROM_BOND_EULER_BERNOULLI) return 1;
  const double poisson = 0.5 * kind->young / shear - 1;
  const double kappa = 6 * (1 + poisson) / (7 + 6 * poisson);
  return 1 / (1 + 3 * kind->young * radius * radius / (kappa * shear * length * length));
}

void carom_beam_stiffness(const carom_scene_bond *kind, double radius, double length,
                          double out[CAROM_BOND_MODES])
{
  const double E = kind->young;
  const double G = kind->shear_modulus != CAROM_UNSET ? kind->shear_modulus
                                                      : E / (2 * (1 + kind->poisson));
  const double A = pi * radius * radius, I = 0.25 * A * radius * radius;
  out[CAROM_BOND_NORMAL] = E * A / length;
  out[CAROM_BOND_SHEAR] = kind->model == CAROM_BOND_PARALLEL
                              ? G * A / length
                              : 12 * E * I / (length * length * length) *
                                    shear_share(kind, radius, length, G);
  out[CAROM_BOND_BENDING] = E * I / length;
  out[CAROM_BOND_TWISTING] = 2 * G * I / length;
}

/* In shear, each body yields by moving, and by rotating half as much as the line of centres. */
void carom_beam_masses(const carom_beam_inertia *of, double length, double out[CAROM_BOND_MODES])
{
  const double move = of->inv_mass[0] + of->inv_mass[1];
  const double turn = of->inv_inertia[0] + of->inv_inertia[1];
  out[CAROM_BOND_NORMAL] = 1 / move;
  out[CAROM_BOND_SHEAR] = 1 / (move + 0.25 * length * length * turn);
  out[CAROM_BOND_BENDING] = out[CAROM_BOND_TWISTING] = 1 / turn;
}

/* Where the moments of inertia differ, shear and bending couple to one pair of modes. */
double carom_beam_frequency_squared(const carom_beam *b, const carom_beam_inertia *of)
{
  double mass[CAROM_BOND_MODES], alone[CAROM_BOND_MODES], most = 0;
  carom_beam_masses(of, b->length, mass);
  for (int k = 0; k < CAROM_BOND_MODES; k++) {
    alone[k] = b->stiffness[k] / mass[k];
    most = alone[k] > most ? alone[k] : most;
  }
  const double shear = alone[CAROM_BOND_SHEAR], bending = alone[CAROM_BOND_BENDING];
  const double across = 0.5 * b->length * (of->inv_inertia[1] - of->inv_inertia[0]);
  const double mixed = b->stiffness[CAROM_BOND_SHEAR] * b->stiffness[CAROM_BOND_BENDING] * across *
                       across;
  const double half = 0.5 * (shear - bending);
  const double both = 0.5 * (shear + bending) + CAROM_SQRT(half * half + mixed);
  return both > most ? both : most;
}

/* x/sin x of an angle, from its sine (not negative) and its cosine. */
static double over_sine(double sine, double cosine)
{
  const double square = sine * sine;
  if (sine < 1e-3 && cosine > 0) return 1 + square * (1.0 / 6 + square * (3.0 / 40));
  return carom_atan2(sine, cosine) / sine;
}

/* Twice the angle whose tangent is along/w; (along, w) and its negative are the same rotation. */
static double twist_of(double along, double w)
{
  const double tangent = along / w, square = tangent * tangent;
  if (square < 1e-6) return 2 * tangent * (1 - square * (1.0 / 3 - square * (1.0 / 5)));
  return 2 * (w < 0 ? carom_atan2(-along, -w) : carom_atan2(along, w));
}

/* The bond as carried by its two bodies: its direction in each, and the twist between them. */
typedef struct ends {
  double a[3], b[3], cosine, twist;
} ends;

static ends ends_of(const carom_beam *beam, const carom_beam_motion *m)
{
  ends e;
  double reference[4], back[4], q[4];
  carom_quaternion_product(m->orientation[0], beam->turn, reference);
  for (int k = 0; k < 4; k++)
    back[k] = k == 0 ? reference[k] : -reference[k];
  carom_quaternion_product(m->orientation[1], back, q);
  carom_quaternion_rotate(m->orientation[0], beam->axis, e.a);
  carom_quaternion_rotate(q, e.a, e.b);
  const double along = carom_dot(q + 1, e.a);
  e.cosine = carom_dot(e.a, e.b);
  e.twist = twist_of(along, q[0]);
  return e;
}

static void add_scaled(double to[3], double factor, const double v[3])
{
  for (int k = 0; k < 3; k++)
    to[k] += factor * v[k];
}

/* Torques of the ends on each other. Bending turns a towards b. The rate of the twist is the
 * relative spin times (a + b)/(1 + a b). */
static void add_moments(const carom_beam *beam, const ends *e, carom_beam_load *out)
{
  const double *k = beam->stiffness;
  double across[3], both[3];
  carom_cross(e->a, e->b, across);
  const double sine = CAROM_SQRT(carom_dot(across, across));
  const double angle = over_sine(sine, e->cosine);
  const double bend = k[CAROM_BOND_BENDING] * angle, twist = k[CAROM_BOND_TWISTING] * e->twist;
  const double share = 1 / (1 + e->cosine);
  for (int i = 0; i < 3; i++)
    both[i] = (e->a[i] + e->b[i]) * share;
  add_scaled(out->torque[0], bend, across);
  add_scaled(out->torque[0], twist, both);
  add_scaled(out->torque[1], -bend, across);
  add_scaled(out->torque[1], -twist, both);
  out->bending[0] = bend * sine;
  out->torsion = twist;
  out->energy += 0.5 * (bend * angle * sine * sine + twist * e->twist);
}

/* Shear, by the angle between the line of centres and the mean direction of the ends. */
static void add_shear(const carom_beam *beam, const ends *e, const double n[3], double distance,
                      carom_beam_load *out)
{
  const double per_size = 1 / CAROM_SQRT(2 + 2 * e->cosine), L = beam->length;
  double middle[3], across[3], lever[3];
  for (int k = 0; k < 3; k++)
    middle[k] = (e->a[k] + e->b[k]) * per_size;
  carom_cross(n, middle, across);
  const double sine = CAROM_SQRT(carom_dot(across, across)), cosine = carom_dot(n, middle);
  const double angle = over_sine(sine, cosine);
  const double moment = beam->stiffness[CAROM_BOND_SHEAR] * L * L * angle;
  const double force = moment / distance;
  for (int k = 0; k < 3; k++) {
    out->force[k] += force * (middle[k] - cosine * n[k]);
    lever[k] = (n[k] - cosine * middle[k]) * per_size;
  }
  carom_cross(e->a, lever, across);
  add_scaled(out->torque[0], moment, across);
  carom_cross(e->b, lever, across);
  add_scaled(out->torque[1], moment, across);
  out->shear = force * sine;
  out->energy += 0.5 * moment * angle * sine * sine;
}

/* Bending moments at the ends: the torque on each body without the part along the axis. */
static void find_end_moments(const double n[3], carom_beam_load *out)
{
  for (int end = 0; end < 2; end++) {
    const double *torque = out->torque[end], along = carom_dot(torque, n);
    const double square = carom_dot(torque, torque) - along * along;
    out->bending[1 + end] = CAROM_SQRT(square > 0 ? square : 0);
  }
}

/* Dashpots of each mode act on its rate: elongation; mean spin minus the spin of the line of
 * centres; relative spin across and along the axis. */
static void add_dashpots(const carom_beam *beam, const carom_beam_motion *m, const double n[3],
                         double distance, carom_beam_load *out)
{
  const double *c = beam->dashpot, L = beam->length;
  const double rate = carom_dot(m->velocity, n);
  double chord[3], over[3], mean[3], side[3];
  carom_cross(n, m->velocity, chord);
  for (int i = 0; i < 3; i++) {
    over[i] = m->spin[1][i] - m->spin[0][i];
    mean[i] = 0.5 * (m->spin[0][i] + m->spin[1][i]);
  }
  const double per_distance = 1 / distance;
  const double about = carom_dot(mean, n), twist = carom_dot(over, n);
  for (int i = 0; i < 3; i++) {
    mean[i] = mean[i] - about * n[i] - per_distance * chord[i];
    over[i] -= twist * n[i];
  }
  const double shear = c[CAROM_BOND_SHEAR] * L * L;
  carom_cross(mean, n, side);
  add_scaled(out->force, -c[CAROM_BOND_NORMAL] * rate, n);
  add_scaled(out->force, shear * per_distance, side);
  for (int end = 0; end < 2; end++) {
    const double sign = end ? -1 : 1;
    add_scaled(out->torque[end], -0.5 * shear, mean);
    add_scaled(out->torque[end], sign * c[CAROM_BOND_BENDING], over);
    add_scaled(out->torque[end], sign * c[CAROM_BOND_TWISTING] * twist, n);
  }
  const double *k = beam->stiffness;
  out->quickness = 0.5 * (k[CAROM_BOND_NORMAL] * rate * rate +
                          k[CAROM_BOND_SHEAR] * L * L * carom_dot(mean, mean) +
                          k[CAROM_BOND_BENDING] * carom_dot(over, over) +
                          k[CAROM_BOND_TWISTING] * twist * twist);
  out->power = c[CAROM_BOND_NORMAL] * rate * rate + shear * carom_dot(mean, mean) +
               c[CAROM_BOND_BENDING] * carom_dot(over, over) +
               c[CAROM_BOND_TWISTING] * twist * twist;
}

void carom_beam_apply(const carom_beam *b, const carom_beam_motion *m, carom_beam_load *out)
{
  const double distance = CAROM_SQRT(carom_dot(m->apart, m->apart));
  const double u = distance - b->length, tension = b->stiffness[CAROM_BOND_NORMAL] * u;
  const double per_distance = 1 / distance;
  double n[3];
  *out = (carom_beam_load){.energy = 0.5 * tension * u, .tension = tension};
  for (int k = 0; k < 3; k++) {
    n[k] = m->apart[k] * per_distance;
    out->force[k] = -tension * n[k];
  }
  const ends e = ends_of(b, m);
  out->straight = e.cosine;
  add_moments(b, &e, out);
  add_shear(b, &e, n, distance, out);
  find_end_moments(n, out);
  add_dashpots(b, m, n, distance, out);
}
