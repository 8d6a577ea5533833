/* SPDX-License-Identifier: MIT */
/* A bonded block that breaks among clumps: momenta, the budget at second order, the same bits for
 * any threads and across restarts; members are refused as ends of bonds. */
#include "scene_archive.h"
#include "scenes.h"

static const double size = 1e-3;

typedef struct cast {
  stage *s;
  carom_scene_bond bond;
  carom_clump_shape shape;
  carom_clump_sphere sphere[2];
  carom_scene_clump clump[27];
} cast;

/* 64 spheres of material 0 in a block fly at 27 pairs of material 1. */
static cast *collision(double strength)
{
  cast *c = calloc(1, sizeof *c);
  assert_non_null(c);
  stage *s = c->s = stage_new();
  s->def.materials = 2;
  s->def.contacts = 3;
  for (int i = 0; i < 3; i++) {
    s->contact[i].between[0] = i == 2;
    s->contact[i].between[1] = i > 0;
    make_rough(&s->contact[i], 0.6, 0.4);
  }
  add_lattice(s, 4, size, 1, 2.02 * size, 0, 0);
  for (int i = 0; i < 64; i++)
    s->particle[i].velocity[2] = -2;
  c->bond = carom_scene_bond_default();
  c->bond.young = 5e6;
  c->bond.gap = 0.2 * size;
  c->bond.between[0] = c->bond.between[1] = 0;
  c->bond.tensile_strength = c->bond.shear_strength = strength;
  for (int k = 0; k < 4; k++)
    c->bond.damping[k] = 0.1;
  s->def.bond = &c->bond;
  s->def.bonds = 1;
  for (int k = 0; k < 2; k++)
    c->sphere[k] = (carom_clump_sphere){{k ? 0.5 * size : -0.5 * size, 0, 0}, size};
  c->shape = (carom_clump_shape){NULL, c->sphere, 2};
  s->def.clump_shape = &c->shape;
  s->def.clump_shapes = 1;
  s->def.clump = c->clump;
  s->def.clumps = 27;
  for (int i = 0; i < 27; i++) {
    carom_scene_clump *one = &c->clump[i];
    *one = carom_scene_clump_default();
    one->material = 1;
    one->id = 1000 + 10 * (uint32_t)i;
    one->position[0] = 3.1 * size * (i % 3 + 0.4);
    one->position[1] = 2.3 * size * (i / 3 % 3 + 0.5);
    one->position[2] = -2.2 * size * (i / 9 + 0.7);
    one->orientation[1] = around((unsigned long)i, 1, 0.1);
  }
  return c;
}

static void cast_free(cast *c)
{
  free(c->s);
  free(c);
}

static double lacking(double step)
{
  double before[6], after[6];
  cast *c = collision(CAROM_UNSET);
  c->s->def.step = step;
  carom_scene *scene = staged(c->s);
  const double start = carom_scene_budget(scene).kinetic;
  carom_scene_momentum(scene, before, before + 3);
  play(scene, (int64_t)(3e-3 / step + 0.5));
  carom_scene_momentum(scene, after, after + 3);
  const carom_scene_energy e = carom_scene_budget(scene);
  for (int k = 0; k < 6; k++)
    assert_small(after[k] - before[k], k < 3 ? 1e-15 : 1e-17);
  assert_true(e.bonds > 1e-4 * start && e.rotational > 1e-3 * start && e.viscous > 0.05 * start);
  carom_scene_destroy(scene);
  cast_free(c);
  return fabs(e.residual) / start;
}

static void momenta_and_energy(void **state)
{
  (void)state;
  const double coarse = lacking(2e-6), fine = lacking(1e-6);
  assert_true(coarse < 2e-3 && fine < 0.5 * coarse);
}

static void same_bits(void **state)
{
  (void)state;
  uint64_t hash = 0;
  for (int run = 0; run < 3; run++) {
    cast *c = collision(2e4);
    c->s->def.step = 2e-6;
    c->s->def.threads = run == 1 ? 3 : 1;
    carom_scene *scene = staged(c->s);
    const int64_t whole = carom_scene_count_bonds(scene, -1).whole;
    for (int part = 0; part < 6; part++) {
      play(scene, 211);
      if (run == 2) scene = through_an_archive(scene, c->s);
    }
    const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
    assert_true(n.whole < whole - 10 && n.whole > 0);
    if (run == 0) hash = carom_scene_hash(scene);
    assert_true(hash == carom_scene_hash(scene));
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

static void members_are_refused(void **state)
{
  (void)state;
  cast *c = collision(CAROM_UNSET);
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  c->bond.between[0] = c->bond.between[1] = 1;
  c->clump[1].position[0] = c->clump[0].position[0] + 3.1 * size;
  assert_int_equal(carom_scene_create(&c->s->def, &scene, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "member of a clump"));
  cast_free(c);
}

SUITE("clumps and bonds", momenta_and_energy, same_bits, members_are_refused)
