/* SPDX-License-Identifier: MIT */
/* Bonds in boxes that deform: the elasticity of a lattice, what must not depend on where the border
 * is, stress, energy, bits. */
#include <carom/measure.h>

#include "boxes.h"
#include "scene_archive.h"

enum { SIDE = 6 };

typedef struct cast {
  stage *s;
  carom_scene_box box;
  carom_scene_bond bond;
} cast;

static carom_scene_bond bond_of(carom_bond_model model)
{
  carom_scene_bond bond = carom_scene_bond_default();
  bond.model = model;
  bond.young = 1e7;
  bond.poisson = 0.25;
  bond.gap = 0.3e-3;
  return bond;
}

/* A cube of spheres with bonds between neighbours, those across the borders included. */
static cast *cast_of(int side, double spacing, double speed)
{
  cast *c = calloc(1, sizeof *c);
  assert_non_null(c);
  c->s = boxed(&c->box, side, spacing, speed);
  c->bond = bond_of(CAROM_BOND_TIMOSHENKO);
  c->s->def.box = &c->box;
  c->s->def.bond = &c->bond;
  c->s->def.bonds = 1;
  return c;
}

static void cast_free(cast *c)
{
  free(c->s);
  free(c);
}

/* Spheres that do not touch, in rows: pulled along z, every bond along it is longer by the strain,
 * and nothing else is loaded. */
static void pulled_lattice(void **state)
{
  (void)state;
  const double spacing = 2.1e-3, rate = 2;
  cast *c = cast_of(4, spacing, 0);
  for (int i = 0; i < 64; i++) {
    c->s->particle[i].radius = radius;
    c->s->particle[i].position[0] = spacing * (i % 4 + 0.5);
    c->s->particle[i].position[1] = spacing * (i / 4 % 4 + 0.5);
    c->s->particle[i].position[2] = spacing * (i / 16 + 0.5);
  }
  c->box.component[CAROM_BOX_Z].rate = rate;
  c->s->def.step = 2e-6;
  carom_scene *scene = staged(c->s);
  assert_int_equal(carom_scene_count_bonds(scene, -1).whole, 3 * 64);
  play(scene, 2000);
  const carom_scene_box_state b = box_of(scene);
  const double area = pi * radius * radius, stiffness = 1e7 * area / spacing;
  const double longer = (b.high[2] - b.low[2]) / 4 - spacing;
  assert_close(longer, spacing * (exp(rate * 4e-3) - 1), 1e-4);
  assert_close(-b.contact_stress[8], stiffness * longer / (spacing * spacing), 1e-9);
  for (int k = 0; k < 8; k++)
    assert_small(b.contact_stress[k], 1e-9 * -b.contact_stress[8]);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.bonds, 64 * 0.5 * stiffness * longer * longer, 1e-9);
  assert_close(e.box, e.bonds, 1e-3); /* half a step of rate */
  carom_scene_destroy(scene);
  cast_free(c);
}

/* Sheared slowly: bonds along the flow and along the gradient share the angle, since grains turn by
 * half of it: the stress is k_s L^2 / (2 L^3) times the strain. */
static void sheared_lattice(void **state)
{
  (void)state;
  for (int plane = 0; plane < 3; plane++) {
    const double spacing = 2.1e-3;
    cast *c = cast_of(4, spacing, 0);
    for (int i = 0; i < 64; i++) {
      c->s->particle[i].radius = radius;
      c->s->particle[i].position[0] = spacing * (i % 4 + 0.5);
      c->s->particle[i].position[1] = spacing * (i / 4 % 4 + 0.5);
      c->s->particle[i].position[2] = spacing * (i / 16 + 0.5);
    }
    c->bond = bond_of(CAROM_BOND_PARALLEL);
    for (int k = 0; k < 4; k++)
      c->bond.damping[k] = 0.3;
    c->box.flow = plane;
    c->box.gradient = (plane + 1) % 3;
    c->box.component[CAROM_BOX_SHEAR].rate = 0.5;
    c->box.component[CAROM_BOX_SHEAR].ramp = 5e-3;
    c->s->def.step = 4e-6;
    carom_scene *scene = staged(c->s);
    play(scene, 5000);
    const carom_scene_box_state b = box_of(scene);
    const double area = pi * radius * radius, shear = 1e7 / 2.5 * area / spacing; /* k_s */
    const double strain = b.strain[CAROM_BOX_SHEAR];
    assert_close(strain, 0.5 * (20e-3 - 2.5e-3), 1e-3);
    assert_close(-b.contact_stress[3 * b.gradient + b.flow], 0.5 * shear * strain / spacing, 0.01);
    assert_close(b.contact_stress[3 * b.flow + b.gradient],
                 b.contact_stress[3 * b.gradient + b.flow], 0.01);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* The same state with the origin of the box moved by half a period. */
static void origin_does_not_show(void **state)
{
  (void)state;
  for (int mode = 0; mode < 3; mode++) {
    cast *c = cast_of(SIDE, 2.0e-3, 0.1);
    const double period = c->s->def.high[0];
    c->box.component[CAROM_BOX_SHEAR].rate = 20;
    c->box.component[CAROM_BOX_Y].rate = mode ? -0.5 : 0;
    c->box.component[CAROM_BOX_X].rate = mode ? 0.3 : 0;
    for (int k = 0; k < 4; k++)
      c->bond.damping[k] = 0.1;
    if (mode == 2) {
      c->bond.contact = CAROM_BOND_CONTACT_AFTER;
      c->bond.tensile_strength = 2e5;
    }
    c->s->def.velocity = mode == 1 ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *here = staged(c->s);
    for (int64_t i = 0; i < c->s->def.particles; i++)
      for (int k = 0; k < 3; k++) {
        double *x = &c->s->particle[i].position[k];
        *x += *x < 0.5 * period ? 0.5 * period : -0.5 * period;
      }
    carom_scene *there = staged(c->s);
    play(here, 600);
    play(there, 600);
    const carom_scene_view u = carom_scene_sample(here), v = carom_scene_sample(there);
    const carom_scene_energy one = carom_scene_budget(here), other = carom_scene_budget(there);
    const carom_scene_box_state a = box_of(here), b = box_of(there);
    double most = 0;
    for (int64_t i = 0; i < u.count; i++)
      for (int k = 0; k < 3; k++)
        most = fabs(u.grain[i].force[k]) > most ? fabs(u.grain[i].force[k]) : most;
    for (int64_t i = 0; i < u.count; i++)
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(u.grain[i].force[k] - v.grain[i].force[k]) < 1e-8 * most);
        assert_true(fabs(u.grain[i].torque[k] - v.grain[i].torque[k]) < 1e-8 * most * radius);
      }
    assert_true(one.bonds > 0.05 * one.kinetic && fabs(a.offset) > 1e-4);
    assert_close(one.bonds, other.bonds, 1e-9);
    assert_close(one.bond_damping, other.bond_damping, 1e-9);
    assert_close(one.box, other.box, 1e-8);
    for (int k = 0; k < 9; k++)
      assert_true(fabs(a.stress[k] - b.stress[k]) < 1e-8 * fabs(a.stress[0]));
    const carom_bond_counts n = carom_scene_count_bonds(here, -1);
    assert_int_equal(n.whole, carom_scene_count_bonds(there, -1).whole);
    if (mode == 2) assert_true(n.tension > 10 && n.whole > 100);
    if (mode == 2) assert_close(one.bond_breaking, other.bond_breaking, 1e-8);
    carom_scene_destroy(here);
    carom_scene_destroy(there);
    cast_free(c);
  }
}

static double largest(const double t[9])
{
  double most = 0;
  for (int k = 0; k < 9; k++)
    most = fabs(t[k]) > most ? fabs(t[k]) : most;
  return most;
}

/* The stress of the box, by contacts and bonds, and by forces at the centres and across the
 * borders; its work is the power of that stress. */
static void stresses_agree(void **state)
{
  (void)state;
  cast *c = cast_of(SIDE, 1.98e-3, 0.1);
  carom_selection all = carom_selection_default();
  for (int k = 0; k < 4; k++)
    c->bond.damping[k] = 0.1;
  c->box.component[CAROM_BOX_SHEAR].rate = 40;
  carom_scene *scene = staged(c->s);
  double sum = 0, last = 0;
  for (int k = 0; k <= 600; k++) {
    const carom_scene_box_state b = box_of(scene);
    const double power = -b.volume * b.stress[3 * b.gradient + b.flow] * 40;
    if (k > 0) sum += 0.5 * carom_scene_step(scene) * (last + power);
    last = power;
    if (k % 200 == 0 && k > 0) {
      carom_bulk bulk;
      carom_error err;
      const double tolerance = 1e-11 * largest(b.stress);
      assert_int_equal(carom_measure_bulk(scene, &all, CAROM_BULK_ALL, &bulk, &err), CAROM_OK);
      for (int i = 0; i < 9; i++) {
        assert_true(fabs(bulk.contact_stress[i] - b.contact_stress[i]) < tolerance);
        assert_true(fabs(bulk.by_inertia[i] + bulk.by_borders[i] - b.contact_stress[i]) <
                    100 * tolerance);
      }
    }
    if (k < 600) play(scene, 1);
  }
  assert_close(carom_scene_budget(scene).box, sum, 1e-3);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* What the budget lacks over the work of the box; with twice the steps a quarter of it. */
static double lacking(int kind, double step)
{
  cast *c = cast_of(5, 2.0e-3, 0.05);
  c->box.affine = kind != 1;
  c->box.component[CAROM_BOX_SHEAR].rate = 50;
  c->box.component[CAROM_BOX_SHEAR].ramp = 2e-3;
  c->box.component[CAROM_BOX_Z].rate = kind ? -4 : 0;
  c->box.component[CAROM_BOX_Z].ramp = 2e-3;
  for (int k = 0; k < 4; k++)
    c->bond.damping[k] = 0.1;
  c->s->def.step = step;
  carom_scene *scene = staged(c->s);
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance(scene, 4e-3, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.bonds > 0.1 * e.box && e.bond_damping > 0);
  const double lacks = e.residual / e.box;
  carom_scene_destroy(scene);
  cast_free(c);
  return fabs(lacks);
}

static void energy_closes(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    const double coarse = lacking(kind, 4e-6), fine = lacking(kind, 2e-6);
    if (!(coarse < 4e-3) || !(fine < 0.45 * coarse + 1e-6))
      fail_msg("kind %d: %g, %g", kind, coarse, fine);
  }
}

/* Pressed by stress and sheared until bonds break: the same bits for any threads, across restarts.
 */
static void same_bits(void **state)
{
  (void)state;
  uint64_t hash = 0;
  double work = 0;
  for (int run = 0; run < 3; run++) {
    cast *c = cast_of(SIDE, 2.0e-3, 0.1);
    c->box.component[CAROM_BOX_SHEAR].rate = 30;
    for (int k = 1; k < 3; k++) {
      c->box.component[k].mode = CAROM_BOX_STRESS;
      c->box.component[k].stress = 2e4;
      c->box.component[k].limit = 5;
    }
    c->bond.tensile_strength = 4e5;
    c->s->def.threads = run == 1 ? 3 : 1;
    carom_scene *scene = staged(c->s);
    for (int k = 0; k < 10; k++) {
      play(scene, 57 + k);
      if (run == 2) scene = through_an_archive(scene, c->s);
    }
    const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
    assert_true(n.tension > 20 && n.whole > 50);
    if (run == 0) hash = carom_scene_hash(scene), work = carom_scene_budget(scene).box;
    assert_true(hash == carom_scene_hash(scene));
    assert_true(work == carom_scene_budget(scene).box);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* Bonds that are made while the box is sheared are those between all who are near, also across its
 * borders. */
static void made_later(void **state)
{
  (void)state;
  cast *c = cast_of(SIDE, 2.0e-3, 0.1);
  carom_error err;
  int64_t made = 0;
  c->bond.later = true;
  c->box.component[CAROM_BOX_SHEAR].rate = 60;
  carom_scene *scene = staged(c->s);
  play(scene, 1500);
  const carom_scene_box_state b = box_of(scene);
  assert_true(fabs(b.offset) > 0.5e-3);
  const int64_t near = pairs_within(scene, c->bond.gap);
  assert_int_equal(carom_scene_make_bonds(scene, 0, &made, &err), CAROM_OK);
  assert_int_equal(made, near);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* A box that becomes too narrow for its bonds stops, and says so. */
static void too_narrow(void **state)
{
  (void)state;
  cast *c = cast_of(2, 10e-3, 0);
  carom_error err = {.code = CAROM_OK};
  c->bond.gap = 9e-3;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++)
      c->s->particle[i].position[k] *= 0.8;
  c->box.component[CAROM_BOX_X].rate = -50;
  c->bond.young = 1e5;
  c->s->def.step = 1e-5;
  c->s->def.any_step = true;
  carom_scene *scene = staged(c->s);
  assert_int_equal(carom_scene_advance(scene, 0.1, &err), CAROM_ERR_DIVERGED);
  if (!strstr(err.text, "bonds of 0.00")) fail_msg("%s", err.text);
  carom_scene_destroy(scene);
  cast_free(c);
}

SUITE("bonds in boxes that deform", pulled_lattice, sheared_lattice, origin_does_not_show,
      stresses_agree, energy_closes, same_bits, made_later, too_narrow)
