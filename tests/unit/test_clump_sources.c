/* SPDX-License-Identifier: MIT */
/* Sources of clumps: never an overlap, turned every way, counted by their mass, prepared for, the
 * same bits for any threads and through archives, nothing lost between source and sink. */
#include "memory_archive.h"
#include "scene/rigid_body.h"
#include "scenes.h"

/* Peanuts, small and large, and spheres fall into a box. */
typedef struct feed {
  stage *s;
  carom_clump_sphere sphere[2];
  carom_clump_shape shape;
  carom_clump_body body;
  carom_source_part part[2];
  carom_scene_source source;
  carom_scene_sink sink;
} feed;

enum { NUT = 1 };

static feed *feeding(void)
{
  feed *f = calloc(1, sizeof *f);
  assert_non_null(f);
  stage *s = f->s = stage_new();
  s->def.materials = 2;
  s->material[NUT].density = 1000;
  for (int i = 0; i < 3; i++) {
    s->contact[i].between[0] = i == 2;
    s->contact[i].between[1] = i > 0;
    make_rough(&s->contact[i], 0.5, 0.3);
  }
  s->def.contacts = 3;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k < 2 ? 20e-3 : INFINITY;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
  for (int k = 0; k < 2; k++)
    f->sphere[k] = (carom_clump_sphere){{k ? 0.6e-3 : -0.6e-3, 0, 0}, 1e-3};
  f->shape = (carom_clump_shape){"peanut", f->sphere, 2};
  assert_int_equal(carom_clump_measure(&f->shape, &f->body, NULL), CAROM_OK);
  s->def.clump_shape = &f->shape;
  s->def.clump_shapes = 1;
  for (int k = 0; k < 2; k++)
    f->part[k] = (carom_source_part){
        .material = k, .share = 1 + k, .sizes = carom_distribution_default(), .clump = k};
  f->part[0].sizes.radius_min = f->part[0].sizes.radius_max = 1e-3;
  f->part[NUT].sizes.radius_min = 1.2e-3;
  f->part[NUT].sizes.radius_max = 1.6e-3;
  f->source = carom_scene_source_default();
  f->source.region.shape = CAROM_REGION_CYLINDER;
  f->source.region.point[0] = f->source.region.point[1] = 10e-3;
  f->source.region.point[2] = 40e-3;
  f->source.region.radius = 9e-3;
  f->source.region.length = 12e-3;
  f->source.part = f->part;
  f->source.parts = 2;
  f->source.mass_rate = 0.08;
  f->source.every = 2e-3;
  f->source.velocity[2] = -2;
  f->source.spin[0] = 50;
  s->def.source = &f->source;
  s->def.sources = 1;
  f->sink = carom_scene_sink_default();
  f->sink.region.low[0] = f->sink.region.low[1] = f->sink.region.low[2] = -1;
  f->sink.region.high[0] = f->sink.region.high[1] = 1;
  f->sink.region.high[2] = 3e-3;
  f->sink.every = 1e-3;
  return f;
}

static void feed_free(feed *f)
{
  free(f->s);
  free(f);
}

/* Of spheres of different bodies from number `first` on, and to the walls. */
static double smallest_gap(carom_scene *scene, const stage *s, int64_t first)
{
  const carom_scene_view v = carom_scene_sample(scene);
  double least = 1;
  for (int64_t i = first; i < v.count; i++) {
    const carom_scene_grain *a = &v.grain[i];
    for (int k = 0; k < 2; k++) {
      least = fmin(least, a->position[k] - a->radius - s->wall[0].low[k]);
      least = fmin(least, s->wall[0].high[k] - a->radius - a->position[k]);
    }
    for (int64_t j = 0; j < i; j++) {
      double square = 0;
      if (a->clump >= 0 && a->clump == v.grain[j].clump) continue;
      for (int k = 0; k < 3; k++)
        square += pow(a->position[k] - v.grain[j].position[k], 2);
      least = fmin(least, sqrt(square) - a->radius - v.grain[j].radius);
    }
  }
  return least;
}

static carom_scene_source_state given(const carom_scene *scene)
{
  carom_scene_source_state state;
  assert_int_equal(carom_scene_sample_source(scene, 0, &state, NULL), CAROM_OK);
  return state;
}

static void they_enter_whole(void **state)
{
  (void)state;
  feed *f = feeding();
  carom_scene *scene = staged(f->s);
  assert_true(carom_scene_clumps(scene) == 0 && carom_scene_clump_shapes(scene) == 1);
  double upright = 0, least = 10, most = 0;
  int64_t before = 0, seen = 0;
  for (int k = 0; k < 12; k++) {
    play(scene, 400);
    assert_true(smallest_gap(scene, f->s, before) >= 0);
    before = carom_scene_particles(scene);
    for (; seen < carom_scene_clumps(scene); seen++) {
      carom_scene_clump_state c;
      double axis[3];
      assert_int_equal(carom_scene_sample_clump(scene, seen, &c, NULL), CAROM_OK);
      carom_quaternion_rotate(c.orientation, (double[]){1, 0, 0}, axis);
      const double scale = cbrt(c.mass / (1000 * f->body.volume));
      upright += fabs(axis[2]);
      least = fmin(least, scale * 1.6), most = fmax(most, scale * 1.6);
      assert_close(c.velocity[2], -2, 1e-3);
      assert_close(c.spin[0], 50, 1e-6);
      assert_int_equal(c.members, 2);
    }
  }
  const carom_scene_source_state in = given(scene);
  /* spheres and clumps are counted as one each; of three two are clumps, as the shares say */
  assert_true(in.count == seen + (before - 2 * seen) && seen > 100);
  assert_close((double)seen, 2.0 / 3 * (double)in.count, 0.1);
  print_message("%lld clumps, radii %.4f to %.4f mm\n", (long long)seen, least, most);
  assert_close(in.mass, 0.08 * 4800 * 5e-6, 0.005);
  assert_true(least >= 1.2 * (1 - 1e-9) && least < 1.22 && most > 1.58 && most <= 1.6 * (1 + 1e-9));
  assert_close(upright / (double)seen, 0.5, 0.15);
  carom_scene_destroy(scene);
  feed_free(f);
}

/* What is in, what is out and what is there; energies; the bits. */
static uint64_t flow_through(int threads, bool broken)
{
  feed *f = feeding();
  f->s->def.sink = &f->sink;
  f->s->def.sinks = 1;
  f->s->def.threads = threads;
  carom_scene *scene = staged(f->s);
  for (int k = 0; k < 16; k++) {
    play(scene, 661);
    carom_scene_sink_state out;
    const carom_scene_source_state in = given(scene);
    const carom_scene_view v = carom_scene_sample(scene);
    double mass = 0;
    for (int64_t i = 0; i < v.count; i++)
      mass += v.grain[i].mass;
    assert_int_equal(carom_scene_sample_sink(scene, 0, -1, &out, NULL), CAROM_OK);
    assert_true(fabs(in.mass - mass - out.mass) <= 1e-12 * in.mass);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(fabs(e.residual) <= 2e-3 * e.entered);
    assert_true(k < 15 || (out.mass > 0.2 * in.mass && carom_scene_clumps(scene) > 50));
    if (!broken || k % 4 != 1) continue;
    memory m = {.archive = {.array = put_or_get}};
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    carom_scene_destroy(scene);
    scene = staged(f->s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    free(m.bytes);
  }
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  feed_free(f);
  return hash;
}

static void nothing_is_lost(void **state)
{
  (void)state;
  const uint64_t hash = flow_through(1, false);
  assert_true(flow_through(3, true) == hash);
}

/* Contacts are calibrated and steps chosen as for a scene that has such clumps from the start. */
static void they_are_prepared_for(void **state)
{
  (void)state;
  feed *f = feeding();
  f->part[NUT].sizes.radius_min = CAROM_UNSET; /* as it is described */
  f->source.part = &f->part[NUT];
  f->source.parts = 1;
  f->source.mass_rate = CAROM_UNSET;
  f->source.count = 3;
  f->s->def.step = CAROM_UNSET;
  carom_scene *later = staged(f->s);
  carom_scene_clump_state c;
  assert_int_equal(carom_scene_clumps(later), 3);
  assert_int_equal(carom_scene_sample_clump(later, 2, &c, NULL), CAROM_OK);
  assert_close(c.mass, 1000 * f->body.volume, 1e-12);
  f->s->def.sources = 0;
  carom_scene_clump two[2];
  for (int k = 0; k < 2; k++) {
    two[k] = carom_scene_clump_default();
    two[k].material = NUT;
    two[k].id = (uint32_t)(2 * k + 1);
    two[k].position[0] = two[k].position[1] = 5e-3 + k * 8e-3;
    two[k].position[2] = 0.1;
  }
  f->s->def.clump = two;
  f->s->def.clumps = 2;
  carom_scene *now = staged(f->s);
  assert_int_equal(carom_scene_pairings(later), carom_scene_pairings(now));
  for (int k = 0; k < carom_scene_pairings(now); k++) {
    carom_scene_pairing p, q;
    assert_int_equal(carom_scene_pairing_at(now, k, &p, NULL), CAROM_OK);
    assert_int_equal(carom_scene_pairing_at(later, k, &q, NULL), CAROM_OK);
    assert_close(q.smallest.radius, p.smallest.radius, 1e-14);
    assert_close(q.smallest.mass, p.smallest.mass, 1e-14);
    assert_close(q.resolved, p.resolved, 1e-12);
    assert_close(q.step, p.step, 1e-12);
  }
  assert_close(carom_scene_step(later), carom_scene_step(now), 1e-12);
  carom_scene_destroy(later);
  carom_scene_destroy(now);
  feed_free(f);
}

static void assert_refused(feed *f, const char *word)
{
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  assert_int_not_equal(carom_scene_create(&f->s->def, &scene, &err), CAROM_OK);
  if (!strstr(err.where, "source[0].part[1]") || !strstr(err.text, word))
    fail_msg("%s: %s", err.where, err.text);
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  feed *f = feeding();
  f->part[NUT].clump = 2;
  assert_refused(f, "no shape 1");
  f->part[NUT].clump = -1;
  assert_refused(f, "no shape -2");
  f->part[NUT].clump = 1;
  f->part[NUT].material = 0;
  assert_refused(f, "material of their own");
  f->part[NUT].material = NUT;
  const carom_scene_size size = {NUT, 1e-3, 2e-3, CAROM_UNSET};
  f->s->def.size = &size, f->s->def.sizes = 1;
  assert_refused(f, "material of their own");
  f->s->def.sizes = 0;
  f->part[NUT].sizes.radius_max = 1e-3;
  assert_refused(f, "radi");
  f->part[NUT].sizes.radius_max = 1.6e-3;
  f->s->def.low[0] = 8e-3, f->s->def.high[0] = 11e-3;
  f->source.region.radius = 1e-3;
  f->s->def.periodic[0] = true;
  assert_refused(f, "across the borders in x");
  feed_free(f);
}

/* Clumps that enter a group which is held are held as a whole; let go, they fall. */
static void entering_a_hold(void **state)
{
  (void)state;
  feed *f = feeding();
  carom_scene_group nuts = carom_scene_group_default();
  carom_scene_hold hold = carom_scene_hold_default();
  carom_error err = {.code = CAROM_OK};
  nuts.members.material = NUT;
  hold.group = 0;
  hold.velocity[2] = -0.3;
  f->s->def.group = &nuts;
  f->s->def.groups = 1;
  f->s->def.hold = &hold;
  f->s->def.holds = 1;
  carom_scene *scene = staged(f->s);
  play(scene, 1200);
  const int64_t clumps = carom_scene_clumps(scene);
  assert_true(clumps > 3 && carom_scene_particles(scene) > 2 * clumps);
  for (int release = 0; release < 2; release++) {
    const carom_scene_energy e = carom_scene_budget(scene);
    for (int64_t i = 0; i < clumps; i++) {
      carom_scene_clump_state c;
      assert_int_equal(carom_scene_sample_clump(scene, i, &c, &err), CAROM_OK);
      assert_true(c.held == !release);
      if (!release) assert_true(c.velocity[2] == -0.3 && c.spin[0] == 0);
      if (c.force[2] == 0)
        assert_close(c.velocity[2], -0.3 - (release ? 4 * 5e-6 * 9.81 : 0), 1e-9);
    }
    assert_small(e.residual, 1e-3 * (e.kinetic + e.entered));
    if (release) break;
    assert_int_equal(carom_scene_set_hold(scene, 0, false, NULL, NULL, NULL, &err), CAROM_OK);
    play(scene, 4);
  }
  carom_scene_destroy(scene);
  feed_free(f);
}

SUITE("sources of clumps", they_enter_whole, nothing_is_lost, they_are_prepared_for,
      what_cannot_be_is_refused, entering_a_hold)
