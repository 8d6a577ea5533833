/* SPDX-License-Identifier: MIT */
/* Bonds of a scene: strength, energy, momenta, borders, threads, restarts, who is bonded, what is
 * refused. */
#include <string.h>

#include "bonded.h"
#include "carom/measure.h"
#include "memory_archive.h"

static const double radius = 2e-3, mass = 1e-3;

/* Two equal spheres 5 mm apart, with a bond as thick as 1 mm. */
static stage *pair_of(carom_scene_bond *bond)
{
  stage *s = stage_new();
  for (int i = 0; i < 2; i++)
    add_grain(s, radius, 5e-3 * i, 0, 0)->mass = mass;
  bond->gap = 2e-3;
  bond->radius = 1e-3;
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

/* Velocities along and across, spins about the line and across, of half the pair; the other half
 * has the opposite, or for shear the same spin. */
typedef struct strike {
  const char *name;
  int way;       /* CAROM_BOND_NORMAL ... */
  double rate;   /* that just breaks the bond */
  double stored; /* when it does */
  bool tension;  /* or shear */
} strike;

static void strike_pair(stage *s, const strike *by, double share)
{
  for (int i = 0; i < 2; i++) {
    const double sign = i ? 0.5 : -0.5, rate = share * by->rate;
    if (by->way == CAROM_BOND_NORMAL) s->particle[i].velocity[0] = sign * rate;
    if (by->way == CAROM_BOND_SHEAR) s->particle[i].spin[1] = rate;
    if (by->way == CAROM_BOND_BENDING) s->particle[i].spin[1] = sign * rate;
    if (by->way == CAROM_BOND_TWISTING) s->particle[i].spin[0] = sign * rate;
  }
}

/* The rate at which the swing just reaches the strength, by hand: sigma A and sigma I/R in tension
 * and bending, tau A and tau J/R in shear and torsion; k u = F, u = rate sqrt(m/k). */
static void strikes_of(const carom_scene_bond *b, strike out[4])
{
  const double E = 1e10, G = 4e9, R = 1e-3, L = 5e-3, A = pi * R * R, I = 0.25 * A * R * R;
  const double spin = 0.4 * mass * radius * radius;
  const double k[4] = {E * A / L, G * A / L, E * I / L, 2 * G * I / L};
  const double sideways = 1 / (2 / mass + 0.25 * L * L * 2 / spin);
  const double m[4] = {0.5 * mass, sideways, 0.5 * spin, 0.5 * spin};
  const double force[4] = {b->tensile_strength * A, b->shear_strength * A,
                           b->tensile_strength * I / R, b->shear_strength * 2 * I / R};
  static const char *const name[] = {"tension", "shear", "bending", "torsion"};
  for (int w = 0; w < 4; w++) {
    out[w] = (strike){name[w], w, force[w] / sqrt(k[w] * m[w]), 0.5 * force[w] * force[w] / k[w],
                      w == CAROM_BOND_NORMAL || w == CAROM_BOND_BENDING};
    if (w == CAROM_BOND_SHEAR) out[w].rate /= L; /* an angle */
  }
}

/* In steps of a twentieth of those that are chosen: their errors fall with the square. */
static carom_scene *finely_staged(stage *s)
{
  carom_scene *scene = staged(s);
  s->def.step = 0.05 * carom_scene_step(scene);
  carom_scene_destroy(scene);
  return staged(s);
}

/* A thousandth below the strength a bond holds, a thousandth above it breaks, in every mode; what
 * it had stored is told, and missing nowhere. */
static void strength_of_every_mode(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_PARALLEL, 0);
  bond.tensile_strength = 2e6;
  bond.shear_strength = 1e6;
  strike way[4];
  strikes_of(&bond, way);
  for (int w = 0; w < 4; w++)
    for (int above = 0; above < 2; above++) {
      stage *s = pair_of(&bond);
      strike_pair(s, &way[w], above ? 1.001 : 0.999);
      carom_scene *scene = finely_staged(s);
      play(scene, 4000);
      const carom_bond_counts n = carom_scene_count_bonds(scene, 0);
      if (n.whole == above) fail_msg("%s, %s the strength", way[w].name, above ? "above" : "below");
      assert_int_equal(n.tension, above && way[w].tension);
      assert_int_equal(n.shear, above && !way[w].tension);
      const carom_scene_energy e = carom_scene_budget(scene);
      assert_small(e.residual, 3e-4 * (e.kinetic + e.rotational + e.bonds + e.bond_breaking));
      assert_close(e.bond_breaking, above ? way[w].stored : 0, 1e-3);
      assert_true(n.released == e.bond_breaking);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* Of a beam the moment at its end counts: M + Q L/2. */
static void strength_of_a_beam(void **state)
{
  (void)state;
  for (int above = 0; above < 2; above++) {
    carom_scene_bond bond = bond_of(CAROM_BOND_EULER_BERNOULLI, 0);
    bond.tensile_strength = 2e6;
    stage *s = pair_of(&bond);
    const double L = 5e-3, R = 1e-3, I = 0.25 * pi * R * R * R * R, k = 12 * 1e10 * I / (L * L * L);
    const double spin = 0.4 * mass * radius * radius;
    const double m = 1 / (2 / mass + 0.25 * L * L * 2 / spin);
    const double force = 2e6 * I / R / (0.5 * L); /* no moment in the middle */
    for (int i = 0; i < 2; i++)
      s->particle[i].spin[1] = (above ? 1.001 : 0.999) * force / sqrt(k * m) / L;
    carom_scene *scene = finely_staged(s);
    play(scene, 8000);
    assert_int_equal(carom_scene_count_bonds(scene, -1).tension, above);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A block of spheres with bonds between neighbours, shaken. */
static stage *block_of(carom_scene_bond *bond, double speed)
{
  stage *s = stage_new();
  add_lattice(s, 4, radius, 0.8, 4.2e-3, speed, 100 * speed);
  bond->gap = 1.5e-3;
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

static void momenta_and_energy(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
    double before[6], after[6], drift[2];
    stage *s = block_of(&bond, 0.3);
    s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *scene = staged(s);
    carom_scene_momentum(scene, before, before + 3);
    const double start = carom_scene_budget(scene).kinetic + carom_scene_budget(scene).rotational;
    for (int part = 0; part < 2; part++) {
      double most = 0;
      for (int k = 0; k < 100; k++) {
        play(scene, 20);
        const double off = fabs(carom_scene_budget(scene).residual) / start;
        most = off > most ? off : most;
      }
      drift[part] = most;
    }
    carom_scene_momentum(scene, after, after + 3);
    for (int k = 0; k < 6; k++)
      assert_small(after[k] - before[k], k < 3 ? 1e-15 : 1e-17);
    assert_true(carom_scene_budget(scene).bonds > 0.1 * start);
    assert_true(drift[0] < 0.01 && drift[1] < 1.5 * drift[0]); /* it swings and does not grow */
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Dashpots take, and the budget knows; the share of critical is that of the pair. */
static void damping_of_every_mode(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_PARALLEL, 0);
  bond.tensile_strength = bond.shear_strength = 1e7; /* only for the rates */
  strike way[4];
  strikes_of(&bond, way);
  bond.tensile_strength = bond.shear_strength = CAROM_UNSET;
  for (int w = 0; w < 4; w++) {
    memset(bond.damping, 0, sizeof bond.damping);
    bond.damping[w] = 0.1;
    stage *s = pair_of(&bond);
    strike_pair(s, &way[w], 0.1);
    s->def.step = 1e-8;
    carom_scene *scene = staged(s);
    const carom_scene_energy start = carom_scene_budget(scene);
    double low = 0;
    for (int k = 0; k < 100000; k++) { /* to the end of the first half swing */
      play(scene, 1);
      const carom_scene_grain *g = carom_scene_sample(scene).grain;
      const double rate = w == CAROM_BOND_NORMAL ? g[1].velocity[0] - g[0].velocity[0]
                          : w == CAROM_BOND_SHEAR
                              ? g[0].spin[1] - (g[0].velocity[2] - g[1].velocity[2]) / 5e-3
                          : w == CAROM_BOND_BENDING ? g[1].spin[1] - g[0].spin[1]
                                                    : g[1].spin[0] - g[0].spin[0];
      if (rate < low) low = rate;
      if (rate > low && low < 0) break;
    }
    /* v = -v0 exp(-2 z acos(z)/sqrt(1 - z^2)) where the acceleration is zero again */
    assert_close(low, -exp(-0.2 * acos(0.1) / sqrt(0.99)) * 0.1 * way[w].rate, 1e-3);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(e.bond_damping > 0.3 * (start.kinetic + start.rotational) * 0.3);
    assert_small(e.residual, 1e-4 * e.bond_damping);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A bar that stands across a border moves like one in the middle. */
static void across_periodic_borders(void **state)
{
  (void)state;
  double end[2][3];
  for (int shifted = 0; shifted < 2; shifted++) {
    carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 2e-3);
    stage *s = stage_new();
    for (int i = 0; i < 5; i++) {
      const double x = 0.01 + (shifted ? 0.5 : 0) * 0.064 + 5e-3 * i; /* exact in binary or not */
      carom_scene_particle *p = add_grain(s, radius, x < 0.064 ? x : x - 0.064, 0.01, 0.01);
      p->velocity[2] = around(1, (unsigned long)i, 0.5);
      p->velocity[0] = around(2, (unsigned long)i, 0.5);
      p->spin[0] = around(3, (unsigned long)i, 50);
    }
    s->def.bond = &bond;
    s->def.bonds = 1;
    for (int k = 0; k < 3; k++) {
      s->def.periodic[k] = true;
      s->def.low[k] = 0;
      s->def.high[k] = 0.064;
    }
    carom_scene *scene = staged(s);
    assert_int_equal(carom_scene_bonds(scene, NULL, NULL), 4);
    play(scene, 3000);
    for (int k = 0; k < 3; k++)
      end[shifted][k] = grain_at(scene, 4)->velocity[k];
    carom_scene_destroy(scene);
    free(s);
  }
  for (int k = 0; k < 3; k++)
    assert_small(end[1][k] - end[0][k], 1e-9);
}

static uint64_t run_hash(const stage *s, int64_t steps)
{
  carom_scene *scene = staged(s);
  play(scene, steps);
  const uint64_t hash = carom_scene_hash(scene);
  const double lost = carom_scene_budget(scene).bond_damping;
  carom_scene_destroy(scene);
  uint64_t bits;
  memcpy(&bits, &lost, sizeof bits);
  return hash ^ bits;
}

/* Bonds that break meanwhile, some thousand particles on several blocks. */
static stage *breaking(carom_scene_bond *bond)
{
  stage *s = stage_new();
  *bond = bond_of(CAROM_BOND_PARALLEL, 1.5e-3);
  add_lattice(s, 10, radius, 0.8, 4.2e-3, 1, 100);
  for (int i = 0; i < 500; i++)
    s->particle[i].velocity[2] -= 2;
  bond->damping[0] = bond->damping[1] = bond->damping[2] = bond->damping[3] = 0.05;
  bond->tensile_strength = 8e6;
  bond->shear_strength = 2e6;
  make_rough(&s->contact[0], 0.5, 0.4);
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

static void any_number_of_threads(void **state)
{
  (void)state;
  carom_scene_bond bond;
  stage *s = breaking(&bond);
  carom_scene *scene = staged(s);
  play(scene, 300);
  const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
  assert_true(n.tension > 20 && n.shear > 20 && n.whole > 500);
  carom_scene_destroy(scene);
  const uint64_t one = run_hash(s, 300);
  s->def.threads = 3;
  assert_true(run_hash(s, 300) == one);
  free(s);
}

static void stop_and_go_on(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    carom_scene_bond bond;
    stage *s = breaking(&bond);
    s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *scene = staged(s);
    for (int stop = 0; stop < 4; stop++) {
      memory m = {.archive = {.array = put_or_get}};
      carom_error err;
      assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
      carom_scene *other = staged(s);
      m.archive.loading = true;
      assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
      play(scene, 57);
      play(other, 57);
      assert_true(carom_scene_hash(scene) == carom_scene_hash(other));
      const carom_scene_energy a = carom_scene_budget(scene), b = carom_scene_budget(other);
      assert_true(memcmp(&a, &b, sizeof a) == 0);
      const carom_bond_counts n = carom_scene_count_bonds(scene, -1),
                              o = carom_scene_count_bonds(other, -1);
      assert_true(memcmp(&n, &o, sizeof n) == 0);
      carom_scene_destroy(other);
      free(m.bytes);
    }
    carom_scene_destroy(scene);
    free(s);
  }
}

/* What is taken out takes its bonds along, with what they stored. */
static void particles_that_leave(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
  stage *s = block_of(&bond, 0.3);
  carom_scene *scene = staged(s);
  carom_error err;
  play(scene, 100);
  const carom_bond_counts before = carom_scene_count_bonds(scene, -1);
  const int64_t gone[] = {0, 1, 63}; /* two that are bonded to each other, and a corner */
  assert_int_equal(carom_scene_remove_particles(scene, gone, 3, &err), CAROM_OK);
  const carom_bond_counts after = carom_scene_count_bonds(scene, -1);
  assert_int_equal(before.removed, 0);
  assert_true(after.removed >= 9 && after.whole == before.whole - after.removed);
  assert_int_equal(after.tension + after.shear, 0);
  memory m = {.archive = {.array = put_or_get}};
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  carom_scene *other = staged(s);
  m.archive.loading = true;
  if (carom_scene_archive(other, &m.archive, &err) != CAROM_OK) fail_msg("%s", err.text);
  play(scene, 500);
  play(other, 500);
  assert_true(carom_scene_hash(scene) == carom_scene_hash(other));
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_small(e.residual, 0.01 * (e.kinetic + e.rotational + e.bonds));
  free(m.bytes);
  carom_scene_destroy(other);
  carom_scene_destroy(scene);
  free(s);
}

/* Three spheres at right angles, stiffly bonded, tumble about changing axes for several turns: what
 * bonds store is what the rotation strains them by, and no more as time goes on. */
static void tumbling(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 1.2e-3);
  const double centre[] = {5e-3 / 3, 5e-3 / 3, 0}, spin[] = {4000, 500, 3000};
  stage *s = stage_new();
  double most[2] = {0, 0};
  add_grain(s, radius, 0, 0, 0);
  add_grain(s, radius, 5e-3, 0, 0);
  add_grain(s, radius, 0, 5e-3, 0);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      carom_scene_particle *p = &s->particle[i];
      p->spin[k] = spin[k];
      p->velocity[k] = spin[a] * (p->position[b] - centre[b]) -
                       spin[b] * (p->position[a] - centre[a]);
    }
  s->def.bond = &bond;
  s->def.bonds = 1;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_bonds(scene, NULL, NULL), 2);
  const double start = carom_scene_budget(scene).kinetic;
  for (int k = 0; k < 400; k++) {
    play(scene, 100);
    const double held = carom_scene_budget(scene).bonds / start;
    most[k / 200] = held > most[k / 200] ? held : most[k / 200];
  }
  assert_true(carom_scene_time(scene) * 5000 > 4 * 2 * pi);
  assert_true(most[0] < 2e-3 && most[1] < 1.1 * most[0]);
  carom_scene_destroy(scene);
  free(s);
}

static void check_section(void *user, const carom_bond_view *b)
{
  const carom_scene_grain *g = user;
  const double r = fmin(g[b->a].radius, g[b->b].radius);
  assert_close(b->radius, 0.5 * r, 1e-12);
}

/* Bonds that are made later hold what is there then, without a load. */
static void made_later(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
  stage *s = block_of(&bond, 0.05);
  bond.later = true;
  bond.radius_factor = 0.5;
  carom_scene *scene = staged(s);
  carom_error err;
  int64_t made;
  play(scene, 50);
  assert_int_equal(carom_scene_bonds(scene, NULL, NULL), 0);
  assert_int_equal(carom_scene_make_bonds(scene, 0, &made, &err), CAROM_OK);
  assert_true(made > 100);
  carom_scene_bonds(scene, check_section, (void *)(uintptr_t)carom_scene_sample(scene).grain);
  assert_true(carom_scene_budget(scene).bonds < 1e-20);
  assert_int_equal(carom_scene_make_bonds(scene, 0, &made, &err), CAROM_OK);
  assert_int_equal(made, 0);
  memory m = {.archive = {.array = put_or_get}}; /* into a scene that has made none */
  carom_scene *other = staged(s);
  assert_int_equal(carom_scene_archive(scene, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(other, &m.archive, &err), CAROM_OK);
  free(m.bytes);
  play(scene, 2000);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.bonds > 0.1 * (e.kinetic + e.rotational));
  assert_small(e.residual, 0.01 * (e.kinetic + e.rotational + e.bonds));
  play(other, 2000);
  assert_true(carom_scene_hash(other) == carom_scene_hash(scene));
  carom_scene_destroy(other);
  carom_scene_destroy(scene);
  free(s);
}

typedef struct listed {
  int64_t number, pair[8][2];
  double force[3];
} listed;

static void list(void *user, const carom_bond_view *b)
{
  listed *l = user;
  l->pair[l->number][0] = b->a;
  l->pair[l->number++][1] = b->b;
  for (int k = 0; k < 3; k++)
    l->force[k] += b->force[k];
}

/* By distance, material and group, or as they are given. */
static void who_is_bonded(void **state)
{
  (void)state;
  const int64_t given[][2] = {{0, 3}, {2, 1}};
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0.6e-3);
  carom_scene_group group = carom_scene_group_default();
  stage *s = stage_new();
  for (int i = 0; i < 4; i++)
    add_grain(s, radius, 4.5e-3 * i, 0, 0)->material = i == 3;
  s->def.materials = 2;
  s->contact[1].between[1] = s->contact[2].between[0] = s->contact[2].between[1] = 1;
  s->def.contacts = 3;
  group.members.id[1] = 2;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.bond = &bond;
  s->def.bonds = 1;
  static const struct {
    double gap;
    int material, group, pairs, found;
  } trial[] = {{0.6e-3, -1, -1, 0, 3}, {0.4e-3, -1, -1, 0, 0}, {6e-3, -1, -1, 0, 5},
               {0.6e-3, 1, -1, 0, 1},  {0.6e-3, -1, 0, 0, 2},  {0, -1, -1, 2, 2}};
  for (size_t t = 0; t < sizeof trial / sizeof *trial; t++) {
    bond.gap = trial[t].gap;
    bond.between[0] = trial[t].material;
    bond.group[1] = trial[t].group;
    bond.pair = trial[t].pairs ? given : NULL;
    bond.pairs = trial[t].pairs;
    carom_scene *scene = staged(s);
    listed l = {0};
    assert_int_equal(carom_scene_bonds(scene, list, &l), trial[t].found);
    if (trial[t].material == 1) assert_true(l.pair[0][0] == 2 && l.pair[0][1] == 3);
    if (trial[t].pairs) assert_true(memcmp(l.pair, given, sizeof given) == 0);
    carom_scene_destroy(scene);
  }
  free(s);
}

/* What bonds do is in the forces on particles. */
static void forces_are_told(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
  stage *s = pair_of(&bond);
  s->particle[1].velocity[0] = 1;
  carom_scene *scene = staged(s);
  play(scene, 40);
  listed l = {0};
  carom_scene_bonds(scene, list, &l);
  assert_true(fabs(l.force[0]) > 1);
  assert_true(grain_at(scene, 1)->force[0] == l.force[0]);
  assert_true(grain_at(scene, 0)->force[0] == -l.force[0]);
  carom_scene_destroy(scene);
  free(s);
}

/* Of a bond that pulls: minus branch times force over the volume; half of it in half the region,
 * and as a profile. */
static void stress_of_bonds(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
  stage *s = pair_of(&bond);
  s->particle[1].velocity[0] = 1;
  carom_scene *scene = staged(s);
  carom_selection of = carom_selection_default();
  carom_bulk all, half;
  carom_error err;
  play(scene, 3);
  const carom_scene_grain *g = carom_scene_sample(scene).grain;
  const double a = g[0].position[0], b = g[1].position[0], force = g[1].force[0];
  of.within = true;
  for (int k = 0; k < 3; k++)
    of.region.low[k] = -0.01, of.region.high[k] = 0.01;
  const unsigned what = CAROM_BULK_CONTACTS;
  assert_int_equal(carom_measure_bulk(scene, &of, what, &all, &err), CAROM_OK);
  assert_true(force < -1);
  assert_close(all.contact_stress[0], (b - a) * force / 8e-6, 1e-12);
  assert_int_equal(all.ends, 0);
  of.id[1] = 1; /* each has its half */
  assert_int_equal(carom_measure_bulk(scene, &of, what, &half, &err), CAROM_OK);
  assert_close(half.contact_stress[0], 0.5 * all.contact_stress[0], 1e-12);
  of.id[1] = UINT32_MAX;
  of.region.low[0] = a + 0.25 * (b - a);
  assert_int_equal(carom_measure_bulk(scene, &of, what, &half, &err), CAROM_OK);
  assert_close(half.contact_stress[0] * 4e-4 * (0.01 - of.region.low[0]), 0.75 * (b - a) * force,
               1e-12);
  carom_scene_destroy(scene);
  free(s);
}

/* What moves and is held never becomes more, whatever breaks; the budget says where it went. */
static void no_energy_is_made(void **state)
{
  (void)state;
  carom_scene_bond bond;
  stage *s = breaking(&bond);
  carom_scene *scene = staged(s);
  s->def.step = 0.25 * carom_scene_step(scene);
  carom_scene_destroy(scene);
  scene = staged(s);
  double last = 1e300, start = 0;
  for (int k = 0; k < 100; k++) {
    const carom_scene_energy e = carom_scene_budget(scene);
    const double held = e.kinetic + e.rotational + e.elastic + e.tangential + e.bonds;
    if (k == 0) start = held;
    assert_true(held <= last + 2e-4 * start);
    assert_small(e.residual, 1e-3 * start);
    last = held;
    play(scene, 10);
  }
  assert_true(carom_scene_count_bonds(scene, -1).tension > 20);
  assert_true(last < 0.9 * start);
  carom_scene_destroy(scene);
  free(s);
}

/* Where the fault is, or a part of what is said of it. */
static void refused_with(stage *s, carom_scene_bond *bond, const char *where)
{
  carom_scene *scene;
  carom_error err = {.code = CAROM_OK};
  s->def.bond = bond;
  assert_true(carom_scene_create(&s->def, &scene, &err) != CAROM_OK);
  if (!strstr(err.where, where) && !strstr(err.text, where))
    fail_msg("%s: %s", err.where, err.text);
}

/* Who has many bonds has many dashpots, each made for a pair alone: with a sixth of a ball in the
 * middle of six and all of another, m/7 for m/2, none takes more than half of a rate in a step. */
static void the_step_counts_the_dashpots_of_neighbours(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_of(CAROM_BOND_TIMOSHENKO, 0);
  bond.damping[CAROM_BOND_NORMAL] = 10;
  stage *s = pair_of(&bond);
  for (int i = 2; i < 7; i++) {
    const double at[3] = {i == 2 ? -5e-3 : 0, i > 4 ? 0 : (i == 3) * 5e-3 - (i == 4) * 5e-3,
                          i < 5    ? 0
                          : i == 5 ? 5e-3
                                   : -5e-3};
    add_grain(s, radius, at[0], at[1], at[2])->mass = mass;
  }
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_count_bonds(scene, 0).whole, 6);
  const double k = 1e10 * pi * 1e-6 / 5e-3, dashpot = 20 * sqrt(k * 0.5 * mass);
  assert_close(carom_scene_step(scene), 0.5 * mass / 7 / dashpot, 1e-6);
  carom_scene_destroy(scene);
  free(s);
}

/* Bent by less than 150 degrees a pair swings without gain; by more it has no middle to speak of,
 * and beyond half a turn it made 10^17 times its energy. */
static void who_is_bent_too_far(void **state)
{
  (void)state;
  for (int model = 0; model < 3; model++)
    for (int far = 0; far < 2; far++) {
      carom_scene_bond bond = bond_of((carom_bond_model)model, 0);
      stage *s = pair_of(&bond);
      const double k = 1e10 * 0.25 * pi * 1e-12 / 5e-3, inertia = 0.2 * mass * radius * radius;
      for (int i = 0; i < 2; i++)
        s->particle[i].spin[1] = (i ? 0.5 : -0.5) * (far ? 2.63 : 2.6) * sqrt(k / inertia);
      carom_scene *scene = finely_staged(s);
      const double start = carom_scene_budget(scene).rotational;
      carom_error err = {.code = CAROM_OK};
      const carom_status status = carom_scene_advance_steps(scene, 10000, &err);
      assert_int_equal(status, far ? CAROM_ERR_DIVERGED : CAROM_OK);
      if (far) assert_string_equal(err.where, "bond");
      if (far) assert_non_null(strstr(err.text, "bent by more than 150 degrees"));
      if (!far) assert_small(carom_scene_budget(scene).residual, 1e-3 * start);
      carom_scene_destroy(scene);
      free(s);
    }
}

static void what_is_refused(void **state)
{
  (void)state;
  const int64_t twice[][2] = {{0, 1}, {1, 0}}, self[][2] = {{1, 1}}, none[][2] = {{0, 7}};
  const carom_scene_bond good = bond_of(CAROM_BOND_TIMOSHENKO, 2e-3);
  carom_scene_bond bad = good;
  stage *s = pair_of(&bad);
  bad.young = CAROM_UNSET;
  refused_with(s, &bad, "bond[0].young");
  bad = good, bad.radius_factor = -1;
  refused_with(s, &bad, "bond[0].radius_factor");
  bad = good, bad.damping[2] = -1;
  refused_with(s, &bad, "bond[0].damping");
  bad = good, bad.between[1] = 4;
  refused_with(s, &bad, "bond[0].between");
  bad = good, bad.group[0] = 0;
  refused_with(s, &bad, "bond[0].group");
  s->particle[0].id = 70, s->particle[1].id = 71;
  bad = good, bad.pair = self, bad.pairs = 1;
  refused_with(s, &bad, "bond[0].pair");
  refused_with(s, &bad, "particle 1 (id 71)");
  bad.pair = none;
  refused_with(s, &bad, "bond[0].pair");
  bad.pair = twice, bad.pairs = 2;
  refused_with(s, &bad, "0 (id 70) and 1 (id 71) is given twice");
  bad = good;
  s->def.step = 1; /* 2/omega of the bond, which is stiffer than the contact */
  refused_with(s, &bad, "run.step");
  s->def.step = CAROM_UNSET;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -1e-3;
    s->def.high[k] = 9.5e-3;
    s->def.periodic[k] = true;
  }
  refused_with(s, &bad, "bond");
  free(s);
}

SUITE_CLOSE("bonds", strength_of_every_mode, strength_of_a_beam, momenta_and_energy,
            damping_of_every_mode, across_periodic_borders, any_number_of_threads, stop_and_go_on,
            particles_that_leave, tumbling, made_later, who_is_bonded, forces_are_told,
            stress_of_bonds, no_energy_is_made, who_is_bent_too_far,
            the_step_counts_the_dashpots_of_neighbours, what_is_refused)
