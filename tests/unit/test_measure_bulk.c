/* SPDX-License-Identifier: MIT */
/* Stress, fabric, coordination, solid fraction, temperature and the rest of packings and motions
 * that are known exactly. */
#include "bonded.h"

#include <string.h>

static const double radius = 1e-3, overlap = 2e-5; /* of spheres in lattices, m */

/* A lattice of spheres in a periodic box of n^3 cells of side `a`: `sites` per cell. Hertz. */
static stage *lattice(int n, double a, int sites, const double (*site)[3])
{
  stage *s = stage_new();
  for (int i = 0; i < n * n * n; i++)
    for (int k = 0; k < sites; k++)
      add_grain(s, radius, a * (i % n + site[k][0]), a * (i / n % n + site[k][1]),
                a * (i / n / n + site[k][2]));
  s->contact[0].normal.law = "hertz";
  s->def.step = 1e-7;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0, s->def.high[k] = n * a;
    s->def.periodic[k] = true;
  }
  return s;
}

static stage *cubic(void)
{
  static const double site[1][3] = {{0.25, 0.25, 0.25}};
  return lattice(6, 2 * radius - overlap, 1, site);
}

static stage *face_centred(void)
{
  static const double site[4][3] = {
      {0.1, 0.1, 0.1}, {0.6, 0.6, 0.1}, {0.6, 0.1, 0.6}, {0.1, 0.6, 0.6}};
  return lattice(4, sqrt(2) * (2 * radius - overlap), 4, site);
}

static carom_bulk bulk_of(carom_scene *scene, const carom_selection *of)
{
  carom_bulk b;
  carom_error err = {.code = CAROM_OK};
  if (carom_measure_bulk(scene, of, CAROM_BULK_ALL, &b, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return b;
}

static carom_bulk whole(carom_scene *scene)
{
  const carom_selection all = carom_selection_default();
  return bulk_of(scene, &all);
}

/* 4/3 E* sqrt(R*) d^1.5 with two equal spheres of stage_new's material. */
static double hertz(void)
{
  const double modulus = 1e7 / (2 * (1 - 0.09));
  return 4.0 / 3.0 * modulus * sqrt(radius / 2) * overlap * sqrt(overlap);
}

static void assert_isotropic(const double t[9], double value)
{
  for (int k = 0; k < 9; k++)
    if (k % 4 == 0)
      assert_close(t[k], value, 1e-11);
    else
      assert_true(fabs(t[k]) <= 1e-11 * value);
}

/* Z contacts a particle of force F over a branch l: p = Z F l N / (6 V), fabric 1/3. */
static void check_packing(const stage *s, double z, double volume)
{
  carom_scene *scene = staged(s);
  const carom_bulk b = whole(scene);
  const double n = (double)s->def.particles, l = 2 * radius - overlap;
  const double ball = 4 * pi / 3 * radius * radius * radius;
  assert_int_equal(b.particles, s->def.particles);
  assert_close(b.volume, volume, 1e-14);
  assert_close(b.mass, n * 2500 * ball, 1e-13);
  assert_close(b.solid_fraction, n * ball / volume, 1e-13);
  assert_close(b.coordination, z, 1e-15);
  assert_close(b.coordination_rest, z, 1e-15);
  assert_int_equal(b.rattlers, 0);
  assert_isotropic(b.fabric, 1.0 / 3);
  assert_isotropic(b.contact_stress, z * hertz() * l * n / (6 * volume));
  assert_close(b.pressure, z * hertz() * l * n / (6 * volume), 1e-11);
  assert_true(b.deviator <= 1e-10 * b.pressure && b.temperature == 0);
  for (int k = 0; k < 3; k++)
    assert_close(b.principal[k], b.pressure, 1e-10);
  for (int k = 0; k < 9; k++) /* nothing moves and there are no walls: all of it is borders */
    assert_true(fabs(b.by_borders[k] + b.by_inertia[k] + b.by_walls[k] - b.contact_stress[k]) <=
                1e-12 * b.pressure);
  carom_scene_destroy(scene);
}

static void simple_cubic(void **state)
{
  (void)state;
  stage *s = cubic();
  const double a = 2 * radius - overlap;
  check_packing(s, 6, 216 * a * a * a);
  free(s);
}

static void cubic_face_centred(void **state)
{
  (void)state;
  stage *s = face_centred();
  const double a = sqrt(2) * (2 * radius - overlap);
  check_packing(s, 12, 64 * a * a * a);
  free(s);
}

/* Stresses and volumes of boxes that tile the domain, cut anywhere, add up to those of the whole;
 * so do those of groups. */
static void parts_add_up(void **state)
{
  (void)state;
  stage *s = face_centred();
  carom_scene_group half[2] = {carom_scene_group_default(), carom_scene_group_default()};
  half[0].members.id[1] = 100;
  half[1].members.id[0] = 101;
  s->def.group = half;
  s->def.groups = 2;
  carom_scene *scene = staged(s);
  const carom_bulk all = whole(scene);
  const double side = s->def.high[0];
  double sum[9] = {0}, solid = 0, share[9] = {0};
  for (int i = 0; i < 27; i++) {
    const double cut[4] = {0, 0.31 * side, 0.62 * side, side};
    carom_selection of = carom_selection_default();
    of.within = true;
    of.region.shape = CAROM_REGION_BOX;
    for (int k = 0, code = i; k < 3; k++, code /= 3)
      of.region.low[k] = cut[code % 3], of.region.high[k] = cut[code % 3 + 1];
    const carom_bulk part = bulk_of(scene, &of);
    solid += part.solid;
    for (int k = 0; k < 9; k++)
      sum[k] += part.contact_stress[k] * part.volume;
  }
  assert_close(solid, all.solid, 1e-12);
  for (int g = 0; g < 2; g++) {
    carom_selection of = carom_selection_default();
    of.group = g;
    const carom_bulk part = bulk_of(scene, &of);
    assert_int_equal(part.particles, g ? s->def.particles - 100 : 100);
    for (int k = 0; k < 9; k++)
      share[k] += part.contact_stress[k];
  }
  for (int k = 0; k < 9; k++) {
    assert_true(fabs(sum[k] / all.volume - all.contact_stress[k]) < 1e-12 * all.pressure);
    assert_true(fabs(share[k] - all.contact_stress[k]) < 1e-12 * all.pressure);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* Grains thrown into a box, uneven, under gravity, with a periodic direction: the stress by
 * contacts is that by walls, by accelerations and across borders, at every instant. */
static void check_virial(bool rough, bool measured)
{
  stage *s = stage_new();
  add_lattice(s, 8, radius, 0.7, 1.8 * radius, 0.3, 50);
  make_rough(&s->contact[0], 0.7, 0.4);
  if (!rough) s->contact[0].tangential.model = NULL;
  s->def.measured = measured; /* forces as recorded, or from the laws once more */
  s->def.gravity[2] = -9.81;
  const double side = 8 * 1.8 * radius;
  s->def.walls = 4; /* across y and z, below and above */
  for (int w = 0; w < 4; w++) {
    const int k = 1 + w / 2;
    s->wall[w].direction[2] = 0;
    s->wall[w].direction[k] = w % 2 ? -1 : 1;
    s->wall[w].point[k] = w % 2 ? side : 0;
  }
  for (int k = 0; k < 3; k++)
    s->def.low[k] = k == 0 ? 0 : -0.01, s->def.high[k] = k == 0 ? side : 0.05;
  s->def.periodic[0] = true;
  carom_scene *scene = staged(s);
  for (int round = 0; round < 5; round++) {
    const carom_bulk b = whole(scene);
    assert_true(b.pressure > 0 && b.wall_ends > 10);
    for (int k = 0; k < 9; k++)
      assert_true(fabs(b.by_walls[k] + b.by_inertia[k] + b.by_borders[k] - b.contact_stress[k]) <
                  1e-11 * b.pressure);
    for (int k = 1; k < 3 && !rough;
         k++) { /* the wall at `side` is where its force acts, that at 0 has no say */
      carom_scene_wall_state lid;
      assert_int_equal(carom_scene_sample_wall(scene, 2 * k - 1, &lid, NULL), CAROM_OK);
      assert_close(b.by_walls[4 * k], lid.force[k] * side / b.volume, 1e-11);
    }
    play(scene, 40);
  }
  carom_scene_destroy(scene);
  free(s);
}

static void by_walls_and_virial(void **state)
{
  (void)state;
  for (int k = 0; k < 4; k++)
    check_virial(k % 2, k / 2);
}

/* A sphere pressed between two plates: the stress is force times diameter over the volume, and the
 * same by walls. */
static void between_plates(void **state)
{
  (void)state;
  stage *s = stage_new();
  const double depth = 1e-5, height = 2 * radius - 2 * depth;
  add_grain(s, radius, 0, 0, height / 2);
  s->contact[0].normal.law = "hertz";
  s->def.step = 1e-7;
  s->def.walls = 1;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    s->wall[0].low[k] = k == 2 ? 0 : -INFINITY;
    s->wall[0].high[k] = k == 2 ? height : INFINITY;
  }
  carom_selection of = carom_selection_default();
  of.within = true;
  of.region.shape = CAROM_REGION_BOX;
  for (int k = 0; k < 3; k++)
    of.region.low[k] = k == 2 ? 0 : -radius, of.region.high[k] = k == 2 ? height : radius;
  carom_scene *scene = staged(s);
  const carom_bulk b = bulk_of(scene, &of);
  const double modulus = 1e7 / (2 * (1 - 0.09)); /* both bodies of the one material */
  const double force = 4.0 / 3.0 * modulus * sqrt(radius) * depth * sqrt(depth);
  assert_close(b.contact_stress[8], force * height / b.volume, 1e-12);
  assert_int_equal(b.wall_ends, 2);
  assert_close(b.fabric[8], 1, 1e-14);
  assert_int_equal(b.rattlers, 1);
  /* the part of the sphere between the plates */
  const double cap = pi * depth * depth * (3 * radius - depth) / 3;
  assert_close(b.solid, 4 * pi / 3 * radius * radius * radius - 2 * cap, 1e-13);
  carom_scene_destroy(scene);
  free(s);
}

/* v = v0 + L x: temperature about the flow 0, gradient L; rigid rotation has no shear rate. */
static void linear_flow(void **state)
{
  (void)state;
  static const double flow[2][9] = {{0, 0, 3, 0, 0, 0, 0, 0, 0},   /* shear: v_x = 3 z */
                                    {0, -2, 0, 2, 0, 0, 0, 0, 0}}; /* rotation about z */
  for (int f = 0; f < 2; f++) {
    stage *s = stage_new();
    add_lattice(s, 6, radius, 0.6, 3 * radius, 0, 0);
    s->def.step = 1e-7;
    for (int64_t i = 0; i < s->def.particles; i++)
      for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
          s->particle[i].velocity[k] += flow[f][3 * k + j] * s->particle[i].position[j] + 0.1 / 3;
    carom_scene *scene = staged(s);
    const carom_bulk b = whole(scene);
    for (int k = 0; k < 9; k++)
      assert_true(fabs(b.gradient[k] - flow[f][k]) < 1e-11);
    assert_true(fabs(b.shear_rate - (f ? 0 : 3)) < 1e-11);
    assert_true(b.temperature > 1e-6 && b.temperature_flow < 1e-13 * b.temperature);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Half of the particles with +v, half with -v along x: temperature v^2/3, kinetic stress m n v^2.
 */
static void temperature(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_lattice(s, 6, radius, 1, 3 * radius, 0, 0);
  s->def.step = 1e-7;
  for (int64_t i = 0; i < s->def.particles; i++) {
    s->particle[i].velocity[0] = i % 2 ? 0.7 : -0.3;
    s->particle[i].velocity[1] = 5;
  }
  carom_selection of = carom_selection_default();
  of.within = true;
  of.region.shape = CAROM_REGION_BOX;
  for (int k = 0; k < 3; k++)
    of.region.low[k] = -1, of.region.high[k] = 1;
  carom_scene *scene = staged(s);
  const carom_bulk b = bulk_of(scene, &of);
  assert_close(b.temperature, 0.25 / 3, 1e-13);
  assert_close(b.velocity[0], 0.2, 1e-13);
  assert_close(b.velocity[1], 5, 1e-14);
  assert_close(b.kinetic_stress[0], 0.25 * b.mass / 8, 1e-13);
  assert_true(fabs(b.kinetic_stress[4]) < 1e-13 * b.kinetic_stress[0]);
  assert_close(b.pressure, b.kinetic_stress[0] / 3, 1e-13);
  carom_scene_destroy(scene);
  free(s);
}

/* A chain of spheres that hangs from the cubic lattice is peeled off end by end. */
static void rattlers(void **state)
{
  (void)state;
  stage *s = cubic();
  const double a = 2 * radius - overlap;
  for (int k = 0; k < 3; k++)
    s->def.periodic[k] = false, s->def.low[k] = -1, s->def.high[k] = 1;
  for (int i = 1; i <= 5; i++)
    add_grain(s, radius, a * 0.25, a * 0.25, a * (5.25 + i));
  add_grain(s, radius, 0.5, 0.5, 0.5);
  carom_scene *scene = staged(s);
  const carom_bulk b = whole(scene);
  /* corners have three contacts and go, then edges lose theirs, and so on: nothing of a finite
   * cubic lattice is held */
  assert_int_equal(b.rattlers, s->def.particles);
  assert_true(isnan(b.coordination_rest) && isnan(b.pressure) == 0);
  carom_scene_destroy(scene);
  free(s);
  s = cubic();
  for (int k = 0; k < 2; k++) /* a second layer of lattice would touch: one sphere in a void */
    s->particle[k].fixed = false;
  s->particle[0].radius = 0.5 * radius;
  scene = staged(s);
  const carom_bulk one = whole(scene);
  assert_int_equal(one.rattlers, 1);
  assert_close(one.coordination_rest, (6.0 * 215 - 6) / 215, 1e-14);
  assert_close(one.coordination, (6.0 * 215 - 6) / 216, 1e-14);
  carom_scene_destroy(scene);
  free(s);
}

/* Three below carry one that rests on them, as long as nothing moves them: it has three contacts,
 * they have none that count. Free ones have too few, and then it falls, too. */
static void carried_by_fixed_ones(void **state)
{
  (void)state;
  for (int fixed = 0; fixed < 2; fixed++) {
    stage *s = stage_new();
    const double apart = 1.05 * radius, between = 2 * radius - overlap;
    for (int k = 0; k < 3; k++)
      add_grain(s, radius, 1.2 * apart * cos(2 * pi * k / 3), 1.2 * apart * sin(2 * pi * k / 3), 0)
          ->fixed = fixed;
    add_grain(s, radius, 0, 0, sqrt(between * between - 1.44 * apart * apart));
    make_rough(&s->contact[0], 0.5, 0.4);
    s->def.gravity[2] = -9.81;
    s->def.step = 1e-7;
    carom_scene *scene = staged(s);
    const carom_bulk b = whole(scene);
    assert_int_equal(b.ends, 6);
    assert_int_equal(b.rattlers, fixed ? 0 : 4);
    assert_true(fixed ? b.coordination_rest == 3 : isnan(b.coordination_rest));
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Four at the corners of a tetrahedron, bonded across gaps: each has three bonds, which carry it
 * where three contacts would, under gravity. Where they overlap as well, each neighbour is one,
 * whether there are contacts beside the bonds or not. */
static void carried_by_bonds(void **state)
{
  (void)state;
  for (int kind = 0; kind < 5; kind++) {
    carom_scene_bond bond = bond_of(CAROM_BOND_PARALLEL, 0.1 * radius);
    const double side = (kind == 2 ? 2.05 : 1.98) * radius / sqrt(8);
    stage *s = stage_new();
    for (int k = 0; k < 4; k++)
      add_grain(s, radius, k == 1 || k == 2 ? -side : side, k % 2 ? -side : side,
                k > 1 ? -side : side);
    s->def.bond = &bond;
    s->def.bonds = kind > 0;
    if (kind == 4) bond.contact = CAROM_BOND_CONTACT_AFTER;
    if (kind != 3) s->def.gravity[2] = -9.81;
    s->def.step = 1e-8;
    carom_scene *scene = staged(s);
    const carom_bulk b = whole(scene);
    assert_int_equal(b.ends, kind == 2 || kind == 4 ? 0 : 12);
    assert_int_equal(b.rattlers, kind == 3 ? 4 : 0);
    assert_true(kind == 3 || b.coordination_rest == 3);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Two that are one body lie along the corner of a box, each on two faces of it, one of them on a
 * third: five contacts of one body, which four can hold, where it has its centre of mass. A sphere
 * beside them has three. With a third clump that touches the first one twice, and has nothing else,
 * that one has seven until the other is found to be loose. */
static void clumps_are_one_body(void **state)
{
  (void)state;
  const carom_clump_sphere two[] = {{{-2 * radius, 0, 0}, radius}, {{2 * radius, 0, 0}, radius}};
  const carom_clump_shape shape = {NULL, two, 2};
  for (int clumps = 1; clumps <= 2; clumps++) {
    const double at = radius - overlap;
    stage *s = stage_new();
    carom_scene_clump clump[2];
    for (int k = 0; k < 2; k++) {
      clump[k] = carom_scene_clump_default();
      clump[k].position[0] = 2 * radius + at;
      clump[k].position[1] = at + k * (2 * radius - overlap);
      clump[k].position[2] = at;
    }
    clump[1].position[1] = at + (2 * radius - overlap) / sqrt(2);
    clump[1].position[2] = clump[1].position[1];
    s->def.clump_shape = &shape, s->def.clump_shapes = 1;
    s->def.clump = clump, s->def.clumps = clumps;
    add_grain(s, radius, 9 * radius + overlap, 9 * radius + overlap, 9 * radius + overlap);
    s->def.walls = 1;
    s->wall[0].shape = CAROM_WALL_BOX;
    for (int k = 0; k < 3; k++)
      s->wall[0].low[k] = 0, s->wall[0].high[k] = 10 * radius;
    s->def.step = 1e-7;
    carom_scene *scene = staged(s);
    const carom_bulk b = whole(scene);
    assert_int_equal(b.particles, 1 + 2 * clumps);
    assert_int_equal(b.ends, clumps == 1 ? 8 : 13);
    assert_close(b.coordination, clumps == 1 ? 8 / 2.0 : 13 / 3.0, 1e-15);
    assert_int_equal(b.rattlers, clumps);
    assert_true(b.coordination_rest == 5);
    carom_selection of = carom_selection_default();
    of.within = true;
    of.region.shape = CAROM_REGION_SPHERE; /* around one member, without the centre of mass */
    for (int k = 0; k < 3; k++)
      of.region.point[k] = at;
    for (int k = 0; k < 2; k++) {
      of.region.radius = (k ? 2.001 : 1.999) * radius;
      const carom_bulk part = bulk_of(scene, &of);
      assert_true(k ? part.coordination_rest == 5 : isnan(part.coordination_rest));
      assert_int_equal(part.rattlers, 0);
      assert_int_equal(part.particles, clumps);
    }
    carom_scene_destroy(scene);
    free(s);
  }
}

/* The same bits for any number of threads. */
static void threads(void **state)
{
  (void)state;
  carom_bulk first;
  for (int threads = 1; threads <= 4; threads++) {
    stage *s = stage_new();
    add_lattice(s, 14, radius, 0.6, 1.8 * radius, 0.3, 50);
    make_rough(&s->contact[0], 0.7, 0.4);
    s->def.threads = threads;
    carom_scene *scene = staged(s);
    play(scene, 50);
    carom_selection of = carom_selection_default();
    of.within = true;
    of.region.shape = CAROM_REGION_SPHERE;
    of.region.radius = 10 * radius;
    for (int k = 0; k < 3; k++)
      of.region.point[k] = 12 * radius;
    const carom_bulk b = bulk_of(scene, &of);
    assert_true(b.ends > 100 && b.contact_stress[1] != 0);
    if (threads == 1) first = b;
    assert_memory_equal(&b, &first, sizeof b);
    carom_scene_destroy(scene);
    free(s);
  }
}

static void refused(void **state)
{
  (void)state;
  stage *s = cubic();
  carom_bulk b;
  carom_error err;
  carom_scene *scene = staged(s);
  carom_selection of = carom_selection_default();
  of.group = 0;
  assert_int_equal(carom_measure_bulk(scene, &of, CAROM_BULK_ALL, &b, &err), CAROM_ERR_RANGE);
  of = carom_selection_default();
  of.material = 1;
  assert_int_equal(carom_measure_bulk(scene, &of, CAROM_BULK_ALL, &b, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_measure_bulk(scene, NULL, CAROM_BULK_ALL, &b, &err), CAROM_ERR_ARGUMENT);
  of = carom_selection_default();
  of.id[0] = 1000000; /* nobody */
  assert_int_equal(carom_measure_bulk(scene, &of, CAROM_BULK_ALL, &b, &err), CAROM_OK);
  assert_int_equal(b.particles, 0);
  assert_true(isnan(b.temperature) && isnan(b.coordination) && isnan(b.velocity[0]));
  carom_scene_destroy(scene);
  carom_scene_group group = carom_scene_group_default();
  group.members.within = true;
  group.members.region.shape = CAROM_REGION_SPHERE; /* without a radius */
  s->def.group = &group;
  s->def.groups = 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "group[0]");
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simple_cubic),
      cmocka_unit_test(cubic_face_centred),
      cmocka_unit_test(parts_add_up),
      cmocka_unit_test(by_walls_and_virial),
      cmocka_unit_test(between_plates),
      cmocka_unit_test(linear_flow),
      cmocka_unit_test(temperature),
      cmocka_unit_test(rattlers),
      cmocka_unit_test(threads),
      cmocka_unit_test(refused),
      cmocka_unit_test(carried_by_fixed_ones),
      cmocka_unit_test(carried_by_bonds),
      cmocka_unit_test(clumps_are_one_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
