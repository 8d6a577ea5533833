/* SPDX-License-Identifier: MIT */
/* The same bits in scenes of more than 10,000 particles, compared with
 * tests/golden/large_scenes.txt: blocks of 256 particles, of 624 and of 888, with
 * shorter ones in between (partition.c), and the largest scene is beyond the size where memory is
 * fetched ahead. */
#include <inttypes.h>

#include "instructions.h"
#include "scenes.h"
#include "suite.h"

static const struct {
  int edge, steps;
  bool all; /* every number of threads and instruction set, else one of each */
} sizes[] = {{23, 60, true}, {31, 40, true}, {44, 12, false}};

/* Rough spheres of several sizes, pressed together, in a box that is periodic along x. */
static stage *pressed(int edge, carom_scene_particle **particles)
{
  const double radius = 1e-3, spacing = 1.75e-3;
  stage *s = stage_new();
  *particles = malloc((size_t)edge * (size_t)edge * (size_t)edge * sizeof **particles);
  assert_non_null(*particles);
  for (int i = 0; i < edge * edge * edge; i++) {
    const unsigned long seed = (unsigned long)i;
    carom_scene_particle *p = &(*particles)[i];
    *p = carom_scene_particle_default();
    p->radius = radius * (0.7 + 0.3 * chance_at(seed, 0));
    p->position[0] = spacing * (i % edge + 0.5);
    p->position[1] = spacing * (i / edge % edge + 0.5);
    p->position[2] = spacing * (i / edge / edge + 0.5);
    p->id = (uint32_t)i;
    for (unsigned long k = 0; k < 3; k++) {
      p->position[k] += around(seed, 1 + k, 0.02 * radius);
      p->velocity[k] = around(seed, 4 + k, 1);
      p->spin[k] = around(seed, 7 + k, 100);
    }
  }
  s->def.particle = *particles;
  s->def.particles = edge * edge * edge;
  make_rough(&s->contact[0], 0.6, 0.4);
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].low[0] = -INFINITY;
  s->wall[0].high[0] = INFINITY;
  for (int k = 1; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = edge * spacing;
  s->def.walls = 1;
  s->def.low[0] = 0;
  s->def.high[0] = edge * spacing;
  s->def.periodic[0] = true;
  s->def.gravity[2] = -9.81;
  s->def.skin = 0.12e-3;
  s->def.step = 5e-6;
  return s;
}

/* Action and reaction: what the spheres get from their contacts is what the walls give. */
static void forces_balance(carom_scene *scene)
{
  carom_scene_wall_state wall;
  double sum[3] = {0}, size = 0;
  const carom_scene_view view = carom_scene_sample(scene);
  for (int64_t i = 0; i < view.count; i++)
    for (int k = 0; k < 3; k++) {
      sum[k] += view.grain[i].force[k];
      size += fabs(view.grain[i].force[k]);
    }
  assert_int_equal(carom_scene_sample_wall(scene, 0, &wall, NULL), CAROM_OK);
  for (int k = 0; k < 3; k++)
    assert_small((sum[k] + wall.force[k]) / size, 1e-13);
  assert_true(fabs(wall.force[2]) > 1e-5 * size);
}

static uint64_t hash_of(const stage *s, int steps, int pieces)
{
  carom_scene *scene = staged(s);
  for (int k = 0; k < pieces; k++)
    play(scene, steps / pieces);
  const carom_scene_counters work = carom_scene_stats(scene);
  assert_true(work.rebuilds > 1 && work.touching > s->def.particles / 2);
  forces_balance(scene);
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  return hash;
}

static uint64_t golden(int edge)
{
  FILE *file = fopen(CAROM_SOURCE_DIR "/tests/golden/large_scenes.txt", "r");
  char line[128];
  uint64_t hash = 0, value;
  int found;
  assert_non_null(file);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "%d %" SCNx64, &found, &value) == 2 && found == edge) hash = value;
  fclose(file);
  return hash;
}

static void same_bits(void **state)
{
  (void)state;
  static const int threads[] = {1, 2, 3, 8};
  int changed = 0;
  for (int i = 0; i < COUNT(sizes); i++) {
    carom_scene_particle *particles;
    stage *s = pressed(sizes[i].edge, &particles);
    const uint64_t first = hash_of(s, sizes[i].steps, 1);
    if (first != golden(sizes[i].edge)) {
      print_error("%d %016" PRIx64 "\n", sizes[i].edge, first);
      changed++;
    }
    for (int t = 1; t < COUNT(threads); t++) {
      if (!sizes[i].all && t != 2) continue;
      s->def.threads = threads[t];
      assert_true(hash_of(s, sizes[i].steps, t == 2 ? 4 : 1) == first);
    }
    s->def.threads = 2;
    for (int set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
      s->def.instructions = (carom_instructions)set;
      if ((!sizes[i].all && set != CAROM_INSTRUCTIONS_BASE) ||
          !has_instructions(s->def.instructions))
        continue;
      assert_true(hash_of(s, sizes[i].steps, 1) == first);
    }
    free(particles);
    free(s);
  }
  if (changed)
    fail_msg("%d scenes give other bits than tests/golden/large_scenes.txt. If the change is "
             "meant, put the new values there and say so in CHANGELOG.md under Numbers",
             changed);
}

SUITE("large golden scenes", same_bits)
