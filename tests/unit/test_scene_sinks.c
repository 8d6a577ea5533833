/* SPDX-License-Identifier: MIT */
/* Sinks and regions: what leaves is counted, by number exactly and by mass to rounding; looks are
 * at steps of their own; functions that are called see every such step. */
#include "core/error.h"
#include "memory_archive.h"
#include "scene/region.h"
#include "scenes.h"

enum { SIDE = 8 };

/* Grains of two materials fall through a hole in nothing: no floor, and a sink far below. */
static stage *falling(void)
{
  stage *s = stage_new();
  add_lattice(s, SIDE, 1e-3, 0.7, 2.2e-3, 0.5, 10);
  for (int i = 0; i < s->def.particles; i += 3)
    s->particle[i].material = 1;
  s->material[1].density = 4000;
  s->def.materials = 2;
  for (int i = 0; i < 3; i++) {
    s->contact[i].between[0] = i == 2;
    s->contact[i].between[1] = i > 0;
    make_rough(&s->contact[i], 0.5, 0.3);
  }
  s->def.contacts = 3;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
  return s;
}

static carom_scene_sink below(double z, double every)
{
  carom_scene_sink sink = carom_scene_sink_default();
  sink.name = "below";
  sink.region.shape = CAROM_REGION_BELOW;
  sink.region.point[2] = z;
  sink.every = every;
  return sink;
}

typedef struct tally {
  int64_t count[2];
  double mass[2];
} tally;

static tally inside(carom_scene *scene)
{
  tally t = {{0}, {0}};
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 0; i < v.count; i++) {
    t.count[v.grain[i].material]++;
    t.mass[v.grain[i].material] += v.grain[i].mass;
  }
  return t;
}

static carom_scene_sink_state taken(const carom_scene *scene, int sink, int material)
{
  carom_scene_sink_state state;
  assert_int_equal(carom_scene_sample_sink(scene, sink, material, &state, NULL), CAROM_OK);
  return state;
}

/* Returns the hash at the end; `broken`: through an archive in the middle. */
static uint64_t drain(int threads, bool broken)
{
  stage *s = falling();
  const carom_scene_sink sink = below(-5e-3, 1e-4);
  s->def.sink = &sink;
  s->def.sinks = 1;
  s->def.threads = threads;
  carom_scene *scene = staged(s);
  const tally before = inside(scene);
  int64_t last = 0;
  for (int k = 0; k < 40; k++) {
    play(scene, 257);
    const tally now = inside(scene);
    for (int m = 0; m < 2; m++) {
      const carom_scene_sink_state out = taken(scene, 0, m);
      assert_true(now.count[m] + out.count == before.count[m]);
      assert_close(now.mass[m] + out.mass, before.mass[m], 1e-13);
    }
    assert_true(taken(scene, 0, -1).count >= last);
    last = taken(scene, 0, -1).count;
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(fabs(e.residual) < 2e-3 * (e.gravity + e.kinetic));
    if (!broken || k % 5 != 2) continue;
    memory m = {.archive = {.array = put_or_get}};
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    carom_scene_destroy(scene);
    scene = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    free(m.bytes);
  }
  assert_true(last > 100 && carom_scene_particles(scene) > 0);
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  free(s);
  return hash;
}

static void what_leaves_is_counted(void **state)
{
  (void)state;
  const uint64_t hash = drain(1, false);
  assert_true(drain(1, true) == hash);
  assert_true(drain(2, false) == hash);
  assert_true(drain(3, false) == hash);
  assert_true(drain(8, true) == hash);
}

/* All leave in the end; an empty scene runs on. */
static void an_empty_scene_runs_on(void **state)
{
  (void)state;
  stage *s = falling();
  const carom_scene_sink sink = below(-5e-3, 1e-3);
  s->def.sink = &sink;
  s->def.sinks = 1;
  carom_scene *scene = staged(s);
  play(scene, 40000);
  assert_true(carom_scene_particles(scene) == 0 && carom_scene_sample(scene).count == 0);
  assert_true(taken(scene, 0, -1).count == SIDE * SIDE * SIDE);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.kinetic == 0 && e.left > 0 && fabs(e.residual) < 1e-3 * e.left);
  play(scene, 3000);
  carom_scene_destroy(scene);
  free(s);
}

/* The same as a sink of all that is outside; without it the run stops. */
static void the_domain_lets_go(void **state)
{
  (void)state;
  stage *s = falling();
  for (int k = 0; k < 3; k++)
    s->def.low[k] = -5e-3, s->def.high[k] = 30e-3;
  carom_scene *scene = staged(s);
  carom_error err;
  assert_int_equal(carom_scene_advance_steps(scene, 30000, &err), CAROM_ERR_DIVERGED);
  carom_scene_destroy(scene);
  s->def.leaves = CAROM_LEAVES_DELETE;
  scene = staged(s);
  play(scene, 40000);
  assert_true(carom_scene_sinks(scene) == 1 && carom_scene_particles(scene) == 0);
  assert_string_equal(taken(scene, 0, -1).name, "domain");
  assert_true(taken(scene, 0, -1).count == SIDE * SIDE * SIDE);
  carom_scene_destroy(scene);
  free(s);
}

/* Switched off, it takes nothing; fixed particles stay. */
static void sinks_are_switched(void **state)
{
  (void)state;
  stage *s = falling();
  carom_scene_sink sink = below(1, 1e-4);
  sink.off = true;
  s->def.sink = &sink;
  s->def.sinks = 1;
  s->particle[5].fixed = true;
  carom_scene *scene = staged(s);
  play(scene, 100);
  assert_true(carom_scene_particles(scene) == SIDE * SIDE * SIDE);
  assert_int_equal(carom_scene_set_sink(scene, 0, true, NULL), CAROM_OK);
  play(scene, 19);
  assert_true(carom_scene_particles(scene) == SIDE * SIDE * SIDE);
  play(scene, 1); /* every 20 steps */
  assert_true(carom_scene_particles(scene) == 1);
  assert_int_not_equal(carom_scene_set_sink(scene, 1, true, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
}

/* Beyond a periodic border a particle is where it comes in again, whenever the lists are renewed.
 */
static void a_sink_behind_a_border(void **state)
{
  (void)state;
  carom_scene_sink sink = carom_scene_sink_default();
  stage *s = stage_new();
  add_grain(s, 1e-3, 19.95e-3, 0, 0)->velocity[0] = 1;
  s->def.low[0] = 0, s->def.high[0] = 20e-3;
  s->def.periodic[0] = true;
  s->def.step = 1e-5;
  for (int k = 0; k < 3; k++)
    sink.region.low[k] = k ? -1 : 0, sink.region.high[k] = k ? 1 : 1e-4;
  sink.every = 1e-5;
  s->def.sink = &sink;
  s->def.sinks = 1;
  carom_scene *scene = staged(s);
  play(scene, 4);
  assert_true(carom_scene_particles(scene) == 1);
  play(scene, 3);
  assert_true(carom_scene_particles(scene) == 0);
  carom_scene_destroy(scene);
  free(s);
}

typedef struct calls {
  int count;
  int64_t step[16];
  uint64_t hash[16];
  bool remove;
} calls;

static carom_status note(void *user, carom_scene *scene, carom_error *err)
{
  calls *all = user;
  const int64_t first = 0;
  if (all->count == 16) return carom_fail(err, CAROM_ERR_RANGE, "call", "enough");
  all->step[all->count] = carom_scene_steps(scene);
  all->hash[all->count++] = carom_scene_hash(scene);
  return all->remove ? carom_scene_remove_particles(scene, &first, 1, err) : CAROM_OK;
}

/* Being called changes nothing; what is done in a call does. */
static void calls_come_at_their_steps(void **state)
{
  (void)state;
  stage *s = falling();
  carom_scene *watched = staged(s), *plain = staged(s);
  calls all = {.count = 0};
  assert_int_equal(carom_scene_every(watched, 70, note, &all, NULL), CAROM_OK);
  play(watched, 100);
  play(watched, 250);
  assert_int_equal(all.count, 5);
  for (int k = 0; k < 5; k++) {
    play(plain, 70);
    assert_true(all.step[k] == 70 * (k + 1) && all.hash[k] == carom_scene_hash(plain));
  }
  assert_true(carom_scene_hash(watched) == carom_scene_hash(plain));
  all.remove = true;
  play(watched, 700);
  assert_true(carom_scene_particles(watched) == SIDE * SIDE * SIDE - 10);
  carom_error err;
  assert_int_equal(carom_scene_advance_steps(watched, 700, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "call");
  assert_int_equal(carom_scene_every(watched, 0, NULL, NULL, NULL), CAROM_OK);
  play(watched, 100); /* it can go on */
  carom_scene_destroy(watched);
  carom_scene_destroy(plain);
  free(s);
}

static carom_region region_of(carom_region_shape shape)
{
  carom_region r = carom_region_default();
  r.shape = shape;
  for (int k = 0; k < 3; k++) {
    r.low[k] = -0.5 - 0.1 * k;
    r.high[k] = 0.7 + 0.1 * k;
    r.point[k] = 0.1 * (k - 1);
    r.direction[k] = 0.3 + 0.4 * k;
  }
  r.radius = 0.6;
  r.inner_radius = shape == CAROM_REGION_SPHERE ? 0 : 0.25;
  r.length = 0.9;
  return r;
}

/* Places are inside by the radius, and spread evenly: as many in a part as its share of volume. */
static void places_are_spread_evenly(void **state)
{
  (void)state;
  static const carom_region_shape shape[] = {CAROM_REGION_BOX, CAROM_REGION_CYLINDER,
                                             CAROM_REGION_SPHERE, CAROM_REGION_DISC,
                                             CAROM_REGION_RING};
  for (int k = 0; k < 5; k++) {
    const carom_region r = region_of(shape[k]);
    const double size = 0.05;
    double low[3], high[3], sum[3] = {0, 0, 0};
    int64_t placed = 0, tries = 20000;
    assert_int_equal(carom_region_check(&r, NULL), CAROM_OK);
    carom_region_aabb(&r, low, high);
    for (int64_t i = 0; i < tries; i++) {
      double x[3];
      if (!carom_region_place(&r, size, 3, (uint64_t)i, 0, x)) continue;
      placed++;
      double from[3], along = 0, square = 0, length = 0;
      for (int c = 0; c < 3; c++) {
        assert_true(x[c] >= low[c] - 1e-12 && x[c] <= high[c] + 1e-12);
        sum[c] += x[c];
        from[c] = x[c] - r.point[c];
        along += from[c] * r.direction[c];
        square += from[c] * from[c];
        length += r.direction[c] * r.direction[c];
      }
      along /= sqrt(length);
      const double across = sqrt(fabs(square - along * along));
      if (shape[k] == CAROM_REGION_BOX || shape[k] == CAROM_REGION_SPHERE)
        assert_true(carom_region_holds(&r, x));
      if (shape[k] == CAROM_REGION_SPHERE) assert_true(sqrt(square) <= 0.55 + 1e-12);
      if (shape[k] == CAROM_REGION_CYLINDER) {
        assert_true(along >= 0.05 - 1e-12 && along <= 0.85 + 1e-12 && carom_region_holds(&r, x));
        assert_true(across >= 0.3 - 1e-12 && across <= 0.55 + 1e-12);
      }
      if (shape[k] == CAROM_REGION_RING || shape[k] == CAROM_REGION_DISC)
        assert_true(fabs(along) < 1e-12 && across <= 0.55 + 1e-12);
      if (shape[k] == CAROM_REGION_RING) assert_true(across >= 0.3 - 1e-12);
    }
    assert_true((double)placed > 0.95 * (double)tries);
    /* centres: their mean is the middle of the region, within four standard errors */
    for (int c = 0; c < 3; c++) {
      const double middle = shape[k] == CAROM_REGION_BOX ? 0.5 * (r.low[c] + r.high[c])
                            : shape[k] == CAROM_REGION_CYLINDER
                                ? r.point[c] + 0.45 * r.direction[c] / sqrt(0.09 + 0.49 + 1.21)
                                : r.point[c];
      const double error = 4 * 0.5 / sqrt((double)placed);
      assert_true(fabs(sum[c] / (double)placed - middle) < error);
    }
  }
}

/* Points of a box that are inside, against the volume. */
static void regions_hold_their_volume(void **state)
{
  (void)state;
  static const carom_region_shape shape[] = {CAROM_REGION_BOX, CAROM_REGION_CYLINDER,
                                             CAROM_REGION_SPHERE};
  enum { ACROSS = 80 };
  for (int k = 0; k < 3; k++) {
    const carom_region r = region_of(shape[k]);
    int64_t held = 0;
    for (int i = 0; i < ACROSS * ACROSS * ACROSS; i++) {
      const int at[3] = {i % ACROSS, i / ACROSS % ACROSS, i / ACROSS / ACROSS};
      double x[3];
      for (int c = 0; c < 3; c++)
        x[c] = -1.5 + 3.0 * (at[c] + 0.5) / ACROSS;
      held += carom_region_holds(&r, x);
    }
    assert_close((double)held * pow(3.0 / ACROSS, 3), carom_region_volume(&r), 0.01);
  }
  const carom_region half = region_of(CAROM_REGION_BELOW);
  const double over[3] = {1, 1, 1}, under[3] = {-1, -1, -1};
  assert_true(!carom_region_holds(&half, over) && carom_region_holds(&half, under));
  assert_true(isinf(carom_region_volume(&half)));
}

static void bad_regions_are_refused(void **state)
{
  (void)state;
  stage *s = falling();
  carom_scene_sink sink = below(0, -1);
  carom_scene *scene;
  carom_error err;
  s->def.sink = &sink;
  s->def.sinks = 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "sink[0].every");
  sink = below(0, 1);
  sink.region.direction[2] = 0;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "sink[0].direction");
  sink.region = region_of(CAROM_REGION_DISC);
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "sink[0].shape");
  sink.region = region_of(CAROM_REGION_CYLINDER);
  sink.region.inner_radius = 0.6;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "sink[0].inner_radius");
  sink.region = region_of(CAROM_REGION_BOX);
  sink.region.high[1] = -3;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "sink[0].high");
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_leaves_is_counted),    cmocka_unit_test(an_empty_scene_runs_on),
      cmocka_unit_test(the_domain_lets_go),        cmocka_unit_test(sinks_are_switched),
      cmocka_unit_test(calls_come_at_their_steps), cmocka_unit_test(places_are_spread_evenly),
      cmocka_unit_test(regions_hold_their_volume), cmocka_unit_test(bad_regions_are_refused),
      cmocka_unit_test(a_sink_behind_a_border),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
