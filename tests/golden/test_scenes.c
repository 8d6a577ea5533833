/* SPDX-License-Identifier: MIT */
/* The same bits everywhere: one hash per scene, compared with tests/golden/scenes.txt for 1, 2, 3
 * and 8 threads and every instruction set of this processor, in one run or in pieces. */
#include <inttypes.h>

#include "bonded.h"
#include "golden.h"
#include "instructions.h"
#include "scenes.h"
#include "suite.h"

static void heap(stage *s)
{
  add_lattice(s, 12, 1e-3, 1, 2.02e-3, 0.3, 50);
  make_rough(&s->contact[0], 0.7, 0.4);
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].low[0] = s->wall[0].low[1] = s->wall[0].low[2] = 0;
  s->wall[0].high[0] = s->wall[0].high[1] = 24.3e-3;
  s->wall[0].high[2] = INFINITY;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
}

/* Three materials, sizes 1:3, a periodic direction, fixed grains, a law with a latched speed. */
static void mixture(stage *s)
{
  add_lattice(s, 11, 1.5e-3, 0.34, 2.9e-3, 0.5, 0);
  for (int64_t i = 0; i < s->def.particles; i++) {
    s->particle[i].material = (int)(i % 3);
    s->particle[i].fixed = i % 97 == 0;
  }
  s->def.materials = 3;
  s->def.contacts = 6;
  for (int i = 0, k = 0; i < 3; i++)
    for (int j = i; j < 3; j++, k++) {
      s->contact[k].between[0] = i;
      s->contact[k].between[1] = j;
      make_rough(&s->contact[k], 0.6, 0.3);
    }
  s->contact[1].normal.law = "hunt-crossley";
  s->contact[3].tangential.model = "mindlin-secant";
  s->contact[5].tangential.model = NULL;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -0.01;
    s->def.high[k] = 0.0419;
  }
  s->def.low[0] = 0;
  s->def.high[0] = 31.9e-3;
  s->def.periodic[0] = true;
  s->def.step = 5e-6;
}

/* Plastic contacts in a turning drum. */
static void drum(stage *s)
{
  static const double time[] = {0, 1e-2}, spin[] = {0, 10, 0, 0, 30, 0};
  add_lattice(s, 9, 1e-3, 0.8, 2.05e-3, 0.4, 0);
  for (int64_t i = 0; i < s->def.particles; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].position[k] -= 9.2e-3;
  s->material[0].yield = 1e4;
  s->contact[0].normal.law = "thornton";
  s->contact[0].tangential.model = "mindlin";
  s->wall[0].shape = CAROM_WALL_CYLINDER;
  s->wall[0].direction[1] = 1;
  s->wall[0].direction[2] = 0;
  s->wall[0].radius = 12.4e-3;
  s->wall[0].motion = (carom_scene_motion){.points = 2, .time = time, .spin = spin};
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.low[1] = -9.3e-3;
  s->def.high[1] = 9.3e-3;
  s->def.periodic[1] = true;
  s->def.step = 4e-6;
}

/* Linear contacts without walls, velocities of the middle of the step. */
static void cloud(stage *s)
{
  add_lattice(s, 10, 1e-3, 0.7, 2e-3, 1, 200);
  s->contact[0].normal.law = "hooke";
  set(&s->contact[0].normal, "stiffness", 1e3);
  s->contact[0].tangential.model = "linear";
  s->def.velocity = CAROM_VELOCITY_HALF;
  s->def.step = 5e-6;
}

/* Plastic contacts of several sizes that part, leave the lists and find their dents again. */
static void dents(stage *s)
{
  add_lattice(s, 9, 1e-3, 0.6, 2.05e-3, 1, 100);
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "jackson-green";
  choose(&s->contact[0].normal, "memory", "pair");
  s->contact[0].tangential.model = "mindlin";
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = 18.5e-3;
  s->def.walls = 1;
  s->def.skin = 0.05e-3;
  s->def.step = 5e-6;
}

/* Dashpots beside both of Mindlin's springs, on a plane that moves. */
static void swings(stage *s)
{
  static const double time[] = {0}, velocity[] = {0.1, 0, 0};
  add_lattice(s, 10, 1e-3, 0.7, 2e-3, 0.3, 100);
  s->def.materials = 2;
  s->def.contacts = 2;
  for (int k = 0; k < 2; k++)
    make_rough(&s->contact[k], 0.7, 0.4);
  s->contact[1].between[1] = 1;
  s->contact[1].tangential.model = "mindlin-secant";
  carom_tangential_set(&s->contact[0].tangential, "tangential_restitution", 0.4);
  carom_tangential_set(&s->contact[1].tangential, "damping_rate", 1e6);
  s->wall[0].material = 1;
  s->wall[0].motion = (carom_scene_motion){.points = 1, .time = time, .velocity = velocity};
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
}

/* A sphere 30 times as large as others falls among them, in a periodic box with a floor. */
static void sizes(stage *s)
{
  enum { SIDE = 29, LAYERS = 4 };
  const double small = 0.4e-3, large = 12e-3, spacing = 1.7e-3;
  carom_scene_particle *giant = add_grain(s, large, 25e-3, 25e-3, LAYERS * spacing + large);
  giant->velocity[2] = -3;
  for (int i = 0; i < SIDE * SIDE * LAYERS; i++)
    (void)add_grain(s, small * (1 + (i % 5 == 0)), spacing * (i % SIDE + 0.5),
                    spacing * (i / SIDE % SIDE + 0.5), spacing * (i / SIDE / SIDE + 0.5));
  make_rough(&s->contact[0], 0.5, 0.5);
  s->material[0].young = 3e6;
  s->def.walls = 1;
  s->def.low[0] = s->def.low[1] = 0;
  s->def.high[0] = s->def.high[1] = SIDE * spacing;
  s->def.periodic[0] = s->def.periodic[1] = true;
  s->def.gravity[2] = -9.81;
  s->def.overlap_limit = 1;
  s->def.step = 5e-6;
}

/* Resistance to rolling and twisting: of springs between grains, of other models on the floor. */
static void grit(stage *s)
{
  add_lattice(s, 10, 1e-3, 0.7, 2e-3, 0.3, 300);
  s->def.materials = 2;
  s->def.contacts = 2;
  for (int k = 0; k < 2; k++)
    make_rough(&s->contact[k], 0.7, 0.4);
  s->contact[0].rolling.model = "elastic-plastic";
  s->contact[0].twisting.model = "marshall";
  s->contact[1].between[1] = 1;
  s->contact[1].rolling.model = "sds";
  s->contact[1].twisting.model = "spring-slider";
  s->wall[0].material = 1;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
}

/* Grains of several sizes that stick to each other and to the floor. */
static void powder(stage *s)
{
  add_lattice(s, 10, 50e-6, 0.7, 100e-6, 0.3, 300);
  s->def.skin = 2e-6;
  s->material[0].young = 5e6;
  make_rough(&s->contact[0], 0.5, 0.4);
  s->contact[0].normal.law = "jkr";
  s->contact[0].normal.settings = 0;
  set(&s->contact[0].normal, "damping_ratio", 0.3);
  s->contact[0].rolling.model = "elastic-plastic";
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 2e-7;
}

/* A block of bonded grains that rush apart and against the floor: some bonds break. */
static void bonds(stage *s)
{
  static carom_scene_bond bond;
  bond = bond_of(CAROM_BOND_TIMOSHENKO, 0.3e-3);
  bond.young = 1e7;
  bond.tensile_strength = 1e5;
  bond.shear_strength = 2e5;
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    bond.damping[k] = 0.1;
  add_lattice(s, 9, 1e-3, 0.8, 1.95e-3, 0.5, 50);
  for (int64_t i = 0; i < s->def.particles; i++)
    s->particle[i].velocity[2] -= 1;
  make_rough(&s->contact[0], 0.7, 0.4);
  s->def.bond = &bond;
  s->def.bonds = 1;
  s->def.walls = 1;
  s->def.overlap_limit = 1;
  s->def.gravity[2] = -1000;
  s->def.step = 5e-6;
}

/* Peanuts of several sizes and balls, which a source puts into a box at once. */
static void clumps(stage *s)
{
  static const carom_clump_sphere sphere[2] = {{{-0.6e-3, 0, 0}, 1e-3}, {{0.6e-3, 0, 0}, 0.8e-3}};
  static const carom_clump_shape shape = {"peanut", sphere, 2};
  static carom_source_part part[2];
  static carom_scene_source source;
  for (int k = 0; k < 2; k++) {
    part[k] = (carom_source_part){
        .material = k, .share = 1 + k, .sizes = carom_distribution_default(), .clump = k};
    part[k].sizes.radius_min = 1e-3;
    part[k].sizes.radius_max = 1.4e-3;
    make_rough(&s->contact[k], 0.7, 0.4);
  }
  make_rough(&s->contact[2], 0.7, 0.4);
  s->contact[1].between[1] = 1;
  s->contact[2].between[0] = s->contact[2].between[1] = 1;
  s->def.materials = 2;
  s->def.contacts = 3;
  source = carom_scene_source_default();
  source.part = part;
  source.parts = 2;
  source.filling = 0.28;
  for (int k = 0; k < 3; k++) {
    source.region.high[k] = 16e-3;
    source.spread[k] = 4;
    s->wall[0].low[k] = 0, s->wall[0].high[k] = 16e-3;
  }
  source.spin[1] = 300;
  source.velocity[2] = -6;
  s->wall[0].shape = CAROM_WALL_BOX;
  s->def.walls = 1;
  s->def.source = &source;
  s->def.sources = 1;
  s->def.clump_shape = &shape;
  s->def.clump_shapes = 1;
  s->def.gravity[2] = -2000;
  s->def.overlap_limit = 1;
  s->def.step = 5e-6;
}

static const struct {
  const char *name;
  void (*make)(stage *s);
} scenes[] = {{"heap", heap},     {"mixture", mixture}, {"drum", drum},    {"cloud", cloud},
              {"dents", dents},   {"swings", swings},   {"sizes", sizes},  {"grit", grit},
              {"powder", powder}, {"bonds", bonds},     {"clumps", clumps}};

static void count_walled(void *user, const carom_scene_touch *touch)
{
  *(int64_t *)user += touch->wall >= 0;
}

static uint64_t hash_of(const stage *s, bool in_pieces)
{
  int64_t walled = 0;
  carom_scene *scene = staged(s);
  if (in_pieces)
    for (int k = 0; k < 30; k++)
      play(scene, 5 + 10 * (k % 2));
  else
    play(scene, 300);
  assert_true(carom_scene_stats(scene).rebuilds > 2);
  assert_true(carom_scene_contacts(scene, count_walled, &walled) > 50);
  assert_true((walled > 5) == (s->def.walls > 0));
  assert_true((carom_scene_stats(scene).remembered > 100) ==
              (strcmp(s->contact[0].normal.law, "jackson-green") == 0));
  if (s->def.bonds > 0) {
    const carom_bond_counts bonds = carom_scene_count_bonds(scene, 0);
    assert_true(bonds.whole > 100 && bonds.tension + bonds.shear > 100);
  }
  assert_true((carom_scene_clumps(scene) > 50) == (s->def.clump_shapes > 0));
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  return hash;
}

static void same_bits(void **state)
{
  (void)state;
  static const int threads[] = {1, 2, 3, 8};
  bool all = true;
  for (int k = 0; k < COUNT(scenes); k++) {
    stage *s = stage_new();
    scenes[k].make(s);
    const uint64_t wanted = recorded("scenes.txt", scenes[k].name), first = hash_of(s, false);
    if (first != wanted) {
      print_error("%s %016" PRIx64 "\n", scenes[k].name, first);
      all = false;
    }
    assert_true(hash_of(s, true) == first);
    for (int t = 1; t < COUNT(threads); t++) {
      s->def.threads = threads[t];
      assert_true(hash_of(s, t == 2) == first);
    }
    s->def.threads = 1;
    for (int i = CAROM_INSTRUCTIONS_BASE; i <= CAROM_INSTRUCTIONS_AVX512; i++) {
      s->def.instructions = (carom_instructions)i;
      if (has_instructions(s->def.instructions)) assert_true(hash_of(s, false) == first);
    }
    free(s);
  }
  assert_true(all);
}

SUITE("golden scenes", same_bits)
