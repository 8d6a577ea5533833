/* SPDX-License-Identifier: MIT */
/* Steps that do not rebuild the lists allocate nothing, nor do exchanges of particles in a steady
 * flow: every call for memory is counted. */
#include "scarce.h"
#include "scenes.h"
#include "suite.h"

static void steady_steps_allocate_nothing(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_lattice(s, 10, 1e-3, 0.8, 1.85e-3, 1e-3, 1);
  make_rough(&s->contact[0], 0.5, 0.5);
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].low[0] = s->wall[0].low[1] = s->wall[0].low[2] = 0;
  s->wall[0].high[0] = s->wall[0].high[1] = s->wall[0].high[2] = 18.5e-3;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 1e-6;
  s->def.threads = 2;
  s->def.skin = 2e-3;
  carom_scene *scene = staged(s);
  play(scene, 10);
  const int64_t before = atomic_load(&scarce.calls), rebuilds = carom_scene_stats(scene).rebuilds;
  assert_true(before > 20); /* they are counted */
  for (int k = 0; k < 10; k++)
    play(scene, 100);
  const int64_t after = atomic_load(&scarce.calls);
  assert_int_equal(carom_scene_stats(scene).rebuilds, rebuilds);
  assert_true(carom_scene_contacts(scene, NULL, NULL) > 500);
  assert_int_equal(after - before, 0);
  carom_scene_destroy(scene);
  free(s);
}

/* A box that is fed and drained at the same rate: once its numbers are steady, an exchange of
 * particles, with its rebuild, finds the memory that it needs. */
static void steady_exchanges_allocate_nothing(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_source_part part = {.share = 1, .sizes = carom_distribution_default()};
  carom_scene_source source = carom_scene_source_default();
  carom_scene_sink sink = carom_scene_sink_default();
  source.part = &part;
  source.parts = 1;
  source.rate = 20000;
  source.velocity[2] = -1;
  for (int k = 0; k < 3; k++) {
    source.region.low[k] = k < 2 ? 0 : 40e-3;
    source.region.high[k] = k < 2 ? 30e-3 : 50e-3;
    sink.region.low[k] = -1;
    sink.region.high[k] = k < 2 ? 1 : 0;
  }
  source.every = sink.every = 1e-3;
  make_rough(&s->contact[0], 0.5, 0.5);
  s->def.source = &source;
  s->def.sink = &sink;
  s->def.sources = s->def.sinks = 1;
  s->def.step = 1e-5;
  s->def.threads = 2;
  carom_scene *scene = staged(s);
  play(scene, 10000); /* through in 40 ms */
  carom_scene_sink_state before, after;
  assert_int_equal(carom_scene_sample_sink(scene, 0, -1, &before, NULL), CAROM_OK);
  const int64_t calls = atomic_load(&scarce.calls);
  play(scene, 3000);
  const int64_t more = atomic_load(&scarce.calls) - calls;
  assert_int_equal(carom_scene_sample_sink(scene, 0, -1, &after, NULL), CAROM_OK);
  assert_true(before.count > 500 && after.count > before.count + 400);
  assert_int_equal(more, 0);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("scene memory", steady_steps_allocate_nothing, steady_exchanges_allocate_nothing)
