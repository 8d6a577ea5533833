/* SPDX-License-Identifier: MIT */
/* One beam on its own: forces are the gradient of its energy, turning everything changes nothing,
 * momenta are kept, dashpots only take, and small deflections are those of beam theory. */
#include "scene/beam.h"

#include <string.h>

#include "chance.h"
#include "scene/rigid_body.h"
#include "setup.h"

static const double pi = 3.14159265358979323846;

/* Two bodies: positions, orientations, velocities, spins. */
typedef struct bodies {
  double x[2][3], q[2][4], v[2][3], w[2][3];
} bodies;

static void normalise(double *v, int count)
{
  double square = 0;
  for (int k = 0; k < count; k++)
    square += v[k] * v[k];
  for (int k = 0; k < count; k++)
    v[k] /= sqrt(square);
}

/* A rotation by `angle` about an axis at random. */
static void some_turn(chance *c, double angle, double q[4])
{
  double axis[3];
  for (int k = 0; k < 3; k++)
    axis[k] = chance_between(c, -1, 1);
  normalise(axis, 3);
  q[0] = cos(0.5 * angle);
  for (int k = 0; k < 3; k++)
    q[1 + k] = sin(0.5 * angle) * axis[k];
}

static carom_scene_bond kind_of(carom_bond_model model)
{
  carom_scene_bond kind = carom_scene_bond_default();
  kind.model = model;
  kind.young = 3e9;
  kind.poisson = 0.3;
  return kind;
}

/* A beam that two bodies have been bonded with, wherever and however turned they were, and the
 * bodies somewhere else now: turned against it by up to `most`, about a length apart. */
static carom_beam some_beam(chance *c, double most, bodies *now)
{
  carom_beam b = {.length = chance_between(c, 0.5, 2)};
  double first[4], second[4];
  for (int k = 0; k < CAROM_BOND_MODES; k++) {
    b.stiffness[k] = chance_of_scale(c, 0.1, 10);
    b.dashpot[k] = chance_of_scale(c, 0.1, 10);
  }
  some_turn(c, chance_between(c, 0, 3), first);
  some_turn(c, chance_between(c, 0, 3), second);
  const double back[4] = {first[0], -first[1], -first[2], -first[3]};
  for (int k = 0; k < 3; k++)
    b.axis[k] = chance_between(c, -1, 1);
  normalise(b.axis, 3);
  carom_quaternion_product(back, second, b.turn);
  double line[3];
  carom_quaternion_rotate(first, b.axis, line);
  for (int end = 0; end < 2; end++) {
    double turn[4];
    some_turn(c, chance_between(c, 0, most), turn);
    carom_quaternion_product(turn, end ? second : first, now->q[end]);
    for (int k = 0; k < 3; k++) {
      now->x[end][k] = (end ? b.length * line[k] : 0) + chance_between(c, -0.3, 0.3) * b.length;
      now->v[end][k] = chance_between(c, -1, 1);
      now->w[end][k] = chance_between(c, -1, 1);
    }
  }
  return b;
}

static carom_beam_load load_of(const carom_beam *b, const bodies *on)
{
  carom_beam_motion m = {.spin = {on->w[0], on->w[1]}, .orientation = {on->q[0], on->q[1]}};
  carom_beam_load load;
  for (int k = 0; k < 3; k++) {
    m.apart[k] = on->x[1][k] - on->x[0][k];
    m.velocity[k] = on->v[1][k] - on->v[0][k];
  }
  carom_beam_apply(b, &m, &load);
  return load;
}

/* Moved or turned by a little in one of twelve ways: end, moved or turned, axis. */
static bodies nudged(const bodies *from, int way, double by)
{
  bodies to = *from;
  const int end = way / 6, axis = way % 3;
  if (way % 6 < 3) {
    to.x[end][axis] += by;
  } else {
    double turn[4] = {cos(0.5 * by), 0, 0, 0};
    turn[1 + axis] = sin(0.5 * by);
    carom_quaternion_product(turn, from->q[end], to.q[end]);
  }
  return to;
}

static void forces_are_the_gradient(void **state)
{
  (void)state;
  chance c = {11, 0};
  for (int trial = 0; trial < 200; trial++) {
    bodies now;
    carom_beam b = some_beam(&c, trial < 20 ? 1e-3 : 1.2, &now);
    memset(b.dashpot, 0, sizeof b.dashpot);
    const carom_beam_load load = load_of(&b, &now);
    for (int way = 0; way < 12; way++) {
      const int end = way / 6, axis = way % 3;
      const bodies there = nudged(&now, way, 1e-5), back = nudged(&now, way, -1e-5);
      const double slope = (load_of(&b, &there).energy - load_of(&b, &back).energy) / 2e-5;
      const double acts = way % 6 < 3 ? (end ? load.force[axis] : -load.force[axis])
                                      : load.torque[end][axis];
      assert_true(fabs(acts + slope) < 1e-7 * (1 + fabs(slope)));
    }
  }
}

static void momenta_are_kept(void **state)
{
  (void)state;
  chance c = {12, 0};
  for (int trial = 0; trial < 200; trial++) {
    bodies now;
    const carom_beam b = some_beam(&c, 1.5, &now);
    const carom_beam_load load = load_of(&b, &now);
    for (int k = 0; k < 3; k++) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      const double orbit = (now.x[1][i] - now.x[0][i]) * load.force[j] -
                           (now.x[1][j] - now.x[0][j]) * load.force[i];
      assert_small(orbit + load.torque[0][k] + load.torque[1][k], 2e-13);
    }
  }
}

static void turned(const double q[4], double v[3])
{
  const double old[3] = {v[0], v[1], v[2]};
  carom_quaternion_rotate(q, old, v);
}

static void turning_everything_changes_nothing(void **state)
{
  (void)state;
  chance c = {13, 0};
  for (int trial = 0; trial < 100; trial++) {
    bodies now, other;
    const carom_beam b = some_beam(&c, 1, &now);
    carom_beam_load here = load_of(&b, &now);
    double q[4];
    some_turn(&c, chance_between(&c, 0, 6), q);
    other = now;
    for (int end = 0; end < 2; end++) {
      turned(q, other.x[end]);
      turned(q, other.v[end]);
      turned(q, other.w[end]);
      carom_quaternion_product(q, now.q[end], other.q[end]);
      turned(q, here.torque[end]);
    }
    turned(q, here.force);
    for (int k = 0; k < 4; k++) /* the same orientation */
      other.q[trial % 2][k] = -other.q[trial % 2][k];
    const carom_beam_load there = load_of(&b, &other);
    assert_close(there.energy, here.energy, 1e-12);
    assert_close(there.power, here.power, 1e-12);
    assert_close(there.bending[1], here.bending[1], 1e-11);
    for (int k = 0; k < 3; k++) {
      assert_small(there.force[k] - here.force[k], 1e-12);
      assert_small(there.torque[0][k] - here.torque[0][k], 1e-12);
      assert_small(there.torque[1][k] - here.torque[1][k], 1e-12);
    }
  }
}

/* A body that turns as a whole loses nothing, any other motion what forces and torques do. */
static void dashpots_only_take(void **state)
{
  (void)state;
  chance c = {14, 0};
  for (int trial = 0; trial < 100; trial++) {
    bodies now;
    carom_beam b = some_beam(&c, 1, &now);
    memset(b.stiffness, 0, sizeof b.stiffness);
    carom_beam_load load = load_of(&b, &now);
    double power = 0;
    for (int k = 0; k < 3; k++)
      power += load.force[k] * (now.v[1][k] - now.v[0][k]) + load.torque[0][k] * now.w[0][k] +
               load.torque[1][k] * now.w[1][k];
    assert_true(load.power > 0);
    assert_close(load.power, -power, 1e-11);
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        now.w[1][k] = now.w[0][k];
        now.v[end][k] = now.w[0][i] * now.x[end][j] - now.w[0][j] * now.x[end][i];
      }
    now.w[1][0] = now.w[0][0];
    load = load_of(&b, &now);
    assert_small(load.power, 1e-26);
    assert_small(load.force[0], 1e-13);
  }
}

/* Whichever of the two is called the first. */
static void ends_are_alike(void **state)
{
  (void)state;
  chance c = {15, 0};
  for (int trial = 0; trial < 50; trial++) {
    bodies now, swapped;
    const carom_beam b = some_beam(&c, 1, &now);
    carom_beam other = b;
    const double back[4] = {b.turn[0], -b.turn[1], -b.turn[2], -b.turn[3]};
    memcpy(other.turn, back, sizeof back);
    carom_quaternion_rotate(back, b.axis, other.axis);
    for (int k = 0; k < 3; k++)
      other.axis[k] = -other.axis[k];
    for (int end = 0; end < 2; end++) {
      memcpy(swapped.x[end], now.x[!end], sizeof now.x[0]);
      memcpy(swapped.q[end], now.q[!end], sizeof now.q[0]);
      memcpy(swapped.v[end], now.v[!end], sizeof now.v[0]);
      memcpy(swapped.w[end], now.w[!end], sizeof now.w[0]);
    }
    const carom_beam_load one = load_of(&b, &now), two = load_of(&other, &swapped);
    assert_close(two.energy, one.energy, 1e-12);
    assert_close(two.torsion, one.torsion, 1e-11);
    for (int k = 0; k < 3; k++) {
      assert_small(two.force[k] + one.force[k], 1e-12);
      assert_small(two.torque[0][k] - one.torque[1][k], 1e-12);
    }
  }
}

/* One end turned or shifted by a little, the other held: the stiffness matrix of a Timoshenko beam
 * (Przemieniecki 1968), with (4 + Phi)/(1 + Phi) EI/L and (2 - Phi)/(1 + Phi) EI/L at the ends. */
static void the_stiffness_of_a_beam(void **state)
{
  (void)state;
  static const carom_bond_model models[] = {CAROM_BOND_TIMOSHENKO, CAROM_BOND_EULER_BERNOULLI};
  for (int m = 0; m < 2; m++) {
    const carom_scene_bond kind = kind_of(models[m]);
    const double R = 0.2, L = 1.5, E = kind.young, G = E / 2.6, A = pi * R * R;
    const double I = pi * R * R * R * R / 4, kappa = 6 * 1.3 / (7 + 6 * 0.3);
    const double phi = m ? 0 : 12 * E * I / (kappa * G * A * L * L), small = 1e-5;
    carom_beam b = {.length = L, .axis = {1, 0, 0}, .turn = {1, 0, 0, 0}};
    carom_beam_stiffness(&kind, R, L, b.stiffness);
    bodies now = {.x = {{0}, {L}}, .q = {{1}, {1}}};
    carom_beam_load load;
    const bodies bent = nudged(&now, 11, small), shifted = nudged(&now, 7, small),
                 twisted = nudged(&now, 9, small), stretched = nudged(&now, 6, small);
    load = load_of(&b, &bent);
    assert_close(load.torque[1][2], -(4 + phi) / (1 + phi) * E * I / L * small, 1e-8);
    assert_close(load.torque[0][2], -(2 - phi) / (1 + phi) * E * I / L * small, 1e-8);
    assert_close(load.force[1], 6 * E * I / (L * L * (1 + phi)) * small, 1e-8);
    assert_close(load.bending[2], (4 + phi) / (1 + phi) * E * I / L * small, 1e-8);
    load = load_of(&b, &shifted);
    assert_close(load.force[1], -12 * E * I / (L * L * L * (1 + phi)) * small, 1e-8);
    assert_close(load.torque[0][2], 6 * E * I / (L * L * (1 + phi)) * small, 1e-8);
    assert_close(load.shear, 12 * E * I / (L * L * L * (1 + phi)) * small, 1e-8);
    load = load_of(&b, &twisted);
    assert_close(load.torque[1][0], -2 * G * I / L * small, 1e-9);
    assert_close(fabs(load.torsion), 2 * G * I / L * small, 1e-9);
    load = load_of(&b, &stretched);
    assert_close(load.force[0], -E * A / L * small, 1e-9);
    assert_close(load.tension, E * A / L * small, 1e-9);
  }
}

/* Half a radian per bond and more: the moment stays in proportion to the angle. */
static void large_bending_is_linear(void **state)
{
  (void)state;
  carom_beam b = {.length = 1, .axis = {1, 0, 0}, .turn = {1, 0, 0, 0}, .stiffness = {1, 1, 1, 1}};
  for (double angle = 0.1; angle < 3; angle += 0.4) {
    bodies now = {.x = {{0}, {cos(0.5 * angle), 0, sin(0.5 * angle)}}, .q = {{1}, {1}}};
    now.q[1][0] = cos(0.5 * angle);
    now.q[1][2] = -sin(0.5 * angle);
    const carom_beam_load load = load_of(&b, &now);
    assert_close(load.bending[0], angle, 1e-12);
    assert_close(load.energy, 0.5 * angle * angle, 1e-12);
    assert_small(load.shear, 1e-12);
    assert_small(load.tension, 1e-12);
  }
}

/* Frequencies of two free bodies: characteristic polynomial of shear and bending by hand. */
static void frequencies_of_a_pair(void **state)
{
  (void)state;
  const carom_beam b = {.length = 2, .stiffness = {0.1, 5, 7, 0.1}};
  const carom_beam_inertia of = {{0.5, 0.25}, {3, 1}};
  /* M^-1 K of (gamma, theta): L^2 k_s p.p, k_b 4, and the mixed term (I1^-1 - I0^-1)/2 */
  const double a = 5 * 4 * (0.75 / 4 + 4.0 / 4), d = 7 * 4.0, mixed = -1;
  const double product = a * d - 5 * 4 * 7 * mixed * mixed;
  const double largest = 0.5 * (a + d) + sqrt(0.25 * (a + d) * (a + d) - product);
  assert_close(carom_beam_frequency_squared(&b, &of), largest, 1e-12);
}

SUITE_CLOSE("beam", forces_are_the_gradient, momenta_are_kept, turning_everything_changes_nothing,
            dashpots_only_take, ends_are_alike, the_stiffness_of_a_beam, large_bending_is_linear,
            frequencies_of_a_pair)
